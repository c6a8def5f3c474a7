// The main job once in Firefox: `cargo xtask test page` runs it where Firefox is found. Everything else of the page is
// tested in Chromium (playwright.config.mjs).
//
//   DUNLIN_URL=… FIREFOX=… node --experimental-websocket e2e/firefox.mjs
import { launch, open } from "./bidi.mjs";
import { mirror } from "./mirror.mjs";

const GOAL = "add todo Buy milk and calculate (10 + 5) * 2 then list todos";
const ENTER = "\uE007";
const HOSTILE = `<img src=x onerror="globalThis.hacked=1">`;

const cases = {
  async "a typed goal is seen as a plan, runs on Enter, and is still there after a reload"(tab) {
    await tab.type("textbox", "Goal", GOAL);
    await tab.says("list", "Steps", "Buy milk", "(10 + 5) * 2", "List todos");
    await tab.says("status", "Run status", "No run yet");
    await tab.type("textbox", "Goal", ENTER);
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
    await tab.type("textbox", "Goal", `add todo ${HOSTILE}${ENTER}`);
    await tab.says("list", "Todo items", HOSTILE);
    await tab.reload();
    await tab.says("list", "Todo items", HOSTILE);
    await tab.until("no code to have run", () => tab.evaluate("globalThis.hacked === undefined && document.querySelector('main img') === null"));
  },

  async "the service worker gives the page on the second visit, and when the server has gone"(tab, server) {
    await tab.type("textbox", "New todo", `From before${ENTER}`);
    await tab.says("list", "Todo items", "From before");
    await tab.evaluate("navigator.serviceWorker.ready.then(({ active }) => active !== null)");
    await tab.until("the worker to answer for the page", async () => {
      await tab.reload();
      return tab.evaluate("navigator.serviceWorker.controller !== null");
    });
    await tab.says("list", "Todo items", "From before");
    await server.stop();
    await tab.reload();
    await tab.type("textbox", "Goal", `${GOAL}${ENTER}`);
    await tab.says("status", "Run status", "Completed: 3 of 3 steps");
    await tab.reload();
    await tab.says("list", "Todo items", "From before", "Buy milk");
  },
};

const { DUNLIN_URL: url, FIREFOX: binary } = process.env;
if (!url || !binary) throw new Error("DUNLIN_URL and FIREFOX are not set: `cargo xtask test page` sets them");
const firefox = await launch(binary);
const faults = [];
firefox.heard(({ params }) => {
  if (params.level === "error") faults.push(params.text);
});
let failed = 0;
for (const [name, run] of Object.entries(cases)) {
  const start = performance.now();
  // A server each is an origin each, so every case begins with nothing stored.
  const server = await mirror(url);
  let problem = null;
  faults.length = 0;
  try {
    const tab = await open(firefox, server.url);
    await run(tab, server);
    await tab.close();
    if (faults.length > 0) problem = faults.join("\n");
  } catch (error) {
    problem = [error.stack ?? String(error), ...faults].join("\n");
  }
  await server.stop().catch(() => {});
  console.log(`${problem === null ? "ok  " : "FAIL"} ${name} (${Math.round(performance.now() - start)} ms)`);
  if (problem !== null) console.log(problem.replace(/^/gm, "     "));
  failed += problem === null ? 0 : 1;
}
await firefox.end();
console.log(`${Object.keys(cases).length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
