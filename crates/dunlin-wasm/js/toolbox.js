// Tools made of what the host gives, as a runtime registers them.
import { call, json, optionsOf, read } from "./border.js";
import { DunlinError, badArgument } from "./error.js";
import { place, readClock } from "./host.js";
import { HttpHost } from "./http.js";
import { Planner, plannerOptions } from "./planner.js";
import { enginesOver } from "./reach.js";
import { MAKING } from "./spec.js";
import { Team, agentText } from "./team.js";

/** The `createTools` of a door. */
export function toolmaker(module) {
  return async function createTools(settings) {
    const { storage, now, wasm, planner: planning, ...asked } = optionsOf(settings, MAKING);
    if (now !== undefined && typeof now !== "function") throw badArgument("now", now, "a function that gives a Date");
    const { plain, lent } = parted(asked);
    const { plain: planner, key, own } = plannerOptions(planning);
    if (planner !== undefined) plain.planner = planner;
    if (Array.isArray(plain.agents?.add)) plain.agents.add = plain.agents.add.map((agent, at) => JSON.parse(agentText(agent, `agents.add[${at}]`)));
    const bindings = await module.ready(wasm);
    if (now !== undefined) readClock(now);
    const engines = enginesOver({ sql: lent.sql.worker, code: lent.code.worker });
    const http = new HttpHost(bindings.isPublic);
    const raw = call(() => new bindings.RawTools(json(plain, "the options"), place(storage), now && (() => Number(now())), engines, http, approval(lent.guard.approve), key, own));
    const sources = sourcesOf(raw, plain, lent);
    const all = read(() => raw.tools()).map((made) => toolOf(raw, made, sources));
    return {
      ...Object.fromEntries(all.map((tool) => [tool.name, tool])),
      ...(plain.agents && { agents: new Team(raw) }),
      ...(planner && { planner: new Planner(raw) }),
      /** All of them, to be registered one by one; agents join a runtime together. */
      all,
      /** The services that `fetch`, `web_search` and the planner have asked, with their circuit breakers. */
      lines: () => read(() => raw.lines()),
    };
  };
}

/** What the host keeps of its options, by where it stands; of the rest it is only known that it is there. */
const LENT = { search: ["documents"], sql: ["tables", "worker"], code: ["worker"], guard: ["approve"] };

function parted(asked) {
  const plain = {};
  const lent = { search: {}, sql: {}, code: {}, guard: {} };
  for (const [name, given] of Object.entries(asked)) {
    // What is switched off is not there.
    if (given === undefined || given === null || given === false) continue;
    const options = given === true ? {} : given;
    const isPlain = typeof options === "object" && !Array.isArray(options);
    // A list would be taken for the fields in their order, and only the guard is named by a word.
    if (!isPlain && name !== "guard") throw badArgument(name, given, "an object of options, true or false");
    plain[name] = isPlain ? Object.fromEntries(Object.entries(options).map(([field, value]) => [field, standing(lent, name, field, value)])) : options;
  }
  return { plain, lent };
}

function standing(lent, name, field, value) {
  if (!Object.hasOwn(LENT, name) || !LENT[name].includes(field)) return typeof value === "function" ? true : value;
  lent[name][field] = value;
  return value === undefined ? undefined : true;
}

/** What a tool is given of the host's own before each call. */
function sourcesOf(raw, plain, { search, sql, guard }) {
  if (plain.search) expect(search.documents, Array.isArray(search.documents), "search.documents", "a list of texts, or a function that gives one");
  if (sql.tables !== undefined) expect(sql.tables, typeof sql.tables === "object" && sql.tables !== null, "sql.tables", "tables by their names, or a function that gives them");
  if (guard.approve !== undefined) expect(guard.approve, false, "guard.approve", "a function that asks the person");
  return {
    search: plain.search && source(search.documents, "search.documents", (text) => raw.takeDocuments(text)),
    sql: sql.tables && source(sql.tables, "sql.tables", (text) => raw.takeTables(text)),
  };
}

function expect(found, fits, what, expected) {
  if (!fits && typeof found !== "function") throw badArgument(what, found, expected);
}

/** Takes what the host gives, as it stands now; what has not changed is not taken again. */
function source(give, what, take) {
  let known;
  return async () => {
    const text = json(await (typeof give === "function" ? give() : give), what);
    // The same text is the same length nearly always when it is the same, so this is found out at once.
    if (text === known) return;
    call(() => take(text));
    known = text;
  };
}

/** The function that asks a person, as the module calls it; what is thrown is a no. */
function approval(approve) {
  return approve && (async (question) => (await approve(JSON.parse(question))) === true);
}

/** A tool as a runtime registers it. */
function toolOf(raw, { spec, phrases }, sources) {
  const { name } = spec;
  async function execute(input, context = {}) {
    const { signal, idempotencyKey = "", attempt = 1, runId = "", stepNumber = 0, caller = "", leave = [] } = context;
    await sources[name]?.();
    const begun = call(() => raw.call(name, json(input, "the input"), JSON.stringify({ idempotencyKey, attempt, runId, stepNumber, caller, leave })));
    const stop = () => begun.abort();
    if (signal?.aborted) stop();
    signal?.addEventListener("abort", stop, { once: true });
    try {
      const { failure, output, metadata } = JSON.parse(await begun.settled());
      if (failure) throw failed(failure);
      if (metadata) context.metadata = metadata;
      return output;
    } finally {
      signal?.removeEventListener("abort", stop);
    }
  }
  const needsLeave = (input) => read(() => raw.needsLeave(name, json(input, "the input")));
  return { ...spec, ...(phrases.length > 0 && { phrases }), ...(spec.asksLeave && { needsLeave }), execute };
}

function failed({ code, message, hint, retryable }) {
  return Object.assign(new DunlinError({ code, message, hint: hint ?? undefined }), { retryable });
}
