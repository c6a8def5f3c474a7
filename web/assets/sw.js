// The service worker: keeps the page on this device, so that it opens without a network. `cargo xtask finish-page`
// writes the version and the files into it. It knows no todos and no runs; those are in the page's own storage.
//
// What is kept is one version, whole: pages are answered from it first, and another version is fetched beside it and
// waits until the person asks for it. So nothing is ever half of one version and half of another.
const VERSION = "@version@";
const FILES = "@files@".split(" ").filter(Boolean);
const PREFIX = "dunlin-page-";
const NAME = PREFIX + VERSION;

// A name with a hash stands for one content for ever; anything else is asked for past the browser's own cache.
const request = (file) => new Request(file, { cache: /-[0-9a-f]{16}/.test(file) ? "default" : "reload" });

async function fill() {
  const cache = await caches.open(NAME);
  await cache.addAll(FILES.map(request));
}

async function clear() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(PREFIX) && name !== NAME).map((name) => caches.delete(name)));
}

async function answer(asked) {
  const address = asked.url.replace(/index\.html(?=$|[?#])/, "");
  try {
    const cache = await caches.open(NAME);
    const kept = await cache.match(address, { ignoreSearch: true, ignoreVary: true });
    if (kept) return kept;
  } catch {
    // A store that cannot be read keeps nobody from the network.
  }
  return fetch(asked);
}

addEventListener("install", (event) => event.waitUntil(fill()));
// A page that this worker does not answer for would not keep the next version waiting.
addEventListener("activate", (event) => event.waitUntil(clear().then(() => clients.claim())));
addEventListener("message", (event) => {
  if (event.data === "take over") skipWaiting();
});
addEventListener("fetch", (event) => {
  const { request: asked } = event;
  if (FILES.length > 0 && asked.method === "GET" && asked.url.startsWith(registration.scope)) event.respondWith(answer(asked));
});
