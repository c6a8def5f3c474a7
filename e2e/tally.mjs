// The end of a run, which `cargo xtask test` reads: what failed with its reason, each in a line, and the count as the last
// line. What was skipped or never reached has not passed.
export default class Tally {
  onBegin(_, suite) {
    this.tests = suite.allTests();
  }

  onEnd() {
    const tests = this.tests ?? [];
    // They were only listed.
    if (tests.every((test) => test.results.length === 0)) return;
    const failed = tests.filter((test) => test.outcome() !== "expected");
    for (const test of failed) console.log(`FAIL ${named(test)}: ${reason(test)}`);
    console.log(`${tests.length - failed.length} passed, ${failed.length} failed`);
  }

  printsToStdio() {
    return false;
  }
}

function named({ location, title }) {
  return `${location.file.split("/").at(-1)}:${location.line} ${title}`;
}

// The first lines of what was thrown, and where a case's own code stood.
function reason({ results }) {
  const last = results.at(-1);
  const error = last?.errors?.[0];
  if (!error) return last?.status ?? "never reached";
  const said = (error.message ?? String(error.value)).replace(/\x1b\[[0-9;]*m/g, "");
  const lines = said.split("\n").map((line) => line.trim()).filter(Boolean);
  const at = error.location ? ` (line ${error.location.line})` : "";
  return `${lines.slice(0, 8).join(" | ")}${at}`.slice(0, 600);
}
