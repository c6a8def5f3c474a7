// Every typed method is called, with what its types promise and with what they forbid; a method that the types name and
// this file does not call fails the last test.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { DunlinError, createRuntime, defineTool, evaluate, parseDate, parseQuickAdd, plan } from "dunlin";

const now = new Date(2026, 10, 21, 9, 30);
const open = () => createRuntime({ storage: "memory", policy: { approval: "never" }, seed: 1, now: () => now });
const sum = { schemaVersion: 1, goal: "by hand", steps: [{ stepNumber: 1, toolName: "calculator", toolInput: { expression: "6 * 7" } }] };
const edit = (rest) => ({ ...sum, steps: [{ ...sum.steps[0], ...rest }] });

const called = new Set();

/** Calls `Interface.method` with arguments that are right, then with each that is wrong; `said` names code and words. */
function method(name, right, wrong = []) {
  called.add(name);
  test(`${name} does what its types promise and refuses the rest`, async () => {
    await right(await open());
    for (const [work, code, said = /./] of wrong) {
      const dunlin = await open();
      await assert.rejects(async () => work(dunlin), (error) => {
        assert.ok(error instanceof DunlinError, `${name}: ${error}`);
        assert.equal(error.code, code, `${name}: ${error.message}`);
        assert.match(error.message, said, name);
        return true;
      });
    }
  });
}

const bad = "api.bad-argument";
const todo = (dunlin, fields = { text: "Ring Ann", priority: 2, tags: ["a", "b"], due: "2026-11-27", list: "home", notes: "n", recurrence: "FREQ=WEEKLY" }) => dunlin.todos.add(fields);
const ended = async (dunlin, what = "calculate 6 * 7") => dunlin.run(what).result;

method("evaluate", () => assert.equal(evaluate("6 * 7").value, 42), [[() => evaluate(6), bad], [() => evaluate("1 / 0"), "calc.divide-by-zero"]]);
method("parseDate", () => assert.equal(parseDate("tomorrow", { now }).date, "2026-11-22"), [
  [() => parseDate(7), bad],
  [() => parseDate("tomorrow", { nwo: now }), bad, /nwo.*now/],
  [() => parseDate("tomorrow", { now: "soon" }), bad],
  [() => parseDate("x".repeat(20_000)), "date.too-long", /10000/],
]);
method("parseQuickAdd", () => assert.deepEqual(parseQuickAdd("buy milk p1 #a", { now }).tags, ["a"]), [
  [() => parseQuickAdd(null), bad],
  [() => parseQuickAdd("x", { nwo: 1 }), bad, /nwo.*now/],
  [() => parseQuickAdd('"'.repeat(200_000)), "date.too-long"],
]);
method("createRuntime", (dunlin) => assert.equal(dunlin.health().status, "healthy"), [
  [() => createRuntime({ stroage: "memory" }), bad, /stroage.*"storage"/],
  [() => createRuntime({ seed: -1 }), bad, /seed/],
  [() => createRuntime({ now: 7 }), bad],
  [() => createRuntime({ log: 7 }), bad],
  [() => createRuntime({ wasm: 7 }), bad, /wasm is the number 7/],
  [() => createRuntime({ wasm: null }), bad, /wasm is null/],
  [() => createRuntime({ policy: { aproval: "never" } }), "api.invalid-policy", /aproval.*"approval"/],
  [() => createRuntime("memory"), bad],
]);

method("Runtime.plan", (dunlin) => {
  assert.equal(dunlin.plan("calculate 1 + 1").steps.length, 1);
  const goal = "add todo pay rent tomorrow";
  const { span } = dunlin.explain(goal).chips.find(({ kind }) => kind === "due");
  assert.ok(dunlin.plan(goal).steps[0].toolInput.due);
  assert.equal(dunlin.plan(goal, { dismissed: [span] }).steps[0].toolInput.due, undefined);
}, [
  [(dunlin) => dunlin.plan("x", { dismised: [] }), bad, /dismised.*"dismissed"/],
  [(dunlin) => dunlin.plan(7), bad],
  [(dunlin) => dunlin.plan("what's the weather"), "plan.unrecognized"],
  [(dunlin) => dunlin.plan(`add milk to my ${"a".repeat(300)} list`), "plan.invalid-input", /300/],
]);
method("Runtime.explain", (dunlin) => assert.ok(dunlin.explain("add todo x tomorrow", { dismissed: [{ start: 11, end: 19 }] }).chips), [
  [(dunlin) => dunlin.explain(7), bad],
  [(dunlin) => dunlin.explain("x", { dismised: [] }), bad, /dismised.*"dismissed"/],
  [(dunlin) => dunlin.explain("x", { dismissed: [{ start: "1", end: 2 }] }), bad, /dismissed\[0\]\.start/],
]);
method("Runtime.run", async (dunlin) => {
  assert.equal((await ended(dunlin)).result, 42);
  assert.equal((await ended(dunlin, sum)).result, 42);
  assert.equal((await dunlin.run(sum, { policy: { maxSteps: 1 }, runId: "r", seed: 2, signal: new AbortController().signal }).result).runId, "r");
}, [
  [(dunlin) => dunlin.run(7), bad],
  [(dunlin) => dunlin.run(sum, { runid: "r" }), bad, /runid.*"runId"/],
  [(dunlin) => dunlin.run(sum, { signal: 7 }), bad, /the number 7.*AbortSignal/],
  [(dunlin) => dunlin.run(sum, { signal: { addEventListener() {} } }), bad, /AbortSignal/],
  [(dunlin) => dunlin.run("x", { dismissed: 7 }), bad, /dismissed/],
  [(dunlin) => dunlin.run(edit({ dependOn: [1] })), "plan.unknown-field", /dependOn.*"dependsOn"/],
  [(dunlin) => dunlin.run({ ...sum, policy: { maxStep: 1 } }), "plan.unknown-field", /maxStep.*"maxSteps"/],
  [(dunlin) => dunlin.run(edit({ stepNumber: "one" })), "plan.unreadable", /steps\[0\]\.stepNumber/],
  // What a step of each kind takes, and what undoes one: a slip would be left out, and something else be done.
  ...[
    [{ kind: "decision", toolInput: { left: 1, operator: "==", right: 1, rigth: 2 } }, "plan.invalid-decision", /rigth.*"right"/],
    [{ kind: "notify", toolInput: { title: "Tea", bdy: "now" } }, "plan.invalid-notify", /bdy.*"body"/],
    [{ kind: "wait", toolInput: { untl: "2026-11-27T09:00Z" } }, "plan.invalid-wait", /untl.*"until"/],
    [{ kind: "ask", toolInput: { question: "How many?", schem: {} } }, "plan.invalid-ask", /schem.*"schema"/],
    [{ kind: "signal", toolInput: { name: "bell", nam: "x" } }, "plan.invalid-signal", /nam.*"name"/],
    [{ kind: "map", toolInput: { over: [1], maxParalel: 1 }, body: [{ stepNumber: 1, kind: "notify", toolInput: { title: "x" } }] }, "plan.invalid-map", /maxParalel.*"maxParallel"/],
    [{ kind: "map", toolInput: { over: [1] }, body: [{ stepNumber: 1, kind: "notify", toolInput: { titel: "x", title: "x" } }] }, "plan.invalid-notify", /titel.*"title"/],
    [{ kind: "tool", toolName: "calculator", toolInput: { expression: "1", expresion: "2" } }, "plan.invalid-input", /expresion.*"expression"/],
    [{ retry: { maxAttempt: 2 } }, "plan.unreadable", /maxAttempt.*"maxAttempts"/],
    [{ undo: { toolName: "calculator", toolInput: { expression: "1" }, tolName: "x" } }, "plan.unknown-field", /tolName.*"toolName"/],
  ].map(([step, code, said]) => [(dunlin) => dunlin.run({ schemaVersion: 2, goal: "", steps: [{ ...sum.steps[0], ...(step.kind ? { toolName: "", toolInput: {} } : {}), ...step }] }), code, said]),
]);
method("Runtime.validate", (dunlin) => {
  assert.deepEqual(dunlin.validate(sum), []);
  assert.deepEqual(dunlin.validate(edit({ dependOn: [] })).map(({ code, pointer }) => [code, pointer]), [["plan.unknown-field", "/steps/0/dependOn"]]);
  assert.deepEqual(dunlin.validate("plan").map(({ code, place: { line, column } }) => [code, line, column]), [["plan.unreadable", 1, 1]]);
}, [[(dunlin) => dunlin.validate(7), bad], [(dunlin) => dunlin.validate(null), bad]]);
method("Runtime.callTool", async (dunlin) => assert.equal((await dunlin.callTool("calculator", { expression: "1 + 1" })).output, 2), [
  [(dunlin) => dunlin.callTool(7), bad],
  [(dunlin) => dunlin.callTool("calculator", { expression: 1n }), bad],
  [(dunlin) => dunlin.callTool("calculator", {}, { timeout: 5 }), bad, /timeout.*"timeoutMs"/],
  [(dunlin) => dunlin.callTool("calculator", {}, { timeoutMs: -1 }), bad, /timeoutMs/],
  [(dunlin) => dunlin.callTool("calculator", {}, { signal: "no" }), bad, /AbortSignal/],
]);
method("Runtime.close", (dunlin) => dunlin.close(), [[(dunlin) => { dunlin.close(); dunlin.plan("calculate 1"); }, "runtime.closed"]]);
method("Runtime.health", (dunlin) => assert.equal(dunlin.health().storage.kind, "memory"));
method("Runtime.capabilities", (dunlin) => assert.ok(dunlin.capabilities().limits.planSteps >= 100));
method("Runtime.metrics", (dunlin) => assert.match(dunlin.metrics(), /^# /m));

method("Run.record", async (dunlin) => {
  const run = dunlin.run("calculate 1 + 1");
  await run.result;
  assert.equal(run.record().status, "completed");
});
method("Run.partials", async (dunlin) => {
  dunlin.tools.register({ name: "count", execute: async (_, { partial }) => { for (const n of [1, 2]) await partial(n); } });
  const run = dunlin.run({ ...sum, steps: [{ stepNumber: 1, toolName: "count" }] });
  const seen = [];
  for await (const { number, value } of run.partials()) seen.push([number, value]);
  assert.deepEqual(seen, [[1, 1], [2, 2]]);
});
const asking = async (dunlin) => {
  const run = dunlin.run("calculate 6 * 7", { policy: { approval: "always" } });
  for await (const event of run) if (event.type === "approvalRequested") return [run, event.approvalId];
};
method("Run.approve", async (dunlin) => {
  for (const [answer, status] of [[undefined, "succeeded"], ["reject", "denied"], [{ type: "reject", feedback: "no" }, "denied"], [{ type: "edit", input: { expression: "1" } }, "succeeded"]]) {
    const [run, id] = await asking(dunlin);
    run.approve(id, answer);
    assert.equal((await run.result).executionLog[0].status, status);
  }
}, [
  [async (dunlin) => { const [run, id] = await asking(dunlin); run.approve(id, "aprove"); }, bad, /aprove.*"approve"/],
  [async (dunlin) => { const [run, id] = await asking(dunlin); run.approve(id, { type: "reject", feedbak: "no" }); }, bad, /feedbak.*"feedback"/],
  [async (dunlin) => { const [run, id] = await asking(dunlin); run.approve(id, { type: "edit" }); }, bad, /input/],
  [async (dunlin) => { const [run] = await asking(dunlin); run.approve("nobody"); }, "run.approval-void"],
]);
method("Run.revise", async (dunlin) => {
  const [run] = await asking(dunlin);
  const plan = run.record().plan;
  plan.steps[0].toolInput = { expression: "2" };
  run.revise(plan);
  for await (const event of run) if (event.type === "approvalRequested" && event.seq > 4) { run.approve(event.approvalId); break; }
}, [[async (dunlin) => { const [run] = await asking(dunlin); run.revise({}); }, "plan.unreadable"]]);
const waiting = async (dunlin, step) => {
  const run = dunlin.run({ schemaVersion: 2, goal: "wait for somebody", steps: [{ stepNumber: 1, ...step }] });
  for await (const event of run) if (event.type === "stepStarted") return run;
};
const question = { kind: "ask", toolInput: { question: "How many?", schema: { type: "integer" } } };
const bell = { kind: "signal", toolInput: { name: "bell" } };
method("Run.answer", async (dunlin) => {
  const run = await waiting(dunlin, question);
  run.answer(1, 42);
  assert.equal((await run.result).result, 42);
}, [
  [async (dunlin) => (await waiting(dunlin, question)).answer(1, "many"), "run.revision", /answer does not fit/],
  [async (dunlin) => (await waiting(dunlin, question)).answer(2, 1), "run.approval-void"],
]);
method("Runs.answer", async (dunlin) => {
  const run = await waiting(dunlin, question);
  dunlin.runs.answer(run.runId, 1, 7);
  assert.equal((await run.result).result, 7);
}, [[(dunlin) => dunlin.runs.answer("none", 1, 1), "run.not-found"]]);
method("Run.signal", async (dunlin) => {
  const run = await waiting(dunlin, bell);
  run.signal("bell", { rings: 3 });
  assert.deepEqual((await run.result).result, { rings: 3 });
}, [[async (dunlin) => (await waiting(dunlin, bell)).signal("", 1), "run.revision"]]);
method("Runs.signal", async (dunlin) => {
  const run = await waiting(dunlin, bell);
  dunlin.runs.signal(run.runId, "bell", "now");
  assert.equal((await run.result).result, "now");
}, [[(dunlin) => dunlin.runs.signal("none", "bell"), "run.not-found"]]);
method("Run.cancel", async (dunlin) => {
  const [run] = await asking(dunlin);
  run.cancel("enough");
  assert.equal((await run.result).status, "cancelled");
}, [[async (dunlin) => { const [run] = await asking(dunlin); run.cancel(7); }, bad]]);

method("Runs.list", async (dunlin) => { await ended(dunlin); assert.equal(dunlin.runs.list()[0].status, "completed"); }, [
  [(dunlin) => dunlin.runs.list({ stauts: "failed" }), bad, /stauts.*"status"/],
  [(dunlin) => dunlin.runs.list({ status: "done" }), bad],
  [(dunlin) => dunlin.runs.list({ limit: -1 }), bad, /limit/],
]);
method("Runs.subscribe", async (dunlin) => { const heard = new Set(); dunlin.runs.subscribe(({ runId }) => heard.add(runId)); const { runId } = await ended(dunlin); assert.deepEqual([...heard], [runId]); }, [[(dunlin) => dunlin.runs.subscribe(7), bad]]);
method("Runs.fork", async (dunlin) => {
  const { runId } = await ended(dunlin, "calculate 6 * 7 then add todo Pay the result");
  assert.equal((await dunlin.run(dunlin.runs.fork(runId, 2)).result).result.text, "Pay 42");
}, [
  [(dunlin) => dunlin.runs.fork("none", 1), "run.not-found"],
  [async (dunlin) => dunlin.runs.fork((await ended(dunlin)).runId, 9), "run.cannot-fork"],
  [async (dunlin) => dunlin.runs.fork((await ended(dunlin)).runId, "one"), bad, /the text "one"/],
]);
method("Runs.unfinished", async (dunlin) => {
  const [run] = await asking(dunlin);
  await ended(dunlin);
  assert.deepEqual(dunlin.runs.unfinished(), [run.runId]);
});
method("Runs.get", async (dunlin) => { const { runId } = await ended(dunlin); assert.equal(dunlin.runs.get(runId).runId, runId); assert.equal(dunlin.runs.get("none"), null); }, [[(dunlin) => dunlin.runs.get(7), bad]]);
method("Runs.resume", async (dunlin) => { const { runId } = await ended(dunlin); assert.equal((await dunlin.runs.resume(runId).result).status, "completed"); }, [
  [(dunlin) => dunlin.runs.resume("none"), "run.not-found"],
  [async (dunlin) => { const { runId } = await ended(dunlin); dunlin.runs.resume(runId, { singal: null }); }, bad, /singal.*"signal"/],
]);
method("Runs.approve", async (dunlin) => {
  dunlin.todos.add("Air");
  const run = dunlin.run("delete the todo Air", { policy: { approval: "always" } });
  while (dunlin.runs.get(run.runId).status !== "suspended") await new Promise((resume) => setTimeout(resume, 1));
  dunlin.runs.approve(run.runId, run.record().executionLog[0].approval.approvalId, "reject");
  await run.result;
  assert.equal(dunlin.todos.list().length, 1);
}, [[(dunlin) => dunlin.runs.approve("none", "q"), "run.not-found"], [async (dunlin) => dunlin.runs.approve((await ended(dunlin)).runId, 7), bad]]);
method("Runs.trace", async (dunlin) => { const { runId } = await ended(dunlin); assert.equal(dunlin.runs.trace(runId).steps[0].stepNumber, 1); assert.equal(dunlin.runs.trace("none"), null); }, [[(dunlin) => dunlin.runs.trace(7), bad]]);
method("Runs.report", async (dunlin) => { const { runId } = await ended(dunlin); assert.match(dunlin.runs.report(runId).markdown, /42/); }, [[(dunlin) => dunlin.runs.report("none"), "run.not-found"]]);
method("Runs.journal", async (dunlin) => { const { runId } = await ended(dunlin); assert.equal(dunlin.runs.journal(runId).events[0].type, "runCreated"); }, [[(dunlin) => dunlin.runs.journal("none"), "run.not-found"]]);
method("Runs.replay", async (dunlin) => { const { runId } = await ended(dunlin); assert.equal(dunlin.runs.replay(dunlin.runs.journal(runId)).matches, true); }, [[(dunlin) => dunlin.runs.replay({}), bad]]);
method("Runs.delete", async (dunlin) => { const { runId } = await ended(dunlin); dunlin.runs.delete(runId); assert.deepEqual(dunlin.runs.list(), []); }, [[(dunlin) => dunlin.runs.delete("none"), "run.not-found"]]);

method("Todos.add", (dunlin) => {
  assert.deepEqual(todo(dunlin).tags, ["a", "b"]);
  assert.equal(todo(dunlin, "ring Ann p1").priority, 1);
  assert.equal(todo(dunlin, { text: "x", notes: null, due: null, priority: null, list: null, recurrence: null }).text, "x");
}, [
  [(dunlin) => dunlin.todos.add(), bad],
  [(dunlin) => dunlin.todos.add({ text: 7 }), bad, /text/],
  [(dunlin) => dunlin.todos.add({ text: "x", prioritiy: 1 }), bad, /prioritiy.*"priority"/],
  [(dunlin) => dunlin.todos.add({ text: "x", id: "1" }), bad, /"id"/],
  [(dunlin) => dunlin.todos.add({ due: "2026-11-27" }), bad, /text/],
  [(dunlin) => dunlin.todos.add("ring Ann", { priority: 1 }), bad, /beside the todo/],
  [(dunlin) => dunlin.todos.add({ text: "ring Ann" }, { lst: "home" }), bad, /beside the todo/],
]);
method("Todos.update", (dunlin) => {
  const { id } = todo(dunlin);
  const { todos } = dunlin;
  assert.equal(todos.update(id, { text: "Ring Bob" }).text, "Ring Bob");
  assert.equal(todos.update(id, { postpone: "a week" }).due, "2026-12-04");
  assert.deepEqual(todos.update(id, { addTags: ["c"] }).tags, ["a", "b", "c"]);
  assert.deepEqual(todos.update(id, { removeTags: ["a"] }).tags, ["b", "c"]);
  assert.deepEqual(todos.update(id, { tags: ["x"], priority: 1, list: "work", notes: "m", due: "2026-11-30T17:00", recurrence: "FREQ=DAILY" }).tags, ["x"]);
  const bare = todos.update(id, { notes: null, list: null, due: null, priority: null, recurrence: null });
  for (const field of ["notes", "list", "due", "priority", "recurrence"]) assert.equal(bare[field], undefined, field);
}, [
  [(dunlin) => dunlin.todos.update(todo(dunlin).id, { addTag: ["c"] }), bad, /addTag.*"addTags"/],
  [(dunlin) => dunlin.todos.update(todo(dunlin).id, { action: "delete" }), bad, /action/],
  [(dunlin) => dunlin.todos.update(todo(dunlin).id, { priority: "high" }), bad, /priority/],
  [(dunlin) => dunlin.todos.update("none", { text: "x" }), "todo.not-found"],
]);
method("Todos.list", (dunlin) => { todo(dunlin); assert.equal(dunlin.todos.list({ status: "active", due: "any", tag: "a", list: "home", priority: 2, text: "ann", sort: "due" }).length, 1); assert.equal(dunlin.todos.list({ except: ["ann"] }).length, 0); assert.equal(dunlin.todos.list({ completedOn: "today" }).length, 0); }, [[(dunlin) => dunlin.todos.list({ stauts: "all" }), bad, /stauts.*"status"/]]);
method("Todos.search", (dunlin) => { todo(dunlin); assert.equal(dunlin.todos.search("ann").length, 1); }, [[(dunlin) => dunlin.todos.search(), bad]]);
method("Todos.get", (dunlin) => { const { id } = todo(dunlin); assert.equal(dunlin.todos.get(id).id, id); assert.equal(dunlin.todos.get("none"), null); }, [[(dunlin) => dunlin.todos.get(7), bad]]);
method("Todos.complete", (dunlin) => assert.equal(dunlin.todos.complete(todo(dunlin, { text: "x" }).id).completed, true), [[(dunlin) => dunlin.todos.complete("none"), "todo.not-found"]]);
method("Todos.reopen", (dunlin) => { const { id } = todo(dunlin, { text: "x" }); dunlin.todos.complete(id); assert.equal(dunlin.todos.reopen(id).completed, false); }, [[(dunlin) => dunlin.todos.reopen("none"), "todo.not-found"]]);
method("Todos.move", (dunlin) => {
  const [a, b, c] = ["a", "b", "c"].map((text) => todo(dunlin, { text }).id);
  const order = () => dunlin.todos.list({ sort: "manual" }).map(({ text }) => text).join("");
  dunlin.todos.move(a, { after: b });
  assert.equal(order(), "bac");
  dunlin.todos.move(c);
  assert.equal(order(), "cba");
}, [[(dunlin) => dunlin.todos.move("none"), "todo.not-found"], [(dunlin) => dunlin.todos.move(todo(dunlin).id, { before: "x" }), bad, /before/]]);
method("Todos.delete", (dunlin) => { const { id } = todo(dunlin); assert.equal(dunlin.todos.delete(id).id, id); }, [[(dunlin) => dunlin.todos.delete("none"), "todo.not-found"]]);
method("Todos.clearCompleted", (dunlin) => { const { id } = todo(dunlin, { text: "x" }); dunlin.todos.complete(id); assert.equal(dunlin.todos.clearCompleted().length, 1); }, [[(dunlin) => dunlin.todos.clearCompleted(7), bad]]);
method("Todos.undo", async (dunlin) => {
  todo(dunlin);
  assert.equal(dunlin.todos.undo().todos.length, 1);
  const { runId } = await ended(dunlin, "add todo milk");
  assert.equal(dunlin.todos.undo({ runId }).todos.length, 1);
}, [[(dunlin) => dunlin.todos.undo({ runid: "r" }), bad, /runid.*"runId"/], [(dunlin) => dunlin.todos.undo("r"), bad]]);
method("Todos.redo", (dunlin) => { todo(dunlin); dunlin.todos.undo(); assert.equal(dunlin.todos.redo().todos.length, 1); });
method("Todos.lists", (dunlin) => { todo(dunlin); assert.deepEqual(dunlin.todos.lists(), [{ name: "home", total: 1, active: 1 }]); });
method("Todos.subscribe", (dunlin) => { const heard = []; const end = dunlin.todos.subscribe((change) => heard.push(change)); todo(dunlin); end(); todo(dunlin); assert.equal(heard.length, 1); }, [[(dunlin) => dunlin.todos.subscribe(), bad]]);
method("Todos.export", (dunlin) => { todo(dunlin); for (const format of [undefined, "json", "todotxt", "ical", "markdown"]) assert.match(dunlin.todos.export(format), /Ring Ann/); }, [[(dunlin) => dunlin.todos.export("xml"), bad]]);
method("Todos.import", (dunlin) => assert.equal(dunlin.todos.import("markdown", "- [ ] x").length, 1), [[(dunlin) => dunlin.todos.import("xml", ""), bad], [(dunlin) => dunlin.todos.import("json", "{"), "todo.import"]]);

const party = { name: "trip", triggers: ["trip"], todos: [{ text: "Pack", dueInDays: 2 }, { text: "Go", after: [1] }] };
method("templates.list", (dunlin) => assert.ok(dunlin.templates.list().length > 0));
method("templates.set", (dunlin) => { dunlin.templates.set([party]); assert.deepEqual(dunlin.templates.list(), [party]); }, [
  [(dunlin) => dunlin.templates.set([{ ...party, todos: [] }]), bad],
  [(dunlin) => dunlin.templates.set(7), bad],
  [(dunlin) => dunlin.templates.set([{ ...party, trigers: ["away"] }]), bad, /\[0\]\.trigers.*"triggers"/],
  [(dunlin) => dunlin.templates.set([{ ...party, todos: [{ text: "Pack", dueInDay: 2 }] }]), bad, /\[0\]\.todos\[0\]\.dueInDay.*"dueInDays"/],
]);
method("templates.reset", (dunlin) => { const before = dunlin.templates.list(); dunlin.templates.set([party]); dunlin.templates.reset(); assert.deepEqual(dunlin.templates.list(), before); });

const shout = { name: "shout", description: "d", inputSchema: { type: "object", properties: { text: { type: "string", pattern: "^[a-z]+$" } }, required: ["text"] }, annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }, reads: ["a"], writes: ["b"], execute: ({ text }) => text.toUpperCase() };
method("tools.register", async (dunlin) => {
  dunlin.tools.register(shout);
  assert.equal((await dunlin.callTool("shout", { text: "hey" })).output, "HEY");
  assert.match((await dunlin.callTool("shout", { text: "hey!" })).error, /\^\[a-z\]\+\$/);
}, [
  [(dunlin) => dunlin.tools.register({ ...shout, annotations: { destructive: true } }), bad, /annotations\.destructive.*"destructiveHint"/],
  [(dunlin) => dunlin.tools.register({ ...shout, anotations: {} }), bad, /anotations.*"annotations"/],
  [(dunlin) => dunlin.tools.register({ ...shout, execute: 7 }), bad],
  [(dunlin) => dunlin.tools.register({ ...shout, name: "No" }), "tool.invalid-name"],
]);
method("defineTool", async (dunlin) => { dunlin.tools.register(defineTool(shout)); assert.equal((await dunlin.callTool("shout", { text: "a" })).output, "A"); });
method("plan", async (dunlin) => {
  const first = plan("two sums").step("calculator", { expression: "2 + 3" });
  first.step("calculator", { expression: { $concat: [first.output(), " * 2"] } }).after(first);
  assert.deepEqual(dunlin.validate(first), []);
  assert.equal((await dunlin.run(first).result).result, 10);
}, [[(dunlin) => dunlin.run(plan().step("nobody")), "plan.unknown-tool"]]);
method("plan of every kind", async (dunlin) => {
  const put = [];
  dunlin.tools.register({ name: "put", execute: ({ text }) => { put.push(text); return text; } });
  dunlin.tools.register({ name: "bare", execute: (input) => Object.keys(input).length });
  const many = plan("every kind");
  const amount = many.ask("How much?", { type: "integer" });
  const paid = many.signal("paid").after(amount);
  const each = many.map(["a", "b"], (each) => {
    const first = each.step("put", { text: { $concat: [each.with("/mark"), each.item(), each.index()] } });
    each.step("put", { text: { $concat: [first.output(), "!"] } }).after(first);
  }, { with: { mark: "#" }, maxParallel: 1 }).after(paid);
  const child = many.plan(plan("within").step("put", { text: plan().given("/of") }).result({ was: { $from: { step: 1, pointer: "/output" } } }), { of: amount.output() });
  const until = many.waitUntil(new Date(0)).after(child, each);
  many.waitUntil("1970-01-01T01:00+01:00").after(until).step("bare").after(until);
  many.result({ each: each.output(), child: child.output(), paid: paid.output("/by"), bare: { $from: { step: 7, pointer: "/output" } } });
  assert.deepEqual(dunlin.validate(many), []);
  const run = dunlin.run(many);
  for await (const { type } of run) if (type === "runSuspended") break;
  run.answer(amount.stepNumber, 7);
  run.signal("paid", { by: "card" });
  const record = await run.result;
  assert.deepEqual(record.result, { each: ["#a0!", "#b1!"], child: { was: 7 }, paid: "card", bare: 0 }, JSON.stringify(record.error));
  // What is done is taken back, a failure is handled, and a step written without an input has an empty one.
  put.length = 0;
  const undone = plan("taken back").onFailure("undo");
  const room = undone.step("put", { text: "room" }).undo("put", { text: "no room" });
  const sum = undone.step("calculator", { expression: "1 / 0" }).after(room);
  const rescue = undone.step("put", { text: "rescue" }).after(sum).runWhen("anyFailed");
  undone.step("calculator", { expression: "2 / 0" }).after(rescue).onFailure("undo");
  assert.equal((await dunlin.run(undone).result).status, "failed");
  assert.deepEqual(put, ["room", "rescue", "no room"]);
  assert.equal((await dunlin.run({ schemaVersion: 1, goal: "", steps: [{ stepNumber: 1, toolName: "bare" }] }).result).result, 0);
  assert.deepEqual(JSON.parse(JSON.stringify(many)), many.toJSON());
}, [
  [() => plan().waitUntil(new Date(NaN)), "api.bad-argument"], [() => plan().map([1], "x"), "api.bad-argument"], [() => plan().plan("x"), "api.bad-argument"],
  [() => plan().signal(1), "api.bad-argument"], [() => plan().step("put").undo(), "api.bad-argument"], [() => plan().onFailure(1), "api.bad-argument"],
  [() => plan().wait(1, "x"), "api.bad-argument"], [() => plan().map([1], (each) => each.wait(1).result(1)), "api.bad-argument", /body of a map/], [(dunlin) => dunlin.run(plan().waitUntil("soon")), "plan.invalid-wait"],
]);
method("tools.list", (dunlin) => assert.deepEqual(dunlin.tools.list().map(({ name }) => name), ["calculator", "dates", "guide", "schedules", "todo_store"]));

method("tools.unregister", (dunlin) => {
  const registered = dunlin.tools.register(shout);
  assert.ok(dunlin.tools.list().some(({ name }) => name === "shout"));
  registered.unregister();
  assert.ok(!dunlin.tools.list().some(({ name }) => name === "shout"));
});
method("Runtime.exposeWebMCP", async (dunlin) => {
  const registered = [];
  const { names, unregister } = await dunlin.exposeWebMCP({ modelContext: { registerTool: ({ name }) => registered.push(name) } });
  assert.deepEqual(registered, names);
  assert.ok(names.includes("dunlin_calculator"));
  unregister();
}, [[(dunlin) => dunlin.exposeWebMCP(), "webmcp.unavailable"], [(dunlin) => dunlin.exposeWebMCP({ prefx: "x" }), bad]]);
method("Runtime.mcp", async (dunlin) => {
  const headers = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });
  const answer = await dunlin.mcp(new Request("http://127.0.0.1/mcp", { method: "POST", headers, body }));
  assert.deepEqual([answer.status, (await answer.json()).id], [200, 1]);
}, [
  [(dunlin) => dunlin.mcp(7), bad],
  [(dunlin) => dunlin.mcp(new Request("http://127.0.0.1/mcp", { method: "POST", body: "{}" }), { alowHost: [] }), bad, /alowHost.*"allowHost"/],
]);
method("Runtime.recognize", (dunlin) => {
  dunlin.tools.register({ ...shout, phrases: ["shout {text}"] });
  assert.equal(dunlin.recognize("shout hello").tool, "shout");
  assert.equal(dunlin.recognize("what's the weather"), null);
}, [
  [(dunlin) => dunlin.recognize(7), bad],
  [(dunlin) => dunlin.recognize("x", { contxt: {} }), bad, /contxt.*"context"/],
]);

method("language.define", (dunlin) => {
  dunlin.language.define({ rules: { loud: "(loudly|with force)" }, lists: { words: { values: ["hey", "ho"] } }, skipWords: ["please"] });
  dunlin.tools.register({ ...shout, phrases: ["shout <loud> {words:text}"] });
  assert.deepEqual(dunlin.recognize("please shout with force ho").input, { text: "ho" });
}, [
  [(dunlin) => dunlin.language.define(7), bad],
  [(dunlin) => dunlin.language.define({ rule: {} }), "phrase.definition", /rule/],
  [(dunlin) => dunlin.language.define({ lists: { words: { value: [] } } }), "phrase.definition", /value/],
  [(dunlin) => dunlin.language.define({ lists: { words: { values: [{ in: "hey", uot: 1 }] } } }), "phrase.definition", /uot.*out/],
  [(dunlin) => dunlin.language.define({ lists: { words: { range: { from: 1, to: 2, stp: 1 } } } }), "phrase.definition", /stp.*step/],
  [(dunlin) => dunlin.language.define({ numbers: { word: {} } }), "phrase.definition", /word.*words/],
  [(dunlin) => dunlin.tools.register({ ...shout, phrases: [{ say: "shout {text}", requries: {} }] }), "phrase.definition", /requries.*requires/],
  [(dunlin) => dunlin.tools.register({ ...shout, phrases: [{ say: "shout {text}", requires: { room: { slt: true } } }] }), "phrase.definition", /slt.*slot/],
]);
method("language.check", (dunlin) => {
  dunlin.tools.register({ ...shout, phrases: ["shout {text}"] });
  dunlin.tools.register({ ...shout, name: "cry", phrases: ["shout {text}"] });
  assert.deepEqual(dunlin.language.check().conflicts[0].tools.sort(), ["cry", "shout"]);
});
method("language.sample", (dunlin) => {
  dunlin.tools.register({ ...shout, phrases: ["(shout|cry) {text}"] });
  const sentences = dunlin.language.sample("shout", 5, 1);
  assert.ok(sentences.length > 0 && sentences.every((sentence) => dunlin.recognize(sentence).tool === "shout"));
  assert.deepEqual(dunlin.language.sample("shout", 5, 1), sentences);
}, [
  [(dunlin) => dunlin.language.sample(7), bad],
  [(dunlin) => dunlin.language.sample("shout", -1), bad, /count/],
  [(dunlin) => dunlin.language.sample("shout", 1, "x"), bad, /seed/],
]);

const bread = { goal: "add todo buy bread", at: "2026-11-27T09:00", rule: "FREQ=WEEKLY" };
method("schedules.add", (dunlin) => {
  const { id, at } = dunlin.schedules.add({ ...bread, id: "bread" });
  assert.deepEqual([id, at], ["bread", bread.at]);
  assert.match(dunlin.schedules.add({ plan: sum, at: "2026-11-27T08:00Z" }).id, /^s-/);
}, [
  [(dunlin) => dunlin.schedules.add("daily"), bad],
  [(dunlin) => dunlin.schedules.add({ ...bread, rul: "x" }), bad, /rul.*"rule"/],
  [(dunlin) => dunlin.schedules.add({ ...bread, at: "soon" }), "schedule.invalid", /soon/],
  [(dunlin) => dunlin.schedules.add({ ...bread, plan: sum }), "schedule.invalid"],
  [(dunlin) => dunlin.schedules.add({ ...bread, goal: "what's the weather" }), "plan.unrecognized"],
  [(dunlin) => dunlin.schedules.add({ plan: edit({ dependOn: [] }), at: bread.at }), "plan.unknown-field", /dependOn.*"dependsOn"/],
  [(dunlin) => dunlin.schedules.add({ plan: { ...sum, gaol: "x" }, at: bread.at }), "plan.unknown-field", /gaol.*"goal"/],
]);
method("schedules.list", (dunlin) => {
  dunlin.schedules.add(bread);
  dunlin.schedules.add({ ...bread, at: "2026-11-26T09:00" });
  assert.deepEqual(dunlin.schedules.list().map(({ at }) => at), ["2026-11-26T09:00", bread.at]);
});
method("schedules.remove", (dunlin) => {
  const { id } = dunlin.schedules.add(bread);
  assert.deepEqual([dunlin.schedules.remove(id), dunlin.schedules.remove(id)], [true, false]);
}, [[(dunlin) => dunlin.schedules.remove(7), bad]]);
method("schedules.pause", (dunlin) => {
  const { id } = dunlin.schedules.add(bread);
  assert.ok(dunlin.schedules.pause(id));
  assert.equal(dunlin.schedules.list()[0].paused, true);
  assert.ok(dunlin.schedules.pause(id, false));
  assert.equal(dunlin.schedules.pause("none"), false);
}, [[(dunlin) => dunlin.schedules.pause("a", "no"), bad]]);
method("schedules.begin", async (dunlin) => {
  dunlin.schedules.add({ ...bread, at: "2026-11-21T09:00" });
  const runs = await dunlin.schedules.begin();
  assert.deepEqual((await Promise.all(runs.map(({ result }) => result))).map(({ status }) => status), ["completed"]);
  assert.deepEqual(dunlin.todos.list().map(({ text }) => text), ["buy bread"]);
  assert.equal(dunlin.schedules.list()[0].at, "2026-11-28T09:00");
  assert.deepEqual(await dunlin.schedules.begin(), []);
});
method("schedules.watch", async (dunlin) => {
  let stop;
  const run = await new Promise((resolve) => {
    stop = dunlin.schedules.watch(resolve);
    // What is added later is seen at the next look; this one is due at the first.
    dunlin.schedules.add({ ...bread, rule: undefined, at: "2026-11-21T09:00" });
  });
  stop();
  assert.equal((await run.result).given.late, true);
  assert.deepEqual(dunlin.schedules.list(), []);
  dunlin.schedules.watch();
  dunlin.close();
}, [[(dunlin) => dunlin.schedules.watch(7), bad]]);

const CALLED = { Engine: "Runtime", Tools: "tools", Schedules: "schedules" };

test("every method that the types name is called here", () => {
  const typesOf = (door) => readFileSync(new URL(`node_modules/dunlin/${door}.d.ts`, import.meta.url), "utf8");
  const types = ["index", "runtime", "calc", "dates"].map(typesOf).join("");
  const named = [...types.matchAll(/^export function (\w+)/gm)].map(([, name]) => name);
  for (const owner of ["Runtime", "Engine", "Run", "Runs", "Tools", "Todos", "Schedules"]) {
    const [, body] = types.match(new RegExp(`^export interface ${owner} [^{]*\\{\\n([\\s\\S]*?)^\\}`, "m"));
    named.push(...[...body.matchAll(/^  (\w+)[<(]/gm)].map(([, name]) => `${CALLED[owner] ?? owner}.${name}`));
    for (const [, field, inner] of body.matchAll(/^  readonly (\w+): \{\s([^}]*)\s+\};$/gm)) {
      named.push(...[...inner.matchAll(/(\w+)\(/g)].map(([, name]) => `${field}.${name}`));
    }
  }
  assert.ok(named.length > 40, `${named.length} methods`);
  assert.deepEqual(named.filter((name) => !called.has(name)), []);
});
