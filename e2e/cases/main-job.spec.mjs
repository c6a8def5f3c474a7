// From a typed goal to a stored todo, and back after a reload.
import { readFileSync } from "node:fs";
import { GOAL, stored } from "../pages/dunlin.mjs";
import { axe, expect, test } from "../test.mjs";

test("the plan is seen before anything runs", async ({ page, on }) => {
  await on.goal.fill(GOAL);
  await expect(on.steps).toHaveText([
    /^1 Add Buy milk$/,
    /^2 Calculate \(10 \+ 5\) \* 2 = 30$/,
    /^3 List todos after 1$/,
  ]);
  await on.plan.getByRole("button", { name: "Why step 1" }).click();
  await expect(on.steps.first()).toContainText("add todo Buy milk");
  await expect(on.status).toHaveText("No run yet");
  await expect(on.log).toHaveCount(0);
  await expect(on.todos.items).toHaveCount(0);
  expect(Object.keys(await stored(page, "dunlin:v1:todo:"))).toEqual([]);
});

test("the words of a step in the plan open and close why it is there, as its button does", async ({ page, on }) => {
  await on.goal.fill("calculate 2 + 2 and add todo Buy milk");
  const [step, why] = [on.steps.nth(1), on.plan.getByRole("button", { name: "Why step 2" })];
  await step.getByText("Buy milk").click();
  await expect(why).toHaveAttribute("aria-expanded", "true");
  await expect(step).toContainText("add todo Buy milk");
  // What is read there leaves it open, and so does marking words.
  await step.getByText("asks to add", { exact: false }).click();
  const { x, y, width, height } = await step.getByText("Buy milk").first().boundingBox();
  await page.mouse.move(x + 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width - 2, y + height / 2, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => page.evaluate(() => getSelection().toString())).toContain("uy");
  await expect(why).toHaveAttribute("aria-expanded", "true");
  // A press elsewhere unmarks them.
  await on.plan.getByRole("heading", { name: "Plan" }).click();
  await step.getByText("Buy milk").first().click();
  await expect(why).toHaveAttribute("aria-expanded", "false");
  await expect(step.getByRole("button")).toHaveCount(1);
});

test("it runs, shows every step, and is still there after a reload", async ({ page, on }) => {
  await on.carryOut(GOAL);
  const whole = async () => {
    await expect(on.status).toHaveText(/^Completed: 3 of 3 steps( in \d+\.\d s)?$/);
    await expect(on.rows).toHaveCount(3);
    await expect(on.rows).toHaveText([/^1 Added “Buy milk” Succeeded( \d+\.\d s)?$/, /^2 Calculate \(10 \+ 5\) \* 2 = 30 Succeeded( \d+\.\d s)?$/, /^3 List todos: Buy milk Succeeded( \d+\.\d s)?$/]);
    await expect(on.result).toContainText("Buy milk");
    // The plan and what became of it are one list.
    await expect(on.plan).toHaveCount(0);
    await expect(on.todos.box("Buy milk")).toBeVisible();
  };
  await whole();
  await expect(on.goal).toHaveValue("");
  expect(Object.keys(await stored(page, "dunlin:v1:todo:")).length).toBe(1);
  await on.reload();
  await whole();
  await expect(on.history).toHaveCount(1);
  await page.goto(page.url().split("#")[0]);
  await on.reload();
  await on.history.getByRole("link").click();
  await whole();
});

test("a run's details open with input, output, attempts and reason, and the address keeps them", async ({ page, on }) => {
  await on.carryOut("calculate 6 * 7");
  await expect(on.result).toContainText("42");
  const row = on.rows.first();
  await row.getByRole("button", { name: /1 Calculate/ }).click();
  await expect(row).toContainText("Observation");
  await expect(row).toContainText("1 attempt");
  // In plain words first; the record itself comes last, and folded.
  await expect(row.getByRole("term")).toHaveText(["Thought", "Action", "Input", "Expression", "Observation", "Attempts", "Began"]);
  await expect(row.getByRole("definition").filter({ hasText: /^6 \* 7$/ })).toBeVisible();
  await expect(row).not.toContainText('"expression"');
  await row.getByText("As JSON", { exact: true }).click();
  await expect(row).toContainText('"expression": "6 * 7"');
  await expect(row).toContainText('"stepSucceeded"');
  await axe(page);
  expect(page.url()).toMatch(/#\/\?run=[0-9a-f-]+&step=1$/);
  await on.reload();
  await expect(on.rows.first()).toContainText("Observation");
  await page.goBack();
  await expect(on.rows.first()).not.toContainText("Observation");
});

test("an example can be clicked and fills the goal without running it", async ({ on }) => {
  await on.plan.getByRole("button").first().click();
  await expect(on.goal).toBeFocused();
  await expect(on.steps).toHaveCount(3);
  await expect(on.status).toHaveText("No run yet");
});

test("the value of a sum stands beside it before Enter", async ({ page, on }) => {
  await on.goal.fill("what's 15% of 80?");
  await expect(page.getByText("= 12", { exact: true })).toBeVisible();
  await expect(on.status).toHaveText("No run yet");
});

test("each line of several sums has its answer while it is typed", async ({ on }) => {
  await on.goal.fill("12 * 7\n350 F to C\ncalculate 2^40");
  await expect(on.steps).toHaveText([/= 84/, /= 176\.667 °C/, /= 1,099,511,627,776/]);
  await expect(on.status).toHaveText("No run yet");
});

test("a step that fails ends the run, says why, and gives the words back", async ({ on }) => {
  const goal = "add todo Pay rent then calculate 1 / 0 then list todos";
  await on.carryOut(goal);
  await expect(on.status).toHaveText(/^Failed/);
  await expect(on.alert).toContainText("Cannot divide by zero");
  await expect(on.rows.nth(1)).toContainText("Failed");
  await expect(on.goal).toHaveValue(goal);
});

test("an unknown goal is refused with a suggestion, and nothing runs", async ({ on }) => {
  await on.carryOut("calculate 2 + 2 then what's the weather");
  await expect(on.alert).toBeVisible();
  await expect(on.goal).toHaveValue("calculate 2 + 2 then what's the weather");
  await expect(on.status).toHaveText("No run yet");
  await expect(on.todos.items).toHaveCount(0);
  await expect(on.history).toHaveCount(0);
});

test("what destroys several todos asks first, survives a reload, and a no is kept", async ({ on }) => {
  await on.todos.add("One", "Two", "Three");
  await on.carryOut("clear my list");
  await expect(on.status).toHaveText(/^Waiting for approval/);
  await expect(on.approve).toBeVisible();
  await on.todos.are("One", "Two", "Three");
  await on.reload();
  await expect(on.approve).toBeVisible();
  await on.reject.click();
  await expect(on.rows.first()).toContainText("Rejected");
  await expect(on.result).toContainText("You rejected it, so nothing was changed.");
  await on.todos.are("One", "Two", "Three");
  await on.carryOut("clear my list");
  await on.approve.click();
  await expect(on.status).toHaveText(/^Completed/);
  await expect(on.todos.items).toHaveCount(0);
  await on.todos.undo.click();
  await expect(on.todos.items).toHaveCount(3);
});

test("a question is answered with another input, and a wrong one is refused in place", async ({ on }) => {
  await on.todos.add("One");
  await on.carryOut("clear my list");
  await on.log.getByRole("button", { name: "Change it…" }).click();
  await on.log.getByRole("button", { name: "As JSON" }).click();
  const input = on.log.getByRole("textbox", { name: "Input of the step" });
  await input.fill('{"action": "complete", "position": 1');
  await on.approve.click();
  await expect(on.log.getByRole("alert")).toContainText("not JSON");
  await input.fill('{"action": "complete", "position": 1}');
  await on.approve.click();
  await expect(on.status).toHaveText(/^Completed/);
  await expect(on.todos.box("One")).toBeChecked();
});

test("a step is changed before it runs, in the form that its tool's schema gives", async ({ page, on }) => {
  await on.settings.button.click();
  await on.settings.approval.selectOption({ label: "Every step" });
  await on.settings.close.click();
  await on.carryOut("add todo Sweep tomorrow #home");
  await on.log.getByRole("button", { name: "Change it…" }).click();
  const form = on.log.getByRole("group", { name: "Input of the step" });
  await expect(form.getByRole("textbox", { name: /^Text/ })).toHaveValue("Sweep");
  await expect(form.getByRole("textbox", { name: /^Tags/ })).toHaveValue("home");
  await form.getByRole("textbox", { name: /^Text/ }).fill("Sweep the yard");
  await form.getByRole("combobox", { name: "Say also" }).selectOption({ label: "Priority" });
  await form.getByRole("spinbutton", { name: /^Priority/ }).fill("9");
  await axe(page);
  await on.approve.click();
  await expect(on.log.getByRole("alert")).toContainText("priority");
  await form.getByRole("spinbutton", { name: /^Priority/ }).fill("2");
  await form.getByRole("textbox", { name: /^Date/ }).fill("");
  // What is written in the form is what the JSON says.
  await on.log.getByRole("button", { name: "As JSON" }).click();
  const text = await on.log.getByRole("textbox", { name: "Input of the step" }).inputValue();
  expect(JSON.parse(text)).toEqual({ action: "add", text: "Sweep the yard", tags: ["home"], priority: 2 });
  await on.log.getByRole("button", { name: "As a form" }).click();
  await on.approve.click();
  await expect(on.status).toHaveText(/^Completed/);
  await on.todos.are("Sweep the yard");
  await expect(on.todos.badges("Sweep the yard")).toContainText("priority 2");
});

test("a run is saved as Markdown and as JSON", async ({ page, on }) => {
  await on.carryOut(GOAL);
  await expect(on.status).toHaveText(/^Completed/);
  const save = async (name) => {
    const wait = page.waitForEvent("download");
    await on.more(name);
    return readFileSync(await (await wait).path(), "utf8");
  };
  expect(await save("Save Markdown")).toContain("Buy milk");
  expect(JSON.stringify(JSON.parse(await save("Save JSON")))).toContain("Buy milk");
});

test("a run that waits can be cancelled", async ({ on }) => {
  await on.todos.add("One", "Two");
  await on.carryOut("clear my list");
  await on.cancel.click();
  await expect(on.status).toHaveText(/^Cancelled/);
  await expect(on.todos.items).toHaveCount(2);
});

test("a run is taken out of the history and nothing else is", async ({ on }) => {
  await on.carryOut("calculate 1 + 1");
  await expect(on.result).toContainText("2");
  await on.carryOut("add todo Stay");
  await expect(on.history).toHaveCount(2);
  await on.history.filter({ hasText: "calculate 1 + 1" }).getByRole("button").click();
  await expect(on.history).toHaveCount(1);
  await on.reload();
  await expect(on.history).toHaveCount(1);
  await expect(on.todos.box("Stay")).toBeVisible();
});
