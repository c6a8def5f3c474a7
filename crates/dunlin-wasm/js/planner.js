// A second planner: a model behind an endpoint, or one that the host asks itself, for goals that the rules do not understand.
import { abortSignal, call, json, optionsOf, text } from "./border.js";
import { DunlinError, badArgument, onlyKnown } from "./error.js";
import { PLANNING } from "./spec.js";

const FIELDS = [...PLANNING, "key", "ask"];

/** An address that is nowhere: for a model that the host asks itself, and nothing is sent there. */
const OWN = "https://model.invalid/";

/** The options of a planner as the module takes them, and beside them what it is not told. */
export function plannerOptions(given) {
  if (given === undefined || given === null || given === false) return {};
  if (typeof given !== "object" || Array.isArray(given)) throw badArgument("planner", given, "an object");
  const { key, ask, ...plain } = onlyKnown(given, "planner", FIELDS);
  if (key !== undefined) text(key, "the planner's key");
  if (ask === undefined) return { plain, key };
  if (typeof ask !== "function") throw badArgument("the planner's ask", ask, "a function that gives a text");
  if (plain.endpoint !== undefined) throw badArgument("the planner's endpoint", plain.endpoint, "none beside ask");
  return { plain: { model: "the host's model", ...plain, endpoint: OWN }, own: new OwnModel(ask) };
}

/** A model that the host asks: it stands where requests are sent, and answers as an endpoint does. */
class OwnModel {
  #ask;
  #underWay = new Map();

  constructor(ask) {
    this.#ask = ask;
  }

  async send(id, request) {
    const own = new AbortController();
    this.#underWay.set(id, own);
    const { body, timeoutMs } = JSON.parse(request);
    const { messages, max_tokens: maxTokens } = JSON.parse(body);
    let timer;
    const late = new Promise((_, reject) => (timer = setTimeout(() => reject(LATE), timeoutMs)));
    try {
      const content = text(await Promise.race([this.#ask({ messages, maxTokens, signal: own.signal }), late]), "what the planner's ask gives");
      const answer = new TextEncoder().encode(JSON.stringify({ choices: [{ message: { content } }] }));
      return [JSON.stringify({ status: 200, headers: [["content-type", "application/json"]] }), answer];
    } catch (thrown) {
      own.abort();
      const [kind, detail] = thrown === LATE ? ["timeout", ""] : ["unreachable", String(thrown?.message ?? thrown)];
      return [JSON.stringify({ refused: { kind, detail } }), new Uint8Array(0)];
    } finally {
      clearTimeout(timer);
      this.#underWay.delete(id);
    }
  }

  abort(id) {
    this.#underWay.get(id)?.abort();
  }
}

const LATE = Symbol("late");

/** The planner of `createTools`. */
export class Planner {
  #raw;

  constructor(raw) {
    this.#raw = raw;
  }

  /**
   * The plan for a goal: of the rules, and else of the model. It is checked against the runtime's tools, and runs when somebody has
   * seen it: that of a model says so in its rationale, and asks before every call.
   */
  async plan(runtime, goal, settings) {
    if (typeof runtime?.plan !== "function" || typeof runtime.validate !== "function") throw badArgument("the runtime", runtime, "a runtime of dunlin");
    const listened = abortSignal(optionsOf(settings, ["signal"]).signal);
    let refusal;
    try {
      return runtime.plan(goal);
    } catch (thrown) {
      // What is refused for another reason than that it is not understood is nobody else's to decide.
      if (thrown?.code !== "plan.unrecognized") throw thrown;
      refusal = thrown;
    }
    const why = (code, message, hint) => {
      const { hint: offered, span, details } = refusal;
      return new DunlinError({ code: refusal.code, message: `${refusal.message}; the second planner: ${message} (${code})`, hint: hint ?? offered, span, details });
    };
    const { plan, failure } = await this.#asked(runtime, goal, listened);
    if (failure) throw why(failure.code, failure.message, failure.hint);
    const faults = runtime.validate(plan);
    if (faults.length === 0) return plan;
    throw why("plan.invalid", `the model gave a plan that does not hold: ${faults.slice(0, 3).map(({ message }) => message).join("; ")}`);
  }

  async #asked(runtime, goal, listened) {
    if (listened?.aborted) return { failure: { code: "tool.aborted", message: "the planner was not waited for" } };
    const begun = call(() => this.#raw.planByModel(goal, json(runtime.tools.list(), "the tools")));
    const stop = () => begun.abort();
    listened?.addEventListener("abort", stop, { once: true });
    const answer = JSON.parse(await begun.settled());
    listened?.removeEventListener("abort", stop);
    return answer;
  }
}
