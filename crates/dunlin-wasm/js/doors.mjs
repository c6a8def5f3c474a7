// Runs in the package's folder before it is packed: lays each door's module down in the forms in which it is imported.
//
// - `wasm/NAME.wasm` as it is, for whoever fetches it;
// - `wasm/NAME.inline.js`, its bytes as a text, so that one import works in a page, in Node and in every bundler without a
//   word of configuration. A `.wasm` file beside the script does not: some bundlers do not copy it, and development servers
//   look for it in the wrong place;
// - `NAME.node.js` and `wasm/NAME.file.js` for Node's own `import`, which reads the file: to load the text and to put it back
//   into bytes takes longer than all else of starting. Bundlers take the text also for Node, since they copy no files;
// - `NAME.workerd.js` and `wasm/NAME.module.js` for workerd, which compiles nothing at run time and has `.wasm` files imported;
// - `cjs/`, everything once more for `require`, where the module is read from its file.
//
// In the text the 91 bytes that are most frequent are one character each, the others two, the first of which is one of two
// that stand for nothing else. All are letters and signs of ASCII: the text is the same in whatever encoding a page or a
// server says it is, no bundler writes them longer, and bytes stay aligned and compress as they do in the bare module, where
// base64 costs a third.
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";

const DOORS = ["dunlin", "calc", "dates", "runtime", "tools"];

// Without quotation mark and backslash.
const LETTERS = Array.from({ length: 95 }, (_, at) => 32 + at).filter((code) => !'"\\'.includes(String.fromCharCode(code)));
const LEADS = LETTERS.splice(-2);

function inline(bytes) {
  const count = new Array(256).fill(0);
  for (const byte of bytes) count[byte] += 1;
  const order = [...count.keys()].sort((left, right) => count[right] - count[left] || left - right);
  const said = [];
  order.forEach((byte, at) => {
    const page = Math.floor(at / LETTERS.length);
    const letter = String.fromCharCode(LETTERS[at % LETTERS.length]);
    said[byte] = page === 0 ? letter : String.fromCharCode(LEADS[page - 1]) + letter;
  });
  const text = Array.from(bytes, (byte) => said[byte]).join("");
  return `// Made from the module by doors.mjs, which says how it is written.
const order = [${order}];
const letters = [${LETTERS}];
const leads = [${LEADS}];
const text = "${text}";
export function bytes() {
  const pages = [0, 1, 2].map((page) => {
    const table = new Uint8Array(128);
    letters.forEach((code, at) => (table[code] = order[page * letters.length + at]));
    return table;
  });
  const [plain, second, third] = pages;
  const [two, three] = leads;
  const bytes = new Uint8Array(${bytes.length});
  for (let from = 0, to = 0; to < bytes.length; to++) {
    const code = text.charCodeAt(from++);
    bytes[to] = code === two ? second[text.charCodeAt(from++)] : code === three ? third[text.charCodeAt(from++)] : plain[code];
  }
  return bytes;
}
`;
}

function glue(name) {
  const path = `wasm/${name}.js`;
  const text = readFileSync(path, "utf8");
  // The loader that fetches the file would make bundlers look for it; nothing of ours calls it.
  const fetched = `new URL('${name}_bg.wasm', import.meta.url)`;
  if (!text.includes(fetched)) throw new Error(`${path} does not name its module as expected: ${fetched}`);
  writeFileSync(path, text.replace(fetched, "undefined"));
}

/** Where a door's module comes from in the places that have a way of their own. */
const WAYS = {
  node: (name) => ["file", `import { readFileSync } from "node:fs";\nexport const bytes = () => readFileSync(new URL("./${name}.wasm", import.meta.url));\n`],
  workerd: (name) => ["module", `import module from "./${name}.wasm";\nexport const bytes = () => module;\n`],
};

/** The script of a door for such a place, and the one that it takes the module from. */
function variant(name, place) {
  const door = name === "dunlin" ? "index" : name;
  const text = readFileSync(`${door}.js`, "utf8");
  const inlined = `./wasm/${name}.inline.js`;
  if (!text.includes(inlined)) throw new Error(`${door}.js does not take its module from ${inlined}`);
  const [way, script] = WAYS[place](name);
  writeFileSync(`${door}.${place}.js`, text.replace(inlined, `./wasm/${name}.${way}.js`));
  writeFileSync(`wasm/${name}.${way}.js`, script);
}

/** The scripts for `require`: the same ones, but that the modules' bytes are read from their files. */
function commonjs() {
  mkdirSync("cjs/wasm", { recursive: true });
  const scripts = readdirSync(".").filter((name) => name.endsWith(".js") && !["stream.js", "here.js"].includes(name));
  // jsdom hides these two from a page's scripts though Node has them.
  const banner = 'const { TextDecoder, TextEncoder } = require("node:util");';
  const engines = ["engines/engine.js"];
  const files = [...scripts, ...engines, ...DOORS.map((name) => `wasm/${name}.js`)];
  execFileSync("esbuild", [...files, "--format=cjs", "--platform=node", "--outdir=cjs", "--outbase=.", "--supported:dynamic-import=false", `--banner:js=${banner}`, "--log-level=warning"], { stdio: "inherit" });
  for (const name of DOORS) {
    const file = `require("node:path").join(__dirname, "../../wasm/${name}.wasm")`;
    writeFileSync(`cjs/wasm/${name}.inline.js`, `exports.bytes = () => require("node:fs").readFileSync(${file});\n`);
  }
  // A script that is required has no address of its own by that name.
  const here = 'require("node:url").pathToFileURL(require("node:path").join(__dirname, "..", name))';
  writeFileSync("cjs/here.js", `exports.here = (name) => ${here};\n`);
  for (const name of readdirSync(".")) if (name.endsWith(".d.ts") && name !== "stream.d.ts") copyFileSync(name, `cjs/${name}`);
  writeFileSync("cjs/package.json", '{ "type": "commonjs" }\n');
}

if (!existsSync("cjs")) {
  for (const name of DOORS) {
    copyFileSync(`wasm/${name}_bg.wasm`, `wasm/${name}.wasm`);
    writeFileSync(`wasm/${name}.inline.js`, inline(readFileSync(`wasm/${name}.wasm`)));
    glue(name);
    for (const made of [`${name}_bg.wasm`, `${name}_bg.wasm.d.ts`, `${name}.d.ts`]) rmSync(`wasm/${made}`, { force: true });
  }
  commonjs();
  for (const name of DOORS) for (const place of Object.keys(WAYS)) variant(name, place);
}
