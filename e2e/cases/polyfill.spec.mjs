// WebMCP in the page through the kept polyfill, where the browser has no native interface: the door opens all the same.
import { WITHOUT_NATIVE, isPolyfilled, withWebmcp } from "../polyfill.mjs";
import { expect, test } from "../test.mjs";
import { CALL, NAMES, launches } from "../webmcp.mjs";

test.use({ launchOptions: WITHOUT_NATIVE, opened: false });

const call = (page, name, input) => page.evaluate(CALL, [`dunlin_${name}`, input]);

test.beforeEach(async ({ page, open }) => {
  await withWebmcp(page.context());
  await open();
  await isPolyfilled(page);
  await expect.poll(() => page.evaluate(NAMES)).toContain("dunlin_agent_launch");
});

test("an agent lists, plans and launches, and the person sees it", async ({ page, on }) => {
  expect((await page.evaluate(NAMES)).length).toBe(13);
  await launches(page, on, call);
});

test("what does not fit is told, and what deletes waits for the person", async ({ page, on }) => {
  const wrong = await call(page, "calculator", { expresion: "1" });
  expect(wrong.isError).toBe(true);
  await on.todos.add("one", "two");
  const cleared = call(page, "todo_store", { action: "clear", all: true });
  await on.reject.click();
  expect((await cleared).isError).toBe(true);
  await on.todos.are("one", "two");
  const again = call(page, "todo_store", { action: "clear", all: true });
  await on.approve.click();
  expect((await again).isError).toBeUndefined();
  await expect(on.todos.items).toHaveCount(0);
});
