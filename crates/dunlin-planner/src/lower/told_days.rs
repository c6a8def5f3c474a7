//! Days that were told or asked for before: "when is the rent due? move call mum to that day".

use crate::{
    confidence::Evidence,
    dates,
    lang::en::{
        days::{AFTER_IT, BEFORE_A_LENGTH, BEFORE_IT, THAT_DAY, TODAY_OR_TOMORROW},
        lists::THERE as IT_OR_THERE,
        meanings,
    },
    lower::{Assembly, call::Call, target::target, todo::Draft},
    model::{
        asked::DayCall,
        intent::TodoIntent,
        request::Request,
        todo::{Change, NewTodo, Target, Text, TodoCall, Update, Which},
        token::{Token, TokenKind},
    },
    parse::{plausible::outside, words::Words},
};

use dunlin_base::Span;

impl Assembly {
    /// Whether a number alone may be how many there are of what was just added without a time: "add eggs, make it 12".
    pub(crate) fn may_be_counted(&self, request: &Request<'_>) -> bool {
        let bare = matches!(request.slots.when, Some([only]) if only.kind == TokenKind::Number);
        let added = || matches!(self.calls.last(), Some(Call::Todo(TodoCall::Add(todo))) if todo.due.is_none());
        request.todo() == Some(TodoIntent::Reschedule) && bare && added()
    }

    /// When a todo is due that was moved just before.
    fn moved_to(&self) -> Option<&str> {
        match self.calls.last()?.todo()? {
            TodoCall::Update(Update { change: Change::Due(Some(due)), .. }) => Some(due),
            _ => None,
        }
    }

    /// The day that was asked for just before; nothing when something else was.
    fn asked_day(&self, reader: &Words<'_>) -> Option<String> {
        // "if nothing is due on saturday, add … for that day"
        if let Some(TodoCall::List(shown) | TodoCall::Count(shown)) = self.calls.iter().rev().find_map(Call::todo) {
            let due = shown.filter.due.as_deref()?;
            let dated = dates::day_of(due) == Some(due) || TODAY_OR_TOMORROW.contains(&due);
            return dates::due(due, &reader.moment()).filter(|_| dated);
        }
        // "when is the dentist, and add get a lift there on the same day"
        if let Some(TodoCall::Search(search)) = self.calls.last().and_then(Call::todo) {
            let due = reader.context.on_list?.due(&search.words)?;
            return dates::day_of(&due).map(str::to_owned);
        }
        // "ring the surgery at 8am tomorrow; collect the prescription the same day at 5pm"
        if let Some(TodoCall::Add(added)) = self.calls.last().and_then(Call::todo) {
            return added.due.as_deref().and_then(dates::day_of).map(str::to_owned);
        }
        // "move the dentist to friday and remind me to leave early that day"
        if let Some(due) = self.moved_to() {
            return dates::day_of(due).map(str::to_owned);
        }
        let Some(Call::Day(day)) = self.calls.last() else { return None };
        match day {
            DayCall::Between { to, .. } => Some(to.clone()),
            DayCall::Shift { from, by } => dunlin_date::postpone(from, by),
            DayCall::Day { from } | DayCall::Week { from } | DayCall::Quarter { from } => Some(from.clone()),
            DayCall::Time { .. }
            | DayCall::TimeHere
            | DayCall::Convert { .. }
            | DayCall::Apart { .. }
            | DayCall::LeapYear { .. } => None,
        }
    }

    /// When the todo is due that was given another name just before: "rename call mum to call mum and dad, and make it 7pm".
    pub(super) fn day_of_renamed(&self, reader: &Words<'_>) -> Option<String> {
        match self.calls.last()?.todo()? {
            TodoCall::Update(Update { which: Which::Named { words }, change: Change::Text(_), .. }) => {
                reader.context.on_list?.due(words)
            }
            _ => None,
        }
    }

    /// Takes "when is the rent due? move call mum to that day" in: to the day that was asked for.
    pub(super) fn take_to_asked_day(&mut self, reader: &Words<'_>, request: &Request<'_>, source: Span) -> bool {
        let then = request.slots.when.is_some_and(|when| reader.means_a_day(when));
        let named = || request.slots.item.is_some_and(|item| reader.names_one_todo(item));
        if request.todo() != Some(TodoIntent::Reschedule) || !then || !named() {
            return false;
        }
        let Some(day) = self.asked_day(reader) else { return false };
        let Some((Target { which, filter, .. }, named)) = target(reader, request) else { return false };
        let meaning = meanings::moved(&named, &day);
        let update = Update { which, filter, change: Change::Due(Some(day)) };
        self.evidence.push(Evidence::Pointing);
        self.add_todo_step(Draft { call: TodoCall::Update(update), meaning, source });
        true
    }

    /// Takes the day that was told of or asked for before; false where the words end in such a day and none was.
    pub(super) fn take_day_told(
        &self,
        reader: &Words<'_>,
        request: &Request<'_>,
        words: &[Token],
        draft: &mut Draft,
    ) -> bool {
        self.refer_to_day(reader, draft);
        self.take_asked_day(reader, request, words, draft);
        request.row.is_some() || !is_left_open(draft)
    }

    /// "add lunch on that day" after a question about a day, "… two weeks before it".
    fn refer_to_day(&self, reader: &Words<'_>, draft: &mut Draft) {
        let Some(day) = self.asked_day(reader) else { return };
        let TodoCall::Add(todo) = &mut draft.call else { return };
        let NewTodo { text: Text::Said(text), due, recurrence: None, .. } = &mut *todo else { return };
        // "leave at 3 that day" has its time.
        let time = match due.as_deref().map(|due| due.split_once('T')) {
            None => None,
            Some(Some((_, time))) => Some(["T", time].concat()),
            Some(None) => return,
        };
        let lower = text.to_ascii_lowercase();
        let counted = |ends: &[&str], sign: &str| {
            time.is_none().then_some(())?;
            let before = ends.iter().find_map(|end| lower.strip_suffix(end))?;
            // The longest length of time that stands there: "two weeks", not "weeks".
            let starts = before.match_indices(' ').map(|(at, _)| at);
            let (at, by) =
                starts.rev().take(3).filter_map(|at| Some((at, dates::length(before.get(at + 1..)?)?))).last()?;
            let bare = before.get(..at)?;
            let bare = BEFORE_A_LENGTH.iter().find_map(|word| bare.strip_suffix(word)).unwrap_or(bare);
            let by = [sign, &by].concat();
            let then = dunlin_date::postpone(&day, &by)?;
            // "move the gym to friday at 6pm and remind me to eat an hour earlier" is counted from its time.
            let timed = self.moved_to().filter(|due| due.contains('T'));
            let then = if then.contains('T') { dunlin_date::postpone(timed?, &by)? } else { then };
            Some((bare.len(), then))
        };
        let that_day = || [day.as_str(), time.as_deref().unwrap_or_default()].concat();
        let found = before_that_day(&lower).map(|len| (len, that_day()));
        let found = found.or_else(|| counted(&BEFORE_IT, "-")).or_else(|| counted(&AFTER_IT, ""));
        let Some((len, meant)) = found.filter(|(len, _)| *len > 0) else { return };
        text.truncate(len);
        let quotes = text.strip_prefix(['"', '\'']).and_then(|text| text.strip_suffix(['"', '\'']));
        if let Some(inside) = quotes.map(str::to_owned) {
            *text = inside;
        }
        *due = Some(meant);
        *draft = Draft::adding(todo.clone(), draft.source);
    }

    /// "what's due on friday, and add a cake to it": what is added to what was shown for a day is due then.
    fn take_asked_day(&self, reader: &Words<'_>, request: &Request<'_>, words: &[Token], draft: &mut Draft) {
        let mut beside = outside(words, request.slots.item.unwrap_or_default());
        let there = request.slots.name.is_none() && beside.any(|token| reader.is(token, IT_OR_THERE));
        let shows = matches!(self.calls.last().and_then(Call::todo), Some(TodoCall::List(_)));
        let Some(day) = self.asked_day(reader).filter(|_| there && shows) else { return };
        if let TodoCall::Add(todo @ NewTodo { due: None, recurrence: None, .. }) = &mut draft.call {
            todo.due = Some(day);
            *draft = Draft::adding(todo.clone(), draft.source);
        }
    }
}

/// How long a text is before "that day", if it ends in that.
fn before_that_day(lower: &str) -> Option<usize> {
    THAT_DAY.iter().find_map(|day| lower.strip_suffix(day)?.strip_suffix(' ')).map(str::len)
}

/// Whether a todo's words end in a day that nothing before them told of: "wash the car that day".
fn is_left_open(draft: &Draft) -> bool {
    let TodoCall::Add(todo) = &draft.call else { return false };
    matches!(&todo.text, Text::Said(text) if before_that_day(&text.to_ascii_lowercase()).is_some())
}
