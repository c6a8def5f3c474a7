// Prints, for each kind of file in a folder, its bytes: raw, gzip and brotli, each file compressed on its own as a
// server would send it. `xtask size` calls it: node bench/size.mjs page dist
import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const [what, folder] = process.argv.slice(2);

// What a first visit fetches and what an import loads; pictures, types, texts and manifests are not on that way.
const parts = { ".wasm": "wasm", ".js": "js", ".css": "css", ".html": "html" };
// The npm package carries its module as the text of a script, so that bundlers need no word of configuration.
const part = (name) => (name === "wasm.js" ? "wasm" : parts[extname(name)]);

const sums = new Map();
const add = (kind, sizes) => {
  const sum = sums.get(kind) ?? [0, 0, 0];
  sums.set(kind, sum.map((size, at) => size + sizes[at]));
};

for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  const kind = part(entry.name);
  if (!entry.isFile() || kind === undefined) continue;
  const bytes = readFileSync(join(entry.parentPath ?? entry.path, entry.name));
  const brotli = brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
  const sizes = [bytes.length, gzipSync(bytes, { level: 9 }).length, brotli.length];
  add(kind, sizes);
  add("total", sizes);
}

for (const kind of ["wasm", "js", "css", "html", "total"]) {
  if (sums.has(kind)) console.log(what, kind, ...sums.get(kind));
}
