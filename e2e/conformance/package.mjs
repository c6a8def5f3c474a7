// The npm package as a server: `dunlin.mcp` behind Node's own HTTP, which says where it listens as the program does.
//
//   node package.mjs FOLDER    where the package is
import { createServer } from "node:http";
import { join, resolve } from "node:path";
import { Readable } from "node:stream";
import { pathToFileURL } from "node:url";

const { createRuntime } = await import(pathToFileURL(join(resolve(process.argv[2]), "index.node.js")));
const dunlin = await createRuntime({ storage: "memory" });
// The tool whose schema the suite looks for.
dunlin.tools.register({
  name: "json_schema_2020_12_tool",
  description: "Tool with JSON Schema 2020-12 features",
  inputSchema: {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    $defs: { address: { type: "object", properties: { street: { type: "string" }, city: { type: "string" } } } },
    properties: { name: { type: "string" }, address: { $ref: "#/$defs/address" } },
    additionalProperties: false,
  },
  execute: () => "called",
});
// A run that resources can be read of.
await dunlin.run("calculate 6 * 7", { runId: "123" }).result;

const server = createServer(async (asked, answer) => {
  const chunks = [];
  for await (const chunk of asked) chunks.push(chunk);
  const url = new URL(asked.url, `http://${asked.headers.host}`);
  const hasBody = !["GET", "HEAD"].includes(asked.method) && chunks.length > 0;
  const request = new Request(url, { method: asked.method, headers: asked.headers, body: hasBody ? Buffer.concat(chunks) : undefined });
  const given = await dunlin.mcp(request, { prefix: "" });
  answer.writeHead(given.status, Object.fromEntries(given.headers));
  // Event by event: what is asked of the client comes in the middle of an answer.
  if (given.body) Readable.fromWeb(given.body).on("error", () => answer.destroy()).pipe(answer);
  else answer.end();
});
server.listen(0, "127.0.0.1", () => console.log(JSON.stringify({ type: "listening", url: `http://127.0.0.1:${server.address().port}/` })));
