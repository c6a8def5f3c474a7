// Prints, for each kind of file in a folder, its bytes: raw, gzip and brotli, each file compressed on its own as a server
// would send it. `first` is all that has come when the page stands, `main` all that has come when the main job has been
// done, `total` everything; `later` are the parts of the program that come when they are first wanted. The npm package is measured by door. `xtask size` calls it: node bench/size.mjs page dist
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { extname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { brotli } from "../xtask/brotli.mjs";

const [what, folder] = process.argv.slice(2);
const sizesOf = (bytes, copy) => {
  const kept = copy !== undefined && existsSync(copy);
  return [bytes.length, gzipSync(bytes, { level: 9 }).length, kept ? statSync(copy).size : brotli(bytes).length];
};

// A door of the npm package weighs what a bundler makes of it: its scripts, shrunk, with its module inside. `stream` has its
// module in a file beside.
if (what === "npm") {
  const { build } = await import("esbuild");
  for (const [door, file] of [["dunlin", "index"], ["stream", "stream"], ["runtime", "runtime"], ["calc", "calc"], ["dates", "dates"], ["tools", "tools"]]) {
    const entry = { entryPoints: [join(folder, `${file}.js`)], bundle: true, minify: true, format: "esm", write: false, external: ["node:*"] };
    const { outputFiles } = await build(entry);
    const files = [outputFiles[0].contents, ...(door === "stream" ? [readFileSync(join(folder, "wasm/dunlin.wasm"))] : [])];
    console.log(what, door, ...files.map((bytes) => sizesOf(bytes)).reduce((sum, sizes) => sum.map((size, at) => size + sizes[at])));
  }
  process.exit();
}

// What a visit fetches and what an import loads; pictures, types, texts and manifests are not on that way.
const kinds = { ".wasm": "wasm", ".js": "js", ".css": "css", ".html": "html" };

// The main job's plan branches, so its picture is drawn.
const IN_MAIN_JOB = /-graph/;

// The tools and agents, the database, the interpreter, and what browser agents are offered.
const PART_OF_REACH = {
  "main.js": "reach",
  "dunlin-reach.wasm": "reach",
  "sql.js": "reach-sql",
  "sqlite3.wasm": "reach-sql",
  "code.js": "reach-code",
  "quickjs.wasm": "reach-code",
  "door.js": "door",
};

function kindOf(name, folder) {
  // What reaches further is fetched when it is first used, each engine by itself.
  if (folder.endsWith("reach") || name === "door.js") return kinds[extname(name)] && PART_OF_REACH[name];
  if (name.endsWith(".wasm") && !name.endsWith("_bg.wasm")) return IN_MAIN_JOB.test(name) ? "soon" : "later";
  return kinds[extname(name)];
}

// What is not there at first.
const LATER = { soon: ["main"], later: [], reach: [], "reach-sql": [], "reach-code": [], door: [] };
const sumsWith = (kind) => [...(kind in LATER ? LATER[kind] : ["first", "main"]), "total"];

const sums = new Map();
const add = (kind, sizes) => {
  const sum = sums.get(kind) ?? [0, 0, 0];
  sums.set(kind, sum.map((size, at) => size + sizes[at]));
};

for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  const parent = entry.parentPath ?? entry.path;
  const kind = kindOf(entry.name, parent);
  // The documents are no part of the page.
  if (!entry.isFile() || parent.endsWith("docs")) continue;
  if (parent.endsWith("reach") && kind === undefined && extname(entry.name) in kinds) throw new Error(`bench/size.mjs does not know what ${entry.name} belongs to`);
  if (kind === undefined) continue;
  const path = join(parent, entry.name);
  // The build has laid the compressed copy beside the file that a visitor is given.
  const sizes = sizesOf(readFileSync(path), `${path}.br`);
  for (const sum of [kind, ...sumsWith(kind)]) add(sum, sizes);
}

const lines = ["wasm", "soon", "later", "js", "css", "html", "reach", "reach-sql", "reach-code", "door", "first", "main", "total"];
for (const line of lines) {
  if (sums.has(line)) console.log(what, line, ...sums.get(line));
}
