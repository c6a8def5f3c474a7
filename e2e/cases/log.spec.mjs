// The execution log beyond the main job: its time axis, attempts, failures told once, copies, and the narrow screen.
import { dunlin } from "../pages/dunlin.mjs";
import { begunRun, put, recordedRun } from "../pages/storage.mjs";
import { axe, expect, test } from "../test.mjs";

const RUN = "01900000-0000-7000-8000-0000000000bb";
const HOUR = 3_600_000;
const sum = { toolName: "calculator", toolInput: { expression: "2 + 2" } };

// A sum that was tried twice, and a question that was answered an hour later.
const RETRIED = recordedRun({
  runId: RUN,
  goal: "a sum and a question",
  steps: [
    { toolName: "calculator", toolInput: { expression: "2 + 2" } },
    { toolName: "todo_store", toolInput: { action: "clear", all: true } },
  ],
  events: [
    [0, { type: "runStarted" }],
    [0, { type: "stepStarted", step: 1, attempt: 1 }],
    [100, { type: "attemptFailed", step: 1, attempt: 1, failure: { code: "tool.busy", message: "it is busy", retryable: true } }],
    [100, { type: "retryScheduled", step: 1, attempt: 2, delayMs: 1000 }],
    [1100, { type: "stepStarted", step: 1, attempt: 2 }],
    [1300, { type: "stepSucceeded", step: 1, attempt: 2, output: 4 }],
    [1300, { type: "approvalRequested", step: 2, approvalId: "a", reason: "destructive" }],
    [1300, { type: "runSuspended" }],
    [HOUR, { type: "approvalAnswered", step: 2, approvalId: "a", answer: { type: "approve" } }],
    [HOUR, { type: "runResumed" }],
    [HOUR, { type: "stepStarted", step: 2, attempt: 1 }],
    [HOUR + 200, { type: "stepSucceeded", step: 2, attempt: 1, output: [] }],
    [HOUR + 200, { type: "runCompleted" }],
  ],
});

// A sum, a pause of nearly an hour, and another sum.
const PAUSED = recordedRun({
  runId: RUN,
  goal: "a sum, a pause, a sum",
  steps: [sum, { kind: "wait", toolInput: { ms: HOUR - 2000 } }, sum],
  events: [
    [0, { type: "runStarted" }],
    [0, { type: "stepStarted", step: 1, attempt: 1 }],
    [1500, { type: "stepSucceeded", step: 1, attempt: 1, output: 4 }],
    [1500, { type: "stepStarted", step: 2, attempt: 1 }],
    [HOUR - 500, { type: "stepSucceeded", step: 2, attempt: 1, output: { waitedMs: HOUR - 2000 } }],
    [HOUR - 500, { type: "stepStarted", step: 3, attempt: 1 }],
    [HOUR, { type: "stepSucceeded", step: 3, attempt: 1, output: 4 }],
    [HOUR, { type: "runCompleted" }],
  ],
});

async function recorded({ page, url }, entries = RETRIED, runId = RUN) {
  await put(page, entries);
  await page.goto(`${url}#/?run=${runId}`);
  const on = dunlin(page);
  await on.reload();
  return on;
}

// The bars of a row: what each is, and how wide in pixels.
const bars = (row) =>
  row.locator(".bar").evaluateAll((all) => all.map((bar) => [bar.className, Math.round(bar.getBoundingClientRect().width)]));

// A run that was begun at that moment and has got so far.
function begunAt(moment, steps, events) {
  const [[key, value]] = recordedRun({ runId: RUN, goal: "a run under way", steps, events });
  const { events: all } = JSON.parse(value);
  const shifted = all.map((event) => ({ ...event, at: event.at - all[0].at + moment }));
  return [[key, JSON.stringify({ schemaVersion: 1, events: shifted })]];
}

test.describe(() => {
  test.use({ reducedMotion: "no-preference" });

  test("the bar of a step under way grows, its time is shown, and nothing goes on when it is over", async ({ page, on, url, context }) => {
    // The clock runs, and is wound forward to the end of the pause.
    await context.clock.install();
    await on.reload();
    await put(page, begunRun({ runId: RUN, goal: "a sum, a pause, a sum", steps: [sum, { kind: "wait", toolInput: { ms: 60_000 } }, sum] }));
    await page.goto(`${url}#/?run=${RUN}`);
    await on.reload();
    const row = on.rows.nth(1);
    const width = async () => (await bars(row))[0][1];
    await expect(row).toContainText("Waiting");
    const tops = () => on.rows.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top + scrollY)));
    const [begun] = await tops();
    await row.getByRole("button").first().click();
    await row.getByText("As JSON", { exact: true }).click();
    await row.locator("pre").first().focus();
    await expect(row.locator(".log-time")).toHaveText(/^\d+ s left$/);
    const seconds = async () => Number.parseInt(await row.locator(".log-time").innerText());
    const [first, then] = [await width(), await seconds()];
    await expect.poll(seconds).toBeLessThan(then);
    await expect.poll(width).toBeGreaterThan(first);
    // It is as long as the part of the wait that is over.
    const share = await row.locator(".track").evaluate((track) => track.querySelector(".bar").getBoundingClientRect().width / track.getBoundingClientRect().width);
    expect(Math.abs(share - (60 - (await seconds())) / 60)).toBeLessThan(0.1);
    // What is open stays as it is meanwhile.
    await expect(row.locator("pre").first()).toBeFocused();
    await context.clock.fastForward(60_000);
    await expect(on.status).toHaveText(/^Completed/);
    await expect(on.log.getByRole("button", { name: /^Fold 1 min( \d+ s)? of idle time/ })).toHaveAttribute("aria-pressed", "true");
    // Neither the time axis, nor the result, nor what can be done now has moved what somebody looks at.
    expect((await tops())[0]).toBe(begun);
    const told = await page.evaluate(async () => {
      let told = 0;
      new MutationObserver(() => (told += 1)).observe(document.querySelector("[aria-label=Log]"), { subtree: true, childList: true, attributes: true, characterData: true });
      await new Promise((go) => setTimeout(go, 1200));
      return told;
    });
    expect(told).toBe(0);
  });
});

test("a retry that waits counts down to the next attempt, by the second, and speaks of it nowhere", async ({ page, on, url, context }) => {
  await context.clock.install();
  await on.reload();
  const failure = { code: "tool.busy", message: "it is busy", retryable: true };
  const moment = await page.evaluate(() => Date.now());
  await put(page, begunAt(moment, [sum], [
    [0, { type: "runStarted" }],
    [0, { type: "stepStarted", step: 1, attempt: 1 }],
    [100, { type: "attemptFailed", step: 1, attempt: 1, failure }],
    [100, { type: "retryScheduled", step: 1, attempt: 2, delayMs: 60_000 }],
  ]));
  await page.goto(`${url}#/?run=${RUN}`);
  await on.reload();
  const time = on.rows.first().locator(".log-time");
  await expect(on.rows.first()).toContainText("Retrying");
  await expect(time).toHaveText(/^attempt 2 of 3 in [1-5]\d s$/);
  const told = () => on.rows.first().evaluate((row) => row.closest("[aria-live], [role=status], [role=alert], [role=log]"));
  await expect.poll(told).toBe(null);
  await axe(page);
  const left = async () => Number(/in (\d+) s$/.exec(await time.innerText())[1]);
  const then = await left();
  await expect.poll(left).toBeLessThan(then);
  await context.clock.fastForward(60_000);
  await expect(on.status).toHaveText(/^Completed with retries/);
  await expect(on.rows.first()).toContainText("2 attempts");
  await expect(on.result).toContainText("4");
});

test("attempts are bars of their own, waiting is none of the work, and retries are told", async ({ page, url }) => {
  const on = await recorded({ page, url });
  await expect(on.status).toHaveText(/^Completed with retries: 2 of 2/);
  await expect(on.rows.first()).toContainText("With retries");
  await expect(on.rows.first()).toContainText("2 attempts");
  expect((await bars(on.rows.first())).map(([name]) => name)).toEqual(["bar bar-failed", "bar bar-wait", "bar"]);
  expect((await bars(on.rows.nth(1))).map(([name]) => name)).toEqual(["bar bar-approval", "bar"]);
  // Opened, each attempt says when it was, how long it took, and why it was not the last.
  await on.rows.first().getByRole("button").first().click();
  const tried = on.rows.first().getByRole("definition").getByRole("listitem");
  await expect(tried).toHaveText([/^1: .*\d\d:\d\d, failed after 100 ms: it is busy$/, /^2: .*\d\d:\d\d, took 200 ms$/]);
  await axe(page);
});

test("waiting is folded away, opened by its own switch or by the one for all, and folded again", async ({ page, url }) => {
  const on = await recorded({ page, url }, PAUSED);
  const all = on.log.getByRole("button", { name: "Fold idle time", exact: true });
  const gap = on.log.getByRole("button", { name: "Fold 59 min 58 s of idle time" });
  await expect(all).toHaveAttribute("aria-pressed", "true");
  await expect(gap).toHaveAttribute("aria-pressed", "true");
  const work = async () => (await bars(on.rows.first())).reduce((sum, [, width]) => sum + width, 0);
  const folded = await work();
  expect(folded).toBeGreaterThan(40);
  await gap.focus();
  await page.keyboard.press("Space");
  await expect(gap).toHaveAttribute("aria-pressed", "false");
  await expect(all).toHaveAttribute("aria-pressed", "false");
  await expect(gap).toBeFocused();
  expect(folded).toBeGreaterThan(3 * (await work()));
  await axe(page);
  await all.click();
  await expect(gap).toHaveAttribute("aria-pressed", "true");
  expect(await work()).toBe(folded);
  await all.click();
  await expect(gap).toHaveAttribute("aria-pressed", "false");
});

test("the time that somebody took to answer is no idle time to be folded", async ({ page, url }) => {
  const on = await recorded({ page, url });
  await expect(on.log).toContainText("1 h 0 min in all");
  await expect(on.log.getByRole("button", { name: /idle time/ })).toHaveCount(0);
});

test("a step that waits is waiting, told as a length of time, and folded away", async ({ page, url }) => {
  const steps = [{ kind: "wait", toolInput: { ms: 90_000 } }, { toolName: "calculator", toolInput: { expression: "2 + 2" } }];
  const events = [
    [0, { type: "runStarted" }],
    [0, { type: "stepStarted", step: 1, attempt: 1 }],
    [90_000, { type: "stepSucceeded", step: 1, attempt: 1, output: { waitedMs: 90_000 } }],
    [90_000, { type: "stepStarted", step: 2, attempt: 1 }],
    [90_300, { type: "stepSucceeded", step: 2, attempt: 1, output: 4 }],
    [90_300, { type: "runCompleted" }],
  ];
  const on = await recorded({ page, url }, recordedRun({ runId: RUN, goal: "a pause and a sum", steps, events }));
  await expect(on.rows.first()).toContainText("1 Wait 1 min 30 s");
  await on.showPlan();
  await expect(on.steps.first()).toContainText("Wait 1 min 30 s");
  expect((await bars(on.rows.first())).map(([name]) => name)).toEqual(["bar bar-wait"]);
  await expect(on.log.getByRole("button", { name: "Fold 1 min 30 s of idle time" })).toHaveAttribute("aria-pressed", "true");
});

test("at 1024 the words of a step have the line, and its bar stands below", async ({ page, url }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  const on = await recorded({ page, url });
  const [words, track] = await Promise.all([".log-title", ".track"].map((part) => on.rows.nth(1).locator(part).boundingBox()));
  expect(words.width).toBeGreaterThan(150);
  expect(track.y).toBeGreaterThan(words.y + words.height - 1);
  await axe(page);
});

test("without waiting there is nothing to fold", async ({ page, url }) => {
  const events = [
    [0, { type: "runStarted" }],
    [0, { type: "stepStarted", step: 1, attempt: 1 }],
    [1500, { type: "stepSucceeded", step: 1, attempt: 1, output: 4 }],
    [1500, { type: "runCompleted" }],
  ];
  const steps = [{ toolName: "calculator", toolInput: { expression: "2 + 2" } }];
  const on = await recorded({ page, url }, recordedRun({ runId: RUN, goal: "a sum", steps, events }));
  await expect(on.log).toContainText("1.5 s in all");
  await expect(on.log.getByRole("button", { name: /idle time/ })).toHaveCount(0);
});

test("a failure is shown once, with what was skipped for it folded under it", async ({ page, on }) => {
  await on.carryOut("add todo Rent then calculate 1 / 0 then add todo Pay the result then list todos then add todo Done");
  await expect(on.status).toHaveText(/^Failed: 1 of 5/);
  await expect(on.result).toContainText("Step 2: Cannot divide by zero");
  await expect(on.rows).toHaveCount(2);
  expect((await bars(on.rows.nth(1))).map(([name]) => name)).toEqual(["bar bar-failed"]);
  const fold = on.log.getByRole("button", { name: "3 steps skipped, because step 2 failed" });
  await expect(fold).toHaveAttribute("aria-expanded", "false");
  await on.result.getByRole("button", { name: "Show it" }).click();
  await expect(on.rows.nth(1)).toContainText("Error code");
  // The row says it, the answer does, and the opened step does not once more; what others hear is one alert.
  await expect(page.getByText(/cannot divide by zero/i).filter({ visible: true })).toHaveCount(2);
  await expect(page.getByRole("alert")).toHaveCount(1);
  expect(page.url()).toMatch(/step=2$/);
  // A step that is selected elsewhere is shown, though the others stay folded.
  await on.showPlan();
  await on.node(4).click();
  await expect(on.rows).toHaveCount(3);
  await expect(on.rows.nth(2)).toContainText("4 List");
  await fold.focus();
  await page.keyboard.press("Enter");
  await expect(on.rows).toHaveCount(5);
  await expect(on.rows.nth(2)).toContainText("Skipped");
  await axe(page);
  await page.keyboard.press("Enter");
  await expect(on.rows).toHaveCount(3);
});

test("the details of a sum that failed mark the place of its fault", async ({ page, on }) => {
  await on.carryOut("calculate 2 + 1 / (3 - 3)");
  await expect(on.status).toHaveText(/^Failed/);
  await on.rows.first().getByRole("button").first().click();
  await expect(on.rows.first().locator("dd .mark-unknown")).toHaveText("1 / (3 - 3)");
  await axe(page);
});

test("Escape closes what is open and keeps the focus on its step, in the log and in the picture", async ({ page, on }) => {
  await on.carryOut("add todo Tea and calculate 1 + 1 then list todos");
  await expect(on.status).toHaveText(/^Completed/);
  const opener = on.rows.nth(1).getByRole("button").first();
  await opener.click();
  await on.rows.nth(1).getByRole("button", { name: "Run again from here" }).focus();
  await page.keyboard.press("Escape");
  await expect(opener).toBeFocused();
  await expect(opener).toHaveAttribute("aria-expanded", "false");
  await on.showPlan();
  await on.graph.focus();
  await page.keyboard.press("End");
  expect(page.url()).toContain("step=3");
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => !location.hash.includes("step="));
});

test("a step chosen in the outline is chosen everywhere, and the outline tells how each step stands", async ({ page, on }) => {
  await on.carryOut("add todo Tea and calculate 1 / 0");
  await expect(on.status).toHaveText(/^Failed/);
  await on.showPlan();
  await expect(on.steps.first()).toContainText("Succeeded");
  await expect(on.steps.nth(1)).toContainText("Failed");
  await on.steps.nth(1).click();
  await expect(on.steps.nth(1)).toHaveAttribute("aria-current", "step");
  await expect(on.node(2)).toHaveAttribute("aria-selected", "true");
  await expect(on.rows.nth(1).getByRole("button").first()).toHaveAttribute("aria-expanded", "true");
  expect(page.url()).toMatch(/step=2$/);
});

test("a run is copied as Markdown and as JSON, and the copy can be opened again", async ({ page, on, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await on.carryOut("calculate 6 * 7");
  await expect(on.result).toContainText("42");
  const copied = async (name) => {
    await on.more(name);
    await expect(on.log.getByText("Copied", { exact: true })).toBeVisible();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  expect(await copied("Copy Markdown")).toContain("# Run report");
  const json = await copied("Copy JSON");
  expect(JSON.parse(json).journal.events.length).toBeGreaterThan(3);
  await on.runFile.setInputFiles({ name: "run.json", mimeType: "application/json", buffer: Buffer.from(json) });
  await expect(on.status).toHaveText(/^Completed: 1 of 1/);
});

test("running again from a step says what would be done a second time", async ({ on }) => {
  await on.carryOut("calculate 2 * 3 then add todo Pay the result then list todos");
  await expect(on.status).toHaveText(/^Completed/);
  await on.rows.first().getByRole("button").first().click();
  await expect(on.rows.first()).toContainText("Done a second time: 2 Add Pay the result of step 1.");
  await on.rows.nth(2).getByRole("button").first().click();
  await expect(on.rows.nth(2)).toContainText("Nothing is changed a second time");
});

test("a no is kept with its reason, in the log and in the report, and the goal can be run once more", async ({ page, on, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await on.todos.add("One", "Two");
  await on.carryOut("clear my list");
  await on.log.getByRole("button", { name: "Add a reason…" }).click();
  const reason = on.log.getByRole("textbox", { name: "Reason for a no" });
  await expect(reason).toBeFocused();
  await reason.fill("they are still needed");
  await on.reject.click();
  await expect(on.rows.first()).toContainText("Rejected");
  await expect(on.rows.first()).toContainText("they are still needed");
  await on.more("Copy Markdown");
  await expect(on.log.getByText("Copied", { exact: true })).toBeVisible();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain("they are still needed");
  await on.log.getByRole("button", { name: "Repeat" }).click();
  await on.approve.click();
  await expect(on.status).toHaveText(/^Completed/);
  await expect(on.history).toHaveCount(2);
  await on.todos.are();
});

test("a run that is asked to stop says so in the next frame", async ({ on }) => {
  await on.todos.add("One", "Two");
  await on.carryOut("clear my list");
  await expect(on.approve).toBeVisible();
  // In frames and not on the clock, which says more of the machine than of the page.
  const said = await on.cancel.evaluate(async (button) => {
    button.click();
    await new Promise((go) => requestAnimationFrame(() => setTimeout(go)));
    return document.querySelector("[aria-label='Run status']").textContent + button.textContent;
  });
  expect(/Cancell/.test(said)).toBe(true);
  await expect(on.status).toHaveText(/^Cancelled/);
  // Stopped on purpose is no fault.
  await expect(on.log.locator(".log-error")).toHaveCount(0);
});

test.describe(() => {
  test.use({ viewport: { width: 360, height: 800 } });

  test("on a narrow screen all bars stand on one axis, and nothing of the log leaves its width", async ({ page, url }) => {
    const on = await recorded({ page, url }, PAUSED);
    await expect(on.log.getByRole("button", { name: /idle time/ }).first()).toBeVisible();
    const tracks = await on.log.locator(".track, .axis").evaluateAll((all) => all.map((track) => {
      const { left, width } = track.getBoundingClientRect();
      return `${Math.round(left)} ${Math.round(width)}`;
    }));
    expect(tracks.length).toBe(4);
    expect(new Set(tracks).size).toBe(1);
    const wide = await on.log.evaluate((log) => [...log.querySelectorAll("*")].filter((node) => {
      const { right, width } = node.getBoundingClientRect();
      return width > 1 && right > innerWidth - 6;
    }).map((node) => node.className));
    expect(wide).toEqual([]);
  });
});
