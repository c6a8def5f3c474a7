//! What the parts of the tests drive, built once however many of them ask.

use std::cell::OnceCell;
use std::path::{Path, PathBuf};
use std::thread;

use crate::place::Place;
use crate::{Outcome, package, page};

/// The page in `dist/` and the tarball of the npm package.
pub(super) struct Builds<'a> {
    pub(super) place: &'a Place,
    /// Whether both will be asked for.
    both: bool,
    page: OnceCell<Outcome>,
    package: OnceCell<Outcome<PathBuf>>,
}

impl<'a> Builds<'a> {
    pub(super) fn new(place: &'a Place, both: bool) -> Self {
        Self { place, both, page: OnceCell::new(), package: OnceCell::new() }
    }

    /// The page. Where that fails no case may run: an older build that lies in `dist/` would be another page than this one.
    pub(super) fn page(&self) -> Outcome {
        self.beside();
        self.page.get_or_init(|| page::build_dist(self.place)).clone()
    }

    /// The tarball of the package.
    pub(super) fn package(&self) -> Outcome<&Path> {
        self.beside();
        self.package.get_or_init(|| package::build(self.place)).as_deref().map_err(Clone::clone)
    }

    /// Half of each build is one thread that links, so both together take little longer than one.
    fn beside(&self) {
        if !self.both || self.page.get().is_some() {
            return;
        }
        let (page, package) = thread::scope(|scope| {
            let page = scope.spawn(|| page::build_dist(self.place));
            let package = package::build(self.place);
            (page.join().unwrap_or_else(|_| Err("the page's build broke off".into())), package)
        });
        // Nobody else sets them between.
        let _ = (self.page.set(page), self.package.set(package));
    }
}
