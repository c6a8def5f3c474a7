// Tools and agents: what is on, what it may reach, tried, switched off; and what agents do, seen in the log.
import { readFileSync } from "node:fs";
import { dunlin, stored } from "../pages/dunlin.mjs";
import { tools } from "../pages/reach.mjs";
import { put } from "../pages/storage.mjs";
import { axe, expect, test } from "../test.mjs";

const REACH = /\/reach\//;

test("nothing of it is fetched before it is looked at; every tool says what it does and what it may reach", async ({ page, on }) => {
  const asked = [];
  page.on("request", (request) => REACH.test(request.url()) && asked.push(request.url()));
  await on.carryOut("calculate 6 * 7");
  await expect(on.status).toHaveText(/^Completed/);
  expect(asked).toEqual([]);
  const place = tools(page);
  await place.open();
  await expect(place.list("Tools").getByRole("listitem")).toHaveCount(12);
  expect(asked.map((url) => new URL(url).pathname.split("/").pop()).sort()).toEqual(["dunlin-reach.wasm", "main.js"]);
  for (const name of ["Calculator", "Todo store", "Dates", "Guide", "Schedules"]) await expect(place.switch(name)).toBeChecked();
  for (const name of ["Search", "Chart", "Judge", "SQL", "Code", "Memory", "Bus"]) await expect(place.switch(name)).not.toBeChecked();
  await expect(place.row("Calculator")).toContainText("Reaches nothing but what it is given.");
  await expect(place.dialog).toContainText(`its security policy lets it reach nothing but ${new URL(page.url()).origin}`);
  await axe(page);
  await place.try("Calculator").click();
  await axe(page);
});

test("a refused goal that speaks of what tools do leads to them, and its words stay", async ({ page, on }) => {
  const [place, goal] = [tools(page), "draw a chart of the heating costs in my notes"];
  await on.goal.fill(goal);
  await on.goal.press("Enter");
  await expect(on.alert).toBeVisible();
  await page.getByRole("button", { name: "Tools and agents…" }).click();
  await expect(place.dialog).toBeVisible();
  await place.close();
  await expect(on.goal).toHaveValue(goal);
  await on.goal.fill("frobnicate the gizmo");
  await on.goal.press("Enter");
  await expect(on.alert).toBeVisible();
  await expect(page.getByRole("button", { name: "Tools and agents…" })).toBeHidden();
});

test("a tool is switched on, tried through the ordinary gate, found by a goal, and off again; it stays so after a reload", async ({ page }) => {
  const [on, place] = [dunlin(page), tools(page)];
  await on.carryOut("add todo Bleed the radiators");
  await expect(on.status).toHaveText(/^Completed/);
  await place.open();
  await place.note("Boiler", "It was looked after in May, and the radiators were bled.");
  await place.switch("Search").check();
  await place.try("Search").click();
  await place.form("Search").getByRole("textbox", { name: /^Query/ }).fill("radiators");
  await place.run("Search").click();
  await expect(place.dialog).toBeHidden();
  await expect(on.status).toHaveText(/^Completed: 1 of 1/);
  // The todo, the note, and the run that added the todo.
  await expect(on.result.getByRole("listitem")).toHaveCount(3);
  await expect(on.result).toContainText("Boiler It was looked after in May");
  await axe(page);

  await on.reload();
  await on.carryOut("search everything for boiler");
  // The run before this one says the same, and the tool is fetched first.
  await expect(on.history).toHaveCount(3);
  await expect(on.status).toHaveText(/^Completed: 1 of 1/);
  await expect(on.result).toContainText("looked after in May");
  await place.open();
  await expect(place.switch("Search")).toBeChecked();
  await place.switch("Search").uncheck();
  await expect(place.try("Search")).toBeHidden();
  await place.close();
  await on.goal.fill("search everything for boiler");
  await on.goal.press("Enter");
  await expect(on.alert).toBeVisible();
  // What is built in can go as well.
  await place.open();
  await place.switch("Calculator").uncheck();
  await place.close();
  await on.carryOut("1 + 1");
  await expect(on.alert).toBeVisible();
  await expect(on.status).toHaveText(/^Completed: 1 of 1/);
});

test("a call that deletes waits for the person, and an input that does not fit is told in its form", async ({ page }) => {
  const [on, place] = [dunlin(page), tools(page)];
  await on.todos.add("Milk", "Bread");
  await place.open();
  await place.try("Todo store").click();
  await place.form("Todo store").getByRole("textbox", { name: /^Action/ }).fill("clear");
  await place.run("Todo store").click();
  await on.approve.click();
  await expect(on.status).toHaveText(/^Completed: 1 of 1/);
  await expect(on.todos.items).toHaveCount(0);
  await place.open();
  await place.try("Calculator").click();
  await place.run("Calculator").click();
  await expect(place.row("Calculator").getByRole("alert")).toContainText("expression");
});

test("a chart is a picture with its numbers behind it, and markup in it does nothing", async ({ page }) => {
  const [on, place] = [dunlin(page), tools(page)];
  await place.open();
  await place.switch("Chart").check();
  await place.try("Chart").click();
  const form = place.form("Chart");
  await form.getByRole("combobox", { name: /^Kind/ }).selectOption("bar");
  await form.getByRole("textbox", { name: /^Rows/ }).fill('[["month","<img src=x onerror=alert(1)>"],["Jan",3],["Feb",5]]');
  await form.getByRole("textbox", { name: /^Title/ }).fill("<script>alert(1)</script>");
  await place.run("Chart").click();
  await expect(on.status).toHaveText(/^Completed: 1 of 1/);
  const picture = on.result.getByRole("img", { name: /^<script>alert\(1\)<\/script>\. / });
  await expect(picture).toBeVisible();
  expect(await picture.evaluate((image) => [image.naturalWidth, image.naturalHeight])).toEqual([640, 400]);
  await on.result.getByText("The numbers").click();
  await expect(on.result.getByRole("cell")).toHaveText(["Jan", "3", "Feb", "5"]);
  await axe(page);
  // The report shows it too, once, and the file has it in it.
  await on.log.getByRole("button", { name: "More", exact: true }).click();
  const saved = page.waitForEvent("download");
  await on.log.getByRole("button", { name: "Save Markdown" }).click();
  const markdown = readFileSync(await (await saved).path(), "utf8");
  expect(markdown.match(/^!\[.*\]\(data:image\/svg\+xml,%3Csvg[^)]*\)$/gm)).toHaveLength(1);
  expect(markdown.match(/^!\[.*$/m)[0]).not.toContain("<");
  await on.log.getByRole("button", { name: "Report", exact: true }).click();
  const reported = on.report.dialog.getByRole("img", { name: "<script>alert(1)</script>" });
  await expect(reported).toHaveCount(1);
  await expect.poll(() => reported.evaluate((image) => [image.naturalWidth, image.naturalHeight])).toEqual([640, 400]);
  await axe(page);
});

test("a note that is replaced or removed comes back, and what cannot be kept stays in its form", { tag: "@browser" }, async ({ page }) => {
  const place = tools(page);
  await place.open();
  const [notes, changed] = [place.list("Notes"), place.dialog.getByRole("status", { name: "Last change of the notes" })];
  await place.note("Boiler", "It was looked after in May.");
  await expect(notes).toContainText("in May");
  await place.note("Boiler", "It leaks.");
  await expect(notes.getByRole("listitem")).toHaveCount(1);
  await expect(notes).toContainText("It leaks.");
  await changed.getByRole("button", { name: "Undo" }).click();
  await expect(notes).toContainText("in May");
  await place.dialog.getByRole("button", { name: "Remove the note Boiler" }).click();
  await expect(notes.getByRole("listitem")).toHaveCount(0);
  await changed.getByRole("button", { name: "Undo" }).click();
  await expect(notes).toContainText("in May");
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  await place.note("Roof", "It has a hole.");
  await expect(place.dialog.getByRole("alert")).toBeVisible();
  await expect(place.dialog.getByRole("textbox", { name: "Text", exact: true })).toHaveValue("It has a hole.");
});

test("four agents find, total, draw and check on the example's notes, and the log shows what each did", async ({ page }) => {
  const [on, place] = [dunlin(page), tools(page)];
  await place.open();
  await place.dialog.getByRole("button", { name: "Try the example" }).click();
  await expect(on.goal).toHaveValue(/^find what my notes say about heating costs/);
  await expect(on.steps).toHaveCount(4);
  await on.goal.press("Enter");
  await expect(on.status).toHaveText(/^Completed: 4 of 4/);
  await expect(on.rows.first()).toContainText("Have Researcher find heating costs");
  await expect(on.result.getByRole("img", { name: /total by period/ })).toBeVisible();
  await expect(on.result.getByRole("cell", { name: "187.6", exact: true }).first()).toBeVisible();
  await expect(on.result.getByText("7 of 7 checks met")).toBeVisible();
  await axe(page);
  // The work of each is a run within: its own steps, seen in the log.
  await on.row(2).getByRole("button", { name: "3 steps done" }).click();
  const inner = on.row(2).getByRole("list", { name: "Steps within step 2" }).getByRole("listitem");
  await expect(inner).toHaveCount(3);
  // Each of them opens to what was thought, done and seen.
  const total = inner.nth(1);
  await expect(total).not.toContainText("Thought");
  await total.getByRole("button", { expanded: false }).focus();
  await page.keyboard.press("Enter");
  const told = (name) => total.locator(`dt:text-is("${name}") + dd`).first();
  await expect(total.getByRole("term").filter({ hasText: /^(Thought|Action|Input|Observation)$/ })).toHaveText(["Thought", "Action", "Input", "Observation"]);
  await expect(told("Thought")).toHaveText("amounts of the same period are added up");
  await expect(told("Action")).toHaveText("sql");
  await expect(told("Input")).toContainText("SELECT");
  await expect(told("Observation")).toContainText("187.6");
  await total.getByText("As JSON", { exact: true }).click();
  await expect(total).toContainText("StepSucceeded", { ignoreCase: true });
  await expect(total.getByRole("button", { name: "Run again from here" })).toHaveCount(0);
  await axe(page);
  await total.getByRole("button", { expanded: true }).click();
  await expect(total).not.toContainText("Thought");
  await on.reload();
  await expect(on.status).toHaveText(/^Completed: 4 of 4/);
  await expect(on.result.getByRole("img", { name: /total by period/ })).toBeVisible();
  // A tool that an agent needs takes the agent with it.
  await place.open();
  for (const name of ["Researcher", "Analyst", "Coder", "Reviewer"]) await expect(place.switch(name)).toBeChecked();
  await expect(place.row("Analyst")).toContainText("Say “total them by month”");
  await place.switch("Code").uncheck();
  for (const name of ["Analyst", "Coder"]) await expect(place.switch(name)).not.toBeChecked();
  for (const name of ["Researcher", "Reviewer"]) await expect(place.switch(name)).toBeChecked();
});

test("an agent of one's own is added, switched on, asked, kept with the rest, and removed", async ({ page }) => {
  const [on, place] = [dunlin(page), tools(page)];
  await on.todos.add("Milk", "Bread");
  await place.open();
  const data = place.dialog.getByRole("textbox", { name: "Agent, as JSON" });
  const add = place.dialog.getByRole("button", { name: "Add agent", exact: true });
  await place.dialog.getByRole("button", { name: "New agent" }).click();
  const example = await data.inputValue();
  // What does not read says where, and stays to be mended.
  await data.fill(example.replace('"tools"', '"tols"'));
  await add.click();
  await expect(place.dialog.getByRole("alert")).toContainText("tols");
  await axe(page);
  await data.fill(example);
  await add.click();
  await expect(data).toBeHidden();
  await expect(place.switch("Clerk")).not.toBeChecked();
  await place.switch("Clerk").check();
  await expect(place.switch("SQL")).toBeChecked();
  await place.close();
  await on.carryOut("weigh my backlog");
  await expect(on.status).toHaveText(/^Completed/);
  await expect(on.result).toContainText("2");

  await on.reload();
  await on.carryOut("weigh my list");
  await expect(on.history).toHaveCount(2);
  await expect(on.status).toHaveText(/^Completed/);
  expect(Object.keys(await stored(page, "dunlin:v1:agent:"))).toHaveLength(1);

  await place.open();
  await place.dialog.getByRole("button", { name: "Remove the agent Clerk" }).click();
  await expect(place.row("Clerk")).toHaveCount(0);
  expect(await stored(page, "dunlin:v1:agent:")).toEqual({});
  await place.close();
  await on.goal.fill("weigh my backlog");
  await on.goal.press("Enter");
  await expect(on.alert).toBeVisible();
});

test("what is remembered and what waits is seen, goes out, goes away and comes back with the rest", async ({ page }) => {
  const [on, place] = [dunlin(page), tools(page)];
  await place.open();
  await expect(place.dialog).toContainText("Nothing is remembered, no message waits");
  for (const name of ["Memory", "Bus"]) await place.switch(name).check();
  await place.close();
  await on.carryOut("keep in memory that the boiler key is under the mat");
  await expect(on.status).toHaveText(/^Completed: 1 of 1/);
  await on.carryOut("publish the boiler is fixed under the topic news");
  await expect(on.history).toHaveCount(2);
  await expect(on.status).toHaveText(/^Completed: 1 of 1/);
  await on.carryOut("what do you remember about the boiler");
  await expect(on.history).toHaveCount(3);
  await expect(on.result).toContainText("under the mat");
  const [remembered, messages] = [place.list("Remembered"), place.list("Messages")].map((list) => list.getByRole("listitem"));
  const seen = async () => {
    await place.open();
    await expect(remembered).toHaveCount(1);
    await expect(remembered).toContainText("the boiler key is under the mat");
    await expect(messages).toHaveCount(1);
    await expect(messages).toContainText("the boiler is fixed");
  };
  await seen();
  await expect(messages).toContainText("news, waits");
  await axe(page);
  await place.close();

  await on.settings.button.click();
  const [download] = await Promise.all([page.waitForEvent("download"), on.settings.export.click()]);
  const file = readFileSync(await download.path(), "utf8");
  await on.settings.reset.click();
  await on.settings.resetNow.click();
  await expect(on.settings.data).toContainText("Everything was removed");
  for (const prefix of ["dunlin:v1:memory:", "dunlin:v1:bus:"]) expect(await stored(page, prefix)).toEqual({});
  await on.settings.close.click();
  await place.open();
  await expect(place.dialog).toContainText("Nothing is remembered, no message waits");
  await place.close();
  await on.settings.button.click();
  await on.settings.file.setInputFiles({ name: "backup.json", mimeType: "application/json", buffer: Buffer.from(file) });
  await expect(on.settings.data).toContainText("Imported");
  await on.settings.close.click();
  await seen();

  // Each has a button of its own that takes it away.
  await remembered.getByRole("button", { name: /^Forget You/ }).click();
  await expect(remembered).toHaveCount(0);
  await messages.getByRole("button", { name: /^Remove the message news/ }).click();
  await expect(place.dialog).toContainText("Nothing is remembered, no message waits");
  expect(await stored(page, "dunlin:v1:memory:")).toEqual({});
  await place.close();
  // What the guard holds back is not kept, until the person says so.
  await on.carryOut("keep in memory that my card is 4111 1111 1111 1111");
  await expect(on.status).toHaveText(/^Failed/);
  await place.open();
  await place.switch("Keep keys and card numbers too").check();
  await place.close();
  await on.carryOut("keep in memory that my card is 4111 1111 1111 1111");
  await expect(on.status).toHaveText(/^Completed: 1 of 1/);
});

test("a message that was set aside is given out again where it is seen", async ({ page }) => {
  const place = tools(page);
  const letter = { id: "0193a0b2-7c3e-7000-8000-00000000000a", group: "readers", value: "the boiler is fixed", at: 1, tries: 5, why: "unreadable" };
  await put(page, [[`dunlin:v1:bus:news:d:readers:${letter.id}`, JSON.stringify(letter)]]);
  await place.open();
  const messages = place.list("Messages").getByRole("listitem");
  await expect(messages).toContainText("news, set aside for readers after 5 attempts: unreadable");
  await messages.getByRole("button", { name: "Give again to readers: the boiler is fixed" }).click();
  await expect(messages).toContainText("news, waits");
  await expect(messages.getByRole("button")).toHaveCount(1);
});

test.describe(() => {
  test.use({ expected: /reach\/|Failed to (fetch|load)/ });

  test("what cannot be fetched is said, and tried again", async ({ page }) => {
    const place = tools(page);
    await page.route(REACH, (route) => route.abort());
    await dunlin(page).goal.press("Control+k");
    await page.getByRole("combobox", { name: "Command" }).fill("tools and");
    await page.keyboard.press("Enter");
    await expect(place.dialog.getByRole("alert")).toContainText("could not be loaded");
    await expect(place.list("Tools").getByRole("listitem")).toHaveCount(5);
    await page.unroute(REACH);
    await place.dialog.getByRole("button", { name: "Try again" }).click();
    await expect(place.list("Agents").getByRole("listitem")).toHaveCount(4);
  });
});

test("the rows of a query are a table in the order of its columns: one of them, one called text, and many, which scroll", async ({ page }) => {
  const [on, place] = [dunlin(page), tools(page)];
  const ask = async (query) => {
    await place.open();
    await place.switch("SQL").check();
    // It stands open where it was tried before.
    const field = place.form("SQL").getByRole("textbox", { name: /^Query/ });
    if (!(await field.isVisible())) await place.try("SQL").click();
    await field.fill(query);
    await place.run("SQL").click();
    await expect(place.dialog).toBeHidden();
  };
  const table = on.result.getByRole("table");
  await ask("select 'b' as zeta, 1 as alpha, null as middle");
  await expect(table.getByRole("columnheader")).toHaveText(["zeta", "alpha", "middle"]);
  await expect(table.getByRole("cell")).toHaveText(["b", "1", ""]);
  await axe(page);
  await ask("select 'rent' as text union all select 'milk'");
  await expect(table.getByRole("columnheader")).toHaveText(["text"]);
  await expect(table.getByRole("cell")).toHaveText(["rent", "milk"]);
  await ask(`select ${Array.from({ length: 30 }, (_, at) => `${at} as column_${at}`).join(", ")}`);
  await expect(table.getByRole("columnheader")).toHaveCount(30);
  const scrolls = ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth;
  expect(await on.result.getByRole("group", { name: "Table" }).evaluate(scrolls)).toBe(true);
  await ask("select 1 as one where 0");
  await expect(on.result).toContainText("There are no rows.");
});
