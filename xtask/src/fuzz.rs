//! `cargo xtask fuzz [target] [seconds]`: a fuzz target for a while. Fuzzing needs a nightly compiler and `cargo-fuzz`,
//! which are too much to install for everybody, so this only says how.

use crate::Outcome;
use crate::place::Place;
use crate::shell::Cmd;

const SECONDS: &str = "60";

pub(crate) fn command(place: &Place, rest: &[&str]) -> Outcome {
    if !place.at("fuzz/Cargo.toml").is_file() {
        return Err("there are no fuzz targets yet: fuzz/Cargo.toml is missing".into());
    }
    if Cmd::new(place, "cargo fuzz --version").quiet().is_err() {
        return Err("found no cargo-fuzz: `rustup toolchain install nightly && cargo install cargo-fuzz`".into());
    }
    let fuzz = |words: &str| Cmd::new(place, &format!("cargo +nightly fuzz {words}"));
    match rest {
        [] => fuzz("list").run(),
        [target] => fuzz("run").arg(target).arg("--").arg(format!("-max_total_time={SECONDS}")).run(),
        [target, seconds] => fuzz("run").arg(target).arg("--").arg(format!("-max_total_time={seconds}")).run(),
        _ => Err("expected `fuzz [target] [seconds]`".into()),
    }
}
