// Many todos, and many at once: nothing is lost and the page stays alive.
import { dunlin, stands } from "../pages/dunlin.mjs";
import { manyTodos, put, storedTodos } from "../pages/storage.mjs";
import { expect, test } from "../test.mjs";

const MANY = 10_000;

test("two hundred adds in each of two tabs at once are four hundred in both", async ({ page, context, url }) => {
  const other = await context.newPage();
  await other.goto(url);
  await stands(other);
  const names = ["left", "right"].map((side) => Array.from({ length: 200 }, (_, at) => `${side} ${at}`));
  const both = [page, other];
  // Through the field, as fast as the page takes them: from inside each tab, so that the two really are at once.
  const typed = (on, texts) =>
    dunlin(on).todos.field.evaluate(async (field, texts) => {
      for (const text of texts) {
        field.value = text;
        field.dispatchEvent(new InputEvent("input", { bubbles: true }));
        field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
        await new Promise((go) => setTimeout(go));
      }
      return field.value;
    }, texts);
  expect(await Promise.all(both.map((on, at) => typed(on, names[at])))).toEqual(["", ""]);

  const wanted = names.flat().sort();
  for (const on of both) {
    // A browser tells one tab of what another stored when it gets to it.
    await expect.poll(async () => (await storedTodos(on)).map((todo) => todo.text).sort()).toEqual(wanted);
    expect(new Set((await storedTodos(on)).map((todo) => todo.id)).size).toBe(400);
    const { todos } = dunlin(on);
    await expect(todos.region).toContainText("400 todos left");
    await todos.more.click();
    await expect(todos.items).toHaveCount(400);
    const shown = await todos.list.getByRole("checkbox").evaluateAll((all) => all.map((box) => box.getAttribute("aria-label")));
    expect(shown.sort()).toEqual(wanted);
  }
});

test.describe(() => {
  test.use({ opened: false });

  test("what is asked before ten thousand todos were read has all of them", async ({ page, url }) => {
    await page.route("**/fill", (route) => route.fulfill({ contentType: "text/html", body: "<title>fill</title>" }));
    await page.goto(new URL("fill", url).href);
    await put(page, manyTodos(MANY));
    // As soon as there is a field to type in, in the same turn: before anything is painted, and so before they are read.
    await page.addInitScript(() => {
      new MutationObserver((_, observer) => {
        const field = document.querySelector("input[aria-label='New todo']");
        if (field === null || document.querySelector("[data-skeleton]") !== null) return;
        observer.disconnect();
        globalThis.before = document.querySelectorAll("[aria-label='Todo items'] li").length;
        field.value = "The very first thing";
        field.dispatchEvent(new InputEvent("input", { bubbles: true }));
        field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
      }).observe(document, { childList: true, subtree: true });
    });
    await page.goto(url);
    const { todos } = dunlin(page);
    await expect(todos.region).toContainText("9001 todos left");
    await expect.poll(() => page.evaluate(() => globalThis.before)).toBe(0);
    expect((await storedTodos(page)).length).toBe(MANY + 1);
  });
});

test("ten thousand todos are there after a reload, and everything still works on them", async ({ page, on }) => {
  await put(page, manyTodos(MANY));
  await on.reload();
  const { todos } = on;
  await expect(todos.region).toContainText("9000 todos left");
  await expect(todos.box("Errand 0 for the harbour")).toBeVisible();
  await todos.filter("Completed").click();
  await expect(todos.items.first()).toContainText("Errand 9 for the library");
  await todos.filter("Active").click();
  await todos.box("Errand 0 for the harbour").click();
  await expect(todos.box("Errand 0 for the harbour")).toHaveCount(0);
  await todos.filter("All").click();
  await todos.remove("Errand 1 for the orchard").click();
  await expect(todos.box("Errand 1 for the orchard")).toHaveCount(0);
  await todos.add("One more than enough");
  await on.carryOut("find errand 4321");
  await expect(on.result).toContainText("Errand 4321 for the library");
  await on.reload();
  const stored = await storedTodos(page);
  expect(stored.length).toBe(MANY);
  expect(stored.at(-1).text).toBe("One more than enough");
  expect(stored[0].completed).toBe(true);
  await expect(todos.region).toContainText("8999 todos left");
});

test("what is added, chosen or taken back is seen, however many come before it", async ({ page, on }) => {
  await put(page, manyTodos(600));
  await on.reload();
  const { todos } = on;
  await expect(todos.region).toContainText("540 todos left");
  await todos.add("One more than enough");
  await expect(todos.box("One more than enough")).toBeInViewport();
  await todos.remove("One more than enough").click();
  await todos.undo.click();
  await expect(todos.box("One more than enough")).toBeFocused();
  const go = async (words) => {
    await page.keyboard.press("Control+k");
    if (!(await page.getByRole("dialog", { name: "Commands" }).isVisible())) await page.keyboard.press("Control+k");
    await page.getByRole("dialog", { name: "Commands" }).getByRole("combobox").fill(words);
    await expect(page.getByRole("dialog", { name: "Commands" }).getByRole("option").first()).toContainText(words);
    await page.keyboard.press("Enter");
  };
  // It is among those that are folded away.
  await go("Errand 589 for the orchard");
  await expect(todos.box("Errand 589 for the orchard")).toBeFocused();
});
