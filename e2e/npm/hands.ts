// What fits a hand: plans and tools as people write them, with what is inferred of them. Checked by tsc, never run.
import { createRuntime, defineTool, plan, type Json, type StandardSchema, type WrittenPlan } from "dunlin";

const dunlin = await createRuntime();

// A plan needs only what a person writes, also frozen.
dunlin.run({ schemaVersion: 1, goal: "by hand", steps: [{ stepNumber: 1, toolName: "calculator", toolInput: { expression: "1 + 1" } }] });
const frozen = { schemaVersion: 1, goal: "", steps: [{ stepNumber: 1, kind: "wait", toolInput: { ms: 5 }, dependsOn: [] }] } as const;
const written: WrittenPlan = frozen;
dunlin.run(frozen);
dunlin.validate(JSON.parse("{}") as unknown);
// @ts-expect-error A misspelt field.
dunlin.run({ schemaVersion: 1, goal: "", steps: [{ stepNumber: 1, dependOn: [1] }] });

// Nor do the steps and plans within need more.
const deep: WrittenPlan = {
  schemaVersion: 2,
  goal: "",
  policy: { maxSteps: 2 },
  result: { paid: { $from: { step: 1, pointer: "/output" } } },
  steps: [
    { stepNumber: 1, toolName: "charge", undo: { toolName: "refund", toolInput: { amount: 5 } } },
    { stepNumber: 2, kind: "map", toolInput: { over: [1] }, body: [{ stepNumber: 1, toolName: "charge" }] },
    { stepNumber: 3, kind: "plan", plan: { schemaVersion: 2, goal: "", steps: [{ stepNumber: 1, kind: "wait", toolInput: { ms: 1 } }] } },
  ],
};
dunlin.run(deep);
plan().plan(dunlin.plan("list todos"));
dunlin.run({ schemaVersion: 2, goal: "", steps: [{ stepNumber: 1, kind: "plan", plan: dunlin.plan("list todos") }] });
plan().step("charge", {}, { undo: { toolName: "refund" } });
// @ts-expect-error A misspelt field within.
dunlin.run({ schemaVersion: 2, goal: "", steps: [{ stepNumber: 1, kind: "map", body: [{ stepNumber: 1, toolname: "x" }] }] });

// Frozen lists are taken where lists are.
const names = ["calculator"] as const;
dunlin.run(deep, { policy: { allowedTools: names } });
dunlin.todos.add({ text: "x", tags: names });
dunlin.todos.list({ except: names });
dunlin.runs.list({ status: ["running", "suspended"] as const });
const unfinished: string[] = dunlin.runs.unfinished();

// Interfaces are taken where JSON is.
interface Charge { amount: number; currency?: string }
const charge: Charge = { amount: 5 };
await dunlin.callTool("charge", charge);
dunlin.language.define({ lists: { fee: { values: [{ in: "fee", out: charge, context: { charge } }] } } });
dunlin.tools.register({ name: "told", execute: (_: unknown, { metadata }) => void (metadata.charge = charge) });

// What `execute` gets follows from the schema; a default is there.
const pay = defineTool({
  name: "charge",
  inputSchema: {
    type: "object",
    required: ["amount"],
    properties: { amount: { type: "number" }, currency: { enum: ["EUR", "USD"], default: "EUR" }, notes: { type: "array", items: { type: "string" } } },
  },
  phrases: ["charge {amount} [{currency}]", { say: ["bill {amount}"], input: { currency: "USD" } }],
  gives: "amount",
  execute({ amount, currency, notes }) {
    const due: number = amount;
    const coin: "EUR" | "USD" = currency;
    const told: string[] | undefined = notes;
    // @ts-expect-error It has no such field.
    amount.currency;
    return { due, coin, told };
  },
});
dunlin.tools.register(pay);
// Under a choice none is put in.
defineTool({
  name: "either",
  inputSchema: { type: "object", required: ["to"], properties: { to: { anyOf: [{ type: "object", properties: { list: { type: "string", default: "inbox" } } }] } } },
  execute({ to }) {
    // @ts-expect-error It may be missing.
    const list: string = to.list;
    return list;
  },
});
dunlin.tools.register({
  name: "mail",
  inputSchema: { type: "object", properties: { to: { type: "string" } } },
  // @ts-expect-error A misspelt slot.
  phrases: ["mail {too}"],
  execute: () => 1,
});
dunlin.tools.register({
  name: "mail",
  inputSchema: { type: "object", properties: { to: { type: "string" } } },
  // @ts-expect-error A misspelt slot beside a list.
  phrases: [{ say: "mail {people:too}" }],
  execute: () => 1,
});
// @ts-expect-error The slot that it gives is misspelt.
dunlin.tools.register({ name: "mail", inputSchema: { type: "object", properties: { to: { type: "string" } } }, gives: "too", execute: () => 1 });
dunlin.tools.register({ name: "mail", phrases: ["mail {anybody}"], execute: ({ anybody }) => anybody });
class Clock { name = "clock" as const; #ticks = 0; execute() { return ++this.#ticks; } }
dunlin.tools.register(new Clock());

// A schema of another library says what goes in and what comes out.
declare const standard: StandardSchema<{ city: string; days?: number }, { city: string; days: number }>;
const weather = defineTool({ name: "weather", inputSchema: standard, phrases: ["weather in {city}"], execute: ({ city, days }) => `${city} ${days.toFixed()}` });

// The builder knows the tools it is told of.
const tools = [pay, weather] as const;
const built = plan<typeof tools>("pay, then look");
const first = built.step("charge", { amount: 5, currency: "EUR" });
first.step("weather", { city: first.output("/currency"), days: 2 }).after(first);
// @ts-expect-error No such tool.
built.step("chargee", { amount: 5 });
// @ts-expect-error A misspelt input.
built.step("charge", { amuont: 5 });
// @ts-expect-error A wrong value.
built.step("charge", { amount: "five" });
dunlin.run(built);
dunlin.validate(first);
const every = plan<typeof tools>("every kind").onFailure("undo");
const asked = every.ask("How much?", { type: "integer" });
const sent = every.signal("paid", { timeoutMs: 1000 }).after(asked).runWhen("allDone");
const mapped = every.map(sent.output("/rows"), (each) => each.step("charge", { amount: each.item("/amount") }).after(), { with: { a: 1 }, maxParallel: 2 });
const within = every.plan(plan("within").step("anything").result({ a: 1 }), { of: every.given("/of") });
every.waitUntil(new Date()).waitUntil("2026-11-23T17:00+01:00").step("charge", { amount: 5 }).undo("charge", { amount: 0 }).result({ all: mapped.output(), own: within.output() });
// @ts-expect-error No such time to run.
sent.runWhen("sometimes");
// @ts-expect-error No such end.
every.onFailure("shrug");
// @ts-expect-error Only the body of a map has an item.
every.item("/amount");
// @ts-expect-error A misspelt input of what takes it back.
every.step("charge", { amount: 5 }).undo("charge", { amuont: 5 });
plan().step("anything", { at: "all" }, { reasoning: "because", acceptanceCriteria: ["result is a number"] });
const json: Json = [{ a: 1 }];
console.log(written, json);
