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
  /** How many todos had been written at the last undo. */
  #undone;
  /** How many had been when the person began. */
  prepared = 0;

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
    const { disk, alone } = this.world.setting;
    const written = disk.todosWritten;
    // Two in a row would take back two, at last what the others stand on.
    if (tab.setting.storage === "memory" || written.length <= (this.#undone ?? this.prepared)) return;
    if (this.world.tabs.some((other) => other.gone) && !tab.setting.ingredients.has("undo after a death")) return;
    const last = written.at(-1);
    const heard = last.tab === tab || (!alone && last.time + 200 < this.world.time && tab.asleepUntil + 200 < this.world.time);
    const roomy = !disk.happened.has("quota");
    if (!roomy && !tab.setting.ingredients.has("undo without room")) return;
    const known = heard && roomy;
    const before = disk.all();
    let outcome;
    this.#try(tab, () => tab.runtime.todos.undo(), (undone) => (outcome = undone));
    const changed = [...disk.all()].filter(([key, text]) => before.get(key) !== text).map(([key]) => key);
    changed.push(...[...before.keys()].filter((key) => disk.text(key) === null));
    const touched = changed.filter((key) => key.startsWith("dunlin:v1:todo:"));
    this.#undone = disk.todosWritten.length;
    if (known && touched.some((key) => key !== last.key)) this.world.wrong("undo takes back the last change", `it changed ${touched}, the last change was of ${last.key}`);
    for (const key of touched) this.#sees(key.slice("dunlin:v1:todo:".length), outcome !== undefined);
    // One that was not confirmed is finished when another tab opens, or not.
    if (outcome === undefined) this.#isUnsure(last.key.slice("dunlin:v1:todo:".length));
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
    this.runs.set(run.runId, { plan, policy, kept, heard: [] });
    return run;
  }

  /** Answers everything that is asked in a tab. */
  answer(tab, willing = false) {
    for (const run of tab.runs.values()) {
      if (tab.gone) return;
      this.#try(tab, () => run.record().executionLog.filter(({ approval }) => approval), (asked) => {
        for (const { approval } of asked) {
          const answer = willing || this.random.chance(0.85) ? "approve" : { type: "reject", feedback: "no" };
          this.#try(tab, () => run.approve(approval.approvalId, answer), () => this.world.tell(tab.name, "answers", run.runId, JSON.stringify(answer)));
        }
      });
    }
  }

  cancel(tab) {
    if (tab.runs.size === 0) return;
    const run = this.random.pick([...tab.runs.values()]);
    tab.turn(`person: cancel ${run.runId}`, () => this.#try(tab, () => run.cancel("enough"), () => {
      const known = this.runs.get(run.runId);
      if (known) known.cancelledAt ??= this.world.time;
    }));
  }

  /** Removes a run that has ended. */
  forget(tab) {
    const ended = [...this.runs].filter(([, { heard }]) => heard.length > 0);
    if (ended.length === 0) return;
    const [runId, known] = this.random.pick(ended);
    known.forgotten = true;
    tab.turn(`person: forget ${runId}`, () => this.#try(tab, () => tab.runtime.runs.delete(runId), () => {}));
  }

  /** Does something in a tab; it counts as done when the tab lives to say so. */
  #try(tab, act, done) {
    let result;
    try {
      result = act();
    } catch (error) {
      return tab.check(error);
    }
    if (!tab.gone) done(result);
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
