// What agents of the browser see and do through WebMCP in a page, whoever put the interface there.
import { expect } from "./test.mjs";

/** In a page: the names of the tools that are offered. */
export const NAMES = async () => (await document.modelContext.getTools()).map((tool) => tool.name).sort();

/** In a page: calls a tool as an agent of the browser does there. The polyfill takes the input as text, a browser as it is. */
export const CALL = async ([name, input]) => {
  const tool = (await document.modelContext.getTools()).find((one) => one.name === name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  return JSON.parse(await document.modelContext.executeTool(tool, globalThis.wasNative ? input : JSON.stringify(input)));
};

/** An agent plans a goal, which does nothing yet, and launches it, which the person sees. */
export async function launches(page, on, call) {
  const plan = await call(page, "plan", { goal: "add todo buy milk and calculate 6 * 7" });
  expect(plan.structuredContent.steps.length).toBe(2);
  await expect(on.todos.items).toHaveCount(0);
  const run = await call(page, "agent_launch", { goal: "add todo buy milk and calculate 6 * 7", runId: "one" });
  expect([run.structuredContent.status, run.structuredContent.executionLog[1].output]).toEqual(["completed", 42]);
  await expect(on.status).toHaveText(/^Completed: 2 of 2/);
  await on.todos.are("buy milk");
}
