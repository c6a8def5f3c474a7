// The door for MCP clients: one request in, one response out, as servers and service workers hand them on. What is offered is
// what WebMCP offers, with runs as resources and templates as prompts. A client with a session is asked and told things in the
// stream of an answer, and can take a request back; one without is answered all the same.
import { optionsOf } from "./border.js";
import { badArgument } from "./error.js";
import { Session, attending, begin, endSession, sessionOf, streamed } from "./mcp-client.js";
import { offered } from "./webmcp.js";

const VERSIONS = ["2025-11-25", "2025-06-18", "2025-03-26"];
const RUNS = "dunlin://runs/";
const MOST_BYTES = 4 << 20;
const MOST_LISTED = 100;
const OPTIONS = ["prefix", "tools", "approve", "allowHost", "allowOrigin"];
const PREFIX = /^[A-Za-z0-9_.-]{0,32}$/;
/** By which header a client names its session. */
const SESSION = "mcp-session-id";

/** What a client gets instead of a result. */
class Refusal extends Error {
  constructor(code, message, data) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

const METHODS = {
  initialize: (dunlin, { protocolVersion }) => ({
    protocolVersion: VERSIONS.includes(protocolVersion) ? protocolVersion : VERSIONS[0],
    capabilities: { tools: {}, resources: {}, prompts: {} },
    serverInfo: { name: "dunlin", version: dunlin.capabilities().version },
    instructions: "Plans goals in plain words and carries them out: sums, dates, todos.",
  }),
  ping: () => ({}),
  "tools/list": (dunlin, params, given) => ({
    tools: offered(dunlin, given).map(({ name, description, inputSchema, annotations }) => ({ name, description, inputSchema, annotations })),
  }),
  async "tools/call"(dunlin, { name, arguments: input = {} }, given, client) {
    const tool = offered(dunlin, given).find((one) => one.name === name);
    if (tool === undefined) throw new Refusal(-32602, `there is no tool ${JSON.stringify(name)}`);
    if (typeof input !== "object" || input === null || Array.isArray(input)) throw new Refusal(-32602, "the arguments are no object");
    return tool.execute(input, client);
  },
  "resources/list": (dunlin) => ({
    resources: dunlin.runs.list({ limit: MOST_LISTED }).map(({ runId, goal, status }) => ({
      uri: RUNS + runId, name: runId, title: goal.slice(0, 100), description: `a run that is ${status}`, mimeType: "application/json",
    })),
  }),
  "resources/templates/list": () => ({
    resourceTemplates: [
      { uriTemplate: `${RUNS}{runId}`, name: "run", description: "The record of a run", mimeType: "application/json" },
      { uriTemplate: `${RUNS}{runId}/report`, name: "report", description: "A run told as a whole", mimeType: "text/markdown" },
    ],
  }),
  "resources/read": (dunlin, { uri }) => {
    const nothing = new Refusal(-32002, `there is nothing at ${JSON.stringify(uri)}`, { uri });
    if (typeof uri !== "string" || !uri.startsWith(RUNS)) throw nothing;
    const [runId, ...rest] = uri.slice(RUNS.length).split("/");
    const record = dunlin.runs.get(runId);
    if (record === null || rest.length > 1 || (rest.length === 1 && rest[0] !== "report")) throw nothing;
    const [text, mimeType] = rest.length === 0
      ? [JSON.stringify(record), "application/json"]
      : [dunlin.runs.report(runId).markdown, "text/markdown"];
    return { contents: [{ uri, mimeType, text }] };
  },
  "prompts/list": (dunlin) => ({
    prompts: dunlin.templates.list().map(({ name, todos }) => ({ name: promptName(name), title: name, description: `Plans ${name}, in ${todos.length} todos` })),
  }),
  "prompts/get": (dunlin, { name }, { prefix }) => {
    const template = dunlin.templates.list().find((one) => promptName(one.name) === name);
    if (template === undefined) throw new Refusal(-32602, `there is no prompt ${JSON.stringify(name)}`);
    const goal = `plan ${template.triggers[0] ?? template.name}`;
    const todos = template.todos.map(({ text }) => `- ${text}`).join("\n");
    const text = `Use the tool ${prefix}agent_launch with the goal "${goal}". It adds these todos:\n${todos}\nShow the person the record.`;
    return { description: template.name, messages: [{ role: "user", content: { type: "text", text } }] };
  },
};

const promptName = (name) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "_");

const isLocal = (name) => name === "localhost" || name === "[::1]" || /^127(\.\d{1,3}){3}$/.test(name);

/** What may be asked for, and by whom, as the host has it; checked, since a slip in it would let somebody in. */
function optionsFor(settings) {
  const { prefix = "dunlin_", tools, approve, allowHost = [], allowOrigin = [] } = optionsOf(settings, OPTIONS);
  if (typeof prefix !== "string" || !PREFIX.test(prefix)) throw badArgument("the prefix", prefix, "at most 32 letters, digits, _, . and -");
  if (approve !== undefined && typeof approve !== "function") throw badArgument("approve", approve, "a function that says yes or no");
  for (const [name, list] of Object.entries({ allowHost, allowOrigin })) {
    const isList = Array.isArray(list) && list.every((one) => typeof one === "string");
    if (!isList) throw badArgument(name, list, "a list of texts");
  }
  return { prefix, tools, approve, allowHost, allowOrigin };
}

/** Why a request is not looked at, as a response, or nothing. */
function turnedAway({ headers, method }, place, { allowHost, allowOrigin }) {
  // A page elsewhere may reach this machine by a name of its own.
  if (!isLocal(place.hostname) && !allowHost.includes(place.hostname)) return refused(403, -32600, "this host is not named in allowHost");
  const origin = headers.get("origin");
  if (origin !== null && origin !== place.origin && !allowOrigin.includes(origin)) return refused(403, -32600, "pages of that origin may not ask");
  if (method === "DELETE" && headers.get(SESSION) !== null) return undefined;
  if (method !== "POST") return new Response(null, { status: 405, headers: { allow: "POST" } });
  const kind = (headers.get("content-type") ?? "").split(";")[0].trim().toLowerCase();
  if (kind !== "application/json") return refused(415, -32600, "the body is not application/json");
  const version = headers.get("mcp-protocol-version");
  if (version !== null && !VERSIONS.includes(version)) return refused(400, -32600, `this version of the protocol is not spoken here: ${VERSIONS.join(", ")} are`);
  if (Number(headers.get("content-length")) > MOST_BYTES) return refused(413, -32600, "the body is too large");
  return undefined;
}

/** Answers one request. */
export async function answerMCP(dunlin, request, settings) {
  const place = placeOf(request);
  const given = optionsFor(settings);
  const away = turnedAway(request, place, given);
  if (away !== undefined) return away;
  const name = request.headers.get(SESSION);
  if (request.method === "DELETE") return new Response(null, { status: endSession(dunlin, name) ? 204 : 404 });
  const text = await request.text();
  if (text.length > MOST_BYTES) return refused(413, -32600, "the body is too large");
  let message;
  try {
    message = JSON.parse(text);
  } catch {
    return refused(400, -32700, "the body is not JSON");
  }
  const { jsonrpc, id, method, params = {} } = message ?? {};
  if (jsonrpc !== "2.0" || typeof params !== "object" || params === null || !["string", "number", "undefined"].includes(typeof id)) {
    return refused(400, -32600, "the body is no message of JSON-RPC 2.0");
  }
  const session = sessionOf(dunlin, name);
  // What is only told, and answers to questions, want no answer.
  if (typeof method !== "string" || id === undefined) {
    session?.hear(message);
    return new Response(null, { status: 202 });
  }
  const token = params._meta?.progressToken;
  const progressToken = ["string", "number"].includes(typeof token) ? token : undefined;
  const talks = method === "tools/call" && (progressToken !== undefined || session?.asksForms);
  if (!talks || !(request.headers.get("accept") ?? "").includes("text/event-stream")) {
    const body = await wanted(session, id, request.signal, (signal) => answerTo(dunlin, message, given, { signal }));
    const headers = method === "initialize" && body.result ? { [SESSION]: begin(dunlin, new Session(body.result.protocolVersion, params.capabilities)) } : {};
    return answered(200, body, headers);
  }
  return streamed((send, gone) => wanted(session, id, undefined, (signal) => {
    const client = attending(dunlin, { send, gone, signal, session, progressToken, approve: given.approve });
    return answerTo(dunlin, message, given, client);
  }));
}

/** Does work for a request until the client takes it back, or hangs up where `outer` says so. */
async function wanted(session, id, outer, work) {
  const own = new AbortController();
  const stop = () => own.abort();
  if (outer?.aborted) stop();
  outer?.addEventListener("abort", stop, { once: true });
  session?.calls.set(id, own);
  try {
    return await work(own.signal);
  } finally {
    outer?.removeEventListener("abort", stop);
    if (session?.calls.get(id) === own) session.calls.delete(id);
  }
}

/** The answer to a request, as a message. */
async function answerTo(dunlin, { jsonrpc, id, method, params = {} }, given, client) {
  try {
    const work = Object.hasOwn(METHODS, method) ? METHODS[method] : undefined;
    if (work === undefined) throw new Refusal(-32601, `there is no method ${JSON.stringify(method)}`);
    return { jsonrpc, id, result: await work(dunlin, params, given, client) };
  } catch (thrown) {
    const { code, message: why, data } = thrown instanceof Refusal ? thrown : { code: -32603, message: String(thrown?.message ?? thrown) };
    return { jsonrpc, id, error: { code, message: why, data } };
  }
}

/** The address of a request; anything else is not one. */
function placeOf(request) {
  const isRequest = typeof request?.headers?.get === "function" && typeof request.text === "function";
  try {
    if (isRequest) return new URL(request.url);
  } catch {} // A path alone, as some servers have it.
  throw badArgument("the request", request, "a Request, whose url is whole");
}

const answered = (status, body, headers = {}) =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json", "cache-control": "no-store", ...headers } });
const refused = (status, code, message) => answered(status, { jsonrpc: "2.0", id: null, error: { code, message } });
