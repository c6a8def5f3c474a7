// Templates are written in a form: by mouse, by keyboard, with what is wrong beside its field.
import { axe, expect, test } from "../test.mjs";

const form = (on) => {
  const field = (name) => on.settings.dialog.getByRole("textbox", { name, exact: true });
  return {
    name: on.settings.dialog.getByRole("textbox", { name: /^Name/ }),
    calledBy: on.settings.dialog.getByRole("textbox", { name: /^Called by/ }),
    rows: on.settings.dialog.getByRole("list", { name: "Todos of the template" }).getByRole("listitem"),
    todo: (number) => field(`Todo ${number}`),
    due: (number) => field(`Due in days, todo ${number}`),
    after: (number) => field(`After, todo ${number}`),
    keep: on.settings.dialog.getByRole("button", { name: "Keep template" }),
    button: (name) => on.settings.dialog.getByRole("button", { name, exact: true }),
  };
};

test("a new template is written by keyboard, carried out, changed, and removed with a way back", async ({ page, on }) => {
  const at = form(on);
  await on.settings.button.click();
  await at.button("New template").click();
  await expect(at.name).toBeFocused();
  await page.keyboard.type("allotment day");
  await at.todo(1).fill("Sharpen the spade");
  await page.keyboard.press("Enter");
  await expect(at.todo(2)).toBeFocused();
  await page.keyboard.type("Dig the bed");
  await at.after(2).fill("1");
  await at.due(2).fill("2");
  await page.keyboard.press("Enter");
  await expect(at.todo(3)).toBeFocused();
  await page.keyboard.type("Sow the beans");
  await at.after(3).fill("1, 2");
  await axe(page);
  await at.keep.click();
  await expect(on.settings.dialog).toContainText("Allotment day, 3 todos");
  await on.settings.close.click();
  await on.carryOut("plan an allotment day");
  await on.todos.are("Dig the bed", "Sharpen the spade", "Sow the beans");
  // The last step looks at what is there.
  await on.showPlan();
  await expect(on.steps).toHaveCount(4);
  await expect(on.steps.nth(2)).toContainText("after 1 and 2");

  await on.settings.button.click();
  await on.settings.dialog.getByText("Allotment day, 3 todos").click();
  await at.button("Change the template allotment day").click();
  await expect(at.calledBy).toHaveValue("allotment day");
  await at.button("Remove todo 1").click();
  await expect(at.rows).toHaveCount(2);
  await expect(at.todo(1)).toBeFocused();
  // What a todo comes after is still the same todo.
  await expect(at.after(2)).toHaveValue("1");
  await at.keep.click();
  await expect(on.settings.dialog).toContainText("Allotment day, 2 todos");
  await on.settings.dialog.getByText("Allotment day, 2 todos").click();
  await at.button("Remove the template allotment day").click();
  await expect(on.settings.dialog.getByText(/^Allotment day/)).toHaveCount(0);
  await at.button("Undo").click();
  await expect(on.settings.dialog).toContainText("Allotment day, 2 todos");
});

test("todos of a template are moved, and what they come after moves with them", async ({ on }) => {
  const at = form(on);
  await on.settings.button.click();
  await at.button("New template").click();
  await at.name.fill("three");
  for (const [index, text] of ["One", "Two", "Three"].entries()) {
    if (index > 0) await at.button("Add todo").click();
    await at.todo(index + 1).fill(text);
  }
  await at.after(3).fill("1");
  await at.button("Move down todo 1").click();
  await expect(at.todo(1)).toHaveValue("Two");
  await expect(at.todo(2)).toHaveValue("One");
  await expect(at.after(3)).toHaveValue("2");
  await at.todo(2).press("Alt+ArrowUp");
  await expect(at.todo(1)).toHaveValue("One");
  await expect(at.todo(1)).toBeFocused();
  await expect(at.after(3)).toHaveValue("1");
});

test("what is wrong stands beside its field, and nothing is kept", async ({ page, on }) => {
  const at = form(on);
  await on.settings.button.click();
  await at.button("New template").click();
  await at.button("Add todo").click();
  await at.todo(2).fill("<img src=x onerror=alert(1)>");
  await at.due(1).fill("soon");
  await at.after(2).fill("2");
  await at.keep.click();
  await expect(at.name).toBeFocused();
  const told = async (field, words) => {
    await expect(field).toHaveAttribute("aria-invalid", "true");
    const id = await field.getAttribute("aria-describedby");
    await expect(page.locator(`[id="${id}"]`)).toHaveText(words);
  };
  await told(at.name, "a name is missing");
  await told(at.todo(1), "what is to be done is missing");
  await told(at.due(1), "found no whole number of days");
  await told(at.after(2), "expected numbers of todos above, such as 1, 2");
  await axe(page);
  await at.name.fill("birthday party");
  await at.todo(1).fill("Something");
  await at.due(1).fill("");
  await at.after(2).fill("1");
  await at.keep.click();
  await told(at.name, "another template is called that");
  await at.name.fill("mine");
  await at.keep.click();
  await expect(on.settings.dialog).toContainText("Mine, 2 todos");
  await expect(on.settings.dialog.locator("img")).toHaveCount(0);
});

test("the built-in templates come back with a way back, and nothing else is changed while one is written", async ({ on }) => {
  const at = form(on);
  await on.settings.button.click();
  await at.button("New template").click();
  await at.name.fill("mine");
  await at.todo(1).fill("Something");
  for (const name of ["Change", "Remove"]) {
    for (const button of await on.settings.dialog.getByRole("button", { name: `${name} the template`, includeHidden: true }).all()) {
      await expect(button).toBeDisabled();
    }
  }
  await at.keep.click();
  await expect(on.settings.dialog.getByText("Mine, 1 todo")).toBeVisible();
  await on.settings.changeTemplates.click();
  await on.settings.builtInTemplates.click();
  await expect(on.settings.dialog.getByText("Mine, 1 todo")).toHaveCount(0);
  await at.button("Undo").click();
  await expect(on.settings.dialog.getByText("Mine, 1 todo")).toBeVisible();
});

test("a field that is not known is refused with the one that may be meant, and nothing is dropped unsaid", async ({ on }) => {
  await on.settings.button.click();
  await on.settings.changeTemplates.click();
  await on.settings.templates.fill('[{"name": "trip", "triggers": ["trip"], "todos": [{"text": "Pack", "dueInDay": 2}]}]');
  await on.settings.keepTemplates.click();
  await expect(on.settings.dialog.getByRole("alert")).toContainText("did you mean “dueInDays”");
  await on.settings.templates.fill('[{"name": "trip", "triggers": ["trip"], "todos": [{"text": "Pack", "dueInDays": 2}]}]');
  await on.settings.keepTemplates.click();
  await expect(on.settings.dialog.getByText("Trip, 1 todo")).toBeVisible();
});
