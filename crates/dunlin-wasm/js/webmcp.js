// WebMCP: the tools of a runtime, and runs of it, for the agents of the browser. What an agent may not decide is asked of the
// page's owner; nothing here decides it.
import { abortSignal, json, object, text } from "./border.js";
import { DunlinError, badArgument, onlyKnown } from "./error.js";

const NAME = { type: "string", description: "the run's id, as launching it gave it" };
const OPTIONS = ["prefix", "signal", "tools", "approve", "modelContext"];

/** Registers tools and runs with the browser's model context; `unregister` of what comes back takes them away. */
export async function exposeWebMCP(dunlin, settings) {
  const given = onlyKnown(object(settings, "the options"), "the options", OPTIONS);
  const { prefix = "dunlin_", tools, approve } = given;
  if (!/^[A-Za-z][A-Za-z0-9_.-]{0,31}$/.test(text(prefix, "the prefix"))) {
    throw badArgument("the prefix", prefix, "a letter and then letters, digits, _, . and -, at most 32");
  }
  if (approve !== undefined && typeof approve !== "function") throw badArgument("approve", approve, "a function that says yes or no");
  const outer = abortSignal(given.signal);
  const context = given.modelContext ?? globalThis.document?.modelContext ?? globalThis.navigator?.modelContext;
  if (typeof context?.registerTool !== "function") {
    throw new DunlinError({
      code: "webmcp.unavailable",
      message: "this browser has no document.modelContext",
      hint: "load a polyfill of WebMCP first, or pass its modelContext",
    });
  }
  const own = new AbortController();
  const stop = () => own.abort();
  if (outer?.aborted) stop();
  else outer?.addEventListener("abort", stop, { once: true });
  const all = offered(dunlin, { prefix, tools, approve });
  try {
    for (const tool of all) await context.registerTool(tool, { signal: own.signal });
  } catch (cause) {
    own.abort(); // All of them or none.
    throw Object.assign(new DunlinError({ code: "webmcp.refused", message: `the browser refused a tool: ${cause?.message ?? cause}` }), { cause });
  }
  return {
    names: all.map((tool) => tool.name),
    unregister() {
      outer?.removeEventListener("abort", stop);
      own.abort();
    },
  };
}

/** Everything that an agent is offered: the runtime's tools, goals and runs. */
export function offered(dunlin, { prefix, tools, approve }) {
  return [...toolsOf(dunlin, tools, approve), ...runsOf(dunlin, approve)].map((tool) => ({ ...tool, name: prefix + tool.name }));
}

/** The runtime's own tools, or those of the names that are given. */
function toolsOf(dunlin, names, approve) {
  const specs = dunlin.tools.list();
  if (names !== undefined && !Array.isArray(names)) throw badArgument("the tools", names, "a list of names");
  const missing = names?.find((name) => !specs.some((spec) => spec.name === name));
  if (missing !== undefined) throw badArgument("the tools", names, `names of tools; there is no ${JSON.stringify(missing)}`);
  return specs.filter((spec) => names === undefined || names.includes(spec.name)).map((spec) => ({
    name: spec.name,
    description: spec.description ?? "",
    inputSchema: { type: "object", ...spec.inputSchema },
    annotations: { readOnlyHint: spec.annotations.readOnlyHint },
    async execute(input, client) {
      const signal = client?.signal;
      let result = await dunlin.callTool(spec.name, input ?? {}, { signal });
      if (result.code === "tool.approval-required" && (await agrees(approve, { tool: spec.name, input }))) {
        result = await dunlin.callTool(spec.name, input ?? {}, { approved: true, signal });
      }
      return result.success ? told(result.output) : told(result, true);
    },
  }));
}

/** The owner's word; without an owner, and when they fail, it is no. */
async function agrees(approve, question) {
  if (approve === undefined) return false;
  try {
    return (await approve(question)) === true;
  } catch {
    return false;
  }
}

/** Goals and their runs. */
function runsOf(dunlin, approve) {
  const tool = (name, description, properties, required, readOnlyHint, work) => ({
    name,
    description,
    inputSchema: { type: "object", properties, required, additionalProperties: false },
    annotations: { readOnlyHint },
    async execute(input) {
      try {
        return told(await work(fitting(object(input, "the input"), properties, required)));
      } catch (thrown) {
        const { code = "internal", message = String(thrown), hint, details } = thrown ?? {};
        return told({ error: { code, message, hint, details } }, true);
      }
    },
  });
  const known = (runId) => {
    const record = dunlin.runs.get(runId);
    if (record === null) throw new DunlinError({ code: "run.not-found", message: `there is no run ${JSON.stringify(runId)}` });
    return record;
  };
  const open = new Map();
  const taken = (runId) => {
    known(runId);
    return open.get(runId) ?? keep(dunlin.runs.resume(runId));
  };
  const keep = (run) => {
    open.set(run.runId, run);
    run.result.finally(() => open.delete(run.runId)).catch(() => {});
    return run;
  };
  return [
    tool("plan", "Read a goal into a plan and do nothing", { goal: { type: "string", description: "what is to be done, in plain words" } }, ["goal"], true, ({ goal }) => dunlin.plan(goal)),
    tool(
      "agent_launch",
      "Carry out a goal; answers at once with the run's record, and once more with agent_status. A person is asked before anything is destroyed",
      { goal: { type: "string", description: "what is to be done, in plain words" }, runId: { ...NAME, description: "a name for the run; the same again is refused" } },
      ["goal"],
      false,
      async ({ goal, runId }) => {
        // Planned first: a goal that is not understood is answered with its offers, and is no run.
        const run = keep(dunlin.run(dunlin.plan(goal), { runId }));
        return await settled(run);
      },
    ),
    tool("agent_status", "The record of a run, as it stands", { runId: NAME }, ["runId"], true, ({ runId }) => known(runId)),
    tool("agent_report", "A run told as a whole, in Markdown", { runId: NAME }, ["runId"], true, ({ runId }) => dunlin.runs.report(runId).markdown),
    tool("agent_cancel", "Ask a run to stop", { runId: NAME, reason: { type: "string" } }, ["runId"], false, async ({ runId, reason }) => {
      const run = taken(runId);
      run.cancel(reason);
      return await settled(run);
    }),
    tool(
      "agent_approve",
      "Have the person asked whether a step of a run that waits may be done; the answer is theirs",
      { runId: NAME, approvalId: { type: "string", description: "the step's approval, as its record names it" } },
      ["runId", "approvalId"],
      false,
      async ({ runId, approvalId }) => {
        const step = known(runId).executionLog.find((one) => one.approval?.approvalId === approvalId);
        if (step === undefined) throw new DunlinError({ code: "run.approval-void", message: "no such question is open" });
        if (!(await agrees(approve, { tool: step.toolName, input: step.toolInput, runId, approvalId }))) {
          throw new DunlinError({ code: "tool.approval-required", message: "the person has not agreed", hint: "they can answer in the page" });
        }
        const run = taken(runId);
        run.approve(approvalId);
        return await settled(run);
      },
    ),
  ];
}

/** The record once the run has ended or asks a person, or as it stands after a while. */
async function settled(run, ms = 2000) {
  let timer;
  const late = new Promise((resolve) => (timer = setTimeout(resolve, ms)));
  const waits = (async () => {
    for await (const event of run) if (event.type === "runSuspended" && run.record().status === "suspended") return;
  })();
  await Promise.race([waits, late]);
  clearTimeout(timer);
  return run.record();
}

/** The input as it fits its properties, which are texts; browsers do not check it. */
function fitting(input, properties, required) {
  const refuse = (why) => {
    throw new DunlinError({ code: "tool.invalid-input", message: `the input does not fit: ${why}` });
  };
  for (const name of Object.keys(input)) {
    if (!Object.hasOwn(properties, name)) refuse(`${JSON.stringify(name)} is not known`);
    if (input[name] !== undefined && typeof input[name] !== "string") refuse(`${JSON.stringify(name)} is not a text`);
  }
  for (const name of required) if (input[name] === undefined) refuse(`${JSON.stringify(name)} is missing`);
  return input;
}

/** A result as text for models and as a value for programs. */
function told(value, isError = false) {
  const plain = typeof value === "string" ? value : json(value ?? null, "the result");
  const structured = typeof value === "object" && value !== null && !Array.isArray(value) ? value : { result: value ?? null };
  return { content: [{ type: "text", text: plain }], structuredContent: structured, ...(isError ? { isError } : {}) };
}
