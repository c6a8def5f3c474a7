// The last line of a run, which `cargo xtask test` counts. What was skipped or never reached has not passed.
export default class Tally {
  onBegin(_, suite) {
    this.tests = suite.allTests();
  }

  onEnd() {
    const tests = this.tests ?? [];
    // They were only listed.
    if (tests.every((test) => test.results.length === 0)) return;
    const passed = tests.filter((test) => test.outcome() === "expected").length;
    console.log(`${passed} passed, ${tests.length - passed} failed`);
  }

  printsToStdio() {
    return false;
  }
}
