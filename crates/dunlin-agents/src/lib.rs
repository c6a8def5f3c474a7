//! What agents need beside tools.
//!
//! - [`bus`]: messages between them, kept until they are acknowledged.
//! - [`guard`]: finds what should not leave the device, and redacts it, asks a person, or blocks.
//! - [`memory`]: what is kept between runs, found again by its words.
//!
//! This crate knows no browser, no planner and no clock of its own.

pub mod bus;
pub mod guard;
pub mod memory;
mod names;
