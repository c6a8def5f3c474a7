// The package in Node, as a stranger has it: installed from its tarball into an empty project.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import * as dunlin from "dunlin";

const { createRuntime, evaluate } = dunlin;
const GOAL = "add todo Buy milk and calculate (10 + 5) * 2 then list todos";
const folder = new URL("node_modules/dunlin/", import.meta.url).pathname;

test("the tarball holds every file that its manifest names, with a licence", () => {
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const named = [];
  const collect = (value) => {
    if (typeof value === "string") named.push(value);
    else if (value && typeof value === "object") Object.values(value).forEach(collect);
  };
  collect([manifest.exports, manifest.main, manifest.types, manifest.module]);
  assert.ok(named.length > 0);
  for (const file of named) assert.ok(existsSync(join(folder, file.replace("*", "dunlin"))), file);
  assert.ok(manifest.license, "a licence");
  assert.deepEqual(Object.keys(manifest.dependencies ?? {}), []);
});

test("the typed file uses every export", () => {
  const types = ["types.ts", "hands.ts"].map((name) => readFileSync(new URL(name, import.meta.url), "utf8")).join("");
  for (const name of Object.keys(dunlin)) assert.match(types, new RegExp(`\\b${name}\\b`), name);
});

test("a sum is exact", () => {
  const { text, display, value, exact } = evaluate("0.1 + 0.2");
  assert.deepEqual({ text, display, value, exact }, { text: "0.3", display: "0.3", value: 0.3, exact: true });
});

test("every kind of number is a plain record, written as it is natively", () => {
  const third = "0.3333333333333333333333333333333333333333";
  const records = {
    "2 + 3": { text: "5", display: "5", value: 5, exact: true },
    "0 * -1": { text: "0", display: "0", value: 0, exact: true },
    "-1 / 4": { text: "-0.25", display: "-0.25", fraction: "-1/4", value: -0.25, exact: true },
    "0.000001": { text: "0.000001", display: "0.000001", fraction: "1/1000000", value: 1e-6, exact: true },
    "2 ^ 53 + 1": { text: "9007199254740993", display: "9007199254740993", value: 2 ** 53, exact: true },
    "1 / 3": { text: third, display: "0.333333333333", fraction: "1/3", value: 1 / 3, exact: true },
    "20 °C in °F": { text: "68 °F", display: "68 °F", value: 68, exact: true, unit: "°F" },
    "10 ^ 400": { text: `1${"0".repeat(400)}`, display: "1e400", value: null, exact: true },
  };
  for (const [expression, record] of Object.entries(records)) {
    const found = evaluate(expression);
    assert.deepEqual(found, record, expression);
    assert.deepEqual(JSON.parse(JSON.stringify(found)), record, expression);
  }
  const root = evaluate("sqrt(2)");
  assert.match(root.text, /^1\.414213562373095048801688724209698/);
  assert.deepEqual([root.display, root.value, root.exact], ["1.41421356237", Math.SQRT2, false]);
  // The texts of a long one make the module's memory grow, and the next one is found all the same.
  assert.equal(evaluate("10 ^ 5000 - 1").text, "9".repeat(5000));
  assert.equal(evaluate("1 / 8").text, "0.125");
});

test("an error is a real one, with a code, a hint and a place in UTF-16", () => {
  assert.throws(() => evaluate("1/0"), (error) => {
    assert.ok(error instanceof Error);
    assert.equal(error.name, "DunlinError");
    assert.equal(error.code, "calc.divide-by-zero");
    assert.match(error.message, /Cannot divide by zero/);
    return true;
  });
  assert.throws(() => evaluate("2 + + 2"), /syntax/);
});

test("what is no text is refused and nothing breaks", () => {
  for (const wrong of [undefined, null, 1, {}, [], Symbol.iterator, () => 1]) {
    assert.throws(() => evaluate(wrong), Error);
  }
  assert.equal(evaluate("1 + 1").text, "2");
});

test("templates are kept, checked and brought back", async () => {
  const kept = new Map();
  const storage = { get: (key) => kept.get(key), set: (key, value) => void kept.set(key, value), remove: (key) => void kept.delete(key), keys: () => kept.keys() };
  const runtime = await createRuntime({ storage });
  const [party] = runtime.templates.list();
  const trip = { name: "trip", triggers: ["camping trip"], todos: [{ text: "Pack" }, { text: "Go", after: [1] }] };
  runtime.templates.set([party, trip]);
  const again = await createRuntime({ storage });
  assert.deepEqual(again.templates.list(), [party, trip]);
  assert.deepEqual(again.plan("plan a camping trip").steps.map((step) => step.toolInput.text), ["Pack", "Go", undefined]);
  assert.throws(() => again.templates.set([{ ...trip, todos: [] }]), { name: "DunlinError", code: "api.bad-argument" });
  again.templates.reset();
  assert.throws(() => again.plan("plan a camping trip"), { code: "plan.unrecognized" });
});

test("a goal is read into steps and nothing runs", async () => {
  const runtime = await createRuntime({ storage: "memory" });
  const plan = runtime.plan(GOAL);
  assert.deepEqual(plan.steps.map((step) => step.toolName), ["todo_store", "calculator", "todo_store"]);
  for (const { source } of plan.steps) assert.ok(source.start < source.end && source.end <= GOAL.length);
  assert.throws(() => runtime.plan("what's the weather"), { name: "DunlinError", code: "plan.unrecognized" });
  assert.throws(() => runtime.plan("  "), /Prompt cannot be empty/);
  assert.deepEqual(await runtime.todos.list(), []);
});

test("a run tells its events in order and ends with its record", async () => {
  const runtime = await createRuntime({ storage: "memory" });
  const run = runtime.run(GOAL);
  const events = [];
  for await (const event of run) events.push(event);
  const record = await run.result;
  assert.equal(record.status, "completed");
  assert.equal(record.executionLog.length, 3);
  assert.equal(record.executionLog[1].output, 30);
  assert.ok(events.length > 3);
  const first = events[0].seq;
  assert.deepEqual(events.map((event) => event.seq), events.map((_, at) => first + at));
  const todos = await runtime.todos.list();
  assert.deepEqual(todos.map((todo) => [todo.text, todo.completed]), [["Buy milk", false]]);
  const runs = await runtime.runs.list();
  assert.equal(runs.length, 1);
  assert.equal((await runtime.runs.get(record.runId)).status, "completed");
});

test("a failed run is a record, not an exception", async () => {
  const runtime = await createRuntime({ storage: "memory" });
  const record = await runtime.run("calculate 1/0").result;
  assert.equal(record.status, "failed");
  assert.match(record.error.message, /Cannot divide by zero/);
});

test("todos are added, completed, edited and deleted by hand", async () => {
  const { todos } = await createRuntime({ storage: "memory" });
  const added = await todos.add("Water the plants");
  await todos.complete(added.id);
  assert.equal((await todos.get(added.id)).completed, true);
  await todos.update(added.id, { text: "Water the ferns" });
  assert.equal((await todos.get(added.id)).text, "Water the ferns");
  await todos.delete(added.id);
  assert.deepEqual(await todos.list(), []);
});

test("a tool is called by its name, and a wrong call is an answer", async () => {
  const runtime = await createRuntime({ storage: "memory" });
  const sum = await runtime.callTool("calculator", { expression: "2 * 21" });
  assert.equal(sum.success, true);
  assert.equal(sum.output, 42);
  const missing = await runtime.callTool("todo_store", { action: "add" });
  assert.equal(missing.success, false);
  assert.equal(missing.error, "Text is required for 'add' action");
});

test("two runtimes do not share their memory", async () => {
  const [one, other] = [await createRuntime({ storage: "memory" }), await createRuntime({ storage: "memory" })];
  await one.todos.add("Only here");
  assert.deepEqual(await other.todos.list(), []);
});

test("health tells status, version, tools and storage", async () => {
  const runtime = await createRuntime({ storage: "memory" });
  const health = await runtime.health();
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  assert.equal(health.version, version);
  assert.match(JSON.stringify(health), /calculator/);
  assert.match(JSON.stringify(health), /memory/);
});
