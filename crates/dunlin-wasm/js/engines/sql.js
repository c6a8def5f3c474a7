// The database of the tool `sql`: SQLite's own wasm, in a worker; a database in memory for each statement, which may only
// read it, or change the rows of its tables where the limits say so. As crates/dunlin-tools/src/native/sqlite.rs.
import { Refused, bytesOf } from "./worker.js";

// How many steps of the machine pass between two looks at the clock.
const STEPS = 10_000;
// How many rows are put in between two looks at the clock.
const ROWS = 64;
const FORBIDDEN = ["load_extension", "readfile", "writefile", "edit", "fts3_tokenizer"];

// Errors go to the caller, and not to the console.
const silent = () => {};
globalThis.sqlite3ApiConfig = { debug: silent, log: silent, warn: silent, error: silent };

/** What the module is started with, so that it says nothing. */
export const SILENT = { print: silent, printErr: silent };

/** Carries one statement out in a database of its own. */
export function answer({ capi, oo1, wasm }, { tables, query, params, limits }) {
  const database = new oo1.DB(":memory:");
  const deadline = Date.now() + limits.timeMs;
  const clock = { over: false };
  const isOver = () => (clock.over ||= Date.now() > deadline);
  try {
    const checked = (code) => {
      if (code !== capi.SQLITE_OK && code !== capi.SQLITE_DONE) oo1.DB.checkRc(database, code);
    };
    for (const table of tables) put(database, table, { wasm, checked }, isOver);
    const written = restrict(database, capi, limits, tables, isOver);
    try {
      return carriedOut(database, capi, wasm, query, params, limits, written);
    } catch (fault) {
      throw fault instanceof Refused ? fault : told(fault, capi, clock.over);
    }
  } finally {
    database.close();
  }
}

const quoted = (name) => `"${name.replaceAll('"', '""')}"`;

function put(database, { name, columns, rows }, { wasm, checked }, isOver) {
  database.exec(`BEGIN; CREATE TABLE ${quoted(name)} (${columns.map(quoted).join(", ")})`);
  const insert = database.prepare(`INSERT INTO ${quoted(name)} VALUES (${columns.map(() => "?").join(", ")})`);
  const { exports } = wasm;
  const { pointer } = insert;
  const text = new Scratch(wasm);
  try {
    for (let at = 0; at < rows.length; at += 1) {
      const row = rows[at];
      if (at % ROWS === 0 && isOver()) throw new Refused("time", "it took too long to put the tables in");
      for (let column = 0; column < columns.length; column += 1) checked(bound(exports, pointer, column + 1, cell(row[column]), text));
      checked(exports.sqlite3_step(pointer));
      checked(exports.sqlite3_reset(pointer));
    }
  } finally {
    text.free();
    insert.finalize();
  }
  database.exec("COMMIT");
}

// Through the module's own functions: the library's, which look at each value anew, take seven times as long.
function bound(exports, statement, at, value, text) {
  if (value === null || value === undefined) return exports.sqlite3_bind_null(statement, at);
  if (typeof value === "string") {
    const bytes = text.put(value); // Before its place is asked for, which a long text moves.
    return exports.sqlite3_bind_text(statement, at, text.place, bytes, TRANSIENT);
  }
  if (typeof value === "bigint") return exports.sqlite3_bind_int64(statement, at, value);
  if (value === (value | 0)) return exports.sqlite3_bind_int(statement, at, value);
  if (Number.isSafeInteger(value)) return exports.sqlite3_bind_int64(statement, at, BigInt(value));
  return exports.sqlite3_bind_double(statement, at, value);
}

// That SQLite makes a copy of a text of its own.
const TRANSIENT = -1;
const encoder = new TextEncoder();

// A place in the module's memory for one text at a time.
class Scratch {
  constructor(wasm) {
    this.wasm = wasm;
    this.size = 4096;
    this.place = wasm.alloc(this.size);
  }

  // Lays a text there, and gives its bytes. A unit of UTF-16 takes three at most.
  put(text) {
    if (3 * text.length > this.size) {
      this.free();
      this.size = 3 * text.length;
      this.place = this.wasm.alloc(this.size);
      this.view = undefined;
    }
    // Where the module's memory has grown, a view of it is empty.
    if (!this.view?.length) this.view = this.wasm.heap8u().subarray(this.place, this.place + this.size);
    return encoder.encodeInto(text, this.view).written;
  }

  free() {
    this.wasm.dealloc(this.place);
  }
}

// A whole number that a double may not hold comes by its digits.
const cell = (value) => (typeof value === "boolean" ? Number(value) : typeof value === "object" && value !== null ? BigInt(value.whole) : value);

// From here on the database is only read, or only the rows of its tables are written, and only for so long. Which table is
// written is told in what comes back.
function restrict(database, capi, limits, tables, isOver) {
  for (const [limit, value] of [
    [capi.SQLITE_LIMIT_LENGTH, limits.bytes],
    [capi.SQLITE_LIMIT_SQL_LENGTH, 100_000],
    [capi.SQLITE_LIMIT_EXPR_DEPTH, 100],
    [capi.SQLITE_LIMIT_COMPOUND_SELECT, 50],
    [capi.SQLITE_LIMIT_VDBE_OP, 100_000],
    [capi.SQLITE_LIMIT_ATTACHED, 0],
    [capi.SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1000],
  ]) {
    capi.sqlite3_limit(database, limit, value);
  }
  const allowed = [capi.SQLITE_SELECT, capi.SQLITE_READ, capi.SQLITE_RECURSIVE];
  const writes = limits.writes ? [capi.SQLITE_INSERT, capi.SQLITE_UPDATE, capi.SQLITE_DELETE] : [];
  const own = tables.map(({ name }) => name);
  const written = {};
  const authorize = (_, action, first, second, database) => {
    if (allowed.includes(action)) return capi.SQLITE_OK;
    if (writes.includes(action)) {
      if (database !== "main" || !own.includes(first)) return capi.SQLITE_DENY;
      written.table = first;
      return capi.SQLITE_OK;
    }
    const named = [first, second].map((text) => (typeof text === "string" ? text : "").toLowerCase());
    return action === capi.SQLITE_FUNCTION && !FORBIDDEN.some((name) => named.includes(name)) ? capi.SQLITE_OK : capi.SQLITE_DENY;
  };
  if (capi.sqlite3_set_authorizer(database, authorize, 0) !== capi.SQLITE_OK) throw new Refused("failed", "the database could not be restricted");
  capi.sqlite3_progress_handler(database, STEPS, () => (isOver() ? 1 : 0), 0);
  return written;
}

function carriedOut(database, capi, wasm, query, params, limits, written) {
  if (isSeveral(database, capi, wasm, query)) throw new Refused("refused", "found several statements, expected one");
  let kept = null;
  let changes = false;
  const statement = database.prepare(query);
  try {
    changes = !statement.isReadOnly();
    if (changes && !limits.writes) throw new Refused("refused", "the statement would change something");
    bind(statement, params);
    kept = collect(statement, limits);
  } finally {
    statement.finalize();
  }
  if (!changes || written.table === undefined) return kept;
  const changed = { table: written.table, rows: database.changes() };
  return { ...(kept.columns.length > 0 ? kept : whole(database, changed.table, limits)), changed };
}

// The table as it is now.
function whole(database, table, limits) {
  const statement = database.prepare(`SELECT * FROM ${quoted(table)}`);
  try {
    return collect(statement, limits);
  } finally {
    statement.finalize();
  }
}

// Carries a statement out and keeps its rows.
function collect(statement, limits) {
  const columns = statement.columnCount > 0 ? statement.getColumnNames([]) : [];
  const rows = [];
  let bytes = 0;
  while (statement.step()) {
    if (rows.length >= limits.rows) throw new Refused("size", `the result has more than ${limits.rows} rows`);
    const row = columns.map((_, at) => shown(statement.get(at)));
    for (const value of row) bytes += 8 + (typeof value === "string" ? bytesOf(value) : 0);
    if (bytes > limits.bytes) throw new Refused("size", `the result has more than ${limits.bytes} bytes`);
    rows.push(row);
  }
  return { columns, rows };
}

// Whether anything but blanks and remarks follows the first statement.
function isSeveral(database, capi, wasm, query) {
  const stack = wasm.pstack.pointer;
  try {
    const [statement, tail] = wasm.pstack.allocPtr(2);
    const [text, length] = wasm.allocCString(query, true);
    try {
      const code = capi.sqlite3_prepare_v2(database, text, length, statement, tail);
      const made = wasm.peekPtr(statement);
      if (made) capi.sqlite3_finalize(made);
      if (code !== capi.SQLITE_OK) return false;
      const rest = wasm.cstrToJs(wasm.peekPtr(tail)) ?? "";
      return rest.replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, "").trim() !== "";
    } finally {
      wasm.dealloc(text);
    }
  } finally {
    wasm.pstack.restore(stack);
  }
}

function bind(statement, params) {
  const wrong = (what) => {
    throw new Refused("params", what);
  };
  const wanted = statement.parameterCount;
  const several = Array.isArray(params) ? "list" : typeof params;
  if (params !== null && several === "list") {
    if (params.length !== wanted) wrong(`found ${params.length} values for ${wanted} parameters`);
    if (wanted > 0) statement.bind(params.map(cell));
    return;
  }
  if (params !== null && several !== "object") wrong("found neither a list nor values by name");
  const given = Object.entries(params ?? {});
  for (const [name, value] of given) {
    const names = /^[:@$]/.test(name) ? [name] : [`:${name}`, `@${name}`, `$${name}`];
    const place = names.map((one) => statement.getParamIndex(one)).find((index) => index > 0);
    if (place === undefined) wrong(`there is no parameter :${name} in the statement`);
    statement.bind(place, cell(value));
  }
  if (given.length < wanted) wrong(`found ${given.length} values for ${wanted} parameters`);
}

const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
// A whole number beyond what JSON's readers hold exactly is given as a text.
const shown = (value) => (typeof value === "bigint" ? String(value) : value instanceof Uint8Array ? hex(value) : value);

function told(fault, capi, over) {
  const message = String(fault?.message ?? fault).replace(/^[A-Z_]+: sqlite3 result code \d+: /, "");
  const code = (fault?.resultCode ?? 0) & 0xff;
  if (over || code === capi.SQLITE_INTERRUPT) return new Refused("time", "it took too long");
  if (code === capi.SQLITE_AUTH || code === capi.SQLITE_READONLY || message.startsWith("not authorized")) return new Refused("refused", message);
  if (code === capi.SQLITE_TOOBIG || code === capi.SQLITE_NOMEM) return new Refused("size", message);
  return new Refused(code === capi.SQLITE_ERROR ? "wrong" : "failed", message);
}
