//! The npm package: decode, call the facade, encode. It decides nothing.
//!
//! What JavaScript gives crosses as JSON text. What it gets crosses in one of two forms (`border.rs`): a record whose fields are
//! all ours as a JavaScript value, and a record that holds JSON of others, or very many records, as JSON text. So no key of a
//! person's data is ever set on a JavaScript object by name, and none can reach a prototype. A calculated number, which is small
//! and asked for often, crosses as a few values (`number.rs`).
//! The hand-written module in `js/` turns text into objects and failures into `DunlinError`.
//!
//! Each door of the package is this crate with other features: `calc`, `dates`, `runtime`, `goals`, which is `runtime` with
//! the planner, the todos and their tools, and `tools`: the opt-in tools that a runtime of another door registers.

#![cfg_attr(
    not(feature = "goals"),
    expect(dead_code, reason = "a smaller door uses a part of the options and of the border")
)]

mod border;
#[cfg(any(feature = "runtime", feature = "tools"))]
pub mod call;
#[cfg(feature = "goals")]
pub mod goals;
#[cfg(feature = "runtime")]
pub mod host;
#[cfg(any(feature = "runtime", feature = "tools"))]
mod lent;
#[cfg(feature = "calc")]
pub mod number;
mod options;
#[cfg(feature = "goals")]
pub mod phrases;
#[cfg(feature = "dates")]
pub mod read;
#[cfg(feature = "runtime")]
pub mod run;
#[cfg(feature = "runtime")]
pub mod runtime;
#[cfg(feature = "goals")]
pub mod schedules;
#[cfg(feature = "goals")]
pub mod todos;
#[cfg(feature = "runtime")]
mod told;
#[cfg(feature = "tools")]
pub mod tools;
#[cfg(all(test, not(target_arch = "wasm32")))]
mod types;
