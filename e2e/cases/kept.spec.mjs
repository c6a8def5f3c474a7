// Todos and runs at the server that gave out the page, chosen in the settings.
import { dunlin, installed, stands } from "../pages/dunlin.mjs";
import { entries } from "../pages/storage.mjs";
import { choose } from "../server.mjs";
import { axe, expect, test } from "../test.mjs";

const place = (page) => page.getByRole("dialog", { name: "Settings" }).getByRole("region", { name: "Where it is kept" });

test.describe("a page in the browser's storage", () => {
  test.use({ kept: "offered" });

  test("goes to its server with all that it has, and back to what it left", async ({ page, on, url }) => {
    await on.todos.add("Milk", "Bread");
    await on.carryOut("calculate 6 * 7");
    await expect(on.result).toContainText("42");
    await on.carryOut("clear my list");
    await expect(on.approve).toBeVisible();
    await on.settings.button.click();
    await place(page).getByRole("button", { name: "Keep at the server…" }).click();
    await axe(page);
    await place(page).getByRole("button", { name: "Keep at the server", exact: true }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await stands(page);
    await on.todos.are("Milk", "Bread");
    // What waits for a person waits where it was begun.
    await expect(on.history).toHaveCount(1);
    await on.todos.add("Of the server");
    const { todos } = await (await page.request.get(new URL("todos", url).href)).json();
    expect(todos.map((todo) => todo.text)).toEqual(["Milk", "Bread", "Of the server"]);

    await on.settings.button.click();
    await expect(on.settings.data).toContainText("kept on the server");
    await place(page).getByRole("button", { name: "Keep in this browser instead" }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await stands(page);
    await on.todos.are("Milk", "Bread");
    await expect(on.history).toHaveCount(2);
  });
});

test("two browsers and the server's own answers show the same list", async ({ page, browser, on, url }) => {
  const elsewhere = await browser.newContext();
  await choose(elsewhere);
  const other = await elsewhere.newPage();
  await other.goto(url);
  await stands(other);
  await on.todos.add("From one");
  await dunlin(other).todos.are("From one");
  await dunlin(other).todos.box("From one").check();
  await expect(on.todos.box("From one")).toBeChecked();
  await page.request.post(new URL("todos", url).href, { data: { text: "From a program" } });
  await expect(on.todos.box("From a program")).toBeVisible();
  // One asks, the other answers; it is done once.
  await on.carryOut("clear my list");
  await expect(on.approve).toBeVisible();
  await dunlin(other).history.first().getByRole("link").click();
  await dunlin(other).approve.click();
  await expect(on.status).toHaveText(/^Completed/);
  await expect(dunlin(other).todos.items).toHaveCount(0);
  await elsewhere.close();
});

test("a page that is closed leaves nothing held, and its run is taken up by another", async ({ page, context, on, url }) => {
  const other = await context.newPage();
  await other.goto(url);
  await stands(other);
  const two = dunlin(other);
  await two.carryOut("add todo Milk then wait 3 seconds then add todo Bread");
  await on.todos.are("Milk");
  await other.close();
  await on.todos.are("Milk", "Bread");
  const todos = (await entries(page)).filter(([key]) => key.startsWith("dunlin:v1:todo:"));
  expect(todos.length).toBe(2);
});

test.describe("without its server", () => {
  test.use({ expected: /server|storage|Failed to load resource|net::ERR|503|401/, serviceWorkers: "allow" });

  test("the page says so, keeps nothing that it could lose, and goes on when it is back", async ({ page, on, server }) => {
    await on.todos.add("Before");
    await on.todos.are("Before");
    await server.end();
    await expect(on.notices).toContainText("The server does not answer");
    await on.todos.field.fill("Meanwhile");
    await on.todos.field.press("Enter");
    // Refused, and still there to be sent again.
    await expect(on.todos.field).toHaveValue("Meanwhile");
    await on.todos.are("Before");
    await server.again();
    await expect(on.notices).not.toContainText("The server does not answer");
    await on.todos.field.press("Enter");
    await on.todos.are("Before", "Meanwhile");

    // Opened anew while the server is away, the page comes from what the browser keeps of it, and says so again.
    await installed(page);
    await server.end();
    await page.reload();
    const form = page.getByRole("form", { name: "The server" });
    await expect(form.getByRole("alert")).toContainText("The server does not answer");
    await server.again();
    await form.getByRole("button", { name: "Try again" }).click();
    await on.todos.are("Before", "Meanwhile");
  });

  test.describe("that wants a token", () => {
    test.use({ opened: false, token: "a-token-of-some-length" });

    test("the page shows no other todos in its place", async ({ page, on, token, url }) => {
      await page.goto(url);
      const form = page.getByRole("form", { name: "The server" });
      await expect(form.getByRole("alert")).toContainText("The server asks for its token");
      await axe(page);
      await form.getByLabel("Token of the server").fill(token);
      await form.getByRole("button", { name: "Open" }).click();
      await stands(page);
      await on.todos.add("Behind the token");
      await on.reload();
      await on.todos.are("Behind the token");
      await on.settings.button.click();
      await place(page).getByRole("button", { name: "Keep in this browser instead" }).click();
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await stands(page);
      await on.todos.are();
    });
  });
});
