// A narrow screen: one part of the page at a time, and targets for fingers.
import { axe, expect, test } from "../test.mjs";

test.describe(() => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test("three tabs show the goal, the todos and the history, one at a time, and the history says what waits", async ({ page, on }) => {
    await expect(on.goal).toBeVisible();
    await expect(on.todos.field).toBeHidden();
    // Keys that a phone does not have are not named, nor half of what they do.
    await expect(page.getByText("lists all commands")).toBeHidden();
    await on.tab("Todos");
    await expect(on.goal).toBeHidden();
    await on.todos.add("One", "Two");
    await axe(page);
    await on.tab("Ask");
    await on.carryOut("clear my list");
    await expect(on.approve).toBeVisible();
    const tabs = page.getByRole("navigation", { name: "Parts of the page" }).getByRole("button");
    await expect(tabs).toHaveText(["Ask", "Todos", "History 1 run waits for you"]);
    await axe(page);
    await on.tab("History");
    await expect(on.log).toBeHidden();
    await axe(page);
    // A run that is chosen is looked at.
    await on.history.first().getByRole("link").click();
    await expect(on.approve).toBeVisible();
  });

  test("a tab begins at the top, and what was just done stands above the tabs", async ({ page, on }) => {
    for (const tab of ["Todos", "History"]) {
      await on.tab(tab);
      const box = await page.getByRole("heading", { name: tab, exact: true }).boundingBox();
      expect(box.y).toBeLessThan(80);
    }
    await on.tab("Todos");
    await on.todos.add(...Array.from({ length: 12 }, (_, at) => `Todo ${at} #home`));
    await on.todos.box("Todo 1").check();
    const undo = await on.todos.undo.boundingBox();
    const tabs = await page.getByRole("navigation", { name: "Parts of the page" }).boundingBox();
    expect(undo.y + undo.height).toBeLessThanOrEqual(tabs.y);
  });

  test("the end of the todos is scrolled clear of the way back and of a new version", async ({ page, on }) => {
    await on.tab("Todos");
    await on.todos.add(...Array.from({ length: 20 }, (_, at) => `Todo ${at}`));
    await on.todos.box("Todo 1").check();
    const [last, undo] = [on.todos.item("Todo 19"), on.todos.said];
    const tabs = page.getByRole("navigation", { name: "Parts of the page" });
    const toTheEnd = () => page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    // Both are seen whole, one under the other, and above whatever is fixed to the bottom.
    const clear = async (fixed) => {
      await toTheEnd();
      const [row, back, over] = await Promise.all([last, undo, fixed].map((one) => one.boundingBox()));
      expect(row.y + row.height).toBeLessThanOrEqual(back.y);
      expect(back.y + back.height).toBeLessThanOrEqual(over.y);
    };
    await expect(on.todos.undo).toBeVisible();
    await clear(tabs);
    // What `offline.js` puts there when a version waits.
    await page.evaluate(() => {
      const button = Object.assign(document.createElement("button"), { className: "button", textContent: "Use it now" });
      document.querySelector(".update").replaceChildren("A new version is ready.", button);
    });
    const offer = page.getByRole("status", { name: "Update" });
    await clear(offer);
    await page.evaluate(() => scrollTo(0, 0));
    const [back, over] = await Promise.all([undo, offer].map((one) => one.boundingBox()));
    expect(back.y + back.height).toBeLessThanOrEqual(over.y);
    await axe(page);
  });

  test("looking for todos stays among them after a run, and the list of commands is for fingers", async ({ page, on }) => {
    await on.carryOut("add todo buy tea then add todo call Ann then add todo sweep the porch then add todo water the ferns");
    await expect(on.status).toHaveText(/^Completed/);
    await on.tab("Todos");
    await on.todos.filter("Active").click();
    await expect(on.todos.filter("Active")).toHaveAttribute("aria-current", "true");
    await expect(on.todos.field).toBeVisible();
    await on.todos.search.fill("Ann");
    await on.todos.are("call Ann");
    await expect.poll(() => page.url()).toContain("q=Ann");
    await expect(on.todos.field).toBeVisible();
    await on.todos.menuOf("call Ann").click();
    const step = on.todos.item("call Ann").getByRole("link", { name: "added by a run" });
    expect((await step.boundingBox()).height).toBeGreaterThanOrEqual(44);
    await step.click();
    await expect(on.goal).toBeVisible();
    // The picture has no room here, nor what shows it.
    await on.goal.fill("calculate 2 + 2 then list todos");
    await expect(on.steps).toHaveCount(2);
    await expect(on.plan.getByRole("button", { name: "Graph" })).toBeHidden();
    await page.getByRole("button", { name: "Commands" }).click();
    const line = page.getByRole("dialog", { name: "Commands" }).getByRole("option").first();
    expect((await line.boundingBox()).height).toBeGreaterThanOrEqual(44);
  });

  test("what is pressed is as large as a finger", async ({ page, on }) => {
    await on.tab("Todos");
    await on.todos.add("One tomorrow #home @errands", "Two", "Three", "Four");
    await on.todos.field.fill("Five tomorrow p1 #home");
    // A box has its cell to be pressed, and a mark on the axis of a run is no more than that.
    const targets = "button, select, summary, a[href], .check-cell, input:not(.check):not([hidden])";
    const small = () =>
      page.evaluate((targets) => {
        // The small print under a todo is pressed around its words, where it takes no room.
        const pressed = (node) => {
          const { width, height } = node.getBoundingClientRect();
          if (!node.matches(".badge")) return { width, height };
          const around = getComputedStyle(node, "::after");
          return { width: parseFloat(around.width), height: parseFloat(around.height) };
        };
        return [...document.querySelectorAll(targets)]
          .filter((node) => node.checkVisibility() && !node.matches(".gap-switch"))
          .map((node) => [node.getAttribute("aria-label") ?? node.textContent, pressed(node)])
          .filter(([, { height, width }]) => height < 44 || width < 44)
          .map(([name, { width, height }]) => `${name} ${Math.round(width)} × ${Math.round(height)}`);
      }, targets);
    await expect.poll(small).toEqual([]);
    // In its middle each is pressed itself.
    const astray = await page.evaluate(() => {
      const middle = (node) => {
        node.scrollIntoView({ block: "center" });
        const { x, y, width, height } = node.getBoundingClientRect();
        return document.elementFromPoint(x + width / 2, y + height / 2);
      };
      const links = [...document.querySelectorAll(".todo-badges a")];
      return [links.length, links.filter((link) => !link.contains(middle(link))).map((node) => node.textContent)];
    });
    expect(astray).toEqual([2, []]);
    await on.tab("Ask");
    await on.goal.fill("add todo Call Ann tomorrow p1 then calculate 2 + 2");
    await expect(on.steps).toHaveCount(2);
    await expect.poll(small).toEqual([]);
    await on.carryOut("calculate 2 + 2");
    await expect(on.status).toHaveText(/^Completed/);
    await expect.poll(small).toEqual([]);
    await on.carryOut("list todos");
    await expect(on.result.getByRole("checkbox")).toHaveCount(4);
    await expect.poll(small).toEqual([]);
    await on.carryOut("clear my list");
    await expect(on.approve).toBeVisible();
    await expect.poll(small).toEqual([]);
    await on.settings.button.click();
    await expect(on.settings.dialog.getByRole("region", { name: "Data" })).toBeVisible();
    await expect.poll(small).toEqual([]);
  });
});
