// The interpreter of the tool `code`: QuickJS, compiled to wasm, in a worker. A program has the language, `input` and
// `console`; a new interpreter for each, and nothing of the worker in it. As crates/dunlin-tools/src/native/quickjs.rs.
import { Refused, bytesOf } from "./worker.js";

const STACK = 512_000;
const FILE = "code.js";

// Gives the program its console: `say` takes a line. Nothing else is given.
const CONSOLE = `(function (say) {
  const text = (value) => {
    if (typeof value === 'string') return value;
    try { return JSON.stringify(value) ?? String(value); } catch { return String(value); }
  };
  const line = (...values) => say(values.map(text).join(' '));
  globalThis.console = { log: line, info: line, warn: line, error: line, debug: line };
})`;

/**
 * Carries one program out in an interpreter that `make` gives. Its whole memory is new for each program and goes with it, so
 * nothing in it is given back piece by piece.
 */
export async function answer(make, { code, input, limits }) {
  const quickjs = await make();
  const runtime = quickjs.newRuntime();
  runtime.setMemoryLimit(limits.memoryBytes);
  runtime.setMaxStackSize(STACK);
  const deadline = Date.now() + limits.timeMs;
  let over = false;
  runtime.setInterruptHandler(() => (over ||= Date.now() > deadline));
  const context = runtime.newContext();
  const said = { lines: [], left: limits.outputBytes };
  const global = context.global;
  const stringify = context.getProp(context.getProp(global, "JSON"), "stringify");
  const parse = context.getProp(context.getProp(global, "JSON"), "parse");
  const refuse = (fault) => {
    throw told(context.dump(fault), over, said.lines);
  };
  const taken = (result) => (result.error ? refuse(result.error) : result.value);
  const say = context.newFunction("say", (line) => speak(said, context.getString(line)));
  taken(context.callFunction(taken(context.evalCode(CONSOLE)), context.undefined, say));
  context.setProp(global, "input", taken(context.callFunction(parse, context.undefined, context.newString(JSON.stringify(input)))));
  const result = settled(context, runtime, taken(context.evalCode(code, FILE)), taken, () => over, said.lines);
  if (context.typeof(result) === "undefined") return { result: null, console: said.lines };
  const text = taken(context.callFunction(stringify, context.undefined, result));
  if (context.typeof(text) !== "string") throw new Refused("noResult", "the result is nothing that JSON can hold", { console: said.lines });
  const words = context.getString(text);
  const bytes = bytesOf(words);
  if (bytes > limits.outputBytes) throw new Refused("size", `the result has ${bytes} bytes`, { console: said.lines });
  return { result: JSON.parse(words), console: said.lines };
}

function speak(said, line) {
  if (said.left === 0) return;
  const bytes = bytesOf(line);
  if (bytes > said.left) {
    said.left = 0;
    said.lines.push("… more than may be said");
    return;
  }
  said.left = Math.max(0, said.left - bytes - 1);
  said.lines.push(line);
}

// The value of a promise, once the interpreter has nothing more to do.
function settled(context, runtime, value, taken, over, lines) {
  for (;;) {
    const state = context.getPromiseState(value);
    if (state.type === "fulfilled") return state.value;
    if (state.type === "rejected") taken(state);
    const done = runtime.executePendingJobs(1);
    if (done.error || done.value === 0) {
      if (context.getPromiseState(value).type !== "pending") continue;
      if (over()) throw new Refused("time", "the program took too long", { console: lines });
      throw new Refused("noResult", "the result is a promise that nobody keeps", { console: lines });
    }
  }
}

function told(fault, over, console) {
  const isError = typeof fault === "object" && fault !== null && "message" in fault;
  const message = isError ? `${fault.name ?? "Error"}: ${fault.message}` : `threw ${JSON.stringify(fault) ?? "something without a text"}`;
  const line = Number(new RegExp(`${FILE}:(\\d+)`).exec(isError ? (fault.stack ?? "") : "")?.[1]) || undefined;
  if (over) return new Refused("time", "the program took too long", { line, console });
  const kind = /out of memory|threw null|call stack|stack overflow/.test(message) ? "memory" : "threw";
  return new Refused(kind, message.slice(0, 500), { line, console });
}
