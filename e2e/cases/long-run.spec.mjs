// A run of many steps: only what is near stands in the document, and still every step is counted, found and reached.
import { dunlin } from "../pages/dunlin.mjs";
import { begunRun, put } from "../pages/storage.mjs";
import { axe, expect, test } from "../test.mjs";

const RUN = "01900000-0000-7000-8000-0000000000aa";
const COUNT = 400;

const steps = Array.from({ length: COUNT }, (_, at) => ({
  toolName: "calculator",
  toolInput: { expression: `${at + 1} * 3` },
  reasoning: `Line ${at + 1}`,
  dependsOn: at === 0 ? [] : [at],
}));

async function carriedOut({ page, url }, hash = `#/?run=${RUN}`) {
  await put(page, begunRun({ runId: RUN, goal: "four hundred sums", steps, policy: { maxSteps: COUNT, maxToolCalls: COUNT } }));
  await page.goto(`${url}${hash}`);
  const on = dunlin(page);
  await on.reload();
  await expect(on.status).toHaveText(/^Completed: 400 of 400/);
  return on;
}

const row = (on, number) => on.rows.and(on.log.locator(`[aria-posinset="${number}"]`));

test("a log of many steps is counted whole, drawn in part, and drawn where it is scrolled to", async ({ page, url }) => {
  const on = await carriedOut({ page, url });
  await expect(row(on, 1)).toHaveAttribute("aria-setsize", String(COUNT));
  await expect.poll(() => on.rows.count()).toBeLessThan(100);
  await expect(row(on, COUNT)).toHaveCount(0);
  const list = on.log.getByRole("list", { name: "Log" });
  await list.evaluate((list) => list.scrollTo(0, list.scrollHeight));
  await expect(row(on, COUNT)).toContainText("1200");
  await expect(row(on, COUNT)).toBeVisible();
  await expect(row(on, 1)).toHaveCount(0);
  await expect.poll(() => on.rows.count()).toBeLessThan(100);
  await on.showPlan();
  await expect.poll(() => on.steps.count()).toBeLessThan(100);
  await list.evaluate((list) => list.scrollTo(0, 0));
  await expect(row(on, 1)).toBeVisible();
  // The page itself stays short: nobody scrolls past four hundred rows to reach the todos.
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(3000);
});

test("a step that the address names is shown in log and outline, however far it is", async ({ page, url }) => {
  const on = await carriedOut({ page, url }, `#/?run=${RUN}&step=300`);
  await expect(row(on, 300)).toContainText("Observation");
  await on.showPlan();
  const seen = (list, inside) =>
    list.evaluate((list, inside) => {
      const [frame, row] = [list, list.querySelector(inside)].map((node) => node.getBoundingClientRect());
      return row.top < frame.bottom && row.bottom > frame.top;
    }, inside);
  const lists = [on.log.getByRole("list", { name: "Log" }), on.plan.getByRole("list", { name: "Steps" })];
  for (const list of lists) await expect.poll(() => seen(list, '[aria-posinset="300"]'), "the selected step is in sight").toBe(true);
});

test("the log is searched, and walked through by keyboard beyond what was drawn", async ({ page, url }) => {
  const on = await carriedOut({ page, url });
  const search = on.log.getByRole("searchbox", { name: "Search log" });
  await search.fill("1197");
  await expect(on.rows).toHaveCount(1);
  await expect(on.rows.first()).toContainText("399 Calculate");
  await expect(on.log).toContainText("1 of 400 steps");
  await search.fill("no such words");
  await expect(on.rows).toHaveCount(0);
  await search.fill("");
  await expect(row(on, 1)).toBeVisible();
  await axe(page);
  await row(on, 1).getByRole("button").first().focus();
  for (let at = 0; at < 60; at += 1) await page.keyboard.press("ArrowDown");
  await expect(row(on, 61).getByRole("button").first()).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(row(on, 61)).toContainText("Observation");
  expect(page.url()).toContain("step=61");
});

test("arrow keys that come quicker than the log is drawn all count", async ({ page, url }) => {
  const on = await carriedOut({ page, url });
  // In one task, so that nothing can be drawn between them.
  const press = (key, times) =>
    page.evaluate(([key, times]) => {
      const event = () => new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
      for (let at = 0; at < times; at += 1) document.activeElement.dispatchEvent(event());
    }, [key, times]);
  const line = (number) => row(on, number).getByRole("button").first();
  await expect(row(on, 1)).toBeVisible();
  await line(1).focus();
  await press("ArrowDown", 250);
  await expect(line(251)).toBeFocused();
  await press("ArrowUp", 200);
  await expect(line(51)).toBeFocused();
  await press("ArrowDown", COUNT);
  await expect(line(COUNT)).toBeFocused();
});
