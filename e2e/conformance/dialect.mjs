// A server over its standard streams with the one tool whose schema the suite looks for behind another server: `dunlin` tells a
// schema on as it was told. It stands under the name of its server, "json", so it is `json_schema_2020_12_tool` there.
import { createInterface } from "node:readline";

const inputSchema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  $defs: { address: { type: "object", properties: { street: { type: "string" }, city: { type: "string" } } } },
  properties: { name: { type: "string" }, address: { $ref: "#/$defs/address" } },
  additionalProperties: false,
};
const RESULTS = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "json", version: "1" } }),
  "tools/list": () => ({ tools: [{ name: "schema_2020_12_tool", description: "Tool with JSON Schema 2020-12 features", inputSchema }] }),
  "tools/call": () => ({ content: [{ type: "text", text: "called" }] }),
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) continue;
  const result = RESULTS[method]?.(params);
  console.log(JSON.stringify({ jsonrpc: "2.0", id, ...(result ? { result } : { error: { code: -32601, message: `there is no ${method}` } }) }));
}
