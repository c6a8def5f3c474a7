// The field for goals as something people type in: input methods, undo, paste, readings that are taken back, what is spoken.
import { axe, expect, test } from "../test.mjs";

const due = (page) => page.getByRole("button", { name: /^Do not read as (date|time)/ });

test("a word that an input method composes is left alone until it is done", async ({ page, on, context }) => {
  const devtools = await context.newCDPSession(page);
  const compose = (text) => devtools.send("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length });
  await page.keyboard.type("add todo ");
  for (const text of ["k", "か", "かさ"]) {
    await compose(text);
    await expect(on.goal).toHaveValue(`add todo ${text}`);
  }
  // Keys of the input method: code 229, as browsers send them while it composes.
  for (const key of ["Enter", "Backspace", "Escape"]) {
    await devtools.send("Input.dispatchKeyEvent", { type: "rawKeyDown", key, windowsVirtualKeyCode: 229 });
  }
  await expect(on.goal).toHaveValue("add todo かさ");
  await expect(on.status).toHaveText("No run yet");
  await devtools.send("Input.insertText", { text: "傘" });
  await expect(on.goal).toHaveValue("add todo 傘");
  await page.keyboard.press("Enter");
  await on.todos.are("傘");
});

test("undo goes through a correction that was clicked, an earlier goal, and what Escape took away", async ({ page, on }) => {
  const typed = "add todo Buy milk and what's the weather in Oslo then list todos";
  await page.keyboard.type(typed);
  await page.locator(".prompt").getByRole("button", { name: /^add todo Buy milk/ }).first().click();
  await expect(on.goal).toBeFocused();
  await expect.poll(() => on.goal.inputValue()).toMatch(/^add todo Buy milk(?!.*weather).*list todos$/);
  await page.keyboard.press("Control+z");
  await expect(on.goal).toHaveValue(typed);
  await page.keyboard.press("Control+Shift+z");
  await expect.poll(() => on.goal.inputValue()).not.toBe(typed);
  await page.keyboard.press("Escape");
  await expect(on.goal).toHaveValue("");
  await page.keyboard.press("Control+z");
  await expect.poll(() => on.goal.inputValue()).toMatch(/^add todo Buy milk/);
  await page.keyboard.press("Escape");
  await on.carryOut("calculate 2 + 2");
  await expect(on.result).toContainText("4");
  await page.keyboard.press("ArrowUp");
  await expect(on.goal).toHaveValue("calculate 2 + 2");
  await page.keyboard.press("Control+z");
  await expect(on.goal).toHaveValue("");
});

test("a reading that was taken back stays so while its words are untouched", async ({ page, on }) => {
  await page.keyboard.type("add todo Call mom tomorrow");
  await due(page).click();
  await expect(due(page)).toHaveCount(0);
  await expect(on.goal).toBeFocused();
  await expect(on.goal).toHaveValue("add todo Call mom tomorrow");
  await page.keyboard.press("End");
  await page.keyboard.type(" and calculate 1 + 1");
  await expect(on.steps).toHaveCount(2);
  await expect(due(page)).toHaveCount(0);
  await expect(on.steps.first()).toContainText("Call mom tomorrow");
  // Touched, it is read again.
  await on.goal.fill("add todo Call mom tomorro");
  await on.goal.fill("add todo Call mom tomorrow");
  await expect(due(page)).toHaveCount(1);
});

test("Backspace at the end marks the reading there and then takes it back; the words stay; Escape steps out of it", async ({ page, on }) => {
  const typed = "add todo Call mom tomorrow";
  await page.keyboard.type(typed);
  await expect(due(page)).toHaveCount(1);
  const marked = page.locator(".chip-marked");
  await page.keyboard.press("Backspace");
  await expect(marked).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(marked).toHaveCount(0);
  await expect(on.goal).toHaveValue(typed);
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Backspace");
  await expect(due(page)).toHaveCount(0);
  await expect(on.goal).toHaveValue(typed);
  // With no reading left there it deletes letters, as it does anywhere else in the line.
  await page.keyboard.press("Backspace");
  await expect(on.goal).toHaveValue(typed.slice(0, -1));
  await page.keyboard.press("Escape");
  await expect(on.goal).toHaveValue("");
});

test("what is not understood is underlined, and its reason is the field's description", async ({ page, on }) => {
  await page.keyboard.type("add todo Tea then what's the weather in Oslo");
  await expect(page.locator(".mark-unknown")).toHaveText("what's the weather in Oslo");
  await expect(on.run).not.toHaveClass(/button-main/);
  const described = () =>
    on.goal.evaluate((field) => document.getElementById(field.getAttribute("aria-describedby"))?.textContent ?? "");
  await page.waitForFunction(() => document.querySelector("#goal-problem").textContent.includes("what's the weather in Oslo"));
  await expect.poll(described).toContain("I can’t do “what's the weather in Oslo”. I do todos, sums and dates.");
});

test("a condition that was read is not marked as if it was not", async ({ page, on }) => {
  await on.goal.fill("if I have more than 1 todo then add todo Tidy up");
  await expect(on.steps).toHaveCount(3);
  await expect(page.locator(".mark-unknown")).toHaveCount(0);
  await expect(page.locator(".mark-condition")).toContainText("more than 1 todo");
});

test("a refusal offers what can be said as buttons and does not list it as well", async ({ page, on }) => {
  await on.goal.fill("book me a flight to paris");
  const problem = page.locator("#goal-problem");
  await expect(problem).toHaveText("I can’t do “book me a flight to paris”. I do todos, sums and dates.");
  await page.getByRole("button", { name: "what can you do", exact: true }).click();
  await expect(on.goal).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(on.result.getByRole("button", { name: "list todos" })).toBeVisible();
  await on.goal.fill("add todo Buy milk and what's the weather in Oslo");
  await expect(problem).toContainText("What is offered leaves out “what's the weather in Oslo”");
  await expect(problem).not.toContainText("calculate …");
});

test("a screen reader hears the plan once typing rests, and not at every key", async ({ page, on, context }) => {
  // A clock of its own: on a busy machine keys come so late that typing seems to rest.
  await context.clock.install();
  await on.reload();
  await page.evaluate(() => {
    globalThis.spoken = [];
    const region = document.querySelector(".prompt [aria-live=polite]");
    const told = () => spoken.push(region.textContent);
    new MutationObserver(told).observe(region, { childList: true, characterData: true, subtree: true });
  });
  await on.goal.focus();
  await context.clock.pauseAt(new Date(Date.now() + 60_000));
  for (const key of "add todo Tea and calculate 2 + 2 then list todos") {
    await page.keyboard.type(key);
    await context.clock.runFor(25);
  }
  expect(await page.evaluate(() => spoken)).toEqual([]);
  await context.clock.runFor(1_000);
  await expect.poll(() => page.evaluate(() => spoken)).toEqual(["3 steps: add, calculate, list"]);
});

test("a word and its chip show each other: by the caret, by the pointer, and by the focus of the chip", async ({ page, on }) => {
  await page.keyboard.type("add todo Call mom tomorrow p1 then calculate (10 + 5) * 2 then flarp the grommet");
  const under = page.locator(".chip-under");
  await expect(due(page)).toHaveCount(1);
  await expect(under).toHaveCount(0);
  const caret = (at) => on.goal.evaluate((field, at) => field.setSelectionRange(at, at), at);
  await caret("add todo Call mom tom".length);
  await expect(under).toHaveText(/^date/);
  await caret("add todo Call mom tomorrow p".length);
  await expect(under).toHaveText(/^priority/);
  await caret(3);
  await expect(under).toHaveCount(0);
  // The pointer: over the words as they are drawn.
  const over = async (words) => {
    const box = await page.evaluate((words) => {
      const range = new Range();
      const mirror = document.querySelector(".prompt-mirror");
      const texts = [...mirror.querySelectorAll("span")].map((span) => span.firstChild);
      const text = texts.find((text) => text.data.includes(words));
      range.setStart(text, text.data.indexOf(words));
      range.setEnd(text, text.data.indexOf(words) + words.length);
      return range.getBoundingClientRect().toJSON();
    }, words);
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  };
  // The field may still move while the plan under it is drawn; a hand that points at a word moves with it.
  await expect(async () => {
    await over("tomorrow");
    await expect(under).toHaveText(/^date/, { timeout: 1_000 });
  }).toPass();
  await expect.poll(() => on.goal.getAttribute("title")).toMatch(/^“tomorrow” → due \w+ /);
  await over("10");
  await expect.poll(() => on.goal.getAttribute("title")).toMatch(/^“calculate \(10 \+ 5\) \* 2” → .*= 30$/);
  await expect(under).toHaveCount(0);
  await over("grommet");
  await page.waitForFunction(() => document.querySelector("textarea").title.includes("flarp the grommet"));
  await page.mouse.move(0, 0);
  await expect.poll(() => on.goal.getAttribute("title")).toBe(null);
  // The keyboard: the words of the chip that has the focus are marked, and not when it is left.
  await due(page).focus();
  await expect(page.locator(".mark-pointed")).toHaveText("tomorrow");
  await page.keyboard.press("Enter");
  await expect(due(page)).toHaveCount(0);
  await expect(page.locator(".mark-pointed")).toHaveCount(0);
});

test.describe(() => {
  test.use({ forcedColors: "active" });

  test("with forced colours what is read is underlined, what is not understood otherwise, and nothing covers the lines", async ({ page }) => {
    await page.keyboard.type("add todo Tea then flarp the grommet");
    await expect(page.locator(".mark-unknown")).toHaveText("flarp the grommet");
    const look = (name) => page.evaluate((name) => {
      const { textDecorationLine, textDecorationStyle, forcedColorAdjust, backgroundColor } = getComputedStyle(document.querySelector(name));
      return [textDecorationLine, textDecorationStyle, forcedColorAdjust, backgroundColor].join(" ");
    }, name);
    await expect.poll(() => look(".mark-command")).toBe("underline solid none rgba(0, 0, 0, 0)");
    await expect.poll(() => look(".mark-unknown")).toBe("underline wavy none rgba(0, 0, 0, 0)");
    // Else the browser lays a plate behind the words that are typed, over the lines of the mirror.
    await expect.poll(() => look(".prompt-input")).toBe("none solid none rgba(0, 0, 0, 0)");
  });
});

test("what is pasted is seen before it is read, and read whole when it is to be carried out at once", async ({ page, on }) => {
  const text = Array.from({ length: 90 }, (_, at) => `calculate ${at} + 17 * 3 - 4 + 100`).join("\n");
  const mirrored = await page.evaluate(async (text) => {
    const field = document.querySelector("textarea");
    field.focus();
    document.execCommand("insertText", false, text);
    await null;
    return document.querySelector(".prompt-mirror").textContent.length;
  }, text);
  expect(mirrored).toBe(1);
  await expect(on.goal).toHaveValue(text);
  await expect(on.plan).toContainText("90 steps");
  await on.goal.press("End");
  await page.evaluate((text) => {
    const field = document.querySelector("textarea");
    field.select();
    document.execCommand("insertText", false, `${text}\nadd todo The last one`);
    field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
  }, text);
  await expect(on.todos.box("The last one")).toBeVisible();
  await expect(on.status).toHaveText(/^Completed: 91 of 91 steps/);
});

test("what a goal would touch is named before Enter, under its step, and nothing moves when it is known or is not there", async ({ page, on }) => {
  await on.todos.add("Oat milk", "Almond milk", "Call Ann");
  await on.goal.fill("complete the todo oat milk then calculate 1 + 1");
  await expect(on.steps.first()).toContainText("Touches “Oat milk”");
  // Below its step: what stands above it, the readings of the words, is of other cases. That a todo is meant is said each
  // time, so that nothing is doubted in a line of its own.
  // Both at one moment, because the picture may come above them between two.
  const place = () => on.steps.evaluateAll(([first, second]) => second.getBoundingClientRect().y - first.getBoundingClientRect().y);
  const before = await place();
  await on.goal.fill("complete the todo milk then calculate 1 + 1");
  await expect(on.steps.first()).toContainText("2 todos");
  await expect.poll(place).toBe(before);
  await expect(on.steps.first().getByRole("button", { name: "Almond milk" })).toHaveAttribute("aria-pressed", "false");
  await on.goal.fill("complete the todo xylophone then calculate 1 + 1");
  await expect(on.steps.first()).toContainText("xylophone");
  await page.waitForTimeout(800);
  await expect.poll(place).toBe(before);
  await on.goal.fill("delete all todos then calculate 1 + 1");
  await expect(on.steps.first()).toContainText("Deletes 3 todos: Oat milk, Almond milk, Call Ann");
  await axe(page);
  // It changes nothing.
  await on.todos.are("Oat milk", "Almond milk", "Call Ann");
  await on.goal.fill("add todo Buy bread then calculate 1 + 1");
  await expect(on.steps.first()).not.toContainText("Touches");
});

test("pasted lines are steps, and five thousand characters do not hold the page up", async ({ page, on, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const paste = async (text) => {
    await page.evaluate((text) => navigator.clipboard.writeText(text), text);
    await page.keyboard.press("Control+v");
    await expect(on.goal).toHaveValue(text);
  };
  await paste("add todo Tea\nadd todo Milk\ncalculate 2 + 2");
  await expect(on.steps).toHaveCount(3);
  await page.keyboard.press("Escape");
  const devtools = await context.newCDPSession(page);
  // Time of the page's own thread: the machine may be doing other things.
  await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
  const spent = async () => {
    const { metrics } = await devtools.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "TaskDuration").value * 1000;
  };
  const lines = Array.from({ length: 90 }, (_, at) => `add todo Errand ${at} for the allotment and the orchard`);
  const text = lines.join("\n");
  expect(text.length).toBeGreaterThan(4500);
  const before = await spent();
  await paste(text);
  const took = (await spent()) - before;
  if (took > 400) throw new Error(`a paste of ${text.length} characters took ${Math.round(took)} ms`);
  await expect(on.plan).toContainText("90 steps");
  await page.keyboard.type(" today");
  await expect(on.goal).toHaveValue(`${text} today`);
});

test("when the day turns, what is typed is read again, in the goal and in the line of a new todo, and so are the days of a result", async ({ page, on, context }) => {
  await context.clock.install({ time: new Date("2026-11-20T23:57:00Z") });
  await on.reload();
  await on.carryOut("add todo Sweep tomorrow then list todos");
  await expect(on.result.getByRole("listitem")).toHaveText([/Sweep\s*tomorrow/]);
  await expect(on.result).toContainText("Added “Sweep”, due tomorrow");
  await on.goal.fill("add todo Call Ann tomorrow");
  await on.todos.field.fill("Pay rent tomorrow");
  const chips = page.getByRole("button", { name: /^Do not read as date: .*21 Nov/ });
  await expect(chips).toHaveCount(2);
  await context.clock.fastForward(5 * 60_000);
  await expect(page.getByRole("button", { name: /^Do not read as date: .*22 Nov/ })).toHaveCount(2);
  await expect(chips).toHaveCount(0);
  await expect(on.result.getByRole("listitem")).toHaveText([/Sweep\s*today/]);
  await expect(on.result).toContainText("Added “Sweep”, due today");
  await on.todos.field.press("Enter");
  await on.goal.press("Enter");
  for (const text of ["Pay rent", "Call Ann"]) await expect(on.todos.badges(text)).toContainText("tomorrow");
});

test("of several todos that match one is chosen before the run, by a button", async ({ page, on }) => {
  await on.todos.add("Oat milk", "Almond milk", "Call Ann");
  await on.goal.fill("complete the todo milk");
  const choice = on.steps.first().getByRole("button", { name: "Almond milk" });
  await choice.click();
  await expect(choice).toHaveAttribute("aria-pressed", "true");
  await expect(on.steps.first()).toContainText("Complete Almond milk");
  await axe(page);
  await on.goal.press("Enter");
  await expect(on.status).toHaveText(/^Completed/);
  await expect(on.todos.box("Almond milk")).toBeChecked();
  await expect(on.todos.box("Oat milk")).not.toBeChecked();
});

test("a goal that is not understood is told to a screen reader in the words of the page", async ({ page, on }) => {
  await on.goal.fill("book me a flight to paris");
  await expect(page.locator(".prompt [aria-live]")).toHaveText("I can’t do “book me a flight to paris”. I do todos, sums and dates.");
});

test("a list that is put into the goal is offered as todos, and what is typed for another todo stays", async ({ page, on }) => {
  await on.todos.field.fill("Call Ann");
  await on.goal.fill("# Shopping\n\n- milk\n- [ ] oat bread\n- eggs tomorrow");
  await expect(on.goal).toHaveAccessibleDescription("This is a list, and no goal.");
  await on.goal.press("Enter");
  await expect(on.alert).toHaveCount(0);
  await axe(page);
  await page.getByRole("button", { name: "Add 3 todos", exact: true }).click();
  await expect(on.todos.items).toHaveCount(3);
  await expect(on.todos.box("oat bread")).toBeVisible();
  await expect(on.todos.said).toContainText("Added 3 todos");
  await expect(on.goal).toHaveValue("");
  await expect(on.goal).toBeFocused();
  await expect(on.todos.field).toHaveValue("Call Ann");
  await on.todos.undo.click();
  await on.todos.are();
});
