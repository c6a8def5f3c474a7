// The cases of the page and those of the npm package in a page, in the system's Chromium:
//
//   cargo xtask test page      builds the page, serves it and calls this with `--project page`, then with `--project kept`
//   cargo xtask test served    the same with `--project server`: the page's todos and runs are kept at `dunlin serve`
//
// DUNLIN_URL says where the page is served, CHROME and CHROME_FLAGS which browser is driven. A failed case leaves its trace
// and its picture in target/e2e/. Nothing is tried twice: a case that fails now and then has found something.
import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";
import { chrome } from "./browser.mjs";

const baseURL = process.env.DUNLIN_URL;
if (!baseURL) throw new Error("DUNLIN_URL is not set: `cargo xtask test page` sets it");

// Cases with the tag @browser are about localStorage itself, a page without a network, or the server of `cargo xtask`.
// Those in which most is kept, which are tried with a server in every check.
const KEPT = ["history", "kept", "main-job", "saved", "schedules", "tabs", "todos", "trust"];

const SERVED = { testDir: "cases", grepInvert: /@browser/, use: { kept: "server" } };

export default defineConfig({
  projects: [
    { name: "page", testDir: "cases", testIgnore: "kept.spec.mjs", outputDir: "../target/e2e/page" },
    // The same cases, with everything kept at a server; and what only such a page has.
    { ...SERVED, name: "server", outputDir: "../target/e2e/server" },
    { ...SERVED, name: "kept", testMatch: KEPT.map((name) => `${name}.spec.mjs`), outputDir: "../target/e2e/kept" },
    { name: "npm", testDir: "npm/cases", outputDir: "../target/e2e/npm", use: { serviceWorkers: "allow" } },
  ],
  fullyParallel: true,
  // Chromium is several processes itself, so more at a time only take turns.
  workers: Math.min(availableParallelism(), 4),
  retries: 0,
  forbidOnly: true,
  timeout: 90_000,
  // A case proves what happens and never how fast, so a busy machine may take its time.
  expect: { timeout: 20_000 },
  reporter: [["list"], ["./tally.mjs"]],
  use: {
    baseURL,
    launchOptions: chrome(["--enable-features=WebMCP"]),
    // To fetch all files once more for the next visit takes a fifth of a case; those that are about it say "allow".
    serviceWorkers: "block",
    locale: "en-US",
    timezoneId: "UTC",
    reducedMotion: "reduce",
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    // Pictures and copies of the page at each act would take a third more time of every case, and a gigabyte; what failed is
    // pictured once, and `--trace on` makes them all.
    trace: { mode: "retain-on-failure", screenshots: false, snapshots: false },
    screenshot: "only-on-failure",
  },
});
