// `await expect(locator).toHaveText("…")`: assertions that ask again until they hold or five seconds are over; and
// `expect(value).toEqual(…)` for plain values, and `await expect(async () => value).toEqual(…)` for one that is asked for again
// until it holds. `.not` turns one round. Only what the cases use is here.
import { isDeepStrictEqual } from "node:util";

const LIMIT_MS = 5000;

export function expect(subject, { timeout = LIMIT_MS } = {}) {
  const matchers = isLocator(subject) ? onLocator : onValue;
  const make = (wanted) =>
    Object.fromEntries(
      Object.entries(matchers).map(([name, matcher]) => [
        name,
        // Made here, so that the error points into the case and not into the loop.
        (...expected) => settle(subject, name, matcher, expected, wanted, timeout, new Error()),
      ]),
    );
  return { ...make(true), not: make(false) };
}

// A matcher gives [does it hold, what was found].
const onLocator = {
  toBeVisible: async (at) => told(await at.isVisible()),
  toBeHidden: async (at) => told(await at.isHidden()),
  toBeEnabled: async (at) => told(await at.isEnabled(now)),
  toBeDisabled: async (at) => told(await at.isDisabled(now)),
  toBeChecked: async (at) => told(await at.isChecked(now)),
  toBeFocused: async (at) => told(await at.evaluate((node) => node === document.activeElement, undefined, now)),
  toHaveCount: async (at, count) => equal(await at.count(), count),
  toHaveValue: async (at, value) => like(await at.inputValue(now), value),
  toHaveAttribute: async (at, name, value) => like(await at.getAttribute(name, now), value),
  // The text as a person reads it, blanks drawn together; a list of texts is compared with all that match.
  toHaveText: async (at, text) =>
    Array.isArray(text) ? allLike(await texts(at), text) : like(plain(await at.innerText(now)), text),
  toContainText: async (at, text) => {
    const found = plain(await at.innerText(now));
    return [found.includes(text), found];
  },
  toHaveAccessibleName: async (at, name) => like(await accessible(at, "name"), name),
};

const onValue = {
  toBe: (found, value) => [Object.is(found, value), found],
  toEqual: (found, value) => [isDeepStrictEqual(found, value), found],
  toBeTruthy: (found) => [Boolean(found), found],
  toBeLessThan: (found, most) => [found < most, found],
  toBeGreaterThan: (found, least) => [found > least, found],
  toContain: (found, part) => [found.includes(part), found],
  toMatch: (found, pattern) => [pattern.test(found), found],
};

// The loop asks again, so a single look need not wait for the element.
const now = { timeout: 250 };

function settle(subject, name, matcher, expected, wanted, timeout, made) {
  const fail = (found) => {
    made.message = [
      `${wanted ? "" : "not "}${name}(${expected.map(shown).join(", ")})`,
      isLocator(subject) ? `at ${subject}` : null,
      `found ${shown(found)}`,
    ]
      .filter(Boolean)
      .join(", ");
    made.stack = `${made.message}\n${(made.stack ?? "").split("\n").slice(1).filter((line) => !line.includes("expect.mjs")).join("\n")}`;
    return made;
  };
  const asked = typeof subject === "function";
  if (!isLocator(subject) && !asked) {
    const [holds, found] = matcher(subject, ...expected);
    if (holds !== wanted) throw fail(found);
    return undefined;
  }
  return (async () => {
    const end = performance.now() + timeout;
    for (;;) {
      let holds = null;
      let found;
      try {
        [holds, found] = await matcher(asked ? await subject() : subject, ...expected);
      } catch (error) {
        found = String(error.message ?? error).split("\n")[0];
      }
      if (holds === wanted) return;
      if (performance.now() > end) throw fail(found);
      await new Promise((go) => setTimeout(go, 50));
    }
  })();
}

function isLocator(subject) {
  return typeof subject?.innerText === "function" && typeof subject?.count === "function";
}

const told = (holds) => [holds, holds];
const equal = (found, value) => [found === value, found];
const like = (found, value) => [value instanceof RegExp ? value.test(found ?? "") : found === value, found];
const allLike = (found, values) => [
  found.length === values.length && values.every((value, at) => like(found[at], value)[0]),
  found,
];
const plain = (text) => text.replace(/\s+/g, " ").trim();
const texts = async (at) => (await at.allInnerTexts()).map(plain);
const shown = (value) => (value instanceof RegExp ? String(value) : JSON.stringify(value));

// What a screen reader is told, from the browser's own accessibility tree.
async function accessible(at, what) {
  const snapshot = await at.ariaSnapshot(now);
  return what === "name" ? (snapshot.match(/^- \w+ "((?:[^"\\]|\\.)*)"/)?.[1] ?? "") : snapshot;
}
