// The main job once in Firefox, over WebDriver BiDi: `cargo xtask test page` runs it where Firefox is found. Everything else
// of the page is tested in Chromium (playwright.config.mjs), whose driver would have to be changed for Firefox.
//
//   DUNLIN_URL=… FIREFOX=… node e2e/firefox.mjs
import puppeteer from "puppeteer-core";
import { mirror } from "./mirror.mjs";
import { GOAL } from "./pages/dunlin.mjs";

const HOSTILE = `<img src=x onerror="globalThis.hacked=1">`;
const LIMIT_MS = 30_000;

const cases = {
  async "a typed goal is seen as a plan, runs on Enter, and is still there after a reload"(tab) {
    await tab.type("textbox", "Goal", GOAL);
    await tab.says("list", "Steps", "Buy milk", "(10 + 5) * 2", "List todos");
    await tab.says("status", "Run status", "No run yet");
    await tab.type("textbox", "Goal", "\n");
    const whole = async () => {
      await tab.says("status", "Run status", "Completed: 3 of 3 steps");
      await tab.says("list", "Log", "Buy milk", "30", "Succeeded");
      await tab.says("region", "Result", "Buy milk");
      await tab.says("list", "Todo items", "Buy milk");
    };
    await whole();
    await tab.reload();
    await whole();
    await tab.says("list", "Run history", "Buy milk");
  },

  async "a hostile goal stays text"(tab) {
    await tab.type("textbox", "Goal", `add todo ${HOSTILE}\n`);
    await tab.says("list", "Todo items", HOSTILE);
    await tab.reload();
    await tab.says("list", "Todo items", HOSTILE);
    await tab.until("no code to have run", () => globalThis.hacked === undefined && document.querySelector("main img") === null);
  },

  async "the service worker gives the page on the second visit, and when the server has gone"(tab, server) {
    await tab.type("textbox", "New todo", "From before\n");
    await tab.says("list", "Todo items", "From before");
    await tab.until("the worker to be there", () => navigator.serviceWorker.ready.then(({ active }) => active !== null));
    await tab.reload();
    await tab.until("the worker to answer for the page", () => navigator.serviceWorker.controller !== null);
    await tab.says("list", "Todo items", "From before");
    await server.stop();
    await tab.reload();
    await tab.type("textbox", "Goal", `${GOAL}\n`);
    await tab.says("status", "Run status", "Completed: 3 of 3 steps");
    await tab.reload();
    await tab.says("list", "Todo items", "From before", "Buy milk");
  },
};

// What a person does in a tab, and things found by role and name.
function at(page) {
  const find = (role, name) => page.waitForSelector(`::-p-aria(${name}[role="${role}"])`, { timeout: LIMIT_MS });
  const until = (what, holds, ...given) =>
    page.waitForFunction(holds, { timeout: LIMIT_MS, polling: 50 }, ...given).catch((error) => {
      throw new Error(`waited for ${what}: ${error.message}`);
    });
  // As `stands` of pages/dunlin.mjs.
  const started = () => until("the program", () => document.querySelector("html:not(:has([data-skeleton]))") !== null);
  return {
    until,
    async says(role, name, ...words) {
      const end = Date.now() + LIMIT_MS;
      for (let text = ""; ; await new Promise((done) => setTimeout(done, 50))) {
        // What was found may be drawn anew before it is read.
        text = await find(role, name).then((found) => found.evaluate((node) => node.textContent)).catch((error) => error.message);
        if (words.every((word) => text.includes(word))) return;
        if (Date.now() > end) throw new Error(`waited for ${role} ${name} to say ${words.join(", ")}, found ${text}`);
      }
    },
    async type(role, name, text) {
      const field = await find(role, name);
      await field.focus();
      for (const part of text.split(/(\n)/)) await (part === "\n" ? page.keyboard.press("Enter") : page.keyboard.type(part));
    },
    async go(url) {
      await page.goto(url);
      await started();
    },
    async reload() {
      await page.reload();
      await started();
    },
  };
}

const { DUNLIN_URL: url, FIREFOX: executablePath } = process.env;
if (!url || !executablePath) throw new Error("DUNLIN_URL and FIREFOX are not set: `cargo xtask test page` sets them");
const firefox = await puppeteer.launch({ browser: "firefox", executablePath, headless: true });
let failed = 0;
for (const [name, run] of Object.entries(cases)) {
  const start = performance.now();
  // A server each is an origin each, so every case begins with nothing stored.
  const server = await mirror(url);
  const faults = [];
  const page = await firefox.newPage();
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  let problem = null;
  try {
    const tab = at(page);
    await tab.go(server.url);
    await run(tab, server);
    if (faults.length > 0) problem = faults.join("\n");
  } catch (error) {
    problem = [error.stack ?? String(error), ...faults].join("\n");
  }
  await page.close();
  await server.stop().catch(() => {});
  console.log(`${problem === null ? "ok  " : "FAIL"} ${name} (${Math.round(performance.now() - start)} ms)`);
  if (problem !== null) console.log(problem.replace(/^/gm, "     "));
  failed += problem === null ? 0 : 1;
}
await firefox.close();
console.log(`${Object.keys(cases).length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
