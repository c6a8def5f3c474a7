// `dunlin` as a client, as the suite begins one: node client.mjs PROGRAM URL. It takes in the tools of the suite's server and
// calls the one that the scenario is about.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const INPUTS = { add_numbers: { a: 5, b: 3 }, test_reconnection: {} };
const [program, url] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "dunlin-client-"));
try {
  const settings = join(folder, "dunlin.json");
  writeFileSync(settings, JSON.stringify({ mcp: { suite: { url, trusted: true } } }));
  const dunlin = (args, input = "") => {
    const { status, stdout, stderr } = spawnSync(program, ["--file", join(folder, "dunlin.db"), "--config", settings, ...args], { input, encoding: "utf8" });
    process.stderr.write(stderr);
    if (status !== 0) throw new Error(`${args.join(" ")} ended with ${status}: ${stdout.slice(-2000)}`);
    return stdout.trim().split("\n").map((line) => JSON.parse(line));
  };
  for (const { name } of dunlin(["tools"]).filter(({ name }) => name.startsWith("suite_"))) {
    const toolInput = INPUTS[name.slice("suite_".length)];
    if (toolInput === undefined) continue;
    const plan = { schemaVersion: 1, goal: `call ${name}`, steps: [{ stepNumber: 1, kind: "tool", toolName: name, toolInput }] };
    const run = dunlin(["run", "-", "--yes"], JSON.stringify(plan)).at(-1).run;
    if (run.status !== "completed") throw new Error(JSON.stringify(run.error));
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
