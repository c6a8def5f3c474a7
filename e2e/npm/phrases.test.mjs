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
  assert.equal(said.slice(heard.spans.room.start, heard.spans.room.end), "cafe\u0301");
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
  assert.equal(dunlin.recognize("enter hall").input.room, 7);
  assert.equal(dunlin.plan("add todo buy milk").steps.length, 1);
  assert.match(dunlin.health().notices[0], /^the list \{room\} keeps the values it had: /);
  assert.throws(() => dunlin.language.check(), { name: "DunlinError" });
  dunlin.language.define({ lists: { room: { values: ["loft"] } } });
  assert.equal(dunlin.recognize("enter loft").input.room, "loft");
  assert.equal(dunlin.health().notices, undefined);
});

test("a number has its thousands, and a moment the zone of its own day", async () => {
  const dunlin = await open();
  const inputSchema = { type: "object", properties: { amount: { type: "number" }, at: { type: "string", format: "date-time" } } };
  dunlin.tools.register({ name: "pay", inputSchema, phrases: ["pay {amount}", { say: "zahle {amount}", language: "de" }], execute: (input) => input });
  for (const [say, amount] of [["pay 1,500", 1500], ["pay 1.500", 1.5], ["pay 1,5", 1.5], ["zahle 1.500", 1500], ["zahle 1,500", 1.5]]) {
    assert.equal(dunlin.recognize(say).input.amount, amount, say);
  }
  dunlin.tools.register({ name: "wake", inputSchema, phrases: ["wake me {at}"], execute: (input) => input });
  for (const [day, month] of [["january 10", 0], ["july 10", 6]]) {
    const { at } = dunlin.recognize(`wake me ${day} at 9:00`).input;
    const moment = new Date(at);
    assert.deepEqual([moment.getMonth(), moment.getDate(), moment.getHours()], [month, 10, 9], at);
  }
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

test("where several commands fit alike, each answer is a whole goal that is read as exactly one of them", async () => {
  const dunlin = await open();
  const people = [{ in: "Ann", out: { id: 1 } }, { in: "(Ann|Annie)", out: { id: 2 } }, { in: "Bo", out: { id: 3 } }];
  dunlin.language.define({ lists: { room: { values: ["attic"] }, person: { values: people } } });
  dunlin.tools.register(tool("send_it", ["send {music} to {person}"], schema("music", "person")));
  dunlin.tools.register(tool("lamp", ["all off [in {room}]"]));
  dunlin.tools.register(tool("heating", ["all off"]));
  const refused = (goal) => {
    try {
      return dunlin.plan(goal) && null;
    } catch (error) {
      assert.deepEqual(dunlin.explain(goal).suggestions, error.details.suggestions);
      return error;
    }
  };
  const both = refused("add todo buy milk and send jazz to Ann");
  assert.deepEqual([both.code, both.details.suggestions], [
    "plan.ambiguous",
    ['add todo buy milk and send jazz to Ann (person {"id":1})', "add todo buy milk and send jazz to Annie"],
  ]);
  assert.ok(both.details.suggestions.every((goal) => both.hint.includes(JSON.stringify(goal))));
  const inputs = both.details.suggestions.map((goal) => dunlin.plan(goal).steps[1].toolInput);
  assert.deepEqual(inputs, [{ music: "jazz", person: { id: 1 } }, { music: "jazz", person: { id: 2 } }]);
  const tools = refused("all off").details.suggestions;
  assert.deepEqual(tools, ["all off (lamp)", "all off (heating)"]);
  for (const [at, goal] of tools.entries()) {
    const record = await dunlin.run(goal).result;
    assert.deepEqual([record.status, record.executionLog[0].toolName], ["completed", ["lamp", "heating"][at]]);
  }
  assert.equal(dunlin.plan("all off in attic").steps[0].toolName, "lamp");
  assert.equal(dunlin.recognize("all off (heating)").tool, "heating");
});

test("slips of spelling in a phrase's own words are put right or offered, never those in values", async () => {
  const dunlin = await open();
  dunlin.language.define({ lists: { room: { values: ["attic", "cellar"] } } });
  dunlin.tools.register(tool("play", ["play [some] {music} [in the {room}]"]));
  dunlin.tools.register(tool("lamp", ["switch on the lamp in the {room}"]));
  assert.deepEqual(dunlin.plan("swithc on the lamp in the attic").steps[0].toolInput, { room: "attic" });
  assert.deepEqual(dunlin.plan("plya teh Beatels and calculate 2 + 3").steps[0].toolInput, { music: "teh Beatels" });
  assert.throws(() => dunlin.plan("pley some jazz in the cellar"), (error) => {
    assert.equal(error.code, "plan.unrecognized");
    assert.equal(error.details.suggestions[0], "play some jazz in the cellar");
    return true;
  });
  assert.equal(dunlin.explain("pley some jazz").suggestions[0], "play some jazz");
  assert.throws(() => dunlin.plan("switch on the lamp in the atic"), { code: "plan.unrecognized" });
  // What is recognised is taken as it stands.
  assert.equal(dunlin.recognize("swithc on the lamp in the attic"), null);
});

test("numbers are said in the language of the phrase, also one that the host describes", async () => {
  const dunlin = await open();
  const level = { type: "object", properties: { level: { type: "number" } } };
  dunlin.tools.register(tool("de", [{ say: "lauter auf {level}", language: "de" }], level));
  dunlin.tools.register(tool("any", ["monter à {level}"], level));
  dunlin.language.define({ language: "tp", numbers: { words: { 1: "wan", 2: "tu", 5: "luka" }, plus: ["{2} {1}", "{5} {1-3}"] } });
  dunlin.tools.register(tool("tp", [{ say: "kalama {level}", language: "tp" }], level));
  assert.equal(dunlin.recognize("Lauter auf siebenundsiebzig").input.level, 77);
  assert.equal(dunlin.recognize("lauter auf seventy"), null);
  assert.equal(dunlin.recognize("monter à soixante-et-onze").input.level, 71);
  assert.equal(dunlin.recognize("kalama luka tu wan").input.level, 8);
  assert.equal(dunlin.recognize("kalama luka luka"), null);
  assert.throws(() => dunlin.language.define({ language: "tp", numbers: { plus: ["{one-two}"] } }), { code: "phrase.syntax" });
  assert.throws(() => dunlin.language.define({ language: "tp", numbers: { word: {} } }), { code: "phrase.definition", hint: /words/ });
  assert.equal(dunlin.recognize("kalama luka").input.level, 5);
});

test("letters that are put together are composed ones, and places count in what was given", async () => {
  const dunlin = await open();
  const [nfd, nfc] = ["cafe\u0301", "caf\u00e9"];
  dunlin.language.define({ lists: { place: { values: [nfd, { in: "Mu\u0308nchen", out: "Mu\u0308nchen" }] } } });
  dunlin.tools.register(tool("enter", ["éntre {place} {music}"], schema("place", "music")));
  const said = `e\u0301ntre ${nfd} now`;
  const { input, spans } = dunlin.recognize(said);
  assert.deepEqual([input.place, said.slice(spans.place.start, spans.place.end)], [nfd, nfd]);
  assert.equal(said.slice(spans.music.start, spans.music.end), "now");
  const plan = dunlin.plan(said);
  assert.deepEqual([plan.goal, plan.goal.slice(plan.steps[0].source.start)], [said.normalize("NFC"), said.normalize("NFC")]);
  const { clauses } = dunlin.explain(said);
  assert.deepEqual(clauses[0].span, { start: 0, end: said.length });
  assert.equal((await dunlin.run(said).result).status, "completed");
  assert.equal(dunlin.recognize("éntre München now").input.place, "Mu\u0308nchen");
  const unread = `${nfd} ${nfd} xyzzy?`;
  assert.throws(() => dunlin.plan(unread), ({ span }) => span.end === unread.length || span.end === unread.length - 1);
});
