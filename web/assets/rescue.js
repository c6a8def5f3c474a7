// When the program cannot start or has stopped: says so, and offers what is stored as a file. It knows nothing of the
// program, so that it works without it. Text is only ever set as text.
const SAY = {
  missing: "This browser has no WebAssembly, which Dunlin runs on. A current version of any large browser has it.",
  start: "Dunlin could not be loaded. Check the connection and reload; what is stored is safe.",
  stopped: "Dunlin has stopped because of a fault of its own. What is stored is safe: save a copy, then reload.",
};

let said = false;

function say(words) {
  if (said) return;
  said = true;
  const box = document.createElement("div");
  box.className = "rescue note note-bad";
  box.setAttribute("role", "alert");
  const text = document.createElement("span");
  text.textContent = words;
  box.append(text, button("Save a copy", save));
  if (words === SAY.stopped) mark();
  const count = new Set(unfinished().map((key) => key.split(":")[3])).size;
  if (count > 0) box.append(button(count > 1 ? `Set ${count} unfinished runs aside` : "Set the unfinished run aside", setAside));
  box.append(button("Reload", () => afresh().finally(() => location.reload())));
  document.body.prepend(box);
}

function button(words, act) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "button";
  made.textContent = words;
  made.addEventListener("click", act);
  return made;
}

// The same form as "Export everything" in the settings, so that it can be imported there.
function save() {
  const entries = {};
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith("dunlin:")) entries[key] = localStorage.getItem(key);
  } catch {
    // Without storage there is nothing to save.
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify({ dunlinBackup: 1, entries }, null, 2)], { type: "application/json" }));
  link.download = "dunlin-backup.json";
  link.click();
  URL.revokeObjectURL(link.href);
}

// The journals of runs that have begun and not ended: the program takes them up when it starts, and a run that stops it
// would stop it again each time. Where the program says which were under way, it is these alone.
function unfinished() {
  try {
    const keys = Object.keys(localStorage);
    const open = keys.filter((key) => /^dunlin:v1:run:[^:]+:\d+$/.test(key));
    const underWay = open.filter((key) => keys.includes(`dunlin:v1:underway:${key.split(":")[3]}`));
    return underWay.length > 0 ? underWay : open;
  } catch {
    return [];
  }
}

// Marks the runs that were under way when the program stopped, so that they are not taken up by themselves again
// (crates/dunlin-runtime/src/guard.rs).
function mark() {
  try {
    const marks = Object.keys(localStorage).filter((key) => key.startsWith("dunlin:v1:underway:"));
    for (const key of marks) localStorage.setItem(key, '{"tries":2}');
  } catch {
    // Without storage nothing is taken up.
  }
}

// Under the keys that the program sets aside what it cannot read: kept, part of every copy, and taken up by nobody. The last
// batch goes first, so that a journal of which only some could be moved still begins at its beginning.
function setAside(event) {
  try {
    for (const key of unfinished().sort().reverse()) {
      localStorage.setItem(`dunlin:v1:aside:${key}`, localStorage.getItem(key));
      localStorage.removeItem(key);
    }
    event.target.textContent = "Set aside";
  } catch {
    event.target.textContent = "Storage is full: save a copy first";
  }
  event.target.disabled = true;
}

// How long the server may take to say that it is there.
const ANSWER_MS = 5000;

// Drops what is kept of the page itself, in the service worker's store and in the browser's, so that the reload takes all of
// it from the server. Only where the server answers with what is ours: without it, what is kept is the only page there is.
async function afresh() {
  const asked = fetch("sw.js", { cache: "no-store", signal: AbortSignal.timeout(ANSWER_MS) });
  const text = await asked.then((answer) => (answer.ok ? answer.text() : "")).catch(() => "");
  if (!text.includes("dunlin-page-")) return;
  const home = new URL("./", location.href).href;
  const workers = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  await Promise.all(workers.filter(({ scope }) => scope === home).map((worker) => worker.unregister()));
  const files = performance.getEntriesByType("resource").map(({ name }) => name.replace(/[?#].*/, ""));
  const ours = [...new Set(files)].filter((name) => name.startsWith(home));
  await Promise.all(ours.map((name) => fetch(name, { cache: "reload" }).catch(() => {})));
  for (const name of await caches.keys()) if (name.startsWith("dunlin-page-")) await caches.delete(name);
}

// A stack that is used up within the module is an error of the browser's own, which it names as it likes.
const usedUp = (error) => ["RangeError", "InternalError"].includes(error?.name) && /wasm/.test(error.stack ?? "");
const isFault = (error) => typeof WebAssembly === "object" && (error instanceof WebAssembly.RuntimeError || usedUp(error));
const running = () => document.querySelector("[data-skeleton]") === null;

if (typeof WebAssembly !== "object") say(SAY.missing);
addEventListener("error", (event) => {
  if (isFault(event.error)) say(SAY.stopped);
  // Before the start every error is one too many, also that of a script that did not arrive.
  else if (!running()) say(SAY.start);
}, true);
addEventListener("unhandledrejection", (event) => {
  if (isFault(event.reason)) say(running() ? SAY.stopped : SAY.start);
  else if (!running()) say(SAY.start);
});
