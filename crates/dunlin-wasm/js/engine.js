// Plans carried out with the host's tools: what every door with a runtime has. Every method decodes, calls the module and
// encodes; nothing is decided here.
import { abortSignal, call, json, object, optionsOf, read, tell, text } from "./border.js";
import { DunlinError, badArgument } from "./error.js";
import { adaptTool, place, readClock } from "./host.js";
import { composedJson } from "./letters.js";
import { Run, answerText, stepOf } from "./run.js";
import { CALLING, OPENING, STARTING } from "./spec.js";
import { readTool } from "./tool.js";

/** The `createRuntime` of a door whose runtime has no planner. */
export function opener(module) {
  return (settings) => opened(module, settings, Engine);
}

/** Opens a runtime of a class over a storage. */
export async function opened(module, settings, Class) {
  const { storage, now, log, wasm, ...others } = optionsOf(settings, OPENING);
  if (now !== undefined && typeof now !== "function") throw badArgument("now", now, "a function that gives a Date");
  if (log !== undefined && typeof log !== "function") throw badArgument("log", log, "a function that takes a line");
  const { RawDunlin } = await module.ready(wasm);
  if (now !== undefined) readClock(now);
  const raw = call(() => new RawDunlin(json(others, "the options"), place(storage), now && (() => Number(now())), log && ((line) => tell(log, line))));
  return new Class(untilClosed(raw, now), module);
}

const encoder = new TextEncoder();
const BEGUN = Symbol("begun");

const GIVEN_UP = new Set(["tool.aborted", "tool.timeout"]);
const givenUp = (code, error) => ({ success: false, error, code, hint: "its outcome is unknown: look before calling it again" });

/** A call that was given up before it began: nothing came of it. */
const notBegun = () => ({ success: false, error: "the call was aborted before it began", code: "tool.aborted", hint: "nothing was done: call it again" });

/** The longest that `setTimeout` can count; a longer time is waited for in pieces. */
const LONGEST_MS = 2 ** 31 - 1;

/** Does something after so many milliseconds; gives the function that prevents it. */
function later(ms, act) {
  let timer;
  const wait = (left) => {
    timer = setTimeout(() => (left > LONGEST_MS ? wait(left - LONGEST_MS) : act()), Math.min(left, LONGEST_MS));
  };
  wait(ms);
  return () => clearTimeout(timer);
}

/** The module's object until it is closed; from then on every use of it is an error that says so, as while the clock does not go. */
function untilClosed(raw, now) {
  let open = true;
  const guarded = new Proxy(raw, {
    get(target, name) {
      if (!open) throw new DunlinError({ code: "runtime.closed", message: "this runtime is closed", hint: "open another with createRuntime" });
      if (now !== undefined) readClock(now);
      target.hear();
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

/** The runtime of a door without a planner; `raw` is the module's object, `close` lets go of it. */
export class Engine {
  #raw;
  #close;
  /** What gives up each call outside of a run that is under way. */
  #stops = new Set();

  constructor({ raw, close }, module) {
    this.#raw = raw;
    this.#close = close;
    this.runs = new Runs(raw);
    this.tools = new Tools(raw, module);
  }

  /** Carries out a plan. */
  run(plan, settings) {
    if (typeof plan !== "object" || plan === null) throw badArgument("the plan", plan, "a plan");
    return this.started((raw, chosen) => raw.runPlan(encoder.encode(json(plan, "the plan")), chosen), settings);
  }

  /** @internal A run that `start` begins with the options as text. */
  started(start, settings) {
    const { signal, ...others } = optionsOf(settings, STARTING);
    const listened = abortSignal(signal);
    const chosen = json(others, "the options");
    return this.begun(call(() => start(this.#raw, chosen)), listened);
  }

  /** @internal A run that the module has begun, as one of this runtime's. */
  begun(raw, signal) {
    return this.runs[BEGUN](raw, signal);
  }

  /** Everything that is wrong with a plan; an empty list for one that can be run. */
  validate(plan) {
    if (typeof plan === "string") return call(() => this.#raw.faultsIn(plan));
    if (typeof plan !== "object" || plan === null) throw badArgument("the plan", plan, "an object, or its JSON as text");
    return call(() => this.#raw.faults(encoder.encode(json(plan, "the plan"))));
  }

  /** Calls a tool outside of any run. What the policy asks a person about first wants `approved: true`. */
  async callTool(name, input = {}, settings) {
    const { signal, ...others } = optionsOf(settings, CALLING);
    const listened = abortSignal(signal);
    const { timeoutMs } = others;
    if (listened?.aborted) return notBegun();
    const chosen = json(others, "the options");
    const raw = call(() => this.#raw.callTool(text(name, "the tool's name"), json(input, "the input"), chosen));
    let noMore = () => {};
    let stop;
    const stopped = new Promise((resolve) => {
      stop = () => resolve(givenUp("tool.aborted", "the call was aborted"));
      listened?.addEventListener("abort", stop, { once: true });
      this.#stops.add(stop);
      if (timeoutMs != null) noMore = later(timeoutMs, () => resolve(givenUp("tool.timeout", `no answer within ${timeoutMs} ms`)));
    });
    const result = await Promise.race([raw.settled().then(JSON.parse), stopped]);
    noMore();
    listened?.removeEventListener("abort", stop);
    this.#stops.delete(stop);
    if (GIVEN_UP.has(result.code)) raw.abort();
    return result;
  }

  /** Lets go of everything, and tells the tools under way. Every later call throws; runs under way are another runtime's to take up. */
  close() {
    for (const stop of this.#stops) stop();
    this.#close();
  }

  /** Status, version, uptime, storage and tools. */
  health() {
    return call(() => this.#raw.health());
  }

  /** What this build can do. */
  capabilities() {
    return call(() => this.#raw.capabilities());
  }

  /** Counters and histograms as Prometheus text. */
  metrics() {
    return call(() => this.#raw.metrics());
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
    for (const listener of [...this.#listeners]) tell(listener, { runId, elsewhere });
  }

  /** Calls back whenever a run changes, in any tab; gives the function that ends it. */
  subscribe(listener) {
    if (typeof listener !== "function") throw badArgument("the listener", listener, "a function");
    const heard = (change) => listener(change);
    // A run that is driven here tells itself of each event.
    const drives = (runId) => [...this.#driven].some((run) => run.runId === runId);
    call(() => this.#raw.onRuns((runId, elsewhere) => (elsewhere || !drives(runId)) && this.#tell(runId, elsewhere)));
    this.#listeners.add(heard);
    for (const run of this.#driven) run.listen();
    return () => void this.#listeners.delete(heard);
  }

  /** Summaries of the runs that a filter lets through, the newest first. */
  list(filter) {
    return call(() => this.#raw.runs(json(object(filter, "the filter"), "the filter")));
  }

  /** The ids of the runs to take up after a reload, the earliest first. */
  unfinished() {
    return call(() => this.#raw.unfinishedRuns());
  }

  /** The record of a run, or null. */
  get(runId) {
    return read(() => this.#raw.run(text(runId, "the run's id")));
  }

  /** Takes up a run that was interrupted. */
  resume(runId, settings) {
    const listened = abortSignal(optionsOf(settings, ["signal"]).signal);
    return this[BEGUN](call(() => this.#raw.resume(text(runId, "the run's id"))), listened);
  }

  /** The plan that does a step of a run again, with what depends on it and with what was done before as it was. */
  fork(runId, stepNumber = 1) {
    return read(() => this.#raw.fork(text(runId, "the run's id"), stepOf(stepNumber)));
  }

  /** Answers the question of an ask step of a run, also of one that goes on elsewhere. */
  answer(runId, stepNumber, data) {
    call(() => this.#raw.answerRun(text(runId, "the run's id"), stepOf(stepNumber), json(data, "the answer")));
  }

  /** Answers the question of a run before a step starts, also of a run below another one. */
  approve(runId, approvalId, answer = "approve") {
    call(() => this.#raw.approveRun(text(runId, "the run's id"), text(approvalId, "the approval's id"), answerText(answer)));
  }

  /** A run and the runs below it as a tree, or null. */
  trace(runId) {
    return read(() => this.#raw.trace(text(runId, "the run's id")));
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

class Tools {
  #raw;
  #module;
  /** Who registered the tool of a name last. */
  #owners = new Map();

  constructor(raw, module) {
    this.#raw = raw;
    this.#module = module;
  }

  /** Adds a tool that plans can call, with phrases that ask for it; `unregister` of what comes back takes it away. */
  register(tool) {
    const { spec, phrases, gives, execute, needsLeave } = readTool(tool, (schema) => read(() => this.#raw.checkedPart(json(schema, "the input schema"))));
    const isSaid = phrases !== undefined || gives !== undefined;
    if (isSaid && !this.#raw.registerWithPhrases) throw badArgument("the tool's phrases", phrases ?? gives, "none: this door reads no sentences, dunlin does");
    const host = adaptTool(this.#module, execute, needsLeave);
    const said = json(spec, "the tool");
    call(() => {
      if (!isSaid) this.#raw.register(said, host);
      else this.#raw.registerWithPhrases(said, composedJson(phrases ?? [], "the phrases"), gives, host);
    });
    // What was registered under its name since belongs to somebody else.
    const owner = Symbol(spec.name);
    this.#owners.set(spec.name, owner);
    return { unregister: () => this.#owners.get(spec.name) === owner && this.#owners.delete(spec.name) && call(() => this.#raw.unregisterTool(spec.name)) };
  }

  /** What the tools say of themselves. */
  list() {
    return read(() => this.#raw.tools());
  }
}
