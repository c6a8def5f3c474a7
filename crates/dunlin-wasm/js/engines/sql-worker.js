// The worker of the tool `sql` in a page.
import { load, work } from "./sql-load.js";
import { serveInPage } from "./worker.js";

serveInPage(load, work);
