// WebMCP: the tools of a runtime, and runs of it, for the agents of the browser. What an agent may not decide is asked of the
// page's owner; nothing here decides it.
import { settled, stepsOf, whole } from "./attend.js";
import { abortSignal, json, object, optionsOf, text } from "./border.js";
import { DunlinError, badArgument, nearest } from "./error.js";

/** What is before the name of an agent where it is a tool. */
const AGENT = "agent:";
const NAME = { type: "string", description: "the run's id, as launching it gave it" };
const OPTIONS = ["prefix", "signal", "tools", "approve", "modelContext"];

/** Registers tools and runs with the browser's model context; `unregister` of what comes back takes them away. */
export async function exposeWebMCP(dunlin, settings) {
  const given = optionsOf(settings, OPTIONS);
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
  const names = [];
  const refused = [];
  let cause;
  // One that the browser does not take keeps none of the others away.
  for (const tool of offered(dunlin, { prefix, tools, approve })) {
    try {
      await context.registerTool(tool, { signal: own.signal });
      names.push(tool.name);
    } catch (thrown) {
      cause ??= thrown;
      refused.push({ name: tool.name, message: String(thrown?.message ?? thrown) });
    }
  }
  if (names.length === 0) {
    stop();
    throw Object.assign(new DunlinError({ code: "webmcp.refused", message: `the browser refused every tool: ${cause?.message ?? cause}` }), { cause });
  }
  return {
    names,
    refused,
    unregister() {
      outer?.removeEventListener("abort", stop);
      own.abort();
    },
  };
}

/** Everything that an agent is offered: the runtime's tools, goals and runs. */
export function offered(dunlin, { prefix, tools, approve }) {
  const runs = runsOf(dunlin, approve);
  const own = outward(toolsOf(dunlin, tools, approve, runs.launched), runs.tools.map(({ name }) => name));
  return [...own, ...runs.tools].map((tool) => ({ ...tool, name: prefix + tool.name }));
}

/** Tools under names that browsers and MCP clients take, who know no colon: `agent:crier` is `agent_crier`. Each has its own. */
function outward(tools, names) {
  const taken = new Set(names);
  const plain = (name) => name.replace(/[^A-Za-z0-9_.-]/g, "_");
  const free = (name, number = 1) => {
    const tried = number === 1 ? name : `${name}_${number}`;
    return taken.has(tried) ? free(name, number + 1) : tried;
  };
  const given = new Map();
  // What keeps its name comes first, so that it does.
  for (const keeps of [true, false]) {
    for (const { name } of tools.filter((tool) => (plain(tool.name) === tool.name) === keeps)) {
      given.set(name, free(plain(name)));
      taken.add(given.get(name));
    }
  }
  return tools.map((tool) => ({ ...tool, name: given.get(tool.name) }));
}

/** The runtime's own tools, or those of the names that are given. What an agent does is a run below one, which `launched` begins. */
function toolsOf(dunlin, names, approve, launched) {
  const specs = dunlin.tools.list();
  if (names !== undefined && !Array.isArray(names)) throw badArgument("the tools", names, "a list of names");
  const missing = names?.find((name) => !specs.some((spec) => spec.name === name));
  if (missing !== undefined) throw badArgument("the tools", names, `names of tools; there is no ${JSON.stringify(missing)}`);
  return specs.filter((spec) => names === undefined || names.includes(spec.name)).map((spec) => ({
    name: spec.name,
    description: spec.name.startsWith(AGENT) ? `${spec.description ?? ""}. Answers with the record of a run, as agent_launch does` : spec.description ?? "",
    inputSchema: { type: "object", ...spec.inputSchema },
    annotations: { readOnlyHint: spec.annotations.readOnlyHint },
    async execute(input, client) {
      if (spec.name.startsWith(AGENT)) return launched(onlyStep(spec.name, input ?? {}), client);
      const signal = client?.signal;
      let result = await dunlin.callTool(spec.name, input ?? {}, { signal });
      if (result.code === "tool.approval-required" && (await agrees(approve, { tool: spec.name, input }, client, result.error))) {
        result = await dunlin.callTool(spec.name, input ?? {}, { approved: true, signal });
      }
      return result.success ? told(result.output) : told(result, true);
    },
  }));
}

const onlyStep = (toolName, toolInput) => ({ schemaVersion: 2, goal: `call ${toolName}`, steps: [{ stepNumber: 1, toolName, toolInput, reasoning: "it was called" }] });

/**
 * The owner's word, and where no owner is named that of the person whom a client can ask; without either, and when they fail,
 * it is no.
 */
async function agrees(approve, question, client, why) {
  try {
    return (await (approve === undefined ? client?.agree?.(question, why) : approve(question))) === true;
  } catch {
    return false;
  }
}

/** Goals and their runs: their tools, and what begins a plan and answers as one of them does. */
function runsOf(dunlin, approve) {
  const answered = async (work) => {
    try {
      return told(await work());
    } catch (thrown) {
      const { code = "internal", message = String(thrown), hint, details } = thrown ?? {};
      return told({ error: { code, message, hint, details } }, true);
    }
  };
  const tool = (name, description, properties, required, readOnlyHint, work) => ({
    name,
    description,
    inputSchema: { type: "object", properties, required, additionalProperties: false },
    annotations: { readOnlyHint },
    execute: (input, client) => answered(() => work(fitting(object(input, "the input"), properties, required), client)),
  });
  const known = (runId) => {
    const record = dunlin.runs.get(runId);
    if (record === null) throw new DunlinError({ code: "run.not-found", message: `there is no run ${JSON.stringify(runId)}`, hint: "name one as launching it gave it" });
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
  const stands = async (run, client, isTaken) => whole(dunlin, await (client?.attend ? client.attend(run, isTaken) : settled(dunlin, run, isTaken)));
  const launched = (plan, client) => answered(() => stands(keep(dunlin.run(plan, {})), client));
  const tools = [
    tool("plan", "Read a goal into a plan and do nothing", { goal: { type: "string", description: "what is to be done, in plain words" } }, ["goal"], true, ({ goal }) => dunlin.plan(goal)),
    tool(
      "agent_launch",
      "Carry out a goal or a plan. Answers with the run's record when it has ended or waits for somebody, or as it stands after a moment; agent_status has it later. A person is asked before anything is destroyed",
      {
        goal: { type: "string", description: "what is to be done, in plain words" },
        plan: { type: "object", description: "a plan, as plan gives it, instead of a goal" },
        runId: { ...NAME, description: "a name for the run; the same again is refused" },
      },
      [],
      false,
      // Planned first: a goal that is not understood is answered with its offers, and is no run.
      ({ goal, plan, runId }, client) => {
        if ((goal === undefined) === (plan === undefined)) refuse("it holds both a goal and a plan, or neither");
        return stands(keep(dunlin.run(plan ?? dunlin.plan(goal), { runId })), client);
      },
    ),
    tool("agent_status", "The record of a run, as it stands", { runId: NAME }, ["runId"], true, ({ runId }) => whole(dunlin, known(runId))),
    tool("agent_report", "A run told as a whole, in Markdown", { runId: NAME }, ["runId"], true, ({ runId }) => dunlin.runs.report(runId).markdown),
    tool("agent_cancel", "Ask a run to stop", { runId: NAME, reason: { type: "string" } }, ["runId"], false, async ({ runId, reason }) => {
      const run = taken(runId);
      run.cancel(reason);
      return await stands(run, undefined, (record) => record.status !== "suspended");
    }),
    tool(
      "agent_approve",
      "Have the person asked whether a step of a run that waits may be done; the answer is theirs",
      { runId: NAME, approvalId: { type: "string", description: "the step's approval, as its record names it" } },
      ["runId", "approvalId"],
      false,
      async ({ runId, approvalId }, client) => {
        const asks = (record) => stepsOf(record).find((one) => one.approval?.approvalId === approvalId);
        const step = asks(known(runId));
        if (step === undefined) throw new DunlinError({ code: "run.approval-void", message: "no such question is open" });
        if (!(await agrees(approve, { tool: step.toolName, input: step.toolInput, runId, approvalId }, client))) {
          throw new DunlinError({ code: "tool.approval-required", message: "the person has not agreed", hint: "they can answer in the page" });
        }
        const run = taken(runId);
        run.approve(approvalId);
        return await stands(run, client, (record) => asks(record) === undefined);
      },
    ),
    tool(
      "answer",
      "Give a step that asks something (its `awaits` is an answer) what it asks for, in the person's words, and go on with the run. Answers with the record",
      {
        runId: NAME,
        stepNumber: { type: "integer", minimum: 1, description: "the step that asks" },
        answer: { description: "what fits the schema of the question" },
      },
      ["runId", "stepNumber", "answer"],
      false,
      async ({ runId, stepNumber, answer }, client) => {
        const run = taken(runId);
        run.answer(stepNumber, answer);
        return await stands(run, client, (record) => !record.executionLog.some((step) => step.stepNumber === stepNumber && step.awaits));
      },
    ),
    tool(
      "signal",
      "Tell a run that something has happened: the first step that waits for a signal of that name takes it, now or later. Answers with the record",
      { runId: NAME, name: { type: "string", description: "the name of the signal" }, data: { description: "what comes with it" } },
      ["runId", "name"],
      false,
      async ({ runId, name, data = null }, client) => {
        const waiting = (record) => stepsOf(record).filter(({ awaits }) => awaits?.name === name).length;
        const before = waiting(known(runId));
        const run = taken(runId);
        run.signal(name, data);
        return await stands(run, client, (record) => before === 0 || waiting(record) < before);
      },
    ),
  ];
  return { tools, launched };
}

const FITS = {
  object: [(value) => typeof value === "object" && value !== null && !Array.isArray(value), "an object"],
  string: [(value) => typeof value === "string", "a text"],
  integer: [(value, { minimum }) => Number.isSafeInteger(value) && value >= minimum, "a whole number from 1"],
};

function refuse(why) {
  throw new DunlinError({ code: "tool.invalid-input", message: `the input does not fit: ${why}` });
}

/** The input as it fits its properties; browsers do not check it. */
function fitting(input, properties, required) {
  for (const name of Object.keys(input)) {
    if (!Object.hasOwn(properties, name)) {
      const meant = nearest(name.slice(0, 64), Object.keys(properties));
      refuse(`${JSON.stringify(name)} is not known${meant === undefined ? "" : `, did you mean ${JSON.stringify(meant)}`}`);
    }
    const [fits, kind] = FITS[properties[name].type] ?? [() => true];
    if (input[name] !== undefined && !fits(input[name], properties[name])) refuse(`${JSON.stringify(name)} is not ${kind}`);
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
