// A run outlives the tab that drives it: that tab is closed in the middle, and another one goes on.
import { isDeepStrictEqual } from "node:util";
import { dunlin, stands } from "../pages/dunlin.mjs";
import { begunRun, journal, put, storedTodos } from "../pages/storage.mjs";
import { expect, test } from "../test.mjs";

// That the journal has no gap, no step succeeded twice, and every todo is stored once.
async function check(page, runId, texts) {
  const events = await journal(page, runId);
  expect(events.map((event) => event.seq)).toEqual(events.map((_, at) => at + 1));
  const done = events.filter((event) => event.type === "stepSucceeded").map((event) => event.step);
  expect(done.length).toBe(new Set(done).size);
  expect((await storedTodos(page)).map((todo) => todo.text)).toEqual(texts);
  return events.map((event) => event.type);
}

const runOf = (page) => new URLSearchParams(new URL(page.url()).hash.split("?")[1]).get("run");

async function opened(context, address) {
  const page = await context.newPage();
  await page.goto(address);
  await stands(page);
  return page;
}

// From its so-manieth write on, nothing that this tab writes is kept: as if it had died there. It keeps its locks until
// it is closed, as a tab that hangs does.
function dieAtWrite(page, number) {
  return page.evaluate((number) => {
    let writes = 0;
    for (const name of ["setItem", "removeItem"]) {
      const real = Storage.prototype[name];
      Storage.prototype[name] = function (...words) {
        // What belongs to the run and its todos; drafts and marks of the page come at any time.
        if (/^dunlin:v1:(run|todo|change)/.test(words[0])) writes += 1;
        if (writes < number) real.apply(this, words);
        else document.documentElement.dataset.died = "";
      };
    }
  }, number);
}

// This tab finds every run driven by somebody else until it is let go: it may be quicker than the tab that began it.
function holdBack(page) {
  return page.evaluate(() => {
    const manager = Object.getPrototypeOf(navigator.locks);
    const real = manager.request;
    manager.request = (name, options, granted) => Promise.resolve(granted(null));
    globalThis.letGo = () => (manager.request = real);
  });
}

test("a run that waits goes on in the tab that watched it", async ({ page, context, url }) => {
  const add = (text) => ({ toolName: "todo_store", toolInput: { action: "add", text } });
  const wait = { kind: "wait", toolInput: { ms: 120_000 } };
  const runId = "01900000-0000-7000-8000-00000000aaaa";
  const steps = [add("Before"), wait, add("Between"), wait, add("After")];
  // The clock runs, and is wound forward where the case would have to sleep.
  await context.clock.install();
  await put(page, begunRun({ runId, goal: "Three todos with pauses", steps }));
  await dunlin(page).reload();
  await dunlin(page).history.getByRole("link").click();
  await expect(dunlin(page).status).toHaveText("Running: 1 of 5 steps");

  const other = await opened(context, `${url}#/?run=${runId}`);
  const two = dunlin(other);
  await expect(two.status).toHaveText("Running: 1 of 5 steps");
  // It shows live what the first tab does.
  await context.clock.fastForward(120_000);
  await expect(two.status).toHaveText("Running: 3 of 5 steps");
  await two.todos.are("Before", "Between");
  expect((await journal(other, runId)).some((event) => event.type === "runRecovered")).toBe(false);

  await page.close();
  await context.clock.fastForward(120_000);
  await expect(two.status).toHaveText(/^Completed: 5 of 5 steps/);
  await two.todos.are("Before", "Between", "After");
  const types = await check(other, runId, ["Before", "Between", "After"]);
  expect(types.filter((type) => type === "runRecovered" || type === "runStarted")).toEqual(["runStarted", "runRecovered"]);
});

test("no more runs go at once than the policy says, however many tabs there are, and one that asks is not counted", async ({ page, context, url }) => {
  const add = (text) => ({ toolName: "todo_store", toolInput: { action: "add", text } });
  const wait = { kind: "wait", toolInput: { ms: 120_000 } };
  const policy = { maxConcurrentRuns: 1 };
  const id = (letter) => `01900000-0000-7000-8000-00000000${letter.repeat(4)}`;
  await context.clock.install();
  const clear = { toolName: "todo_store", toolInput: { action: "clear" } };
  await dunlin(page).todos.add("Kept");
  await put(page, begunRun({ runId: id("a"), goal: "It asks", steps: [clear], policy: { ...policy, approval: "always" } }));
  await dunlin(page).reload();
  await dunlin(page).history.getByRole("link").click();
  await expect(dunlin(page).approve).toBeVisible();
  await put(page, [
    ...begunRun({ runId: id("b"), goal: "The first", steps: [wait, add("First")], policy }),
    ...begunRun({ runId: id("c"), goal: "The second", steps: [wait, add("Second")], policy }),
  ]);
  const other = await opened(context, url);
  await dunlin(page).reload();
  const begun = async () => {
    const types = async (letter) => (await journal(other, id(letter))).map((event) => event.type);
    const all = await Promise.all(["b", "c"].map(types));
    return all.map((types) => (types.includes("runCompleted") ? "done" : types.includes("runStarted") ? "goes" : "waits"));
  };
  const become = async (...wanted) => {
    for (let round = 0; round < 100; round += 1) {
      if (isDeepStrictEqual((await begun()).sort(), wanted)) return;
      await context.clock.runFor(100);
    }
    throw new Error(`expected ${wanted}, found ${await begun()}`);
  };
  await become("goes", "waits");
  await context.clock.runFor(3_000);
  await become("goes", "waits");
  await context.clock.fastForward(120_000);
  await become("done", "goes");
  await context.clock.fastForward(120_000);
  await become("done", "done");
  expect((await storedTodos(other)).map((todo) => todo.text).sort()).toEqual(["First", "Kept", "Second"]);
});

test("wherever it is torn off, it is finished with each todo once", { tag: "@browser" }, async ({ page: other, context, url }) => {
  const two = dunlin(other);
  const all = [];
  // A run of six adds writes some twenty times: journal, todo, change, journal, todo, …
  for (const write of [2, 3, 4, 9]) {
    const texts = ["ash", "birch", "elm", "larch", "oak", "yew"].map((tree) => `${tree} ${write}`);
    const page = await opened(context, url);
    await dieAtWrite(page, write);
    await holdBack(other);
    await dunlin(page).carryOut(texts.map((text) => `add todo "${text}"`).join("; "));
    await page.waitForSelector("[data-died]");
    const runId = runOf(page);
    await page.close();
    await other.evaluate(() => globalThis.letGo());
    await other.goto(`${url}#/?run=${runId}`);
    await expect(two.status).toHaveText(/^Completed: 6 of 6 steps/);
    all.push(...texts);
    const types = await check(other, runId, all);
    // Before the second write nothing was begun, so there was nothing to recover.
    expect(types.includes("runRecovered")).toBe(write > 2);
  }
  await two.todos.are(...all);
});

test("a question whose tab is closed is answered in the other, and the rest runs there", async ({ page, context, url }) => {
  const one = dunlin(page);
  await one.todos.add("Old rake", "Old spade");
  const other = await opened(context, url);
  const two = dunlin(other);
  await holdBack(other);
  await one.carryOut("add todo New rake then clear my list then add todo New spade");
  await expect(one.approve).toBeVisible();
  await two.history.first().getByRole("link").click();
  await expect(two.approve).toBeVisible();
  const runId = runOf(page);
  await page.close();
  await other.evaluate(() => globalThis.letGo());
  await two.approve.click();
  await expect(two.status).toHaveText(/^Completed: 3 of 3 steps/);
  await two.todos.are("New spade");
  await check(other, runId, ["New spade"]);
});
