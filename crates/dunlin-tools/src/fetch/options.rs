//! What a host allows `fetch`.

use std::{collections::BTreeMap, fmt};

use serde::{Deserialize, Serialize};

use super::origin::OriginRule;
use crate::steady::{Backoff, BreakerOptions};

/// So many requests to an origin in a span of time.
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Rate {
    /// How many.
    pub requests: u32,
    /// In how many milliseconds.
    pub per_ms: u64,
}

impl Default for Rate {
    fn default() -> Self {
        Self { requests: 10, per_ms: 1000 }
    }
}

/// What may be asked, and how much may come. Every field has a default; no origin is allowed by default.
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "FetchSettings"))]
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct FetchOptions {
    /// The origins that may be asked: `https://api.example.org`, with `:port` where it is not the usual one, or
    /// `https://*.example.org` for all below a name; none without it.
    #[cfg_attr(feature = "types", ts(type = "readonly string[]"))]
    pub origins: Vec<String>,
    /// The methods that may be used; GET and HEAD without it.
    #[cfg_attr(
        feature = "types",
        ts(type = "readonly (\"GET\" | \"HEAD\" | \"POST\" | \"PUT\" | \"PATCH\" | \"DELETE\")[]")
    )]
    pub methods: Vec<String>,
    /// The most bytes of an answer.
    pub max_bytes: usize,
    /// The most bytes that are sent.
    pub max_sent_bytes: usize,
    /// The most milliseconds a call may take, waits and redirects included.
    pub timeout_ms: u64,
    /// The most redirects that are followed.
    pub max_redirects: u32,
    /// How often a request that changes nothing is made anew after a failure that may pass.
    pub retries: u32,
    /// Whether private addresses may be asked: a service on the same machine or network.
    pub allow_private: bool,
    /// Headers sent to an origin and to no other, such as a key: by origin as it stands in `origins`. They are never shown.
    #[cfg_attr(feature = "types", ts(type = "{ readonly [origin: string]: { readonly [name: string]: string } }"))]
    pub headers: BTreeMap<String, BTreeMap<String, String>>,
    /// How often an origin may be asked.
    pub rate: Rate,
    /// When an origin that fails is left alone.
    pub breaker: BreakerOptions,
}

impl Default for FetchOptions {
    fn default() -> Self {
        Self {
            origins: Vec::new(),
            methods: vec!["GET".into(), "HEAD".into()],
            max_bytes: 1_000_000,
            max_sent_bytes: 100_000,
            timeout_ms: 20_000,
            max_redirects: 5,
            retries: 2,
            allow_private: false,
            headers: BTreeMap::new(),
            rate: Rate::default(),
            breaker: BreakerOptions::default(),
        }
    }
}

/// An option that cannot be used: what was found and what to write instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionsError(pub String);

impl fmt::Display for OptionsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for OptionsError {}

/// The methods there are.
const METHODS: [&str; 6] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];

impl FetchOptions {
    pub(super) fn check(&self) -> Result<(), OptionsError> {
        for origin in &self.origins {
            OriginRule::read(origin)?;
        }
        for method in &self.methods {
            if !METHODS.contains(&method.as_str()) {
                let known = METHODS.join(", ");
                return Err(OptionsError(format!("methods: found {method:?}, expected one of {known}")));
            }
        }
        for (origin, headers) in &self.headers {
            if !self.origins.contains(origin) {
                return Err(OptionsError(format!("headers: {origin:?} does not stand in `origins`")));
            }
            for (name, value) in headers {
                if !is_header(name, value) {
                    return Err(OptionsError(format!("headers: {name:?} of {origin:?} is no header")));
                }
            }
        }
        if self.timeout_ms == 0 || self.max_bytes == 0 {
            return Err(OptionsError("`timeoutMs` and `maxBytes` are at least 1".to_owned()));
        }
        Ok(())
    }

    /// The rule that allows an origin.
    pub(super) fn rule_for(&self, url: &url::Url) -> Option<&str> {
        let allows = |rule: &&String| OriginRule::read(rule).is_ok_and(|rule| rule.allows(url));
        self.origins.iter().find(allows).map(String::as_str)
    }

    pub(super) fn backoff() -> Backoff {
        Backoff::default()
    }
}

/// Whether a header can be sent as it is: nothing in it ends it or begins another.
pub(super) fn is_header(name: &str, value: &str) -> bool {
    let in_name = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.!#$%&'*+^`|~".contains(&byte);
    !name.is_empty()
        && name.len() <= 100
        && name.bytes().all(in_name)
        && value.bytes().all(|byte| (32..127).contains(&byte) || byte == b'\t')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_that_cannot_be_used_are_named() {
        let with = |text: &str| {
            serde_json::from_str::<FetchOptions>(text)
                .map_err(|error| error.to_string())
                .and_then(|options| options.check().map_err(|error| error.to_string()))
                .unwrap_err()
        };
        for (options, part) in [
            (r#"{"origin": []}"#, "unknown field `origin`"),
            (r#"{"origins": ["example.org"]}"#, "found \"example.org\""),
            (r#"{"origins": ["ftp://example.org"]}"#, "expected https:// or http://"),
            (r#"{"origins": ["https://example.org/path"]}"#, "without a path"),
            (r#"{"origins": ["https://*"]}"#, "found \"https://*\""),
            (r#"{"origins": ["https://*.org"]}"#, "at least two parts"),
            (r#"{"origins": ["https://a.*.org"]}"#, "found"),
            (r#"{"methods": ["get"]}"#, "found \"get\", expected one of GET"),
            (r#"{"headers": {"https://a.org": {}}}"#, "does not stand in `origins`"),
            (r#"{"origins": ["https://a.org"], "headers": {"https://a.org": {"x": "a\r\nb"}}}"#, "is no header"),
            (r#"{"maxBytes": 0}"#, "at least 1"),
            (r#"{"rate": {"request": 1}}"#, "unknown field"),
        ] {
            let said = with(options);
            assert!(said.contains(part), "{options}: {said}");
        }
    }
}
