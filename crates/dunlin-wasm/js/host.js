// What the host lends to the module: tools, a storage and a clock of its own.
import { asked, call, json, text, toError, wellFormed } from "./border.js";
import { badArgument, kindOf, shown, withArticle } from "./error.js";

/** What a tool is given beside its input. */
class ToolContext {
  #controller;
  #aborted = false;
  /** What is said beside the output. */
  metadata = {};

  #id;

  #module;

  constructor(module, id, head, attempt, stepNumber) {
    this.#module = module;
    this.#id = id;
    const end = head.indexOf("\t");
    const idempotencyKey = end < 0 ? head : head.slice(0, end);
    this.idempotencyKey = idempotencyKey;
    const { caller = "", leave = [] } = end < 0 ? {} : JSON.parse(head.slice(end + 1));
    this.caller = caller;
    this.leave = leave;
    this.attempt = attempt;
    // The key of a step is its run and its number; a call outside of any run has neither.
    this.runId = stepNumber === 0 ? "" : idempotencyKey.slice(0, idempotencyKey.lastIndexOf(":"));
    this.stepNumber = stepNumber;
  }

  /** Made when it is first looked at: most tools never do, and a controller costs more than the rest of the call. */
  get signal() {
    if (!this.#controller) {
      this.#controller = new AbortController();
      if (this.#aborted) this.#controller.abort();
    }
    return this.#controller.signal;
  }

  /**
   * Says how far it has come, from 0 to 1, and in words; a few times a second at most it is an event of the run. A getter, so that
   * `{ progress }` can be taken out of the context.
   */
  get progress() {
    return (fraction, words = "") => {
      if (typeof fraction !== "number") throw badArgument("the fraction", fraction, "a number from 0 to 1");
      this.#module.functions.progress(this.#id, fraction, text(words, "the words"));
    };
  }

  /**
   * Hands out a part of the output before its end, to whoever reads `run.partials()` just then. The promise is of when there is
   * room for the next; who does not wait for it may find the next left out.
   */
  get partial() {
    return (value) => {
      const room = call(() => this.#module.functions.partial(this.#id, json(value, "the partial output")));
      return room ?? Promise.resolve();
    };
  }

  /** @internal What the run has left for one below it, as JSON text: its numbers go beyond what a double holds. */
  left() {
    return call(() => this.#module.functions.left(this.#id));
  }

  /** @internal What `execute` gives to have work carried out as a run below this one: `{ plan, given, limits }` as JSON text. */
  handOver(work) {
    return new HandedOver(work);
  }

  static abort(context) {
    context.#aborted = true;
    context.#controller?.abort();
  }
}

/** Work that a call hands over. */
class HandedOver {
  constructor(work) {
    this.work = work;
  }
}

/**
 * A host's `execute` as the module calls it. `begin` never throws: it gives a JSON text that holds an output or a failure
 * (an empty one for a call that gave nothing), at once when the host's function gives a value at once, otherwise later by `settle`. Whatever the host's function returns,
 * throws, or does later, that happens once at most.
 */
export function adaptTool(module, execute, needsLeave) {
  /** The calls under way, by the module's number for them: that of another module may have the same. */
  const calls = new Map();
  return {
    needsLeave: (input) => json(needsLeave(JSON.parse(input)), "what needs leave"),
    begin(id, text, attempt, stepNumber) {
      const end = text.indexOf("\n");
      const context = new ToolContext(module, id, text.slice(0, end), attempt, stepNumber);
      let output;
      try {
        output = execute(JSON.parse(text.slice(end + 1)), context);
        if (!isThenable(output)) return succeeded(output, context.metadata);
      } catch (thrown) {
        return failed(thrown);
      }
      const settle = (text) => {
        calls.delete(id);
        module.functions.settle(id, text);
      };
      calls.set(id, context);
      Promise.resolve(output).then(
        (output) => settle(succeeded(output, context.metadata)),
        (thrown) => settle(failed(thrown)),
      );
      return undefined;
    },
    abort(id) {
      const context = calls.get(id);
      if (context) ToolContext.abort(context);
    },
  };
}

function isThenable(value) {
  return value !== null && (typeof value === "object" || typeof value === "function") && typeof value.then === "function";
}

function succeeded(output, metadata) {
  if (output instanceof HandedOver) return `{"work":${output.work}}`;
  try {
    if (!isEmpty(metadata) && (typeof metadata !== "object" || Array.isArray(metadata))) throw badArgument("the tool's metadata", metadata, "an object");
    if ((output === null || output === undefined) && isEmpty(metadata)) return "";
    const said = isEmpty(metadata) ? "" : `,"metadata":${json(metadata, "the tool's metadata")}`;
    return `{"output":${json(output, "the tool's output")}${said}}`;
  } catch (thrown) {
    const { message, hint } = toError(thrown);
    return wellFormed(JSON.stringify({ failure: { code: "tool.bad-output", message, hint } }));
  }
}

function isEmpty(metadata) {
  if (metadata === null || metadata === undefined) return true;
  return Object.getPrototypeOf(metadata) === Object.prototype && Object.keys(metadata).length === 0;
}

function failed(thrown) {
  const failure = { code: "tool.failed", message: wordsOf(thrown) ?? `the tool threw ${thrownAs(thrown)}`, retryable: false };
  try {
    if (typeof thrown?.code === "string" && /^[a-z][\w-]*(\.[\w-]+)+$/.test(thrown.code)) failure.code = thrown.code;
    if (typeof thrown?.hint === "string") failure.hint = thrown.hint;
    failure.retryable = thrown?.retryable === true;
  } catch {} // A getter that throws says no more than that.
  return wellFormed(JSON.stringify({ failure }));
}

/** How many causes behind an error are told. */
const MOST_CAUSES = 3;

/**
 * The words of what was thrown and of its causes, where they say more: "fetch failed" alone helps nobody. Of several errors in
 * one the first speaks.
 */
function wordsOf(thrown, causes = MOST_CAUSES) {
  try {
    if (typeof thrown === "string") return thrown || undefined;
    const own = typeof thrown?.message === "string" && thrown.message !== "" ? thrown.message : undefined;
    if (causes === 0) return own;
    const behind = wordsOf(thrown?.cause ?? thrown?.errors?.[0], causes - 1);
    if (own === undefined || behind === undefined) return own ?? behind;
    return own.includes(behind) ? own : behind.includes(own) ? behind : `${own}: ${behind}`;
  } catch {} // A getter that throws says no more.
}

/** What was thrown and says nothing: an error by its name, anything else as it is. */
function thrownAs(thrown) {
  try {
    if (thrown === undefined) return "nothing";
    if (thrown instanceof Error) return `${withArticle(thrown.name)} that says nothing`;
    return shown(thrown);
  } catch {
    return withArticle(kindOf(thrown));
  }
}

/** Checks a storage of the host's own. */
function adaptStorage(storage) {
  for (const name of ["get", "set", "remove", "keys"]) {
    if (typeof storage[name] !== "function") throw badArgument(`storage.${name}`, storage[name], "a function");
  }
  return {
    get: (key) => storage.get(key),
    set: (key, value) => storage.set(key, value),
    remove: (key) => storage.remove(key),
    keys: () => Array.from(storage.keys()),
  };
}

/** Reads the host's clock. One that does not go is found out here, and not by what was done at another moment. */
export function readClock(now) {
  const found = asked(now);
  if (!Number.isFinite(Number(found)) || found === null) throw badArgument("what now gives", found, "a Date or a number of milliseconds");
}

/** Where things are kept: "local" where there is a page, "memory" elsewhere, or the host's own. */
export function place(storage) {
  const inPage = typeof window === "object" && typeof document === "object";
  if (storage === undefined) return inPage ? "local" : "memory";
  if (storage === "local" || storage === "memory") return storage;
  if (typeof storage !== "object" || storage === null) {
    throw badArgument("the storage", storage, 'one of "local", "memory" or an object with get, set, remove and keys');
  }
  return adaptStorage(storage);
}
