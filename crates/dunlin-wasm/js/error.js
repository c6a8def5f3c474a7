// The one error of the package.

/** Something that was asked for and could not be done. Switch on `code`, never on the words. */
export class DunlinError extends Error {
  constructor({ code, message, hint, span, details }) {
    super(message);
    this.code = code;
    if (hint !== undefined) this.hint = hint;
    if (span !== undefined) this.span = span;
    if (details !== undefined) this.details = details;
  }

  /** All of it, so that it survives being written down; what `JSON.stringify` takes of an error by itself is not its words. */
  toJSON() {
    const { name, code, message, hint, span, details } = this;
    return { name, code, message, hint, span, details };
  }
}
// On the prototype, as the built-in errors have it, and not one more own property.
Object.defineProperty(DunlinError.prototype, "name", { value: "DunlinError", configurable: true, writable: true });

/** An argument that is not what was expected. */
export function badArgument(what, found, expected) {
  return new DunlinError({
    code: "api.bad-argument",
    message: `${what} ${isMany(what) ? "are" : "is"} ${shown(found)}, expected ${expected}`,
    hint: `pass ${expected}`,
  });
}

/** Whether a name that an error gives to an argument is of several things: "the options". */
export const isMany = (what) => /^the [a-z]+s$/.test(what);

/** What a value is, and the value itself as far as it is short. */
export function shown(value) {
  const kind = described(value);
  try {
    if (typeof value === "string") return `the text ${clipped(JSON.stringify(value))}`;
    if (typeof value === "symbol" || typeof value === "bigint") return `${kind} ${clipped(String(value))}`;
    if (typeof value === "function") return value.name === "" ? kind : `${kind} ${clipped(value.name)}`;
    if (typeof value === "object" && value !== null) return `${kind} ${clipped(JSON.stringify(value) ?? "")}`.trimEnd();
  } catch {} // What cannot be shown is named.
  return kind;
}

function clipped(text) {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

/** What a value is, in a word or two. */
export function described(value) {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  switch (typeof value) {
    case "undefined": return "missing";
    case "object": return withArticle(kindOf(value));
    case "function": return "a function";
    case "symbol": return "a symbol";
    case "bigint": return "a bigint";
    case "string": return "a text";
    default: return `${typeof value === "number" ? "the number" : "the value"} ${value}`;
  }
}

/** The kind of an object as the language names it, "Date" or "Map"; "object" for a plain one, and where it cannot be told. */
export function kindOf(value) {
  try {
    const kind = Object.prototype.toString.call(value).slice(8, -1);
    return kind === "Object" ? "object" : kind;
  } catch {
    return "object";
  }
}

/** With its article, by its sound. */
export const withArticle = (kind) => `${/^[AEIOo]/.test(kind) ? "an" : "a"} ${kind}`;

/** The one of these names that was probably meant: a slip or two away, and more in a long one. */
export function nearest(name, names) {
  const most = Math.max(1, Math.floor(name.length / 3));
  const near = names.map((known) => [edits(name, known), known]).filter(([count]) => count <= most);
  return near.sort(([one], [other]) => one - other)[0]?.[1];
}

/** How many letters are put in, left out, changed or swapped with the next from one name to the other. */
function edits(name, known) {
  const rows = [Array.from({ length: known.length + 1 }, (_, at) => at)];
  for (let from = 1; from <= name.length; from++) {
    const [before, row] = [rows[from - 1], [from]];
    for (let to = 1; to <= known.length; to++) {
      row[to] = Math.min(before[to] + 1, row[to - 1] + 1, before[to - 1] + (name[from - 1] === known[to - 1] ? 0 : 1));
      const isSwapped = from > 1 && to > 1 && name[from - 1] === known[to - 2] && name[from - 2] === known[to - 1];
      if (isSwapped) row[to] = Math.min(row[to], rows[from - 2][to - 2] + 1);
    }
    rows.push(row);
  }
  return rows[name.length][known.length];
}

/** A name that means nothing where it stands, as an error that says which was meant, or which there are. */
export function unknownName(what, name, names) {
  const meant = nearest(name.slice(0, 64), names);
  const expected = meant === undefined ? `expected one of ${names.join(", ")}` : `did you mean ${JSON.stringify(meant)}`;
  return new DunlinError({
    code: "api.bad-argument",
    message: `${what} cannot be used: ${clipped(JSON.stringify(name))} is not known, ${expected}`,
    hint: `the names are ${names.join(", ")}`,
  });
}

/** The object as it is, where all of its names are among these. */
export function onlyKnown(given, what, names) {
  const unknown = Object.keys(given).find((name) => !names.includes(name));
  if (unknown !== undefined) throw unknownName(what, unknown, names);
  return given;
}
