// Every block of code in the documents is run: the JavaScript of a page as one module, whose output is what its comments
// say after an arrow, and its TypeScript by the compiler.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { format } from "node:util";

const guide = new URL("../../docs/guide/", import.meta.url);
const pages = readdirSync(guide).filter((name) => name.endsWith(".md"));
const blocks = (text, language) => [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].filter(([, of]) => of === language).map(([, , code]) => code);
const here = (name) => new URL(name, import.meta.url);

// What a browser's agents would be told of is heard by nobody here.
globalThis.navigator ??= {};
globalThis.navigator.modelContext = { registerTool() {} };

/** Runs a page's script and gives what it printed. */
async function printed(name, code) {
  const file = here(`docs-${name}.mjs`);
  writeFileSync(file, code);
  const lines = [];
  const log = console.log;
  console.log = (...values) => lines.push(format(...values));
  try {
    await import(file);
  } finally {
    console.log = log;
  }
  return lines;
}

for (const name of [...pages, "README.md"]) {
  const text = readFileSync(name === "README.md" ? here("node_modules/dunlin/README.md") : new URL(name, guide), "utf8");
  const code = blocks(text, "js").join("\n");
  if (code === "") continue;
  test(`the JavaScript of ${name} does what it says`, async () => {
    const expected = [...code.matchAll(/\/\/ → (.*)$/gm)].map(([, line]) => line);
    const lines = await printed(name.replace(".md", ""), code);
    if (name !== "README.md") assert.deepEqual(lines, expected);
  });
}

test("the TypeScript of every page holds", () => {
  const files = pages.flatMap((name) => blocks(readFileSync(new URL(name, guide), "utf8"), "ts").map((code, at) => {
    writeFileSync(here(`docs-${name}-${at}.ts`), code);
    return `docs-${name}-${at}.ts`;
  }));
  assert.ok(files.length > 0);
  const options = ["--noEmit", "--strict", "--target", "es2022", "--module", "nodenext", "--moduleResolution", "nodenext", "--types", "", "--lib", "es2022,dom"];
  execFileSync("tsc", [...options, ...files], { cwd: fileURLToPath(here(".")), stdio: "inherit" });
});

test("the page of error codes names those that are met, with what they say", async () => {
  const { errorsPage } = await import(new URL("../errors.mjs", guide));
  const page = errorsPage();
  for (const row of [
    "| `calc.divide-by-zero` | A division, modulo or negative power of",
    "| `plan.cycle` | the steps wait for each other in a circle: …",
    "| `runtime.closed` | ",
    "| `wasm.not-ready` | the module has not come yet |",
    "| `bus.taken` | Another consumer of the group is at work. |",
    "| `fetch.redirect-refused` | the answer came from nowhere",
    "| `http.token` | the token is missing or another one |",
    "| `sql.too-large` | Its result is too large. |",
  ]) assert.ok(page.includes(row), row);
  assert.ok(page.match(/^\| `/gm).length > 220);
});

test("every code has a meaning, and none is said of a code that is not there", async () => {
  const { SAID, codes } = await import(new URL("../errors.mjs", guide));
  const all = codes();
  assert.deepEqual([...all].filter(([code, said]) => said.length === 0 && !(code in SAID)).map(([code]) => code), []);
  assert.deepEqual(Object.keys(SAID).filter((code) => !all.has(code)), []);
});

test("no page has code in a language that nobody runs", () => {
  for (const name of pages) {
    const found = [...readFileSync(new URL(name, guide), "utf8").matchAll(/^```(\w+)\n/gm)].map(([, language]) => language);
    assert.deepEqual(found.filter((language) => !["js", "ts", "sh"].includes(language)), [], name);
  }
});
