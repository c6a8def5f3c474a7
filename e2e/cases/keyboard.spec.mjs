// The whole journey without a mouse.
import { manyTodos, put } from "../pages/storage.mjs";
import { axe, expect, test } from "../test.mjs";

// Presses Tab until something of that role and name has the focus, as somebody looking for it would.
async function tabTo(page, locator, key = "Tab", most = 80) {
  for (let presses = 0; presses < most; presses++) {
    if ((await locator.count()) === 1 && (await locator.evaluate((node) => node === document.activeElement))) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${most} presses of ${key} do not reach ${locator}`);
}

test("the goal has the focus, a command comes back to it, Shift+Enter starts a line, Up recalls", async ({ page, on }) => {
  await expect(on.goal).toBeFocused();
  await on.todos.field.focus();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox", { name: "Command" })).toBeFocused();
  await page.keyboard.type("new goal");
  await page.keyboard.press("Enter");
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
});

test("from goal to answer to todos to history to settings", async ({ page, on }) => {
  await page.keyboard.type("add todo Feed the cat and add todo Call Ann");
  await page.keyboard.press("Enter");
  await expect(on.status).toHaveText(/^Completed/);
  await tabTo(page, on.rows.first().getByRole("button", { name: /1 Added/ }));
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
});

test("forty todos are passed over by one button, on the way to the history", async ({ page, on }) => {
  await on.carryOut("calculate 6 * 7");
  await expect(on.history).toHaveCount(1);
  await put(page, manyTodos(40));
  await on.reload();
  await expect(on.todos.items.first()).toBeVisible();
  const skip = on.todos.region.getByRole("button", { name: "Skip the todos", exact: true });
  await on.todos.items.first().getByRole("checkbox").focus();
  await tabTo(page, skip, "Shift+Tab");
  await expect(skip).toBeInViewport({ ratio: 1 });
  await axe(page);
  await page.keyboard.press("Enter");
  await expect(on.todos.filter("All")).toBeFocused();
  await tabTo(page, on.history.first().getByRole("link"), "Tab", 8);
  // Unless it has the focus it is neither seen nor pressed: what stands there is.
  const pressed = await skip.evaluate((node) => {
    const { x, y, width, height } = node.getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height / 2) === node;
  });
  expect(pressed).toBe(false);
});

test("what is typed before the next frame is drawn belongs to the field that was just opened", async ({ page, on }) => {
  await on.todos.add("Feed the cat", "Call Ann");
  await page.evaluate(() => {
    const soon = globalThis.requestAnimationFrame.bind(globalThis);
    globalThis.requestAnimationFrame = (draw) => soon(() => setTimeout(() => draw(performance.now()), 300));
  });
  await on.todos.box("Feed the cat").focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
  await page.keyboard.type(" twice", { delay: 100 });
  await page.keyboard.press("Enter");
  await on.todos.are("Feed the cat twice", "Call Ann");
  await expect(on.todos.box("Call Ann")).not.toBeChecked();
  await expect(on.todos.box("Feed the cat twice")).toBeFocused();
});

test("order, filters, search, report, history, keys and settings, and the focus is never lost", async ({ page, on }) => {
  const press = async (...keys) => {
    for (const key of keys) {
      await page.keyboard.press(key);
      // A frame later whatever had the focus may be gone.
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
      const lost = await page.evaluate(() => document.activeElement === document.body);
      if (lost) throw new Error(`after ${key} nothing has the focus`);
    }
  };
  await tabTo(page, on.todos.field);
  for (const line of ["Oats #food", "Rice #food", "Soap", "Tea"]) {
    await page.keyboard.type(line);
    await press("Enter");
  }
  await tabTo(page, on.todos.box("Tea"));
  await press("Alt+ArrowUp", "Alt+ArrowUp");
  await on.todos.are("Oats", "Tea", "Rice", "Soap");
  await press("ArrowDown", "Space");
  await expect(on.todos.box("Rice")).toBeChecked();
  await tabTo(page, on.todos.filter("Active"));
  await press("Enter");
  await on.todos.are("Oats", "Tea", "Soap");
  await tabTo(page, on.todos.box("Tea"), "Shift+Tab");
  await press("Space");
  await expect(on.todos.box("Soap")).toBeFocused();
  await tabTo(page, on.todos.search, "Shift+Tab");
  await page.keyboard.type("oat");
  await on.todos.are("Oats");
  await tabTo(page, on.todos.showAll);
  await press("Enter");
  await on.todos.are("Oats", "Soap");
  await tabTo(page, on.todos.filter("All"));
  await press("Enter");
  await tabTo(page, on.todos.clear);
  await press("Enter");
  await tabTo(page, on.todos.undo);
  await press("Enter");
  await tabTo(page, on.todos.filter("Active"), "Shift+Tab");
  await press("Enter");
  await tabTo(page, on.goal, "Shift+Tab");
  await page.keyboard.type("calculate 6 * 7");
  await press("Enter");
  await expect(on.result).toContainText("42");
  await tabTo(page, on.log.getByRole("button", { name: "More", exact: true }));
  await press("Enter");
  const report = on.log.getByRole("button", { name: "Report", exact: true });
  await expect(report).toBeFocused();
  await press("Enter");
  await expect(on.report.dialog).toContainText("42");
  await press("Escape");
  await expect(on.log.getByRole("button", { name: "More", exact: true })).toBeFocused();
  await tabTo(page, on.goal, "Shift+Tab");
  await page.keyboard.type("calculate 6 * 8");
  await press("Enter");
  await expect(on.history).toHaveCount(2);
  await tabTo(page, on.history.first().getByRole("button"));
  await press("Enter");
  await expect(on.history).toHaveCount(1);
  await tabTo(page, on.removed.getByRole("button", { name: "Undo" }));
  await press("Enter");
  await expect(on.history).toHaveCount(2);
  await press("?");
  await expect(on.keys.dialog).toBeVisible();
  await press("Escape");
  await tabTo(page, on.settings.button, "Shift+Tab");
  await press("Enter");
  await tabTo(page, on.settings.theme);
  await press("ArrowDown", "ArrowDown");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await tabTo(page, on.settings.reset);
  await press("Enter");
  await tabTo(page, on.settings.resetNow, "Shift+Tab");
  await press("Enter");
  await expect(on.settings.data).toContainText("Everything was removed");
  await tabTo(page, on.settings.undo);
  await press("Enter");
  await press("Escape");
  await on.todos.are("Oats", "Soap");
});

test("Control+K opens the commands from any field: actions, todos and earlier goals, found by a part of their words", async ({ page, on }) => {
  const commands = page.getByRole("dialog", { name: "Commands" });
  const field = commands.getByRole("combobox", { name: "Command" });
  const lines = commands.getByRole("option");
  await on.todos.add("Feed the cat", "Call Ann");
  await on.carryOut("calculate 6 * 7");
  await expect(on.result).toContainText("42");
  await on.todos.field.focus();
  await page.keyboard.press("Control+k");
  await expect(field).toBeFocused();
  await expect(lines.first()).toHaveAttribute("aria-selected", "true");
  // Of a kind the first shows it; only what can be undone is offered.
  const kinds = commands.getByText("Action", { exact: true });
  await expect(kinds.first()).not.toHaveClass(/unseen/);
  await expect(commands.locator(".palette-kind > :not(.unseen)", { hasText: "Action" })).toHaveCount(1);
  await expect(lines.filter({ hasText: "Undo the last change" })).toHaveCount(1);
  await expect(lines.filter({ hasText: "Redo" })).toHaveCount(0);
  await axe(page);
  await page.keyboard.type("feed");
  await expect(lines).toHaveText([/Todo Feed the cat/]);
  await page.keyboard.press("Enter");
  await expect(commands).toBeHidden();
  await expect(on.todos.box("Feed the cat")).toBeFocused();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("6 *");
  await page.keyboard.press("Enter");
  await expect(on.goal).toHaveValue("calculate 6 * 7");
  await page.keyboard.press("Control+k");
  // What nothing is called may be a goal.
  await page.keyboard.type("9 * 9");
  await expect(lines).toHaveText(["Goal Run “9 * 9”"]);
  await axe(page);
  await page.keyboard.press("Enter");
  await expect(commands).toBeHidden();
  await expect(on.result).toContainText("81");
  await expect(on.goal).toBeFocused();
});

test("after a question was answered the focus is back in the goal", async ({ page, on }) => {
  await on.todos.add("Oats", "Rye");
  await on.carryOut("delete all todos");
  await on.approve.focus();
  await page.keyboard.press("Enter");
  await expect(on.status).toHaveText(/^Completed/);
  await expect(on.goal).toBeFocused();
  await page.keyboard.type("list todos");
  await expect(on.goal).toHaveValue("list todos");
});

test("the commands are opened by a button too, and found by words in any order", async ({ page, on }) => {
  const button = page.getByRole("button", { name: "Commands", exact: true });
  await button.click();
  const commands = page.getByRole("dialog", { name: "Commands" });
  await expect(commands.getByRole("combobox")).toBeFocused();
  await page.keyboard.type("dark theme");
  await expect(commands.getByRole("option")).toHaveText(["Setting Theme: dark"]);
  await page.keyboard.press("Escape");
  await expect(button).toBeFocused();
  await expect(on.goal).toHaveValue("");
});

test("the field of the commands stays where it is while what is found grows fewer, and todos of one name are told apart", async ({ page, on }) => {
  await on.todos.add("Pay rent tomorrow", "Pay rent");
  await on.todos.box("Pay rent").last().check();
  await on.goal.press("Control+k");
  const commands = page.getByRole("dialog", { name: "Commands" });
  const field = commands.getByRole("combobox", { name: "Command" });
  await expect(commands.getByRole("option")).not.toHaveCount(0);
  const before = await field.boundingBox();
  await field.fill("pay rent");
  await expect(commands.getByRole("option")).toHaveText([/^Todo Pay rent tomorrow$/, /^Todo Pay rent completed$/]);
  expect(await field.boundingBox()).toEqual(before);
});

test("a menu is closed when a dialog opens from it, and its button has the focus again", async ({ page, on }) => {
  await on.carryOut("calculate 2 + 2");
  await on.report.button.click();
  await expect(on.report.dialog).toBeVisible();
  await page.keyboard.press("Escape");
  const more = on.log.getByRole("button", { name: "More", exact: true });
  await expect(more).toBeFocused();
  await expect(more).toHaveAttribute("aria-expanded", "false");
});

test("each setting is a command: it is chosen there, or the settings open at it", async ({ page, on }) => {
  const choose = async (words, line) => {
    await on.goal.press("Control+k");
    const commands = page.getByRole("dialog", { name: "Commands" });
    await commands.getByRole("combobox", { name: "Command" }).fill(words);
    await expect(commands.getByRole("option").first()).toHaveText(line);
    await page.keyboard.press("Enter");
  };
  await choose("theme: dark", "Setting Theme: dark");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await choose("before every", "Setting Ask before every step");
  await expect(on.settings.approval).toBeFocused();
  await expect(on.settings.approval).toHaveValue("always");
  await page.keyboard.press("Escape");
  for (const [words, role, name] of [
    ["most tool", "spinbutton", "Most tool calls"],
    ["no texts", "checkbox", /^Keep no texts in the log/],
    ["import", "button", "Import…"],
    ["remove every", "button", "Remove everything…"],
  ]) {
    await choose(words, /^Setting /);
    await expect(page.getByRole("dialog", { name: "Settings" }).getByRole(role, { name })).toBeFocused();
    await page.keyboard.press("Escape");
  }
  const saved = page.waitForEvent("download");
  await choose("export", "Setting Export everything");
  expect((await saved).suggestedFilename()).toMatch(/^dunlin-.*\.json$/);
});

test("a question is reached and answered", async ({ page, on }) => {
  await on.todos.add("One", "Two");
  await tabTo(page, on.goal, "Shift+Tab");
  await page.keyboard.type("clear my list");
  await page.keyboard.press("Enter");
  await expect(on.approve).toBeVisible();
  await tabTo(page, on.approve);
  await page.keyboard.press("Space");
  await expect(on.todos.items).toHaveCount(0);
});

test("an Enter that ends a composition does not run", async ({ on }) => {
  await on.goal.fill("list todos");
  await on.goal.evaluate((node) =>
    node.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", isComposing: true, bubbles: true, cancelable: true })),
  );
  await expect(on.goal).toHaveValue("list todos");
  await expect(on.status).toHaveText("No run yet");
});

test("what the arrow keys choose among the commands is seen", async ({ page, on }) => {
  await on.goal.press("Control+k");
  const dialog = page.getByRole("dialog", { name: "Commands" });
  await expect(dialog.getByRole("option").first()).toBeInViewport();
  await page.keyboard.press("ArrowUp");
  await expect(dialog.getByRole("option").last()).toHaveAttribute("aria-selected", "true");
  await expect(dialog.getByRole("option").last()).toBeInViewport({ ratio: 0.9 });
  await page.keyboard.press("ArrowDown");
  await expect(dialog.getByRole("option").first()).toBeInViewport({ ratio: 0.9 });
});
