// Nothing surprises: what is touched is what is shown, dates follow the clock, and what was typed or kept does not go missing.
import { stands, stored } from "../pages/dunlin.mjs";
import { axe, expect, test } from "../test.mjs";

test("marking all and clearing touch only what is shown, and say how many", async ({ on }) => {
  await on.todos.add("Oats #shop", "Milk #shop", "Call Ann", "Pay rent");
  await on.todos.items.first().getByRole("link", { name: "#shop" }).click();
  await on.todos.are("Oats", "Milk");
  await expect(on.todos.region).toContainText("Mark all as complete (2 shown)");
  await on.todos.all.check();
  await expect(on.todos.said).toContainText("Completed 2 todos");
  await on.todos.showAll.click();
  await expect(on.todos.region).toContainText("2 todos left");
  await on.todos.box("Pay rent").check();
  await on.todos.items.filter({ hasText: "Oats" }).getByRole("link", { name: "#shop" }).click();
  await on.todos.clear.click();
  await expect(on.todos.said).toContainText("Deleted 2 todos");
  await on.todos.showAll.click();
  await on.todos.are("Call Ann", "Pay rent");
});

test("dates follow the clock while the page is open: past midnight, and after sleep", async ({ page, on, context }) => {
  await context.clock.install({ time: new Date("2026-11-20T23:50:00Z") });
  await on.reload();
  await on.todos.add("Pay rent 2026-11-20 23:55", "Call Ann 2026-11-21", "Water plants 2026-11-22");
  await expect(on.todos.badges("Call Ann")).toHaveText("due tomorrow");
  await context.clock.fastForward(6 * 60_000);
  await expect(on.todos.badges("Pay rent")).toHaveText("overdue today 23:55");
  await context.clock.fastForward(10 * 60_000);
  await expect(on.todos.badges("Call Ann")).toHaveText("due today");
  await expect(on.todos.group("tomorrow")).toHaveCount(1);
  // The device slept: no timer has run.
  await context.clock.setSystemTime(new Date("2026-11-22T08:00:00Z"));
  await page.evaluate(() => dispatchEvent(new Event("focus")));
  await expect(on.todos.badges("Call Ann")).toHaveText("overdue yesterday");
  await expect(on.todos.badges("Water plants")).toHaveText("due today");
});

test("a goal and a todo that are being typed are there after a reload, and not after they were sent", async ({ on }) => {
  await on.goal.fill("add todo Half a goal");
  await on.todos.field.fill("Half a todo tomorrow");
  await on.reload();
  await expect(on.goal).toHaveValue("add todo Half a goal");
  await expect(on.todos.field).toHaveValue("Half a todo tomorrow");
  await on.todos.field.press("Enter");
  await on.goal.press("Enter");
  await expect(on.status).toHaveText(/^Completed/);
  await on.reload();
  await expect(on.goal).toHaveValue("");
  await expect(on.todos.field).toHaveValue("");
});

test("what is added while the view leaves it out is pointed to, and shown on demand", async ({ page, on }) => {
  await on.todos.add("Done already");
  await on.todos.filter("Completed").click();
  await on.todos.add("Fresh");
  await expect(on.todos.said).toContainText("“Fresh” was added; it is not in this view");
  await axe(page);
  await on.todos.said.getByRole("button", { name: "Show it" }).click();
  await expect(on.todos.box("Fresh")).toBeFocused();
  await expect(on.todos.filter("All")).toHaveAttribute("aria-current", "true");
  await on.todos.filter("Completed").click();
  await on.carryOut("add todo From a run");
  await expect(on.todos.said).toContainText("“From a run” was added");
});

test("storage that is emptied under the page is noticed, and what was in it is offered back", { tag: "@browser" }, async ({ page, on, context, url }) => {
  await on.todos.add("One", "Two");
  await page.evaluate(() => {
    localStorage.clear();
    dispatchEvent(new Event("focus"));
  });
  await expect(on.todos.region.getByRole("alert")).toContainText("2 todos kept here went missing");
  await axe(page);
  await on.todos.lost.click();
  await expect(on.todos.lost).toHaveCount(0);
  await on.reload();
  await on.todos.are("One", "Two");
  // By another window.
  const other = await context.newPage();
  await other.goto(url);
  await stands(other);
  await other.evaluate(() => localStorage.clear());
  await on.todos.lost.click();
  await on.todos.are("One", "Two");
  const kept = Object.entries(await stored(page, "dunlin:v1:todo:"));
  expect(kept.length).toBe(2);
  // What is stored again meanwhile is newer, and stays.
  const [key, value] = kept.find(([, value]) => JSON.parse(value).text === "One");
  await other.evaluate(() => localStorage.clear());
  await expect(on.todos.lost).toBeVisible();
  const newer = JSON.stringify({ ...JSON.parse(value), text: "One more" });
  await page.evaluate(([key, newer]) => localStorage.setItem(key, newer), [key, newer]);
  await on.todos.lost.click();
  await on.reload();
  await on.todos.are("One more", "Two");
});

test("Control and Z outside of fields undo and do again, as the buttons do", async ({ on }) => {
  await on.todos.add("One", "Two");
  await on.todos.remove("One").click();
  await on.todos.are("Two");
  await on.todos.box("Two").press("Control+z");
  await on.todos.are("One", "Two");
  await on.todos.redo.click();
  await on.todos.are("Two");
  await on.todos.box("Two").press("Control+z");
  await on.todos.box("Two").press("Control+Shift+z");
  await on.todos.are("Two");
  // In a field the keys are the field's.
  await on.todos.field.pressSequentially("abc");
  await on.todos.field.press("Control+z");
  await on.todos.are("Two");
});

test("undo and redo that are typed do what their buttons do: all of a run at once", async ({ on }) => {
  await on.todos.add("One");
  await on.carryOut("add todo Two then add todo Three");
  await expect(on.status).toHaveText(/^Completed/);
  await on.todos.are("One", "Two", "Three");
  await on.carryOut("undo");
  await on.todos.are("One");
  await expect(on.goal).toHaveValue("");
  await on.carryOut("redo");
  await on.todos.are("One", "Two", "Three");
  await on.carryOut("Undo that.");
  await on.todos.are("One");
  await on.carryOut("undo");
  await on.todos.are();
  await on.carryOut("undo");
  await expect(on.todos.region.getByRole("alert")).toContainText("There is nothing to undo");
  // No run was made of it.
  await expect(on.history).toHaveCount(1);
});

test("a recurring todo that is done comes again in its place", async ({ on }) => {
  await on.todos.add("Bins every day", "Milk tomorrow", "Oats tomorrow");
  await on.todos.box("Bins").check();
  await expect(on.todos.group("tomorrow")).toHaveCount(3);
  const names = await on.todos.group("tomorrow").evaluateAll((all) => all.map((box) => box.getAttribute("aria-label")));
  expect(names).toEqual(["Bins", "Milk", "Oats"]);
});

test("what is not sure is said on the step it belongs to, and nothing is said of what is", async ({ on }) => {
  await on.goal.fill("calculate 2 + 2 then buy milk and eggs");
  await expect(on.steps).toHaveCount(2);
  await expect(on.steps.nth(1)).toContainText(/Read as: add .*milk and eggs.* Check this before it runs/i);
  await expect(on.steps.nth(0)).not.toContainText("Check this");
  await on.goal.fill("calculate 2 + 2 then list todos");
  await expect(on.steps.nth(1)).toContainText("List todos");
  await expect(on.plan).not.toContainText("Check this");
});

test("what waits for approval deletes from the list it showed, after another list was shown and a reload", async ({ page, on }) => {
  await on.carryOut("add Oats to my shop list, add Milk to my shop list, add Rake to my yard list, add Sweep to my yard list");
  await expect(on.status).toHaveText(/^Completed/);
  await on.settings.button.click();
  await on.settings.approval.selectOption({ label: "Every step" });
  await on.settings.close.click();
  await on.carryOut("list the shop list, delete the second one");
  await on.approve.click();
  await expect(on.row(2)).toContainText("Delete “Milk”?");
  await on.carryOut("list the yard list");
  await on.approve.click();
  await expect(on.status).toHaveText(/^Completed/);
  await on.reload();
  await on.history.filter({ hasText: "delete the second one" }).getByRole("link").click();
  await expect(on.row(2)).toContainText("Delete “Milk”?");
  await on.approve.click();
  await expect(on.status).toHaveText(/^Completed/);
  await on.todos.are("Oats", "Rake", "Sweep");
});
