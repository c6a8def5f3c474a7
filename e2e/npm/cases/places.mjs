// The pages that each bundler made, under a strict policy with Trusted Types; webpack's has no charset and a classic script.
const ANSWER = "0.3 completed 30 true";

export const cases = ["vite", "webpack", "rollup", "parcel", "worker"].map((name) => ({
  name: `what ${name === "worker" ? "a module worker" : name} is given runs`,
  open: false,
  async run({ page, url, expect }) {
    await page.goto(`${url}places/${name}/index.html`);
    await page.waitForFunction(() => document.title !== "waiting");
    expect(await page.title()).toBe(ANSWER);
  },
}));
