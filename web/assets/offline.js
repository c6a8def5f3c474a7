// Installs the service worker, and offers a new version when one is ready. It never reloads by itself: a run that is under
// way would be cut. It knows nothing of the program, so that a version that does not start can still be replaced.
const HOUR_MS = 3_600_000;

function note() {
  const box = document.createElement("div");
  box.className = "update";
  box.setAttribute("role", "status");
  box.setAttribute("aria-label", "Update");
  document.body.append(box);
  return box;
}

function button(words, act) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "button";
  made.textContent = words;
  made.addEventListener("click", act);
  return made;
}

function offer(box, registration) {
  const words = document.createElement("span");
  words.textContent = "A new version is ready.";
  const use = button("Use it now", () => take(registration));
  const later = button("Later", () => box.replaceChildren());
  box.replaceChildren(words, use, later);
}

// The new worker first, then the page: the other way round the old version would answer once more.
function take(registration) {
  const { waiting } = registration;
  if (!waiting) return location.reload();
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  waiting.postMessage("take over");
}

async function install() {
  // The one script address that is ever made from text, and the only one this policy lets through.
  const policy = globalThis.trustedTypes?.createPolicy("dunlin", {
    createScriptURL: (text) => {
      if (text !== "sw.js") throw new TypeError(`found the script ${text}, expected sw.js`);
      return text;
    },
  });
  const box = note();
  const registration = await navigator.serviceWorker.register(policy?.createScriptURL("sw.js") ?? "sw.js");
  if (registration.waiting && registration.active) offer(box, registration);
  registration.addEventListener("updatefound", () => {
    const { installing } = registration;
    installing?.addEventListener("statechange", () => {
      // The first version of all is no news.
      if (installing.state === "installed" && registration.active) offer(box, registration);
    });
  });
  let asked = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible" || Date.now() - asked < HOUR_MS) return;
    asked = Date.now();
    // Without a network there is no new version, which is no fault.
    registration.update().catch(() => {});
  });
}

// After the program has started: fetching it twice at once is slower for both, and a browser's cache may give up on the
// two. One that does not start is given a while, so that a better version can still come.
const LONGEST_START_MS = 15_000;

function afterStart(act) {
  const started = () => document.querySelector("[data-skeleton]") === null;
  let done = false;
  const once = () => {
    if (!done) act();
    done = true;
    watch.disconnect();
  };
  // Not in the task that draws the page for the first time, which a person waits for.
  const watch = new MutationObserver(() => started() && requestAnimationFrame(() => setTimeout(once)));
  watch.observe(document.body, { childList: true, subtree: true });
  setTimeout(once, LONGEST_START_MS);
  if (started()) once();
}

// Where there is no worker to be had, or it is refused, the page works as before while there is a network.
if ("serviceWorker" in navigator) afterStart(() => install().catch(() => {}));
