// What the page's engines of `code` and `sql` hold: the lists that the native engines are tested with, testdata/held.json.
import { readFileSync } from "node:fs";
import { begin } from "../pages/plans.mjs";
import { tools } from "../pages/reach.mjs";
import { expect, test } from "../test.mjs";

// Some bombs go on until their time is over.
test.slow();

const held = JSON.parse(readFileSync(new URL("../../testdata/held.json", import.meta.url), "utf8"));

// What a tool gave for each of the inputs, one after the other: `{ output }` or `{ code }`.
async function given(page, on, tool, name, inputs) {
  const place = tools(page);
  await place.open();
  await place.switch(name).check();
  await place.close();
  // Each is tried once, and what fails ends nothing.
  const steps = inputs.map((toolInput, at) => ({
    stepNumber: at + 1,
    toolName: tool,
    toolInput,
    ...(at > 0 && { dependsOn: [at], runWhen: "allDone" }),
    retry: { maxAttempts: 1 },
  }));
  await begin(page, on, { schemaVersion: 2, goal: `what ${tool} holds`, steps });
  // A plan of a file asks before each call.
  await on.approveAll(120_000);
  const events = await page.evaluate(() =>
    Object.keys(localStorage)
      .filter((key) => /^dunlin:v1:run:[^:]+:(\d+|journal)$/.test(key))
      .sort()
      .flatMap((key) => JSON.parse(localStorage.getItem(key)).events),
  );
  const ended = new Map();
  for (const { type, step, output, failure } of events) {
    if (type === "stepSucceeded") ended.set(step, { output });
    if (type === "attemptFailed") ended.set(step, { code: failure.code });
  }
  return inputs.map((_, at) => ended.get(at + 1));
}

test("no way out of the interpreter leads anywhere", { tag: "@browser" }, async ({ page, on }) => {
  const { escapes } = held.code;
  const results = await given(page, on, "code", "Code", escapes.map((code) => ({ code })));
  for (const [at, result] of results.entries()) {
    const holds = result?.output === false || ["code.threw", "code.timeout", "code.no-result"].includes(result?.code);
    expect(holds, `${escapes[at]}: ${JSON.stringify(result)}`).toBe(true);
  }
});

test("every bomb is stopped by a bound, and the page goes on", { tag: "@browser" }, async ({ page, on }) => {
  const { bombs } = held.code;
  const results = await given(page, on, "code", "Code", bombs.map(({ code }) => ({ code })));
  for (const [at, result] of results.entries()) {
    expect(bombs[at].stoppedAs, `${bombs[at].code}: ${JSON.stringify(result)}`).toContain(result?.code);
  }
  await on.carryOut(`run the code "6 * 7"`);
  await expect(on.history).toHaveCount(2);
  await expect(on.status).toHaveText(/^Completed: 1 of 1/);
  await expect(on.result).toContainText("42");
});

test("a statement that is no question is refused by the database", { tag: "@browser" }, async ({ page, on }) => {
  const { tables, refused } = held.sql;
  const results = await given(page, on, "sql", "SQL", refused.map(({ query }) => ({ query, tables })));
  for (const [at, result] of results.entries()) {
    expect(refused[at].refusedAs, `${refused[at].query}: ${JSON.stringify(result)}`).toContain(result?.code);
  }
});

test("a statement is answered as the other engines answer it", { tag: "@browser" }, async ({ page, on }) => {
  const { answered } = held.sql;
  const results = await given(page, on, "sql", "SQL", answered.map(({ output: _, ...input }) => input));
  expect(results).toEqual(answered.map(({ output }) => ({ output })));
});
