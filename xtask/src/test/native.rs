//! What needs no browser: format, clippy for both targets, tidy, the native tests and the doctests.

use crate::place::Place;
use crate::shell::Cmd;
use crate::tally::{self, Report};
use crate::tidy;

pub(crate) fn run(place: &Place, report: &mut Report) {
    report.check("lock file", || {
        // Resolving without leave to change the lock file fails when a manifest has moved on.
        Cmd::new(place, "cargo metadata --locked --format-version 1").quiet().map(drop)
    });
    report.check("format", || Cmd::new(place, "cargo fmt --all --check").run());
    report.check("tidy", || tidy::command(place));
    report.check("clippy", || {
        let clippy = Cmd::new(place, "cargo clippy --workspace --all-targets --features").arg(super::FEATURES);
        clippy.args(["--", "-D", "warnings"]).run()
    });
    report.check("clippy for wasm", || {
        let clippy = "cargo clippy --target wasm32-unknown-unknown";
        // The core's tests need not build for wasm, but the core must.
        let mut core = Cmd::new(place, clippy);
        for package in tidy::core_packages() {
            core = core.arg("-p").arg(package);
        }
        core.args(["--", "-D", "warnings"]).run()?;
        let mut browser = Cmd::new(place, clippy).arg("--tests");
        for (package, _) in super::wasm::PACKAGES {
            browser = browser.arg("-p").arg(package);
        }
        browser.args(["--", "-D", "warnings"]).run()
    });
    report.suite(
        "native tests",
        || {
            Cmd::new(place, "cargo nextest run --workspace --no-fail-fast --show-progress none --features")
                .arg(super::FEATURES)
                .show()
        },
        tally::nextest,
    );
    // With the features of the tests above, so that nothing is compiled twice.
    let doctests = "cargo test --workspace --doc --no-fail-fast --features";
    report.suite("doctests", || Cmd::new(place, doctests).arg(super::FEATURES).show(), tally::libtest);
}
