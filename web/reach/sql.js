// The worker of the tool `sql` in the page, over the module that lies beside it.
import start from "@sqlite.org/sqlite-wasm";
import { SILENT, answer } from "../../crates/dunlin-wasm/js/engines/sql.js";
import { serveInPage } from "../../crates/dunlin-wasm/js/engines/worker.js";

serveInPage(() => start({ ...SILENT, locateFile: () => new URL("sqlite3.wasm", location.href).href }), answer);
