// Letters that are written as one and those that are put together ("é" and "e" with an accent behind it): the module reads
// composed ones, as templates and lists are, and places count in what was given.
import { json } from "./border.js";

/** A text with its letters composed, and the way back from places in it. */
export class Composed {
  #given;
  #places;

  constructor(given) {
    this.#given = given;
    this.text = given.normalize("NFC");
  }

  /** The same value with places in the composed text as those in the text that was given. */
  back(value) {
    if (this.text === this.#given) return value;
    this.#places ??= places(this.#given);
    return moved(value, (at) => this.#places[at] ?? this.#given.length);
  }

  /** The other way round. */
  forth(value) {
    if (this.text === this.#given) return value;
    return moved(value, (at) => this.#given.slice(0, at).normalize("NFC").length);
  }

  /** Works with the composed text; the places that an error names are moved back. */
  try(work) {
    try {
      return work(this.text);
    } catch (error) {
      if (error.span) error.span = this.back(error.span);
      if (error.details) error.details = this.back(error.details);
      throw error;
    }
  }
}

/** For each place in the composed text the one in the text as it was given. */
function places(given) {
  const found = [];
  let before = 0;
  let from = 0;
  // Nothing is composed across a space, so a word at a time is enough.
  for (const word of given.match(/\s*\S+|\s+$/g) ?? []) {
    for (let end = 0; end <= word.length; end++) found[before + word.slice(0, end).normalize("NFC").length] = from + end;
    before += word.normalize("NFC").length;
    from += word.length;
  }
  return found;
}

/** A value with every span in it moved. */
function moved(value, to) {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((inner) => moved(inner, to));
  if (typeof value.start === "number" && typeof value.end === "number") return { ...value, start: to(value.start), end: to(value.end) };
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, moved(inner, to)]));
}

/** What is a host's own and no word of a sentence. */
const OWN = new Set(["out", "context", "input", "requires", "excludes"]);

/** JSON text of a definition or of phrases, whose words are composed; what a value stands for stays as it is. */
export function composedJson(value, what, key) {
  const text = json(value, what);
  return text.normalize("NFC") === text ? text : JSON.stringify(composedWords(JSON.parse(text), key));
}

function composedWords(value, key) {
  if (typeof value === "string") return value.normalize("NFC");
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((inner) => (key === "values" ? composedValue(inner) : composedWords(inner, key)));
  const named = key === "lists" || key === "rules";
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name.normalize("NFC"), !named && OWN.has(name) ? inner : composedWords(inner, named ? undefined : name)]),
  );
}

/** A value of a list: what says it is composed, and it stands for what it stood for. */
function composedValue(value) {
  const listed = typeof value === "string" ? { in: value } : value;
  return { ...listed, in: listed.in?.normalize?.("NFC"), out: listed.out === undefined ? listed.in : listed.out };
}
