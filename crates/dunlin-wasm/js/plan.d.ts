// Plans written by hand.
import type { JsonInput } from "./infer.js";
import type { Plan, PlanStep } from "./records.js";

type Loose<T> = T extends readonly (infer E)[] ? readonly Loose<E>[] : T extends object ? { readonly [K in keyof T]: Loose<T[K]> } : T;
type Other<T, Known extends keyof T> = { readonly [K in Exclude<keyof T, Known>]?: Loose<T[K]> };

/** A step as a person writes it: its number and what it does; the rest has defaults. */
export type WrittenStep = { readonly stepNumber: number; readonly toolInput?: JsonInput } & Other<PlanStep, "stepNumber" | "toolInput">;
/** A plan as a person writes it. */
export type WrittenPlan = { readonly schemaVersion: Plan["schemaVersion"]; readonly goal: string; readonly steps: readonly WrittenStep[] }
  & Other<Plan, "schemaVersion" | "goal" | "steps">;

/** Fields of a step beside what it does, such as `reasoning` and `acceptanceCriteria`. */
export type StepFields = Other<PlanStep, "stepNumber" | "kind" | "toolName" | "toolInput">;

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

/** A plan to which steps are added. `run`, `validate` and `JSON.stringify` take it as it is. */
export interface PlanBuilder<T = { [tool: string]: any }> {
  /** A step that calls a tool. */
  step<N extends keyof Inputs<T> & string>(tool: N, input?: Planned<Inputs<T>[N]>, more?: StepFields): StepBuilder<T>;
  /** A step that waits. */
  wait(ms: number | StepOutput, more?: StepFields): StepBuilder<T>;
  /** A step that compares; what comes after it is skipped when it says no. */
  decide(left: JsonInput, operator: string, right?: JsonInput, more?: StepFields): StepBuilder<T>;
  /** A step that tells the person something. */
  notify(title: JsonInput, body?: JsonInput, more?: StepFields): StepBuilder<T>;
  /** The plan as a plain object. */
  toJSON(): WrittenPlan;
}

/** A step of a plan; it goes on with the plan's own methods. */
export interface StepBuilder<T = { [tool: string]: any }> extends PlanBuilder<T> {
  readonly stepNumber: number;
  /** It begins when these are done. */
  after(...steps: ({ readonly stepNumber: number } | number)[]): this;
  /** What it gives, for the input of a later step; `pointer` names a part of it. */
  output(pointer?: string): StepOutput;
}

/** A plan written step by step; with `plan<typeof tools>()` names and inputs are checked against tools of `defineTool`. */
export function plan<T = { [tool: string]: any }>(goal?: string): PlanBuilder<T>;
