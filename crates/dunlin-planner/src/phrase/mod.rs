//! Phrases: sentences that a host teaches for its own tools, in any language.
//!
//! ```
//! use dunlin_planner::phrase::{PhraseBook, Heard};
//! use serde_json::json;
//!
//! let mut book = PhraseBook::default();
//! book.define(json!({"rules": {"polite": "[please]"}, "lists": {"room": {"values": ["kitchen", "living room"]}}})).unwrap();
//! let schema = json!({"type": "object", "properties": {"room": {"type": "string"}}});
//! book.register("lamp_on", &schema, json!(["<polite> (turn|switch) [the] lamp[s] on [in [the] {room}]"])).unwrap();
//! let heard = book.recognize("Switch the lamps on in the living room!", &Heard::default()).unwrap();
//! assert_eq!((heard.tool.as_str(), &heard.input["room"]), ("lamp_on", &json!("living room")));
//! assert!(book.recognize("switch the radio on", &Heard::default()).is_none());
//! ```
//!
//! `template` reads what a host writes, `compile` puts all of it into one `graph`, `machine` takes a sentence through the
//! graph as sets of places, `derive` says which values fill which slots, `recognize` ranks what is left. Nothing here
//! knows a word of a language; the few words that values are made of stand in `crate::lang::spoken`, and `numbers` reads them.

mod book;
mod check;
mod choice;
mod command;
mod compile;
mod context;
mod definition;
mod derive;
mod entry;
mod fault;
mod given;
mod graph;
mod letters;
mod lexicon;
mod machine;
mod numbers;
mod patterned;
mod positions;
mod price;
mod recognize;
mod sample;
mod source;
mod spelling;
mod spoken;
mod template;
mod typed;
mod values;

pub use book::PhraseBook;

pub use check::{Checked, Conflict, Unreachable};
pub use fault::{PhraseFault, PhraseFaultKind};
pub use price::Within;
pub use recognize::{Heard, Offsets, Recognized};
