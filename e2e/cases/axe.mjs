// axe in every state, light and dark, wide and narrow; and nothing sticks out at 320 pixels. As every state is reached here
// anyway, a picture of each stays behind in target/screenshots/states/, for people to look at.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { GOAL, dunlin } from "../pages/dunlin.mjs";

const SIZES = {
  wide: { width: 1280, height: 800 },
  narrow: { width: 360, height: 740 },
};

const pictures = new URL("../../target/screenshots/states/", import.meta.url).pathname;
mkdirSync(pictures, { recursive: true });

async function everywhere(page, axe, state) {
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.screenshot({ path: join(pictures, `${state.replace(/\W+/g, "-")}-${size}-${colorScheme}.png`) });
      await axe(page);
    }
  }
}

const STATES = {
  empty: async () => {},
  typed: async (on) => {
    await on.goal.fill(GOAL);
  },
  "typed and not understood": async (on, page, expect) => {
    await on.goal.fill("calculate 2 + 2 then what's the weather");
    await expect(page.getByText("There is no plan for this goal")).toBeVisible();
  },
  refused: async (on, page, expect) => {
    await on.carryOut("what's the weather");
    await expect(on.alert).toBeVisible();
  },
  "run and opened": async (on, page, expect) => {
    await on.carryOut(GOAL);
    await expect(on.status).toHaveText(/^Completed/);
    await on.rows.first().getByRole("button").first().click();
    await expect(on.rows.first()).toContainText("Observation");
  },
  failed: async (on, page, expect) => {
    await on.carryOut("add todo Pay then calculate 1 / 0");
    await expect(on.status).toHaveText(/^Failed/);
  },
  approval: async (on, page, expect) => {
    await on.todos.add("One", "Two");
    await on.carryOut("clear my list");
    await expect(on.approve).toBeVisible();
  },
  "budget nearly spent": async (on, page, expect) => {
    await on.settings.button.click();
    await on.settings.most("Most tool calls").fill("2");
    await on.settings.most("Longest time, in seconds").fill("60");
    await on.settings.close.click();
    await on.todos.add("One", "Two");
    await on.carryOut("add todo Three then calculate 2 + 2 then clear my list");
    await expect(on.budget).toHaveText(/tool calls \(spent\)/);
  },
  "long plan": async (on, page, expect) => {
    await on.goal.fill(Array.from({ length: 24 }, (_, at) => `calculate ${at} + ${at}`).join(" then "));
    await expect(on.steps).toHaveCount(24);
  },
  "todos in every state": async (on, page, expect) => {
    await on.todos.add("Send invoice 2020-05-06 p1 #work", "Water the plants", "קנה חלב");
    await on.todos.box("Water the plants").check();
    await expect(on.todos.undo).toBeVisible();
    await on.todos.edit("קנה חלב").click();
    await expect(on.todos.editor).toBeVisible();
  },
  "todos looked through and one edited": async (on, page, expect) => {
    await on.todos.add("Send invoice 2020-05-06 p1 #work", "Water the plants", "קנה חלב", "Call Ann #home");
    await on.todos.choices.click();
    await on.todos.choice("Sort").selectOption({ label: "Urgent first" });
    await on.todos.search.fill("send");
    await on.todos.edit("Send invoice").click();
    await expect(on.todos.editor).toBeFocused();
  },
  "a step reached in the picture, and a new version offered": async (on, page, expect) => {
    await on.carryOut(GOAL);
    await expect(on.status).toHaveText(/^Completed/);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
    if (await on.graph.isVisible()) {
      await on.graph.focus();
      await page.keyboard.press("ArrowRight");
    }
    // What `offline.js` puts there when a version waits; that it does is a case of its own.
    await page.evaluate(() => {
      const button = Object.assign(document.createElement("button"), { className: "button", textContent: "Use it now" });
      document.querySelector(".update").replaceChildren("A new version is ready.", button);
    });
  },
  settings: async (on, page, expect) => {
    await on.settings.button.click();
    await expect(on.settings.dialog).toBeVisible();
    await on.settings.reset.click();
    await expect(on.settings.resetNow).toBeVisible();
  },
};

export const cases = [
  ...Object.entries(STATES).map(([name, reach]) => ({
    name: `axe finds nothing: ${name}`,
    async run({ page, expect, axe }) {
      await reach(dunlin(page), page, expect);
      await everywhere(page, axe, name);
    },
  })),
  {
    name: "nothing sticks out at 320 pixels",
    context: { viewport: { width: 320, height: 640 } },
    async run({ page, expect }) {
      const on = dunlin(page);
      const sticksOut = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect(await sticksOut()).toBeLessThan(1);
      await on.todos.add(`${"long".repeat(60)}`, "Two");
      await on.carryOut(`add todo ${"word".repeat(60)} and calculate 12345678901234567890 * 98765432109876543210 then list todos`);
      await expect(on.status).toHaveText(/^Completed/);
      await on.rows.nth(1).getByRole("button").first().click();
      expect(await sticksOut()).toBeLessThan(1);
      await on.settings.button.click();
      expect(await sticksOut()).toBeLessThan(1);
    },
  },
  {
    name: "every target is at least 24 pixels",
    async run({ page, expect }) {
      const on = dunlin(page);
      await on.todos.add("One", "Two");
      await on.carryOut(GOAL);
      await expect(on.status).toHaveText(/^Completed/);
      await on.goal.fill("add todo Call Ann tomorrow p1");
      const small = await page.evaluate(() =>
        [...document.querySelectorAll("button, a, input, select, textarea")]
          .filter((node) => node.checkVisibility() && !node.closest("dialog"))
          .map((node) => [node, (node.closest("label") ?? node).getBoundingClientRect()])
          // Links inside a line of text are exempt (WCAG 2.5.8, inline).
          .filter(([node, box]) => !node.closest(".todo-badges") && (box.width < 24 || box.height < 24))
          .map(([node, box]) => `${node.outerHTML.slice(0, 80)} ${box.width}×${box.height}`),
      );
      expect(small).toEqual([]);
    },
  },
  {
    name: "forced colours: states, ticks and the selection do not hang on colours of ours",
    context: { forcedColors: "active" },
    async run({ page, expect, axe }) {
      const on = dunlin(page);
      await on.todos.add("One", "Two");
      await on.todos.box("One").check();
      await on.carryOut(GOAL);
      await expect(on.status).toHaveText(/^Completed/);
      await on.node(1).click();
      await axe(page, { without: ["color-contrast"] }); // The colours are the person's own.
      const drawn = await page.evaluate(() => {
        const look = (selector, what) => getComputedStyle(document.querySelector(selector))[what];
        return {
          tick: getComputedStyle(document.querySelector(".check:checked"), "::after").content !== "none",
          selected: look(".node-selected rect", "strokeWidth") !== look(".node:not(.node-selected) rect", "strokeWidth"),
          bar: look(".bar", "backgroundColor") !== look(".track", "backgroundColor"),
        };
      });
      expect(drawn).toEqual({ tick: true, selected: true, bar: true });
    },
  },
];
