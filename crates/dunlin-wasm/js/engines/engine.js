// An engine, seen from outside its worker: jobs go in one after the other, and one that does not end, or that nobody waits for
// any more, is ended.

// An engine ends a job by itself when its time is over. One that does not is ended with its worker, so long after.
const GRACE_MS = 1000;
// How long an engine may take to arrive.
const ARRIVAL_MS = 30_000;

export class Engine {
  #start;
  #lost;
  #worker;
  #last = Promise.resolve();

  /** `start` gives a worker, as `ofPage` or `ofNode` have it; `lost` says in words that it could not be had, and why. */
  constructor(start, lost) {
    this.#start = start;
    this.#lost = lost;
  }

  /** What came of a job, as JSON text. One at a time: a job that has to be ended takes no other with it. */
  ask(job, signal) {
    const asked = this.#last.then(() => this.#run(job, signal));
    this.#last = asked.catch(() => {});
    return asked;
  }

  async #run(job, signal) {
    signal.throwIfAborted();
    const { timeMs } = JSON.parse(job).limits;
    let worker;
    try {
      worker = this.#worker ??= await this.#start();
    } catch (fault) {
      throw new Error(this.#lost(String(fault?.message ?? fault)));
    }
    return new Promise((resolve, reject) => {
      let timer;
      const end = (settle, value) => {
        clearTimeout(timer);
        signal.removeEventListener("abort", unwanted);
        worker.listen(undefined, undefined);
        settle(value);
      };
      const stop = (settle, value) => {
        worker.end();
        this.#worker = undefined;
        end(settle, value);
      };
      const lost = (why) => stop(reject, new Error(this.#lost(why)));
      // Its worker is new for the next job, which costs less than to wait for the time that this one may take.
      const unwanted = () => stop(reject, signal.reason);
      if (signal.aborted) return unwanted();
      signal.addEventListener("abort", unwanted);
      timer = setTimeout(() => lost(`it has not come within ${ARRIVAL_MS} ms`), ARRIVAL_MS);
      const heard = (answer) => {
        if (answer === "begun") {
          clearTimeout(timer);
          const refused = { kind: "time", message: "it took too long" };
          timer = setTimeout(() => stop(resolve, JSON.stringify({ refused })), timeMs + GRACE_MS);
        } else if (typeof answer === "string") end(resolve, answer);
        else lost(answer?.lost);
      };
      worker.listen(heard, lost);
      worker.post(job);
    });
  }
}

/** A worker of a page. */
export function ofPage(worker) {
  return {
    post: (job) => worker.postMessage(job),
    end: () => worker.terminate(),
    listen(heard, failed) {
      worker.onmessage = heard && (({ data }) => heard(data));
      worker.onerror = failed && ((event) => failed(event?.message || "its script could not be loaded"));
    },
  };
}

/** A worker of Node's. While it has no job it keeps no process from ending. */
export function ofNode(worker) {
  worker.unref();
  return {
    post: (job) => worker.postMessage(job),
    end: () => void worker.terminate(),
    listen(heard, failed) {
      worker.removeAllListeners();
      // One that fails while nobody listens has failed nobody.
      worker.on("error", failed ? (fault) => failed(String(fault?.message ?? fault)) : () => {});
      if (!heard) return worker.unref();
      worker.on("message", heard);
      worker.on("exit", (code) => failed(`it ended with ${code}`));
      worker.ref();
    },
  };
}
