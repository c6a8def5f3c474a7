// The types of the door `dunlin/dates`: dates and lines of quick add alone.
import type { DateReading, QuickAdd } from "./records.js";

export { DunlinError } from "./error.js";
export type { DateReading, Json, QuickAdd, QuickAddSpan, Span } from "./records.js";

/** Relative dates count from `now`; without it, from this moment. */
export interface ReadingOptions {
  now?: Date | number | (() => Date | number);
}

/** The first date a text names, or null. */
export function parseDate(text: string, options?: ReadingOptions): DateReading | null;
/** A line of quick add, read in one pass. */
export function parseQuickAdd(text: string, options?: ReadingOptions): QuickAdd;
