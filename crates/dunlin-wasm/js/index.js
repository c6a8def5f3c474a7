// Dunlin for JavaScript. Every method decodes, calls the module and encodes; nothing is decided here.
import { abortSignal, call, json, localMinute, object, read, text } from "./border.js";
import { DunlinError, badArgument } from "./error.js";
import { adaptStorage, adaptTool } from "./host.js";
import { ready, wasm } from "./load.js";
import { calculated } from "./number.js";
import { answerMCP } from "./mcp.js";
import { Run, stepOf } from "./run.js";
import { Todos } from "./todos.js";
import { exposeWebMCP } from "./webmcp.js";

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
    call(() => new RawDunlin(json(others, "the options"), place(storage), now && clock(now), log)),
  );
}

/** The host's clock as a number of milliseconds. One that does not go is found out here and not at the first run. */
function clock(now) {
  const moment = () => Number(now());
  let found;
  try {
    found = now();
  } catch (cause) {
    throw Object.assign(badArgument("now", now, "a function that gives a Date"), { cause });
  }
  if (!Number.isFinite(Number(found)) || found === null) throw badArgument("what now gives", found, "a Date or a number of milliseconds");
  return moment;
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
const BEGUN = Symbol("begun");

const GIVEN_UP = new Set(["tool.aborted", "tool.timeout"]);
const givenUp = (code, error) => ({ success: false, error, code, hint: "its outcome is unknown: look before calling it again" });

/** The module's object until it is closed; from then on every use of it is an error that says so. */
function untilClosed(raw) {
  let open = true;
  const guarded = new Proxy(raw, {
    get(target, name) {
      if (!open) throw new DunlinError({ code: "runtime.closed", message: "this runtime is closed", hint: "open another with createRuntime" });
      const found = target[name];
      return typeof found === "function" ? found.bind(target) : found;
    },
  });
  const close = () => {
    if (!open) return;
    raw.close();
    open = false;
  };
  return { raw: guarded, close };
}

class Runtime {
  #raw;
  #close;

  constructor(raw) {
    const closable = untilClosed(raw);
    this.#raw = closable.raw;
    this.#close = closable.close;
    this.todos = new Todos(this.#raw);
    this.runs = new Runs(this.#raw);
    this.tools = new Tools(this.#raw);
    this.templates = new Templates(this.#raw);
    this.language = new Language(this.#raw);
  }

  /** The one command that a sentence asks for, by the phrases of tools; null when none says it. Makes no plan. */
  recognize(sentence, settings) {
    const said = text(sentence, "the sentence").normalize("NFC");
    const chosen = settings === undefined ? "" : json(object(settings, "the options"), "the options");
    return read(() => this.#raw.recognize(said, chosen));
  }

  /** The plan for a goal; `dismissed` are readings that were taken back. */
  plan(goal, settings) {
    const given = json(object(settings, "the options"), "the options");
    return read(() => this.#raw.plan(text(goal, "the goal"), given));
  }

  /** How a goal is read while it is typed; `dismissed` are readings that were taken back. */
  explain(goal, settings) {
    const given = json(object(settings, "the options"), "the options");
    return read(() => this.#raw.explain(text(goal, "the goal"), given));
  }

  /** Carries out a goal or a plan. */
  run(goalOrPlan, settings) {
    const { signal, ...others } = object(settings, "the options");
    const listened = abortSignal(signal);
    const chosen = json(others, "the options");
    if (typeof goalOrPlan === "string") return this.runs[BEGUN](call(() => this.#raw.runGoal(goalOrPlan, chosen)), listened);
    if (typeof goalOrPlan !== "object" || goalOrPlan === null) {
      throw badArgument("the goal", goalOrPlan, "a text or a plan");
    }
    const plan = encoder.encode(json(goalOrPlan, "the plan"));
    return this.runs[BEGUN](call(() => this.#raw.runPlan(plan, chosen)), listened);
  }

  /** Everything that is wrong with a plan; an empty list for one that can be run. */
  validate(plan) {
    if (typeof plan !== "object" || plan === null) throw badArgument("the plan", plan, "an object");
    return read(() => this.#raw.faults(encoder.encode(json(plan, "the plan"))));
  }

  /** Calls a tool outside of any run. What the policy asks a person about first wants `approved: true`. */
  async callTool(name, input = {}, settings) {
    const { signal, ...others } = object(settings, "the options");
    const listened = abortSignal(signal);
    const { timeoutMs } = others;
    if (listened?.aborted) return givenUp("tool.aborted", "the call was aborted before it began");
    const chosen = json(others, "the options");
    const raw = call(() => this.#raw.callTool(text(name, "the tool's name"), json(input, "the input"), chosen));
    let timer;
    let stop;
    const stopped = new Promise((resolve) => {
      stop = () => resolve(givenUp("tool.aborted", "the call was aborted"));
      listened?.addEventListener("abort", stop, { once: true });
      if (timeoutMs !== undefined) timer = setTimeout(() => resolve(givenUp("tool.timeout", `no answer within ${timeoutMs} ms`)), timeoutMs);
    });
    const result = await Promise.race([raw.settled().then(JSON.parse), stopped]);
    clearTimeout(timer);
    listened?.removeEventListener("abort", stop);
    if (GIVEN_UP.has(result.code)) raw.abort();
    return result;
  }

  /** Gives the agents of the browser this runtime's tools and runs, by `document.modelContext`. */
  exposeWebMCP(settings) {
    return exposeWebMCP(this, settings);
  }

  /** Answers a request of an MCP client (streamable HTTP, without sessions): for a handler of a server or a service worker. */
  mcp(request, settings) {
    return answerMCP(this, request, settings);
  }

  /** Lets go of everything. Every later call throws; runs under way are another runtime's to take up. */
  close() {
    this.#close();
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

/** Words that the phrases of all tools share. */
class Language {
  #raw;

  constructor(raw) {
    this.#raw = raw;
  }

  /** Adds rules, lists and words that count for nothing. The values of a list may be a function, asked before each reading. */
  define(definition) {
    const given = object(definition, "the definition");
    const live = [];
    const lists = Object.entries(given.lists ?? {}).map(([name, list]) => {
      if (typeof list?.values !== "function") return [name, list];
      live.push([name, list.values]);
      return [name, { ...list, values: [] }];
    });
    const stated = given.lists === undefined ? given : { ...given, lists: Object.fromEntries(lists) };
    call(() => this.#raw.defineLanguage(composed(stated, "the definition")));
    for (const [name, values] of live) {
      this.#raw.giveValues(given.language ?? "", name, () => composed(values(), `the values of {${name}}`));
    }
  }

  /** Sentences that several tools claim alike, and templates that none reaches. */
  check() {
    return read(() => this.#raw.checkLanguage());
  }

  /** Sentences that ask for a tool; the same seed gives the same ones. */
  sample(tool, count = 10, seed = 0) {
    for (const [what, number] of [["the count", count], ["the seed", seed]]) {
      if (!(Number.isSafeInteger(number) && number >= 0)) throw badArgument(what, number, "a whole number of at least 0");
    }
    return read(() => this.#raw.sampleLanguage(text(tool, "the tool"), Math.min(count, 10_000), seed));
  }
}

/** JSON text whose letters are composed, as those of sentences are. */
function composed(value, what) {
  return json(value, what).normalize("NFC");
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
  #listeners = new Set();

  constructor(raw) {
    this.#raw = raw;
  }

  /** A run that begins to be driven here: every listener hears of it. */
  [BEGUN](raw, signal) {
    const run = new Run(raw, signal, () => this.#tell(run.runId, false));
    if (this.#listeners.size > 0) run.listen();
    this.#driven.add(run);
    run.result.finally(() => this.#driven.delete(run)).catch(() => {});
    return run;
  }

  #driven = new Set();

  #tell(runId, elsewhere) {
    for (const listener of [...this.#listeners]) {
      try {
        listener({ runId, elsewhere });
      } catch {} // What a listener throws is its own affair; the run goes on.
    }
  }

  /** Calls back whenever a run changes, in any tab; gives the function that ends it. */
  subscribe(listener) {
    if (typeof listener !== "function") throw badArgument("the listener", listener, "a function");
    const heard = (change) => listener(change);
    call(() => this.#raw.onRuns((runId) => this.#tell(runId, true)));
    this.#listeners.add(heard);
    for (const run of this.#driven) run.listen();
    return () => void this.#listeners.delete(heard);
  }

  /** Summaries of the runs that a filter lets through, the newest first. */
  list(filter) {
    return read(() => this.#raw.runs(json(object(filter, "the filter"), "the filter")));
  }

  /** The record of a run, or null. */
  get(runId) {
    return read(() => this.#raw.run(text(runId, "the run's id")));
  }

  /** Takes up a run that was interrupted. */
  resume(runId, settings) {
    const { signal, ...others } = object(settings, "the options");
    const listened = abortSignal(signal);
    const chosen = json(others, "the options");
    return this[BEGUN](call(() => this.#raw.resume(text(runId, "the run's id"), chosen)), listened);
  }

  /** The plan that does a step of a run again, with what depends on it and with what was done before as it was. */
  fork(runId, stepNumber = 1) {
    return read(() => this.#raw.fork(text(runId, "the run's id"), stepOf(stepNumber)));
  }

  /** Answers the question of an ask step of a run, also of one that goes on elsewhere. */
  answer(runId, stepNumber, data) {
    call(() => this.#raw.answerRun(text(runId, "the run's id"), stepOf(stepNumber), json(data, "the answer")));
  }

  /** Sends a run a signal, also one that goes on elsewhere; it is kept until a step takes it. */
  signal(runId, name, data = null) {
    call(() => this.#raw.signalRun(text(runId, "the run's id"), text(name, "the signal's name"), json(data, "the data")));
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

/** What a tool says of itself: all its fields but `execute`; of a class only those that have a meaning, for it may keep others. */
function specOf(tool) {
  const { execute, ...own } = tool;
  if (Object.getPrototypeOf(tool) === Object.prototype) return own;
  const spec = {};
  for (const field of OF_CLASSES) if (tool[field] !== undefined) spec[field] = tool[field];
  return spec;
}

const OF_CLASSES = ["name", "description", "inputSchema", "annotations", "reads", "writes", "phrases", "gives"];

class Tools {
  #raw;

  constructor(raw) {
    this.#raw = raw;
  }

  /** Adds a tool that plans can call, with phrases that ask for it; `unregister` of what comes back takes it away. */
  register(tool) {
    object(tool, "the tool");
    if (tool === undefined || tool === null) throw badArgument("the tool", tool, "an object");
    if (typeof tool.execute !== "function") throw badArgument("the tool's execute", tool.execute, "a function");
    const { phrases = [], gives, ...spec } = specOf(tool);
    text(spec.name, "the tool's name");
    const said = composed(phrases, "the phrases");
    const given = gives === undefined ? undefined : text(gives, "what the tool gives");
    call(() => this.#raw.registerWithPhrases(json(spec, "the tool"), said, given, adaptTool(tool)));
    return { unregister: () => call(() => this.#raw.unregisterTool(spec.name)) };
  }

  /** What the tools say of themselves. */
  list() {
    return read(() => this.#raw.tools());
  }
}
