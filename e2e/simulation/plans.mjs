// The plans of a seed's runs: small graphs of every kind of step.

/** The plan of a run that a tool awaits. */
export function planInside(name) {
  const step = (stepNumber, toolName) => ({ stepNumber, kind: "tool", toolName, toolInput: { n: stepNumber }, dependsOn: [] });
  return { schemaVersion: 1, goal: name, steps: [step(1, "put"), step(2, "charge")] };
}

/** A plan over the todos that are its own to change. */
export function planOf(random, name, targets, nests, kinds) {
  const free = [...targets];
  const count = random.whole(1, 6);
  // What only newer plans can say.
  const newer = kinds && random.chance(0.6);
  const steps = [];
  for (let stepNumber = 1; stepNumber <= count; stepNumber++) {
    const dependsOn = [];
    if (stepNumber > 1 && random.chance(0.5)) dependsOn.push(random.whole(1, stepNumber - 1));
    if (nests && random.chance(0.3)) steps.push({ stepNumber, kind: "tool", toolName: "nest", toolInput: {}, dependsOn });
    else if (newer && random.chance(0.5)) steps.push({ stepNumber, ...newerStepOf(random, `${name} ${stepNumber}`), dependsOn });
    else steps.push({ stepNumber, ...stepOf(random, `${name} ${stepNumber}`, free), dependsOn });
    if (newer && dependsOn.length > 0) steps.at(-1).runWhen = random.pick(["allSucceeded", "allSucceeded", "anySucceeded", "anyFailed", "allDone"]);
  }
  if (!newer) return { schemaVersion: 1, goal: name, steps };
  return { schemaVersion: 2, goal: name, steps, onFailure: random.pick(["stop", "undo"]) };
}

/** A step of the kinds, or with the fields, of plans of version 2. */
function newerStepOf(random, name) {
  const tool = (toolName, toolInput, more) => ({ kind: "tool", toolName, toolInput, ...more });
  const item = { $from: { step: 0, pointer: "/item" } };
  const n = random.whole(1, 99);
  switch (random.pick(["map", "map", "ask", "signal", "plan", "limit", "retry", "undo", "long wait"])) {
    case "map": {
      const body = random.pick([
        [{ stepNumber: 1, ...tool("charge", { n: item }) }],
        [{ stepNumber: 1, ...tool("put", { n: item }) }, { stepNumber: 2, ...tool("charge", { n: item }), dependsOn: [1] }],
        [{ stepNumber: 1, ...tool("todo_store", { action: "add", text: { $concat: [`made by ${name}, `, item] } }) }],
        [{ stepNumber: 1, kind: "wait", toolName: "wait", toolInput: { ms: 400 } }, { stepNumber: 2, ...tool("look", { n: item }) }],
      ]);
      const over = Array.from({ length: random.whole(0, 4) }, (_, at) => at + 1);
      return { kind: "map", toolName: "", toolInput: { over, maxParallel: random.whole(1, 3) }, body };
    }
    case "ask": return { kind: "ask", toolName: "", toolInput: { question: `${name}?`, schema: { type: "integer" } } };
    case "signal": return { kind: "signal", toolName: "", toolInput: { name } };
    case "plan": return { kind: "plan", toolName: "", toolInput: {}, plan: planInside(name) };
    case "limit": return tool("charge", { n }, { timeoutMs: random.pick([500, 5000]) });
    case "retry": return tool("put", { n }, { retry: { maxAttempts: 5, initialIntervalMs: 50 } });
    case "undo": return tool("charge", { n }, { undo: { toolName: "put", toolInput: { n } } });
    default: return { kind: "wait", toolName: "wait", toolInput: { ms: 30_000 } };
  }
}

function stepOf(random, name, free) {
  const tool = (toolName, toolInput) => ({ kind: "tool", toolName, toolInput });
  const todo = (toolInput) => tool("todo_store", toolInput);
  switch (random.pick(["charge", "charge", "put", "look", "add", "add", "change", "change", "list", "wait", "notify", "decision"])) {
    case "charge": return tool("charge", { n: random.whole(1, 99) });
    case "put": return tool("put", { n: random.whole(1, 99) });
    case "look": return tool("look", { n: 1 });
    case "add": return todo({ action: "add", text: `made by ${name}` });
    case "list": return todo({ action: "list" });
    case "wait": return { kind: "wait", toolName: "wait", toolInput: { ms: random.pick([0, 5, 400, 3000, 15_000]) } };
    case "notify": return { kind: "notify", toolName: "notify", toolInput: { title: name } };
    case "decision": return { kind: "decision", toolName: "decision", toolInput: { left: 1, operator: "==", right: 1 } };
    default: {
      const todoId = free.shift();
      if (!todoId) return todo({ action: "count" });
      return todo(random.chance(0.5) ? { action: "complete", todoId } : { action: "update", todoId, text: `changed by ${name}` });
    }
  }
}

export function policyOf(random, crowd) {
  return {
    approval: random.pick(["never", "never", "destructive", "always"]),
    maxParallel: random.whole(1, 4),
    maxConcurrentRuns: crowd ? random.whole(1, 2) : random.pick([1, 2, 4]),
    stepTimeoutMs: 20_000,
    retry: { maxAttempts: 3, initialIntervalMs: random.pick([1, 100, 1000]), jitter: random.pick(["none", "full", "equal"]) },
  };
}
