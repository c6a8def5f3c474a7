// Plans that the benchmarks carry out, in Node and in Chromium: graphs of steps that do nothing.

// `kind` and the rest of every step, and which steps stand before the step of that number.
export function graph(count, step, before) {
  const steps = Array.from({ length: count }, (_, at) => ({
    stepNumber: at + 1,
    kind: "tool",
    toolName: "",
    toolInput: {},
    reasoning: "",
    dependsOn: before(at + 1).filter((number) => number > 0),
    acceptanceCriteria: [],
    estimatedCostTier: 1,
    estimatedDurationMs: 0,
    source: { start: 0, end: 0 },
    ...step,
  }));
  return {
    schemaVersion: 1,
    goal: "a benchmark",
    steps,
    rationale: "",
    confidence: 1,
    complexityScore: 0,
    totalEstimatedDurationMs: 0,
  };
}

export const chain = (number) => [number - 1];
// Columns of that many steps a row: each step waits for the one above it.
export const grid = (width) => (number) => [number - width];

// A step of JavaScript's, one that does nothing and never leaves wasm, and one that has next to nothing to calculate there.
export const TOOL = { toolName: "noop" };
export const IDLE = { kind: "wait", toolInput: { ms: 0 } };
export const INSIDE = { toolName: "calculator", toolInput: { expression: "1" } };

export const ROOMY = { maxSteps: 4000, maxToolCalls: 10_000, maxParallel: 100 };

export const NOOP = {
  name: "noop",
  inputSchema: { type: "object" },
  annotations: { readOnlyHint: true },
  execute: () => null,
};
