// What a person waits for in the page, in the system's Chromium: `cargo xtask bench page` builds, serves and calls this.
import { launch } from "../e2e/browser.mjs";
import { dunlin } from "../e2e/pages/dunlin.mjs";
import { begunRun, manyTodos } from "../e2e/pages/storage.mjs";
import { figure, median } from "./figures.mjs";
import { traced } from "./trace.mjs";

const url = process.env.DUNLIN_URL;
const MANY = 10_000;

const browser = await launch();
try {
  const plain = await starting();
  await startingWith(plain);
  await typing();
  await filling();
} finally {
  await browser.close();
}

// A page of its own, with what storage is to hold, and the probes that every measure here reads.
async function fresh({ entries = [], slowed = 1 } = {}) {
  // Every visit is a first one: nothing is answered from what a visit before has kept.
  const serviceWorkers = "block";
  const viewport = { width: 1280, height: 900 };
  const context = await browser.newContext({ locale: "en-US", timezoneId: "UTC", viewport, serviceWorkers });
  context.setDefaultTimeout(60_000);
  await context.addInitScript(probes);
  const page = await context.newPage();
  if (entries.length > 0) {
    // Any file of the origin will do: the program must not run while its storage is filled.
    await page.route("**/fill", (route) => route.fulfill({ contentType: "text/html", body: "<title>fill</title>" }));
    await page.goto(new URL("fill", url).href);
    await page.evaluate((entries) => entries.forEach(([key, value]) => localStorage.setItem(key, value)), entries);
    // The browser tells of every one of these writes for a while: none of that belongs to the visit.
    await page.waitForTimeout(2000);
    await page.goto("about:blank");
  }
  if (slowed > 1) {
    const devtools = await context.newCDPSession(page);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowed });
  }
  return { context, page };
}

// Runs in the page, before any of its own code.
function probes() {
  const painted = () =>
    new Promise((done) => {
      requestAnimationFrame(() => {
        const begun = performance.now();
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => done({ begun, ended: performance.now() });
        port2.postMessage(null);
      });
    });
  const probe = { usableAt: null, painted, keys: [] };
  globalThis.probe = probe;
  performance.mark("probe:begun");
  // Usable: the skeleton is gone, and the frame that shows what took its place has been painted.
  new MutationObserver((_, observer) => {
    if (document.body === null || document.querySelector("[data-skeleton]") !== null) return;
    if (document.querySelector("textarea") === null) return;
    observer.disconnect();
    painted().then(({ ended }) => {
      performance.mark("probe:usable");
      probe.usableAt = ended;
    });
  }).observe(document, { childList: true, subtree: true });
  // A key: the work from the event until nothing of it is left to do, and the work of the frame that shows it.
  addEventListener(
    "keydown",
    (event) => {
      const pressed = performance.now();
      if (event.key.length === 1) performance.mark("probe:pressed");
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        const handled = performance.now() - pressed;
        painted().then(({ begun, ended }) => {
          probe.keys.push({ work: handled + ended - begun, wait: ended - pressed });
        });
      };
      if (event.key.length === 1) port2.postMessage(null);
    },
    { capture: true },
  );
}

// One visit, until it is usable: on the clock, and in processor time of the main thread where it is traced. A slowed visit
// is not traced, for what writes the trace is slowed with it: that made 700 to 800 ms into a thousand.
async function usable(options = {}) {
  const { context, page } = await fresh(options);
  const visit = async () => {
    await page.goto(url);
    await page.waitForFunction(() => globalThis.probe.usableAt !== null);
  };
  const seen = options.slowed ? await visit() : await traced(context, visit);
  const at = await page.evaluate(() => globalThis.probe.usableAt);
  await context.close();
  if (!seen) return { at };
  const ended = seen.marks("usable").at(-1);
  const begun = seen.marks("begun").filter((mark) => mark.at <= ended.at).at(-1);
  return { at, spent: ended.spent - begun.spent };
}

function medianOf(visits, what) {
  return median(visits.map((visit) => visit[what]));
}

async function starting() {
  const plain = [];
  const slowed = [];
  for (let round = 0; round < 5; round += 1) {
    plain.push(await usable());
    slowed.push(await usable({ slowed: 4 }));
  }
  figure("first visit, usable after", medianOf(plain, "at"), "ms");
  figure("the same, processor time of the main thread", medianOf(plain, "spent"), "ms");
  figure("first visit on a processor slowed four times, usable after", medianOf(slowed, "at"), "ms", { most: 1000 });
  return medianOf(plain, "spent");
}

async function startingWith(plain) {
  const entries = manyTodos(MANY);
  const times = [];
  for (let round = 0; round < 5; round += 1) times.push(await usable({ entries }));
  figure("with 10,000 todos stored, usable later by, in processor time", medianOf(times, "spent") - plain, "ms", { most: 100 });

  const { context, page } = await fresh({ entries });
  await page.goto(url);
  await page.waitForFunction(() => globalThis.probe.usableAt !== null);
  const { todos } = dunlin(page);
  const clicked = async (what, at) => {
    const took = await at.evaluate(async (node) => {
      const start = performance.now();
      node.click();
      const { port1, port2 } = new MessageChannel();
      await new Promise((done) => {
        port1.onmessage = done;
        port2.postMessage(null);
      });
      const handled = performance.now() - start;
      const { begun, ended } = await globalThis.probe.painted();
      return handled + ended - begun;
    });
    figure(`with 10,000 todos: ${what}, until it is painted`, took, "ms");
  };
  await clicked("show the active ones", todos.filter("Active"));
  await clicked("complete one", todos.list.getByRole("checkbox").nth(3));
  await clicked("show all", todos.filter("All"));
  await clicked("delete one", todos.list.getByRole("button", { name: /^Delete/ }).nth(5));
  await todos.field.click();
  await page.keyboard.type("Sweep the yard ", { delay: 30 });
  await page.waitForTimeout(300);
  const keys = await page.evaluate(() => globalThis.probe.keys);
  figure("with 10,000 todos: a key in the field of new todos", median(keys.map((key) => key.work)), "ms", { most: 16 });
  await context.close();
}

async function typing() {
  const { context, page } = await fresh();
  await page.goto(url);
  await page.waitForFunction(() => globalThis.probe.usableAt !== null);
  const { goal } = dunlin(page);
  const clause = (at) => `add todo "Water bed ${at}" tomorrow at 5pm and calculate (${at} + 5) * 2 then `;
  let text = "";
  for (let at = 1; text.length < 470; at += 1) text += clause(at);
  await goal.fill(`${text}add todo Look `.padEnd(500, "x"));
  await page.waitForTimeout(500);
  await page.evaluate(() => (globalThis.probe.keys = []));
  const seen = await traced(context, async () => {
    for (const letter of "and wipe the long table") {
      await page.keyboard.press(letter === " " ? "Space" : letter);
      await page.waitForTimeout(100);
    }
    await page.waitForTimeout(200);
  });
  const frames = seen.frames();
  // The text of a key has changed before anything else is looked at, so the next frame has it.
  const spent = seen.marks("pressed").map((key) => frames.find((frame) => frame.at > key.at).spent - key.spent);
  const keys = await page.evaluate(() => globalThis.probe.keys);
  figure("a key at 500 characters, processor time until it is painted", median(spent), "ms", { most: 16 });
  figure("the same, the slowest of them", Math.max(...spent), "ms");
  figure("the same, on the clock", median(keys.map((key) => key.work)), "ms");
  figure("the same, with the wait for the screen's next frame", median(keys.map((key) => key.wait)), "ms");
  await context.close();
}

// A run of a thousand steps, begun by another tab, taken up here: while it fills, and while its log is scrolled.
async function filling() {
  const runId = "01900000-0000-7000-8000-00000000bbbb";
  const step = (at) =>
    at % 10 === 9
      ? { kind: "wait", toolInput: { ms: 5 } }
      : { toolName: "calculator", toolInput: { expression: `${at} * 3 + 1` }, reasoning: `Step ${at + 1} of many` };
  const steps = Array.from({ length: 1000 }, (_, at) => ({ ...step(at), dependsOn: at < 4 ? [] : [at - 3] }));
  const policy = { maxSteps: 1000, maxToolCalls: 2000, maxParallel: 4 };
  const { context, page } = await fresh();
  await page.goto(`${url}#/?run=${runId}`);
  await page.waitForFunction(() => globalThis.probe.usableAt !== null);
  const begun = await context.newPage();
  await begun.route("**/fill", (route) => route.fulfill({ contentType: "text/html", body: "<title>fill</title>" }));
  await begun.goto(new URL("fill", url).href);
  await page.bringToFront();
  const entries = begunRun({ runId, goal: "a thousand steps", steps, policy });
  const start = performance.now();
  const ended = () => /^Completed/.test(document.querySelector("[aria-label='Run status']")?.textContent ?? "");
  const filled = await traced(context, async () => {
    await page.evaluate(() => performance.mark("probe:filling"));
    await begun.evaluate((entries) => entries.forEach(([key, value]) => localStorage.setItem(key, value)), entries);
    await page.waitForFunction(ended, null, { polling: 100 });
    figure("a run of 1,000 steps in the page, from begun to shown as completed", performance.now() - start, "ms");
    await page.waitForTimeout(200);
  });
  longest("the same: the longest task while it fills", filled.tasks());
  await begun.close();

  const { rows } = dunlin(page);
  await rows.nth(2).scrollIntoViewIfNeeded();
  await page.waitForTimeout(500);
  const box = await rows.nth(2).boundingBox();
  await page.mouse.move(box.x + 40, box.y + 5);
  const scrolled = await traced(context, async () => {
    await page.evaluate(() => performance.mark("probe:scrolling"));
    for (let at = 0; at < 90; at += 1) {
      await page.mouse.wheel(0, 600);
      await page.waitForTimeout(16);
    }
  });
  longest("its log of 1,000 rows: the longest task while it is scrolled", scrolled.tasks());
  await context.close();
}

// No frame takes longer than the longest task before it.
function longest(what, tasks) {
  figure(`${what}, in processor time`, Math.max(...tasks.map((task) => task.spent)), "ms", { most: 50 });
  figure(`${what}, on the clock`, Math.max(...tasks.map((task) => task.took)), "ms");
}
