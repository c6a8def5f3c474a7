// What an MCP client with a session is asked and told in the middle of an answer, and what it takes back.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createRuntime } from "dunlin";

const URL = "http://127.0.0.1:8080/mcp";
const BOTH = "application/json, text/event-stream";

/** A client of a runtime: `says` answers what it is asked. */
async function client({ capabilities = { elicitation: {} }, says = () => ({ action: "cancel" }), settings, dunlin, protocolVersion = "2025-06-18" } = {}) {
  dunlin ??= await createRuntime({ storage: "memory" });
  const headers = { "content-type": "application/json", accept: BOTH };
  const post = (body, more) => dunlin.mcp(new Request(URL, { method: "POST", headers: { ...headers, ...more }, body: JSON.stringify({ jsonrpc: "2.0", ...body }) }), settings);
  const begun = await post({ id: 0, method: "initialize", params: { protocolVersion, capabilities, clientInfo: { name: "test", version: "1" } } });
  headers["mcp-session-id"] = begun.headers.get("mcp-session-id");
  let id = 0;
  const heard = [];
  /** Calls a tool and gives its result; what comes before is heard, and what is asked is answered. */
  async function call(name, input, meta) {
    const response = await post({ id: ++id, method: "tools/call", params: { name: `dunlin_${name}`, arguments: input, ...(meta && { _meta: meta }) } });
    let last;
    for await (const message of messages(response)) {
      heard.push(message);
      last = message;
      if (message.method === "elicitation/create") {
        const result = await says(message.params, message);
        if (result !== undefined) assert.equal((await post({ id: message.id, result })).status, 202);
      }
    }
    assert.equal(last.id, id, JSON.stringify(last));
    return last.result ?? last.error;
  }
  const asked = () => heard.filter(({ method }) => method === "elicitation/create").map(({ params }) => params);
  return { dunlin, post, call, heard, asked, headers };
}

async function* messages(response) {
  if (response.headers.get("content-type") === "application/json") return yield await response.json();
  let text = "";
  for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
    text += part;
    for (let end; (end = text.indexOf("\n\n")) >= 0; text = text.slice(end + 2)) {
      yield JSON.parse(text.slice(0, end).split("\n").find((line) => line.startsWith("data: ")).slice(6));
    }
  }
}

const accept = (content) => ({ action: "accept", content });
const asking = (schema, question = "Which?") => ({ schemaVersion: 2, goal: "ask", steps: [{ stepNumber: 1, kind: "ask", toolInput: { question, schema } }] });

test("a person is asked through their client before a tool destroys something", async () => {
  let word = { action: "decline" };
  const { dunlin, call, asked } = await client({ says: () => word });
  for (const text of ["one", "two"]) dunlin.todos.add(text);
  const clear = () => call("todo_store", { action: "clear", all: true });
  assert.equal((await clear()).structuredContent.code, "tool.approval-required");
  word = accept({ agree: false });
  assert.equal((await clear()).isError, true);
  word = accept({ agree: "yes" });
  assert.equal((await clear()).isError, true, "only true is a yes");
  assert.equal(dunlin.todos.list().length, 2);
  word = accept({ agree: true });
  assert.equal((await clear()).isError, undefined);
  assert.equal(dunlin.todos.list().length, 0);
  const [{ message, requestedSchema }] = asked();
  assert.match(message, /^todo_store \{.*clear.*\}: do it\?/);
  assert.equal(requestedSchema.properties.agree.type, "boolean");
});

test("a run goes on with what its person says, and waits where they say nothing", async () => {
  let word = { action: "cancel" };
  const { dunlin, call } = await client({ says: () => word });
  const clear = async () => {
    dunlin.todos.add("one");
    dunlin.todos.add("two");
    return (await call("agent_launch", { goal: "clear my list" })).structuredContent;
  };
  assert.equal((await clear()).status, "suspended");
  word = { action: "decline" };
  const denied = await clear();
  assert.deepEqual([denied.status, denied.executionLog[0].status], ["completed", "denied"]);
  word = accept({ agree: true });
  assert.equal((await clear()).status, "completed");
  assert.equal(dunlin.todos.list().length, 0);
  const waits = dunlin.runs.list({ status: "suspended" })[0].runId;
  const { approvalId } = dunlin.runs.get(waits).executionLog[0].approval;
  assert.equal((await call("agent_approve", { runId: waits, approvalId })).structuredContent.status, "completed");
});

test("what a step asks for comes in the form of its schema", async () => {
  const given = { colour: "red", count: 3 };
  const object = { type: "object", properties: { colour: { enum: ["red", "blue"], type: "string" }, count: { type: "integer" } }, required: ["colour"] };
  let word = accept(given);
  const { call, asked } = await client({ says: () => word });
  const launch = async (schema) => (await call("agent_launch", { plan: asking(schema) })).structuredContent;
  assert.deepEqual([(await launch(object)).result, asked().at(-1)], [given, { message: "Which?", requestedSchema: object }]);
  word = accept({ answer: 7 });
  assert.equal((await launch({ type: "integer" })).result, 7);
  // What does not fit is asked no second time, and what no form can hold is not asked at all.
  word = accept({ answer: "seven" });
  const count = asked().length;
  assert.equal((await launch({ type: "integer" })).status, "suspended");
  assert.equal(asked().length, count + 1);
  for (const schema of [{ type: "array", items: { type: "object" } }, { type: "object", properties: { deep: { type: "object" } } }]) {
    assert.equal((await launch(schema)).status, "suspended");
  }
  assert.equal(asked().length, count + 1);
  for (const input of [{}, { goal: "calculate 1 + 1", plan: asking() }, { plan: "x" }]) {
    assert.equal((await call("agent_launch", input)).structuredContent.error.code, "tool.invalid-input", JSON.stringify(input));
  }
  assert.match((await call("agent_launch", { gaol: "calculate 1 + 1" })).structuredContent.error.message, /"gaol" is not known, did you mean "goal"/);
});

test("what a run below waits for is asked as well", async () => {
  const { call } = await client({ says: ({ message }) => accept({ answer: message }) });
  const plan = { schemaVersion: 2, goal: "above", steps: [{ stepNumber: 1, kind: "plan", plan: asking(undefined, "Below?") }] };
  const run = (await call("agent_launch", { plan })).structuredContent;
  assert.equal(run.status, "completed", JSON.stringify(run));
  assert.match(JSON.stringify(run.executionLog[0].output), /Below\?/);
});

test("progress is told with the token, and always more", async () => {
  const { dunlin, call, heard } = await client({ capabilities: {} });
  dunlin.tools.register({
    name: "slow",
    async execute(_, { progress }) {
      for (const fraction of [0.2, 0.1, 0.6]) {
        progress(fraction, `at ${fraction}`);
        await new Promise((resume) => setTimeout(resume, 300));
      }
    },
  });
  const steps = [1, 2].map((stepNumber) => ({ stepNumber, toolName: "slow", toolInput: {}, dependsOn: stepNumber > 1 ? [1] : [] }));
  const run = await call("agent_launch", { plan: { schemaVersion: 2, goal: "slowly", steps } }, { progressToken: "t" });
  assert.equal(run.structuredContent.status, "completed");
  const told = heard.filter(({ method }) => method === "notifications/progress").map(({ params }) => params);
  assert.ok(told.length >= 4, JSON.stringify(told));
  for (const [at, { progressToken, progress, total }] of told.entries()) {
    assert.deepEqual([progressToken, total], ["t", 2]);
    if (at > 0) assert.ok(progress > told[at - 1].progress, JSON.stringify(told));
  }
  assert.equal(told.at(-1).progress, 2);
  assert.ok(told.some(({ message }) => message === "at 0.2"), JSON.stringify(told));
});

test("what is said beside a request oddly is nothing, and who hangs up leaves the run as it is", async () => {
  const { dunlin, post, heard, call } = await client({ says: () => undefined });
  for (const meta of [null, 5, {}, { progressToken: null }, { progressToken: { a: 1 } }]) {
    const asked = await post({ id: 50, method: "tools/call", params: { name: "dunlin_calculator", arguments: { expression: "6 * 7" }, _meta: meta } });
    for await (const { id, result } of messages(asked)) assert.deepEqual([id, result.structuredContent.result], [50, 42], JSON.stringify(meta));
  }
  assert.equal((await call("calculator", null)).code, -32602);
  assert.equal(heard.length, 1);
  const response = await post({ id: 51, method: "tools/call", params: { name: "dunlin_agent_launch", arguments: { plan: asking({ type: "string" }), runId: "left" } } });
  const reader = response.body.getReader();
  await reader.read();
  await reader.cancel();
  for (const until = Date.now() + 2000; dunlin.runs.get("left").status !== "suspended" && Date.now() < until; ) await new Promise((resume) => setTimeout(resume, 5));
  dunlin.runs.answer("left", 1, "later");
  for (const until = Date.now() + 2000; dunlin.runs.get("left").status !== "completed" && Date.now() < until; ) await new Promise((resume) => setTimeout(resume, 5));
  assert.deepEqual([dunlin.runs.get("left").status, dunlin.runs.get("left").result], ["completed", "later"]);
});

test("what a client takes back is stopped", async () => {
  const { dunlin, call, post } = await client({ says: () => undefined });
  const aborted = [];
  dunlin.tools.register({ name: "endless", execute: (_, { signal, stepNumber }) => new Promise((resume) => signal.addEventListener("abort", () => resume(aborted.push(stepNumber)))) });
  const cancel = (requestId) => setTimeout(() => post({ method: "notifications/cancelled", params: { requestId } }), 50);
  cancel(1);
  assert.equal((await call("endless", {})).structuredContent.code, "tool.aborted");
  cancel(2);
  const run = (await call("agent_launch", { plan: { schemaVersion: 2, goal: "for ever", steps: [{ stepNumber: 1, toolName: "endless", toolInput: {} }] } })).structuredContent;
  assert.deepEqual([run.status, aborted], ["cancelled", [0, 1]]);
  // One that waits for its person waits no more.
  cancel(3);
  assert.equal((await call("agent_launch", { plan: asking({ type: "string" }) })).structuredContent.status, "cancelled");
});

test("only the client that was asked answers, and the host's own word comes before its", async () => {
  const dunlin = await createRuntime({ storage: "memory" });
  for (const text of ["one", "two"]) dunlin.todos.add(text);
  const other = await client({ dunlin });
  const forged = [];
  const one = await client({
    dunlin,
    async says(_, { id }) {
      // By the other's session, by none, and by one that was never begun.
      for (const session of [other.headers["mcp-session-id"], undefined, "0".repeat(32)]) {
        const headers = { "mcp-session-id": session };
        if (session === undefined) delete headers["mcp-session-id"];
        const sent = new Request(URL, { method: "POST", headers: { "content-type": "application/json", ...headers }, body: JSON.stringify({ jsonrpc: "2.0", id, result: accept({ agree: true }) }) });
        forged.push((await dunlin.mcp(sent)).status);
      }
      return { action: "cancel" };
    },
  });
  assert.notEqual(one.headers["mcp-session-id"], other.headers["mcp-session-id"]);
  assert.equal((await one.call("todo_store", { action: "clear", all: true })).isError, true);
  assert.deepEqual([forged, dunlin.todos.list().length], [[202, 202, 202], 2]);
  let word = false;
  const hosted = await client({ dunlin, settings: { approve: () => word }, says: () => accept({ agree: true }) });
  assert.equal((await hosted.call("todo_store", { action: "clear", all: true })).isError, true);
  assert.equal((await hosted.call("agent_launch", { goal: "clear my list" })).structuredContent.status, "suspended");
  word = true;
  assert.equal((await hosted.call("agent_launch", { goal: "clear my list" })).structuredContent.status, "completed");
  assert.deepEqual(hosted.asked(), []);
});

test("a client is asked only what it can answer, and a session ends", async () => {
  for (const about of [{ capabilities: {} }, { capabilities: { elicitation: { url: {} } } }, { protocolVersion: "2025-03-26" }]) {
    const { dunlin, call, asked } = await client(about);
    dunlin.todos.add("one");
    dunlin.todos.add("two");
    assert.equal((await call("agent_launch", { goal: "clear my list" })).structuredContent.status, "suspended");
    assert.deepEqual(asked(), [], JSON.stringify(about));
  }
  const { dunlin, headers, post, call } = await client();
  const end = () => dunlin.mcp(new Request(URL, { method: "DELETE", headers: { "mcp-session-id": headers["mcp-session-id"] } }));
  assert.deepEqual([(await end()).status, (await end()).status], [204, 404]);
  assert.equal((await call("calculator", { expression: "6 * 7" })).structuredContent.result, 42, "and is answered without one");
  assert.equal((await post({ id: 1, method: "ping" }, { "mcp-protocol-version": "1999-01-01" })).status, 400);
  assert.equal((await post({ id: 1, method: "ping" }, { "mcp-protocol-version": "2025-06-18" })).status, 200);
});

test("who may ask is a list, and anything else is an error", async () => {
  const dunlin = await createRuntime({ storage: "memory" });
  const ask = (settings) => dunlin.mcp(new Request(URL, { method: "POST", headers: { "content-type": "application/json" }, body: '{"jsonrpc":"2.0","id":1,"method":"ping"}' }), settings);
  for (const settings of [{ allowHost: "app.example" }, { allowOrigin: "https://app.example" }, { allowHost: [1] }, { approve: true }, { prefix: 7 }, { prefix: "a b" }, new Map()]) {
    await assert.rejects(ask(settings), { code: "api.bad-argument" }, JSON.stringify(settings));
  }
  await assert.rejects(dunlin.mcp({ method: "POST", url: "/mcp", headers: new Headers(), text: async () => "{}" }), { code: "api.bad-argument" });
});
