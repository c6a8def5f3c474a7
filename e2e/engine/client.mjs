// A client of the server's door for agents (MCP over streamable HTTP), as small as it can be: it asks, and is asked nothing.
import assert from "node:assert/strict";

export class Client {
  #url;
  #id = 0;
  #headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };

  static async begin(url) {
    const client = new Client();
    client.#url = url;
    await client.ask("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "engine", version: "1" } });
    await client.#send({ method: "notifications/initialized" });
    return client;
  }

  async #send(message) {
    const body = JSON.stringify({ jsonrpc: "2.0", ...message });
    const answer = await fetch(this.#url, { method: "POST", headers: this.#headers, body, signal: AbortSignal.timeout(60_000) });
    const session = answer.headers.get("mcp-session-id");
    if (session) this.#headers["mcp-session-id"] = session;
    const text = await answer.text();
    const told = text.startsWith("{") ? [text] : [...text.matchAll(/^data: ?(\{.*)$/gm)].map(([, data]) => data);
    return told.map((one) => JSON.parse(one)).find(({ id }) => id !== undefined && id === message.id);
  }

  async ask(method, params = {}) {
    const answer = await this.#send({ id: ++this.#id, method, params });
    assert.ok(answer?.result, `${method}: ${JSON.stringify(answer)}`);
    return answer.result;
  }

  /** The value that a tool gives. */
  async call(name, input) {
    return (await this.ask("tools/call", { name, arguments: input })).structuredContent;
  }

  async read(uri) {
    return (await this.ask("resources/read", { uri })).contents[0].text;
  }
}
