// The tools `fetch` and `web_search` of the door `dunlin/tools`, over Node's own `fetch` and a server on this machine.
import assert from "node:assert/strict";
import { lookup } from "node:dns/promises";
import { createServer } from "node:http";
import { hostname } from "node:os";
import test, { after, before } from "node:test";
import { createRuntime } from "dunlin";
import { createTools } from "dunlin/tools";

let origin;
const asked = [];
const server = createServer((request, response) => {
  let body = "";
  request.on("data", (part) => (body += part));
  request.on("end", () => {
    asked.push({ method: request.method, url: request.url, headers: request.headers, body });
    const { pathname } = new URL(request.url, "http://here");
    if (pathname === "/json") return response.setHeader("content-type", "application/json").end('{"ok": true}');
    if (pathname === "/moved") return response.writeHead(302, { location: "/json" }).end();
    if (pathname === "/away") return response.writeHead(302, { location: "https://elsewhere.example/" }).end();
    if (pathname === "/round") return response.writeHead(302, { location: "/round" }).end();
    if (pathname === "/long") return response.setHeader("content-type", "text/plain").end("x".repeat(5000));
    if (pathname === "/never") return undefined;
    if (pathname === "/search") return response.setHeader("content-type", "application/json").end(JSON.stringify({ results: [{ url: "https://example.org/", title: "One", content: "first" }, { url: "javascript:alert(1)", title: "Two" }] }));
    return response.writeHead(pathname === "/busy" ? 503 : 404).end();
  });
});

before(async () => {
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${server.address().port}`;
});
after(() => server.close().closeAllConnections());

const given = (tool, input, context = { metadata: {} }) => tool.execute(input, context).then((output) => ({ output, metadata: context.metadata }), ({ code, message, hint, retryable }) => ({ code, message, hint, retryable }));
const fetching = async (options, others) => (await createTools({ fetch: { origins: [origin], allowPrivate: true, retries: 0, ...options }, ...others })).fetch;

test("an allowed origin answers, its redirects are followed, and others are refused", async () => {
  const fetch = await fetching();
  const { output, metadata } = await given(fetch, { url: `${origin}/json`, query: { a: 1 } });
  assert.deepEqual(output, { status: 200, url: `${origin}/json?a=1`, json: { ok: true } });
  assert.equal(metadata.headers["content-type"], "application/json");
  assert.deepEqual((await given(fetch, { url: `${origin}/moved` })).output, { status: 200, url: `${origin}/json`, json: { ok: true } });
  const away = await given(fetch, { url: `${origin}/away` });
  assert.deepEqual([away.code, /elsewhere\.example/.test(away.message)], ["fetch.origin-refused", true]);
  assert.equal((await given(fetch, { url: `${origin}/round` })).code, "fetch.too-many-redirects");
  assert.equal((await given(fetch, { url: "https://example.org/" })).code, "fetch.origin-refused");
  assert.equal((await given(fetch, { url: "nowhere" })).code, "fetch.no-address");
  assert.equal((await given(fetch, { url: `${origin}/json`, method: "POST", json: {} })).code, "fetch.method-refused");
  assert.equal((await given(fetch, { url: `${origin}/none` })).code, "fetch.status");
});

test("private addresses are refused unless they are allowed, also behind a name", async () => {
  // This machine's own name, where it has one, stands for an address of its own.
  const own = await lookup(hostname()).then(() => [`http://${hostname().toLowerCase()}:1`], () => []);
  const urls = [origin, "http://localhost:1", ...own];
  const fetch = await fetching({ allowPrivate: false, origins: urls });
  for (const url of urls) assert.equal((await given(fetch, { url: `${url}/json` })).code, "fetch.private-address", url);
});

test("what is too long, too late or not there is said so", async () => {
  const fetch = await fetching({ maxBytes: 1000, timeoutMs: 400 });
  assert.equal((await given(fetch, { url: `${origin}/long` })).code, "fetch.too-large");
  const late = await given(fetch, { url: `${origin}/never` });
  assert.deepEqual([late.code, late.retryable], ["fetch.timeout", true]);
  const gone = (await createTools({ fetch: { origins: ["http://127.0.0.1:1"], allowPrivate: true, retries: 0 } })).fetch;
  assert.equal((await given(gone, { url: "http://127.0.0.1:1/" })).code, "fetch.unreachable");
});

test("an abort ends the request itself", async () => {
  const fetch = await fetching();
  const controller = new AbortController();
  const closed = new Promise((resolve) => server.once("request", (_, response) => response.once("close", resolve)));
  const called = given(fetch, { url: `${origin}/never` }, { metadata: {}, signal: controller.signal });
  setTimeout(() => controller.abort(), 100);
  assert.equal((await called).code, "tool.aborted");
  await closed;
});

test("an origin that fails is left alone, and its line says so", async () => {
  const { fetch, lines } = await createTools({ fetch: { origins: [origin], allowPrivate: true, retries: 0, breaker: { failures: 2 } } });
  for (let at = 0; at < 2; at++) assert.equal((await given(fetch, { url: `${origin}/busy` })).code, "fetch.status");
  assert.equal((await given(fetch, { url: `${origin}/json` })).code, "fetch.circuit-open");
  assert.deepEqual(lines(), [{ tool: "fetch", service: origin, state: "open", opened: 1, requests: 2, failures: 2, refused: 1 }]);
});

test("the guard takes out, holds back, asks, or lets through", async () => {
  const mail = { url: `${origin}/json`, query: { to: "anna@example.org" } };
  const card = { url: `${origin}/json`, query: { card: "4111 1111 1111 1111" } };
  const usual = await fetching();
  const { output, metadata } = await given(usual, mail);
  assert.ok(!output.url.includes("anna"), output.url);
  assert.equal(metadata.takenOut, "1 × e-mail");
  const before = asked.length;
  const held = await given(usual, card);
  assert.deepEqual([held.code, asked.length], ["guard.blocked", before]);
  assert.match(held.hint, /guard/);
  assert.match((await given(await fetching({}, { guard: "off" }), mail)).output.url, /anna/);
  assert.equal((await given(await fetching({}, { guard: { tools: { fetch: "block" } } }), mail)).code, "guard.blocked");
  const questions = [];
  const approve = (answer) => async (question) => (questions.push(question), answer);
  const asks = (answer) => fetching({}, { guard: { default: "ask", approve: approve(answer) } });
  assert.match((await given(await asks(true), mail)).output.url, /anna/);
  assert.equal((await given(await asks("yes"), mail)).code, "guard.refused");
  assert.deepEqual([questions.length, questions[0].tool, questions[0].found, questions[0].input], [2, "fetch", "1 × e-mail", mail]);
  const nobody = await given(await fetching({}, { guard: { default: "ask" } }), mail);
  assert.deepEqual([nobody.code, /guard\.approve/.test(nobody.hint)], ["guard.refused", true]);
});

test("what an origin must be told is told to it and shown to nobody", async () => {
  const fetch = await fetching({ methods: ["GET", "POST"], headers: { [origin]: { authorization: "Bearer abc" } } });
  const runtime = await createRuntime({ storage: "memory", policy: { approval: "never" } });
  runtime.tools.register(fetch);
  const record = await runtime.run({ schemaVersion: 1, goal: "post", steps: [{ stepNumber: 1, toolName: "fetch", toolInput: { url: `${origin}/json`, method: "POST", json: { a: 1 } } }] }).result;
  assert.equal(record.status, "completed", JSON.stringify(record.error));
  const { headers, body } = asked.at(-1);
  assert.deepEqual([headers.authorization, headers["idempotency-key"], body], ["Bearer abc", `${record.runId}:1`, '{"a":1}']);
  assert.ok(!JSON.stringify(runtime.runs.journal(record.runId)).includes("Bearer"));
});

test("a goal searches the web by the service that is named", async () => {
  const tools = await createTools({ web_search: { endpoint: `${origin}/search`, options: { allowPrivate: true } } });
  const runtime = await createRuntime({ storage: "memory" });
  for (const tool of tools.all) runtime.tools.register(tool);
  const record = await runtime.run("search the web for heating pumps").result;
  assert.deepEqual(record.result, [{ url: "https://example.org/", title: "One", text: "first" }], JSON.stringify(record.error));
  assert.match(asked.at(-1).url, /q=heating(\+|%20)pumps/);
  await assert.rejects(createTools({ web_search: { endpoint: "nowhere" } }), { code: "api.bad-argument", message: /endpoint/ });
  await assert.rejects(createTools({ web_search: {} }), { code: "api.bad-argument", message: /endpoint/ });
  await assert.rejects(createTools({ fetch: { origins: ["example"] } }), { code: "api.bad-argument", message: /origin/ });
  await assert.rejects(createTools({ fetch: { methods: ["LOOK"] } }), { code: "api.bad-argument", message: /methods/ });
  await assert.rejects(createTools({ fetch: {}, guard: "maybe" }), { code: "api.bad-argument", message: /guard/ });
  await assert.rejects(createTools({ fetch: {}, guard: { approve: true } }), { code: "api.bad-argument", message: /guard\.approve/ });
});
