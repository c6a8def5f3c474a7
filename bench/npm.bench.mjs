// What the package costs in Node, the border between JavaScript and wasm included: `cargo xtask bench` calls it.
//
// Each line is the best of several rounds: the machine's other work only ever adds to a round, so the least is nearest
// to what the work itself costs.
import { readFileSync } from "node:fs";

const folder = new URL("../pkg/", import.meta.url);
const manifest = JSON.parse(readFileSync(new URL("package.json", folder), "utf8"));
const { createRuntime, evaluate } = await import(new URL(entry(manifest.exports), folder));

const ROUNDS = 7;
const GOAL = "add todo Buy milk and calculate (10 + 5) * 2";

const say = (what, us) => console.log(`${what.padEnd(44)} ${us.toFixed(us < 10 ? 2 : 1).padStart(10)} µs`);

console.log(`dunlin ${manifest.version}, Node ${process.version}`);
say("evaluate 0.1 + 0.2", each(2000, () => evaluate("0.1 + 0.2")));
say("evaluate (10 + 5) * 2 - 3 / 4", each(2000, () => evaluate("(10 + 5) * 2 - 3 / 4")));

const planner = await createRuntime({ storage: "memory" });
say("plan two clauses", each(500, () => planner.plan(GOAL)));

// The slope between a short run and a long one is the cost of a step, without what a run costs by itself.
const sums = (count) => Array.from({ length: count }, (_, at) => `calculate ${at} + 1`).join("; ");
const [short, long] = [await runOf(sums(10)), await runOf(sums(90))];
say("run of 10 sums, planned before", short);
say("each step more, calculator included", (long - short) / 80);

const [few, many] = [await addTo(10), await addTo(10_000)];
say("add a todo with 10 stored", few);
say("add a todo with 10,000 stored", many);
console.log(`${"ratio".padEnd(44)} ${(many / few).toFixed(2).padStart(10)}`);

function each(times, work) {
  return best(() => {
    const start = performance.now();
    for (let at = 0; at < times; at += 1) work();
    return ((performance.now() - start) * 1000) / times;
  });
}

function best(round) {
  let least = Infinity;
  for (let at = 0; at < ROUNDS; at += 1) least = Math.min(least, round());
  return least;
}

async function runOf(goal) {
  let least = Infinity;
  for (let round = 0; round < ROUNDS; round += 1) {
    const runtime = await createRuntime({ storage: "memory" });
    const plan = runtime.plan(goal);
    const start = performance.now();
    const record = await runtime.run(plan).result;
    least = Math.min(least, (performance.now() - start) * 1000);
    if (record.status !== "completed") throw new Error(`the run ended as ${record.status}`);
  }
  return least;
}

async function addTo(stored) {
  const { todos } = await createRuntime({ storage: "memory" });
  for (let at = 0; at < stored; at += 1) await todos.add(`Errand number ${at}`);
  const times = 50;
  let least = Infinity;
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = performance.now();
    for (let at = 0; at < times; at += 1) await todos.add(`One more ${round} ${at}`);
    least = Math.min(least, ((performance.now() - start) * 1000) / times);
  }
  return least;
}

function entry(exports) {
  const at = exports["."] ?? exports;
  const node = at.node ?? at.import ?? at.default ?? at;
  return typeof node === "string" ? node : (node.import ?? node.default);
}
