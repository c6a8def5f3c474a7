/* The package in Jest, which requires it; with jsdom it has a page around it. */
const { createRuntime, evaluate, DunlinError } = require("dunlin");
const calc = require("dunlin/calc");

test("it calculates, plans, runs and keeps todos", async () => {
  expect(evaluate("0.1 + 0.2").text).toBe("0.3");
  expect(calc.evaluate("1 / 4").value).toBe(0.25);
  expect(() => evaluate("1 / 0")).toThrow(DunlinError);
  const dunlin = await createRuntime();
  expect(dunlin.health().storage.kind).toBe(typeof window === "object" ? "local" : "memory");
  dunlin.tools.register({ name: "hear", phrases: ["hear {what}"], execute: async ({ what }) => what });
  const record = await dunlin.run("add todo Feed the 🐈 and hear the bells").result;
  expect([record.status, record.result]).toEqual(["completed", "the bells"]);
  expect(dunlin.todos.list().map(({ text }) => text)).toEqual(["Feed the 🐈"]);
});
