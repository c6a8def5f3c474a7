//! Reading files and folders, with errors that name them.

use std::fs;
use std::path::{Path, PathBuf};

use crate::Outcome;

pub(crate) fn bytes(path: &Path) -> Outcome<Vec<u8>> {
    fs::read(path).map_err(|error| format!("could not read {}: {error}", path.display()))
}

pub(crate) fn text(path: &Path) -> Outcome<String> {
    fs::read_to_string(path).map_err(|error| format!("could not read {}: {error}", path.display()))
}

/// What lies in a folder, in no order.
pub(crate) fn within(folder: &Path) -> Outcome<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).map_err(|error| format!("could not read {}: {error}", folder.display()))?;
    Ok(entries.flatten().map(|entry| entry.path()).collect())
}

/// The files in a folder whose names end with `.end`, in no order.
pub(crate) fn ending(folder: &Path, end: &str) -> Outcome<Vec<PathBuf>> {
    Ok(within(folder)?.into_iter().filter(|path| path.extension().is_some_and(|found| found == end)).collect())
}

/// Removes a folder with all that is in it, where there is one.
pub(crate) fn remove(folder: &Path) -> Outcome {
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(|error| format!("could not empty {}: {error}", folder.display()))?;
    }
    Ok(())
}
