// What must hold at the end of every seed.
import { ENDED, Tab } from "./tab.mjs";

/** Looks at everything with the eyes of a tab that is opened when all others are closed; in memory, with those of the only one. */
export async function check(scenario) {
  const { world } = scenario;
  const { setting } = world;
  let [judge] = world.tabs.filter((tab) => !tab.gone);
  if (setting.storage !== "memory") {
    for (const tab of world.tabs.filter((tab) => !tab.gone)) {
      sameTodos(world, tab);
      tab.die("closed");
    }
    judge = new Tab(world, setting).open();
    await scenario.allEnd();
  }
  if (!judge.runtime) return world.wrong("a tab opens", judge.name);
  const { runs, todos } = judge.runtime;
  everyRunEnded(scenario, judge);
  for (const { runId } of runs.list()) if (!setting.disk.torn.size) replays(world, runs, runId);
  effectsOnce(scenario, runs);
  nestedBegan(scenario, runs);
  todosOnce(scenario, todos.list());
  setting.schedules?.check(judge);
  bystanders(scenario);
  acknowledged(scenario, todos);
  undone(scenario, judge);
  bystanders(scenario);
  acknowledged(scenario, todos);
}

/** Every run that was begun has ended, or says why it cannot be taken up; and it ended as somebody was told. */
function everyRunEnded({ world, person }, judge) {
  const refused = judge.takeUp();
  const found = new Map(judge.runtime.runs.list().map((run) => [run.runId, run]));
  for (const [runId, { kept, heard, plan, forgotten }] of person.runs) {
    const run = found.get(runId);
    const told = heard.find(({ healthy }) => healthy)?.status;
    // Where there was no room, runs that had ended made it.
    if (!run) {
      const evicted = (heard.length > 0 || world.setting.disk.ended.has(runId)) && world.setting.disk.happened.has("quota");
      if (kept && !evicted && !forgotten) world.wrong("no run is lost", `${plan.goal}, ${runId}`);
    } else if (!ENDED.includes(run.status)) {
      const why = refused.get(runId);
      if (!why || !world.setting.disk.torn.size) world.wrong("every run ends", `${plan.goal}, ${runId} is ${run.status}, ${why ?? "and says nothing"}`);
    } else if (told && told !== run.status) {
      world.wrong("a run ends once", `${plan.goal}, ${runId} is ${run.status}, and was told as ${told}`);
    }
  }
}

function replays(world, runs, runId) {
  const { matches, difference } = runs.replay(runs.journal(runId));
  if (!matches) world.wrong("a journal replays", `${runId}: ${JSON.stringify(difference)}`);
}

/** An effect that must not happen twice does not, unless a person was asked about an unknown outcome and said yes. */
function effectsOnce({ world, person }, runs) {
  const counts = new Map();
  for (const { name, key } of world.setting.effects) if (name === "charge") counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const [key, count] of counts) {
    if (count === 1) continue;
    const [runId, step] = key.split(":");
    // A run that a person removed may be begun anew by the tool that awaits it.
    const known = person.runs.get(rootOf(runs, runId));
    if (!known?.kept || known.forgotten || !runs.get(runId)) continue;
    const allowed = 1 + repeatsAllowed(runs.journal(runId).events, Number(step));
    if (count > allowed) world.wrong("an effect happens once", `${key} happened ${count} times, ${allowed} allowed`);
  }
}

/** The run that a person began, of a run that may be a step of another. */
function rootOf(runs, runId) {
  const parent = runs.get(runId)?.parent?.runId;
  return parent ? rootOf(runs, parent) : runId;
}

function repeatsAllowed(events, step) {
  const asked = events.filter((event) => event.type === "approvalRequested" && event.step === step && event.reason === "unknownOutcome");
  const answered = events.filter((event) => event.type === "approvalAnswered" && event.step === step && event.answer.type !== "reject");
  return Math.min(asked.length, answered.length);
}

/** A run that a tool awaits does not wait for the place that its parent holds. */
function nestedBegan({ person }, runs) {
  const { world } = person;
  for (const [runId, { policy }] of person.runs) {
    if (policy.maxConcurrentRuns > 1 || !runs.get(runId)) continue;
    for (const { type, step, at, failure } of runs.journal(runId).events) {
      const inside = runs.get(`nested-${runId}-${step}`);
      if (type !== "attemptFailed" || failure.code !== "tool.timeout" || !inside) continue;
      const began = runs.journal(inside.runId).events.find((event) => event.type === "runStarted");
      if (!began || began.at >= at) world.wrong("a nested run begins", `${inside.runId} waited until ${runId} gave up`);
    }
  }
}

function todosOnce({ world }, todos) {
  const keys = todos.map(({ createdBy }) => createdBy).filter(Boolean);
  for (const key of new Set(keys)) {
    const count = keys.filter((other) => other === key).length;
    if (count > 1) world.wrong("a todo is added once", `${key} made ${count}`);
  }
}

/** A todo as text, whatever the order of its fields. */
function told(todo) {
  return JSON.stringify(Object.fromEntries(Object.entries(todo).sort()));
}

/** What a tab holds in memory is what is stored. */
function sameTodos(world, tab) {
  const PREFIX = "dunlin:v1:todo:";
  const held = new Map(tab.runtime.todos.list().map((todo) => [todo.id, told(todo)]));
  const stored = new Map();
  for (const [key, text] of world.setting.disk.all()) {
    if (key.startsWith(PREFIX) && !isTorn(world, key)) stored.set(key.slice(PREFIX.length), told(JSON.parse(text)));
  }
  for (const id of new Set([...held.keys(), ...stored.keys()])) {
    if (isTorn(world, `${PREFIX}${id}`)) continue;
    if (held.get(id) !== stored.get(id)) world.wrong("memory is what is stored", `${tab.name} holds ${held.get(id)}, stored is ${stored.get(id)}`);
  }
}

/** Whether half a value is stored; one that was torn may have been written whole since. */
function isTorn(world, key) {
  if (!world.setting.disk.torn.has(key)) return false;
  try {
    JSON.parse(world.setting.disk.text(key));
    return false;
  } catch {
    return true;
  }
}

/** What nobody touched is as it was, letter for letter. */
function bystanders({ world, bystanders }) {
  for (const todo of bystanders) {
    const text = world.setting.disk.text(`dunlin:v1:todo:${todo.id}`);
    if (world.setting.storage === "memory") continue;
    if (text === null || told(JSON.parse(text)) !== told(todo)) world.wrong("bystanders are identical", `${todo.text} is ${text}, was ${JSON.stringify(todo)}`);
  }
}

/** What the person was told is done is done, and stays so. */
function acknowledged({ world, person }, todos) {
  const { torn } = world.setting.disk;
  for (const [id, states] of person.todos) {
    if (torn.has(`dunlin:v1:todo:${id}`)) continue;
    const todo = todos.get(id);
    const fits = states.some((state) => (state === null ? todo === null : todo?.text === state.text && todo.completed === state.completed));
    if (!fits) world.wrong("nothing confirmed is lost", `${id} is ${JSON.stringify(todo)}, expected one of ${JSON.stringify(states)}`);
  }
  for (const text of person.unsure) {
    if (todos.list().filter((todo) => todo.text === text).length > 1) world.wrong("a todo is added once", text);
  }
}

/** Whether changes may be kept without what it takes to undo them: there was no room, or there were very many. */
function forgets({ setting: { disk } }) {
  return disk.happened.has("quota") || disk.changesWritten.length > 150;
}

/** Undo of a run takes back what that run did, and nothing else. */
function undone({ world, person, plans }, judge) {
  const { todos } = judge.runtime;
  for (const [runId, { plan }] of person.runs) {
    if (world.setting.disk.torn.size) return;
    const { targets = [] } = plans.find((one) => one.plan.goal === plan.goal) ?? {};
    const own = ({ id, createdBy }) => createdBy?.startsWith(`${runId}:`) || targets.some((target) => target.id === id);
    const others = () => JSON.stringify(todos.list().filter((todo) => !own(todo)));
    const before = others();
    try {
      todos.undo({ runId });
    } catch (error) {
      judge.check(error);
      if (error.code !== "todo.not-undoable" || !forgets(world)) world.wrong("undo of a run", `${runId}: ${error.code} ${error.message}`);
    }
    if (others() !== before) world.wrong("undo takes back only its own", `${runId}: ${others()} was ${before}`);
    for (const { id, text } of targets) if (!todos.get(id)) world.wrong("undo takes back only its own", `${text} is gone`);
    if (forgets(world)) continue;
    for (const todo of todos.list().filter(own)) {
      const was = targets.find(({ id }) => id === todo.id);
      if (!was) world.wrong("undo takes back what a run did", `${runId} left ${JSON.stringify(todo)}`);
      else if (was.text !== todo.text || was.completed !== todo.completed) world.wrong("undo takes back what a run did", `${runId} left ${JSON.stringify(todo)}, was ${JSON.stringify(was)}`);
    }
  }
}
