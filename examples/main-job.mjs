// From a goal in plain words to a stored todo: node examples/main-job.mjs (after `cargo xtask package`).
import { createRuntime } from "../pkg/index.js";

const dunlin = await createRuntime({ storage: "memory" });
const run = dunlin.run("add todo Buy milk and calculate (10 + 5) * 2 then list todos");
for await (const event of run) console.log(String(event.seq).padStart(2), event.type, event.step ?? "");

const record = await run.result;
for (const step of record.executionLog) {
  console.log(`${step.stepNumber}. ${step.toolName} ${JSON.stringify(step.toolInput)} → ${step.status}`);
}
console.log(dunlin.todos.list().map(({ text }) => text));

// It prints:
// →  1 runCreated
// →  2 runStarted
// →  3 stepStarted 1
// →  4 stepStarted 2
// →  5 stepSucceeded 1
// →  6 stepStarted 3
// →  7 stepSucceeded 2
// →  8 stepSucceeded 3
// →  9 runCompleted
// → 1. todo_store {"action":"add","text":"Buy milk"} → succeeded
// → 2. calculator {"expression":"(10 + 5) * 2"} → succeeded
// → 3. todo_store {"action":"list"} → succeeded
// → [ 'Buy milk' ]
