//! A small static file server for `dist/`, on this machine only, with the headers that a real host should send.
//!
//! It gives out the files of one folder, as a brotli copy where one lies beside and the browser takes it, and lists nothing.

use std::{fs, net::TcpListener, path::Path, thread};

use axum::{
    Router,
    extract::Request,
    http::{HeaderName, HeaderValue, header},
    middleware::{self, Next},
};
use tower_http::services::ServeDir;

use crate::place::Place;
use crate::{Outcome, finish, page};

const PORT: u16 = 8080;

/// What the page's policy cannot say in the page: nobody may put it in a frame.
const FRAMES: &str = "frame-ancestors 'none'";

/// What every answer carries beside the policy; `docs/hosting.md` asks any host for the same.
const HEADERS: [(&str, &str); 4] = [
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
];

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
    answer_all(listener, site(&place.at(page::DIST))?)
}

/// Serves the folder on a free port until the process ends, and gives the address.
pub(crate) fn in_background(folder: &Path) -> Outcome<String> {
    let listener = listen(0)?;
    let url = format!("http://{}/", address(&listener)?);
    let site = site(folder)?;
    thread::spawn(move || answer_all(listener, site));
    Ok(url)
}

fn listen(port: u16) -> Outcome<TcpListener> {
    TcpListener::bind(("127.0.0.1", port))
        .map_err(|error| format!("could not listen on 127.0.0.1:{port}: {error}; another port: --port N"))
}

fn address(listener: &TcpListener) -> Outcome<std::net::SocketAddr> {
    listener.local_addr().map_err(|error| error.to_string())
}

fn answer_all(listener: TcpListener, site: Router) -> Outcome {
    let answering = || {
        listener.set_nonblocking(true)?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(async { axum::serve(tokio::net::TcpListener::from_std(listener)?, site).await })
    };
    answering().map_err(|error: std::io::Error| format!("could not serve the page: {error}"))
}

/// The files of the folder, with the policy that its page states.
fn site(folder: &Path) -> Outcome<Router> {
    let html = fs::read_to_string(folder.join("index.html")).map_err(|error| format!("no index.html: {error}"))?;
    let policy = finish::policy(&html).ok_or("the page states no Content-Security-Policy")?;
    // A meta element cannot say who may frame the page; the header can.
    let policy = HeaderValue::try_from(format!("{policy}; {FRAMES}")).map_err(|error| error.to_string())?;
    let with_headers = middleware::from_fn(move |request: Request, next: Next| {
        let (policy, cache) = (policy.clone(), HeaderValue::from_static(caching(request.uri().path())));
        async move {
            let mut answer = next.run(request).await;
            let is_found = answer.status().is_success();
            let headers = answer.headers_mut();
            headers
                .extend(HEADERS.map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value))));
            headers.insert(header::CONTENT_SECURITY_POLICY, policy);
            headers.insert(header::CACHE_CONTROL, if is_found { cache } else { HeaderValue::from_static("no-store") });
            answer
        }
    });
    Ok(Router::new().fallback_service(ServeDir::new(folder).precompressed_br()).layer(with_headers))
}

/// A file whose name holds the hash of its content never changes; the rest is asked for again each time.
fn caching(path: &str) -> &'static str {
    let name = path.rsplit('/').next().unwrap_or_default();
    let is_hash = |part: &str| part.len() == 16 && part.bytes().all(|byte| byte.is_ascii_hexdigit());
    if name.split(['-', '.', '_']).any(is_hash) { "public, max-age=31536000, immutable" } else { "no-cache" }
}

#[cfg(test)]
mod tests {
    use std::{
        io::{Read, Write},
        net::TcpStream,
    };

    use super::*;

    /// What a site of a few files answers, in lower case.
    fn said(name: &str, requests: &[&str]) -> Vec<String> {
        let above = std::env::temp_dir().join(format!("dunlin-serve-{name}-{}", std::process::id()));
        let folder = above.join("dist");
        fs::create_dir_all(folder.join("icons")).unwrap();
        let html = "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'\">";
        for (file, text) in [
            ("index.html", html),
            ("index.html.br", "small"),
            ("app-0123456789abcdef_bg.wasm", "wasm"),
            ("icons/a b.svg", "<svg/>"),
            ("../secret.txt", "secret"),
        ] {
            fs::write(folder.join(file), text).unwrap();
        }
        let url = in_background(&folder).unwrap();
        let address = url.trim_start_matches("http://").trim_end_matches('/');
        let ask = |request: &&str| {
            let (line, headers) = request.split_once('\n').unwrap_or((request, ""));
            let mut stream = TcpStream::connect(address).unwrap();
            write!(stream, "{line} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{headers}\r\n").unwrap();
            let mut answer = String::new();
            stream.read_to_string(&mut answer).unwrap();
            answer.to_lowercase()
        };
        let answers = requests.iter().map(ask).collect();
        fs::remove_dir_all(above).unwrap();
        answers
    }

    #[test]
    fn only_files_of_the_folder_are_served() {
        let cases = [
            ("GET /", "200 ok", "content-type: text/html"),
            ("HEAD /?x=1", "200 ok", "cache-control: no-cache"),
            ("GET /app-0123456789abcdef_bg.wasm", "200 ok", "content-type: application/wasm"),
            ("GET /app-0123456789abcdef_bg.wasm", "200 ok", "immutable"),
            ("GET /icons/a%20b.svg", "200 ok", "content-type: image/svg+xml"),
            ("GET /icons/", "404 not found", "cache-control: no-store"),
            ("GET /nothing", "404 not found", "x-content-type-options: nosniff"),
            ("GET /../secret.txt", "404 not found", ""),
            ("GET /%2e%2e/secret.txt", "404 not found", ""),
            ("GET /..%2fsecret.txt", "404 not found", ""),
            ("GET //etc/hosts", "404 not found", ""),
            ("GET /%", "404 not found", ""),
            ("POST /", "405 method not allowed", ""),
            ("GET /\nAccept-Encoding: gzip, br\r\n", "200 ok", "small"),
            ("GET /\nAccept-Encoding: gzip\r\n", "200 ok", "<meta"),
            ("GET /icons/a%20b.svg\nAccept-Encoding: br\r\n", "200 ok", "<svg/>"),
        ];
        for ((request, status, part), answer) in cases.iter().zip(said("files", &cases.map(|(request, ..)| request))) {
            assert!(answer.starts_with(&format!("http/1.1 {status}")) && answer.contains(part), "{request}: {answer}");
            assert!(answer.contains("content-security-policy: default-src 'none'; frame-ancestors 'none'"), "{answer}");
        }
    }

    #[test]
    fn the_hosting_notes_name_what_is_sent_here() {
        let notes = include_str!("../../docs/hosting.md");
        let policy = finish::policy(include_str!("../../index.html")).unwrap();
        for (name, value) in HEADERS {
            let header = format!("{name}: {value}");
            assert!(notes.to_lowercase().contains(&header), "docs/hosting.md does not name {header}");
        }
        assert!(notes.contains(&format!("Content-Security-Policy: {policy}; {FRAMES}")), "the policy is {policy}");
        for kind in ["application/wasm", "application/manifest+json", "immutable"] {
            assert!(notes.contains(kind), "docs/hosting.md does not name {kind}");
        }
    }
}
