// Time as a tab sees it: timers, `Date`, `performance` and microtasks, all by the world's clock.

/** The globals of a tab that have to do with time. */
export function timeOf(tab) {
  const { world } = tab;
  const random = world.random.fork();
  const timers = new Map();
  let number = 0;
  const now = () => {
    world.quiet();
    return world.now();
  };

  class TabDate extends Date {
    constructor(...given) {
      if (given.length === 0) super(now());
      else super(...given);
    }
    static now() {
      return now();
    }
  }

  return {
    Date: TabDate,
    performance: { now: () => world.time },
    setTimeout(act, ms = 0, ...given) {
      const id = ++number;
      // A timer is late by a little, never early; some at one moment change places.
      const late = random.chance(0.3) ? random.whole(1, 4) : 0;
      timers.set(id, world.after(Math.floor(Math.max(0, ms)) + late, tab, "", () => {
        timers.delete(id);
        act(...given);
      }));
      return id;
    },
    clearTimeout(id) {
      const event = timers.get(id);
      if (event) event.gone = true;
      timers.delete(id);
    },
    queueMicrotask(act) {
      world.quiet();
      tab.microtasks.push(act);
    },
  };
}
