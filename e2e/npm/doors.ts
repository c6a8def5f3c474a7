import { createRuntime, type Engine } from "dunlin/runtime";
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

import { createTools, type GuardQuestion, type MadeTool, type MadeTools, type SearchedText, type ServiceLine, type ToolOptions } from "dunlin/tools";
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
// @ts-expect-error Asking wants somebody who asks.
await createTools({ fetch: {}, guard: "ask" });
