// The package gives the plans that the native tests give, byte for byte.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { createRuntime } from "dunlin";

const golden = JSON.parse(readFileSync(new URL("../../testdata/golden/plans.json", import.meta.url), "utf8"));

test("the same goal gives the same plan as natively, byte for byte", async () => {
  const [year, month, day, hour, minute] = golden.now.split(/\D/).map(Number);
  const dunlin = await createRuntime({ storage: "memory", now: () => new Date(year, month - 1, day, hour, minute) });
  for (const { goal, plan } of golden.plans) assert.equal(JSON.stringify(dunlin.plan(goal)), JSON.stringify(plan), goal);
});
