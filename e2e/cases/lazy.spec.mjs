// What comes when it is first wanted: the page stands without it, and waits for it in words when it does not arrive.
import { GOAL, dunlin, stands } from "../pages/dunlin.mjs";
import { expect, test } from "../test.mjs";

// The parts of the program beside its main module.
const LATER = /\/dunlin-[0-9a-f]+-(?!.*_bg)[^/]*\.wasm(\?|$)/;
const LATE = "A part of the page has not arrived, and is asked for again";

test.describe(() => {
  test.use({ opened: false });

  test("the page stands without what comes later, and fetches it when it is wanted", async ({ page, on, url }) => {
    const asked = [];
    page.on("request", (request) => LATER.test(request.url()) && asked.push(request.url()));
    await page.goto(url);
    await stands(page);
    await expect(on.goal).toBeFocused();
    await expect(on.todos.field).toBeVisible();
    expect(asked).toEqual([]);
    await on.carryOut("calculate 6 * 7");
    await expect(on.status).toHaveText(/^Completed/);
    expect(asked).toEqual([]);
    await on.goal.fill(GOAL);
    await expect(on.graph).toBeVisible();
    expect(asked.length).toBeGreaterThan(0);
  });

  test("what is typed while the program is on its way is taken over", async ({ page, on, url }) => {
    let go;
    const held = new Promise((resolve) => (go = resolve));
    await page.route("**/*_bg.wasm", async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(url, { waitUntil: "commit" });
    await on.goal.fill("add todo Buy milk");
    go();
    await stands(page);
    await expect(on.goal).toHaveValue("add todo Buy milk");
    await expect(on.steps).toHaveCount(1);
    await on.goal.press("Enter");
    await expect(on.todos.box("Buy milk")).toBeVisible();
  });
});

test.describe(() => {
  test.use({ opened: false, expected: /\.wasm|Failed to (fetch|load resource)/ });

  test("a part that does not arrive is asked for again, and the rest of the page goes on", async ({ page, on, url }) => {
    let lost = 2;
    await page.route(LATER, (route) => (lost-- > 0 ? route.abort() : route.continue()));
    await page.goto(url);
    await stands(page);
    await on.goal.fill(GOAL);
    await expect(on.notices).toContainText(LATE);
    await expect(on.steps).toHaveCount(3);
    await expect(on.graph).toBeVisible();
    await expect(on.notices).not.toContainText(LATE);
    await on.goal.press("Enter");
    await expect(on.status).toHaveText(/^Completed: 3 of 3/);
    await expect(dunlin(page).alert).toHaveCount(0);
  });
});
