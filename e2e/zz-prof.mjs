import { chromium } from "playwright-core";
import fs from "node:fs";
const [, , url, wasmPath, n = "10000"] = process.argv;
const b = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--headless=new","--no-sandbox","--disable-gpu"] });
const c = await b.newContext({ serviceWorkers: "block", locale: "en-US", timezoneId: "UTC", viewport: { width: 1280, height: 900 } });
const p = await c.newPage();
await p.goto(url + "icon.svg");
await p.evaluate((n) => { for (let i = 0; i < n; i++) { const id = "t" + i.toString(36).padStart(8, "0"); localStorage.setItem("dunlin:v1:todo:" + id, JSON.stringify({ id, text: "Buy thing number " + i, completed: i % 3 === 0, createdAt: "2026-01-01T00:00:00.000Z", updatedAt: "2026-01-01T00:00:00.000Z", order: i })); } }, +n);
const runs = [];
for (let r = 0; r < 5; r++) {
const s = await c.newCDPSession(p); await s.send("Profiler.enable"); await s.send("Profiler.setSamplingInterval", { interval: 100 });
await s.send("Profiler.start"); await p.goto(url); await p.waitForSelector("[data-skeleton]", { state: "detached" }); await p.waitForTimeout(600);
const { profile } = await s.send("Profiler.stop"); runs.push(profile); await s.detach(); await p.goto("about:blank");
}
const total = new Map(), incl = new Map();
for (const profile of runs.slice(1)) {
  const dt = profile.timeDeltas; const nodes = new Map(profile.nodes.map((n) => [n.id, n])); const parent = new Map();
  for (const n of profile.nodes) for (const ch of n.children ?? []) parent.set(ch, n.id);
  const name = (n) => (n.callFrame.functionName || "anon").replace(/\[[0-9a-f]{10,}\]/g, "");
  profile.samples.forEach((id, i) => { const k = name(nodes.get(id)); total.set(k, (total.get(k) ?? 0) + dt[i]);
    const seen = new Set(); for (let at = id; at !== undefined; at = parent.get(at)) { const k = name(nodes.get(at)); if (!seen.has(k)) { seen.add(k); incl.set(k, (incl.get(k) ?? 0) + dt[i]); } } });
}
const show = (m, n) => { for (const [k, v] of [...m].sort((x, y) => y[1] - x[1]).slice(0, n)) console.log((v / 4000).toFixed(1), k.slice(0, 150)); };
console.log("SELF"); show(total, 45); console.log("INCL"); show(incl, 70);
await b.close();
