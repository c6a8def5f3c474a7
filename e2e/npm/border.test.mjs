// What JavaScript may do to the package, and what comes of it: run against the installed tarball with `node --test`.
import assert from "node:assert/strict";
import test from "node:test";
import { DunlinError, createRuntime, evaluate, parseDate, parseQuickAdd } from "dunlin";

const now = new Date(2026, 10, 21, 9, 30);
const open = (options = {}) => createRuntime({ storage: "memory", policy: { approval: "never" }, ...options });
const oneStep = (toolName, toolInput = {}) => ({
  schemaVersion: 1, goal: "by hand", rationale: "", confidence: 1, complexityScore: 0, totalEstimatedDurationMs: 0,
  steps: [{ stepNumber: 1, kind: "tool", toolName, toolInput }],
});
async function withTool(execute, options = {}, policy = {}) {
  const dunlin = await open();
  dunlin.tools.register({ name: "probe", inputSchema: { type: "object" }, execute, ...options });
  const record = await dunlin.run(oneStep("probe"), { policy }).result;
  return record.executionLog[0].success ? record.executionLog[0] : { ...record.executionLog[0], run: record };
}

test("spans count UTF-16 units, before and after a pair of surrogates", () => {
  const text = "🌻 ring Ann tomorrow";
  const { span } = parseDate(text, { now });
  assert.equal(text.slice(span.start, span.end), "tomorrow");
  const line = "🌻🌻 water #home";
  const tag = parseQuickAdd(line, { now }).spans.find(({ kind }) => kind === "tag");
  assert.equal(line.slice(tag.span.start, tag.span.end), "#home");
  assert.throws(() => evaluate("1 + 🌻"), (error) => error.span.start >= 0 && error.span.end <= "1 + 🌻".length);
});

test("a lone surrogate is a character like any other", () => {
  assert.throws(() => evaluate("1 + \ud83c"), { name: "DunlinError" });
  assert.equal(parseDate("\ud83c tomorrow", { now }).date, "2026-11-22");
});

test("now is a Date, a number or a function, and nothing else", () => {
  for (const given of [now, now.getTime(), () => now]) {
    assert.equal(parseDate("tomorrow", { now: given }).date, "2026-11-22");
  }
  for (const given of [new Date(NaN), "soon", {}]) {
    assert.throws(() => parseDate("tomorrow", { now: given }), { code: "api.bad-argument" });
  }
  assert.match(parseDate("today").date, /^\d{4}-\d\d-\d\d$/);
});

test("an option that is not known is named", async () => {
  await assert.rejects(createRuntime({ stroage: "memory" }), { code: "api.bad-argument", message: /stroage/ });
  await assert.rejects(createRuntime({ storage: "disk" }), { code: "api.bad-argument" });
  await assert.rejects(open({ policy: { aproval: "never" } }), { code: "api.invalid-policy", message: /aproval/ });
  await assert.rejects(open({ policy: { maxParallel: 0 } }), { code: "api.invalid-policy", message: /maxParallel/ });
  await assert.rejects(open({ policy: { maxSteps: Infinity } }), { code: "api.bad-argument", message: /Infinity/ });
  await assert.rejects(open({ seed: -1 }), { code: "api.bad-argument" });
});

test("a misspelt option is named, whatever its value is", async () => {
  const dunlin = await open();
  const wrong = (name, meant) => ({ code: "api.bad-argument", message: new RegExp(`"${name}".*${meant}`) });
  await assert.rejects(createRuntime({ logg: () => {} }), wrong("logg", '"log"'));
  await assert.rejects(createRuntime({ nwo: () => now }), wrong("nwo", '"now"'));
  await assert.rejects(createRuntime({ storag: new Map() }), wrong("storag", '"storage"'));
  assert.throws(() => dunlin.run("calculate 1 + 1", { sginal: AbortSignal.abort() }), wrong("sginal", '"signal"'));
  assert.throws(() => dunlin.run("calculate 1 + 1", { onEvent: () => {} }), wrong("onEvent", "expected one of policy, runId"));
  assert.throws(() => dunlin.run(oneStep("calculator"), { sed: 1n }), wrong("sed", '"seed"'));
  assert.throws(() => dunlin.runs.resume("x", { signl: 1 }), wrong("signl", '"signal"'));
  await assert.rejects(dunlin.callTool("calculator", {}, { aproved: () => true }), wrong("aproved", '"approved"'));
  // What has no names at all would be options without a word.
  for (const options of [now, new Map([["seed", 1]]), /x/, Promise.resolve({})]) {
    const named = { code: "api.bad-argument", message: /^the options are an? (Date|Map|RegExp|Promise)/ };
    await assert.rejects(createRuntime(options), named);
    assert.throws(() => parseDate("tomorrow", options), named);
    assert.throws(() => dunlin.plan("calculate 1 + 1", options), named);
  }
});

test("what JSON cannot hold is refused on the way in", async () => {
  const dunlin = await open();
  const circle = {};
  circle.self = circle;
  let deep = 1;
  for (let level = 0; level < 5000; level++) deep = [deep];
  for (const input of [circle, { a: 1n }, { a: () => 1 }, { a: NaN }, { a: Symbol("x") }, deep]) {
    await assert.rejects(dunlin.callTool("calculator", input), { name: "DunlinError", code: "api.bad-argument" });
  }
  const throwing = { get expression() { throw new Error("no"); } };
  await assert.rejects(dunlin.callTool("calculator", throwing), { code: "api.bad-argument" });
  assert.equal((await dunlin.callTool("calculator", { expression: "1 + 1" })).output, 2);
});

test("a key named __proto__ reaches no prototype", async () => {
  const output = await withTool(() => JSON.parse('{"__proto__": {"polluted": true}, "constructor": {"prototype": 1}}'));
  assert.equal({}.polluted, undefined);
  assert.deepEqual(Object.keys(output.output).sort(), ["__proto__", "constructor"]);
});

test("keys and numbers of others come out as they went in", async () => {
  const dunlin = await open();
  const [todo] = dunlin.todos.import("json", '{"schemaVersion":1,"todos":[{"id":"a","text":"odd","completed":false,"tags":[],"__proto__":{"polluted":true}}]}');
  assert.equal(todo.polluted, undefined);
  assert.equal(dunlin.todos.get(todo.id).polluted, undefined);
  for (const number of [2 ** 60, -(2 ** 63), 1e300, -0.1]) {
    assert.equal((await withTool(() => number)).output, number);
  }
});

test("a plan from outside is read with care", async () => {
  const dunlin = await open();
  const steps = (list) => ({ ...oneStep("calculator"), steps: list });
  const step = (stepNumber, rest) => ({ stepNumber, kind: "tool", toolName: "calculator", toolInput: { expression: "1" }, ...rest });
  const cyclic = steps([step(1, { dependsOn: [2] }), step(2, { dependsOn: [1] })]);
  const nowhere = steps([step(1, { toolInput: { expression: { $from: { step: 9, pointer: "/output" } } } })]);
  const many = steps(Array.from({ length: 10_000 }, (_, at) => step(at + 1)));
  const deep = (levels) => Array.from({ length: levels }).reduce((inside) => [inside], 1);
  const trap = (rest) => steps([{ ...step(1), ...JSON.parse(rest) }]);
  for (const [plan, code, said] of [
    [cyclic, "plan.cycle", /1 → 2 → 1|2 → 1 → 2/],
    [nowhere, "plan.missing-reference", /step 9/],
    [steps([step(1, { toolInput: { expression: { $from: { step: 2, pointer: "/output" } } } }), step(2)]), "plan.forward-reference", /step 2/],
    [many, "plan.too-many-steps", /10,?000/],
    [steps([step(1, { toolName: "nobody" })]), "plan.unknown-tool", /nobody/],
    [steps([step(1, { toolInput: { expression: 7 } })]), "plan.invalid-input", /text|string/],
    [steps([step("one")]), "plan.unreadable", /stepNumber/],
    [steps([step(1, { kind: "magic" })]), "plan.unreadable", /kind/],
    [steps([step(1, { toolInput: { expression: deep(70) } })]), "plan.too-deep", /64 levels/],
    [steps([step(1, { toolInput: deep(500) })]), "plan.unreadable", /deep|nest|level/],
    [steps([step(1, { toolInput: { expression: deep(20_000) } })]), "api.bad-argument", /nest/],
    [steps("none"), "plan.unreadable", /steps/],
    [{}, /^plan\./, /./],
    [[], /^plan\./, /./],
    [{ schemaVersion: 99, steps: [] }, "plan.schema-version", /99/],
    [trap('{"toolInput": {"__proto__": {"expression": "1"}}}'), /^plan\./, /./],
    [trap('{"toolInput": {"expression": {"$from": {"step": 1, "pointer": "/__proto__/polluted"}}}}'), /^plan\./, /./],
  ]) {
    const shown = `${code} ${said}`;
    assert.throws(
      () => dunlin.run(plan),
      (error) => {
        assert.ok(error instanceof DunlinError, shown);
        code instanceof RegExp ? assert.match(error.code, code, shown) : assert.equal(error.code, code, `${shown}: ${error.message}`);
        assert.match(error.message, said, shown);
        return true;
      },
    );
  }
  const odd = { ...trap('{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}}'), ...JSON.parse('{"__proto__": {"polluted": 1}}') };
  assert.throws(() => dunlin.run(odd), { code: "plan.unknown-field" });
  assert.equal({}.polluted, undefined);
  assert.equal((await dunlin.run("calculate 6 * 7").result).result, 42, "nothing of that harms what comes after");
  dunlin.runs.delete(dunlin.runs.list()[0].runId);
  assert.throws(() => dunlin.run(7), { code: "api.bad-argument" });
  assert.deepEqual(dunlin.runs.list(), []);
});

function circular() {
  const [outer, inner] = [new Error("the outer one"), new Error("an inner one")];
  outer.cause = inner;
  inner.cause = outer;
  return outer;
}

test("a tool may throw anything", async () => {
  for (const [thrown, message] of [
    ["just words", "just words"], [undefined, "the tool threw nothing"], [null, "the tool threw null"], [42, /42/],
    [new Error("told"), "told"], [{ message: "an object" }, "an object"],
    [{ get message() { throw 1; } }, /an object/], ["", 'the tool threw the text ""'],
    [{ status: 500, body: "down" }, 'the tool threw an object {"status":500,"body":"down"}'],
    [new TypeError(), "the tool threw a TypeError that says nothing"],
    // What stands behind an error is told where it says more, and no circle is gone through twice.
    [new Error("fetch failed", { cause: new Error("connect ECONNREFUSED 127.0.0.1:9") }), "fetch failed: connect ECONNREFUSED 127.0.0.1:9"],
    [new Error("no page: gone", { cause: new Error("gone") }), "no page: gone"],
    [new AggregateError([new Error("one"), new Error("two")], ""), "one"],
    [circular(), "the outer one: an inner one"],
    [new Proxy({}, { get() { throw 1; }, getPrototypeOf() { throw 2; }, ownKeys() { throw 3; } }), /^the tool threw an object/],
  ]) {
    const step = await withTool(() => { throw thrown; });
    assert.equal(step.status, "failed");
    message instanceof RegExp ? assert.match(step.error, message) : assert.equal(step.error, message);
    assert.equal(step.run.error.code, "tool.failed");
  }
  const coded = await withTool(() => { throw Object.assign(new Error("x"), { code: "mail.bounced", hint: "check it" }); });
  assert.deepEqual([coded.run.error.code, coded.run.error.hint], ["mail.bounced", "check it"]);
});

test("a tool may return what cannot be kept, and that is its failure", async () => {
  const circle = [];
  circle.push(circle);
  for (const output of [() => 1, 1n, Symbol("x"), circle, { deep: { er: () => 1 } }, NaN]) {
    const step = await withTool(() => output);
    assert.equal(step.run.error.code, "tool.bad-output", String(step.error));
  }
  let deep = 1;
  for (let level = 0; level < 500; level++) deep = [deep];
  assert.equal((await withTool(() => deep)).run.error.code, "tool.bad-output");
  assert.equal((await withTool(() => undefined)).output, null);
});

test("a tool that never settles is stopped by its time-out, and told so", async () => {
  let aborted = 0;
  const step = await withTool(
    (_, { signal }) => new Promise(() => signal.addEventListener("abort", () => aborted++)),
    {},
    { stepTimeoutMs: 20, retry: { maxAttempts: 1 } },
  );
  assert.equal(step.status, "failed");
  assert.equal(aborted, 1);
});

test("a tool that settles twice, or is a thenable of its own kind, counts once", async () => {
  const twice = await withTool(() => ({ then(resolve, reject) { resolve("first"); resolve("second"); reject("third"); } }));
  assert.equal(twice.output, "first");
  // A promise that is settled again, and a callback that comes after the run has ended.
  let late;
  const again = await withTool(() => new Promise((resolve, reject) => {
    late = () => (resolve("third"), reject(new Error("fourth")));
    resolve("first");
    resolve("second");
  }));
  late();
  await new Promise((resume) => setTimeout(resume, 5));
  assert.equal(again.output, "first");
});

test("a tool that answers after its time is out is told so, and its answer is dropped", async () => {
  const dunlin = await open();
  const answers = [];
  dunlin.tools.register({ name: "slow", annotations: { readOnlyHint: true }, execute: (_, { attempt }) => new Promise((resolve) => answers.push(() => resolve(`attempt ${attempt}`))) });
  const run = dunlin.run(oneStep("slow"), { policy: { stepTimeoutMs: 300, retry: { maxAttempts: 2, initialIntervalMs: 1 } } });
  for (const until = Date.now() + 2000; answers.length < 2 && Date.now() < until; ) await new Promise((resume) => setTimeout(resume, 2));
  answers[0]();
  await new Promise((resume) => setTimeout(resume, 2));
  answers[1]();
  const record = await run.result;
  assert.deepEqual([record.status, record.result], ["completed", "attempt 2"]);
  const types = dunlin.runs.journal(run.runId).events.map(({ type }) => type);
  assert.ok(types.includes("lateResult"), types.join());
});

test("a failure that may pass is tried again with the same key", async () => {
  const seen = [];
  const step = await withTool((_, { attempt, idempotencyKey }) => {
    seen.push([attempt, idempotencyKey]);
    if (attempt < 3) throw Object.assign(new Error("busy"), { retryable: true });
    return "done";
  }, {}, { retry: { initialIntervalMs: 1 } });
  assert.deepEqual([step.output, step.attempts], ["done", 3]);
  assert.deepEqual(seen.map(([attempt]) => attempt), [1, 2, 3]);
  assert.equal(new Set(seen.map(([, key]) => key)).size, 1);
});

test("what a tool says beside its output is kept, and its tokens are counted", async () => {
  const dunlin = await open();
  dunlin.tools.register({ name: "probe", execute: (_, context) => { context.metadata.tokens = 7; return 1; } });
  const record = await dunlin.run(oneStep("probe")).result;
  assert.equal(record.executionLog[0].metadata.tokens, 7);
  assert.equal(record.usage.tokens, 7);
});

test("a tool's name is checked, and its input against its schema", async () => {
  const dunlin = await open();
  assert.throws(() => dunlin.tools.register({ name: "Not So", execute() {} }), { code: "tool.invalid-name" });
  assert.throws(() => dunlin.tools.register({ name: "calculator", execute() {} }), { code: "tool.exists" });
  assert.throws(() => dunlin.tools.register({ name: "x" }), { code: "api.bad-argument" });
  dunlin.tools.register({ name: "shout", inputSchema: { type: "object", required: ["text"] }, execute: ({ text }) => text.toUpperCase() });
  assert.equal((await dunlin.callTool("shout", { text: "hey" })).output, "HEY");
  assert.match((await dunlin.callTool("shout", {})).error, /text/);
  assert.ok(dunlin.tools.list().some(({ name }) => name === "shout"));
});

test("a storage of one's own is used, and its refusals are errors with codes", async () => {
  const kept = new Map();
  let full = false;
  const storage = {
    get: (key) => kept.get(key) ?? null,
    set(key, value) {
      if (full) throw Object.assign(new Error("no room"), { name: "QuotaExceededError" });
      kept.set(key, value);
    },
    remove: (key) => void kept.delete(key),
    keys: () => kept.keys(),
  };
  const dunlin = await open({ storage });
  dunlin.todos.add({ text: "Kept" });
  assert.equal(dunlin.health().storage.kind, "custom");
  assert.ok([...kept.keys()].some((key) => key.startsWith("dunlin:v1:todo:")));
  full = true;
  assert.throws(() => dunlin.todos.add({ text: "Lost" }), { code: "storage.quota" });
  full = false;
  assert.deepEqual((await open({ storage })).todos.list().map(({ text }) => text), ["Kept"]);
  await assert.rejects(open({ storage: { get() {}, set() {} } }), { code: "api.bad-argument" });
});

test("a storage that gives promises or throws is said to be unusable, and nothing breaks", async () => {
  const odd = { get: async () => null, set: async () => {}, remove: async () => {}, keys: () => [] };
  const dunlin = await open({ storage: odd });
  assert.throws(() => dunlin.todos.add({ text: "x" }), { code: "storage.unavailable", message: /synchronous/ });
  const broken = () => { throw "broken"; };
  const other = await open({ storage: { get: broken, set: broken, remove: broken, keys: broken } });
  assert.throws(() => other.todos.add({ text: "x" }), { code: "storage.unavailable" });
  assert.equal(other.plan("calculate 1 + 1").steps.length, 1);
});
