// The package in Vitest, which imports it; with jsdom and happy-dom it has a page around it.
import { createRuntime, evaluate, DunlinError } from "dunlin";
import { parseDate } from "dunlin/dates";
import { expect, test } from "vitest";

test("it calculates, plans, runs and keeps todos", async () => {
  expect(evaluate("0.1 + 0.2").text).toBe("0.3");
  expect(parseDate("tomorrow", { now: new Date(2026, 10, 21) }).date).toBe("2026-11-22");
  expect(() => evaluate("1 / 0")).toThrow(DunlinError);
  const dunlin = await createRuntime();
  expect(dunlin.health().storage.kind).toBe(typeof window === "object" ? "local" : "memory");
  dunlin.tools.register({ name: "hear", phrases: ["hear {what}"], execute: async ({ what }) => what });
  const record = await dunlin.run("add todo Feed the 🐈 and hear the bells").result;
  expect([record.status, record.result]).toEqual(["completed", "the bells"]);
  expect(dunlin.todos.list().map(({ text }) => text)).toEqual(["Feed the 🐈"]);
});
