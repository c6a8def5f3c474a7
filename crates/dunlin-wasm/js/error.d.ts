import type { Json, Span } from "./records.js";

/** Something that was asked for and could not be done. Switch on `code`, never on the words. */
export class DunlinError extends Error {
  readonly name: "DunlinError";
  /** The stable dotted code, such as `calc.divide-by-zero`. */
  readonly code: string;
  /** What to type or do instead. */
  readonly hint?: string;
  /** Where in the text that was read. */
  readonly span?: Span;
  /** More, by code: `suggestions` and `understood` of `plan.unrecognized`, `faults` of a plan that cannot be run. */
  readonly details?: { [key: string]: Json };
  /** All of it, for logs. */
  toJSON(): { name: string; code: string; message: string; hint?: string; span?: Span; details?: { [key: string]: Json } };
}
