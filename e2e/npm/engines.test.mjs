// The tools `sql` and `code` of the door `dunlin/tools`, over the engines that their makers publish, in workers.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { Worker } from "node:worker_threads";
import { createRuntime } from "dunlin";
import { createTools } from "dunlin/tools";

// What every engine must hold, natively, in the page and here.
const held = JSON.parse(readFileSync(new URL("../../testdata/held.json", import.meta.url), "utf8"));

/** Calls a tool by hand: what it gave, or the code of its failure. */
async function given(tool, input, signal) {
  const context = { metadata: {}, signal };
  try {
    return { output: await tool.execute(input, context), metadata: context.metadata };
  } catch ({ code, message, hint }) {
    return { code, message, hint };
  }
}

test("sql asks tables of a call and of the host, in a plan and by hand", async () => {
  let todos = [{ text: "Buy milk", done: false }];
  const { sql } = await createTools({ sql: { tables: () => ({ todos }) } });
  const runtime = await createRuntime({ storage: "memory" });
  runtime.tools.register(sql);
  const record = await runtime.run('ask in sql "SELECT count(*) AS n FROM todos"').result;
  assert.deepEqual(record.result, [{ n: 1 }], JSON.stringify(record.error));
  todos = [...todos, { text: "Pay rent", done: true }];
  assert.deepEqual((await given(sql, { query: "SELECT text FROM todos WHERE done" })).output, [{ text: "Pay rent" }]);
  const costs = { costs: "month,amount\nJan,182.4\nFeb,187.6" };
  const { output, metadata } = await given(sql, { query: "SELECT sum(amount) AS total FROM costs WHERE month <> :not", tables: costs, params: { not: "Feb" } });
  assert.deepEqual([output, metadata], [[{ total: 182.4 }], { columns: ["total"], count: 1 }]);
});

test("sql keeps every text whole, of any length and script", async () => {
  const { sql } = await createTools({ sql: { limits: { bytes: 10_000_000 } } });
  const texts = ["", "short", "ä".repeat(5000), "日本語", "😀".repeat(9000), "b".repeat(300_000), "again"];
  const { output } = await given(sql, { query: "SELECT text FROM notes", tables: { notes: texts.map((text) => ({ text })) } });
  assert.deepEqual(output, texts.map((text) => ({ text })));
});

test("limits count the bytes of texts, as natively", async () => {
  const { sql, code } = await createTools({ sql: { limits: { bytes: 100 } }, code: { limits: { outputBytes: 100 } } });
  const long = "ä".repeat(60);
  assert.equal((await given(sql, { query: `SELECT '${long}'` })).code, "sql.too-large");
  assert.equal((await given(code, { code: `"${long}"` })).code, "code.too-large");
  assert.deepEqual((await given(code, { code: `console.log("${long}"); 1` })).metadata.console, ["… more than may be said"]);
});

test("every statement is answered as the other engines answer it", async () => {
  const { sql } = await createTools({ sql: {} });
  for (const { output, ...input } of held.sql.answered) {
    assert.deepEqual((await given(sql, input)).output, output, input.query);
  }
});

test("every statement is refused that the other engines refuse", async () => {
  const { tables, refused, refusedWithWrites } = held.sql;
  for (const [writes, queries] of [[false, refused], [true, refusedWithWrites]]) {
    const { sql } = await createTools({ sql: { limits: { writes } } });
    for (const { query, refusedAs } of queries) {
      const { code } = await given(sql, { query, tables });
      assert.ok(refusedAs.includes(code), `${query}: ${code}`);
    }
  }
});

test("sql holds its limits, and goes on after one that took too long", async () => {
  const { sql } = await createTools({ sql: { limits: { rows: 2, timeMs: 1000, rowsIn: 5 } } });
  const t = [1, 2, 3].map((a) => ({ a }));
  assert.equal((await given(sql, { query: "SELECT * FROM t", tables: { t } })).code, "sql.too-large");
  assert.equal((await given(sql, { query: "SELECT 1", tables: { t: [...t, ...t] } })).code, "sql.too-many-rows");
  const endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n";
  assert.equal((await given(sql, { query: endless })).code, "sql.timeout");
  assert.deepEqual((await given(sql, { query: "SELECT 1 AS one" })).output, [{ one: 1 }]);
});

test("a job that nobody waits for any more is ended at once, and the next is carried out", async () => {
  const { sql, code } = await createTools({ sql: { limits: { timeMs: 60_000 } }, code: { limits: { timeMs: 60_000 } } });
  const endless = { sql: { query: "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n" }, code: { code: "for (;;);" } };
  const next = { sql: { query: "SELECT 1 AS one" }, code: { code: "6 * 7" } };
  for (const [name, tool] of Object.entries({ sql, code })) {
    const controller = new AbortController();
    const [waited, unbegun] = [0, 1].map(() => given(tool, endless[name], controller.signal));
    setTimeout(() => controller.abort(), 500);
    assert.deepEqual([(await waited).code, (await unbegun).code], ["tool.aborted", "tool.aborted"], name);
    // It would wait for two minutes, were the two before still carried out.
    const began = performance.now();
    assert.deepEqual((await given(tool, next[name])).output, name === "sql" ? [{ one: 1 }] : 42);
    assert.ok(performance.now() - began < 30_000, name);
  }
});

test("a program has its input, its console and nothing else", async () => {
  const { code } = await createTools({ code: {} });
  const { output, metadata } = await given(code, { code: "console.log('sum'); input.reduce((a, b) => a + b)", input: [1, 2, 3] });
  assert.deepEqual([output, metadata], [6, { console: ["sum"] }]);
  for (const escape of held.code.escapes) {
    const result = await given(code, { code: escape });
    assert.ok(result.output === false || ["code.threw", "code.timeout", "code.no-result"].includes(result.code), `${escape}: ${JSON.stringify(result)}`);
  }
  const { code: why, message } = await given(code, { code: "1;\nnope()" });
  assert.deepEqual([why, /nope/.test(message), /line 2/.test(message)], ["code.threw", true, true]);
});

test("every bomb is stopped by a bound, and the next program is carried out", async () => {
  const { code } = await createTools({ code: { limits: { timeMs: 1000 } } });
  for (const { code: bomb, stoppedAs } of held.code.bombs) {
    const result = await given(code, { code: bomb });
    assert.ok(stoppedAs.includes(result.code), `${bomb}: ${JSON.stringify(result)}`);
  }
  assert.equal((await given(code, { code: "6 * 7" })).output, 42);
});

test("a worker that never answers is ended when its time is over", async () => {
  const deaf = () => new Worker('require("node:worker_threads").parentPort.on("message", () => require("node:worker_threads").parentPort.postMessage("begun"))', { eval: true });
  const { code } = await createTools({ code: { limits: { timeMs: 50 }, worker: deaf } });
  assert.equal((await given(code, { code: "1" })).code, "code.timeout");
  const broken = await createTools({ sql: { worker: () => new Worker("throw new Error('no such engine')", { eval: true }) } });
  const { code: why, message } = await given(broken.sql, { query: "SELECT 1" });
  assert.deepEqual([why, /no such engine/.test(message)], ["sql.failed", true]);
});

test("an engine that is not installed is named, and one that is idle keeps no process", () => {
  const folder = mkdtempSync(join(tmpdir(), "dunlin-alone-"));
  try {
    cpSync(new URL("node_modules/dunlin", import.meta.url), join(folder, "node_modules/dunlin"), { recursive: true });
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    const script = `import { createTools } from "dunlin/tools";
      const { sql, code } = await createTools({ sql: {}, code: {} });
      for (const [tool, input] of [[sql, { query: "SELECT 1" }], [code, { code: "1" }]]) await tool.execute(input).catch(({ code, message }) => console.log(code, message));`;
    const said = execFileSync(process.execPath, ["--input-type=module", "--eval", script], { cwd: folder, encoding: "utf8", timeout: 60_000 });
    assert.match(said, /^sql\.failed .*install @sqlite\.org\/sqlite-wasm beside dunlin/m);
    assert.match(said, /^code\.failed .*install quickjs-emscripten-core @jitl\/quickjs-wasmfile-release-sync beside dunlin/m);
  } finally {
    rmSync(folder, { recursive: true });
  }
  const idle = `import { createTools } from "dunlin/tools"; const { sql } = await createTools({ sql: {} }); console.log(await sql.execute({ query: "SELECT 1 AS one" }));`;
  const said = execFileSync(process.execPath, ["--input-type=module", "--eval", idle], { cwd: new URL(".", import.meta.url), encoding: "utf8", timeout: 60_000 });
  assert.match(said, /one: 1/);
});
