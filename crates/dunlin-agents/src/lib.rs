//! What agents need beside tools.
//!
//! - [`guard`]: finds what should not leave the device, and redacts it, asks a person, or blocks.
//!
//! This crate knows no browser, no concrete tool and no clock of its own.

pub mod guard;
