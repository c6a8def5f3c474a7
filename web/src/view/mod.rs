//! What draws the page: components over what `model` knows.

mod app;
mod history;
mod palette;
mod plan;
mod prompt;
mod reach;
mod run;
mod saved;
mod schedules;
mod settings;
mod todo;
pub(crate) mod ui;

pub(crate) use app::Page;
pub(crate) use settings::LockedOut;
