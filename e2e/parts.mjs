// `cargo xtask parts`: does in the page, whose functions say when they are called, what most people do first, and prints
// what had been called: a line for opening the page, with and without something stored, and a line for the main job.
import { launch } from "./browser.mjs";
import { expect } from "./expect.mjs";
import { dunlin, GOAL } from "./pages/dunlin.mjs";

const browser = await launch();
const opening = new Set();
const job = new Set();

// Opens the page and acts in it. What the act calls counts as the main job.
async function visit(context, act) {
  const page = await context.newPage();
  await page.addInitScript(() => (globalThis.dunlinCalled = new Set()));
  await page.goto(process.env.DUNLIN_URL);
  await page.waitForSelector("[data-skeleton]", { state: "detached" });
  // What is done when the browser has nothing else to do counts as opening too.
  await page.waitForTimeout(1000);
  const note = async (into) => (await page.evaluate(() => [...globalThis.dunlinCalled])).forEach((number) => into.add(number));
  await note(opening);
  await act?.(page, dunlin(page));
  await note(job);
  await page.close();
}

const context = await browser.newContext({ locale: "en-US", serviceWorkers: "block" });
// A goal that is typed, and one that is put in as a whole.
await visit(context, async (page, at) => {
  await at.goal.pressSequentially(GOAL, { delay: 20 });
  await at.goal.press("Enter");
  await expect(at.status).toContainText("ompleted");
  await page.waitForTimeout(1000);
});
await visit(context);
await visit(context, async (page, at) => {
  await at.goal.fill(GOAL);
  await at.goal.press("Enter");
  await expect(at.status).toContainText("ompleted");
  await page.reload();
  await expect(at.status).toContainText("ompleted");
});
await browser.close();
for (const called of [opening, job]) console.log([...called].sort((left, right) => left - right).join(" "));
