// Web Locks as all tabs of the world share them. The browser frees what a dead tab held.

export class Locks {
  #world;
  #random;
  /** name → { tab, waiting: [grant] } */
  #held = new Map();

  constructor(world) {
    this.#world = world;
    this.#random = world.random.fork();
  }

  /** `navigator.locks` of one tab. */
  of(tab) {
    return {
      request: (name, options, granted) => new Promise((resolve, reject) => {
        this.#world.after(this.#random.whole(0, 4), tab, "", () => {
          if (!this.#held.has(name)) this.#grant(name, tab, granted, resolve, reject);
          else if (options?.ifAvailable) this.#call(() => granted(null), resolve, reject);
          else this.#held.get(name).waiting.push({ tab, granted, resolve, reject });
        });
      }),
    };
  }

  #grant(name, tab, granted, resolve, reject) {
    const hold = { tab, waiting: this.#held.get(name)?.waiting ?? [] };
    this.#held.set(name, hold);
    this.#world.tell(tab.name, "holds", name);
    const free = () => this.#free(name, hold);
    this.#call(() => granted({ name, mode: "exclusive" }), resolve, reject).then(free, free);
  }

  #call(work, resolve, reject) {
    const outcome = new Promise((settle) => settle(work()));
    outcome.then(resolve, reject);
    return outcome;
  }

  #free(name, hold) {
    if (this.#held.get(name) !== hold) return;
    this.#world.tell(hold.tab.name, "frees", name);
    const next = hold.waiting.find(({ tab }) => !tab.gone);
    if (!next) return void this.#held.delete(name);
    hold.waiting.splice(0, hold.waiting.indexOf(next) + 1);
    this.#world.after(this.#random.whole(0, 4), next.tab, "", () => this.#grant(name, next.tab, next.granted, next.resolve, next.reject));
    // Nobody else has it meanwhile.
    this.#held.set(name, { tab: next.tab, waiting: hold.waiting });
  }

  /** The tab is gone. */
  freeAllOf(tab) {
    for (const [name, hold] of [...this.#held]) if (hold.tab === tab) this.#free(name, hold);
  }
}
