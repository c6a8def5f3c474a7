// axe in every state, light and dark, wide and narrow; and nothing sticks out at 320 pixels. As every state is reached here
// anyway, a picture of each stays behind in target/screenshots/states/, for people to look at.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { GOAL, dunlin, installed } from "../pages/dunlin.mjs";
import { PLANS, begin } from "../pages/plans.mjs";
import { manyTodos, put } from "../pages/storage.mjs";
import { axe, expect, test } from "../test.mjs";

const SIZES = {
  wide: { width: 1280, height: 800 },
  narrow: { width: 360, height: 740 },
};

const pictures = new URL("../../target/screenshots/states/", import.meta.url).pathname;
mkdirSync(pictures, { recursive: true });

async function everywhere(page, state) {
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.screenshot({ path: join(pictures, `${state.replace(/\W+/g, "-")}-${size}-${colorScheme}.png`) });
      await axe(page);
    }
  }
  // With colours that are the person's own axe has nothing to compare; people look at the picture.
  await page.setViewportSize(SIZES.wide);
  await page.emulateMedia({ colorScheme: "light", forcedColors: "active" });
  await page.screenshot({ path: join(pictures, `${state.replace(/\W+/g, "-")}-forced.png`) });
  await page.emulateMedia({ forcedColors: "none" });
}

const STATES = {
  empty: async () => {},
  typed: async (on) => {
    await on.goal.fill(GOAL);
  },
  "typed and not understood": async (on, page) => {
    await on.goal.fill("calculate 2 + 2 then what's the weather");
    await expect(page.getByText("There is no plan for this goal")).toBeVisible();
  },
  refused: async (on, page) => {
    await on.carryOut("what's the weather");
    await expect(on.alert).toBeVisible();
  },
  "run and opened": async (on, page) => {
    await on.carryOut(GOAL);
    await expect(on.status).toHaveText(/^Completed/);
    await on.rows.first().getByRole("button").first().click();
    await expect(on.rows.first()).toContainText("Observation");
  },
  failed: async (on, page) => {
    await on.carryOut("add todo Pay then calculate 1 / 0");
    await expect(on.status).toHaveText(/^Failed/);
  },
  approval: async (on, page) => {
    await on.todos.add("One", "Two");
    await on.carryOut("clear my list");
    await expect(on.approve).toBeVisible();
  },
  "budget nearly spent": async (on, page) => {
    await on.settings.button.click();
    await on.settings.most("Most tool calls").fill("2");
    await on.settings.most("Longest time, in seconds").fill("60");
    await on.settings.close.click();
    await on.todos.add("One", "Two");
    await on.carryOut("add todo Three then calculate 2 + 2 then clear my list");
    await expect(on.budget).toHaveText(/tool calls \(spent\)/);
  },
  "long plan": async (on, page) => {
    await on.goal.fill(Array.from({ length: 24 }, (_, at) => `calculate ${at} + ${at}`).join(" then "));
    await expect(on.steps.first()).toHaveAttribute("aria-setsize", "24");
  },
  "todos in every state": async (on, page) => {
    await on.todos.add("Send invoice 2020-05-06 p1 #work", "Water the plants", "קנה חלב");
    await on.todos.box("Water the plants").check();
    await expect(on.todos.undo).toBeVisible();
    await on.todos.edit("קנה חלב").click();
    await expect(on.todos.editor).toBeVisible();
  },
  "todos looked through and one edited": async (on, page) => {
    await on.todos.add("Send invoice 2020-05-06 p1 #work", "Water the plants", "קנה חלב", "Call Ann #home");
    await on.todos.choices.click();
    await on.todos.choice("Sort").selectOption({ label: "Urgent first" });
    await on.todos.search.fill("send");
    await on.todos.edit("Send invoice").click();
    await expect(on.todos.editor).toBeFocused();
  },
  "a step reached in the picture, and a new version offered": async (on, page) => {
    await on.carryOut(GOAL);
    await expect(on.status).toHaveText(/^Completed/);
    await on.showPlan();
    if (await on.graph.isVisible()) {
      await on.graph.focus();
      await page.keyboard.press("ArrowRight");
    }
    // What `offline.js` puts there when a version waits; that it does is a case of its own.
    await page.evaluate(() => {
      const button = Object.assign(document.createElement("button"), { className: "button", textContent: "Use it now" });
      document.querySelector(".update").replaceChildren("A new version is ready.", button);
    });
  },
  "waiting, then cancelled": async (on, page) => {
    await on.todos.add("One", "Two");
    await on.carryOut("add todo Three then clear my list then list todos");
    await on.cancel.click();
    await expect(on.status).toHaveText(/^Cancelled/);
    await on.rows.nth(1).getByRole("button").first().click();
  },
  denied: async (on, page) => {
    await on.todos.add("One", "Two");
    await on.carryOut("clear my list");
    await on.reject.click();
    await expect(on.rows.first()).toContainText("Rejected");
  },
  "a question with a form, and what is missing": async (on, page) => {
    await begin(page, on, PLANS.asks);
    await on.log.getByRole("button", { name: "Answer" }).click();
    await expect(on.log.getByRole("alert")).toContainText("Still to be said");
  },
  "items that wait for approval": async (on, page) => {
    await begin(page, on, PLANS.maps, { things: [{ name: "nails" }, { name: "glue" }, { name: "paint" }] });
    await on.approve.first().click();
    await expect(on.row(1)).toContainText("1 of 3 items done");
  },
  "items that failed, opened": async (on, page) => {
    await begin(page, on, PLANS.failing);
    await on.approveAll();
    await expect(on.status).toHaveText(/^Failed/);
    await on.row(1).getByRole("button", { name: /1 failed/ }).click();
  },
  "a signal, with something to send": async (on, page) => {
    await begin(page, on, PLANS.waits);
    await on.log.getByRole("button", { name: "Send something with it…" }).click();
  },
  "a plan within a plan, opened": async (on, page) => {
    await begin(page, on, PLANS.child);
    await expect(on.approve).toBeVisible();
    await on.row(1).getByRole("button", { name: /steps done/ }).click();
  },
  "handled, and told": async (on, page) => {
    await begin(page, on, PLANS.handled);
    await on.approveAll();
    await expect(on.row(1)).toContainText("handled it");
  },
  "taken back": async (on, page) => {
    await begin(page, on, PLANS.undone);
    await on.approveAll();
    await expect(on.row(1)).toContainText("Taken back");
  },
  "a plan from a file that is given something": async (on, page) => {
    const buffer = Buffer.from(JSON.stringify(PLANS.maps));
    await on.runFile.setInputFiles({ name: "plan.json", mimeType: "application/json", buffer });
    await page.getByRole("region", { name: "Plan from a file" }).scrollIntoViewIfNeeded();
  },
  "what a goal would touch": async (on, page) => {
    await on.todos.add("Buy milk", "Almond milk", "Call Ann");
    await on.goal.fill("complete buy milk then delete milk then delete all todos");
    await expect(on.steps.first()).toContainText("Touches");
  },
  "a goal with a schedule": async (on, page) => {
    await on.goal.press("Control+k");
    await page.getByRole("dialog", { name: "Commands" }).getByRole("combobox").fill("saved goals");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Saved goals" });
    await dialog.getByRole("textbox", { name: "Name" }).fill("monday morning");
    await dialog.getByRole("textbox", { name: "Goal" }).fill("list todos due today");
    await page.keyboard.press("Enter");
    for (const words of ["every monday at 9", "every weekday at 17:30"]) {
      await dialog.getByRole("button", { name: "Every… for monday morning" }).click();
      await page.keyboard.type(words);
      if (words.startsWith("every monday")) await page.keyboard.press("Enter");
    }
    await expect(dialog.getByRole("list", { name: "Schedules" })).toContainText("every Monday");
  },
  "many runs, one taken out, one looked for": async (on, page) => {
    for (const sum of ["1 + 1", "2 + 2", "1 / 0", "4 + 4", "5 + 5", "6 + 6"]) {
      await on.carryOut(`calculate ${sum}`);
      await expect(on.status).toHaveText(/^(Completed|Failed)/);
    }
    await on.history.nth(1).getByRole("button").click();
    await expect(on.removed).toContainText("Removed");
    await on.runs.getByRole("searchbox").fill("calc");
    await expect(on.history).toHaveCount(5);
  },
  "a report": async (on, page) => {
    await on.carryOut("add todo Pay then calculate 1 / 0");
    await expect(on.status).toHaveText(/^Failed/);
    await on.report.button.click();
    await expect(on.report.dialog).toContainText("Timeline");
  },
  "the keys": async (on, page) => {
    await on.keys.button.click();
    await expect(on.keys.dialog).toBeVisible();
  },
  "a run from a file, and a file that is none": async (on, page) => {
    await on.runFile.setInputFiles({ name: "x.json", mimeType: "application/json", buffer: Buffer.from("{}") });
    await expect(on.alert).toBeVisible();
  },
  "values set aside": async (on, page) => {
    await put(page, [["dunlin:v1:todo:0192aaaa-0000-7000-8000-000000000001", "{broken"]]);
    await on.reload();
    await expect(on.notices).toContainText("set aside");
  },
  "two hundred todos, and no more of them": async (on, page) => {
    await put(page, manyTodos(300));
    await on.reload();
    await expect(on.todos.more).toBeVisible();
    await on.todos.more.scrollIntoViewIfNeeded();
  },
  "no todo is like that": async (on, page) => {
    await on.todos.add("One", "Two", "Three", "Four");
    await on.todos.search.fill("five");
    await expect(on.todos.showAll).toBeVisible();
  },
  "without a network": async (on, page) => {
    await installed(page);
    await page.context().setOffline(true);
    await on.reload();
    await on.carryOut(GOAL);
    await expect(on.status).toHaveText(/^Completed/);
  },
  "stopped by a fault": async (on, page) => {
    // What `rescue.js` says when the program stops; that it does is a case of its own.
    await page.evaluate(() => dispatchEvent(new ErrorEvent("error", { error: new WebAssembly.RuntimeError("unreachable") })));
    await expect(page.getByRole("alert")).toContainText("has stopped");
  },
  "settings: a question and a backup brought back": async (on, page) => {
    await on.settings.button.click();
    const buffer = Buffer.from(JSON.stringify({ dunlinBackup: 1, entries: { "dunlin:v1:settings": "{}" } }));
    await on.settings.file.setInputFiles({ name: "b.json", mimeType: "application/json", buffer });
    await expect(on.settings.undo).toBeVisible();
    await on.settings.undo.scrollIntoViewIfNeeded();
  },
  settings: async (on, page) => {
    await on.settings.button.click();
    await expect(on.settings.dialog).toBeVisible();
    await on.settings.reset.click();
    await expect(on.settings.resetNow).toBeVisible();
  },
};

for (const [name, reach] of Object.entries(STATES)) {
  const offline = name === "without a network";
  test.describe(() => {
    if (offline) test.use({ serviceWorkers: "allow" });

    test(`axe finds nothing: ${name}`, offline ? { tag: "@browser" } : {}, async ({ page, on }) => {
      await reach(on, page);
      await everywhere(page, name);
    });
  });
}

test.describe(() => {
  test.use({ opened: false });

  test("axe finds nothing: storage refused", async ({ page, on, open }) => {
    await page.addInitScript(() => {
      Object.defineProperty(globalThis, "localStorage", {
        get() {
          throw new DOMException("refused", "SecurityError");
        },
      });
    });
    await open();
    await expect(on.notices).toContainText("memory");
    await everywhere(page, "storage refused");
  });
});

test.describe(() => {
  test.use({ opened: false, expected: /WebAssembly/ });

  test("axe finds nothing: no WebAssembly", async ({ page, url }) => {
    await page.addInitScript(() => delete globalThis.WebAssembly);
    await page.goto(url);
    await expect(page.getByRole("alert")).toBeVisible();
    await everywhere(page, "no WebAssembly");
  });
});

test.describe(() => {
  // 1280 by 1024 at 400 %.
  test.use({ viewport: { width: 320, height: 256 } });

  test("at 400 % zoom nothing sticks out, and what has the focus is seen", async ({ page, on }) => {
    await on.tab("Todos");
    await on.todos.add("Send invoice 2020-05-06 p1 #work", "Water the plants every week", "Three", "Four");
    await on.tab("Ask");
    await on.carryOut(GOAL);
    await expect(on.status).toHaveText(/^Completed/);
    // Something fixed over the page, as it is when a new version waits.
    await page.evaluate(() => document.querySelector(".update").replaceChildren("A new version is ready."));
    const around = async (presses) => {
      const hidden = [];
      for (let press = 0; press < presses; press++) {
        await page.keyboard.press("Tab");
        hidden.push(...(await page.evaluate(focusedAndCovered)));
      }
      expect(hidden).toEqual([]);
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThan(1);
    };
    await around(60);
    for (const sheet of [on.settings, on.keys, on.report]) {
      await sheet.button.click();
      await expect(sheet.dialog).toBeVisible();
      const { scrollWidth, clientWidth } = await sheet.dialog.evaluate(({ scrollWidth, clientWidth }) => ({ scrollWidth, clientWidth }));
      expect(scrollWidth).toBe(clientWidth);
      await around(25);
      await page.keyboard.press("Escape");
    }
  });
});

test("shapes and the ring of the focus stand out from what is behind them, in light and in dark", async ({ page }) => {
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    const weak = await page.evaluate(contrasts, {
      3: ["edge", "accent", "bad", "warn", "good"],
      4.5: ["ink", "ink-2", "accent", "bad", "warn", "good"],
    });
    expect(weak).toEqual([]);
  }
});

test.describe(() => {
  test.use({ reducedMotion: "no-preference" });

  test("who wants less motion gets none, and who does not gets it only where something is under way", async ({ page, on }) => {
    await on.todos.add("One", "Two");
    await on.carryOut("clear my list");
    await expect(on.approve).toBeVisible();
    const moving = () => page.evaluate(() => document.getAnimations().map((one) => one.effect.target.className.baseVal ?? one.effect.target.className));
    const usual = await moving();
    await page.emulateMedia({ reducedMotion: "reduce" });
    await expect.poll(moving).toEqual([]);
    const smooth = await page.evaluate(() => [...document.querySelectorAll("*")].filter((node) => {
      const { animationName, transitionDuration, scrollBehavior } = getComputedStyle(node);
      return animationName !== "none" || transitionDuration !== "0s" || scrollBehavior !== "auto";
    }).length);
    expect(smooth).toBe(0);
    expect(usual.every((name) => /bar|edge|node|state/.test(name))).toBe(true);
  });
});

test.describe(() => {
  test.use({ viewport: { width: 320, height: 640 } });

  test("nothing sticks out at 320 pixels", async ({ page, on }) => {
    const sticksOut = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    await expect.poll(sticksOut).toBeLessThan(1);
    await on.tab("Todos");
    await on.todos.add(`${"long".repeat(60)}`, "Two");
    await expect.poll(sticksOut).toBeLessThan(1);
    await on.tab("Ask");
    await on.carryOut(`add todo ${"word".repeat(60)} and calculate 12345678901234567890 * 98765432109876543210 then list todos`);
    await expect(on.status).toHaveText(/^Completed/);
    await on.rows.nth(1).getByRole("button").first().click();
    await expect.poll(sticksOut).toBeLessThan(1);
    await on.settings.button.click();
    await expect.poll(sticksOut).toBeLessThan(1);
  });
});

test("every target is at least 24 pixels, in every part of the page", async ({ page, on }) => {
  const small = async () => expect(await page.evaluate(tooSmall)).toEqual([]);
  await on.todos.add("One tomorrow p1 #home #o", "Two", "Three", "Four");
  await on.todos.choices.click();
  await on.todos.search.fill("o");
  await on.todos.box("Two").check();
  await on.todos.edit("Two").click();
  await on.todos.editor.fill("Two tomorrow");
  await small();
  await on.todos.editor.press("Escape");
  for (const sum of [1, 2, 3, 4, 5]) await on.carryOut(`calculate ${sum} + 1`);
  await on.carryOut(GOAL);
  await expect(on.history).toHaveCount(6);
  await on.history.last().getByRole("button").click();
  await on.rows.first().getByRole("button").first().click();
  await on.goal.fill("add todo Call Ann tomorrow p1");
  await small();
  await on.carryOut("clear my list");
  await expect(on.approve).toBeVisible();
  await small();
  await on.goal.fill("what's the weather");
  await small();
  for (const sheet of [on.settings, on.keys]) {
    await sheet.button.click();
    await expect(sheet.dialog).toBeVisible();
    if (sheet === on.settings) {
      await on.settings.reset.click();
      await sheet.dialog.getByRole("button", { name: "New template" }).click();
    }
    await small();
    await sheet.close.click();
  }
});

test.describe(() => {
  test.use({ forcedColors: "active" });

  test("forced colours: states, ticks and the selection do not hang on colours of ours", async ({ page, on }) => {
    await on.todos.add("One", "Two");
    await on.todos.box("One").check();
    await on.carryOut(GOAL);
    await expect(on.status).toHaveText(/^Completed/);
    await on.showPlan();
    await on.node(1).click();
    await axe(page, { without: ["color-contrast"] }); // The colours are the person's own.
    const drawn = await page.evaluate(() => {
      const look = (selector, what) => getComputedStyle(document.querySelector(selector))[what];
      return {
        tick: getComputedStyle(document.querySelector(".check:checked"), "::after").content !== "none",
        selected: look(".node-selected rect", "strokeWidth") !== look(".node:not(.node-selected) rect", "strokeWidth"),
        bar: look(".bar", "backgroundColor") !== look(".track", "backgroundColor"),
      };
    });
    expect(drawn).toEqual({ tick: true, selected: true, bar: true });
  });
});

// In the page: what can be pressed and is smaller than 24 by 24.
function tooSmall() {
  // The small print under a todo is pressed around its words, where it takes no room.
  const pressed = (node) => {
    if (!node.matches(".badge")) return (node.closest("label") ?? node).getBoundingClientRect();
    const { width, height } = getComputedStyle(node, "::after");
    return { width: parseFloat(width), height: parseFloat(height) };
  };
  return [...document.querySelectorAll("button, a, input, select, textarea, summary")]
    .filter((node) => node.checkVisibility())
    .map((node) => [node, pressed(node)])
    .filter(([, box]) => box.width < 24 || box.height < 24)
    .map(([node, box]) => `${node.outerHTML.slice(0, 80)} ${box.width}×${box.height}`);
}

// In the page: what has the focus, if nothing of it can be seen (WCAG 2.4.11).
function focusedAndCovered() {
  const here = document.activeElement;
  if (here === document.body) return [];
  const { left, top, right, bottom } = here.getBoundingClientRect();
  const points = [0.1, 0.5, 0.9].flatMap((x) => [0.2, 0.5, 0.8].map((y) => [left + (right - left) * x, top + (bottom - top) * y]));
  const seen = points.some(([x, y]) => {
    const at = document.elementFromPoint(x, y);
    return at !== null && (here.contains(at) || at.contains(here) || at.matches("label"));
  });
  return seen ? [] : [`${here.outerHTML.slice(0, 80)} at ${Math.round(left)}, ${Math.round(top)}`];
}

// In the page: which of these colours stand out too little from the page's three grounds, by the formula of WCAG.
function contrasts(wanted) {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const sample = document.body.appendChild(document.createElement("i"));
  const light = (name) => {
    sample.className = "";
    sample.style.setProperty("color", `var(--${name})`);
    canvas.fillStyle = getComputedStyle(sample).color;
    canvas.fillRect(0, 0, 1, 1);
    const parts = [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).map((byte) => byte / 255);
    const [r, g, b] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ratio = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  const weak = [];
  for (const [least, names] of Object.entries(wanted)) {
    for (const name of names) {
      for (const ground of ["paper", "surface", "sunken"]) {
        const found = ratio(light(name), light(ground));
        if (found < Number(least)) weak.push(`${name} on ${ground}: ${found.toFixed(2)}, expected ${least}`);
      }
    }
  }
  sample.remove();
  return weak;
}
