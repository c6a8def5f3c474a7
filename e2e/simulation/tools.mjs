// The tools that runs call. Each effect is counted under its idempotency key, by the world and not by the tab, so that it is
// known however the tab ends.

const KINDS = {
  // Must not happen twice.
  charge: {},
  // May be done again.
  put: { idempotentHint: true },
  look: { readOnlyHint: true },
};

const WAYS = ["at once", "at once", "at once", "soon", "soon", "soon after a while", "busy", "fails", "long", "never", "dies before", "dies after"];

/** Registers the tools in a tab. */
export function registerTools(tab) {
  for (const [name, annotations] of Object.entries(KINDS)) {
    tab.runtime.tools.register({ name, annotations, execute: (input, context) => called(tab, name, input, context) });
  }
  tab.runtime.tools.register({ name: "nest", annotations: { idempotentHint: true }, execute: (input, context) => nested(tab, context) });
}

function called(tab, name, input, context) {
  const { world, setting } = tab;
  const never = new Promise(() => {});
  if (tab.gone) return never;
  const key = context.idempotencyKey;
  const way = world.rough ? tab.random.pick(WAYS) : "soon";
  world.tell(tab.name, "calls", name, key, "attempt", context.attempt, way);
  const effect = () => {
    setting.effects.push({ name, key, at: world.time, tab: tab.name });
    world.tell(tab.name, "EFFECT", name, key);
  };
  const later = (ms, act) => new Promise((resolve, reject) => {
    world.after(ms, tab, "", () => act(resolve, reject));
  });
  switch (way) {
    case "at once":
      effect();
      return input.n;
    case "soon":
      effect();
      return later(tab.random.whole(0, 800), (resolve) => resolve(input.n));
    case "soon after a while":
      return later(tab.random.whole(1, 3000), (resolve, reject) => {
        // What nobody waits for any more is not done.
        if (context.signal.aborted) return reject(new Error("aborted"));
        effect();
        resolve(input.n);
      });
    case "long":
      effect();
      return later(tab.random.whole(8_000, 25_000), (resolve) => resolve(input.n));
    case "busy":
      throw Object.assign(new Error("busy"), { retryable: true });
    case "fails":
      effect();
      throw new Error("it failed");
    case "never":
      effect();
      return never;
    case "dies before":
    case "dies after":
      if (!setting.deaths) return input.n;
      if (way === "dies after") effect();
      tab.die(`in a tool, ${way}`);
      return never;
  }
}

/** A tool that awaits a run of its own; done again, it finds the run that it began. */
function nested(tab, { idempotencyKey, runId: parent }) {
  const { world, setting } = tab;
  if (tab.gone) return new Promise(() => {});
  const runId = `nested-${idempotencyKey.replace(":", "-")}`;
  world.tell(tab.name, "awaits", runId);
  const known = tab.runs.get(runId);
  if (known) return known.result.then(({ status }) => status);
  try {
    return tab.follow(tab.runtime.runs.get(runId) ? tab.runtime.runs.resume(runId) : setting.begun(tab, runId, parent)).result.then(({ status }) => status);
  } catch (error) {
    tab.check(error);
    throw error;
  }
}
