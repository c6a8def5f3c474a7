// An MCP client as the door knows it: its session, what it can be asked, and the stream that an answer comes in.
import { attended } from "./attend.js";

const MOST_SESSIONS = 1000;

/** How long a person may take to answer through a client. */
const ASKED_MS = 10 * 60_000;

/** By runtime: its sessions by name, the one that was used last at the end. */
const all = new WeakMap();

const CLOSED = { action: "cancel" };

/** What is known between the requests of one client. Only who knows its name, which cannot be guessed, answers its questions. */
export class Session {
  #open = new Map();
  #asked = 0;
  /** What stops each request that is under way, by its id. */
  calls = new Map();

  constructor(protocolVersion, capabilities) {
    const { elicitation } = capabilities ?? {};
    const isOld = protocolVersion < "2025-06-18";
    this.asksForms = !isOld && typeof elicitation === "object" && elicitation !== null && ("form" in elicitation || !("url" in elicitation));
  }

  /** Asks for what a form holds; `send` hands the question out, and the signals say that nobody waits any more. */
  elicit(send, signals, message, requestedSchema) {
    const id = `ask-${(this.#asked += 1)}`;
    return new Promise((resolve) => {
      const done = (answer) => {
        clearTimeout(late);
        for (const signal of signals) signal.removeEventListener("abort", gone);
        this.#open.delete(id);
        resolve(answer);
      };
      const gone = () => done(CLOSED);
      const late = setTimeout(gone, ASKED_MS);
      if (signals.some(({ aborted }) => aborted)) return gone();
      for (const signal of signals) signal.addEventListener("abort", gone, { once: true });
      this.#open.set(id, done);
      send({ jsonrpc: "2.0", id, method: "elicitation/create", params: { message, requestedSchema } });
    });
  }

  /** Takes what a client says that is no request: an answer to a question, or that it does not want an answer any more. */
  hear({ id, method, params, result }) {
    if (method === "notifications/cancelled") this.calls.get(params?.requestId)?.abort();
    else if (method === undefined) this.#open.get(id)?.(result ?? CLOSED);
  }

  end() {
    for (const call of this.calls.values()) call.abort();
    for (const done of [...this.#open.values()]) done(CLOSED);
  }
}

/** Begins a session of a runtime; gives its name. */
export function begin(dunlin, session) {
  if (!all.has(dunlin)) all.set(dunlin, new Map());
  const sessions = all.get(dunlin);
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const name = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  sessions.set(name, session);
  if (sessions.size > MOST_SESSIONS) endSession(dunlin, sessions.keys().next().value);
  return name;
}

/** The session of that name; nothing where there is none, or not here: requests are answered without one as well. */
export function sessionOf(dunlin, name) {
  const sessions = all.get(dunlin);
  const session = sessions?.get(name);
  if (session !== undefined) {
    sessions.delete(name);
    sessions.set(name, session);
  }
  return session;
}

/** Ends one; whether there was one of that name. */
export function endSession(dunlin, name) {
  const session = all.get(dunlin)?.get(name);
  session?.end();
  return session !== undefined && all.get(dunlin).delete(name);
}

const LEAVE = { type: "object", properties: { agree: { type: "boolean", description: "whether it may be done" } }, required: ["agree"] };
const SINGLE = ["string", "number", "integer", "boolean"];

/** Whether a form can hold it: a text, a number, a choice or yes or no. */
const isField = (schema) =>
  SINGLE.includes(schema?.type) || (schema?.type === "array" && (Array.isArray(schema.items?.enum) || Array.isArray(schema.items?.anyOf)));

/** The form for an answer, and whether the answer is all of it; nothing where no form can hold it. */
export function formOf(schema = { type: "string" }) {
  const isWhole = schema?.type === "object";
  const form = isWhole ? schema : { type: "object", properties: { answer: schema }, required: ["answer"] };
  const { type, properties = {}, required } = form;
  if (!Object.values(properties).every(isField)) return undefined;
  return { isWhole, form: { type, properties, ...(required && { required }) } };
}

/**
 * What listens to one request in its stream: it is told of progress, and asked. `approve` is the host's own word, which comes
 * before the client's.
 */
export function attending(dunlin, { send, gone, signal, session, progressToken, approve }) {
  const elicit = async (message, form) => {
    if (!session?.asksForms) return CLOSED;
    return (await session.elicit(send, [signal, gone], message, form)) ?? CLOSED;
  };
  let told = -1;
  const client = {
    signal,
    attend: (run, isTaken) => attended(dunlin, run, client, isTaken),
    async agree(question, why, holds) {
      // An owner who says no may still be asked by another way; so the run waits.
      if (approve !== undefined) return (await approve(question)) === true || undefined;
      const { action, content } = await elicit(questionOf(question, why, holds), LEAVE);
      if (action === "decline") return false;
      return action === "accept" && typeof content?.agree === "boolean" ? content.agree : undefined;
    },
    async data(message, schema) {
      const held = formOf(schema);
      if (held === undefined) return undefined;
      const { action, content } = await elicit(message, held.form);
      if (action !== "accept") return undefined;
      return held.isWhole ? content : content?.answer;
    },
    /** Tells how many steps are done, if that is more than was told before, as the protocol wants it. */
    tell({ executionLog, plan }, event) {
      if (progressToken === undefined) return;
      const { fraction = 0, words } = event.type === "stepProgressed" ? event : {};
      const done = executionLog.filter(({ success }) => success).length + Math.min(fraction, 0.99);
      if (!(done > told)) return;
      told = done;
      const params = { progressToken, progress: done, total: plan?.steps.length ?? executionLog.length, ...(words && { message: words }) };
      send({ jsonrpc: "2.0", method: "notifications/progress", params });
    },
  };
  return client;
}

/** Whether a person lets something be done, in words. What of its input needs leave is told by kind, since others may read it. */
function questionOf({ tool, input }, why, holds = []) {
  if (holds.length === 0) return `${tool} ${JSON.stringify(input)}: do it?${why ? ` (${why})` : ""}`;
  return `${tool} would send ${holds.map(({ kind, count = 1 }) => (count > 1 ? `${count} × ${kind}` : kind)).join(", ")}: do it?`;
}

/** An answer that comes in pieces: `work` is given what sends one and what says that nobody reads any more, and gives the last. */
export function streamed(work) {
  const gone = new AbortController();
  const encoder = new TextEncoder();
  const body = new ReadableStream({
    async start(stream) {
      const send = (message) => {
        try {
          stream.enqueue(encoder.encode(`event: message\ndata: ${JSON.stringify(message)}\n\n`));
        } catch {} // Nobody reads any more.
      };
      const last = await work(send, gone.signal);
      send(last);
      try {
        stream.close();
      } catch {}
    },
    cancel() {
      gone.abort();
    },
  });
  return new Response(body, { headers: { "content-type": "text/event-stream", "cache-control": "no-store", "x-accel-buffering": "no" } });
}
