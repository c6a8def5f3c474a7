// Finding todos: by words, date, list, tag and priority; their order; editing all that a line can say; very many of them.
import { stored } from "../pages/dunlin.mjs";
import { axe, expect, test } from "../test.mjs";

const LINES = ["Water the plants p3 #home", "Send invoice 2020-05-06 p1 #work", "Call Ann today", "Plan the trip 2031-05-06 #home"];

const narrow = async (on, name, label) => {
  if (!(await on.todos.choice(name).isVisible())) await on.todos.choices.click();
  await on.todos.choice(name).selectOption({ label });
};

test("by date: today, overdue, upcoming, none; kept over a reload and walked back", async ({ page, on }) => {
  await on.todos.add(...LINES);
  for (const [label, texts] of [
    ["Today", ["Call Ann"]],
    ["Overdue", ["Send invoice"]],
    ["Upcoming", ["Plan the trip"]],
    ["No date", ["Water the plants"]],
  ]) {
    await narrow(on, "Due", label);
    await on.todos.are(...texts);
  }
  await on.reload();
  await on.todos.are("Water the plants");
  await expect(on.todos.choices).toHaveText("Filter and sort: no date");
  await page.goBack();
  await on.todos.are("Plan the trip");
  await on.todos.showAll.click();
  await expect(on.todos.items).toHaveCount(4);
});

test("by tag and priority, together with the state; a badge is a way there", async ({ page, on }) => {
  await on.todos.add(...LINES);
  await on.todos.item("Plan the trip").getByRole("link", { name: "#home" }).click();
  await on.todos.are("Plan the trip", "Water the plants");
  expect(page.url()).toMatch(/#\/\?tag=home$/);
  await on.todos.box("Plan the trip").check();
  await on.todos.filter("Active").click();
  await on.todos.are("Water the plants");
  await narrow(on, "Tag", "All tags");
  await narrow(on, "Priority", "1");
  await on.todos.are("Send invoice");
  await narrow(on, "Tag", "home");
  await expect(on.todos.items).toHaveCount(0);
  await expect(on.todos.region).toContainText("No todo matches");
  // Of nothing, all is not done.
  await expect(on.todos.all).not.toBeChecked();
  await expect(on.todos.all).toBeDisabled();
});

test("by words, at every key", async ({ on }) => {
  await on.todos.add(...LINES);
  await on.todos.search.fill("pla");
  await on.todos.are("Water the plants", "Plan the trip");
  await on.todos.search.fill("home trip");
  await on.todos.are("Plan the trip");
  await on.todos.search.fill("<img src=x>");
  await expect(on.todos.items).toHaveCount(0);
  await on.todos.showAll.click();
  await expect(on.todos.items).toHaveCount(4);
});

test("sorted by date, urgency and name, and back by hand", async ({ on }) => {
  await on.todos.add(...LINES);
  await narrow(on, "Sort", "Due first");
  await on.todos.are("Send invoice", "Call Ann", "Plan the trip", "Water the plants");
  await narrow(on, "Sort", "Urgent first");
  await on.todos.are("Send invoice", "Water the plants", "Call Ann", "Plan the trip");
  await narrow(on, "Sort", "By name");
  await on.todos.are("Call Ann", "Plan the trip", "Send invoice", "Water the plants");
  await narrow(on, "Sort", "By hand");
  await on.todos.are("Send invoice", "Call Ann", "Plan the trip", "Water the plants");
});

test("an edit shows the whole line and reads it again", async ({ page, on }) => {
  await on.todos.add("Send invoice 2031-05-06 17:00 p1 #work");
  await on.todos.edit("Send invoice").click();
  await expect(on.todos.editor).toHaveValue("Send invoice 6 May 2031 17:00 p1 #work");
  await expect(on.todos.region.getByRole("button", { name: /Do not read as priority/ })).toBeVisible();
  // The day is written as people write it, and is read so: left alone it changes nothing.
  await on.todos.editor.press("Enter");
  await expect(on.todos.items).toHaveText([/due Tue 6 May 2031 17:00.*priority 1/]);
  await on.todos.edit("Send invoice").click();
  await on.todos.editor.fill("Send both invoices 7 may 2031 #work #tax");
  await on.todos.editor.press("Enter");
  await on.todos.are("Send both invoices");
  await expect(on.todos.items).toHaveText([/due Wed 7 May 2031.*#work.*#tax/]);
  const [todo] = Object.values(await stored(page, "dunlin:v1:todo:")).map((text) => JSON.parse(text));
  expect([todo.due, todo.priority, todo.tags]).toEqual(["2031-05-07", undefined, ["work", "tax"]]);
  await on.todos.undo.click();
  await on.todos.are("Send invoice");
  await expect(on.todos.items).toHaveText([/due Tue 6 May 2031 17:00.*priority 1/]);
});

test("words of a todo that look like a date stay its words when it is edited", async ({ on }) => {
  await on.todos.field.fill("Read Tomorrow Never Dies");
  await on.todos.region.getByRole("button", { name: /Do not read as date/ }).click();
  await on.todos.field.press("Enter");
  await on.todos.edit("Read Tomorrow Never Dies").click();
  await on.todos.editor.press("End");
  await on.todos.editor.press("Space");
  await on.todos.editor.pressSequentially("p2");
  await on.todos.editor.press("Enter");
  await on.todos.are("Read Tomorrow Never Dies");
});

test("a list is given in the edit, and the list can be looked at alone", async ({ on }) => {
  await on.todos.add("Milk", "Bread", "Call Ann", "Feed the cat");
  for (const text of ["Milk", "Bread"]) {
    await on.todos.edit(text).click();
    await on.todos.editorList.fill("Shopping");
    await on.todos.editorList.press("Enter");
    await expect(on.todos.item(text).getByRole("link", { name: "Shopping" })).toBeVisible();
  }
  await narrow(on, "List", "Shopping");
  await on.todos.are("Milk", "Bread");
  await narrow(on, "List", "No list");
  await on.todos.are("Call Ann", "Feed the cat");
  await on.carryOut("what's on my shopping list?");
  await expect(on.result).toContainText("Bread");
});

test("arrows go from row to row", async ({ on }) => {
  await on.todos.add("One", "Two", "Three");
  await on.todos.box("One").focus();
  await on.todos.box("One").press("ArrowDown");
  await expect(on.todos.box("Two")).toBeFocused();
  await on.todos.box("Two").press("ArrowDown");
  await on.todos.box("Three").press("ArrowUp");
  await expect(on.todos.box("Two")).toBeFocused();
  await expect(on.todos.box("Two")).not.toBeChecked();
});

test("ten thousand todos: few are drawn, and every key is answered", { tag: "@browser" }, async ({ page, on }) => {
  await page.evaluate(() => {
    const id = (at) => `0192aaaa-0000-7000-8000-${at.toString(16).padStart(12, "0")}`;
    for (let at = 0; at < 10_000; at++) {
      const todo = { id: id(at), text: `Todo ${at}`, completed: at % 3 === 0, createdAt: "2026-01-01T00:00:00.000Z", updatedAt: "2026-01-01T00:00:00.000Z", tags: at % 7 ? [] : ["seven"] };
      localStorage.setItem(`dunlin:v1:todo:${todo.id}`, JSON.stringify(todo));
    }
  });
  await on.reload();
  await expect(on.todos.items).toHaveCount(200);
  // How long an answer takes is measured by `cargo xtask bench page`, because a busy machine takes any time.
  for (const [words, count] of [["Todo 99", 200], ["Todo 999", 19], ["Todo 9990", 1], ["", 200]]) {
    await on.todos.search.fill(words);
    await expect(on.todos.items).toHaveCount(count);
  }
  await on.todos.search.fill("Todo 9999");
  await on.todos.are("Todo 9999");
  await on.todos.search.fill("");
  await on.todos.box("Todo 1").check();
  await expect(on.todos.box("Todo 1")).toBeChecked();
  await on.todos.region.getByRole("button", { name: /^Show 200 more of 10,?000$/ }).click();
  await expect(on.todos.items).toHaveCount(400);
});

test("a selection is of what is shown: what a search or a filter hides is not deleted with it", async ({ on }) => {
  await on.todos.add(...LINES);
  await on.todos.region.getByRole("button", { name: "More for all todos" }).click();
  await on.todos.region.getByRole("button", { name: "Select several" }).click();
  await on.todos.select("Water the plants").check();
  await on.todos.select("Call Ann").check();
  await expect(on.todos.selection).toContainText("2 todos selected");
  await on.todos.search.fill("ann");
  await expect(on.todos.selection).toContainText("1 todo selected");
  await on.todos.selection.getByRole("button", { name: "Delete" }).click();
  await on.todos.search.fill("");
  await on.todos.are("Send invoice", "Plan the trip", "Water the plants");
});

test("what a file brings is pointed to where a filter hides it", async ({ on }) => {
  await on.todos.add(...LINES);
  await narrow(on, "Tag", "home");
  const file = on.todos.region.locator("input[type=file]");
  await file.setInputFiles({ name: "more.txt", mimeType: "text/plain", buffer: Buffer.from("Buy nails\n") });
  await expect(on.todos.said).toContainText("“Buy nails” was added; it is not in this view");
  await on.todos.said.getByRole("button", { name: "Show it" }).click();
  await expect(on.todos.box("Buy nails")).toBeVisible();
});

test("a todo that is typed while one list is shown goes to that list, and several lines too", async ({ page, on, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await on.todos.add("Oats", "Plums", "Pears", "Apples", "Quinces", "Grapes");
  await on.carryOut("add Sweep to my home list");
  await expect(on.status).toHaveText(/^Completed/);
  await on.todos.choices.click();
  await on.todos.choice("List").selectOption("home");
  await on.todos.are("Sweep");
  await expect(on.todos.field).toHaveAttribute("placeholder", "Add a todo to “home”");
  await on.todos.add("Dust");
  await on.todos.are("Sweep", "Dust");
  await page.evaluate(() => navigator.clipboard.writeText("- Mop\n- Iron"));
  await on.todos.field.focus();
  await page.keyboard.press("Control+v");
  await on.todos.are("Sweep", "Dust", "Mop", "Iron");
  await axe(page);
  await on.todos.showAll.click();
  await expect(on.todos.items).toHaveCount(10);
  await on.todos.add("Rye");
  await on.todos.choice("List").selectOption("home");
  await on.todos.are("Sweep", "Dust", "Mop", "Iron");
});
