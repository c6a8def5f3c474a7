// Runs in the package's folder before it is packed: puts the module's bytes into `wasm.js`, so that one import works in a
// page, in Node and in every bundler without a word of configuration. A `.wasm` file beside the script does not: some
// bundlers do not copy it, and development servers look for it in the wrong place.
//
// The bytes are the characters U+0000 to U+00FF of one string. It costs two to three percent over the bare module once
// compressed, where base64 costs a third, because bytes stay aligned.
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";

const WASM = "dunlin_wasm_bg.wasm";
const GLUE = "dunlin_wasm.js";

if (existsSync(WASM)) {
  const escapes = { "\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\0": "\\x00" };
  const text = readFileSync(WASM).toString("latin1").replace(/[\\"\n\r\0]/g, (c) => escapes[c]);
  writeFileSync("wasm.js", `export default "${text}";\n`);

  // The loader that fetches the file would make bundlers look for it; nothing of ours calls it.
  const glue = readFileSync(GLUE, "utf8");
  const fetched = `new URL('${WASM}', import.meta.url)`;
  if (!glue.includes(fetched)) throw new Error(`${GLUE} does not name its module as expected: ${fetched}`);
  writeFileSync(GLUE, glue.replace(fetched, "undefined"));

  for (const name of [WASM, `${WASM}.d.ts`, "dunlin_wasm.d.ts"]) rmSync(name, { force: true });
}
