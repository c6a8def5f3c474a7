// The npm package inside Chromium, where its storage is localStorage: no server, the files are given to the browser.
import { readFileSync } from "node:fs";
import { launch } from "../e2e/browser.mjs";
import { manyTodos } from "../e2e/pages/storage.mjs";
import { figure, median } from "./figures.mjs";
import { INSIDE, ROOMY, chain, graph } from "./plans.mjs";
import { traced } from "./trace.mjs";

const ORIGIN = "http://localhost:1";
const pkg = new URL("../pkg/", import.meta.url);

const browser = await launch();
try {
  await first();
  await journal();
  await todos();
} finally {
  await browser.close();
}

async function fresh() {
  const context = await browser.newContext({ locale: "en-US", timezoneId: "UTC" });
  await context.route(`${ORIGIN}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === "/") return route.fulfill({ contentType: "text/html", body: "<title>bench</title>" });
    return route.fulfill({ contentType: "text/javascript", body: readFileSync(new URL(`.${pathname}`, pkg)) });
  });
  const page = await context.newPage();
  await page.goto(`${ORIGIN}/`);
  return { context, page };
}

// In processor time of the page's thread: beside it the browser is still opening the page and compiling what was called.
async function first() {
  const rounds = [];
  for (let round = 0; round < 7; round += 1) {
    const { context, page } = await fresh();
    const seen = await traced(context, () =>
      page.evaluate(async () => {
        const mark = () => performance.mark("probe:first");
        mark();
        const { createRuntime } = await import("/index.js");
        const runtime = await createRuntime();
        mark();
        for (const goal of ["add todo Buy milk and calculate 1 + 1", "add todo Buy bread and calculate 2 + 2"]) {
          runtime.plan(goal);
          mark();
        }
      }),
    );
    const marks = seen.marks("first");
    rounds.push(marks.slice(1).map((mark, at) => ({ spent: mark.spent - marks[at].spent, took: mark.at - marks[at].at })));
    await context.close();
  }
  const of = (at, what) => median(rounds.map((round) => round[at][what]));
  figure("import the package and open it, on the clock", of(0, "took"), "ms");
  figure("the first plan right after loading, processor time", of(1, "spent"), "ms", { most: 16 });
  figure("the same, on the clock", of(1, "took"), "ms");
  figure("the second plan, processor time", of(2, "spent"), "ms");
}

// In processor time of the page's thread: the run, and what its journal costs where every write must have happened.
async function journal() {
  const { context, page } = await fresh();
  const plans = [graph(50, INSIDE, chain), graph(550, INSIDE, chain)];
  const seen = await traced(context, () =>
    page.evaluate(
      async ({ plans, policy }) => {
        const { createRuntime } = await import("/index.js");
        for (let round = 0; round < 9; round += 1) {
          for (const storage of ["memory", "local"]) {
            localStorage.clear();
            const runtime = await createRuntime({ storage });
            for (const [at, plan] of plans.entries()) {
              performance.mark(`probe:${storage} ${at}`);
              await runtime.run(plan, { policy }).result;
              performance.mark(`probe:${storage} ${at}`);
            }
          }
        }
      },
      { plans, policy: ROOMY },
    ),
  );
  // Two marks a round; the best round of each length, as other work only ever adds to one.
  const best = (name) => {
    const marks = seen.marks(name);
    return Math.min(...marks.filter((_, at) => at % 2 === 0).map((from, at) => marks[2 * at + 1].spent - from.spent));
  };
  const aStep = (storage) => ((best(`${storage} 1`) - best(`${storage} 0`)) * 1000) / 500;
  const [memory, local] = [aStep("memory"), aStep("local")];
  figure("run in Chromium, a step that calculates 1, journal in memory", memory, "µs");
  figure("run in Chromium, a step that calculates 1, journal in localStorage", local, "µs");
  figure("what the journal in localStorage costs a step", local - memory, "µs");
  await context.close();
}

async function todos() {
  const { context, page } = await fresh();
  const found = await page.evaluate(
    async (entries) => {
      const { createRuntime } = await import("/index.js");
      const best = async (rounds, work) => {
        let least = Infinity;
        for (let round = 0; round < rounds; round += 1) {
          const start = performance.now();
          await work(round);
          least = Math.min(least, performance.now() - start);
        }
        return least;
      };
      const add = async (runtime) => (await best(15, (round) => {
        for (let at = 0; at < 30; at += 1) runtime.todos.delete(runtime.todos.add(`One more ${round} ${at}`).id);
      })) / 30;
      entries.slice(0, 10).forEach(([key, value]) => localStorage.setItem(key, value));
      const warm = await createRuntime();
      await add(warm);
      const few = await add(warm);
      // Every runtime that stays open hears of each change, so only the one that is asked does.
      warm.close();
      entries.forEach(([key, value]) => localStorage.setItem(key, value));
      const opened = await best(5, async () => {
        const runtime = await createRuntime();
        runtime.todos.list({ text: "no such words" });
        runtime.close();
      });
      const runtime = await createRuntime();
      const many = await add(runtime);
      const search = await best(5, () => runtime.todos.search("errand 4321"));
      const filter = await best(5, () => runtime.todos.list({ text: "harbour lantern", status: "active", sort: "due" }));
      return { few, many, opened, search, filter };
    },
    manyTodos(10_000),
  );
  figure("in localStorage: add a todo and delete it, 10 stored", found.few * 1000, "µs");
  figure("in localStorage: the same, 10,000 stored ÷ 10 stored", found.many / found.few, "×", { most: 1.5 });
  figure("in localStorage: open 10,000 todos", found.opened, "ms", { most: 100 });
  figure("in localStorage: search two words in 10,000 todos", found.search, "ms", { most: 16 });
  figure("in localStorage: filter 10,000 todos by words and state, none found", found.filter, "ms", { most: 16 });
  await context.close();
}
