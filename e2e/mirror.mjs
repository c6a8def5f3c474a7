// A server that stands between a page and the one under test, so that a case can change what is served, or stop it.
import { createServer } from "node:http";

export async function mirror(url) {
  const changes = new Map();
  let meddled = null;
  const server = createServer(async (asked, answer) => {
    try {
      const given = await fetch(new URL(asked.url, url));
      const body = Buffer.from(await given.arrayBuffer());
      const headers = Object.fromEntries([...given.headers].filter(([name]) => !["content-length", "content-encoding"].includes(name)));
      const { pathname } = new URL(asked.url, url);
      const change = changes.get(pathname);
      let told = { status: given.status, headers, body: change ? Buffer.from(change(body.toString())) : body };
      if (meddled?.of(pathname)) told = meddled.how(told, asked);
      if (told === null) return answer.destroy();
      // A body shorter than was promised breaks off.
      answer.writeHead(told.status, told.promised ? { ...told.headers, "content-length": told.promised } : told.headers);
      if (!told.promised) return answer.end(told.body);
      answer.write(told.body, () => answer.destroy());
    } catch {
      answer.destroy();
    }
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    // From now on the file of that path is what `change` makes of its text.
    change: (path, change) => changes.set(path, change),
    // From now on `how` makes the answers of the paths that `of` takes: from { status, headers, body } to the same, to one
    // that is `promised` longer than it comes, or to null, which cuts the connection.
    meddle: (of, how) => (meddled = { of, how }),
    heal: () => (meddled = null),
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
