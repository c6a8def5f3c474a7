// The types of the door `dunlin`. Spans count UTF-16 code units, as JavaScript does. `records.d.ts` is made from the records in
// Rust.
import type { JsonInput, PhraseList, PhraseTemplate } from "./infer.js";
import type { AbortSignal, Request, Response } from "./place.js";
import type { PlanBuilder, WrittenPlan } from "./plan.js";
import type { Explanation, Json, Plan, Recognition, Schedule, Span, Todo, TodoChanges, TodoFields, TodoFilter } from "./records.js";
import type { Engine, EngineOptions, Run, RunOptions } from "./runtime.js";

export { evaluate } from "./calc.js";
export { parseDate, parseQuickAdd, type ReadingOptions } from "./dates.js";
export { DunlinError } from "./error.js";
export { plan } from "./plan.js";
export { defineTool } from "./runtime.js";
export type * from "./infer.js";
export type * from "./plan.js";
export type * from "./records.js";
export type {
  CallOptions, DefinedTool, Engine, EngineOptions, HostStorage, InferredTool, Run, RunOptions, Runs, ToolContext, ToolDefinition,
  Tools,
} from "./runtime.js";

// ---- the host's own words ----

export interface LanguageDefinition {
  /** What is defined is for the phrases of this language; without it for all. */
  language?: string;
  rules?: { [name: string]: PhraseTemplate };
  lists?: { [name: string]: PhraseList };
  /** Words that count for nothing anywhere in a sentence. */
  skipWords?: readonly string[];
  /** How the language says numbers, in place of what is known of it. */
  numbers?: NumberWords;
  /** What stands between the last two items of a list: "and". */
  joiners?: readonly string[];
  /** What says true and false. */
  yes?: readonly string[];
  no?: readonly string[];
}

/** Numbers in words. In a template here a space may be a space, a hyphen or nothing in a sentence. */
export interface NumberWords {
  /** The words of single numbers: `{ 1: "ein[s|e]", 20: "zwanzig" }`. */
  words?: { readonly [number: number]: PhraseTemplate };
  /** How numbers are added up: `{1-9} und {20-90/10}` is one from 1 to 9 and one from 20 to 90 that ten divides; `{=10}` is ten without a word. */
  plus?: readonly PhraseTemplate[];
  /** How numbers are multiplied: `{2-9} {100}`. */
  times?: readonly PhraseTemplate[];
  /** What stands before the digits of a fraction, and before a number below zero. */
  point?: PhraseTemplate;
  minus?: PhraseTemplate;
}

export interface LanguageCheck {
  /** Sentences that several tools claim alike. */
  conflicts: { tools: string[]; sentence: string }[];
  /** Templates that no tried sentence reaches, and the tool that is recognised instead. */
  unreachable: { tool: string; template: PhraseTemplate; sentence: string; instead: string | null }[];
}

// ---- todos ----

/** The formats of files; "json" holds everything. */
export type TodoFormat = "json" | "todotxt" | "ical" | "markdown" | "csv";

export interface Todos {
  /** A line of quick add ("buy milk tomorrow p1 #errands"), or fields that are taken as they are. */
  add(todo: string | TodoFields): Todo;
  list(filter?: TodoFilter): Todo[];
  search(words: string): Todo[];
  get(id: string): Todo | null;
  update(id: string, changes: TodoChanges): Todo;
  complete(id: string): Todo;
  reopen(id: string): Todo;
  /** Puts it after another in the order by hand; first without one. */
  move(id: string, options?: { after?: string | null }): Todo;
  delete(id: string): Todo;
  clearCompleted(list?: string): Todo[];
  /** Takes back the last change, or all a run changed; null when there was nothing to undo. */
  undo(options?: { runId?: string }): { summary: string; todos: Todo[] } | null;
  redo(): { summary: string; todos: Todo[] } | null;
  lists(): { name: string; total: number; active: number }[];
  /** Calls back after every change, another tab's too. Gives the function that ends it. */
  subscribe(listener: (change: { ids: string[]; elsewhere: boolean }) => void): () => void;
  export(format?: TodoFormat): string;
  import(format: TodoFormat, content: string): Todo[];
}

// ---- the runtime ----

export interface RuntimeOptions extends EngineOptions {
  /** The built-in tools that are offered; all of them when nothing is said. */
  builtins?: readonly ("calculator" | "todo_store" | "dates" | "guide" | "schedules")[];
}

/** How a goal is read. */
export interface GoalOptions {
  /** Readings that were taken back. */
  dismissed?: readonly Span[];
  /** What is known of the moment, which phrases may require. */
  context?: { readonly [key: string]: JsonInput };
  /** The language of the phrases that are tried; none tries them all. */
  language?: string;
}

/** Several todos for an occasion, used when a goal names it: "plan a birthday party". */
export interface Template {
  /** What it is for; the list its todos go to. */
  name: string;
  /** The words by which a goal names it. */
  triggers: string[];
  /** `after` counts the todos before from 1. */
  todos: { text: string; dueInDays?: number; after?: number[] }[];
}

/** What is asked of the page's owner before an agent's call may destroy something. */
export interface WebMCPQuestion {
  tool: string;
  input: Json;
  /** The run and its question, when it is a step that waits. */
  runId?: string;
  approvalId?: string;
}
export interface WebMCPOptions {
  /** What the names of the tools begin with; "dunlin_" when it is left out. */
  prefix?: string;
  /** Takes the tools away. */
  signal?: AbortSignal;
  /** The runtime's tools that are offered, by name; all of them when it is left out. */
  tools?: readonly string[];
  /** Asks the person; only `true` lets the call be made, and without this function none is. */
  approve?(question: WebMCPQuestion): boolean | Promise<boolean>;
  /** The model context to register with: a polyfill's. `document.modelContext` when it is left out. */
  modelContext?: { registerTool(tool: object, options?: { signal?: AbortSignal }): unknown };
}

export interface MCPOptions extends Pick<WebMCPOptions, "prefix" | "tools" | "approve"> {
  /** Names of hosts that may be asked for, beside those of this machine. */
  allowHost?: readonly string[];
  /** Origins whose pages may ask, beside the request's own. */
  allowOrigin?: readonly string[];
}

/** What is begun, and when: a goal, planned when it is due, or a plan. */
export type NewSchedule = {
  /** Letters, digits, hyphens and underscores; made when it is left out. */
  id?: string;
  /** `2026-11-27T09:00` by the clock on the wall, or a moment with its zone. */
  at: string;
  /** How it comes back, as an RFC 5545 rule such as `FREQ=WEEKLY`. */
  rule?: string;
  /** Begins nothing until it is let go on. */
  paused?: boolean;
} & ({ goal: string; plan?: undefined } | { plan: Plan | WrittenPlan | PlanBuilder<any>; goal?: undefined });

/** Runs that begin at a moment; they are given `{ schedule, due, late }` as step 0 of their plans. */
export interface Schedules {
  /** Keeps a schedule; one of the same id is replaced. Throws `schedule.invalid`. */
  add(schedule: NewSchedule): Schedule;
  /** Those that have something left to begin, the next one first. */
  list(): Schedule[];
  /** Forgets one; false when there is none of that id. Runs that it has begun go on. */
  remove(id: string): boolean;
  /** Lets one rest, or go on with `false`; false when there is none of that id, or nothing is left of it. */
  pause(id: string, paused?: boolean): boolean;
  /** Begins what is due, each once over all who share the storage, and carries it out here. */
  begin(): Promise<Run[]>;
  /** Begins what is due, now and as it comes; gives the function that ends it. */
  watch(listener?: (run: Run) => void): () => void;
}

export interface Runtime extends Engine {
  /** The plan for a goal. Pure and synchronous; throws a `DunlinError` whose code begins with `plan.`. */
  plan(goal: string, options?: GoalOptions): Plan;
  /** How a goal is read while it is typed. Never throws for a text. */
  explain(goal: string, options?: GoalOptions): Explanation;
  /** Carries out a goal or a plan. A goal that cannot be planned is a failed run; a plan that cannot be run throws. */
  run(goalOrPlan: string | Plan | WrittenPlan | PlanBuilder<any>, options?: RunOptions & GoalOptions): Run;
  readonly todos: Todos;
  readonly schedules: Schedules;
  /** Kept in the storage; `set` throws `api.bad-argument` for templates that cannot be used. */
  readonly templates: { list(): Template[]; set(templates: Template[]): void; reset(): void };
  /** Words that the phrases of all tools share. */
  readonly language: {
    define(definition: LanguageDefinition): void;
    check(): LanguageCheck;
    sample(tool: string, count?: number, seed?: number): string[];
  };
  /** The one command that a sentence asks for, by the phrases of tools; null when none says it. Makes no plan. */
  recognize(sentence: string, options?: { context?: { readonly [key: string]: JsonInput }; language?: string }): Recognition | null;
  /**
   * Gives the agents of the browser (WebMCP) this runtime's tools and runs: those of `names`, without those that the browser has
   * `refused`. Throws `webmcp.unavailable` where the browser has no model context, and `webmcp.refused` where it takes none.
   */
  exposeWebMCP(options?: WebMCPOptions): Promise<{ names: string[]; refused: { name: string; message: string }[]; unregister(): void }>;
  /**
   * Answers a request of an MCP client (streamable HTTP). An agent does not answer for the person: without `approve` the client is
   * asked to ask them, where it can, and else what may destroy something waits. Such an answer is a stream, handed on as it comes.
   */
  mcp(request: Request, options?: MCPOptions): Promise<Response>;
}

/** Opens Dunlin over a storage. */
export function createRuntime(options?: RuntimeOptions): Promise<Runtime>;
