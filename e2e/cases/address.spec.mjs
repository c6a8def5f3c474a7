// What is looked for and how near the picture is drawn stand in the address, and come back with it.
import { GOAL } from "../pages/dunlin.mjs";
import { axe, expect, test } from "../test.mjs";

test("the words looked for in todos are kept over a reload, without a step back for every letter", async ({ page, on }) => {
  await on.todos.add("Oat milk", "Rye bread", "Oat flakes", "Tea & cake");
  await on.todos.search.fill("oat");
  await on.todos.are("Oat milk", "Oat flakes");
  await page.waitForURL(/[?&]q=oat/);
  const length = await page.evaluate(() => history.length);
  await on.todos.search.fill("tea & c");
  await page.waitForURL(/[?&]q=tea%20%26%20c/);
  await expect.poll(() => page.evaluate(() => history.length)).toBe(length);
  await on.reload();
  await on.todos.are("Tea & cake");
  await expect(on.todos.search).toHaveValue("tea & c");
  await on.todos.filter("Completed").click();
  await on.todos.are();
  await on.todos.filter("All").click();
  await on.todos.are("Tea & cake");
  await on.todos.showAll.click();
  await expect(on.todos.items).toHaveCount(4);
  await expect(on.todos.search).toHaveValue("");
});

test("how near the picture is drawn is kept over a reload", async ({ page, on }) => {
  await on.carryOut(GOAL);
  await expect(on.status).toHaveText(/^Completed/);
  await on.showPlan();
  await on.plan.getByRole("button", { name: "Zoom in" }).click();
  await page.waitForURL(/[?&]zoom=\d+/);
  const width = () => page.evaluate(() => Math.round(document.querySelector(".plan-view svg").getBoundingClientRect().width));
  const near = await width();
  await on.reload();
  await on.showPlan();
  await expect(on.node(1)).toBeVisible();
  await expect.poll(width).toBe(near);
  await on.plan.getByRole("button", { name: "Fit" }).click();
  await page.waitForFunction(() => !location.hash.includes("zoom"));
});

test("a shared goal is put into the field, planned, and never runs by itself", async ({ page, on, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await on.carryOut("add todo Tea & cake then calculate 6 * 7");
  await expect(on.status).toHaveText(/^Completed/);
  await on.more("Copy a link to the goal");
  await expect(on.log.getByText("Copied", { exact: true })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await page.goto("about:blank");
  await page.goto(link);
  await expect(on.goal).toHaveValue("add todo Tea & cake then calculate 6 * 7");
  await expect(on.steps).toHaveCount(2);
  await expect(on.status).toHaveText("No run yet");
  await expect(on.history).toHaveCount(1);
  expect(page.url()).toMatch(/#\/$/);
});

test("the plan of what is typed has a button that copies its link", async ({ page, on, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const copy = on.plan.getByRole("button", { name: "Copy link" });
  await expect(copy).toHaveCount(0);
  await on.goal.fill("add todo Tea & cake");
  await copy.click();
  await expect(on.plan.getByRole("status", { name: "Link" })).toHaveText("Copied");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await on.goal.fill("");
  await page.goto("about:blank");
  await page.goto(link);
  await expect(on.goal).toHaveValue("add todo Tea & cake");
  await expect(on.history).toHaveCount(0);
});

test("a shared goal leaves what is typed alone until somebody wants it, and one that fits no link is not copied", async ({ page, on }) => {
  await on.goal.fill("half a thought");
  await page.evaluate(() => {
    location.hash = "#/?goal=calculate%206%20*%207";
  });
  const offered = page.getByRole("status", { name: "Goal of a link" });
  await expect(offered).toContainText("A link brought another goal: “calculate 6 * 7”");
  await expect(on.goal).toHaveValue("half a thought");
  await axe(page);
  await offered.getByRole("button", { name: "Put it into the field" }).click();
  await expect(on.goal).toHaveValue("calculate 6 * 7");
  await expect(offered).toBeEmpty();
  await page.keyboard.press("Control+z");
  await expect(on.goal).toHaveValue("half a thought");
  await on.goal.fill(`add todo ${"x".repeat(2000)}`);
  await on.plan.getByRole("button", { name: "Copy link" }).click();
  await expect(on.notices).toContainText("The goal is too long for a link: at most 2000 characters");
});

test("earlier goals come back with Up, one by one, and go again with Down", async ({ page, on }) => {
  for (const goal of ["calculate 1 + 1", "calculate 2 + 2", "calculate 3 + 3"]) {
    await on.carryOut(goal);
    await expect(on.result).toContainText(String(2 * Number(goal.at(-1))));
  }
  await on.goal.focus();
  for (const wanted of ["calculate 3 + 3", "calculate 2 + 2", "calculate 1 + 1", "calculate 1 + 1"]) {
    await page.keyboard.press("ArrowUp");
    await expect(on.goal).toHaveValue(wanted);
  }
  for (const wanted of ["calculate 2 + 2", "calculate 3 + 3", ""]) {
    await page.keyboard.press("ArrowDown");
    await expect(on.goal).toHaveValue(wanted);
  }
});

test("the plan that is shown when Enter is pressed is the plan of what was typed", async ({ page, on }) => {
  await on.goal.fill("add todo Tea");
  await on.goal.press("End");
  await page.keyboard.type(" and calculate 7 * 8", { delay: 0 });
  await page.keyboard.press("Enter");
  await expect(on.status).toHaveText(/^Completed: 2 of 2/);
  await expect(on.rows).toHaveCount(2);
  await on.goal.fill("add todo Tea and calculate 1 + 1");
  await expect(on.steps).toHaveCount(2);
  await on.goal.press("End");
  await page.keyboard.type(" and what's the weather", { delay: 0 });
  await page.keyboard.press("Enter");
  await expect(on.plan).toContainText("There is no plan for this goal");
});
