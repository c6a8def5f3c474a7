// The door `dunlin`: everything, with its module inside.
import * as bindings from "./wasm/dunlin.js";
import { bytes } from "./wasm/dunlin.inline.js";
import { opener } from "./dunlin.js";
import { Module } from "./module.js";
import { readers } from "./moment.js";
import { calculator } from "./number.js";

export { DunlinError } from "./error.js";
export { plan } from "./plan.js";
export { defineTool } from "./tool.js";

const module = /*#__PURE__*/ new Module(bindings, bytes);
export const evaluate = /*#__PURE__*/ calculator(module);
export const { parseDate, parseQuickAdd } = /*#__PURE__*/ readers(module);
export const createRuntime = /*#__PURE__*/ opener(module);
