// The first plan of a process, for the benchmark that starts one for each: node first.mjs <the package's entry>.
import { readFileSync } from "node:fs";

// The thread's own time on a processor, where the system tells it: V8 compiles and improves wasm on threads beside, and what
// else the machine does must not count. Elsewhere time on the wall.
// The system counts it up at its own ticks, four milliseconds apart, and when the thread rests: so it rests for a moment.
const rest = new Int32Array(new SharedArrayBuffer(4));
function now() {
  Atomics.wait(rest, 0, 0, 0.1);
  try {
    return Number(readFileSync("/proc/thread-self/schedstat", "utf8").split(" ")[0]) / 1e6;
  } catch {
    return performance.now();
  }
}

const { createRuntime } = await import(process.argv[2]);
const runtime = await createRuntime({ storage: "memory" });
now();
const before = now();
const { steps } = runtime.plan("add todo Buy milk and calculate (10 + 5) * 2 then list todos");
const took = now() - before;
if (steps.length !== 3) throw new Error(`the first plan has ${steps.length} steps`);
console.log(took);
