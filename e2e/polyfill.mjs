// The kept polyfill of WebMCP, in a browser without the native interface: put in before any script of the page runs, as a page
// that loads it first has it.
import { fileURLToPath } from "node:url";
import { chrome } from "./browser.mjs";

/** The browser as it comes, with the native interface off. */
export const WITHOUT_NATIVE = chrome();

const SCRIPT = fileURLToPath(import.meta.resolve("@mcp-b/webmcp-polyfill/iife"));

/** Puts the polyfill into every page of the context; throws in a page that has the native interface. */
export async function polyfilled(context) {
  await context.addInitScript(() => {
    globalThis.wasNative = "modelContext" in document || "modelContext" in navigator;
  });
  await context.addInitScript({ path: SCRIPT });
}

/** In a page: calls a tool as an agent of the browser does there; the polyfill takes the input as text. */
export const CALL = async ([name, input]) => {
  if (globalThis.wasNative) throw new Error("this browser has the native interface");
  const tool = (await document.modelContext.getTools()).find((one) => one.name === name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  return JSON.parse(await document.modelContext.executeTool(tool, JSON.stringify(input)));
};
