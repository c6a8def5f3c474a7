//! The blocks of code of the documents, and a shell that runs their lines as a reader would.

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use super::{Home, Said};

/// A block of code, as it stands between its fences.
#[derive(Debug)]
pub(crate) struct Block {
    pub(crate) page: String,
    pub(crate) language: String,
    pub(crate) text: String,
}

/// The root of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Every block of the pages of `docs` and of the README. The guide's pages are JavaScript's: `e2e/npm/docs.test.mjs`.
pub(crate) fn blocks() -> Vec<Block> {
    let entries = fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let mut pages: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|end| end == "md")).collect();
    pages.push(root().join("README.md"));
    pages.sort();
    let mut found = Vec::new();
    for path in pages {
        let page = path.file_name().unwrap().to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).unwrap();
        // Fences come in pairs, so every second piece is code.
        for piece in format!("\n{text}").split("\n```").skip(1).step_by(2) {
            let (language, code) = piece.split_once('\n').unwrap();
            found.push(Block { page: page.clone(), language: language.to_owned(), text: code.to_owned() });
        }
    }
    found
}

/// The lines of a block without those that are empty.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty())
}

/// A shell in an empty folder, to which `dunlin` is the program that was built.
pub(crate) struct Shell {
    pub(crate) home: Home,
    bin: PathBuf,
}

impl Shell {
    pub(crate) fn new() -> Self {
        let home = Home::new();
        let bin = home.folder.path().join("bin");
        fs::create_dir(&bin).unwrap();
        let shell = Self { home, bin };
        // At the moment of the golden plans, so that "tomorrow" is one day.
        shell.put("dunlin", &format!("exec '{}' --now 2026-11-21T09:30 \"$@\"", env!("CARGO_BIN_EXE_dunlin")));
        shell
    }

    /// Puts a command in the way, as what it does.
    pub(crate) fn put(&self, name: &str, does: &str) {
        let path = self.bin.join(name);
        fs::write(&path, format!("#!/bin/sh\n{does}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }

    pub(crate) fn folder(&self) -> &Path {
        self.home.folder.path()
    }

    /// Writes a file of the folder and gives its path.
    pub(crate) fn file(&self, name: &str, text: &str) -> String {
        let path = self.folder().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    }

    pub(crate) fn command(&self, line: &str) -> Command {
        let mut command = Command::new("/bin/sh");
        // What it had stays behind what was put in the way.
        let line = format!("PATH='{}':\"$PATH\"; export PATH; {line}", self.bin.display());
        command.args(["-c", &line]).current_dir(self.folder()).stdin(Stdio::null());
        command.env("TZ", "UTC").env("DUNLIN_FILE", self.home.file());
        command.env_remove("DUNLIN_TOKEN").env_remove("DUNLIN_CONFIG");
        command
    }

    pub(crate) fn say(&self, line: &str) -> Said {
        super::said(&self.command(line).output().unwrap())
    }
}
