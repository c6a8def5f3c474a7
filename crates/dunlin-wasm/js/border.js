// How values cross into the module and back: as JSON text, checked on the way in.
import { DunlinError, badArgument, described, isMany, kindOf, onlyKnown, withArticle } from "./error.js";

/** Calls into the module; what it throws is a JSON text that describes a DunlinError. */
export function call(work) {
  try {
    return work();
  } catch (thrown) {
    throw toError(thrown);
  }
}

/** As `call`, for a result that is JSON text. */
export function read(work) {
  return JSON.parse(call(work));
}

/** What the module threw or rejected with, as a real error. */
export function toError(thrown) {
  if (thrown instanceof DunlinError) return thrown;
  if (typeof thrown === "string") {
    try {
      const record = JSON.parse(thrown);
      if (typeof record?.code === "string") return new DunlinError(record);
    } catch {}
    return new DunlinError({ code: "internal", message: thrown });
  }
  const error = new DunlinError({ code: "internal", message: `the module failed: ${thrown?.message ?? thrown}` });
  error.cause = thrown;
  return error;
}

/** The argument if it is a text. */
export function text(value, what) {
  if (typeof value !== "string") throw badArgument(what, value, "a text");
  return value;
}

/** The argument if it is a plain object; nothing at all is an empty one. What its names mean is known to the module. */
export function object(value, what) {
  if (value === undefined || value === null) return {};
  // A Date or a Map in its place has no names, and would be taken for nothing at all.
  if (typeof value !== "object" || Array.isArray(value) || unheld(value) !== undefined) throw badArgument(what, value, "an object");
  return value;
}

/** Options, of which none may have another name than these. */
export const optionsOf = (value, names) => onlyKnown(object(value, "the options"), "the options", names);

/** The argument if it is an AbortSignal, or nothing. */
export function abortSignal(value) {
  if (value === undefined || value === null) return undefined;
  if (typeof value.addEventListener !== "function" || typeof value.aborted !== "boolean") throw badArgument("the signal", value, "an AbortSignal");
  return value;
}

/**
 * JSON text with U+FFFD in place of each half of a pair of surrogates, which no UTF-8 can hold: of the same length, so that
 * spans still fit. JSON escapes such a half by itself, in texts and in names, and nothing else so.
 */
export function wellFormed(text) {
  return text.includes("\\ud") ? text.replace(/\\(u[0-9a-f]{4}|.)/g, (escape) => (escape.startsWith("\\ud") ? "\ufffd" : escape)) : text;
}

/** The argument as JSON text; says where it holds something that JSON does not. */
export function json(value, what) {
  try {
    const text = JSON.stringify(value);
    if (isPlain(value)) return wellFormed(text ?? "null");
  } catch {} // Said below, with its place.
  return slowJson(value, what);
}

const HELD = "give texts, numbers, booleans, null, and lists and plain objects of these; a Map by Object.fromEntries, a Set or a stream as a list";

/** Whether JSON holds all of it as it stands. A look is faster than a replacer that is called for every value. */
function isPlain(value) {
  switch (typeof value) {
    case "object":
      if (value === null) return true;
      if (typeof value.toJSON === "function" || unheld(value) !== undefined) return false;
      // What is inherited is seen too; then the slow way says what is its own.
      for (const key in value) if (!isPlain(value[key])) return false;
      return true;
    case "number":
      return Number.isFinite(value);
    default:
      return typeof value === "string" || typeof value === "boolean" || value === undefined;
  }
}

/** The kind of an object that JSON would make an empty one of: a Map, a stream, a promise, an error. */
function unheld(value) {
  const prototype = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === Array.prototype || prototype === null) return undefined;
  const kind = kindOf(value);
  return ["object", "Array", "String", "Number", "Boolean"].includes(kind) ? undefined : kind;
}

function slowJson(value, what) {
  const refuse = (found) =>
    new DunlinError({ code: "api.bad-argument", message: `${what} ${isMany(what) ? "hold" : "holds"} ${found}, expected what JSON can hold`, hint: HELD });
  try {
    const text = JSON.stringify(value, function (key, inner) {
      const at = key === "" ? "" : ` at ${JSON.stringify(key)}`;
      // A day that there is not has no text, and JSON would put null.
      if (inner === null && this[key] instanceof Date) throw refuse(`an invalid Date${at}`);
      switch (typeof inner) {
        case "function":
        case "symbol":
        case "bigint":
          throw refuse(`${described(inner)}${at}`);
        case "number":
          if (!Number.isFinite(inner)) throw refuse(`${inner}${at}`);
          break;
        case "object": {
          const kind = inner === null ? undefined : unheld(inner);
          if (kind) throw refuse(`${withArticle(kind)}${at}`);
        }
      }
      return inner;
    });
    return wellFormed(text ?? "null");
  } catch (thrown) {
    if (thrown instanceof DunlinError) throw thrown;
    if (thrown instanceof RangeError) throw refuse("too much nesting");
    throw refuse(thrown instanceof TypeError && /circular|cyclic/i.test(thrown.message) ? "a circle" : `something unreadable (${thrown?.message ?? thrown})`);
  }
}

/**
 * Tells a listener of the host's. What it throws, or rejects with, is reported to the console and stops nothing: neither the
 * run nor who else listens.
 */
export function tell(listener, ...news) {
  try {
    const told = listener?.(...news);
    if (typeof told?.then === "function") told.then(undefined, (thrown) => console.error(thrown));
  } catch (thrown) {
    console.error(thrown);
  }
}

/** What a clock of the host's gives. */
export function asked(now) {
  try {
    return now();
  } catch (cause) {
    const message = `now failed: ${cause?.message ?? described(cause)}`;
    throw Object.assign(new DunlinError({ code: "api.bad-argument", message, hint: "pass a function that gives a Date" }), { cause });
  }
}

/** A moment in milliseconds since 1970, as the module takes it. */
export function moment(value, what) {
  const given = typeof value === "function" ? asked(value) : (value ?? new Date());
  const date = given instanceof Date ? given : new Date(given);
  const year = date.getFullYear();
  if (!(year >= 1 && year <= 9999)) throw badArgument(what, value, "a Date of the years 1 to 9999");
  return date.getTime();
}
