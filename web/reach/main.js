// What the page switches on: the module of crates/dunlin-reach, and the workers in which its engines are. `cargo xtask
// finish-page` joins this with what wasm-bindgen wrote. Fetched when something of it is first used.
import start, { Reach } from "dunlin-reach";

// An engine ends a job by itself when its time is over. One that does not is ended with its worker, so long after.
const GRACE_MS = 1000;
// How long an engine may take to arrive.
const ARRIVAL_MS = 30_000;

const FILES = { code: "code.js", sql: "sql.js" };
// The only scripts that a worker is ever made of.
const policy = globalThis.trustedTypes?.createPolicy("dunlin-reach", {
  createScriptURL: (text) => {
    if (!Object.values(FILES).some((file) => text === new URL(file, import.meta.url).href)) throw new TypeError(`found the script ${text}`);
    return text;
  },
});

class Engine {
  #file;
  #worker;
  #last = Promise.resolve();

  constructor(file) {
    this.#file = new URL(file, import.meta.url).href;
  }

  // One job at a time: one that has to be ended takes no other with it.
  ask(job) {
    const asked = this.#last.then(() => this.#run(job));
    this.#last = asked.catch(() => {});
    return asked;
  }

  #run(job) {
    const { timeMs } = JSON.parse(job).limits;
    this.#worker ??= new Worker(policy?.createScriptURL(this.#file) ?? this.#file);
    const worker = this.#worker;
    return new Promise((resolve, reject) => {
      let timer;
      const end = (settle, value) => {
        clearTimeout(timer);
        worker.onmessage = worker.onerror = null;
        settle(value);
      };
      const stop = (settle, value) => {
        worker.terminate();
        this.#worker = undefined;
        end(settle, value);
      };
      const lost = () => stop(reject, new Error("the engine could not be fetched: it needs the network when it is first used"));
      timer = setTimeout(lost, ARRIVAL_MS);
      worker.onerror = lost;
      worker.onmessage = ({ data }) => {
        if (data === "begun") {
          clearTimeout(timer);
          const refused = { kind: "time", message: "it took too long" };
          timer = setTimeout(() => stop(resolve, JSON.stringify({ refused })), timeMs + GRACE_MS);
        } else if (data === "lost") lost();
        else end(resolve, data);
      };
      worker.postMessage(job);
    });
  }
}

const engines = Object.fromEntries(Object.entries(FILES).map(([name, file]) => [name, new Engine(file)]));

/** The tools and agents, over what `own` gives of the page. */
export async function open(own) {
  await start({ module_or_path: new URL("dunlin-reach.wasm", import.meta.url) });
  return new Reach(own, (engine, job) => engines[engine].ask(job));
}
