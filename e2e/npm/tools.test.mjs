// The door `dunlin/tools`: each tool by itself with right and wrong input, and what a runtime makes of them.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import test from "node:test";
import { createRuntime } from "dunlin";
import { createRuntime as createEngine, plan } from "dunlin/runtime";
import { createTools, DunlinError } from "dunlin/tools";

const NOTES = [
  { title: "Heating", text: "The heating costs for January were 182.40 euros." },
  { title: "Rent", text: "The rent is 940 a month." },
  { id: "m", kind: "mail", title: "From the landlord", text: "The heating will be looked after in May." },
];

/** A runtime with the tools that these options make. */
async function over(options, settings = {}) {
  const tools = await createTools({ storage: "memory", ...options });
  const runtime = await createRuntime({ storage: "memory", builtins: [], ...settings });
  for (const tool of tools.all) runtime.tools.register(tool);
  const call = async (name, input) => {
    const { success, output, metadata, code, error, hint } = await runtime.callTool(name, input, { approved: true });
    return success ? { output, metadata } : { code, error, hint };
  };
  return { tools, runtime, call };
}

/** A storage of the host's own, in memory. */
function kept(map = new Map()) {
  return { get: (key) => map.get(key), set: (key, value) => void map.set(key, value), remove: (key) => void map.delete(key), keys: () => map.keys() };
}

test("only what is asked for is there", async () => {
  const { all, lines, ...named } = await createTools({ chart: {}, judge: true, memory: false, bus: undefined });
  assert.deepEqual(all.map(({ name }) => name), ["chart", "judge"]);
  assert.deepEqual(Object.keys(named), ["chart", "judge"]);
  assert.equal(all[0], named.chart);
  assert.deepEqual(lines(), []);
  assert.deepEqual((await createTools({})).all, []);
  assert.deepEqual((await createTools()).all, []);
});

test("what is not known is an error that names the nearest", async () => {
  for (const [options, message] of [
    [{ serach: { documents: () => [] } }, /"serach" is not known, did you mean "search"/],
    [{ search: { document: () => [] } }, /search\.document: .*did you mean "documents"/],
    [{ search: { documents: [], limits: { byte: 1 } } }, /search\.limits\.byte: .*did you mean "bytes"/],
    [{ search: {} }, /search\.documents is missing, expected a list of texts/],
    [{ search: { documents: "none" } }, /search\.documents is the text "none"/],
    [{ search: 7 }, /search is the number 7, expected an object/],
    [{ fetch: ["https://api.example.org"] }, /fetch is an array/],
    [{ fetch: () => ({}) }, /fetch is a function fetch, expected an object/],
    [{ serch: () => [] }, /"serch" is not known, did you mean "search"/],
    [{ memory: { guard: "maybe" } }, /memory\.guard/],
    [{ chart: { width: 1 } }, /width/],
    [{ storage: 3 }, /the storage is the number 3/],
    [{ now: 3 }, /now is the number 3/],
    [[], /the options are an array/],
  ]) {
    await assert.rejects(createTools(options), (error) => {
      assert.ok(error instanceof DunlinError);
      assert.equal(error.code, "api.bad-argument");
      assert.match(error.message, message);
      return true;
    });
  }
});

test("a goal finds what the notes say", async () => {
  const { runtime } = await over({ search: { documents: () => NOTES } });
  const record = await runtime.run("search my notes for heating").result;
  assert.equal(record.status, "completed", JSON.stringify(record.error));
  assert.deepEqual(record.executionLog.map(({ toolName, toolInput }) => [toolName, toolInput]), [["search", { query: "heating", notIn: ["todo", "run"] }]]);
  assert.deepEqual(record.result.map(({ title }) => title).sort(), ["From the landlord", "Heating"]);
  assert.equal(record.executionLog[0].metadata.searched, 3);
});

test("search asks for its texts before each call, and takes a promise of them", async () => {
  let texts = NOTES;
  const { call } = await over({ search: { documents: async () => texts } });
  const titles = async (input) => (await call("search", input)).output.map(({ title }) => title);
  assert.deepEqual(await titles({ query: "rent" }), ["Rent"]);
  texts = [...NOTES, { title: "Rent, new", text: "It is 960 now." }];
  assert.equal((await titles({ query: "rent" })).length, 2);
  assert.deepEqual(await titles({ query: "heating", in: ["mail"] }), ["From the landlord"]);
  assert.equal((await call("search", { query: "…" })).code, "search.no-words");
  assert.equal((await call("search", {})).code, "tool.invalid-input");
  texts = [{ title: "without a text" }];
  const wrong = await call("search", { query: "rent" });
  assert.equal(wrong.code, "api.bad-argument");
  assert.match(wrong.error, /search\.documents.*text/);
  texts = [{ text: "cold" }, { text: () => "warm" }];
  assert.match((await call("search", { query: "rent" })).error, /a function at "text"/);
});

test("search holds its limits", async () => {
  const { call } = await over({ search: { documents: NOTES, limits: { documents: 2 } } });
  const { code, error } = await call("search", { query: "rent" });
  assert.deepEqual([code, /2 texts/.test(error)], ["search.too-much", true]);
});

test("a chart is a picture with its table, and a wrong one says why", async () => {
  const { call } = await over({ chart: {} });
  const rows = [{ month: "Jan", cost: 182.4 }, { month: "Feb", cost: 187.6 }];
  const { output, metadata } = await call("chart", { kind: "bar", rows, title: "Heating" });
  assert.match(output.svg, /^<svg/);
  assert.deepEqual(output.table.columns, ["month", "cost"]);
  assert.deepEqual(metadata, { kind: "bar", rows: 2 });
  assert.equal((await call("chart", { kind: "cake", rows, title: "x" })).code, "tool.invalid-input");
  assert.match((await call("chart", { kind: "bar", rows: [], title: "x" })).code, /^chart\./);
});

test("a judge says what is met, and a step fails that must pass", async () => {
  const { call } = await over({ judge: {} });
  const checks = [{ name: "adds up", at: "/parts", sumsTo: "/total" }];
  assert.equal((await call("judge", { subject: { parts: [1, 2], total: 3 }, checks })).output.passed, true);
  const { code, error } = await call("judge", { subject: { parts: [1, 2], total: 4 }, checks, mustPass: true });
  assert.equal(code, "judge.not-met");
  assert.match(error, /adds up/);
});

test("memory is kept in the host's storage, and refuses keys unless it is told to take them", async () => {
  const map = new Map();
  const { runtime, call } = await over({ memory: {}, storage: kept(map) });
  const record = await runtime.run("keep in memory that the boiler is from 2019").result;
  assert.equal(record.status, "completed", JSON.stringify(record.error));
  assert.ok(map.size > 0);
  const again = await over({ memory: true, storage: kept(map) });
  const { output } = await again.call("memory", { action: "search", query: "boiler" });
  assert.match(output[0].value, /2019/);
  const key = { action: "put", key: "k", value: "AKIAIOSFODNN7EXAMPLE and password: hunter2hunter2" };
  assert.match((await call("memory", key)).code, /guard/);
  const open = await over({ memory: { guard: "off" }, storage: kept() });
  assert.equal((await open.call("memory", key)).code, undefined);
  assert.equal((await call("memory", { action: "get", key: "none" })).code, "memory.unknown");
  assert.equal((await call("memory", { action: "get" })).code, "tool.invalid-input");
});

test("what a full storage refuses is an error, and nothing is half written", async () => {
  const storage = { ...kept(), set: () => { throw Object.assign(new Error("full"), { name: "QuotaExceededError" }); } };
  const { call } = await over({ memory: {}, bus: {}, storage });
  assert.match((await call("memory", { action: "put", key: "k", value: 1 })).code, /^memory\.|^storage\./);
  assert.equal((await call("memory", { action: "get", key: "k" })).code, "memory.unknown");
  assert.ok((await call("bus", { action: "publish", topic: "news", value: 1 })).code);
});

test("messages wait in the storage until they are acknowledged", async () => {
  const storage = kept();
  const { call, runtime } = await over({ bus: {}, storage });
  assert.equal((await call("bus", { action: "take", topic: "news", group: "readers" })).output, null);
  assert.equal((await runtime.run("publish hello on the topic news").result).status, "completed");
  const other = await over({ bus: {}, storage });
  const { output } = await other.call("bus", { action: "take", topic: "news", group: "readers" });
  assert.deepEqual([output.value, output.tries], ["hello", 1]);
  assert.deepEqual((await other.call("bus", { action: "acknowledge", topic: "news", group: "readers", id: output.id })).output, { acknowledged: true });
  assert.equal((await call("bus", { action: "take", topic: "news", group: "readers" })).output, null);
  assert.equal((await call("bus", { action: "publish", topic: "news" })).code, "tool.invalid-input");
});

test("what forgets asks first, as any other tool that destroys", async () => {
  const { runtime, call } = await over({ memory: {} });
  await call("memory", { action: "put", key: "k", value: 1 });
  const run = runtime.run(plan().step("memory", { action: "forget", key: "k" }));
  for await (const { type } of run) if (type === "runSuspended") break;
  const [{ approval }] = run.record().executionLog;
  run.approve(approval.approvalId);
  assert.equal((await run.result).status, "completed");
  assert.equal((await call("memory", { action: "get", key: "k" })).code, "memory.unknown");
});

test("a runtime without a planner takes the tools without their sentences", async () => {
  const tools = await createTools({ search: { documents: NOTES }, chart: {} });
  const engine = await createEngine({ storage: "memory" });
  const { phrases, ...search } = tools.search;
  assert.ok(phrases.length > 0);
  engine.tools.register(search);
  engine.tools.register(tools.chart);
  const found = plan("what heating costs").step("search", { query: "heating" });
  assert.equal((await engine.run(found).result).result.length, 2);
});

test("a tool is called by hand too, and an abort ends the call", async () => {
  const { search } = await createTools({ search: { documents: NOTES } });
  assert.equal((await search.execute({ query: "rent" })).length, 1);
  await assert.rejects(search.execute({ query: "!" }), { name: "DunlinError", code: "search.no-words", retryable: false });
  await assert.rejects(search.execute({ query: "rent" }, { signal: AbortSignal.abort() }), { code: "tool.aborted" });
});

test("the door can be required", async () => {
  const required = createRequire(import.meta.url)("dunlin/tools");
  const { chart } = await required.createTools({ chart: {} });
  const rows = [{ a: "x", b: 1 }];
  assert.match((await chart.execute({ kind: "bar", rows, title: "t" })).svg, /^<svg/);
});
