// The types of the door `dunlin/runtime`: plans carried out with tools of one's own.
import type { GivenInput, JsonInput, JsonSchema, Phrase, SlotOf, StandardSchema, TakenInput, CheckedPhrases } from "./infer.js";
import type { AbortSignal, BufferSource, Response, URL, WasmModule } from "./place.js";
import type { PlanBuilder, WrittenPlan } from "./plan.js";
import type {
  Annotations, ApprovalAnswer, Capabilities, Health, Journal, Json, PartialOutput, Plan, PlanFault, PolicyChange, Replay, Report, RunEvent,
  RunFilter, RunRecord, RunSummary, Sensitive, ToolResult, ToolSpec, Trace,
} from "./records.js";

export { DunlinError } from "./error.js";
export { plan } from "./plan.js";
export type * from "./infer.js";
export type * from "./plan.js";
export type * from "./records.js";

// ---- tools ----

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
  /** The tool whose call the run carries out, such as `agent:analyst`; empty for what a person began. */
  readonly caller: string;
  /** What of the input a person has let through, of what `needsLeave` gave: a call that holds more must not be made. */
  readonly leave: readonly Sensitive[];
  /**
   * Says how far the call has come, from 0 to 1, and in words. However often it is called, the run hears the latest of it a few
   * times a second at most, as an event `stepProgressed`.
   */
  progress(fraction: number, words?: string): void;
  /**
   * Hands out a part of the output before its end, to whoever reads `run.partials()` just then: at most 64,000 bytes of JSON,
   * 200 of them a second. The promise is of when every reader has room for the next; who does not wait for it may find the next
   * left out. Nothing of it is stored, and what `execute` gives is the output.
   */
  partial(value: JsonInput): Promise<void>;
  /** What is said beside the output; `tokens` counts against the token budget. */
  metadata: { [key: string]: JsonInput };
}

/** What a tool may say of itself beside its name and its schema. */
type Said = { readonly [K in Exclude<keyof ToolSpec, "name" | "inputSchema" | "annotations" | "asksLeave">]?: ReadonlyList<ToolSpec[K]> };
type ReadonlyList<T> = T extends readonly (infer E)[] ? readonly E[] : T;
/** Something in an input that needs a person's leave: what it is, in words, and where it stands; never the thing itself. */
export type NeedsLeave = Pick<Sensitive, "kind"> & Partial<Sensitive>;

/**
 * A tool of the host's own, its input typed by hand; `defineTool` and `register` infer it from the schema. An error thrown
 * with `retryable: true` is tried again.
 */
export interface ToolDefinition<I = any> extends Said {
  /** Lower-case letters, digits and underscores. */
  name: string;
  /** What its input is checked against before every call: a JSON Schema, or a schema of Zod, ArkType, Valibot and their kin. */
  inputSchema?: JsonSchema | StandardSchema;
  annotations?: Partial<Annotations>;
  /** Sentences that ask for it. */
  phrases?: readonly Phrase[];
  /** The slot whose value "it" means in what is said next. */
  gives?: string;
  /** What of an input needs a person's leave; where there is some, the call waits for an answer. Asked again for each input. */
  needsLeave?(input: I): readonly NeedsLeave[];
  execute(input: I, context: ToolContext): unknown;
}

/** A tool whose input and slots follow from its schema. */
export interface InferredTool<N extends string, S, P extends readonly Phrase[]> extends Said {
  name: N;
  inputSchema?: S;
  annotations?: Partial<Annotations>;
  phrases?: P & CheckedPhrases<P, SlotOf<S>>;
  gives?: SlotOf<S>;
  needsLeave?(input: GivenInput<S>): readonly NeedsLeave[];
  execute(input: TakenInput<S>, context: ToolContext): unknown;
}

/** A tool that was defined: its name, and what it is called with. */
export type DefinedTool<N extends string = string, I = any> = ToolDefinition & { name: N; readonly "~input"?: I };

/** The tool as it is; what `execute` gets and which slots its phrases may have follows from `inputSchema`. */
export function defineTool<const N extends string, const S = JsonSchema, const P extends readonly Phrase[] = readonly Phrase[]>(
  tool: InferredTool<N, S, P>,
): DefinedTool<N, GivenInput<S>>;

export interface Tools {
  register<const N extends string, const S = JsonSchema, const P extends readonly Phrase[] = readonly Phrase[]>(
    tool: InferredTool<N, S, P>,
  ): { unregister(): boolean };
  list(): ToolSpec[];
}

export interface CallOptions {
  /** Aborting it gives up the call and tells the tool. */
  signal?: AbortSignal;
  /** After how many milliseconds the call is given up. */
  timeoutMs?: number;
  /** A person has agreed to what the policy asks about first; without it such a call fails with `tool.approval-required`. */
  approved?: boolean;
}

// ---- runs ----

export interface RunOptions {
  policy?: PolicyChange;
  /** Aborting it cancels the run. */
  signal?: AbortSignal;
  /** The run's identifier; none makes one. */
  runId?: string;
  /** Where the run's randomness begins. */
  seed?: number;
  /** What the run is given: step 0 of its plan. */
  input?: JsonInput;
}

/** A run on its way: iterate it for its events, await `result` for its record. */
export interface Run extends AsyncIterable<RunEvent> {
  readonly runId: string;
  /** The final record. It does not reject for a failed run: look at `status`. It does with `run.removed` when somebody else removed the run before its end was seen here. */
  readonly result: Promise<RunRecord>;
  /** The record as it is now. */
  record(): RunRecord;
  /**
   * The partial outputs that its tools hand out from this call on, until the run ends: those of calls that this runtime makes, and
   * none of runs below it. Each reader has its own; up to 64 wait for it, and tools wait for a slow one, for a second at most.
   */
  partials(): AsyncIterableIterator<PartialOutput>;
  /** Answers the question of that id. */
  approve(approvalId: string, answer?: "approve" | "reject" | ApprovalAnswer): void;
  /**
   * Puts another plan in place of what was not begun: as many steps, the begun ones unchanged. Open questions about the others
   * are void and are asked anew. Throws `run.revision` for a plan that does not fit.
   */
  revise(plan: Plan | WrittenPlan): void;
  /** Answers the question of an ask step with data that fits its schema. */
  answer(stepNumber: number, data: JsonInput): void;
  /** Sends a signal: the first step that waits for one of that name takes the data, now or later. */
  signal(name: string, data?: JsonInput): void;
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
  /**
   * The ids of the runs to take up after a reload, the earliest first. Left out are those that another run takes up, those whose
   * tools are not registered, and those that stopped the program each time.
   */
  unfinished(): string[];
  /** Takes up a run that was interrupted, from where its journal ends. */
  resume(runId: string, options?: { signal?: AbortSignal }): Run;
  /** Answers the question of an ask step of a run, also of one that goes on elsewhere. */
  answer(runId: string, stepNumber: number, data: JsonInput): void;
  /** Answers the question of a run before a step starts, also of a run below another one. */
  approve(runId: string, approvalId: string, answer?: "approve" | "reject" | ApprovalAnswer): void;
  /** A run and the runs below it, such as the work of agents, as a tree of what was thought, done and seen. */
  trace(runId: string): Trace | null;
  /** Sends a run a signal, also one that goes on elsewhere; it is kept until a step takes it. */
  signal(runId: string, name: string, data?: JsonInput): void;
  report(runId: string): Report;
  journal(runId: string): Journal;
  delete(runId: string): void;
  /** Decides a journal again; `difference` is the first event that does not follow. */
  replay(journal: Journal): Replay;
}

// ---- the runtime ----

/** A synchronous storage of the host's own. A `set` that finds no room throws an error named `QuotaExceededError`. */
export interface HostStorage {
  get(key: string): string | null | undefined;
  set(key: string, value: string): void;
  remove(key: string): void;
  keys(): Iterable<string>;
}

export interface EngineOptions {
  /** "local" is the default in pages, "memory" elsewhere. */
  storage?: "local" | "memory" | HostStorage;
  policy?: PolicyChange;
  /** Where the randomness of ids and runs begins, for repeatable tests. */
  seed?: number;
  now?: () => Date | number;
  /**
   * Takes a JSON line for every event of a run: at, level, event, runId, seq, and where they apply stepNumber, tool, attempt,
   * code, message.
   */
  log?: (line: string) => void;
  /** The door's module: compiled already, its bytes, an answer of `fetch`, or where it is; none uses the one it brings. */
  wasm?: WasmModule | BufferSource | Response | URL | string | Promise<WasmModule | BufferSource | Response>;
}

export interface Engine {
  /** Carries out a plan; throws for one that cannot be run. */
  run(plan: Plan | WrittenPlan | PlanBuilder<any>, options?: RunOptions): Run;
  /**
   * Everything that is wrong with a plan from elsewhere, all at once; an empty list for one that can be run. Of a plan as JSON text
   * each fault names its `place` in it: line, column and span.
   */
  validate(plan: unknown): PlanFault[];
  /** Calls a tool outside of any run. */
  callTool(name: string, input?: JsonInput, options?: CallOptions): Promise<ToolResult>;
  readonly runs: Runs;
  readonly tools: Tools;
  health(): Health;
  capabilities(): Capabilities;
  /** Counters and histograms as Prometheus text. */
  metrics(): string;
  /** Lets go of everything: every later call throws `runtime.closed`, and so does the result of a run under way, which another runtime takes up. */
  close(): void;
}

/** Opens a runtime over a storage. */
export function createRuntime(options?: EngineOptions): Promise<Engine>;
