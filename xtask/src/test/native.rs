//! What needs no browser: format, tidy, clippy, the native tests and the doctests.

use super::builds::Builds;
use crate::shell::Cmd;
use crate::tally::{self, Report};
use crate::tidy;

pub(super) fn run(builds: &Builds<'_>, report: &mut Report) {
    let place = builds.place;
    report.check("lock file", || {
        // Resolving without leave to change the lock file fails when a manifest has moved on.
        Cmd::new(place, "cargo metadata --locked --format-version 1").quiet().map(drop)
    });
    report.check("format", || Cmd::new(place, "cargo fmt --all --check").run());
    report.check("tidy", || tidy::command(place));
    report.check("build with clippy", || builds.native());
    report.suite(
        "native tests",
        || {
            let tests = format!("cargo nextest run {} --no-fail-fast --show-progress none", super::NATIVE);
            super::linted(Cmd::new(place, &tests)).show()
        },
        tally::nextest,
    );
    let doctests = format!("cargo test {} --doc --no-fail-fast", super::NATIVE);
    report.suite("doctests", || super::linted(Cmd::new(place, &doctests)).show(), tally::libtest);
}
