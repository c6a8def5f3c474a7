// The package in a real workerd, bundled as wrangler bundles: by esbuild, with workerd's own conditions.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdirSync, rmSync } from "node:fs";
import { createInterface } from "node:readline";
import test from "node:test";
import { fileURLToPath } from "node:url";
import workerd from "workerd";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const out = here("out/workerd/");

test("it calculates, plans, runs, keeps todos and answers MCP clients in workerd", async (context) => {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const bundle = ["--bundle", "--format=esm", "--conditions=workerd,worker,browser", "--external:*.wasm", `--outfile=${out}worker.js`];
  execFileSync("esbuild", [here("workerd/worker.mjs"), ...bundle, "--log-level=warning"], { stdio: "inherit" });
  cpSync(here("workerd/config.capnp"), `${out}config.capnp`);
  for (const name of ["dunlin", "dates"]) cpSync(here(`node_modules/dunlin/wasm/${name}.wasm`), `${out}wasm/${name}.wasm`);

  const server = spawn(workerd.default, ["serve", "config.capnp", "--control-fd=3"], { cwd: out, stdio: ["ignore", "inherit", "inherit", "pipe"] });
  context.after(() => server.kill());
  const port = await new Promise((resolve, reject) => {
    server.on("exit", (code) => reject(new Error(`workerd ended with ${code}`)));
    createInterface({ input: server.stdio[3] }).on("line", (line) => {
      const { event, port } = JSON.parse(line);
      if (event === "listen") resolve(port);
    });
  });
  const answer = await fetch(`http://127.0.0.1:${port}/`);
  assert.deepEqual(await answer.json(), ["0.3", "completed", 30, "2026-11-22", "Feed the cat"]);
  const asked = await fetch(`http://127.0.0.1:${port}/mcp`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json, text/event-stream" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
  });
  assert.ok((await asked.json()).result.tools.some(({ name }) => name === "dunlin_calculator"));
});
