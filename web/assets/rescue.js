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
  box.append(text, button("Save a copy", save), button("Reload", () => location.reload()));
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

const isFault = (error) => typeof WebAssembly === "object" && error instanceof WebAssembly.RuntimeError;
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
