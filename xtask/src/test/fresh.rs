//! The README's first command on a machine that has fetched nothing: a clone in a temporary folder with an empty
//! `CARGO_HOME`. Only the tools' cache is shared, so that it stays short; what cargo needs beyond it has to be fetched by
//! the command itself. A machine that has built before hides what is missing.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{self, Child};
use std::time::Duration;
use std::{env, fs};

use crate::Outcome;
use crate::place::Place;
use crate::shell::Cmd;
use crate::tally::Report;

/// What `serve` prints before the address.
const SAYS: &str = "Dunlin is at http://";

/// Would reach into the clone from outside.
const LEAKS: &[&str] =
    &["CARGO_TARGET_DIR", "CARGO_BUILD_TARGET_DIR", "RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "CARGO_INCREMENTAL"];

pub(super) fn run(place: &Place, report: &mut Report) {
    report.check("fresh: `cargo xtask serve` is the first command", || {
        let folder = env::temp_dir().join(format!("dunlin-fresh-{}", process::id()));
        let served = served(place, &folder);
        let removed = fs::remove_dir_all(&folder);
        served?;
        removed.map_err(|error| format!("could not remove {}: {error}", folder.display()))
    });
}

fn served(place: &Place, folder: &Path) -> Outcome {
    let (clone, home) = (folder.join("dunlin"), home(folder)?);
    if !Cmd::new(place, "git status --porcelain").quiet()?.is_empty() {
        println!("what is not committed is not in the clone");
    }
    Cmd::new(place, "git clone --quiet --no-hardlinks").arg(&place.root).arg(&clone).run()?;
    let serve = Cmd::new(place, "cargo xtask serve --port 0")
        .without(LEAKS)
        .env("CARGO_HOME", &home)
        .env("DUNLIN_CACHE", &place.cache)
        .folder(&clone);
    let mut child = serve.spawn()?;
    let page = page(&mut child);
    let _ = child.kill();
    let _ = child.wait();
    let page = page?;
    if page.starts_with("HTTP/1.1 200") && page.contains("<title>Dunlin</title>") {
        return Ok(());
    }
    Err(format!("expected the page, found {:?}", page.chars().take(80).collect::<String>()))
}

/// An empty home for cargo. Where registries are is a setting of the machine and no cache, so it goes along.
fn home(folder: &Path) -> Outcome<PathBuf> {
    let home = folder.join("cargo-home");
    fs::create_dir_all(&home).map_err(|error| format!("could not make {}: {error}", home.display()))?;
    let before = env::var_os("CARGO_HOME").map(PathBuf::from);
    let before = before.or_else(|| env::var_os("HOME").map(|home| PathBuf::from(home).join(".cargo")));
    for name in ["config.toml", "credentials.toml"] {
        if let Some(settings) = before.as_ref().map(|before| before.join(name)).filter(|path| path.is_file()) {
            fs::copy(&settings, home.join(name)).map_err(|error| format!("could not copy {name}: {error}"))?;
        }
    }
    Ok(home)
}

/// The page as the server gives it, once the server says where it is.
fn page(child: &mut Child) -> Outcome<String> {
    let output = child.stdout.take().ok_or("found no output")?;
    for line in BufReader::new(output).lines() {
        let line = line.map_err(|error| format!("could not read what it says: {error}"))?;
        println!("{line}");
        if let Some(rest) = line.strip_prefix(SAYS) {
            let address = rest.split_whitespace().next().unwrap_or_default();
            return asked(address).map_err(|error| format!("could not ask {address}: {error}"));
        }
    }
    Err("it ended before it served the page, see above".into())
}

fn asked(address: &str) -> std::io::Result<String> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(Duration::from_secs(10)))?;
    stream.write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")?;
    // The page is a few kilobytes; the connection stays open behind it.
    let mut page = String::new();
    let mut bytes = [0; 4096];
    while !page.contains("</html>") {
        let read = stream.read(&mut bytes)?;
        if read == 0 {
            break;
        }
        page.push_str(&String::from_utf8_lossy(bytes.get(..read).unwrap_or_default()));
    }
    Ok(page)
}
