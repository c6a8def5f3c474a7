// Without a network after the first visit; installed; and a new version that waits to be asked for.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { mirror } from "../mirror.mjs";
import { dunlin, GOAL, installed, stands, stored } from "../pages/dunlin.mjs";
import { expect, test } from "../test.mjs";

test.use({ serviceWorkers: "allow" });

// A context of its own: the mirror is another origin, which the watch over the usual one finds.
const apart = (browser) => browser.newContext();

const arrive = async (page, url) => {
  await page.goto(url);
  await stands(page);
};

// In the page: a module of one function that does what a panic comes to, which is to stop; or that calls itself until the stack
// is used up.
const stop = (how) => {
  const body = how === "without end" ? [10, 6, 1, 4, 0, 16, 0, 11] : [10, 5, 1, 3, 0, 0, 11];
  const bytes = [0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 5, 1, 1, 102, 0, 0, ...body];
  const { f } = new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(bytes))).exports;
  if (how === "in a promise") Promise.resolve().then(f);
  else setTimeout(f);
};

test("after one visit the page opens and does its job without a network", { tag: "@browser" }, async ({ page, on, context }) => {
  await on.todos.add("From before");
  await installed(page);
  await context.setOffline(true);
  await on.reload();
  await on.todos.are("From before");
  await on.carryOut(GOAL);
  await expect(on.status).toHaveText(/^Completed: 3 of 3/);
  await on.reload();
  await on.todos.are("From before", "Buy milk");
  await expect(on.result).toContainText("Buy milk");
});

test("it opens when the server has gone, at any of the page's addresses", async ({ browser, url }) => {
  const server = await mirror(url);
  const context = await apart(browser);
  const page = await context.newPage();
  await arrive(page, server.url);
  await installed(page);
  await server.stop();
  for (const path of ["", "index.html", "?from=home#/active"]) {
    await arrive(page, new URL(path, server.url).href);
    await expect(dunlin(page).goal).toBeVisible();
  }
  await context.close();
});

test("a new version is offered, waits, and comes when it is asked for", async ({ browser, url }) => {
  const server = await mirror(url);
  const context = await apart(browser);
  const page = await context.newPage();
  const on = dunlin(page);
  await arrive(page, server.url);
  await installed(page);
  await expect(page.getByText("A new version is ready")).toHaveCount(0);
  const next = (await (await fetch(server.url)).text()).replace("<title>Dunlin</title>", "<title>Dunlin, the next</title>");
  const hash = createHash("sha256").update(next).digest("base64");
  server.change("/", () => next);
  server.change("/sw.js", (text) => text.replace(/VERSION="\w+"/, 'VERSION="next"').replace(/\.\/ \S+/, `./ ${hash}`));
  await on.todos.add("One", "Two");
  await on.carryOut("clear my list");
  await expect(on.approve).toBeVisible();
  await page.evaluate(() => navigator.serviceWorker.ready.then((registration) => registration.update()).then(() => {}));
  const offer = page.getByRole("status", { name: "Update" });
  await expect(offer).toContainText("A new version is ready");
  // Nothing has moved: the run still waits, and a reload still gives the version that was there.
  await expect(on.approve).toBeVisible();
  await on.reload();
  await expect.poll(() => page.title()).toBe("Dunlin");
  await expect(offer).toContainText("A new version is ready");
  await offer.getByRole("button", { name: "Later" }).click();
  await expect(offer).toBeHidden();
  await on.reload();
  await offer.getByRole("button", { name: "Use it now" }).click();
  await page.waitForFunction(() => document.title === "Dunlin, the next");
  await page.waitForSelector("[data-skeleton]", { state: "detached" });
  await expect(on.approve).toBeVisible();
  await on.todos.are("One", "Two");
  // Of the versions only the one that is used is kept.
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual(["dunlin-page-next"]);
  await context.close();
  await server.stop();
});

test("the manifest names the page and icons that are there", async ({ page, url }) => {
  const href = await page.locator("link[rel=manifest]").getAttribute("href");
  const answer = await page.request.get(new URL(href, url).href);
  expect(answer.headers()["content-type"]).toContain("application/manifest+json");
  const manifest = await answer.json();
  expect([manifest.name, manifest.display, manifest.start_url]).toEqual(["Dunlin", "standalone", "./"]);
  for (const { src, sizes, type } of manifest.icons) {
    const icon = await page.request.get(new URL(src, url).href);
    expect(icon.status()).toBe(200);
    expect(icon.headers()["content-type"]).toBe(type);
    if (type === "image/png") {
      // Width and height stand at fixed places of every PNG.
      const bytes = await icon.body();
      expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes);
    }
  }
});

test.describe(() => {
  test.use({ expected: /RuntimeError|unreachable|call stack/ });

  for (const how of ["in a handler", "without end"]) {
    test(`a run that stopped the program ${how} in its first try is not taken up by itself, and is by a person`, { tag: "@browser" }, async ({ page, on }) => {
      await on.carryOut("wait 3 seconds then add todo Later");
      const marks = () => stored(page, "dunlin:v1:underway:").then((found) => Object.values(found).map((mark) => JSON.parse(mark).tries));
      await expect.poll(marks).toEqual([1]);
      await page.evaluate(stop, how);
      await expect(page.getByRole("alert")).toContainText("Dunlin has stopped");
      expect(await marks()).toEqual([2]);
      await on.reload();
      await expect(on.notices).toContainText("is not taken up by itself");
      await expect(on.status).toHaveText(/^Stopped: 0 of 2/);
      // Longer than the wait: nothing of it goes on.
      await page.waitForTimeout(4000);
      await on.todos.are();
      await on.log.getByRole("button", { name: "Resume" }).click();
      await expect(on.status).toHaveText(/^Completed/);
      await on.todos.are("Later");
    });
  }

  test("an unfinished run is set aside where the program has stopped, and nothing of it is lost", { tag: "@browser" }, async ({ page, on }) => {
    await on.todos.add("One", "Two");
    await on.carryOut("clear my list");
    await expect(on.approve).toBeVisible();
    const keys = () => page.evaluate(() => Object.keys(localStorage).filter((key) => /dunlin:v1:run:[^:]+:\d+$/.test(key)).sort());
    const before = await keys();
    await page.evaluate(stop, "in a handler");
    await page.getByRole("button", { name: "Set the unfinished run aside" }).click();
    await expect(page.getByRole("button", { name: "Set aside" })).toBeDisabled();
    await expect.poll(keys).toEqual(before.map((key) => `dunlin:v1:aside:${key}`));
    await page.getByRole("button", { name: "Reload" }).click();
    await page.waitForSelector("[data-skeleton]", { state: "detached" });
    await stands(page);
    await expect(on.approve).toHaveCount(0);
    await expect(on.history).toHaveCount(0);
    await on.todos.are("One", "Two");
  });

  test("a fault of the program is said once, with the data at hand", { tag: "@browser" }, async ({ page, on }) => {
    await on.todos.add("Kept");
    await page.evaluate(stop, "in a handler");
    await expect(page.getByRole("alert")).toContainText("Dunlin has stopped");
    await page.evaluate(stop, "in a promise");
    await expect(page.getByRole("alert")).toHaveCount(1);
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save a copy" }).click()]);
    const { dunlinBackup, entries } = JSON.parse(readFileSync(await download.path(), "utf8"));
    expect([dunlinBackup, JSON.stringify(entries).includes("Kept")]).toEqual([1, true]);
    await page.getByRole("button", { name: "Reload" }).click();
    await page.waitForSelector("[data-skeleton]", { state: "detached" });
    await expect(page.getByRole("alert")).toHaveCount(0);
    await on.todos.are("Kept");
  });
});
