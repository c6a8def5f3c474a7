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
