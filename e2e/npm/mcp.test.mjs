// The door for MCP clients: requests in, responses out, as a server hands them on.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createRuntime } from "dunlin";
import { createTools } from "dunlin/tools";

const URL = "http://127.0.0.1:8080/mcp";

async function open(settings) {
  const dunlin = await createRuntime({ storage: "memory" });
  let id = 0;
  const send = (body, headers = {}, method = "POST") =>
    dunlin.mcp(new Request(URL, { method, headers: { "content-type": "application/json", ...headers }, body }), settings);
  const ask = async (method, params) => {
    const response = await send(JSON.stringify({ jsonrpc: "2.0", id: ++id, method, params }));
    assert.equal(response.status, 200);
    const answer = await response.json();
    assert.equal(answer.id, id);
    return answer;
  };
  const call = async (name, input) => (await ask("tools/call", { name, arguments: input })).result;
  return { dunlin, send, ask, call };
}

test("a client begins, lists, runs and reads what happened", async () => {
  const { ask, call, send, dunlin } = await open();
  const begun = (await ask("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } })).result;
  assert.deepEqual([begun.protocolVersion, begun.serverInfo.name], ["2025-06-18", "dunlin"]);
  assert.equal((await ask("initialize", { protocolVersion: "1999-01-01" })).result.protocolVersion, "2025-11-25");
  assert.equal((await send('{"jsonrpc":"2.0","method":"notifications/initialized"}')).status, 202);
  const { tools } = (await ask("tools/list")).result;
  for (const tool of tools) assert.equal(tool.inputSchema.type, "object");
  assert.ok(tools.some((tool) => tool.name === "dunlin_calculator" && tool.annotations.readOnlyHint));
  const run = await call("dunlin_agent_launch", { goal: "add todo Buy milk and calculate 6 * 7", runId: "one" });
  assert.deepEqual([run.structuredContent.status, run.isError], ["completed", undefined]);
  assert.equal(dunlin.todos.list()[0].text, "Buy milk");
  assert.equal((await ask("resources/list")).result.resources[0].uri, "dunlin://runs/one");
  assert.equal((await ask("resources/templates/list")).result.resourceTemplates.length, 2);
  const record = (await ask("resources/read", { uri: "dunlin://runs/one" })).result.contents[0];
  assert.equal(JSON.parse(record.text).status, "completed");
  assert.match((await ask("resources/read", { uri: "dunlin://runs/one/report" })).result.contents[0].text, /^# Run report/);
  const { prompts } = (await ask("prompts/list")).result;
  assert.ok(prompts.length > 0);
  for (const { name } of prompts) {
    const { text } = (await ask("prompts/get", { name })).result.messages[0].content;
    dunlin.plan(text.split('"')[1]); // The goal it names can be planned.
  }
});

test("what does not fit is told, and nothing is done", async () => {
  const { ask, call, send, dunlin } = await open({ tools: ["calculator"], allowOrigin: ["https://app.example"] });
  const sum = await call("dunlin_calculator", { expression: "1 / 0" });
  assert.deepEqual([sum.isError, sum.structuredContent.code], [true, "calc.divide-by-zero"]);
  assert.equal((await call("dunlin_agent_launch", { goal: "what is the weather in Oslo" })).structuredContent.error.code, "plan.unrecognized");
  for (const [method, params, code] of [
    ["tools/call", { name: "dunlin_todo_store", arguments: { action: "list" } }, -32602],
    ["tools/call", { name: "dunlin_calculator", arguments: [1] }, -32602],
    ["resources/read", { uri: "file:///etc/passwd" }, -32002],
    ["resources/read", { uri: "dunlin://runs/none" }, -32002],
    ["prompts/get", { name: "none" }, -32602],
    ["sing", {}, -32601],
    ["constructor", {}, -32601],
  ]) assert.equal((await ask(method, params)).error.code, code, `${method} ${JSON.stringify(params)}`);
  for (const [body, headers, status] of [
    ["{", {}, 400],
    ["[]", {}, 400],
    ["null", {}, 400],
    ['{"jsonrpc":"1.0","id":1,"method":"ping"}', {}, 400],
    ['{"jsonrpc":"2.0","id":1,"method":"ping"}', { "content-type": "text/plain" }, 415],
    ["x".repeat((4 << 20) + 1), {}, 413],
    ['{"jsonrpc":"2.0","id":1,"method":"ping"}', { origin: "https://evil.example" }, 403],
    ['{"jsonrpc":"2.0","id":1,"method":"ping"}', { origin: "null" }, 403],
    ['{"jsonrpc":"2.0","id":1,"method":"ping"}', { origin: "https://app.example" }, 200],
    ['{"jsonrpc":"2.0","id":1,"method":"ping"}', { origin: "http://127.0.0.1:8080" }, 200],
  ]) assert.equal((await send(body, headers)).status, status, `${body.slice(0, 60)} ${JSON.stringify(headers)}`);
  const named = (url, settings) => dunlin.mcp(new Request(url, { method: "POST", headers: { "content-type": "application/json" }, body: '{"jsonrpc":"2.0","id":1,"method":"ping"}' }), settings);
  for (const host of ["localhost:1", "[::1]:8080", "127.1.2.3"]) assert.equal((await named(`http://${host}/`)).status, 200);
  for (const host of ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "10.0.0.1"]) assert.equal((await named(`http://${host}/`)).status, 403);
  assert.equal((await named("https://app.example/", { allowHost: ["app.example"] })).status, 200);
  for (const method of ["GET", "DELETE"]) assert.equal((await send(undefined, {}, method)).status, 405);
  assert.deepEqual(dunlin.runs.list(), []);
  await assert.rejects(dunlin.mcp(new Request(URL), { aprove: () => true }), { code: "api.bad-argument" });
  await assert.rejects(dunlin.mcp("ping"), { code: "api.bad-argument" });
});

test("what may destroy is done when the host's person agrees, and waits otherwise", async () => {
  let word;
  const { call, dunlin } = await open({ approve: () => word });
  for (const text of ["one", "two"]) dunlin.todos.add(text);
  const waits = await call("dunlin_agent_launch", { goal: "clear my list", runId: "r" });
  assert.equal(waits.structuredContent.status, "suspended");
  const { approvalId } = waits.structuredContent.executionLog[0].approval;
  assert.equal((await call("dunlin_agent_approve", { runId: "r", approvalId })).structuredContent.error.code, "tool.approval-required");
  assert.equal((await call("dunlin_todo_store", { action: "clear", all: true })).structuredContent.code, "tool.approval-required");
  assert.equal(dunlin.todos.list().length, 2);
  word = true;
  assert.equal((await call("dunlin_agent_approve", { runId: "r", approvalId })).structuredContent.status, "completed");
  assert.equal(dunlin.todos.list().length, 0);
});

/** An agent that says things with a tool of the runtime, where `shout` may have to ask first. */
const once = (goal, toolName, toolInput) => ({ schemaVersion: 2, goal, steps: [{ stepNumber: 1, toolName, toolInput, reasoning: "once" }] });
const texts = { type: "object", properties: { text: { type: "string" } }, required: ["text"], additionalProperties: false };
const crier = {
  name: "crier", description: "Says things loudly", tools: ["shout"], limits: { maxToolCalls: 3 },
  skills: [{ name: "proclaim", description: "Says it", phrases: ["proclaim {text}"], inputSchema: texts, plan: once("say it", "shout", { text: { $from: { step: 0, pointer: "/text" } } }) }],
};
async function crying(dunlin, annotations = { readOnlyHint: true }) {
  const said = [];
  dunlin.tools.register({ name: "shout", description: "", inputSchema: texts, annotations, execute: ({ text }) => (said.push(text), text.toUpperCase()) });
  const { agents } = await createTools({ agents: { shipped: false, add: [crier] }, storage: "memory" });
  agents.join(dunlin);
  return said;
}
const proclaim = { skill: "proclaim", with: { text: "tea" } };
// What Chromium takes as the name of a tool.
const NAME = /^[A-Za-z0-9_.-]{1,128}$/;

test("an agent has a name that clients take, and its work is a run", async () => {
  const { ask, call, dunlin } = await open();
  await crying(dunlin);
  const { tools } = (await ask("tools/list")).result;
  for (const { name } of tools) assert.match(name, NAME);
  const run = (await call("dunlin_agent_crier", proclaim)).structuredContent;
  assert.deepEqual([run.status, run.executionLog[0].toolName, run.executionLog[0].output], ["completed", "agent:crier", "TEA"], JSON.stringify(run));
  assert.equal((await ask("tools/call", { name: "dunlin_agent:crier", arguments: proclaim })).error.code, -32602);
  const unclear = await call("dunlin_agent_crier", {});
  assert.equal(unclear.structuredContent.error.code, "agent.unclear", JSON.stringify(unclear));
});

test("each tool has a name of its own, also where a host's is called as ours", async () => {
  const { ask, call, dunlin } = await open();
  for (const name of ["plan", "agent_crier", "agent:launch"]) {
    dunlin.tools.register({ name, description: "", inputSchema: { type: "object" }, annotations: { readOnlyHint: true }, execute: () => name });
  }
  await crying(dunlin);
  const names = (await ask("tools/list")).result.tools.map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
  assert.deepEqual([(await call("dunlin_plan_2", {})).structuredContent.result, (await call("dunlin_agent_crier", {})).structuredContent.result], ["plan", "agent_crier"]);
  assert.equal((await call("dunlin_agent_crier_2", proclaim)).structuredContent.executionLog[0].output, "TEA");
  assert.equal((await call("dunlin_agent_launch_2", {})).structuredContent.executionLog[0].toolName, "agent:launch");
  assert.equal((await call("dunlin_plan", { goal: "calculate 1 + 1" })).structuredContent.steps.length, 1);
});

test("what the work of an agent waits for is found below its run, and answered there", async () => {
  const { call, dunlin } = await open({ approve: () => true });
  const said = await crying(dunlin, { destructiveHint: true });
  const run = (await call("dunlin_agent_crier", proclaim)).structuredContent;
  const [below] = run.waitsBelow ?? [];
  assert.deepEqual([said, run.waitsBelow?.length], [[], 1], JSON.stringify(run));
  assert.deepEqual((await call("dunlin_agent_status", { runId: run.runId })).structuredContent.waitsBelow, [below]);
  const { approvalId } = (await call("dunlin_agent_status", { runId: below })).structuredContent.executionLog[0].approval;
  assert.equal((await call("dunlin_agent_approve", { runId: below, approvalId })).structuredContent.status, "completed");
  while (dunlin.runs.get(run.runId).status !== "completed") await new Promise((resume) => setTimeout(resume, 5));
  const ended = (await call("dunlin_agent_status", { runId: run.runId })).structuredContent;
  assert.deepEqual([said, ended.waitsBelow], [["tea"], undefined]);
});

test("a browser that takes no colon takes every tool, and one that it refuses keeps no other away", async () => {
  const { dunlin } = await open();
  await crying(dunlin);
  const context = (refuses) => {
    const tools = new Map();
    const registerTool = (tool) => {
      if (!NAME.test(tool.name) || tools.has(tool.name) || refuses(tool.name)) throw new TypeError(`not ${tool.name}`);
      tools.set(tool.name, tool);
    };
    return { tools, modelContext: { registerTool } };
  };
  const all = context(() => false);
  const exposed = await dunlin.exposeWebMCP({ modelContext: all.modelContext });
  assert.deepEqual([exposed.refused, exposed.names], [[], [...all.tools.keys()]]);
  const told = await all.tools.get("dunlin_agent_crier").execute(proclaim);
  assert.equal(told.structuredContent.executionLog[0].output, "TEA", JSON.stringify(told));
  const most = context((name) => name === "dunlin_calculator");
  const { names, refused } = await dunlin.exposeWebMCP({ modelContext: most.modelContext });
  assert.deepEqual(refused, [{ name: "dunlin_calculator", message: "not dunlin_calculator" }]);
  assert.deepEqual([names.length, names.includes("dunlin_agent_crier")], [exposed.names.length - 1, true]);
  await assert.rejects(dunlin.exposeWebMCP({ modelContext: context(() => true).modelContext }), { code: "webmcp.refused" });
});

test("what a run asks for and the signals that it waits for are given by a client", async () => {
  const { ask, call, dunlin } = await open();
  const given = (number) => ({ $from: { step: number, pointer: "/output" } });
  dunlin.run({
    schemaVersion: 2, goal: "given", result: { size: given(1), paid: given(2) },
    steps: [
      { stepNumber: 1, kind: "ask", toolInput: { question: "Which size?", schema: { type: "integer", minimum: 1 } } },
      { stepNumber: 2, kind: "signal", dependsOn: [1], toolInput: { name: "paid" } },
    ],
  }, { runId: "one" });
  const { tools } = (await ask("tools/list")).result;
  const schema = (name) => tools.find((tool) => tool.name === name).inputSchema;
  assert.deepEqual([schema("dunlin_answer").required, schema("dunlin_signal").required], [["runId", "stepNumber", "answer"], ["runId", "name"]]);
  while (dunlin.runs.get("one").status !== "suspended") await new Promise((resume) => setTimeout(resume, 5));
  const code = async (name, input) => {
    const { isError, structuredContent } = await call(name, input);
    return [isError, structuredContent.error?.code];
  };
  for (const [name, input, expected] of [
    ["dunlin_answer", { runId: "one", stepNumber: 1, answer: "large" }, "run.revision"],
    ["dunlin_answer", { runId: "one", stepNumber: 2, answer: 43 }, "run.approval-void"],
    ["dunlin_answer", { runId: "one", stepNumber: "1", answer: 43 }, "tool.invalid-input"],
    ["dunlin_answer", { runId: "one", stepNumber: 0, answer: 43 }, "tool.invalid-input"],
    ["dunlin_answer", { runId: "one", stepNumber: 1 }, "tool.invalid-input"],
    ["dunlin_answer", { runId: "none", stepNumber: 1, answer: 43 }, "run.not-found"],
    ["dunlin_signal", { runId: "none", name: "paid" }, "run.not-found"],
    ["dunlin_signal", { runId: "one", name: "" }, "run.revision"],
    ["dunlin_signal", { runId: "one", name: 5 }, "tool.invalid-input"],
  ]) assert.deepEqual(await code(name, input), [true, expected], `${name} ${JSON.stringify(input)}`);
  const asked = (await call("dunlin_agent_status", { runId: "one" })).structuredContent;
  assert.equal(asked.executionLog[0].awaits.question, "Which size?");
  const began = Date.now();
  const waits = (await call("dunlin_answer", { runId: "one", stepNumber: 1, answer: 43 })).structuredContent;
  assert.deepEqual([waits.status, waits.executionLog[0].output, waits.executionLog[1].awaits?.name], ["suspended", 43, "paid"], JSON.stringify(waits));
  const ended = (await call("dunlin_signal", { runId: "one", name: "paid", data: { by: "post" } })).structuredContent;
  assert.deepEqual([ended.status, ended.result], ["completed", { size: 43, paid: { by: "post" } }]);
  assert.ok(Date.now() - began < 2000, "each answer comes when the run waits again or has ended, and not after a while");
  assert.deepEqual(await code("dunlin_signal", { runId: "one", name: "paid" }), [true, "run.finished"]);
});
