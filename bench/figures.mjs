// How the benchmarks in JavaScript time and tell: every figure is a row of a table that `cargo xtask bench` gathers.

// Prints a row: what, the figure, its bar, and whether it holds. A bar is { most } or { least }; none makes a plain row.
export function figure(what, value, unit, bar = {}) {
  const shown = (number) => {
    const size = Math.abs(number);
    const digits = Number.isInteger(number) || size >= 100 ? 0 : size >= 10 ? 1 : 2;
    return `${number.toFixed(digits)}${unit === "×" ? "" : " "}${unit}`.trim();
  };
  const { most, least } = bar;
  const wanted = most !== undefined ? `≤ ${shown(most)}` : least !== undefined ? `≥ ${shown(least)}` : "";
  const holds = wanted === "" ? "" : (most !== undefined ? value <= most : value >= least) ? "held" : "MISSED";
  console.log(`| ${what} | ${shown(value)} | ${wanted} | ${holds} |`);
  return value;
}

// Times several things in turn, round after round, so that they share the machine's good and bad moments, and gives the
// best round of each: other work only ever adds to a round. Each is a function that gives what one round cost.
export async function inTurn(rounds, contenders) {
  const best = contenders.map(() => Infinity);
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, contender] of contenders.entries()) best[at] = Math.min(best[at], await contender());
  }
  return best;
}

// Starts a watch; calling it gives the milliseconds since. Time on the wall grows with the machine's other work, time on
// the processors with Node's own threads beside ours: what the work costs is at most the less of the two.
export function watch() {
  const [wall, processors] = [performance.now(), process.cpuUsage()];
  return () => {
    const { user, system } = process.cpuUsage(processors);
    return Math.min(performance.now() - wall, (user + system) / 1000);
  };
}

// Microseconds for one call, of so many.
export function perCall(times, work) {
  const took = watch();
  for (let at = 0; at < times; at += 1) work(at);
  return (took() * 1000) / times;
}

export const median = (all) => [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)];
