// Requests of the tools `fetch` and `web_search`, by the host's own `fetch`. What may be asked was decided before; a redirect is
// an answer like others where the host lets one see it, and refused where it does not.

const REDIRECTED = "it was answered with a redirect, and a page may not look where to: ask the address that it leads to";

export class HttpHost {
  #isPublic;
  #underWay = new Map();

  /** `isPublic` says whether an address is one of the public internet. */
  constructor(isPublic) {
    this.#isPublic = isPublic;
  }

  /** Promises the head of the answer as JSON text, and its bytes. */
  async send(id, text) {
    const request = JSON.parse(text);
    const controller = new AbortController();
    this.#underWay.set(id, controller);
    let isOver = false;
    const timer = setTimeout(() => {
      isOver = true;
      controller.abort();
    }, request.timeoutMs);
    try {
      if (!request.allowPrivate) await this.#checkName(new URL(request.url).hostname);
      return await answerOf(request, controller.signal);
    } catch (fault) {
      return refused(isOver ? "timeout" : (fault?.kind ?? "unreachable"), isOver ? "" : inWords(fault));
    } finally {
      clearTimeout(timer);
      this.#underWay.delete(id);
    }
  }

  /** Nobody waits for that request any more. */
  abort(id) {
    this.#underWay.get(id)?.abort();
  }

  /** Refuses a name that stands for a private address, where the host can look names up. */
  async #checkName(name) {
    const lookup = await lookedUp();
    if (!lookup) return;
    for (const { address } of await lookup(name.replace(/^\[|\]$/g, ""), { all: true })) {
      if (!this.#isPublic(address)) throw Object.assign(new Error(address), { kind: "private" });
    }
  }
}

/** Node's look-up of names, or nothing elsewhere. */
async function lookedUp() {
  if (typeof process !== "object" || typeof process?.versions?.node !== "string") return undefined;
  return (await import(/* @vite-ignore */ /* webpackIgnore: true */ ["node", "dns/promises"].join(":"))).lookup;
}

async function answerOf({ method, url, headers, body, maxBytes }, signal) {
  const options = { method, headers, body: body ?? undefined, signal, redirect: "manual", credentials: "omit", referrerPolicy: "no-referrer" };
  const response = await fetch(url, options);
  if (response.type === "opaqueredirect") return refused("refused", REDIRECTED);
  const bytes = await bytesOf(response, maxBytes);
  if (bytes === undefined) return refused("tooLarge", "");
  return [JSON.stringify({ status: response.status, headers: [...response.headers] }), bytes];
}

/** All that came, or nothing where it is more than may come. */
async function bytesOf(response, most) {
  const parts = [];
  let size = 0;
  const reader = response.body?.getReader();
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true };
    if (done) break;
    size += value.length;
    if (size > most) {
      await reader.cancel();
      return undefined;
    }
    parts.push(value);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

const refused = (kind, detail) => [JSON.stringify({ refused: { kind, detail } }), new Uint8Array(0)];

/** Why, with what lies under it: Node's own `fetch` says no more than that it failed. */
function inWords(fault) {
  const { message = String(fault), cause } = fault ?? {};
  const under = cause?.message || cause?.code;
  return under ? `${message}: ${under}` : message;
}
