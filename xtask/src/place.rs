//! Where things are: the checkout, and the folder outside it that keeps the tools.
//!
//! The tools take minutes to build and are the same for every clone, so they live in a folder of the person, by
//! version, and a fresh clone starts at once.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::Outcome;

#[derive(Clone)]
pub(crate) struct Place {
    /// The checkout.
    pub(crate) root: PathBuf,
    /// `$DUNLIN_CACHE`, else `$XDG_CACHE_HOME/dunlin`, else `$HOME/.cache/dunlin`.
    pub(crate) cache: PathBuf,
    /// Whether everything is built for one run: then cargo keeps nothing for a next build, which would take gigabytes.
    pub(crate) builds_once: bool,
}

impl Place {
    pub(crate) fn find() -> Outcome<Self> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("xtask has no folder above it")?.to_path_buf();
        let from = |name: &str, below: &[&str]| {
            let base = env::var_os(name).filter(|value| !value.is_empty())?;
            Some(below.iter().fold(PathBuf::from(base), |path, part| path.join(part)))
        };
        let cache = from("DUNLIN_CACHE", &[])
            .or_else(|| from("XDG_CACHE_HOME", &["dunlin"]))
            .or_else(|| from("HOME", &[".cache", "dunlin"]))
            .ok_or("found neither $DUNLIN_CACHE nor $XDG_CACHE_HOME nor $HOME, so there is no folder for the tools")?;
        Ok(Self { root, cache, builds_once: false })
    }

    pub(crate) fn at(&self, path: &str) -> PathBuf {
        self.root.join(path)
    }

    /// The folder of one tool at one version, whether or not it is there yet.
    pub(crate) fn tool(&self, name: &str, version: &str) -> PathBuf {
        self.cache.join("tools").join(format!("{name}-{version}"))
    }

    /// `PATH` with our pinned tools in front of whatever the machine has.
    pub(crate) fn search_path(&self) -> OsString {
        let mut folders = crate::tools::bin_folders(self);
        folders.push(self.at("node_modules/.bin"));
        if let Some(path) = env::var_os("PATH") {
            folders.extend(env::split_paths(&path));
        }
        env::join_paths(&folders).unwrap_or_else(|_| env::var_os("PATH").unwrap_or_default())
    }

    /// The first executable of one of these names on our `PATH`.
    pub(crate) fn which(&self, names: &[&str]) -> Option<PathBuf> {
        let path = self.search_path();
        names
            .iter()
            .find_map(|name| env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file()))
    }
}
