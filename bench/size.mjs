// Prints, for each kind of file in a folder, its bytes: raw, gzip and brotli, each file compressed on its own as a
// server would send it. `xtask size` calls it: node bench/size.mjs page dist
import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const [what, folder] = process.argv.slice(2);

// What a first visit fetches and what an import loads; pictures, types, texts and manifests are not on that way.
const parts = { ".wasm": "wasm", ".js": "js", ".mjs": "js", ".css": "css", ".html": "html" };

const sums = new Map();
const add = (part, sizes) => {
  const sum = sums.get(part) ?? [0, 0, 0];
  sums.set(part, sum.map((size, at) => size + sizes[at]));
};

for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  const part = parts[extname(entry.name)];
  if (!entry.isFile() || part === undefined) continue;
  const bytes = readFileSync(join(entry.parentPath ?? entry.path, entry.name));
  const brotli = brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
  const sizes = [bytes.length, gzipSync(bytes, { level: 9 }).length, brotli.length];
  add(part, sizes);
  add("total", sizes);
}

for (const part of ["wasm", "js", "css", "html", "total"]) {
  if (sums.has(part)) console.log(what, part, ...sums.get(part));
}
