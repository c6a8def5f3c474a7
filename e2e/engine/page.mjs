// The lines of docs/engine.md under "Try it", as a reader types them: only the ports and where the programs lie are others.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { World, ask, until } from "./world.mjs";

const here = import.meta.dirname ?? new URL(".", import.meta.url).pathname;

// What begins each kind of line, and what is done about it. A line that none takes is an error, and so is one that takes no line.
const LINES = {
  // Builds what is tested here a second time; crates/dunlin-server/tests/documents.rs holds it to what is there.
  "cargo install --locked --path crates/dunlin-server --features restate": () => {},
  "npm install --global @restatedev/restate-server && restate-server &": (world) => {
    const { dependencies } = JSON.parse(readFileSync(join(here, "package.json"), "utf8"));
    assert.ok("@restatedev/restate-server" in dependencies);
    world.startEngine();
  },
  "dunlin worker ": (world, line, number) => begin(world, `worker${number}`, line, ["--listen", `127.0.0.1:${world.at}`]),
  "dunlin serve ": (world, line) =>
    begin(world, "serve", line, ["--address", `127.0.0.1:${world.port}`, "--ingress", `http://127.0.0.1:${world.ingress}`, "--admin", `http://127.0.0.1:${world.admin}`]),
  "curl ": async (world, line) => {
    await until("a worker is known", async () => ((await ask(`http://127.0.0.1:${world.admin}/deployments`)).body.deployments.length > 0 ? true : undefined));
    await until("the server is up", async () => ((await ask(`${world.url}/ready`)).body?.ready ? true : undefined));
    const [, path, body] = line.match(/^curl -s 'localhost:8787(\S+)' -H 'content-type: application\/json' -d '(.*)'$/);
    const { status, body: run } = await ask(`${world.url}${path}`, { body: JSON.parse(body) });
    assert.deepEqual([status, run.status, run.result], [201, "completed", 42], JSON.stringify(run));
  },
};

function begin(world, name, line, args) {
  const words = line.replace(/\s*&(\s+#.*)?$/, "").replaceAll("9070", String(world.admin)).split(/\s+/).slice(1);
  world.start(name, world.program, [...words, ...args, "--log", "warn", ...world.common("dunlin.db")]);
}

export async function thePage(program) {
  const text = readFileSync(join(here, "../../docs/engine.md"), "utf8");
  const [[, block], ...more] = [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)];
  assert.deepEqual(more, [], "the page has one block");
  // The ports that the lines leave out are those that the program begins with.
  for (const [command, port] of [["serve", 8787], ["serve", 8080], ["serve", 9070], ["worker", 9080]]) {
    assert.match(execFileSync(program, [command, "--help"], { encoding: "utf8" }), new RegExp(`\\[default: [^\\]]*:${port}/?\\]`), `${command} ${port}`);
  }
  const world = await World.begin(program, { workers: 0 });
  const used = new Set();
  try {
    const lines = block.trim().split("\n");
    for (const [number, line] of lines.entries()) {
      const start = Object.keys(LINES).find((start) => line.startsWith(start));
      assert.ok(start, `nobody runs ${line}`);
      used.add(start);
      await LINES[start](world, line, number);
    }
    assert.deepEqual(Object.keys(LINES).filter((start) => !used.has(start)), [], "not in the page any more");
    if (world.fell) throw new Error(world.fell);
    return `${lines.length} lines of docs/engine.md`;
  } finally {
    await world.end();
  }
}
