// The five workflows of testdata/workflows, from their files: what they say happens, and what goes wrong is taken care of.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { createRuntime } from "dunlin";

const workflow = (name) => JSON.parse(readFileSync(new URL(`../../testdata/workflows/${name}.json`, import.meta.url), "utf8"));
const DAY = 24 * 3_600_000;

// A runtime whose tool `act` does what it is told, once for each key, and refuses one thing; `flaky` fails its first two tries.
async function open({ refuses, said = [], ...options } = {}) {
  const dunlin = await createRuntime({ storage: "memory", ...options });
  const done = new Map();
  const act = (name, fails) => ({
    name,
    keyed: true,
    inputSchema: { type: "object", required: ["do"], properties: { do: { type: "string" } } },
    execute({ do: what }, { attempt, idempotencyKey }) {
      if (what === refuses) throw Object.assign(new Error(`cannot ${what}`), { code: "act.refused" });
      if (attempt <= fails) throw Object.assign(new Error("try again"), { retryable: true });
      if (!done.has(idempotencyKey)) said.push(what);
      done.set(idempotencyKey, what);
      return what;
    },
  });
  dunlin.tools.register(act("act", 0));
  dunlin.tools.register(act("flaky", 2));
  return { dunlin, said };
}

async function until(holds) {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}

test("the example writes the same plans step by step", async () => {
  const { workflows } = await import("../../examples/workflows.mjs");
  const { dunlin } = await open();
  // As the runtime has read them, with all that both leave out.
  const read = (plan) => {
    const run = dunlin.run(plan, { input: { item: "lamp", rows: [] } });
    run.cancel();
    return run.record().plan;
  };
  const names = ["order", "review", "rows", "parent", "weekly"];
  assert.deepEqual(Object.keys(workflows), names);
  for (const name of names) assert.deepEqual(read(workflows[name]), read(workflow(name)), name);
});

test("an order is taken, or taken back in reverse order", async () => {
  const good = await open();
  const taken = await good.dunlin.run(workflow("order"), { input: { item: "lamp" } }).result;
  assert.deepEqual([taken.status, taken.result], ["completed", { payment: "charge", parcel: "ship" }]);
  const bad = await open({ refuses: "ship" });
  const back = await bad.dunlin.run(workflow("order"), { input: { item: "lamp" } }).result;
  assert.deepEqual([back.status, back.error.code], ["failed", "act.refused"]);
  assert.deepEqual(bad.said, ["reserve lamp", "charge", "refund charge", "release lamp"]);
  assert.deepEqual(back.executionLog.map(({ undo }) => undo), ["succeeded", "succeeded", undefined, undefined]);
  assert.match(bad.dunlin.runs.report(back.runId).markdown, /- Taken back: step 1 \(act\), step 2 \(act\)/);
  assert.ok(bad.dunlin.runs.replay(bad.dunlin.runs.journal(back.runId)).matches);
});

test("a review that nobody answers is asked for again after two days, also when nothing was open meanwhile", async () => {
  const stored = new Map();
  const storage = { get: (key) => stored.get(key), set: (key, value) => void stored.set(key, value), remove: (key) => void stored.delete(key), keys: () => stored.keys() };
  let at = Date.UTC(2026, 10, 21, 9);
  const first = await open({ storage, now: () => at });
  const { runId } = first.dunlin.run(workflow("review"));
  await until(() => first.dunlin.runs.get(runId).status === "suspended");
  first.dunlin.close();
  at += 2 * DAY + 1000;
  const later = await open({ storage, now: () => at });
  const run = later.dunlin.runs.resume(runId);
  await until(() => run.record().executionLog[2].status === "running");
  assert.deepEqual(run.record().executionLog[0].errorCode, "ask.timeout");
  assert.equal(run.record().executionLog[0].handledBy, 2);
  run.answer(3, { agreed: true });
  assert.equal((await run.result).status, "completed");
  assert.deepEqual([first.said, later.said], [[], ["publish"]]);
});

test("every row is sent, with three tries each", async () => {
  const { dunlin, said } = await open();
  const rows = Array.from({ length: 6 }, (_, at) => ({ id: at + 1 }));
  const plan = workflow("rows");
  plan.steps[0].body[0].retry.initialIntervalMs = 1;
  const run = await dunlin.run(plan, { input: { rows } }).result;
  assert.deepEqual(run.result, { sent: rows.map(({ id }) => `row ${id}`) });
  assert.deepEqual(run.innerLog.map(({ attempts }) => attempts), [3, 3, 3, 3, 3, 3]);
  assert.equal(said.length, 6);
});

test("a parent waits for two children and a signal", async () => {
  const { dunlin, said } = await open();
  const run = dunlin.run(workflow("parent"));
  await until(() => run.record().executionLog[2].status === "running");
  dunlin.runs.signal(run.runId, "go", "onwards");
  assert.equal((await run.result).result, "left and right");
  assert.deepEqual([[...said.slice(0, 2)].sort(), said[2]], [["left", "right"], "onwards"]);
  assert.equal(dunlin.runs.list().filter(({ parentRunId }) => parentRunId === run.runId).length, 2);
});

test("a report comes every Friday, and says that it is late", async () => {
  let at = new Date(2026, 10, 21, 9).getTime();
  const { dunlin } = await open({ now: () => new Date(at) });
  dunlin.todos.add("Sweep the yard");
  dunlin.schedules.add({ id: "weekly", plan: workflow("weekly"), at: "2026-11-27T09:00", rule: "FREQ=WEEKLY;BYDAY=FR" });
  assert.deepEqual(await dunlin.schedules.begin(), []);
  for (const next of ["2026-12-04T09:00", "2026-12-11T09:00"]) {
    at += 7 * DAY;
    const [run, ...more] = await dunlin.schedules.begin();
    assert.deepEqual((await run.result).result, { late: true, todos: ["Sweep the yard"] });
    assert.deepEqual([more, dunlin.schedules.list()[0].at], [[], next]);
  }
});
