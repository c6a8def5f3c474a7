// The storage that all tabs share, with everything that storages do to those who trust them.
//
// A tab sees it as `localStorage` or as a storage of the host's own. Faults are drawn for every call while the world is
// rough: no room, an error, an error though the value was written, a remove that fails, a time in which nothing works, what
// another tab wrote seen late, and a tab that dies in the middle of a call, which may leave half a value.

export class Disk {
  #world;
  #random;
  /** key → its writes, the newest last: who wrote, when, what (null when it was removed). */
  #entries = new Map();
  #size = 0;
  capacity = Infinity;
  /** The share of calls that fail, by kind of fault. */
  shares = {};
  /** From when to when nothing works. */
  outages = [];
  /** How long another tab's writes stay unseen, in milliseconds. */
  lag = 0;
  /** The share of calls in which another tab gets a turn. */
  intrusions = 0;
  /** The keys that a dying tab left torn. */
  torn = new Set();
  /** The keys of changes of todos, in the order in which they were first written, and by whom and when. */
  changesWritten = [];
  /** The runs whose end was once stored. */
  ended = new Set();
  /** Kinds of faults that happened. */
  happened = new Set();

  constructor(world) {
    this.#world = world;
    this.#random = world.random.fork();
  }

  /** What is there, as nobody in particular sees it. */
  all() {
    const found = new Map();
    for (const key of [...this.#entries.keys()].sort()) {
      const value = this.#entries.get(key).at(-1).value;
      if (value !== null) found.set(key, value);
    }
    return found;
  }

  text(key) {
    return this.#entries.get(key)?.at(-1).value ?? null;
  }

  get(tab, key) {
    this.#before(tab, "get", key);
    return this.#seen(tab, key);
  }

  keys(tab) {
    this.#before(tab, "keys", "");
    return [...this.#entries.keys()].filter((key) => this.#seen(tab, key) !== null);
  }

  set(tab, key, value) {
    const after = this.#before(tab, "set", key, value);
    const size = this.#size + value.length + key.length - this.#length(key);
    if (size > this.capacity && value.length + key.length > this.#length(key)) throw this.#failed("quota");
    this.#write(tab, key, value);
    after();
  }

  remove(tab, key) {
    const after = this.#before(tab, "remove", key);
    this.#write(tab, key, null);
    after();
  }

  #length(key) {
    const value = this.text(key);
    return value === null ? 0 : key.length + value.length;
  }

  #seen(tab, key) {
    const writes = this.#entries.get(key);
    if (!writes) return null;
    if (this.lag === 0) return writes.at(-1).value;
    for (let at = writes.length - 1; at >= 0; at--) {
      const write = writes[at];
      // A tab that opens begins with all that is stored then.
      if (write.tab === tab || write.time <= tab.opened || write.time + this.lag <= this.#world.time) return write.value;
    }
    return null;
  }

  #write(tab, key, value) {
    const before = this.text(key);
    if (before === value) return;
    this.#size -= this.#length(key);
    const writes = (this.#entries.get(key) ?? []).slice(-6);
    // One that everybody sees by now is enough.
    while (writes.length > 1 && writes[1].time + 1000 < this.#world.time) writes.shift();
    writes.push({ tab, time: this.#world.time, value });
    this.#entries.set(key, writes);
    this.#size += this.#length(key);
    if (key.startsWith("dunlin:v1:todo-change:") && !this.changesWritten.some((one) => one.key === key)) {
      this.changesWritten.push({ key, tab, time: this.#world.time });
    }
    const [, runId] = /^dunlin:v1:run:([^:]+):/.exec(key) ?? [];
    if (runId && value !== null && /"type":"run(Completed|Failed|Cancelled)"/.test(value)) this.ended.add(runId);
    this.#world.progress();
    this.#world.tell(tab.name, value === null ? "removes" : "writes", key, value === null ? "" : short(value));
    for (const other of this.#world.tabs) {
      if (other !== tab && !other.gone) other.hears(key, before, value, this.lag + this.#random.whole(0, 20));
    }
  }

  /** Whatever goes wrong before a call; gives what goes wrong after it. */
  #before(tab, kind, key, value) {
    if (tab.gone) throw new Error("the tab is gone");
    this.#world.quiet();
    const random = this.#random;
    if (!this.#world.rough) return () => {};
    if (this.intrusions > 0 && random.chance(this.intrusions)) this.#world.intrude(tab);
    if (tab.callsLeft !== undefined && --tab.callsLeft < 0) this.#die(tab, kind, key, value);
    if (this.outages.some(([from, to]) => from <= this.#world.time && this.#world.time < to)) throw this.#failed("unavailable");
    const { quota = 0, eio = 0, unread = 0, lie = 0, stuck = 0 } = this.shares;
    const writes = kind === "set" || kind === "remove";
    // Where there is no room, there still is for what takes no more than before.
    if (kind === "set" && random.chance(quota) && key.length + value.length > this.#length(key)) throw this.#failed("quota");
    if (writes && random.chance(eio)) throw this.#failed("eio");
    if (!writes && random.chance(unread)) throw this.#failed("unread");
    if (kind === "remove" && random.chance(stuck)) throw this.#failed("stuck");
    if (writes && random.chance(lie)) return () => { throw this.#failed("lie"); };
    return () => {};
  }

  #die(tab, kind, key, value) {
    const way = this.#random.pick(["before", "after", ...(this.tears ? ["torn", "torn"] : [])]);
    if (way === "after" && kind === "set") this.#write(tab, key, value);
    if (way === "after" && kind === "remove") this.#write(tab, key, null);
    if (way === "torn" && kind === "set" && value.length > 1) {
      this.torn.add(key);
      this.happened.add("torn");
      this.#write(tab, key, value.slice(0, this.#random.whole(1, value.length - 1)));
    }
    tab.die(`in a ${kind} of ${key}, ${way}`);
    throw new Error("the tab is gone");
  }

  #failed(fault) {
    this.happened.add(fault);
    this.#world.tell("storage fails:", fault);
    if (fault === "quota") return new DOMException("no room", "QuotaExceededError");
    if (fault === "unavailable") return new DOMException("the storage is gone", "InvalidStateError");
    return new Error(`EIO (${fault})`);
  }
}

function short(text) {
  return text.length > 160 ? `${text.slice(0, 100)}…${text.slice(-50)}` : text;
}

/** The storage as a host gives it. */
export function hostStorage(disk, tab) {
  const called = (act) => {
    if (tab.setting.callsBack) tab.callBack();
    return act();
  };
  return {
    get: (key) => called(() => disk.get(tab, key)),
    set: (key, value) => called(() => disk.set(tab, key, value)),
    remove: (key) => called(() => disk.remove(tab, key)),
    keys: () => called(() => disk.keys(tab)),
  };
}

/** The storage as a page has it: the class, and its one object, whose own keys are what is stored. */
export function localStorageOf(disk, tab) {
  class Storage {
    getItem(key) { return disk.get(tab, key); }
    setItem(key, value) { disk.set(tab, key, value); }
    removeItem(key) { disk.remove(tab, key); }
    get length() { return disk.keys(tab).length; }
  }
  const localStorage = new Proxy(new Storage(), {
    ownKeys: () => disk.keys(tab),
    getOwnPropertyDescriptor: (_, key) => {
      const value = disk.get(tab, key);
      return value === null ? undefined : { value, enumerable: true, configurable: true, writable: true };
    },
  });
  return { Storage, localStorage };
}
