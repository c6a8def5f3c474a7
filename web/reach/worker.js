// What both engines have in common: a job comes as JSON, and what came of it goes back.

/** Why there is no result. */
export class Refused extends Error {
  constructor(kind, message, more = {}) {
    super(message);
    Object.assign(this, { kind, more });
  }
}

/** Does every job with the engine that `load` fetches, once. */
export function serve(load, work) {
  let loaded;
  onmessage = async ({ data }) => {
    let engine;
    try {
      engine = await (loaded ??= load());
    } catch {
      loaded = undefined;
      return postMessage("lost");
    }
    postMessage("begun");
    try {
      postMessage(JSON.stringify({ done: await work(engine, JSON.parse(data)) }));
    } catch (fault) {
      // An engine that calls itself too deep is stopped by the browser, whichever comes first.
      const kind = fault instanceof RangeError ? "memory" : (fault?.kind ?? "failed");
      const { message = String(fault), more } = fault ?? {};
      postMessage(JSON.stringify({ refused: { kind, message, ...more } }));
    }
  };
}
