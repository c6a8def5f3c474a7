// The types of the npm package `dunlin`. Spans count UTF-16 code units, as JavaScript does. `records.d.ts` is made from the
// records in Rust.
import type {
  Annotations, Calculation, Capabilities, DateReading, Explanation, Health, Plan, PlanFault, Policy, PolicyChange, QuickAdd,
  Span, TodoChanges, TodoFields, TodoFilter, ToolSpec,
} from "./records.js";

export type * from "./records.js";

/** A value that JSON can hold. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Something that was asked for and could not be done. Switch on `code`, never on the words. */
export class DunlinError extends Error {
  readonly name: "DunlinError";
  /** The stable dotted code, such as `calc.divide-by-zero`. */
  readonly code: string;
  /** What to type or do instead. */
  readonly hint?: string;
  /** Where in the text that was read. */
  readonly span?: Span;
  /** More, by code: `suggestions` and `understood` of `plan.unrecognized`, `faults` of a plan that cannot be run. */
  readonly details?: { [key: string]: Json };
  /** All of it, for logs. */
  toJSON(): { name: string; code: string; message: string; hint?: string; span?: Span; details?: { [key: string]: Json } };
}

// ---- stateless readers ----

/** Relative dates count from `now`; without it, from this moment. */
export interface ReadingOptions {
  now?: Date | number | (() => Date | number);
}

/** Calculates an expression. Throws a `DunlinError` whose code begins with `calc.`. */
export function evaluate(expression: string): Calculation;
/** The first date a text names, or null. */
export function parseDate(text: string, options?: ReadingOptions): DateReading | null;
/** A line of quick add, read in one pass. */
export function parseQuickAdd(text: string, options?: ReadingOptions): QuickAdd;

// ---- plans ----

/** JSON in which any value may be `{ $from: { step, pointer } }` or `{ $concat: [...] }`. */
export type Input = Json;

// ---- tools ----

export interface ToolResult {
  success: boolean;
  output?: Json;
  error?: string;
  /** The stable code of what went wrong. */
  code?: string;
  /** What to do instead. */
  hint?: string;
  metadata?: { [key: string]: Json };
}

/** What a tool is told beside its input. */
export interface ToolContext {
  /** Aborts when the result is no longer wanted. */
  readonly signal: AbortSignal;
  /** The same for every attempt of a step, also after a reload: a second effect with it must not happen. */
  readonly idempotencyKey: string;
  /** Which attempt, from 1. */
  readonly attempt: number;
  readonly runId: string;
  readonly stepNumber: number;
  /**
   * Says how far the call has come, from 0 to 1, and in words. However often it is called, the run hears the latest of it a few
   * times a second at most, as an event `stepProgressed`.
   */
  progress(fraction: number, words?: string): void;
  /** What is said beside the output; `tokens` counts against the token budget. */
  metadata: { [key: string]: Json };
}

/** A tool of the host's own. An error thrown with `retryable: true` is tried again. */
export interface ToolDefinition<I = any> {
  /** Lower-case letters, digits and underscores. */
  name: string;
  description?: string;
  /** The JSON Schema its input is checked against before every call. */
  inputSchema?: { [key: string]: Json };
  annotations?: Partial<Annotations>;
  /** The named resources it reads; steps that write them come first. */
  reads?: string[];
  /** The named resources it writes. */
  writes?: string[];
  /** Sentences that ask for it. */
  phrases?: Phrase[];
  /** The slot whose value "it" means in what is said next. */
  gives?: string;
  execute(input: I, context: ToolContext): unknown;
}

// ---- phrases ----

/** Words, `(a|b)`, `[optional]`, `{list}` or `{list:slot}`, `<rule>` and `(a;b)` for any order. */
export type PhraseTemplate = string;
export type Phrase =
  | PhraseTemplate
  | {
      say: PhraseTemplate | PhraseTemplate[];
      /** Slots that the phrase itself fills; what the sentence says wins. */
      input?: { [slot: string]: Json };
      requires?: PhraseContext;
      excludes?: PhraseContext;
      /** Rules and lists of its own come before the shared ones. */
      rules?: { [name: string]: PhraseTemplate };
      lists?: { [name: string]: FixedList };
      language?: string;
    };
/** A value, one of several, or `{ slot }`: anything, and with `true` it goes into the input. */
export type PhraseContext = { [key: string]: Json | Json[] | { slot: boolean } };
export type ListValue = string | { in: PhraseTemplate; out?: Json; context?: { [key: string]: Json } };
export type FixedList =
  | { values: ListValue[] }
  | { range: { from: number; to: number; step?: number; fractions?: "halves" | "tenths" } }
  | { wildcard: true };
/** A function is asked for its values before each reading. */
export type PhraseList = FixedList | { values: () => ListValue[] };

export interface LanguageDefinition {
  language?: string;
  rules?: { [name: string]: PhraseTemplate };
  lists?: { [name: string]: PhraseList };
  /** Words that count for nothing anywhere in a sentence. */
  skipWords?: string[];
}

/** A command that a sentence asks for. */
export interface Recognition {
  tool: string;
  input: { [slot: string]: Json };
  /** The words that fill each slot. */
  spans: { [slot: string]: Span };
  /** From 0 to 1. */
  confidence: number;
  alternatives: Recognition[];
}

export interface LanguageCheck {
  /** Sentences that several tools claim alike. */
  conflicts: { tools: string[]; sentence: string }[];
  /** Templates that no tried sentence reaches, and the tool that is recognised instead. */
  unreachable: { tool: string; template: PhraseTemplate; sentence: string; instead: string | null }[];
}

// ---- runs ----

export type RunStatus = "pending" | "running" | "suspended" | "completed" | "failed" | "cancelled";
export type StepStatus =
  | "pending" | "waiting_approval" | "running" | "retrying" | "succeeded" | "failed" | "skipped" | "denied" | "cancelled";

export interface RunError {
  code: string;
  message: string;
  hint?: string;
  stepNumber?: number;
}

/** The record of a run. */
export interface RunRecord {
  schemaVersion: 1 | 2;
  runId: string;
  goal: string;
  status: RunStatus;
  /** Null when the goal could not be planned. */
  plan: Plan | null;
  policy: Policy;
  executionLog: ExecutionStep[];
  /** What happened within its steps: the items of maps, and what took steps back. */
  innerLog?: ExecutionStep[];
  /** What the plan says it answers with, or else the last step's output. */
  result?: Json;
  error?: RunError;
  /** Why it was cancelled, in the words of who did. */
  cancelReason?: string;
  /** The step that it carries out, when it is the child of another run. */
  parent?: ParentStep;
  usage: { steps: number; toolCalls: number; tokens: number; activeMs: number };
  /** ISO 8601, UTC. */
  createdAt: string;
  startedAt?: string;
  completedAt?: string;
}

export interface ExecutionStep {
  stepNumber: number;
  toolName: string;
  /** References resolved. */
  toolInput: Json;
  status: StepStatus;
  success: boolean;
  output?: Json;
  error?: string;
  errorCode?: string;
  metadata?: { [key: string]: Json };
  attempts: number;
  durationMs?: number;
  startedAt?: string;
  completedAt?: string;
  /** Why the step is there: with the action and the output, the reasoning trace. */
  thought: string;
  /** The question that waits for an answer. */
  approval?: { approvalId: string; reason: ApprovalReason };
  /** What it waits for from outside: `run.answer`, or `run.signal`. */
  awaits?: { type: "answer"; question: string; schema?: Json } | { type: "signal"; name: string };
  /** How far it has come. */
  progress?: { fraction: number; words?: string };
  /** The step that handles its failure: the run went on. */
  handledBy?: number;
  /** Where what takes it back stands, once that has begun. */
  undo?: StepStatus;
  /** Which step it stands in, when it is none of the plan's own. */
  within?: { map: number; item: number; step: number } | { undoes: number };
}

export type ApprovalReason = "destructive" | "policy" | "unknownOutcome";

export interface RunSummary {
  runId: string;
  goal: string;
  status: RunStatus;
  steps: number;
  stepsDone: number;
  error?: RunError;
  /** The run that it is a child of. */
  parentRunId?: string;
  createdAt: string;
  completedAt?: string;
}

export interface Failure {
  code: string;
  message: string;
  hint?: string;
  retryable?: boolean;
}

/** One line of a run's journal: `seq` counts from 1 without gaps, `at` is in milliseconds since 1970. */
export type RunEvent = { seq: number; at: number } & RunEventKind;

export type RunEventKind =
  | { type: "runCreated"; runId: string; goal: string; plan: Plan | null; policy: Policy; seed: number; tools?: ToolSpec[]; depth?: number; given?: Json; parent?: ParentStep }
  | { type: "runStarted" }
  | { type: "stepStarted"; step: number; attempt: number; input?: Json }
  | { type: "stepSucceeded"; step: number; attempt: number; output: Json; metadata?: { [key: string]: Json } }
  | { type: "attemptFailed"; step: number; attempt: number; failure: Failure }
  | { type: "retryScheduled"; step: number; attempt: number; delayMs: number }
  | { type: "stepFailed"; step: number; failure: Failure }
  | { type: "stepSkipped"; step: number; reason: SkipReason; cause?: number }
  | { type: "stepCancelled"; step: number }
  | { type: "approvalRequested"; step: number; approvalId: string; reason: ApprovalReason; input?: Json }
  | { type: "approvalAnswered"; step: number; approvalId: string; answer: ApprovalAnswer }
  | { type: "runSuspended" }
  | { type: "runResumed" }
  | { type: "cancelRequested"; reason?: string }
  | { type: "budgetSpent"; budget: "steps" | "toolCalls" | "time" | "tokens"; limit: number; spent: number }
  | { type: "runRecovered" }
  | { type: "timeSkipped"; ms: number }
  | { type: "lateResult"; step: number; attempt: number; success: boolean }
  | { type: "planRevised"; plan: Plan; tools?: ToolSpec[] }
  | { type: "signalReceived"; id: string; name: string; data: Json }
  | { type: "stepProgressed"; step: number; attempt: number; fraction: number; words?: string }
  | { type: "undoBegan"; steps: number[] }
  | { type: "runCompleted" }
  | { type: "runFailed"; error: RunError }
  | { type: "runCancelled" };

export type SkipReason =
  | "dependencyFailed" | "dependencySkipped" | "dependencyDenied" | "decision" | "nothingFailed" | "runFailed" | "budgetSpent" | "cancelled";

/** The step of another run that a run carries out. */
export interface ParentStep {
  runId: string;
  stepNumber: number;
}

export type ApprovalAnswer = { type: "approve" } | { type: "reject"; feedback?: string } | { type: "edit"; input: Json };

export interface CallOptions {
  /** Aborting it gives up the call and tells the tool. */
  signal?: AbortSignal;
  /** After how many milliseconds the call is given up. */
  timeoutMs?: number;
  /** A person has agreed to what the policy asks about first; without it such a call fails with `tool.approval-required`. */
  approved?: boolean;
}

/** Which runs, and which of them. */
export interface RunFilter {
  status?: RunStatus | RunStatus[];
  /** What is in the goal, in small or capital letters. */
  text?: string;
  /** How many are left out from the newest on. */
  offset?: number;
  limit?: number;
}

export interface RunOptions {
  policy?: PolicyChange;
  /** Readings of the goal that were taken back. */
  dismissed?: Span[];
  /** Aborting it cancels the run. */
  signal?: AbortSignal;
  /** The run's identifier; none makes one. */
  runId?: string;
  /** Where the run's randomness begins. */
  seed?: number;
  /** What the run is given: step 0 of its plan. */
  input?: Json;
}

/** A run on its way: iterate it for its events, await `result` for its record. */
export interface Run extends AsyncIterable<RunEvent> {
  readonly runId: string;
  /** The final record. It does not reject for a failed run: look at `status`. It does with `run.removed` when somebody else removed the run before its end was seen here. */
  readonly result: Promise<RunRecord>;
  /** The record as it is now. */
  record(): RunRecord;
  /** Answers the question of that id. */
  approve(approvalId: string, answer?: "approve" | "reject" | ApprovalAnswer): void;
  /**
   * Puts another plan in place of what was not begun: as many steps, the begun ones unchanged. Open questions about the others
   * are void and are asked anew. Throws `run.revision` for a plan that does not fit.
   */
  revise(plan: Plan): void;
  /** Answers the question of an ask step with data that fits its schema. */
  answer(stepNumber: number, data: Json): void;
  /** Sends a signal: the first step that waits for one of that name takes the data, now or later. */
  signal(name: string, data?: Json): void;
  /** Asks the run to stop. */
  cancel(reason?: string): void;
}

export interface Runs {
  /** The newest first. */
  list(filter?: RunFilter): RunSummary[];
  /** Calls back whenever a run changes; `runId` is null when another tab changed all. Gives the function that ends it. */
  subscribe(listener: (change: { runId: string | null; elsewhere: boolean }) => void): () => void;
  /** The plan that does a step again, with what depends on it; what was done before stands in it as it was. */
  fork(runId: string, stepNumber?: number): Plan;
  get(runId: string): RunRecord | null;
  /** Takes up a run that was interrupted, from where its journal ends. */
  resume(runId: string, options?: { signal?: AbortSignal }): Run;
  /** Answers the question of an ask step of a run, also of one that goes on elsewhere. */
  answer(runId: string, stepNumber: number, data: Json): void;
  /** Sends a run a signal, also one that goes on elsewhere; it is kept until a step takes it. */
  signal(runId: string, name: string, data?: Json): void;
  report(runId: string): { markdown: string; json: Json };
  journal(runId: string): Journal;
  delete(runId: string): void;
  /** Decides a journal again; `difference` is the first event that does not follow. */
  replay(journal: Journal): Replay;
}

/** Everything that happened to a run. */
export interface Journal {
  schemaVersion: 1 | 2;
  runId: string;
  events: RunEvent[];
}

export interface Replay {
  /** Whether every event follows from those before it. */
  matches: boolean;
  events: number;
  /** The first that does not; `seq` is 0 when the journal as a whole cannot be checked. */
  difference?: { seq: number; expected: Json; found: Json; message: string };
}

// ---- todos ----

export interface Todo {
  id: string;
  text: string;
  notes?: string;
  /** The named list it is on; none is the inbox. */
  list?: string;
  completed: boolean;
  createdAt: string;
  completedAt?: string;
  updatedAt: string;
  /** `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM`, floating local time. */
  due?: string;
  priority?: 1 | 2 | 3 | 4;
  tags: string[];
  /** The value of an RRULE. */
  recurrence?: string;
  /** The idempotency key it was made under. */
  createdBy?: string;
  order?: string;
}

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

/** A synchronous storage of the host's own. A `set` that finds no room throws an error named `QuotaExceededError`. */
export interface HostStorage {
  get(key: string): string | null | undefined;
  set(key: string, value: string): void;
  remove(key: string): void;
  keys(): Iterable<string>;
}

export interface RuntimeOptions {
  /** "local" is the default in pages, "memory" elsewhere. */
  storage?: "local" | "memory" | HostStorage;
  policy?: PolicyChange;
  /** Where the randomness of ids and runs begins, for repeatable tests. */
  seed?: number;
  now?: () => Date | number;
  /** The built-in tools that are offered; all of them when nothing is said. */
  builtins?: ("calculator" | "todo_store" | "dates" | "guide")[];
  /**
   * Takes a JSON line for every event of a run: at, level, event, runId, seq, and where they apply stepNumber, tool, attempt,
   * code, message.
   */
  log?: (line: string) => void;
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
  tools?: string[];
  /** Asks the person; only `true` lets the call be made, and without this function none is. */
  approve?(question: WebMCPQuestion): boolean | Promise<boolean>;
  /** The model context to register with: a polyfill's. `document.modelContext` when it is left out. */
  modelContext?: { registerTool(tool: object, options?: { signal?: AbortSignal }): unknown };
}

export interface MCPOptions extends Pick<WebMCPOptions, "prefix" | "tools" | "approve"> {
  /** Names of hosts that may be asked for, beside those of this machine. */
  allowHost?: string[];
  /** Origins whose pages may ask, beside the request's own. */
  allowOrigin?: string[];
}

export interface Runtime {
  /** The plan for a goal. Pure and synchronous; throws a `DunlinError` whose code begins with `plan.`. */
  plan(goal: string, options?: { dismissed?: Span[] }): Plan;
  /** How a goal is read while it is typed. Never throws for a text. */
  explain(goal: string, options?: { dismissed?: Span[] }): Explanation;
  /** Carries out a goal or a plan. A goal that cannot be planned is a failed run; a plan that cannot be run throws. */
  run(goalOrPlan: string | Plan, options?: RunOptions): Run;
  /** Everything that is wrong with a plan from elsewhere, all at once; an empty list for one that can be run. */
  validate(plan: Plan): PlanFault[];
  /** Calls a tool outside of any run. */
  callTool(name: string, input?: Json, options?: CallOptions): Promise<ToolResult>;
  readonly runs: Runs;
  readonly todos: Todos;
  /** Kept in the storage; `set` throws `api.bad-argument` for templates that cannot be used. */
  readonly templates: { list(): Template[]; set(templates: Template[]): void; reset(): void };
  readonly tools: { register(tool: ToolDefinition): { unregister(): boolean }; list(): ToolSpec[] };
  /** Words that the phrases of all tools share. */
  readonly language: {
    define(definition: LanguageDefinition): void;
    check(): LanguageCheck;
    sample(tool: string, count?: number, seed?: number): string[];
  };
  /** The one command that a sentence asks for, by the phrases of tools; null when none says it. Makes no plan. */
  recognize(sentence: string, options?: { context?: { [key: string]: Json }; language?: string }): Recognition | null;
  /** Gives the agents of the browser (WebMCP) this runtime's tools and runs; throws `webmcp.unavailable` where the browser has no model context. */
  exposeWebMCP(options?: WebMCPOptions): Promise<{ names: string[]; unregister(): void }>;
  /** Answers a request of an MCP client (streamable HTTP, without sessions); an agent does not answer for the person, so without `approve` what may destroy something waits. */
  mcp(request: Request, options?: MCPOptions): Promise<Response>;
  health(): Health;
  capabilities(): Capabilities;
  /** Counters and histograms as Prometheus text. */
  metrics(): string;
  /** Lets go of everything: every later call throws `runtime.closed`, and so does the result of a run under way, which another runtime takes up. */
  close(): void;
}

/** Opens Dunlin over a storage. */
export function createRuntime(options?: RuntimeOptions): Promise<Runtime>;
