// The kept polyfill of WebMCP, put in before any script of the page runs, as a page that loads it first has it. Where the browser
// has an interface of its own, the polyfill leaves it.
import { fileURLToPath } from "node:url";
import { chrome } from "./browser.mjs";
import { expect } from "./test.mjs";

/** The browser as it comes, with its own interface off. */
export const WITHOUT_NATIVE = chrome();

const SCRIPT = fileURLToPath(import.meta.resolve("@mcp-b/webmcp-polyfill/iife"));

/** Puts the polyfill into every page of the context that has no interface of the browser's own. */
export async function withWebmcp(context) {
  await context.addInitScript(() => {
    globalThis.wasNative = "modelContext" in document || "modelContext" in navigator;
  });
  await context.addInitScript({ path: SCRIPT });
}

/** Fails in a page whose interface is the browser's own: the case is about the polyfill. */
export const isPolyfilled = async (page) => expect(await page.evaluate(() => globalThis.wasNative)).toBe(false);
