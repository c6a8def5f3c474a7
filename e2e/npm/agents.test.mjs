// Agents of the door `dunlin/tools`, as tools of a runtime that another door opened, and tools of one's own that ask for leave.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { createRuntime, defineTool, plan } from "dunlin";
import { createRuntime as createEngine } from "dunlin/runtime";
import { createTools } from "dunlin/tools";

const example = JSON.parse(readFileSync(new URL("../../crates/dunlin-reach/data/example.json", import.meta.url), "utf8"));

/** A plan of one step, whose input is its step 0. */
const once = (goal, toolName, toolInput) => ({ schemaVersion: 2, goal, steps: [{ stepNumber: 1, toolName, toolInput, reasoning: `${toolName} does it` }] });
const given = (pointer) => ({ $from: { step: 0, pointer } });

const schema = { type: "object", properties: { text: { type: "string", minLength: 1 } }, required: ["text"], additionalProperties: false };
const shout = () => defineTool({ name: "shout", inputSchema: schema, annotations: { readOnlyHint: true }, execute: ({ text }) => text.toUpperCase() });
const crier = {
  name: "crier",
  description: "Says things loudly",
  tools: ["shout"],
  limits: { maxToolCalls: 3 },
  skills: [{ name: "proclaim", description: "Says it loudly", phrases: ["proclaim [that] {text}"], inputSchema: schema, plan: once("say it", "shout", { text: given("/text") }) }],
};

/** A runtime with a tool of its own and the agents that are wanted. */
async function opened({ agents = { shipped: false, add: [crier] }, tool = shout(), policy, create = createRuntime, ...others } = {}) {
  const tools = await createTools({ agents, storage: "memory", ...others });
  const runtime = await create({ storage: "memory", policy });
  if (tool) runtime.tools.register(tool);
  for (const made of tools.all) runtime.tools.register(made);
  return { agents: tools.agents, runtime, joined: tools.agents.join(runtime) };
}
const thrown = (work) => {
  try {
    work();
  } catch (error) {
    return error;
  }
  return assert.fail("nothing was thrown");
};
/** Waits until a run below, or the run itself, asks; gives the run and the question. */
async function asked(runtime, run) {
  for (let turn = 0; turn < 500; turn++) {
    for (const { runId } of runtime.runs.list({ status: "suspended" })) {
      const step = runtime.runs.get(runId).executionLog.find(({ approval }) => approval);
      if (step) return { runId, step };
    }
    await new Promise((resume) => setTimeout(resume, 2));
  }
  return assert.fail(`nothing is asked: ${JSON.stringify(run.record())}`);
}

test("a goal that only an agent understands is its work, as a run below, in events, trace and list", async () => {
  const { runtime } = await opened();
  assert.deepEqual(runtime.plan("proclaim that tea is ready").steps.map(({ toolName, toolInput }) => [toolName, toolInput]), [["agent:crier", { skill: "proclaim", with: { text: "tea is ready" } }]]);
  assert.deepEqual(runtime.explain("proclaim that tea is ready").diagnostics, []);
  const run = runtime.run("proclaim that tea is ready");
  const events = [];
  for await (const event of run) events.push(event);
  const record = await run.result;
  assert.deepEqual([record.status, record.result], ["completed", { proclaim: "TEA IS READY" }], JSON.stringify(record.error));
  assert.ok(events.some(({ type, tool, toolName }) => type === "stepStarted" || tool === "agent:crier" || toolName === "agent:crier"), JSON.stringify(events.map(({ type }) => type)));
  const below = runtime.runs.list().filter(({ parentRunId }) => parentRunId === run.runId);
  assert.deepEqual(below.map(({ goal, status }) => [goal, status]), [["say it", "completed"]]);
  const [step] = runtime.runs.trace(run.runId).steps;
  assert.deepEqual([step.action.tool, step.below.agent, step.below.steps[0].action, step.below.steps[0].observation], ["agent:crier", "crier", { tool: "shout", input: { text: "tea is ready" } }, { output: "TEA IS READY" }]);
  assert.equal(runtime.runs.trace("nowhere"), null);
  assert.ok(runtime.runs.replay(runtime.runs.journal(run.runId)).matches);
  // What the rules understand stays theirs, and what nobody understands is refused as it was.
  assert.equal(runtime.plan("calculate 1 + 1").steps[0].toolName, "calculator");
  assert.equal(thrown(() => runtime.plan("juggle seven torches")).code, "plan.unrecognized");
});

test("a plan calls an agent by its skill or with a plan, also where no goals are read", async () => {
  for (const create of [createRuntime, createEngine]) {
    const { runtime } = await opened({ create });
    const skill = await runtime.run(plan().step("agent:crier", { skill: "proclaim", with: { text: "a" } }).after()).result;
    assert.deepEqual([skill.status, skill.executionLog[0].output], ["completed", "A"], JSON.stringify(skill.error));
    const own = await runtime.run(plan().step("agent:crier", { plan: once("b", "shout", { text: "b" }) }).after()).result;
    assert.deepEqual([own.status, own.executionLog[0].output], ["completed", "B"], JSON.stringify(own.error));
    const unclear = await runtime.run(plan().step("agent:crier", {}).after()).result;
    assert.equal(unclear.error.code, "agent.unclear", JSON.stringify(unclear.error));
    const bad = await runtime.run(plan().step("agent:crier", { skill: "proclaim", with: { txt: "a" } }).after()).result;
    assert.deepEqual([bad.error.code, /crier\.proclaim/.test(bad.error.message)], ["tool.invalid-input", true], JSON.stringify(bad.error));
    const alone = await runtime.callTool("agent:crier", { skill: "proclaim", with: { text: "a" } });
    assert.deepEqual([alone.success, alone.code, /runtime\.run/.test(alone.hint)], [false, "agent.no-run", true], JSON.stringify(alone));
  }
});

test("an agent may do less than those above it, never more, and an attempt is recorded", async () => {
  const { agents, runtime } = await opened({ tool: shout(), chart: {} });
  assert.equal(thrown(() => agents.add({ name: "wide", parent: "crier", tools: ["chart"] })).code, "agent.widened");
  const record = await runtime.run(plan().step("agent:crier", { plan: once("c", "chart", { rows: [] }) }).after()).result;
  assert.equal(record.error.code, "agent.widened", JSON.stringify(record.error));
  assert.deepEqual(agents.refusals().map(({ agent, runId }) => [agent, runId ?? ""]), [["wide", ""], ["crier", record.runId]]);
  // The limits of an agent hold for all that it does.
  const steps = [1, 2, 3, 4].map((stepNumber) => ({ stepNumber, toolName: "shout", toolInput: { text: "x" } }));
  const much = await runtime.run(plan().step("agent:crier", { plan: { schemaVersion: 2, goal: "d", steps } }).after()).result;
  assert.match(much.error.code, /^(budget|run|plan)\./, JSON.stringify(much.error));
});

test("agents come and go, each under another, and leave nothing behind", async () => {
  const { agents, runtime, joined } = await opened();
  agents.add({ name: "herald", parent: "crier", skills: [{ ...crier.skills[0], phrases: ["announce {text}"] }] });
  assert.deepEqual(agents.list().map(({ name, parent }) => [name, parent]), [["crier", undefined], ["herald", "crier"]]);
  assert.equal((await runtime.run("announce dinner").result).result.proclaim, "DINNER");
  assert.equal(agents.plan("announce dinner").steps[0].toolName, "agent:herald");
  const refused = thrown(() => agents.plan("announce dinner, then juggle torches"));
  assert.deepEqual([refused.code, refused.span, /announce|proclaim/.test(refused.hint)], ["agent.no-agent", { start: 22, end: 36 }, true], JSON.stringify(refused));
  assert.equal(thrown(() => agents.remove("crier")).code, "agent.name");
  assert.equal(thrown(() => agents.remove("nobody")).code, "agent.unknown");
  assert.equal(thrown(() => agents.join(runtime)).code, "agent.joined");
  agents.remove("herald");
  assert.equal(thrown(() => runtime.plan("announce dinner")).code, "plan.unrecognized");
  joined.leave();
  joined.leave();
  assert.deepEqual(runtime.tools.list().filter(({ name }) => name.startsWith("agent:")), []);
  assert.equal(thrown(() => runtime.plan("proclaim tea")).code, "plan.unrecognized");
  const again = agents.join(runtime);
  runtime.close();
  agents.add({ name: "late", tools: [] });
  again.leave();
});

test("wrong data of an agent say what was found and where", async () => {
  const making = (agents) => createTools({ agents, storage: "memory" });
  const cases = [
    [{ add: [{ nmae: "a" }] }, "api.bad-argument", /agents\.add\[0\].*nmae/s],
    [{ add: [{ name: "A b" }] }, "agent.name", /"A b"/],
    [{ add: [crier, crier] }, "agent.name", /crier/],
    [{ add: [{ ...crier, skills: [{ ...crier.skills[0], phrases: ["proclaim {nothing}"] }] }] }, "agent.phrase", /crier\.proclaim/],
    [{ add: [{ ...crier, tools: [] }] }, "agent.widened", /shout/],
    [{ add: "crier" }, "api.bad-argument", /agents\.add/],
    [{ shiped: false }, "api.bad-argument", /shipped/],
    [{ add: [{ name: "lost", parent: "nobody" }] }, "agent.unknown", /nobody/],
    [{ add: [{ ...crier, memory: "person/own" }] }, "agent.name", /person/],
  ];
  for (const [agents, code, message] of cases) {
    await assert.rejects(making(agents), (error) => error.code === code && message.test(error.message), JSON.stringify(agents));
  }
  const { agents } = await making(true);
  assert.equal(thrown(() => agents.join({})).code, "api.bad-argument");
  assert.equal(thrown(() => agents.add("crier")).code, "api.bad-argument");
  assert.equal(thrown(() => agents.add({ name: "x", skills: [7] })).code, "api.bad-argument");
  assert.equal(thrown(() => agents.plan(7)).code, "api.bad-argument");
  assert.deepEqual(agents.list().map(({ name }) => name), ["analyst", "coder", "researcher", "reviewer"]);
  assert.equal((await createTools({ chart: {} })).agents, undefined);
});

test("what destroys something asks in the run of the agent, and the answer goes down", async () => {
  const done = [];
  const shred = { name: "shred", inputSchema: schema, annotations: { destructiveHint: true }, execute: ({ text }) => (done.push(text), "gone") };
  const cleaner = { name: "cleaner", tools: ["shred"], skills: [{ name: "clean", phrases: ["shred the {text}"], inputSchema: schema, plan: once("shred it", "shred", { text: given("/text") }) }] };
  const { runtime } = await opened({ agents: { shipped: false, add: [cleaner] }, tool: shred });
  for (const [answer, status, left] of [["approve", "completed", ["letter"]], ["reject", "completed", ["letter"]]]) {
    const run = runtime.run("shred the letter");
    const { runId, step } = await asked(runtime, run);
    assert.notEqual(runId, run.runId);
    assert.equal(runtime.runs.trace(run.runId).steps[0].below.steps[0].approvalId, step.approval.approvalId);
    assert.equal(thrown(() => runtime.runs.approve(runId, "none")).code.startsWith("run."), true);
    assert.equal(thrown(() => runtime.runs.approve(runId, step.approval.approvalId, { type: "approv" })).code, "api.bad-argument");
    runtime.runs.approve(runId, step.approval.approvalId, answer);
    const record = await run.result;
    assert.equal(record.status, status, JSON.stringify(record.error));
    assert.deepEqual(done, left);
  }
  const never = await opened({ agents: { shipped: false, add: [cleaner] }, tool: shred, policy: { approval: "never" } });
  assert.equal((await never.runtime.run("shred the bill").result).status, "completed");
  assert.deepEqual(done, ["letter", "bill"]);
});

test("cancelling a run ends the work that it handed over", async () => {
  let aborted = 0;
  const wait = { name: "shout", inputSchema: schema, execute: (_, { signal }) => new Promise((_, reject) => signal.addEventListener("abort", () => (aborted++, reject(new Error("stopped"))))) };
  const { runtime } = await opened({ tool: wait });
  const run = runtime.run("proclaim tea");
  while (runtime.runs.list({ status: "running" }).length < 2) await new Promise((resume) => setTimeout(resume, 2));
  await new Promise((resume) => setTimeout(resume, 20));
  run.cancel("enough");
  assert.equal((await run.result).status, "cancelled");
  for (let turn = 0; turn < 100 && runtime.runs.list({ status: "running" }).length > 0; turn++) await new Promise((resume) => setTimeout(resume, 5));
  assert.deepEqual([aborted, runtime.runs.list().map(({ status }) => status)], [1, ["cancelled", "cancelled"]]);
});

test("an agent has a memory of its own, and tools of the host hear who calls", async () => {
  const keep = (value) => once("keep", "memory", { action: "put", key: "k", value });
  const agents = { shipped: false, add: [{ name: "keeper", memory: "keeper", tools: ["memory", "who"] }, { name: "blank", tools: ["memory"] }] };
  const who = { name: "who", execute: (_, { caller }) => caller };
  const { runtime } = await opened({ agents, tool: who, memory: {} });
  const by = (agent, work) => runtime.run(plan().step(`agent:${agent}`, { plan: work }).after()).result;
  assert.equal((await by("keeper", keep("mine"))).status, "completed");
  assert.equal((await runtime.run(keep("ours")).result).status, "completed");
  const get = once("get", "memory", { action: "get", key: "k" });
  assert.equal((await by("keeper", get)).executionLog[0].output, "mine");
  assert.equal((await runtime.run(get).result).executionLog[0].output, "ours");
  assert.equal((await by("blank", get)).error.code, "memory.none");
  assert.equal((await by("keeper", once("who", "who", {}))).executionLog[0].output, "agent:keeper");
  assert.equal((await runtime.run(once("who", "who", {})).result).executionLog[0].output, "");
});

test("the agents that come along find, total, draw and check on what the host gives", async () => {
  const { runtime } = await opened({ agents: true, tool: undefined, search: { documents: example.notes.map((note) => ({ kind: "note", ...note })) }, sql: {}, code: {}, chart: {}, judge: {}, memory: {} });
  const planned = runtime.plan(example.goal);
  assert.deepEqual(planned.steps.map(({ toolName }) => toolName), ["agent:researcher", "agent:analyst", "agent:coder", "agent:reviewer"]);
  const record = await runtime.run(example.goal).result;
  assert.equal(record.status, "completed", JSON.stringify(record.error));
  assert.match(JSON.stringify(record.result), /187\.6/);
});

test("a run with agents is taken up by another runtime where it was left", async () => {
  const kept = new Map();
  const storage = { get: (key) => kept.get(key) ?? null, set: (key, value) => void kept.set(key, value), remove: (key) => void kept.delete(key), keys: () => kept.keys() };
  let calls = 0;
  const slow = { name: "shout", inputSchema: schema, annotations: { readOnlyHint: true }, execute: async ({ text }) => (calls++ === 0 ? new Promise(() => {}) : text.toUpperCase()) };
  const open = async () => {
    const tools = await createTools({ agents: { shipped: false, add: [crier] }, storage });
    const runtime = await createRuntime({ storage });
    runtime.tools.register(slow);
    tools.agents.join(runtime);
    return runtime;
  };
  const first = await open();
  const run = first.run("proclaim that it goes on");
  while (calls === 0) await new Promise((resume) => setTimeout(resume, 2));
  run.result.catch(() => {});
  first.close();
  const record = await (await open()).runs.resume(run.runId).result;
  assert.deepEqual([record.status, record.result], ["completed", { proclaim: "IT GOES ON" }], JSON.stringify(record.error));
});

test("a tool of one's own asks for leave, and is told what was let through", async () => {
  const sent = [];
  const tool = (needsLeave) => defineTool({
    name: "send",
    inputSchema: { type: "object", properties: { to: { type: "string" }, text: { type: "string" } }, required: ["to", "text"] },
    phrases: ["tell {to} about {text}"],
    needsLeave: needsLeave ?? (({ to }) => (to.includes("@") ? [{ kind: "e-mail", field: "/to" }] : [])),
    execute: ({ to, text }, { leave }) => (sent.push([to, leave]), text),
  });
  const { runtime } = await opened({ tool: tool() });
  assert.equal(runtime.tools.list().find(({ name }) => name === "send").asksLeave, true);
  assert.equal((await runtime.run("tell anna about tea").result).status, "completed");
  assert.deepEqual(sent, [["anna", []]]);
  const run = runtime.run("tell anna@example.org about tea");
  const { step } = await asked(runtime, run);
  assert.deepEqual(step.approval.holds, [{ kind: "e-mail", field: "/to", count: 1 }], JSON.stringify(step));
  run.approve(step.approval.approvalId);
  assert.equal((await run.result).status, "completed");
  assert.deepEqual(sent[1], ["anna@example.org", [{ kind: "e-mail", field: "/to", count: 1 }]]);
  // Outside of a run somebody says that a person has agreed.
  const call = { to: "a@b.example", text: "x" };
  assert.equal((await runtime.callTool("send", call)).code, "tool.approval-required");
  assert.equal((await runtime.callTool("send", call, { approved: true })).success, true);
  // A slip in it lets nothing pass.
  for (const slip of [() => { throw new Error("lost"); }, () => true, () => [{ kind: 7 }], () => [{ kind: "a", feld: "" }], () => [{ kind: "a", count: 0 }]]) {
    const { runtime: other } = await opened({ tool: tool(slip) });
    const held = other.run(plan().step("send", call).after());
    const { step: asking } = await asked(other, held);
    assert.match(asking.approval.holds[0].kind, /could not be told/);
    held.approve(asking.approval.approvalId, "reject");
    await held.result;
  }
  assert.equal(sent.length, 3);
  const bare = await createEngine({ storage: "memory" });
  const refused = (fields) => thrown(() => bare.tools.register({ name: "x", execute() {}, ...fields }));
  assert.deepEqual([refused({ asksLeave: true }).code, /needsLeave/.test(refused({ asksLeave: true }).message)], ["api.bad-argument", true]);
  assert.equal(refused({ needsLeave: true }).code, "api.bad-argument");
  assert.equal(refused({ needsLeave: () => [], asksLeave: false }).code, "api.bad-argument");
  assert.match(refused({ needLeave: () => [] }).message, /needsLeave/);
});

test("the guard around fetch has the run of an agent ask", async () => {
  const agents = { shipped: false, add: [{ name: "runner", tools: ["fetch"], skills: [] }] };
  const { runtime } = await opened({ agents, tool: undefined, fetch: { origins: ["http://127.0.0.1:1"], allowPrivate: true, retries: 0 }, guard: "ask" });
  const work = once("fetch it", "fetch", { url: "http://127.0.0.1:1/", query: { to: "anna@example.org" } });
  const ask = async (answer) => {
    const run = runtime.run(plan().step("agent:runner", { plan: work }).after());
    const { runId, step } = await asked(runtime, run);
    assert.deepEqual([step.approval.holds[0].kind, step.approval.holds[0].field], ["e-mail", "/query/to"]);
    runtime.runs.approve(runId, step.approval.approvalId, answer);
    return run.result;
  };
  // What was let through is asked for, and nobody is there.
  assert.equal((await ask("approve")).error.code, "fetch.unreachable");
  const denied = await ask("reject");
  assert.equal(JSON.stringify(denied).includes("unreachable"), false);
});
