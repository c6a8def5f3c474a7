// The libraries that Dunlin is held against, each doing the same work in the way its own documentation shows.

import { setMaxListeners } from "node:events";
import { watch } from "./figures.mjs";

// Two calculators of mathjs: text in, a number out.
export async function calculators() {
  const { all, create } = await import("mathjs");
  const doubles = create(all);
  const bigNumbers = create(all, { number: "BigNumber", precision: 64 });
  return { doubles: (text) => doubles.evaluate(text), bigNumbers: (text) => bigNumbers.evaluate(text) };
}

// Two that carry out graphs. Each gives functions whose call makes a run of an asynchronous no-op a step and gives its
// milliseconds; building and compiling the graph is not counted.
export async function runners() {
  return { LangGraph: await langGraph(), XState: await xState() };
}

async function langGraph() {
  // It hangs a listener for every step on one signal, and Node would warn of each.
  setMaxListeners(0);
  const { Annotation, END, START, StateGraph } = await import("@langchain/langgraph");
  const State = Annotation.Root({ done: Annotation({ reducer: (before) => before, default: () => 0 }) });
  const timed = (width, depth) => {
    let builder = new StateGraph(State);
    const name = (column, row) => `s${column}_${row}`;
    for (let column = 0; column < width; column += 1) {
      for (let row = 0; row < depth; row += 1) builder = builder.addNode(name(column, row), async () => ({}));
      builder = builder.addEdge(START, name(column, 0));
      for (let row = 1; row < depth; row += 1) builder = builder.addEdge(name(column, row - 1), name(column, row));
      builder = builder.addEdge(name(column, depth - 1), END);
    }
    const graph = builder.compile();
    return async () => {
      const took = watch();
      await graph.invoke({ done: 0 }, { recursionLimit: depth + 5 });
      return took();
    };
  };
  return { chain: (length) => timed(1, length), grid: timed };
}

async function xState() {
  const { createActor, fromPromise, setup, toPromise } = await import("xstate");
  const noop = fromPromise(async () => null);
  const states = (depth) => {
    const steps = Array.from({ length: depth }, (_, row) => [
      `s${row}`,
      { invoke: { src: "noop", onDone: row + 1 < depth ? `s${row + 1}` : "end" } },
    ]);
    return { initial: "s0", states: { ...Object.fromEntries(steps), end: { type: "final" } } };
  };
  const timed = (config) => {
    const machine = setup({ actors: { noop } }).createMachine(config);
    return async () => {
      const took = watch();
      const actor = createActor(machine);
      const done = toPromise(actor);
      actor.start();
      await done;
      return took();
    };
  };
  return {
    chain: (length) => timed(states(length)),
    grid: (width, depth) => {
      const regions = Array.from({ length: width }, (_, column) => [`c${column}`, states(depth)]);
      return timed({ type: "parallel", states: Object.fromEntries(regions) });
    },
  };
}
