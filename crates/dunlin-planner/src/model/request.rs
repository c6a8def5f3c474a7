//! What a clause was read as: what is asked for, and the words in the slots of the row that was chosen.

use std::rc::Rc;

use dunlin_base::Span;

use crate::model::{
    asked::{Command, DayCall, Notice, Pause, Schedule, Sum},
    intent::TodoIntent,
    todo::Filter,
    token::Token,
};

/// What a clause was read as.
#[expect(clippy::struct_excessive_bools, reason = "independent findings about one clause")]
#[derive(Clone, Debug)]
pub(crate) struct Request<'t> {
    pub(crate) asked: Asked,
    /// The words a row captured, whatever it asks for: those of a sum or a day are coloured by them.
    pub(crate) slots: Slots<'t>,
    /// Whether the words say that todos or lists are meant, beyond a bare verb.
    pub(crate) anchored: bool,
    /// Whether one todo was spoken of: "a todo", "the task".
    pub(crate) singular: bool,
    /// Whether the row says two things at once: a reason and a request.
    pub(crate) joined: bool,
    /// The words of the todo that "it" means.
    pub(crate) meant: Option<Meant>,
    /// Whether it is a request only after one about todos: "and put rolls on".
    pub(crate) follows: bool,
    /// Whether the list said before is meant: "and add bread", "put it there".
    pub(crate) same_list: bool,
    /// Whether the list said before is one of what is bought: "clear the shopping list, then add pasta and pesto".
    pub(crate) shops: bool,
    /// Whether the words leave open what is made: "a new one called food".
    pub(crate) open: bool,
    /// Whether only other words of the goal can tell that a todo is meant: "delete the archive", "finish my homework".
    pub(crate) doubtful: bool,
    /// The row that was chosen, where one was.
    pub(crate) row: Option<u16>,
    /// The share of the clause's words that the row itself understood.
    pub(crate) understood: f64,
    /// Where a statement about it stands that asks for nothing: "delete the gym, I cancelled my membership".
    pub(crate) aside: Option<Span>,
    /// What "it" is behind the verb of a todo that is added: "my passport expires in march, remind me to renew it".
    pub(crate) stands_for: Option<Span>,
    /// The day on which it is due, where its words mean one beside a day that was told: "for the friday".
    pub(crate) on_day: Option<String>,
}

/// What is asked for: one of these, with all that its step needs. What is asked about todos is in the slots beside it.
#[derive(Clone, Debug)]
pub(crate) enum Asked {
    Sum(Sum),
    /// Something about days.
    Day(DayCall),
    /// That the run waits.
    Pause(Pause),
    /// That the person is told something.
    Notify(Notice),
    /// That something is done again and again.
    Schedule(Schedule),
    Greeting,
    Thanks,
    /// What can be asked; of one topic, or all of it.
    Help(Option<&'static str>),
    /// Something of a tool of the host's own.
    Command(Rc<Command>),
    Todo(TodoIntent),
}

/// What "it" means, of todos that are there.
#[derive(Clone, Debug)]
pub(crate) enum Meant {
    /// One, by its words.
    Todo(String),
    /// All that were shown or counted just before: "show what is overdue and move it to friday".
    Shown(Filter),
    /// All that were found by words just before: "find the todos with milk in them and complete them".
    Found(String),
}

/// The words in the slots of a row.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Slots<'t> {
    pub(crate) item: Option<&'t [Token]>,
    pub(crate) text: Option<&'t [Token]>,
    pub(crate) name: Option<&'t [Token]>,
    pub(crate) when: Option<&'t [Token]>,
    pub(crate) position: Option<&'t [Token]>,
    pub(crate) value: Option<&'t [Token]>,
}

impl<'t> Request<'t> {
    /// A request that says nothing but what is asked for.
    pub(crate) fn of(asked: Asked) -> Self {
        Self {
            asked,
            slots: Slots::default(),
            anchored: true,
            singular: false,
            joined: false,
            meant: None,
            follows: false,
            same_list: false,
            shops: false,
            open: false,
            doubtful: false,
            row: None,
            understood: 1.0,
            aside: None,
            stands_for: None,
            on_day: None,
        }
    }

    /// A request to add what can hardly be anything but a todo, though nothing says so.
    pub(crate) fn of_likely(intent: TodoIntent, slots: Slots<'t>) -> Self {
        Self { slots, anchored: false, understood: 0.5, ..Self::of(Asked::Todo(intent)) }
    }

    /// What is asked about todos, where it is they.
    pub(crate) const fn todo(&self) -> Option<TodoIntent> {
        if let Asked::Todo(intent) = self.asked { Some(intent) } else { None }
    }

    pub(crate) const fn sum(&self) -> Option<&Sum> {
        if let Asked::Sum(sum) = &self.asked { Some(sum) } else { None }
    }

    pub(crate) fn command(&self) -> Option<&Command> {
        if let Asked::Command(command) = &self.asked { Some(command) } else { None }
    }

    /// The command of the host's own that it asks for, when others fit the same words.
    pub(crate) fn tied(&self) -> Option<&Rc<Command>> {
        if let Asked::Command(command) = &self.asked { Some(command).filter(|command| command.tied) } else { None }
    }

    /// Whether it does something to a todo that is there and that the words name.
    pub(crate) fn acts_on_a_todo(&self) -> bool {
        self.todo().is_some_and(TodoIntent::acts_on_a_todo)
    }

    /// The same with other words in its slots.
    pub(crate) fn with_slots<'s>(&self, slots: Slots<'s>) -> Request<'s> {
        let Request {
            asked,
            anchored,
            singular,
            joined,
            meant,
            follows,
            same_list,
            shops,
            open,
            doubtful,
            row,
            understood,
            aside,
            stands_for,
            on_day,
            ..
        } = self.clone();
        Request {
            asked,
            slots,
            anchored,
            singular,
            joined,
            meant,
            follows,
            same_list,
            shops,
            open,
            doubtful,
            row,
            understood,
            aside,
            stands_for,
            on_day,
        }
    }

    /// The same about other words.
    pub(crate) fn about<'s>(&self, item: &'s [Token]) -> Request<'s>
    where
        't: 's,
    {
        self.with_slots(Slots { item: Some(item), ..self.slots })
    }
}

impl<'t> Slots<'t> {
    /// Each slot, in one order.
    pub(crate) const fn each(self) -> [Option<&'t [Token]>; 6] {
        [self.item, self.text, self.name, self.when, self.position, self.value]
    }

    /// The slots with these words, in the order of [`Self::each`].
    pub(crate) const fn from_each([item, text, name, when, position, value]: [Option<&'t [Token]>; 6]) -> Self {
        Self { item, text, name, when, position, value }
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

impl<'t> Found<'t> {
    /// The request, whole or not.
    pub(crate) const fn request(&self) -> Option<&Request<'t>> {
        match self {
            Self::Request(request) | Self::Pointing(request) | Self::Missing(request) => Some(request),
            Self::Nothing => None,
        }
    }

    /// The same with other words in the request's slots.
    pub(crate) fn with_slots<'s>(&self, slots: Slots<'s>) -> Found<'s> {
        match self {
            Self::Request(request) => Found::Request(request.with_slots(slots)),
            Self::Pointing(request) => Found::Pointing(request.with_slots(slots)),
            Self::Missing(request) => Found::Missing(request.with_slots(slots)),
            Self::Nothing => Found::Nothing,
        }
    }
}
