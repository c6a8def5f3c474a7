// Uses every export and every method with its type; it is checked by tsc, never run.
import {
  createRuntime, DunlinError, evaluate, parseDate, parseQuickAdd,
  type ApprovalAnswer, type Calculation, type Capabilities, type DateReading, type Explanation, type Health, type LanguageCheck, type NumberWords, type Phrase, type Recognition,
  type HostStorage, type Journal, type Json, type PartialOutput, type Plan, type PlanFault, type PolicyChange, type QuickAdd, type Replay, type Run,
  type RunEvent, type RunRecord, type RunSummary, type Runtime, type Span, type Template, type TextPlace, type Todo, type TodoChanges, type TodoFilter, type TodoFormat,
  type ToolDefinition, type ToolResult, type ToolSpec, type WebMCPQuestion,
} from "dunlin";

const sum: Calculation = evaluate("1 / 3");
const value: number | null = sum.value;
const date: DateReading | null = parseDate("tomorrow", { now: () => new Date() });
const quick: QuickAdd = parseQuickAdd("buy milk", { now: 0 });
const kinds: string[] = quick.spans.map(({ kind }) => kind);

const kept = new Map<string, string>();
const storage: HostStorage = {
  get: (key) => kept.get(key),
  set: (key, value) => void kept.set(key, value),
  remove: (key) => void kept.delete(key),
  keys: () => kept.keys(),
};
const policy: PolicyChange = { approval: "always", retry: { maxAttempts: 1 } };
const dunlin: Runtime = await createRuntime({ storage, policy, seed: 1, now: () => new Date(), log: (line: string) => line });

const plan: Plan = dunlin.plan("calculate 1 + 1");
const faults: PlanFault[] = dunlin.validate(plan);
const place: TextPlace | undefined = dunlin.validate('{"goal": 7}')[0]?.place;
const span: Span = place?.span ?? plan.steps[0]!.source;
const explanation: Explanation = dunlin.explain("add todo x tomorrow", { dismissed: [span] });
const run: Run = dunlin.run(plan, { policy, signal: new AbortController().signal, runId: "r", seed: 2 });
for await (const event of run) {
  const { seq }: RunEvent = event;
  if (event.type === "approvalRequested") run.approve(event.approvalId, { type: "edit", input: { action: "list" } });
  if (event.type === "stepSucceeded") console.log(seq, event.step, event.output);
  // @ts-expect-error A budget is only told of where one was spent.
  console.log(event.limit);
}
for await (const partial of run.partials()) {
  const { number, step, value }: PartialOutput = partial;
  console.log(number, step, value);
}
const answer: ApprovalAnswer = { type: "reject", feedback: "no" };
run.approve("id", answer);
run.approve("id", "reject");
run.revise({ ...plan, rationale: "changed" });
run.cancel("enough");
const record: RunRecord = await run.result;
const result: Json | undefined = record.result;
const again: RunRecord = run.record();

const runs: RunSummary[] = dunlin.runs.list();
const found: RunRecord | null = dunlin.runs.get("r");
const resumed: Run = dunlin.runs.resume("r");
const { markdown, json }: { markdown: string; json: Json } = dunlin.runs.report("r");
const journal: Journal = dunlin.runs.journal("r");
const replayed: Replay = dunlin.runs.replay(journal);
dunlin.runs.delete("r");

const filter: TodoFilter = { status: "active", due: "overdue", sort: "priority" };
const format: TodoFormat = "ical";
const todo: Todo = dunlin.todos.add({ text: "x", priority: 2, tags: ["a"] });
const changes: TodoChanges = { postpone: "a week", addTags: ["b"], removeTags: ["a"], list: null };
const todos: Todo[] = [
  ...dunlin.todos.list(filter), ...dunlin.todos.search("x"), ...dunlin.todos.import(format, dunlin.todos.export(format)),
  ...dunlin.todos.clearCompleted(), dunlin.todos.update(todo.id, changes), dunlin.todos.complete(todo.id),
  dunlin.todos.reopen(todo.id), dunlin.todos.delete(todo.id),
];
const one: Todo | null = dunlin.todos.get("x");
const undone: string | undefined = dunlin.todos.undo({ runId: "r" })?.summary ?? dunlin.todos.redo()?.summary;
const lists: string[] = dunlin.todos.lists().map(({ name }) => name);
const end: () => void = dunlin.todos.subscribe(({ ids, elsewhere }) => console.log(ids, elsewhere));

const tool: ToolDefinition<{ text: string }> = {
  name: "shout",
  inputSchema: { type: "object", required: ["text"] },
  annotations: { readOnlyHint: true },
  async execute({ text }, { signal, idempotencyKey, attempt, metadata, partial }) {
    metadata.tokens = 3;
    await partial({ so: text });
    return signal.aborted ? idempotencyKey : text.toUpperCase() + attempt;
  },
};
const { unregister } = dunlin.tools.register(tool);
dunlin.language.define({ lists: { room: { values: () => ["attic"] } }, rules: { the: "[the]" }, skipWords: ["please"] });
const numbers: NumberWords = { words: { 1: "unu", 10: "dek" }, plus: ["{10} {1-9}"], times: [], point: "komo", minus: "minus" };
dunlin.language.define({ language: "eo", numbers, joiners: ["kaj"], yes: ["jes"], no: ["ne"] });
const phrase: Phrase = { say: "enter <the> {room}", requires: { home: { slot: true } } };
const recognized: Recognition | null = dunlin.recognize("enter the attic", { context: { home: 1 } });
const checked: LanguageCheck = dunlin.language.check();
const samples: string[] = dunlin.language.sample("shout", 2, 1);
const gone: boolean = unregister();
const template: Template = { name: "trip", triggers: ["trip"], todos: [{ text: "Pack", dueInDays: 2, after: [] }] };
dunlin.templates.set([...dunlin.templates.list(), template]);
dunlin.templates.reset();
const specs: ToolSpec[] = dunlin.tools.list();
const called: ToolResult = await dunlin.callTool("shout", { text: "hey" });
const health: Health = dunlin.health();
const capabilities: Capabilities = dunlin.capabilities();
const metrics: string = dunlin.metrics();
const exposed: { names: string[]; unregister(): void } = await dunlin.exposeWebMCP({
  prefix: "my_", tools: ["calculator"], approve: ({ tool, input, runId }: WebMCPQuestion) => `${tool} ${input} ${runId}`.length > 0,
});
const answered: Response = await dunlin.mcp(new Request("http://localhost/mcp"), { allowHost: ["app.example"], allowOrigin: [] });

try {
  dunlin.plan("");
} catch (error) {
  if (error instanceof DunlinError) {
    const told: [string, string, string | undefined, Span | undefined] = [error.name, error.code, error.hint, error.span];
    console.log(told, error.details?.suggestions);
  }
}

// @ts-expect-error A goal is a text or a plan.
dunlin.run(1);
// @ts-expect-error An expression is a text.
evaluate(1);
// @ts-expect-error There is no such place.
await createRuntime({ storage: "disk" });
// @ts-expect-error A policy has no such field.
dunlin.run("x", { policy: { aproval: "never" } });

console.log(
  value, date, kinds, faults, explanation, result, again, runs, found, resumed, markdown, json, replayed, todos, one, undone, lists,
  end, specs, called, health, capabilities, metrics, exposed, answered,
  phrase, recognized, checked, samples, gone,
);
