// What stands in the page before the program has come: the same words in the same places, so that nothing jumps.
import { dunlin } from "../pages/dunlin.mjs";
import { expect, test } from "../test.mjs";

const WIDTHS = [
  { name: "a desk", viewport: { width: 1350, height: 940 } },
  { name: "a phone", viewport: { width: 412, height: 823 } },
];

// Every text and frame that the skeleton has, with its place.
function places(page) {
  return page.evaluate(() => {
    const texts = ["Dunlin", "Plan", "Todos"];
    const found = [...document.querySelectorAll(".page-brand, .panel-head h2, p.empty, .prompt-frame")].map((node) => {
      const range = document.createRange();
      range.selectNodeContents(node);
      const frame = node.matches(".prompt-frame");
      const { x, y, height } = (frame ? node : range).getBoundingClientRect();
      return { text: frame ? "frame" : node.textContent.trim(), x: Math.round(x), y: Math.round(y), height: Math.round(height) };
    });
    return found.filter(({ text }) => texts.includes(text) || text === "frame" || text.startsWith("Type a goal"));
  });
}

// Every shift that nobody asked for, as browsers count them: none of the page, 0.1 is called good.
const shifts = () => {
  globalThis.shifted = 0;
  const seen = (list) => list.getEntries().filter((one) => !one.hadRecentInput).forEach((one) => (globalThis.shifted += one.value));
  new PerformanceObserver(seen).observe({ type: "layout-shift", buffered: true });
};

for (const { name, viewport } of WIDTHS) {
  test.describe(() => {
    test.use({ viewport, opened: false });

    test(`nothing moves when the program takes the skeleton's place, on ${name}`, async ({ page, url }) => {
      let go;
      const held = new Promise((resolve) => (go = resolve));
      await page.route("**/*.wasm", async (route) => {
        await held;
        await route.continue();
      });
      await page.goto(url, { waitUntil: "commit" });
      // Before the first paint the style may still be on its way, and nobody sees anything.
      await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
      const before = await places(page);
      expect(before.map(({ text }) => text.split(" ")[0])).toEqual(["Dunlin", "frame", "Plan", "Type", "Todos"]);
      go();
      await page.waitForSelector("[data-skeleton]", { state: "detached" });
      await expect(dunlin(page).goal).toBeVisible();
      const after = await places(page);
      // Below the plan stand things that only the program knows; on a phone they push the todos down.
      const same = viewport.width > 1000 ? before : before.filter(({ text }) => text !== "Todos");
      expect(after.filter(({ text }) => same.some((one) => one.text === text))).toEqual(same);
    });

    test(`the layout stays from the first paint until every part is here, on ${name}`, async ({ page, open }) => {
      await page.addInitScript(shifts);
      await open();
      await page.waitForTimeout(300);
      const shifted = await page.evaluate(() => globalThis.shifted);
      // On a phone the todos stand below what only the program knows.
      if (shifted > (viewport.width > 1000 ? 0.001 : 0.1)) throw new Error(`the layout shifted by ${shifted}`);
    });
  });
}
