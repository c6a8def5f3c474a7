//! The port to HTTP: one request, one answer. Who fills it decides nothing; what may be asked is decided before.

use std::{fmt, net::IpAddr};

use dunlin_base::LocalFuture;

/// One request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HttpRequest {
    /// In capitals.
    pub method: String,
    /// Absolute, without a fragment.
    pub url: String,
    /// Names in lower case.
    pub headers: Vec<(String, String)>,
    /// Text to send.
    pub body: Option<String>,
    /// The most milliseconds until the last byte of the answer.
    pub timeout_ms: u64,
    /// The most bytes of the answer, unpacked.
    pub max_bytes: usize,
    /// Whether a name may stand for an address of a private network.
    pub allow_private: bool,
}

/// One answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HttpResponse {
    /// The status.
    pub status: u16,
    /// Names in lower case.
    pub headers: Vec<(String, String)>,
    /// What came.
    pub body: Vec<u8>,
    /// Where it came from, if the port followed redirects by itself; it is checked again.
    pub url: Option<String>,
}

impl HttpResponse {
    /// The first header of that name, in lower case.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

/// Why no answer came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum HttpErrorKind {
    /// Nobody answers there, or the connection broke.
    Unreachable,
    /// It took too long.
    Timeout,
    /// The answer is longer than it may be.
    TooLarge,
    /// What came is no HTTP.
    Malformed,
    /// The name stands for an address of a private network.
    Private,
    /// The host does not let the request through.
    Refused,
}

/// A request without an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HttpError {
    /// Why.
    pub kind: HttpErrorKind,
    /// What the host says of it.
    pub detail: String,
}

impl HttpError {
    /// An error of that kind, with what the host says.
    pub fn new(kind: HttpErrorKind, detail: impl Into<String>) -> Self {
        Self { kind, detail: detail.into() }
    }
}

impl fmt::Display for HttpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.kind {
            HttpErrorKind::Unreachable => "no connection",
            HttpErrorKind::Timeout => "no answer in time",
            HttpErrorKind::TooLarge => "the answer is too long",
            HttpErrorKind::Malformed => "the answer is no HTTP",
            HttpErrorKind::Private => "the name stands for an address of a private network",
            HttpErrorKind::Refused => "the host refused the request",
        };
        if self.detail.is_empty() { f.write_str(what) } else { write!(f, "{what}: {}", self.detail) }
    }
}

/// Sends requests. A future that is dropped should stop.
pub trait HttpPort {
    /// Sends one request. A redirect is an answer like others, where the host can see it; where it cannot, it is followed, and
    /// [`HttpResponse::url`] says where it led.
    fn send(&self, request: HttpRequest) -> LocalFuture<'static, Result<HttpResponse, HttpError>>;
}

/// Whether an address is one of the public internet: not of this machine, a private network, a link, a group, a test, and no
/// such address inside of another form.
///
/// ```
/// use dunlin_tools::is_public;
/// assert!(is_public(&"93.184.216.34".parse().unwrap()));
/// assert!(!is_public(&"192.168.1.1".parse().unwrap()));
/// assert!(!is_public(&"::ffff:127.0.0.1".parse().unwrap()));
/// ```
pub fn is_public(address: &IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => {
            let [a, b, c, _] = address.octets();
            !(matches!(a, 0 | 10 | 127 | 224..=255)
                || (a == 100 && (64..128).contains(&b))
                || (a == 169 && b == 254)
                || (a == 172 && (16..32).contains(&b))
                || (a == 192 && b == 168)
                || (a == 192 && b == 0 && (c == 0 || c == 2))
                || (a == 192 && b == 88 && c == 99)
                || (a == 198 && (b == 18 || b == 19))
                || (a == 198 && b == 51 && c == 100)
                || (a == 203 && b == 0 && c == 113))
        }
        IpAddr::V6(address) => {
            let [first, second, .., sixth, seventh, eighth] = address.segments();
            let last = || {
                let ([a, b], [c, d]) = (seventh.to_be_bytes(), eighth.to_be_bytes());
                is_public(&IpAddr::from([a, b, c, d]))
            };
            if let Some(inner) = address.to_ipv4_mapped() {
                return is_public(&IpAddr::V4(inner));
            }
            match (first, second) {
                // Translated addresses: the old one stands at the end, or in the middle.
                (0x64, 0xff9b) => last(),
                (0x2002, high) => {
                    let [_, _, low, ..] = address.segments();
                    let ([a, b], [c, d]) = (high.to_be_bytes(), low.to_be_bytes());
                    is_public(&IpAddr::from([a, b, c, d]))
                }
                // Tunnels, documentation, benchmarks.
                (0x2001, 0 | 2 | 0xdb8 | 0x10..=0x2f) | (0x3fff, _) => false,
                // An address made of the old one with a fixed middle.
                _ if sixth == 0x5efe => last(),
                _ => first & 0xe000 == 0x2000,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn private_addresses_are_known_in_every_form() {
        for address in [
            "0.0.0.0",
            "10.1.2.3",
            "100.64.0.1",
            "127.0.0.1",
            "127.255.255.254",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.8",
            "192.0.2.1",
            "192.168.0.1",
            "198.18.0.1",
            "198.51.100.7",
            "203.0.113.9",
            "224.0.0.1",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::127.0.0.1",
            "::ffff:10.0.0.1",
            "::ffff:169.254.169.254",
            "64:ff9b::7f00:1",
            "64:ff9b:1::1",
            "100::1",
            "2001::1",
            "2001:db8::1",
            "2002:7f00:1::",
            "2002:a00:1::1",
            "fc00::1",
            "fd12:3456::1",
            "fe80::1",
            "fec0::1",
            "ff02::1",
            "3fff::1",
            "2a00:1::5efe:7f00:1",
        ] {
            assert!(!is_public(&address.parse().unwrap()), "{address}");
        }
        for address in [
            "1.1.1.1",
            "8.8.8.8",
            "100.63.255.255",
            "100.128.0.1",
            "172.15.0.1",
            "172.32.0.1",
            "192.169.0.1",
            "198.17.0.1",
            "223.255.255.254",
            "2606:4700::1111",
            "2a00:1450:4001::200e",
            "64:ff9b::808:808",
            "2002:808:808::1",
            "::ffff:8.8.8.8",
        ] {
            assert!(is_public(&address.parse().unwrap()), "{address}");
        }
    }
}
