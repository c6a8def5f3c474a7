// The other parts of the program (xtask/src/parts.rs), joined to what wasm-bindgen writes. They come one after the other as
// soon as the page stands. A call into one that is not here yet fetches it on the spot, which holds the page up and happens
// only to a person who is quicker than the network.
const FILES = "@parts@".split(" ");
// What each part that is here gives to the later ones.
const here = [];
// The parts that have been fetched and compiled.
const modules = [];
let imports;
let first;

const address = (part) => new URL(FILES[part], import.meta.url);
const given = () => Object.assign({ "./dunlin-web_bg.js": imports }, here);

// Called when wasm-bindgen has made what the program imports; every part is given the same.
function share(made) {
  made.need = need;
  if (globalThis.dunlinCalled) made.mark = (number) => globalThis.dunlinCalled.add(number);
  imports = made;
  // What is stored is read by the later parts before the page stands. And where the service worker answers, all of them are
  // on this device already, and a fetch on the spot would go past it to a network that may not be there. So they come first.
  if (navigator.serviceWorker?.controller || stored()) first = Promise.all(FILES.map((_, part) => part > 0 && taken(part)));
}

function stored() {
  try {
    return localStorage.length > 0;
  } catch {
    return false;
  }
}

// Called when the first part is there and has not begun.
async function begun(instance) {
  here[0] = instance.exports;
  // For whoever waits until everything is here: what is not needed at once is drawn then. A page that learns its parts has
  // but one and waits for ever, so that such things are sorted behind the main job.
  document.documentElement.dataset.coming = "";
  await first;
  addEventListener("TrunkApplicationStarted", () => setTimeout(() => rest().catch(console.warn)));
}

async function taken(part) {
  const compiled = async (cache) => {
    const answer = await fetch(address(part), { cache });
    if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`);
    return WebAssembly.compile(await answer.arrayBuffer());
  };
  // Once more past the browser's own cache, which may hold an answer that was cut short.
  modules[part] = await compiled("default").catch(() => compiled("reload"));
}

async function rest() {
  while (here.length < FILES.length) {
    const next = here.length;
    if (!modules[next]) await taken(next);
    const instance = await WebAssembly.instantiate(modules[next], given());
    // It may have been needed, and made, meanwhile.
    if (here.length === next) arrived(next, instance);
  }
}

function arrived(part, instance) {
  here[part] = instance.exports;
  here[0].here.value = part;
  modules[part] = undefined;
  if (here.length < FILES.length) return;
  delete document.documentElement.dataset.coming;
  // Not now: a part that is fetched on the spot arrives in the middle of a call.
  setTimeout(() => dispatchEvent(new Event("whole")));
}

function need(part) {
  for (let next = here.length; next <= part; next++) {
    const module = modules[next] ?? new WebAssembly.Module(fetched(address(next)));
    arrived(next, new WebAssembly.Instance(module, given()));
  }
}

// Under an address of its own: a browser lets two requests for one address wait for each other, and the one that is under
// way cannot go on while this one holds the page up.
function fetched(url) {
  const request = new XMLHttpRequest();
  try {
    request.open("GET", `${url}?at-once`, false);
    // A synchronous request can only be of text; in this set of characters each is one byte.
    request.overrideMimeType("text/plain; charset=x-user-defined");
    request.send();
  } catch {
    // As without an answer: what calls this cannot go on.
  }
  if (request.status !== 200) throw new WebAssembly.RuntimeError(`a part of the program did not arrive: ${url}`);
  return Uint8Array.from(request.responseText, (letter) => letter.charCodeAt(0));
}
