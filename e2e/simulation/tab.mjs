// A tab: a realm of its own with the shipped package in it, over the world's time, storage and locks. It can sleep, and it can
// die at any moment; a tab that is gone does nothing any more, whatever is still running inside of it.
import vm from "node:vm";
import { compiledBefore } from "./module.mjs";
import { hostStorage, localStorageOf } from "./storage.mjs";
import { timeOf } from "./timers.mjs";
import { registerTools } from "./tools.mjs";

/** The states of a run that has ended. */
export const ENDED = ["completed", "failed", "cancelled"];

export class Tab {
  gone = false;
  /** Whether code of it is being run. */
  inside = false;
  asleepUntil = 0;
  microtasks = [];
  /** After how many storage calls it dies. */
  callsLeft = undefined;
  runtime = undefined;
  /** run's id → its handle. */
  runs = new Map();
  #listeners = new Set();
  #context;
  #callingBack = false;
  #said = 0;

  constructor(world, setting) {
    this.world = world;
    this.setting = setting;
    this.name = `tab${world.tabs.length + 1}`;
    this.random = world.random.fork();
    world.tabs.push(this);
    const { script, module } = setting.shipped;
    this.#context = vm.createContext(this.#globals(module));
    this.package = script.runInContext(this.#context);
  }

  #globals(module) {
    const { world, setting } = this;
    const bits = world.random.fork();
    const listeners = this.#listeners;
    class EventTarget {
      static [Symbol.hasInstance](value) {
        return typeof value?.addEventListener === "function";
      }
    }
    return {
      ...timeOf(this),
      ...(setting.storage === "local" && { ...localStorageOf(setting.disk, this), navigator: setting.locks ? { locks: setting.locks.of(this) } : {} }),
      EventTarget,
      StorageEvent,
      addEventListener: (type, heard) => void (type === "storage" && listeners.add(heard)),
      removeEventListener: (_, heard) => void listeners.delete(heard),
      crypto: { getRandomValues: (bytes) => bytes.map((_, at) => (bytes[at] = bits.next())) && bytes },
      AbortController, AbortSignal, DOMException, TextDecoder, TextEncoder, console,
      WebAssembly: compiledBefore(module),
      // When something is swept up depends on nothing that a seed decides.
      FinalizationRegistry: class { register() {} unregister() {} },
    };
  }

  /** Opens the package, as a page does when it is loaded, and takes up what was under way. */
  open() {
    const { world, setting } = this;
    this.opened = world.time;
    const place = setting.storage === "host" ? hostStorage(setting.disk, this) : setting.storage;
    this.turn("opens", () => {
      this.package.createRuntime({ storage: place, ...(setting.callsBack && this.#callbacks()) }).then(
        (runtime) => {
          if (this.gone) return;
          this.runtime = runtime;
          if (this.#isRefused()) return this.die("for want of a storage");
          registerTools(this);
          setting.schedules?.watch(this);
          if (setting.callsBack) this.runtime.todos.subscribe(() => this.callBack());
          this.takeUp();
        },
        (thrown) => world.thrown(thrown, this),
      );
    });
    return this;
  }

  /** A clock and a log of the host's that use the package themselves. */
  #callbacks() {
    return {
      now: () => {
        this.callBack();
        return this.world.now();
      },
      log: () => this.callBack(),
    };
  }

  /** Something that a host may do wherever it is called. */
  callBack() {
    // What is called here calls the clock again.
    if (!this.world.rough || !this.runtime || this.gone || this.#callingBack || !this.random.chance(0.2)) return;
    this.#callingBack = true;
    try {
      const { todos, runs } = this.runtime;
      this.random.pick([
        () => todos.list(), () => todos.lists(), () => todos.export("json"), () => todos.add({ text: `said ${++this.#said}` }),
        () => runs.list(), () => this.runtime.plan("calculate 1 + 1"), () => this.runtime.explain("add todo milk tomorrow"),
        () => this.runtime.health(), () => this.runtime.metrics(), () => this.runtime.templates.set(this.runtime.templates.list()),
        () => this.runtime.tools.register({ name: `tool_${++this.#said}`, execute() {} }), () => this.takeUp(),
      ])();
    } catch (error) {
      this.check(error);
    } finally {
      this.#callingBack = false;
    }
  }

  /** Whether the storage could not be used when the tab opened. It says so; a person then loads the page again. */
  #isRefused() {
    const { storage, notices = [] } = this.runtime.health();
    const expected = { local: "local", memory: "memory", host: "custom" }[this.setting.storage];
    const refused = storage.kind !== expected || notices.some((notice) => /cannot be read/.test(notice));
    if (storage.kind !== expected && notices.length === 0) this.world.wrong("what is not stored is said", `${this.name} is kept in ${storage.kind}`);
    if (refused) this.world.after(2000, undefined, "", () => this.world.opens());
    return refused;
  }

  get awake() {
    return !this.gone && this.runtime !== undefined && this.asleepUntil <= this.world.time;
  }

  /** Lets the tab do something now. */
  turn(what, act) {
    if (this.gone) return;
    this.world.tell(this.name, what);
    this.world.quietly(act, this);
  }

  /** Another tab wrote to the storage. */
  hears(key, oldValue, newValue, after) {
    if (this.setting.storage !== "local") return;
    // Never before what it tells of can be seen.
    this.world.after(after, this, "", () => {
      const event = Object.assign(Object.create(StorageEvent.prototype), { key, oldValue, newValue });
      for (const heard of this.#listeners) heard(event);
    }).punctual = true;
  }

  /** Resumes every run that has not ended, as the page does; says of each run why it cannot be. */
  takeUp() {
    const refused = new Map();
    for (const { runId, status } of this.runtime.runs.list()) {
      if (this.gone || this.runs.has(runId) || ENDED.includes(status)) continue;
      try {
        this.follow(this.runtime.runs.resume(runId));
      } catch (error) {
        this.check(error);
        refused.set(runId, error.code);
      }
    }
    return refused;
  }

  follow(run) {
    this.runs.set(run.runId, run);
    run.result.then(
      (record) => this.gone || this.setting.heard(this, record),
      (error) => {
        if (this.gone) return;
        if (error?.code === "run.removed") this.setting.gone(this, run.runId);
        else if (error?.code === "run.damaged-journal") this.setting.damaged(this, run.runId);
        else this.world.thrown(error, this);
      },
    );
    return run;
  }

  /** An error must be one of the package's, with a code that is no defect. */
  check(error) {
    if (this.gone) return;
    if (error?.name !== "DunlinError" || error.code === "internal") this.world.thrown(error?.cause ?? error, this);
  }

  sleep(ms) {
    this.world.tell(this.name, `sleeps for ${ms} ms`);
    this.asleepUntil = this.world.time + ms;
  }

  die(where) {
    if (this.gone) return;
    this.world.tell(this.name, "dies", where);
    this.gone = true;
    this.microtasks.length = 0;
    this.#listeners.clear();
    this.runs.clear();
    this.setting.locks?.freeAllOf(this);
  }
}

/** What `event.storageArea` is need not be said: one that says nothing is of `localStorage`. */
class StorageEvent {
  get storageArea() {
    return null;
  }
}
