// The todo panel by hand: what TodoMVC's browser suite checks, its written rules, and what this panel adds. Written anew.
import { dunlin, stored } from "../pages/dunlin.mjs";

const THREE = ["Feed the cat", "Water the plants", "Call Ann"];

const todoCase = (name, run, more = {}) => ({
  name,
  ...more,
  async run(given) {
    await run(dunlin(given.page), given);
  },
});

const records = async (page) => Object.values(await stored(page, "dunlin:v1:todo:")).map((text) => JSON.parse(text));

export const cases = [
  todoCase("an empty list shows no list, counter, filters or clearing", async (on, { expect }) => {
    await expect(on.todos.list).toHaveCount(0);
    await expect(on.todos.all).toHaveCount(0);
    await expect(on.todos.filter("Active")).toHaveCount(0);
    await expect(on.todos.clear).toHaveCount(0);
  }),
  todoCase("adding appends, clears the field, counts and stores", async (on, { page, expect }) => {
    await on.todos.add(...THREE);
    await on.todos.are(...THREE);
    await expect(on.todos.field).toHaveValue("");
    await expect(on.todos.field).toBeFocused();
    await expect(on.todos.region).toContainText("3 items left");
    expect((await records(page)).length).toBe(3);
  }),
  todoCase("blanks around the text go, and blanks alone add nothing", async (on, { expect }) => {
    await on.todos.add("   Feed the cat   ", "    ");
    await on.todos.are("Feed the cat");
  }),
  todoCase("completing and taking it back", async (on, { page, expect }) => {
    await on.todos.add(...THREE);
    await on.todos.box("Water the plants").check();
    await expect(on.todos.region).toContainText("2 items left");
    expect((await records(page)).filter((todo) => todo.completed).map((todo) => todo.text)).toEqual(["Water the plants"]);
    await on.todos.box("Water the plants").uncheck();
    await expect(on.todos.region).toContainText("3 items left");
  }),
  todoCase("all at once: completes all, takes all back, follows the items both ways", async (on, { expect }) => {
    await on.todos.add(...THREE);
    await on.todos.all.check();
    await expect(on.todos.region).toContainText("0 items left");
    for (const text of THREE) await expect(on.todos.box(text)).toBeChecked();
    await on.todos.box("Call Ann").uncheck();
    await expect(on.todos.all).not.toBeChecked();
    await on.todos.box("Call Ann").check();
    await expect(on.todos.all).toBeChecked();
    await on.todos.all.uncheck();
    await expect(on.todos.region).toContainText("3 items left");
  }),
  todoCase("editing by double-click: focused, box and text hidden, saved on Enter and trimmed", async (on, { expect }) => {
    await on.todos.add(...THREE);
    await on.todos.words("Water the plants").dblclick();
    await expect(on.todos.editor).toBeFocused();
    await expect(on.todos.editor).toHaveValue("Water the plants");
    await expect(on.todos.box("Water the plants")).toHaveCount(0);
    await expect(on.todos.words("Water the plants")).toHaveCount(0);
    await on.todos.editor.fill("   Water the garden  ");
    await on.todos.editor.press("Enter");
    await on.todos.are("Feed the cat", "Water the garden", "Call Ann");
    await expect(on.todos.box("Water the garden")).toBeFocused();
  }),
  todoCase("editing by the button is saved when the focus leaves", async (on, { expect }) => {
    await on.todos.add(...THREE);
    await on.todos.edit("Call Ann").click();
    await on.todos.editor.fill("Call Ben");
    await on.todos.field.focus();
    await on.todos.are("Feed the cat", "Water the plants", "Call Ben");
  }),
  todoCase("Escape gives an edit up", async (on, { expect }) => {
    await on.todos.add(...THREE);
    await on.todos.edit("Call Ann").click();
    await on.todos.editor.fill("Something else");
    await on.todos.editor.press("Escape");
    await expect(on.todos.editor).toHaveCount(0);
    await on.todos.are(...THREE);
  }),
  todoCase("an edit that leaves nothing deletes, and can be undone", async (on, { expect }) => {
    await on.todos.add(...THREE);
    await on.todos.edit("Water the plants").click();
    await on.todos.editor.fill("  ");
    await on.todos.editor.press("Enter");
    await expect(on.todos.items).toHaveCount(2);
    await on.todos.undo.click();
    await expect(on.todos.items).toHaveCount(3);
    await on.todos.are(...THREE);
  }),
  todoCase("an edit under way is not kept over a reload", async (on, { expect }) => {
    await on.todos.add("Feed the cat");
    await on.todos.edit("Feed the cat").click();
    await on.todos.editor.fill("Half a tho");
    await on.reload();
    await expect(on.todos.editor).toHaveCount(0);
    await expect(on.todos.items).toHaveCount(1);
  }),
  todoCase("the counter says item and items", async (on, { expect }) => {
    await on.todos.add("Feed the cat");
    await expect(on.todos.region).toContainText("1 item left");
    await on.todos.add("Call Ann");
    await expect(on.todos.region).toContainText("2 items left");
    await on.todos.all.check();
    await expect(on.todos.region).toContainText("0 items left");
  }),
  todoCase("clearing removes what is completed, then hides itself and resets the box for all", async (on, { expect }) => {
    await on.todos.add(...THREE);
    await expect(on.todos.clear).toHaveCount(0);
    await on.todos.box("Feed the cat").check();
    await expect(on.todos.clear).toHaveText("Clear completed");
    await on.todos.clear.click();
    await expect(on.todos.items).toHaveCount(2);
    await expect(on.todos.clear).toHaveCount(0);
    await on.todos.all.check();
    await on.todos.clear.click();
    await expect(on.todos.items).toHaveCount(0);
    await on.todos.add("New");
    await expect(on.todos.all).not.toBeChecked();
  }),
  todoCase("the list and its state survive a reload", async (on, { expect }) => {
    await on.todos.add(...THREE);
    await on.todos.box("Call Ann").check();
    await on.reload();
    await on.todos.are(...THREE);
    await expect(on.todos.box("Call Ann")).toBeChecked();
    await expect(on.todos.box("Feed the cat")).not.toBeChecked();
  }),
  todoCase("filters: each shows its own, is marked, walks back and survives a reload", async (on, { page, expect }) => {
    await on.todos.add(...THREE);
    await on.todos.box("Call Ann").check();
    await on.todos.filter("Active").click();
    await expect(on.todos.items).toHaveCount(2);
    await on.todos.filter("Completed").click();
    await expect(on.todos.items).toHaveCount(1);
    await expect(on.todos.filter("Completed")).toHaveAttribute("aria-current", "true");
    await on.reload();
    await expect(on.todos.items).toHaveCount(1);
    await on.todos.are("Call Ann");
    await page.goBack();
    await expect(on.todos.items).toHaveCount(2);
    await page.goBack();
    await expect(on.todos.items).toHaveCount(3);
    await expect(on.todos.filter("All")).toHaveAttribute("aria-current", "true");
  }),
  todoCase("an item leaves the list at once when it no longer belongs there", async (on, { expect }) => {
    await on.todos.add(...THREE);
    await on.todos.filter("Active").click();
    await on.todos.box("Call Ann").click();
    await expect(on.todos.items).toHaveCount(2);
  }),
  todoCase("deleting moves the focus to the neighbour and can be undone, also after a reload of the rest", async (on, { expect }) => {
    await on.todos.add(...THREE);
    await on.todos.remove("Water the plants").click();
    await expect(on.todos.items).toHaveCount(2);
    await expect(on.todos.box("Call Ann")).toBeFocused();
    await on.todos.undo.click();
    await expect(on.todos.items).toHaveCount(3);
    await on.todos.are(...THREE);
  }),
  todoCase("a line says when and how urgent, each reading can be taken back", async (on, { expect }) => {
    await on.todos.field.fill("Send invoice 2031-05-06 p1 #work");
    await expect(on.todos.region.getByText("Tue 6 May 2031", { exact: true })).toBeVisible();
    await on.todos.region.getByRole("button", { name: /Do not read as tag/ }).click();
    await on.todos.field.press("Enter");
    await on.todos.are("Send invoice #work");
    await expect(on.todos.items).toHaveText([/due 2031-05-06.*priority 1/]);
  }),
  todoCase("rows move by Alt and an arrow, and stay moved", async (on, { expect }) => {
    await on.todos.add(...THREE);
    await on.todos.box("Call Ann").press("Alt+ArrowUp");
    await on.todos.are("Feed the cat", "Call Ann", "Water the plants");
    await expect(on.todos.box("Call Ann")).toBeFocused();
    await on.reload();
    await on.todos.are("Feed the cat", "Call Ann", "Water the plants");
  }),
  todoCase("a run and a hand act on the same todos, and each shows where one came from", async (on, { expect }) => {
    await on.todos.add("Feed the cat");
    await on.carryOut("mark feed the cat as done and add todo Call Ann");
    await expect(on.todos.box("Feed the cat")).toBeChecked();
    await expect(on.todos.item("Call Ann").getByRole("link", { name: "added by a run" })).toBeVisible();
    await on.todos.undo.click();
    await expect(on.todos.box("Feed the cat")).not.toBeChecked();
    await expect(on.todos.items).toHaveCount(1);
  }),
];
