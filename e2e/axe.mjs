// The page as axe sees it: every rule of WCAG 2.2 A and AA and of good practice, and no exception unless a case names it.
import { createRequire } from "node:module";

const { source } = createRequire(import.meta.url)("axe-core");

// Fails with every finding and where it is. `without` turns rules off by id; say why where you do.
export async function axe(page, { without = [] } = {}) {
  // Not a script element: the page's policy would refuse it, and it is right to.
  await page.evaluate(source);
  const violations = await page.evaluate(async (without) => {
    const rules = Object.fromEntries(without.map((id) => [id, { enabled: false }]));
    const found = await globalThis.axe.run(document, {
      runOnly: { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] },
      rules,
      resultTypes: ["violations"],
    });
    return found.violations.map(({ id, help, nodes }) => ({
      id,
      help,
      nodes: nodes.map((node) => `${node.target.join(" ")}: ${node.failureSummary?.split("\n").slice(1).join("; ").trim()}`),
    }));
  }, without);
  if (violations.length === 0) return;
  const lines = violations.flatMap(({ id, help, nodes }) => [`${id}: ${help}`, ...nodes.map((node) => `  ${node}`)]);
  throw new Error(`axe found ${violations.length}:\n${lines.join("\n")}`);
}
