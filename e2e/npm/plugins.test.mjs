// The plugins of examples/plugins, by the sentences that ask for them.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import test from "node:test";
import { createRuntime } from "dunlin";

const plugin = async (name) => (await import(new URL(`../../examples/plugins/${name}.mjs`, import.meta.url))).default;
const open = (options = {}) => createRuntime({ storage: "memory", ...options });
const resultOf = async (dunlin, goal, options) => {
  const record = await dunlin.run(goal, options).result;
  assert.equal(record.status, "completed", `${goal}: ${record.error?.message}`);
  return record.result;
};

test("greeter", async () => {
  const dunlin = await open();
  const { unregister } = (await plugin("greeter"))(dunlin);
  assert.equal(await resultOf(dunlin, "greet Ada"), "Hello, Ada!");
  assert.equal(await resultOf(dunlin, "say hello to Ada in Finnish"), "Hei, Ada!");
  assert.deepEqual(dunlin.language.check(), { conflicts: [], unreachable: [] });
  unregister();
  assert.equal(dunlin.recognize("greet Ada"), null);
});

test("text utilities", async () => {
  const dunlin = await open();
  (await plugin("text-utilities"))(dunlin);
  assert.equal(await resultOf(dunlin, "count the words of all work and no play"), 5);
  assert.equal(await resultOf(dunlin, "repeat ho three times"), "ho ho ho");
  assert.equal(await resultOf(dunlin, "shout fire"), "FIRE");
  assert.equal(await resultOf(dunlin, "calculate 2 * 3 and shout fire"), "FIRE");
  const refused = dunlin.recognize("repeat ho 50 times");
  assert.equal(refused, null, "more than the schema lets through");
});

test("tickets", async () => {
  const desk = { tickets: [], staff: ["Ada", "Grace"], people: () => desk.staff };
  const dunlin = await open();
  (await plugin("tickets"))(dunlin, desk);
  const opened = await resultOf(dunlin, "open a ticket for Ada: the printer is on fire");
  assert.deepEqual([opened.number, opened.person, opened.subject], [1, "Ada", "the printer is on fire"]);
  assert.equal(dunlin.recognize("assign ticket 1 to Edsger"), null, "nobody of that name is there yet");
  desk.staff.push("Edsger");
  await resultOf(dunlin, "assign ticket 1 to Edsger");
  assert.equal(desk.tickets[0].person, "Edsger");
  const run = dunlin.run("close ticket 1");
  let asked = 0;
  for await (const event of run) {
    if (event.type !== "approvalRequested") continue;
    asked += 1;
    assert.equal(desk.tickets[0].open, true);
    run.approve(event.approvalId);
  }
  assert.deepEqual([asked, desk.tickets[0].open], [1, false]);
  const missing = await dunlin.run("assign ticket 9 to Ada").result;
  assert.equal(missing.error.code, "desk.no-ticket");
});

test("fetching", async () => {
  let busy = 2;
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url, "http://localhost");
    if (busy-- > 0) response.writeHead(503).end();
    else if (searchParams.get("to") === "SEK") response.writeHead(200, { "Content-Type": "application/json" }).end('{"rate": 11.2}');
    else response.writeHead(404).end();
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const dunlin = await open({ policy: { retry: { initialIntervalMs: 1 } } });
    (await plugin("fetching"))(dunlin, `http://127.0.0.1:${server.address().port}/`);
    const record = await dunlin.run("look up the rate from EUR to SEK").result;
    assert.deepEqual([record.result, record.executionLog[0].attempts, record.executionLog[0].metadata.attempt], [11.2, 3, 3]);
    const unknown = await dunlin.run("look up the rate from EUR to XXX").result;
    assert.deepEqual([unknown.error.code, unknown.executionLog[0].attempts], ["rate.unknown", 1]);
  } finally {
    server.close();
  }
});
