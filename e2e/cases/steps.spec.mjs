// Every kind of step in the log, from the file of a plan to the end of its run: what asks, what waits, what does several
// things, what was handled and what was taken back.
import { PLANS, begin, workflow } from "../pages/plans.mjs";
import { expect, test } from "../test.mjs";

const THINGS = { things: [{ name: "nails" }, { name: "glue" }, { name: "paint" }] };

// Answers every question that stands in the log with yes, until the run has ended.
async function agreeToAll(on, page, answers = 40) {
  for (let left = answers; left > 0; left--) {
    if (/^(Completed|Failed|Cancelled)/.test(await on.status.innerText())) return;
    await on.approve.first().click({ timeout: 1000 }).catch(() => {});
    await page.waitForTimeout(40);
  }
  throw new Error("the run does not end");
}

test("a question is a form in its row: what is missing is named, keys alone answer it, and the run goes on with the answer", async ({ page, on }) => {
  await begin(page, on, PLANS.asks);
  await expect(on.status).toHaveText(/^Waiting for your answer/);
  await expect(on.result).toContainText("Waiting for your answer.");
  const question = on.log.getByRole("group", { name: "Question of step 1" });
  // The button that began it has gone: the question has the focus.
  await expect(question.getByRole("spinbutton", { name: /Price in euros/ })).toBeFocused();
  await expect(question).toContainText("until tomorrow");
  await expect(on.row(1)).toContainText("Needs an answer");
  await on.reload();
  await expect(on.status).toHaveText(/^Waiting for your answer/);
  await question.getByRole("button", { name: "Answer" }).click();
  await expect(question.getByRole("alert")).toContainText("Still to be said: Price in euros, Shall it be bought?");
  await question.getByRole("spinbutton", { name: /Price in euros/ }).focus();
  await page.keyboard.type("12.5");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await expect(question.getByRole("radiogroup", { name: "Shall it be bought?" }).getByRole("radio", { name: "Yes" })).toBeChecked();
  await expect(question).toContainText("where it is sold, may be left out");
  await page.keyboard.press("Enter");
  await expect(on.row(1)).toContainText("Amount: 12.5");
  await agreeToAll(on, page);
  await expect(on.status).toHaveText(/^Completed: 2 of 2/);
  await expect(on.todos.box("Buy paint for 12.5")).toBeVisible();
});

test("until when a question waits is told anew when the day is another", async ({ page, on, context }) => {
  await context.clock.install({ time: new Date("2026-11-20T23:50:00Z") });
  await on.reload();
  await begin(page, on, PLANS.asks);
  const question = on.log.getByRole("group", { name: "Question of step 1" });
  await expect(question).toContainText("Waiting until tomorrow 23:50.");
  await context.clock.fastForward(15 * 60_000);
  await expect(question).toContainText("Waiting until today 23:50.");
});

test("an answer of several lines is written with Shift and Enter, and Enter sends it", async ({ page, on }) => {
  const plan = structuredClone(PLANS.asks);
  delete plan.steps[0].toolInput.schema;
  plan.steps[1].toolInput.text.$concat[1].$from.pointer = "/output";
  await begin(page, on, plan);
  const field = on.log.getByRole("group", { name: "Question of step 1" }).getByRole("textbox");
  await field.focus();
  await page.keyboard.type("one");
  await page.keyboard.press("Shift+Enter");
  await page.keyboard.type("two");
  await expect(field).toHaveValue("one\ntwo");
  await page.keyboard.press("Enter");
  await expect(field).toHaveCount(0);
});

test("Enter that ends the composing of a character rejects nothing", async ({ on }) => {
  await on.todos.add("One", "Two");
  await on.carryOut("clear my list");
  await on.log.getByRole("button", { name: "Add a reason…" }).click();
  const reason = on.log.getByRole("textbox", { name: "Reason for a no" });
  await reason.fill("傘");
  await reason.dispatchEvent("keydown", { key: "Enter", isComposing: true, bubbles: true });
  await expect(on.approve).toBeVisible();
  await expect(reason).toHaveValue("傘");
  await reason.press("Enter");
  await expect(on.result).toContainText("You rejected it");
});

test("a goal that asks for a number goes on with it, and one whose step fails does what it says for that", async ({ on }) => {
  await on.carryOut("ask me for the bill, work out 15% of the bill, and if that fails add todo ask again");
  const question = on.log.getByRole("group", { name: "Question of step 1" });
  await expect(on.row(1)).toContainText("The bill?");
  await question.getByRole("spinbutton").fill("80");
  await question.getByRole("button", { name: "Answer" }).click();
  await expect(on.status).toHaveText(/^Completed/);
  await expect(on.result).toContainText("12");
  await expect(on.todos.box("ask again")).toHaveCount(0);
  await on.carryOut("work out 7 / 0, and if that fails add todo check the numbers");
  await expect(on.todos.box("check the numbers")).toBeVisible();
});

test("an answer that does not fit is refused in words, and a run that waits for it is told in the history", async ({ page, on }) => {
  const plan = structuredClone(PLANS.asks);
  plan.steps[0].toolInput.schema = { type: "integer", minimum: 1, maximum: 10 };
  plan.steps[1].toolInput.text.$concat[1].$from.pointer = "/output";
  await begin(page, on, plan);
  const question = on.log.getByRole("group", { name: "Question of step 1" });
  await expect(on.history.first()).toContainText("Waiting for you");
  await question.getByRole("spinbutton", { name: "What does the paint cost?" }).fill("70");
  await question.getByRole("button", { name: "Answer" }).click();
  await expect(question.getByRole("alert")).toContainText("does not fit");
  await question.getByRole("spinbutton", { name: "What does the paint cost?" }).fill("7");
  await question.getByRole("button", { name: "Answer" }).click();
  await agreeToAll(on, page);
  await expect(on.todos.box("Buy paint for 7")).toBeVisible();
});

test("the answer to a question for a day, or for what fits a pattern, is looked at as such", async ({ page, on }) => {
  const question = on.log.getByRole("group", { name: "Question of step 1" });
  for (const [schema, wrong, right] of [
    [{ type: "string", format: "date" }, "2026-02-30", "2026-11-27"],
    [{ type: "string", pattern: "^[A-Z]{2}[0-9]+$" }, "ab", "AB12"],
  ]) {
    const plan = structuredClone(PLANS.asks);
    plan.steps[0].toolInput.schema = schema;
    plan.steps[1].toolInput.text.$concat[1].$from.pointer = "/output";
    await begin(page, on, plan);
    const field = question.getByRole("textbox", { name: "What does the paint cost?" });
    await field.fill(wrong);
    await question.getByRole("button", { name: "Answer" }).click();
    await expect(question.getByRole("alert")).toContainText("does not fit");
    await field.fill(right);
    await question.getByRole("button", { name: "Answer" }).click();
    await agreeToAll(on, page);
    await expect(on.todos.box(`Buy paint for ${right}`)).toBeVisible();
  }
});

test("what is done for each item shows how far it is, asks where it stands, and folds its items away", async ({ page, on }) => {
  await begin(page, on, PLANS.maps, THINGS);
  await expect(on.row(1)).toContainText("For each of 3 items, add Buy the item's name");
  await expect(on.row(1).getByRole("progressbar", { name: "Progress" })).toBeVisible();
  await expect(on.row(1)).toContainText("0 of 3 items done");
  const items = on.row(1).getByRole("list", { name: "Items of step 1" });
  await expect(items.getByRole("group", { name: "Approval of item 1 of step 1" })).toBeVisible();
  await agreeToAll(on, page);
  await expect(on.status).toHaveText(/^Completed: 1 of 1/);
  await on.todos.are("Buy nails", "Buy glue", "Buy paint");
  await expect(items).toHaveCount(0);
  const fold = on.row(1).getByRole("button", { name: "3 items done" });
  await fold.focus();
  await page.keyboard.press("Enter");
  await expect(items.getByRole("listitem")).toHaveCount(3);
  await expect(items).toContainText("Added “Buy glue”");
  await expect(on.result).toContainText("3 todos");
});

test("of items that fail the line says how many, and the row of each says why", async ({ page, on }) => {
  await begin(page, on, PLANS.failing);
  await agreeToAll(on, page);
  await expect(on.status).toHaveText(/^Failed/);
  const fold = on.row(1).getByRole("button", { name: /1 of 3 items done, 1 failed/ });
  await fold.click();
  await expect(on.row(1).getByRole("list", { name: "Items of step 1" })).toContainText("divide by zero");
});

test("a step that waits for a signal says its name and until when, and sends it, with words", async ({ page, on }) => {
  await begin(page, on, PLANS.waits);
  await expect(on.status).toHaveText(/^Waiting for a signal/);
  const signal = on.log.getByRole("group", { name: "Signal of step 1" });
  await expect(signal).toContainText("until tomorrow");
  await expect(on.history.first()).toContainText("Waiting");
  await signal.getByRole("button", { name: "Send something with it…" }).click();
  const data = signal.getByRole("textbox", { name: "What comes with the signal" });
  await expect(data).toBeFocused();
  await page.keyboard.type("north gate");
  await page.keyboard.press("Enter");
  await agreeToAll(on, page);
  await expect(on.todos.box("Open the north gate")).toBeVisible();
  await begin(page, on, PLANS.waits);
  await signal.getByRole("button", { name: "Send “go”" }).click();
  await expect(on.row(1)).not.toContainText("Waits for a signal");
});

test("a wait says until when, in words, and can be cancelled with that told", async ({ page, on }) => {
  await begin(page, on, PLANS.until);
  await expect(on.row(1)).toContainText("Wait until tomorrow");
  await expect(on.status).toHaveText(/^Waiting: 0 of 2/);
  await expect(on.row(1)).toContainText("Waiting");
  await expect(on.result).toContainText("Waiting until tomorrow");
  await on.cancel.click();
  await expect(on.status).toHaveText(/^Cancelled/);
});

test("a plan within a plan shows its steps, folded when it is done, and its questions are answered there, also after a reload", async ({ page, on }) => {
  await begin(page, on, PLANS.child);
  await expect(on.row(1)).toContainText("Carry out clean one room");
  const steps = on.row(1).getByRole("list", { name: "Steps within step 1" });
  await expect(steps.getByRole("group", { name: /^Approval of step 1/ })).toBeVisible();
  await expect(on.status).toHaveText(/^Waiting for approval/);
  await on.reload();
  await expect(steps.getByRole("group", { name: /^Approval of step 1/ })).toBeVisible();
  await expect(on.history).toHaveCount(1);
  await expect(on.history.first()).toContainText("Waiting for you");
  await agreeToAll(on, page);
  await expect(on.status).toHaveText(/^Completed: 2 of 2/);
  await on.todos.are("Sweep the hall", "Open a window", "Look at Open a window");
  await expect(steps).toHaveCount(0);
  await on.row(1).getByRole("button", { name: "2 steps done" }).click();
  await expect(steps.getByRole("listitem")).toHaveCount(2);
  await expect(on.result).toContainText("Open a window");
});

test("a failure that was handled is told with what handled it, and what a run tells is shown", async ({ page, on }) => {
  await begin(page, on, PLANS.handled);
  await agreeToAll(on, page);
  await expect(on.status).toHaveText(/^Completed/);
  await expect(on.row(1)).toContainText("Failed, handled");
  await expect(on.row(1)).toContainText("Step 2 handled it, and the run went on.");
  await expect(on.result).toContainText("Step 1 failed; step 2 handled it");
  await expect(on.reminders.getByRole("list", { name: "From runs" })).toContainText("The sum failed");
  await expect(page.getByRole("status", { name: "From a run" })).toHaveText("The sum failed Look into it.");
  await on.reminders.getByRole("button", { name: "Dismiss: The sum failed" }).click();
  await expect(on.reminders).toHaveCount(0);
});

test("what a goal tells when its time has come is shown, and its step says what it tells", async ({ page, on }) => {
  await on.goal.fill("wait 1 second, then notify me that the tea is ready");
  await expect(on.steps.nth(1)).toContainText("Tell you “the tea is ready”");
  await on.goal.press("Enter");
  await expect(on.status).toHaveText(/^Completed: 2 of 2/);
  await expect(page.getByRole("status", { name: "From a run" })).toContainText("the tea is ready");
  await expect(on.result).toContainText("The tea is ready");
  await expect(on.result).not.toContainText("Done.");
});

test("what was taken back is said in the row and in the result", async ({ page, on }) => {
  await begin(page, on, PLANS.undone);
  await agreeToAll(on, page);
  await expect(on.status).toHaveText(/^Failed/);
  await on.todos.are();
  await expect(on.row(1)).toContainText("Taken back");
  await expect(on.result.getByRole("list", { name: "Taken back" })).toContainText("Reserve the lamp");
  await expect(on.result).not.toContainText("This was still done");
});

test("a plan from a file is repeated as it is, with what it was given, and its failure leaves the goal field alone", async ({ page, on }) => {
  await begin(page, on, PLANS.failing);
  await agreeToAll(on, page);
  await expect(on.status).toHaveText(/^Failed/);
  await expect(on.goal).toHaveValue("");
  await begin(page, on, PLANS.maps, THINGS);
  await agreeToAll(on, page);
  await expect(on.status).toHaveText(/^Completed/);
  await on.log.getByRole("button", { name: "Repeat", exact: true }).click();
  await expect(on.approve.first()).toBeVisible();
  await agreeToAll(on, page);
  await expect(on.status).toHaveText(/^Completed/);
  await expect(on.history).toHaveCount(3);
  await on.todos.are("Buy nails", "Buy glue", "Buy paint", "Buy nails", "Buy glue", "Buy paint");
  await expect(on.goal).toHaveValue("");
});

test("the five workflows of the documents are run from their files to their ends", async ({ page, on }) => {
  await begin(page, on, workflow("order"), { item: "lamp" });
  await agreeToAll(on, page);
  await expect(on.result).toContainText("charge");
  await begin(page, on, workflow("rows"), { rows: [{ id: 1 }, { id: 2 }] });
  await agreeToAll(on, page);
  await expect(on.todos.box("row 2")).toBeVisible();
  await begin(page, on, workflow("review"));
  const question = on.log.getByRole("group", { name: "Question of step 1" });
  await question.getByRole("radio", { name: "Yes" }).check();
  await question.getByRole("button", { name: "Answer" }).click();
  await agreeToAll(on, page);
  await expect(on.todos.box("publish")).toBeVisible();
  await begin(page, on, workflow("parent"));
  for (let left = 60; left > 0 && (await on.log.getByRole("button", { name: "Send “go”" }).count()) === 0; left--) {
    await on.approve.first().click({ timeout: 300 }).catch(() => {});
  }
  await on.log.getByRole("button", { name: "Send something with it…" }).click();
  await page.keyboard.type("on");
  await page.keyboard.press("Enter");
  await agreeToAll(on, page);
  await expect(on.todos.box("on")).toBeVisible();
  await begin(page, on, workflow("weekly"));
  await agreeToAll(on, page);
  await expect(on.status).toHaveText(/^Completed/);
  await expect(on.reminders).toContainText("Still to be done this week");
});
