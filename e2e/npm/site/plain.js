// A plain module in a page, with no build step: one import line, from a copy of the package beside the page.
import { createRuntime, evaluate } from "./dunlin/index.js";

const runtime = await createRuntime();
await runtime.todos.add("Feed the cat");
const record = await runtime.run("calculate (10 + 5) * 2").result;
document.title = `${evaluate("0.1 + 0.2").text} ${record.status} ${record.result}`;
