// Hostile text stays text wherever it comes from: a goal, a todo, what a tool gives back, a file, storage.
import { PAYLOADS, intruders } from "../payloads.mjs";
import { begunRun, put } from "../pages/storage.mjs";
import { axe, expect, test } from "../test.mjs";

// As a person sees it: blanks drawn together, what cannot be seen left out.
const seen = (text) => text.replace(/[\u0000-\u0008\u000b-\u001f\ufeff]/g, "").replace(/\s+/g, " ").trim();
const json = (name, value) => ({ name, mimeType: "application/json", buffer: Buffer.from(JSON.stringify(value)) });

// Waits until a part of the page says the text; a sentence begins with a capital.
async function says(at, text) {
  const found = async () => seen((await at.allTextContents()).join(" ")).toLowerCase();
  await expect.poll(found, { intervals: [50] }).toContain(seen(text).toLowerCase());
}

const ID = "01900000-0000-7000-8000-0000000000bb";

// A run whose every text is hostile: goal, plan, tool, input, output, error, metadata, reason, a person's answer.
function hostileJournal(text, at = 0) {
  const runId = `${ID.slice(0, -2)}${at.toString(16).padStart(2, "0")}`;
  const input = { action: "list", note: text };
  const step = { toolName: "todo_store", toolInput: input, reasoning: text, acceptanceCriteria: [text] };
  const [[, value]] = begunRun({ runId, goal: text, steps: [step, { ...step, toolName: text }] });
  const [created] = JSON.parse(value).events;
  created.plan.rationale = text;
  const rest = [
    { type: "runStarted" },
    { type: "stepStarted", step: 1, attempt: 1, input, key: `${runId}:1` },
    { type: "stepSucceeded", step: 1, attempt: 1, output: { text, items: [text] }, metadata: { action: text } },
    { type: "stepStarted", step: 2, attempt: 1, input, key: `${runId}:2` },
    { type: "attemptFailed", step: 2, attempt: 1, failure: { code: text, message: text, hint: text, retryable: false } },
    { type: "stepFailed", step: 2, failure: { code: text, message: text, hint: text, retryable: false } },
    { type: "runFailed", error: { code: text, message: text, hint: text, stepNumber: 2 } },
  ];
  const events = [created, ...rest.map((event, index) => ({ seq: index + 2, at: created.at + index, ...event }))];
  return { schemaVersion: 1, runId, events };
}

const hostileTodo = (text, at) => {
  const id = `01900000-0000-7000-8000-${at.toString(16).padStart(12, "0")}`;
  const moment = "2026-11-20T00:00:00.000Z";
  const fields = { notes: text, list: text.slice(0, 60), tags: [text.slice(0, 40)], recurrence: text, createdBy: `${text}:1` };
  return [`dunlin:v1:todo:${id}`, JSON.stringify({ id, text, completed: false, createdAt: moment, updatedAt: moment, ...fields })];
};

test.afterEach(async ({ page }) => {
  expect(await intruders(page)).toEqual([]);
});

test("as a goal, and what a tool gives back of it", async ({ on }) => {
  for (const payload of PAYLOADS) {
    await on.goal.fill(payload);
    await on.goal.press("Enter");
    const text = payload.replaceAll('"', "'");
    await on.carryOut(`add todo "${text}" then list todos`);
    await expect(on.status).toHaveText(/^(Completed|No run)/);
    await says(on.todos.list, text);
  }
  await says(on.result, PAYLOADS[0].replaceAll('"', "'"));
  for (const row of [0, 1]) {
    await on.rows.nth(row).getByRole("button").first().click();
    await expect(on.rows.nth(row)).toContainText("Observation");
  }
  await says(on.history, PAYLOADS[0].replaceAll('"', "'").slice(0, 30));
});

test("as a todo: added, edited, searched, filtered, deleted, and after a reload", async ({ page, on }) => {
  await on.todos.add(...PAYLOADS);
  await expect(on.todos.items).toHaveCount(PAYLOADS.length);
  for (const payload of PAYLOADS.slice(0, 8)) await says(on.todos.list, payload);
  await on.todos.items.first().getByRole("button", { name: /^Edit/ }).click();
  await expect(on.todos.editor).toHaveValue(PAYLOADS[0]);
  await on.todos.editorList.fill(PAYLOADS[1]);
  await on.todos.editorList.press("Enter");
  await on.todos.choices.click();
  await on.todos.choice("List").selectOption({ index: 2 });
  await expect(on.todos.items).toHaveCount(1);
  await on.reload();
  await expect(on.todos.items).toHaveCount(1);
  await on.todos.showAll.click();
  await on.todos.search.fill(PAYLOADS[2]);
  await expect(on.todos.items).toHaveCount(1);
  await on.todos.items.first().hover();
  await on.todos.items.first().getByRole("button", { name: /^Delete/ }).click();
  await says(on.todos.region, PAYLOADS[2]);
  await page.waitForURL(/[?&]q=/);
});

test("in a run's file: goal, plan, tool, input, output, error and reasons, in every view of it", async ({ page, on }) => {
  for (const [at, payload] of PAYLOADS.entries()) {
    await on.runFile.setInputFiles(json("run.json", hostileJournal(payload, at)));
    await expect(on.status).toHaveText(/^Failed/);
    await says(on.log.locator(".run-goal"), payload);
    await on.rows.first().getByRole("button").first().click();
    await says(on.rows, payload);
    await says(on.result, payload);
    await on.showPlan();
    await says(on.plan, payload.slice(0, 20));
    await on.report.button.click();
    await says(on.report.dialog, payload);
    await on.report.close.click();
    await on.rows.first().getByRole("button").first().click();
  }
  await axe(page);
});

test("in a backup and in storage: todos, lists, tags, rules, runs, templates and settings", async ({ page, on }) => {
  const template = PAYLOADS.map((text, at) => ({ name: `${at} ${text}`, triggers: [text], todos: [{ text }] }));
  const entries = Object.fromEntries([
    ...PAYLOADS.map(hostileTodo),
    [`dunlin:v1:run:${hostileJournal("").runId}:00000001`, JSON.stringify({ schemaVersion: 1, events: hostileJournal(PAYLOADS[0]).events })],
    ["dunlin:v1:templates", JSON.stringify(template)],
    ["dunlin:v1:settings", JSON.stringify({ theme: PAYLOADS[0], policy: { approval: PAYLOADS[1] } })],
    ...PAYLOADS.map((payload, at) => [`dunlin:v1:${payload}`, at % 2 ? payload : JSON.stringify({ payload })]),
    ...PAYLOADS.map((payload, at) => [`dunlin:v1:todo:${payload}${at}`, payload]),
  ]);
  await on.settings.button.click();
  await on.settings.file.setInputFiles(json("backup.json", { dunlinBackup: 1, entries }));
  await expect(on.settings.dialog).toHaveText(/Imported \d+ entries/);
  await on.settings.close.click();
  for (const reload of [false, true]) {
    if (reload) await on.reload();
    for (const payload of PAYLOADS.slice(0, 9)) await says(on.todos.list, payload);
    await on.history.first().getByRole("link").click();
    await says(on.log.locator(".run-goal"), PAYLOADS[0]);
    await expect(page.locator("html")).not.toHaveAttribute("data-theme", /./);
    await on.settings.button.click();
    await expect(on.settings.dialog).toContainText("Templates");
    expect(await intruders(page)).toEqual([]);
    await on.settings.close.click();
  }
});

test("in the address", async ({ page, on, url }) => {
  for (const payload of PAYLOADS) {
    const text = encodeURIComponent(payload);
    await page.goto(`${url}#/${payload.slice(0, 8)}?run=${text}&step=${text}&q=${text}&find=${text}&tag=${text}&list=${text}&zoom=${text}`);
    await on.reload();
    await expect(on.goal).toBeVisible();
    expect(await intruders(page)).toEqual([]);
  }
});
