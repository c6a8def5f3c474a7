//! The real program, as a shell starts it.
#![allow(dead_code, clippy::allow_attributes, reason = "each suite uses what it needs")]
#![allow(clippy::unwrap_used, reason = "a test that cannot start its program should stop")]

#[cfg(unix)]
pub(crate) mod document;
pub(crate) mod stub;
pub(crate) mod web;

use std::{
    io::Write,
    path::PathBuf,
    process::{Command, Output, Stdio},
};

use serde_json::{Value, json};
use tempfile::TempDir;

/// A folder with one file that everything is kept in.
pub(crate) struct Home {
    pub(crate) folder: TempDir,
}

/// A plan of such steps, each a kind, a tool and an input, that are done one after the other.
pub(crate) fn in_a_row(goal: &str, steps: impl IntoIterator<Item = (&'static str, &'static str, Value)>) -> Value {
    let step = |(at, (kind, tool, input)): (usize, (&str, &str, Value))| {
        let after: Vec<usize> = (at > 0).then_some(at).into_iter().collect();
        json!({"stepNumber": at + 1, "kind": kind, "toolName": tool, "toolInput": input, "dependsOn": after})
    };
    let steps: Vec<Value> = steps.into_iter().enumerate().map(step).collect();
    json!({"schemaVersion": 1, "goal": goal, "steps": steps})
}

/// What a command said and how it ended.
#[derive(Debug)]
pub(crate) struct Said {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Home {
    pub(crate) fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    pub(crate) fn file(&self) -> PathBuf {
        self.folder.path().join("dunlin.db")
    }

    /// The program over this home, at the moment of the golden plans.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_dunlin"));
        command.env("DUNLIN_FILE", self.file()).env("TZ", "UTC").env_remove("DUNLIN_TOKEN");
        command.args(["--now", "2026-11-21T09:30"]).args(arguments).stdin(Stdio::null());
        command
    }

    pub(crate) fn say(&self, arguments: &[&str]) -> Said {
        said(&self.command(arguments).output().unwrap())
    }

    /// As [`Home::say`], with something on the standard input.
    pub(crate) fn say_with(&self, input: &str, arguments: &[&str]) -> Said {
        let mut child = self
            .command(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        said(&child.wait_with_output().unwrap())
    }
}

fn said(output: &Output) -> Said {
    Said {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout.clone()).unwrap(),
        err: String::from_utf8(output.stderr.clone()).unwrap(),
    }
}

impl Said {
    /// The lines of the answer, each a record.
    #[track_caller]
    pub(crate) fn records(&self) -> Vec<Value> {
        let read = |line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        self.out.lines().map(read).collect()
    }

    /// The record of the run, which comes last.
    #[track_caller]
    pub(crate) fn run(&self) -> Value {
        let records = self.records();
        let run = records.iter().rev().find(|record| record["type"] == "run");
        run.unwrap_or_else(|| panic!("no run in {self:?}"))["run"].clone()
    }

    /// The error that was told, after what else a person should know.
    #[track_caller]
    pub(crate) fn error(&self) -> Value {
        let told: Value = serde_json::from_str(self.err.lines().last().unwrap_or_default())
            .unwrap_or_else(|error| panic!("{error}: {self:?}"));
        told["error"].clone()
    }
}
