// The page of error codes, made from the code: every stable code with what it means or says where it is raised.
import { readFileSync, readdirSync } from "node:fs";

const root = new URL("../", import.meta.url);
const CODE = /"((?:agent|api|calc|date|phrase|plan|run|runtime|step|storage|template|todo|tool|wasm|webmcp)\.[a-z]+(?:-[a-z]+)*)"/g;

const isCode = (text) => `"${text}"`.match(CODE) !== null;

function sources() {
  const crates = ["dunlin", "dunlin-agents", "dunlin-base", "dunlin-calc", "dunlin-date", "dunlin-plan", "dunlin-planner", "dunlin-runtime", "dunlin-todo", "dunlin-wasm"];
  const folders = [...crates.map((name) => `crates/${name}/src/`), "crates/dunlin-wasm/js/"];
  return folders.flatMap((folder) => {
    const names = readdirSync(new URL(folder, root), { recursive: true }).filter((name) => /\.(rs|js)$/.test(name));
    return names.map((name) => readFileSync(new URL(folder + name, root), "utf8"));
  });
}

/** What is said of a code: the doc of the variant that has it, or else the message that stands beside it. */
function meaning(text, at, code) {
  const before = text.slice(0, at);
  const variant = /\w+::(\w+)(?: \{ \.\. \}|\(_\))? => $/.exec(before)?.[1];
  const doc = variant && new RegExp(`((?:^ +///.*\\n)+)(?:^ +#\\[.*\\n)* +${variant}\\b`, "m").exec(text)?.[1];
  if (doc) return doc.replaceAll("///", "").replace(/\s+/g, " ").trim();
  const after = text.slice(at + code.length + 2, at + 400);
  const message = /^[\s,]*(?:message: )?(?:&?format!\(\s*)?["`]((?:[^"`\\]|\\.)*)["`]/.exec(after)?.[1];
  // Made a line or two before, and named here.
  const named = /^,? *(?:&?message|message\))/.test(after) || !message ? before.slice(-500).match(/let (?:message|what|why) =\s*(?:&?format!\()?\s*"((?:[^"\\]|\\.)*)"(?![\s\S]*let message)/)?.[1] : undefined;
  return (named ?? (message && isCode(message) ? undefined : message))?.replace(/\\\s*\n\s*/g, " ").replace(/\\(.)/g, "$1").replace(/\$?\{[^}]*(?:\}|$)/g, "…");
}

const NO_CODES = ["todo.txt"]; // A format of files.
const escaped = (text) => text.replaceAll("|", "\\|").replace(/`[^`]*`|</g, (found) => (found === "<" ? "&lt;" : found));

/** Every code with what is known of it. */
export function codes() {
  const codes = new Map();
  for (const text of sources()) {
    // What only tests say is no code of the product.
    const own = text.split("#[cfg(test)]")[0].replace(/^\s*\/\/[/!].*$/gm, (line) => " ".repeat(line.length));
    for (const found of own.matchAll(CODE)) {
      if (NO_CODES.includes(found[1])) continue;
      const said = meaning(text, found.index, found[1]);
      const known = codes.get(found[1]);
      if (!known || (said && !known.includes(said))) codes.set(found[1], [...(known ?? []), ...(said ? [said] : [])]);
    }
  }
  return codes;
}

/** The page, as Markdown. */
export function errorsPage() {
  const rows = [...codes()].sort(([left], [right]) => (left < right ? -1 : 1)).map(([code, said]) => `| \`${code}\` | ${escaped(said.slice(0, 2).join(" · ")) || "its message says it"} |`);
  return `# Error codes

Every error is a \`DunlinError\` with a stable \`code\`; switch on it, never on the words.
The same codes stand in records and events of runs.
This page is made from the code; … stands for what differs.

| code | what it means or says |
| --- | --- |
${rows.join("\n")}
`;
}
