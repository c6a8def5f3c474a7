//! The built page at `/`: the files of one folder, and nothing outside it.

use std::path::Path;

use tower_http::services::ServeDir;

use crate::exit::Trouble;

pub(super) type Page = ServeDir;

/// The files of that folder.
pub(super) fn service(folder: &Path) -> Result<Page, Trouble> {
    if !folder.join("index.html").is_file() {
        let mut trouble = Trouble::unusable(format!("there is no page in {}: no index.html", folder.display()));
        trouble.error.hint = Some("build it with `cargo xtask build`, and name its folder".to_owned());
        return Err(trouble);
    }
    Ok(ServeDir::new(folder))
}
