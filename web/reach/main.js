// What the page switches on: the module of crates/dunlin-reach, and the workers in which its engines are. `cargo xtask
// finish-page` joins this with what wasm-bindgen wrote. Fetched when something of it is first used.
import start, { Reach } from "dunlin-reach";
import { Engine, ofPage } from "../../crates/dunlin-wasm/js/engines/engine.js";

const FILES = { code: "code.js", sql: "sql.js" };
// The only scripts that a worker is ever made of.
const policy = globalThis.trustedTypes?.createPolicy("dunlin-reach", {
  createScriptURL: (text) => {
    if (!Object.values(FILES).some((file) => text === new URL(file, import.meta.url).href)) throw new TypeError(`found the script ${text}`);
    return text;
  },
});

function engine(file) {
  const address = new URL(file, import.meta.url).href;
  const lost = () => "the engine could not be fetched: it needs the network when it is first used";
  return new Engine(() => ofPage(new Worker(policy?.createScriptURL(address) ?? address)), lost);
}

const engines = Object.fromEntries(Object.entries(FILES).map(([name, file]) => [name, engine(file)]));

/** The tools and agents, over what `own` gives of the page. */
export async function open(own) {
  await start({ module_or_path: new URL("dunlin-reach.wasm", import.meta.url) });
  return new Reach(own, (engine, job, signal) => engines[engine].ask(job, signal));
}
