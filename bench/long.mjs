// What runs cost that are long: a map over many items beside as many plain steps, what they write and hold, and how long it
// takes to open one again. To be imported before the package is, to see the memory of its module.
import { figure, inTurn, median, watch } from "./figures.mjs";
import { NOOP, TOOL, chain, graph, grid } from "./plans.mjs";

const LONG = { maxSteps: 100_000, maxToolCalls: 100_000, maxParallel: 100, timeBudgetMs: 3_600_000 };

const memories = [];
WebAssembly.Instance = class extends WebAssembly.Instance {
  constructor(...given) {
    super(...given);
    if (this.exports.memory) memories.push(this.exports.memory);
  }
};
const held = () => memories.reduce((sum, memory) => sum + memory.buffer.byteLength, 0);

export async function longRuns(createRuntime) {
  const carry = async (plan, storage = "memory") => {
    const runtime = await createRuntime({ storage });
    runtime.tools.register(NOOP);
    const [took, before] = [watch(), held()];
    const record = await runtime.run(plan, { policy: LONG }).result;
    if (record.status !== "completed") throw new Error(`the run ended as ${record.status}: ${record.error?.message}`);
    return { took: took(), held: held() - before, runId: record.runId };
  };
  const timed = (plan) => async () => (await carry(plan)).took;
  const plain = graph(1000, TOOL, grid(10));
  const [steps, items, many] = await inTurn(5, [timed(plain), timed(mapped(1000, 1)), timed(mapped(10_000, 1))]);
  figure("1,000 no-op steps 10 wide, their record in JavaScript", steps, "ms");
  figure("a map over 1,000 items, 10 at once: times as long", items / steps, "×", { most: 2 });
  figure("a map over 10,000 items, 10 at once: times as long a step", many / 10 / steps, "×", { most: 2 });

  for (const [title, plan] of [["a plain step, one by one", graph(1000, TOOL, chain)], ["an item of a map, 10 at once", mapped(1000, 1)]]) {
    const storage = counted(new Map());
    await carry(plan, storage);
    figure(`writes to storage, ${title}`, storage.writes / 1000, "");
    figure(`characters written, ${title}`, storage.written / 1000, "");
  }

  const stored = new Map();
  const long = await carry(mapped(10_000, 5), counted(stored));
  const [[, whole]] = [...stored].filter(([key]) => key.startsWith("dunlin:v1:run:"));
  const events = JSON.parse(whole).events.length;
  if (events < 100_000) throw new Error(`the long run has ${events} events`);
  figure("a run of 100,000 events: memory of the module, an event", long.held / events, "bytes");
  figure("a run of 100,000 events: its journal in storage, an event", whole.length / events, "bytes");
  const opened = [];
  for (let round = 0; round < 5; round += 1) {
    const took = watch();
    const runtime = await createRuntime({ storage: counted(new Map(stored)) });
    if (runtime.runs.get(long.runId).status !== "completed") throw new Error("the long run is not as it was");
    opened.push(took());
  }
  figure("a run of 100,000 events: opened, its record in JavaScript", median(opened), "ms", { most: 1000 });
}

// A plan that does so many steps, one after the other, for each of so many items.
function mapped(items, body) {
  const over = Array.from({ length: items }, (_, at) => at);
  const plan = graph(1, { kind: "map", toolInput: { over, maxParallel: 10 }, body: graph(body, TOOL, chain).steps }, () => []);
  return { ...plan, schemaVersion: 2 };
}

// A storage in a Map that counts what is written.
function counted(map) {
  const storage = {
    writes: 0,
    written: 0,
    get: (key) => map.get(key) ?? null,
    set(key, value) {
      storage.writes += 1;
      storage.written += value.length;
      map.set(key, value);
    },
    remove: (key) => void map.delete(key),
    keys: () => map.keys(),
  };
  return storage;
}
