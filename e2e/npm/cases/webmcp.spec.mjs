// The package's tools and runs as the browser's own agents see them: through `getTools` and `executeTool` of the browser, or of
// the polyfill in a Chromium that has none.
import { withWebmcp } from "../../polyfill.mjs";
import { expect, test } from "../../test.mjs";

test.use({ opened: false });

// In the page: a runtime over memory whose owner answers as `word` says, and a way to call tools by name.
const OPEN = async ({ base }) => {
  const { createRuntime } = await import(new URL("dunlin/index.js", base).href);
  const dunlin = await createRuntime({ storage: "memory" });
  const asked = [];
  const owner = { word: false };
  const approve = async (question) => (asked.push(question), owner.word);
  const controller = new AbortController();
  const exposed = await dunlin.exposeWebMCP({ prefix: "my_", signal: controller.signal, approve });
  const call = async (name, input) => {
    const tool = (await document.modelContext.getTools()).find((one) => one.name === name);
    if (tool === undefined) throw new Error(`no tool ${name}`);
    return JSON.parse(await document.modelContext.executeTool(tool, globalThis.wasNative ? input : JSON.stringify(input)));
  };
  globalThis.opened = { dunlin, asked, owner, controller, exposed, call };
};

const opened = async (page, url) => {
  await withWebmcp(page.context());
  await page.goto(url);
  await page.waitForFunction(() => document.title !== "waiting");
  await page.evaluate(OPEN, { base: url });
};

test("an agent lists the tools, plans, launches, and reads what happened", async ({ page, url }) => {
  await opened(page, url);
  const seen = await page.evaluate(async () => {
    const { call, exposed } = globalThis.opened;
    const tools = await document.modelContext.getTools();
    const plan = await call("my_plan", { goal: "add todo buy milk and calculate 6 * 7" });
    const run = await call("my_agent_launch", { goal: "add todo buy milk and calculate 6 * 7", runId: "one" });
    return {
      names: tools.map((tool) => tool.name).sort(),
      exposed: exposed.names.toSorted(),
      readOnly: tools.find((tool) => tool.name === "my_calculator").annotations.readOnlyHint,
      plan: plan.structuredContent.steps.length,
      text: JSON.parse(plan.content[0].text).steps.length,
      run: [run.structuredContent.status, run.structuredContent.executionLog[1].output],
      status: (await call("my_agent_status", { runId: "one" })).structuredContent.status,
      report: (await call("my_agent_report", { runId: "one" })).content[0].text.split("\n")[0],
      sum: (await call("my_calculator", { expression: "0.1 + 0.2" })).structuredContent,
      todos: (await call("my_todo_store", { action: "list" })).structuredContent.result.map((todo) => todo.text),
    };
  });
  const names = ["agent_approve", "agent_cancel", "agent_launch", "agent_report", "agent_status", "answer", "calculator", "dates", "guide", "plan", "schedules", "signal", "todo_store"];
  expect(seen.names).toEqual(names.map((name) => `my_${name}`));
  expect(seen.exposed).toEqual(seen.names);
  expect([seen.readOnly, seen.plan, seen.text]).toEqual([true, 2, 2]);
  expect(seen.run).toEqual(["completed", 42]);
  expect([seen.status, seen.report]).toEqual(["completed", "# Run report"]);
  expect([seen.sum, seen.todos]).toEqual([{ result: 0.3 }, ["buy milk"]]);
});

test("what does not fit is told with its code, and nothing is done", async ({ page, url }) => {
  await opened(page, url);
  const codes = await page.evaluate(async () => {
    const { call, dunlin } = globalThis.opened;
    const code = async (name, input) => {
      const { isError, structuredContent } = await call(name, input);
      return [isError === true, structuredContent.error?.code ?? structuredContent.code];
    };
    return {
      goal: await code("my_agent_launch", { goal: "what is the weather in Oslo" }),
      missing: await code("my_agent_launch", {}),
      number: await code("my_agent_launch", { goal: 5 }),
      unknown: await code("my_agent_status", { runId: "one", all: "yes" }),
      run: await code("my_agent_status", { runId: "none" }),
      cancel: await code("my_agent_cancel", { runId: "none" }),
      question: await code("my_agent_approve", { runId: "none", approvalId: "x" }),
      sum: await code("my_calculator", { expression: "1 / 0" }),
      field: await code("my_calculator", { expresion: "1" }),
      runs: dunlin.runs.list().length,
    };
  });
  expect(codes).toEqual({
    goal: [true, "plan.unrecognized"],
    missing: [true, "tool.invalid-input"],
    number: [true, "tool.invalid-input"],
    unknown: [true, "tool.invalid-input"],
    run: [true, "run.not-found"],
    cancel: [true, "run.not-found"],
    question: [true, "run.not-found"],
    sum: [true, "calc.divide-by-zero"],
    field: [true, "tool.invalid-input"],
    runs: 0,
  });
});

test("what may destroy waits for the person, by a tool and by a run", async ({ page, url }) => {
  await opened(page, url);
  const seen = await page.evaluate(async () => {
    const { call, dunlin, asked, owner } = globalThis.opened;
    for (const text of ["one", "two"]) dunlin.todos.add(text);
    const left = () => dunlin.todos.list().length;
    const out = [];
    out.push([(await call("my_todo_store", { action: "clear", all: true })).structuredContent.code, left(), asked.length]);
    const run = await call("my_agent_launch", { goal: "clear my list", runId: "r" });
    const approvalId = run.structuredContent.executionLog[0].approval.approvalId;
    out.push([run.structuredContent.status, left()]);
    out.push([(await call("my_agent_approve", { runId: "r", approvalId })).structuredContent.error.code, left(), asked.at(-1).runId]);
    owner.word = "yes"; // Only true is a yes.
    out.push([(await call("my_agent_approve", { runId: "r", approvalId })).structuredContent.error.code, left()]);
    owner.word = true;
    out.push([(await call("my_agent_approve", { runId: "r", approvalId: "other" })).structuredContent.error.code, left()]);
    out.push([(await call("my_agent_approve", { runId: "r", approvalId })).structuredContent.status, left()]);
    dunlin.todos.undo();
    out.push([(await call("my_todo_store", { action: "clear", all: true })).isError ?? false, left()]);
    dunlin.todos.undo();
    const other = await call("my_agent_launch", { goal: "clear my list", runId: "s" });
    out.push([other.structuredContent.status, (await call("my_agent_cancel", { runId: "s", reason: "no" })).structuredContent.status, left()]);
    return out;
  });
  expect(seen).toEqual([
    ["tool.approval-required", 2, 1],
    ["suspended", 2],
    ["tool.approval-required", 2, "r"],
    ["tool.approval-required", 2],
    ["run.approval-void", 2],
    ["completed", 0],
    [false, 0],
    ["suspended", "cancelled", 2],
  ]);
});

test("a browser offers an agent that has joined, and its work is a run", async ({ page, url }) => {
  await opened(page, url);
  const seen = await page.evaluate(async ({ base }) => {
    const { createTools } = await import(new URL("dunlin/tools.js", base).href);
    const { call, controller, dunlin } = globalThis.opened;
    controller.abort();
    const tools = await createTools({ search: { documents: () => [{ title: "Heating", text: "It cost 182 euros." }] }, memory: {}, agents: {} });
    for (const tool of tools.all) dunlin.tools.register(tool);
    tools.agents.join(dunlin);
    const { names, refused } = await dunlin.exposeWebMCP({ prefix: "my_" });
    const run = (await call("my_agent_researcher", { skill: "find", with: { query: "heating", source: "document" } })).structuredContent;
    return { refused, names, offered: (await document.modelContext.getTools()).length, status: run.status, tool: run.executionLog?.[0].toolName };
  }, { base: url });
  expect(seen.names).toContain("my_agent_researcher");
  expect([seen.refused, seen.offered, seen.status, seen.tool]).toEqual([[], seen.names.length, "completed", "agent:researcher"]);
});

test("tools go with their signal, and are refused where they cannot be had", async ({ page, url }) => {
  await opened(page, url);
  const seen = await page.evaluate(async () => {
    const { dunlin, controller, exposed } = globalThis.opened;
    const code = (settings) => dunlin.exposeWebMCP(settings).then(() => "none", (error) => error.code);
    const count = async () => (await document.modelContext.getTools()).length;
    const out = [await code({ prefix: "my_" }), await count()];
    out.push(await code({ prefix: "1 " }), await code({ tools: ["none"] }), await code({ aprove: () => true }), await code({ modelContext: {} }));
    controller.abort();
    out.push(await count());
    const some = await dunlin.exposeWebMCP({ tools: ["calculator"] });
    out.push(some.names.length, await count());
    some.unregister();
    exposed.unregister();
    const registered = [];
    await dunlin.exposeWebMCP({ modelContext: { registerTool: (tool) => registered.push(tool.name) } });
    out.push(await count(), registered.length);
    return out;
  });
  expect(seen).toEqual(["webmcp.refused", 13, "api.bad-argument", "api.bad-argument", "api.bad-argument", "webmcp.unavailable", 0, 9, 9, 0, 13]);
});
