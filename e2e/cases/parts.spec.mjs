// The program comes in parts: the page stands after the first, and takes what a person does before the others are here.
import { GOAL, dunlin } from "../pages/dunlin.mjs";
import { manyTodos, put } from "../pages/storage.mjs";
import { expect, test } from "../test.mjs";

const LATER = /-[12]\.wasm(\?|$)/;

// Opens the page where what it fetches by itself of the later parts is answered only when `go` is called. A request on the
// spot, by a call that cannot wait, is answered at once.
async function held(page, url) {
  let go;
  const gone = new Promise((done) => (go = done));
  const asked = [];
  await page.route(LATER, async (route) => {
    asked.push(route.request().url());
    if (route.request().resourceType() === "fetch") await gone;
    await route.continue().catch(() => {});
  });
  await page.goto(url);
  await page.waitForSelector("[data-skeleton]", { state: "detached" });
  // The next part is asked for as soon as the page stands.
  while (asked.length < 1) await page.waitForTimeout(20);
  return { asked, go };
}

// Leaves the page blank and its origin's storage empty.
async function cleared(page, url) {
  // Any file of the origin will do: the program must not run meanwhile.
  await page.goto(new URL("icon.svg", url).href);
  await page.evaluate(() => localStorage.clear());
  await page.unroute(LATER);
}

test.describe(() => {
  test.use({ opened: false, serviceWorkers: "block" });

  test("the page stands on the first alone, and the others come by themselves", async ({ page, url }) => {
    const { asked, go } = await held(page, url);
    await expect(dunlin(page).goal).toBeFocused();
    await expect(dunlin(page).todos.field).toBeVisible();
    let come = 0;
    page.on("requestfinished", () => (come += 1));
    go();
    while (come < 2) await page.waitForTimeout(20);
    await page.waitForTimeout(1500);
    await dunlin(page).carryOut(GOAL);
    await expect(dunlin(page).status).toHaveText(/^Completed: 3 of 3/);
    expect(asked.length).toBe(2);
  });

  test("where todos are stored, every part is here before the page stands, and none is fetched on the spot", async ({ page, url }) => {
    await cleared(page, url);
    await put(page, manyTodos(300));
    const asked = [];
    page.on("request", (request) => LATER.test(request.url()) && asked.push(request.url()));
    await page.goto(url);
    await expect(dunlin(page).todos.items).toHaveCount(200);
    expect(asked.map((address) => new URL(address).search).join()).toBe(",");
    await expect(page.locator("html[data-coming]")).toHaveCount(0);
  });

  test("what is done before a part is here fetches it on the spot", async ({ page, on, url }) => {
    let asked, go, last;
    // What one try in many calls, because something took longer than usual, may be of the last part; what every try calls
    // may not: if this fails, `cargo xtask parts` sorts the functions again.
    for (let left = 3; left > 0 && last !== 0; left--) {
      await go?.();
      await cleared(page, url);
      ({ asked, go } = await held(page, url));
      await on.carryOut(GOAL);
      await expect(on.status).toHaveText(/^Completed: 3 of 3/);
      await expect(on.todos.box("Buy milk")).toBeVisible();
      expect(asked.filter((address) => address.includes("-1.wasm")).length).toBe(2);
      last = asked.filter((address) => address.includes("-2.wasm")).length;
    }
    expect(last).toBe(0);
    // Another goal: of the one that has just run, the page shows the log.
    await on.goal.fill(GOAL.replace("milk", "flour"));
    await expect(on.steps).toHaveCount(3);
    // What is still to come may be fetched for the picture of a plan; the late answers change nothing else.
    go();
    await expect(on.graph).toBeVisible();
    await on.carryOut("add todo Buy bread");
    await expect(on.todos.box("Buy bread")).toBeVisible();
  });
});

test.describe(() => {
  test.use({ opened: false, serviceWorkers: "block", expected: /\.wasm|Failed to (fetch|load resource)|did not arrive/ });

  test("a part that does not arrive is said, with the data at hand", async ({ page, url }) => {
    await page.route(LATER, (route) => route.abort());
    await page.goto(url);
    await page.waitForSelector("[data-skeleton]", { state: "detached" });
    await page.evaluate(() => localStorage.setItem("dunlin:v1:todo:kept", "kept"));
    await dunlin(page).goal.fill("1 + 1");
    await expect(dunlin(page).alert).toContainText("What is stored is safe");
    await expect(page.getByRole("button", { name: "Save a copy" })).toBeVisible();
  });
});
