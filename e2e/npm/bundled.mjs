// What a bundler is given: one import line and no configuration.
import { createRuntime, evaluate } from "dunlin";

const runtime = await createRuntime({ storage: "memory" });
const record = await runtime.run("calculate (10 + 5) * 2").result;
const answer = `${evaluate("0.1 + 0.2").text} ${record.status} ${record.result}`;
if (answer !== "0.3 completed 30") throw new Error(`found ${answer}`);
console.log(answer);
if (typeof document !== "undefined") document.title = answer;
