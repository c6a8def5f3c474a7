// What goes on between a run and who began it for somebody else: what it waits for, below it as well, and how far it is.

const FINAL = new Set(["completed", "failed", "cancelled"]);

/** How long an answer waits for a run to end or to wait, where nobody can be asked or told anything in the meantime. */
const AT_ONCE_MS = 2000;

/** How often the runs below one are looked at: what they wait for is no event of the run above. */
const LOOK_MS = 100;
const MOST_LOOKS = 100;

/** The steps of a record, with those inside of other steps. */
export const stepsOf = (record) => [...record.executionLog, ...(record.innerLog ?? [])];

/** The records of the runs below one that wait for something. */
function waitingBelow(dunlin, record) {
  if (FINAL.has(record.status)) return [];
  const isBelow = (runId) => {
    const parent = dunlin.runs.get(runId)?.parent?.runId;
    return parent !== undefined && (parent === record.runId || isBelow(parent));
  };
  return dunlin.runs.list({ status: "suspended" }).filter(({ runId }) => isBelow(runId)).map(({ runId }) => dunlin.runs.get(runId));
}

/** A record with the runs below it that wait, which are looked at and answered by their own names. */
export function whole(dunlin, record) {
  const below = waitingBelow(dunlin, record).map(({ runId }) => runId);
  return below.length === 0 ? record : { ...record, waitsBelow: below };
}

/** Whether nothing was said to a run since it began to wait: what was said it takes in with its next turn, and it stands as before until then. */
const rests = ({ runs }, { runId }) => runs.journal === undefined || runs.journal(runId).events.at(-1)?.type === "runSuspended";

/** The record once the run has taken in what it was given and has ended or waits, or as it stands after a while. */
export async function settled(dunlin, run, isTaken = () => true) {
  let timer;
  const late = new Promise((resolve) => (timer = setTimeout(resolve, AT_ONCE_MS)));
  const waits = (async () => {
    for await (const event of run) {
      if (event.type !== "runSuspended") continue;
      const record = run.record();
      if (record.status === "suspended" && isTaken(record) && rests(dunlin, run)) return;
    }
  })();
  await Promise.race([waits, late]);
  clearTimeout(timer);
  return run.record();
}

/** Everything that a run and those below it wait for, each with its answer's way back. */
function openOf(dunlin, run) {
  const record = run.record();
  return [record, ...waitingBelow(dunlin, record)].flatMap((one) => stepsOf(one).filter((step) => step.approval || step.awaits).map((step) => ({ one, step })));
}

const keyOf = ({ one, step }) => step.approval?.approvalId ?? `${one.runId}:${step.stepNumber}:${step.attempts}`;

/** Has the person asked for one thing through who attends; whether something came of it. */
async function answered(dunlin, { one, step }, client) {
  const { runId } = one;
  if (step.approval) {
    const { approvalId, holds } = step.approval;
    const word = await client.agree({ tool: step.toolName, input: step.toolInput, runId, approvalId }, undefined, holds);
    if (word === undefined) return false;
    dunlin.runs.approve(runId, approvalId, word ? "approve" : "reject");
    return true;
  }
  if (step.awaits.type !== "answer") return false;
  const data = await client.data(step.awaits.question, step.awaits.schema);
  if (data === undefined) return false;
  dunlin.runs.answer(runId, step.stepNumber, data);
  return true;
}

/**
 * Goes on with a run for a client that listens until it has ended, or waits for what the client cannot give: tells how far it is,
 * has the person asked, and stops it once the client does not want it any more. `isTaken` is true of a record once what was given
 * before is taken in. Gives its record.
 */
export async function attended(dunlin, run, client, isTaken = () => true) {
  let news = () => {};
  /** Whether something happened to the run within so long. */
  const until = (ms) => new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), ms);
    news = () => (clearTimeout(timer), resolve(true));
  });
  const stop = () => {
    try {
      run.cancel("the client cancelled its request");
    } catch {} // It has ended already.
  };
  if (client.signal.aborted) stop();
  else client.signal.addEventListener("abort", stop, { once: true });
  let ended = false;
  let over = false;
  (async () => {
    for await (const event of run) {
      if (over) return;
      client.tell(run.record(), event);
      news();
    }
    ended = true;
  })().catch(() => (ended = true)).finally(() => news());
  // What it was given just now is no question any more once the run has taken it in.
  for (let looks = 0; looks < MOST_LOOKS && !ended && !isTaken(run.record()); looks++) await until(LOOK_MS);
  const asked = new Set();
  const given = new Set();
  while (!ended) {
    const open = openOf(dunlin, run);
    const next = open.find((one) => !asked.has(keyOf(one)));
    if (next !== undefined) {
      asked.add(keyOf(next));
      // What was answered elsewhere meanwhile counts, and what does not fit is asked no second time.
      if (await answered(dunlin, next, client).catch(() => false)) given.add(keyOf(next));
      continue;
    }
    // What was given is taken in with the run's next turn.
    const isLeft = !open.some((one) => given.has(keyOf(one)));
    const waits = run.record().status === "suspended";
    if (isLeft && waits && rests(dunlin, run)) break;
    // While a run below waits, this one may go on with something else.
    const isOpen = open.length > 0 || waits;
    const moved = await until(isOpen && isLeft ? AT_ONCE_MS : LOOK_MS);
    if (!moved && isLeft && isOpen && openOf(dunlin, run).length === open.length) break;
  }
  over = true;
  client.signal.removeEventListener("abort", stop);
  return run.record();
}
