// Plans written by hand, step by step. What comes out is the plan's JSON; what is wrong with it is found when it is run, and at
// once where it would say something else by then.
import { object, text } from "./border.js";
import { DunlinError, badArgument } from "./error.js";

/** A plan to which steps are added. */
export const plan = (goal = "") => new PlanBuilder(text(goal, "the goal"));

/** The builder of a value that comes from a step: the step's number counts only there. */
const owners = new WeakMap();

/** A value that another step gives, or, of step 0, what the run was given. */
function from(owner, step, pointer) {
  const value = { $from: { step, pointer } };
  owners.set(value, owner);
  return value;
}

/** The first value among these that comes from a step of a builder that is meant. */
function valueOf(isMeant, given) {
  const seen = new Set();
  const left = [given];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value !== "object" || value === null || seen.has(value)) continue;
    seen.add(value);
    const owner = owners.get(value);
    if (owner !== undefined && isMeant(owner)) return value.$from;
    for (const part of Object.values(value)) left.push(part);
  }
  return undefined;
}

/** A value of a step outside: its number would name a step of its own where it was put. */
function fromOutside({ step }, what, hint) {
  const other = step === 0 ? "what another plan, or the items of another map, are given" : `what step ${step} of another plan or body gives`;
  return new DunlinError({ code: "api.bad-argument", message: `${what} takes ${other}, expected values of its own plan or body`, hint });
}

const HINT_OF_BODY = "hand it to the items, map(over, body, { with: value }), and take it by each.with()";
const HINT_OF_PLAN = "hand it in, plan(child, { name: value }), and take it in the child by given(\"/name\")";

const OF_PLANS = { code: "api.bad-argument", message: "the body of a map has no result and no end of its own", hint: "say it of the plan" };

/** What is written of a builder; anything else as it is. */
const written = (given) => (typeof given?.toJSON === "function" ? given.toJSON() : given);

/** What a host writes of a step beside what the builder writes of it. */
const fields = (more) => object(more, "the step's other fields");

/** Adds steps, to a plan or to the body of a map. */
class StepsBuilder {
  #steps = [];

  /** A step that calls a tool; `more` holds other fields of a step, such as `reasoning`. */
  step(toolName, toolInput = {}, more = {}) {
    return this.#add({ kind: "tool", toolName: text(toolName, "the tool's name"), toolInput, ...fields(more) });
  }

  /** A step that waits. */
  wait(ms, more = {}) {
    return this.#add({ kind: "wait", toolInput: { ms }, ...fields(more) });
  }

  /** A step that waits until a moment: a Date, or a text with its zone. */
  waitUntil(moment, more = {}) {
    if (moment instanceof Date && Number.isNaN(moment.getTime())) throw badArgument("the moment", moment, "a valid Date");
    const until = moment instanceof Date ? moment.toISOString() : moment;
    return this.#add({ kind: "wait", toolInput: { until }, ...fields(more) });
  }

  /** A step that compares; what comes after it is skipped when it says no. */
  decide(left, operator, right, more = {}) {
    return this.#add({ kind: "decision", toolInput: right === undefined ? { left, operator } : { left, operator, right }, ...fields(more) });
  }

  /** A step that tells the person something. */
  notify(title, body, more = {}) {
    return this.#add({ kind: "notify", toolInput: body === undefined ? { title } : { title, body }, ...fields(more) });
  }

  /** A step that asks the person; the answer is its output, and fits the schema. */
  ask(question, schema, more = {}) {
    return this.#add({ kind: "ask", toolInput: schema === undefined ? { question } : { question, schema }, ...fields(more) });
  }

  /** A step that waits for a signal; the data of that is its output. */
  signal(name, more = {}) {
    return this.#add({ kind: "signal", toolInput: { name: text(name, "the signal's name") }, ...fields(more) });
  }

  /** A step that does the steps of a body for each item; `body` adds them, or is a list of them. */
  map(over, body, more = {}) {
    const { with: shared, maxParallel, ...others } = fields(more);
    const toolInput = { over };
    if (shared !== undefined) toolInput.with = shared;
    if (maxParallel !== undefined) toolInput.maxParallel = maxParallel;
    let steps = body;
    if (typeof body === "function") body((steps = new ItemBuilder()));
    else if (!Array.isArray(body)) throw badArgument("the body of the map", body, "a function that adds its steps, or a list of them");
    return this.#add({ kind: "map", toolInput, body: steps, ...others });
  }

  /** A step that carries out a plan as a run of its own, which is given the input. */
  plan(child, toolInput = {}, more = {}) {
    if (typeof child !== "object" || child === null) throw badArgument("the plan within", child, "a plan");
    return this.#add({ kind: "plan", toolInput, plan: child, ...fields(more) });
  }

  /** A part of what the run was given. */
  given(pointer = "") {
    const value = from(this, 0, text(pointer, "the pointer"));
    // One without steps is only there to say it, for a child that is written in one go: `plan().given("/id")`.
    if (this.#steps.length === 0) owners.delete(value);
    return value;
  }

  #add(fields) {
    const record = { stepNumber: this.#steps.length + 1, ...fields };
    const { body, plan, ...own } = record;
    this.ownOnly(own, `step ${record.stepNumber}`);
    // Of steps that are written out it is not known where they count, but that it is not here.
    const isOwn = (owner) => owner === this;
    for (const [within, what, hint] of [[body, "the body", HINT_OF_BODY], [plan, "the plan", HINT_OF_PLAN]]) {
      const found = valueOf(isOwn, within);
      if (found !== undefined) throw fromOutside(found, `${what} within step ${record.stepNumber}`, hint);
    }
    this.#steps.push(record);
    return new StepBuilder(this, record);
  }

  /** @internal Refuses values that come from a step of another builder. */
  ownOnly(given, what) {
    const found = valueOf((owner) => owner !== this, given);
    if (found !== undefined) throw fromOutside(found, what, this instanceof ItemBuilder ? HINT_OF_BODY : HINT_OF_PLAN);
  }

  /** @internal The steps as plain objects. */
  steps() {
    return this.#steps.map(({ ...step }) => {
      if (step.plan !== undefined) step.plan = written(step.plan);
      if (step.body !== undefined) step.body = written(step.body);
      return step;
    });
  }
}

class PlanBuilder extends StepsBuilder {
  #goal;
  #others = {};

  constructor(goal) {
    super();
    this.#goal = goal;
  }

  /** What the run answers with, in which values may come from its steps. */
  result(template) {
    this.ownOnly(template, "the result");
    this.#others.result = template;
    return this;
  }

  /** What becomes of the steps that are done when the run fails or is cancelled: "undo" or "stop". */
  onFailure(what) {
    this.#others.onFailure = text(what, "what becomes of what is done");
    return this;
  }

  /** The plan as a plain object. */
  toJSON() {
    return { schemaVersion: 2, goal: this.#goal, steps: this.steps(), ...this.#others };
  }
}

/** The body of a map. */
class ItemBuilder extends StepsBuilder {
  /** The item, or a part of it. */
  item(pointer = "") {
    return from(this, 0, `/item${text(pointer, "the pointer")}`);
  }

  /** Which item it is, counted from 0. */
  index() {
    return from(this, 0, "/index");
  }

  /** A part of what all items are given. */
  with(pointer = "") {
    return from(this, 0, `/with${text(pointer, "the pointer")}`);
  }

  toJSON() {
    return this.steps();
  }
}

/** A step of a plan; it goes on with the plan's own methods. */
class StepBuilder {
  #plan;
  #record;

  constructor(plan, record) {
    this.#plan = plan;
    this.#record = record;
  }

  get stepNumber() {
    return this.#record.stepNumber;
  }

  /** It begins when these are done: steps, or their numbers. */
  after(...steps) {
    const numbers = steps.map((step) => {
      if (step instanceof StepBuilder && step.#plan !== this.#plan) throw badArgument("what it comes after", step.#record, "a step of its own plan or body");
      const number = step?.stepNumber ?? step;
      if (Number.isSafeInteger(number)) return number;
      throw badArgument("what it comes after", step, "a step of the plan or its number");
    });
    this.#record.dependsOn = [...new Set([...(this.#record.dependsOn ?? []), ...numbers])];
    return this;
  }

  /** When it runs, given how the steps before it have ended. */
  runWhen(when) {
    this.#record.runWhen = text(when, "when it runs");
    return this;
  }

  /** What takes it back, where the plan says `onFailure("undo")`. */
  undo(toolName, toolInput = {}) {
    this.#plan.ownOnly(toolInput, `what takes step ${this.stepNumber} back`);
    this.#record.undo = { kind: "tool", toolName: text(toolName, "the tool's name"), toolInput };
    return this;
  }

  /** What it gives, to be put into the input of a later step; `pointer` names a part of it. */
  output(pointer = "") {
    return from(this.#plan, this.stepNumber, `/output${text(pointer, "the pointer")}`);
  }

  toJSON() {
    return this.#plan.toJSON();
  }

  static {
    for (const name of ["step", "wait", "waitUntil", "decide", "notify", "ask", "signal", "map", "plan", "given"]) {
      this.prototype[name] = function (...given) {
        return this.#plan[name](...given);
      };
    }
    for (const name of ["result", "onFailure"]) {
      this.prototype[name] = function (...given) {
        if (!(this.#plan instanceof PlanBuilder)) throw new DunlinError(OF_PLANS);
        this.#plan[name](...given);
        return this;
      };
    }
  }
}
