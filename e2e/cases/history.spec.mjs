// The runs that are kept: found, taken out with a way back, and told as a report.
import { GOAL, stored } from "../pages/dunlin.mjs";
import { begunRun, put } from "../pages/storage.mjs";
import { axe, expect, test } from "../test.mjs";

const GOALS = ["calculate 1 + 1", "calculate 2 + 2", "calculate 3 + 3", "add todo Oats", "list todos", "calculate 1 / 0"];

async function ran(on, ...goals) {
  for (const goal of goals) {
    await on.carryOut(goal);
    await expect(on.status).toHaveText(/^(Completed|Failed)/);
    await expect(on.history.filter({ hasText: goal }).first()).toBeVisible();
  }
}

const journals = async (page) => Object.keys(await stored(page, "dunlin:v1:run:")).length;

test("each says how it ended, by icon and word, the latest first; words find them, and the address keeps the words", async ({ page, on }) => {
  await expect(on.runs.getByRole("searchbox")).toHaveCount(0);
  await ran(on, ...GOALS);
  await expect(on.history).toHaveText([/1 \/ 0.*Failed/, /list.*Completed/, /Oats/, /3 \+ 3/, /2 \+ 2/, /1 \+ 1.*Completed, 1 step/]);
  await expect.poll(() => on.history.locator("svg").count()).toBe(12);
  const search = on.runs.getByRole("searchbox", { name: "Search history" });
  await search.fill("CALCULATE");
  await expect(on.history).toHaveCount(4);
  await page.waitForURL(/find=CALCULATE/);
  await on.reload();
  await expect(on.history).toHaveCount(4);
  await search.fill("no such goal");
  await expect(on.history).toHaveCount(0);
  await expect(on.runs.getByRole("status").filter({ hasText: "No run has these words." })).toBeVisible();
  await axe(page);
  await search.fill("");
  await expect(on.history).toHaveCount(6);
});

test("when a run was begun is said as people say it, and follows the clock", async ({ on, context }) => {
  await context.clock.install({ time: new Date("2026-11-20T23:50:00Z") });
  await on.reload();
  await on.carryOut("12 * 3\n4 + 5");
  await expect(on.status).toHaveText(/^Completed/);
  await expect(on.history.first()).toHaveText(/12 \* 3 · 4 \+ 5 Completed, 2 steps, 23:50/);
  await context.clock.fastForward(15 * 60_000);
  await expect(on.history.first()).toContainText("2 steps, yesterday 23:50");
});

test("one that is taken out comes back by one gesture, looked at as it was, also after others; the focus stays in the list", async ({ page, on }) => {
  await ran(on, ...GOALS);
  await on.history.nth(5).getByRole("link").click();
  await expect(on.result).toContainText("2");
  const before = await stored(page, "dunlin:v1:run:");
  const top = async () => (await on.history.first().boundingBox()).y;
  const remove = on.history.nth(5).getByRole("button", { name: "Remove from history: calculate 1 + 1" });
  // The focus brings it into sight; from there on nothing moves.
  await remove.focus();
  let place = await top();
  await expect.poll(async () => place === (place = await top())).toBe(true);
  const plan = await on.plan.boundingBox();
  await page.keyboard.press("Enter");
  await expect(on.history).toHaveCount(5);
  expect(await on.plan.boundingBox()).toEqual(plan);
  // A page scrolls by whole pixels.
  await expect.poll(async () => Math.abs((await top()) - place) < 1).toBe(true);
  await expect(on.history.nth(4).getByRole("link")).toBeFocused();
  await expect(on.status).toHaveText("No run yet");
  await expect(on.removed).toContainText("Removed “calculate 1 + 1”");
  await on.removed.getByRole("button", { name: "Undo" }).click();
  await expect(on.history).toHaveCount(6);
  await expect(on.result).toContainText("2");
  await expect.poll(() => stored(page, "dunlin:v1:run:")).toEqual(before);
  await on.reload();
  await expect(on.history).toHaveCount(6);
  await expect(on.result).toContainText("2");
});

for (const width of [1440, 1024]) {
  test(`one that is chosen far below is brought into sight, with the focus in it, at ${width}`, async ({ page, on }) => {
    await page.setViewportSize({ width, height: 500 });
    await ran(on, ...GOALS);
    const oldest = on.history.last().getByRole("link");
    await oldest.scrollIntoViewIfNeeded();
    await expect(on.result).not.toBeInViewport();
    await oldest.click();
    await expect(on.result).toContainText("2");
    await expect(on.result).toBeInViewport();
    await expect(on.result).toBeFocused();
    // What is in sight already stays where it is.
    const top = await page.evaluate(() => scrollY);
    await page.evaluate(() => document.activeElement.blur());
    await oldest.evaluate((link) => link.click());
    await expect(on.result).toBeFocused();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(top);
    await axe(page);
  });
}

test("one that is under way says so in its row when it is to be taken out, and can be cancelled first", async ({ page, on }) => {
  await ran(on, "calculate 1 + 1");
  await on.carryOut("wait 2 hours then add todo Sweep");
  const row = on.history.filter({ hasText: "wait 2 hours" });
  const begun = await journals(page);
  await expect(row).toContainText("Waiting");
  await row.hover();
  await row.getByRole("button", { name: /^Remove from history/ }).click();
  const kept = row.getByRole("group", { name: "“wait 2 hours then add todo Sweep” is under way" });
  await expect(kept).toBeFocused();
  expect(await journals(page)).toBe(begun);
  await expect(on.removed.getByRole("button")).toHaveCount(0);
  await expect(on.notices).toHaveText("");
  await axe(page);
  await kept.getByRole("button", { name: "Keep it" }).click();
  await expect(kept).toHaveCount(0);
  await expect(row.getByRole("link")).toBeFocused();
  await row.getByRole("button", { name: /^Remove from history/ }).click();
  await kept.getByRole("button", { name: "Cancel and remove" }).click();
  await expect(on.history).toHaveCount(1);
  await expect(on.history.getByRole("link")).toBeFocused();
  await expect(on.removed).toContainText("Removed “wait 2 hours then add todo Sweep”");
  await on.removed.getByRole("button", { name: "Undo" }).click();
  await expect(row).toContainText("Cancelled");
});

test("those that wait for a person stand first under a heading, and the button to them says how many they are", async ({ page, on }) => {
  await on.todos.add("Oats", "Rye");
  await on.carryOut("delete all todos");
  await expect(on.status).toHaveText(/^Waiting for approval/);
  await ran(on, "calculate 1 + 1", "calculate 2 + 2");
  await page.getByRole("button", { name: "History 1 run waits for you" }).click();
  await expect(on.runs.getByRole("heading", { level: 3 })).toHaveText(["Waiting for you", "Other runs"]);
  const waiting = on.runs.getByRole("list", { name: "Waiting for you" }).getByRole("listitem");
  await expect(waiting).toHaveText([/^delete all todos Waiting for you/]);
  await expect(on.history).toHaveText([/^delete all todos/, /^calculate 2/, /^calculate 1/]);
  await axe(page);
  await waiting.getByRole("link").click();
  await on.reject.click();
  await expect(on.runs.getByRole("heading", { level: 3 })).toHaveCount(0);
  await expect(on.history).toHaveText([/^calculate 2/, /^calculate 1/, /^delete all todos/]);
  await expect(page.getByRole("button", { name: "History", exact: true })).toBeVisible();
});

test("where the run on show is taken out the examples come back", async ({ page, on }) => {
  await ran(on, "calculate 1 + 1");
  await on.history.first().hover();
  await on.history.first().getByRole("button").click();
  await expect(on.history).toHaveCount(0);
  await expect(on.plan.getByRole("button", { name: "350 F to C" })).toBeVisible();
});

test("of very many the latest are drawn, and more when asked for", async ({ page, on }) => {
  const ended = Array.from({ length: 120 }, (_, at) => {
    const runId = `01900000-0000-7000-8000-${at.toString(16).padStart(12, "0")}`;
    const [[key, value]] = begunRun({ runId, goal: `sum number ${at}`, steps: [{ toolName: "calculator", toolInput: { expression: `${at}` } }] });
    const [created] = JSON.parse(value).events;
    const rest = ["cancelRequested", "runCancelled"].map((type, index) => ({ seq: index + 2, at: created.at, type }));
    return [key, JSON.stringify({ schemaVersion: 1, events: [created, ...rest] })];
  });
  await put(page, ended);
  await on.reload();
  await expect(on.history).toHaveCount(50);
  await expect(on.history.first()).toContainText("sum number 119");
  const more = on.runs.getByRole("button", { name: "Show more" });
  await more.click();
  await more.click();
  await expect(on.history).toHaveCount(120);
  await expect(more).toHaveCount(0);
  await on.runs.getByRole("searchbox").fill("number 7");
  await expect(on.history).toHaveCount(11);
});

test("the report of a run is looked at: goal, plan, steps, budgets, timeline, and what failed; again for another run", async ({ page, on }) => {
  await on.carryOut(GOAL);
  await expect(on.status).toHaveText(/^Completed/);
  const open = () => on.report.button.click();
  await open();
  const { dialog } = on.report;
  for (const name of ["Plan", "Steps", "Budgets", "Timeline"]) {
    await expect(dialog.getByRole("heading", { name, exact: true })).toBeVisible();
  }
  await expect(dialog.getByRole("listitem").first()).toHaveText("Goal: add todo Buy milk and calculate (10 + 5) * 2 then list todos");
  await expect(dialog.getByRole("cell", { name: "todo_store" }).first()).toBeVisible();
  await expect(dialog.getByRole("heading", { name: /^2\. calculator: succeeded/ })).toBeVisible();
  await expect(dialog).toContainText("the run is completed");
  // What was given is a list as people read it, and no record.
  const listed = dialog.getByRole("listitem").filter({ hasText: /^Result:/ }).getByRole("listitem");
  await expect(listed).toHaveText(["Buy milk"]);
  await expect(dialog).not.toContainText('"createdAt"');
  await axe(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await on.carryOut("calculate 1 / 0");
  await expect(on.status).toHaveText(/^Failed/);
  await open();
  await expect(dialog).toContainText("divide by zero");
  await expect(dialog).not.toContainText("Buy milk");
});
