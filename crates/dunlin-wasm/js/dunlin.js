// What the planner adds to a runtime: goals, todos, templates, and the words of the host's own commands.
import { call, json, object, read, text } from "./border.js";
import { Engine, opened } from "./engine.js";
import { badArgument } from "./error.js";
import { Composed, composedJson } from "./letters.js";
import { Schedules } from "./schedules.js";
import { Todos } from "./todos.js";
import { answerMCP } from "./mcp.js";
import { exposeWebMCP } from "./webmcp.js";

/** The `createRuntime` of a door whose runtime has all. */
export function opener(module) {
  return (settings) => opened(module, settings, Dunlin);
}

class Dunlin extends Engine {
  #raw;
  #planners = [];

  constructor(opened, module) {
    super(opened, module);
    this.#raw = opened.raw;
    this.todos = new Todos(this.#raw);
    this.schedules = new Schedules(this.#raw, (raw) => this.begun(raw));
    this.templates = new Templates(this.#raw);
    this.language = new Language(this.#raw);
  }

  /** Lets go of everything, and ends what watches schedules. */
  close() {
    this.schedules.end();
    super.close();
  }

  /** The one command that a sentence asks for, by the phrases of tools; null when none says it. Makes no plan. */
  recognize(sentence, settings) {
    const said = new Composed(text(sentence, "the sentence"));
    const chosen = settings === undefined ? "" : json(object(settings, "the options"), "the options");
    const found = said.try((sentence) => read(() => this.#raw.recognize(sentence, chosen)));
    for (const one of found === null ? [] : [found, ...found.alternatives]) one.spans = said.back(one.spans);
    return found;
  }

  /** The plan for a goal; `dismissed` are readings that were taken back. Its places count in its own `goal`. */
  plan(goal, settings) {
    const said = new Composed(text(goal, "the goal"));
    const given = readings(said, settings);
    return said.try((goal) => read(() => this.#raw.plan(goal, given)));
  }

  /** How a goal is read while it is typed; `dismissed` are readings that were taken back. */
  explain(goal, settings) {
    const said = new Composed(text(goal, "the goal"));
    const given = readings(said, settings);
    return said.back(call(() => this.#raw.explain(said.text, given)));
  }

  /**
   * @internal Has a planner asked about goals that the rules do not understand: it takes a goal and a policy as JSON text, and
   * gives a plan as JSON text or nothing. Gives the function that ends it.
   */
  planBy(planner) {
    const all = this.#planners;
    all.push(planner);
    const ask = (goal, policy) => all.reduce((plan, one) => plan ?? one(goal, policy), undefined);
    call(() => this.#raw.setPlanner(ask));
    return () => {
      all.splice(all.indexOf(planner), 1);
      if (all.length === 0) call(() => this.#raw.setPlanner());
    };
  }

  /** Carries out a goal or a plan. */
  run(goalOrPlan, settings) {
    if (typeof goalOrPlan === "string") {
      const said = new Composed(goalOrPlan);
      const { dismissed, ...others } = object(settings, "the options");
      const moved = dismissed === undefined ? others : { ...others, dismissed: said.forth(dismissed) };
      return this.started((raw, chosen) => raw.runGoal(said.text, chosen), moved);
    }
    if (typeof goalOrPlan !== "object" || goalOrPlan === null) throw badArgument("the goal", goalOrPlan, "a text or a plan");
    return super.run(goalOrPlan, settings);
  }

  /** Gives the agents of the browser this runtime's tools and runs, by `document.modelContext`. */
  exposeWebMCP(settings) {
    return exposeWebMCP(this, settings);
  }

  /** Answers a request of an MCP client (streamable HTTP, without sessions): for a handler of a server or a service worker. */
  mcp(request, settings) {
    return answerMCP(this, request, settings);
  }
}

/** The options of a goal as text, with the readings that were taken back by their places in the composed goal. */
function readings(said, settings) {
  const { dismissed, ...others } = object(settings, "the options");
  return json(dismissed === undefined ? others : { ...others, dismissed: said.forth(dismissed) }, "the options");
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
    call(() => this.#raw.defineLanguage(composedJson(stated, "the definition")));
    for (const [name, values] of live) {
      this.#raw.giveValues(given.language ?? "", name, () => composedJson(values(), `the values of {${name}}`, "values"));
    }
  }

  /** Sentences that several tools claim alike, and templates that none reaches. */
  check() {
    return call(() => this.#raw.checkLanguage());
  }

  /** Sentences that ask for a tool; the same seed gives the same ones. */
  sample(tool, count = 10, seed = 0) {
    for (const [what, number] of [["the count", count], ["the seed", seed]]) {
      if (!(Number.isSafeInteger(number) && number >= 0)) throw badArgument(what, number, "a whole number of at least 0");
    }
    return call(() => this.#raw.sampleLanguage(text(tool, "the tool"), Math.min(count, 10_000), seed));
  }
}

class Templates {
  #raw;

  constructor(raw) {
    this.#raw = raw;
  }

  /** The templates that goals can name. */
  list() {
    return call(() => this.#raw.templates());
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
