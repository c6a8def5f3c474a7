// What the page says of what a run did: in words, with numbers and names, and true.
import { axe, expect, test } from "../test.mjs";

const FOUR = ["Milk", "Eggs", "Bread", "Salt"];
const green = (page) => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--good"));

test("a run that was turned down is called no success, in its status, the history and the report", async ({ on }) => {
  await on.todos.add(...FOUR);
  await on.carryOut("delete everything");
  await on.reject.click();
  await expect(on.status).toHaveText("Rejected: nothing was changed");
  // A picture of its own: not the one of what was done.
  await expect(on.status.locator(".state-completed")).toHaveCount(0);
  await expect(on.history.first()).toContainText("Rejected: nothing was changed, 1 step");
  await expect(on.history.first()).not.toContainText("Completed");
  await expect(on.result).toContainText("You rejected it, so nothing was changed.");
  await expect(on.todos.said).not.toContainText("The run");
  await on.report.button.click();
  await expect(on.report.dialog.getByText("rejected: nothing was changed")).toBeVisible();
  await on.report.dialog.getByRole("button", { name: "Close" }).click();
  await on.reload();
  await expect(on.history.first()).toContainText("Rejected: nothing was changed");

  await on.carryOut("calculate 2 + 3 then delete everything");
  await on.reject.click();
  await expect(on.status).toHaveText(/^Completed, 1 step rejected: 1 of 2 steps/);
  await expect(on.history.first()).toContainText("Completed, 1 step rejected, 2 steps");
  await expect(on.result).toContainText("You rejected step 2");
  await on.todos.are(...FOUR);
});

test("a question says in words what it would delete, stays about that, and that there is a way back", async ({ on }) => {
  await on.todos.add(...FOUR);
  await on.carryOut("delete everything");
  const question = on.log.getByRole("group", { name: "Approval of step 1" });
  await expect(question).toContainText("Delete 4 todos? You can undo it.");
  await expect(question.getByRole("checkbox")).toHaveCount(4);
  // While it waits the list goes on; the question stays about what it has shown.
  await on.todos.add("Soap");
  await expect(question).toContainText("Delete 4 todos? You can undo it.");
  await expect(question.getByRole("checkbox", { name: "Soap" })).toHaveCount(0);
  // Unticking is the change: there is no second way to it.
  await expect(question.getByRole("button", { name: "Change it…" })).toHaveCount(0);
  for (const spared of ["Milk", "Bread", "Salt"]) await question.getByRole("checkbox", { name: spared }).uncheck();
  await expect(question).toContainText("Delete “Eggs”? You can undo it.");
  await question.getByRole("checkbox", { name: "Eggs" }).uncheck();
  await expect(question).toContainText("Nothing is ticked, so there is nothing to delete.");
  await expect(on.approve).toBeDisabled();
  await question.getByRole("checkbox", { name: "Eggs" }).check();
  await on.approve.click();
  await on.todos.are("Milk", "Bread", "Salt", "Soap");
});

test("what was changed is said with its verb, in the result, the log and beside the way back", async ({ on }) => {
  await on.todos.add(...FOUR);
  await on.carryOut("delete everything");
  await on.approve.click();
  await expect(on.result).toContainText("Deleted 4 todos:");
  await expect(on.result.getByRole("listitem")).toHaveText(FOUR);
  // What is gone has no box to tick.
  await expect(on.result.getByRole("checkbox")).toHaveCount(0);
  await expect(on.rows.first()).toContainText("Deleted 4 todos: Milk, Eggs, Bread, …");
  await expect(on.todos.said).toContainText("The run deleted 4 todos");

  // A run that only looks leaves the way back where it is.
  await on.carryOut("calculate 2 + 2");
  await expect(on.status).toHaveText(/^Completed: 1 of 1/);
  await expect(on.todos.said).toContainText("The run “delete everything” deleted 4 todos");
  await on.todos.undo.click();
  await on.todos.are(...FOUR);

  for (const [goal, told] of [
    ["complete milk", "Completed “Milk”"],
    ["reopen milk", "Reopened “Milk”"],
    ["add todo Oats", "Added “Oats”"],
    ["move oats to 2031-05-06", "Moved “Oats” to Tue 6 May 2031"],
    ["rename oats to Oat flakes", "Renamed “Oats” to “Oat flakes”"],
    ["set the priority of oat flakes to 1", "Gave “Oat flakes” priority 1"],
    ["add todo Rake tomorrow p2", "Added “Rake”, due tomorrow, priority 2"],
    ["delete oat flakes", "Deleted “Oat flakes”"],
  ]) {
    await on.carryOut(goal);
    await expect(on.result).toContainText(told);
    await expect(on.rows.first()).toContainText(/“(Milk|Oats|Oat flakes|Rake)”/);
  }
  await on.carryOut("add todo Rope then add todo Tape then list todos");
  await expect(on.todos.said).toContainText("The run added 2 todos");
});

test("a todo in a result has its box, which does what the box in the list does", async ({ page, on }) => {
  await on.todos.add("Milk", "Eggs tomorrow");
  await on.carryOut("list todos");
  const box = (name) => on.result.getByRole("checkbox", { name, exact: true });
  await box("Milk").check();
  await expect(on.todos.box("Milk")).toBeChecked();
  await on.todos.undo.click();
  await expect(box("Milk")).not.toBeChecked();
  await axe(page);
  // What has been deleted since is a line of what was.
  await on.todos.remove("Eggs").click();
  await expect(box("Eggs")).toHaveCount(0);
  await expect(on.result.getByRole("listitem")).toHaveText([/Milk/, /Eggs tomorrow/]);
});

test("what is listed is not named as well, and what can be said is said once", async ({ on }) => {
  await on.carryOut("plan a birthday party");
  await expect(on.result).toContainText(/Added 6 todos\b(?!:)/);
  await expect(on.result.getByRole("checkbox")).toHaveCount(6);
  await on.carryOut("help");
  await expect(on.result.getByRole("button", { name: "list todos" })).toBeVisible();
  await expect(on.rows).toHaveText([/^1 Show what you can ask for Succeeded$/]);
});

test("what a run put on a list is one click away", async ({ page, on }) => {
  const show = (name) => on.result.getByRole("button", { name: `Show the list “${name}”` });
  await on.todos.add("Rest");
  await on.carryOut("add milk, bread, call mum to my shop list");
  await on.todos.are("Rest", "milk", "bread", "call mum");
  await show("shop").click();
  await on.todos.are("milk", "bread", "call mum");
  await page.waitForURL(/list=shop/);
  await axe(page);
  await on.todos.showAll.click();
  await on.carryOut("create a list called Holidays");
  await expect(show("shop")).toHaveCount(0);
  await show("Holidays").click();
  await expect(on.todos.items).toHaveCount(0);
  await page.waitForURL(/list=Holidays/);
  // What it put aside does not show there, and it says so.
  await on.carryOut("add milk, bread, call mum to my shed list");
  await expect(on.todos.said).toContainText("3 todos were added; they are not in this view");
  await on.todos.said.getByRole("button", { name: "Show them" }).click();
  await expect(on.todos.items).toHaveCount(7);
  // With the list its way goes.
  await on.result.getByRole("button", { name: "Undo what the run changed" }).click();
  await expect(show("shed")).toHaveCount(0);
  await on.carryOut("add todo Oats");
  await expect(on.result).toContainText("Added “Oats”");
  await expect(on.result.getByRole("button", { name: /^Show the list/ })).toHaveCount(0);
});

test("what stands on the screen is not told twice", async ({ on }) => {
  await on.carryOut("work out 15% tip on 84.50 and add todo pay dinner tomorrow, then show my list");
  // How many todos there are stands once, below them.
  await expect(on.todos.region.getByRole("heading", { name: "Tomorrow", exact: true })).toBeVisible();
  await on.todos.add("Milk");
  await expect(on.todos.region.getByRole("heading", { name: "Tomorrow 1", exact: true })).toBeVisible();
  // How many steps there are stands with those that are done, and each sentence of the plan once.
  await on.carryOut("delete pay dinner and delete milk");
  await on.approveAlike.click();
  await expect(on.status).toHaveText(/^Completed: 2 of 2 steps/);
  await on.showPlan();
  await expect(on.plan).not.toContainText("2 steps");
  const criteria = on.plan.getByRole("list", { name: "Criteria" }).getByRole("listitem");
  await expect(criteria.filter({ hasText: "gone from the store" })).toHaveCount(1);
  await expect(criteria.filter({ hasText: "named by “pay dinner”" })).toHaveCount(1);
});

test("a list that was made is taken back, and a rejection is called one thing", async ({ on }) => {
  await on.carryOut("create a list called Holidays");
  const undo = on.result.getByRole("button", { name: "Undo what the run changed" });
  await undo.click();
  await expect(on.result).toContainText("Taken back.");
  await on.carryOut("what lists do I have");
  await expect(on.result).toHaveText("Result There are no lists.");
  await on.todos.add("Milk", "Eggs");
  await on.carryOut("delete everything");
  await on.reject.click();
  await expect(on.rows).toHaveText([/^1 Delete all todos Rejected$/]);
});

test("the answer of every sum is in the result, whatever comes after it", async ({ on }) => {
  await on.carryOut("work out 15% tip on 84.50 and add todo pay dinner tomorrow, then show my list");
  await expect(on.result.getByRole("button", { name: "12.675, copy" })).toBeVisible();
  await expect(on.result.getByRole("listitem")).toHaveText([/pay dinner\s*tomorrow/i]);
  // A sum that is the result is not told twice.
  await on.carryOut("calculate 6 * 7");
  await expect(on.result).toContainText("42");
  await expect(on.result).not.toContainText("=");
});

test("while another goal is typed, what is below is said to be of an earlier run", async ({ page, on }) => {
  const earlier = page.getByRole("heading", { name: "Earlier run: calculate 6 * 7" });
  await on.carryOut("calculate 6 * 7");
  await expect(on.status).toHaveText(/^Completed/);
  await expect(earlier).toHaveCount(0);
  await on.goal.fill("what's the weather");
  await expect(on.plan).toContainText("There is no plan for this goal");
  await expect(earlier).toBeVisible();
  await expect(on.result).toContainText("42");
  // Quieter: nothing in the log is as green as what is done now.
  const colour = await on.log.evaluate((log) => getComputedStyle(log).getPropertyValue("--good"));
  expect(colour).not.toBe(await green(page));
  await on.goal.fill("");
  await expect(earlier).toHaveCount(0);
});

test("what a run is copied and saved as are two groups of buttons, in a menu", async ({ on }) => {
  await on.carryOut("calculate 6 * 7");
  await on.log.getByRole("button", { name: "More", exact: true }).click();
  for (const word of ["Copy", "Save"]) {
    const group = on.log.getByRole("group", { name: `${word} the run as` });
    await expect(group.getByRole("button")).toHaveText(["Markdown", "JSON", "Plan"]);
    await expect(group.getByRole("button", { name: `${word} plan` })).toBeVisible();
  }
});

test("a question shows the todos it is about with a box each, its button says what it does, and what is unticked stays", async ({ page, on }) => {
  await on.todos.add(...FOUR);
  await on.carryOut("delete everything");
  const question = on.log.getByRole("group", { name: "Approval of step 1" });
  await expect(on.approve).toHaveText("Delete 4 todos");
  await question.getByRole("checkbox", { name: "Eggs" }).uncheck();
  await question.getByRole("checkbox", { name: "Salt" }).uncheck();
  await expect(on.approve).toHaveText("Delete 2 todos");
  await axe(page);
  await on.approve.click();
  await expect(on.status).toHaveText(/^Completed/);
  await on.todos.are("Eggs", "Salt");
});

test("of many boxes all or none are ticked by one button", async ({ on }) => {
  await on.todos.add(...FOUR, "Tea", "Oil");
  await on.carryOut("delete everything");
  const question = on.log.getByRole("group", { name: "Approval of step 1" });
  await question.getByRole("button", { name: "Tick none" }).click();
  await expect(question.getByRole("checkbox", { checked: true })).toHaveCount(0);
  await question.getByRole("button", { name: "Tick all" }).click();
  await expect(question.getByRole("checkbox", { checked: true })).toHaveCount(6);
  await question.getByRole("checkbox", { name: "Salt" }).uncheck();
  await on.approve.click();
  await on.todos.are("Salt");
});

test("Escape closes the forms of a question and keeps what was typed in them", async ({ page, on }) => {
  await on.todos.add("Milk");
  await on.carryOut("clear my list");
  const question = on.log.getByRole("group", { name: "Approval of step 1" });
  const more = question.getByRole("button", { name: "Add a reason…" });
  await more.click();
  await page.keyboard.type("not today");
  await page.keyboard.press("Escape");
  await expect(more).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(question.getByRole("textbox", { name: "Reason for a no" })).toHaveValue("not today");
  await page.keyboard.press("Escape");
  const change = question.getByRole("button", { name: "Change it…" });
  await change.click();
  await question.getByRole("button", { name: "As JSON" }).click();
  const input = question.getByRole("textbox", { name: "Input of the step" });
  await input.fill('{"action": "complete", "position": 1}');
  await input.press("Escape");
  await expect(change).toBeFocused();
  await expect(question).toContainText("Delete “Milk”? You can undo it.");
  await change.click();
  await question.getByRole("button", { name: "As JSON" }).click();
  await expect(input).toHaveValue('{"action": "complete", "position": 1}');
  await on.approve.click();
  await expect(on.todos.box("Milk")).toBeChecked();
});

test("also what changes or completes several is chosen from, and the change itself stays as it was", async ({ page, on }) => {
  await on.settings.button.click();
  await on.settings.approval.selectOption({ label: "Every step" });
  await on.settings.close.click();
  await on.todos.add(...FOUR);
  await on.carryOut("move all todos to tomorrow");
  const moved = on.log.getByRole("list", { name: "Todos to change" });
  await expect(moved.getByRole("checkbox")).toHaveCount(4);
  await moved.getByRole("checkbox", { name: "Salt" }).uncheck();
  await expect(on.approve).toHaveText("Change 3 todos");
  await axe(page);
  await on.approve.click();
  await expect(on.status).toHaveText(/^Completed/);
  await expect(page.getByRole("list", { name: "Todo items: tomorrow" }).getByRole("listitem")).toHaveCount(3);
  await on.carryOut("complete all todos");
  const boxes = on.log.getByRole("list", { name: "Todos to complete" });
  await expect(boxes.getByRole("checkbox")).toHaveCount(4);
  await boxes.getByRole("checkbox", { name: "Eggs" }).uncheck();
  await expect(on.approve).toHaveText("Complete 3 todos");
  await on.approve.click();
  await expect(on.history).toHaveCount(2);
  await expect(on.status).toHaveText(/^Completed/);
  await expect(on.todos.box("Eggs")).not.toBeChecked();
  await expect(on.todos.box("Milk")).toBeChecked();
});

test("the answer stands first, in the form it had while it was typed, and is copied by a click", async ({ page, on, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  for (const [goal, answer] of [["calculate 350 F to C", "176.667 °C"], ["15% tip on $84.50", "$12.68"], ["$84.50 + 15% tip", "$97.18"], ["calculate 2^40", "1,099,511,627,776"]]) {
    await on.goal.fill(goal);
    await expect(page.locator(".prompt-answer")).toHaveText(`= ${answer}`);
    await expect(on.steps.first()).toContainText(`= ${answer}`);
    await on.goal.press("Enter");
    await expect(on.rows.first()).toContainText(`= ${answer}`);
    await on.result.getByRole("button", { name: `${answer}, copy` }).click();
    await expect(on.result).toContainText("Copied");
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(answer.replaceAll(",", ""));
  }
  const [answered, log] = await Promise.all([on.result.boundingBox(), on.log.boundingBox()]);
  expect(answered.y).toBeLessThan(log.y);
});

test("the answer says which sum it is of, quietly beside it", async ({ page, on }) => {
  await on.carryOut("what is 15% of 84.50");
  const [answer, sum] = [on.result.getByRole("button", { name: "12.675, copy" }), on.result.getByText("15% of 84.50", { exact: true })];
  await expect(sum).toBeVisible();
  const [large, small] = await Promise.all([answer, sum].map((one) => one.evaluate((node) => Number.parseFloat(getComputedStyle(node).fontSize))));
  expect(large).toBeGreaterThan(1.5 * small);
  await axe(page);
  // Several are listed with theirs, and what is no sum has none.
  await on.carryOut("calculate 2 + 2 and calculate 3 * 3");
  await expect(on.result).toHaveText("Result 2 + 2 = 4 3 * 3 = 9");
});

test("what a run changed is undone where it is shown, and all of it at once", async ({ on }) => {
  await on.todos.add("Milk");
  await on.carryOut("add todo Rope then add todo Tape then complete milk");
  await expect(on.result).toContainText("Added 2 todos: Rope, Tape");
  await expect(on.result).toContainText("Completed “Milk”");
  await on.result.getByRole("button", { name: "Undo what the run changed" }).click();
  await on.todos.are("Milk");
  await expect(on.todos.box("Milk")).not.toBeChecked();
});

test("a result knows what of it was taken back elsewhere, and done again", async ({ page, on }) => {
  await on.carryOut("add todo Oats then add todo Rye");
  const undo = on.result.getByRole("button", { name: "Undo what the run changed" });
  await expect(undo).toBeVisible();
  await on.todos.undo.click();
  await on.todos.are();
  await expect(undo).toHaveCount(0);
  await expect(on.result).toContainText("Taken back.");
  await axe(page);
  await on.todos.redo.click();
  await expect(on.todos.box("Oats")).toBeVisible();
  await expect(undo).toBeVisible();
  await expect(on.result).not.toContainText("Taken back.");
  // A word typed as a goal does the same.
  await on.carryOut("undo");
  await on.todos.are();
  await expect(on.result).toContainText("Taken back.");
});

test("after a failure what was still done is shown, and repeating goes on from there", async ({ on }) => {
  await on.carryOut("add todo Rent then calculate 1 / 0");
  await expect(on.result).toContainText("This was still done:");
  await expect(on.result).toContainText("Added “Rent”");
  await expect(on.result.getByRole("button", { name: "Try again from step 2" })).toBeVisible();
  await on.log.getByRole("button", { name: "Repeat", exact: true }).click();
  await expect(on.status).toHaveText(/^Failed: 0 of 1/);
  await on.todos.are("Rent");
});

test("which of several todos is meant is a question: each says what tells it from the others, and one click goes on", async ({ page, on, context }) => {
  await context.clock.install({ time: new Date("2026-11-30T09:30:00Z") });
  await on.reload();
  await on.todos.add("fix bike", "fix bike tomorrow 12:00");
  await on.carryOut("complete fix bike");
  await expect(on.status).toHaveText("Not clear which one: 0 of 1 step done");
  await expect(on.alert).toHaveCount(0);
  await expect(on.result).toContainText("Which “fix bike” do you mean?");
  await expect(on.log).not.toContainText("Failed");
  await expect(on.row(1)).not.toContainText("2026-12-01");
  await expect(on.history.first()).toContainText("Not clear which one");
  await expect(on.result.getByRole("button", { name: "fix bike, no date", exact: true })).toBeVisible();
  await axe(page);
  await on.result.getByRole("button", { name: "fix bike, tomorrow 12:00", exact: true }).click();
  await expect(on.status).toHaveText(/^Completed/);
  await expect(on.result).toContainText("Completed");
  // It goes on, and is no goal to be run once more.
  await expect(on.goal).toHaveValue("");
  await expect(on.todos.list.getByRole("checkbox", { checked: true })).toHaveCount(1);
});

test("what is not there is changed first, and the list shows what there is", async ({ page, on }) => {
  await on.todos.add("Oats");
  await on.todos.filter("Completed").click();
  await on.todos.are();
  await on.carryOut("complete xylophone");
  await expect(on.status).toHaveText(/^Failed/);
  const acts = on.result.getByRole("alert").getByRole("button");
  await expect(acts).toHaveText(["Change step 1", "Try again from step 1", "Show the list", "Show it"]);
  await axe(page);
  await acts.filter({ hasText: "Show the list" }).click();
  await on.todos.are("Oats");
  await expect(on.todos.region).toBeFocused();
});

test("where nothing is left to delete it cannot be approved", async ({ page, on }) => {
  await on.todos.add("Oats", "Rye");
  await on.carryOut("delete all todos");
  await expect(on.approve).toBeEnabled();
  await on.todos.all.check();
  await on.todos.clear.click();
  await on.todos.are();
  await expect(on.approve).toHaveText("Nothing to delete");
  await expect(on.approve).toBeDisabled();
  await expect(on.log).toContainText("This deletes nothing: no todo is meant by it now.");
  await axe(page);
  await on.reject.click();
  await expect(on.status).toHaveText("Rejected: nothing was changed");
});

test("undo says before it runs what it takes back, and redo what it does again", async ({ page, on }) => {
  await on.goal.fill("undo");
  await expect(on.goal).toHaveAccessibleDescription("There is nothing to undo");
  await on.carryOut("add todo Oats then add todo Rye");
  await expect(on.status).toHaveText(/^Completed/);
  await on.goal.fill("undo");
  await expect(on.goal).toHaveAccessibleDescription("Takes back: added 2 todos");
  await axe(page);
  await on.goal.press("Enter");
  await on.todos.are();
  await on.goal.fill("redo");
  await expect(on.goal).toHaveAccessibleDescription(/^Does again: /);
  await on.goal.press("Enter");
  await on.todos.are("Oats", "Rye");
});

test("a step that failed is changed where it failed, and the run goes on with that", async ({ page, on }) => {
  await on.carryOut("add todo Rent then calculate 1 / 0 then list todos");
  await expect(on.status).toHaveText(/^Failed/);
  const change = on.row(2).getByRole("button", { name: "Change it", exact: true });
  await change.click();
  const sum = on.row(2).getByRole("group", { name: "Input of the step" }).getByRole("textbox").first();
  await expect(sum).toBeFocused();
  await expect(sum).toHaveValue("1 / 0");
  await axe(page);
  await on.row(2).getByRole("button", { name: "Leave it as it was" }).click();
  await expect(sum).toHaveCount(0);
  // Trying a sum again comes to the same: changing it is offered first.
  await expect(on.result.getByRole("button").first()).toHaveText("Change step 2");
  await on.result.getByRole("button", { name: "Change step 2" }).click();
  await expect(sum).toBeFocused();
  await sum.fill("1 / 3");
  await sum.press("Escape");
  await expect(sum).toHaveCount(0);
  await expect(on.result.getByRole("button", { name: "Change step 2" })).toBeFocused();
  await change.click();
  await expect(sum).toHaveValue("1 / 3");
  await sum.press("Escape");
  await on.result.getByRole("button", { name: "Change step 2" }).focus();
  await page.keyboard.press("Enter");
  await expect(sum).toHaveValue("1 / 3");
  await sum.fill("1 / 4");
  await sum.press("Enter");
  await expect(on.status).toHaveText(/^Completed: 1 of 1/);
  await expect(on.result).toContainText("0.25");
  await on.todos.are("Rent");
});

test("yes and no are said, and what found nothing or was held back says of what", async ({ on }) => {
  await on.todos.add("Buy bread");
  for (const [goal, said] of [
    ["is 97 prime", "Yes"],
    ["is 98 prime", "No"],
    ["do i have cheese on my list", "Nothing on your list is about “cheese”."],
    ["what is overdue", "There are no open overdue todos."],
    ["if bread is not on my list, add it", "“if bread is not on my list” does not hold, so “add it” was not done."],
  ]) {
    await on.carryOut(goal);
    await expect(on.result, goal).toContainText(said);
  }
  // In the log, too, as people say it.
  await on.carryOut("is 97 prime");
  await expect(on.rows).toHaveText([/^1 Check whether 97 is prime: yes Succeeded$/, /^2 Go by the answer of step 1: yes Succeeded$/]);
  await expect(on.status).toHaveText(/^Completed: 2 of 2 steps( in \d+\.\d s)?$/);
  await on.showPlan();
  await expect(on.plan).not.toContainText("% ");
  await on.carryOut("do i have cheese on my list");
  await expect(on.rows.first()).toContainText(": none");
  await on.todos.are("Buy bread");
});

test("the goal of the run in sight is planned once more when it is typed again", async ({ on }) => {
  await on.carryOut("add todo Rope");
  await on.todos.are("Rope");
  await on.goal.fill("add todo Rope");
  await expect(on.steps).toHaveText([/Add Rope/]);
  await expect(on.goal).toHaveValue("add todo Rope");
});

test("a step is changed before it runs, in the form of its tool, and what was typed is left as it was", async ({ on }) => {
  await on.goal.fill("add todo buy a cake on saturday and calculate 2 + 2");
  await on.plan.getByRole("button", { name: "Why step 1" }).click();
  await on.plan.getByRole("button", { name: "Change it", exact: true }).click();
  await on.plan.getByLabel(/^Text/).fill("buy two cakes");
  // The day stands there as people write it.
  await expect(on.plan.getByLabel(/^Date/)).toHaveValue(/^\d+ [A-Z][a-z]{2} \d{4}$/);
  await on.plan.getByLabel(/^Date/).fill("blah");
  await expect(on.plan.getByRole("alert")).toContainText("Found “blah”, expected a day");
  await on.plan.getByLabel(/^Date/).fill("2031-05-06 at 17:00");
  await expect(on.plan.getByRole("alert")).toHaveCount(0);
  await expect(on.steps.first()).toContainText("Add buy two cakes, Tue 6 May 2031 17:00");
  await on.goal.press("Enter");
  await expect(on.status).toHaveText(/^Completed: 2 of 2/);
  await on.todos.are("buy two cakes");
  await expect(on.todos.badges("buy two cakes")).toHaveText("due Tue 6 May 2031 17:00");
});

test("the form of a step in the plan begins in its first field, is done by a button, and is given up by Escape", async ({ page, on }) => {
  await on.goal.fill("add todo buy a cake");
  await on.plan.getByRole("button", { name: "Why step 1" }).click();
  const change = on.plan.getByRole("button", { name: "Change it", exact: true });
  const text = on.plan.getByLabel(/^Text/);
  await change.click();
  await expect(on.plan.getByRole("group", { name: "Input of the step" }).locator(":focus")).toHaveCount(1);
  await text.fill("buy two cakes");
  await expect(on.steps.first()).toContainText("Add buy two cakes");
  await page.keyboard.press("Escape");
  await expect(change).toBeFocused();
  await expect(on.steps.first()).toContainText("Add buy a cake");
  await change.click();
  await expect(text).toHaveValue("buy two cakes");
  await on.plan.getByRole("button", { name: "Done", exact: true }).click();
  await expect(text).toHaveCount(0);
  await expect(change).toBeFocused();
  await expect(on.steps.first()).toContainText("Add buy two cakes");
  // What was done stands when the form is looked into once more.
  await change.click();
  await text.fill("buy three cakes");
  await page.keyboard.press("Escape");
  await expect(on.steps.first()).toContainText("Add buy two cakes");
  await change.click();
  await on.plan.getByRole("button", { name: "Leave it as it was" }).click();
  await expect(on.steps.first()).toContainText("Add buy a cake");
});

test("a step that asks first says so before it runs, and what deletes says that it does", async ({ on }) => {
  await on.todos.add(...FOUR);
  await on.goal.fill("clear my list then calculate 2 + 2");
  await expect(on.steps.first()).toContainText("Deletes 4 todos: Milk, Eggs, Bread, Salt");
  await expect(on.steps.first()).toContainText("asks you first");
  await expect(on.steps.nth(1)).not.toContainText("asks you first");
});

test("what was changed of a step stays while somebody types on, and is left out where the goal says something else", async ({ page, on }) => {
  const goal = "add todo buy a cake on saturday";
  await on.goal.fill(goal);
  await on.plan.getByRole("button", { name: "Why step 1" }).click();
  await on.plan.getByRole("button", { name: "Change it", exact: true }).click();
  await on.plan.getByLabel(/^Text/).fill("buy two cakes");
  await on.goal.focus();
  await page.keyboard.press("End");
  await page.keyboard.type(" and calculate 2 + 2");
  await expect(on.steps).toHaveCount(2);
  await expect(on.steps.first()).toContainText("Add buy two cakes");
  await on.goal.fill("add todo buy a pie on saturday");
  await expect(on.steps.first()).toContainText("Add buy a pie");
  await expect(on.plan).toContainText("What you changed in step 1 is left out: the goal says something else now");
  await on.goal.fill(goal);
  await expect(on.steps.first()).toContainText("Add buy two cakes");
  await expect(on.plan).not.toContainText("left out");
  await on.goal.press("Enter");
  await on.todos.are("buy two cakes");
});

test("the form of a step asks for what belongs to it, in people's words", async ({ on }) => {
  await on.goal.fill("add todo Water the plants");
  await on.plan.getByRole("button", { name: "Why step 1" }).click();
  await on.plan.getByRole("button", { name: "Change it", exact: true }).click();
  const also = on.plan.getByRole("combobox", { name: "Say also" });
  await expect(also.getByRole("option")).toHaveText(["Choose…", "Date", "List", "Notes", "Priority", "Repeats", "Tags"]);
  await also.selectOption({ label: "Repeats" });
  const repeats = on.plan.getByRole("textbox", { name: "Repeats such as every monday" });
  await repeats.fill("sometimes");
  await expect(on.plan.getByRole("alert")).toContainText("Found “sometimes”, expected how often");
  await repeats.fill("every monday");
  await expect(on.plan.getByRole("alert")).toHaveCount(0);
  await on.goal.press("Enter");
  await expect(on.todos.badges("Water the plants")).toContainText("every Monday");
});

test("a wait and a notice are changed before they run, as steps of tools are", async ({ on }) => {
  await on.goal.fill("wait 10 minutes, then notify me that tea is ready");
  const change = async (number) => {
    await on.plan.getByRole("button", { name: `Why step ${number}` }).click();
    await on.steps.nth(number - 1).getByRole("button", { name: "Change it", exact: true }).click();
  };
  await change(1);
  await on.plan.getByLabel(/^Milliseconds/).fill("10");
  await change(2);
  await on.plan.getByLabel(/^Title/).fill("the kettle has boiled");
  await expect(on.steps.nth(1)).toContainText("the kettle has boiled");
  await on.goal.press("Enter");
  await expect(on.status).toHaveText(/^Completed: 2 of 2/);
  await on.goal.fill("wait until 5pm tomorrow, then add todo Water the plants");
  await change(1);
  await on.plan.getByLabel(/^Until/).fill("when it rains");
  await expect(on.plan.getByRole("alert")).toContainText("Found “when it rains”, expected a day");
});

test("why a step is there says days as people do", async ({ on, context }) => {
  await context.clock.install({ time: new Date("2026-11-20T08:50:00Z") });
  await on.reload();
  await on.goal.fill("add todo Buy paint tomorrow");
  await on.plan.getByRole("button", { name: "Why step 1" }).click();
  await expect(on.steps.first()).toContainText("asks to add the todo “Buy paint”, due tomorrow");
});

test("a run is repeated past the field: what is typed there stays, and a reading that was taken back stays so", async ({ page, on }) => {
  await on.goal.fill("add todo Call mom tomorrow");
  await page.getByRole("button", { name: /^Do not read as (date|time)/ }).click();
  await on.goal.press("Enter");
  await on.todos.are("Call mom tomorrow");
  await on.goal.fill("calculate 2 + 2");
  await on.log.getByRole("button", { name: "Repeat", exact: true }).click();
  await on.todos.are("Call mom tomorrow", "Call mom tomorrow");
  await expect(on.goal).toHaveValue("calculate 2 + 2");
  await on.goal.fill("");
  // After a reload, too.
  await on.reload();
  await on.log.getByRole("button", { name: "Repeat", exact: true }).click();
  await on.todos.are("Call mom tomorrow", "Call mom tomorrow", "Call mom tomorrow");
  await expect(on.goal).toHaveValue("");
});
