// Runs as JavaScript sees them: run against the installed tarball with `node --test`.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { createRuntime } from "dunlin";

const open = (options = {}) => createRuntime({ storage: "memory", ...options });
const GOAL = "add todo Sweep the porch and calculate 3 * 14 then list todos";

async function collect(run) {
  const events = [];
  for await (const event of run) events.push(event);
  return events;
}

test("iteration that starts late misses nothing, and two at once see the same", async () => {
  const dunlin = await open();
  const run = dunlin.run(GOAL);
  const early = collect(run);
  await run.result;
  const late = await collect(run);
  assert.deepEqual(late, await early);
  assert.deepEqual(late.map(({ seq }) => seq), late.map((_, at) => at + 1));
  assert.equal(late[0].type, "runCreated");
  assert.equal(late.at(-1).type, "runCompleted");
});

test("leaving the iteration early does not stop the run", async () => {
  const run = (await open()).run(GOAL);
  for await (const event of run) if (event.type === "runStarted") break;
  assert.equal((await run.result).status, "completed");
});

test("a slow reader sees every event", async () => {
  const run = (await open()).run(GOAL);
  const seen = [];
  for await (const event of run) {
    seen.push(event.seq);
    await new Promise((resume) => setTimeout(resume, 2));
  }
  assert.deepEqual(seen, seen.map((_, at) => at + 1));
});

test("a goal that cannot be planned is a failed run that is kept", async () => {
  const dunlin = await open();
  const record = await dunlin.run("what is the capital of Peru").result;
  assert.deepEqual([record.status, record.plan, record.error.code], ["failed", null, "plan.unrecognized"]);
  assert.equal(dunlin.runs.list()[0].status, "failed");
  assert.throws(() => dunlin.plan("what is the capital of Peru"), (error) =>
    error.code === "plan.unrecognized" && error.span.end > error.span.start && Array.isArray(error.details.suggestions));
});

test("an approval is asked, answered, edited and rejected", async () => {
  const dunlin = await open();
  const step = { stepNumber: 1, kind: "tool", toolName: "todo_store", toolInput: { action: "clear" } };
  const plan = { schemaVersion: 1, goal: "clear", steps: [step], rationale: "", confidence: 1, complexityScore: 0, totalEstimatedDurationMs: 0 };
  const answered = async (answer) => {
    dunlin.todos.add({ text: "one" });
    const run = dunlin.run(plan);
    for await (const event of run) {
      if (event.type !== "runSuspended") continue;
      const { approval, status } = run.record().executionLog[0];
      assert.equal(status, "waiting_approval");
      assert.equal(approval.reason, "destructive");
      run.approve(approval.approvalId, answer);
      assert.throws(() => run.approve("nonsense"), { code: "run.approval-void" });
    }
    return run.result;
  };
  assert.equal((await answered({ type: "reject", feedback: "keep it" })).executionLog[0].status, "denied");
  assert.equal(dunlin.todos.list().length, 1);
  assert.equal((await answered({ type: "edit", input: { action: "count" } })).executionLog[0].output, 2);
  assert.equal((await answered("approve")).status, "completed");
  assert.equal(dunlin.todos.list().length, 0);
  assert.throws(() => dunlin.run("calculate 1").approve("x", "perhaps"), { code: "api.bad-argument" });
});

test("cancel and an aborted signal stop a run and its tool", async () => {
  const dunlin = await open();
  let told = 0;
  dunlin.tools.register({ name: "hang", execute: (_, { signal }) => new Promise(() => signal.addEventListener("abort", () => told++)) });
  const plan = { schemaVersion: 1, goal: "hang", steps: [{ stepNumber: 1, kind: "tool", toolName: "hang", toolInput: {} }], rationale: "", confidence: 1, complexityScore: 0, totalEstimatedDurationMs: 0 };
  const first = dunlin.run(plan);
  setTimeout(() => first.cancel("enough"), 5);
  const record = await first.result;
  assert.equal(record.status, "cancelled");
  assert.ok((await collect(first)).some(({ type, reason }) => type === "cancelRequested" && reason === "enough"));
  const controller = new AbortController();
  const second = dunlin.run(plan, { signal: controller.signal });
  setTimeout(() => controller.abort(), 5);
  assert.equal((await second.result).status, "cancelled");
  assert.equal((await dunlin.run(plan, { signal: AbortSignal.abort() }).result).status, "cancelled");
  assert.ok(told >= 2, `${told} aborts`);
  assert.throws(() => first.cancel(), { code: "run.finished" });
});

test("a run is found, told, replayed and forgotten", async () => {
  const dunlin = await open();
  const { runId } = await dunlin.run(GOAL, { runId: "porch-1" }).result;
  assert.equal(runId, "porch-1");
  assert.throws(() => dunlin.run(GOAL, { runId: "porch-1" }), { code: "run.exists" });
  const { markdown, json } = dunlin.runs.report(runId);
  assert.match(markdown, /Sweep the porch/);
  assert.equal(typeof json, "object");
  const journal = dunlin.runs.journal(runId);
  assert.equal(dunlin.runs.replay(journal).matches, true);
  const at = journal.events.findIndex(({ type, step }) => type === "stepStarted" && step === 3);
  const forged = { ...journal, events: journal.events.with?.(at, { ...journal.events[at], step: 2 }) ?? journal.events };
  if (forged.events !== journal.events) assert.equal(dunlin.runs.replay(forged).matches, false);
  assert.throws(() => dunlin.runs.replay({ events: "none" }), { code: "api.bad-argument" });
  dunlin.runs.delete(runId);
  assert.equal(dunlin.runs.get(runId), null);
  for (const method of ["report", "journal", "resume", "delete"]) {
    assert.throws(() => dunlin.runs[method](runId), { code: "run.not-found" }, method);
  }
});

test("a run that stopped half-way is taken up by another runtime over the same storage", async () => {
  const kept = new Map();
  const storage = { get: (key) => kept.get(key), set: (key, value) => void kept.set(key, value), remove: (key) => void kept.delete(key), keys: () => kept.keys() };
  const first = await open({ storage, policy: { approval: "always" } });
  const run = first.run("add todo Paint the shed");
  for await (const event of run) if (event.type === "runSuspended") break;
  const second = await open({ storage });
  const [{ runId, status }] = second.runs.list();
  assert.equal(status, "suspended");
  const resumed = second.runs.resume(runId);
  resumed.approve(resumed.record().executionLog[0].approval.approvalId);
  assert.equal((await resumed.result).status, "completed");
  assert.deepEqual(second.todos.list().map(({ text }) => text), ["Paint the shed"]);
});

test("the same seed and moment make the same journal", async () => {
  const told = async () => {
    const dunlin = await open({ seed: 7, now: () => new Date(2026, 10, 21, 9, 30) });
    return collect(dunlin.run(GOAL));
  };
  assert.deepEqual(await told(), await told());
});

test("todos: quick add, fields, filters, undo by run, subscription, files", async () => {
  const dunlin = await open({ now: () => new Date(2026, 10, 21, 9, 30) });
  const changes = [];
  const end = dunlin.todos.subscribe((change) => changes.push(change));
  const quick = dunlin.todos.add("ring Ann tomorrow p1 #family");
  assert.deepEqual([quick.text, quick.due, quick.priority, quick.tags], ["ring Ann", "2026-11-22", 1, ["family"]]);
  const plain = dunlin.todos.add({ text: "read tomorrow's news", list: "home" });
  assert.deepEqual([plain.text, plain.due, plain.list], ["read tomorrow's news", undefined, "home"]);
  assert.equal(changes.length, 2);
  end();
  end();
  assert.equal(dunlin.todos.list({ tag: "family" }).length, 1);
  assert.equal(dunlin.todos.search("news")[0].id, plain.id);
  assert.deepEqual(dunlin.todos.lists(), [{ name: "home", total: 1, active: 1 }]);
  assert.equal(dunlin.todos.update(quick.id, { due: null }).due, undefined);
  assert.equal(dunlin.todos.complete(quick.id).completed, true);
  assert.equal(dunlin.todos.reopen(quick.id).completed, false);
  const { runId } = await dunlin.run("add todo Mow the lawn; add todo Oil the gate").result;
  assert.equal(dunlin.todos.list().length, 4);
  dunlin.todos.undo({ runId });
  assert.equal(dunlin.todos.list().length, 2);
  const file = dunlin.todos.export("json");
  const other = await open();
  assert.equal(other.todos.import("json", file).length, 2);
  assert.deepEqual(other.todos.list(), dunlin.todos.list());
  for (const format of ["todotxt", "ical", "markdown"]) assert.match(dunlin.todos.export(format), /ring Ann/);
  assert.throws(() => dunlin.todos.export("pdf"), { code: "api.bad-argument" });
  assert.throws(() => dunlin.todos.import("json", "{"), { code: "todo.import" });
  assert.throws(() => dunlin.todos.add({ text: "  " }), /Text is required for 'add' action/);
  assert.throws(() => dunlin.todos.get(5), { code: "api.bad-argument" });
  assert.throws(() => dunlin.todos.complete("nobody"), { code: "todo.not-found" });
  assert.throws(() => dunlin.todos.list({ colour: "red" }), { code: "api.bad-argument" });
  assert.equal(changes.length, 2, "an ended subscription hears nothing");
});

test("explain never throws for a text", async () => {
  const dunlin = await open();
  for (const goal of ["", " ", "\u202eabc", "🌻".repeat(3000), "a".repeat(20_000), '"]}<script>', "add todo x tomorrow"]) {
    const explanation = dunlin.explain(goal);
    for (const { span } of [...explanation.spans, ...explanation.chips]) assert.ok(span.start <= span.end && span.end <= goal.length);
  }
  const goal = "add todo pay rent tomorrow";
  const chip = dunlin.explain(goal).chips.find(({ kind }) => kind === "due");
  assert.ok(chip.dismissible);
  assert.equal(dunlin.explain(goal, { dismissed: [chip.span] }).chips.some(({ kind }) => kind === "due"), false);
});

test("health, capabilities and metrics", async () => {
  const dunlin = await open();
  await dunlin.run("calculate 2 + 2").result;
  assert.equal(dunlin.health().status, "healthy");
  assert.ok(dunlin.capabilities().todoActions.includes("undo"));
  assert.match(dunlin.metrics(), /^# (HELP|TYPE) /m);
});

test("the example plans are carried out, with a tool of the host's own where one asks for it", async () => {
  const dunlin = await open();
  let failures = 2;
  dunlin.tools.register({
    name: "fetch_rate",
    annotations: { readOnlyHint: true },
    execute() {
      failures -= 1;
      if (failures >= 0) throw Object.assign(new Error("busy"), { retryable: true });
      return 0.9;
    },
  });
  for (const name of ["diamond", "pipeline", "decision", "retry"]) {
    const plan = JSON.parse(readFileSync(new URL(`../../examples/plans/${name}.json`, import.meta.url), "utf8"));
    const record = await dunlin.run(plan, { policy: { retry: { initialIntervalMs: 1 } } }).result;
    assert.equal(record.status, "completed", `${name}: ${record.error?.message}`);
    assert.deepEqual(record.plan, plan, name);
    assert.ok(dunlin.runs.replay(dunlin.runs.journal(record.runId)).matches, name);
  }
  assert.equal(failures, -1);
});

test("every event is told as a JSON line to who asks for it", async () => {
  const lines = [];
  const log = (line) => {
    lines.push(JSON.parse(line));
    throw new Error("what the listener throws is its own affair");
  };
  const dunlin = await createRuntime({ storage: "memory", log });
  const { runId } = await dunlin.run("calculate 1 / 0").result;
  assert.deepEqual(lines.map(({ event }) => event), dunlin.runs.journal(runId).events.map(({ type }) => type));
  assert.ok(lines.every((line) => line.runId === runId));
  const { level, stepNumber, tool, code } = lines.find(({ event }) => event === "stepFailed");
  assert.deepEqual([level, stepNumber, tool, code], ["error", 1, "calculator", "calc.divide-by-zero"]);
  await assert.rejects(createRuntime({ log: "console" }), { code: "api.bad-argument" });
});
