// The second planner: a model behind an endpoint, well and badly behaved, and one that the host asks itself.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "node:test";
import { createRuntime } from "dunlin";
import { createTools } from "dunlin/tools";

const GOAL = "what is the wind in Oslo";
const planned = (steps, rest = {}) => JSON.stringify({ schemaVersion: 1, goal: "mine", rationale: "asks for the wind", steps, ...rest });
const wind = { stepNumber: 1, kind: "tool", toolName: "wind", toolInput: { place: "Oslo" }, reasoning: "asked for" };
const completion = (content) => JSON.stringify({ choices: [{ message: { content } }] });

async function runtime() {
  const dunlin = await createRuntime({ storage: "memory" });
  const calls = [];
  const inputSchema = { type: "object", properties: { place: { type: "string" } }, required: ["place"], additionalProperties: false };
  dunlin.tools.register({ name: "wind", inputSchema, annotations: { readOnlyHint: true }, execute: ({ place }) => (calls.push(place), 7) });
  dunlin.todos.add("a secret of mine");
  return { dunlin, calls };
}

/** A planner whose model answers so. */
const own = async (ask, more) => (await createTools({ planner: { ask, ...more }, storage: "memory" })).planner;

async function served(t, answer) {
  const asked = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += part;
    asked.push({ headers: request.headers, body: JSON.parse(body) });
    await answer(response, asked.length);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { asked, endpoint: `http://127.0.0.1:${server.address().port}/v1/chat/completions` };
}

test("a goal that the rules do not understand is planned by the model, marked, and asks before it runs", async (t) => {
  const { dunlin, calls } = await runtime();
  const { asked, endpoint } = await served(t, (response) => response.setHeader("content-type", "application/json").end(completion(planned([wind]))));
  const tools = await createTools({ planner: { endpoint, model: "small", key: "sesame", allowPrivate: true }, storage: "memory" });
  const plan = await tools.planner.plan(dunlin, GOAL);
  assert.deepEqual([plan.goal, plan.confidence, plan.steps[0].toolName], [GOAL, 0, "wind"]);
  assert.match(plan.rationale, /^Proposed by the model small/);
  const run = dunlin.run(plan);
  for await (const event of run) if (event.type === "runSuspended") break;
  assert.deepEqual(calls, []);
  run.approve(run.record().executionLog[0].approval.approvalId);
  assert.deepEqual([(await run.result).status, calls], ["completed", ["Oslo"]]);
  // It sees the goal and the tools, and the key goes in its header alone.
  assert.equal(asked[0].headers.authorization, "Bearer sesame");
  const sent = JSON.stringify(asked[0].body);
  assert.ok(sent.includes(GOAL) && sent.includes("wind") && !sent.includes("secret") && !sent.includes("sesame"));
  assert.deepEqual(tools.lines().map(({ tool, state, requests }) => [tool, state, requests]), [["planner", "closed", 1]]);
  assert.deepEqual(tools.all, []);
  // What the rules understand, and what they refuse for another reason, is asked of nobody.
  assert.equal((await tools.planner.plan(dunlin, "calculate 6 * 7")).steps[0].toolName, "calculator");
  await assert.rejects(tools.planner.plan(dunlin, ""), { code: "plan.empty" });
  assert.equal(asked.length, 1);
});

test("what a model answers badly is refused with what the rules offer", async () => {
  const { dunlin, calls } = await runtime();
  const step = (rest) => planned([{ ...wind, ...rest }]);
  for (const [answer, code] of [
    ["", "model.no-plan"],
    ["I would check the forecast!", "model.no-plan"],
    ["[]", "model.no-plan"],
    [planned([]), "model.no-plan"],
    [`${planned([wind]).slice(0, 40)}`, "model.no-plan"],
    [step({ toolName: "rm" }), "plan.invalid"],
    [step({ toolInput: { place: 7 } }), "plan.invalid"],
    [step({ dependsOn: [1] }), "plan.invalid"],
    [() => { throw new Error("no model here"); }, "fetch.unreachable"],
    [() => 7, "fetch.unreachable"],
    [async () => { throw null; }, "fetch.unreachable"],
  ]) {
    const planner = await own(typeof answer === "function" ? answer : () => answer, { retries: 0 });
    await assert.rejects(planner.plan(dunlin, GOAL), (error) => {
      assert.equal(error.code, "plan.unrecognized", String(answer));
      assert.ok(error.message.includes(`(${code})`), `${answer}: ${error.message}`);
      assert.ok(Array.isArray(error.details.suggestions) && error.span.end === GOAL.length);
      return true;
    });
  }
  assert.deepEqual([calls, dunlin.runs.list()], [[], []]);
  // A fence around it is forgiven, and a policy of the model's own makes nothing wider.
  const generous = await (await own(() => "```json\n" + planned([wind], { policy: { approveAlways: false } }) + "\n```")).plan(dunlin, GOAL);
  assert.equal(generous.policy.approveAlways, true);
});

test("a model that takes too long, or is not waited for, is told so", async () => {
  const { dunlin } = await runtime();
  const signals = [];
  const endless = ({ signal }) => new Promise(() => signals.push(signal));
  const late = await own(endless, { timeoutMs: 50, retries: 0 });
  await assert.rejects(late.plan(dunlin, GOAL), { message: /second planner.*(fetch|tool)\.timeout/ });
  assert.equal(signals[0].aborted, true);
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 30);
  const planner = await own(endless);
  await assert.rejects(planner.plan(dunlin, GOAL, { signal: stop.signal }), { message: /\(tool\.aborted\)/ });
  assert.equal(signals[1].aborted, true);
  await assert.rejects(planner.plan(dunlin, GOAL, { signal: AbortSignal.abort() }), { message: /\(tool\.aborted\)/ });
  assert.equal(signals.length, 2);
});

test("an endpoint that is busy is asked again, and one that refuses is not", async (t) => {
  const { dunlin } = await runtime();
  const busy = await served(t, (response, count) => {
    if (count === 1) response.writeHead(429, { "retry-after": "0" }).end();
    else response.setHeader("content-type", "application/json").end(completion(planned([wind])));
  });
  const options = { model: "small", allowPrivate: true };
  const { planner } = await createTools({ planner: { ...options, endpoint: busy.endpoint }, storage: "memory" });
  assert.equal((await planner.plan(dunlin, GOAL)).steps.length, 1);
  assert.equal(busy.asked.length, 2);
  const refusing = await served(t, (response) => response.writeHead(401).end());
  const other = await createTools({ planner: { ...options, endpoint: refusing.endpoint }, storage: "memory" });
  await assert.rejects(other.planner.plan(dunlin, GOAL), { code: "plan.unrecognized", message: /401/ });
  assert.equal(refusing.asked.length, 1);
  // This machine is asked only where that is said.
  const careful = await createTools({ planner: { endpoint: busy.endpoint, model: "small" }, storage: "memory" });
  await assert.rejects(careful.planner.plan(dunlin, GOAL), { message: /second planner/ });
  assert.equal(busy.asked.length, 2);
});

test("a slip in the options of a planner is named", async () => {
  const planner = (options) => createTools({ planner: options, storage: "memory" });
  const endpoint = "https://api.example.org/v1/chat/completions";
  for (const [options, says] of [
    [{ endpoint, modle: "small" }, /"modle".*"model"/],
    [{ endpoint }, /model/],
    [{ endpoint: "api.example.org", model: "small" }, /endpoint/],
    [{ endpoint, model: "small", key: 7 }, /planner's key/],
    [{ endpoint, model: "small", ask: () => "" }, /planner's endpoint/],
    [{ ask: "small" }, /planner's ask/],
    [{ ask: () => "", timeoutMs: "5" }, /timeoutMs/],
    ["small", /planner is the text/],
    [true, /planner is the value true/],
  ]) await assert.rejects(planner(options), (error) => error.code === "api.bad-argument" && says.test(error.message), JSON.stringify(options));
  const none = await planner(false);
  assert.equal(none.planner, undefined);
  const { dunlin } = await runtime();
  const one = await own(() => "");
  await assert.rejects(one.plan({}, GOAL), { code: "api.bad-argument" });
  await assert.rejects(one.plan(dunlin, 7), { code: "api.bad-argument" });
  await assert.rejects(one.plan(dunlin, GOAL, { sginal: 1 }), { code: "api.bad-argument" });
});
