// The world of one seed: its time, what is to happen in it and in which order, and what was seen to be wrong.
//
// Everything that happens is a turn of one tab: a timer, a storage event, a granted lock, something a person does. Between
// two turns all microtasks of all tabs are run. Time goes forward only from turn to turn.
import { Random } from "./random.mjs";

/** How much may happen before time or storage moves: far more than any honest turn needs. */
const QUIET = 60_000;

/** Thrown out of a tab that spins, so that the simulation goes on. */
export class Spin extends Error {}

const turnOfNode = () => new Promise((resume) => setImmediate(resume));

export class World {
  /** Milliseconds since the world began; never back. */
  time = 0;
  /** What the clocks on the wall show at time 0; somebody may set them. */
  clock = Date.UTC(2026, 10, 21, 9, 30);
  tabs = [];
  faults = [];
  /** Whether things may go wrong. */
  rough = true;
  #queue = [];
  #order = 0;
  #quiet = 0;
  #digest = 0;
  #told;

  constructor(seed, told) {
    this.random = new Random(seed);
    this.#told = told;
  }

  now() {
    return this.clock + this.time;
  }

  /** Writes a line into the story; `--trace` prints it, and its digest shows that a seed replays. */
  tell(...words) {
    const line = words.join(" ");
    for (let at = 0; at < line.length; at++) this.#digest = (Math.imul(this.#digest, 31) + line.charCodeAt(at)) | 0;
    this.#told?.(`${String(this.time).padStart(8)} ${line}`);
  }

  get digest() {
    return (this.#digest >>> 0).toString(16);
  }

  /** Something is not as it must be. */
  wrong(invariant, words) {
    this.tell("WRONG", invariant, words);
    if (this.faults.length < 20) this.faults.push({ invariant, words });
  }

  /** Counts what brings neither time nor storage forward. */
  quiet() {
    this.#quiet += 1;
    if (this.#quiet <= QUIET) return;
    if (this.#quiet === QUIET + 1) this.wrong("no spin", `${QUIET} calls at ${this.time} ms without progress`);
    throw new Spin("the tab spins");
  }

  progress() {
    if (this.#quiet <= QUIET) this.#quiet = 0;
  }

  get spins() {
    return this.#quiet > QUIET;
  }

  /** Lets something happen to a tab, or to the world when there is none, after that many milliseconds. */
  after(ms, tab, what, act) {
    const event = { at: this.time + Math.max(0, ms), order: this.#order++, tab, what, act };
    this.#push(event);
    return event;
  }

  #push(event) {
    const queue = this.#queue;
    let at = queue.push(event) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (!earlier(event, queue[above])) break;
      queue[at] = queue[above];
      at = above;
    }
    queue[at] = event;
  }

  #pop() {
    const queue = this.#queue;
    const first = queue[0];
    const last = queue.pop();
    if (queue.length === 0) return first;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= queue.length) break;
      if (below + 1 < queue.length && earlier(queue[below + 1], queue[below])) below += 1;
      if (!earlier(queue[below], last)) break;
      queue[at] = queue[below];
      at = below;
    }
    queue[at] = last;
    return first;
  }

  /** Plays until that moment, or until `done` says so after a turn. */
  async play(until, done = () => false) {
    await this.settle();
    while (this.#queue.length > 0 && this.#queue[0].at <= until && !this.spins) {
      const event = this.#pop();
      if (!this.#happens(event)) continue;
      if (event.at > this.time) {
        this.time = event.at;
        this.progress();
      }
      this.quietly(() => this.quiet());
      this.take(event);
      await this.settle();
      if (done()) return;
    }
    if (until > this.time && !this.spins) this.time = until;
  }

  /** Whether an event is for somebody who can have it now; what a sleeping tab misses comes when it wakes. */
  #happens(event) {
    if (event.gone || event.tab?.gone) return false;
    if (event.tab && event.tab.asleepUntil > event.at) {
      event.at = event.tab.asleepUntil;
      event.order = this.#order++;
      this.#push(event);
      return false;
    }
    return true;
  }

  take(event) {
    event.gone = true;
    if (event.what) this.tell(event.tab?.name ?? "world", event.what);
    this.quietly(event.act, event.tab);
  }

  /** Something of another tab that is due by now: tabs are processes of their own, and storage calls of one do not keep another from running. */
  intrude(tab) {
    const due = this.#queue.filter((event) =>
      !event.gone && event.tab && event.tab !== tab && !event.tab.gone && !event.tab.inside
      && event.tab.asleepUntil <= this.time && event.at <= this.time + (event.punctual ? 0 : 2));
    if (due.length === 0) return;
    this.take(due.sort((a, b) => a.order - b.order)[this.random.whole(0, due.length - 1)]);
  }

  /** Runs code of a tab; what it throws at us is a fault of the module unless the tab spins or is gone. */
  quietly(act, tab) {
    const before = tab?.inside;
    if (tab) tab.inside = true;
    try {
      act();
    } catch (thrown) {
      this.thrown(thrown, tab);
    } finally {
      if (tab) tab.inside = before;
    }
  }

  thrown(thrown, tab) {
    if (thrown instanceof Spin || tab?.gone) return;
    this.wrong(thrown?.name === "RuntimeError" ? "no trap" : "nothing is thrown", `${tab?.name ?? "world"}: ${thrown?.stack ?? thrown}`);
  }

  /** Runs the microtasks of all tabs until there are none. */
  async settle() {
    for (;;) {
      let any = false;
      for (const tab of this.tabs) {
        while (tab.microtasks.length > 0) {
          const task = tab.microtasks.shift();
          if (tab.gone) continue;
          any = true;
          this.quietly(() => this.quiet());
          if (this.spins) return;
          this.quietly(task, tab);
        }
      }
      await turnOfNode();
      if (!any && this.tabs.every((tab) => tab.microtasks.length === 0)) return;
    }
  }
}

function earlier(a, b) {
  return a.at < b.at || (a.at === b.at && a.order < b.order);
}
