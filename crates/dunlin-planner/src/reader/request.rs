//! What a clause was read as: its intent, and the words in the slots of the row that was chosen.

use std::rc::Rc;

use crate::{day::DayCall, intent::Intent, pause::Pause, phrase::Command, schedule::Schedule, sum::Sum, token::Token};

/// What a clause was read as.
#[expect(clippy::struct_excessive_bools, reason = "independent findings about one clause")]
#[derive(Clone, Debug)]
pub(crate) struct Request<'t> {
    pub(crate) intent: Intent,
    pub(crate) sum: Option<Sum>,
    /// What is asked about days.
    pub(crate) day: Option<DayCall>,
    /// What the run is to wait for.
    pub(crate) pause: Option<Pause>,
    /// What is to be done again and again, and when.
    pub(crate) schedule: Option<Schedule>,
    /// What of the helper itself is asked for, when not all of it.
    pub(crate) topic: Option<&'static str>,
    /// What a tool of the host's own is asked for.
    pub(crate) command: Option<Rc<Command>>,
    pub(crate) item: Option<&'t [Token]>,
    pub(crate) text: Option<&'t [Token]>,
    pub(crate) name: Option<&'t [Token]>,
    pub(crate) when: Option<&'t [Token]>,
    pub(crate) position: Option<&'t [Token]>,
    pub(crate) value: Option<&'t [Token]>,
    /// Whether the words say that todos or lists are meant, beyond a bare verb.
    pub(crate) anchored: bool,
    /// Whether one todo was spoken of: "a todo", "the task".
    pub(crate) singular: bool,
    /// Whether the row says two things at once: a reason and a request.
    pub(crate) joined: bool,
    /// The words of the todo that "it" means.
    pub(crate) meant: Option<String>,
    /// Whether it is a request only after one about todos: "and put rolls on".
    pub(crate) follows: bool,
    /// Whether the list said before is meant: "and add bread", "put it there".
    pub(crate) same_list: bool,
    /// Whether the words leave open what is made: "a new one called food".
    pub(crate) open: bool,
    /// Whether only other words of the goal can tell that a todo is meant: "delete the archive", "finish my homework".
    pub(crate) doubtful: bool,
    /// The row that was chosen, where one was.
    pub(crate) row: Option<u16>,
    /// The share of the clause's words that the row itself understood.
    pub(crate) understood: f64,
}

impl Request<'_> {
    /// A request that says nothing but its intent.
    pub(crate) const fn of(intent: Intent) -> Self {
        Self {
            intent,
            sum: None,
            day: None,
            pause: None,
            schedule: None,
            topic: None,
            command: None,
            item: None,
            text: None,
            name: None,
            when: None,
            position: None,
            value: None,
            anchored: true,
            singular: false,
            joined: false,
            meant: None,
            follows: false,
            same_list: false,
            open: false,
            doubtful: false,
            row: None,
            understood: 1.0,
        }
    }

    /// The same without the words in its slots.
    pub(super) fn without_words(&self) -> Request<'static> {
        Request {
            intent: self.intent,
            sum: self.sum.clone(),
            day: self.day.clone(),
            pause: self.pause.clone(),
            schedule: self.schedule.clone(),
            topic: self.topic,
            command: self.command.clone(),
            item: None,
            text: None,
            name: None,
            when: None,
            position: None,
            value: None,
            anchored: self.anchored,
            singular: self.singular,
            joined: self.joined,
            meant: self.meant.clone(),
            follows: self.follows,
            same_list: self.same_list,
            open: self.open,
            doubtful: self.doubtful,
            row: self.row,
            understood: self.understood,
        }
    }
}

/// What came of looking at a clause.
#[derive(Clone, Debug)]
pub(crate) enum Found<'t> {
    /// A request with all it needs.
    Request(Request<'t>),
    /// A request about "it" or "that": whole only with something before it.
    Pointing(Request<'t>),
    /// A request that lacks a piece.
    Missing(Request<'t>),
    /// Nothing the grammar knows.
    Nothing,
}
