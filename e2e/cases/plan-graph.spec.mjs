// The picture of a plan by keyboard and pointer, and what can be done with a run that has ended.
import { readFileSync } from "node:fs";
import { GOAL, dunlin, stored } from "../pages/dunlin.mjs";
import { begunRun, put } from "../pages/storage.mjs";
import { axe, expect, test } from "../test.mjs";

const BRANCHED = "calculate 1 + 1 and calculate 2 + 2 then add todo Pay the result then list todos";

// A run of so many sums with those links, carried out.
async function planned({ page, url }, count, before) {
  const runId = "01900000-0000-7000-8000-0000000000cc";
  const sum = (_, at) => ({ toolName: "calculator", toolInput: { expression: `${at + 1} * 3` }, dependsOn: before(at) });
  const policy = { maxSteps: count, maxToolCalls: count };
  await put(page, begunRun({ runId, goal: `${count} sums`, steps: Array.from({ length: count }, sum), policy }));
  await page.goto(`${url}#/?run=${runId}`);
  const on = dunlin(page);
  await on.reload();
  await expect(on.status).toHaveText(new RegExp(`^Completed: ${count} of ${count}`));
  await on.showPlan();
  return on;
}

// Where the steps stand that are drawn, and the frame they are seen through.
const drawn = (on) =>
  on.graph.evaluate((view) => {
    const place = (node) => node.getBoundingClientRect().toJSON();
    return { frame: place(view), boxes: [...view.querySelectorAll("[role=option] rect")].map(place) };
  });

test("arrows go along the edges, and what they reach is selected everywhere and in the address", async ({ page, on }) => {
  await on.carryOut(GOAL);
  await expect(on.status).toHaveText(/^Completed/);
  await on.showPlan();
  await on.graph.focus();
  await page.keyboard.press("Home");
  await expect(on.node(1)).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ArrowRight");
  await expect(on.node(3)).toHaveAttribute("aria-selected", "true");
  expect(page.url()).toMatch(/step=3$/);
  await expect(on.rows.nth(2)).toContainText("Observation");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowDown");
  await expect(on.node(2)).toHaveAttribute("aria-selected", "true");
  await expect.poll(() => on.graph.getAttribute("aria-activedescendant")).toBe("plan-step-2");
  await on.reload();
  await on.showPlan();
  await expect(on.node(2)).toHaveAttribute("aria-selected", "true");
  await on.node(1).click();
  await expect(on.rows.first()).toContainText("Observation");
});

test("steps of which none needs another are a list, and their picture comes when somebody asks for it", async ({ page, on }) => {
  await on.goal.fill("calculate 1 + 1 and calculate 2 + 2");
  await expect(on.steps).toHaveCount(2);
  await expect(on.graph).toBeHidden();
  await on.plan.getByRole("button", { name: "Graph" }).click();
  await expect(on.graph).toBeVisible();
});

test("a step of what is being typed points at its words", async ({ page, on }) => {
  await on.goal.fill(BRANCHED);
  await on.graph.focus();
  await page.keyboard.press("End");
  await expect(on.node(4)).toHaveAttribute("aria-selected", "true");
  await expect.poll(() => page.locator(".mark-pointed").allTextContents()).toEqual(["list todos"]);
});

test("it is drawn nearer, farther and to fit, by buttons, keys and the wheel", async ({ page, on }) => {
  await on.carryOut(BRANCHED);
  await expect(on.status).toHaveText(/^Completed/);
  await on.showPlan();
  const width = () => page.evaluate(() => Math.round(document.querySelector(".plan-view svg").getBoundingClientRect().width));
  const becomes = (wanted) => page.waitForFunction((wanted) => Math.round(document.querySelector(".plan-view svg").getBoundingClientRect().width) === wanted, wanted);
  const fit = await width();
  await on.plan.getByRole("button", { name: "Zoom in" }).click();
  const near = Math.floor(fit * 1.25);
  await becomes(near);
  await on.graph.focus();
  await page.keyboard.press("-");
  await page.keyboard.press("-");
  await becomes(Math.floor(fit * 0.8));
  await page.keyboard.press("0");
  await becomes(fit);
  await on.graph.hover();
  await page.keyboard.down("Control");
  for (let turns = 0; turns < 4; turns++) await page.mouse.wheel(0, -100);
  await page.keyboard.up("Control");
  await page.waitForFunction((fit) => document.querySelector(".plan-view svg").getBoundingClientRect().width > fit, fit);
  // Moved by dragging, once it is larger than its frame.
  await on.graph.focus();
  for (let presses = 0; presses < 6; presses++) await page.keyboard.press("+");
  const scrolled = () => page.evaluate(() => document.querySelector(".plan-view").scrollLeft);
  await on.graph.scrollIntoViewIfNeeded();
  const box = await on.graph.boundingBox();
  await page.evaluate(() => (document.querySelector(".plan-view").scrollLeft = 0));
  await page.mouse.move(box.x + box.width - 20, box.y + box.height - 20);
  await page.mouse.down();
  await page.mouse.move(box.x + 20, box.y + box.height - 20, { steps: 4 });
  await page.mouse.up();
  await expect.poll(scrolled).toBeGreaterThan(0);
  await on.plan.getByRole("button", { name: "Fit" }).click();
  await becomes(fit);
});

test("many steps without links are a field that is read at once", async ({ page, url }) => {
  const on = await planned({ page, url }, 24, () => []);
  await expect(on.graph.getByRole("option")).toHaveCount(24);
  const { boxes, frame } = await drawn(on);
  for (const box of boxes) {
    expect(box.height).toBeGreaterThan(40);
    expect(box.right <= frame.right + 1 && box.bottom <= frame.bottom + 1).toBe(true);
  }
});

test("a long chain begins at a size that is read, is moved to the selected step, and fits when asked", async ({ page, url }) => {
  const on = await planned({ page, url }, 24, (at) => (at === 0 ? [] : [at]));
  expect((await drawn(on)).boxes[0].height).toBeGreaterThan(30);
  await on.rows.nth(19).getByRole("button").first().click();
  await page.waitForFunction(() => document.querySelector(".plan-view").scrollLeft > 1000);
  const { boxes, frame } = await drawn(on);
  expect(boxes[19].left >= frame.left && boxes[19].right <= frame.right + 1).toBe(true);
  await on.graph.focus();
  await page.keyboard.press("0");
  await page.waitForFunction(() => {
    const view = document.querySelector(".plan-view");
    return view.scrollWidth <= view.clientWidth + 1;
  });
  // From there on step by step, with a stop at its own size.
  for (let presses = 0; presses < 12; presses++) await page.keyboard.press("+");
  await page.keyboard.press("-");
  for (let presses = 0; presses < 8; presses++) await page.keyboard.press("-");
  await expect(on.graph).toBeFocused();
});

test("of a hundred and fifty steps those near are drawn, and every one is reached and counted", async ({ page, url }) => {
  const on = await planned({ page, url }, 150, (at) => (at % 3 === 0 ? [] : [at - (at % 3) + 1]));
  await expect(on.node(1)).toHaveAttribute("aria-setsize", "150");
  await expect.poll(() => on.graph.getByRole("option").count()).toBeLessThan(100);
  await expect(on.node(150)).toHaveCount(0);
  await on.graph.focus();
  await page.keyboard.press("End");
  await expect(on.node(150)).toHaveAttribute("aria-selected", "true");
  await page.waitForFunction(() => {
    const [frame, node] = [".plan-view", "#plan-step-150"].map((name) => document.querySelector(name)?.getBoundingClientRect());
    return node && node.bottom <= frame.bottom + 1 && node.top >= frame.top - 1;
  });
  await page.keyboard.press("ArrowLeft");
  await expect(on.node(148)).toHaveAttribute("aria-selected", "true");
  await expect(on.rows.and(on.log.locator('[aria-posinset="148"]'))).toContainText("Observation");
  await axe(page);
  await on.graph.evaluate((view) => view.scrollTo(0, 0));
  await expect(on.node(1)).toBeVisible();
  // What is selected stays, so that the arrows go on from it.
  await expect(on.node(148)).toHaveCount(1);
});

test("a plan of more than thirty steps has a small map, which marks what is in view and moves it", async ({ page, url }) => {
  const on = await planned({ page, url }, 60, (at) => (at < 3 ? [] : [at - 2]));
  const map = on.plan.locator(".plan-map");
  await expect(map).toHaveAttribute("aria-hidden", "true");
  const steps = await map.locator("path").first().getAttribute("d");
  expect(steps.split("M").length - 1).toBe(60);
  const marked = () => map.locator(".map-view").evaluate((mark) => ["x", "y", "width", "height"].map((name) => Number(mark.getAttribute(name))));
  const scrolled = () => on.graph.evaluate((view) => view.scrollLeft);
  await page.waitForFunction(() => document.querySelector(".map-view").getAttribute("width") > 0);
  const [, , width] = await marked();
  // As much of the map is marked as the frame shows of the picture.
  const share = await on.graph.evaluate((view) => view.clientWidth / view.scrollWidth);
  const all = await map.evaluate((map) => map.viewBox.baseVal.width);
  expect(Math.abs(width / all - share) < 0.02).toBe(true);
  await map.scrollIntoViewIfNeeded();
  const box = await map.boundingBox();
  expect(box.width > 100 && box.height > 20).toBe(true);
  await page.mouse.click(box.x + box.width * 0.75, box.y + box.height / 2);
  const there = await scrolled();
  expect(there).toBeGreaterThan(500);
  await page.waitForFunction(() => document.querySelector(".map-view").getAttribute("x") > 5);
  // Taken inside what is marked, it moves along with the pointer and does not jump.
  await page.mouse.move(box.x + box.width * 0.76, box.y + box.height / 2);
  await page.mouse.down();
  await expect.poll(scrolled).toBe(there);
  await page.mouse.move(box.x + box.width * 0.1, box.y - 40, { steps: 5 });
  await page.mouse.up();
  await expect.poll(scrolled).toBe(0);
  await page.mouse.move(box.x + box.width * 0.9, box.y);
  await expect.poll(scrolled).toBe(0);
  // Moved by other means, the mark follows.
  await on.graph.evaluate((view) => view.scrollTo(view.scrollWidth, 0));
  await page.waitForFunction(() => document.querySelector(".map-view").getAttribute("x") > 10);
  await on.rows.nth(1).getByRole("button").first().click();
  await expect(map.locator(".map-selected")).toHaveAttribute("d", /^M\S+ \S+z$/);
  await page.waitForFunction(() => document.querySelector(".plan-view").scrollLeft < 400);
  await axe(page);
  // A small plan needs none, nor does a narrow screen, which shows the steps as a list.
  await page.setViewportSize({ width: 360, height: 800 });
  await expect(map).toBeHidden();
  await page.setViewportSize({ width: 1280, height: 900 });
  await on.goal.fill(BRANCHED);
  await expect(on.steps).toHaveCount(4);
  await expect(map).toHaveCount(0);
});

test("a plan with more lines than a picture can tell says so, and has its outline", async ({ page, url }) => {
  const on = await planned({ page, url }, 60, (at) => Array.from({ length: at }, (_, before) => before + 1));
  await expect(on.plan).toContainText("too many lines between its steps for a picture");
  await expect(on.graph).toBeHidden();
  await expect(on.steps.first()).toContainText("Calculate");
});

test("a step is run again with what was done before it as it was", async ({ on }) => {
  await on.carryOut("add todo Milk and calculate 2 * 3 then add todo Pay the result");
  await expect(on.status).toHaveText(/^Completed/);
  await on.rows.nth(2).getByRole("button").first().click();
  await on.rows.nth(2).getByRole("button", { name: "Run again from here" }).click();
  await expect(on.status).toHaveText(/^Completed: 1 of 1/);
  await on.todos.are("Milk", "Pay 6", "Pay 6");
  await expect(on.history).toHaveCount(2);
});

test("a run that was saved is opened again without being kept, and another file is refused in words", async ({ page, on }) => {
  await on.carryOut(GOAL);
  await expect(on.status).toHaveText(/^Completed/);
  const wait = page.waitForEvent("download");
  await on.more("Save JSON");
  const buffer = readFileSync(await (await wait).path());
  await on.history.getByRole("button", { name: /^Remove from history/ }).click();
  await expect(on.history).toHaveCount(0);
  await expect(on.status).toHaveText("No run yet");
  const before = await stored(page, "dunlin:");
  await on.runFile.setInputFiles({ name: "run.json", mimeType: "application/json", buffer });
  await expect(on.status).toHaveText(/^Completed: 3 of 3/);
  await expect(on.rows).toHaveCount(3);
  await on.rows.first().getByRole("button").first().click();
  await on.rows.first().getByText("As JSON", { exact: true }).click();
  await expect(on.rows.first()).toContainText('"stepSucceeded"');
  await on.showPlan();
  await expect(on.steps).toHaveCount(3);
  await expect.poll(() => stored(page, "dunlin:")).toEqual(before);
  await on.log.getByRole("button", { name: "More", exact: true }).click();
  await expect(on.log.getByRole("button", { name: "Save JSON" })).toHaveCount(0);
  for (const text of ["<img onerror=1>", "{}", '{"journal":{"schemaVersion":1,"runId":"x","events":[]}}']) {
    await on.runFile.setInputFiles({ name: "x.json", mimeType: "application/json", buffer: Buffer.from(text) });
    await expect(on.runs.getByRole("alert")).toContainText("expected the journal of a run");
  }
  await on.carryOut("calculate 1 + 1");
  await expect(on.result).toContainText("2");
});

test("a file of the run that is looked at, or of one of its name, is shown as it is in the file, with its result", async ({ page, on }) => {
  await on.carryOut("calculate 6 * 7");
  await expect(on.result).toContainText("42");
  const wait = page.waitForEvent("download");
  await on.more("Save JSON");
  const text = readFileSync(await (await wait).path(), "utf8");
  const open = (text) => on.runFile.setInputFiles({ name: "run.json", mimeType: "application/json", buffer: Buffer.from(text) });
  await open(text.replaceAll('"output": 42', '"output": 43'));
  await expect(on.result).toContainText("43");
  await expect(on.rows.first()).toContainText("43");
  await open(text.replaceAll('"output": 42', '"output": 44'));
  await expect(on.result).toContainText("44");
  await expect(on.rows.first()).toContainText("44");
  await on.history.first().getByRole("link").click();
  await expect(on.result).toContainText("42");
});

test("a plan from a file is checked and carried out", async ({ page, on }) => {
  const text = readFileSync(new URL("../../examples/plans/pipeline.json", import.meta.url), "utf8");
  const open = (plan) => on.runFile.setInputFiles({ name: "plan.json", mimeType: "application/json", buffer: Buffer.from(plan) });
  await open(text.replaceAll('"calculator"', '"calculater"'));
  await expect(on.runs.getByRole("alert")).toContainText("did you mean “calculator”");
  await expect(on.history).toHaveCount(0);
  await open(text);
  // What comes from elsewhere is shown first, and asks before every step.
  const offered = page.getByRole("region", { name: "Plan from a file" });
  await expect(offered.getByRole("listitem")).toHaveCount(JSON.parse(text).steps.length);
  await expect(on.history).toHaveCount(0);
  await offered.getByRole("button", { name: "Close" }).click();
  await expect(offered).toHaveCount(0);
  await expect(on.history).toHaveCount(0);
  await open(text);
  await offered.getByRole("button", { name: "Run this plan" }).click();
  await on.approveAll();
  await expect(on.status).toHaveText(/^Completed/);
  await expect(on.history).toHaveCount(1);
  await expect(on.runs.getByRole("alert")).toHaveCount(0);
  // It comes out again as it went in, and can be carried out once more.
  const wait = page.waitForEvent("download");
  await on.more("Save plan");
  const saved = readFileSync(await (await wait).path(), "utf8");
  expect(JSON.parse(saved)).toEqual(JSON.parse(text));
  await open(saved);
  await offered.getByRole("button", { name: "Run this plan" }).click();
  await expect(on.history).toHaveCount(2);
  await on.approveAll();
  await expect(on.status).toHaveText(/^Completed/);
});

test("plans from files ask, decide, and go side by side as they say, and a tool that is not there is named", async ({ page, on }) => {
  const choose = (name) => on.runFile.setInputFiles(new URL(`../../examples/plans/${name}.json`, import.meta.url).pathname);
  const open = async (name) => {
    await choose(name);
    await page.getByRole("button", { name: "Run this plan" }).click();
  };
  await on.todos.add("Fold the tent");
  await on.todos.box("Fold the tent").check();
  await open("approval");
  await expect(on.status).toHaveText(/^Waiting for approval/);
  await expect(on.todos.box("Fold the tent")).toBeChecked();
  await on.approveAll();
  await expect(on.status).toHaveText(/^Completed: 3 of 3 steps/);
  await on.todos.are("water the plants");
  await open("decision");
  await on.approveAll();
  await expect(on.status).toHaveText(/^Completed: 5 of 5 steps/);
  await on.todos.are("water the plants", "look again at a trip for 560");
  await open("diamond");
  await on.approveAll();
  await expect(on.status).toHaveText(/^Completed: 4 of 4 steps/);
  await expect(on.result).toContainText("414");
  await choose("retry");
  await expect(on.runs.getByRole("alert")).toContainText("“fetch_rate”");
  await expect(on.history).toHaveCount(3);
});

test("the todos that a step may mean can all be pressed", async ({ on }) => {
  const names = ["Milk for the neighbours who are away", "Milk for the cat and both of its kittens", "Milk for the pudding of the whole family"];
  await on.todos.add(...names);
  await on.goal.fill("complete milk");
  const choices = on.steps.first().getByRole("button", { name: /^Milk/ });
  await expect(choices).toHaveCount(3);
  for (const choice of await choices.all()) await expect(choice).toBeInViewport({ ratio: 0.9 });
  await choices.last().click();
  await on.goal.press("Enter");
  await expect(on.status).toHaveText(/^Completed/);
});
