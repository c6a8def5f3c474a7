//! Finds what should not leave the device: addresses of people, numbers of cards and accounts, keys.
//!
//! ```
//! use dunlin_agents::guard::{Guard, GuardPolicy};
//! let guard = Guard::new(GuardPolicy::default());
//! assert_eq!(guard.redact("write to anna@example.org"), "write to [e-mail]");
//! ```

mod detect;
mod digits;
mod patterns;
mod places;
mod policy;
mod secret;
mod settle;
mod tool;

pub use detect::{Detector, Finding, Kind};
pub use policy::{Action, Guard, GuardPolicy, Guarding, Switch, Verdict};
pub use tool::Guarded;
