// What stands in the page before the program has come: the same words in the same places, so that nothing jumps.
import { dunlin } from "../pages/dunlin.mjs";

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

export const cases = WIDTHS.map(({ name, viewport }) => ({
  name: `nothing moves when the program takes the skeleton's place, on ${name}`,
  context: { viewport },
  open: false,
  async run({ page, expect, url }) {
    let go;
    const held = new Promise((resolve) => (go = resolve));
    await page.route("**/*.wasm", async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(url, { waitUntil: "commit" });
    await page.waitForSelector("[data-skeleton] .empty");
    const before = await places(page);
    expect(before.map(({ text }) => text.split(" ")[0])).toEqual(["Dunlin", "frame", "Plan", "Type", "Todos"]);
    go();
    await page.waitForSelector("[data-skeleton]", { state: "detached" });
    await expect(dunlin(page).goal).toBeVisible();
    const after = await places(page);
    // Below the plan stand things that only the program knows; on a phone they push the todos down.
    const same = viewport.width > 1000 ? before : before.filter(({ text }) => text !== "Todos");
    expect(after.filter(({ text }) => same.some((one) => one.text === text))).toEqual(same);
  },
}));
