// What a case is given beside what Playwright gives: the page open at its address with the program started, `on` to find
// things in it, and a watch that fails the case on whatever a page must never do.
import { expect as plain, test as plainTest } from "@playwright/test";
import { dunlin, stands } from "./pages/dunlin.mjs";
import { choose, served } from "./server.mjs";
import { watch } from "./watch.mjs";

export { axe } from "./axe.mjs";

export const test = plainTest.extend({
  // A pattern of what the watch would find, and the case provokes on purpose.
  expected: [null, { option: true }],
  // Where this is false, the page is given blank.
  opened: [true, { option: true }],
  // Where the page keeps todos and runs: in the browser, or at a server of the case's own; "offered" is in the browser, with a
  // server that the page came from.
  kept: ["browser", { option: true }],
  // The token that such a server wants, which the page has not been told.
  token: ["", { option: true }],
  server: async ({ kept, token }, use) => {
    if (kept === "browser") return use(undefined);
    const server = await served({ token });
    await use(server);
    await server.remove();
  },
  url: ({ baseURL, server }, use) => use(server?.url ?? baseURL),

  // What the watch over the case's own tabs has found.
  findings: ({}, use) => use(new Set()),
  context: async ({ context, url, expected, findings, kept }, use) => {
    if (kept === "server") await choose(context);
    await watch(context, new URL(url).origin, expected, findings);
    await use(context);
    if (findings.size > 0) throw new Error(`the page did what it must not do:\n${[...findings].join("\n")}`);
  },
  page: async ({ page, opened, url }, use) => {
    if (opened) await open(page, url);
    await use(page);
  },
  open: ({ page, url }, use) => use(() => open(page, url)),
  on: ({ page }, use) => use(dunlin(page)),
});

// Opens the address and waits until the program has taken the place of the skeleton.
async function open(page, url) {
  await page.goto(url);
  await stands(page);
}

// Text is what a person reads: without what is hidden, and blanks drawn together, for patterns too. Playwright's own matchers
// take what is hidden for text.
export const expect = plain.extend({
  toHaveText: read("toHaveText"),
  toContainText: read("toContainText"),
});

function read(name) {
  return async function (at, wanted, options) {
    const asked = plain(at);
    try {
      await (this.isNot ? asked.not : asked)[name](drawnTogether(wanted), { useInnerText: true, timeout: this.timeout, ...options });
      return { pass: !this.isNot };
    } catch (error) {
      return { pass: this.isNot, message: () => error.message };
    }
  };
}

// A pattern that takes any blanks where it has one, and whose dot takes the end of a line.
function drawnTogether(wanted) {
  if (Array.isArray(wanted)) return wanted.map(drawnTogether);
  if (!(wanted instanceof RegExp)) return wanted;
  return new RegExp(wanted.source.replaceAll(" ", "\\s+"), `${wanted.flags}s`);
}
