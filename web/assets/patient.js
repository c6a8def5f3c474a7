// How the parts of the program that come later are fetched (xtask/src/split.rs): a part that does not arrive is asked for
// again until it does, and the page hears of it while it waits (web/src/platform/late.rs). A part that came wrong is asked for
// past the browser's own cache.
const FIRST_WAIT_MS = 500;
const MOST_WAIT_MS = 15_000;
// Those that are waited for.
const late = new Set();

export async function fetch(address) {
  for (let wait = FIRST_WAIT_MS, cache = "default"; ; wait = Math.min(wait * 2, MOST_WAIT_MS), cache = "reload") {
    const answer = await globalThis.fetch(address, { cache }).catch(() => undefined);
    if (answer?.ok) {
      if (late.delete(address) && late.size === 0) dispatchEvent(new Event("partshere"));
      return answer;
    }
    late.add(address);
    dispatchEvent(new Event("partlate"));
    await rested(wait);
  }
}

// Over when the time is, or when the network is there again.
function rested(wait) {
  return new Promise((done) => {
    const over = () => {
      clearTimeout(timer);
      removeEventListener("online", over);
      done();
    };
    const timer = setTimeout(over, wait);
    addEventListener("online", over);
  });
}
