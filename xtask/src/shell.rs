//! Running other programs: each is printed before it runs, and its output is shown while it runs.

use std::env;
use std::ffi::{OsStr, OsString};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;

use crate::Outcome;
use crate::place::Place;

/// A program and its arguments, to be run in the checkout with our tools on the `PATH`.
pub(crate) struct Cmd {
    program: OsString,
    arguments: Vec<OsString>,
    folder: PathBuf,
    variables: Vec<(OsString, OsString)>,
    without: &'static [&'static str],
}

/// What a program printed, both streams in the order they arrived, and how it ended.
pub(crate) struct Shown {
    pub(crate) text: String,
    pub(crate) succeeded: bool,
}

impl Cmd {
    /// `line` is split at blanks; arguments that may hold a blank go through [`Cmd::arg`].
    pub(crate) fn new(place: &Place, line: &str) -> Self {
        let mut words = line.split_whitespace().map(OsString::from);
        let mut variables = vec![("PATH".into(), place.search_path())];
        if place.builds_once {
            variables.push(("CARGO_INCREMENTAL".into(), "0".into()));
            variables.push(("CARGO_PROFILE_DEV_DEBUG".into(), "0".into()));
        }
        Self {
            program: words.next().unwrap_or_default(),
            arguments: words.collect(),
            folder: place.root.clone(),
            variables,
            without: &[],
        }
    }

    /// A program whose path may hold a blank.
    pub(crate) fn program(mut self, path: &Path) -> Self {
        self.program = path.into();
        self
    }

    pub(crate) fn arg(mut self, argument: impl AsRef<OsStr>) -> Self {
        self.arguments.push(argument.as_ref().to_owned());
        self
    }

    pub(crate) fn args<I: IntoIterator<Item: AsRef<OsStr>>>(mut self, arguments: I) -> Self {
        self.arguments.extend(arguments.into_iter().map(|argument| argument.as_ref().to_owned()));
        self
    }

    pub(crate) fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.variables.push((name.into(), value.as_ref().to_owned()));
        self
    }

    /// Without these variables of ours.
    pub(crate) fn without(mut self, names: &'static [&'static str]) -> Self {
        self.without = names;
        self
    }

    pub(crate) fn folder(mut self, folder: &Path) -> Self {
        self.folder = folder.to_path_buf();
        self
    }

    /// Runs it with the terminal's own streams.
    pub(crate) fn run(self) -> Outcome {
        self.print();
        let status = self.command().status().map_err(|error| self.not_started(&error))?;
        self.judge(status)
    }

    /// Runs it, showing its output as it comes and keeping it.
    pub(crate) fn show(self) -> Outcome<Shown> {
        self.print();
        let mut child = self
            .command()
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| self.not_started(&error))?;
        let stdout = child.stdout.take();
        let stderr = child.stderr.take();
        let (sender, receiver) = std::sync::mpsc::channel::<Vec<u8>>();
        let mut readers = Vec::new();
        if let Some(stream) = stdout {
            readers.push(relay(stream, sender.clone()));
        }
        if let Some(stream) = stderr {
            readers.push(relay(stream, sender.clone()));
        }
        drop(sender);
        let mut text = Vec::new();
        for line in receiver {
            // A closed terminal is no reason to lose the count of what passed.
            let _ = std::io::stdout().write_all(&line);
            text.extend(line);
        }
        for reader in readers {
            let _ = reader.join();
        }
        let status = child.wait().map_err(|error| self.not_started(&error))?;
        Ok(Shown { text: without_colours(&String::from_utf8_lossy(&text)), succeeded: status.success() })
    }

    /// Starts it and gives it back while it runs; its standard output is for the caller to read.
    pub(crate) fn spawn(self) -> Outcome<Child> {
        self.print();
        let mut command = self.command();
        command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().map_err(|error| self.not_started(&error))
    }

    /// Runs it without a word and gives what it wrote to its standard output.
    pub(crate) fn quiet(self) -> Outcome<String> {
        let output = self.command().stdin(Stdio::null()).output().map_err(|error| self.not_started(&error))?;
        if output.status.success() {
            return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
        }
        let said = String::from_utf8_lossy(&output.stderr);
        Err(format!("{} ended with {}: {}", self.line(), output.status, said.trim()))
    }

    fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.arguments).current_dir(&self.folder);
        // `cargo run` describes xtask to xtask; a cargo that xtask starts must not take that for its own crate.
        for (name, _) in env::vars_os() {
            if ["CARGO_PKG_", "CARGO_MANIFEST_", "CARGO_CRATE_", "CARGO_BIN_"]
                .iter()
                .any(|start| name.to_string_lossy().starts_with(start))
            {
                command.env_remove(name);
            }
        }
        for name in self.without {
            command.env_remove(name);
        }
        command.envs(self.variables.iter().map(|(name, value)| (name, value)));
        command
    }

    fn line(&self) -> String {
        let words = std::iter::once(&self.program).chain(&self.arguments);
        words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
    }

    fn print(&self) {
        println!("$ {}", self.line());
    }

    fn not_started(&self, error: &std::io::Error) -> String {
        format!("{} did not start: {error}", self.program.to_string_lossy())
    }

    fn judge(&self, status: ExitStatus) -> Outcome {
        if status.success() { Ok(()) } else { Err(format!("`{}` ended with {status}", self.line())) }
    }
}

fn relay(stream: impl Read + Send + 'static, to: std::sync::mpsc::Sender<Vec<u8>>) -> thread::JoinHandle<()> {
    thread::spawn(move || {
        let mut reader = BufReader::new(stream);
        loop {
            let mut line = Vec::new();
            match reader.read_until(b'\n', &mut line) {
                Ok(0) | Err(_) => return,
                Ok(_) if to.send(line).is_err() => return,
                Ok(_) => {}
            }
        }
    })
}

/// Leaves out the terminal's colour sequences, so that the runners' closing lines can be read.
fn without_colours(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(letter) = rest.next() {
        if letter == '\u{1b}' {
            rest.by_ref().find(char::is_ascii_alphabetic);
        } else {
            plain.push(letter);
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_left_out() {
        assert_eq!(without_colours("\u{1b}[32;1mSummary\u{1b}[0m [ 0.1s]"), "Summary [ 0.1s]");
    }
}
