//! Todos: the record, the commands that change it, a store that loses nothing, and the `todo_store` tool's behaviour.
//!
//! ```
//! use dunlin_base::testing::World;
//! use dunlin_todo::{Command, Filter, NewTodo, Origin, TodoStore};
//!
//! let store = TodoStore::open(&World::new(1).env());
//! let added = store.execute(Command::Add(NewTodo::text("buy milk")), &Origin::hand())?;
//! store.execute(Command::Complete { id: added.todos[0].id.clone() }, &Origin::hand())?;
//! store.undo()?;
//! assert_eq!(store.list(&Filter::active()).len(), 1);
//! # Ok::<(), dunlin_todo::TodoError>(())
//! ```
//!
//! - [`Todo`], [`NewTodo`], [`Changes`]: the record and what is done to it.
//! - [`Command`]: everything that can be done, each with its inverse.
//! - [`TodoStore`]: one storage key a todo, undo and redo, idempotency keys, other tabs.
//! - [`Filter`], [`Match`]: finding todos, by fields and by what people say.
//! - [`TodoFields`], [`TodoChanges`], [`TodoFilter`]: the same as hosts give them.
//! - [`Format`]: todos out of and into files.
//! - [`tool`]: what the `todo_store` tool does with its input.
//!
//! This crate knows no plans, no runs beyond their id, no browser.

mod command;
mod due;
mod error;
mod given;
mod ids;
mod keys;
mod ledger;
mod lines;
mod load;
mod matching;
mod order;
mod query;
mod record;
mod recur;
mod shown;
mod singular;
mod state;
mod store;
mod stored;
mod todo;
pub mod tool;
mod transfer;
mod undo;
mod words;

pub use command::Command;
pub use due::{Due, LocalNow};
pub use error::{LineFault, TodoError, TodoErrorKind};
pub use given::{TodoChanges, TodoFields, TodoFilter};
pub use lines::{MAX_LINES, add_lines};
pub use matching::Match;
pub use query::{DueFilter, Filter, Sort, Status};
pub use recur::quick_add;
pub use state::List;
pub use store::{Change, Origin, Outcome, Subscription, TodoStore};
pub use todo::{Changes, Field, MAX_NAME, MAX_NOTES, MAX_TAGS, MAX_TEXT, NewTodo, Todo};
pub use transfer::{Export, Format, Imported, MAX_IMPORT_BYTES, MAX_IMPORT_TODOS};
