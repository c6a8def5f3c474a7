// Builds one small page with each bundler, as its own guide says and without a word about the package, into out/site/.
//
//   node build.mjs            all of them; `node build.mjs vite` one
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const out = (path = "") => here(`out/${path}`);
const bin = (name) => here(`node_modules/.bin/${name}`);

const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self'; img-src data:; require-trusted-types-for 'script'; trusted-types 'none'";
/** A page under a strict policy; `charset` is left out where a page has none, which is read as windows-1252. */
const page = (script, { charset = true, policy = true } = {}) => `<!doctype html>
<html lang="en">
<head>
${charset ? '<meta charset="utf-8">' : ""}
${policy ? `<meta http-equiv="Content-Security-Policy" content="${POLICY}">` : ""}
<link rel="icon" href="data:,">
<title>waiting</title>
${script}
</head>
<body><main><h1>The package in a page</h1></main></body>
</html>
`;
const moduleScript = '<script type="module" src="./main.js"></script>';

/** What every page does: the whole, then one of the doors. */
const MAIN = `import { createRuntime, evaluate } from "dunlin";
import { parseDate } from "dunlin/dates";
async function main() {
  const runtime = await createRuntime({ storage: "memory" });
  const record = await runtime.run("calculate (10 + 5) * 2").result;
  return [evaluate("0.1 + 0.2").text, record.status, record.result, parseDate("tomorrow", { now: 0 }) !== null].join(" ");
}
main().then((answer) => (document.title = answer), (error) => (document.title = String(error)));
`;

const bundlers = {
  async vite(folder) {
    const { build } = await import("vite");
    await build({ root: folder, base: "./", logLevel: "error", build: { outDir: "dist", modulePreload: false } });
  },
  async webpack(folder) {
    const { default: webpack } = await import("webpack");
    writeFileSync(`${folder}/index.html`, page('<script defer src="./main.js"></script>', { charset: false }));
    await new Promise((resolve, reject) => {
      webpack({ mode: "production", context: folder, entry: "./main.js", output: { path: `${folder}/dist`, filename: "main.js" } }, (error, stats) => {
        if (error || stats.hasErrors()) reject(error ?? new Error(stats.toString("errors-only")));
        else resolve();
      });
    });
    cpSync(`${folder}/index.html`, `${folder}/dist/index.html`);
  },
  async rollup(folder) {
    const { rollup } = await import("rollup");
    const { default: resolve } = await import("@rollup/plugin-node-resolve");
    const bundle = await rollup({ input: `${folder}/main.js`, plugins: [resolve({ browser: true })], onwarn() {} });
    await bundle.write({ dir: `${folder}/dist`, entryFileNames: "main.js", format: "es", inlineDynamicImports: true });
    cpSync(`${folder}/index.html`, `${folder}/dist/index.html`);
  },
  async parcel(folder) {
    writeFileSync(`${folder}/package.json`, '{ "type": "module", "browserslist": "last 2 Chrome versions", "@parcel/resolver-default": { "packageExports": true } }');
    execFileSync(bin("parcel"), ["build", "index.html", "--public-url", "./", "--no-source-maps", "--no-cache", "--log-level", "error"], { cwd: folder, stdio: "inherit" });
  },
  /** A worker of Vite's, whose script is a module, and the module fetched from its own file. */
  async worker(folder) {
    const { build } = await import("vite");
    const worker = MAIN.replace('from "dunlin"', 'from "dunlin/stream"').replace(/main\(\)\.then.*\n/, "main().then(postMessage, (error) => postMessage(String(error)));\n");
    writeFileSync(`${folder}/worker.js`, worker);
    writeFileSync(`${folder}/main.js`, `const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });\nworker.onmessage = ({ data }) => (document.title = data);\nworker.onerror = (event) => (document.title = event.message || "the worker did not start");\n`);
    writeFileSync(`${folder}/index.html`, page(moduleScript, { policy: false }));
    await build({ root: folder, base: "./", logLevel: "error", worker: { format: "es" }, build: { outDir: "dist", modulePreload: false } });
  },
};

/** A service worker that answers for the page, made by Rollup as a module and by webpack as a classic script. */
const ANSWERING = `const answer = async () => new Response(await main());
addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => {
  if (new URL(event.request.url).pathname.endsWith("/answer")) event.respondWith(answer().catch((error) => new Response(String(error))));
});
`;
async function serviceWorker(folder, type, bundle) {
  writeFileSync(`${folder}/sw.js`, MAIN.replace(/main\(\)\.then.*\n/, ANSWERING));
  mkdirSync(`${folder}/dist`);
  await bundle();
  const script = `async function answered() {
  await navigator.serviceWorker.register("./sw.js", { type: ${JSON.stringify(type)} });
  if (!navigator.serviceWorker.controller) await new Promise((controlled) => navigator.serviceWorker.addEventListener("controllerchange", controlled));
  return (await fetch("./answer")).text();
}
answered().then((answer) => (document.title = answer), (error) => (document.title = String(error)));
`;
  writeFileSync(`${folder}/dist/main.js`, script);
  writeFileSync(`${folder}/dist/index.html`, page(moduleScript, { policy: false }));
}
bundlers["service-worker"] = (folder) =>
  serviceWorker(folder, "module", async () => {
    const { rollup } = await import("rollup");
    const { default: resolve } = await import("@rollup/plugin-node-resolve");
    const bundle = await rollup({ input: `${folder}/sw.js`, plugins: [resolve({ browser: true })], onwarn() {} });
    await bundle.write({ dir: `${folder}/dist`, entryFileNames: "sw.js", format: "es", inlineDynamicImports: true });
  });
bundlers["classic-service-worker"] = (folder) =>
  serviceWorker(folder, "classic", async () => {
    const { default: webpack } = await import("webpack");
    await new Promise((resolve, reject) => {
      const settings = { mode: "production", target: "webworker", context: folder, entry: "./sw.js", output: { path: `${folder}/dist`, filename: "sw.js" } };
      webpack(settings, (error, stats) => (error || stats.hasErrors() ? reject(error ?? new Error(stats.toString("errors-only"))) : resolve()));
    });
  });

const chosen = process.argv.slice(2);
for (const [name, bundle] of Object.entries(bundlers)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  const start = performance.now();
  const folder = out(name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/main.js`, MAIN);
  writeFileSync(`${folder}/index.html`, page(moduleScript));
  await bundle(folder);
  cpSync(`${folder}/dist`, out(`site/${name}`), { recursive: true });
  console.log(`${name}: ${Math.round(performance.now() - start)} ms`);
}
