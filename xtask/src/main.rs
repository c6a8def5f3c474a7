//! `cargo xtask <command>`: every errand of the repository that is not plain cargo.
//!
//! One file a command. Each prints what it runs and leaves out what is already there. Nothing here is part of the
//! product: it knows the crates by name and their manifests, never their code.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command line talks to the terminal")]

mod bench;
mod browser;
mod coverage;
mod files;
mod finish;
mod firefox;
mod fuzz;
mod node;
mod package;
mod page;
mod place;
mod python;
mod screenshots;
mod serve;
mod setup;
mod shell;
mod size;
mod split;
mod tally;
mod test;
mod tidy;
mod tools;

use std::process::ExitCode;

use place::Place;

/// What a command comes to: nothing, or why it failed in words for the person who typed it.
pub(crate) type Outcome<T = ()> = Result<T, String>;

const HELP: &str = "\
cargo xtask <command>

  setup                       install what the commands below need, at the pinned versions
  serve [--port N]            set up, build the optimised page, serve it on 127.0.0.1:8080
  dev                         build the page for debugging, serve it, rebuild and reload on every change
  build                       build the optimised page into dist/
  package                     build the npm package into pkg/, its tarball into target/package/
  test [native|conformance|engine|wasm|npm|page|served|fresh]
                              run every check, or one part; served and fresh are run by name only
  test simulation [--seeds N] play the shipped module in N worlds decided by their seeds, or with --seed N in one
  tidy                        check the rules of the repository that no compiler checks
  size [--update]             measure the page and the npm package against bench/size.txt
  bench [part] [--update]     measure native, node, recognize, browser, page and more beside their peers, or one part
  coverage [--update]         measure which lines of the core crates the native tests run
  fuzz [target] [seconds]     run a fuzz target
  screenshots                 drive the page and take its pictures into target/screenshots/ and docs/
  help                        this text
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match command(&words) {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            if !reason.is_empty() {
                eprintln!("xtask: {reason}");
            }
            ExitCode::FAILURE
        }
    }
}

fn command(words: &[&str]) -> Outcome {
    let (name, rest) = words.split_first().map_or(("help", words), |(name, rest)| (*name, rest));
    if matches!(name, "help" | "--help" | "-h") || rest.iter().any(|word| matches!(*word, "--help" | "-h")) {
        println!("{HELP}");
        return Ok(());
    }
    let place = Place::find()?;
    match (name, rest) {
        ("setup", []) => setup::everything(&place),
        ("serve", rest) => serve::command(&place, rest),
        ("dev", rest) => page::dev(&place, rest),
        ("build", []) => page::build(&place),
        ("package", []) => package::command(&place),
        ("test", []) => test::command(&place, None),
        ("test", ["simulation", rest @ ..]) => test::simulation(&place, rest),
        ("test", [part]) => test::command(&place, Some(part)),
        ("tidy", []) => tidy::command(&place),
        ("size", []) => size::command(&place, size::Mode::Check),
        ("size", ["--update"]) => size::command(&place, size::Mode::Update),
        ("bench", rest) => bench::command(&place, rest),
        ("coverage", []) => coverage::command(&place, false),
        ("coverage", ["--update"]) => coverage::command(&place, true),
        ("fuzz", rest) => fuzz::command(&place, rest),
        ("screenshots", []) => screenshots::command(&place),
        ("finish-page", []) => finish::command(&place),
        _ => Err(format!("no such command: {}\n\n{HELP}", words.join(" "))),
    }
}
