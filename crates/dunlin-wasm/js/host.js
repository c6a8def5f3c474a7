// What the host lends to the module: tools and a storage of its own.
import { json, toError } from "./border.js";
import { badArgument, described } from "./error.js";

/** What a tool is told beside its input. */
class ToolContext {
  #controller;
  #aborted = false;
  /** What is said beside the output. */
  metadata = {};

  constructor(idempotencyKey, attempt, runId, stepNumber) {
    this.idempotencyKey = idempotencyKey;
    this.attempt = attempt;
    this.runId = runId;
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

  static abort(context) {
    context.#aborted = true;
    context.#controller?.abort();
  }
}

/**
 * A host's `execute` as the module calls it: `settled` always resolves, to a JSON text that holds an output or a failure,
 * whatever the host's function returns, throws, or does later.
 */
export function adaptTool(execute) {
  return (input, idempotencyKey, attempt, runId, stepNumber) => {
    const context = new ToolContext(idempotencyKey, attempt, runId, stepNumber);
    const settled = new Promise((resolve) => resolve(execute(JSON.parse(input), context))).then(
      (output) => succeeded(output, context.metadata),
      failed,
    );
    return { settled, abort: () => ToolContext.abort(context) };
  };
}

function succeeded(output, metadata) {
  try {
    return `{"output":${json(output, "the tool's output")},"metadata":${json(metadata ?? null, "the tool's metadata")}}`;
  } catch (thrown) {
    return JSON.stringify({ failure: { code: "tool.bad-output", message: toError(thrown).message } });
  }
}

function failed(thrown) {
  const failure = { code: "tool.failed", message: saidBy(thrown), retryable: false };
  try {
    if (typeof thrown?.code === "string" && /^[a-z][\w-]*(\.[\w-]+)+$/.test(thrown.code)) failure.code = thrown.code;
    if (typeof thrown?.hint === "string") failure.hint = thrown.hint;
    failure.retryable = thrown?.retryable === true;
  } catch {} // A getter that throws says no more than that.
  return JSON.stringify({ failure });
}

function saidBy(thrown) {
  try {
    if (typeof thrown === "string" && thrown !== "") return thrown;
    if (typeof thrown?.message === "string" && thrown.message !== "") return thrown.message;
  } catch {}
  return `the tool threw ${thrown === undefined ? "nothing" : described(thrown)}`;
}

/** Checks a storage of the host's own. */
export function adaptStorage(storage) {
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
