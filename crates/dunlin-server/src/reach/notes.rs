//! Notes: the text files of folders that the settings name, for the tool `search`. They are only read, and nothing outside of
//! the folders is: a link that leads elsewhere is not followed.

use std::{
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    path::{Path, PathBuf},
};

use dunlin_tools::Document;

/// The name of the part that notes are.
pub(super) const PART: &str = "notes";
/// What the files of notes end in.
const ENDINGS: [&str; 3] = ["md", "markdown", "txt"];
/// A longer file is no note.
const LONGEST: u64 = 1_000_000;
/// The most files that are looked at, and how deep in folders.
const MOST_FILES: usize = 10_000;
const DEEPEST: usize = 16;

/// The folders.
pub(super) struct Notes(Vec<PathBuf>);

/// A file of notes, by the folder it was found in.
struct Found<'a> {
    folder: &'a Path,
    path: PathBuf,
    bytes: u64,
    modified: Option<std::time::SystemTime>,
}

impl Notes {
    /// The notes of these folders; the first that there is none of is told.
    pub(super) fn of(folders: &[PathBuf]) -> Result<Self, String> {
        let known = |folder: &PathBuf| {
            fs::canonicalize(folder)
                .ok()
                .filter(|folder| folder.is_dir())
                .ok_or_else(|| format!("found {:?}, expected a folder of notes", folder.display().to_string()))
        };
        folders.iter().map(known).collect::<Result<_, _>>().map(Self)
    }

    /// Whether no folder is named.
    pub(super) fn is_none(&self) -> bool {
        self.0.is_empty()
    }

    /// A number that is another whenever a file has come, gone or been written.
    pub(super) fn turn(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        for found in self.files() {
            (found.path, found.bytes, found.modified).hash(&mut hasher);
        }
        hasher.finish()
    }

    /// Shows every note. One that is no text in UTF-8, or cannot be read, is left out.
    pub(super) fn each(&self, see: &mut dyn FnMut(Document)) {
        for Found { folder, path, .. } in self.files() {
            let Ok(text) = fs::read_to_string(&path) else { continue };
            // Two folders may have a file of the same name.
            let within = path.strip_prefix(folder).unwrap_or(&path);
            let name = folder.file_name().map_or(folder, Path::new).join(within);
            let id = if self.0.len() > 1 { name } else { within.to_path_buf() };
            let id = id.to_string_lossy().replace('\\', "/");
            see(Document { id, kind: "note".to_owned(), title: title(&text, &path), text });
        }
    }

    /// The files, in the order of their paths.
    fn files(&self) -> Vec<Found<'_>> {
        let mut found = Vec::new();
        for folder in &self.0 {
            collect(folder, folder, 0, &mut found);
        }
        found
    }
}

fn collect<'a>(root: &'a Path, folder: &Path, depth: usize, found: &mut Vec<Found<'a>>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let mut entries: Vec<fs::DirEntry> = entries.filter_map(Result::ok).collect();
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        if found.len() >= MOST_FILES {
            return;
        }
        // What is hidden belongs to programs, such as the folder of a version control. The kind is the entry's own: a link is
        // neither file nor folder.
        let is_hidden = entry.file_name().to_string_lossy().starts_with('.');
        let Ok(kind) = entry.file_type() else { continue };
        let path = entry.path();
        if is_hidden {
            continue;
        }
        if kind.is_dir() && depth < DEEPEST {
            collect(root, &path, depth + 1, found);
        } else if kind.is_file() && is_note(&path) {
            let Ok(known) = entry.metadata() else { continue };
            if known.len() <= LONGEST {
                found.push(Found { folder: root, path, bytes: known.len(), modified: known.modified().ok() });
            }
        }
    }
}

fn is_note(path: &Path) -> bool {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    ending.is_some_and(|ending| ENDINGS.contains(&ending.as_str()))
}

/// What a note is called: its heading, where it begins with one, else its file's name.
fn title(text: &str, path: &Path) -> String {
    let first = text.trim_start_matches('\u{feff}').lines().map(str::trim).find(|line| !line.is_empty());
    let heading = first.and_then(|line| line.strip_prefix('#')).map(|line| line.trim_start_matches('#').trim());
    match heading {
        Some(heading) if !heading.is_empty() => heading.to_owned(),
        _ => path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(notes: &Notes) -> Vec<(String, String)> {
        let mut seen = Vec::new();
        notes.each(&mut |note| seen.push((note.id, note.title)));
        seen
    }

    #[test]
    fn the_text_files_of_a_folder_are_notes_and_nothing_else_is() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join("home").join(name);
        fs::create_dir_all(at("2026")).unwrap();
        fs::create_dir_all(at(".git")).unwrap();
        let long = "x".repeat(LONGEST as usize + 1);
        for (name, text) in [
            ("boiler.md", "\n# Boiler\nlooked after in May"),
            ("2026/costs.TXT", "142.30"),
            ("picture.png", "no"),
            (".hidden.md", "no"),
            (".git/note.md", "no"),
            ("long.md", &long),
        ] {
            fs::write(at(name), text).unwrap();
        }
        fs::write(at("letters.md"), [0xff, 0xfe, 0x00]).unwrap();
        fs::write(folder.path().join("secret.md"), "elsewhere").unwrap();
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(folder.path().join("secret.md"), at("link.md")).unwrap();
            std::os::unix::fs::symlink(folder.path(), at("up")).unwrap();
        }
        let notes = Notes::of(&[folder.path().join("home")]).unwrap();
        let pair = |id: &str, title: &str| (id.to_owned(), title.to_owned());
        assert_eq!(seen(&notes), [pair("2026/costs.TXT", "costs"), pair("boiler.md", "Boiler")]);
        // A file that is written, comes or goes is another turn.
        let before = notes.turn();
        assert_eq!(before, notes.turn());
        fs::write(at("boiler.md"), "# Boiler\nbroken").unwrap();
        let written = notes.turn();
        fs::remove_file(at("2026/costs.TXT")).unwrap();
        assert!(before != written && written != notes.turn());
        // Of several folders the notes have different names.
        fs::create_dir(folder.path().join("work")).unwrap();
        fs::write(folder.path().join("work/boiler.md"), "").unwrap();
        let both = Notes::of(&[folder.path().join("home"), folder.path().join("work")]).unwrap();
        assert_eq!(seen(&both), [pair("home/boiler.md", "Boiler"), pair("work/boiler.md", "boiler")]);
        assert!(Notes::of(&[folder.path().join("nowhere")]).is_err_and(|why| why.contains("nowhere")));
        assert!(Notes::of(&[folder.path().join("secret.md")]).is_err());
    }
}
