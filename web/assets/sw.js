// The service worker: keeps the page on this device, so that it opens without a network. `cargo xtask finish-page`
// writes the version and the files into it. It knows no todos and no runs; those are in the page's own storage.
//
// What is kept is one version, whole: pages are answered from it first, and another version is fetched beside it and
// waits until the person asks for it. So nothing is ever half of one version and half of another.
//
// It takes nothing but what it was built for. Each file has its SHA-256 here, and an answer that was redirected, is of
// another type or has another body is not kept and not given out, whoever put it in between: a server, a hotel's login
// page, a cut connection, or another program of this origin that wrote into the cache.
const VERSION = "@version@";
// Name and hash in turn; `./` is the page.
const WORDS = "@files@".split(" ").filter(Boolean);
const HASHES = new Map();
for (let at = 0; at < WORDS.length; at += 2) HASHES.set(WORDS[at], WORDS[at + 1]);
const PREFIX = "dunlin-page-";
const NAME = PREFIX + VERSION;

const TYPES = { html: "text/html", css: "text/css", js: "javascript", wasm: "application/wasm", svg: "image/svg+xml", png: "image/png", webmanifest: "json" };
const type = (file) => TYPES[file === "./" ? "html" : file.slice(file.lastIndexOf(".") + 1)] ?? "";

// Past the browser's own cache, unless the name has a hash and so stands for one content for ever.
const request = (file, past = !/-[0-9a-f]{16}/.test(file)) => new Request(file, { cache: past ? "reload" : "default", redirect: "manual" });

// Whether an answer is the very file. Reads a copy, so that the answer can still be given out.
async function fits(answer, file) {
  if (answer.status !== 200 || answer.redirected) return false;
  if (!(answer.headers.get("Content-Type") ?? "").includes(type(file))) return false;
  try {
    const hash = await crypto.subtle.digest("SHA-256", await answer.clone().arrayBuffer());
    return btoa(String.fromCharCode(...new Uint8Array(hash))) === HASHES.get(file);
  } catch {
    // The body broke off.
    return false;
  }
}

async function fetched(file) {
  const answer = await fetch(request(file));
  if (await fits(answer, file)) return answer;
  // The browser's cache may hold what once stood under this name.
  const again = await fetch(request(file, true));
  if (await fits(again, file)) return again;
  throw new Error(`${file} is not the one this version was built with`);
}

// All of it or nothing: it is kept when every file is here.
async function fill() {
  const answers = await Promise.all([...HASHES.keys()].map(async (file) => [file, await fetched(file)]));
  const cache = await caches.open(NAME);
  try {
    await Promise.all(answers.map(([file, answer]) => cache.put(file, answer)));
  } catch (error) {
    await caches.delete(NAME);
    throw error;
  }
}

async function clear() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(PREFIX) && name !== NAME).map((name) => caches.delete(name)));
}

async function kept(file) {
  try {
    const answer = await (await caches.open(NAME)).match(file, { ignoreVary: true });
    if (answer && (await fits(answer, file))) return answer;
  } catch {
    // A store that cannot be read keeps nobody from the network.
  }
}

async function answer(asked, file) {
  const here = await kept(file);
  if (here) return here;
  // Gone, or not what it was: it is fetched again.
  const fresh = await fetch(request(file, true));
  if (await fits(fresh, file)) {
    const copy = fresh.clone();
    await caches.open(NAME).then((cache) => cache.put(file, copy)).catch(() => {});
    return fresh;
  }
  // The server has another version by now, so this one cannot be made whole again: from here on the server answers.
  await caches.delete(NAME).catch(() => {});
  return fetch(asked);
}

// The file that an address of this page names. What stands behind a question mark changes nothing.
function named(address) {
  const { scope } = registration;
  const plain = address.replace(/[?#].*/, "");
  return plain.startsWith(scope) ? plain.slice(scope.length).replace(/^(index\.html)?$/, "./") : "";
}

addEventListener("install", (event) => event.waitUntil(fill()));
// A page that this worker does not answer for would not keep the next version waiting.
addEventListener("activate", (event) => event.waitUntil(clear().then(() => clients.claim())));
addEventListener("message", (event) => {
  if (event.data === "take over") skipWaiting();
});
// A notification that this worker showed for a page leads back to it.
addEventListener("notificationclick", (event) => {
  event.notification.close();
  const pages = clients.matchAll({ type: "window", includeUncontrolled: true });
  event.waitUntil(pages.then(([page]) => (page ? page.focus() : clients.openWindow(registration.scope))));
});
addEventListener("fetch", (event) => {
  const { request: asked } = event;
  const file = named(asked.url);
  if (asked.method === "GET" && HASHES.has(file)) event.respondWith(answer(asked, file));
});
