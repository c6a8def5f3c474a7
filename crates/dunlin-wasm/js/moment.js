// Dates and lines of quick add.
import { call, moment, object, text } from "./border.js";

/** The readers of a module: of the first date in a text, and of a line of quick add. */
export function readers(module) {
  const reading = (method) => (given, settings) => {
    const { now, ...others } = object(settings, "the options");
    const [words, at] = [text(given, "the text"), moment(now, "now")];
    return call(() => module.functions[method](words, at, Object.keys(others)[0] ?? ""));
  };
  return { parseDate: reading("parseDate"), parseQuickAdd: reading("parseQuickAdd") };
}
