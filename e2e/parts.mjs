// `cargo xtask parts`: does in the page, whose functions say when they are called, what most people do first, and prints
// what had been called: a line for opening the page for the first time, and a line for the main job.
import { expect } from "@playwright/test";
import { launch } from "./browser.mjs";
import { dunlin, GOAL } from "./pages/dunlin.mjs";

const browser = await launch();
const opening = new Set();
const job = new Set();

// Opens the page for the first time in a browser and acts in it. What the act calls counts as the main job. Nothing is stored:
// where something is, all parts come before the page begins (web/assets/parts.js).
async function visit(act, { zone = "UTC", slower = 1, at } = {}) {
  const context = await browser.newContext({ locale: "en-US", timezoneId: zone, serviceWorkers: "block" });
  const page = await context.newPage();
  await page.addInitScript(() => (globalThis.dunlinCalled = new Set()));
  if (at !== undefined) await page.addInitScript(shifted, at);
  if (slower > 1) await (await context.newCDPSession(page)).send("Emulation.setCPUThrottlingRate", { rate: slower });
  await page.goto(process.env.DUNLIN_URL);
  await page.waitForSelector("[data-skeleton]", { state: "detached" });
  // What is done when the browser has nothing else to do counts as opening too.
  await page.waitForTimeout(1000);
  const note = async (into) => (await page.evaluate(() => [...globalThis.dunlinCalled])).forEach((number) => into.add(number));
  await note(opening);
  await act(dunlin(page));
  await expect(dunlin(page).status).toContainText("ompleted");
  // What is done after the end belongs to it.
  await page.waitForTimeout(1000);
  await note(job);
  await context.close();
}

// The page's clock goes on from another moment.
function shifted(at) {
  const now = Date.now.bind(Date);
  const ahead = at - now();
  Date.now = () => now() + ahead;
}

const ZONES = ["UTC", "America/New_York", "Asia/Kolkata"];

// A goal that is typed; those below are put in as a whole.
await visit(async (on) => {
  await on.goal.pressSequentially(GOAL, { delay: 20 });
  await on.goal.press("Enter");
});
// What one time in twenty is slower, or falls on another day, calls a few functions more: without these visits they would
// come last, and whoever meets them first would wait.
for (let round = 0; round < 16; round++) {
  const at = Date.UTC(2026, (round * 5) % 12, 1 + ((round * 7) % 28), (round * 11) % 24, (round * 13) % 60);
  await visit((on) => on.carryOut(GOAL), { zone: ZONES[round % ZONES.length], slower: 1 + (round % 4) * 2, at });
}
await browser.close();
for (const called of [opening, job]) console.log([...called].sort((left, right) => left - right).join(" "));
