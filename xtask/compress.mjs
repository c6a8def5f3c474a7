// Lays a brotli copy beside every file of the built page that shrinks by it, as real hosts keep them: a first visit then
// costs from `cargo xtask serve` what it costs on the web. Called by the page's build: node xtask/compress.mjs dist
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { brotli } from "./brotli.mjs";

const [folder] = process.argv.slice(2);
const KINDS = new Set([".css", ".html", ".js", ".svg", ".wasm", ".webmanifest"]);

for (const name of [...readdirSync(folder), ...readdirSync(join(folder, "reach")).map((name) => join("reach", name))]) {
  if (!KINDS.has(extname(name))) continue;
  const bytes = readFileSync(join(folder, name));
  const small = brotli(bytes);
  if (small.length < bytes.length * 0.9) writeFileSync(join(folder, `${name}.br`), small);
}
