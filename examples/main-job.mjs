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
