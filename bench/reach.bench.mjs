// What reaches further in the page (its own files, in Chromium), beside peers in the same run: SQLite and QuickJS natively, and
// MiniSearch in the same page. `cargo xtask bench reach` builds the page, serves it and calls this.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { launch } from "../e2e/browser.mjs";
import { figure } from "./figures.mjs";

const url = process.env.DUNLIN_URL;
const asked = JSON.parse(readFileSync(new URL("queries.json", import.meta.url), "utf8"));
const cargo = ["bench", "--quiet", "--package", "dunlin-bench", "--bench", "reach"];
const native = JSON.parse(execFileSync("cargo", cargo, { encoding: "utf8", maxBuffer: 64_000_000 }));
// Its build for pages that load scripts.
const MINI_SEARCH = fileURLToPath(new URL("node_modules/minisearch/dist/umd/index.js", import.meta.url));
const NOTES = 10_000;
// What a script is given before anything else of it: it keeps the memory of every module, and says on request how much it is.
const WATCH = `{
  const memories = new Set();
  for (const name of ["instantiate", "instantiateStreaming"]) {
    const made = WebAssembly[name];
    WebAssembly[name] = async (source, imports) => {
      const told = await made.call(WebAssembly, source, imports);
      const given = [(told.instance ?? told).exports, ...Object.values(imports ?? {})].flatMap((all) => Object.values(all));
      for (const one of given) if (one instanceof WebAssembly.Memory) memories.add(one);
      return told;
    };
  }
  globalThis.heldByModules = () => [...memories].reduce((sum, { buffer }) => sum + buffer.byteLength, 0);
  if (typeof document === "undefined")
    addEventListener("message", (event) => {
      if (event.data !== "memory") return;
      event.stopImmediatePropagation();
      postMessage(JSON.stringify({ done: globalThis.heldByModules() }));
    });
}
`;

const browser = await launch();
try {
  await databases();
  await interpreters();
  await searches();
} finally {
  await browser.close();
}
figure("find addresses, numbers and keys in a megabyte of text, natively", native.detectors, "ms");

async function opened() {
  const context = await browser.newContext({ serviceWorkers: "block", bypassCSP: true });
  await context.route(/\/reach\/(sql|code)\.js$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${WATCH}${await response.text()}` });
  });
  const page = await context.newPage();
  await page.goto(url);
  return page;
}

// Runs in the page: one job for an engine in a worker of its own, from the message to the answer, the best of some rounds.
async function timed({ file, jobs, rounds, fresh }) {
  const once = (worker, job) =>
    new Promise((resolve, reject) => {
      worker.onerror = () => reject(new Error(`${file} did not come`));
      worker.onmessage = ({ data }) => {
        if (data === "begun") return;
        const { done, refused } = JSON.parse(data);
        if (refused) reject(new Error(refused.message));
        else resolve(done);
      };
      worker.postMessage(job);
    });
  const address = new URL(`reach/${file}`, location.href).href;
  const make = () => new Worker(address);
  const worker = make();
  await once(worker, jobs[0]);
  const figures = [];
  for (const job of jobs) {
    let [least, done] = [Infinity, undefined];
    for (let round = 0; round < rounds; round += 1) {
      const begun = performance.now();
      const at = fresh ? make() : worker;
      done = await once(at, job);
      least = Math.min(least, performance.now() - begun);
      if (fresh) at.terminate();
    }
    figures.push({ ms: least, done });
  }
  const megabytes = (await once(worker, "memory")) / 1_000_000;
  worker.terminate();
  return { figures, megabytes };
}

function row(at) {
  return [at, at % 97, `town ${at % 13}`, (at * 7919) % 100_003];
}

async function databases() {
  const tables = [{ name: "sales", columns: asked.columns, rows: Array.from({ length: asked.rows }, (_, at) => row(at)) }];
  const limits = { rows: 1000, bytes: 1_000_000, timeMs: 60_000 };
  const jobs = asked.queries.map((query) => JSON.stringify({ tables, query, params: null, limits }));
  const page = await opened();
  const { figures, megabytes } = await page.evaluate(timed, { file: "sql.js", jobs, rounds: 3, fresh: false });
  for (const [at, { done }] of figures.entries()) {
    const theirs = native.sql[at].rows;
    if (JSON.stringify(done.rows) !== JSON.stringify(theirs)) throw new Error(`${asked.queries[at]}: ${JSON.stringify(done.rows)} here, ${JSON.stringify(theirs)} there`);
  }
  const names = ["import alone", "count", "group", "pick", "join", "window"];
  for (const [at, { ms }] of figures.entries()) figure(`sql in the page: 100,000 rows in, ${names[at]}, times as long as natively`, ms / native.sql[at].ms, "×", { most: 4 });
  figure("sql in the page: 100,000 rows in and counted, with their JSON", figures[1].ms, "ms");
  figure("sql natively: the same", native.sql[1].ms, "ms");
  figure("sql in the page: memory of its module after that", megabytes, "MB");
  await page.context().close();
}

async function interpreters() {
  const limits = { timeMs: 60_000, memoryBytes: 32_000_000, outputBytes: 100_000 };
  const job = (code) => JSON.stringify({ code, input: null, limits });
  const page = await opened();
  const { figures: [start] } = await page.evaluate(timed, { file: "code.js", jobs: [job("1")], rounds: 5, fresh: true });
  const jobs = [job("1"), job("let sum = 0; for (let at = 0; at < 1000000; at++) sum += at; sum")];
  const { figures: [again, loops], megabytes } = await page.evaluate(timed, { file: "code.js", jobs, rounds: 5, fresh: false });
  figure("code in the page: worker, interpreter and first program", start.ms, "ms");
  figure("code in the page: another program", again.ms, "ms");
  figure("code natively: interpreter and program", native.codeStart, "ms");
  figure("code in the page: a million loop steps", loops.ms, "ms");
  figure("code in the page: a million loop steps, times as long as QuickJS natively", loops.ms / native.codeLoops, "×");
  figure("code in the page: memory of its module after that", megabytes, "MB");
  await page.context().close();
}

async function searches() {
  const page = await opened();
  await page.addScriptTag({ path: MINI_SEARCH });
  await page.addScriptTag({ content: WATCH });
  const { ours, theirs, same, of, common, megabytes } = await page.evaluate(async (count) => {
    const words = Array.from({ length: 700 }, (_, at) => `w${(at * 37 + 11).toString(36)}ord`);
    let drawn = 7;
    const draw = () => words[(drawn = (drawn * 48_271) % 2_147_483_647) % words.length];
    const notes = Array.from({ length: count }, (_, at) => {
      const text = Array.from({ length: 40 }, draw);
      return { id: `n${at}`, kind: "note", title: `Note ${at}`, text: `${text.join(" ")} mark${at}` };
    });
    // Two words of a note and the one that only it has.
    const queries = Array.from({ length: 50 }, (_, at) => {
      const note = notes[(at * 197) % count];
      const [first, second] = note.text.split(" ");
      return { id: note.id, query: `${first} ${second} mark${note.id.slice(1)}` };
    });
    // Two words that many notes have: which note comes first is a matter of weight.
    const commons = Array.from({ length: 50 }, (_, at) => notes[(at * 331) % count].text.split(" ").slice(0, 2).join(" "));
    const { open } = await import(new URL("reach/main.js", location.href).href);
    // As the page answers: how often the notes have changed, and the notes.
    const own = { parts: () => ({ notes: 1 }), documents: () => notes };
    const reach = await open((what) => JSON.stringify(own[what]?.() ?? null));
    const find = async (query) => JSON.parse(await reach.call("search", JSON.stringify({ query }), ""));
    const timed = async (work) => {
      const begun = performance.now();
      await work();
      return performance.now() - begun;
    };
    const index = await timed(() => find("nothing"));
    const firsts = [];
    const each = (await timed(async () => {
      for (const { query } of queries) firsts.push((await find(query)).output[0]?.id);
    })) / queries.length;
    const mini = new MiniSearch({ fields: ["title", "text"], storeFields: ["kind"] });
    const miniIndex = await timed(() => mini.addAll(notes));
    const miniFirsts = [];
    const miniEach = (await timed(() => queries.forEach(({ query }) => miniFirsts.push(mini.search(query)[0]?.id)))) / queries.length;
    const same = queries.filter(({ id }, at) => firsts[at] === id && miniFirsts[at] === id).length;
    let common = 0;
    for (const query of commons) common += (await find(query)).output[0]?.id === mini.search(query)[0]?.id ? 1 : 0;
    const megabytes = globalThis.heldByModules() / 1_000_000;
    return { common, megabytes, ours: { index, each }, theirs: { index: miniIndex, each: miniEach }, same, of: queries.length };
  }, NOTES);
  figure(`search: queries of ${of} whose first hit is the right one, as MiniSearch's is`, same, "", { least: of });
  figure(`search: queries of ${of} of two common words whose first hit is MiniSearch's`, common, "");
  figure("search in the page: memory of its module with 10,000 notes", megabytes, "MB");
  figure("search in the page: 10,000 notes taken in", ours.index, "ms");
  figure("search in the page: a query, times as fast as MiniSearch", theirs.each / ours.each, "×", { least: 1 });
  figure("search in the page: a query", ours.each, "ms");
  figure("MiniSearch in the same page: 10,000 notes taken in", theirs.index, "ms");
  figure("MiniSearch in the same page: a query", theirs.each, "ms");
  await page.context().close();
}
