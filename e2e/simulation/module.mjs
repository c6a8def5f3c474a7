// The shipped package made ready to be opened many times: one script, one compiled module.
import { build } from "esbuild";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import vm from "node:vm";

/** Reads the package in a folder. */
export async function shipped(folder) {
  const root = resolve(folder);
  const module = await WebAssembly.compile(readFileSync(`${root}/wasm/dunlin.wasm`));
  // Every tab gets the one compiled module in place of its bytes: compiling it anew is most of what opening costs.
  const withoutBytes = {
    name: "without-bytes",
    setup: (on) => on.onLoad({ filter: /[\\/]dunlin\.inline\.js$/ }, () => ({ contents: "export const bytes = () => new Uint8Array();" })),
  };
  const { outputFiles: [{ text: code }] } = await build({
    entryPoints: [`${root}/index.js`],
    bundle: true,
    format: "iife",
    globalName: "shipped",
    write: false,
    logLevel: "error",
    // It is asked for by a loader that the package does not use.
    logOverride: { "empty-import-meta": "silent" },
    plugins: [withoutBytes],
  });
  return { module, script: new vm.Script(`${code};shipped`, { filename: "dunlin.js" }) };
}

/** What `WebAssembly` is in a tab: the real one, which has compiled already. */
export function compiledBefore(module) {
  return {
    Module: new Proxy(WebAssembly.Module, { construct: () => module }),
    Instance: WebAssembly.Instance,
    Memory: WebAssembly.Memory,
    Table: WebAssembly.Table,
    RuntimeError: WebAssembly.RuntimeError,
    compile: () => Promise.resolve(module),
    instantiate: WebAssembly.instantiate,
  };
}
