// The door `dunlin/runtime`: plans carried out with tools of one's own, without a planner, todos and built-in tools.
import * as bindings from "./wasm/runtime.js";
import { bytes } from "./wasm/runtime.inline.js";
import { opener } from "./engine.js";
import { Module } from "./module.js";

export { DunlinError } from "./error.js";
export { plan } from "./plan.js";
export { defineTool } from "./tool.js";

export const createRuntime = /*#__PURE__*/ opener(/*#__PURE__*/ new Module(bindings, bytes));
