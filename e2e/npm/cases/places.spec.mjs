// The pages that each bundler made, under a strict policy with Trusted Types; webpack's has no charset and a classic script.
import { expect, test } from "../../test.mjs";

const ANSWER = "0.3 completed 30 true";

test.use({ opened: false });

const KINDS = { worker: "a module worker", "service-worker": "a service worker", "classic-service-worker": "a classic service worker" };

for (const name of ["vite", "webpack", "rollup", "parcel", ...Object.keys(KINDS)]) {
  test(`what ${KINDS[name] ?? name} is given runs`, async ({ page, url }) => {
    await page.goto(`${url}places/${name}/index.html`);
    await page.waitForFunction(() => document.title !== "waiting");
    expect(await page.title()).toBe(ANSWER);
  });
}
