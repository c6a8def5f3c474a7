// Deterministic simulation of the shipped module: `node e2e/simulation/main.mjs --package pkg [--seeds 2000] [--from 1]`, or
// `--seed 17 [--trace]` for one alone. Seeds are played by a process for each core; what failed is printed with how to see it
// again. `--with "crowd,lag"` adds what is left out today, `--without` leaves more out.
import { fork } from "node:child_process";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { ingredients } from "./ingredients.mjs";
import { shipped } from "./module.mjs";
import { play } from "./scenario.mjs";

/** How long one seed may take before it counts as frozen: most take a tenth of a second. */
const FROZEN_MS = 30_000;
const BLOCK = 20;

const settings = read(process.argv.slice(2));
const words = (list) => (list === "" ? [] : list.split(","));
const made = { of: ingredients(words(settings.with), words(settings.without)) };
if (process.send) await work();
else if (settings.seed !== undefined) await one();
else await all();

function read(words) {
  const settings = { package: "pkg", seeds: 2000, from: 1, seed: undefined, trace: false, with: "", without: "", workers: 2 };
  for (let at = 0; at < words.length; at++) {
    const name = words[at].replace(/^--/, "");
    if (!(name in settings) || name === words[at]) throw new Error(`${words[at]} is not known, expected ${Object.keys(settings).map((one) => `--${one}`).join(", ")}`);
    if (name === "trace") settings.trace = true;
    else if (name === "package" || name.startsWith("with")) settings[name] = words[++at];
    else if (!Number.isSafeInteger((settings[name] = Number(words[++at])))) throw new Error(`${words[at]} is not a whole number`);
  }
  return settings;
}

/** Plays one seed twice: the second time must be the same. */
async function one() {
  const module = await shipped(settings.package);
  const first = await play(settings.seed, module, made.of, settings.trace ? console.log : undefined);
  const second = await play(settings.seed, module, made.of);
  const faults = [...first.faults];
  if (first.digest !== second.digest) faults.push({ invariant: "a seed replays", words: `${first.digest}, then ${second.digest}` });
  for (const { invariant, words } of faults) console.log(`seed ${settings.seed}: ${invariant}: ${words}`);
  console.log(`digest ${first.digest}`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}

/** A process of its own that plays the blocks of seeds it is sent. */
async function work() {
  const module = await shipped(settings.package);
  process.on("message", async ({ from, to }) => {
    for (let seed = from; seed < to; seed++) {
      process.send({ seed, ...(await play(seed, module, made.of)) });
      globalThis.gc?.();
    }
    process.send({ done: true });
  });
  process.send({ done: true });
}

async function all() {
  const began = Date.now();
  const end = settings.from + settings.seeds;
  let next = settings.from;
  let passed = 0;
  const failed = new Map();
  const told = (seed, faults) => {
    if (faults.length === 0) passed += 1;
    else failed.set(seed, faults);
    const count = passed + failed.size;
    if (count % 500 === 0) console.log(`${count} seeds, ${failed.size} failed, ${Math.round((Date.now() - began) / 1000)} s`);
  };
  const worker = () => new Promise((resume) => {
    const child = fork(fileURLToPath(import.meta.url), process.argv.slice(2), { execArgv: ["--expose-gc"] });
    let block = { from: 0, to: 0 };
    let watch;
    const watched = () => {
      clearTimeout(watch);
      watch = setTimeout(() => child.kill("SIGKILL"), FROZEN_MS);
    };
    child.on("message", (message) => {
      watched();
      if (!message.done) {
        block.from = message.seed + 1;
        return told(message.seed, message.faults);
      }
      if (next >= end) return void child.disconnect();
      block = { from: next, to: Math.min(next + BLOCK, end) };
      next = block.to;
      child.send(block);
    });
    child.on("exit", async (code, signal) => {
      clearTimeout(watch);
      if (block.from < block.to) {
        told(block.from, [{ invariant: "no seed freezes or breaks its process", words: `${signal ?? `exit ${code}`}` }]);
        // The rest of the block goes back to the queue's end by a worker of its own.
        await rest(block.from + 1, block.to);
        await worker();
      }
      resume();
    });
    const rest = async (from, to) => {
      for (let seed = from; seed < to; seed++) told(seed, (await play(seed, (rest.module ??= await shipped(settings.package)), made.of)).faults);
    };
    watched();
  });
  await Promise.all(Array.from({ length: Math.min(settings.workers, availableParallelism()) }, worker));
  for (const [seed, faults] of [...failed].sort(([a], [b]) => a - b)) {
    for (const { invariant, words } of faults.slice(0, 3)) console.log(`seed ${seed}: ${invariant}: ${words.slice(0, 600)}`);
    console.log(`  see it again: cargo xtask test simulation --seed ${seed}${["with", "without"].map((name) => settings[name] && ` --${name} "${settings[name]}"`).join("")}`);
  }
  console.log(`${settings.seeds} seeds in ${Math.round((Date.now() - began) / 1000)} s`);
  console.log(`${passed} passed, ${failed.size} failed`);
  process.exitCode = failed.size > 0 || passed < settings.seeds ? 1 : 0;
}
