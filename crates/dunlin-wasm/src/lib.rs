//! The npm package: decode, call the facade, encode. It decides nothing.
//!
//! Records cross the border as JSON text: one call and one string each way, whatever their size, and the same form as in
//! files and storage (a calculated number, which is asked for often and is small, crosses as few values); no key of a person's data is ever set on a JavaScript object by name, so none can reach a prototype.
//! The hand-written module in `js/` turns text into objects and failures into `DunlinError`.

mod border;
pub mod host;
pub mod number;
mod options;
pub mod phrases;
pub mod read;
pub mod run;
pub mod runtime;
pub mod todos;
#[cfg(all(test, not(target_arch = "wasm32")))]
mod types;
