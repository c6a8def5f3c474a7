// The scripts of `crates/dunlin-tools/tests/slt`, in the format of SQLite's sqllogictest, by the engine of `sql` in wasm. They are
// read here as `slt.rs` reads them there: each statement is a call of its own, and what a write gives is the table of the next.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import test from "node:test";
import { createTools } from "dunlin/tools";

const folder = new URL("../../crates/dunlin-tools/tests/slt/", import.meta.url);
const { sql } = await createTools({ sql: { limits: { writes: true, rows: 10_000 } } });

/** The names of the columns that a `CREATE TABLE` makes; a comma in brackets parts nothing. */
function columns(create) {
  const inner = create.slice(create.indexOf("(") + 1, create.lastIndexOf(")"));
  return inner.split(/,(?![^(]*\))/).map((column) => column.trim().split(/\s+/)[0]).filter((name) => !/^(primary|unique|check|foreign|constraint)\b/i.test(name));
}

/** A value as scripts write it, in a column of that type: I, R or T. */
function shown(value, type) {
  if (value === null) return "NULL";
  // A whole number that JSON's readers may not hold is a text.
  if (type === "I") return /^-?\d+$/.test(value) ? String(value) : String(Math.trunc(typeof value === "number" ? value : Number.parseFloat(value) || 0));
  if (type === "R") return (typeof value === "number" ? value : Number.parseFloat(value) || 0).toFixed(3);
  return value === "" ? "(empty)" : String(value);
}

/** Carries a statement out over these tables; gives the rows of a question. */
async function carryOut(query, tables) {
  const create = /^\s*create\s+table\s+(\w+)/i.exec(query);
  if (create) {
    assert.ok(!(create[1] in tables), `there is a table ${create[1]}`);
    tables[create[1]] = [columns(query)];
    return [];
  }
  const drop = /^\s*drop\s+table\s+(if\s+exists\s+)?(\w+)/i.exec(query);
  if (drop) {
    assert.ok(drop[1] || drop[2] in tables, `there is no table ${drop[2]}`);
    delete tables[drop[2]];
    return [];
  }
  const context = { metadata: {} };
  const output = await sql.execute({ query, tables }, context);
  const { metadata } = context;
  const rows = output.map((row) => metadata.columns.map((name) => row[name]));
  if (metadata.table === undefined) return rows;
  tables[metadata.table] = [metadata.columns, ...rows];
  return [];
}

/** Runs a script and gives how many of its records passed; what fails is told with its text. */
async function run(script) {
  const tables = {};
  const text = script.replace(/^#.*\n/gm, "");
  const records = text.split(/\n{2,}/).map((record) => record.trim()).filter(Boolean);
  for (const record of records) {
    const [head, ...lines] = record.split("\n");
    const [what, kind, order] = head.split(" ");
    if (what === "statement") {
      const done = carryOut(lines.join("\n"), tables);
      await (kind === "error" ? assert.rejects(done, { code: /^sql\./ }, record) : assert.doesNotReject(done, record));
      continue;
    }
    assert.equal(what, "query", record);
    const end = lines.indexOf("----");
    const found = await carryOut(lines.slice(0, end).join("\n"), tables);
    const plain = (line) => line.trim().split(/\s+/).join(" ");
    const told = found.map((row) => plain(row.map((value, at) => shown(value, kind[at])).join(" ")));
    const wanted = lines.slice(end + 1).map(plain);
    if (order === "rowsort") for (const rows of [told, wanted]) rows.sort();
    assert.deepEqual(told, wanted, record);
  }
  return records.length;
}

test("the scripts pass in wasm as a whole, as they do natively", async () => {
  const scripts = readdirSync(folder).filter((name) => name.endsWith(".slt"));
  let passed = 0;
  for (const name of scripts) passed += await run(readFileSync(new URL(name, folder), "utf8"));
  assert.deepEqual([scripts.length, passed], [10, 214]);
});
