// Five workflows, written step by step: an order that is taken back when something fails, a review with a reminder after two
// days, rows that are sent four at a time with three tries each, two children and a signal, and a weekly report.
import { createRuntime, plan } from "../pkg/index.js";

const DAY = 24 * 3_600_000;

const order = plan("take an order: reserve, charge, ship, and take back what was done when something fails").onFailure("undo");
const reserved = order.step("act", { do: { $concat: ["reserve ", order.given("/item")] } });
reserved.undo("act", { do: { $concat: ["release ", order.given("/item")] } });
const charged = order.step("act", { do: "charge" }, { timeoutMs: 20_000, retry: { maxAttempts: 5, initialIntervalMs: 200 } });
charged.after(reserved).undo("act", { do: { $concat: ["refund ", charged.output()] } });
const shipped = order.step("act", { do: "ship" }).after(charged);
order.notify("The order is closed").after(shipped).runWhen("allDone");
order.result({ payment: charged.output(), parcel: shipped.output() });

const agreement = (more) => ({ type: "object", required: ["agreed"], properties: { agreed: { type: "boolean" }, ...more } });
const review = plan("ask for a review, remind after two days, publish what was agreed to");
const asked = review.ask("May this text be published?", agreement({ remark: { type: "string" } }), { timeoutMs: 2 * DAY });
const reminded = review.notify("A review is still open", "It was asked for two days ago.").after(asked).runWhen("anyFailed");
const askedAgain = review.ask("May this text be published? It was asked two days ago.", agreement()).after(reminded);
const agreed = [asked, askedAgain].map((one) => {
  const said = { $from: { ...one.output("/agreed").$from, default: false } };
  return review.decide(said, "==", true).after(asked, askedAgain).runWhen("anySucceeded");
});
review.step("act", { do: "publish" }).after(...agreed).runWhen("anySucceeded");

const rows = plan("send every row, three tries each");
const send = (each) => {
  const what = { $concat: [each.with(), " ", each.item("/id")] };
  each.step("flaky", { do: what }, { retry: { maxAttempts: 3, initialIntervalMs: 100 } });
};
const sent = rows.map(rows.given("/rows"), send, { maxParallel: 4, with: "row" });
rows.result({ sent: sent.output() });

const child = (more) => {
  const work = plan("work");
  work.step("act", { do: work.given("/name") });
  return { ...work.toJSON(), ...more };
};
const parent = plan("let two children work side by side and go on when the word is given");
const left = parent.plan(child({ policy: { maxSteps: 2 } }), { name: "left" });
const right = parent.plan(child(), { name: "right" });
const go = parent.signal("go", { timeoutMs: DAY }).after(left, right);
parent.step("act", { do: go.output() });
parent.result({ $concat: [left.output(), " and ", right.output()] });

const weekly = plan("tell every Friday at nine what is still to be done");
const listed = weekly.step("todo_store", { action: "list" });
weekly.notify("Still to be done this week").after(listed);
const late = { $from: { ...weekly.given("/late").$from, default: false } };
weekly.result({ late, todos: listed.output("/*/text") });

export const workflows = { order, review, rows, parent, weekly };

// They are carried out here by a tool that only says what it was told; shipping fails, so the order is taken back.
const dunlin = await createRuntime({ storage: "memory" });
const act = (name) => ({
  name,
  inputSchema: { type: "object", required: ["do"], properties: { do: { type: "string" } } },
  execute({ do: what }) {
    if (what === "ship") throw new Error("nobody can ship today");
    console.log(what);
    return what;
  },
});
for (const name of ["act", "flaky"]) dunlin.tools.register(act(name));

console.log((await dunlin.run(order, { input: { item: "lamp" } }).result).status);
console.log((await dunlin.run(rows, { input: { rows: [{ id: 1 }, { id: 2 }] } }).result).result);
const family = dunlin.run(parent);
for await (const { type } of family) if (type === "runSuspended") family.signal("go", "went");
console.log((await family.result).result);
dunlin.schedules.add({ plan: weekly, at: "2099-01-02T09:00", rule: "FREQ=WEEKLY;BYDAY=FR" });

// It prints:
// → reserve lamp
// → charge
// → refund charge
// → release lamp
// → failed
// → row 1
// → row 2
// → { sent: [ 'row 1', 'row 2' ] }
// → left
// → right
// → went
// → left and right
