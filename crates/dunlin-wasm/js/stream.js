// The door `dunlin/stream`: everything, with its module in a file beside, which is compiled while it is fetched.
import * as bindings from "./wasm/dunlin.js";
import { opener } from "./dunlin.js";
import { Module } from "./module.js";
import { readers } from "./moment.js";
import { calculator } from "./number.js";

export { DunlinError } from "./error.js";
export { plan } from "./plan.js";
export { defineTool } from "./tool.js";

const module = /*#__PURE__*/ new Module(bindings, /*#__PURE__*/ new URL("./wasm/dunlin.wasm", import.meta.url));
export const evaluate = /*#__PURE__*/ calculator(module);
export const { parseDate, parseQuickAdd } = /*#__PURE__*/ readers(module);
export const createRuntime = /*#__PURE__*/ opener(module);

/** Fetches and starts the module; `createRuntime` does it by itself. */
export async function ready(wasm) {
  await module.ready(wasm);
}
