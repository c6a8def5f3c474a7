// Runs that live in Restate: `cargo xtask test engine`, or
// `node e2e/engine/run.mjs PROGRAM [--seed N] [--runs N] [--kills N] [--workers N] [--only PART]`.
//
// Parts: "page" runs the lines of docs/engine.md; "same" holds what the engine makes of goals and plans to what one process makes
// of them; "doors" says things to runs, and "agents" does so over MCP;
// "kills" ends workers and the engine without a word while runs are under way, and counts at a tool outside what came of them;
// "once" does so to calls that must not be made again;
// "speed", by name only, tells how many runs a second 1, 2 and 4 workers carry out, as rows for `cargo xtask bench`. CI kills a few times; the long form is
// `--only kills --runs 1000 --kills 100`.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { figure } from "../../bench/figures.mjs";
import { Client } from "./client.mjs";
import { thePage } from "./page.mjs";
import { World, ask, chance, later, until } from "./world.mjs";

const root = join(import.meta.dirname ?? new URL(".", import.meta.url).pathname, "../..");
const [program, ...options] = process.argv.slice(2);
const option = (name, otherwise) => {
  const at = options.indexOf(`--${name}`);
  return at < 0 ? otherwise : options[at + 1];
};
const seed = Number(option("seed", 1));
const only = option("only");
const ended = ["completed", "failed", "cancelled"];

/** What a run is apart from when it was, and in which order steps came that do not wait for each other. */
function same(run) {
  const { runId: _, createdAtMs: _c, startedAtMs: _s, completedAtMs: _e, durationMs: _d, seed: _r, events: _n, ...rest } = run;
  const step = ({ startedAtMs: _s, completedAtMs: _e, durationMs: _d, ...kept }) => kept;
  const { activeMs: _a, ...usage } = rest.usage;
  const text = JSON.stringify({ ...rest, usage, executionLog: run.executionLog.map(step), innerLog: run.innerLog?.map(step) });
  // Identifiers and moments within outputs, the runs' own among them.
  const plain = text
    .replaceAll(run.runId, "RUN")
    .replace(/"waitedMs":\d+/g, '"waitedMs":0')
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "ID")
    .replace(/"(createdAt|updatedAt|startedAt|completedAt|endedAt)(Ms)?":(\d+|"[^"]*")/g, '"$1":0')
    .replace(/"(durationMs|activeMs)":\d+/g, '"$1":0');
  return JSON.parse(plain);
}

async function begin(world, body, wait = 0) {
  const { status, body: run } = await ask(`${world.url}/runs?wait=${wait}`, { body });
  assert.equal(status, 201, JSON.stringify(run));
  return run;
}

const look = async (world, id) => (await ask(`${world.url}/runs/${id}`)).body;
const over = (world, id, ms) =>
  until(`run ${id} ends`, async () => {
    const run = await look(world, id);
    return ended.includes(run.status) ? run : undefined;
  }, ms);

/** The golden goals: the same plans, and the same results as of one server over one file. */
async function theSame() {
  const golden = JSON.parse(readFileSync(join(root, "testdata/golden/plans.json"), "utf8"));
  // One worker: where each begins its own clock at the same moment, two would disagree about what came first.
  const world = await World.begin(program, { workers: 1, now: golden.now });
  try {
    const alone = await world.startAlone();
    // Planned before anything is done: a plan counts whether words name a todo.
    for (const { goal, plan } of golden.plans) {
      const planned = await ask(`${world.url}/plan`, { body: { goal } });
      assert.deepEqual(planned.body, plan, `the plan for ${goal}`);
    }
    for (const [at, { goal, plan }] of golden.plans.entries()) {
      const body = { plan, policy: { approval: "never" }, seed: 7, runId: `golden-${at}` };
      const there = await begin(world, body, 20_000);
      const here = (await ask(`${alone}/runs?wait=20000`, { body })).body;
      assert.deepEqual(same(there), same(here), goal);
    }
    return `${golden.plans.length} golden plans: planned and carried out the same`;
  } finally {
    await world.end();
  }
}

const step = (stepNumber, rest) => ({ stepNumber, dependsOn: stepNumber > 1 ? [stepNumber - 1] : [], ...rest });
const planOf = (goal, ...steps) => ({ schemaVersion: 2, goal, steps: steps.map((rest, at) => step(at + 1, rest)) });

/** Approvals, answers, signals, waits, children, cancelling, lists, reports and events. */
async function doors() {
  const world = await World.begin(program, { workers: 2 });
  try {
    const suspended = (id) =>
      until(`run ${id} waits`, async () => ((await look(world, id)).status === "suspended" ? await look(world, id) : undefined));

    // A person is asked, by what is shown; the answer counts once.
    await begin(world, { plan: planOf("add", { toolName: "todo_store", toolInput: { action: "add", text: "sand the bench" } }), runId: "add" }, 20_000);
    await begin(world, { plan: planOf("clear", { toolName: "todo_store", toolInput: { action: "clear", all: true } }), runId: "clear" });
    const asks = await suspended("clear");
    const { approvalId } = asks.executionLog[0].approval;
    assert.ok(approvalId, JSON.stringify(asks.executionLog[0]));
    const answer = { approvalId, answer: { type: "approve" } };
    const agreed = await ask(`${world.url}/runs/clear/approve`, { body: answer });
    assert.equal(agreed.status, 200, JSON.stringify(agreed.body));
    assert.equal((await over(world, "clear")).status, "completed");
    assert.equal((await ask(`${world.url}/runs/clear/approve`, { body: answer })).status, 409);
    assert.equal((await ask(`${world.url}/runs`, { body: { goal: "calculate 1 + 1", runId: "clear" } })).status, 409, "the same again");

    // A question with a schema, a signal before it is waited for and one after, a wait, a child.
    const parent = planOf(
      "parent",
      { kind: "ask", toolInput: { question: "How many?", schema: { type: "integer", minimum: 1 } } },
      { kind: "wait", toolInput: { ms: 300 } },
      { kind: "signal", toolInput: { name: "early" } },
      { kind: "signal", toolInput: { name: "late" } },
      { kind: "plan", toolInput: { text: "from above" }, plan: planOf("child", { toolName: "todo_store", toolInput: { action: "add", text: { $from: { step: 0, pointer: "/text" } } } }) },
      { toolName: "calculator", toolInput: { expression: "6 * 7" } },
    );
    await begin(world, { plan: parent, runId: "parent" });
    await suspended("parent");
    assert.equal((await ask(`${world.url}/runs/parent/signal`, { body: { name: "early", data: 1 } })).status, 200);
    assert.equal((await ask(`${world.url}/runs/parent/answer`, { body: { stepNumber: 1, data: 0 } })).status, 422);
    assert.equal((await ask(`${world.url}/runs/parent/answer`, { body: { stepNumber: 1, data: 3 } })).status, 200);
    await until("the late signal is waited for", async () => ((await look(world, "parent")).executionLog[3].awaits ? true : undefined));
    assert.equal((await ask(`${world.url}/runs/parent/signal`, { body: { name: "late", data: { by: "post" } } })).status, 200);
    const told = await over(world, "parent");
    assert.equal(told.status, "completed", JSON.stringify(told.error));
    assert.deepEqual(told.executionLog.map(({ output }) => output).slice(0, 4).map((output) => output?.waitedMs ?? output).map((output, at) => (at === 1 ? output >= 300 : output)), [3, true, 1, { by: "post" }]);
    const child = await look(world, "parent-5");
    assert.deepEqual([child.status, child.parent?.runId ?? child.parentRunId], ["completed", "parent"]);

    // What is cancelled stops, and what it waited for with it.
    await begin(world, { plan: planOf("long", { kind: "wait", toolInput: { ms: 3_600_000 } }), runId: "long" });
    await until("the wait has begun", async () => ((await look(world, "long")).executionLog[0].status === "running" ? true : undefined));
    assert.equal((await ask(`${world.url}/runs/long/cancel`, { body: { reason: "not today" } })).status, 200);
    assert.equal((await over(world, "long")).status, "cancelled");
    assert.equal((await ask(`${world.url}/runs/long/cancel`, { body: {} })).status, 409);

    // Lists, reports, journals.
    const { body: listed } = await ask(`${world.url}/runs?status=completed`);
    assert.deepEqual(listed.runs.map(({ runId }) => runId).sort(), ["add", "clear", "parent", "parent-5"]);
    assert.match((await ask(`${world.url}/runs/parent/report`)).body.markdown, /How many|parent/);
    const stream = await (await fetch(`${world.url}/runs/parent/events`)).text();
    const kinds = [...stream.matchAll(/^event: ?(\w+)$/gm)].map(([, kind]) => kind);
    assert.deepEqual([kinds[0], kinds.at(-1)], ["runCreated", "runCompleted"]);
    assert.equal((await ask(`${world.url}/runs/add`, { method: "DELETE" })).status, 204);
    assert.equal((await ask(`${world.url}/runs/add`)).status, 404);
    assert.equal((await ask(`${world.url}/runs/nothing`)).status, 404);
    return "approval, answer, signals, wait, child, cancel, list, report, events, delete";
  } finally {
    await world.end();
  }
}

/** What a client of MCP is told of runs that live in the engine, of its own and of others, and what comes of what it says to them. */
async function agents() {
  const world = await World.begin(program, { workers: 1 });
  try {
    const client = await Client.begin(`${world.url}/mcp`);
    const sum = await client.call("dunlin_run", { goal: "calculate 6 * 7", runId: "sum" });
    assert.deepEqual([sum.status, sum.result], ["completed", 42], JSON.stringify(sum));
    assert.equal((await client.call("dunlin_run", { goal: "calculate 6 * 7", runId: "sum" })).error.code, "run.exists");

    // One that somebody else began, and nobody has looked at since.
    const question = planOf("ask", { kind: "ask", toolInput: { question: "How many?", schema: { type: "integer" } } }, { kind: "signal", toolInput: { name: "go" } });
    const stands = (id, wanted) =>
      until(`run ${id} is ${wanted}`, async () => ((await client.call("dunlin_status", { runId: id })).status === wanted ? true : undefined));
    await begin(world, { plan: question, runId: "theirs" });
    await stands("theirs", "suspended");
    const answered = await client.call("dunlin_answer", { runId: "theirs", stepNumber: 1, answer: 3 });
    assert.deepEqual([answered.status, answered.executionLog[0].output], ["suspended", 3], JSON.stringify(answered));
    assert.equal((await client.call("dunlin_signal", { runId: "theirs", name: "go", data: { by: "post" } })).status, "completed");
    assert.match(await client.read("dunlin://runs/theirs/report"), /^# Run report/);

    // What another says is seen here, and what is said here is heard there.
    await begin(world, { plan: question, runId: "left" });
    await stands("left", "suspended");
    assert.equal((await ask(`${world.url}/runs/left/answer`, { body: { stepNumber: 1, data: 1 } })).status, 200);
    await until("the signal is waited for", async () => (JSON.parse(await client.read("dunlin://runs/left")).executionLog[1].awaits ? true : undefined));
    assert.equal((await client.call("dunlin_cancel", { runId: "left", reason: "enough" })).cancelling, true);
    await stands("left", "cancelled");
    const { resources } = await client.ask("resources/list");
    assert.deepEqual(resources.map(({ name, description }) => `${name}: ${description}`), ["left: a run that is cancelled", "theirs: a run that is completed", "sum: a run that is completed"]);
    const { runs } = (await ask(`${world.url}/runs`)).body;
    assert.deepEqual(runs.map(({ runId }) => runId), ["left", "theirs", "sum"], "the latest first");
    return "begun, looked at, answered, signalled, cancelled and listed over MCP";
  } finally {
    await world.end();
  }
}

/** Nobody is asked beforehand, and no time-out counts the time that an engine is down. */
const PATIENT = { approval: "never", stepTimeoutMs: 900_000, timeBudgetMs: 3_600_000 };

/** A run of calls that count at the tool outside: some after each other, some side by side, with a wait between. */
function counting(world, id, calls) {
  const call = (number) => ({ toolName: "fetch", toolInput: { url: `${world.origin}/count`, method: "POST", json: { run: id, call: number } } });
  const steps = [];
  for (let number = 1; number <= calls; number += 1) {
    const beside = number % 3 === 0;
    steps.push({ ...step(steps.length + 1, call(number)), dependsOn: steps.length === 0 ? [] : beside && steps.length > 1 ? [steps.length - 1] : [steps.length] });
  }
  steps.push(step(steps.length + 1, { kind: "wait", toolInput: { ms: 20 } }));
  return { schemaVersion: 2, goal: `count ${id}`, steps };
}

function counted(world, ids, calls) {
  const wanted = ids.flatMap((id) => Array.from({ length: calls }, (_, at) => JSON.stringify({ call: at + 1, run: id }))).sort();
  const had = [...world.effects.values()].map(({ text }) => JSON.stringify(JSON.parse(text), ["call", "run"])).sort();
  assert.equal(had.length, wanted.length, `${had.length} effects, ${wanted.length} wanted`);
  assert.deepEqual(had, wanted, "nothing lost, nothing doubled");
}

/** Agrees to make the calls again whose outcome nobody knows; how many there were. */
async function agree(world, id) {
  const run = await look(world, id);
  const open = run.executionLog.filter(({ approval }) => approval?.reason === "unknownOutcome");
  for (const { approval } of open) await ask(`${world.url}/runs/${id}/approve`, { body: { approvalId: approval.approvalId, answer: { type: "approve" } } });
  return open.length;
}

/** Workers and the engine are killed at moments that a seed picks, until there were so many kills and all runs have ended. */
async function kills({ runs, most, workers }) {
  const calls = 3;
  const next = chance(seed);
  const world = await World.begin(program, { workers, effectMs: 5 });
  try {
    const began = Date.now();
    const nameOf = (at) => `k${seed}-${at}`;
    const ids = Array.from({ length: runs }, (_, at) => nameOf(at));
    // One look for all: every look is a question to the engine.
    const found = new Map();
    let asked = 0;
    let isOver = false;
    const looking = (async () => {
      for (; !isOver; await later(300)) {
        const listed = await ask(`${world.url}/runs?limit=1000`).catch(() => undefined);
        for (const run of listed?.body?.runs ?? []) {
          if (ended.includes(run.status)) found.set(run.runId, run);
          // A request that posts may not be made again unasked. The service keeps the key, so a person who knows that agrees.
          else if (run.status === "suspended") asked += await agree(world, run.runId).catch(() => 0);
        }
      }
    })();
    const carry = async (id) => {
      // As a careful client: what got no answer is sent again under the same name, and 409 says that it was heard.
      let refused;
      await until(`run ${id} is taken`, async () => {
        const { status, body } = await ask(`${world.url}/runs`, { body: { plan: counting(world, id, calls), policy: PATIENT, runId: id } });
        if (status !== 201 && status !== 409 && status !== 503) refused = `${status} ${JSON.stringify(body)}`;
        if (refused) return true;
        return status === 503 ? undefined : true;
      }, 300_000);
      assert.equal(refused, undefined, id);
      const run = await until(`run ${id} ends`, () => found.get(id), 600_000);
      assert.equal(run.status, "completed", `${id}: ${JSON.stringify(run)}`);
    };
    let killed = 0;
    let taken = 0;
    // Runs go on until every kill has come: a kill with no run under way would prove nothing.
    const another = () => {
      if (taken === ids.length && killed < most) ids.push(nameOf(ids.length));
      return ids[taken++];
    };
    const clients = Array.from({ length: Math.min(24, runs) }, async () => {
      for (let id = another(); id; id = another()) await carry(id);
    });
    const all = Promise.all(clients).finally(() => (isOver = true));
    const killer = (async () => {
      while (!isOver && killed < most) {
        await later(20 + next() * 380);
        if (isOver) break;
        const engine = killed % 4 === 3;
        await world.kill(engine ? "engine" : `worker${Math.floor(next() * workers)}`, next() * 300);
        // Where it is killed before it is up again, nothing goes on at all.
        if (engine) await until("the engine is up again", () => world.isUp());
        killed += 1;
      }
    })();
    await all;
    await killer;
    await looking;
    assert.equal(killed, most, "the runs ended before all kills");
    counted(world, ids, calls);
    // What the server tells agrees with the tool: every journal has each call succeed once.
    for (const id of ids.slice(0, 50)) {
      const run = await look(world, id);
      assert.equal(run.executionLog.filter(({ success }) => success).length, calls + 1, id);
    }
    if (world.fell) throw new Error(world.fell);
    const seconds = (Date.now() - began) / 1000;
    const again = world.requests - world.effects.size;
    return `${ids.length} runs, ${killed} kills (${world.kills.engine} of the engine), seed ${seed}: ${world.effects.size} effects, none lost, none doubled; ${again} requests came again with the same key, ${asked} questions about unknown outcomes; ${seconds.toFixed(1)} s`;
  } finally {
    await world.end();
  }
}

/** A call that must not be made again is not, when its worker dies in the middle: the run asks a person about it. */
async function once({ runs, workers }) {
  const world = await World.begin(program, { workers });
  try {
    const ids = Array.from({ length: runs }, (_, at) => `o${seed}-${at}`);
    const plan = planOf("charge", { toolName: "bank_charge", toolInput: {} });
    for (const id of ids) {
      plan.steps[0].toolInput = { run: id };
      await begin(world, { plan, policy: { approval: "never" }, runId: id });
    }
    await until("money is taken", () => (world.charges.size >= runs / 2 ? true : undefined));
    for (let number = 0; number < workers; number += 1) await world.kill(`worker${number}`, 0);
    const settled = async () => {
      const { body } = await ask(`${world.url}/runs?limit=1000`);
      return body.runs.every(({ status }) => status === "completed" || status === "suspended") && body.runs.length === runs ? body.runs : undefined;
    };
    const listed = await until("every run is done or asks", settled);
    for (const [id, count] of world.charges) assert.equal(count, 1, `${id} was charged ${count} times`);
    const asking = listed.filter(({ status }) => status === "suspended");
    assert.ok(asking.length > 0, "a worker died in the middle of a call");
    for (const { runId } of asking) {
      const { approval } = (await look(world, runId)).executionLog[0];
      assert.equal(approval.reason, "unknownOutcome");
      // The person looks at the bank, and agrees only where nothing was taken.
      const answer = world.charges.has(runId) ? { type: "reject", feedback: "it was taken" } : { type: "approve" };
      assert.equal((await ask(`${world.url}/runs/${runId}/approve`, { body: { approvalId: approval.approvalId, answer } })).status, 200);
      assert.equal((await over(world, runId)).status, "completed");
    }
    assert.deepEqual([...world.charges.entries()].sort(), ids.map((id) => [id, 1]).sort());
    return `${runs} charges, all workers killed in the middle: each taken once, ${asking.length} asked about`;
  } finally {
    await world.end();
  }
}

/** How many runs a second so many workers carry out: three calls of 20 ms each, and none of a worker's processor to speak of. */
async function speed(workers, runs) {
  const world = await World.begin(program, { workers, effectMs: 20 });
  try {
    const carry = async (id) => {
      await begin(world, { plan: counting(world, id, 3), policy: { approval: "never" }, runId: id });
    };
    const ids = Array.from({ length: runs }, (_, at) => `s${workers}-${at}`);
    const began = Date.now();
    const waiting = [...ids];
    await Promise.all(Array.from({ length: 32 }, async () => {
      for (let id = waiting.shift(); id; id = waiting.shift()) await carry(id);
    }));
    await until("all have ended", async () => {
      const { body } = await ask(`${world.url}/runs?status=completed&limit=1`);
      return body.total === runs ? true : undefined;
    }, 600_000);
    const seconds = (Date.now() - began) / 1000;
    counted(world, ids, 3);
    return runs / seconds;
  } finally {
    await world.end();
  }
}

const parts = {
  page: () => thePage(program),
  same: theSame,
  doors,
  agents,
  once: () => once({ runs: 6, workers: 2 }),
  kills: () => kills({ runs: Number(option("runs", 150)), most: Number(option("kills", 6)), workers: Number(option("workers", 2)) }),
};
const named = { speed: async () => {
  const runs = Number(option("runs", 300));
  for (const workers of [1, 2, 4]) {
    const told = workers === 1 ? "1 worker" : `${workers} workers`;
    figure(`runs of three calls, 20 ms each, 32 clients: with ${told}`, await speed(workers, runs), "a second");
  }
  return `${runs} runs with each number of workers`;
} };
const wanted = only ? { [only]: { ...parts, ...named }[only] } : parts;
let passed = 0;
let failed = 0;
for (const [name, part] of Object.entries(wanted)) {
  const began = Date.now();
  try {
    console.log(`ok ${name}: ${await part()} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
    passed += 1;
  } catch (error) {
    failed += 1;
    console.log(`not ok ${name}: ${error.stack}`);
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
