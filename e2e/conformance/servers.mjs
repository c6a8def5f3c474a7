// The reference servers of the official SDK, behind `dunlin` as a client: a plan written by hand calls their tools, over the
// standard streams and over streamable HTTP, and what comes back is what they say.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { port } from "../engine/world.mjs";

const here = import.meta.dirname ?? new URL(".", import.meta.url).pathname;
const started = (name, ...args) => ({ command: process.execPath, args: [join(here, "node_modules/@modelcontextprotocol", name, "dist/index.js"), ...args] });

/** A file of its own and a file of settings with these servers, and what is said to `dunlin` over them. */
function home(program, folder, mcp) {
  mkdirSync(folder);
  const settings = join(folder, "dunlin.json");
  writeFileSync(settings, JSON.stringify({ mcp }));
  const run = (steps, ...args) => {
    const plan = { schemaVersion: 2, goal: "call tools of other servers", steps: steps.map(([toolName, toolInput], at) => ({ stepNumber: at + 1, kind: "tool", toolName, toolInput, dependsOn: at > 0 ? [at] : [] })) };
    const { status, stdout, stderr } = spawnSync(program, ["--file", join(folder, "dunlin.db"), "--config", settings, "run", "-", ...args], { input: JSON.stringify(plan), encoding: "utf8", timeout: 60_000 });
    const lines = stdout.trim().split("\n").filter(Boolean).map((line) => JSON.parse(line));
    assert.ok(lines.length > 0, stderr);
    return { status, lines, last: lines.at(-1), steps: lines.at(-1).run?.executionLog.map((step) => step.output ?? step.error) };
  };
  return { run };
}

const from = (step, pointer) => ({ $from: { step, pointer } });
const WEATHER = { temperature: 36, conditions: "Light rain / drizzle", humidity: 82 };
const EVERYTHING = [
  ["all_echo", { message: "good day" }],
  ["all_get_sum", { a: 2, b: 40 }],
  ["all_get_structured_content", { location: "Chicago" }],
  ["all_echo", { message: from(3, "/output/conditions") }],
  ["all_trigger_long_running_operation", { duration: 1.5, steps: 3 }],
];
const SAID = ["Echo: good day", "The sum of 2 and 40 is 42.", WEATHER, `Echo: ${WEATHER.conditions}`, "Long running operation completed. Duration: 1.5 seconds, Steps: 3."];

/** Calls the tools of `server-everything`, which is reached by these settings. */
function everything(program, folder, server) {
  const { run } = home(program, join(folder, "strange"), { all: server });
  const asked = run(EVERYTHING);
  assert.equal(asked.status, 4, "nobody has agreed to the first call");
  assert.deepEqual(asked.last.approvals.map(({ toolName }) => toolName), ["all_echo"]);
  const done = run(EVERYTHING, "--yes");
  assert.deepEqual(done.steps, SAID);
  assert.equal(done.status, 0);
  const progress = done.lines.filter(({ type }) => type === "stepProgressed");
  assert.ok(progress.length > 0 && progress.every(({ step, fraction }) => step === 5 && fraction > 0 && fraction <= 1), JSON.stringify(progress));
  // Its own check fails, which is told in its words.
  const failed = run([["all_get_resource_reference", { resourceType: "Text", resourceId: -1 }]], "--yes");
  assert.equal(failed.status, 1);
  assert.equal(failed.last.run.error.code, "mcp.tool-failed");
  assert.match(failed.last.run.error.message, /Invalid resourceId: -1/);
  // One that is trusted is believed that it only reads, and asks nobody.
  const trusted = home(program, join(folder, "trusted"), { all: { ...server, trusted: true } }).run(EVERYTHING.slice(0, 3));
  assert.deepEqual([trusted.status, trusted.steps], [0, SAID.slice(0, 3)]);
}

/** Starts `server-everything` over HTTP, which takes no port of the system's choice. */
async function overHttp(program, folder) {
  const free = await port();
  const { command, args } = started("server-everything", "streamableHttp");
  const server = spawn(command, args, { env: { ...process.env, PORT: String(free) }, stdio: ["ignore", "ignore", "pipe"] });
  try {
    await new Promise((resolve, reject) => {
      server.stderr.on("data", (part) => String(part).includes(`listening on port ${free}`) && resolve());
      server.on("close", (code) => reject(new Error(`the server ended with ${code}`)));
    });
    everything(program, folder, { url: `http://127.0.0.1:${free}/mcp` });
  } finally {
    server.kill("SIGKILL");
  }
}

function filesystem(program, folder) {
  const [own, file, elsewhere] = [join(folder, "own"), join(folder, "own/note.txt"), join(folder, "secret.txt")];
  mkdirSync(own);
  writeFileSync(elsewhere, "secret");
  const { run } = home(program, join(folder, "home"), { files: started("server-filesystem", own) });
  const written = run([["files_write_file", { path: file, content: "good day" }], ["files_read_text_file", { path: file }]], "--yes");
  assert.deepEqual([written.status, readFileSync(file, "utf8"), written.steps[1]], [0, "good day", { content: "good day" }]);
  const refused = run([["files_read_text_file", { path: elsewhere }]], "--yes");
  assert.deepEqual([refused.status, refused.last.run.error.code], [1, "mcp.tool-failed"]);
  assert.match(refused.last.run.error.message, /Access denied/);
}

function memory(program, folder) {
  const { run } = home(program, join(folder, "home"), { notes: { ...started("server-memory"), env: { MEMORY_FILE_PATH: join(folder, "memory.jsonl") } } });
  const entities = [{ name: "Ann", entityType: "person", observations: ["likes tea"] }];
  assert.deepEqual(run([["notes_create_entities", { entities }]], "--yes").steps, [{ entities }]);
  // Another process asks: what the first one kept is found.
  assert.deepEqual(run([["notes_search_nodes", { query: "tea" }]], "--yes").steps, [{ entities, relations: [] }]);
  const failed = run([["notes_add_observations", { observations: [{ entityName: "Bob", contents: ["is away"] }] }]], "--yes");
  assert.match(failed.last.run.error.message, /Entity with name Bob not found/);
}

const SERVERS = {
  "everything, over its standard streams": (program, folder) => everything(program, folder, started("server-everything", "stdio")),
  "everything, over streamable HTTP": overHttp,
  "filesystem": filesystem,
  "memory": memory,
};

/** Calls `told` for each of the servers: whether all went well, its name, and what did not. */
export async function withServers(program, told) {
  for (const [name, check] of Object.entries(SERVERS)) {
    const folder = mkdtempSync(join(tmpdir(), "dunlin-servers-"));
    try {
      await check(program, folder);
      told(true, `the reference server ${name}`, "");
    } catch (error) {
      told(false, `the reference server ${name}`, error.stack);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}
