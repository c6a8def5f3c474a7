// One yes for several calls of a run, and what a run is held to once some of it was turned down.
import { axe, expect, test } from "../test.mjs";

const THREE = "delete milk, delete bread and delete call mum";
const report = (on) => on.report.dialog.innerText();

test("several deletions of one run are approved at once, each with its own answer in the journal", async ({ page, on }) => {
  await on.todos.add("Milk", "Bread", "Call mum", "Salt");
  await on.carryOut(THREE);
  await expect(on.approve).toHaveText("Delete “Milk”");
  await expect(on.approveAlike).toHaveText("Approve all 3");
  await expect(on.approveAlike).toHaveAttribute("title", "This one, and then: Delete bread, Delete call mum");
  await axe(page);
  await on.approveAlike.focus();
  await page.keyboard.press("Enter");
  await expect(on.status).toHaveText(/^Completed: 3 of 3 steps/);
  await on.todos.are("Salt");
  await on.report.button.click();
  for (const step of [1, 2, 3]) await expect.poll(() => report(on)).toContain(`step ${step} was approved`);
});

test("one that is rejected is rejected alone, and the others can still be approved at once", async ({ on }) => {
  await on.todos.add("Milk", "Bread", "Call mum");
  await on.carryOut(THREE);
  await on.reject.click();
  await expect(on.approve).toHaveText("Delete “Bread”");
  await expect(on.approveAlike).toHaveText("Approve all 2");
  await on.approveAlike.click();
  await expect(on.status).toHaveText(/^Completed, 1 step rejected/);
  await on.todos.are("Milk");
});

test("where nothing behind it asks the same there is one yes, and while it is written otherwise too", async ({ on }) => {
  await on.todos.add("Milk", "Bread", "Salt");
  await on.carryOut("delete milk and delete bread");
  await expect(on.approveAlike).toHaveText("Approve all 2");
  await on.log.getByRole("button", { name: "Change it…" }).click();
  await expect(on.approveAlike).toHaveCount(0);
  await on.log.getByRole("button", { name: "Leave it as it was" }).click();
  await expect(on.approveAlike).toBeVisible();
  await on.approve.click();
  await expect(on.approve).toHaveText("Delete “Bread”");
  await expect(on.approveAlike).toHaveCount(0);
  await on.cancel.click();
  await on.carryOut("delete all todos");
  await expect(on.approve).toBeVisible();
  await expect(on.approveAlike).toHaveCount(0);
});

test("a run that is to ask before every step takes one yes for what it does of one kind", async ({ on }) => {
  await on.settings.button.click();
  await on.settings.approval.selectOption({ label: "Every step" });
  await on.settings.close.click();
  await on.carryOut("add todo Oats then add todo Rye then list todos");
  await on.approveAlike.click();
  // What follows is of another kind, and asks.
  await expect(on.status).toHaveText(/^Waiting for approval: 2 of 3 steps/);
  await on.todos.are("Oats", "Rye");
});

test("what was rejected, or approved in part, is held to nothing that it did not do", async ({ page, on }) => {
  const criteria = on.log.getByRole("list", { name: "Criteria" }).getByRole("listitem");
  await on.todos.add("Milk", "Bread");
  await on.carryOut("clear my list");
  await on.showPlan();
  await expect(criteria).toHaveText(["the store reports the action clear", "what is deleted is gone from the store", "no todo remains"]);
  await on.log.getByRole("checkbox", { name: "Milk" }).uncheck();
  await on.approve.click();
  await expect(on.status).toHaveText(/^Completed/);
  await expect(criteria).toHaveText(["what is deleted is gone from the store"]);
  await axe(page);
  await on.carryOut("clear my list");
  await on.reject.click();
  await expect(on.status).toHaveText(/^Rejected/);
  await on.showPlan();
  await expect(criteria).toHaveCount(0);
});
