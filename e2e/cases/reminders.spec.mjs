// Todos with a time ring when it comes: in the page, and by the system where somebody lets it.
import { dunlin, installed, stands } from "../pages/dunlin.mjs";
import { axe, expect, test } from "../test.mjs";

// A browser that nobody looks at has no notifications: this notes what would be shown. As in a browser, what was permitted in one
// tab is permitted in all.
const noted = (context) =>
  context.addInitScript(() => {
    globalThis.shown = [];
    // A tab that is still blank has no storage.
    if (location.protocol === "about:") return;
    globalThis.Notification = class {
      static get permission() {
        return localStorage.getItem("permission") ?? "default";
      }
      static async requestPermission() {
        localStorage.setItem("permission", "granted");
        return this.permission;
      }
      constructor(title, { tag }) {
        globalThis.shown.push([title, tag]);
      }
    };
  });

const MINUTE = 60_000;

test("a todo with a time rings when it comes: asked first in words, then shown and notified, snoozed, done, dismissed", async ({ page, on, context }) => {
  await context.clock.install({ time: new Date("2026-11-20T08:50:00Z") });
  await noted(context);
  await on.reload();
  await on.todos.add("Sweep 2026-11-20", "Call Ann 2026-11-20 09:00", "Pay rent 2026-11-20 09:00");
  await expect(on.todos.region).toContainText("Shall your system notify you of “Call Ann”?");
  await expect(on.todos.region).toContainText("It rings only while this page is open in a tab.");
  await on.todos.region.getByRole("button", { name: "Notify me" }).click();
  await expect(on.todos.region).not.toContainText("has a time");
  await expect(on.reminders).toHaveCount(0);

  await context.clock.fastForward(11 * MINUTE);
  await expect(on.reminders.getByRole("listitem")).toHaveCount(2);
  await expect(page.getByRole("status", { name: "Reminder", exact: true })).toHaveText("2 reminders: Call Ann; Pay rent");
  const shown = async () => (await page.evaluate(() => globalThis.shown)).map(([title]) => title).sort();
  await expect.poll(shown).toEqual(["Call Ann", "Pay rent"]);
  await axe(page);

  await on.reminders.getByRole("button", { name: "Snooze 10 min: Call Ann" }).click();
  await on.reminders.getByRole("button", { name: "Done: Pay rent" }).click();
  await expect(on.reminders).toHaveCount(0);
  await expect(on.todos.box("Pay rent")).toBeChecked();

  await context.clock.fastForward(12 * MINUTE);
  await expect(on.reminders.getByRole("listitem")).toHaveCount(1);
  await on.reminders.getByRole("button", { name: "Dismiss: Call Ann" }).click();
  await expect(on.reminders).toHaveCount(0);
  // What was answered stays answered.
  await on.reload();
  await expect(on.todos.box("Call Ann")).toBeVisible();
  await context.clock.fastForward(MINUTE);
  await expect(on.reminders).toHaveCount(0);
});

test("what was shown before a reload was not missed", async ({ on, context }) => {
  await context.clock.install({ time: new Date("2026-11-20T08:50:00Z") });
  await on.reload();
  await on.todos.add("Call Ann 2026-11-20 09:00");
  await context.clock.fastForward(11 * MINUTE);
  await expect(on.reminders).toContainText("Call Ann today 09:00");
  await context.clock.fastForward(5 * MINUTE);
  await on.reload();
  await expect(on.reminders).toContainText("Call Ann today 09:00");
});

test("a schedule and what a run has to tell ask first too, and then are notified of by the system", async ({ page, on, context }) => {
  await context.clock.install({ time: new Date("2026-11-20T08:50:00Z") });
  await noted(context);
  await on.reload();
  await on.carryOut("notify me that tea is ready");
  await expect(on.todos.region).toContainText("Shall your system notify you of “tea is ready”?");
  await on.carryOut("every day at 9 calculate 6 * 7");
  await expect(on.todos.region).toContainText("Shall your system notify you of “calculate 6 * 7”?");
  await on.todos.region.getByRole("button", { name: "Notify me" }).click();
  await expect(on.todos.region).not.toContainText("Shall your system");
  await context.clock.fastForward(11 * MINUTE);
  await expect(on.history).toHaveCount(3);
  await expect.poll(async () => (await page.evaluate(() => globalThis.shown)).map(([title]) => title)).toEqual(["calculate 6 * 7"]);
});

test("of two tabs one notifies, also of a snoozed one, and both show it", async ({ page, context, url }) => {
  await context.clock.install({ time: new Date("2026-11-20T08:50:00Z") });
  await noted(context);
  const one = dunlin(page);
  await one.reload();
  await one.todos.add("Call Ann 2026-11-20 09:00", "Pay rent 2026-11-20 09:00");
  await one.todos.region.getByRole("button", { name: "Notify me" }).click();
  const other = await context.newPage();
  await other.goto(url);
  await stands(other);
  const two = dunlin(other);
  await expect(two.todos.box("Call Ann")).toBeVisible();
  const shown = async () => {
    const both = await Promise.all([page, other].map((tab) => tab.evaluate(() => globalThis.shown)));
    return both.flat().map(([title]) => title).sort();
  };
  // Until both see what was notified of: a clock set forward skips the wait for it, which takes real time.
  const rung = (tab) => tab.evaluate(() => localStorage.getItem("dunlin:v1:reminders-rung"));
  const seenByBoth = () => expect.poll(async () => (await rung(page)) === (await rung(other))).toBe(true);
  await context.clock.fastForward(11 * MINUTE);
  for (const on of [one, two]) await expect(on.reminders.getByRole("listitem")).toHaveCount(2);
  await expect.poll(shown).toEqual(["Call Ann", "Pay rent"]);
  await seenByBoth();
  await context.clock.fastForward(MINUTE);
  await expect.poll(shown).toEqual(["Call Ann", "Pay rent"]);
  await two.reminders.getByRole("button", { name: "Snooze 10 min: Call Ann" }).click();
  await two.reminders.getByRole("button", { name: "Dismiss: Pay rent" }).click();
  for (const on of [one, two]) await expect(on.reminders).toHaveCount(0);
  await context.clock.fastForward(12 * MINUTE);
  for (const on of [one, two]) await expect(on.reminders.getByRole("listitem")).toHaveCount(1);
  await expect.poll(shown).toEqual(["Call Ann", "Call Ann", "Pay rent"]);
  await seenByBoth();
  await context.clock.fastForward(MINUTE);
  await expect.poll(shown).toEqual(["Call Ann", "Call Ann", "Pay rent"]);
});

test.describe(() => {
  test.use({ viewport: { width: 360, height: 640 }, isMobile: true, hasTouch: true });

  test("what came while no page was open is shown when it is opened, and rings no bell; a phone has it in sight", async ({ page, on, context }) => {
    await context.clock.install({ time: new Date("2026-11-20T08:50:00Z") });
    await noted(context);
    await on.reload();
    await on.tab("Todos");
    await on.todos.add("Call Ann 2026-11-20 09:00");
    await on.todos.region.getByRole("button", { name: "Only in the page" }).click();
    await context.clock.setSystemTime(new Date("2026-11-20T11:00:00Z"));
    await on.reload();
    await expect(on.reminders).toContainText("Call Ann");
    await expect(on.reminders).toContainText("missed, today 09:00");
    const done = await on.reminders.getByRole("button", { name: "Done: Call Ann" }).boundingBox();
    expect(done.y + done.height).toBeLessThan(640);
    // What it stands over can be scrolled clear of it.
    await on.tab("Todos");
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const [filters, over] = await Promise.all([on.todos.filter("All"), on.reminders].map((one) => one.boundingBox()));
    expect(filters.y + filters.height).toBeLessThanOrEqual(over.y);
    await expect.poll(() => page.evaluate(() => globalThis.shown)).toEqual([]);
    await axe(page);
    await on.settings.button.click();
    await expect(on.settings.dialog.getByRole("region", { name: "Reminders" })).toContainText("your system does not");
  });
});

// As on a phone: the constructor throws, and only the service worker may show a notification; where `allowed` is false it may not
// either.
const onlyByWorker = (context, allowed) =>
  context.addInitScript((allowed) => {
    globalThis.shown = [];
    globalThis.Notification = class {
      static permission = "granted";
      constructor() {
        throw new TypeError("Illegal constructor");
      }
    };
    ServiceWorkerRegistration.prototype.showNotification = async (title, { tag }) => {
      if (!allowed) throw new TypeError("no permission");
      globalThis.shown.push([title, tag]);
    };
  }, allowed);

const rungAt = (page) => page.evaluate(() => localStorage.getItem("dunlin:v1:reminders-rung") ?? "");

test.describe(() => {
  test.use({ serviceWorkers: "allow" });

  for (const allowed of [true, false]) {
    test(`where a page may construct no notification its service worker ${allowed ? "shows it" : "is asked, and what it does not show is not promised"}`, { tag: "@browser" }, async ({ page, on, context }) => {
      await context.clock.install({ time: new Date("2026-11-20T08:50:00Z") });
      await onlyByWorker(context, allowed);
      await on.reload();
      await installed(page);
      const group = on.settings.dialog.getByRole("region", { name: "Reminders" });
      await on.settings.button.click();
      await expect(group).toContainText("asks your system to notify you");
      await on.settings.close.click();
      await on.todos.add("Call Ann 2026-11-20 09:00");
      await context.clock.fastForward(11 * MINUTE);
      await expect(on.reminders).toContainText("Call Ann");
      await on.settings.button.click();
      await expect(group).toContainText(allowed ? "Your system notifies you" : "Your system showed no notification");
      const shown = await page.evaluate(() => globalThis.shown.map(([title]) => title));
      expect(shown).toEqual(allowed ? ["Call Ann"] : []);
      // What was not shown is not kept as if it had been.
      if (allowed) await expect.poll(() => rungAt(page)).toContain("2026-11-20T09:00");
      else expect(await rungAt(page)).not.toContain("2026-11-20T09:00");
    });
  }
});
