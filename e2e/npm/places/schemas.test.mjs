// Schemas of other libraries, taken as they are.
import assert from "node:assert/strict";
import { test } from "node:test";
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import { createRuntime, plan } from "dunlin";
import * as v from "valibot";
import { z } from "zod";

const kinds = {
  Zod: z.object({ city: z.string().min(2), days: z.number().int().max(14).default(3), mail: z.email().optional() }),
  ArkType: type({ city: "string >= 2", days: "number.integer <= 14 = 3", "mail?": "string.email" }),
  Valibot: v.object({ city: v.pipe(v.string(), v.minLength(2)), days: v.optional(v.pipe(v.number(), v.integer(), v.maxValue(14)), 3), mail: v.optional(v.pipe(v.string(), v.email())) }),
  "Valibot with its JSON Schema": toStandardJsonSchema(
    v.object({ city: v.pipe(v.string(), v.minLength(2)), days: v.optional(v.pipe(v.number(), v.integer(), v.maxValue(14)), 3), mail: v.optional(v.pipe(v.string(), v.email())) }),
  ),
};

for (const [kind, inputSchema] of Object.entries(kinds)) {
  test(`a schema of ${kind} checks the input and fills in its defaults`, async () => {
    const dunlin = await createRuntime({ storage: "memory" });
    dunlin.tools.register({ name: "weather", inputSchema, phrases: ["weather in {city}"], execute: (input) => input });
    assert.deepEqual((await dunlin.callTool("weather", { city: "Rome" })).output, { city: "Rome", days: 3 });
    for (const input of [{ city: "R" }, { city: "Rome", days: 20 }, { city: "Rome", days: 1.5 }, { city: "Rome", mail: "no mail" }, {}]) {
      const refused = await dunlin.callTool("weather", input);
      assert.deepEqual([refused.success, refused.code], [false, "tool.invalid-input"], JSON.stringify(input));
    }
    assert.equal(dunlin.recognize("weather in Rome").input.city, "Rome");
    assert.deepEqual((await dunlin.run("weather in Oslo").result).result, { city: "Oslo", days: 3 });
    // What the library tells of its schema is known before a run; a schema that only checks is asked at each call.
    const faults = dunlin.validate(plan().step("weather", { city: 7 }));
    assert.deepEqual(faults.map(({ code }) => code), kind === "Valibot" ? [] : ["plan.invalid-input"]);
  });
}

test("a schema that JSON Schema has no words for is checked by its library alone", async () => {
  const dunlin = await createRuntime({ storage: "memory" });
  const inputSchema = z.object({ at: z.coerce.date(), many: z.coerce.bigint().optional() });
  dunlin.tools.register({ name: "wake", inputSchema, execute: ({ at }) => at.getUTCFullYear() });
  assert.equal((await dunlin.callTool("wake", { at: "2026-11-29" })).output, 2026);
  assert.equal((await dunlin.callTool("wake", { at: "soon" })).code, "tool.invalid-input");
});

test("a schema that answers later is waited for", async () => {
  const dunlin = await createRuntime({ storage: "memory" });
  const inputSchema = z.object({ code: z.string().refine(async (code) => code === "open", "found another code") });
  dunlin.tools.register({ name: "unlock", inputSchema, execute: () => "unlocked" });
  assert.equal((await dunlin.callTool("unlock", { code: "open" })).output, "unlocked");
  assert.match((await dunlin.callTool("unlock", { code: "shut" })).error, /another code at \/code/);
});
