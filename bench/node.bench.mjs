// What the package costs in Node, the border between JavaScript and wasm included, beside its peers in the same run.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { figure, inTurn, median, perCall, watch } from "./figures.mjs";
import { longRuns } from "./long.mjs";
import { IDLE, INSIDE, NOOP, ROOMY, TOOL, chain, graph, grid } from "./plans.mjs";
import { calculators, runners } from "./peers.mjs";

const folder = new URL("../pkg/", import.meta.url);
const manifest = JSON.parse(readFileSync(new URL("package.json", folder), "utf8"));
const { createRuntime, evaluate } = await import(new URL(entry(manifest.exports), folder));
const PEER_BARS = { LangGraph: 50, XState: 3 };
const GOAL = "add todo Buy milk and calculate (10 + 5) * 2";

await calculating();
await planning();
await running();
await longRuns(createRuntime);
await storing();

async function calculating() {
  const groups = expressions();
  const { doubles, bigNumbers } = await calculators();
  const near = (a, b) => Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(b));
  for (const text of [...groups.arithmetic, ...groups.functions]) {
    const [ours, theirs] = [evaluate(text).value, Number(doubles(text))];
    if (!near(ours, theirs)) throw new Error(`${text}: ${ours} here, ${theirs} there`);
  }
  for (const [name, list] of Object.entries(groups)) {
    const round = (evaluate, times) => () => perCall(times, () => list.forEach((text) => evaluate(text))) / list.length;
    const [ours, theirs, big] = await inTurn(9, [round(evaluate, 40), round(doubles, 40), round(bigNumbers, 4)]);
    figure(`evaluate, ${list.length} of ${name}`, ours, "µs");
    figure(`mathjs in doubles, the same ${name}`, theirs, "µs");
    figure(`mathjs in BigNumbers of 64 digits, the same ${name}`, big, "µs");
    figure(`${name}: times as fast as mathjs in doubles`, theirs / ours, "×", { least: name === "functions" ? 0.5 : 3 });
    figure(`${name}: times as fast as mathjs in BigNumbers`, big / ours, "×", name === "functions" ? { least: 10 } : {});
  }
}

async function planning() {
  const runtime = await createRuntime({ storage: "memory" });
  const long = Array.from({ length: 40 }, (_, at) => `add todo "water bed ${at}"`).join(" and ");
  const [two, forty] = await inTurn(9, [
    () => perCall(200, () => runtime.plan(GOAL)),
    () => perCall(10, () => runtime.plan(long)),
  ]);
  figure("plan a goal of two clauses, wasm", two, "µs", { most: 150 });
  figure("plan 40 clauses, a clause, wasm", forty / 40, "µs");
  const typed = await inTurn(9, [() => perCall(100, () => runtime.explain(GOAL))]);
  figure("read a goal of two clauses while it is typed, wasm", typed[0], "µs");
  const first = [fileURLToPath(new URL("first.mjs", import.meta.url)), new URL(entry(manifest.exports), folder).href];
  const firsts = Array.from({ length: 9 }, () => Number(execFileSync(process.execPath, first, { encoding: "utf8" })));
  figure("the first plan of a process, three clauses, wasm", median(firsts), "ms", { most: 20 });
}

async function running() {
  // Runs are forgotten at once, so that no round carries the rounds before it. What is timed begins with the plan as an
  // object of JavaScript, or where the run stands recorded, and ends with the record as an object of JavaScript.
  const carry = async (plan, isRecorded) => {
    const runtime = await createRuntime({ storage: "memory" });
    runtime.tools.register(NOOP);
    let watched = watch();
    const run = runtime.run(plan, { policy: ROOMY });
    if (isRecorded) watched = watch();
    const record = await run.result;
    const took = watched();
    if (record.status !== "completed") throw new Error(`the run ended as ${record.status}: ${record.error?.message}`);
    return took;
  };
  const ours = (plan) => () => carry(plan, false);
  const recorded = (plan) => () => carry(plan, true);

  // The slope between two lengths is the cost of a step, without what any run costs.
  const slope = async (step, timed) => {
    const [short, long] = await inTurn(9, [timed(graph(100, step, chain)), timed(graph(1100, step, chain))]);
    return long - short; // ms for 1,000 steps: µs a step
  };
  const idle = await slope(IDLE, recorded);
  figure("run, a no-op step in wasm (a wait of 0 ms)", idle, "µs", { most: 5 });
  figure("run, a step that calculates 1 in wasm", await slope(INSIDE, recorded), "µs");
  figure("run, a no-op step through a JavaScript tool", await slope(TOOL, recorded), "µs", { most: 20 });
  figure("a no-op step in wasm, its plan read, checked and recorded before", await slope(IDLE, ours), "µs");
  figure("the same through a JavaScript tool", await slope(TOOL, ours), "µs");

  // In turn and equally often, until the code of both is warm: what a library costs in its first steps is mostly the engine's.
  const peers = await runners();
  for (const [name, peer] of Object.entries(peers)) {
    const chains = [ours(graph(100, TOOL, chain)), ours(graph(1100, TOOL, chain)), peer.chain(20), peer.chain(120)];
    const [short, long, few, many] = await inTurn(30, chains);
    const theirs = figure(`${name}, a no-op step of a chain`, ((many - few) * 1000) / 100, "µs");
    figure(`a step through a JavaScript tool: times as fast as ${name}`, theirs / (long - short), "×", { least: PEER_BARS[name] });
  }
  for (const [title, width] of [["100 wide and 10 deep", 100], ["10 wide and 100 deep", 10]]) {
    const [inside, through, ...others] = await inTurn(3, [
      ours(graph(1000, IDLE, grid(width))),
      ours(graph(1000, TOOL, grid(width))),
      ...Object.values(peers).map((peer) => peer.grid(width, 1000 / width)),
    ]);
    figure(`1,000 no-op steps ${title}, in wasm`, inside, "ms", { most: 10 });
    figure(`1,000 no-op steps ${title}, through a JavaScript tool`, through, "ms", { most: 20 });
    for (const [at, name] of Object.keys(peers).entries()) {
      figure(`${name}, 1,000 steps ${title}`, others[at], "ms");
      figure(`1,000 steps ${title}: times as fast as ${name}`, others[at] / through, "×");
    }
  }
  const [one, four] = await inTurn(5, [ours(graph(1000, TOOL, grid(10))), ours(graph(4000, TOOL, grid(10)))]);
  figure("a step of 4,000 ÷ a step of 1,000", four / 4 / one, "×", { most: 1.5 });

  const stored = new Map();
  const runtime = await createRuntime({ storage: inMap(stored) });
  runtime.tools.register(NOOP);
  await runtime.run(graph(1000, TOOL, chain), { policy: ROOMY }).result;
  const journal = [...stored].filter(([key]) => key.startsWith("dunlin:v1:run:")).map(([, value]) => JSON.parse(value));
  const events = journal.flatMap((part) => part.events).filter((event) => event.type !== "runCreated");
  figure("journal, a step that gives nothing", JSON.stringify(events).length / 1000, "bytes", { most: 200 });
}

async function storing() {
  const filled = async (count) => {
    const stored = new Map();
    const { todos } = await createRuntime({ storage: inMap(stored) });
    for (let at = 0; at < count; at += 1) todos.add({ text: `Errand ${at} for the ${at % 2 ? "garden" : "harbour"}` });
    return { stored, todos };
  };
  const [few, many] = [await filled(10), await filled(10_000)];
  const add = ({ todos }) => () => perCall(50, (at) => todos.delete(todos.add(`One more ${at}`).id));
  const [small, large] = await inTurn(15, [add(few), add(many)]);
  figure("add a todo and delete it, 10 stored", small, "µs");
  figure("add a todo and delete it, 10,000 stored ÷ 10 stored", large / small, "×", { most: 1.5 });

  const loads = [];
  for (let round = 0; round < 5; round += 1) {
    const took = watch();
    const { todos } = await createRuntime({ storage: inMap(many.stored) });
    todos.list({ text: "no such words" });
    loads.push(took());
  }
  figure("open 10,000 todos, storage in a Map", Math.min(...loads), "ms");
  const ask = async (what, look) => figure(what, median(await inTurn(5, [() => perCall(3, look)])) / 1000, "ms");
  await ask("search two words in 10,000 todos", () => many.todos.search("errand 4321"));
  await ask("filter 10,000 todos by two words, none found", () => many.todos.list({ text: "harbour lantern" }));
  await ask("give all 10,000 todos to JavaScript", () => many.todos.list({ status: "active" }));
}

function expressions() {
  const groups = {};
  let group = null;
  for (const line of readFileSync(new URL("expressions.txt", import.meta.url), "utf8").split("\n")) {
    if (line.startsWith("## ")) groups[line.slice(3)] = group = [];
    else if (line !== "" && !line.startsWith("#")) group.push(line);
  }
  return groups;
}

function inMap(map) {
  return {
    get: (key) => map.get(key) ?? null,
    set: (key, value) => void map.set(key, value),
    remove: (key) => void map.delete(key),
    keys: () => map.keys(),
  };
}

function entry(exports) {
  const at = exports["."] ?? exports;
  const node = at.node ?? at.import ?? at.default ?? at;
  return typeof node === "string" ? node : (node.import ?? node.default);
}
