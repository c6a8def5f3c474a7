// Settings are kept, hold, and everything can be taken out, brought back and removed.
import { readFileSync } from "node:fs";
import { GOAL, dunlin, stands, stored } from "../pages/dunlin.mjs";
import { axe, expect, test } from "../test.mjs";

test("asking before every step holds after a reload", async ({ on }) => {
  await on.settings.button.click();
  await on.settings.approval.selectOption({ label: "Every step" });
  await on.reload();
  await on.carryOut("calculate 3 * 3");
  await expect(on.status).toHaveText(/^Waiting for approval/);
  await on.approve.click();
  await expect(on.result).toContainText("9");
});

test("limits that were set are told while they are spent, in words, and nobody is told of the usual ones", async ({ on }) => {
  await on.todos.add("One");
  const clear = async () => {
    await on.carryOut("add todo Two then calculate 2 + 2 then clear my list");
    await expect(on.approve).toBeVisible();
  };
  await clear();
  await expect(on.budget).toHaveCount(0);
  await on.reject.click();
  await expect(on.status).toHaveText(/^Completed/);

  await on.settings.button.click();
  await on.settings.most("Most tool calls").fill("10");
  await on.settings.most("Longest time, in seconds").fill("60");
  await on.settings.close.click();
  await clear();
  await expect(on.budget).toHaveText(/^Budget: 2 of 10 tool calls, 0\.\d of 60 s$/);
  await expect(on.nearlySpent).toHaveCount(0);
  await on.approve.click();
  await expect(on.budget).toHaveText(/^Budget: 3 of 10 tool calls/);
  await expect(on.status).toHaveText(/^Completed/);

  await on.settings.button.click();
  await on.settings.most("Most tool calls").fill("2");
  await on.settings.close.click();
  await clear();
  await expect(on.budget).toHaveText(/^Budget: 2 of 2 tool calls \(spent\), /);
  await expect(on.nearlySpent).toHaveCount(1);
  await on.approve.click();
  await expect(on.status).toHaveText(/^Failed/);
  await expect(on.result).toContainText("budget");
});

test("every limit goes into the policy of later runs, and what is no such number leaves it as it was", async ({ page, on }) => {
  await on.settings.button.click();
  const limits = { "Steps at once": 2, "Most steps": 7, "Most tool calls": 8, "Longest time, in seconds": 90 };
  for (const [name, value] of Object.entries(limits)) await on.settings.most(name).fill(String(value));
  await on.settings.most("Most steps").fill("");
  await on.settings.most("Steps at once").fill("99999");
  await on.settings.most("Steps at once").press("Tab");
  await on.settings.close.click();
  await on.carryOut("calculate 1 + 1");
  await expect(on.status).toHaveText(/^Completed/);
  const [created] = Object.values(await stored(page, "dunlin:v1:run:")).map((text) => JSON.parse(text).events[0]);
  const { maxParallel, maxSteps, maxToolCalls, timeBudgetMs } = created.policy;
  expect([maxParallel, maxSteps, maxToolCalls, timeBudgetMs]).toEqual([64, 7, 8, 90_000]);
});

test("with redaction no text of a run is stored, before and after a reload", async ({ page, on }) => {
  await on.settings.button.click();
  await on.settings.redact.check();
  await on.settings.close.click();
  await on.carryOut("add todo Quince jelly and calculate 123454321 + 1");
  await expect(on.status).toHaveText(/^Completed: 2 of 2/);
  await on.todos.are("Quince jelly");
  const kept = JSON.stringify(await stored(page, "dunlin:v1:run:"));
  for (const text of ["Quince", "123454321", "123454322"]) expect(kept.includes(text)).toBe(false);
  await on.reload();
  await expect(on.status).toHaveText(/^Completed/);
  await expect(on.history).not.toContainText("Quince");
  await on.settings.button.click();
  await expect(on.settings.redact).toBeChecked();
});

test("what is set in one tab holds in the other", async ({ on, context, url }) => {
  const other = await context.newPage();
  await other.goto(url);
  await stands(other);
  const two = dunlin(other);
  await on.settings.button.click();
  await on.settings.approval.selectOption({ label: "Every step" });
  await on.settings.theme.selectOption({ label: "Dark" });
  await expect(other.locator("html")).toHaveAttribute("data-theme", "dark");
  await two.carryOut("calculate 3 * 3");
  await expect(two.approve).toBeVisible();
});

test("how much is kept is said, and that nothing is, when nothing is", { tag: "@browser" }, async ({ page, on }) => {
  await on.settings.button.click();
  await expect(on.settings.data).toContainText("Nothing is kept on this device yet.");
  await on.settings.close.click();
  await on.todos.add("One");
  await on.settings.button.click();
  const size = await page.evaluate(() => Object.entries(localStorage).reduce((sum, [key, value]) => sum + 2 * (key.length + value.length), 0));
  await expect(on.settings.data).toHaveText(new RegExp(`\\b(${size} B|${Math.floor(size / 1000)}\\.${Math.floor((size % 1000) / 100)} kB) kept on this device and nowhere else`));
});

test("removing everything asks once, gives the way back, and leaves nothing behind, settings included", async ({ page, on }) => {
  await on.settings.button.click();
  await on.settings.theme.selectOption({ label: "Dark" });
  await on.settings.approval.selectOption({ label: "Every step" });
  await on.settings.close.click();
  await on.todos.add("One");
  const before = await stored(page, "dunlin:");
  await on.settings.button.click();
  await on.settings.reset.press("Enter");
  // A key pressed twice by mistake removes nothing.
  await expect(on.settings.keepAll).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(on.settings.resetNow).toHaveCount(0);
  await on.todos.are("One");
  await on.settings.reset.click();
  await on.settings.resetNow.click();
  await expect(on.settings.data).toContainText("Everything was removed");
  await expect(on.settings.approval).toHaveValue("destructive");
  await expect(page.locator("html")).not.toHaveAttribute("data-theme", /./);
  await expect.poll(() => stored(page, "dunlin:")).toEqual({});
  await on.settings.undo.click();
  await expect.poll(() => stored(page, "dunlin:")).toEqual(before);
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(on.settings.approval).toHaveValue("always");
  await on.settings.close.click();
  await on.todos.are("One");
});

test("nothing is removed while a run would go on writing, and it is said why", async ({ page, on }) => {
  await on.todos.add("One", "Two");
  await on.carryOut("clear my list");
  await expect(on.approve).toBeVisible();
  const before = await stored(page, "dunlin:");
  await on.settings.button.click();
  await on.settings.reset.click();
  await on.settings.resetNow.click();
  await expect(on.settings.dialog.getByRole("alert")).toContainText("A run is under way");
  await expect.poll(() => stored(page, "dunlin:")).toEqual(before);
  await on.settings.close.click();
  await on.cancel.click();
  await expect(on.status).toHaveText(/^Cancelled/);
  await on.settings.button.click();
  await on.settings.reset.click();
  await on.settings.resetNow.click();
  await expect(on.settings.data).toContainText("Everything was removed");
  await on.settings.close.click();
  await expect(on.status).toHaveText("No run yet");
  await expect.poll(() => stored(page, "dunlin:")).toEqual({});
});

test.describe("a storage that has no room,", () => {
  // As a server says it.
  test.use({ expected: /413/ });

  test("an import is undone, holds at once, and one that does not fit changes nothing", async ({ page, on }) => {
    await on.todos.add("Old words");
    const [[key, value]] = Object.entries(await stored(page, "dunlin:v1:todo:"));
    const before = await stored(page, "dunlin:");
    const entries = { [key]: value.replace("Old words", "Words of the backup"), "dunlin:v1:settings": '{"theme":"dark","policy":{"approval":"always"}}' };
    const bring = (entries) =>
      on.settings.file.setInputFiles({ name: "b.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify({ dunlinBackup: 1, entries })) });
    await on.settings.button.click();
    await bring(entries);
    await expect(on.settings.data).toContainText("Imported 2 entries");
    await on.todos.are("Words of the backup");
    await expect(on.settings.approval).toHaveValue("always");
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await on.settings.undo.click();
    await on.todos.are("Old words");
    await expect(on.settings.approval).toHaveValue("destructive");
    await expect.poll(() => stored(page, "dunlin:")).toEqual(before);
    await bring({ ...entries, "dunlin:v1:todo:x1": "x".repeat(4_000_000), "dunlin:v1:todo:x2": "x".repeat(4_000_000) });
    await expect(on.settings.dialog.getByRole("alert")).toContainText("storage is full");
    await expect.poll(() => stored(page, "dunlin:")).toEqual(before);
    await on.todos.are("Old words");
  });
});

test("? lists the keys where nothing is being written, and can be turned off", async ({ page, on }) => {
  await on.goal.press("?");
  await expect(on.goal).toHaveValue("?");
  await expect(on.keys.dialog).toBeHidden();
  await on.keys.button.focus();
  await page.keyboard.press("?");
  await expect(on.keys.dialog).toContainText("Alt↑ or Alt↓ moves it");
  await page.keyboard.press("Escape");
  await expect(on.keys.button).toBeFocused();
  await page.keyboard.press("Enter");
  // The browser tells of a closing in a turn of its own: what is pressed within that turn counts too.
  await on.keys.dialog.waitFor();
  await page.evaluate(() => {
    document.querySelector("dialog[open]").close();
    document.querySelector("button[aria-label='Keys']").click();
  });
  await page.waitForTimeout(100);
  await expect(on.keys.dialog).toBeVisible();
  await on.keys.dialog.getByRole("checkbox", { name: "Open this list with the ? key" }).uncheck();
  await on.reload();
  await on.keys.button.focus();
  await page.keyboard.press("?");
  await expect(on.keys.dialog).toBeHidden();
  await on.keys.button.click();
  await expect(on.keys.dialog).toBeVisible();
});

test("the theme is kept over a reload", async ({ page, on }) => {
  await on.settings.button.click();
  await on.settings.theme.selectOption({ label: "Dark" });
  await on.reload();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect.poll(() => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe("dark");
});

test("everything is exported, removed, and imported again", async ({ page, on }) => {
  await on.carryOut(GOAL);
  await expect(on.status).toHaveText(/^Completed/);
  await on.settings.button.click();
  const [download] = await Promise.all([page.waitForEvent("download"), on.settings.export.click()]);
  const file = readFileSync(await download.path(), "utf8");
  expect(Object.keys(JSON.parse(file).entries).length).toBeGreaterThan(1);
  await on.settings.reset.click();
  await on.settings.resetNow.click();
  await expect(on.todos.items).toHaveCount(0);
  expect(Object.keys(await stored(page, "dunlin:v1:todo:"))).toEqual([]);
  await on.settings.file.setInputFiles({ name: "backup.json", mimeType: "application/json", buffer: Buffer.from(file) });
  await expect(on.settings.dialog).toHaveText(/Imported \d+ entries/);
  await on.settings.close.click();
  await on.todos.are("Buy milk");
  await expect(on.history).toHaveCount(1);
});

test("a file that is no backup is refused and changes nothing", async ({ on }) => {
  await on.todos.add("Stay");
  await on.settings.button.click();
  for (const text of ["<img onerror=1>", "{}", '{"dunlinBackup":1}']) {
    await on.settings.file.setInputFiles({ name: "x.json", mimeType: "application/json", buffer: Buffer.from(text) });
    await expect(on.settings.dialog.getByRole("alert")).toContainText("expected a file exported here");
  }
  await on.settings.close.click();
  await on.todos.are("Stay");
});

test("templates are seen, changed as JSON, used, kept over a reload, and a wrong one is refused in words", async ({ page, on }) => {
  await on.settings.button.click();
  await expect(on.settings.dialog).toContainText("Templates");
  await on.settings.changeTemplates.click();
  const built = JSON.parse(await on.settings.templates.inputValue());
  expect(built.length).toBeGreaterThan(0);
  await axe(page);
  for (const text of ["[", '[{"name": "", "triggers": ["x"], "todos": [{"text": "<img src=x>"}]}]']) {
    await on.settings.templates.fill(text);
    await on.settings.keepTemplates.click();
    await expect(on.settings.dialog.getByRole("alert")).toBeVisible();
  }
  const own = [{ name: "regatta", triggers: ["regatta"], todos: [{ text: "Wax the hull" }, { text: "Check the sails" }] }];
  await on.settings.templates.fill(JSON.stringify(own));
  await on.settings.keepTemplates.click();
  await expect(on.settings.dialog).toContainText("Regatta, 2 todos");
  await on.settings.close.click();
  await on.carryOut("plan a regatta");
  await on.todos.are("Wax the hull", "Check the sails");
  await on.reload();
  await on.settings.button.click();
  await expect(on.settings.dialog).toContainText("Regatta, 2 todos");
  await on.settings.changeTemplates.click();
  await on.settings.builtInTemplates.click();
  await on.settings.changeTemplates.click();
  expect(JSON.parse(await on.settings.templates.inputValue())).toEqual(built);
});
