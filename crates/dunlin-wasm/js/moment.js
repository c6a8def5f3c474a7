// Dates and lines of quick add.
import { localMinute, object, read, text } from "./border.js";

/** The readers of a module: of the first date in a text, and of a line of quick add. */
export function readers(module) {
  const reading = (method) => (given, settings) => {
    const { now, ...others } = object(settings, "the options");
    const [words, moment] = [text(given, "the text"), localMinute(now, "now")];
    return read(() => module.functions[method](words, moment, Object.keys(others)[0] ?? ""));
  };
  return { parseDate: reading("parseDate"), parseQuickAdd: reading("parseQuickAdd") };
}
