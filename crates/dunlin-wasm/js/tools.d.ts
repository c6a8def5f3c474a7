// The types of the door `dunlin/tools`: opt-in tools for a runtime of `dunlin` or `dunlin/runtime`.
import type { JsonInput, Phrase } from "./infer.js";
import type { AbortSignal, URL } from "./place.js";
import type { PlanBuilder, WrittenPlan } from "./plan.js";
import type {
  Agent, BreakerOptions, CodeLimits, FetchSettings, ModelOptions, Plan, Rate, Refusal, SearchLimits, Skill, SqlLimits, ToolSpec,
} from "./records.js";
import type { Engine, EngineOptions, NeedsLeave, ToolContext } from "./runtime.js";

export { DunlinError } from "./error.js";

/** A text that can be found. What else a record holds does not matter. */
export interface SearchedText {
  /** Its own name among all; its place in the list without one. */
  id?: string | number;
  /** What it is; "note" without one. */
  kind?: string;
  /** Words in it count double. */
  title?: string;
  text: string;
}

type Lent<T> = T | (() => T | Promise<T>);

/** Tables by their names: lists of records, lists of lists with the names of the columns first, CSV, or rows beside the names
 * of their columns, which are known then where there are no rows. */
export type SqlTables = { readonly [name: string]: readonly object[] | string | { columns: readonly string[]; rows: readonly object[] } };

/** The worker of an engine: where its script is, or what makes one. The package's own without it. */
export type EngineWorker = string | URL | (() => object | Promise<object>);

export interface SearchOptions {
  /** What is searched, asked before each call. */
  documents: Lent<readonly SearchedText[]>;
  limits?: Partial<SearchLimits>;
}

/** It wants the package `@sqlite.org/sqlite-wasm`. */
export interface SqlOptions {
  /** Tables that statements may name, beside those of a call; asked before each call. */
  tables?: Lent<SqlTables>;
  limits?: Partial<SqlLimits>;
  worker?: EngineWorker;
}

/** It wants the packages `quickjs-emscripten-core` and `@jitl/quickjs-wasmfile-release-sync`. */
export interface CodeOptions {
  limits?: Partial<CodeLimits>;
  worker?: EngineWorker;
}

export interface KeepingOptions {
  /** Whether keys and the numbers of accounts and cards are refused; "on" without it. */
  guard?: "on" | "off";
}

export interface FetchOptions extends Partial<Omit<FetchSettings, "rate" | "breaker">> {
  rate?: Partial<Rate>;
  /** When an origin that fails is left alone. */
  breaker?: Partial<BreakerOptions>;
}

export interface WebSearchOptions {
  /** A search service that answers in the JSON form of SearXNG. */
  endpoint: string;
  options?: FetchOptions;
}

/** "usual": keys and the numbers of cards and accounts hold a call back, the rest is taken out of its input. */
export type Guarding = "usual" | "off" | "redact" | "ask" | "block";
export interface GuardQuestion {
  tool: string;
  /** What was found, in words: "1 × e-mail". */
  found: string;
  input: JsonInput;
}
export interface GuardOptions {
  default?: Guarding;
  tools?: { fetch?: Guarding; web_search?: Guarding };
  /** Asks the person where it says "ask"; only `true` lets the call be made. Without it the run that calls asks, as before any step. */
  approve?(question: GuardQuestion): boolean | Promise<boolean>;
}

/** A skill as it is written: its phrases ask for it, and the plan does it with its input as step 0. */
export type WrittenSkill = Pick<Skill, "name"> & Partial<Omit<Skill, "phrases" | "inputSchema" | "plan">> & {
  readonly phrases?: readonly Phrase[];
  /** The JSON Schema of its input, an object. */
  readonly inputSchema?: { readonly [keyword: string]: unknown };
  readonly plan: Plan | WrittenPlan | PlanBuilder<any>;
};
/** An agent as it is written. One may do nothing that its parent may not. */
export type WrittenAgent = Pick<Agent, "name"> & Partial<Omit<Agent, "tools" | "skills">> & {
  /** The tools it may call; without it those of its parent, or all. */
  readonly tools?: readonly string[];
  readonly skills?: readonly WrittenSkill[];
};

export interface AgentOptions {
  /** Whether the Researcher, the Analyst, the Coder and the Reviewer are among them; they are without it. */
  shipped?: boolean;
  /** Agents of one's own, parents first. */
  add?: readonly WrittenAgent[];
}

/** Agents: each is a tool, `agent:<name>`, of the runtimes that they join, and its work is a run below the one that calls. */
export interface Team {
  list(): Agent[];
  /** Adds one, here and to each runtime that was joined. Throws `agent.widened` for one that is wider than its parent. */
  add(agent: WrittenAgent): void;
  /** Takes one away, here and from each runtime that was joined. One that others are under stays. */
  remove(name: string): void;
  /** The plan for a goal that they understand; throws `agent.no-agent`, with the words that none understands. */
  plan(goal: string): Plan;
  /** What was refused because an agent would have done more than it may. */
  refusals(): Refusal[];
  /** Makes each a tool of a runtime; a goal that only they understand goes to them there. Call it when the other tools are there: what an agent says of its effects is taken from them. */
  join(runtime: Engine): { leave(): void };
}

/** What a model is asked: messages in the form of chat completions. */
export interface ModelQuestion {
  messages: { role: "system" | "user"; content: string }[];
  maxTokens: number;
  /** Aborts when the answer is no longer wanted. */
  signal: AbortSignal;
}

/** A model behind an endpoint that speaks chat completions, or one that the host asks itself, such as the browser's own. */
export type PlannerOptions = Partial<Pick<ModelOptions, "timeoutMs" | "maxTokens" | "retries">> & (Pick<ModelOptions, "endpoint" | "model"> & {
  /** Sent to the endpoint's origin as a bearer token, and to no other. In a page everybody can read it. */
  key?: string;
  /** Whether the endpoint may be on this machine or its network. */
  allowPrivate?: boolean;
  ask?: undefined;
} | {
  /** Gives the model's answer as a text. */
  ask(question: ModelQuestion): string | Promise<string>;
  /** What it is called in the plan's rationale. */
  model?: string;
  endpoint?: undefined;
});

/** A second planner, for goals that the rules do not understand. It sees the goal and what the tools say of themselves, and no more. */
export interface Planner {
  /**
   * The plan for a goal: of the rules where they have one, else of the model. It is checked, and not run: show it first. That of a
   * model says so in its rationale, and each of its calls asks a person. Throws `plan.unrecognized` where neither has a plan.
   */
  plan(runtime: { plan(goal: string): Plan } & Pick<Engine, "validate" | "tools">, goal: string, options?: { signal?: AbortSignal }): Promise<Plan>;
}

/** The tools by name; what is not named is not made. */
export interface ToolOptions extends Pick<EngineOptions, "storage" | "now" | "wasm"> {
  /** Finds texts by their words, best first. */
  search?: SearchOptions | false;
  /** Draws rows as an SVG with the table behind it. */
  chart?: {} | boolean;
  /** Holds something against checks. */
  judge?: {} | boolean;
  /** Answers questions about tables by SQLite. */
  sql?: SqlOptions | boolean;
  /** Carries out JavaScript in an interpreter without a way out. */
  code?: CodeOptions | boolean;
  /** Remembers between runs, in the storage. */
  memory?: KeepingOptions | boolean;
  /** Messages, kept in the storage until they are acknowledged. */
  bus?: KeepingOptions | boolean;
  /** Asks origins that are allowed by name. */
  fetch?: FetchOptions | false;
  /** Searches the web by a service that is named. */
  web_search?: WebSearchOptions | false;
  /** Agents: those that come along, and one's own. */
  agents?: AgentOptions | boolean;
  /** A model for goals that the rules do not understand. */
  planner?: PlannerOptions | false;
  /** What of the inputs of `fetch` and `web_search` may leave this device. */
  guard?: Guarding | GuardOptions;
}

/** A tool as `tools.register` of a runtime takes it. */
export interface MadeTool<N extends string = string> extends Pick<ToolSpec, "name" | "description" | "annotations" | "reads" | "writes"> {
  name: N;
  inputSchema: { readonly [keyword: string]: unknown };
  /** Sentences that ask for it, where there are any; only `dunlin` reads them. */
  phrases?: readonly Phrase[];
  /** What of an input needs a person's leave, where some does. */
  needsLeave?(input: any): NeedsLeave[];
  execute(input: any, context?: ToolContext): Promise<unknown>;
}

/** A service that was asked. While its circuit is open it is left alone. */
export interface ServiceLine {
  tool: "fetch" | "web_search" | "planner";
  service: string;
  state: "closed" | "open" | "half-open";
  opened: number;
  requests: number;
  failures: number;
  refused: number;
}

type ToolName = Exclude<keyof ToolOptions, "storage" | "now" | "wasm" | "guard" | "agents" | "planner">;
type Asked<O> = { [N in keyof O]: N extends ToolName ? (O[N] extends false | undefined ? never : N) : never }[keyof O];

/** The tools that were asked for, by name and all together. */
export type MadeTools<O extends ToolOptions = ToolOptions> = { readonly [N in Asked<O> & string]: MadeTool<N> } & ("agents" extends keyof O
  ? O["agents"] extends false | undefined ? {} : { readonly agents: Team }
  : {}) & ("planner" extends keyof O ? (O["planner"] extends false | undefined ? {} : { readonly planner: Planner }) : {}) & {
  readonly all: MadeTool[];
  lines(): ServiceLine[];
};

/** Makes tools. Fetches the door's module at its first use; an engine comes when its tool is first called. */
export function createTools<const O extends ToolOptions>(options: O): Promise<MadeTools<O>>;
