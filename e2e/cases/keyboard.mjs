// The whole journey without a mouse.
import { dunlin } from "../pages/dunlin.mjs";

// Presses Tab until something of that role and name has the focus, as somebody looking for it would.
async function tabTo(page, locator, key = "Tab") {
  for (let presses = 0; presses < 80; presses++) {
    if ((await locator.count()) === 1 && (await locator.evaluate((node) => node === document.activeElement))) return;
    await page.keyboard.press(key);
  }
  throw new Error(`80 presses of ${key} do not reach ${locator}`);
}

export const cases = [
  {
    name: "the goal has the focus, Control+K comes back to it, Shift+Enter starts a line, Up recalls",
    async run({ page, expect }) {
      const on = dunlin(page);
      await expect(on.goal).toBeFocused();
      await on.todos.field.focus();
      await page.keyboard.press("Control+k");
      await expect(on.goal).toBeFocused();
      await page.keyboard.type("calculate 1 + 1");
      await page.keyboard.press("Shift+Enter");
      await page.keyboard.type("list todos");
      await expect(on.goal).toHaveValue("calculate 1 + 1\nlist todos");
      await expect(on.steps).toHaveCount(2);
      await page.keyboard.press("Enter");
      await expect(on.status).toHaveText(/^Completed: 2 of 2/);
      await page.keyboard.press("ArrowUp");
      await expect(on.goal).toHaveValue("calculate 1 + 1\nlist todos");
    },
  },
  {
    name: "from goal to answer to todos to history to settings",
    async run({ page, expect }) {
      const on = dunlin(page);
      await page.keyboard.type("add todo Feed the cat and add todo Call Ann");
      await page.keyboard.press("Enter");
      await expect(on.status).toHaveText(/^Completed/);
      await tabTo(page, on.rows.first().getByRole("button", { name: /1 add/ }));
      await page.keyboard.press("Enter");
      await expect(on.rows.first()).toContainText("Observation");
      await tabTo(page, on.todos.box("Feed the cat"));
      await page.keyboard.press("Space");
      await expect(on.todos.box("Feed the cat")).toBeChecked();
      await expect(on.todos.box("Feed the cat")).toBeFocused();
      await page.keyboard.press("Enter");
      await page.keyboard.type(" twice");
      await page.keyboard.press("Enter");
      await on.todos.are("Feed the cat twice", "Call Ann");
      await expect(on.todos.box("Feed the cat twice")).toBeFocused();
      await page.keyboard.press("Delete");
      await on.todos.are("Call Ann");
      await expect(on.todos.box("Call Ann")).toBeFocused();
      await tabTo(page, on.todos.undo);
      await page.keyboard.press("Enter");
      await on.todos.are("Feed the cat twice", "Call Ann");
      await tabTo(page, on.history.first().getByRole("link"));
      await page.keyboard.press("Enter");
      await tabTo(page, on.settings.button, "Shift+Tab");
      await page.keyboard.press("Enter");
      await expect(on.settings.dialog).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(on.settings.dialog).toBeHidden();
      await expect(on.settings.button).toBeFocused();
    },
  },
  {
    name: "a question is reached and answered",
    async run({ page, expect }) {
      const on = dunlin(page);
      await on.todos.add("One", "Two");
      await page.keyboard.press("Control+k");
      await page.keyboard.type("clear my list");
      await page.keyboard.press("Enter");
      await expect(on.approve).toBeVisible();
      await tabTo(page, on.approve);
      await page.keyboard.press("Space");
      await expect(on.todos.items).toHaveCount(0);
    },
  },
  {
    name: "an Enter that ends a composition does not run",
    async run({ page, expect }) {
      const on = dunlin(page);
      await on.goal.fill("list todos");
      await on.goal.evaluate((node) =>
        node.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", isComposing: true, bubbles: true, cancelable: true })),
      );
      await expect(on.goal).toHaveValue("list todos");
      await expect(on.status).toHaveText("No run yet");
    },
  },
];
