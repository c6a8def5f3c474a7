// The page as Lighthouse 12 sees it, on a phone and on a desk, with the system's Chromium.
//
// The whole report of each lies in target/bench/ afterwards; what takes points away is printed under the scores.
import { mkdirSync, writeFileSync } from "node:fs";
import { launch } from "chrome-launcher";
import lighthouse, { desktopConfig } from "lighthouse";
import { figure } from "./figures.mjs";

const folder = new URL("../target/bench/", import.meta.url);
mkdirSync(folder, { recursive: true });

const chrome = await launch({
  chromePath: process.env.CHROME,
  chromeFlags: (process.env.CHROME_FLAGS ?? "").split(" ").filter(Boolean),
});
try {
  for (const [device, config] of [["phone", undefined], ["desk", desktopConfig]]) {
    const categories = ["performance", "accessibility", "best-practices"];
    const options = { port: chrome.port, output: "html", logLevel: "error", onlyCategories: categories };
    const { lhr, report } = await lighthouse(process.env.DUNLIN_URL, options, config);
    if (lhr.runtimeError) throw new Error(lhr.runtimeError.message);
    writeFileSync(new URL(`lighthouse-${device}.html`, folder), report);
    for (const name of categories) {
      figure(`Lighthouse on a ${device}, ${lhr.categories[name].title.toLowerCase()}`, lhr.categories[name].score * 100, "", { least: 98 });
    }
    for (const name of ["first-contentful-paint", "largest-contentful-paint", "total-blocking-time", "cumulative-layout-shift"]) {
      const { title, numericValue, numericUnit } = lhr.audits[name];
      figure(`Lighthouse on a ${device}, ${title}`, numericValue, numericUnit === "millisecond" ? "ms" : "");
    }
    const lost = Object.values(lhr.categories).flatMap((category) => category.auditRefs)
      .filter(({ id, weight }) => weight > 0 && (lhr.audits[id].score ?? 1) < 1)
      .map(({ id }) => `  ${id}: ${lhr.audits[id].displayValue ?? lhr.audits[id].title}`);
    console.log([...new Set(lost)].join("\n"));
  }
} finally {
  await chrome.kill();
}
