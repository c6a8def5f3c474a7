// The door for MCP clients: one request in, one response out, as servers and service workers hand them on. It keeps no
// session; what is offered is what WebMCP offers, with runs as resources and templates as prompts.
import { object } from "./border.js";
import { badArgument, onlyKnown } from "./error.js";
import { offered } from "./webmcp.js";

const VERSIONS = ["2025-11-25", "2025-06-18", "2025-03-26"];
const RUNS = "dunlin://runs/";
const MOST_BYTES = 4 << 20;
const MOST_LISTED = 100;
const OPTIONS = ["prefix", "tools", "approve", "allowHost", "allowOrigin"];

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
  async "tools/call"(dunlin, { name, arguments: input = {} }, given, signal) {
    const tool = offered(dunlin, given).find((one) => one.name === name);
    if (tool === undefined) throw new Refusal(-32602, `there is no tool ${JSON.stringify(name)}`);
    if (typeof input !== "object" || input === null || Array.isArray(input)) throw new Refusal(-32602, "the arguments are no object");
    return tool.execute(input, { signal });
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

/** Answers one request. */
export async function answerMCP(dunlin, request, settings) {
  if (typeof request?.headers?.get !== "function" || typeof request.text !== "function") throw badArgument("the request", request, "a Request");
  const given = onlyKnown(object(settings, "the options"), "the options", OPTIONS);
  const { prefix = "dunlin_", tools, approve, allowHost = [], allowOrigin = [] } = given;
  const place = new URL(request.url);
  // A page elsewhere may reach this machine by a name of its own.
  if (!isLocal(place.hostname) && !allowHost.includes(place.hostname)) return refused(403, -32600, "this host is not named in allowHost");
  const origin = request.headers.get("origin");
  if (origin !== null && origin !== place.origin && !allowOrigin.includes(origin)) {
    return refused(403, -32600, "pages of that origin may not ask");
  }
  if (request.method !== "POST") return new Response(null, { status: 405, headers: { allow: "POST" } });
  const kind = (request.headers.get("content-type") ?? "").split(";")[0].trim().toLowerCase();
  if (kind !== "application/json") return refused(415, -32600, "the body is not application/json");
  if (Number(request.headers.get("content-length")) > MOST_BYTES) return refused(413, -32600, "the body is too large");
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
  // What is only told, and answers to questions that were never asked, want no answer.
  if (typeof method !== "string" || id === undefined) return new Response(null, { status: 202 });
  try {
    const work = Object.hasOwn(METHODS, method) ? METHODS[method] : undefined;
    if (work === undefined) throw new Refusal(-32601, `there is no method ${JSON.stringify(method)}`);
    return answered(200, { jsonrpc, id, result: await work(dunlin, params, { prefix, tools, approve }, request.signal) });
  } catch (thrown) {
    const { code, message: why, data } = thrown instanceof Refusal ? thrown : { code: -32603, message: String(thrown?.message ?? thrown) };
    return answered(200, { jsonrpc, id, error: { code, message: why, data } });
  }
}

const answered = (status, body) => new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json", "cache-control": "no-store" } });
const refused = (status, code, message) => answered(status, { jsonrpc: "2.0", id: null, error: { code, message } });
