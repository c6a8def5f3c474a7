// What the page has stored, as a file of a backup would bring it: entries to begin with, and what a case reads back. It lies in
// localStorage, or at the page's server where a case has chosen that.

const DAY = Date.UTC(2026, 10, 20);

// Puts entries into the page's storage.
export async function put(page, entries) {
  if (await isServed(page)) return inSession(page, (ask) => each(entries, ([key, value]) => ask({ set: { key, value } })));
  await page.evaluate((entries) => {
    for (const [key, value] of entries) localStorage.setItem(key, value);
  }, entries);
}

// All that is stored: keys with their texts.
export async function entries(page) {
  if (await isServed(page)) return inSession(page, async (ask) => (await ask({ entries: { prefix: "" } })).entries);
  return page.evaluate(() => Object.entries(localStorage));
}

const isServed = (page) => page.evaluate(() => localStorage.getItem("dunlin-server") !== null);

async function each(all, act) {
  for (const one of all) await act(one);
}

// Asks the page's server in a session of its own, as another page would.
async function inSession(page, work) {
  const post = async (route, body) => {
    const request = { data: JSON.stringify(body), headers: { "content-type": "application/json" } };
    const answer = await page.request.post(new URL(route, page.url()).href, request);
    if (!answer.ok()) throw new Error(await answer.text());
    return answer.json();
  };
  const { session } = await post("storage", {});
  const ask = (body) => post(`storage/${session}`, body);
  const done = await work(ask);
  await ask("end");
  return done;
}

// A run that was begun and not carried out yet: its plan, and nothing after it.
export function begunRun({ runId, goal, steps, policy = {} }) {
  return recordedRun({ runId, goal, steps, policy, events: [] });
}

// A run as it went: every event with its milliseconds since the run began.
export function recordedRun({ runId, goal, steps, policy = {}, events }) {
  const filled = steps.map((step, at) => ({
    stepNumber: at + 1,
    kind: "tool",
    toolName: "",
    toolInput: {},
    reasoning: "",
    dependsOn: at === 0 ? [] : [at],
    acceptanceCriteria: [],
    estimatedCostTier: 1,
    estimatedDurationMs: 0,
    source: { start: 0, end: 0 },
    ...step,
  }));
  const plan = {
    schemaVersion: 1,
    goal,
    steps: filled,
    rationale: "",
    confidence: 1,
    complexityScore: 0,
    totalEstimatedDurationMs: 0,
  };
  const created = [0, { type: "runCreated", runId, goal, plan, policy, seed: 1 }];
  const all = [created, ...events].map(([ms, event], at) => ({ seq: at + 1, at: DAY + ms, ...event }));
  return [[`dunlin:v1:run:${runId}:00000001`, JSON.stringify({ schemaVersion: 1, events: all })]];
}

// So many todos, each with a text of its own; every tenth is done, every fourth has a tag and every fifth a date.
export function manyTodos(count) {
  return Array.from({ length: count }, (_, at) => {
    const id = `01900000-0000-7000-8000-${at.toString(16).padStart(12, "0")}`;
    const moment = new Date(DAY + at).toISOString();
    const todo = { id, text: `Errand ${at} for the ${PLACES[at % PLACES.length]}`, completed: at % 10 === 9 };
    todo.createdAt = moment;
    todo.updatedAt = moment;
    todo.tags = at % 4 === 0 ? ["errands"] : [];
    if (todo.completed) todo.completedAt = moment;
    if (at % 5 === 0) todo.due = `2026-12-${String((at % 28) + 1).padStart(2, "0")}`;
    return [`dunlin:v1:todo:${id}`, JSON.stringify(todo)];
  });
}

const PLACES = ["harbour", "orchard", "library", "workshop", "kitchen", "allotment", "chapel"];

// Every todo that is stored, in the order of their keys.
export async function storedTodos(page) {
  const todos = (await entries(page)).filter(([key]) => key.startsWith("dunlin:v1:todo:"));
  return todos.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => JSON.parse(value));
}

// All events of a run, in order, however many keys they lie in.
export async function journal(page, runId) {
  const parts = (await entries(page)).filter(([key]) => key.startsWith(`dunlin:v1:run:${runId}:`));
  const events = new Map(parts.flatMap(([, value]) => JSON.parse(value).events).map((event) => [event.seq, event]));
  return [...events.values()].sort((a, b) => a.seq - b.seq);
}
