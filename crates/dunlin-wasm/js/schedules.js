// Runs that begin at a moment, once or again and again.
import { call, json, object, read, tell, text } from "./border.js";
import { DunlinError, badArgument } from "./error.js";

export class Schedules {
  #raw;
  #begun;
  /** Of everything that watches: what looks anew, and what ends it. */
  #watching = new Map();

  /** `begun` makes a run of what the module began. */
  constructor(raw, begun) {
    this.#raw = raw;
    this.#begun = begun;
  }

  /** Keeps a schedule; one of the same id is replaced. */
  add(schedule) {
    const kept = read(() => this.#raw.addSchedule(json(object(schedule, "the schedule"), "the schedule")));
    this.#wake();
    return kept;
  }

  /** Those that have something left to begin, the next one first. */
  list() {
    return read(() => this.#raw.schedules());
  }

  /** Forgets one; runs that it has begun go on. */
  remove(id) {
    return call(() => this.#raw.removeSchedule(text(id, "the schedule's id")));
  }

  /** Lets one rest, or go on with `false`; what was due while it rested is left out. */
  pause(id, paused = true) {
    if (typeof paused !== "boolean") throw badArgument("whether it rests", paused, "true or false");
    const found = call(() => this.#raw.pauseSchedule(text(id, "the schedule's id"), paused));
    this.#wake();
    return found;
  }

  /** Begins what is due, each once over all who share the storage, and carries it out here. */
  async begin() {
    const runs = await call(() => this.#raw.beginDue());
    return runs.map(this.#begun);
  }

  /** Lets what watches look at once: what was added may be due before that would have looked. */
  #wake() {
    for (const look of this.#watching.keys()) look();
  }

  /** @internal Ends all watching: a timer would keep the program alive. */
  end() {
    for (const end of this.#watching.values()) end();
  }

  /** Begins what is due, now and as it comes, and tells the listener of each run; gives the function that ends it. */
  watch(listener) {
    if (listener !== undefined && typeof listener !== "function") throw badArgument("the listener", listener, "a function");
    let timer;
    let over = false;
    const look = async () => {
      clearTimeout(timer);
      let next = LATER_MS;
      try {
        for (const run of await this.begin()) tell(listener, run);
        next = Math.max(call(() => this.#raw.nextDueInMs()), LEAST_MS);
      } catch (error) {
        // A runtime that was closed meanwhile begins nothing more; a clock or a storage that failed is asked again.
        if (error instanceof DunlinError && error.code === "runtime.closed") return end();
        console.error(error);
      }
      clearTimeout(timer);
      // It may have been ended while it began them; a clock that stands still is not asked without a pause.
      if (!over) timer = setTimeout(look, next);
    };
    const end = () => {
      over = true;
      this.#watching.delete(look);
      clearTimeout(timer);
    };
    this.#watching.set(look, end);
    look();
    return end;
  }
}

/** The shortest time between two looks. */
const LEAST_MS = 50;
/** When it looks again after it could not. */
const LATER_MS = 60_000;
