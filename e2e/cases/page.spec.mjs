// The page as a whole: it starts, under its policy, and the policy is the one that was promised.
import { axe, expect, test } from "../test.mjs";

test("it starts without a word in the console", async ({ page }) => {
  await expect.poll(() => page.title()).toContain("Dunlin");
  await expect(page.locator("main")).toHaveCount(1);
});

test("axe finds nothing in light and in dark", async ({ page }) => {
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    await axe(page);
  }
});

test("the policy is strict, in the page and from the server", { tag: "@browser" }, async ({ page, url }) => {
  const headers = (await page.request.get(url)).headers();
  const meta = await page.locator("meta[http-equiv='Content-Security-Policy']").getAttribute("content");
  for (const policy of [meta, headers["content-security-policy"]]) {
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';");
    expect(policy).toContain("connect-src 'self'");
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types default dunlin dunlin-reach");
    expect(policy).not.toContain("unsafe-inline");
  }
  expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
  expect(headers["x-content-type-options"]).toBe("nosniff");
  const inline = await page.locator("script:not([src]), style, [onclick], [onload], [onerror]").count();
  expect(inline).toBe(0);
});

test.describe(() => {
  test.use({ expected: /[Cc]ontent [Ss]ecurity [Pp]olicy|^script-src|^connect-src|violates|Trusted|^require-trusted-types-for|^trusted-types/ });

  test("an inline script, an evaluated text, markup from text and another origin are refused", async ({ page }) => {
    const answers = await page.evaluate(async () => {
      const passes = (act) => {
        try {
          return act() !== false;
        } catch {
          return false;
        }
      };
      const script = document.createElement("script");
      const written = passes(() => (script.textContent = "globalThis.ran = true"));
      script.append("globalThis.ran = true");
      document.body.append(script);
      // What Leptos makes of a view that never changes is the only markup that passes (web/assets/markup.js).
      const hostile = [
        "<img src=x onerror=alert(1)>", "<b onclick=\"alert(1)\">x</b>", "<a href=\"javascript:alert(1)\">x</a>", "<script>alert(1)</script>",
        "<iframe srcdoc=x></iframe>", "<svg><script>alert(1)</script></svg>", "<p style=\"color: red\">x</p>", "<b><!-- --><img></b>", "a < b", "<form><input></form>",
      ];
      const markup = hostile.filter((text) => passes(() => (document.createElement("div").innerHTML = text)));
      const policy = passes(() => trustedTypes.createPolicy("other", { createHTML: (text) => text }));
      // Later, in a turn of the page's own: what the test itself calls may do more than the page.
      const evaluated = await new Promise((tell) => {
        setTimeout(() => tell(passes(() => globalThis.eval("1 + 1") === 2)));
      });
      const left = await fetch("https://example.org/").then(
        () => true,
        () => false,
      );
      return { ran: globalThis.ran === true, written, markup, policy, evaluated, left };
    });
    expect(answers).toEqual({ ran: false, written: false, markup: [], policy: false, evaluated: false, left: false });
  });
});
