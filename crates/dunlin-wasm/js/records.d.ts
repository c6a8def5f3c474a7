// Made from the records in Rust by the test `types` of dunlin-wasm; changes belong there.

/** A value that JSON can hold. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
/** JSON in which any value may be `{ $from: { step, pointer } }` or `{ $concat: [...] }`. */
export type Input = Json;

/**
 * A half-open range of UTF-16 code units, as JavaScript counts text.
 */
export type Span = {
/**
 * The first code unit.
 */
start: number,
/**
 * One past the last code unit.
 */
end: number, };

/**
 * A place in a text that a person has before them.
 */
export type TextPlace = {
/**
 * The line, from 1.
 */
line: number,
/**
 * The column, from 1, in UTF-16 code units as editors count.
 */
column: number,
/**
 * From where to where.
 */
span: Span, };

/**
 * The value of an expression.
 */
export type Calculation = {
/**
 * All digits of an exact decimal, at least 30 significant digits of anything else; a unit follows after a space.
 */
text: string,
/**
 * What a person wants to see: about 12 significant digits.
 */
display: string,
/**
 * The ratio, when it is one that is not a decimal: `1/3`.
 */
fraction?: string,
/**
 * The nearest double; none when it is out of a double's range.
 */
value: number | null,
/**
 * Whether `text` (or `fraction`) is the value itself and not an approximation.
 */
exact: boolean,
/**
 * The unit, when the value has one.
 */
unit?: string, };

/**
 * A date that was found in a text.
 */
export type DateReading = {
/**
 * The day: `2026-11-27`.
 */
date: string,
/**
 * The time of day, when one was said: `17:00`.
 */
time: string | null,
/**
 * The words that were read; where date and time stand apart, those of the date.
 */
span: Span,
/**
 * The words of a time that stands apart from the date.
 */
timeSpan?: Span, };

/**
 * A line of quick add, read.
 */
export type QuickAdd = {
/**
 * What is left when the recognised words are taken out.
 */
text: string,
/**
 * `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM`, floating local time.
 */
due: string | null,
/**
 * From 1 (most urgent) to 4.
 */
priority: number | null,
/**
 * The tags, without `#`.
 */
tags: Array<string>,
/**
 * The rule as the value of an iCalendar RRULE.
 */
recurrence: string | null,
/**
 * What was recognised, and where.
 */
spans: Array<QuickAddSpan>, };

/**
 * A recognised piece of a quick-add line.
 */
export type QuickAddSpan = {
/**
 * The words.
 */
span: Span,
/**
 * What they were read as: `date`, `time`, `recurrence`, `priority`, `tag`, `quote` or
 * `opening` ("remind me to").
 */
kind: "date" | "time" | "recurrence" | "priority" | "tag" | "quote" | "opening",
/**
 * The reading in words, such as `2026-11-22`.
 */
label: string, };

/**
 * An ordered graph of steps that carries out a goal.
 */
export type Plan = {
/**
 * The version of this record.
 */
schemaVersion: 1 | 2,
/**
 * What the person typed.
 */
goal: string,
/**
 * The steps, numbered from 1 in order.
 */
steps: Array<PlanStep>,
/**
 * One plain sentence on how the goal was read.
 */
rationale: string,
/**
 * How sure the planner is, from 0 to 1.
 */
confidence: number,
/**
 * How involved the graph is, from 0 to 1.
 */
complexityScore: number,
/**
 * The estimate along the critical path, in milliseconds.
 */
totalEstimatedDurationMs: number,
/**
 * What the goal itself limits ("at most 3 steps").
 */
policy?: PolicyPatch,
/**
 * What the run answers with, in which values may come from its steps; none means the output of its last step.
 */
result?: Input,
/**
 * What becomes of the steps that are done when the run fails or is cancelled.
 */
onFailure?: OnFailure, };

/**
 * One step of a plan.
 */
export type PlanStep = {
/**
 * Its number, from 1; a step that undoes another has none.
 */
stepNumber?: number,
/**
 * What kind of step it is.
 */
kind: StepKind,
/**
 * The tool it calls; empty for kinds that call none.
 */
toolName: string,
/**
 * The input, in which values may come from earlier steps; see [`crate::input`]. Where none is written it is `{}`.
 */
toolInput: Input,
/**
 * Why the step is there.
 */
reasoning: string,
/**
 * The steps that must be done before.
 */
dependsOn: Array<number>,
/**
 * What must be true of the result, in sentences.
 */
acceptanceCriteria: Array<string>,
/**
 * The same as conditions that are checked. A step that has none is held to its sentences.
 */
checks?: Array<Check>,
/**
 * When it runs, given how the steps before it have ended.
 */
runWhen?: RunWhen,
/**
 * The step whose work it does when that one has failed, as a tool beside the one that was tried first. A person is asked
 * before when the first may have had an effect all the same.
 */
insteadOf?: number,
/**
 * The most milliseconds one attempt may take, in place of the policy's.
 */
timeoutMs?: number,
/**
 * How its transient failures are retried, where that differs from the policy's way.
 */
retry?: RetryChange,
/**
 * What takes it back, when the run fails and the plan says so.
 */
undo?: Omit<PlanStep, "stepNumber">,
/**
 * What a map does with each item; its steps are numbered from 1 and take values from each other and from step 0, which is
 * `{"item", "index", "with"}`.
 */
body?: Array<PlanStep>,
/**
 * What a step of the kind plan carries out as a run of its own; step 0 is the input of this step.
 */
plan?: Plan,
/**
 * What it costs, from 1 (next to nothing) to 5.
 */
estimatedCostTier: 1 | 2 | 3 | 4 | 5,
/**
 * How long it takes, in milliseconds.
 */
estimatedDurationMs: number,
/**
 * The words of the goal it came from.
 */
source: Span, };

/**
 * A condition on what a step gave back.
 */
export type Check = { "kind": "resultIsNumber" } | { "kind": "actionIs", "value": string } | { "kind": "textIs", "value": string } | { "kind": "atLeast", "value": number } | { "kind": "resultIsYesOrNo" } | { "kind": "waited" } | { "kind": "answered" } | { "kind": "one" } | { "kind": "completed" } | { "kind": "open" } | { "kind": "gone" } | { "kind": "noneRemains" } | { "kind": "noneCompletedRemains" } | { "kind": "namedBy", "value": string } | { "kind": "due", "value": string } | { "kind": "told", "value": string };

/**
 * The kinds of step.
 */
export type StepKind = "tool" | "wait" | "decision" | "notify" | "ask" | "signal" | "map" | "plan";

/**
 * What becomes of the steps that are done when the run fails or is cancelled.
 */
export type OnFailure = "stop" | "undo";

/**
 * When a step runs, given how the steps it depends on have ended. It is looked at once all of them have.
 */
export type RunWhen = "allSucceeded" | "anySucceeded" | "anyFailed" | "allDone";

/**
 * Limits a person wrote into the goal ("without deleting anything"). They only ever tighten the policy.
 */
export type PolicyPatch = {
/**
 * The only tools that may be called.
 */
allowedTools?: Array<string>,
/**
 * Whether every step is to be approved by a person first.
 */
approveAlways?: boolean,
/**
 * The most steps.
 */
maxSteps?: number, };

/**
 * One thing that is wrong with a plan.
 */
export type PlanFault = {
/**
 * The stable dotted code.
 */
code: string,
/**
 * What was found and what was expected.
 */
message: string,
/**
 * The step, when it is one step's fault.
 */
stepNumber?: number,
/**
 * Where in the plan's JSON, as an RFC 6901 pointer.
 */
pointer: string,
/**
 * Where in the text that the plan was read from, when somebody has that before them: of the field, or of what it is missing
 * from.
 */
place?: TextPlace, };

/**
 * How a goal is read so far.
 */
export type Explanation = {
/**
 * Highlighted words, in order, without overlaps.
 */
spans: Array<Highlight>,
/**
 * Readings to show under the goal.
 */
chips: Array<Chip>,
/**
 * The clauses, in order.
 */
clauses: Array<ClauseReading>,
/**
 * What is wrong so far.
 */
diagnostics: Array<Finding>,
/**
 * The value of the last sum, when the goal ends in one.
 */
preview: string | null,
/**
 * Whole corrected goals, nearest first.
 */
suggestions: Array<string>,
/**
 * The todos that the plan would change, by step, as the lists stand now.
 */
touches: Array<Touch>, };

/**
 * The todos that a step would change as the lists stand now.
 */
export type Touch = {
/**
 * The step.
 */
stepNumber: number,
/**
 * The words it came from.
 */
span: Span,
/**
 * The todos, at most 20 of them.
 */
todos: Array<TouchedTodo>,
/**
 * How many there are.
 */
count: number,
/**
 * Why the step would fail as things stand: nothing has these words, or several todos have.
 */
problem?: Finding, };

/**
 * A todo that a step would change.
 */
export type TouchedTodo = {
/**
 * Its id.
 */
id: string,
/**
 * Its words.
 */
text: string, };

/**
 * A highlighted piece of the goal.
 */
export type Highlight = {
/**
 * Where it stands.
 */
span: Span,
/**
 * What it is, for style sheets: `command`, `item`, `unknown`, ….
 */
class: string,
/**
 * The same in a word, for people who do not see colours.
 */
label: string, };

/**
 * A reading shown under the goal.
 */
export type Chip = {
/**
 * The words it came from.
 */
span: Span,
/**
 * What it stands for: `action`, `due`, `priority`, `tag`, `recurrence` or `value`.
 */
kind: string,
/**
 * What it says.
 */
label: string,
/**
 * Whether the reading can be taken back.
 */
dismissible: boolean, };

/**
 * How a clause was read.
 */
export type ClauseReading = {
/**
 * Where it stands.
 */
span: Span,
/**
 * What it asks for; none when it is not understood.
 */
meaning: string | null, };

/**
 * Something worth saying about the goal.
 */
export type Finding = {
/**
 * `error` or `warning`.
 */
severity: "error" | "warning",
/**
 * The stable dotted code.
 */
code: string,
/**
 * What was found and what was expected.
 */
message: string,
/**
 * What to type instead.
 */
hint?: string,
/**
 * Where.
 */
span?: Span, };

/**
 * The description of a tool: enough to plan with.
 */
export type ToolSpec = {
/**
 * Its name, unique in a registry: lower-case letters, digits and underscores.
 */
name: string,
/**
 * What it does, in a sentence.
 */
description?: string,
/**
 * The JSON Schema its input is checked against.
 */
inputSchema?: { [key: string]: Json },
/**
 * What the tool promises of its effects.
 */
annotations: Annotations,
/**
 * The named resources it reads, such as `todos`; steps that write them come first.
 */
reads?: Array<string>,
/**
 * The named resources it writes.
 */
writes?: Array<string>,
/**
 * A schema of the inputs that make a call destructive; none means [`Annotations::destructive_hint`] decides.
 */
destructiveWhen?: Json,
/**
 * A schema of the inputs that are destructive where a plan has more than one of them: deleting one todo comes back
 * with one undo, deleting several is another matter.
 */
destructiveTogether?: Json,
/**
 * A schema of the inputs that make a call read-only; none means [`Annotations::read_only_hint`] decides.
 */
readOnlyWhen?: Json,
/**
 * It honours the idempotency key: a second call with the same key does nothing and gives the first result.
 */
keyed?: boolean,
/**
 * Some of its calls need a person's leave for what their input holds: what that is, the tool is asked before a call begins.
 */
asksLeave?: boolean,
/**
 * Its calls carry out runs of their own, which count their own time and ask for themselves: such a call ends with its run, and
 * not by the clock while a person is thinking.
 */
delegates?: boolean,
/**
 * How long its calls take by estimate: the first that fits the input counts, and where none does a call takes a millisecond.
 */
estimates?: Array<Estimate>, };

/**
 * Promises about a tool's effects, as the Model Context Protocol names them.
 */
export type Annotations = {
/**
 * It changes nothing.
 */
readOnlyHint: boolean,
/**
 * It may destroy something.
 */
destructiveHint: boolean,
/**
 * Doing it twice is the same as once.
 */
idempotentHint: boolean,
/**
 * It reaches beyond the device.
 */
openWorldHint: boolean, };

/**
 * How long some calls of a tool take.
 */
export type Estimate = {
/**
 * A schema of the inputs that it is about; none means all.
 */
when?: Json,
/**
 * In milliseconds.
 */
durationMs: number, };

/**
 * The policy of a run. Every field has a default, so a host writes only what differs.
 */
export type Policy = {
/**
 * The only tools that may be called; none means all.
 */
allowedTools?: Array<string>,
/**
 * Which steps ask a person first.
 */
approval: ApprovalMode,
/**
 * The most steps that may be started.
 */
maxSteps: number,
/**
 * The most tool calls, each attempt counted.
 */
maxToolCalls: number,
/**
 * The most milliseconds the run may be active; waiting for a person costs nothing.
 */
timeBudgetMs: number,
/**
 * The most tokens the tools may report in `metadata.tokens`.
 */
tokenBudget: number,
/**
 * The most steps at once; 1 is one after the other.
 */
maxParallel: number,
/**
 * The most runs at once, over all tabs.
 */
maxConcurrentRuns: number,
/**
 * How transient failures are retried.
 */
retry: RetryPolicy,
/**
 * The most milliseconds one attempt may take.
 */
stepTimeoutMs: number,
/**
 * Whether texts are kept in the journal.
 */
content: Content, };

/**
 * How transient failures are retried: exponential back-off.
 */
export type RetryPolicy = {
/**
 * The most attempts, the first included.
 */
maxAttempts: number,
/**
 * The wait before the second attempt.
 */
initialIntervalMs: number,
/**
 * What each wait is multiplied by.
 */
backoffCoefficient: number,
/**
 * The longest wait.
 */
maximumIntervalMs: number,
/**
 * How waits are spread, so that many runs do not retry in step.
 */
jitter: Jitter, };

/**
 * Which steps ask a person first.
 */
export type ApprovalMode = "never" | "destructive" | "always";

/**
 * How waits are spread.
 */
export type Jitter = "none" | "full" | "equal";

/**
 * Whether texts are kept in the journal.
 */
export type Content = "keep" | "redact";

/**
 * A run as people see it. Its texts, values and plan are its own, or borrowed while it is only written out.
 */
export type RunRecord = {
/**
 * The version of this record.
 */
schemaVersion: 1 | 2,
/**
 * Its identifier.
 */
runId: string,
/**
 * What the person typed.
 */
goal: string,
/**
 * Where it stands.
 */
status: RunStatus,
/**
 * What it carries out; none when the goal could not be planned.
 */
plan: Plan | null,
/**
 * What it was given: step 0 of its plan.
 */
given?: Json,
/**
 * What it may do.
 */
policy: Policy,
/**
 * What happened, a record a step, in the order of the plan.
 */
executionLog: Array<ExecutionStep>,
/**
 * What happened within its steps: the items of maps, and what took steps back, in the order in which they came to be.
 */
innerLog?: Array<ExecutionStep>,
/**
 * What the plan says it answers with, or else the output of the last step that has one; once the run is completed.
 */
result?: Json,
/**
 * Why it failed.
 */
error?: RunError,
/**
 * Why it was cancelled, in the words of who did.
 */
cancelReason?: string,
/**
 * The step that it carries out, when it is the child of another run.
 */
parent?: ParentStep,
/**
 * What it has used up.
 */
usage: Usage,
/**
 * When it was recorded; in JSON the moment in UTC by ISO 8601.
 */
createdAt: string,
/**
 * When it began.
 */
startedAt?: string,
/**
 * When it ended.
 */
completedAt?: string, };

/**
 * Where a run stands.
 */
export type RunStatus = "pending" | "running" | "suspended" | "completed" | "failed" | "cancelled";

/**
 * One step of the execution log.
 */
export type ExecutionStep = {
/**
 * Its number in the plan.
 */
stepNumber: number,
/**
 * The tool it calls; empty for kinds that call none.
 */
toolName: string,
/**
 * The input with references resolved, or as planned while they are not.
 */
toolInput: Json,
/**
 * Where it stands.
 */
status: StepStatus,
/**
 * Whether it is done.
 */
success: boolean,
/**
 * What the tool gave.
 */
output?: Json,
/**
 * Why it has no output.
 */
error?: string,
/**
 * What the tool said beside its output.
 */
metadata?: { [key: string]: Json },
/**
 * How many attempts were made.
 */
attempts: number,
/**
 * From the first attempt's beginning to the end.
 */
durationMs?: number,
/**
 * When the first attempt began.
 */
startedAt?: string,
/**
 * When it ended.
 */
completedAt?: string,
/**
 * Why the step is there: with the action and the output, the reasoning trace.
 */
thought: string,
/**
 * The stable code of the error.
 */
errorCode?: string,
/**
 * The question that waits for an answer.
 */
approval?: PendingApproval,
/**
 * What it waits for from outside.
 */
awaits?: { type: "answer", question: string, schema?: Json } | { type: "signal", name: string },
/**
 * How far it has come.
 */
progress?: { fraction: number, words?: string },
/**
 * The step that handles its failure: the run went on.
 */
handledBy?: number,
/**
 * Where what takes it back stands, once that has begun.
 */
undo?: StepStatus,
/**
 * Which step it stands in, when it is none of the plan's own.
 */
within?: { map: number, item: number, step: number } | { undoes: number },
/**
 * Whether nobody knows what its call did: it was given up before it answered, and its tool does not say that it only
 * reads.
 */
outcomeUnknown?: boolean, };

/**
 * Where a step of a run stands.
 */
export type StepStatus = "pending" | "waiting_approval" | "running" | "retrying" | "succeeded" | "failed" | "skipped" | "denied" | "cancelled";

/**
 * A question to a person.
 */
export type PendingApproval = {
/**
 * What the answer must name: a hash of run, step, tool and input.
 */
approvalId: string,
/**
 * Why it is asked.
 */
reason: ApprovalReason,
/**
 * What the input holds that needs leave.
 */
holds?: Array<Sensitive>, };

/**
 * Why a run failed.
 */
export type RunError = {
/**
 * The stable dotted code.
 */
code: string,
/**
 * What was found and what was expected.
 */
message: string,
/**
 * What to do instead.
 */
hint?: string,
/**
 * The step that failed.
 */
stepNumber?: number, };

/**
 * What a run has used up.
 */
export type Usage = {
/**
 * Steps begun.
 */
steps: number,
/**
 * Tool calls, each attempt counted.
 */
toolCalls: number,
/**
 * Tokens the tools reported.
 */
tokens: number,
/**
 * Milliseconds not spent waiting for a person.
 */
activeMs: number, };

/**
 * A run in a list.
 */
export type RunSummary = {
/**
 * Its identifier.
 */
runId: string,
/**
 * What the person typed.
 */
goal: string,
/**
 * Where it stands.
 */
status: RunStatus,
/**
 * How many steps its plan has.
 */
steps: number,
/**
 * How many of them have ended.
 */
stepsDone: number,
/**
 * Why it failed.
 */
error?: RunError,
/**
 * The run that it is a child of.
 */
parentRunId?: string,
/**
 * When it was recorded; in JSON the moment in UTC by ISO 8601.
 */
createdAt: string,
/**
 * When it ended.
 */
completedAt?: string, };

/**
 * One line of a journal.
 */
export type RunEvent = {
/**
 * Its place in the journal, from 1 without gaps.
 */
seq: number,
/**
 * The moment, in milliseconds since 1970; never before that of the event before it.
 */
at: number, } & ({ "type": "runCreated" } & RunCreated | { "type": "runStarted" } | { "type": "stepStarted",
/**
 * The step.
 */
step: number,
/**
 * Which attempt, from 1.
 */
attempt: number,
/**
 * The input, when it is not the plan's.
 */
input?: Json, } | { "type": "stepSucceeded",
/**
 * The step.
 */
step: number,
/**
 * Which attempt.
 */
attempt: number,
/**
 * What the tool gave.
 */
output: Json,
/**
 * What it said beside.
 */
metadata?: { [key: string]: Json }, } | { "type": "attemptFailed",
/**
 * The step.
 */
step: number,
/**
 * Which attempt.
 */
attempt: number,
/**
 * Why.
 */
failure: Failure, } | { "type": "retryScheduled",
/**
 * The step.
 */
step: number,
/**
 * The attempt that will follow.
 */
attempt: number,
/**
 * How long to wait from this event's moment.
 */
delayMs: number, } | { "type": "stepFailed",
/**
 * The step.
 */
step: number,
/**
 * Why.
 */
failure: Failure, } | { "type": "stepSkipped",
/**
 * The step.
 */
step: number,
/**
 * Why not.
 */
reason: SkipReason,
/**
 * The step that caused it.
 */
cause?: number, } | { "type": "stepCancelled",
/**
 * The step.
 */
step: number, } | { "type": "approvalRequested",
/**
 * The step.
 */
step: number,
/**
 * What the answer must name: a hash of run, step, tool and input.
 */
approvalId: string,
/**
 * Why it is asked.
 */
reason: ApprovalReason,
/**
 * The input in question, when it is not the plan's.
 */
input?: Json,
/**
 * What the input holds that needs the person's leave: an answer counts for nothing else.
 */
holds?: Array<Sensitive>, } | { "type": "approvalAnswered",
/**
 * The step.
 */
step: number,
/**
 * Which question.
 */
approvalId: string,
/**
 * What they said.
 */
answer: ApprovalAnswer, } | { "type": "runSuspended" } | { "type": "runResumed" } | { "type": "cancelRequested",
/**
 * Why, in their words.
 */
reason?: string,
/**
 * Whether what closes what was begun ends as well: it was cancelled again, or while that was done.
 */
ending?: boolean, } | { "type": "budgetSpent",
/**
 * Which.
 */
budget: Budget,
/**
 * How much it was.
 */
limit: number,
/**
 * How much was used.
 */
spent: number, } | { "type": "runRecovered" } | { "type": "timeSkipped",
/**
 * How much.
 */
ms: number, } | { "type": "lateResult",
/**
 * The step.
 */
step: number,
/**
 * Which attempt.
 */
attempt: number,
/**
 * Whether it would have been a success.
 */
success: boolean, } | { "type": "planRevised",
/**
 * The new plan: the same number of steps, the begun ones unchanged.
 */
plan: Plan,
/**
 * What the new plan's tools say of their effects.
 */
tools?: Array<ToolSpec>, } | { "type": "signalReceived",
/**
 * What tells it from others: it is taken in once, however often it arrives.
 */
id: string,
/**
 * Its name.
 */
name: string,
/**
 * What came with it.
 */
data: Json, } | { "type": "stepProgressed",
/**
 * The step.
 */
step: number,
/**
 * Which attempt.
 */
attempt: number,
/**
 * From 0 to 1.
 */
fraction: number,
/**
 * What it says beside.
 */
words?: string, } | { "type": "undoBegan",
/**
 * The steps, in the order in which they are taken back.
 */
steps: Array<number>, } | { "type": "runCompleted" } | { "type": "runFailed",
/**
 * Why.
 */
error: RunError, } | { "type": "runCancelled" });

/**
 * Everything a run begins with.
 */
export type RunCreated = {
/**
 * Its identifier.
 */
runId: string,
/**
 * What the person typed.
 */
goal: string,
/**
 * What it will carry out; none when the goal could not be planned.
 */
plan: Plan | null,
/**
 * What it may do.
 */
policy: Policy,
/**
 * Where its randomness begins.
 */
seed: number,
/**
 * What the plan's tools say of their effects, so that the journal can be replayed without them.
 */
tools?: Array<ToolSpec>,
/**
 * How many runs it is nested in: those wait for it, so it never waits for a place among the runs at once.
 */
depth?: number,
/**
 * What it was given: step 0 of its plan.
 */
given?: Json,
/**
 * The step that it carries out, when it is the child of another run.
 */
parent?: ParentStep, };

/**
 * The step of another run that a run carries out.
 */
export type ParentStep = {
/**
 * The other run.
 */
runId: string,
/**
 * Its step.
 */
stepNumber: number, };

/**
 * Why an attempt failed.
 */
export type Failure = {
/**
 * The stable dotted code.
 */
code: string,
/**
 * What was found and what was expected.
 */
message: string,
/**
 * What to do instead.
 */
hint?: string,
/**
 * Whether another attempt may succeed.
 */
retryable?: boolean, };

/**
 * Why a step was not begun.
 */
export type SkipReason = "dependencyFailed" | "dependencySkipped" | "dependencyDenied" | "decision" | "nothingFailed" | "runFailed" | "budgetSpent" | "cancelled";

/**
 * Why a person is asked.
 */
export type ApprovalReason = "destructive" | "policy" | "unknownOutcome" | "guarded";

/**
 * Something in an input that needs a person's leave: what it is and where it stands, never the thing itself.
 */
export type Sensitive = {
/**
 * What it is, in words: "e-mail".
 */
kind: string,
/**
 * Where it stands: a JSON pointer into the input, in which a name that is such a thing itself is not told.
 */
field: string,
/**
 * How often.
 */
count: number, };

/**
 * What a person says to a question.
 */
export type ApprovalAnswer = { "type": "approve" } | { "type": "reject",
/**
 * What the person says about it.
 */
feedback?: string, } | { "type": "edit",
/**
 * The input.
 */
input: Json, };

/**
 * What can be spent.
 */
export type Budget = "steps" | "toolCalls" | "time" | "tokens";

/**
 * A piece of what a call will give, told while it goes on.
 */
export type PartialOutput = {
/**
 * The moment, in milliseconds since 1970.
 */
at: number,
/**
 * The step.
 */
step: number,
/**
 * Which attempt, from 1.
 */
attempt: number,
/**
 * Its place among what the attempt has handed out, from 1; a gap is what was left out, for this reader or for all.
 */
number: number,
/**
 * What the tool has handed out.
 */
value: Json, };

/**
 * Everything that happened to a run.
 */
export type Journal = {
/**
 * The version of this record.
 */
schemaVersion: 1 | 2,
/**
 * The run.
 */
runId: string,
/**
 * What happened, numbered from 1 without gaps.
 */
events: Array<RunEvent>, };

/**
 * What [`replay`] found.
 */
export type Replay = {
/**
 * Whether every event follows.
 */
matches: boolean,
/**
 * How many events there are.
 */
events: number,
/**
 * The first that does not follow.
 */
difference?: Divergence, };

/**
 * The first place where a journal does not follow from itself.
 */
export type Divergence = {
/**
 * The event's number; 0 when the journal as a whole cannot be checked.
 */
seq: number,
/**
 * What had to come, when something had to.
 */
expected: Json,
/**
 * What is there.
 */
found: Json,
/**
 * Both in words.
 */
message: string, };

/**
 * A run told as a whole.
 */
export type Report = {
/**
 * For people.
 */
markdown: string,
/**
 * For programs: the record, the timeline, the attempts, the approvals, the failures, what was taken back, what could not
 * be, what may have been done and what stays, and the budgets.
 */
json: Json, };

/**
 * A call's result as hosts see it.
 */
export type ToolResult = {
/**
 * Whether there is an output.
 */
success: boolean,
/**
 * What the tool gave.
 */
output?: Json,
/**
 * Why it gave nothing.
 */
error?: string,
/**
 * The stable code of why it gave nothing.
 */
code?: string,
/**
 * What to do instead.
 */
hint?: string,
/**
 * What it said beside.
 */
metadata?: { [key: string]: Json }, };

/**
 * One todo.
 *
 * Its JSON is camelCase, leaves out what is not there, and keeps fields that a newer version wrote. Only `text` must be there.
 */
export type Todo = {
/**
 * The identifier: UUID version 7, so it sorts by the moment it was made.
 */
id: string,
/**
 * What is to be done, as it was typed.
 */
text: string,
/**
 * More about it.
 */
notes?: string,
/**
 * The named list it is on; none is the inbox.
 */
list?: string,
/**
 * Whether it is done.
 */
completed: boolean,
/**
 * When it was made, ISO 8601 in UTC.
 */
createdAt: string,
/**
 * When it was done.
 */
completedAt?: string,
/**
 * When it was last changed.
 */
updatedAt: string,
/**
 * When it is due, in local civil time.
 */
due?: string,
/**
 * From 1, the most urgent, to 4.
 */
priority?: 1 | 2 | 3 | 4,
/**
 * Its tags, without `#`, in the order they were given.
 */
tags: Array<string>,
/**
 * How it recurs, as an RRULE value.
 */
recurrence?: string,
/**
 * The idempotency key it was made under.
 */
createdBy?: string,
/**
 * Where it stands among the others when it was moved by hand; otherwise its `id` says so.
 */
order?: string, };

/**
 * A command that a sentence asks for, as plain data.
 */
export type Recognition = {
/**
 * The tool.
 */
tool: string,
/**
 * Its input.
 */
input: { [slot: string]: Json },
/**
 * The words that fill each slot, in UTF-16 code units.
 */
spans: { [slot: string]: Span },
/**
 * How sure it is that this is meant, from 0 to 1.
 */
confidence: number,
/**
 * What else the sentence may ask for, the likeliest first.
 */
alternatives: Array<Recognition>, };

/**
 * The fields of a [`Policy`] that are to differ; what is left out stays as it is.
 *
 * ```
 * use dunlin::{Policy, PolicyChange};
 * let change: PolicyChange = serde_json::from_str(r#"{"maxSteps": 3, "retry": {"maxAttempts": 1}}"#).unwrap();
 * let policy = change.over(&Policy::default()).unwrap();
 * assert_eq!((policy.max_steps, policy.retry.max_attempts, policy.max_parallel), (3, 1, 4));
 * ```
 */
export type PolicyChange = {
/**
 * The only tools that may be called.
 */
allowedTools?: readonly string[],
/**
 * Which steps ask a person first.
 */
approval?: ApprovalMode,
/**
 * The most steps that may be started.
 */
maxSteps?: number,
/**
 * The most tool calls, each attempt counted.
 */
maxToolCalls?: number,
/**
 * The most milliseconds the run may be active.
 */
timeBudgetMs?: number,
/**
 * The most tokens the tools may report.
 */
tokenBudget?: number,
/**
 * The most steps at once.
 */
maxParallel?: number,
/**
 * The most runs at once.
 */
maxConcurrentRuns?: number,
/**
 * How transient failures are retried.
 */
retry?: RetryChange,
/**
 * The most milliseconds one attempt may take.
 */
stepTimeoutMs?: number,
/**
 * Whether texts are kept in the journal.
 */
content?: Content, };

/**
 * The fields of a retry policy that are to differ.
 */
export type RetryChange = {
/**
 * The most attempts, the first included.
 */
maxAttempts?: number,
/**
 * The wait before the second attempt.
 */
initialIntervalMs?: number,
/**
 * What each wait is multiplied by.
 */
backoffCoefficient?: number,
/**
 * The longest wait.
 */
maximumIntervalMs?: number,
/**
 * How waits are spread.
 */
jitter?: Jitter, };

/**
 * The fields of a new todo.
 */
export type TodoFields = { text: string, notes?: string | null, list?: string | null, due?: string | null, priority?: 1 | 2 | 3 | 4 | null, tags?: readonly string[] | null, recurrence?: string | null, };

/**
 * What becomes of a todo: what is left out stays, null takes a field away.
 */
export type TodoChanges = { text?: string, notes?: string | null, list?: string | null, due?: string | null,
/**
 * How much later than until now it is due: "a week", "2 hours"; "-3 days" is earlier. Not together with `due`.
 */
postpone?: string, priority?: 1 | 2 | 3 | 4 | null, tags?: readonly string[],
/**
 * Tags beside those it has.
 */
addTags?: readonly string[],
/**
 * Tags it loses; it keeps the others.
 */
removeTags?: readonly string[], recurrence?: string | null, };

/**
 * Which todos are meant.
 */
export type TodoFilter = {
/**
 * `active`, `completed` or `all`, which is what it is when it is left out.
 */
status?: "all" | "active" | "completed",
/**
 * When they are due: `today`, `tomorrow`, `overdue`, `upcoming`, `this week`, `next week`, `this month`, `any`, `none`, or as
 * `2026-11-27`, `..2026-11-27` and `2026-11-27..`.
 */
due?: string,
/**
 * On which days they were done, in the words of `due`.
 */
completedOn?: string,
/**
 * A tag they have.
 */
tag?: string,
/**
 * The list they are on; `inbox` is those on none.
 */
list?: string,
/**
 * From 1, the most urgent, to 4.
 */
priority?: 1 | 2 | 3 | 4,
/**
 * Words in their text, notes, list or tags.
 */
text?: string,
/**
 * Which ones are left out, each by words that are all in it.
 */
except?: readonly string[],
/**
 * Their order: `manual`, which is what it is when it is left out, `due`, `priority`, `newest` or `text`.
 */
sort?: "manual" | "due" | "priority" | "newest" | "text", };

/**
 * Which runs are listed, and which of them.
 */
export type RunFilter = { status?: RunStatus | readonly RunStatus[],
/**
 * What is in the goal, in small or capital letters.
 */
text?: string,
/**
 * How many are left out from the newest on.
 */
offset?: number, limit?: number, };

/**
 * A run with the runs below it.
 */
export type Trace = {
/**
 * The run.
 */
runId: string,
/**
 * The agent whose run it is; none at the top.
 */
agent?: string,
/**
 * What was wanted.
 */
goal: string,
/**
 * How it stands.
 */
status: RunStatus,
/**
 * What it and all below it have used.
 */
usage: Usage,
/**
 * Its steps.
 */
steps: Array<TraceStep>, };

/**
 * One step.
 */
export type TraceStep = {
/**
 * Its number.
 */
stepNumber: number,
/**
 * Why it was done.
 */
thought: string,
/**
 * What was done: the tool and its input.
 */
action: { tool: string; input: Json },
/**
 * What came of it: the output, or why there is none.
 */
observation: { output?: Json; error?: string; code?: string | null; status?: StepStatus },
/**
 * The question that waits for a person, if it does.
 */
approvalId?: string,
/**
 * The run that it was carried out by.
 */
below?: Trace, };

/**
 * Who does something: what it is good at, and what it may do at most.
 */
export type Agent = {
/**
 * Its name: lower-case letters, digits and underscores. As a tool it is `agent:` and the name.
 */
name: string,
/**
 * What it does, in a sentence.
 */
description: string,
/**
 * The agent that it is under. It may do nothing that this one may not.
 */
parent?: string,
/**
 * The tools it may call; none: those of its parent, and for one without parent all.
 */
tools?: Array<string>,
/**
 * How much it may use.
 */
limits: AgentLimits,
/**
 * The namespace of its memory, which is that of its parent or within it (`parent/own`).
 */
memory?: string,
/**
 * What it can do.
 */
skills: Array<Skill>, };

/**
 * How much an agent may use, each for one call; what is left out is as its parent has it, or as the run that calls it.
 */
export type AgentLimits = {
/**
 * The most steps.
 */
maxSteps?: number,
/**
 * The most tool calls.
 */
maxToolCalls?: number,
/**
 * The most milliseconds.
 */
timeBudgetMs?: number,
/**
 * The most tokens.
 */
tokenBudget?: number,
/**
 * Which steps ask a person first.
 */
approval?: ApprovalMode, };

/**
 * One thing that an agent can do: how it is asked for, and the plan that does it.
 */
export type Skill = {
/**
 * Its name among the agent's skills.
 */
name: string,
/**
 * What it does, in a sentence.
 */
description: string,
/**
 * A request for it, as a person says it; a refusal shows it.
 */
example: string,
/**
 * How it is asked for: templates as those of a host's own commands, whose slots are fields of its input.
 */
phrases: Json[],
/**
 * How what it gives is named within a request for another skill: "the costs in my notes". Nothing is asked for by that alone.
 */
nouns?: Json[],
/**
 * The JSON Schema of its input, an object.
 */
inputSchema: { [key: string]: Json } | null,
/**
 * The field of the input that takes what the step before it gave.
 */
takes?: string,
/**
 * Of what kind that is, in a word of one's own: what is given by a skill of another kind is first made into it by one that
 * can, so "find what my notes say about tea and draw a chart" is totalled between.
 */
takesKind?: string,
/**
 * Of what kind its result is.
 */
gives?: string,
/**
 * The field of the input that takes what all steps before it gave, by the names of their skills.
 */
takesAll?: string,
/**
 * What does it; step 0 is the input.
 */
plan: Plan, };

/**
 * An attempt to do more than an agent may.
 */
export type Refusal = {
/**
 * The agent that was refused.
 */
agent: string,
/**
 * What it would have done.
 */
what: string,
/**
 * The run in which it tried; empty where the agent was refused when it was defined.
 */
runId?: string,
/**
 * When, in milliseconds since 1970.
 */
at: number, };

/**
 * What is begun, and when.
 */
export type Schedule = {
/**
 * The version of this record.
 */
schemaVersion: number,
/**
 * Its identifier; one is made when it is empty.
 */
id: string,
/**
 * The goal that is planned when it is due.
 */
goal?: string,
/**
 * The plan that is carried out, in place of a goal.
 */
plan?: Plan,
/**
 * When next: `2026-11-27T09:00` by the clock on the wall, or a moment with its zone.
 */
at: string,
/**
 * How it comes back, as an RFC 5545 rule such as `FREQ=WEEKLY`; none for a single time.
 */
rule?: string,
/**
 * Whether it begins nothing until somebody lets it go on.
 */
paused?: boolean,
/**
 * Why its run could not be begun when it was due last. With no rule nothing is left to begin: it stays to say so until
 * it is removed or replaced.
 */
fault?: ScheduleFault,
/**
 * Its first time and its rule as they were added, once it was put on.
 */
origin?: ScheduleOrigin, };

/**
 * Why a schedule could not begin its run.
 */
export type ScheduleFault = {
/**
 * When it was to begin, as `at` said it.
 */
at: string,
/**
 * The stable dotted code, such as `plan.unknown-tool`.
 */
code: string,
/**
 * What was found and what was expected.
 */
message: string, };

/**
 * What the times of a schedule are counted from.
 */
export type ScheduleOrigin = {
/**
 * Its first time, as `at` said it.
 */
at: string,
/**
 * How it comes back.
 */
rule: string, };

/**
 * A snapshot for whoever watches over it.
 */
export type Health = {
/**
 * Whether everything works, or something does with a loss.
 */
status: HealthStatus,
/**
 * The version of this library.
 */
version: string,
/**
 * Milliseconds since it was opened.
 */
uptimeMs: number,
/**
 * Where things are kept.
 */
storage: StorageHealth,
/**
 * The names of the tools that can be called.
 */
tools: Array<string>,
/**
 * What was set aside, refused or lost, in words.
 */
notices?: Array<string>, };

/**
 * The word for a [`Health`].
 */
export type HealthStatus = "healthy" | "degraded";

/**
 * Where things are kept and how much of it there is.
 */
export type StorageHealth = {
/**
 * `local`, `memory` or `custom`.
 */
kind: "local" | "memory" | "custom",
/**
 * What keeps two drivers of a run apart: `locks` of the browser, `leases` in the storage, `process` when the storage is
 * this process's own, or `none`.
 */
claims: "locks" | "leases" | "process" | "none",
/**
 * The size of keys and values in UTF-16 bytes, as browsers count; none when it cannot be read.
 */
bytes?: number, };

/**
 * What this build can do, for hosts that choose by capability and not by version.
 */
export type Capabilities = {
/**
 * The version of this library.
 */
version: string,
/**
 * The version of the records it reads and writes.
 */
schemaVersion: number,
/**
 * The kinds of step it carries out.
 */
stepKinds: Array<string>,
/**
 * The actions of the tool `todo_store`.
 */
todoActions: Array<string>,
/**
 * The formats todos are exported to and imported from.
 */
exchangeFormats: Array<string>,
/**
 * Whether what is stored outlives the page or process.
 */
durable: boolean,
/**
 * What keeps two drivers of a run apart; see [`StorageHealth::claims`].
 */
claims: "locks" | "leases" | "process" | "none",
/**
 * The limits that goals and plans are held to.
 */
limits: CapabilityLimits, };

/**
 * Sizes that are refused beyond.
 */
export type CapabilityLimits = {
/**
 * Characters of a goal or an expression.
 */
goalCharacters: number,
/**
 * Steps of a plan.
 */
planSteps: number,
/**
 * Levels of nesting of an input.
 */
inputDepth: number, };

/**
 * What may be asked, and how much may come. Every field has a default; no origin is allowed by default.
 */
export type FetchSettings = {
/**
 * The origins that may be asked: `https://api.example.org`, with `:port` where it is not the usual one, or
 * `https://*.example.org` for all below a name; none without it.
 */
origins: readonly string[],
/**
 * The methods that may be used; GET and HEAD without it.
 */
methods: readonly ("GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE")[],
/**
 * The most bytes of an answer.
 */
maxBytes: number,
/**
 * The most bytes that are sent.
 */
maxSentBytes: number,
/**
 * The most milliseconds a call may take, waits and redirects included.
 */
timeoutMs: number,
/**
 * The most redirects that are followed.
 */
maxRedirects: number,
/**
 * How often a request that changes nothing is made anew after a failure that may pass.
 */
retries: number,
/**
 * Whether private addresses may be asked: a service on the same machine or network.
 */
allowPrivate: boolean,
/**
 * Headers sent to an origin and to no other, such as a key: by origin as it stands in `origins`. They are never shown.
 */
headers: { readonly [origin: string]: { readonly [name: string]: string } },
/**
 * How often an origin may be asked.
 */
rate: Rate,
/**
 * When an origin that fails is left alone.
 */
breaker: BreakerOptions, };

/**
 * So many requests to an origin in a span of time.
 */
export type Rate = {
/**
 * How many.
 */
requests: number,
/**
 * In how many milliseconds.
 */
perMs: number, };

/**
 * When a breaker opens and for how long.
 */
export type BreakerOptions = {
/**
 * So many failures in a row open it. At least 1.
 */
failures: number,
/**
 * How long it stays open the first time.
 */
openMs: number,
/**
 * Each trial that fails doubles that time, up to this.
 */
longestOpenMs: number,
/**
 * So many trials in a row must succeed before it closes. At least 1.
 */
trials: number, };

/**
 * How much an index takes.
 */
export type SearchLimits = {
/**
 * The most texts.
 */
documents: number,
/**
 * The most bytes of all texts together.
 */
bytes: number, };

/**
 * How much a statement may take.
 */
export type SqlLimits = {
/**
 * The most rows of a result.
 */
rows: number,
/**
 * The most bytes of a result, and of one value.
 */
bytes: number,
/**
 * The most rows of all tables that are put in.
 */
rowsIn: number,
/**
 * The most milliseconds, with the time that it takes to put the tables in.
 */
timeMs: number,
/**
 * Whether a statement may insert, update and delete rows of the tables that were put in; otherwise it only reads. Tables
 * are neither made nor dropped either way, and what the host gave stays as it is.
 */
writes: boolean, };

/**
 * How much a program may take.
 */
export type CodeLimits = {
/**
 * The most milliseconds.
 */
timeMs: number,
/**
 * The most bytes of memory.
 */
memoryBytes: number,
/**
 * The most bytes of its result, and of what it says.
 */
outputBytes: number, };

/**
 * Where the model is, and how long it may take.
 */
export type ModelOptions = {
/**
 * The whole address, such as `https://api.example.org/v1/chat/completions`.
 */
endpoint: string,
/**
 * The model's name there.
 */
model: string,
/**
 * The most milliseconds of one try, waits included; after so many no other is begun. 25,000 without it.
 */
timeoutMs: number,
/**
 * The most tokens of an answer; 4,000 without it.
 */
maxTokens: number,
/**
 * How often it is asked anew after a failure that may pass; twice without it.
 */
retries: number,
/**
 * Whether the endpoint may be on this machine or its network.
 */
allowPrivate: boolean, };
