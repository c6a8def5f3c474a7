// The suite asks for tools, resources and prompts of an example server ("test_simple_text"). What it asks is about the protocol
// all the same: that a result, an error, progress, a question, a resource and a prompt are told as clients read them. So this
// stands between the suite and the server, and puts names of ours in the place of the suite's; no answer is touched.
import { createServer, request } from "node:http";

const asking = (question, schema) => ({ schemaVersion: 2, goal: "ask", steps: [{ stepNumber: 1, kind: "ask", toolInput: { question, schema } }] });
const waiting = (number) => ({ stepNumber: number, kind: "wait", toolInput: { ms: 60 }, dependsOn: number > 1 ? [number - 1] : [] });

const NAMES = { type: "object", properties: { username: { type: "string", description: "User's response" }, email: { type: "string", description: "User's email address" } }, required: ["username", "email"] };
const DEFAULTS = {
  type: "object",
  properties: {
    name: { type: "string", default: "John Doe" },
    age: { type: "integer", default: 30 },
    score: { type: "number", default: 95.5 },
    status: { type: "string", enum: ["active", "inactive", "pending"], default: "active" },
    verified: { type: "boolean", default: true },
  },
};
const options = ["option1", "option2", "option3"];
const titled = (...names) => names.map((name, at) => ({ const: `value${at + 1}`, title: `${name} Option` }));
const CHOICES = {
  type: "object",
  properties: {
    untitledSingle: { type: "string", enum: options },
    titledSingle: { type: "string", oneOf: titled("First", "Second", "Third") },
    legacyEnum: { type: "string", enum: ["opt1", "opt2", "opt3"], enumNames: ["Option One", "Option Two", "Option Three"] },
    untitledMulti: { type: "array", items: { type: "string", enum: options } },
    titledMulti: { type: "array", items: { anyOf: titled("First", "Second", "Third") } },
  },
};

/** By method: which name of the suite stands for what of ours, as the request's parameters. */
const OURS = {
  "tools/call": {
    test_simple_text: { name: "calculator", arguments: { expression: "6 * 7" } },
    test_error_handling: { name: "calculator", arguments: { expression: "1 / 0" } },
    test_tool_with_progress: { name: "dunlin_run", arguments: { plan: { schemaVersion: 2, goal: "wait", steps: [1, 2, 3, 4].map(waiting) } } },
    test_elicitation: { name: "dunlin_run", arguments: { plan: asking("Please provide your information", NAMES) } },
    test_elicitation_sep1034_defaults: { name: "dunlin_run", arguments: { plan: asking("Who is it?", DEFAULTS) } },
    test_elicitation_sep1330_enums: { name: "dunlin_run", arguments: { plan: asking("Which of them?", CHOICES) } },
  },
  "resources/read": {
    "test://static-text": { uri: "dunlin://runs/123/report" },
    "test://template/123/data": { uri: "dunlin://runs/123" },
  },
  "prompts/get": { test_simple_prompt: { name: "birthday_party" } },
};

/** Listens in front of the server, whose tool `launch` begins runs; `used` has the names that were put in the place of others. */
export async function translated(server, launch = "dunlin_run") {
  const used = new Set();
  /** The tool that begins runs is called otherwise in the package. */
  const called = (ours) => (ours.name === "dunlin_run" ? { ...ours, name: launch } : ours);
  const put = (message) => {
    const names = OURS[message?.method] ?? {};
    const name = message?.params?.name ?? message?.params?.uri;
    if (!Object.hasOwn(names, name)) return message;
    used.add(name);
    // What else the request says, such as where progress is to be told, stays.
    return { ...message, params: { ...message.params, ...called(names[name]) } };
  };
  const proxy = createServer(async (asked, answer) => {
    let body = "";
    for await (const part of asked) body += part;
    if (body !== "") body = JSON.stringify(put(JSON.parse(body)));
    const { "content-length": _, ...headers } = { ...asked.headers, host: new URL(server).host };
    const passed = request(new URL(asked.url, server), { method: asked.method, headers }, (given) => {
      answer.writeHead(given.statusCode, given.headers);
      // Event by event: what is asked of the client comes in the middle of an answer.
      given.pipe(answer);
    });
    passed.on("error", () => answer.destroy());
    answer.on("close", () => passed.destroy());
    passed.end(body);
  });
  await new Promise((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${proxy.address().port}/`,
    used,
    close() {
      proxy.closeAllConnections();
      proxy.close();
    },
  };
}
