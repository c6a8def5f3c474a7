// What scenarios are made of, by name, so that what is known to be wrong can be left out by name until it is mended.

const ALL = [
  // Where things are kept, and what keeps two tabs apart there.
  "memory", "locks", "leases", "host", "shared host",
  // More runs at once than there are places, and tools that await a run of their own.
  "crowd", "nested",
  // What goes wrong with tabs.
  "deaths", "sleep", "clock",
  // What goes wrong with the storage.
  "quota", "eio", "unread", "lie", "stuck", "outage", "torn", "lag", "intrusions",
  // What a person does beside adding and changing todos.
  "cancel", "forget",
  // Plans of version 2: maps, questions, signals, child plans, handlers of failures, limits and tries of a step, and undo.
  "kinds",
  // Runs that begin at a moment: soon, long ago, again and again.
  "schedules",
  // Callbacks of the host that call back into the package.
  "callbacks",
];

/** What fails today, and why it is left out; each line goes with its mend. */
const LEFT_OUT = {};

/** What seeds are played with: all that is known to hold, with `more` ("all" is everything) and without `less`. */
export function ingredients(more, less) {
  for (const name of [...more, ...less]) if (name !== "all" && !ALL.includes(name)) throw new Error(`there is no ${JSON.stringify(name)}, there are ${ALL.join(", ")}`);
  const wanted = (name) => !(name in LEFT_OUT) || more.includes(name) || more.includes("all");
  return new Set(ALL.filter((name) => wanted(name) && !less.includes(name)));
}
