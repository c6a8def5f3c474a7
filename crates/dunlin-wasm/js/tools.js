// The door `dunlin/tools`: opt-in tools that reach further, for a runtime of another door. Its module comes when the first
// tools are made.
import * as bindings from "./wasm/tools.js";
import { Module } from "./module.js";
import { toolmaker } from "./toolbox.js";

export { DunlinError } from "./error.js";

const bytes = async () => (await import("./wasm/tools.inline.js")).bytes();

export const createTools = /*#__PURE__*/ toolmaker(/*#__PURE__*/ new Module(bindings, bytes));
