// Plans with each kind of step, made of tools that the page has, as files that somebody opens.
import { readFileSync } from "node:fs";

const plan = (goal, steps, rest = {}) => ({
  schemaVersion: 2,
  goal,
  steps: steps.map((step, at) => ({ stepNumber: at + 1, ...step })),
  ...rest,
});
export const from = (step, pointer, rest = {}) => ({ $from: { step, pointer, ...rest } });
export const add = (text, rest = {}) => ({ toolName: "todo_store", toolInput: { action: "add", text }, ...rest });
const sum = (expression, rest = {}) => ({ toolName: "calculator", toolInput: { expression }, ...rest });

export const PLANS = {
  asks: plan("ask what the paint costs", [
    {
      kind: "ask",
      toolInput: {
        question: "What does the paint cost?",
        schema: {
          type: "object",
          required: ["amount", "agreed"],
          properties: {
            amount: { type: "number", title: "Price in euros" },
            agreed: { type: "boolean", title: "Shall it be bought?" },
            shop: { type: "string", enum: ["market", "mill"], description: "where it is sold" },
            note: { type: "string" },
          },
        },
      },
      timeoutMs: 86_400_000,
    },
    add({ $concat: ["Buy paint for ", from(1, "/output/amount")] }),
  ]),
  maps: plan("buy each thing of a list", [
    {
      kind: "map",
      toolInput: { over: from(0, "/things"), maxParallel: 2 },
      body: [{ stepNumber: 1, ...add({ $concat: ["Buy ", from(0, "/item/name")] }) }],
    },
  ]),
  waits: plan("go on when the word is given", [
    { kind: "signal", toolInput: { name: "go" }, timeoutMs: 86_400_000 },
    add({ $concat: ["Open the ", from(1, "/output")] }),
  ]),
  // Made when it is asked for: the cases may have begun before midnight.
  get until() {
    return plan("wait for tomorrow", [
      { kind: "wait", toolInput: { until: new Date(Date.now() + 86_400_000).toISOString() } },
      add("Sweep", { dependsOn: [1] }),
    ]);
  },
  child: plan(
    "let another plan do the work",
    [
      {
        kind: "plan",
        toolInput: { name: "the hall" },
        plan: plan("clean one room", [add({ $concat: ["Sweep ", from(0, "/name")] }), add("Open a window")]),
      },
      add({ $concat: ["Look at ", from(1, "/output/text")] }),
    ],
    { result: { room: from(1, "/output/text") } },
  ),
  handled: plan("go on when something fails", [
    sum("1 / 0"),
    { kind: "notify", toolInput: { title: "The sum failed", body: "Look into it." }, dependsOn: [1], runWhen: "anyFailed" },
    add("Look into the sum", { dependsOn: [2] }),
  ]),
  undone: plan(
    "take back what was done",
    [
      add("Reserve the lamp", { undo: { toolName: "todo_store", toolInput: { action: "delete", match: "Reserve the lamp" } } }),
      sum("1 / 0", { dependsOn: [1] }),
    ],
    { onFailure: "undo" },
  ),
  failing: plan("try each sum", [
    {
      kind: "map",
      toolInput: { over: ["6 * 7", "1 / 0", "2 + 2"], maxParallel: 1 },
      body: [{ stepNumber: 1, toolName: "calculator", toolInput: { expression: from(0, "/item") } }],
    },
  ]),
};

// A plan of `testdata/workflows`, whose tool, which only tests have, adds a todo here.
export function workflow(name) {
  const text = readFileSync(new URL(`../../testdata/workflows/${name}.json`, import.meta.url), "utf8");
  return JSON.parse(text, (_, value) => (["act", "flaky"].includes(value?.toolName) ? { ...value, ...add(value.toolInput.do) } : value));
}

// Opens it as a file would be, and begins it; `given` is what it is given.
export async function begin(page, on, plan, given) {
  const buffer = Buffer.from(JSON.stringify(plan));
  await on.runFile.setInputFiles({ name: "plan.json", mimeType: "application/json", buffer });
  const offered = page.getByRole("region", { name: "Plan from a file" });
  if (given) await offered.getByRole("textbox", { name: "What it is given" }).fill(JSON.stringify(given));
  await offered.getByRole("button", { name: "Run this plan" }).click();
}
