// Whether a browser lets a person install the page, which only one with windows says.
import { WINDOWED, chrome } from "../browser.mjs";
import { installed } from "../pages/dunlin.mjs";
import { expect, test } from "../test.mjs";

test.use({ launchOptions: chrome([], WINDOWED), serviceWorkers: "allow" });

test("a browser finds nothing that keeps the page from being installed", async ({ page, context }) => {
  await installed(page);
  const devtools = await context.newCDPSession(page);
  const { installabilityErrors } = await devtools.send("Page.getInstallabilityErrors");
  // Only that these contexts are as private windows are.
  expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(["in-incognito"]);
});
