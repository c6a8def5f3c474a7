// The door `dunlin/calc`: the calculator alone.
import * as bindings from "./wasm/calc.js";
import { bytes } from "./wasm/calc.inline.js";
import { Module } from "./module.js";
import { calculator } from "./number.js";

export { DunlinError } from "./error.js";

export const evaluate = /*#__PURE__*/ calculator(/*#__PURE__*/ new Module(bindings, bytes));
