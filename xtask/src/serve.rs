//! A small static file server for `dist/`, on this machine only, with the headers that a real host should send.
//!
//! It answers GET and HEAD for files of one folder and nothing else: no listings, no symbolic links out, no ranges.
//! Where a brotli copy lies beside a file and the browser takes it, that is sent.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use std::{fs, io, thread};

use crate::place::Place;
use crate::{Outcome, finish, page};

const PORT: u16 = 8080;

/// What the page's policy cannot say in the page: nobody may put it in a frame.
const FRAMES: &str = "frame-ancestors 'none'";

/// What every answer carries beside the policy; `docs/hosting.md` asks any host for the same.
const HEADERS: &[&str] = &[
    "X-Content-Type-Options: nosniff",
    "Referrer-Policy: no-referrer",
    "Cross-Origin-Opener-Policy: same-origin",
    "Cross-Origin-Resource-Policy: same-origin",
];

/// A request line with its headers is never longer in earnest.
const LONGEST_HEAD: u64 = 16 * 1024;

/// `cargo xtask serve [--port N]`
pub(crate) fn command(place: &Place, rest: &[&str]) -> Outcome {
    let port = match rest {
        [] => PORT,
        ["--port", number] => number.parse().map_err(|_| format!("found --port {number}, expected 0 to 65535"))?,
        _ => return Err(format!("expected `serve [--port N]`, found {}", rest.join(" "))),
    };
    // The port first: a build of minutes should not end in "in use".
    let listener = listen(port)?;
    page::build(place)?;
    println!("\nDunlin is at http://{} (Ctrl+C ends it)", address(&listener)?);
    answer_all(&listener, &Arc::new(Site::open(&place.at(page::DIST))?));
    Ok(())
}

/// Serves the folder on a free port until the process ends, and gives the address.
pub(crate) fn in_background(folder: &Path) -> Outcome<String> {
    let listener = listen(0)?;
    let url = format!("http://{}/", address(&listener)?);
    let site = Arc::new(Site::open(folder)?);
    thread::spawn(move || answer_all(&listener, &site));
    Ok(url)
}

fn listen(port: u16) -> Outcome<TcpListener> {
    TcpListener::bind(("127.0.0.1", port))
        .map_err(|error| format!("could not listen on 127.0.0.1:{port}: {error}; another port: --port N"))
}

fn address(listener: &TcpListener) -> Outcome<std::net::SocketAddr> {
    listener.local_addr().map_err(|error| error.to_string())
}

fn answer_all(listener: &TcpListener, site: &Arc<Site>) {
    for stream in listener.incoming().flatten() {
        let site = Arc::clone(site);
        // A browser opens a handful of connections; a thread each is the plainest thing that keeps them apart.
        thread::spawn(move || {
            // A browser that goes away in the middle is no error of ours.
            let _ = site.converse(&stream);
        });
    }
}

/// The folder that is served, and the policy that its page states.
struct Site {
    folder: PathBuf,
    policy: String,
}

struct Answer {
    status: &'static str,
    kind: &'static str,
    cache: &'static str,
    /// The body is a brotli copy of the file.
    compressed: bool,
    body: Vec<u8>,
}

impl Site {
    fn open(folder: &Path) -> Outcome<Self> {
        let folder = folder.canonicalize().map_err(|error| format!("could not open {}: {error}", folder.display()))?;
        let html = fs::read_to_string(folder.join("index.html")).map_err(|error| format!("no index.html: {error}"))?;
        let policy = finish::policy(&html).ok_or("the page states no Content-Security-Policy")?;
        // A meta element cannot say who may frame the page; the header can.
        Ok(Self { folder, policy: format!("{policy}; {FRAMES}") })
    }

    /// Answers the requests of one connection until either side ends it.
    fn converse(&self, stream: &TcpStream) -> io::Result<()> {
        stream.set_read_timeout(Some(Duration::from_secs(30)))?;
        let mut reader = BufReader::new(stream);
        loop {
            let mut head = Vec::new();
            loop {
                let read = (&mut reader).take(LONGEST_HEAD).read_until(b'\n', &mut head)?;
                if read == 0 || head.len() as u64 > LONGEST_HEAD {
                    return Ok(());
                }
                if head.ends_with(b"\r\n\r\n") || head.ends_with(b"\n\n") {
                    break;
                }
            }
            let head = String::from_utf8_lossy(&head).into_owned();
            let mut words = head.split_whitespace();
            let (method, target) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
            let answer = self.answer(method, target, takes_brotli(&head));
            self.send(stream, &answer, method == "HEAD")?;
            // A body that was sent along would be taken for the next request.
            if !matches!(method, "GET" | "HEAD") {
                return Ok(());
            }
        }
    }

    fn answer(&self, method: &str, target: &str, takes_brotli: bool) -> Answer {
        let plain = |status: &'static str| Answer {
            status,
            kind: "text/plain; charset=utf-8",
            cache: "no-store",
            compressed: false,
            body: format!("{status}\n").into_bytes(),
        };
        if !matches!(method, "GET" | "HEAD") {
            return plain("405 Method Not Allowed");
        }
        let Some(path) = self.file(target) else { return plain("404 Not Found") };
        let copy = takes_brotli.then(|| fs::read(beside(&path)).ok()).flatten();
        let compressed = copy.is_some();
        match copy.map_or_else(|| fs::read(&path), Ok) {
            Ok(body) => Answer { status: "200 OK", kind: content_type(&path), cache: caching(&path), compressed, body },
            Err(_) => plain("404 Not Found"),
        }
    }

    /// The file that the target names, when it is one of the folder's.
    fn file(&self, target: &str) -> Option<PathBuf> {
        let path = target.split(['?', '#']).next()?;
        let path = unescaped(path.strip_prefix('/')?)?;
        let mut file = self.folder.clone();
        for part in path.split('/').filter(|part| !part.is_empty()) {
            if part.starts_with('.') || part.contains(['\\', '\0', ':']) {
                return None;
            }
            file.push(part);
        }
        if path.is_empty() || path.ends_with('/') {
            file.push("index.html");
        }
        // A link inside the folder could still lead out of it.
        let file = file.canonicalize().ok()?;
        (file.starts_with(&self.folder) && file.is_file()).then_some(file)
    }

    fn send(&self, mut stream: &TcpStream, answer: &Answer, head_only: bool) -> io::Result<()> {
        let Answer { status, kind, cache, compressed, body } = answer;
        let encoding = if *compressed { "Content-Encoding: br\r\n" } else { "" };
        let head = format!(
            "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nCache-Control: {cache}\r\n\
             {encoding}Vary: Accept-Encoding\r\n\
             Content-Security-Policy: {}\r\n",
            body.len(),
            self.policy
        );
        let mut message = head.into_bytes();
        for header in HEADERS {
            message.extend(format!("{header}\r\n").bytes());
        }
        message.extend(b"\r\n");
        if !head_only {
            message.extend(body);
        }
        stream.write_all(&message)
    }
}

/// Whether the browser says that it takes brotli.
fn takes_brotli(head: &str) -> bool {
    let mut headers = head.lines().filter_map(|line| line.split_once(':'));
    let taken = headers.find(|(name, _)| name.eq_ignore_ascii_case("accept-encoding"));
    taken.is_some_and(|(_, value)| value.split(',').any(|one| one.trim() == "br"))
}

/// Where the brotli copy of a file lies, if there is one.
fn beside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".br");
    name.into()
}

fn unescaped(path: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let digits = [rest.next()?, rest.next()?];
            bytes.push(u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

fn content_type(path: &Path) -> &'static str {
    match path.extension().and_then(|end| end.to_str()).unwrap_or_default() {
        "css" => "text/css; charset=utf-8",
        "html" => "text/html; charset=utf-8",
        "ico" => "image/x-icon",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "json" | "map" => "application/json",
        "png" => "image/png",
        "svg" => "image/svg+xml",
        "txt" | "md" => "text/plain; charset=utf-8",
        "wasm" => "application/wasm",
        "webmanifest" => "application/manifest+json",
        "woff2" => "font/woff2",
        _ => "application/octet-stream",
    }
}

/// A file whose name holds the hash of its content never changes; the rest is asked for again each time.
fn caching(path: &Path) -> &'static str {
    let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let is_hash = |part: &str| part.len() == 16 && part.bytes().all(|byte| byte.is_ascii_hexdigit());
    if stem.split(['-', '.', '_']).any(is_hash) { "public, max-age=31536000, immutable" } else { "no-cache" }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site(name: &str) -> (Site, PathBuf) {
        let above = std::env::temp_dir().join(format!("dunlin-serve-{name}-{}", std::process::id()));
        let folder = above.join("dist");
        fs::create_dir_all(folder.join("icons")).unwrap();
        let html = "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'\">";
        fs::write(folder.join("index.html"), html).unwrap();
        fs::write(folder.join("app-0123456789abcdef_bg.wasm"), [0, 1]).unwrap();
        fs::write(folder.join("icons/a b.svg"), "<svg/>").unwrap();
        fs::write(folder.join(".hidden"), "x").unwrap();
        fs::write(above.join("secret.txt"), "x").unwrap();
        (Site::open(&folder).unwrap(), above)
    }

    #[test]
    fn only_files_of_the_folder_are_served() {
        let (site, above) = site("files");
        for (target, expected) in [
            ("/", "200 OK text/html; charset=utf-8"),
            ("/?x=1#/runs", "200 OK text/html; charset=utf-8"),
            ("/app-0123456789abcdef_bg.wasm", "200 OK application/wasm"),
            ("/icons/a%20b.svg", "200 OK image/svg+xml"),
            ("/icons", "404 Not Found text/plain; charset=utf-8"),
            ("/nothing", "404 Not Found text/plain; charset=utf-8"),
            ("/../secret.txt", "404 Not Found text/plain; charset=utf-8"),
            ("/%2e%2e/secret.txt", "404 Not Found text/plain; charset=utf-8"),
            ("/..%2fsecret.txt", "404 Not Found text/plain; charset=utf-8"),
            ("//etc/hosts", "404 Not Found text/plain; charset=utf-8"),
            ("/.hidden", "404 Not Found text/plain; charset=utf-8"),
            ("/%", "404 Not Found text/plain; charset=utf-8"),
            ("http://127.0.0.1/", "404 Not Found text/plain; charset=utf-8"),
        ] {
            let answer = site.answer("GET", target, false);
            assert_eq!(format!("{} {}", answer.status, answer.kind), expected, "{target}");
        }
        assert_eq!(site.answer("POST", "/", false).status, "405 Method Not Allowed");
        fs::remove_dir_all(above).unwrap();
    }

    #[test]
    fn a_brotli_copy_is_sent_to_who_takes_it() {
        let (site, above) = site("brotli");
        fs::write(above.join("dist/index.html.br"), "small").unwrap();
        for (head, target, expected) in [
            ("GET / HTTP/1.1\r\naccept-encoding: gzip, br\r\n\r\n", "/", true),
            ("GET / HTTP/1.1\r\nAccept-Encoding: gzip\r\n\r\n", "/", false),
            ("GET / HTTP/1.1\r\nReferer: br\r\n\r\n", "/", false),
            ("GET / HTTP/1.1\r\nAccept-Encoding: br\r\n\r\n", "/icons/a%20b.svg", false),
        ] {
            let answer = site.answer("GET", target, takes_brotli(head));
            assert_eq!((answer.compressed, answer.body == b"small"), (expected, expected), "{head}");
            assert_eq!(answer.status, "200 OK");
        }
        fs::remove_dir_all(above).unwrap();
    }

    #[test]
    fn hashed_names_are_kept_and_others_asked_for_again() {
        assert!(caching(Path::new("app-0123456789abcdef_bg.wasm")).contains("immutable"));
        assert!(caching(Path::new("start-0123456789abcdef.js")).contains("immutable"));
        assert!(caching(Path::new("dunlin-0123456789abcdef-2.wasm")).contains("immutable"));
        assert_eq!(caching(Path::new("index.html")), "no-cache");
        assert_eq!(caching(Path::new("service-worker.js")), "no-cache");
    }

    #[test]
    fn the_hosting_notes_name_what_is_sent_here() {
        let notes = include_str!("../../docs/hosting.md");
        let policy = finish::policy(include_str!("../../index.html")).unwrap();
        for header in HEADERS {
            assert!(notes.contains(header), "docs/hosting.md does not name {header}");
        }
        assert!(notes.contains(&format!("Content-Security-Policy: {policy}; {FRAMES}")), "the policy is {policy}");
        for kind in ["application/wasm", "application/manifest+json", "immutable"] {
            assert!(notes.contains(kind), "docs/hosting.md does not name {kind}");
        }
    }

    #[test]
    fn a_connection_answers_one_request_after_another_with_the_policy() {
        let (_, above) = site("wire");
        let url = in_background(&above.join("dist")).unwrap();
        let address = url.trim_start_matches("http://").trim_end_matches('/');
        let mut stream = TcpStream::connect(address).unwrap();
        stream
            .write_all(b"HEAD / HTTP/1.1\r\nHost: x\r\n\r\nGET /nothing HTTP/1.1\r\n\r\nPUT / HTTP/1.1\r\n\r\n")
            .unwrap();
        let mut said = String::new();
        stream.read_to_string(&mut said).unwrap();
        assert_eq!(said.matches("HTTP/1.1 ").count(), 3, "{said}");
        assert!(said.contains("Content-Security-Policy: default-src 'none'; frame-ancestors 'none'"));
        assert!(said.contains("X-Content-Type-Options: nosniff"));
        fs::remove_dir_all(above).unwrap();
    }
}
