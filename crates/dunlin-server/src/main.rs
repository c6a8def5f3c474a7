//! `dunlin`: the program. A terminal's, a server's and other agents' door to the same runtime that lives in a browser tab.
#![expect(clippy::print_stderr, reason = "a program of the command line answers there")]

mod cli;
mod command;
mod desk;
mod engine;
mod exit;
mod home;
mod host;
mod http;
mod mcp;
mod planners;
mod reach;
mod shown;
mod telemetry;
mod waits;

use std::process::ExitCode;

use clap::Parser;
use cli::Cli;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let shape = command::shape_of(&cli.command);
    let done = command::carry_out(cli);
    if let Some(error) = shown::lost() {
        shown::trouble(&error, shape);
        return exit::Exit::Unusable.into();
    }
    match done {
        Ok(exit) => exit.into(),
        Err(trouble) => {
            shown::trouble(&trouble.error, shape);
            trouble.exit.into()
        }
    }
}
