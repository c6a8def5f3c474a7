// The page through roles and names, as a person with a screen reader finds things. What the page looks like is nobody's
// business here: when a name changes, this file changes and no case does.

import { expect } from "@playwright/test";
import { entries } from "./storage.mjs";

export const GOAL = "add todo Buy milk and calculate (10 + 5) * 2 then list todos";

// Until the program has taken the skeleton's place.
export const stands = (page) => page.waitForSelector("html:not(:has([data-skeleton]))", { state: "attached" });

// Until the service worker has fetched everything and stands ready for the next visit.
export const installed = (page) => page.evaluate(() => navigator.serviceWorker.ready.then(({ active }) => active !== null));

export function dunlin(page) {
  const region = (name) => page.getByRole("region", { name, exact: true });
  const todos = region("Todos");
  const runs = region("History");
  const log = region("Execution log");
  return {
    goal: page.getByRole("textbox", { name: "Goal", exact: true }),
    run: page.getByRole("button", { name: "Run", exact: true }),
    alert: page.getByRole("alert"),
    status: page.getByRole("status", { name: "Run status" }),
    notices: page.getByRole("status", { name: "Notices" }),
    plan: region("Plan"),
    steps: region("Plan").getByRole("list", { name: "Steps" }).getByRole("listitem"),
    graph: region("Plan").getByRole("listbox", { name: "Plan graph" }),
    node: (number) => region("Plan").getByRole("option", { name: new RegExp(`^${number} `) }),
    log,
    rows: log.getByRole("list", { name: "Log" }).getByRole("listitem"),
    // What stands within a step is within its row.
    row: (number) => log.getByRole("list", { name: "Log" }).locator(`#step-${number}`),
    cancel: log.getByRole("button", { name: "Cancel run" }),
    approve: log.getByRole("button", { name: /^Approve(?! all)/ }),
    approveAlike: log.getByRole("button", { name: /^Approve all \d+$/ }),
    budget: log.getByText(/^Budget: /),
    nearlySpent: log.getByRole("status").filter({ hasText: "nearly spent" }),
    reject: log.getByRole("button", { name: "Reject" }),
    result: region("Result"),
    runs,
    runFile: runs.locator("input[type=file]"),
    history: runs.getByRole("list", { name: /^(Run history|Waiting for you)$/ }).getByRole("listitem"),
    removed: runs.getByRole("status", { name: "Last removal" }),
    todos: todoPanel(page, todos),
    reminders: region("Reminders"),
    settings: settings(page),
    keys: sheet(page, "Keys"),
    report: { ...sheet(page, "Report"), button: { click: () => inMenu(log, "Report") } },

    // Lets every step of the run that is looked at go on, one question after the other.
    async approveAll(patience = 30_000) {
      await this.approve.first().waitFor();
      for (const end = Date.now() + patience; Date.now() < end; ) {
        if (/^(Completed|Failed)/.test(await this.status.innerText())) return;
        const [question] = await this.approve.all();
        await question?.click({ timeout: 500 }).catch(() => {});
        await page.waitForTimeout(30);
      }
      throw new Error("the run does not end");
    },

    // A narrow screen shows one part of the page at a time: Ask, Todos, History.
    tab: (name) => page.getByRole("navigation", { name: "Parts of the page" }).getByRole("button", { name }).click(),

    // Shows the plan of the run that is looked at, in its log.
    async showPlan() {
      const button = log.getByRole("button", { name: "Plan", exact: true });
      await button.waitFor();
      if ((await button.getAttribute("aria-expanded")) === "false") await button.click();
      await this.steps.first().waitFor();
    },

    // Does what is rare: it is in the log's menu.
    more: (name) => inMenu(log, name),

    // Types a goal and presses Enter, as most people will.
    async carryOut(goal) {
      await this.goal.fill(goal);
      await this.goal.press("Enter");
    },

    // Reloads and waits until the program is there again.
    async reload() {
      await page.reload();
      await stands(page);
    },
  };
}

// Chooses from a menu, which is opened unless it is.
async function inMenu(region, name) {
  const opener = region.getByRole("button", { name: "More", exact: true });
  await opener.waitFor();
  if ((await opener.getAttribute("aria-expanded")) === "false") await opener.click();
  await region.getByRole("button", { name, exact: true }).click();
}

function todoPanel(page, region) {
  const list = region.getByRole("list", { name: "Todo items" });
  const items = list.getByRole("listitem");
  return {
    region,
    list,
    items,
    field: region.getByRole("textbox", { name: "New todo" }),
    editor: region.getByRole("textbox", { name: "Edit todo" }),
    editorList: region.getByRole("combobox", { name: "List of the todo" }),
    search: region.getByRole("searchbox", { name: "Search todos" }),
    choices: region.getByText(/^Filter and sort/),
    choice: (name) => region.getByRole("combobox", { name, exact: true }),
    showAll: region.getByRole("button", { name: "Show all", exact: true }),
    all: region.getByRole("checkbox", { name: "Mark all as complete" }),
    clear: region.getByRole("button", { name: "Clear completed", exact: true }),
    undo: region.getByRole("button", { name: "Undo", exact: true }),
    said: region.getByRole("status", { name: "Last change" }),
    // Beside what says that nothing can be kept.
    exporting: region.getByRole("button", { name: "Export everything", exact: true }),
    more: region.getByRole("button", { name: /^Show \d+ more/ }),
    filter: (name) => region.getByRole("link", { name, exact: true }),
    box: (text) => list.getByRole("checkbox", { name: text, exact: true }),
    item: (text) => items.filter({ has: page.getByRole("checkbox", { name: text, exact: true }) }),
    // The small print under a todo's text.
    badges: (text) => items.filter({ has: page.getByRole("checkbox", { name: text, exact: true }) }).locator(".todo-badges"),
    // The row that something dragged would come before or after.
    landing: region.locator("[data-drop]"),
    save: region.getByRole("button", { name: "Save", exact: true }),
    moveUp: region.getByRole("button", { name: "Move up", exact: true }),
    moveDown: region.getByRole("button", { name: "Move down", exact: true }),
    edit: (text) => list.getByRole("button", { name: `Edit ${text}`, exact: true }),
    remove: (text) => list.getByRole("button", { name: `Delete ${text}`, exact: true }),
    menuOf: (text) => list.getByRole("button", { name: `More for ${text}`, exact: true }),
    menu: region.getByRole("group", { name: "Todo", exact: true }),
    select: (text) => list.getByRole("checkbox", { name: `Select ${text}`, exact: true }),
    selection: region.getByRole("group", { name: "Selected todos" }),
    group: (name) => region.getByRole("list", { name: `Todo items: ${name}`, exact: true }).getByRole("checkbox"),
    lost: region.getByRole("button", { name: "Put back" }),
    redo: region.getByRole("button", { name: "Redo", exact: true }),
    words: (text) => list.getByText(text, { exact: true }),

    async add(...texts) {
      for (const text of texts) {
        await this.field.fill(text);
        await this.field.press("Enter");
      }
    },

    // That the names of the boxes are these, in order; waits until they are.
    async are(...wanted) {
      const found = () => list.getByRole("checkbox").evaluateAll((all) => all.map((box) => box.getAttribute("aria-label")));
      await expect.poll(found, { message: "the todos", intervals: [50] }).toEqual(wanted);
    },
  };
}

// A dialog, and the button of its name that opens it.
function sheet(page, name) {
  const dialog = page.getByRole("dialog", { name, exact: true });
  return { button: page.getByRole("button", { name, exact: true }), dialog, close: dialog.getByRole("button", { name: "Close" }) };
}

function settings(page) {
  const { dialog, ...rest } = sheet(page, "Settings");
  return {
    ...rest,
    dialog,
    approval: dialog.getByRole("combobox", { name: "Ask before" }),
    most: (name) => dialog.getByRole("spinbutton", { name, exact: true }),
    theme: dialog.getByRole("combobox", { name: "Theme" }),
    changeTemplates: dialog.getByRole("button", { name: "Change as JSON" }),
    templates: dialog.getByRole("textbox", { name: "Templates as JSON" }),
    keepTemplates: dialog.getByRole("button", { name: "Keep these" }),
    builtInTemplates: dialog.getByRole("button", { name: "Use the built-in ones" }),
    redact: dialog.getByRole("checkbox", { name: /^Keep no texts/ }),
    undo: dialog.getByRole("region", { name: "Data" }).getByRole("button", { name: "Undo" }),
    data: dialog.getByRole("region", { name: "Data" }),
    keepAll: dialog.getByRole("button", { name: "Keep", exact: true }),
    reset: dialog.getByRole("button", { name: "Remove everything…" }),
    resetNow: dialog.getByRole("button", { name: "Remove everything now" }),
    export: dialog.getByRole("button", { name: "Export everything" }),
    file: dialog.locator("input[type=file]"),
  };
}

// What is stored under keys that begin so.
export async function stored(page, prefix) {
  return Object.fromEntries((await entries(page)).filter(([key]) => key.startsWith(prefix)));
}
