// WebMCP in the page: the same tools as the package offers (crates/dunlin-wasm/js/webmcp.js), over the page's own runtime. A
// call is a run of the page, so it asks the person there, and the log tells of it. `ask` takes a question and what belongs to
// it as JSON, and answers with `{ value }` or `{ error }`.
import { DunlinError } from "../../crates/dunlin-wasm/js/error.js";
import { exposeWebMCP } from "../../crates/dunlin-wasm/js/webmcp.js";

const LOOK_MS = 50;
// How long an agent's question waits for the person.
const PATIENCE_MS = 300_000;

const later = (ms) => new Promise((done) => setTimeout(done, ms));
const FINAL = new Set(["completed", "failed", "cancelled"]);

/** Offers the page to the agents of the browser; `unregister` of what comes back takes that away. */
export async function open(ask) {
  const told = (what, given = null) => {
    const { value, error } = JSON.parse(ask(what, JSON.stringify(given)));
    if (error) throw new DunlinError(error);
    return value;
  };

  // How a run stands, now and then after each of its events. A look asks for that alone: a record may be long, and a run may wait
  // for days.
  async function* states(id, until = Infinity) {
    for (let before; Date.now() < until; await later(LOOK_MS)) {
      const { status, events } = told("stands", { id, events: before }) ?? { status: "cancelled" };
      if (events !== before) yield status;
      if (FINAL.has(status)) return;
      before = events;
    }
  }

  const ended = async (id) => {
    for await (const _ of states(id));
    return told("record", id);
  };

  const handle = (id) => ({
    runId: id,
    record: () => told("record", id),
    result: ended(id),
    cancel: (reason) => told("cancel", { id, reason }),
    // The person has answered in the page.
    approve: () => {},
    answer: (stepNumber, answer) => told("answer", { id, stepNumber, answer }),
    signal: (name, data) => told("signal", { id, name, data }),
    async *[Symbol.asyncIterator]() {
      for await (const status of states(id)) yield { type: status === "suspended" ? "runSuspended" : "status" };
    },
  });

  async function callTool(name, input, { signal } = {}) {
    try {
      const id = told("try", { name, input });
      signal?.addEventListener("abort", () => told("cancel", { id, reason: "the agent no longer wants it" }), { once: true });
      const record = await ended(id);
      const [step] = record.executionLog;
      if (step?.success) return { success: true, output: step.output };
      const { code = "tool.denied", message = "the person said no", hint } = record.error ?? {};
      return { success: false, code: step?.errorCode ?? code, error: step?.error ?? message, hint };
    } catch ({ code = "internal", message, hint }) {
      return { success: false, code, error: message, hint };
    }
  }

  // The question is shown to the person, who answers it in the page.
  async function approve({ runId, approvalId }) {
    told("show", runId);
    for await (const _ of states(runId, Date.now() + PATIENCE_MS)) {
      const record = told("record", runId);
      const asks = record.executionLog.some((step) => step.approval?.approvalId === approvalId);
      if (!asks) return record.status !== "cancelled" && !record.executionLog.some((step) => step.status === "denied");
    }
    return false;
  }

  const runs = {
    get: (id) => told("record", id),
    list: ({ status }) => told("runs").filter((run) => run.status === status),
    resume: handle,
    report: (id) => ({ markdown: told("report", id) }),
  };
  const page = {
    tools: { list: () => told("tools") },
    plan: (goal) => told("plan", goal),
    run: (plan, { runId }) => handle(told("start", { plan, runId })),
    runs,
    callTool,
  };
  // The page does without; who looks for the reason finds it.
  const opened = await exposeWebMCP(page, { approve }).catch((thrown) => {
    console.warn(`the browser's agents are offered nothing: ${thrown.message}`);
    throw thrown;
  });
  for (const { name, message } of opened.refused) console.warn(`the browser's agents are not offered ${name}: ${message}`);
  return opened;
}
