// Made from the records in Rust by the test `types` of dunlin-wasm; changes belong there.

/** What a tool says of itself. */
export const SPEC_FIELDS = [
  "name",
  "description",
  "inputSchema",
  "annotations",
  "reads",
  "writes",
  "destructiveWhen",
  "destructiveTogether",
  "readOnlyWhen",
  "keyed",
  "asksLeave",
  "delegates",
  "estimates",
];

/** Of that what says when a person is asked. */
export const ASKING_FIELDS = [
  "annotations",
  "destructiveWhen",
  "destructiveTogether",
  "readOnlyWhen",
  "asksLeave",
];

/** What a runtime is opened with. */
export const OPENING = [
  "policy",
  "seed",
  "builtins",
  "storage",
  "now",
  "log",
  "wasm",
];

/** What a run is started with. */
export const STARTING = [
  "policy",
  "runId",
  "seed",
  "input",
  "dismissed",
  "context",
  "language",
  "signal",
];

/** How a tool is called outside of any run. */
export const CALLING = [
  "approved",
  "timeoutMs",
  "signal",
];

/** What tools are made with. */
export const MAKING = [
  "search",
  "chart",
  "judge",
  "sql",
  "code",
  "memory",
  "bus",
  "fetch",
  "web_search",
  "agents",
  "planner",
  "guard",
  "storage",
  "now",
  "wasm",
];

/** What a second planner is made with. */
export const PLANNING = [
  "endpoint",
  "model",
  "timeoutMs",
  "maxTokens",
  "retries",
  "allowPrivate",
];
