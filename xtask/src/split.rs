//! The page's program in parts: whatever stands behind `#[lazy]` in `web` becomes a module of its own, which the program
//! fetches when it is first wanted. The Leptos project's tool cuts what the linker wrote, and wasm-bindgen binds the main
//! module after that, so this is done here once more, in place of what Trunk made.

use std::fs;
use std::path::{Path, PathBuf};

use wasm_split_cli_support::{Options, transform};

use crate::place::Place;
use crate::shell::Cmd;
use crate::{Outcome, files, finish};

/// Where the linker's module lies, by profile.
const TARGET: &str = "target/wasm32-unknown-unknown";
/// Where the tool writes.
const WORKSHOP: &str = "target/split";
/// The main module there.
const MAIN: &str = "main.wasm";
/// The script there that fetches the other modules.
const LOADER: &str = "parts.js";

/// How the other modules are fetched: the loader's own `fetch` is this one.
const PATIENT: &str = "web/assets/patient.js";

/// What rustc emits, which a part does not say of itself; `--all-features` would make a module that no engine takes.
const FEATURES: &str = "--enable-bulk-memory --enable-nontrapping-float-to-int --enable-sign-ext \
     --enable-mutable-globals --enable-reference-types --enable-multivalue";

/// Puts the parts in place of the module that Trunk laid into `folder`, and gives the page with the new names.
pub(crate) fn apply(place: &Place, folder: &Path, html: &str, release: bool) -> Outcome<String> {
    let profile = if release { "wasm-release" } else { "debug" };
    let linked = place.at(TARGET).join(profile).join("dunlin-web.wasm");
    let input = files::bytes(&linked)?;
    // A cache keeps a name for ever, so the name tells these files from all others.
    let name = format!("dunlin-{:016x}", finish::hash(&input));
    let (work, loader) = (place.at(WORKSHOP), format!("{name}-{LOADER}"));
    files::remove(&work)?;
    fs::create_dir_all(&work).map_err(|error| format!("could not make {}: {error}", work.display()))?;
    let parts = cut(&input, &work, &name, &loader)?;
    Cmd::new(place, "wasm-bindgen --target web --no-typescript --keep-lld-exports --out-name")
        .args([&name, "--out-dir"])
        .arg(folder)
        .arg(work.join(MAIN))
        .run()?;
    let patient = files::text(&place.at(PATIENT))?;
    let script = files::text(&work.join(&loader))?;
    let mut script = format!("{script}\n{}", patient.replace("export async function", "async function"));
    for part in &parts {
        let (old, new) = (file_name(part)?, format!("{name}-{}", file_name(part)?.trim_start_matches("split_")));
        script = script.replace(&format!("./{old}"), &format!("./{new}"));
        fs::copy(part, folder.join(&new)).map_err(|error| format!("could not write {new}: {error}"))?;
    }
    fs::write(folder.join(&loader), script).map_err(|error| format!("could not write {loader}: {error}"))?;
    if release {
        for path in modules(folder, &name)? {
            Cmd::new(place, &format!("wasm-opt -Oz {FEATURES}")).arg(&path).arg("-o").arg(&path).run()?;
        }
    }
    let old = stem(&trunks(folder, &name)?)?;
    for end in [".js", "_bg.wasm"] {
        let path = folder.join(format!("{old}{end}"));
        fs::remove_file(&path).map_err(|error| format!("could not remove {}: {error}", path.display()))?;
    }
    Ok(html.replace(&old, &name))
}

/// Cuts what the linker wrote, and gives the modules beside the main one.
fn cut(input: &[u8], work: &Path, name: &str, loader: &str) -> Outcome<Vec<PathBuf>> {
    let (main, main_script, link) = (work.join(MAIN), format!("./{name}.js"), format!("./{loader}"));
    let mut options = Options::new(input);
    options.output_dir = work;
    options.main_out_path = &main;
    options.main_module = &main_script;
    options.link_name = &link;
    let parts = transform(options).map_err(|error| format!("the page could not be cut in parts: {error:?}"))?;
    Ok(parts.split_modules)
}

/// All modules of that name in a folder.
fn modules(folder: &Path, name: &str) -> Outcome<Vec<PathBuf>> {
    let all = files::ending(folder, "wasm")?;
    Ok(all.into_iter().filter(|path| file_name(path).is_ok_and(|file| file.starts_with(name))).collect())
}

/// The module that Trunk laid there: the one of another name.
fn trunks(folder: &Path, name: &str) -> Outcome<PathBuf> {
    let other = files::ending(folder, "wasm")?
        .into_iter()
        .find(|path| file_name(path).is_ok_and(|file| !file.starts_with(name)));
    other.ok_or_else(|| format!("found no wasm of Trunk's in {}", folder.display()))
}

/// `dunlin-web-a49f5b3a` of `dunlin-web-a49f5b3a_bg.wasm`.
fn stem(path: &Path) -> Outcome<String> {
    let name = file_name(path)?;
    name.strip_suffix("_bg.wasm").map(str::to_owned).ok_or_else(|| format!("expected …_bg.wasm, found {name}"))
}

fn file_name(path: &Path) -> Outcome<&str> {
    path.file_name().and_then(|name| name.to_str()).ok_or_else(|| format!("found no file name in {}", path.display()))
}
