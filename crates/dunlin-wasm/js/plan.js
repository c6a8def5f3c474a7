// Plans written by hand, step by step. What comes out is the plan's JSON; what is wrong with it is found when it is run, and at
// once where it would say something else by then.
import { object, text } from "./border.js";
import { badArgument } from "./error.js";

/** A plan to which steps are added. */
export const plan = (goal = "") => new PlanBuilder(text(goal, "the goal"));

class PlanBuilder {
  #goal;
  #steps = [];

  constructor(goal) {
    this.#goal = goal;
  }

  /** A step that calls a tool; `more` holds other fields of a step, such as `reasoning`. */
  step(toolName, toolInput = {}, more = {}) {
    return this.#add({ kind: "tool", toolName: text(toolName, "the tool's name"), toolInput, ...object(more, "the step's other fields") });
  }

  /** A step that waits. */
  wait(ms, more = {}) {
    return this.#add({ kind: "wait", toolInput: { ms }, ...more });
  }

  /** A step that compares; what comes after it is skipped when it says no. */
  decide(left, operator, right, more = {}) {
    return this.#add({ kind: "decision", toolInput: right === undefined ? { left, operator } : { left, operator, right }, ...more });
  }

  /** A step that tells the person something. */
  notify(title, body = "", more = {}) {
    return this.#add({ kind: "notify", toolInput: { title, body }, ...more });
  }

  #add(fields) {
    const record = { stepNumber: this.#steps.length + 1, ...fields };
    this.#steps.push(record);
    return new StepBuilder(this, record);
  }

  /** The plan as a plain object. */
  toJSON() {
    return { schemaVersion: 2, goal: this.#goal, steps: this.#steps.map((step) => ({ ...step })) };
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
      const number = step?.stepNumber ?? step;
      if (Number.isSafeInteger(number)) return number;
      throw badArgument("what it comes after", step, "a step of the plan or its number");
    });
    this.#record.dependsOn = [...new Set([...(this.#record.dependsOn ?? []), ...numbers])];
    return this;
  }

  /** What it gives, to be put into the input of a later step; `pointer` names a part of it. */
  output(pointer = "") {
    return { $from: { step: this.stepNumber, pointer: `/output${text(pointer, "the pointer")}` } };
  }

  step(...given) {
    return this.#plan.step(...given);
  }

  wait(...given) {
    return this.#plan.wait(...given);
  }

  decide(...given) {
    return this.#plan.decide(...given);
  }

  notify(...given) {
    return this.#plan.notify(...given);
  }

  toJSON() {
    return this.#plan.toJSON();
  }
}
