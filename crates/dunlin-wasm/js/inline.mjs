// Runs in the package's folder before it is packed: puts the module's bytes into `wasm.js`, so that one import works in a
// page, in Node and in every bundler without a word of configuration. A `.wasm` file beside the script does not: some
// bundlers do not copy it, and development servers look for it in the wrong place.
//
// Each byte is one character of one string, so that bytes stay aligned and compress as they do in the bare module: the
// bytes that are most frequent are the 123 characters that take one byte in UTF-8 and need no escape, the others take two.
// It costs two percent over the bare module once compressed (gzip), where the characters U+0000 to U+00FF in their own
// order cost eight and base64 a third.
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";

const WASM = "dunlin_wasm_bg.wasm";
const GLUE = "dunlin_wasm.js";

function script(bytes) {
  const count = new Array(256).fill(0);
  for (const byte of bytes) count[byte] += 1;
  // Without NUL, line feed, carriage return, quotation mark and backslash.
  const letters = Array.from({ length: 262 }, (_, code) => code).filter((code) => ![0, 10, 13, 34, 92].includes(code));
  const frequent = [...count.keys()].sort((left, right) => count[right] - count[left] || left - right);
  const letter = [];
  const table = new Array(letters[255] + 1).fill(0);
  frequent.forEach((byte, at) => {
    letter[byte] = String.fromCharCode(letters[at]);
    table[letters[at]] = byte;
  });
  const text = Array.from(bytes, (byte) => letter[byte]).join("");
  return `// The byte that each character stands for.\nexport const table = [${table}];\nexport default "${text}";\n`;
}

if (existsSync(WASM)) {
  writeFileSync("wasm.js", script(readFileSync(WASM)));

  // The loader that fetches the file would make bundlers look for it; nothing of ours calls it.
  const glue = readFileSync(GLUE, "utf8");
  const fetched = `new URL('${WASM}', import.meta.url)`;
  if (!glue.includes(fetched)) throw new Error(`${GLUE} does not name its module as expected: ${fetched}`);
  writeFileSync(GLUE, glue.replace(fetched, "undefined"));

  for (const name of [WASM, `${WASM}.d.ts`, "dunlin_wasm.d.ts"]) rmSync(name, { force: true });
}
