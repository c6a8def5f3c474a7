// Goals that were given a name, and run by it.
import { axe, expect, test } from "../test.mjs";

test("a goal is given a name, and runs when the name is typed or chosen, also after a reload; it is removed, with a way back", async ({ page, on }) => {
  const dialog = page.getByRole("dialog", { name: "Saved goals" });
  await on.carryOut("add todo Sweep then calculate 1 + 1");
  await expect(on.status).toHaveText(/^Completed/);
  await on.more("Save the goal under a name…");
  await expect(dialog.getByRole("textbox", { name: "Goal" })).toHaveValue("add todo Sweep then calculate 1 + 1");
  await dialog.getByRole("button", { name: "Save goal" }).click();
  await expect(dialog.getByRole("alert")).toContainText("The goal has no name");
  await dialog.getByRole("textbox", { name: "Name" }).fill("Weekly");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("status")).toContainText("Saved: “Weekly” runs it");
  await axe(page);
  await dialog.getByRole("button", { name: "Close" }).click();

  await on.reload();
  await on.goal.fill(" weekly");
  await expect(on.steps).toHaveCount(2);
  await on.goal.press("Enter");
  await expect(on.status).toHaveText(/^Completed: 2 of 2/);
  await on.todos.are("Sweep", "Sweep");

  await on.goal.press("Control+k");
  const commands = page.getByRole("dialog", { name: "Commands" });
  await commands.getByRole("combobox").fill("week");
  await expect(commands.getByRole("option").first()).toHaveText("Saved Weekly");
  await page.keyboard.press("Enter");
  await on.todos.are("Sweep", "Sweep", "Sweep");

  await on.goal.press("Control+k");
  await commands.getByRole("combobox").fill("saved goals");
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "Remove Weekly" }).click();
  await expect(dialog.getByRole("list", { name: "Saved goals" }).getByRole("listitem")).toHaveCount(0);
  await dialog.getByRole("button", { name: "Undo" }).click();
  await dialog.getByRole("button", { name: "Run Weekly" }).click();
  await expect(dialog).toBeHidden();
  await on.todos.are("Sweep", "Sweep", "Sweep", "Sweep");
});

test("a goal that takes the name of another gives the way back to it", async ({ page, on }) => {
  const dialog = page.getByRole("dialog", { name: "Saved goals" });
  await on.goal.press("Control+k");
  await page.getByRole("dialog", { name: "Commands" }).getByRole("combobox").fill("saved goals");
  await page.keyboard.press("Enter");
  const keep = async (name, goal) => {
    await dialog.getByRole("textbox", { name: "Name" }).fill(name);
    await dialog.getByRole("textbox", { name: "Goal" }).fill(goal);
    await page.keyboard.press("Enter");
  };
  const list = dialog.getByRole("list", { name: "Saved goals" });
  await keep("Weekly", "calculate 1 + 1");
  await expect(list).toContainText("calculate 1 + 1");
  await keep("weekly", "calculate 2 + 2");
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await expect(list).toContainText("calculate 2 + 2");
  await expect(dialog.getByRole("status")).toContainText("“Weekly” was “calculate 1 + 1” before");
  await dialog.getByRole("button", { name: "Undo" }).click();
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await expect(list).toContainText("calculate 1 + 1");
});
