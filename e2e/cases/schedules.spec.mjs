// Goals that begin by themselves: a saved one is given a time, rests, goes on, and is taken away again.
import { dunlin, stands } from "../pages/dunlin.mjs";
import { put } from "../pages/storage.mjs";
import { axe, expect, test } from "../test.mjs";

const MINUTE = 60_000;

// The dialog in which goals are given names and times.
async function openSaved(page) {
  await dunlin(page).goal.press("Control+k");
  await page.getByRole("dialog", { name: "Commands" }).getByRole("combobox").fill("saved goals");
  await page.keyboard.press("Enter");
  return page.getByRole("dialog", { name: "Saved goals" });
}

// On a morning that goes on when it is told to, with one goal that has a name.
async function withSavedGoal(page, context) {
  await context.clock.install({ time: new Date("2026-11-20T08:50:00Z") });
  const on = dunlin(page);
  await on.reload();
  const dialog = await openSaved(page);
  await dialog.getByRole("textbox", { name: "Name" }).fill("bread");
  await dialog.getByRole("textbox", { name: "Goal" }).fill("add todo Buy bread");
  await page.keyboard.press("Enter");
  return { on, dialog };
}

test("a saved goal begins when its time has come, once over two tabs, and its next time is told", async ({ page, context, url }) => {
  const { on, dialog } = await withSavedGoal(page, context);
  await dialog.getByRole("button", { name: "Every… for bread" }).click();
  const field = dialog.getByRole("textbox", { name: "When bread begins" });
  await expect(field).toBeFocused();
  await field.fill("some day or other");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("alert")).toContainText("every Friday at 9");
  await field.fill("every friday at 9");
  await expect(dialog).toContainText("Begins today 09:00, every Friday");
  await page.keyboard.press("Enter");
  const list = dialog.getByRole("list", { name: "Schedules" });
  await expect(list).toContainText("Next today 09:00, every Friday");
  await axe(page);
  await page.keyboard.press("Escape");
  const other = await context.newPage();
  await other.goto(url);
  await stands(other);
  await context.clock.fastForward(11 * MINUTE);
  await expect(on.todos.box("Buy bread")).toBeVisible();
  // Until the other tab has seen it, its wait for what is written elsewhere takes real time, which a clock set forward skips.
  await expect(dunlin(other).todos.box("Buy bread")).toBeVisible();
  await context.clock.fastForward(2 * MINUTE);
  await expect(on.todos.items).toHaveCount(1);
  await expect(on.history).toHaveCount(1);
  await expect(dunlin(other).history).toHaveCount(1);
  await openSaved(page);
  await expect(list).toContainText("Next Fri 27 Nov 09:00");
});

test("the field for a schedule gives the focus back to its button, and Escape closes it alone", async ({ page, context }) => {
  const { dialog } = await withSavedGoal(page, context);
  const button = dialog.getByRole("button", { name: "Every… for bread" });
  const field = dialog.getByRole("textbox", { name: "When bread begins" });
  await button.click();
  await expect(field).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(field).toHaveCount(0);
  await expect(dialog).toBeVisible();
  await expect(button).toBeFocused();
  await page.keyboard.press("Enter");
  await field.fill("every friday at 9");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("list", { name: "Schedules" })).toContainText("every Friday");
  await expect(button).toBeFocused();
});

test("a goal that says how often it is meant is kept, and begins by itself", async ({ page, on, context }) => {
  await context.clock.install({ time: new Date("2026-11-20T08:50:00Z") });
  await on.reload();
  await on.carryOut("every day at 9 calculate 6 * 7");
  await expect(on.status).toHaveText(/^Completed/);
  await expect(on.log).toContainText("“calculate 6 * 7” begins today 09:00, then every day");
  await context.clock.fastForward(2 * MINUTE);
  const dialog = await openSaved(page);
  await expect(dialog.getByRole("list", { name: "Schedules" })).toContainText("calculate 6 * 7");
  await page.keyboard.press("Escape");
  await context.clock.fastForward(9 * MINUTE);
  await expect(on.history).toHaveCount(2);
  await expect(on.history.first()).toContainText("calculate 6 * 7");
});

test("what a goal keeps to be begun is there at once, and is taken back where it is told", async ({ page, on, context }) => {
  await context.clock.install({ time: new Date("2026-11-20T08:50:00Z") });
  await on.reload();
  await on.carryOut("every day at 9 calculate 6 * 7");
  await expect(on.status).toHaveText(/^Completed/);
  // When it begins is said once.
  await expect(on.rows).toHaveText([/^1 “calculate 6 \* 7” begins today 09:00, then every day, while this is open Succeeded$/]);
  // The list of todos, which it is no change of, offers nothing.
  await expect(on.todos.said).toBeEmpty();
  const dialog = await openSaved(page);
  await expect(dialog.getByRole("list", { name: "Schedules" })).toContainText("calculate 6 * 7");
  await page.keyboard.press("Escape");
  await on.result.getByRole("button", { name: "Undo what the run changed" }).click();
  await expect(on.result).toContainText("Taken back.");
  await context.clock.fastForward(11 * MINUTE);
  await openSaved(page);
  await expect(dialog).toContainText("There is none yet");
  await expect(on.history).toHaveCount(1);
});

test("one that is paused begins nothing, one that is removed comes back, and what was missed begins once on opening", async ({ page, context }) => {
  const { on, dialog } = await withSavedGoal(page, context);
  await dialog.getByRole("button", { name: "Every… for bread" }).click();
  await page.keyboard.type("every day at 9");
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "Pause: bread" }).click();
  await expect(dialog).toContainText("Paused. Would begin today 09:00");
  await context.clock.fastForward(15 * MINUTE);
  await expect(on.history).toHaveCount(0);
  await dialog.getByRole("button", { name: "Go on: bread" }).click();
  await expect(dialog).toContainText("Next tomorrow 09:00");
  await dialog.getByRole("button", { name: "Remove the schedule of bread" }).click();
  await expect(dialog.getByRole("list", { name: "Schedules" })).toHaveCount(0);
  await dialog.getByRole("button", { name: "Undo" }).click();
  await expect(dialog).toContainText("Next tomorrow 09:00");
  await context.clock.setSystemTime(new Date("2026-11-23T12:00:00Z"));
  await on.reload();
  await context.clock.fastForward(1000);
  await expect(on.todos.box("Buy bread")).toBeVisible();
  await expect(on.history).toHaveCount(1);
  await expect(on.reminders).toContainText("Begun by its schedule");
});

test("a schedule that could not begin is told by what it begins, in people's words", async ({ page, on }) => {
  const at = "2026-11-19T09:00";
  const fault = { at, code: "tool.off", message: "the tool is off" };
  await put(page, [["dunlin:v1:schedule:one", JSON.stringify({ schemaVersion: 1, id: "one", goal: "add todo Buy bread", at, fault })]]);
  await on.reload();
  await expect(on.notices).toContainText("The schedule of “add todo Buy bread” could not begin at 2026-11-19 09:00: the tool is off");
});
