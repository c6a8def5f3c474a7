// Agents as a host has them: data in the module of the tools, and tools of each runtime that they join. What they do there is
// that runtime's: it carries it out, asks, and keeps the log.
import { call, json, object, read, text } from "./border.js";
import { DunlinError, badArgument } from "./error.js";
import { composedJson } from "./letters.js";

/** What is before the name of an agent where it is a tool. */
const AGENT = "agent:";

/** The data of an agent as the module takes it; the words of its phrases are composed, and nothing else. */
export function agentText(agent, what) {
  const { skills, ...others } = object(agent, what);
  const taken = Array.isArray(skills) ? skills.map((skill, at) => worded(skill, `${what}.skills[${at}]`)) : skills;
  return json(taken === undefined ? others : { ...others, skills: taken }, what);
}

function worded(skill, what) {
  const { phrases } = object(skill, what);
  return phrases === undefined ? skill : { ...skill, phrases: JSON.parse(composedJson(phrases, `${what}.phrases`)) };
}

/** The agents of `createTools`. */
export class Team {
  #raw;
  #joined = new Map();

  constructor(raw) {
    this.#raw = raw;
  }

  /** Every agent, as its data say. */
  list() {
    return read(() => this.#raw.agents("[]")).map(({ agent }) => agent);
  }

  /** Adds an agent from its data; one that is wider than its parent is refused. Every runtime that was joined has it too. */
  add(agent) {
    const name = call(() => this.#raw.addAgent(agentText(agent, "the agent")));
    const begun = [];
    try {
      for (const [runtime, registered] of this.#joined) {
        unlessClosed(() => this.#register(runtime, registered, name));
        begun.push(registered);
      }
    } catch (refused) {
      for (const registered of begun) takeAway(registered, name);
      call(() => this.#raw.removeAgent(name));
      throw refused;
    }
  }

  /** Takes an agent away, here and from every runtime that was joined. One that others are under stays. */
  remove(name) {
    call(() => this.#raw.removeAgent(text(name, "the agent's name")));
    for (const registered of this.#joined.values()) takeAway(registered, name);
  }

  /** The plan for a goal that they understand; each clause goes to the one that does it at the least cost. */
  plan(goal) {
    return read(() => this.#raw.planFor(text(goal, "the goal"), "{}"));
  }

  /** What was refused because an agent would have done more than it may, the oldest first. */
  refusals() {
    return read(() => this.#raw.refusals());
  }

  /**
   * Makes each agent a tool of a runtime, `agent:<name>`; where the runtime reads goals, those that only they understand go to
   * them. `leave` of what comes back takes them away.
   */
  join(runtime) {
    if (typeof runtime?.tools?.register !== "function") throw badArgument("the runtime", runtime, "a runtime, as createRuntime gives it");
    if (this.#joined.has(runtime)) throw new DunlinError({ code: "agent.joined", message: "these agents have joined this runtime already", hint: "call leave of the first join before" });
    const registered = new Map();
    const leave = () => {
      if (!this.#joined.delete(runtime)) return;
      unlessClosed(() => ended?.());
      for (const name of [...registered.keys()]) takeAway(registered, name);
    };
    try {
      for (const { name } of this.list()) this.#register(runtime, registered, name);
    } catch (refused) {
      for (const name of [...registered.keys()]) takeAway(registered, name);
      throw refused;
    }
    const ended = runtime.planBy?.((goal, policy) => this.#planned(goal, policy));
    this.#joined.set(runtime, registered);
    return { leave };
  }

  /** The plan for a goal as JSON text; nothing for one that they do not understand. */
  #planned(goal, policy) {
    try {
      return this.#raw.planFor(goal, policy);
    } catch {
      return undefined;
    }
  }

  /** What an agent says of its effects is taken from the tools that are there now. */
  #register(runtime, registered, name) {
    const specs = json(runtime.tools.list(), "the tools");
    const { spec } = read(() => this.#raw.agents(specs)).find(({ agent }) => agent.name === name);
    registered.set(name, runtime.tools.register(agentTool(this.#raw, name, spec)));
  }
}

function takeAway(registered, name) {
  unlessClosed(() => registered.get(name)?.unregister());
  registered.delete(name);
}

/** Does it to a runtime; one that was closed has nothing of it any more. */
function unlessClosed(work) {
  try {
    work();
  } catch (thrown) {
    if (thrown.code !== "runtime.closed") throw thrown;
  }
}

/** An agent as a runtime registers it: what it is to do is handed over to the run that calls. */
function agentTool(raw, name, spec) {
  function execute(input, context) {
    if (context?.runId === "") {
      throw new DunlinError({
        code: "agent.no-run",
        message: `the agent ${name} was called outside of any run, and its work is a run below the one that calls`,
        hint: `carry out a plan that calls it: runtime.run(plan().step("${AGENT}${name}", { skill, with }))`,
      });
    }
    return context.handOver(call(() => raw.work(name, json(input, "the input"), context.left(), context.runId)));
  }
  return { ...spec, execute };
}
