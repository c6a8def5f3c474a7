// Schedules of a seed: due soon, due long ago, coming back, resting; begun by whichever tab watches, and by one of them once.

const HOUR = 3_600_000;
/** How long after its moment a run is late. */
const LATE_MS = 60_000;

export class Schedules {
  /** id → what was acknowledged of it. */
  #kept = new Map();
  /** run's id → how it was begun, each time. */
  #begun = new Map();

  constructor(scenario) {
    this.scenario = scenario;
    this.world = scenario.world;
    this.random = this.world.random.fork();
  }

  /** Adds some while nothing goes wrong. */
  add(tab) {
    const { world, random } = this;
    for (let at = random.whole(1, 3); at > 0; at--) {
      const due = world.now() + random.pick([-2 * HOUR, -30_000, random.whole(0, 50_000), random.whole(0, 50_000), 2 * HOUR]);
      const comesBack = random.chance(0.3);
      const step = (stepNumber, toolName) => ({ stepNumber, kind: "tool", toolName, toolInput: { n: stepNumber } });
      const { id, at: moment } = tab.runtime.schedules.add({
        id: `plan-${at}`,
        plan: { schemaVersion: 1, goal: `scheduled ${at}`, steps: [step(1, "charge"), step(2, "put")] },
        // A clock on the wall shows no zone; here it is that of UTC.
        at: comesBack ? new Date(due).toISOString().slice(0, 19) : new Date(due).toISOString(),
        ...(comesBack && { rule: "FREQ=DAILY" }),
      });
      const rests = random.chance(0.15) && tab.runtime.schedules.pause(id);
      world.tell("world", "schedule", id, moment, comesBack ? "daily" : "", rests ? "rests" : "");
      this.#kept.set(id, { due: Math.floor(due / (comesBack ? 1000 : 1)) * (comesBack ? 1000 : 1), comesBack, rests });
    }
  }

  /** Lets a tab begin what is due. */
  watch(tab) {
    tab.runtime.schedules.watch((run) => {
      if (tab.gone) return;
      this.scenario.person.begun(tab, tab.follow(run));
      const { kept } = this.scenario.person.runs.get(run.runId);
      const before = this.#begun.get(run.runId) ?? [];
      const { torn, ended, happened } = this.world.setting.disk;
      // One that was not stored dies with its tab; one that has ended may make room; half a schedule is read as none.
      const allowed = before.every((one) => !one.kept) || torn.size > 0 || (ended.has(run.runId) && happened.has("quota"));
      if (!allowed) this.world.wrong("a schedule begins once", `${run.runId} was begun by ${[...before.map((one) => one.tab), tab.name]}`);
      this.#begun.set(run.runId, [...before, { tab: tab.name, kept }]);
      this.#isTold(run.record());
    });
  }

  /** A run knows what it was begun for, and whether it is late. */
  #isTold({ runId, given, createdAt }) {
    const known = this.#kept.get(given?.schedule);
    if (!known || !runId.startsWith(`${given.schedule}-`)) return this.world.wrong("a run knows its schedule", `${runId} was given ${JSON.stringify(given)}`);
    const late = Date.parse(createdAt) - Date.parse(given.due) > LATE_MS;
    if (given.late !== late) this.world.wrong("a late run says so", `${runId}, begun at ${createdAt}, was given ${JSON.stringify(given)}`);
    if (known.rests) this.world.wrong("what rests begins nothing", runId);
  }

  /** Whatever was due has begun, or its schedule says why not; what comes back is still to come. */
  check(judge) {
    const { world } = this;
    const { disk } = world.setting;
    const there = new Map(judge.runtime.schedules.list().map((schedule) => [schedule.id, schedule]));
    const runs = judge.runtime.runs.list();
    if (disk.torn.size > 0) return;
    for (const [id, { due, comesBack, rests }] of this.#kept) {
      const schedule = there.get(id);
      const wrong = (what) => world.wrong("no schedule is lost", `${id}: ${what}, ${JSON.stringify(schedule)}`);
      // Where there was no room, runs that had ended made it.
      const has = [...this.#begun.keys(), ...runs.map(({ runId }) => runId)].some((runId) => runId.startsWith(`${id}-`)) || disk.happened.has("quota");
      if (!schedule && (comesBack || rests || !has)) wrong("it is gone");
      if (rests || schedule?.fault) continue;
      if (due <= world.now() && !has) wrong("it was due and has not begun");
      if (schedule && !comesBack && due <= world.now()) wrong("it was due and is still there");
      if (comesBack && schedule && Date.parse(`${schedule.at}Z`) <= world.now()) wrong("it was due and is not put on");
    }
  }
}
