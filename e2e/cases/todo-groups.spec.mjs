// Todos by when they are due, changed from their menu, and several at once.
import { dunlin } from "../pages/dunlin.mjs";
import { axe, expect, test } from "../test.mjs";

async function filled({ page, context }) {
  await context.clock.setFixedTime(new Date("2026-11-20T12:30:00Z"));
  const on = dunlin(page);
  await on.reload();
  await on.todos.add("None", "Old 2026-11-19", "Soon 2026-11-25", "Now 2026-11-20", "Next 2026-11-21");
  return on;
}

test("they are grouped by overdue, today, tomorrow, later and no date, and those that are done are at the end", async ({ page, context }) => {
  const on = await filled({ page, context });
  await on.todos.are("Old", "Now", "Next", "Soon", "None");
  for (const [name, count] of [["overdue", 1], ["today", 1], ["tomorrow", 1], ["later", 1], ["no date", 1]]) {
    await expect(on.todos.group(name)).toHaveCount(count);
  }
  await on.todos.box("Now").press("ArrowDown");
  await expect(on.todos.box("Next")).toBeFocused();
  await axe(page);
  const head = (name) => on.todos.region.getByRole("heading", { name, exact: true });
  await expect(head("Overdue 1")).toBeVisible();
  // What was ticked a moment ago keeps its place, until the page is opened again; it is not counted.
  await on.todos.box("Old").check();
  await expect(head("Overdue")).toBeVisible();
  await on.todos.are("Old", "Now", "Next", "Soon", "None");
  await on.reload();
  await on.todos.are("Now", "Next", "Soon", "None", "Old");
  await on.todos.choices.click();
  await on.todos.choice("Sort").selectOption({ label: "By name" });
  await on.todos.are("Next", "None", "Now", "Old", "Soon");
});

test("many that are done are folded away", async ({ on }) => {
  await on.todos.add("Open", ...Array.from({ length: 6 }, (_, at) => `Done ${at}`));
  await on.todos.all.check();
  await on.todos.box("Open").uncheck();
  await on.reload();
  await on.todos.are("Open");
  const fold = on.todos.region.getByRole("button", { name: "Completed 6" });
  await expect(fold).toHaveAttribute("aria-expanded", "false");
  await fold.click();
  await expect(on.todos.items).toHaveCount(7);
});

test("Escape ends selecting, and goes back to where it began", async ({ page, on }) => {
  await on.todos.add("One", "Two");
  const more = on.todos.region.getByRole("button", { name: "More for all todos" });
  await more.click();
  await on.todos.region.getByRole("button", { name: "Select several" }).click();
  await on.todos.select("One").check();
  await page.keyboard.press("Escape");
  await expect(on.todos.selection).toHaveCount(0);
  await expect(more).toBeFocused();
});

test("a row's menu moves it to another day and gives it a priority, and Escape gives the focus back", async ({ page, context }) => {
  const on = await filled({ page, context });
  await on.todos.menuOf("Old").click();
  await expect(on.todos.menu).toBeVisible();
  await axe(page);
  await on.todos.menu.getByRole("button", { name: "Tomorrow" }).click();
  await expect(on.todos.badges("Old")).toHaveText("due tomorrow");
  // It has gone to another group, and the focus with it.
  await expect(on.todos.box("Old")).toBeFocused();
  await on.todos.menuOf("Old").click();
  await on.todos.menu.getByLabel("Date").fill("2026-12-24");
  await expect(on.todos.badges("Old")).toHaveText("due Thu 24 Dec");
  await on.todos.menuOf("None").click();
  await on.todos.menu.getByRole("combobox", { name: "Priority" }).selectOption("1");
  await expect(on.todos.badges("None")).toHaveText("priority 1");
  // It stays open, for another choice, and lies over other rows.
  await page.keyboard.press("Escape");
  await on.todos.menuOf("Soon").click();
  await page.keyboard.press("Escape");
  await expect(on.todos.menu).toHaveCount(0);
  await expect(on.todos.menuOf("Soon")).toBeFocused();
});

test("a file of todos comes in and goes out, and one that is none is refused in words", async ({ page, on }) => {
  const file = on.todos.region.locator("input[type=file]");
  const open = (name, text) => file.setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
  await open("list.md", "- [ ] Feed the cat\n- [x] Call Ann\n");
  await on.todos.are("Feed the cat", "Call Ann");
  await open("todo.txt", "(A) Pay rent due:2031-05-06 +home\n");
  await expect(on.todos.badges("Pay rent")).toContainText("priority 1");
  await expect(on.todos.said).toContainText("Imported");
  await on.todos.undo.click();
  await on.todos.are("Feed the cat", "Call Ann");
  await open("broken.ics", "no calendar");
  await expect(on.todos.region.getByRole("alert")).toBeVisible();
  await on.todos.region.getByRole("button", { name: "More for all todos" }).click();
  await axe(page);
  const wait = page.waitForEvent("download");
  await on.todos.region.getByRole("button", { name: "Save as Markdown" }).click();
  expect((await wait).suggestedFilename()).toBe("todos.md");
});

test("several are selected and changed at once, with one way back", async ({ page, context }) => {
  const on = await filled({ page, context });
  await on.todos.menuOf("Old").click();
  await on.todos.menu.getByRole("button", { name: "Select" }).click();
  await on.todos.select("Soon").check();
  await expect(on.todos.selection).toContainText("2 todos selected");
  await axe(page);
  await on.todos.selection.getByRole("button", { name: "Date" }).click();
  await on.todos.selection.getByRole("button", { name: "Today" }).click();
  await expect(on.todos.group("today")).toHaveCount(3);
  await on.todos.undo.click();
  await expect(on.todos.group("today")).toHaveCount(1);
  await expect(on.todos.selection).toHaveCount(0);
});

test("a file without todos says so", async ({ on }) => {
  const file = on.todos.region.locator("input[type=file]");
  await file.setInputFiles({ name: "notes.md", mimeType: "text/markdown", buffer: Buffer.from("Nothing to do here.") });
  await expect(on.todos.region.getByRole("alert")).toContainText("No todos were found in “notes.md”");
  await file.setInputFiles({ name: "list.md", mimeType: "text/markdown", buffer: Buffer.from("- [ ] Sweep") });
  await expect(on.todos.said).toContainText("Imported 1 todo");
  await expect(on.todos.region.getByRole("alert")).toHaveCount(0);
});

test("nothing is done with a selection of nothing", async ({ page, on }) => {
  await on.todos.add("One", "Two");
  await on.todos.region.getByRole("button", { name: "More for all todos" }).click();
  await on.todos.region.getByRole("button", { name: "Select several" }).click();
  const button = (name) => on.todos.selection.getByRole("button", { name, exact: true });
  await expect(button("Complete")).toBeDisabled();
  await expect(button("Date")).toBeDisabled();
  await expect(button("Delete")).toBeDisabled();
  await axe(page);
  await on.todos.select("One").check();
  await expect(button("Date")).toBeEnabled();
  await expect(button("Delete")).toBeEnabled();
});
