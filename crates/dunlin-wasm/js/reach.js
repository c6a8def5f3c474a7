// What the tools reach outside of their module: the engines of `sql` and `code`.
import { Engine, ofNode, ofPage } from "./engines/engine.js";
import { here } from "./here.js";

/** What a host installs for each engine, beside dunlin. */
const PACKAGES = {
  sql: "@sqlite.org/sqlite-wasm",
  code: "quickjs-emscripten-core @jitl/quickjs-wasmfile-release-sync",
};

const isNode = typeof process === "object" && typeof process?.versions?.node === "string";
const known = (worker) => (typeof worker.on === "function" ? ofNode(worker) : ofPage(worker));

/** The worker that the host names, makes, or leaves to us. */
async function workerOf(name, given) {
  if (typeof given === "function") return known(await given());
  // The name is put together so that no bundler looks for it.
  if (isNode) {
    const { Worker } = await import(/* @vite-ignore */ /* webpackIgnore: true */ ["node", "worker_threads"].join(":"));
    const [script, workerData] = given === undefined ? [here("engines/node.js"), name] : [new URL(given), undefined];
    return ofNode(new Worker(script, { workerData, execArgv: [] }));
  }
  if (typeof Worker !== "function") throw new Error("there are no workers here");
  return ofPage(new Worker(given ?? here(`engines/${name}-worker.js`), { type: "module" }));
}

/** Asks an engine by its name; each comes when it is first asked. `workers` are those that the host gives. */
export function enginesOver(workers) {
  const engines = {};
  return (name, job, signal) => {
    const lost = (why) => `the engine of ${name} could not be had: install ${PACKAGES[name]} beside dunlin, or give ${name}.worker (${why})`;
    engines[name] ??= new Engine(() => workerOf(name, workers[name]), lost);
    return engines[name].ask(job, signal);
  };
}
