// A tool of one's own in a plan written by hand: it fails twice, is tried again with the same key, and its result flows on.
import { createRuntime } from "../pkg/index.js";

const dunlin = await createRuntime({ storage: "memory", policy: { retry: { initialIntervalMs: 10 } } });
dunlin.tools.register({
  name: "thermometer",
  description: "Reads a temperature",
  inputSchema: { type: "object", required: ["room"], properties: { room: { type: "string" } } },
  annotations: { readOnlyHint: true },
  execute({ room }, { attempt, idempotencyKey }) {
    console.log(`attempt ${attempt} for the ${room}, key ${idempotencyKey}`);
    if (attempt < 3) throw Object.assign(new Error("the sensor sleeps"), { retryable: true });
    return 18.5;
  },
});

const plan = {
  schemaVersion: 1,
  goal: "note down twice the cellar's temperature",
  rationale: "written by hand",
  confidence: 1,
  complexityScore: 0.3,
  totalEstimatedDurationMs: 0,
  steps: [
    { stepNumber: 1, kind: "tool", toolName: "thermometer", toolInput: { room: "cellar" } },
    {
      stepNumber: 2,
      kind: "tool",
      toolName: "calculator",
      toolInput: { expression: { $concat: ["2 * ", { $from: { step: 1, pointer: "/output" } }] } },
    },
    {
      stepNumber: 3,
      kind: "tool",
      toolName: "todo_store",
      toolInput: { action: "add", text: { $concat: ["cellar: ", { $from: { step: 2, pointer: "/output" } }] } },
    },
  ],
};
const record = await dunlin.run(plan).result;
console.log(record.status, record.executionLog.map(({ attempts }) => attempts), dunlin.todos.list()[0].text);

// It prints:
// → attempt 1 for the cellar, key …:1
// → attempt 2 for the cellar, key …:1
// → attempt 3 for the cellar, key …:1
// → completed [ 3, 1, 1 ] cellar: 37
