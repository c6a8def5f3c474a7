// What happens in the world of one seed: which storage, how many tabs, which faults and when, drawn from the seed alone.
import { check } from "./invariants.mjs";
import { Locks } from "./locks.mjs";
import { Person } from "./person.mjs";
import { planInside, planOf, policyOf } from "./plans.mjs";
import { Schedules } from "./schedules.mjs";
import { Disk } from "./storage.mjs";
import { ENDED, Tab } from "./tab.mjs";
import { World } from "./world.mjs";

const MINUTE = 60_000;

/** Plays one seed; gives what was wrong and a digest of everything that happened. */
export async function play(seed, shipped, ingredients, told) {
  const world = new World(seed, told);
  const caught = (reason) => world.thrown(reason);
  process.on("unhandledRejection", caught);
  try {
    await new Scenario(world, shipped, ingredients).play();
  } catch (thrown) {
    world.wrong("the simulation itself", thrown?.stack ?? thrown);
  } finally {
    process.off("unhandledRejection", caught);
  }
  return { faults: world.faults, digest: world.digest };
}

class Scenario {
  constructor(world, shipped, ingredients) {
    this.world = world;
    this.ingredients = ingredients;
    const random = (this.random = world.random.fork());
    const kind = random.pick(["locks", "locks", "leases", "leases", "host", "memory"].filter((name) => ingredients.has(name)));
    const setting = (world.setting = {
      shipped,
      ingredients,
      kind,
      storage: kind === "locks" || kind === "leases" ? "local" : kind,
      locks: kind === "locks" ? new Locks(world) : undefined,
      disk: new Disk(world),
      effects: [],
      heard: (tab, record) => this.person.heard(tab, record),
      gone: (tab, runId) => this.person.gone(tab, runId),
      damaged: (tab, runId) => this.person.damaged(tab, runId),
      begun: (tab, runId, parent) => this.person.begun(tab, tab.runtime.run(planInside(runId), { runId, policy: tab.runs.get(parent)?.record().policy })),
    });
    // Memory dies with its tab, and nobody shares it.
    setting.alone = kind === "memory" || (kind === "host" && !ingredients.has("shared host"));
    setting.deaths = kind !== "memory" && this.#has("deaths", 0.7);
    setting.nested = this.#has("nested", 0.3);
    setting.callsBack = this.#has("callbacks", 0.3);
    setting.kinds = this.#has("kinds", 0.6);
    this.person = new Person(world);
    if (this.#has("schedules", 0.4)) setting.schedules = new Schedules(this);
    world.opens = () => this.#openTab();
    world.tell("world", `storage: ${kind}, deaths: ${setting.deaths}`);
  }

  /** Whether something is part of this seed. */
  #has(ingredient, share) {
    const drawn = this.random.chance(share);
    return drawn && this.ingredients.has(ingredient);
  }

  async play() {
    const { world } = this;
    world.rough = false;
    await this.#prepare();
    world.rough = true;
    this.#plan();
    await world.play(world.time + MINUTE);
    world.rough = false;
    await this.#calm();
    if (!world.spins) await check(this);
  }

  /** What is there before anything goes wrong: todos of bystanders, and those that the runs are to change. */
  async #prepare() {
    const { world, random } = this;
    const tab = new Tab(world, world.setting).open();
    await world.play(world.time + 1000);
    const add = (text) => tab.runtime.todos.add({ text });
    this.bystanders = Array.from({ length: random.whole(2, 5) }, (_, at) => add(`bystander ${at}`));
    this.plans = Array.from({ length: random.pick([1, 1, 2, 3, 6]) }, (_, at) => {
      const targets = Array.from({ length: 2 }, (_, number) => add(`target ${at} ${number}`));
      return { plan: planOf(random, `run ${at}`, targets.map(({ id }) => id), world.setting.nested, world.setting.kinds), targets };
    });
    world.setting.schedules?.add(tab);
    this.person.prepared = new Set(world.setting.disk.changesWritten.map(({ key }) => key));
  }

  #plan() {
    const { world, random, person } = this;
    const { setting } = world;
    const crowd = this.#has("crowd", 0.4);
    for (const { plan } of this.plans) {
      const policy = policyOf(random, crowd);
      if (!this.ingredients.has("crowd")) policy.maxConcurrentRuns = 60;
      this.#at(crowd && random.chance(0.7) ? 1 : random.whole(0, 20_000), (tab) => person.start(tab, plan, policy));
    }
    for (let deeds = random.whole(3, 15); deeds > 0; deeds--) this.#at(random.whole(0, 55_000), (tab) => person.act(tab));
    for (let at = 2000; at < MINUTE; at += 3000) this.#at(at, (tab) => tab.turn("", () => person.answer(tab)));
    if (this.#has("cancel", 0.15)) this.#at(random.whole(500, 30_000), (tab) => person.cancel(tab));
    if (this.#has("forget", 0.2)) this.#at(random.whole(20_000, 50_000), (tab) => person.forget(tab));
    if (!setting.alone) for (let more = random.whole(0, 2); more > 0; more--) this.#later(random.whole(0, 20_000), () => this.#openTab());
    if (setting.deaths) for (let deaths = random.whole(1, 4); deaths > 0; deaths--) this.#death(random.whole(100, 50_000));
    if (this.#has("sleep", 0.3)) this.#at(random.whole(100, 40_000), (tab) => tab.sleep(random.pick([2000, 9000, 15_000, 45_000])));
    if (this.#has("clock", 0.2)) this.#later(random.whole(100, 50_000), () => this.#setClock());
    this.#breakStorage();
  }

  #breakStorage() {
    const { world, random } = this;
    const { disk, storage } = world.setting;
    if (storage === "memory" || random.chance(0.3)) return;
    for (const fault of ["quota", "eio", "unread", "lie", "stuck"]) if (this.#has(fault, 0.25)) disk.shares[fault] = random.pick([0.01, 0.05, 0.3]);
    if (this.#has("outage", 0.15)) {
      const from = world.time + random.whole(0, 40_000);
      disk.outages.push([from, from + random.pick([50, 1000, 12_000])]);
    }
    disk.tears = this.#has("torn", 0.3);
    if (this.#has("lag", 0.2)) disk.lag = random.whole(1, 8);
    if (this.#has("intrusions", 0.3)) disk.intrusions = random.pick([0.02, 0.2]);
    world.tell("world", "storage faults:", JSON.stringify([disk.shares, disk.outages, disk.tears, disk.lag, disk.intrusions]));
  }

  #setClock() {
    const { world, random } = this;
    const by = random.pick([-3_600_000, -61_000, -500, 500, 61_000, 3_600_000]);
    world.tell("world", `the clock is set by ${by} ms`);
    world.clock += by;
  }

  /** A tab dies between two turns, or in the middle of one of its next storage calls; another is opened after a while. */
  #death(at) {
    const { random } = this;
    this.#at(at, (tab) => {
      if (random.chance(0.4)) tab.die("between two turns");
      else tab.callsLeft = random.whole(0, 12);
    });
    this.#later(at + random.whole(1, 9000), () => this.#openTab());
  }

  #openTab() {
    const { world } = this;
    if (world.tabs.filter((tab) => !tab.gone).length < (world.setting.alone ? 1 : 3)) new Tab(world, world.setting).open();
  }

  /** In that many milliseconds, whether or not a tab is there. */
  #later(ms, act) {
    this.world.after(ms, undefined, "", act);
  }

  /** In that many milliseconds, in any tab that is awake then. */
  #at(ms, act) {
    this.#later(ms, () => {
      const awake = this.world.tabs.filter((tab) => tab.awake);
      if (awake.length > 0) act(this.random.pick(awake));
    });
  }

  /** Nothing goes wrong any more: everything ends. */
  async #calm() {
    const { world, person } = this;
    world.tell("world", "all is calm");
    for (const tab of world.tabs) {
      tab.callsLeft = undefined;
      tab.asleepUntil = Math.min(tab.asleepUntil, world.time);
    }
    if (world.tabs.every((tab) => tab.gone)) new Tab(world, world.setting).open();
    await this.allEnd();
    await world.play(world.time + MINUTE);
  }

  /** Goes on, and answers what is asked, until every run that is open in some tab has ended. */
  async allEnd() {
    const { world, person } = this;
    const until = world.time + 20 * MINUTE;
    const isOpen = (tab) => !tab.gone && (!tab.runtime || [...tab.runs.values()].some((run) => !ENDED.includes(run.record().status)));
    do {
      await world.play(world.time + 5000);
      for (const tab of world.tabs.filter((tab) => tab.awake)) tab.turn("", () => (tab.takeUp(), person.answer(tab, true)));
    } while (world.tabs.some(isOpen) && world.time < until && !world.spins);
  }
}
