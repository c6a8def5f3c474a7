//! Tools that reach further than the built-in ones. Each is opt-in: a host makes it and registers it.
//!
//! - [`Fetch`]: pages and services of origins that the host allows by name, over an [`HttpPort`].
//! - [`Search`]: ranked full text over what the host gives it; [`WebSearch`]: a search service that the host names.
//! - [`Sql`]: questions about tables, over a [`SqlPort`].
//! - [`Chart`]: pictures of rows, as SVG with the table behind them.
//! - [`Code`]: JavaScript in an interpreter of its own, over a [`CodePort`].
//! - [`ModelPlanner`]: no tool, but a second planner over a model that the host names.
//! - [`steady`]: what keeps a service that fails from being asked on and on: circuit breaker, rate limit, waiting times.
//!
//! A tool is its specification (one JSON file in `specs/`), its behaviour (here), and a small port that a host fills. The
//! feature `native` fills all ports for a native host; in a tab the host's own JavaScript does.
//!
//! This crate knows no browser, no planner and no agent.

mod chart;
mod code;
mod fetch;
mod http;
mod input;
mod job;
mod model;
#[cfg(any(feature = "native-code", feature = "native-http", feature = "native-sql"))]
pub mod native;
mod search;
mod sql;
pub mod steady;

pub use chart::Chart;
pub use code::{Code, CodeDone, CodeError, CodeErrorKind, CodeJob, CodeLimits, CodePort};
pub use fetch::{Fetch, FetchOptions, OptionsError, Rate};
pub use http::{HttpError, HttpErrorKind, HttpPort, HttpRequest, HttpResponse, is_public};
pub use job::Answer;
pub use model::{ModelOptions, ModelPlanner, Tokens};
pub use search::{Document, Documents, Hit, Index, Limits, Search, TooMuch, WebSearch};
pub use sql::{Sql, SqlChange, SqlError, SqlErrorKind, SqlJob, SqlLimits, SqlPort, SqlRows, Table, Tables};
