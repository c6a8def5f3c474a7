// A server of its own for one case, over a file of its own: `dunlin serve` with the built page at `/`.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

const PROGRAM = process.env.DUNLIN_SERVER;
const PAGE = process.env.DUNLIN_DIST;

// Gives its address, the way to end it, and the way to start it again at the same address, over the same file.
export async function served({ token } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "dunlin-served-"));
  const env = { ...process.env, TZ: "UTC" };
  if (token) env.DUNLIN_TOKEN = token;
  let child;
  const start = async (address) => {
    const words = ["--file", join(folder, "kept.db"), "serve", "--address", address, "--page", PAGE, "--log", "warn"];
    child = spawn(PROGRAM, words, { env, stdio: ["ignore", "pipe", "inherit"] });
    for await (const line of createInterface({ input: child.stdout })) return JSON.parse(line).url;
    throw new Error("the server did not start");
  };
  const url = await start("127.0.0.1:0");
  const end = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  };
  return {
    url,
    end,
    again: () => start(new URL(url).host),
    async remove() {
      await end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

// As somebody who chose, before the page was first opened, to keep everything at the server. What is chosen later stands.
export const choose = (context, choice = {}) =>
  context.addInitScript((choice) => {
    try {
      if (localStorage.getItem("e2e:chosen") !== null) return;
      localStorage.setItem("e2e:chosen", "yes");
      localStorage.setItem("dunlin-server", JSON.stringify(choice));
    } catch {
      // A frame without an origin has no storage.
    }
  }, choice);
