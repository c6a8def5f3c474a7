//! The built page at `/`: the files of one folder, and nothing outside it.

use std::path::Path;

use axum::{
    Router,
    extract::Request,
    http::{HeaderName, HeaderValue, StatusCode, header},
    middleware::{self, Next},
    response::{IntoResponse, Response},
    routing::get,
};
use tower_http::services::ServeDir;

use super::answer::Refusal;
use crate::exit::Trouble;

pub(super) type Page = Router;

/// What every file carries; `docs/hosting.md` asks any host for the same. The page states the rest of its policy itself.
const HEADERS: &[(&str, &str)] = &[
    ("content-security-policy", "frame-ancestors 'none'"),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
];

/// The files of that folder, as a brotli copy where one lies beside and the browser takes it.
pub(super) fn service(folder: &Path) -> Result<Page, Trouble> {
    if !folder.join("index.html").is_file() {
        return Err(Trouble::unusable(format!("there is no page in {}: no index.html", folder.display()))
            .with_hint("build it with `cargo xtask build`, and name its folder"));
    }
    let files = ServeDir::new(folder).precompressed_br();
    // The file of that name says no, for hosts that only give out files.
    let place = || async { super::answer::json_text(r#"{"server":true}"#.to_owned()) };
    Ok(Router::new().route("/place.json", get(place)).fallback_service(files).layer(middleware::from_fn(with_headers)))
}

async fn with_headers(request: Request, next: Next) -> Response {
    let kept = caching(request.uri().path());
    let mut answer = next.run(request).await;
    // Who asks for a route by a wrong name is answered as without a page.
    match answer.status() {
        StatusCode::NOT_FOUND => answer = Refusal::route().into_response(),
        StatusCode::METHOD_NOT_ALLOWED => answer = Refusal::method().into_response(),
        _ => {}
    }
    let found = answer.status().is_success();
    let headers = answer.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(if found { kept } else { "no-store" }));
    answer
}

/// A name with a hash of 16 digits in it stands for one content for ever; everything else is asked for again.
fn caching(path: &str) -> &'static str {
    let name = path.rsplit('/').next().unwrap_or_default();
    let is_hash = |part: &str| part.len() == 16 && part.bytes().all(|byte| byte.is_ascii_hexdigit());
    if name.split(['-', '.', '_']).any(is_hash) { "public, max-age=31536000, immutable" } else { "no-cache" }
}
