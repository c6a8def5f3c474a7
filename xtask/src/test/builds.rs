//! What the parts of the tests drive, built once however many of them ask.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::thread;

use crate::place::Place;
use crate::shell::Cmd;
use crate::{Outcome, package, page};

/// What the native tests run, the page in `dist/` and the tarball of the npm package.
pub(super) struct Builds<'a> {
    pub(super) place: &'a Place,
    native: OnceLock<Outcome>,
    page: OnceLock<Outcome>,
    package: OnceLock<Outcome<PathBuf>>,
}

impl<'a> Builds<'a> {
    pub(super) fn new(place: &'a Place) -> Self {
        Self { place, native: OnceLock::new(), page: OnceLock::new(), package: OnceLock::new() }
    }

    /// All that the native tests run, benchmarks and examples too.
    pub(super) fn native(&self) -> Outcome {
        let build = format!("cargo test {} --all-targets --no-run", super::NATIVE);
        self.native.get_or_init(|| super::linted(Cmd::new(self.place, &build)).run()).clone()
    }

    /// The program `dunlin`, as the native tests have it.
    pub(super) fn program(&self) -> Outcome<PathBuf> {
        self.native()?;
        Ok(self.place.at("target/debug").join(format!("dunlin{}", std::env::consts::EXE_SUFFIX)))
    }

    /// The page. Where that fails no case may run: an older build that lies in `dist/` would be another page than this one.
    pub(super) fn page(&self) -> Outcome {
        self.page.get_or_init(|| page::build_dist(self.place)).clone()
    }

    /// The tarball of the package.
    pub(super) fn package(&self) -> Outcome<&Path> {
        self.package.get_or_init(|| package::build(self.place)).as_deref().map_err(Clone::clone)
    }

    /// All of them, the page and the package beside each other: half of each build is one thread that links. What fails says so
    /// where it is asked for.
    pub(super) fn all(&self) {
        let _ = self.native();
        thread::scope(|scope| {
            let page = scope.spawn(|| self.page());
            let _ = (self.package(), page.join());
        });
    }
}
