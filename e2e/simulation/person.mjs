// The person: changes todos by hand, starts, answers and cancels runs, in whichever tab they look at; and what they were told,
// which is what must hold afterwards.

export class Person {
  /** todo's id → what it may be by now: a text and whether it is done, or `null` for deleted. */
  todos = new Map();
  /** The texts of todos whose adding was not confirmed: each may be there once. */
  unsure = new Set();
  /** run's id → what is known of it. */
  runs = new Map();
  #count = 0;
  /** todo's id → everything that it ever was, as far as anybody knows. */
  #before = new Map();
  /** The keys of the changes that were made before the person began. */
  prepared = new Set();
  /** The keys of changes of whose act a failure was told: whether they stand nobody can tell until they are taken back. */
  #doubtful = new Set();

  constructor(world) {
    this.world = world;
    this.random = world.random.fork();
  }

  /** One thing by hand. */
  act(tab) {
    const deed = this.random.pick(["add", "add", "change", "change", "complete", "delete", "undo", "answer", "look"]);
    tab.turn(`person: ${deed}`, () => this[deed](tab));
  }

  add(tab) {
    const text = `note ${++this.#count}`;
    this.unsure.add(text);
    this.#try(tab, () => tab.runtime.todos.add({ text }), (todo) => {
      this.unsure.delete(text);
      this.todos.set(todo.id, [{ text, completed: false }]);
    });
  }

  change(tab) {
    const text = `note ${++this.#count}`;
    this.#changeOne(tab, (id) => tab.runtime.todos.update(id, { text }), (before) => before && { ...before, text });
  }

  complete(tab) {
    this.#changeOne(tab, (id) => tab.runtime.todos.complete(id), (before) => before && { ...before, completed: true });
  }

  delete(tab) {
    this.#changeOne(tab, (id) => tab.runtime.todos.delete(id), () => null);
  }

  #changeOne(tab, act, becomes) {
    const known = [...this.todos].filter(([, states]) => states.some((state) => state !== null));
    if (known.length === 0) return;
    const [id, states] = this.random.pick(known);
    // Until it is confirmed, either may be so.
    const changed = states.map(becomes);
    this.todos.set(id, [...states, ...changed]);
    this.#before.set(id, [...(this.#before.get(id) ?? []), ...states]);
    this.#try(tab, () => act(id), () => this.todos.set(id, changed));
  }

  /** Undo takes back the change that was made last, whoever made it and however it ended, and touches nothing else. */
  undo(tab) {
    const { disk } = this.world.setting;
    // What the others stand on is not taken back.
    const standing = this.#standing().filter(({ key }) => !this.prepared.has(key));
    if (tab.setting.storage === "memory" || standing.length === 0) return;
    const last = standing.at(-1);
    if (this.#doubtful.has(last.key)) return;
    const heard = last.tab === tab || (last.time + 200 < this.world.time && tab.asleepUntil + 200 < this.world.time);
    // Which of two that were made at once in two tabs is the last, nobody can tell.
    const meant = standing.filter((one) => one === last || (one.tab !== last.tab && one.time + 50 >= last.time)).flatMap(({ touches }) => touches);
    const before = disk.all();
    let outcome;
    this.#try(tab, () => tab.runtime.todos.undo(), (undone) => (outcome = undone));
    const changed = [...disk.all()].filter(([key, text]) => before.get(key) !== text).map(([key]) => key);
    changed.push(...[...before.keys()].filter((key) => disk.text(key) === null));
    // What a listener adds when it hears of the undo is its own.
    const isSaid = (key) => !before.has(key) && /"text":"said /.test(disk.text(key));
    const touched = changed.filter((key) => key.startsWith("dunlin:v1:todo:") && !isSaid(key));
    if (heard && touched.some((key) => !meant.includes(key))) this.world.wrong("undo takes back the last change", `it changed ${touched}, the last change was of ${last.touches}`);
    for (const key of touched) this.#sees(key.slice("dunlin:v1:todo:".length), outcome !== undefined);
    // One that was not confirmed is finished when another tab opens, or not.
    if (outcome === undefined) for (const key of meant) this.#isUnsure(key.slice("dunlin:v1:todo:".length));
  }

  /** The changes that are recorded and were not taken back, in the order in which they were first written. */
  #standing() {
    const { disk } = this.world.setting;
    const read = ({ key, tab, time }) => {
      try {
        return { key, tab, time, record: JSON.parse(disk.text(key)) };
      } catch {
        return {};
      }
    };
    // One whose failure was told, and that could not be taken back at once, does not stand.
    const isFailed = ({ key }) => disk.text(key.replace("todo-change:", "todo-pending:")) === "take back";
    const known = disk.changesWritten.map(read).filter((one) => one.record && !isFailed(one));
    const undone = new Set(known.flatMap(({ record }) => record.of ?? []));
    return known
      .filter(({ record }) => record.kind !== "undo" && !undone.has(record.id) && (record.slim || record.effects?.length > 0))
      .map((one) => ({ ...one, touches: (one.record.effects ?? []).map(({ name }) => `dunlin:v1:${name}`) }));
  }

  /** A todo may be again as it was at any time before, or not be. */
  #isUnsure(id) {
    if (this.todos.has(id)) this.todos.set(id, [...this.todos.get(id), ...(this.#before.get(id) ?? []), null]);
  }

  /** A todo of the person's is now as it is stored. */
  #sees(id, sure) {
    const text = this.world.setting.disk.text(`dunlin:v1:todo:${id}`);
    const todo = text && JSON.parse(text);
    const state = todo && { text: todo.text, completed: todo.completed };
    if (this.todos.has(id)) this.todos.set(id, sure ? [state] : [...this.todos.get(id), state]);
  }

  look(tab) {
    this.#try(tab, () => [tab.runtime.todos.list(), tab.runtime.runs.list(), tab.runtime.health()], () => {});
  }

  start(tab, plan, policy) {
    tab.turn(`person: start ${plan.goal}`, () => this.#try(tab, () => tab.runtime.run(plan, { policy }), (run) => tab.follow(this.begun(tab, run))));
  }

  /** A run was begun: by the person, or by a tool. */
  begun(tab, run) {
    if (tab.gone) return run;
    const { plan, policy } = run.record();
    const kept = tab.setting.storage === "memory" || tab.setting.disk.text(`dunlin:v1:run:${run.runId}:00000001`) !== null;
    this.world.tell(tab.name, "runs", plan.goal, "as", run.runId, kept ? "" : "(not stored)");
    if (!kept && tab.runtime.health().status === "healthy") this.world.wrong("what is not stored is said", run.runId);
    const forgotten = this.runs.get(run.runId)?.forgotten;
    this.runs.set(run.runId, { plan, policy, kept, heard: [], forgotten });
    return run;
  }

  /** Answers everything that is asked in a tab. */
  answer(tab, willing = false) {
    for (const run of tab.runs.values()) {
      if (tab.gone) return;
      this.#try(tab, () => stepsOf(run.record()), (steps) => {
        for (const { stepNumber, awaits } of steps.filter((step) => step.awaits)) {
          this.world.tell(tab.name, "gives", run.runId, JSON.stringify(awaits));
          this.#try(tab, () => (awaits.type === "signal" ? run.signal(awaits.name, { by: "card" }) : run.answer(stepNumber, 7)), () => {});
        }
        for (const { approval } of steps.filter((step) => step.approval)) {
          const answer = willing || this.random.chance(0.85) ? "approve" : { type: "reject", feedback: "no" };
          this.#try(tab, () => run.approve(approval.approvalId, answer), () => this.world.tell(tab.name, "answers", run.runId, JSON.stringify(answer)));
        }
      });
    }
  }

  cancel(tab) {
    if (tab.runs.size === 0) return;
    const run = this.random.pick([...tab.runs.values()]);
    tab.turn(`person: cancel ${run.runId}`, () => this.#try(tab, () => run.cancel("enough"), () => {}));
  }

  /** Removes a run that has ended, also for others: an end that could not be stored is one for its tab alone. */
  forget(tab) {
    const ended = [...this.runs].filter(([, { heard }]) => heard.some(({ healthy }) => healthy));
    if (ended.length === 0) return;
    const [runId, known] = this.random.pick(ended);
    known.forgotten = true;
    tab.turn(`person: forget ${runId}`, () => this.#try(tab, () => tab.runtime.runs.delete(runId), () => {}));
  }

  /** Does something in a tab; it counts as done when the tab lives to say so. */
  #try(tab, act, done) {
    const { disk } = this.world.setting;
    const known = disk.changesWritten.length;
    let result;
    try {
      result = act();
    } catch (error) {
      for (const { key } of disk.changesWritten.slice(known)) this.#doubtful.add(key);
      this.world.tell(tab.name, "is refused", error?.code, error?.message);
      return tab.check(error);
    }
    if (!tab.gone) done(result);
  }

  /** A tab says that a run is gone, which it may say of one that had ended and was forgotten or made room. */
  gone(tab, runId) {
    this.world.tell(tab.name, "hears", runId, "is gone");
    const { forgotten } = this.runs.get(runId) ?? {};
    const { ended, happened } = tab.setting.disk;
    if (!ended.has(runId) || !(forgotten || happened.has("quota"))) this.world.wrong("a result is final", `${runId} is gone`);
  }

  /** A tab says that a journal cannot be read any more, which is so of one that was torn. */
  damaged(tab, runId) {
    this.world.tell(tab.name, "hears", runId, "is damaged");
    if (![...tab.setting.disk.torn].some((key) => key.includes(runId))) this.world.wrong("a result is final", `${runId} is damaged`);
  }

  /** A tab says how a run ended. */
  heard(tab, record) {
    this.world.tell(tab.name, "hears", record.runId, record.status);
    // One whose journal was torn is not taken up again, and says so when somebody asks for it.
    const torn = [...tab.setting.disk.torn].some((key) => key.includes(record.runId));
    if (!torn && !["completed", "failed", "cancelled"].includes(record.status)) this.world.wrong("a result is final", `${record.runId} is ${record.status}`);
    this.runs.get(record.runId)?.heard.push({ status: record.status, healthy: tab.runtime.health().status === "healthy" });
  }
}

/** The steps of a run, those within its steps among them. */
function stepsOf({ executionLog, innerLog = [] }) {
  return [...executionLog, ...innerLog];
}
