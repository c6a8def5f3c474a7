//! How what is shipped is compiled smallest: the standard library is built along with it, for size and without the texts
//! of panics, which takes a seventh off what the ready-made one comes to.
//!
//! A panic is then a trap: the page's rescue script and the npm package see a `WebAssembly.RuntimeError`. cargo calls this
//! unstable and takes it from a stable compiler only with `RUSTC_BOOTSTRAP`; the flags change how the program is built and
//! never what it may say, and a compiler that does not know them builds the same program a little bigger.

use std::fs;

use crate::place::Place;
use crate::shell::Cmd;

/// Known to rustc from 1.92 on. `fmt-debug` leaves derived `Debug` the names of variants, which nothing shipped prints.
const FLAGS: &str = "-Zunstable-options -Cpanic=immediate-abort -Zlocation-detail=none -Zfmt-debug=shallow";

/// Leptos then keeps its views behind one type each instead of one type per shape, which costs a few cycles and saves a
/// fifth of the page's code. The npm package is built with it too, so that both share what they have in common.
const VIEWS: &str = "--cfg erase_components";

/// The sources of the standard library, when rustup can bring them.
pub(crate) fn install(place: &Place) {
    if possible(place) {
        println!("  rust-src: there");
        return;
    }
    println!("  rust-src: adding it");
    if Cmd::new(place, "rustup component add rust-src").run().is_err() || !possible(place) {
        println!("  rust-src: not to be had for this compiler, so what is built here is about a sixth bigger");
    }
}

/// Whether this compiler can build its standard library along.
pub(crate) fn possible(place: &Place) -> bool {
    let root = Cmd::new(place, "rustc --print sysroot").quiet().unwrap_or_default();
    let sources = std::path::Path::new(root.trim()).join("lib/rustlib/src/rust/library/std/Cargo.toml");
    fs::metadata(sources).is_ok()
        && Cmd::new(place, &format!("rustc {FLAGS} --print cfg --target wasm32-unknown-unknown"))
            .env("RUSTC_BOOTSTRAP", "1")
            .quiet()
            .is_ok()
}

/// The command with what makes cargo build smallest.
pub(crate) fn smallest(place: &Place, command: Cmd) -> Cmd {
    // Of the target alone: what cargo builds for this machine on the way stays as it is.
    let variable = "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS";
    if !possible(place) {
        return command.env(variable, VIEWS);
    }
    command
        .env("RUSTC_BOOTSTRAP", "1")
        .env("CARGO_UNSTABLE_BUILD_STD", "std,panic_abort")
        .env("CARGO_UNSTABLE_BUILD_STD_FEATURES", "optimize_for_size")
        .env(variable, format!("{FLAGS} {VIEWS}"))
}
