// Firefox over WebDriver BiDi, its own protocol, with nothing between: the driver that the other cases use would have to be
// changed for it. Knows the protocol and no page. Node's own WebSocket is behind `--experimental-websocket` before Node 22.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const LIMIT_MS = 30_000;

export async function launch(binary) {
  const profile = mkdtempSync(join(tmpdir(), "dunlin-firefox-"));
  const child = spawn(binary, ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0", "about:blank"], {
    env: { ...process.env, MOZ_CRASHREPORTER_DISABLE: "1" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = new Promise((done) => child.once("exit", done));
  const end = async () => {
    child.kill("SIGKILL");
    await ended;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const connection = await connect(await address(child));
    await connection.send("session.new", { capabilities: {} });
    await connection.send("session.subscribe", { events: ["log.entryAdded"] });
    return { ...connection, end };
  } catch (error) {
    await end();
    throw error;
  }
}

// Firefox says on its error channel where it listens.
function address(child) {
  return limited("Firefox to listen", (done, fail) => {
    let said = "";
    child.stderr.setEncoding("utf8").on("data", (text) => {
      said += text;
      const found = /WebDriver BiDi listening on (ws:\S+)/.exec(said);
      if (found) done(`${found[1]}/session`);
    });
    child.once("error", fail);
    child.once("exit", (code) => fail(new Error(`Firefox ended with ${code}: ${said}`)));
  });
}

async function connect(url) {
  const socket = new WebSocket(url);
  await limited("the connection", (done, fail) => {
    socket.addEventListener("open", done);
    socket.addEventListener("error", () => fail(new Error(`found nobody at ${url}`)));
  });
  const asked = new Map();
  const listeners = [];
  let number = 0;
  socket.addEventListener("message", ({ data }) => {
    const message = JSON.parse(data);
    const answer = asked.get(message.id);
    asked.delete(message.id);
    if (message.type === "event") for (const listener of listeners) listener(message);
    else if (message.type === "success") answer?.done(message.result);
    else answer?.fail(new Error(`${message.error}: ${message.message}`));
  });
  return {
    heard: (listener) => listeners.push(listener),
    send: (method, params) =>
      limited(method, (done, fail) => {
        number += 1;
        asked.set(number, { done, fail });
        socket.send(JSON.stringify({ id: number, method, params }));
      }),
  };
}

// A tab: what a person does in it, and things found by role and name.
export async function open(firefox, url) {
  const { context } = await firefox.send("browsingContext.create", { type: "tab" });
  const target = { context };
  const evaluate = async (expression) => {
    const answer = await firefox.send("script.evaluate", { expression, target, awaitPromise: true });
    if (answer.type !== "success") throw new Error(answer.exceptionDetails.text);
    return answer.result.value;
  };
  const find = async (role, name) => {
    const locator = { type: "accessibility", value: { role, name } };
    const { nodes } = await firefox.send("browsingContext.locateNodes", { context, locator });
    return nodes;
  };
  const call = async (node, functionDeclaration) => {
    const given = { functionDeclaration, target, awaitPromise: true, arguments: [{ sharedId: node.sharedId }] };
    const answer = await firefox.send("script.callFunction", given);
    if (answer.type !== "success") throw new Error(answer.exceptionDetails.text);
    return answer.result.value;
  };
  const until = async (what, holds) => {
    const end = Date.now() + LIMIT_MS;
    for (let seen = await holds(); ; seen = await holds()) {
      if (seen === true) return;
      if (Date.now() > end) throw new Error(`waited for ${what}, found ${JSON.stringify(seen)}`);
      await new Promise((done) => setTimeout(done, 50));
    }
  };
  // As `stands` of pages/dunlin.mjs: begun, and all of it here.
  const STANDS = "document.querySelector('html:not([data-coming]):not(:has([data-skeleton]))') !== null";
  const started = () => until("the program", () => evaluate(STANDS));
  const tab = {
    evaluate,
    find,
    until,
    // All text of the only thing of that role and name.
    text: async (role, name) => {
      const nodes = await find(role, name);
      return nodes.length === 1 ? call(nodes[0], "(node) => node.textContent") : `${nodes.length} of ${role} ${name}`;
    },
    // Waits until that text has all the words.
    async says(role, name, ...words) {
      await until(`${role} ${name} to say ${words.join(", ")}`, async () => {
        const text = await tab.text(role, name);
        return words.every((word) => text.includes(word)) || text;
      });
    },
    async type(role, name, text) {
      const [node] = await find(role, name);
      if (!node) throw new Error(`found no ${role} ${name}`);
      await call(node, "(node) => node.focus()");
      const actions = [...text].flatMap((value) => [{ type: "keyDown", value }, { type: "keyUp", value }]);
      await firefox.send("input.performActions", { context, actions: [{ type: "key", id: "keys", actions }] });
    },
    async go(to) {
      await firefox.send("browsingContext.navigate", { context, url: to, wait: "complete" });
      await started();
    },
    async reload() {
      await firefox.send("browsingContext.reload", { context, wait: "complete" });
      await started();
    },
    close: () => firefox.send("browsingContext.close", { context }),
  };
  await tab.go(url);
  return tab;
}

function limited(what, work) {
  let timer;
  const late = new Promise((_, fail) => {
    timer = setTimeout(() => fail(new Error(`waited ${LIMIT_MS} ms for ${what}`)), LIMIT_MS);
  });
  return Promise.race([new Promise(work), late]).finally(() => clearTimeout(timer));
}
