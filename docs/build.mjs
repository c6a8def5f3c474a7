// Makes the site of the documents: node docs/build.mjs FOLDER. Plain pages without a script, under the page's own policy.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { marked } from "marked";
import { errorsPage } from "./errors.mjs";

/** Made from the code, and in no file. */
const ERRORS = "guide/errors.md";
const PAGES = [
  ["guide/index.md", "Start"],
  ["guide/plans.md", "Plans"],
  ["plan-records.md", "Plan records"],
  ["guide/policy.md", "Policy"],
  ["guide/storage.md", "Storages"],
  ["guide/tools.md", "Tools"],
  ["guide/further-tools.md", "Further tools"],
  ["guide/phrases.md", "Phrases"],
  ["guide/recipes.md", "Recipes"],
  [ERRORS, "Error codes"],
  ["guide/limits.md", "Limits"],
  ["guide/troubleshooting.md", "Troubleshooting"],
  ["what-you-can-say.md", "What you can say"],
  ["calculator.md", "Calculator"],
  ["hosting.md", "Hosting"],
  ["server.md", "The program"],
  ["engine.md", "Runs in Restate"],
];
const POLICY = "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'";

const nameOf = (path) => path.replace("guide/", "").replace(/\.md$/, ".html");
const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt()};`);
const slug = (text) => text.toLowerCase().replace(/<[^>]*>|&[^;]*;/g, "").replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");

// Where links of the site lead, and what they may lead to.
const [places, links] = [new Set(), []];
let own = "";

marked.use({
  renderer: {
    heading({ tokens, depth }) {
      const words = this.parser.parseInline(tokens);
      places.add(`${own}#${slug(words)}`);
      return `<h${depth} id="${slug(words)}">${words}</h${depth}>\n`;
    },
    link({ href, tokens }) {
      const words = this.parser.parseInline(tokens);
      const [, page, place] = href.match(/^((?:\.\.?\/)?[\w./-]+\.md)?(#.*)?$/) ?? [];
      if (page === undefined && place === undefined) {
        // A file of the repository is no page of the site.
        return href.startsWith("../") ? words : `<a href="${escaped(href)}">${words}</a>`;
      }
      const to = (page ? nameOf(page.replace(/^\.\.?\//, "")) : "") + (place ? `#${slug(place)}` : "");
      links.push([own, to.startsWith("#") ? own + to : to]);
      return `<a href="${escaped(to)}">${words}</a>`;
    },
    // A table that is wider than a phone is scrolled by itself, with the keyboard too.
    table(token) {
      return `<div class="wide" tabindex="0" role="region" aria-label="Table">${marked.Renderer.prototype.table.call(this, token)}</div>\n`;
    },
    code({ text }) {
      return `<pre tabindex="0"><code>${escaped(text)}</code></pre>\n`;
    },
    // Nothing in the documents is markup.
    html: ({ text }) => escaped(text),
  },
});

const folder = process.argv[2];
if (!folder) throw new Error("say where the site goes: node docs/build.mjs FOLDER");
mkdirSync(folder, { recursive: true });
for (const [path, title] of PAGES) {
  own = nameOf(path);
  places.add(own);
  const text = path === ERRORS ? errorsPage() : readFileSync(new URL(path, import.meta.url), "utf8");
  const menu = PAGES.map(([other, words]) => `<li><a href="./${nameOf(other)}"${other === path ? ' aria-current="page"' : ""}>${words}</a></li>`);
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Dunlin</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="./docs.css">
</head>
<body>
<nav aria-label="Documents"><ul>
${menu.join("\n")}
</ul></nav>
<main>
${marked.parse(text)}</main>
</body>
</html>
`;
  writeFileSync(join(folder, nameOf(path)), html);
}
writeFileSync(join(folder, "docs.css"), readFileSync(new URL("docs.css", import.meta.url)));
const dead = links.filter(([, to]) => !places.has(to)).map(([from, to]) => `${from} leads to ${to}, which is not there`);
if (dead.length > 0) throw new Error(dead.join("\n"));
console.log(`${PAGES.length} pages are in ${folder}`);
