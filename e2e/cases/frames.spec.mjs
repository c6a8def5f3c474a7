// In a frame of another site's page nothing of what is stored is shown, and nothing can be clicked but the way out.
import { mirror } from "../mirror.mjs";
import { dunlin, stands } from "../pages/dunlin.mjs";
import { expect, test } from "../test.mjs";

const POLICY = "content-security-policy";

// A page at `outer` with a frame of `inner`, under a host that sends no policy with its frames.
async function framed(browser, url, run, { host = (headers) => delete headers[POLICY] } = {}) {
  const [outer, inner] = [await mirror(url), await mirror(url)];
  const frame = (address) => ({ status: 200, headers: { "content-type": "text/html" }, body: Buffer.from(`<iframe src="${address}" width=900 height=700></iframe>`) });
  const told = (answer) => (host(answer.headers), answer);
  outer.meddle((path) => path === "/outer", () => frame(inner.url));
  inner.meddle(() => true, (answer, asked) => (asked.url === "/outer" ? frame(inner.url) : told(answer)));
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(inner.url);
    await stands(page);
    await dunlin(page).todos.add("Private");
    await run({ page, outer, inner });
  } finally {
    await context.close();
    await Promise.all([outer.stop(), inner.stop()]);
  }
}

test("a page of another origin that frames it sees no todo and no goal bar, only a link out", async ({ browser, url }) => {
  await framed(browser, url, async ({ page, outer }) => {
    await page.goto(new URL("outer", outer.url).href);
    const frame = page.frameLocator("iframe");
    await expect(frame.getByRole("alert")).toContainText("does not open inside a page of another site");
    const link = frame.getByRole("link", { name: "Open it in a tab of its own" });
    await expect.poll(() => link.getAttribute("target")).toBe("_blank");
    await expect(frame.getByRole("textbox")).toHaveCount(0);
    await expect(frame.getByText("Private")).toHaveCount(0);
    await expect(frame.getByRole("button")).toHaveCount(0);
  });
});

test("a page of its own origin may frame it", async ({ browser, url }) => {
  await framed(browser, url, async ({ page, inner }) => {
    await page.goto(new URL("outer", inner.url).href);
    await expect(page.frameLocator("iframe").getByText("Private")).toBeVisible();
  });
});

test("as it is served here, no page frames it at all", async ({ browser, url }) => {
  await framed(
    browser,
    url,
    async ({ page, outer }) => {
      await page.goto(new URL("outer", outer.url).href);
      await page.waitForLoadState("networkidle");
      await expect(page.frameLocator("iframe").locator("#app")).toHaveCount(0);
    },
    { host: () => {} },
  );
});
