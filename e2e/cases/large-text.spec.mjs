// Words that wrap: at twice the size, and behind the goal on a phone.
import { expect, test } from "../test.mjs";

// The lines of each text that is found, from top to bottom, and whether one runs into the next.
const overprinted = async (page, ...selectors) => {
  for (const selector of selectors) expect(await page.locator(selector).count(), selector).toBeGreaterThan(0);
  return page.evaluate((selector) => {
    const crossed = (node) => {
      const range = new Range();
      range.selectNodeContents(node);
      const lines = [...range.getClientRects()].map(({ top, bottom }) => ({ top, bottom })).sort((a, b) => a.top - b.top);
      return lines.some(({ top }, at) => at > 0 && top > lines[at - 1].top + 4 && top < lines[at - 1].bottom - 2);
    };
    return [...document.querySelectorAll(selector)].filter(crossed).map((node) => node.textContent);
  }, selectors.join());
};

test("at twice the size no line is printed over another, in the list, the plan, its picture and the settings", async ({ page, on }) => {
  await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
  await on.todos.add("Ask the neighbours whether they can water the plants on the balcony while everybody is away #home");
  await on.goal.fill("calculate 12 * 7 then add todo Pay the result of all that was worked out, and list todos due today");
  await on.plan.getByRole("button", { name: "Graph" }).click();
  await expect(on.node(3)).toBeVisible();
  expect(await overprinted(page, ".todo-text", ".todo-badges", ".step-what")).toEqual([]);
  // In the picture the words stay in their boxes, one line under the other.
  const nodes = await on.graph.evaluate((view) =>
    [...view.querySelectorAll("[role=option]")].map((node) => {
      const [box, name, sub] = [...node.querySelectorAll("rect, text")].map((one) => one.getBoundingClientRect());
      const inside = [name, sub].every((words) => words.right <= box.right && words.bottom <= box.bottom + 1);
      return inside && (sub.height === 0 || name.bottom <= sub.top + 3);
    }),
  );
  expect(nodes.every(Boolean)).toBe(true);
  // They are the words of the list, and no record.
  await expect(on.graph).not.toContainText("{");
  await on.settings.button.click();
  await expect(on.settings.dialog.getByRole("region", { name: "Templates" })).toBeVisible();
  expect(await overprinted(page, ".template summary")).toEqual([]);
});

test("pictures and boxes are twice as large with letters of twice the size, and none is cut by what is around it", async ({ page, on }) => {
  await on.todos.add("Send invoice 2020-05-06", "Water the plants");
  await on.todos.box("Water the plants").check();
  await on.carryOut("add todo Rent then calculate 1 / 0");
  await expect(on.status).toHaveText(/^Failed/);
  const sizes = () =>
    page.evaluate(() =>
      [...document.querySelectorAll(".page :is(svg.glyph, input[type=checkbox])")].map((one) => {
        const [box, around] = [one, one.parentElement].map((node) => node.getBoundingClientRect());
        return { width: box.width, height: box.height, inside: box.width <= around.width + 0.5 && box.height <= around.height + 0.5 };
      }),
    );
  const before = (await sizes()).filter(({ width }) => width > 0);
  await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
  const after = (await sizes()).filter(({ width }) => width > 0);
  expect(before.length).toBeGreaterThan(10);
  expect(after.map(({ width, height }) => [width, height])).toEqual(before.map(({ width, height }) => [2 * width, 2 * height]));
  expect(after.filter(({ inside }) => !inside)).toEqual([]);
  // On a phone they fit beside the words, and nothing sticks out.
  await page.setViewportSize({ width: 390, height: 844 });
  for (const tab of ["Ask", "Todos", "History"]) {
    await on.tab(tab);
    expect((await sizes()).filter(({ width, inside }) => width > 0 && !inside)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), tab).toBeLessThanOrEqual(390);
  }
});

test("behind the goal the lines break where the goal's do, at every width of a phone", async ({ page, on }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await on.goal.fill("work out 15% tip on 84.50 and add todo pay dinner tomorrow, then show my list");
  await expect(page.locator(".prompt-mirror .mark-when")).toHaveText("tomorrow");
  const unlike = await page.evaluate(() => {
    const [field, mirror, input] = ["field", "mirror", "input"].map((name) => document.querySelector(`.prompt-${name}`));
    const widths = Array.from({ length: 161 }, (_, at) => 320 + at);
    return widths.filter((width) => {
      // The page has 16 pixels at each side, and the frame a line.
      field.style.width = `${width - 34}px`;
      input.style.height = "0";
      const high = input.scrollHeight;
      input.style.height = "";
      const twin = mirror.cloneNode(true);
      twin.style.cssText = `position: absolute; width: ${width - 34}px`;
      field.append(twin);
      const same = Math.abs(twin.offsetHeight - high) < 4;
      twin.remove();
      return !same;
    });
  });
  expect(unlike).toEqual([]);
});
