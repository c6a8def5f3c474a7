// Every block of code in the guide is run: the JavaScript of a page as one module, whose output is what its comments say after
// an arrow, and its TypeScript by the compiler; so are the READMEs and `examples`. What a shell runs in the other pages is run
// by crates/dunlin-server/tests/documents.rs and e2e/engine/page.mjs.
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
const root = new URL("../../", guide);
const examples = new URL("examples/", root);

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

test("the JavaScript of the repository's README does what it says", async () => {
  const code = blocks(readFileSync(new URL("README.md", root), "utf8"), "js").join("\n");
  const expected = [...code.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, line]) => line);
  assert.deepEqual(expected, ["0.3", "completed 84"]);
  const lines = await printed("root", code);
  assert.deepEqual(lines.filter((line) => expected.includes(line)), expected);
  assert.ok(lines.length > 10, "steps and events were told as well");
});

// What each example prints, as `// →` comments of its own say; that file says what is its whole output.
for (const name of readdirSync(examples).filter((name) => name.endsWith(".mjs"))) {
  test(`the example ${name} does what it says`, async () => {
    const code = readFileSync(new URL(name, examples), "utf8");
    assert.match(code, /from "\.\.\/pkg\/index\.js";/, "it uses the package as it is built beside it");
    const expected = [...code.matchAll(/^\/\/ → (.*)$/gm)].map(([, line]) => line);
    assert.ok(expected.length > 0, "it says what it prints");
    const lines = await printed(`example-${name.replace(".mjs", "")}`, code.replace("../pkg/index.js", "dunlin"));
    // Identifiers are others each time.
    const plain = lines.map((line) => line.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "…").trimEnd());
    assert.deepEqual(plain, expected);
  });
}

test("the plugins' README does what it says", async () => {
  const folder = new URL("plugins/", examples);
  const code = blocks(readFileSync(new URL("README.md", folder), "utf8"), "js").join("\n");
  const lines = await printed("plugins", code.replaceAll('from "./', `from "${folder}`));
  assert.deepEqual(lines, [...code.matchAll(/\/\/ → (.*)$/gm)].map(([, line]) => line));
  // Every other file of the folder is tried by plugins.test.mjs.
  const tried = readFileSync(here("plugins.test.mjs"), "utf8");
  for (const name of readdirSync(folder).filter((name) => name.endsWith(".mjs"))) {
    assert.ok(tried.includes(`plugin("${name.replace(".mjs", "")}")`), name);
  }
});

// Nothing is fetched here: what the lines install is what the package names beside itself.
test("the shell's lines of the guide install what the package is used with", () => {
  const { name, peerDependencies } = JSON.parse(readFileSync(here("node_modules/dunlin/package.json"), "utf8"));
  const wanted = pages.flatMap((page) => blocks(readFileSync(new URL(page, guide), "utf8"), "sh")).flatMap((code) => code.trim().split("\n"));
  const installed = wanted.flatMap((line) => {
    const [, names] = line.match(/^npm install ([^#]*?)\s*(#.*)?$/) ?? assert.fail(`nobody runs ${line}`);
    return names.split(/\s+/);
  });
  assert.deepEqual([...new Set(installed)].sort(), [name, ...Object.keys(peerDependencies)].sort());
});

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
