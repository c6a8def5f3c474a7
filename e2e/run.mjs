// Drives the real page in the system's Chromium: every case of e2e/cases/*.mjs, each in a browser context of its own, and
// as many at a time as there are processors, each of these in a browser of its own.
//
//   cargo xtask test page                 builds the page, serves it and calls this
//   DUNLIN_URL=… CHROME=… node e2e/run.mjs [words of a file's or a case's name]
//
// A case file exports `cases = [{ name, run, context?, expected? }]`. `run` gets { page, context, browser, url, expect,
// axe }, the page open at the address with the program started. `context` holds options for the browser context
// (viewport, locale, …); `expected` patterns of console messages that this case provokes on purpose; `open: false`
// leaves the page blank; `limit` is how many milliseconds it may take; `alone: true` runs it when no other runs, because it
// measures time. Besides what it asserts, a case fails on any other console error, uncaught error, violation of
// the policy, failed request, or request to another origin. A failed case leaves its picture and its log in target/e2e/.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { axe } from "./axe.mjs";
import { launch } from "./browser.mjs";
import { expect } from "./expect.mjs";
import { stands } from "./pages/dunlin.mjs";
import { watch } from "./watch.mjs";

const CASE_LIMIT_MS = 30_000;
// Chromium is several processes itself, so more at a time only take turns.
const WORKERS = Number(process.env.DUNLIN_WORKERS ?? Math.min(availableParallelism(), 4));
const folder = process.env.DUNLIN_CASES ?? new URL("./cases/", import.meta.url).pathname;
const evidence = new URL(`../target/e2e/${folder.includes("npm") ? "npm" : "page"}/`, import.meta.url).pathname;

const url = process.env.DUNLIN_URL;
if (!url) throw new Error("DUNLIN_URL is not set: `cargo xtask test page` sets it");
const words = process.argv.slice(2).map((word) => word.toLowerCase());

const cases = await collect();
rmSync(evidence, { recursive: true, force: true });
mkdirSync(evidence, { recursive: true });

let failed = 0;
const beside = cases.filter((one) => !one.alone);
await Promise.all(Array.from({ length: WORKERS }, () => work(beside)));
await work(cases.filter((one) => one.alone));
console.log(`${cases.length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

// Takes cases from the front of the list until it is empty.
async function work(list) {
  if (list.length === 0) return;
  const browser = await launch(["--enable-features=WebMCP"]);
  for (let one = list.shift(); one; one = list.shift()) if (!(await passes(browser, one))) failed += 1;
  await browser.close();
}

async function collect() {
  const all = [];
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".mjs")).sort()) {
    const module = await import(join(folder, file));
    if (!Array.isArray(module.cases) || module.cases.length === 0) throw new Error(`${file} exports no cases`);
    for (const one of module.cases) all.push({ ...one, title: `${file.replace(/\.mjs$/, "")}: ${one.name}` });
  }
  const names = new Set(all.map((one) => one.title));
  if (names.size !== all.length) throw new Error("two cases have the same name");
  return all.filter((one) => words.every((word) => one.title.toLowerCase().includes(word)));
}

async function passes(browser, one) {
  const start = performance.now();
  const context = await browser.newContext({ locale: "en-US", timezoneId: "UTC", reducedMotion: "reduce", ...one.context });
  context.setDefaultTimeout(10_000);
  const seen = await watch(context, new URL(url).origin, one.expected ?? []);
  const page = await context.newPage();
  let problem = null;
  try {
    await limited(one.limit ?? CASE_LIMIT_MS, async () => {
      if (one.open !== false) await open(page);
      await one.run({ page, context, browser, url, expect, axe, open: () => open(page) });
    });
    const findings = seen.findings();
    if (findings.length > 0) problem = findings.join("\n");
  } catch (error) {
    problem = [error.stack ?? String(error), ...seen.findings()].join("\n");
  }
  const took = `${Math.round(performance.now() - start)} ms`;
  if (problem === null) {
    console.log(`ok   ${one.title} (${took})`);
  } else {
    console.log(`FAIL ${one.title} (${took})\n${problem.replace(/^/gm, "     ")}`);
    await keep(one.title, context, seen, problem);
  }
  await context.close();
  return problem === null;
}

// Opens the address and waits until the program has taken the place of the skeleton.
async function open(page) {
  await page.goto(url);
  await stands(page);
}

async function limited(limit, work) {
  let timer;
  const late = new Promise((_, refuse) => {
    timer = setTimeout(() => refuse(new Error(`took longer than ${limit} ms`)), limit);
  });
  try {
    await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}

async function keep(title, context, seen, problem) {
  const base = join(evidence, title.replace(/[^a-z0-9]+/gi, "-"));
  writeFileSync(`${base}.log`, `${problem}\n\n${seen.log().join("\n")}\n`);
  for (const [at, page] of context.pages().entries()) {
    await page.screenshot({ path: `${base}${at === 0 ? "" : `-${at}`}.png`, timeout: 5000 }).catch(() => {});
  }
}
