// The types of the door `dunlin/calc`: the calculator alone.
import type { Calculation } from "./records.js";

export { DunlinError } from "./error.js";
export type { Calculation, Json, Span } from "./records.js";

/** Calculates an expression. Throws a `DunlinError` whose code begins with `calc.`. */
export function evaluate(expression: string): Calculation;
