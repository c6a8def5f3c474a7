// The door `dunlin/dates`: dates and lines of quick add alone.
import * as bindings from "./wasm/dates.js";
import { bytes } from "./wasm/dates.inline.js";
import { Module } from "./module.js";
import { readers } from "./moment.js";

export { DunlinError } from "./error.js";

export const { parseDate, parseQuickAdd } = /*#__PURE__*/ readers(/*#__PURE__*/ new Module(bindings, bytes));
