// The package's tools and runs through the kept polyfill of WebMCP, where the browser has no native interface.
import { WITHOUT_NATIVE, isPolyfilled, withWebmcp } from "../../polyfill.mjs";
import { expect, test } from "../../test.mjs";
import { CALL, NAMES } from "../../webmcp.mjs";

test.use({ launchOptions: WITHOUT_NATIVE, opened: false });

const OFFERED = ["agent_approve", "agent_cancel", "agent_launch", "agent_report", "agent_status", "answer", "calculator", "dates", "guide", "plan", "schedules", "signal", "todo_store"];

/** A runtime over memory, offered to agents; its owner says no until `owner.word` is another. Gives how a tool is called. */
async function opened(page, url) {
  await withWebmcp(page.context());
  await page.goto(url);
  await isPolyfilled(page);
  await page.waitForFunction(() => document.title !== "waiting");
  await page.evaluate(async (base) => {
    const { createRuntime } = await import(new URL("dunlin/index.js", base).href);
    const dunlin = await createRuntime({ storage: "memory" });
    const owner = { word: false, asked: [] };
    const approve = async (question) => (owner.asked.push(question), owner.word);
    globalThis.opened = { dunlin, owner, exposed: await dunlin.exposeWebMCP({ approve }) };
  }, url);
  return (name, input) => page.evaluate(CALL, [`dunlin_${name}`, input]);
}

test("an agent lists, plans, runs and reads what happened", async ({ page, url }) => {
  const call = await opened(page, url);
  expect(await page.evaluate(NAMES)).toEqual(OFFERED.map((name) => `dunlin_${name}`));
  expect(await page.evaluate(() => globalThis.opened.exposed.refused)).toEqual([]);
  const plan = await call("plan", { goal: "add todo buy milk and calculate 6 * 7" });
  expect(plan.structuredContent.steps.map(({ toolName }) => toolName)).toEqual(["todo_store", "calculator"]);
  const run = await call("agent_launch", { goal: "add todo buy milk and calculate 6 * 7", runId: "one" });
  expect([run.structuredContent.status, run.structuredContent.executionLog[1].output]).toEqual(["completed", 42]);
  expect((await call("agent_status", { runId: "one" })).structuredContent.status).toBe("completed");
  expect((await call("agent_report", { runId: "one" })).content[0].text.split("\n")[0]).toBe("# Run report");
  expect((await call("calculator", { expression: "0.1 + 0.2" })).structuredContent).toEqual({ result: 0.3 });
  expect((await call("todo_store", { action: "list" })).structuredContent.result.map(({ text }) => text)).toEqual(["buy milk"]);
});

test("an input that does not fit is told with its code, and nothing is done", async ({ page, url }) => {
  const call = await opened(page, url);
  const code = async (name, input) => {
    const { isError, structuredContent } = await call(name, input);
    return [isError, structuredContent.error?.code ?? structuredContent.code];
  };
  expect(await code("calculator", { expresion: "1" })).toEqual([true, "tool.invalid-input"]);
  expect(await code("agent_launch", { goal: 5 })).toEqual([true, "tool.invalid-input"]);
  expect(await code("agent_launch", {})).toEqual([true, "tool.invalid-input"]);
  expect(await code("agent_status", { runId: "none", all: true })).toEqual([true, "tool.invalid-input"]);
  expect(await code("agent_launch", { goal: "what is the weather in Oslo" })).toEqual([true, "plan.unrecognized"]);
  expect(await code("calculator", { expression: "1 / 0" })).toEqual([true, "calc.divide-by-zero"]);
  expect(await page.evaluate(() => globalThis.opened.dunlin.runs.list().length)).toBe(0);
});

test("a call that destroys waits for the person, by a tool and by a run", async ({ page, url }) => {
  const call = await opened(page, url);
  const left = () => page.evaluate(() => globalThis.opened.dunlin.todos.list().length);
  const says = (word) => page.evaluate((word) => void (globalThis.opened.owner.word = word), word);
  await page.evaluate(() => ["one", "two"].forEach((text) => globalThis.opened.dunlin.todos.add(text)));
  expect((await call("todo_store", { action: "clear", all: true })).structuredContent.code).toBe("tool.approval-required");
  const run = await call("agent_launch", { goal: "clear my list", runId: "r" });
  const { approvalId } = run.structuredContent.executionLog[0].approval;
  expect([run.structuredContent.status, await left()]).toEqual(["suspended", 2]);
  expect((await call("agent_approve", { runId: "r", approvalId })).structuredContent.error.code).toBe("tool.approval-required");
  expect(await left()).toBe(2);
  await says(true);
  expect((await call("agent_approve", { runId: "r", approvalId })).structuredContent.status).toBe("completed");
  expect(await left()).toBe(0);
  expect(await page.evaluate(() => globalThis.opened.owner.asked.length)).toBe(3);
});

test("the tools are taken away, and one name is offered once", async ({ page, url }) => {
  await opened(page, url);
  const again = page.evaluate(() => globalThis.opened.dunlin.exposeWebMCP().then(() => "none", ({ code }) => code));
  expect(await again).toBe("webmcp.refused");
  await page.evaluate(() => globalThis.opened.exposed.unregister());
  expect(await page.evaluate(NAMES)).toEqual([]);
});
