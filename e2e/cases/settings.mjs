// Settings are kept, hold, and everything can be taken out, brought back and removed.
import { readFileSync } from "node:fs";
import { GOAL, dunlin, stored } from "../pages/dunlin.mjs";

export const cases = [
  {
    name: "asking before every step holds after a reload",
    async run({ page, expect }) {
      const on = dunlin(page);
      await on.settings.button.click();
      await on.settings.approval.selectOption({ label: "Every step" });
      await on.reload();
      await on.carryOut("calculate 3 * 3");
      await expect(on.status).toHaveText(/^Waiting for approval/);
      await on.approve.click();
      await expect(on.result).toContainText("9");
    },
  },
  {
    name: "limits that were set are told while they are spent, in words, and nobody is told of the usual ones",
    async run({ page, expect }) {
      const on = dunlin(page);
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
    },
  },
  {
    name: "the theme is kept over a reload",
    async run({ page, expect }) {
      const on = dunlin(page);
      await on.settings.button.click();
      await on.settings.theme.selectOption({ label: "Dark" });
      await on.reload();
      await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe("dark");
    },
  },
  {
    name: "everything is exported, removed, and imported again",
    async run({ page, expect }) {
      const on = dunlin(page);
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
    },
  },
  {
    name: "a file that is no backup is refused and changes nothing",
    async run({ page, expect }) {
      const on = dunlin(page);
      await on.todos.add("Stay");
      await on.settings.button.click();
      for (const text of ["<img onerror=1>", "{}", '{"dunlinBackup":1}']) {
        await on.settings.file.setInputFiles({ name: "x.json", mimeType: "application/json", buffer: Buffer.from(text) });
        await expect(on.settings.dialog.getByRole("alert")).toContainText("expected a file exported here");
      }
      await on.settings.close.click();
      await on.todos.are("Stay");
    },
  },
  {
    name: "templates are seen, changed as JSON, used, kept over a reload, and a wrong one is refused in words",
    async run({ page, expect, axe }) {
      const on = dunlin(page);
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
    },
  },
];
