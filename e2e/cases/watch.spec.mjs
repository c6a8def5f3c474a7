// What fails a case, beside what it asserts: each of these does one thing that a page must not do, and is expected to fail.
import { watch } from "../watch.mjs";
import { expect, test } from "../test.mjs";

test.describe(() => {
  test.use({ opened: false });

  test.fail("an assertion that does not hold fails a case", async ({ page }) => {
    await expect(page.locator("body")).toHaveText("what is not there", { timeout: 100 });
  });
});

// What is done, and what is found then.
const WRONGS = {
  "an error in the console": [() => console.error("said aloud"), /^console error: said aloud$/],
  "an error that nobody catches": [() => void setTimeout(() => { throw new Error("thrown away"); }), /^uncaught error: Error: thrown away/],
  "a violation of the policy": [() => void document.head.append(Object.assign(document.createElement("style"), { textContent: "a {}" })), /^policy violated: style-src/],
  "a request to another origin": [() => fetch("https://example.org/").catch(() => {}), /example\.org/],
  "an answer that says it failed": [() => fetch("/no-such-file").catch(() => {}), /^bad answer: 404 .*no-such-file$/],
};

for (const [what, [wrong, found]] of Object.entries(WRONGS)) {
  test.fail(`${what} fails a case`, async ({ page, findings }) => {
    await page.evaluate(wrong);
    // What is found counts when the case has ended, and a case that ends with nothing found passes.
    await expect.poll(() => findings.size).toBeGreaterThan(0).catch(() => findings.clear());
  });

  test(`${what} is told as what it is`, async ({ browser, url }) => {
    const context = await browser.newContext();
    const findings = await watch(context, new URL(url).origin, null);
    const page = await context.newPage();
    await page.goto(url);
    await page.evaluate(wrong);
    await expect.poll(() => [...findings].some((one) => found.test(one)), [...findings].join()).toBe(true);
    await context.close();
  });
}
