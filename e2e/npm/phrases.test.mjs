// Commands of a host's own: phrases, lists, contexts, and what a sentence asks for.
import assert from "node:assert/strict";
import test from "node:test";
import { createRuntime } from "dunlin";

const open = (options = {}) => createRuntime({ storage: "memory", policy: { approval: "never" }, ...options });
const schema = (...slots) => ({ type: "object", properties: Object.fromEntries(slots.map((slot) => [slot, {}])) });
const tool = (name, phrases, inputSchema = schema("room", "music")) => ({ name, inputSchema, phrases, execute: (input) => input });

test("a sentence asks for a tool, with its slots and their places", async () => {
  const dunlin = await open();
  dunlin.language.define({ lists: { room: { values: ["attic", "café"] } }, rules: { the: "[the]" }, skipWords: ["please"] });
  const lamp = dunlin.tools.register(tool("lamp_on", ["light <the> {room} [up]"]));
  const said = "Please light the cafe\u0301 up!";
  const heard = dunlin.recognize(said);
  assert.deepEqual({ tool: heard.tool, input: heard.input }, { tool: "lamp_on", input: { room: "café" } });
  assert.equal(said.normalize("NFC").slice(heard.spans.room.start, heard.spans.room.end), "café");
  assert.ok(heard.confidence > 0.9 && heard.alternatives.length === 0);
  assert.equal(dunlin.recognize("light the sky"), null);
  assert.equal(lamp.unregister(), true);
  assert.equal(dunlin.recognize(said), null);
  assert.equal(lamp.unregister(), false);
  dunlin.tools.register(tool("lamp_on", ["light <the> {room} [up]"]));
  assert.equal(dunlin.recognize(said).tool, "lamp_on");
});

test("a list may be a function, asked before each reading", async () => {
  const dunlin = await open();
  let rooms = ["den"];
  dunlin.language.define({ lists: { room: { values: () => rooms } } });
  dunlin.tools.register(tool("enter", ["enter {room}"]));
  assert.equal(dunlin.recognize("enter den").input.room, "den");
  rooms = [{ in: "hall", out: 7 }];
  assert.equal(dunlin.recognize("enter den"), null);
  assert.equal(dunlin.recognize("enter hall").input.room, 7);
  rooms = null;
  assert.throws(() => dunlin.recognize("enter hall"), { name: "DunlinError" });
});

test("the context allows phrases and fills slots", async () => {
  const dunlin = await open();
  dunlin.tools.register(tool("dim", [{ say: "dim it", requires: { room: { slot: true } }, excludes: { room: ["cave"] } }]));
  assert.equal(dunlin.recognize("dim it"), null);
  assert.deepEqual(dunlin.recognize("dim it", { context: { room: "hall" } }).input, { room: "hall" });
  assert.equal(dunlin.recognize("dim it", { context: { room: "cave" } }), null);
  assert.throws(() => dunlin.recognize("dim it", { contxt: {} }), { code: "api.bad-argument", message: /contxt/ });
  assert.throws(() => dunlin.recognize("dim it", { context: [] }), { code: "api.bad-argument" });
});

test("what is wrong with a phrase is told with its place, and nothing of it is kept", async () => {
  const dunlin = await open();
  assert.throws(() => dunlin.tools.register(tool("play", ["play [{music}"])), (error) => {
    assert.equal(error.code, "phrase.syntax");
    assert.deepEqual([error.span, error.details.template], [{ start: 5, end: 6 }, "play [{music}"]);
    return true;
  });
  assert.throws(() => dunlin.tools.register(tool("play", ["play {musik}"])), { code: "phrase.unknown-slot", hint: /music/ });
  assert.throws(() => dunlin.language.define({ skipwords: [] }), { code: "phrase.definition", message: /skipwords/, hint: /skipWords/ });
  assert.ok(!dunlin.tools.list().some(({ name }) => name === "play"));
  dunlin.tools.register(tool("play", ["play {music}"]));
  assert.equal(dunlin.recognize("play Für Elise").input.music, "Für Elise");
});

test("samples are recognised, and a check names what two tools claim", async () => {
  const dunlin = await open({ builtins: [] });
  assert.deepEqual(dunlin.tools.list(), []);
  dunlin.tools.register(tool("play", ["(play|start) [some] {music}", "music on"]));
  const said = dunlin.language.sample("play", 4, 1);
  assert.equal(said.length, 4);
  assert.ok(said.every((sentence) => dunlin.recognize(sentence).tool === "play"));
  assert.deepEqual(dunlin.language.check(), { conflicts: [], unreachable: [] });
  dunlin.tools.register(tool("radio", ["music on"]));
  assert.deepEqual(dunlin.language.check().conflicts, [{ tools: ["play", "radio"], sentence: "music on" }]);
  const both = dunlin.recognize("music on");
  assert.deepEqual([both.tool, both.confidence, both.alternatives[0].tool], ["play", 0.5, "radio"]);
});

test("only the built-in tools that are named are offered", async () => {
  const dunlin = await open({ builtins: ["calculator"] });
  assert.deepEqual(dunlin.tools.list().map(({ name }) => name), ["calculator"]);
  assert.equal(dunlin.plan("calculate 6 * 7").steps.length, 1);
  assert.throws(() => dunlin.plan("add todo buy milk"), { code: "plan.tool-missing" });
  await assert.rejects(createRuntime({ builtins: ["radio"] }), { code: "api.bad-argument" });
});

test("what is known of the moment counts in goals as well, for their plan, their explanation and their run", async () => {
  const dunlin = await createRuntime({ storage: "memory" });
  dunlin.tools.register({
    name: "lamp",
    phrases: [{ say: "lights (on|off)", requires: { room: { slot: true } } }],
    execute: ({ room }) => room,
  });
  const context = { room: "attic" };
  assert.throws(() => dunlin.plan("lights on"), { code: "plan.unrecognized" });
  assert.equal(dunlin.plan("lights on", { context }).steps[0].toolInput.room, "attic");
  assert.deepEqual(dunlin.explain("lights on", { context }).diagnostics, []);
  const record = await dunlin.run("add todo dust the lamp and lights on", { context }).result;
  assert.deepEqual([record.status, record.result], ["completed", "attic"]);
  assert.throws(() => dunlin.plan("lights on", { contxt: context }), { code: "api.bad-argument", message: /"context"/ });
});
