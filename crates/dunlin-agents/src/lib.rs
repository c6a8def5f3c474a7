//! What agents need beside tools.
//!
//! - [`agents`]: who may do what, under whom, and which skills they have.
//! - [`bus`]: messages between them, kept until they are acknowledged.
//! - [`guard`]: finds what should not leave the device, and redacts it, asks a person, or blocks.
//! - [`judge`]: holds what was done against checks.
//! - [`memory`]: what is kept between runs, found again by its words.
//!
//! This crate knows no browser, no tool of the facade and no clock of its own; of the planner it uses the phrases alone.

pub mod agents;
pub mod bus;
pub mod guard;
pub mod judge;
pub mod memory;
mod names;
