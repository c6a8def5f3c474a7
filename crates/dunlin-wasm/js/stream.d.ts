// The types of the door `dunlin/stream`: all of `dunlin`, with its module in a file of its own.
import type { RuntimeOptions } from "./index.js";

export * from "./index.js";

/** Fetches and starts the module; `createRuntime` does it by itself, the readers want it before. */
export function ready(wasm?: RuntimeOptions["wasm"]): Promise<void>;
