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
