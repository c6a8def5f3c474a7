//! Which addresses a rule such as `https://*.example.org` lets through.

use std::net::IpAddr;

use url::{Host, Url};

use super::OptionsError;
use crate::is_public;

/// One allowed origin, read.
pub(super) struct OriginRule {
    scheme: String,
    /// The host, or what stands after `*.`.
    host: String,
    port: Option<u16>,
    below: bool,
}

impl OriginRule {
    pub(super) fn read(text: &str) -> Result<Self, OptionsError> {
        let wrong = |what: &str| {
            OptionsError(format!(
                "origins: found {text:?}, expected {what}; write it as https://api.example.org or https://*.example.org"
            ))
        };
        let below = text.contains("://*.");
        let plain = text.replacen("://*.", "://", 1);
        let url = Url::parse(&plain).map_err(|_| wrong("an origin"))?;
        if !matches!(url.scheme(), "https" | "http") {
            return Err(wrong("https:// or http://"));
        }
        let host =
            url.host_str().filter(|host| !host.is_empty() && !host.contains('*')).ok_or_else(|| wrong("a host"))?;
        if url.path() != "/" || url.query().is_some() || url.fragment().is_some() || has_user(&url) {
            return Err(wrong("an origin without a path, a question or a name of a person"));
        }
        if below && (!host.contains('.') || !matches!(url.host(), Some(Host::Domain(_)))) {
            return Err(wrong("a name of at least two parts after the star"));
        }
        Ok(Self { scheme: url.scheme().to_owned(), host: host.to_owned(), port: url.port_or_known_default(), below })
    }

    pub(super) fn allows(&self, url: &Url) -> bool {
        let Some(host) = url.host_str() else { return false };
        let is_host = if self.below {
            host.strip_suffix(&self.host).is_some_and(|rest| rest.len() > 1 && rest.ends_with('.'))
        } else {
            host == self.host
        };
        is_host && url.scheme() == self.scheme && url.port_or_known_default() == self.port && !has_user(url)
    }
}

/// Whether an address carries a name or a password.
pub(super) fn has_user(url: &Url) -> bool {
    !url.username().is_empty() || url.password().is_some()
}

/// Whether an address says itself that it is private: a number, or a name that never leaves the machine.
pub(super) fn is_private(url: &Url) -> bool {
    match url.host() {
        Some(Host::Ipv4(address)) => !is_public(&IpAddr::V4(address)),
        Some(Host::Ipv6(address)) => !is_public(&IpAddr::V6(address)),
        Some(Host::Domain(name)) => {
            let name = name.trim_end_matches('.').to_ascii_lowercase();
            matches!(name.rsplit('.').next(), Some("localhost" | "local" | "internal"))
        }
        None => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_lets_its_own_origin_through_and_nothing_that_looks_like_it() {
        for (rule, url, allowed) in [
            ("https://api.example.org", "https://api.example.org/a?b=c", true),
            ("https://api.example.org", "https://API.Example.ORG/", true),
            ("https://api.example.org", "https://api.example.org:443/", true),
            ("https://api.example.org", "http://api.example.org/", false),
            ("https://api.example.org", "https://api.example.org:8443/", false),
            ("https://api.example.org", "https://api.example.org.evil.net/", false),
            ("https://api.example.org", "https://evil.net/api.example.org", false),
            ("https://api.example.org", "https://api.example.org@evil.net/", false),
            ("https://api.example.org", "https://me:key@api.example.org/", false),
            ("https://api.example.org", "https://xapi.example.org/", false),
            ("https://api.example.org", "https://evil.net\\@api.example.org/", false),
            ("https://api.example.org:8443", "https://api.example.org:8443/", true),
            ("https://*.example.org", "https://a.example.org/", true),
            ("https://*.example.org", "https://a.b.example.org/", true),
            ("https://*.example.org", "https://example.org/", false),
            ("https://*.example.org", "https://badexample.org/", false),
            ("https://bücher.example", "https://xn--bcher-kva.example/", true),
            ("http://127.0.0.1:8080", "http://127.1:8080/", true),
            ("http://127.0.0.1:8080", "http://0x7f000001:8080/", true),
        ] {
            let rule_read = OriginRule::read(rule).unwrap();
            assert_eq!(Url::parse(url).is_ok_and(|url| rule_read.allows(&url)), allowed, "{rule} {url}");
        }
    }

    #[test]
    fn addresses_that_say_themselves_that_they_are_private() {
        for url in [
            "http://localhost/",
            "http://LOCALHOST./",
            "http://a.localhost/",
            "http://printer.local/",
            "http://127.1/",
            "http://2130706433/",
            "http://0x7f.1/",
            "http://0177.0.0.1/",
            "http://[::1]/",
            "http://[::ffff:10.0.0.1]/",
            "http://169.254.169.254/latest/meta-data",
            "http://metadata.google.internal/",
            "http://0/",
        ] {
            assert!(is_private(&Url::parse(url).unwrap()), "{url}");
        }
        for url in ["http://example.org/", "http://8.8.8.8/", "http://localhost.example.org/"] {
            assert!(!is_private(&Url::parse(url).unwrap()), "{url}");
        }
    }
}
