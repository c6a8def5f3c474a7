// WebMCP in the page: what agents of the browser see and may do, and what waits for the person.
import { dunlin } from "../pages/dunlin.mjs";
import { tools } from "../pages/reach.mjs";
import { withWebmcp } from "../polyfill.mjs";
import { axe, expect, test } from "../test.mjs";
import { CALL, NAMES, launches } from "../webmcp.mjs";

test.use({ opened: false });

// A browser without an interface of its own has the polyfill's, so what the door offers is tried in every Chromium.
test.beforeEach(async ({ page, open }) => {
  await withWebmcp(page.context());
  await open();
});

const names = (page) => page.evaluate(NAMES);
const call = (page, name, input) => page.evaluate(CALL, [`dunlin_${name}`, input]);

const OFFERED = ["agent_approve", "agent_cancel", "agent_launch", "agent_report", "agent_status", "answer", "calculator", "dates", "guide", "plan", "schedules", "signal", "todo_store"];
const offered = (...more) => [...OFFERED, ...more].sort().map((name) => `dunlin_${name}`);

test("an agent lists, plans, launches and reads, and the person sees it", async ({ page, on }) => {
  await expect.poll(() => names(page)).toEqual(offered());
  await launches(page, on, call);
  expect((await call(page, "agent_status", { runId: "one" })).structuredContent.status).toBe("completed");
  expect((await call(page, "agent_report", { runId: "one" })).content[0].text.split("\n")[0]).toBe("# Run report");
  expect((await call(page, "calculator", { expression: "0.1 + 0.2" })).structuredContent).toEqual({ result: 0.3 });
  await expect(on.history).toHaveCount(2);
});

test("what does not fit is told with its code, and nothing is done", async ({ page, on }) => {
  await expect.poll(() => names(page)).toEqual(offered());
  const code = async (name, input) => {
    const { isError, structuredContent } = await call(page, name, input);
    return [isError, structuredContent.error?.code ?? structuredContent.code];
  };
  expect(await code("agent_launch", { goal: "what is the weather in Oslo" })).toEqual([true, "plan.unrecognized"]);
  expect(await code("agent_launch", {})).toEqual([true, "tool.invalid-input"]);
  expect(await code("agent_status", { runId: "none" })).toEqual([true, "run.not-found"]);
  expect(await code("agent_cancel", { runId: "none" })).toEqual([true, "run.not-found"]);
  expect((await code("calculator", { expresion: "1" }))[0]).toBe(true);
  expect(await code("calculator", { expression: "1 / 0" })).toEqual([true, "calc.divide-by-zero"]);
  await expect(on.todos.items).toHaveCount(0);
});

test("what deletes waits for the person, by a tool and by a run, and can be cancelled", async ({ page, on }) => {
  await on.todos.add("one", "two");
  await expect.poll(() => names(page)).toEqual(offered());
  const cleared = call(page, "todo_store", { action: "clear", all: true });
  await on.reject.click();
  expect((await cleared).isError).toBe(true);
  await on.todos.are("one", "two");
  const run = await call(page, "agent_launch", { goal: "clear my list", runId: "r" });
  expect(run.structuredContent.status).toBe("suspended");
  const { approvalId } = run.structuredContent.executionLog[0].approval;
  expect((await call(page, "agent_approve", { runId: "r", approvalId: "other" })).structuredContent.error.code).toBe("run.approval-void");
  const approved = call(page, "agent_approve", { runId: "r", approvalId });
  await on.approve.click();
  expect((await approved).structuredContent.status).toBe("completed");
  await expect(on.todos.items).toHaveCount(0);
  await on.todos.add("three");
  await call(page, "agent_launch", { goal: "clear my list", runId: "s" });
  expect((await call(page, "agent_cancel", { runId: "s", reason: "no" })).structuredContent.status).toBe("cancelled");
  await on.todos.are("three");
});

test("an agent that is on is offered under a name that browsers take, and its work is a run that the person sees", async ({ page, on }) => {
  await expect.poll(() => names(page)).toEqual(offered());
  await on.todos.add("buy milk");
  const place = tools(page);
  await place.open();
  await place.switch("Researcher").check();
  await place.close();
  await expect.poll(() => names(page)).toEqual(offered("agent_researcher", "memory", "search"));
  const told = await call(page, "agent_researcher", { skill: "find", with: { query: "milk", source: "todo" } });
  const { status, executionLog } = told.structuredContent;
  expect([told.isError, status, executionLog?.[0].toolName]).toEqual([undefined, "completed", "agent:researcher"]);
  await expect(on.status).toHaveText(/^Completed: 1 of 1/);
  await expect(on.history).toHaveCount(1);
});

test("what a run asks for and a signal that it waits for are given by an agent", async ({ page, on }) => {
  await expect.poll(() => names(page)).toEqual(offered());
  const run = await call(page, "agent_launch", { goal: "ask me for the bill and work out 15% of it", runId: "one" });
  expect([run.structuredContent.status, run.structuredContent.executionLog[0].awaits.type]).toEqual(["suspended", "answer"]);
  expect((await call(page, "signal", { runId: "one", name: "" })).structuredContent.error.code).toBe("run.revision");
  expect((await call(page, "answer", { runId: "one", stepNumber: 2, answer: 1 })).structuredContent.error.code).toBe("run.approval-void");
  const answered = await call(page, "answer", { runId: "one", stepNumber: 1, answer: 80 });
  expect(answered.structuredContent.status).toBe("completed");
  await expect(on.status).toHaveText(/^Completed: 2 of 2/);
});

test("a run that waits is looked at for a few letters, and not read as a whole again and again", async ({ page }) => {
  await expect.poll(() => names(page)).toEqual(offered());
  await call(page, "agent_launch", { goal: "ask me for the bill and work out 15% of it", runId: "one" });
  const read = await page.evaluate(async () => {
    const parse = JSON.parse;
    const lengths = [];
    JSON.parse = (text, ...more) => (lengths.push(String(text).length), parse(text, ...more));
    await new Promise((done) => setTimeout(done, 1000));
    JSON.parse = parse;
    return lengths;
  });
  expect(read.length).toBeGreaterThan(0);
  expect(Math.max(...read)).toBeLessThan(100);
  expect((await call(page, "answer", { runId: "one", stepNumber: 1, answer: 80 })).structuredContent.status).toBe("completed");
});

test("what is switched on is offered, and nothing once the door is shut", async ({ page }) => {
  await expect.poll(() => names(page)).toEqual(offered());
  const place = tools(page);
  await place.open();
  await place.switch("Chart").check();
  await expect.poll(() => names(page)).toEqual(offered("chart"));
  await page.getByRole("switch", { name: "Offer this page to them" }).uncheck();
  await expect.poll(() => names(page)).toEqual([]);
  // From its top, where no switch is half under the head of the dialog.
  await place.close();
  await place.open();
  await axe(page);
});
