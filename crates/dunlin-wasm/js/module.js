// Brings a door's module to life, at the first use and not at import: an import that is not used costs nothing.
import { DunlinError, badArgument } from "./error.js";

const SOURCES = "a WebAssembly.Module, its bytes, a Response or a URL";

/** The module of one door: the functions that wasm-bindgen made, and where the module's bytes come from. */
export class Module {
  #bindings;
  #source;
  #memory;

  /** `source` is a function that gives the bytes, or the module, at once or as a promise, or a URL that they are fetched from. */
  constructor(bindings, source) {
    this.#bindings = bindings;
    this.#source = source;
  }

  #start(module) {
    // Whoever was first has started it; a second instance would have another memory.
    this.#memory ??= this.#bindings.initSync({ module }).memory;
  }

  /** The functions, made ready on the spot. */
  get functions() {
    if (!this.#memory) {
      if (typeof this.#source !== "function") throw notReady();
      try {
        const given = this.#source();
        this.#start(given instanceof WebAssembly.Module ? given : new WebAssembly.Module(given));
      } catch (cause) {
        throw refused(cause);
      }
    }
    return this.#bindings;
  }

  /** The same without holding up the page while the module is compiled; `given` is the module, or where it comes from. */
  async ready(given) {
    // What is no module is said also where the module is here already and nothing more is looked at.
    if (given !== undefined && typeof given !== "string" && (typeof given !== "object" || given === null)) throw badArgument("wasm", given, SOURCES);
    const source = given === undefined ? this.#source : given;
    if (!this.#memory) {
      try {
        this.#start(await compiled(await (typeof source === "function" ? source() : source)));
      } catch (cause) {
        throw cause instanceof DunlinError ? cause : refused(cause);
      }
    }
    return this.#bindings;
  }

  /** The module's memory; its buffer is another one once it has grown. */
  get buffer() {
    return this.#memory.buffer;
  }
}

/** A compiled module from what a host may have of it. */
async function compiled(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (typeof Response === "function" && source instanceof Response) return streamed(source);
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source);
  if (typeof source === "string" || source instanceof URL) {
    const url = String(source);
    if (!url.startsWith("file:")) return streamed(await fetch(url));
    // Node's fetch reads no files. The name is put together so that no bundler looks for it.
    const { readFile } = await import(/* @vite-ignore */ /* webpackIgnore: true */ ["node", "fs/promises"].join(":"));
    return WebAssembly.compile(await readFile(new URL(url)));
  }
  throw badArgument("wasm", source, SOURCES);
}

/** Compiled while it comes, where the server says what it is. */
async function streamed(response) {
  if (!response.ok) throw new Error(`${response.url} was answered with ${response.status}`);
  const isNamed = response.headers.get("Content-Type")?.split(";")[0].trim() === "application/wasm";
  return isNamed ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

const refused = (cause) =>
  Object.assign(
    new DunlinError({
      code: "wasm.refused",
      message: `the module could not be started: ${cause?.message ?? cause}`,
      hint: "allow 'wasm-unsafe-eval' in the script-src of the page's Content-Security-Policy, and see that the .wasm file is served",
    }),
    { cause },
  );

const notReady = () =>
  new DunlinError({
    code: "wasm.not-ready",
    message: "the module has not come yet",
    hint: "await ready() or createRuntime() before, or import a door that carries its module",
  });
