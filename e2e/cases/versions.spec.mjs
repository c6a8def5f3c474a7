// Storage that older versions of the page left behind, as it was saved from them: testdata/golden/.
import { readFileSync } from "node:fs";
import { put } from "../pages/storage.mjs";
import { expect, test } from "../test.mjs";

const saved = (name) => Object.entries(JSON.parse(readFileSync(new URL(`../../testdata/golden/${name}`, import.meta.url), "utf8")));
// Those with a date, those without one, those that are done; each in the order in which they were kept.
const TEXTS = ["Return the key, please; it's #3 <b>", "Read the meter", "made by hand", "Trim the hedges", "Water the ferns", "Read the meter"];

for (const version of [1, 2]) {
  test(`todos and changes kept by version ${version} are there, and the changes are undone`, async ({ page, on }) => {
    await put(page, saved(`storage-v${version}.json`));
    await on.reload();
    await on.todos.are(...TEXTS);
    await expect(on.notices).toBeHidden();
    for (let change = 0; change < 2; change += 1) {
      await on.carryOut("undo");
      await expect(on.goal).toHaveValue("");
      await expect(on.todos.said).toContainText("Undid");
    }
    await on.todos.are(...TEXTS.map((text) => text.replace("hedges", "hedge")));
    await on.reload();
    await on.todos.are(...TEXTS.map((text) => text.replace("hedges", "hedge")));
  });
}

test("a change that version 1 was in the middle of is finished, once", async ({ page, on }) => {
  await put(page, saved("storage-v1-interrupted.json"));
  await on.reload();
  await expect(on.notices).toContainText("nterrupted change was finished");
  await on.todos.are("Read the meter", "Read the meter");
  await on.reload();
  await expect(on.notices).toBeHidden();
  await on.todos.are("Read the meter", "Read the meter");
});
