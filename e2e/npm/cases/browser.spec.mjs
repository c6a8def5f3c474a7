// The package in a page with a strict policy, as it lies and from a bundler that was told nothing.
import { expect, test } from "../../test.mjs";

const ANSWER = "0.3 completed 30";

async function answered(page) {
  await page.waitForFunction(() => document.title !== "waiting");
  return page.title();
}

test("a plain module script imports it, and todos are in the page's own storage", async ({ page }) => {
  expect(await answered(page)).toBe(ANSWER);
  const kept = await page.evaluate(() => Object.entries(localStorage).filter(([key]) => key.includes(":todo:")));
  expect(kept.length).toBe(1);
  expect(kept[0][1]).toContain("Feed the cat");
});

test("a bundle made without configuration runs", async ({ page, url }) => {
  await page.goto(`${url}bundled.html`);
  expect(await answered(page)).toBe(ANSWER);
});

test("two runtimes in one page see each other at once, over the browser's own storage and locks", async ({ page }) => {
  await answered(page);
  const seen = await page.evaluate(async () => {
    const { createRuntime } = await import("./dunlin/index.js");
    const [left, right] = [await createRuntime(), await createRuntime()];
    const texts = ({ todos }) => todos.list().map(({ text }) => text).filter((text) => /^[ab]$/.test(text)).sort().join();
    const before = texts(right);
    left.todos.add("a");
    const heard = [];
    const seen = [before, texts(right)];
    right.todos.subscribe(({ elsewhere }) => heard.push(elsewhere));
    const { status } = await left.run("add todo b", { runId: "one" }).result;
    await new Promise((resume) => setTimeout(resume, 0));
    seen.push(status, right.runs.get("one").status, texts(right), heard.length > 0 && heard.every(Boolean));
    right.todos.undo();
    return [...seen, texts(left), left.health().storage.claims];
  });
  expect(seen).toEqual(["", "a", "completed", "completed", "a,b", true, "a", "locks"]);
});
