// What the JavaScript face does beside passing things on: calls of tools, what a host may lend, and errors that say enough.
import assert from "node:assert/strict";
import test from "node:test";
import { DunlinError, createRuntime, parseDate, plan } from "dunlin";

const open = (options = {}) => createRuntime({ storage: "memory", ...options });
const turn = () => new Promise((resume) => setTimeout(resume, 0));
const oneStep = (toolName, toolInput = {}) => ({ schemaVersion: 1, goal: "by hand", steps: [{ stepNumber: 1, toolName, toolInput }] });

test("a call of a tool says code and hint, and passes the gate", async () => {
  const dunlin = await open();
  dunlin.todos.add({ text: "one" });
  const unknown = await dunlin.callTool("nobody");
  assert.deepEqual([unknown.success, unknown.code], [false, "tool.not-found"]);
  assert.match(unknown.hint, /calculator/);
  const gated = await dunlin.callTool("todo_store", { action: "clear" });
  assert.deepEqual([gated.success, gated.code], [false, "tool.approval-required"]);
  assert.match(gated.hint, /approved/);
  assert.equal(dunlin.todos.list().length, 1);
  assert.equal((await dunlin.callTool("todo_store", { action: "clear" }, { approved: true })).success, true);
  assert.equal(dunlin.todos.list().length, 0);
  const strict = await open({ policy: { approval: "always" } });
  assert.equal((await strict.callTool("calculator", { expression: "1" })).code, "tool.approval-required");
});

test("a call of a tool is given up by its signal or its time, and the tool is told", async () => {
  const dunlin = await open();
  let told = 0;
  dunlin.tools.register({ name: "hang", execute: (_, { signal }) => new Promise(() => signal.addEventListener("abort", () => told++)) });
  assert.equal((await dunlin.callTool("hang", {}, { timeoutMs: 5 })).code, "tool.timeout");
  const controller = new AbortController();
  const called = dunlin.callTool("hang", {}, { signal: controller.signal });
  controller.abort();
  assert.equal((await called).code, "tool.aborted");
  assert.equal((await dunlin.callTool("hang", {}, { signal: AbortSignal.abort() })).code, "tool.aborted");
  assert.equal(told, 2);
});

test("what a listener throws is reported, and stops nothing", async (t) => {
  const reported = t.mock.method(console, "error", () => {});
  const said = () => new Set(reported.mock.calls.map(({ arguments: [thrown] }) => thrown.message));
  const broken = (name) => () => { throw new Error(name); };
  const dunlin = await open({ log: broken("log") });
  dunlin.runs.subscribe(broken("runs"));
  dunlin.runs.subscribe(async () => { throw new Error("runs, later"); });
  dunlin.todos.subscribe(broken("todos"));
  dunlin.schedules.add({ goal: "add todo Begun", at: "2020-01-01T09:00" });
  const end = dunlin.schedules.watch(broken("schedules"));
  const heard = [];
  dunlin.todos.subscribe(({ ids }) => heard.push(...ids));
  assert.equal((await dunlin.run("add todo Stay").result).status, "completed");
  while (dunlin.todos.list().length < 2) await turn();
  await turn();
  end();
  assert.deepEqual([...said()].sort(), ["log", "runs", "runs, later", "schedules", "todos"]);
  assert.equal(heard.length, 2);
});

test("runs are heard of, filtered, and taken in pages", async () => {
  const dunlin = await open();
  const heard = [];
  const end = dunlin.runs.subscribe((change) => heard.push(change));
  const first = await dunlin.run("calculate 1 + 1", { runId: "a" }).result;
  await dunlin.run("calculate 1 / 0", { runId: "b" }).result;
  await turn();
  assert.equal(first.status, "completed");
  assert.deepEqual([...new Set(heard.map(({ runId }) => runId))], ["a", "b"]);
  assert.ok(heard.every(({ elsewhere }) => elsewhere === false));
  end();
  const before = heard.length;
  await dunlin.run("calculate 3 + 3", { runId: "c" }).result;
  await turn();
  assert.equal(heard.length, before);
  const ids = (filter) => dunlin.runs.list(filter).map(({ runId }) => runId).sort().join("");
  assert.equal(ids(), "abc");
  assert.equal(ids({ status: "failed" }), "b");
  assert.equal(ids({ status: ["failed", "completed"], text: "CALCULATE 1" }), "ab");
  assert.equal(dunlin.runs.list({ limit: 2 }).length, 2);
  assert.equal(dunlin.runs.list({ offset: 2 }).length, 1);
});

test("what is under way is not deleted, not even before its first turn", async () => {
  const dunlin = await open();
  const run = dunlin.run("add todo Stay");
  assert.throws(() => dunlin.runs.delete(run.runId), { code: "run.under-way" });
  assert.equal((await run.result).status, "completed");
  dunlin.runs.delete(run.runId);
  assert.equal(dunlin.runs.get(run.runId), null);
  assert.deepEqual(dunlin.todos.list().map(({ text }) => text), ["Stay"]);
});

test("a runtime that is closed says so, and another takes its runs up", async () => {
  const kept = new Map();
  const storage = { get: (key) => kept.get(key), set: (key, value) => void kept.set(key, value), remove: (key) => void kept.delete(key), keys: () => kept.keys() };
  const first = await open({ storage, policy: { approval: "always" } });
  const run = first.run("add todo Paint the shed");
  for await (const event of run) if (event.type === "runSuspended") break;
  first.close();
  first.close();
  await assert.rejects(run.result, { code: "runtime.closed" });
  for (const work of [() => first.plan("calculate 1"), () => first.todos.list(), () => first.runs.list(), () => first.health()]) {
    assert.throws(work, (error) => error.code === "runtime.closed" && error.hint.includes("createRuntime"));
  }
  const second = await open({ storage });
  const resumed = second.runs.resume(run.runId);
  resumed.approve(resumed.record().executionLog[0].approval.approvalId);
  assert.equal((await resumed.result).status, "completed");
});

test("closing a runtime tells the tools under way", async () => {
  const dunlin = await open();
  const told = [];
  const execute = (_, { signal, runId }) => new Promise(() => signal.addEventListener("abort", () => told.push(runId === "" ? "by hand" : "in a run")));
  dunlin.tools.register({ name: "hold", execute });
  const run = dunlin.run(oneStep("hold"));
  for await (const event of run) if (event.type === "stepStarted") break;
  await turn();
  const called = dunlin.callTool("hold");
  dunlin.close();
  await assert.rejects(run.result, { code: "runtime.closed" });
  const { success, code } = await called;
  assert.deepEqual([success, code], [false, "tool.aborted"]);
  await new Promise((resolve) => setTimeout(resolve, 10));
  assert.deepEqual(told.sort(), ["by hand", "in a run"]);
});

test("closing a runtime ends what watches its schedules", async () => {
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
  const before = timers();
  const dunlin = await open();
  dunlin.schedules.watch();
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(timers(), before + 1);
  dunlin.close();
  assert.equal(timers(), before);
});

test("a runtime over a storage of the host's own sees what another one does with a run", async () => {
  const kept = new Map();
  const storage = { get: (key) => kept.get(key), set: (key, value) => void kept.set(key, value), remove: (key) => void kept.delete(key), keys: () => kept.keys() };
  const [one, other] = [await open({ storage }), await open({ storage })];
  const changed = new Set();
  other.runs.subscribe(({ runId, elsewhere }) => changed.add(`${runId} ${elsewhere}`));
  let ends;
  one.tools.register({ name: "hold", execute: () => new Promise((resolve) => (ends = resolve)) });
  const run = one.run(oneStep("hold"));
  for await (const event of run) if (event.type === "stepStarted") break;
  await turn();
  const seen = () => [other.runs.list()[0]?.status, other.runs.get(run.runId)?.status];
  assert.deepEqual(seen(), ["running", "running"]);
  ends(1);
  await run.result;
  assert.deepEqual(seen(), ["completed", "completed"]);
  one.runs.delete(run.runId);
  assert.deepEqual(seen(), [undefined, undefined]);
  assert.deepEqual([...changed], [`${run.runId} true`]);
});

test("who listens to runs hears of the runs below one too", async () => {
  const dunlin = await open();
  const heard = [];
  dunlin.runs.subscribe((change) => heard.push(change));
  const { runId } = await dunlin.run(plan("parent").plan(plan("child").step("calculator", { expression: "6 * 7" }))).result;
  await new Promise((resolve) => setTimeout(resolve, 10));
  const [child] = dunlin.runs.list().filter(({ parentRunId }) => parentRunId === runId);
  assert.ok(heard.some((change) => change.runId === child.runId && change.elsewhere === false));
  assert.ok(heard.some((change) => change.runId === runId));
  assert.ok(heard.every(({ elsewhere }) => !elsewhere));
  heard.length = 0;
  dunlin.runs.delete(runId);
  await new Promise((resolve) => setTimeout(resolve, 10));
  // The runs below it go with it.
  assert.deepEqual(heard.map((change) => change.runId).sort(), [runId, child.runId].sort());
});

test("a value of a step belongs to its own plan or body", async () => {
  const dunlin = await open();
  dunlin.tools.register({ name: "take", execute: (input) => input });
  const outer = plan("outer");
  const rate = outer.step("take", { of: 5 });
  for (const [work, hint] of [
    [() => outer.map([1], (each) => each.step("take", { of: { deep: [rate.output("/of")] } })), /with: value/],
    [() => outer.map([1], (each) => each.step("take", { of: outer.given("/x") })), /with: value/],
    [() => outer.map([1], (each) => each.step("take").after(rate)), /its own plan or body/],
    [() => outer.map([1], (each) => each.step("take").undo("take", { of: rate.output() })), /with: value/],
    [() => outer.map([1], [{ stepNumber: 1, toolName: "take", toolInput: { of: rate.output() } }]), /with: value/],
    [() => outer.plan(plan("child").step("take", { of: rate.output() })), /given/],
    [() => outer.plan(plan("child").result(rate.output())), /given/],
    [() => outer.plan({ schemaVersion: 2, goal: "", steps: [{ stepNumber: 1, toolName: "take", toolInput: rate.output() }] }), /given/],
  ]) {
    assert.throws(work, (error) => error instanceof DunlinError && error.code === "api.bad-argument" && hint.test(error.hint), String(work));
  }
  const child = plan("child");
  child.result({ of: child.given("/of") });
  const items = outer.map([1, 2], (each) => each.step("take", { of: [each.item(), each.with()] }), { with: rate.output("/of") }).after(rate);
  const within = outer.plan(child.step("take"), { of: rate.output("/of") }).after(rate);
  outer.result({ items: items.output(), within: within.output() });
  const { result } = await dunlin.run(outer).result;
  assert.deepEqual(result, { items: [{ of: [1, 5] }, { of: [2, 5] }], within: { of: 5 } });
});

test("a tool that is a class keeps its own fields", async () => {
  class Counter {
    name = "counter";
    count = 40;
    #secret = 2;
    get description() { return "counts"; }
    execute() { return (this.count += this.#secret); }
  }
  const dunlin = await open();
  dunlin.tools.register(new Counter());
  assert.equal((await dunlin.callTool("counter")).output, 42);
  assert.equal(dunlin.tools.list().find(({ name }) => name === "counter").description, "counts");
});

test("a schema of another library that answers oddly is told, and calls nothing", async () => {
  const dunlin = await open();
  let called = 0;
  const register = (name, standard) => dunlin.tools.register({ name, inputSchema: { "~standard": standard }, execute: () => (called += 1) });
  for (const [name, validate, says] of [
    ["nothing", () => undefined, /validate gives is missing/],
    ["reasonless", () => ({ issues: [] }), /does not say why/],
    ["throwing", () => { throw new Error("no rules"); }, /no rules/],
  ]) {
    register(name, { version: 1, vendor: "odd", validate });
    const { success, error } = await dunlin.callTool(name, {});
    assert.equal(success, false);
    assert.match(error, says);
  }
  assert.throws(() => register("bare", { version: 1, vendor: "odd" }), { code: "api.bad-argument", message: /validate/ });
  dunlin.tools.register({ name: "said", execute(_, context) { context.metadata = "x"; return 1; } });
  assert.equal((await dunlin.callTool("said")).code, "tool.bad-output");
  assert.equal(called, 0);
});

test("what JSON would lose of an output is refused with what to do, and a Date becomes its text", async () => {
  const dunlin = await open();
  let output;
  dunlin.tools.register({ name: "give", execute: () => output });
  for (const [given, said] of [
    [new Map([[1, 2]]), /a Map/], [{ seen: new Set([1]) }, /a Set at "seen"/], [new Uint8Array(2), /an? Uint8Array/], [/x/, /a RegExp/],
    [[new Error("x")], /an Error/], [{ at: new Date(NaN) }, /an invalid Date at "at"/], [new ReadableStream(), /a ReadableStream/], [{ later: Promise.resolve(1) }, /a Promise at "later"/],
  ]) {
    output = given;
    const { success, code, error, hint } = await dunlin.callTool("give");
    assert.deepEqual([success, code], [false, "tool.bad-output"], String(said));
    assert.match(error, said);
    assert.match(hint, /Object\.fromEntries/);
  }
  class Row { id = 1; }
  output = { at: new Date(0), row: new Row(), bare: Object.assign(Object.create(null), { x: 1 }) };
  assert.deepEqual((await dunlin.callTool("give")).output, { at: "1970-01-01T00:00:00.000Z", row: { id: 1 }, bare: { x: 1 } });
});

test("half a pair of surrogates becomes U+FFFD wherever it comes from", async () => {
  const dunlin = await open();
  assert.equal(dunlin.todos.add({ text: "x\ud83cy" }).text, "x\ufffdy");
  dunlin.tools.register({ name: "give", execute: () => ["\udf3b", "🌻", "\\ud800"] });
  assert.deepEqual((await dunlin.callTool("give")).output, ["\ufffd", "🌻", "\\ud800"]);
  dunlin.tools.register({ name: "name", execute: () => ({ "a\ud800": { "\\ud800": 1 } }) });
  assert.deepEqual((await dunlin.callTool("name")).output, { "a\ufffd": { "\\ud800": 1 } });
  dunlin.tools.register({ name: "break", execute: () => { throw new Error("half \udc00"); } });
  const broken = await dunlin.callTool("break");
  assert.deepEqual([broken.code, broken.error], ["tool.failed", "half \ufffd"]);
  assert.equal((await dunlin.run(oneStep("give")).result).status, "completed");
});

test("a clock that does not go is found out at once", async () => {
  for (const now of [() => { throw new Error("no clock"); }, () => "soon", () => undefined, () => new Date(NaN), () => null]) {
    await assert.rejects(open({ now }), (error) => error.code === "api.bad-argument" && /now/.test(error.message) && error.hint !== undefined);
  }
  assert.throws(() => parseDate("tomorrow", { now: () => { throw new Error("no clock"); } }), { code: "api.bad-argument", message: "now failed: no clock" });
});

test("a clock that stops later is an error of what is asked then, and nothing is done at another moment", async () => {
  let moment = new Date(2026, 10, 21, 9, 30);
  const dunlin = await open({ now: () => { if (moment === undefined) throw new Error("no clock"); return moment; } });
  dunlin.todos.add("water the plants today");
  for (const broken of [undefined, NaN]) {
    moment = broken;
    for (const work of [() => dunlin.plan("add todo x tomorrow"), () => dunlin.todos.add("x tomorrow"), () => dunlin.run("add todo x"), () => dunlin.todos.list({ due: "today" })]) {
      assert.throws(work, (error) => error.code === "api.bad-argument" && /now/.test(error.message));
    }
    await assert.rejects(dunlin.callTool("todo_store", { action: "list" }), { code: "api.bad-argument" });
  }
  moment = new Date(2026, 10, 21, 9, 31);
  assert.deepEqual(dunlin.todos.list().map(({ text }) => text), ["water the plants"]);
});

test("an ISO time with a zone becomes what clocks show here, as a field and in words", async (t) => {
  const zone = process.env.TZ;
  t.after(() => (zone === undefined ? delete process.env.TZ : (process.env.TZ = zone)));
  // Behind Greenwich, ahead of it by half an hour more, and where the day is another one.
  for (const [name, here, night] of [["America/New_York", "03:00", "2026-11-26T19:30"], ["Asia/Kolkata", "13:30", "2026-11-27T06:00"], ["UTC", "08:00", "2026-11-27T00:30"]]) {
    process.env.TZ = name;
    const now = new Date(Date.UTC(2026, 10, 21, 12));
    const dunlin = await open({ now: () => now });
    for (const written of ["2026-11-27T08:00Z", "2026-11-27T08:00:00.000Z", "2026-11-27T09:00+01:00", "2026-11-27T03:30-04:30"]) {
      const due = `2026-11-27T${here}`;
      assert.equal(dunlin.todos.add({ text: "call", due: written }).due, due, `${name} ${written}`);
      assert.equal(dunlin.todos.add(`call ${written}`).due, due, `${name} ${written}`);
    }
    assert.equal(dunlin.todos.add({ text: "call", due: "2026-11-27T00:30Z" }).due, night);
    assert.throws(() => dunlin.todos.add({ text: "call", due: "2026-11-27T08:00+99:00" }), DunlinError);
  }
});

test("a slip in what a tool says of itself is an error that names what was meant, also in a class", async () => {
  const dunlin = await open();
  const execute = () => 1;
  for (const [fields, meant] of [
    [{ pharses: ["x"] }, "phrases"], [{ anotations: {} }, "annotations"], [{ give: "x" }, "gives"], [{ excute: execute }, "execute"],
    [{ destructivWhen: {} }, "destructiveWhen"], [{ inputschema: {} }, "inputSchema"],
  ]) {
    assert.throws(() => dunlin.tools.register({ name: "slip", execute, ...fields }), (error) => error.code === "api.bad-argument" && error.message.includes(`did you mean "${meant}"`));
  }
  // What is misspelt of what must be there is no missing one, and what a class keeps to itself is not looked into.
  class Executor { name = "slip"; excute() {} }
  for (const slip of [{ name: "slip", excute() {} }, new Executor()]) {
    assert.throws(() => dunlin.tools.register(slip), { code: "api.bad-argument", message: /"excute" is not known, did you mean "execute"/ });
  }
  class Secret { name = "secret"; execute() { return 1; } get vault() { throw new Error("opened"); } }
  dunlin.tools.register(new Secret());
  assert.equal((await dunlin.callTool("secret")).output, 1);
  class Slip { name = "slip"; anotations = { destructiveHint: true }; execute() {} }
  class Getter { name = "slip"; get annotation() { return { destructiveHint: true }; } execute() {} }
  class Method { name = "slip"; needLeave() { return [{ kind: "x" }]; } execute() {} }
  const inherited = Object.create({ name: "slip", annotatons: { destructiveHint: true }, execute() {} });
  for (const [tool, meant] of [[new Slip(), "annotations"], [new Getter(), "annotations"], [new Method(), "needsLeave"], [inherited, "annotations"]]) {
    assert.throws(() => dunlin.tools.register(tool), (error) => error.code === "api.bad-argument" && error.message.includes(`"${meant}"`));
  }
  class Wiper {
    name = "wiper";
    wiped = 0;
    destructiveWhen = { type: "object", required: ["all"] };
    execute({ all }) { return all ? ++this.wiped : this.wiped; }
    phrase() {}
  }
  dunlin.tools.register(new Wiper());
  assert.equal((await dunlin.callTool("wiper")).output, 0);
  assert.equal((await dunlin.callTool("wiper", { all: true })).code, "tool.approval-required");
  assert.throws(() => dunlin.tools.register({ name: "slip", execute, destructiveWhen: { requierd: ["all"] } }), (error) => error.code === "tool.invalid-schema" && error.message.includes('did you mean "required"'));
});

test("a slip in an input is told beside what is missing for it", async () => {
  const dunlin = await open();
  const { code, error } = await dunlin.callTool("calculator", { expresion: "6 * 7" });
  assert.equal(code, "tool.invalid-input");
  assert.match(error, /"expression" is missing; "expresion" is not known, did you mean "expression"/);
});

test("a slip in an option, a filter or a reference is an error that names it", async () => {
  const dunlin = await open();
  assert.throws(() => dunlin.runs.list({ status: ["failed", "complete"] }), (error) => error.code === "api.bad-argument" && /"complete".*"completed"/.test(error.message));
  await assert.rejects(dunlin.mcp(new Request("http://127.0.0.1/mcp"), { alowHost: [] }), (error) => error.code === "api.bad-argument" && /"alowHost".*"allowHost"/.test(error.message));
  await assert.rejects(dunlin.exposeWebMCP({ tool: [] }), (error) => error.code === "api.bad-argument" && /"tool".*"tools"/.test(error.message));
  dunlin.tools.register({ name: "take", execute: (input) => input });
  const first = plan("by hand").step("take");
  for (const slip of [{ $form: first.output().$from }, { ...first.output(), default: 1 }, { $conct: ["a", { ...first.output() }] }, { $from: { stpe: 1 } }]) {
    const faults = dunlin.validate(plan("by hand").step("take").step("take", { given: slip }));
    assert.deepEqual(faults.map(({ code }) => code), ["plan.malformed-reference"], JSON.stringify(slip));
  }
  for (const work of [() => plan(7), () => plan().step(), () => plan().step("take").after("one"), () => plan().step("take").after({}), () => first.output(1)]) {
    assert.throws(work, (error) => error instanceof DunlinError && error.code === "api.bad-argument" && error.hint !== undefined, String(work));
  }
});

test("an error is written down whole, and a bad argument shows itself", async () => {
  const dunlin = await open();
  const error = (() => { try { dunlin.plan("what is the capital of Peru"); } catch (thrown) { return thrown; } })();
  const written = JSON.parse(JSON.stringify(error));
  assert.deepEqual([written.name, written.code, written.message], ["DunlinError", "plan.unrecognized", error.message]);
  assert.ok(Array.isArray(written.details.suggestions) && written.span.end > 0);
  for (const [work, said] of [
    [() => dunlin.plan(7), /the number 7/], [() => dunlin.plan({ goal: "x" }), /an object {"goal":"x"}/],
    [() => dunlin.run("x", { signal: "stop" }), /the text "stop"/], [() => dunlin.todos.get(Symbol("id")), /Symbol\(id\)/],
    [() => dunlin.todos.export("pdf"), /pdf/], [() => dunlin.todos.undo({ runid: "r" }), /runid/], [() => dunlin.runs.list({ limit: "x".repeat(200) }), /limit/],
  ]) {
    assert.throws(work, (error) => {
      assert.ok(error instanceof DunlinError && error.code === "api.bad-argument", String(said));
      assert.match(error.message, said);
      assert.ok(error.hint?.length > 0, `a hint for ${error.message}`);
      return true;
    });
  }
});

/** Works where there is a `localStorage`, whose keys have a symbol among them as jsdom's have. */
async function withLocalStorage(work) {
  class Storage {
    #kept = new Map();
    getItem(key) { return this.#kept.get(key) ?? null; }
    setItem(key, value) { this.#kept.set(key, value); }
    removeItem(key) { this.#kept.delete(key); }
    get length() { return this.#kept.size; }
    get names() { return [...this.#kept.keys()]; }
  }
  const inside = new Storage();
  const localStorage = new Proxy(inside, {
    get: (target, key) => (typeof target[key] === "function" ? target[key].bind(target) : target[key]),
    ownKeys: (target) => [...target.names, Symbol("impl")],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  });
  Object.assign(globalThis, { Storage, localStorage });
  try {
    await work();
  } finally {
    delete globalThis.Storage;
    delete globalThis.localStorage;
  }
}

test("a localStorage with symbols among its keys, as jsdom's, is read", () => withLocalStorage(async () => {
  const first = await open({ storage: "local" });
  assert.equal(first.health().storage.kind, "local");
  first.todos.add({ text: "Kept" });
  assert.deepEqual((await open({ storage: "local" })).todos.list().map(({ text }) => text), ["Kept"]);
}));

test("two runtimes in one page see each other's todos and runs, and undo what was last", () => withLocalStorage(async () => {
  const [left, right] = [await open({ storage: "local" }), await open({ storage: "local" })];
  const texts = ({ todos }) => todos.list({ sort: "manual" }).map(({ text }) => text).sort().join();
  const changes = [];
  right.todos.subscribe(({ elsewhere }) => changes.push(elsewhere));
  left.todos.add({ text: "a" });
  assert.equal(texts(right), "a");
  right.todos.add({ text: "b" });
  assert.equal(texts(left), "a,b");
  assert.ok(changes.length >= 1);
  const { runId } = await left.run("add todo c").result;
  assert.equal(texts(right), "a,b,c");
  assert.equal(right.runs.get(runId).status, "completed");
  assert.deepEqual(right.runs.list().map((run) => run.runId), [runId]);
  right.todos.undo();
  assert.equal(texts(left), "a,b");
  // Who only listens hears of it as well, in a turn of its own and not in the middle of the other's work.
  const heard = [];
  left.todos.subscribe(({ elsewhere }) => heard.push(`todos ${elsewhere}`));
  left.runs.subscribe(({ runId, elsewhere }) => heard.push(`${runId} ${elsewhere}`));
  right.todos.add({ text: "d" });
  assert.deepEqual(heard, []);
  await turn();
  assert.deepEqual([...new Set(heard)], ["todos true"]);
  await right.run("calculate 6 * 7", { runId: "r" }).result;
  await turn();
  assert.ok(heard.includes("r true"));
  left.close();
  right.todos.add({ text: "e" });
  await turn();
  assert.equal(heard.filter((what) => what === "todos true").length, heard.lastIndexOf("todos true") + 1);
}));

test("the tools that the policy allows are the only ones that goals are planned for", async () => {
  const dunlin = await open({ policy: { allowedTools: ["calculator", "hum"] } });
  dunlin.tools.register({ name: "hum", phrases: ["hum {tune}"], execute: ({ tune }) => tune });
  dunlin.tools.register({ name: "shout", phrases: ["shout {words}"], execute: ({ words }) => words });
  assert.equal(dunlin.plan("calculate 6 * 7 and hum a song").steps.length, 2);
  assert.deepEqual(dunlin.explain("calculate 6 * 7 and hum a song").diagnostics, []);
  for (const goal of ["add todo buy milk", "shout hello", "calculate 6 * 7 and shout hello"]) {
    assert.throws(() => dunlin.plan(goal), (error) => error.code === "plan.tool-not-allowed" && /allowedTools/.test(error.hint), goal);
    const [fault] = dunlin.explain(goal).diagnostics.filter(({ severity }) => severity === "error");
    assert.equal(fault?.code, "plan.tool-not-allowed", goal);
  }
  assert.throws(() => dunlin.run(oneStep("shout", { words: "x" })), { code: "plan.tool-not-allowed" });
});

test("attempts count on when another runtime takes a run up", async () => {
  const kept = new Map();
  const storage = { get: (key) => kept.get(key), set: (key, value) => void kept.set(key, value), remove: (key) => void kept.delete(key), keys: () => kept.keys() };
  const attempts = [];
  const retry = { maxAttempts: 3, initialIntervalMs: 30 };
  const flaky = (tried) => ({
    name: "flaky",
    annotations: { idempotentHint: true },
    execute(_, { attempt, idempotencyKey }) {
      attempts.push([attempt, idempotencyKey]);
      tried?.();
      throw Object.assign(new Error("busy"), { retryable: true });
    },
  });
  const first = await open({ storage });
  const once = new Promise((tried) => first.tools.register(flaky(tried)));
  const run = first.run(oneStep("flaky"), { policy: { retry }, runId: "one" });
  run.result.catch(() => {});
  await once;
  await turn();
  first.close();
  const second = await open({ storage });
  second.tools.register(flaky());
  const record = await second.runs.resume("one").result;
  assert.equal(record.status, "failed");
  assert.deepEqual(attempts, [[1, "one:1"], [2, "one:1"], [3, "one:1"]]);
  assert.equal(record.executionLog[0].attempts, 3);
});

test("a tool that the policy does not allow is not called beside a plan either", async () => {
  const dunlin = await open({ policy: { allowedTools: ["hum"] } });
  let shouted = 0;
  dunlin.tools.register({ name: "hum", execute: () => "la" });
  dunlin.tools.register({ name: "shout", execute: () => ++shouted });
  assert.equal((await dunlin.callTool("hum")).output, "la");
  const refused = await dunlin.callTool("shout");
  assert.deepEqual([refused.success, refused.code, shouted], [false, "plan.tool-not-allowed", 0]);
  assert.match(refused.hint, /allowedTools/);
});

test("a time-out may be longer than a timer counts, and none is none", async () => {
  const dunlin = await open();
  dunlin.tools.register({ name: "nod", execute: () => new Promise((resolve) => setTimeout(() => resolve("yes"), 20)) });
  for (const timeoutMs of [3e9, null, undefined]) assert.equal((await dunlin.callTool("nod", {}, { timeoutMs })).output, "yes", String(timeoutMs));
  assert.equal((await dunlin.callTool("nod", {}, { timeoutMs: 1 })).code, "tool.timeout");
  const gone = await dunlin.callTool("nod", {}, { signal: AbortSignal.abort() });
  assert.deepEqual([gone.code, /nothing was done/.test(gone.hint)], ["tool.aborted", true]);
});

test("a registration takes away its own tool, and none that came after it", async () => {
  const dunlin = await open();
  const first = dunlin.tools.register({ name: "hum", execute: () => 1 });
  assert.equal(first.unregister(), true);
  const second = dunlin.tools.register({ name: "hum", execute: () => 2 });
  assert.equal(first.unregister(), false);
  assert.equal((await dunlin.callTool("hum")).output, 2);
  assert.equal(second.unregister(), true);
  assert.equal(second.unregister(), false);
});

test("what is scheduled while somebody watches begins when it is due", async () => {
  const dunlin = await open();
  const begun = [];
  const end = dunlin.schedules.watch((run) => begun.push(run));
  await new Promise((resolve) => setTimeout(resolve, 30));
  const at = new Date(Date.now() - 60_000);
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
  dunlin.schedules.add({ id: "soon", goal: "list todos", at: local });
  for (let tries = 0; tries < 100 && begun.length === 0; tries++) await new Promise((resolve) => setTimeout(resolve, 20));
  end();
  assert.equal(begun.length, 1);
});

test("of two runtimes over a storage of the host's own none deletes a run that the other drives", async () => {
  const kept = new Map();
  const storage = {
    get: (key) => kept.get(key) ?? null,
    set: (key, value) => void kept.set(key, value),
    remove: (key) => void kept.delete(key),
    keys: () => [...kept.keys()],
  };
  const [one, other] = [await open({ storage }), await open({ storage })];
  const until = async (fits) => {
    for (let tries = 0; tries < 200 && !fits(); tries++) await new Promise((resolve) => setTimeout(resolve, 10));
    assert.ok(fits());
  };
  let ends;
  one.tools.register({ name: "hold", execute: () => new Promise((resolve) => (ends = resolve)) });
  const held = one.run(oneStep("hold"));
  await until(() => ends !== undefined);
  assert.throws(() => other.runs.delete(held.runId), { code: "run.under-way" });
  ends(1);
  assert.equal((await held.result).status, "completed");
});
