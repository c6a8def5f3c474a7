// What both engines have in common in their workers: a job comes as JSON, and what came of it goes back.

/** Why there is no result. */
export class Refused extends Error {
  constructor(kind, message, more = {}) {
    super(message);
    Object.assign(this, { kind, more });
  }
}

const encoder = new TextEncoder();

/** How many bytes a text has, which is what limits count, as natively. */
export const bytesOf = (text) => encoder.encode(text).length;

/** Does every job with the engine that `load` gives, once: what it gives back takes a job, and `post` says what came of it. */
export function serve(load, work, post) {
  let loaded;
  return async (job) => {
    let engine;
    try {
      engine = await (loaded ??= load());
    } catch (fault) {
      loaded = undefined;
      return post({ lost: String(fault?.message ?? fault) });
    }
    post("begun");
    try {
      post(JSON.stringify({ done: await work(engine, JSON.parse(job)) }));
    } catch (fault) {
      // An engine that calls itself too deep is stopped by the browser, whichever comes first.
      const kind = fault instanceof RangeError ? "memory" : (fault?.kind ?? "failed");
      const { message = String(fault), more } = fault ?? {};
      post(JSON.stringify({ refused: { kind, message, ...more } }));
    }
  };
}

/** The same for the worker of a page. */
export function serveInPage(load, work) {
  const take = serve(load, work, (answer) => postMessage(answer));
  onmessage = ({ data }) => take(data);
}
