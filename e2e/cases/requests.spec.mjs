// Nothing leaves the device: every request of a whole journey is written down, worker and socket included.
import { GOAL } from "../pages/dunlin.mjs";
import { expect, test } from "../test.mjs";

test.describe(() => {
  test.use({ opened: false });

  test("every request of the whole journey goes to the page's own origin", async ({ page, on, context, url, open }) => {
    const asked = [];
    // What the browser itself sends, below whatever a page or a worker can hide; data: and blob: stay inside it.
    context.on("request", (request) => asked.push(request.url()));
    page.on("websocket", (socket) => asked.push(socket.url()));
    const network = await context.newCDPSession(page);
    await network.send("Network.enable");
    network.on("Network.requestWillBeSent", ({ request }) => asked.push(request.url));
    network.on("Network.webSocketCreated", ({ url }) => asked.push(url));
    network.on("Network.webTransportCreated", ({ url }) => asked.push(url));

    await open();
    await on.todos.add("See https://example.org/a.png", "![](https://example.org/b.png) <img src=//example.org/c>");
    await on.carryOut(GOAL);
    await expect(on.status).toHaveText(/^Completed/);
    await on.carryOut('add todo "https://example.org/d" then list todos');
    await expect(on.status).toHaveText(/^Completed/);
    await on.report.button.click();
    await on.report.close.click();
    await Promise.all([page.waitForEvent("download"), on.more("Save JSON")]);
    await on.settings.button.click();
    const [backup] = await Promise.all([page.waitForEvent("download"), on.settings.export.click()]);
    await on.settings.file.setInputFiles(await backup.path());
    await expect(on.settings.data).toContainText("Imported");
    await on.settings.close.click();
    await on.reload();
    await on.history.first().getByRole("link").click();
    await expect(on.rows).toHaveCount(2);

    const sent = asked.filter((address) => !/^(data|blob):/.test(address));
    expect(sent.some((address) => address.endsWith(".wasm"))).toBe(true);
    expect([...new Set(sent.map((address) => new URL(address).origin))]).toEqual([new URL(url).origin]);
  });
});
