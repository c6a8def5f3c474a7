// SQLite as its makers publish it for JavaScript, which a host installs beside dunlin.
import { SILENT, answer } from "./sql.js";

export const load = async () => (await import("@sqlite.org/sqlite-wasm")).default({ ...SILENT });
export const work = answer;
