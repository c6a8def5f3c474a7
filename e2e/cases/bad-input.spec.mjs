// Goals that are nothing or too much, storage that was edited by hand, is full, or is refused.
import { readFileSync } from "node:fs";
import { GOAL, stored } from "../pages/dunlin.mjs";
import { expect, test } from "../test.mjs";

// A browser that refuses localStorage throws on the first touch.
const refuseStorage = () => {
  Object.defineProperty(globalThis, "localStorage", {
    get() {
      throw new DOMException("refused", "SecurityError");
    },
  });
};

test.describe(() => {
  test.use({ opened: false, expected: /wasm|Failed to fetch|net::ERR_FAILED|Failed to load resource/ });

  test("a program that does not arrive is said, and what is stored can be saved", async ({ page, url }) => {
    await page.route("**/*.wasm", (route) => route.abort("failed"));
    await page.goto(url);
    await expect(page.getByRole("alert")).toContainText("could not be loaded");
    await page.evaluate(() => localStorage.setItem("dunlin:v1:todo:x", "kept"));
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save a copy" }).click(),
    ]);
    expect(JSON.parse(readFileSync(await download.path(), "utf8")).entries).toEqual({ "dunlin:v1:todo:x": "kept" });
  });
});

test.describe(() => {
  test.use({ opened: false, expected: /WebAssembly/ });

  test("a page in a browser without WebAssembly says so", async ({ page, url }) => {
    await page.addInitScript(() => delete globalThis.WebAssembly);
    await page.goto(url);
    await expect(page.getByRole("alert")).toContainText("has no WebAssembly");
  });
});

test("an empty goal is refused in words", async ({ on }) => {
  for (const goal of ["", "   \n  "]) {
    await on.goal.fill(goal);
    await on.run.click();
    await expect(on.alert).toContainText("Prompt cannot be empty");
  }
  await expect(on.history).toHaveCount(0);
});

test("10,001 characters are refused, kept, and do not stop the page", async ({ on }) => {
  const goal = `add todo ${"x".repeat(9_992)}`;
  await on.goal.fill(goal);
  await on.goal.press("Enter");
  await expect(on.alert).toHaveText(/10,?000/);
  await expect(on.goal).toHaveValue(goal);
  await on.carryOut("calculate 2 + 2");
  await expect(on.result).toContainText("4");
});

test("right-to-left and emoji keep their characters everywhere", async ({ on }) => {
  for (const text of ["קנה חלב", "اشتر الحليب", "🦆 feed 👩‍👩‍👧‍👦 ducks 🇮🇸"]) {
    await on.carryOut(`add todo "${text}"`);
    await expect(on.status).toHaveText(/^Completed/);
    await expect(on.todos.box(text)).toBeVisible();
  }
  await expect.poll(() => on.todos.words("קנה חלב").evaluate((node) => getComputedStyle(node).direction)).toBe("rtl");
});

test("plans from files that cannot be carried out are refused in words, and the page lives on", async ({ page, on }) => {
  const step = (stepNumber, rest) => ({ stepNumber, kind: "tool", toolName: "calculator", toolInput: { expression: "1" }, ...rest });
  const plan = (...steps) => JSON.stringify({ schemaVersion: 1, goal: "from a file", steps });
  const deep = (levels) => "[".repeat(levels) + "]".repeat(levels);
  const within = (text) => plan(step(1, { toolInput: { expression: "HERE" } })).replace('"HERE"', text);
  for (const [text, said] of [
    [plan(step(1, { dependsOn: [2] }), step(2, { dependsOn: [1] })), /1 → 2 → 1|2 → 1 → 2/],
    [plan(...Array.from({ length: 10_000 }, (_, at) => step(at + 1))), /10,?000/],
    [within('{"$from":{"step":9,"pointer":"/output"}}'), /9/],
    [within("7"), /expression/],
    [plan(step("one")), /stepNumber/],
    [plan(step(1, { kind: "magic" })), /magic|kind/],
    [within(deep(90)), /64/],
    [within(deep(100_000)), /deep|level/],
    [within('{"__proto__":{"polluted":1}}'), /__proto__/],
    [JSON.stringify({ schemaVersion: 99, goal: "", steps: [] }), /99/],
  ]) {
    await on.runFile.setInputFiles({ name: "plan.json", mimeType: "application/json", buffer: Buffer.from(text) });
    await expect(on.runs.getByRole("alert")).toHaveText(said);
    await expect(on.history).toHaveCount(0);
  }
  await expect.poll(() => page.evaluate(() => ({}).polluted)).toBe(undefined);
  await on.carryOut("calculate 6 * 7");
  await expect(on.result).toContainText("42");
});

test("values that do not parse are set aside and reported, and the rest is there", { tag: "@browser" }, async ({ page, on }) => {
  await on.todos.add("Whole");
  await page.evaluate(() => {
    localStorage.setItem("dunlin:v1:todo:0192aaaa-0000-7000-8000-000000000001", "{broken");
    localStorage.setItem("dunlin:v1:todo:0192aaaa-0000-7000-8000-000000000002", '{"id":7,"text":["no"]}');
    localStorage.setItem("dunlin:v1:settings", "][");
  });
  await on.reload();
  await expect(on.notices).toContainText("set aside");
  await on.todos.are("Whole");
  const values = Object.values(await stored(page, "dunlin:"));
  expect(values.filter((value) => value.includes("{broken")).length).toBe(1);
  await on.carryOut(GOAL);
  await expect(on.status).toHaveText(/^Completed/);
});

// Fills what the browser has for the page.
const fill = (page) =>
  page.evaluate(() => {
    let size = 4_000_000;
    for (let at = 0; size > 0; ) {
      try {
        localStorage.setItem(`ballast-${at++}`, "x".repeat(size));
      } catch {
        size = Math.floor(size / 2);
      }
    }
  });

test("a run that a full storage does not take is named by its goal", { tag: "@browser" }, async ({ page, on }) => {
  await on.carryOut("wait 1 second then calculate 40 + 2 then list everything due today");
  await expect(on.cancel).toBeVisible();
  await fill(page);
  await expect(on.notices).toContainText("The run “wait 1 second then calculate 40 + 2 then…” goes on in memory");
  await expect(on.notices).not.toContainText(/[0-9a-f]{8}-[0-9a-f]{4}/);
});

test("a full storage is said, the typed words stay, and nothing is half-written", { tag: "@browser" }, async ({ page, on }) => {
  await on.todos.add("Before");
  await fill(page);
  const before = await stored(page, "dunlin:v1:todo:");
  await on.todos.add("One too many");
  await expect(on.alert).toContainText("storage is full");
  await expect(on.todos.field).toHaveValue("One too many");
  await expect(on.todos.exporting).toBeVisible();
  await on.todos.are("Before");
  await expect.poll(() => stored(page, "dunlin:v1:todo:")).toEqual(before);
  const goal = "add todo Another one too many";
  await on.carryOut(goal);
  await expect(on.goal).toHaveValue(goal);
  await on.todos.are("Before");
  await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("ballast")).forEach((key) => localStorage.removeItem(key)));
  await on.todos.field.press("Enter");
  await on.todos.are("Before", "One too many");
});

test.describe(() => {
  test.use({ opened: false });

  test("a browser that refuses storage works in memory and says so", async ({ page, on, open }) => {
    await page.addInitScript(refuseStorage);
    await open();
    await expect(on.notices).toContainText("memory");
    await expect(on.todos.region).not.toContainText("kept on this device");
    await expect(on.todos.region).toContainText("Kept only in this tab");
    await on.carryOut(GOAL);
    await expect(on.status).toHaveText(/^Completed/);
    await on.todos.are("Buy milk");
    const download = page.waitForEvent("download");
    await on.todos.exporting.click();
    expect(readFileSync(await (await download).path(), "utf8")).toContain("Buy milk");
    await on.settings.button.click();
    await expect(on.settings.dialog).toContainText("Nothing is kept after this page is closed");
  });
});
