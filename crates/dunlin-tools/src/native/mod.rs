//! The engines of a native host. Each does its work on a thread of its own, and the caller's thread goes on meanwhile.

#[cfg(all(feature = "native-code", feature = "native-sql"))]
mod apart;
#[cfg(any(feature = "native-code", feature = "native-sql"))]
mod deadline;
#[cfg(feature = "native-http")]
mod http;
#[cfg(feature = "native-code")]
mod quickjs;
#[cfg(feature = "native-sql")]
mod sqlite;
mod thread;

#[cfg(all(feature = "native-code", feature = "native-sql"))]
pub use apart::{Apart, Engine};
#[cfg(feature = "native-http")]
pub use http::NativeHttp;
#[cfg(feature = "native-code")]
pub use quickjs::QuickJs;
#[cfg(feature = "native-sql")]
pub use sqlite::Sqlite;
