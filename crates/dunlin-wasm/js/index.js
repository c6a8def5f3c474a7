// Dunlin for JavaScript. Every method decodes, calls the module and encodes; nothing is decided here.
import { call, json, localMinute, object, read, text } from "./border.js";
import { DunlinError, badArgument } from "./error.js";
import { adaptStorage, adaptTool } from "./host.js";
import { ready, wasm } from "./load.js";
import { calculated } from "./number.js";
import { Run } from "./run.js";
import { Todos } from "./todos.js";

export { DunlinError };

/** Calculates an expression: `evaluate("0.1 + 0.2").text` is "0.3". */
export function evaluate(expression) {
  return calculated(text(expression, "the expression"));
}

/** The date a text names, or null; relative dates count from `now`. */
export function parseDate(phrase, settings) {
  const { now, ...others } = object(settings, "the options");
  return read(() => wasm().parseDate(text(phrase, "the text"), localMinute(now, "now"), json(others, "the options")));
}

/** A line of quick add, read in one pass. */
export function parseQuickAdd(line, settings) {
  const { now, ...others } = object(settings, "the options");
  return read(() => wasm().parseQuickAdd(text(line, "the text"), localMinute(now, "now"), json(others, "the options")));
}

/** Opens Dunlin over a storage. */
export async function createRuntime(settings) {
  const { storage, now, log, ...others } = object(settings, "the options");
  if (now !== undefined && typeof now !== "function") throw badArgument("now", now, "a function that gives a Date");
  if (log !== undefined && typeof log !== "function") throw badArgument("log", log, "a function that takes a line");
  const { RawDunlin } = await ready();
  return new Runtime(
    call(() => new RawDunlin(json(others, "the options"), place(storage), now && (() => Number(now())), log)),
  );
}

/** Where things are kept: "local" where there is a page, "memory" elsewhere, or the host's own. */
function place(storage) {
  const inPage = typeof window === "object" && typeof document === "object";
  if (storage === undefined) return inPage ? "local" : "memory";
  if (storage === "local" || storage === "memory") return storage;
  if (typeof storage !== "object" || storage === null) {
    throw badArgument("the storage", storage, 'one of "local", "memory" or an object with get, set, remove and keys');
  }
  return adaptStorage(storage);
}

const encoder = new TextEncoder();

class Runtime {
  #raw;

  constructor(raw) {
    this.#raw = raw;
    this.todos = new Todos(raw);
    this.runs = new Runs(raw);
    this.tools = new Tools(raw);
    this.templates = new Templates(raw);
  }

  /** The plan for a goal. */
  plan(goal) {
    return read(() => this.#raw.plan(text(goal, "the goal")));
  }

  /** How a goal is read while it is typed; `dismissed` are readings that were taken back. */
  explain(goal, settings) {
    const given = json(object(settings, "the options"), "the options");
    return read(() => this.#raw.explain(text(goal, "the goal"), given));
  }

  /** Carries out a goal or a plan. */
  run(goalOrPlan, settings) {
    const { signal, ...others } = object(settings, "the options");
    if (signal !== undefined && signal !== null && typeof signal.addEventListener !== "function") {
      throw badArgument("the signal", signal, "an AbortSignal");
    }
    const chosen = json(others, "the options");
    if (typeof goalOrPlan === "string") return new Run(call(() => this.#raw.runGoal(goalOrPlan, chosen)), signal);
    if (typeof goalOrPlan !== "object" || goalOrPlan === null) {
      throw badArgument("the goal", goalOrPlan, "a text or a plan");
    }
    const plan = encoder.encode(json(goalOrPlan, "the plan"));
    return new Run(call(() => this.#raw.runPlan(plan, chosen)), signal);
  }

  /** Everything that is wrong with a plan; an empty list for one that can be run. */
  validate(plan) {
    if (typeof plan !== "object" || plan === null) throw badArgument("the plan", plan, "an object");
    return read(() => this.#raw.faults(encoder.encode(json(plan, "the plan"))));
  }

  /** Calls a tool outside of any run. */
  async callTool(name, input = {}) {
    const settled = call(() => this.#raw.callTool(text(name, "the tool's name"), json(input, "the input")));
    return JSON.parse(await settled);
  }

  /** Status, version, uptime, storage and tools. */
  health() {
    return read(() => this.#raw.health());
  }

  /** What this build can do. */
  capabilities() {
    return read(() => this.#raw.capabilities());
  }

  /** Counters and histograms as Prometheus text. */
  metrics() {
    return call(() => this.#raw.metrics());
  }
}

class Templates {
  #raw;

  constructor(raw) {
    this.#raw = raw;
  }

  /** The templates that goals can name. */
  list() {
    return read(() => this.#raw.templates());
  }

  /** Keeps these in place of all others. */
  set(templates) {
    call(() => this.#raw.setTemplates(json(templates, "the templates")));
  }

  /** Brings the built-in ones back. */
  reset() {
    call(() => this.#raw.setTemplates());
  }
}

class Runs {
  #raw;

  constructor(raw) {
    this.#raw = raw;
  }

  /** Summaries of all runs, the newest first. */
  list() {
    return read(() => this.#raw.runs());
  }

  /** The record of a run, or null. */
  get(runId) {
    return read(() => this.#raw.run(text(runId, "the run's id")));
  }

  /** Takes up a run that was interrupted. */
  resume(runId, settings) {
    const { signal, ...others } = object(settings, "the options");
    const chosen = json(others, "the options");
    return new Run(call(() => this.#raw.resume(text(runId, "the run's id"), chosen)), signal);
  }

  /** The run told as `{ markdown, json }`. */
  report(runId) {
    return read(() => this.#raw.report(text(runId, "the run's id")));
  }

  /** The run's events, as they are stored. */
  journal(runId) {
    return read(() => this.#raw.journal(text(runId, "the run's id")));
  }

  /** Removes a run that has ended. */
  delete(runId) {
    call(() => this.#raw.deleteRun(text(runId, "the run's id")));
  }

  /** Decides a journal again and says where it differs. */
  replay(journal) {
    return read(() => this.#raw.replay(json(journal, "the journal")));
  }
}

class Tools {
  #raw;

  constructor(raw) {
    this.#raw = raw;
  }

  /** Adds a tool that plans can call. */
  register(tool) {
    const { execute, ...spec } = object(tool, "the tool");
    if (typeof execute !== "function") throw badArgument("the tool's execute", execute, "a function");
    text(spec.name, "the tool's name");
    call(() => this.#raw.registerTool(json(spec, "the tool"), adaptTool(execute)));
  }

  /** What the tools say of themselves. */
  list() {
    return read(() => this.#raw.tools());
  }
}
