// The smaller doors, the door with its module in a file, and `require`.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import test from "node:test";
import * as calc from "dunlin/calc";
import * as dates from "dunlin/dates";
import * as engine from "dunlin/runtime";
import * as stream from "dunlin/stream";
import * as whole from "dunlin";

const require = createRequire(import.meta.url);
const bytesOf = (name) => readFileSync(new URL(`node_modules/dunlin/wasm/${name}.wasm`, import.meta.url));
const now = new Date(2026, 10, 21, 9, 30);

test("each door does what the whole does, with a module of its own", () => {
  for (const expression of ["0.1 + 0.2", "1 / 3", "20 °C in °F", "sqrt(2)"]) assert.deepEqual(calc.evaluate(expression), whole.evaluate(expression));
  assert.throws(() => calc.evaluate("1 / 0"), { name: "DunlinError", code: "calc.divide-by-zero" });
  assert.deepEqual(dates.parseDate("next friday at 5pm", { now }), whole.parseDate("next friday at 5pm", { now }));
  assert.deepEqual(dates.parseQuickAdd("milk tomorrow p1", { now }), whole.parseQuickAdd("milk tomorrow p1", { now }));
  assert.throws(() => dates.parseDate("tomorrow", { noww: now }), { code: "api.bad-argument", message: /noww.*"now"/ });
  assert.equal(calc.DunlinError, whole.DunlinError);
});

test("the runtime's door carries out plans with tools of one's own, and knows no more", async () => {
  const runtime = await engine.createRuntime({ storage: "memory" });
  const tool = engine.defineTool({
    name: "double",
    inputSchema: { type: "object", required: ["of"], properties: { of: { type: "number" } } },
    execute: ({ of }) => ({ is: of * 2 }),
  });
  runtime.tools.register(tool);
  const plan = engine.plan("twice");
  const first = plan.step("double", { of: 4 });
  first.step("double", { of: first.output("/is") }).after(first).notify("Done", "twice").after(2);
  const run = runtime.run(plan);
  const types = [];
  for await (const { type } of run) types.push(type);
  const record = await run.result;
  assert.deepEqual([record.status, record.executionLog[1].output], ["completed", { is: 16 }]);
  assert.equal(types.at(-1), "runCompleted");
  assert.ok(runtime.runs.replay(runtime.runs.journal(run.runId)).matches);
  assert.deepEqual(runtime.validate(engine.plan().step("double")).map(({ code }) => code), ["plan.invalid-input"]);
  assert.deepEqual(runtime.tools.list().map(({ name }) => name), ["double"]);
  assert.equal(runtime.plan, undefined);
  assert.throws(() => runtime.run("double 4"), { code: "api.bad-argument" });
  assert.throws(() => runtime.tools.register({ name: "x", phrases: ["x"], execute() {} }), { code: "api.bad-argument", message: /phrases/ });
  await assert.rejects(engine.createRuntime({ builtins: [] }), { code: "api.bad-argument", message: /builtins/ });
  runtime.close();
  assert.throws(() => runtime.health(), { code: "runtime.closed" });
});

test("two doors in one page abort each its own calls", async () => {
  const runtimes = [await engine.createRuntime({ storage: "memory" }), await whole.createRuntime({ storage: "memory" })];
  const told = [];
  const stops = [];
  // The modules number their calls alike, so that some of these have the same number.
  const calls = runtimes.flatMap((runtime, at) => {
    runtime.tools.register({ name: "hold", execute: ({ call }, { signal }) => new Promise(() => signal.addEventListener("abort", () => told.push(`${at} ${call}`))) });
    return Array.from({ length: 20 }, (_, call) => {
      const stop = new AbortController();
      stops.push(stop);
      return runtime.callTool("hold", { call }, { signal: stop.signal });
    });
  });
  for (const stop of stops.slice(0, 20)) stop.abort();
  await Promise.all(calls.slice(0, 20));
  assert.deepEqual(told, Array.from({ length: 20 }, (_, call) => `0 ${call}`));
  for (const stop of stops) stop.abort();
  await Promise.all(calls);
  assert.equal(told.length, 40);
});

test("the door with its module in a file reads it when it is asked to, and not before", async () => {
  assert.throws(() => stream.evaluate("1 + 1"), { code: "wasm.not-ready" });
  await stream.ready();
  assert.equal(stream.evaluate("1 + 1").value, 2);
  const runtime = await stream.createRuntime({ storage: "memory" });
  assert.equal((await runtime.run("calculate 6 * 7").result).result, 42);
});

test("Node itself takes the scripts that read their module from its file", () => {
  assert.match(import.meta.resolve("dunlin"), /index\.node\.js$/);
  assert.match(require.resolve("dunlin"), /cjs\/index\.js$/);
});

test("a module is taken in every form a host may have of it, and anything else is refused", async () => {
  // A process of its own each time: a door starts its module once.
  const { execFileSync } = await import("node:child_process");
  const forms = [
    "new WebAssembly.Module(bytes)", "bytes", "bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)", "Promise.resolve(bytes)",
    'new Response(bytes, { headers: { "Content-Type": "application/wasm" } })', "Promise.resolve(new Response(bytes))", "url", "url.href",
  ];
  for (const form of forms) {
    const script = `import { readFileSync } from "node:fs"; import { createRuntime } from "dunlin/runtime";
      const url = new URL("node_modules/dunlin/wasm/runtime.wasm", ${JSON.stringify(import.meta.url)}); const bytes = readFileSync(url);
      const runtime = await createRuntime({ wasm: ${form} }); console.log(runtime.health().status);`;
    const said = execFileSync(process.execPath, ["--input-type=module", "--eval", script], { cwd: new URL(".", import.meta.url), encoding: "utf8" });
    assert.equal(said.trim(), "healthy", form);
  }
  const script = `import { createRuntime } from "dunlin/runtime"; for (const wasm of [7, {}, new Uint8Array(8)]) await createRuntime({ wasm }).catch(({ code }) => console.log(code));`;
  const said = execFileSync(process.execPath, ["--input-type=module", "--eval", script], { cwd: new URL(".", import.meta.url), encoding: "utf8" });
  assert.deepEqual(said.trim().split("\n"), ["api.bad-argument", "api.bad-argument", "wasm.refused"]);
});

test("every door can be required", async () => {
  assert.equal(require("dunlin/calc").evaluate("1 / 4").text, "0.25");
  assert.equal(require("dunlin/dates").parseDate("tomorrow", { now }).date, "2026-11-22");
  const runtime = await require("dunlin/runtime").createRuntime({ storage: "memory" });
  assert.equal(runtime.health().status, "healthy");
  const dunlin = await require("dunlin").createRuntime({ storage: "memory" });
  assert.equal((await dunlin.run("calculate 6 * 7").result).result, 42);
  assert.deepEqual(Object.keys(require("dunlin")).sort(), Object.keys(whole).sort());
});

test("the text in a script is the module's bytes, in letters that every encoding has", async () => {
  for (const name of ["dunlin", "runtime", "calc", "dates", "tools"]) {
    const { bytes } = await import(new URL(`node_modules/dunlin/wasm/${name}.inline.js`, import.meta.url));
    assert.equal(Buffer.compare(Buffer.from(bytes()), bytesOf(name)), 0, name);
    const script = readFileSync(new URL(`node_modules/dunlin/wasm/${name}.inline.js`, import.meta.url));
    assert.ok(script.every((byte) => (byte >= 32 && byte < 127) || byte === 10), name);
  }
});
