// The worker of an engine in Node, which is told which one.
import { parentPort, workerData } from "node:worker_threads";
import { serve } from "./worker.js";

const { load, work } = await import(`./${workerData}-load.js`);
parentPort.on("message", serve(load, work, (answer) => parentPort.postMessage(answer)));
