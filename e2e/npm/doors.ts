import { createRuntime, plan, type Engine } from "dunlin/runtime";
import { evaluate } from "dunlin/calc";
import { parseDate, type DateReading } from "dunlin/dates";
import { ready, createRuntime as streamed, type Runtime } from "dunlin/stream";
const engine: Engine = await createRuntime({ wasm: new URL("https://example.org/runtime.wasm") });
const date: DateReading | null = parseDate("tomorrow");
await ready();
const whole: Runtime = await streamed({ builtins: [] });
// @ts-expect-error This door reads no goals.
engine.plan("x");
// @ts-expect-error Nor does it take them.
engine.run("x");
console.log(evaluate("1").text, date, whole.todos);

import { createTools, type GuardQuestion, type MadeTool, type MadeTools, type ModelQuestion, type Planner, type PlannerOptions, type SearchedText, type ServiceLine, type Team, type ToolOptions, type WrittenAgent } from "dunlin/tools";
const notes: readonly SearchedText[] = [{ text: "a" }, { id: 1, kind: "mail", title: "b", text: "c" }];
const made = await createTools({
  search: { documents: () => notes, limits: { documents: 10 } }, chart: {}, judge: true, memory: { guard: "off" }, bus: false,
  sql: { tables: async () => ({ t: [{ a: 1 }], csv: "a\n1" }), limits: { writes: true }, worker: () => new Worker("sql.js", { type: "module" }) },
  code: { worker: new URL("https://example.org/code.js") },
  fetch: { origins: ["https://api.example.com"], rate: { requests: 1 } },
  web_search: { endpoint: "https://example.org/search" },
  guard: { default: "ask", tools: { fetch: "redact" }, approve: ({ found }: GuardQuestion) => found === "" },
  storage: "memory", now: () => 0,
});
const all: MadeTool[] = made.all;
const lines: ServiceLine[] = made.lines();
for (const tool of made.all) whole.tools.register(tool);
whole.tools.register(made.search);
const { phrases, ...bare } = made.sql;
engine.tools.register(bare);
const any: ToolOptions = {};
const some: MadeTools = await createTools(any);
console.log(made.chart.name, made.judge.description, made.web_search.execute({ query: "x" }), all, lines, some.all, phrases);
// @ts-expect-error It was not asked for.
made.bus;
// @ts-expect-error A misspelt option.
await createTools({ serach: { documents: notes } });
// @ts-expect-error Without texts there is nothing to search.
await createTools({ search: {} });
// Without somebody who asks the run does.
await createTools({ fetch: {}, guard: "ask" });
// @ts-expect-error No word for what is done.
await createTools({ fetch: {}, guard: "maybe" });

const clerk: WrittenAgent = {
  name: "clerk", description: "d", tools: ["search"], limits: { maxToolCalls: 2, approval: "always" }, memory: "clerk",
  skills: [{ name: "a", phrases: ["b {c}", { say: ["d"] }], inputSchema: { type: "object" }, takes: "c", plan: plan().step("search", { query: "x" }) }],
};
const staff = await createTools({ agents: { shipped: false, add: [clerk, { name: "helper", parent: "clerk" }] }, search: { documents: notes } });
const team: Team = staff.agents;
team.join(engine).leave();
team.join(whole);
team.add({ name: "late", skills: [{ name: "a", plan: { schemaVersion: 2, goal: "", steps: [{ stepNumber: 1, toolName: "search", toolInput: {} }] } }] });
console.log(team.list()[0]?.skills[0]?.name, team.plan("x").steps, team.refusals()[0]?.runId, whole.runs.trace("r")?.steps[0]?.below?.agent, (await createTools({ agents: true })).agents.list());
whole.runs.approve("r", "q", { type: "reject", feedback: "no" });
engine.tools.register({ name: "post", inputSchema: { type: "object", properties: { to: { type: "string" } }, required: ["to"] }, needsLeave: ({ to }) => [{ kind: to, field: "/to" }], estimates: [{ durationMs: 5 }], execute: ({ to }, { leave, caller }) => [to, leave[0]?.count, caller] });
// @ts-expect-error They were not asked for.
made.agents;
// @ts-expect-error A misspelt field of an agent.
await createTools({ agents: { add: [{ nmae: "x" }] } });
// @ts-expect-error What needs leave has a kind.
engine.tools.register({ name: "post", needsLeave: () => [{ field: "/to" }], execute() {} });

// The second planner, over an endpoint and over a model of one's own.
const asked: PlannerOptions = { ask: async ({ messages, maxTokens, signal }: ModelQuestion) => (signal.aborted ? "" : `${messages[0].content}${maxTokens}`), model: "own" };
const { planner } = await createTools({ planner: { endpoint: "https://api.example.org/v1/chat/completions", model: "small", key: "k", retries: 1 } });
const thinking: Planner = planner;
const thought: { rationale: string } = await thinking.plan(whole, "do it", { signal: AbortSignal.timeout(10) });
// @ts-expect-error: one of both.
const both: PlannerOptions = { ask: () => "", endpoint: "https://api.example.org", model: "small" };
// @ts-expect-error: what was not asked for is not there.
(await createTools({ chart: true })).planner;
