//! The page's wasm in parts: what opening the page calls comes first, what the main job calls beyond that comes next, and
//! the rest last. The page is there after the first; the others follow at once and by themselves, and a call that cannot
//! wait for them fetches them on the spot (`web/assets/parts.js`).
//!
//! Which function is of which part is learned, not guessed: `cargo xtask parts` drives the page in a real browser, notes
//! every function that is called, and writes `web/parts.txt`. A function that the list does not name is of the first part,
//! so new code costs bytes and no wait; a case of the page fails when what the list sent last is called by the main job.

mod cut;
mod list;
mod mark;
mod names;

use std::fs;
use std::path::{Path, PathBuf};

use crate::place::Place;
use crate::shell::Cmd;
use crate::{Outcome, browser, finish, page, setup};
use list::List;
use names::Names;

/// How many there are: opening, the main job, the rest.
pub(crate) const COUNT: usize = 3;

const LIST: &str = "web/parts.txt";
const LOADER: &str = "web/assets/parts.js";
/// The page as Trunk wrote it, before anything was cut: learning starts from it.
const WHOLE: &str = "target/parts/whole";
const MARKED: &str = "target/parts/marked";

/// What rustc emits, which a part no longer says of itself; `--all-features` would make a module that no engine takes.
const FEATURES: &str = "--enable-bulk-memory --enable-nontrapping-float-to-int --enable-sign-ext \
     --enable-mutable-globals --enable-reference-types --enable-multivalue";

/// What becomes of the module.
#[derive(Clone, Copy)]
pub(crate) enum Way {
    Cut,
    /// Left in one piece, and each function says when it is called.
    Mark,
}

/// `cargo xtask parts`
pub(crate) fn command(place: &Place) -> Outcome {
    setup::for_page(place)?;
    browser::install(place)?;
    page::build_dist(place)?;
    let (whole, marked) = (place.at(WHOLE), place.at(MARKED));
    emptied(&marked)?;
    copied(&whole, &marked)?;
    finish::finish(place, &marked, Some(Way::Mark))?;
    let called = browser::driven(place, "e2e/parts.mjs", &marked)?.quiet()?;
    let names = mark::names(&read(&module(&whole)?)?)?;
    let list = List::learned(&names, &called)?;
    fs::write(place.at(LIST), list.to_string()).map_err(|error| format!("could not write {LIST}: {error}"))?;
    println!("{LIST} is written; `cargo xtask size` says what each part weighs now");
    Ok(())
}

/// Cuts or marks the module of the page in `folder`, as Trunk wrote it there, and gives the page with the new names.
pub(crate) fn apply(place: &Place, folder: &Path, html: &str, way: Way) -> Outcome<String> {
    if matches!(way, Way::Cut) {
        let whole = place.at(WHOLE);
        emptied(&whole)?;
        copied(folder, &whole)?;
    }
    let path = module(folder)?;
    let wasm = read(&path)?;
    let (parts, calls) = match way {
        Way::Cut => {
            let text = fs::read_to_string(place.at(LIST)).map_err(|error| format!("could not read {LIST}: {error}"))?;
            cut::parts(&wasm, &text.parse::<List>()?)?
        }
        Way::Mark => (vec![mark::marked(&wasm)?], Names::default()),
    };
    let old = stem(&path)?;
    let glue = folder.join(format!("{old}.js"));
    let text = fs::read_to_string(&glue).map_err(|error| format!("could not read {}: {error}", glue.display()))?;
    let loader = fs::read_to_string(place.at(LOADER)).map_err(|error| format!("could not read {LOADER}: {error}"))?;
    // A cache keeps a name for ever, so the name tells these files from all others.
    let all = parts.iter().map(Vec::as_slice).chain([text.as_bytes(), loader.as_bytes()]);
    let new = format!("dunlin-{:016x}", all.fold(0, |sum: u64, bytes| sum.rotate_left(1) ^ finish::hash(bytes)));
    let names: Vec<String> = (0..parts.len()).map(|part| format!("{new}-{part}.wasm")).collect();
    for (name, part) in names.iter().zip(&parts) {
        let path = folder.join(name);
        fs::write(&path, part).map_err(|error| format!("could not write {name}: {error}"))?;
        if matches!(way, Way::Cut) {
            // Once more, now that it is known what is used together.
            Cmd::new(place, &format!("wasm-opt -Oz {FEATURES}")).arg(&path).arg("-o").arg(&path).run()?;
        }
    }
    fs::remove_file(&path).map_err(|error| format!("could not remove {}: {error}", path.display()))?;
    let text = calls.in_script(&joined(&text, &loader, &names)?);
    fs::write(folder.join(format!("{new}.js")), text).map_err(|error| format!("could not write {new}.js: {error}"))?;
    fs::remove_file(&glue).map_err(|error| format!("could not remove {}: {error}", glue.display()))?;
    Ok(renamed(html, &old, &names, &new))
}

/// What wasm-bindgen wrote, with the loader of the other parts behind it and the two places where it takes part: when the
/// imports are made, and when the first part is there and has not begun.
fn joined(glue: &str, loader: &str, names: &[String]) -> Outcome<String> {
    const IMPORTS: &str = "    return {\n        __proto__: null,\n        \"./";
    const LOADED: &str = "    const { instance, module } = await __wbg_load(await module_or_path, imports);\n";
    for known in [IMPORTS, LOADED] {
        if glue.matches(known).count() != 1 {
            return Err(format!(
                "wasm-bindgen writes otherwise than xtask/src/parts.rs knows: expected {known:?} once"
            ));
        }
    }
    let glue = glue.replace(IMPORTS, &format!("    share(import0);\n{IMPORTS}"));
    let glue = glue.replace(LOADED, &format!("{LOADED}    await begun(instance);\n"));
    Ok(format!("{glue}\n{}", loader.replace("@parts@", &names.join(" "))))
}

fn renamed(html: &str, old: &str, names: &[String], new: &str) -> String {
    let first = names.first().map_or("", String::as_str);
    html.replace(&format!("{old}_bg.wasm"), first).replace(&format!("{old}.js"), &format!("{new}.js"))
}

fn module(folder: &Path) -> Outcome<PathBuf> {
    let entries = fs::read_dir(folder).map_err(|error| format!("could not read {}: {error}", folder.display()))?;
    let mut found = entries.flatten().map(|entry| entry.path());
    found
        .find(|path| path.extension().is_some_and(|end| end == "wasm"))
        .ok_or_else(|| format!("found no wasm in {}", folder.display()))
}

/// `dunlin-web-a49f5b3a` of `dunlin-web-a49f5b3a_bg.wasm`.
fn stem(path: &Path) -> Outcome<String> {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    name.strip_suffix("_bg.wasm").map(str::to_owned).ok_or_else(|| format!("expected …_bg.wasm, found {name}"))
}

fn read(path: &Path) -> Outcome<Vec<u8>> {
    fs::read(path).map_err(|error| format!("could not read {}: {error}", path.display()))
}

fn emptied(folder: &Path) -> Outcome {
    let said = |error: std::io::Error| format!("could not empty {}: {error}", folder.display());
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(said)?;
    }
    fs::create_dir_all(folder).map_err(said)
}

/// The files of a folder, not what is in folders below: a built page has none.
fn copied(from: &Path, to: &Path) -> Outcome {
    let said = |error: std::io::Error| format!("could not copy {}: {error}", from.display());
    for entry in fs::read_dir(from).map_err(said)? {
        let entry = entry.map_err(said)?;
        if entry.path().is_file() {
            fs::copy(entry.path(), to.join(entry.file_name())).map_err(said)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_loader_is_joined_to_what_wasm_bindgen_writes() {
        let glue = "\
function imports() {
    return {
        __proto__: null,
        \"./a_bg.js\": import0,
    };
}
async function init() {
    const { instance, module } = await __wbg_load(await module_or_path, imports);
    return finalize(instance, module);
}";
        let names = ["a-0.wasm".to_owned(), "a-1.wasm".to_owned()];
        let text = joined(glue, "const FILES = \"@parts@\";", &names).unwrap();
        assert!(text.contains("    share(import0);\n    return {"), "{text}");
        assert!(text.contains("    await begun(instance);\n    return finalize"), "{text}");
        assert!(text.ends_with("const FILES = \"a-0.wasm a-1.wasm\";"), "{text}");
        assert!(joined("return {}", "", &names).is_err());
    }

    #[test]
    fn the_page_names_the_first_part() {
        let html = "<link href=\"./w-1.js\"><link href=\"./w-1_bg.wasm\">init({ module_or_path: './w-1_bg.wasm' })";
        let names = ["n-0.wasm".to_owned()];
        assert_eq!(
            renamed(html, "w-1", &names, "n"),
            "<link href=\"./n.js\"><link href=\"./n-0.wasm\">init({ module_or_path: './n-0.wasm' })"
        );
    }
}
