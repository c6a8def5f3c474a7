// A run as JavaScript sees it: an async iterable of its events, and a promise of its record.
import { call, json, object, read, text, toError } from "./border.js";
import { badArgument } from "./error.js";

export class Run {
  #raw;
  #ended = false;
  #listens = false;
  #heard;
  #waiting = [];

  /** @internal */
  constructor(raw, signal, heard) {
    this.#raw = raw;
    this.#heard = heard;
    this.runId = call(() => raw.runId());
    /** The final record; it does not reject for a failed run. */
    this.result = raw.drive().then(JSON.parse, (thrown) => {
      throw toError(thrown);
    }).finally(() => {
      this.#ended = true;
      this.#wake();
      this.#heard();
    });
    // A host that only reads events has not forgotten to catch anything.
    this.result.catch(() => {});
    if (signal) {
      const stop = () => {
        try {
          this.cancel(reasonOf(signal));
        } catch {} // It has ended already.
      };
      if (signal.aborted) stop();
      else {
        signal.addEventListener("abort", stop, { once: true });
        this.result.finally(() => signal.removeEventListener("abort", stop)).catch(() => {});
      }
    }
  }

  #wake() {
    for (const resume of this.#waiting.splice(0)) resume();
  }

  /** @internal From now on, and not before: a run whose events nobody reads is not told of each. */
  listen() {
    if (this.#listens) return;
    this.#listens = true;
    call(() => this.#raw.onEvent(() => {
      this.#wake();
      this.#heard();
    }));
  }

  /** Every event from the first, also when iteration starts late; ends with the run. */
  async *[Symbol.asyncIterator]() {
    this.listen();
    let seq = 0;
    for (;;) {
      // Asked before the events are read: what comes between the two is then read in another turn.
      const ended = this.#ended;
      const events = read(() => this.#raw.eventsSince(seq));
      for (const event of events) {
        seq = event.seq;
        yield event;
      }
      if (events.length > 0) continue;
      if (ended) return;
      await new Promise((resume) => this.#waiting.push(resume));
    }
  }

  /** The partial outputs that its tools hand out from now on; ends with the run. */
  partials() {
    const raw = call(() => this.#raw.partials());
    const ended = { done: true, value: undefined };
    return {
      async next() {
        const text = await raw.next();
        return text === undefined ? ended : { done: false, value: JSON.parse(text) };
      },
      async return() {
        raw.close();
        return ended;
      },
      [Symbol.asyncIterator]() {
        return this;
      },
    };
  }

  /** The record as it is now. */
  record() {
    return read(() => this.#raw.record());
  }

  /** Answers a question: "approve", "reject", or `{ type: "reject", feedback }`, `{ type: "edit", input }`. */
  approve(approvalId, answer = "approve") {
    call(() => this.#raw.approve(text(approvalId, "the approval's id"), answerText(answer)));
  }

  /** Answers the question of an ask step with data that fits its schema. */
  answer(stepNumber, data) {
    call(() => this.#raw.answer(stepOf(stepNumber), json(data, "the answer")));
  }

  /** Sends it a signal: the first step that waits for one of that name takes the data, now or later. */
  signal(name, data = null) {
    call(() => this.#raw.signal(text(name, "the signal's name"), json(data, "the data")));
  }

  /** Puts another plan in place of what was not begun; open questions about that are void and are asked anew. */
  revise(plan) {
    call(() => this.#raw.revise(json(plan, "the plan")));
  }

  /** Asks the run to stop; its record says when it has. */
  cancel(reason) {
    call(() => this.#raw.cancel(reason === undefined || reason === null ? undefined : text(reason, "the reason")));
  }
}

/** @internal The number of a step as the module takes it. */
export function stepOf(number) {
  if (Number.isSafeInteger(number) && number >= 1 && number < 2 ** 32) return number;
  throw badArgument("the step's number", number, "a whole number from 1");
}

function reasonOf(signal) {
  const reason = signal.reason;
  if (typeof reason === "string") return reason;
  return reason?.name === "AbortError" || typeof reason?.message !== "string" ? undefined : reason.message;
}

/** What a person says to a question, as JSON text: a word, or an answer with more to it. */
export function answerText(answer) {
  return json(typeof answer === "string" ? { type: answer } : object(answer, "the answer"), "the answer");
}
