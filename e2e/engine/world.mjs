// The engine, the workers, the server and a tool outside, as processes that can be killed and begun again.
import { spawn } from "node:child_process";
import { createHash, randomInt } from "node:crypto";
import { appendFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createServer as listen } from "node:net";
import { arch, platform, tmpdir } from "node:os";
import { join } from "node:path";

const here = import.meta.dirname ?? new URL(".", import.meta.url).pathname;
const engine = join(here, `node_modules/@restatedev/restate-server-${platform()}-${arch()}/bin/restate-server`);

export const later = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Numbers from a seed, each from 0 to below 1. */
export function chance(seed) {
  let at = 0;
  return () => createHash("sha256").update(`${seed}:${at++}`).digest().readUInt32BE(0) / 2 ** 32;
}

/** A port that nobody listens at: below those that a system gives to connections, which could take it before we do. */
export async function port() {
  const isFree = (port) => new Promise((resolve) => {
    const socket = listen();
    socket.on("error", () => resolve(false));
    socket.listen(port, "127.0.0.1", () => socket.close(() => resolve(true)));
  });
  for (;;) {
    const port = randomInt(10_240, 32_768);
    if (await isFree(port)) return port;
  }
}

/** Asks again until there is a good answer; what is down now may be up in a moment. */
export async function until(what, ask, ms = 60_000) {
  const end = Date.now() + ms;
  for (let last; ; await later(50)) {
    try {
      const found = await ask();
      if (found !== undefined) return found;
    } catch (error) {
      last = error;
    }
    if (Date.now() > end) throw new Error(`${what}: not within ${ms} ms${last ? `; the last was ${last.message}` : ""}`);
  }
}

export async function ask(url, options = {}) {
  const { body, ...rest } = options;
  const sent = body === undefined ? rest : { ...rest, method: rest.method ?? "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } };
  const answer = await fetch(url, { signal: AbortSignal.timeout(40_000), ...sent });
  const text = await answer.text();
  return { status: answer.status, body: text === "" ? undefined : JSON.parse(text) };
}

export class World {
  children = new Map();
  /** Everything that the tool outside did, by idempotency key. */
  effects = new Map();
  /** How often money was taken, by run. */
  charges = new Map();
  chargeMs = 400;
  /** How often it was asked, repetitions included. */
  requests = 0;
  kills = { engine: 0, worker: 0, serve: 0 };

  static async begin(program, { workers = 2, effectMs = 0, now } = {}) {
    if (!existsSync(engine)) throw new Error(`there is no engine at ${engine}: npm install in e2e/engine`);
    const world = new World();
    Object.assign(world, { program, effectMs, now, folder: mkdtempSync(join(tmpdir(), "dunlin-engine-")) });
    [world.ingress, world.admin, world.node, world.at, world.port] = await Promise.all([port(), port(), port(), port(), port()]);
    await world.openTool();
    const origin = `http://127.0.0.1:${world.tool.address().port}`;
    const allowed = { origins: [origin], methods: ["GET", "POST"], allowPrivate: true, rate: { requests: 100_000, perMs: 1000 } };
    world.origin = origin;
    await world.openCharger();
    world.settings = join(world.folder, "dunlin.json");
    writeFileSync(world.settings, JSON.stringify({ tools: { fetch: allowed }, mcp: { bank: { url: `http://127.0.0.1:${world.charger.address().port}/mcp`, trusted: true } } }));
    try {
      // Without workers nothing is begun: whoever asks for that begins all by themselves.
      if (workers > 0) await world.rise(workers);
    } catch (error) {
      // What has begun would keep this process from ending.
      await world.end();
      if (world.fell) error.message += `; ${world.fell}`;
      throw error;
    }
    return world;
  }

  /** Begins the engine, the server and the workers, each when the one before it answers. */
  async rise(workers) {
    this.startEngine();
    await until("the engine is up", () => this.isUp());
    // First, so that one process makes the file that they share.
    this.startServer();
    await until("the server is up", async () => ((await ask(`${this.url}/ready`)).body?.ready ? true : undefined));
    for (let number = 0; number < workers; number += 1) this.startWorker(number);
    await until("the workers are known", async () => {
      const { body } = await ask(`http://127.0.0.1:${this.admin}/deployments`);
      return body.deployments.length > 0 ? true : undefined;
    });
    await until("runs are listed", async () => ((await ask(`${this.url}/runs`)).status === 200 ? true : undefined));
  }

  async isUp() {
    return (await ask(`http://127.0.0.1:${this.admin}/health`)).status === 200 ? true : undefined;
  }

  get url() {
    return `http://127.0.0.1:${this.port}`;
  }

  openTool() {
    this.tool = createServer((request, response) => {
      let text = "";
      request.on("data", (part) => (text += part));
      request.on("end", async () => {
        this.requests += 1;
        const key = request.headers["idempotency-key"] ?? "none";
        if (this.effectMs > 0) await later(this.effectMs);
        // As a service does that keeps its promise: the effect is had once, and the answer is the same again.
        const made = this.effects.get(key) ?? { text, at: this.effects.size + 1 };
        this.effects.set(key, made);
        response.setHeader("content-type", "application/json");
        response.end(JSON.stringify({ number: made.at }));
      });
    });
    return new Promise((resolve) => this.tool.listen(0, "127.0.0.1", resolve));
  }

  /** A tool of another server that must not be called twice: it says nothing of keys, and each call counts. */
  openCharger() {
    const tools = [{ name: "charge", description: "Takes money.", inputSchema: { type: "object", properties: { run: { type: "string" } } }, annotations: { destructiveHint: false, idempotentHint: false, readOnlyHint: false } }];
    const results = {
      initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "bank", version: "1" } }),
      "tools/list": () => ({ tools }),
      "tools/call": async ({ arguments: { run } }) => {
        this.charges.set(run, (this.charges.get(run) ?? 0) + 1);
        await later(this.chargeMs);
        return { content: [{ type: "text", text: "taken" }] };
      },
    };
    this.charger = createServer((request, response) => {
      let text = "";
      request.on("data", (part) => (text += part));
      request.on("end", async () => {
        if (request.method !== "POST") return response.writeHead(405).end();
        const { id, method, params } = JSON.parse(text);
        if (id === undefined) return response.writeHead(202).end();
        const result = await results[method]?.(params);
        response.setHeader("content-type", "application/json");
        response.end(JSON.stringify({ jsonrpc: "2.0", id, ...(result ? { result } : { error: { code: -32601, message: "unknown" } }) }));
      });
    });
    return new Promise((resolve) => this.charger.listen(0, "127.0.0.1", resolve));
  }

  start(name, command, args, env = {}) {
    const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
    let last = "";
    const told = (part) => {
      last = `${last}${part}`.slice(-500);
      appendFileSync(join(this.folder, `${name}.log`), part);
    };
    child.stdout.on("data", told);
    child.stderr.on("data", told);
    child.on("close", (code, signal) => {
      if (this.children.get(name) === child && signal !== "SIGKILL" && !this.ending) this.fell = `${name} ended with ${code ?? signal}: ${last.trim()}`;
    });
    this.children.set(name, child);
  }

  startEngine() {
    this.start("engine", engine, ["--node-name", "n1"], {
      DO_NOT_TRACK: "1",
      RESTATE_BASE_DIR: join(this.folder, "engine"),
      RESTATE_BIND_ADDRESS: `127.0.0.1:${this.node}`,
      RESTATE_INGRESS__BIND_ADDRESS: `127.0.0.1:${this.ingress}`,
      RESTATE_ADMIN__BIND_ADDRESS: `127.0.0.1:${this.admin}`,
      RESTATE_DEFAULT_NUM_PARTITIONS: "4",
      RESTATE_ROCKSDB_TOTAL_MEMORY_SIZE: "256 MB",
      RESTATE_LOG_FORMAT: "compact",
      RESTATE_LOG_DISABLE_ANSI_CODES: "true",
    });
  }

  common(file) {
    return ["--file", join(this.folder, file), "--config", this.settings, ...(this.now ? ["--now", this.now] : [])];
  }

  startWorker(number) {
    const args = ["worker", "--listen", `127.0.0.1:${this.at}`, "--admin", `http://127.0.0.1:${this.admin}`, "--log", "warn"];
    this.start(`worker${number}`, this.program, [...args, ...this.common("dunlin.db")]);
  }

  startServer() {
    const args = ["serve", "--address", `127.0.0.1:${this.port}`, "--engine", "restate", "--rate", "0", "--log", "warn"];
    const ways = ["--ingress", `http://127.0.0.1:${this.ingress}`, "--admin", `http://127.0.0.1:${this.admin}`];
    this.start("serve", this.program, [...args, ...ways, ...this.common("dunlin.db")]);
  }

  /** Ends a process without a word, and begins it again after a while. */
  async kill(name, ms) {
    const child = this.children.get(name);
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await gone;
    await later(ms);
    if (name === "engine") this.startEngine();
    else if (name === "serve") this.startServer();
    else this.startWorker(Number(name.slice("worker".length)));
    this.kills[name.replace(/\d+$/, "")] += 1;
  }

  /** A server over a file of its own, without an engine; where it is. */
  async startAlone() {
    const at = await port();
    this.start("alone", this.program, ["serve", "--address", `127.0.0.1:${at}`, "--rate", "0", "--log", "warn", ...this.common("alone.db")]);
    const url = `http://127.0.0.1:${at}`;
    await until("the server alone is up", async () => ((await ask(`${url}/ready`)).body?.ready ? true : undefined));
    return url;
  }

  async end() {
    this.ending = true;
    const gone = [...this.children.values()].filter((child) => child.exitCode === null && child.signalCode === null);
    await Promise.all(gone.map((child) => new Promise((resolve) => (child.once("exit", resolve), child.kill("SIGKILL")))));
    this.tool.closeAllConnections();
    this.tool.close();
    this.charger.closeAllConnections();
    this.charger.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
