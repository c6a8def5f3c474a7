// Uses every export with its type, as a stranger's code would; it is checked, never run.
import { createRuntime, DunlinError, evaluate, parseDate, parseQuickAdd } from "dunlin";

const sum: string = evaluate("0.1 + 0.2").text;
const exact: boolean = evaluate("1/3").exact;
const due: string | null = parseDate("next friday at 5pm", { now: new Date() })?.date ?? null;
const words: string = parseQuickAdd("buy milk tomorrow p1 #errands", { now: new Date() }).text;

const dunlin = await createRuntime({ storage: "memory" });
const plan = dunlin.plan("calculate 1 + 1");
const names: string[] = plan.steps.map((step) => step.toolName);
const run = dunlin.run(plan);
for await (const event of run) {
  const seq: number = event.seq;
  console.log(seq);
}
const record = await run.result;
const status: "pending" | "running" | "suspended" | "completed" | "failed" | "cancelled" = record.status;

try {
  dunlin.plan("");
} catch (error) {
  if (error instanceof DunlinError) {
    const code: string = error.code;
    console.log(code);
  }
}

// @ts-expect-error A goal is a text or a plan.
dunlin.run(1);
// @ts-expect-error An expression is a text.
evaluate(1);

console.log(sum, exact, due, words, names, status);
