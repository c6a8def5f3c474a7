// Two tabs of one browser stay in step.
import { dunlin, GOAL, stands } from "../pages/dunlin.mjs";
import { expect, test } from "../test.mjs";

test("todos and runs of one tab appear in the other, both ways", async ({ page, context, url }) => {
  const one = dunlin(page);
  const other = await context.newPage();
  await other.goto(url);
  await stands(other);
  const two = dunlin(other);
  await one.todos.add("From one");
  await two.todos.are("From one");
  await two.todos.add("From two");
  await one.todos.are("From one", "From two");
  await two.todos.box("From one").check();
  await expect(one.todos.box("From one")).toBeChecked();
  await one.carryOut(GOAL);
  await two.todos.are("From one", "From two", "Buy milk");
  await expect(two.history).toHaveCount(1);
  await expect(two.history.first()).toContainText("Completed");
  await two.todos.remove("Buy milk").click();
  // It was done elsewhere, so here it stands with what is done.
  await one.todos.are("From two", "From one");
});

test("a question asked in one tab can be answered in the other", async ({ page, context, url }) => {
  const one = dunlin(page);
  await one.todos.add("A", "B");
  const other = await context.newPage();
  await other.goto(url);
  await stands(other);
  const two = dunlin(other);
  await one.carryOut("clear my list");
  await expect(one.approve).toBeVisible();
  await two.history.first().getByRole("link").click();
  await two.approve.click();
  await expect(two.status).toHaveText(/^Completed/);
  await expect(one.status).toHaveText(/^Completed/);
  await expect(one.todos.items).toHaveCount(0);
});

test("an edit leaves what another tab has done to the todo meanwhile, and its words outlive the todo", async ({ page, context, url }) => {
  const one = dunlin(page);
  await one.todos.add("Call Ann", "Sweep");
  const other = await context.newPage();
  await other.goto(url);
  await stands(other);
  const two = dunlin(other);
  const date = async (day, told) => {
    await two.todos.menuOf("Call Ann").click();
    await two.todos.menu.getByLabel("Date", { exact: true }).fill(day);
    await expect(two.todos.badges("Call Ann")).toHaveText(told);
  };
  await one.todos.edit("Call Ann").click();
  await date("2031-05-06", "due Tue 6 May 2031");
  await one.todos.editor.press("Enter");
  await expect(one.todos.badges("Call Ann")).toHaveText("due Tue 6 May 2031");
  await one.todos.edit("Call Ann").click();
  await date("2032-07-08", "due Thu 8 Jul 2032");
  await one.todos.editor.fill("Call Ben 2031-05-06");
  await one.todos.editor.press("Enter");
  await expect(one.todos.badges("Call Ben")).toHaveText("due Thu 8 Jul 2032");

  await one.todos.edit("Call Ben").click();
  await one.todos.editor.fill("Call Cem p1");
  await two.todos.remove("Call Ben").click();
  await expect(one.todos.region.getByRole("alert")).toContainText("The todo was deleted while you edited it");
  await expect(one.todos.field).toHaveValue("Call Cem p1");
  await one.todos.edit("Sweep").click();
  await expect(one.todos.editor).toHaveValue("Sweep");
});

test("adding in both at once loses nothing", async ({ page, context, url }) => {
  const other = await context.newPage();
  await other.goto(url);
  await stands(other);
  const both = [dunlin(page), dunlin(other)];
  await Promise.all(both.map((on, at) => on.todos.add(...["ant", "bee", "cat", "dog", "eel", "fox", "gnu", "hen"].map((name) => `${name} of ${at === 0 ? "one" : "two"}`))));
  for (const on of both) await expect(on.todos.items).toHaveCount(16);
});

test.describe("where the browser has no locks, as over plain HTTP,", () => {
  test.use({ opened: false });

  test("two tabs carry out many runs at once, each once, and stay quick", async ({ page, context, open, url }) => {
    await context.addInitScript(() => Object.defineProperty(Navigator.prototype, "locks", { get: () => undefined }));
    await open();
    const one = dunlin(page);
    const other = await context.newPage();
    await other.goto(url);
    await stands(other);
    expect(await other.evaluate(() => navigator.locks)).toBeUndefined();
    const two = dunlin(other);
    const names = ["ant", "bee", "cat", "dog", "eel", "fox"];
    for (const name of names) {
      await one.carryOut(`wait 2 seconds then add todo ${name} of one`);
      await two.carryOut(`wait 2 seconds then add todo ${name} of two`);
    }
    // A page that spins answers nothing in the meantime.
    for (const tab of [page, other]) expect(await tab.evaluate(() => 1 + 1)).toBe(2);
    for (const on of [one, two]) {
      await expect(on.todos.items).toHaveCount(12, { timeout: 30_000 });
      await expect(on.history).toHaveCount(12);
      await expect(on.history.filter({ hasText: "Completed" })).toHaveCount(12);
    }
  });
});
