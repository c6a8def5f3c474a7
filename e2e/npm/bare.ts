// What a project has that knows neither lib `dom` nor the types of Node: it is checked by tsc there, never run. In its place
// stands what the package says of it.
import { createRuntime, evaluate, plan, type HostStorage, type Runtime } from "dunlin";
import { createRuntime as createEngine, type Engine, type ToolContext } from "dunlin/runtime";
import { createTools } from "dunlin/tools";

const kept = new Map<string, string>();
const storage: HostStorage = {
  get: (key) => kept.get(key),
  set: (key, value) => void kept.set(key, value),
  remove: (key) => void kept.delete(key),
  keys: () => kept.keys(),
};
const engine: Engine = await createEngine({ storage, wasm: new Uint8Array([0, 97, 115, 109]) });
const dunlin: Runtime = await createRuntime({ wasm: "dunlin.wasm" });
dunlin.tools.register({
  name: "wait",
  description: "Waits",
  execute: async (_input: unknown, { signal, attempt }: ToolContext) => {
    signal.addEventListener("abort", () => undefined);
    return signal.aborted ? attempt : evaluate("1 + 1").value;
  },
});
const status: number = (await dunlin.mcp({ method: "POST", url: "/mcp", headers: { get: () => null }, text: async () => "{}" })).status;
export const used = [engine, createTools, plan, status];

// @ts-expect-error: it is not there, which is the point.
export type Absent = HTMLElement;
