//! The last step of a page build, called by Trunk (see `Trunk.toml`): what Trunk wrote as inline scripts moves to
//! files, so that the page's Content-Security-Policy needs no exception; in a release the program is cut in parts, and
//! scripts and styles are minified; and the service worker is told which files it keeps.
//!
//! It knows no HTML beyond the start and the end of a script element, which is all that Trunk's own output needs.

use std::path::Path;
use std::{env, fs};

use crate::place::Place;
use crate::shell::Cmd;
use crate::{Outcome, files, split};

/// `cargo xtask finish-page`, with the folder that Trunk is filling in `TRUNK_STAGING_DIR`.
pub(crate) fn command(place: &Place) -> Outcome {
    let folder = env::var_os("TRUNK_STAGING_DIR").ok_or("this is called by Trunk: use `cargo xtask build`")?;
    let release = env::var_os("TRUNK_PROFILE").is_some_and(|profile| profile == "release");
    finish(place, Path::new(&folder), release)
}

/// Finishes the page that Trunk wrote into a folder.
fn finish(place: &Place, folder: &Path, release: bool) -> Outcome {
    reached(place, folder, release)?;
    let path = folder.join("index.html");
    let mut html = files::text(&path)?;
    html = split::apply(place, folder, &html, release)?;
    if release {
        html = one_style(folder, &html)?;
    }
    let (html, files) = externalised(&html);
    for (name, text) in &files {
        fs::write(folder.join(name), text).map_err(|error| format!("could not write {name}: {error}"))?;
    }
    fs::write(&path, html).map_err(|error| format!("could not write {}: {error}", path.display()))?;
    if release {
        minified(place, folder)?;
    }
    // A page that reloads itself on every change must not be answered from what was kept.
    let reloads = files.iter().any(|(_, text)| text.contains("WebSocket"));
    worker(place, folder, !reloads)
}

/// What reaches further, in a folder of its own below the page: the module of `crates/dunlin-reach` with what joins it to the
/// browser, and the engines of its tools with their workers. Nothing there is fetched before it is used, and the service
/// worker keeps none of it.
fn reached(place: &Place, folder: &Path, release: bool) -> Outcome {
    let glue = folder.join("dunlin-reach.js");
    if !glue.exists() {
        return Ok(());
    }
    let out = folder.join("reach");
    fs::create_dir_all(&out).map_err(|error| format!("could not make {}: {error}", out.display()))?;
    for (from, to) in [
        (folder.join("dunlin-reach_bg.wasm"), "dunlin-reach.wasm"),
        (place.at("node_modules/@jitl/quickjs-wasmfile-release-sync/dist/emscripten-module.wasm"), "quickjs.wasm"),
        (place.at("node_modules/@sqlite.org/sqlite-wasm/dist/sqlite3.wasm"), "sqlite3.wasm"),
    ] {
        fs::copy(&from, out.join(to)).map_err(|error| format!("could not copy {}: {error}", from.display()))?;
    }
    let bundled = |words: &str, out: &Path| {
        let minify = if release { "--minify" } else { "--sourcemap=inline" };
        let esbuild = "esbuild --bundle --conditions=browser --legal-comments=none --log-level=error";
        Cmd::new(place, &format!("{esbuild} {minify} {words}")).arg(format!("--outdir={}", out.display()))
    };
    bundled("web/reach/code.js web/reach/sql.js --format=iife", &out).run()?;
    bundled("web/reach/main.js --format=esm", &out).arg(format!("--alias:dunlin-reach={}", glue.display())).run()?;
    // Small, and there without a network: browsers with agents ask for it at every visit.
    bundled("web/reach/door.js --format=esm", folder).run()?;
    for name in ["dunlin-reach.js", "dunlin-reach_bg.wasm"] {
        fs::remove_file(folder.join(name)).map_err(|error| format!("could not remove {name}: {error}"))?;
    }
    Ok(())
}

/// All style sheets as one, in their order: one request instead of six, and together they are compressed to less.
fn one_style(folder: &Path, html: &str) -> Outcome<String> {
    const START: &str = "<link rel=\"stylesheet\" href=\"./";
    const END: &str = "\"/>";
    let (mut page, mut styles, mut rest) = (String::with_capacity(html.len()), String::new(), html);
    let mut place = None;
    while let Some((before, after)) = rest.split_once(START) {
        let (name, behind) =
            after.split_once(END).ok_or("found a style sheet whose link does not end as Trunk ends it")?;
        let path = folder.join(name);
        let said = |error: std::io::Error| format!("could not join {}: {error}", path.display());
        styles.push_str(&fs::read_to_string(&path).map_err(said)?);
        fs::remove_file(&path).map_err(said)?;
        page.push_str(before);
        place.get_or_insert(page.len());
        rest = behind;
    }
    page.push_str(rest);
    if let Some(place) = place {
        let name = format!("page-{:016x}.css", hash(styles.as_bytes()));
        fs::write(folder.join(&name), styles).map_err(|error| format!("could not write {name}: {error}"))?;
        page.insert_str(place, &format!("{START}{name}{END}"));
    }
    Ok(page)
}

/// The service worker, beside the page: a browser lets it answer for its own folder and what is below.
const WORKER: &str = "sw.js";
/// Says that no server of Dunlin gave out the page: a server says otherwise in its place, so it is always asked.
const PLACE: &str = "place.json";

/// Writes into the service worker which files it keeps, each with its hash, and as their version a hash of all of them.
/// Without `keeps` it keeps none and answers nothing.
fn worker(place: &Place, folder: &Path, keeps: bool) -> Outcome {
    let path = folder.join(WORKER);
    let text = files::text(&path)?;
    let files = if keeps { contents(folder)? } else { Vec::new() };
    // A browser can check a SHA-256 itself, and Node, which is here anyway, makes them.
    let paths = files.iter().map(|file| folder.join(if file.name == PAGE { "index.html" } else { &file.name }));
    let hashes = Cmd::new(place, "node xtask/hashes.mjs").args(paths).quiet()?;
    let hashes: Vec<&str> = hashes.lines().collect();
    fs::write(&path, told(&text, &files, &hashes)?).map_err(|error| format!("could not write {WORKER}: {error}"))
}

/// A file of the built page: its name beside the page, and what is in it.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct File {
    name: String,
    bytes: Vec<u8>,
}

/// The page's own name is its folder's.
const PAGE: &str = "./";

/// Every file of the built page but the worker, in the order of their names.
fn contents(folder: &Path) -> Outcome<Vec<File>> {
    let mut found = Vec::new();
    for path in files::within(folder)?.into_iter().filter(|path| path.is_file()) {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
        if name == WORKER || name == PLACE || name.starts_with('.') {
            continue;
        }
        if name.contains(char::is_whitespace) {
            return Err(format!("found the file name {name:?}, expected one without blanks"));
        }
        let bytes = files::bytes(&path)?;
        found.push(File { name: if name == "index.html" { PAGE.to_owned() } else { name }, bytes });
    }
    found.sort();
    Ok(found)
}

/// The worker's text with its two marks filled in.
fn told(text: &str, files: &[File], hashes: &[&str]) -> Outcome<String> {
    if text.matches("@version@").count() != 1 || text.matches("@files@").count() != 1 {
        return Err(format!("expected {WORKER} to hold @version@ and @files@, each once"));
    }
    if files.len() != hashes.len() {
        return Err(format!("expected a hash for each of {} files, found {}", files.len(), hashes.len()));
    }
    let version = files.iter().fold(hash(text.as_bytes()), |sum, File { name, bytes }| {
        sum.rotate_left(1) ^ hash(name.as_bytes()).rotate_left(32) ^ hash(bytes)
    });
    let words: Vec<&str> = files.iter().zip(hashes).flat_map(|(file, hash)| [file.name.as_str(), hash]).collect();
    Ok(text.replace("@version@", &format!("{version:016x}")).replace("@files@", &words.join(" ")))
}

/// The names stay: each was made from the text before, so a new text still has a new name.
fn minified(place: &Place, folder: &Path) -> Outcome {
    let mut files = files::within(folder)?;
    files.retain(|path| matches!(path.extension().and_then(|end| end.to_str()), Some("js" | "css")));
    files.sort();
    let esbuild = "esbuild --minify --legal-comments=none --log-level=warning --allow-overwrite";
    Cmd::new(place, esbuild).arg(format!("--outdir={}", folder.display())).args(files).run()
}

/// The page with each inline script moved to a file named by its content, and those files.
fn externalised(html: &str) -> (String, Vec<(String, String)>) {
    let mut page = String::with_capacity(html.len());
    let mut files = Vec::new();
    let mut rest = html;
    while let Some(script) = next_script(rest) {
        page.push_str(script.before);
        if script.text.trim().is_empty() {
            page.push_str(script.whole);
        } else {
            let text = reloading(script.text.trim());
            let name = format!("start-{:016x}.js", hash(text.as_bytes()));
            let head = script.head.trim_end_matches('>');
            page.extend([head, " src=\"./", &name, "\"></script>"]);
            files.push((name, text));
        }
        rest = script.after;
    }
    page.push_str(rest);
    (page, files)
}

/// That nothing is inline, and that the policy that forbids it is there.
pub(crate) fn strict(html: &str) -> Outcome {
    let policy = policy(html).ok_or("found no Content-Security-Policy in a meta element")?;
    let scripts = policy.split(';').map(str::trim).find(|part| part.starts_with("script-src"));
    if scripts != Some("script-src 'self' 'wasm-unsafe-eval'") {
        return Err(format!(
            "the policy must say script-src 'self' 'wasm-unsafe-eval', found {}",
            scripts.unwrap_or("none")
        ));
    }
    if policy.contains("unsafe-inline") || !policy.contains("default-src 'none'") {
        return Err("the policy must start from default-src 'none' and allow nothing inline".into());
    }
    if !policy.contains("require-trusted-types-for 'script'") {
        return Err("the policy must say require-trusted-types-for 'script', so that no text becomes markup".into());
    }
    let mut rest = html;
    while let Some(script) = next_script(rest) {
        if !script.text.trim().is_empty() {
            return Err(format!("found an inline script: {}", script.head));
        }
        rest = script.after;
    }
    for inline in ["<style", " style=", " onload=", " onclick=", " onerror=", "javascript:"] {
        if html.contains(inline) {
            return Err(format!("found `{}`, which the policy forbids", inline.trim()));
        }
    }
    Ok(())
}

/// The page's own policy, so that the server's header says the same.
pub(crate) fn policy(html: &str) -> Option<String> {
    let meta = html.split("<meta").find(|part| part.to_ascii_lowercase().contains("content-security-policy"))?;
    let value = meta.split_once("content=\"")?.1;
    Some(value.split_once('"')?.0.split_whitespace().collect::<Vec<_>>().join(" "))
}

struct Script<'a> {
    before: &'a str,
    /// From the start of the element to its end.
    whole: &'a str,
    /// The start tag with its `>`.
    head: &'a str,
    text: &'a str,
    after: &'a str,
}

fn next_script(html: &str) -> Option<Script<'_>> {
    let start = html.find("<script")?;
    let (before, rest) = html.split_at(start);
    let (head, rest_of_head) = rest.split_at(rest.find('>')? + 1);
    let (text, tail) = rest_of_head.split_at(rest_of_head.find("</script>")?);
    let after = tail.strip_prefix("</script>")?;
    let whole = rest.get(..rest.len() - after.len())?;
    Some(Script { before, whole, head, text, after })
}

/// Trunk fills in where its reload socket is only in the page itself, so for a moved script it is done here.
fn reloading(text: &str) -> String {
    text.replace("'{{__TRUNK_ADDRESS__}}'", "window.location.host")
        .replace("`{{__TRUNK_ADDRESS__}}`", "window.location.host")
        .replace("{{__TRUNK_WS_BASE__}}", "/")
        .replace("{{__TRUNK_WS_PROTOCOL__}}", "")
}

/// FNV-1a: only a name for a cache, the same for the same text on every machine.
pub(crate) fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    const POLICY: &str = "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';\n  script-src 'self' 'wasm-unsafe-eval'; require-trusted-types-for 'script'\">";

    #[test]
    fn inline_scripts_move_to_files() {
        let html = format!(
            "{POLICY}<script type=\"module\">\nimport a from './a.js';\n</script><script src=\"b.js\"></script>"
        );
        assert!(strict(&html).is_err());
        let (page, files) = externalised(&html);
        let [(name, text)] = files.as_slice() else { panic!("{files:?}") };
        assert_eq!(text, "import a from './a.js';");
        assert_eq!(
            page,
            format!("{POLICY}<script type=\"module\" src=\"./{name}\"></script><script src=\"b.js\"></script>")
        );
        assert_eq!(strict(&page), Ok(()));
    }

    #[test]
    fn style_sheets_become_one_in_their_order() {
        let folder = env::temp_dir().join(format!("dunlin-styles-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("a.css"), "a{}").unwrap();
        fs::write(folder.join("b.css"), "b{}").unwrap();
        let link = |name: &str| format!("<link rel=\"stylesheet\" href=\"./{name}\"/>");
        let html = one_style(&folder, &format!("<p>{}\n{}</p>", link("b.css"), link("a.css"))).unwrap();
        let name = format!("page-{:016x}.css", hash(b"b{}a{}"));
        assert_eq!(html, format!("<p>{}\n</p>", link(&name)));
        assert_eq!(fs::read_to_string(folder.join(name)).unwrap(), "b{}a{}");
        assert!(!folder.join("a.css").exists());
        assert_eq!(one_style(&folder, "<p>").as_deref(), Ok("<p>"));
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_weaker_policy_is_found() {
        for html in [
            "<p>",
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'self'\">",
            "<meta http-equiv=\"Content-Security-Policy\" content=\"script-src 'self' 'wasm-unsafe-eval'\">",
        ] {
            assert!(strict(html).is_err(), "{html}");
        }
        assert!(strict(&format!("{POLICY}<p style=\"color: red\">")).is_err());
        assert!(strict(&format!("{POLICY}<style>p {{}}</style>")).is_err());
    }

    #[test]
    fn the_worker_keeps_every_file_under_a_version_of_their_contents() {
        let text = "const VERSION = \"@version@\"; const FILES = \"@files@\".split(\" \");";
        let file = |name: &str, text: &str| File { name: name.to_owned(), bytes: text.as_bytes().to_vec() };
        let told = |files: &[File]| told(text, files, &["h1=", "h2="]);
        let one = told(&[file("./", "<p>"), file("a.js", "1")]).unwrap();
        assert!(one.contains("\"./ h1= a.js h2=\"") && !one.contains('@'), "{one}");
        let same = told(&[file("./", "<p>"), file("a.js", "1")]).unwrap();
        assert_eq!(one, same);
        for other in [[file("./", "<p>"), file("a.js", "2")], [file("./", "1"), file("a.js", "<p>")]] {
            assert_ne!(told(&other).unwrap(), one);
        }
        assert!(told(&[file("./", "<p>")]).is_err(), "a file without a hash");
        assert!(super::told("const FILES = [];", &[], &[]).is_err());
    }

    #[test]
    fn the_policy_is_read_as_one_line() {
        assert_eq!(
            policy(POLICY).as_deref(),
            Some("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; require-trusted-types-for 'script'")
        );
    }
}
