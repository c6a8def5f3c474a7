// Plans written by hand.
import type { JsonInput } from "./infer.js";
import type { OnFailure, Plan, PlanStep, RunWhen } from "./records.js";

type Loose<T> = T extends readonly (infer E)[] ? readonly Loose<E>[] : T extends object ? { readonly [K in keyof T]: Loose<T[K]> } : T;
type Other<T, Known extends keyof T> = { readonly [K in Exclude<keyof T, Known>]?: Loose<T[K]> };
type Within = "undo" | "body" | "plan";

/** Fields of a step beside what it does, such as `reasoning` and `acceptanceCriteria`. */
export type StepFields = Other<PlanStep, "stepNumber" | "kind" | "toolName" | "toolInput" | Within> & {
  readonly undo?: WrittenWork;
  readonly body?: readonly (PlanStep | WrittenStep)[];
  readonly plan?: Plan | WrittenPlan;
};
/** What a step does as a person writes it; all of it has defaults, and the input is `{}`. */
export type WrittenWork = { readonly [K in "kind" | "toolName"]?: PlanStep[K] } & { readonly toolInput?: JsonInput } & StepFields;
/** A step as a person writes it: its number and what it does. */
export type WrittenStep = { readonly stepNumber: number } & WrittenWork;
/** A plan as a person writes it, with others in it. */
export type WrittenPlan = { readonly schemaVersion: Plan["schemaVersion"]; readonly goal: string; readonly steps: readonly WrittenStep[]; readonly result?: JsonInput }
  & Other<Plan, "schemaVersion" | "goal" | "steps" | "result">;

/** A value that an earlier step gives. */
export interface StepOutput {
  readonly $from: { readonly step: number; readonly pointer: string };
}

/** An input in which any value may come from an earlier step. */
export type Planned<I> = I | StepOutput | { readonly $concat: readonly unknown[] } | (I extends readonly (infer E)[]
  ? readonly Planned<E>[]
  : I extends object ? { readonly [K in keyof I]: Planned<I[K]> } : never);

type Inputs<T> = T extends readonly { readonly name: string }[]
  ? { [D in T[number] as D["name"]]: D extends { readonly "~input"?: infer I } ? I : any }
  : T;

/** Fields of a step that is a map: what all items are given, and how many are under way at once. */
export type MapFields = StepFields & { readonly with?: JsonInput; readonly maxParallel?: number };

/** Adds steps, to a plan or to the body of a map. */
export interface StepsBuilder<T = { [tool: string]: any }> {
  /** A step that calls a tool. */
  step<N extends keyof Inputs<T> & string>(tool: N, input?: Planned<Inputs<T>[N]>, more?: StepFields): StepBuilder<T>;
  /** A step that waits. */
  wait(ms: number | StepOutput, more?: StepFields): StepBuilder<T>;
  /** A step that waits until a moment: a `Date`, or a text with its zone such as `2026-11-23T17:00+01:00`. */
  waitUntil(moment: Date | string | StepOutput, more?: StepFields): StepBuilder<T>;
  /** A step that compares; what comes after it is skipped when it says no. */
  decide(left: JsonInput, operator: string, right?: JsonInput, more?: StepFields): StepBuilder<T>;
  /** A step that tells the person something. */
  notify(title: JsonInput, body?: JsonInput, more?: StepFields): StepBuilder<T>;
  /** A step that asks the person; the answer is its output, and fits the schema. `run.answer` gives it. */
  ask(question: JsonInput, schema?: JsonInput, more?: StepFields): StepBuilder<T>;
  /** A step that waits for a signal, as `run.signal` sends it; the data of that is its output. */
  signal(name: string, more?: StepFields): StepBuilder<T>;
  /** A step that does the steps of a body for each item of a list; what the last of them gives, in order, is its output. */
  map(over: JsonInput, body: ((each: ItemBuilder<T>) => unknown) | readonly (PlanStep | WrittenStep)[], more?: MapFields): StepBuilder<T>;
  /** A step that carries out a plan as a run of its own; the input is what that run is given. */
  plan(plan: PlanBuilder<any> | Plan | WrittenPlan, input?: JsonInput, more?: StepFields): StepBuilder<T>;
  /** A part of what the run was given. */
  given(pointer?: string): StepOutput;
}

/** A plan to which steps are added. `run`, `validate` and `JSON.stringify` take it as it is. */
export interface PlanBuilder<T = { [tool: string]: any }> extends StepsBuilder<T> {
  /** What the run answers with, in which values may come from its steps; without it what its last step gives. */
  result(template: JsonInput): this;
  /** What becomes of the steps that are done when the run fails or is cancelled: with `"undo"` they are taken back. */
  onFailure(what: OnFailure): this;
  /** The plan as a plain object. */
  toJSON(): WrittenPlan;
}

/** The body of a map. */
export interface ItemBuilder<T = { [tool: string]: any }> extends StepsBuilder<T> {
  /** The item, or a part of it. */
  item(pointer?: string): StepOutput;
  /** Which item it is, counted from 0. */
  index(): StepOutput;
  /** A part of what all items are given. */
  with(pointer?: string): StepOutput;
}

/** A step of a plan; it goes on with the plan's own methods. */
export interface StepBuilder<T = { [tool: string]: any }> extends PlanBuilder<T> {
  readonly stepNumber: number;
  /** It begins when these are done. */
  after(...steps: ({ readonly stepNumber: number } | number)[]): this;
  /** When it runs: `"anyFailed"` handles a failure before it, `"allDone"` is done whatever happened. */
  runWhen(when: RunWhen): this;
  /** What takes it back, where the plan says `onFailure("undo")`. */
  undo<N extends keyof Inputs<T> & string>(tool: N, input?: Planned<Inputs<T>[N]>): this;
  /** What it gives, for the input of a later step; `pointer` names a part of it. */
  output(pointer?: string): StepOutput;
}

/** A plan written step by step; with `plan<typeof tools>()` names and inputs are checked against tools of `defineTool`. */
export function plan<T = { [tool: string]: any }>(goal?: string): PlanBuilder<T>;
