// Sentences recognised beside hassil, Home Assistant's recogniser: the same templates, lists and sentences, in one run.
//
// The homes are our own (home.json): a small one, whose fixtures are each room's, and a large one, where each gadget has tools
// of its own too. Both recognisers must give the tool and the slots that stand beside each sentence. With `first` and a home's
// file this gives the milliseconds to the first answer of a process.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { figure, inTurn, median, watch } from "./figures.mjs";
import { createRuntime } from "../pkg/index.js";

const path = (name) => fileURLToPath(new URL(name, import.meta.url));
const read = (file) => JSON.parse(readFileSync(file, "utf8"));
if (process.argv[2] === "first") console.log((await dunlin(read(process.argv[3]))).first);
else {
  const all = read(path("home.json"));
  await beside("a small home", furnished(all), {});
  await beside("a large home", withGadgets(furnished(all), all), { least: 20 });
}

// The lists of rooms and of what stands in each. What is left of a name without its other forms is what it is called.
function furnished({ rooms, fixtures, define, tools, sentences }) {
  const called = (name, context) => (
    { in: name, out: name.replace(/\(([^|)]*)[^)]*\)/g, "$1").replace(/\s*\[[^\]]*\]/g, ""), context });
  const fixture = rooms.flatMap((room) => Object.entries(fixtures).map(([what, kind]) => called(`${room} ${what}`, { kind })));
  const lists = { ...define.lists, room: { values: rooms.map((name) => called(name, {})) }, fixture: { values: fixture } };
  return { define: { ...define, lists }, tools, sentences };
}

function withGadgets(home, { gadgets, toolsOfGadget, sentencesOfGadgets }) {
  const id = (deed, gadget) => `${deed}_${gadget.replaceAll(" ", "_")}`;
  const tools = gadgets.flatMap((gadget) => Object.entries(toolsOfGadget).map(([deed, say]) => (
    [id(deed, gadget), [{ say: say.map((template) => template.replace("GADGET", gadget)) }]])));
  const sentences = sentencesOfGadgets.map(([text, tool, input]) => [text, tool && tool.replaceAll(" ", "_"), input]);
  return { ...home, tools: { ...home.tools, ...Object.fromEntries(tools) }, sentences: [...home.sentences, ...sentences] };
}

async function dunlin({ define, tools, sentences }) {
  const runtime = await createRuntime({ storage: "memory", builtins: [] });
  const ask = ([text, , , context]) => runtime.recognize(text, context && { context });
  // The slots that templates fill, those of the rules that they name among them, and that of the context.
  const named = (say) => Array.from(JSON.stringify([say, define.rules]).matchAll(/\{(\w+)\}/g), ([, slot]) => slot);
  const specs = Object.entries(tools).map(([name, phrases]) => {
    const slots = phrases.flatMap(({ say, input }) => [...Object.keys(input ?? {}), ...named(say), "room"]);
    const properties = Object.fromEntries(slots.map((slot) => [slot, {}]));
    return { name, inputSchema: { type: "object", properties }, phrases, execute: () => null };
  });
  const took = watch();
  runtime.language.define(define);
  for (const spec of specs) runtime.tools.register(spec);
  ask(sentences[0]);
  return { ask, first: took() };
}

async function beside(title, home, bar) {
  const { sentences, tools, define } = home;
  const file = path("../target/bench/home.json");
  mkdirSync(path("../target/bench"), { recursive: true });
  writeFileSync(file, JSON.stringify(home));
  const hassil = [process.env.HASSIL, ["-B", path("recognize.py"), file]];
  const child = spawn(...hassil, { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const told = async () => JSON.parse((await lines.next()).value);
  const { answers } = await told();
  const { ask } = await dunlin(home);
  assert.ok(define.lists.fixture.values.length >= 100 && sentences.filter(([, tool]) => tool).length >= 60);
  for (const [at, sentence] of sentences.entries()) {
    const [text, tool, input] = sentence;
    const found = ask(sentence);
    const wanted = tool && { tool, input };
    assert.deepEqual(found && { tool: found.tool, input: found.input }, wanted, `dunlin: ${text}`);
    assert.deepEqual(answers[at], wanted, `hassil: ${text}`);
  }

  const pass = () => {
    const took = watch();
    for (let round = 0; round < 10; round += 1) sentences.forEach(ask);
    return (took() * 1000) / (10 * sentences.length);
  };
  const theirs = (way) => () => (child.stdin.write(`${way}\n`), told());
  const [here, there, hasty] = await inTurn(7, [pass, theirs("best"), theirs("first")]);
  child.stdin.end();
  const templates = Object.values(tools).flat().flatMap(({ say }) => say).length;
  figure(`${title}: one of ${sentences.length} sentences recognised among ${templates} templates, wasm`, here, "µs");
  figure(`${title}: hassil's best reading, the same sentences and templates`, there, "µs");
  figure(`${title}: hassil's first reading, whatever else there is`, hasty, "µs");
  figure(`${title}: times as fast as hassil's best reading`, there / here, "×", bar);
  figure(`${title}: times as fast as hassil's first reading`, hasty / here, "×");

  const run = (program, words) => execFileSync(program, words, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
  const firsts = Array.from({ length: 5 }, () => [
    Number(run(process.execPath, [path("recognize.bench.mjs"), "first", file])),
    JSON.parse(run(...hassil)).first,
  ]);
  figure(`${title}: from its templates to the first answer of a process, wasm`, median(firsts.map(([ours]) => ours)), "ms");
  figure(`${title}: hassil, the same`, median(firsts.map(([, theirs]) => theirs)), "ms");
}
