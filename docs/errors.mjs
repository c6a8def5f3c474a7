// The page of error codes, made from the code: every stable code with what it means or says where it is raised.
import { readFileSync, readdirSync } from "node:fs";

const root = new URL("../", import.meta.url);
const CODE = /"([a-z]+\.[a-z]+(?:-[a-z]+)*)"/g;

/** What looks like a code: names of files, of what telemetry tells, and of what a host gives. */
const NO_CODE = /\.(?:html|js|json|ts|txt)$|^(?:dunlin|error|process|service)\.|^(?:guard\.approve|numbers\.words|search\.documents|sql\.tables)$/;

/** The codes whose words come from elsewhere, from a schema, a tool or another server: what they mean. */
export const SAID = {
  "agent.no-agent": "No agent can do a part of the goal.",
  "ask.timeout": "Nobody answered in the time that the step has.",
  "engine.refused": "The durable engine refused a request of the runtime.",
  "guard.blocked": "The input holds what the guard lets no call take off the device.",
  "http.body": "The body of the request could not be read.",
  "http.body-too-large": "The body of the request is larger than the server takes.",
  "judge.not-met": "A check that must pass is not met.",
  "machine.refused": "The machine refused something: a file does not open, a port is taken.",
  "mcp.refused": "Another MCP server refused the call.",
  "mcp.tool-failed": "A tool of another MCP server failed.",
  "plan.invalid-ask": "The input of an ask step is no question with a schema that can be used.",
  "plan.invalid-decision": "The input of a decision step is no comparison, or its sides cannot be compared.",
  "plan.invalid-input": "The input of a step does not fit the schema of its tool.",
  "plan.invalid-map": "A map step has no list, or its body cannot be carried out.",
  "plan.invalid-notify": "The input of a notify step is no message.",
  "plan.invalid-signal": "The input of a signal step names no signal.",
  "plan.invalid-undo": "The step that takes another back cannot do so.",
  "run.cancelled": "The run that a step waited for was cancelled.",
  "run.cannot-fork": "The run cannot be begun again from that step.",
  "search.too-much": "There are more texts than may be searched.",
  "signal.timeout": "The signal did not come in the time that the step has.",
  "template.invalid": "The templates cannot be used.",
  "tool.failed": "The tool of a host threw.",
};

const isCode = (text) => `"${text}"`.match(CODE) !== null;

function sources() {
  const folders = [...readdirSync(new URL("crates/", root)).map((name) => `crates/${name}/src/`), "crates/dunlin-wasm/js/"];
  return folders.flatMap((folder) => {
    const names = readdirSync(new URL(folder, root), { recursive: true }).filter((name) => /\.(rs|js)$/.test(name));
    return names.map((name) => readFileSync(new URL(folder + name, root), "utf8"));
  });
}

/** The docs of the variants of all enums: "SqlErrorKind::Params". */
function variants(texts) {
  const docs = new Map();
  for (const text of texts) {
    for (const [, name, body] of text.matchAll(/^ *(?:pub(?:\([a-z]+\))? )?enum (\w+)[^{]*\{\n([\s\S]*?)^ *\}$/gm)) {
      for (const [, doc, variant] of body.matchAll(/((?:^ +\/\/\/.*\n)+)(?:^ +#\[.*\n)* +(\w+)\b/gm)) {
        docs.set(`${name}::${variant}`, doc.replaceAll("///", "").replace(/\s+/g, " ").trim());
      }
    }
  }
  return docs;
}

const TEXT = String.raw`(?:&?format!\(\s*)?(?<quote>["\x60])(?<said>(?:(?!\k<quote>)[^\\]|\\[\s\S])*)\k<quote>`;

/** What is said of a code: the doc of the variant that has it, or else the message that stands beside it. */
function meaning(text, at, code, docs) {
  const before = text.slice(0, at);
  const after = text.slice(at + code.length + 2, at + 400).replace(/^\.(?:into|to_owned)\(\)/, "");
  const arm = /(\w+)::(\w+)(?: \{[^}]*\}|\([^)]*\))?(?: if [^=]*)? =>(?:(?!=>|;).)*$/s.exec(before.slice(-200));
  const enumeration = arm?.[1] === "Self" ? before.match(/impl(?: .* for)? (\w+) \{(?![\s\S]*^impl)/m)?.[1] : arm?.[1];
  const doc = arm && /(?:Kind|Error|Code)$/.test(enumeration) && docs.get(`${enumeration}::${arm[2]}`);
  if (doc) return doc;
  const message = new RegExp(String.raw`^[\s,]*(?:message: )?${TEXT}`).exec(after)?.groups.said;
  const own = before.slice(before.search(/\bfn (?![\s\S]*\bfn )/));
  // Made a line or two before, and named here.
  const name = message && !isCode(message) ? undefined : /^(?:,\s*|,? *message: )&?(\w+)\b(?!\()/.exec(after)?.[1];
  const made = name && [...own.matchAll(new RegExp(String.raw`let ${name} =\s*(?:match [^{]*\{[^"]*)?${TEXT}`, "g"))].pop()?.groups.said;
  const said = made ?? (message && !isCode(message) ? message : undefined);
  return said?.replace(/\\\s*\n\s*/g, " ").replace(/\\(.)/g, "$1").replace(/\$?\{[^}]*(?:\}|$)/g, "…");
}

const escaped = (text) => text.replaceAll("|", "\\|").replace(/`[^`]*`|</g, (found) => (found === "<" ? "&lt;" : found));

/** Every code with what is known of it. */
export function codes() {
  const codes = new Map();
  const texts = sources();
  const docs = variants(texts);
  for (const text of texts) {
    // What only tests say is no code of the product.
    const own = text.split("#[cfg(test)]")[0].replace(/^\s*\/\/[/!].*$/gm, (line) => " ".repeat(line.length));
    for (const found of own.matchAll(CODE)) {
      if (NO_CODE.test(found[1])) continue;
      const said = meaning(text, found.index, found[1], docs);
      const known = codes.get(found[1]);
      if (!known || (said && !known.includes(said))) codes.set(found[1], [...(known ?? []), ...(said ? [said] : [])]);
    }
  }
  return codes;
}

/** The page, as Markdown. */
export function errorsPage() {
  const rows = [...codes()].sort(([left], [right]) => (left < right ? -1 : 1)).map(([code, said]) => `| \`${code}\` | ${escaped(SAID[code] ?? said.slice(0, 2).join(" · "))} |`);
  return `# Error codes

Every error is a \`DunlinError\` with a stable \`code\`; switch on it, never on the words.
The same codes stand in records and events of runs.
This page is made from the code; … stands for what differs.

| code | what it means or says |
| --- | --- |
${rows.join("\n")}
`;
}
