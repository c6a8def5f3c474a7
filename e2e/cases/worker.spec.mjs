// The service worker takes only what it was built for: whatever a server, a cut connection or another program of the origin
// puts in between, the page starts as soon as the server is well, and later without it.
import { mirror } from "../mirror.mjs";
import { dunlin, GOAL, installed, stands } from "../pages/dunlin.mjs";
import { expect, test } from "../test.mjs";

test.use({ serviceWorkers: "allow" });

const LOGIN = "<!doctype html><title>Log in</title><p>Welcome to this hotel</p>";

// What may come instead of a file.
const FAULTS = {
  "is not there": (told) => ({ ...told, status: 404, body: Buffer.from("not found") }),
  "is a failure of the server": (told) => ({ ...told, status: 503, body: Buffer.from("later") }),
  "is a redirect to a page": (told, asked) =>
    asked.url.startsWith("/icon.svg") ? told : { status: 302, headers: { location: "/icon.svg" }, body: Buffer.alloc(0) },
  "is another page": () => ({ status: 200, headers: { "content-type": "text/html" }, body: Buffer.from(LOGIN) }),
  "is of another type": (told) => ({ ...told, headers: { ...told.headers, "content-type": "application/octet-stream" } }),
  "is short": (told) => ({ ...told, body: told.body.subarray(0, told.body.length >> 1) }),
  "breaks off": (told) => ({ ...told, promised: told.body.length, body: told.body.subarray(0, told.body.length >> 1) }),
  "is empty": (told) => ({ ...told, body: Buffer.alloc(0) }),
  "is never answered": () => null,
};

const FILES = {
  "the page": (path) => path === "/",
  "a script": (path) => /\/dunlin-.*\.js$/.test(path),
  "a part of the program": (path) => path.endsWith("-1.wasm"),
  "the first part": (path) => path.endsWith("-0.wasm"),
  "the styles": (path) => path.endsWith(".css"),
};

// A server and a tab of their own: the mirror is another origin, which the watch over the usual one finds.
async function apart(browser, url, run) {
  const server = await mirror(url);
  const context = await browser.newContext();
  const page = await context.newPage();
  try {
    await run({ page, server, context });
  } finally {
    await context.close();
    await server.stop().catch(() => {});
  }
}

const settled = (page) => page.waitForLoadState("networkidle", { timeout: 2000 }).catch(() => {});
const names = (page) => page.evaluate(() => caches.keys());

// Opens the page for the first time, and waits until everything is kept.
async function visited(page, server) {
  await page.goto(server.url);
  await stands(page);
  await installed(page);
}

// Comes back as a person does: by the button of the page's own message where there is one.
async function reload(page, address = page.url()) {
  const button = page.getByRole("alert").getByRole("button", { name: "Reload" });
  if (!(await button.isVisible())) return page.goto(address).catch(() => {});
  await Promise.all([page.waitForEvent("load"), button.click()]);
}

// With the server well again the page starts, does its job, and does so without the server too.
async function recovers({ page, server }, reloads = 1) {
  for (let left = reloads; left > 0; left -= 1) await reload(page, server.url);
  await stands(page);
  await installed(page);
  await page.waitForFunction(async () => (await caches.keys()).length === 1);
  await server.stop();
  await page.reload();
  await stands(page);
  await dunlin(page).carryOut(GOAL);
  await expect(dunlin(page).status).toHaveText(/^Completed: 3 of 3/);
}

// A fault on the first visit: what came is not kept, and the next visit is as if it had never been.
for (const [at, [what, how]] of Object.entries(FAULTS).entries()) {
  test(`first visit: a file ${what}, and nothing of it is kept`, async ({ browser, url }) => {
    // Each file is on a first visit of its own: minutes on a busy machine. So each fault meets two of them here, the next fault
    // the next two, and all of them with DUNLIN_LONG.
    test.setTimeout(300_000);
    const files = Object.entries(FILES);
    const some = process.env.DUNLIN_LONG ? files : [0, 1].map((next) => files[(2 * at + next) % files.length]);
    for (const [which, of] of some) {
      await apart(browser, url, async ({ page, server }) => {
        server.meddle(of, how);
        await page.goto(server.url).catch(() => {});
        await settled(page);
        server.heal();
        await recovers({ page, server }).catch((error) => {
          throw new Error(`${which} ${what}: ${error.message}`);
        });
      });
    }
  });
}

// What another program of the origin, or the browser, does to what is kept.
const POISONS = {
  "is gone": (cache, file) => cache.delete(file),
  "has another body": (cache, file, kept) => cache.put(file, new Response("no", { headers: kept.headers })),
  "is another page": (cache, file) => cache.put(file, new Response("<title>Log in</title>", { headers: { "Content-Type": "text/html" } })),
  "is of another type": async (cache, file, kept) =>
    cache.put(file, new Response(await kept.arrayBuffer(), { headers: { "Content-Type": "application/octet-stream" } })),
  "is short": async (cache, file, kept) => cache.put(file, new Response((await kept.arrayBuffer()).slice(0, 99), { headers: kept.headers })),
  "is a failure": async (cache, file, kept) => cache.put(file, new Response(await kept.arrayBuffer(), { status: 503, headers: kept.headers })),
};

const poison = (page, how) =>
  page.evaluate(async (how) => {
    const cache = await caches.open((await caches.keys())[0]);
    const act = new Function(`return (${how})`)();
    for (const file of await cache.keys()) await act(cache, file, await cache.match(file));
  }, how);

for (const [what, how] of Object.entries(POISONS)) {
  test(`later: every kept file ${what}, and each is fetched again`, async ({ browser, url }) => {
    await apart(browser, url, async ({ page, server, context }) => {
      await visited(page, server);
      // The page's policy lets no text become code, so the act runs beside it: on a file that has no policy.
      const beside = await context.newPage();
      server.meddle((path) => path === "/beside", () => ({ status: 200, headers: { "content-type": "text/html" }, body: Buffer.from("beside") }));
      await beside.goto(new URL("beside", server.url).href);
      await poison(beside, how.toString());
      await beside.close();
      server.heal();
      await recovers({ page, server });
    });
  });
}

test("kept files are gone and the server has another version by now: the page starts", async ({ browser, url }) => {
  await apart(browser, url, async ({ page, server }) => {
    await visited(page, server);
    await page.evaluate(async () => {
      const cache = await caches.open((await caches.keys())[0]);
      for (const file of await cache.keys()) if (/\/$|wasm$/.test(file.url)) await cache.delete(file);
    });
    server.change("/", (html) => html.replace("<title>Dunlin</title>", "<title>Dunlin, the next</title>"));
    await page.reload();
    await stands(page);
    await expect(dunlin(page).goal).toBeVisible();
    await expect.poll(() => page.title()).toBe("Dunlin, the next");
  });
});

test("a new version of which a file is broken is not taken, and is offered once the server is well", async ({ browser, url }) => {
  await apart(browser, url, async ({ page, server }) => {
    await visited(page, server);
    const before = await names(page);
    server.change("/sw.js", (text) => text.replace(/VERSION="\w+"/, 'VERSION="next"'));
    server.meddle((path) => path === "/icon.svg", FAULTS["is another page"]);
    const update = () => page.evaluate(() => navigator.serviceWorker.ready.then((one) => one.update()).then(() => true, () => false));
    await update();
    await page.waitForFunction(() => navigator.serviceWorker.ready.then(({ installing, waiting }) => !installing && !waiting));
    await expect.poll(() => names(page)).toEqual(before);
    await expect(page.getByText("A new version is ready")).toHaveCount(0);
    await page.reload();
    await stands(page);
    server.heal();
    await update();
    await expect(page.getByText("A new version is ready")).toBeVisible();
  });
});

test("the message of a page that does not start reloads past what is kept, and only where the server is ours", async ({ browser, url }) => {
  await apart(browser, url, async ({ page, server }) => {
    await visited(page, server);
    const before = await names(page);
    // Broken on its way into the page, so that what is kept is not at fault and is all there is.
    const broken = (route) => route.fulfill({ status: 200, contentType: "text/javascript", body: "throw new Error('broken')" });
    await page.route(/\/start-.*\.js/, broken);
    await page.evaluate(() => navigator.serviceWorker.getRegistrations().then(([one]) => one.unregister()));
    await page.reload();
    const message = page.getByRole("alert").filter({ hasText: "could not be loaded" });
    await expect(message).toBeVisible();
    server.meddle((path) => path === "/sw.js", FAULTS["is another page"]);
    await reload(page);
    await expect(message).toBeVisible();
    await expect.poll(() => names(page)).toEqual(before);
    server.heal();
    await page.unroute(/\/start-.*\.js/);
    await reload(page);
    await stands(page);
  });
});
