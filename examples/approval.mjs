// What removes more than one todo asks first; the answer is bound to the question, and undo brings everything back.
import { createRuntime } from "../pkg/index.js";

const dunlin = await createRuntime({ storage: "memory" });
for (const text of ["water plants", "sweep the porch"]) dunlin.todos.add({ text });

const run = dunlin.run("clear my todos");
for await (const event of run) {
  if (event.type !== "runSuspended") continue;
  const { approval, toolInput } = run.record().executionLog[0];
  console.log("asked to", toolInput.action, toolInput.todoIds.length, "todos, because that is", approval.reason);
  run.approve(approval.approvalId);
}
console.log((await run.result).status, dunlin.todos.list().length, "left");
dunlin.todos.undo({ runId: run.runId });
console.log("after undo:", dunlin.todos.list().map(({ text }) => text));

// It prints:
// → asked to clear 2 todos, because that is destructive
// → completed 0 left
// → after undo: [ 'water plants', 'sweep the porch' ]
