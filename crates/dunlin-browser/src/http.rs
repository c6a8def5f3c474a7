//! HTTP through the host's own `fetch`.

use std::{cell::Cell, rc::Rc};

use dunlin_base::{LocalFuture, json};
use dunlin_tools::{HttpError, HttpErrorKind, HttpPort, HttpRequest, HttpResponse};
use js_sys::{Array, Promise, Uint8Array};
use serde::Deserialize;
use serde_json::json;
use wasm_bindgen::{JsCast, JsValue, prelude::wasm_bindgen};
use wasm_bindgen_futures::JsFuture;

use crate::engines::in_words;

#[wasm_bindgen]
extern "C" {
    /// The half of it that is JavaScript.
    pub type HttpHost;

    /// Begins request number `id`, which is given as JSON text. Promises a list of two: as JSON text
    /// `{ status, headers: [[name, value]], url }` or `{ refused: { kind, detail } }`, and the bytes that came.
    #[wasm_bindgen(method, structural, catch)]
    fn send(this: &HttpHost, id: u32, request: &str) -> Result<Promise, JsValue>;

    /// Says that nobody waits for request number `id` any more; it may have ended.
    #[wasm_bindgen(method, structural, catch)]
    fn abort(this: &HttpHost, id: u32) -> Result<(), JsValue>;
}

/// Sends requests through the host.
pub struct HostHttp {
    host: Rc<HttpHost>,
    next: Cell<u32>,
}

impl HostHttp {
    /// Over the host's half.
    pub fn new(host: HttpHost) -> Self {
        Self { host: Rc::new(host), next: Cell::new(0) }
    }
}

/// A request that is waited for; dropped, it is waited for no more.
struct UnderWay {
    id: u32,
    host: Rc<HttpHost>,
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        // What the host throws then is its own affair.
        let _ = self.host.abort(self.id);
    }
}

/// What the host says of a request.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Answer {
    status: u16,
    headers: Vec<(String, String)>,
    url: Option<String>,
    refused: Option<Refused>,
}

#[derive(Deserialize)]
struct Refused {
    kind: String,
    #[serde(default)]
    detail: String,
}

impl HttpPort for HostHttp {
    fn send(&self, request: HttpRequest) -> LocalFuture<'static, Result<HttpResponse, HttpError>> {
        let id = self.next.get();
        self.next.set(id.wrapping_add(1));
        let HttpRequest { method, url, headers, body, timeout_ms, max_bytes, allow_private } = request;
        let asked = json!({"method": method, "url": url, "headers": headers, "body": body, "timeoutMs": timeout_ms,
            "maxBytes": max_bytes, "allowPrivate": allow_private});
        let under_way = UnderWay { id, host: self.host.clone() };
        let begun = self.host.send(id, &asked.to_string());
        Box::pin(async move {
            let given = match begun {
                Ok(promise) => JsFuture::from(promise).await,
                Err(thrown) => Err(thrown),
            };
            drop(under_way);
            let given = given.map_err(|thrown| HttpError::new(HttpErrorKind::Unreachable, in_words(&thrown)))?;
            response(given)
        })
    }
}

fn response(given: JsValue) -> Result<HttpResponse, HttpError> {
    let refused = |detail: &str| HttpError::new(HttpErrorKind::Refused, detail);
    let parts: Array = given.dyn_into().map_err(|_| refused("the host gave no answer"))?;
    let answer: Answer = json::read(&parts.get(0).as_string().unwrap_or_default())
        .map_err(|fault| refused(&format!("the host's answer cannot be read: {fault}")))?;
    if let Some(Refused { kind, detail }) = answer.refused {
        let kind = match kind.as_str() {
            "unreachable" => HttpErrorKind::Unreachable,
            "timeout" => HttpErrorKind::Timeout,
            "tooLarge" => HttpErrorKind::TooLarge,
            "malformed" => HttpErrorKind::Malformed,
            "private" => HttpErrorKind::Private,
            _ => HttpErrorKind::Refused,
        };
        return Err(HttpError::new(kind, detail));
    }
    let Answer { status, headers, url, .. } = answer;
    let body = parts.get(1).dyn_into::<Uint8Array>().map(|bytes| bytes.to_vec()).unwrap_or_default();
    Ok(HttpResponse { status, headers, body, url })
}
