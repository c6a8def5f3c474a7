// The package in a page with a strict policy, as it lies and from a bundler that was told nothing.
const ANSWER = "0.3 completed 30";

async function answered(page) {
  await page.waitForFunction(() => document.title !== "waiting");
  return page.title();
}

export const cases = [
  {
    name: "a plain module script imports it, and todos are in the page's own storage",
    async run({ page, expect }) {
      expect(await answered(page)).toBe(ANSWER);
      const kept = await page.evaluate(() => Object.entries(localStorage).filter(([key]) => key.includes(":todo:")));
      expect(kept.length).toBe(1);
      expect(kept[0][1]).toContain("Feed the cat");
    },
  },
  {
    name: "a bundle made without configuration runs",
    async run({ page, url, expect }) {
      await page.goto(`${url}bundled.html`);
      expect(await answered(page)).toBe(ANSWER);
    },
  },
];
