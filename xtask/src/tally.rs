//! Counting: how many checks passed and failed, read from the closing lines of the runners.

use std::fmt;
use std::time::{Duration, Instant};

use crate::Outcome;
use crate::shell::Shown;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) passed: u32,
    pub(crate) failed: u32,
}

impl fmt::Display for Tally {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} passed, {} failed", self.passed, self.failed)
    }
}

/// What one check or suite came to.
struct Row {
    name: String,
    tally: Tally,
    /// Why it failed.
    reason: Option<String>,
    took: Duration,
}

/// Everything that `xtask test` ran, in order.
#[derive(Default)]
pub(crate) struct Report {
    rows: Vec<Row>,
    /// The lines that name failed tests, as their runners printed them.
    failures: Vec<String>,
}

impl Report {
    /// A check that is one thing: it passes or it does not.
    pub(crate) fn check(&mut self, name: &str, run: impl FnOnce() -> Outcome) {
        self.add(name, || match run() {
            Ok(()) => (Tally { passed: 1, failed: 0 }, None),
            Err(reason) => (Tally { passed: 0, failed: 1 }, Some(reason)),
        });
    }

    /// A suite of many tests, counted by `count` from what its runner printed.
    pub(crate) fn suite(&mut self, name: &str, run: impl FnOnce() -> Outcome<Shown>, count: fn(&str) -> Option<Tally>) {
        let mut failed = Vec::new();
        self.add(name, || match run() {
            Ok(shown) => {
                failed = failures(&shown.text);
                judge(&shown, count(&shown.text))
            }
            Err(reason) => (Tally { passed: 0, failed: 1 }, Some(reason)),
        });
        self.failures.extend(failed.into_iter().map(|line| format!("{name}: {line}")));
    }

    #[expect(clippy::disallowed_methods, reason = "this is a native command and says how long each suite took")]
    fn add(&mut self, name: &str, run: impl FnOnce() -> (Tally, Option<String>)) {
        println!("\n== {name}");
        let start = Instant::now();
        let (tally, reason) = run();
        if let Some(reason) = &reason {
            println!("{name}: {reason}");
        }
        self.rows.push(Row { name: name.into(), tally, reason, took: start.elapsed() });
    }

    /// Prints a line for each suite, then what failed, and the sum as the very last line: whoever keeps only the end of a
    /// long output still reads which test it was.
    pub(crate) fn close(self) -> Outcome {
        println!("\n== summary");
        let width = self.rows.iter().map(|row| row.name.len()).max().unwrap_or_default();
        let mut sum = Tally::default();
        for Row { name, tally, reason, took } in &self.rows {
            let reason = reason.as_ref().and_then(|text| text.lines().next()).unwrap_or_default();
            let mark = if tally.failed == 0 { "ok  " } else { "FAIL" };
            let seconds = took.as_secs();
            println!(
                "{mark} {name:width$} {seconds:5} s  {tally}{}{reason}",
                if reason.is_empty() { "" } else { ": " }
            );
            sum.passed += tally.passed;
            sum.failed += tally.failed;
        }
        if !self.failures.is_empty() {
            println!("\n== failed");
        }
        for line in &self.failures {
            println!("{line}");
        }
        println!("{sum}");
        // The reasons are above, and the count has to stay the last line, so there is nothing left to say.
        if sum.failed == 0 { Ok(()) } else { Err(String::new()) }
    }
}

/// A suite that ended badly without a failed test did not build or broke off; one that ran nothing proves nothing.
fn judge(shown: &Shown, counted: Option<Tally>) -> (Tally, Option<String>) {
    let tally = counted.unwrap_or_default();
    match (shown.succeeded, tally) {
        (true, Tally { passed: 0, failed: 0 }) => (Tally { passed: 0, failed: 1 }, Some("it ran no test".into())),
        (true, tally) => (tally, None),
        (false, Tally { failed: 0, passed }) => {
            (Tally { passed, failed: 1 }, Some("it did not build or did not end well, see above".into()))
        }
        (false, tally) => (tally, Some("see above".into())),
    }
}

/// The lines that name a failed test: `FAIL …` of nextest and of `e2e/tally.mjs`, `not ok …` of Node's runner,
/// `test … FAILED` of libtest. Runners repeat themselves at the end, so each is taken once.
fn failures(text: &str) -> Vec<String> {
    let mut found = Vec::<String>::new();
    for line in text.lines().map(str::trim) {
        let names = line.starts_with("FAIL ")
            || line.starts_with("not ok ")
            || (line.starts_with("test ") && (line.ends_with("FAILED") || line.ends_with("FAIL")));
        if names && found.iter().all(|known| known != line) {
            found.push(line.into());
        }
    }
    found
}

/// `Summary [ 0.01s] 12 tests run: 11 passed, 1 failed, 0 skipped`
pub(crate) fn nextest(text: &str) -> Option<Tally> {
    let line = text.lines().rev().find(|line| line.trim_start().starts_with("Summary ["))?;
    let (before, after) = line.split_once(" run: ")?;
    let run = before.rsplit(' ').nth(1)?.split('/').next()?.parse::<u32>().ok()?;
    let passed = number_before(after, "passed").unwrap_or(0);
    Some(Tally { passed, failed: run.saturating_sub(passed) })
}

/// `test result: ok. 3 passed; 0 failed; …`, once for each binary; wasm tests and doctests close so too.
pub(crate) fn libtest(text: &str) -> Option<Tally> {
    let mut sum = None::<Tally>;
    for line in text.lines().filter(|line| line.trim_start().starts_with("test result:")) {
        let tally = sum.get_or_insert_default();
        tally.passed += number_before(line, "passed").unwrap_or(0);
        tally.failed += number_before(line, "failed").unwrap_or(0);
    }
    sum
}

/// `# pass 3` and `# fail 0`, the closing lines of Node's runner in its TAP form.
pub(crate) fn node(text: &str) -> Option<Tally> {
    let last = |start: &str| text.lines().rev().find_map(|line| line.strip_prefix(start)?.trim().parse().ok());
    Some(Tally { passed: last("# pass ")?, failed: last("# fail ")? })
}

/// `3 passed, 0 failed`, the last line of our own scripts and of `e2e/tally.mjs`, which ends a run of Playwright.
pub(crate) fn plain(text: &str) -> Option<Tally> {
    let line = text.lines().rev().find(|line| line.contains(" passed, "))?;
    Some(Tally { passed: number_before(line, "passed")?, failed: number_before(line, "failed")? })
}

fn number_before(line: &str, word: &str) -> Option<u32> {
    let words: Vec<&str> = line.split([' ', ',', ';', '.']).filter(|part| !part.is_empty()).collect();
    let at = words.iter().position(|part| *part == word)?;
    words.get(at.checked_sub(1)?)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closing_lines_are_counted() {
        let check = |count: fn(&str) -> Option<Tally>, text: &str, expected: Option<(u32, u32)>| {
            let expected = expected.map(|(passed, failed)| Tally { passed, failed });
            assert_eq!(count(text), expected, "{text}");
            assert_eq!(count("error: could not compile"), None);
        };
        check(nextest, "  Summary [   0.012s] 12 tests run: 11 passed (1 slow), 1 failed, 3 skipped", Some((11, 1)));
        check(
            nextest,
            "Summary [   0.012s] 1 test run: 1 passed, 0 skipped
",
            Some((1, 0)),
        );
        check(nextest, "Summary [ 0.1s] 5/10 tests run: 3 passed, 1 failed, 1 timed out", Some((3, 2)));
        check(
            libtest,
            "test result: ok. 3 passed; 0 failed;
test result: FAILED. 1 passed; 2 failed;",
            Some((4, 2)),
        );
        check(
            node,
            "# tests 4
# pass 3
# fail 1
",
            Some((3, 1)),
        );
        check(
            plain,
            "page: ok
7 passed, 2 failed
",
            Some((7, 2)),
        );
    }

    #[test]
    fn failed_tests_are_named_once() {
        let text = "ok 1 - holds\n    not ok 2 - breaks\ntest a ... ok\ntest b ... FAILED\n\
                    FAIL page.spec.mjs:3 opens: it did not\n        FAIL [   0.1s] dunlin x::y\n        FAIL [   0.1s] dunlin x::y";
        let expected = [
            "not ok 2 - breaks",
            "test b ... FAILED",
            "FAIL page.spec.mjs:3 opens: it did not",
            "FAIL [   0.1s] dunlin x::y",
        ];
        assert_eq!(failures(text), expected);
    }

    #[test]
    fn a_suite_that_ran_nothing_or_broke_off_has_failed() {
        let shown = |succeeded| Shown { text: String::new(), succeeded };
        let failed = |passed| Tally { passed, failed: 1 };
        assert_eq!(judge(&shown(true), None).0, failed(0));
        assert_eq!(judge(&shown(true), Some(Tally::default())).0, failed(0));
        assert_eq!(judge(&shown(false), Some(Tally { passed: 5, failed: 0 })).0, failed(5));
        assert_eq!(judge(&shown(true), Some(Tally { passed: 5, failed: 0 })), (Tally { passed: 5, failed: 0 }, None));
    }
}
