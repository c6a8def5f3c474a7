// The package in workerd: one import line, as its bundlers resolve it. They leave the imports of `.wasm` files to workerd.
import { createRuntime, evaluate } from "dunlin";
import { parseDate } from "dunlin/dates";

let runtime;

export default {
  async fetch(request) {
    runtime ??= await createRuntime();
    const { pathname } = new URL(request.url);
    if (pathname === "/mcp") return runtime.mcp(request);
    runtime.tools.register({ name: "hear", phrases: ["hear {what}"], execute: async ({ what }) => what }).unregister();
    const record = await runtime.run("add todo Feed the cat and calculate (10 + 5) * 2").result;
    const date = parseDate("tomorrow", { now: new Date(2026, 10, 21) });
    return Response.json([evaluate("0.1 + 0.2").text, record.status, record.result, date.date, runtime.todos.list()[0].text]);
  },
};
