// Brings the module to life, at the first use and not at import: an import that is not used costs nothing.
import * as bindings from "./dunlin_wasm.js";
import { DunlinError } from "./error.js";
import text, { table } from "./wasm.js";

let alive = false;
let memory;

function bytes() {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < bytes.length; at++) bytes[at] = table[text.charCodeAt(at)];
  return bytes;
}

function start(module) {
  if (alive) return;
  memory = bindings.initSync({ module }).memory;
  alive = true;
}

const refused = (cause) =>
  Object.assign(
    new DunlinError({
      code: "wasm.refused",
      message: `this place does not run WebAssembly: ${cause?.message ?? cause}`,
      hint: "allow 'wasm-unsafe-eval' in the script-src of the page's Content-Security-Policy",
    }),
    { cause },
  );

/** The raw functions, made ready on the spot. */
export function wasm() {
  if (!alive) {
    try {
      start(new WebAssembly.Module(bytes()));
    } catch (cause) {
      throw refused(cause);
    }
  }
  return bindings;
}

/** The same without holding up the page while the module is compiled. */
export async function ready() {
  if (!alive) {
    try {
      start(await WebAssembly.compile(bytes()));
    } catch (cause) {
      throw refused(cause);
    }
  }
  return bindings;
}

/** The module's memory; its buffer is another one once it has grown. */
export function buffer() {
  return memory.buffer;
}
