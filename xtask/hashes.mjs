// Prints the SHA-256 of each file, as base64, a line each: what the service worker holds its files to (finish.rs).
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

for (const path of process.argv.slice(2)) console.log(createHash("sha256").update(readFileSync(path)).digest("base64"));
