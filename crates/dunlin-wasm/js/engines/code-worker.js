// The worker of the tool `code` in a page.
import { load, work } from "./code-load.js";
import { serveInPage } from "./worker.js";

serveInPage(load, work);
