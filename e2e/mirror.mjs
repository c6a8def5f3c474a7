// A server that stands between a page and the one under test, so that a case can change what is served, or stop it.
import { createServer } from "node:http";

export async function mirror(url) {
  const changes = new Map();
  const server = createServer(async (asked, answer) => {
    try {
      const given = await fetch(new URL(asked.url, url));
      const body = Buffer.from(await given.arrayBuffer());
      const headers = Object.fromEntries([...given.headers].filter(([name]) => !["content-length", "content-encoding"].includes(name)));
      const change = changes.get(new URL(asked.url, url).pathname);
      answer.writeHead(given.status, headers);
      answer.end(change ? change(body.toString()) : body);
    } catch {
      answer.destroy();
    }
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    // From now on the file of that path is what `change` makes of its text.
    change: (path, change) => changes.set(path, change),
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
