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

test("a cancel stops tool and run within one turn of the event loop, however much was under way", async () => {
  const dunlin = await open();
  const turn = () => new Promise((resume) => setTimeout(resume, 0));
  let aborted = 0;
  dunlin.tools.register({
    name: "hang",
    annotations: { readOnlyHint: true },
    execute: (_, { signal }) => new Promise(() => signal.addEventListener("abort", () => aborted++)),
  });
  const step = (stepNumber) => ({ stepNumber, kind: "tool", toolName: "hang", toolInput: {} });
  const steps = Array.from({ length: 40 }, (_, at) => step(at + 1));
  const plan = { schemaVersion: 1, goal: "hang", steps, rationale: "", confidence: 1, complexityScore: 0, totalEstimatedDurationMs: 0 };
  const run = dunlin.run(plan, { policy: { maxParallel: 20 } });
  await turn();
  assert.equal(run.record().executionLog.filter(({ status }) => status === "running").length, 20);
  run.cancel();
  await turn();
  const record = run.record();
  assert.equal(record.status, "cancelled");
  assert.equal(aborted, 20);
  assert.deepEqual([...new Set(record.executionLog.map(({ status }) => status))], ["cancelled", "skipped"]);
  assert.deepEqual(record, await run.result);
});

test("a run of steps that never wait lets others have a turn, and can be cancelled then", async () => {
  const dunlin = await open();
  let calls = 0;
  dunlin.tools.register({
    name: "busy",
    annotations: { readOnlyHint: true },
    execute() {
      calls += 1;
      for (const until = performance.now() + 1; performance.now() < until; );
    },
  });
  const step = (stepNumber) => ({ stepNumber, kind: "tool", toolName: "busy", toolInput: {}, dependsOn: stepNumber > 1 ? [stepNumber - 1] : [] });
  const steps = Array.from({ length: 90 }, (_, at) => step(at + 1));
  const plan = { schemaVersion: 1, goal: "busy", steps, rationale: "", confidence: 1, complexityScore: 0, totalEstimatedDurationMs: 0 };
  const run = dunlin.run(plan);
  setTimeout(() => run.cancel(), 0);
  const record = await run.result;
  assert.equal(record.status, "cancelled");
  assert.ok(calls > 0 && calls < 90, `${calls} calls`);
});

test("a plan is changed under way: its open question is void, what was done stays", async () => {
  const dunlin = await open({ policy: { approval: "always" } });
  const step = (stepNumber, text) => ({ stepNumber, kind: "tool", toolName: "todo_store", toolInput: { action: "add", text } });
  const plan = { schemaVersion: 1, goal: "two", steps: [step(1, "Air the cellar"), step(2, "Beat the rug")], rationale: "", confidence: 1, complexityScore: 0, totalEstimatedDurationMs: 0 };
  const run = dunlin.run(plan);
  const asked = async () => {
    for await (const event of run) if (event.type === "runSuspended" && run.record().status === "suspended") break;
    return run.record().executionLog.find(({ approval }) => approval)?.approval.approvalId;
  };
  const first = await asked();
  const changed = structuredClone(run.record().plan);
  changed.steps[0].toolInput.text = "Air the attic";
  run.revise(changed);
  await new Promise((resume) => setTimeout(resume, 0));
  assert.throws(() => run.approve(first), { code: "run.approval-void" });
  assert.throws(() => run.revise({ ...changed, steps: [changed.steps[0]] }), { code: "run.revision" });
  assert.throws(() => run.revise({ ...changed, steps: [step(1, "x"), { ...step(2, "y"), toolName: "nobody" }] }), { code: "plan.unknown-tool" });
  for (let open = run.record(); open.status !== "completed"; open = run.record()) {
    const question = open.executionLog.find(({ approval }) => approval);
    if (question) run.approve(question.approval.approvalId);
    await new Promise((resume) => setTimeout(resume, 0));
  }
  assert.deepEqual(dunlin.todos.list().map(({ text }) => text), ["Air the attic", "Beat the rug"]);
  assert.ok(dunlin.runs.replay(dunlin.runs.journal(run.runId)).matches);
  assert.throws(() => run.revise(changed), { code: "run.finished" });
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
  const forged = structuredClone(journal);
  forged.events[at].step = 2;
  const { matches, difference } = dunlin.runs.replay(forged);
  assert.deepEqual([matches, difference.seq, difference.expected.step, difference.found.step], [false, journal.events[at].seq, 3, 2]);
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
  await dunlin.run("calculate 1 / 0").result;
  await dunlin.run("calculate 1 + 1; calculate 2 + 2", { policy: { maxSteps: 1 } }).result;
  assert.equal(dunlin.health().status, "healthy");
  assert.ok(dunlin.capabilities().todoActions.includes("undo"));
  const metrics = dunlin.metrics().split("\n");
  for (const line of [
    'dunlin_runs{status="completed"} 1',
    'dunlin_runs{status="failed"} 2',
    'dunlin_steps_total{tool="calculator",status="succeeded"} 2',
    'dunlin_steps_total{tool="calculator",status="failed"} 1',
    'dunlin_attempts_total{tool="calculator"} 3',
    'dunlin_step_duration_ms_count{tool="calculator"} 3',
    'dunlin_step_duration_ms_bucket{tool="calculator",le="+Inf"} 3',
    'dunlin_budgets_spent_total{budget="steps"} 1',
  ]) assert.ok(metrics.includes(line), `${line} in\n${metrics.join("\n")}`);
  assert.ok(metrics.some((line) => line.startsWith('dunlin_errors_total{code="calc.divide-by-zero"} ')));
  assert.ok(metrics.some((line) => line.startsWith('dunlin_errors_total{code="run.budget-exceeded"} ')));
  // Every line is a comment or a sample, as Prometheus reads them.
  dunlin.schedules.add({ goal: "list todos", at: "2020-01-01T09:00" });
  for (const run of await dunlin.schedules.begin()) await run.result;
  const told = dunlin.metrics().split("\n");
  for (const [outcome, number] of [["begun", 0], ["late", 1], ["skipped", 0], ["failed", 0]]) assert.ok(told.includes(`dunlin_schedule_times_total{outcome="${outcome}"} ${number}`));
  for (const line of told) assert.match(line, /^$|^# (HELP|TYPE) dunlin_\w+ |^dunlin_\w+(\{(\w+="[^"]*",?)+\})? \d+$/);
});

test("a run whose content is not kept leaves no words in the storage and in no line of the log", async () => {
  const kept = new Map();
  const lines = [];
  const storage = { get: (key) => kept.get(key), set: (key, value) => void kept.set(key, value), remove: (key) => void kept.delete(key), keys: () => kept.keys() };
  const dunlin = await createRuntime({ storage, log: (line) => lines.push(line) });
  dunlin.tools.register({
    name: "whisper",
    execute({ loud }) {
      if (loud) throw new Error("sapphire was said aloud");
      return { heard: "sapphire", also: ["sapphire"] };
    },
  });
  const whisper = (stepNumber, toolInput) => ({ stepNumber, kind: "tool", toolName: "whisper", toolInput, reasoning: "sapphire", dependsOn: stepNumber > 1 ? [1] : [] });
  const steps = [whisper(1, { word: "sapphire" }), whisper(2, { again: { $from: { step: 1, pointer: "/output/heard" } } }), whisper(3, { loud: true })];
  const plan = { schemaVersion: 1, goal: "say sapphire", steps, rationale: "sapphire", confidence: 1, complexityScore: 0, totalEstimatedDurationMs: 0 };
  const seen = [];
  const set = storage.set;
  storage.set = (key, value) => (seen.push(key + value), set(key, value));
  const run = dunlin.run(plan, { policy: { content: "redact" } });
  const record = await run.result;
  assert.equal(record.executionLog[1].toolInput.again, "sapphire", "while it is open it is whole");
  assert.equal(record.status, "failed");
  assert.ok(seen.length > 3 && lines.length > 3);
  for (const text of [...seen, ...kept.values(), ...lines]) assert.doesNotMatch(text, /sapphire/);
});

test("a plan is exported, imported, and checked: all its faults at once", async () => {
  const dunlin = await open();
  for (const name of ["diamond", "pipeline", "approval", "decision"]) {
    const text = readFileSync(new URL(`../../examples/plans/${name}.json`, import.meta.url), "utf8");
    const plan = JSON.parse(text);
    assert.deepEqual(dunlin.validate(plan), [], name);
    assert.equal(`${JSON.stringify(plan, null, 2)}\n`, text, `${name}: a plan written as JSON is the file`);
  }
  const planned = dunlin.plan(GOAL);
  assert.deepEqual(dunlin.validate(JSON.parse(JSON.stringify(planned))), []);
  const [first, second, third] = planned.steps;
  const broken = { ...planned, steps: [{ ...first, toolName: "todo_shop" }, { ...second, toolInput: { expression: 5 } }, { ...third, dependsOn: [9] }] };
  const faults = dunlin.validate(broken);
  assert.deepEqual(faults.map(({ code, stepNumber }) => [code, stepNumber]), [["plan.unknown-tool", 1], ["plan.invalid-input", 2], ["plan.missing-dependency", 3]]);
  assert.match(faults[0].message, /did you mean "todo_store"/);
  assert.throws(() => dunlin.run(broken), (error) => assert.deepEqual(error.details.faults, faults) ?? true);
  assert.deepEqual(dunlin.validate({ schemaVersion: 1, goal: "", steps: "none" }).map(({ code }) => code), ["plan.unreadable"]);
  assert.throws(() => dunlin.validate(7), { code: "api.bad-argument" });
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
  dunlin.todos.complete(dunlin.todos.add("already done").id);
  for (const name of ["diamond", "pipeline", "approval", "decision", "retry"]) {
    const plan = JSON.parse(readFileSync(new URL(`../../examples/plans/${name}.json`, import.meta.url), "utf8"));
    const run = dunlin.run(plan, { policy: { retry: { initialIntervalMs: 1 } } });
    let asked = 0;
    for await (const event of run) {
      if (event.type !== "approvalRequested") continue;
      asked += 1;
      assert.deepEqual([event.step, event.reason], [2, "destructive"]);
      assert.ok(dunlin.todos.list().some(({ text }) => text === "already done"), "nothing is cleared before the answer");
      run.approve(event.approvalId);
    }
    const record = await run.result;
    assert.equal(asked, name === "approval" ? 1 : 0, name);
    assert.equal(record.status, "completed", `${name}: ${record.error?.message}`);
    assert.deepEqual(record.plan, plan, name);
    assert.ok(dunlin.runs.replay(dunlin.runs.journal(record.runId)).matches, name);
  }
  assert.equal(failures, -1);
  const left = dunlin.todos.list().map(({ text }) => text);
  assert.deepEqual(left, ["collect 24 from each of the four", "water the plants", "look again at a trip for 560"]);
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

const PARTIAL = { schemaVersion: 1, goal: "count", steps: [{ stepNumber: 1, kind: "tool", toolName: "count", toolInput: {} }], rationale: "", confidence: 1, complexityScore: 0, totalEstimatedDurationMs: 0 };

/** A runtime whose tool `count` does that. */
async function counting(execute, options) {
  const dunlin = await open(options);
  dunlin.tools.register({ name: "count", execute });
  return dunlin;
}

test("progress is heard by a listener, told in the record and in the log, and rests in the journal", async () => {
  const [lines, heard] = [[], []];
  let dunlin;
  const open = () => heard.map(({ fraction }) => fraction);
  dunlin = await counting(async (_, { progress }) => {
    for (const [fraction, words] of [[0.25, "a quarter"], [0.75, "nearly there"]]) {
      progress(fraction, words);
      // It goes on once that was heard, so what is heard is heard before the end.
      while (!open().includes(fraction)) await new Promise((resume) => setTimeout(resume, 5));
      assert.deepEqual(dunlin.runs.get("count").executionLog[0].progress.words, words);
    }
    return "counted";
  }, { log: (line) => lines.push(JSON.parse(line)) });
  const run = dunlin.run(PARTIAL, { runId: "count" });
  for await (const event of run) if (event.type === "stepProgressed") heard.push(event);
  const told = ({ step, attempt, fraction, words }) => [step, attempt, fraction, words];
  const wanted = [[1, 1, 0.25, "a quarter"], [1, 1, 0.75, "nearly there"]];
  assert.deepEqual(heard.map(told), wanted);
  const { events } = dunlin.runs.journal("count");
  assert.deepEqual(events.filter(({ type }) => type === "stepProgressed").map(told), wanted);
  const logged = lines.filter(({ event }) => event === "stepProgressed");
  assert.deepEqual(logged.map(({ runId, stepNumber, tool }) => [runId, stepNumber, tool]), [["count", 1, "count"], ["count", 1, "count"]]);
});

test("partial outputs are read before the end, in order, by everybody who reads", async () => {
  const lines = [];
  const dunlin = await counting(async (_, { partial }) => {
    for (let at = 1; at <= 100; at++) await partial({ at });
    return "counted";
  }, { log: (line) => lines.push(JSON.parse(line)) });
  const run = dunlin.run(PARTIAL);
  const read = async (pace) => {
    const seen = [];
    for await (const partial of run.partials()) {
      if (partial.number === 1) assert.equal(run.record().status, "running");
      seen.push(partial);
      if (pace) await new Promise((resume) => setTimeout(resume, pace));
    }
    return seen;
  };
  const [quick, slow] = await Promise.all([read(0), read(2)]);
  assert.deepEqual(quick.map(({ number, value, step, attempt }) => [number, value.at, step, attempt]), Array.from({ length: 100 }, (_, at) => [at + 1, at + 1, 1, 1]));
  assert.deepEqual(slow, quick);
  assert.deepEqual((await run.result).result, "counted");
  // No journal knows of them, and the log not what they say.
  assert.ok((await collect(run)).every((event) => !("value" in event)));
  const told = lines.find(({ event }) => event === "partialOutput");
  assert.deepEqual([told.number, told.bytes, told.tool, "value" in told], [1, 8, "count", false]);
  for await (const partial of run.partials()) assert.fail(`${partial.number} after the end`);
});

test("a slow reader slows the tool down, one that does not read holds it up for a second, one that has gone not at all", async () => {
  let handedOut = 0;
  const dunlin = await counting(async (_, { partial }) => {
    for (handedOut = 0; handedOut < 150; handedOut++) await partial(handedOut);
  });
  const forgotten = dunlin.run(PARTIAL);
  const never = forgotten.partials();
  await new Promise((resume) => setTimeout(resume, 200));
  assert.ok(handedOut < 70, `${handedOut} handed out`);
  const since = performance.now();
  await never.return();
  await forgotten.result;
  assert.ok(performance.now() - since < 700);
  assert.deepEqual(await never.next(), { done: true, value: undefined });
  const begun = performance.now();
  const held = dunlin.run(PARTIAL);
  const kept = held.partials();
  assert.equal((await held.result).status, "completed");
  assert.ok(performance.now() - begun > 800);
  // What waited for it is still read.
  assert.deepEqual((await kept.next()).value.number, 1);
});

test("what cannot be handed out throws, who does not wait loses what finds no room, and after the end nothing is heard", async () => {
  const faults = [];
  let late;
  const dunlin = await counting(async (_, context) => {
    for (const value of [() => 1, new Map(), "x".repeat(70_000)]) {
      try {
        await context.partial(value);
      } catch (error) {
        faults.push(error.code);
      }
    }
    for (let at = 1; at <= 100; at++) context.partial(at);
    late = context;
  });
  const run = dunlin.run(PARTIAL);
  const partials = run.partials();
  await run.result;
  assert.deepEqual(faults, ["api.bad-argument", "api.bad-argument", "tool.output-too-large"]);
  assert.equal(await late.partial("too late"), undefined);
  const seen = [];
  for await (const { value } of partials) seen.push(value);
  assert.deepEqual(seen, Array.from({ length: 64 }, (_, at) => at + 1));
  // Outside of any run nobody reads.
  assert.equal((await dunlin.callTool("count")).success, true);
});

test("a runtime that is closed has no more partial outputs", async () => {
  const dunlin = await counting(() => new Promise(() => {}));
  const run = dunlin.run(PARTIAL);
  const next = run.partials().next();
  dunlin.close();
  assert.deepEqual(await next, { done: true, value: undefined });
  await run.result.catch(() => {});
});

test("faults of a plan as text name their places in it, those of a plan as an object do not", async () => {
  const dunlin = await open();
  const text = '{ "schemaVersion": 2, "goal": "é😀",\n  "steps": [\n    { "stepNumber": 1, "toolName": "calculater", "toolInput": {}, "dependOn": [9] },\n    { "stepNumber": 2, "kind": "wait", "toolInput": { "ms": 1 }, "dependsOn": [9] } ] }';
  const shown = (faults) => faults.map(({ code, place }) => [code, place?.line, place && text.slice(place.span.start, place.span.end)]);
  assert.deepEqual(shown(dunlin.validate(text)), [
    ["plan.unknown-field", 3, '"dependOn"'],
    ["plan.unknown-tool", 3, '"calculater"'],
    ["plan.missing-dependency", 4, "[9]"],
  ]);
  assert.ok(dunlin.validate(JSON.parse(text)).every((fault) => fault.place === undefined));
  const [unread] = dunlin.validate(text.replace('"wait"', '"wiat"'));
  assert.deepEqual([unread.code, unread.pointer, unread.place.line, unread.place.column], ["plan.unreadable", "/steps/1/kind", 4, 32]);
  const [broken] = dunlin.validate(text.slice(0, 30));
  assert.deepEqual([broken.code, broken.place.line, broken.message.includes("is not readable JSON")], ["plan.unreadable", 1, true]);
});
