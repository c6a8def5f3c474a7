//! Requests about todos, turned into calls of the todo tool.

use std::slice;

use dunlin_base::Span;

use super::{
    attributes::{give, said_of_all, set_rank_apart, take_attributes, with_note, without_what_is_said},
    change::changed,
    several::{added_as_well, added_beside, made_list, several},
    times::{at_each_time, leaves_a_day, leaves_a_time, put_on_day, says_again, share_day},
};

use crate::{
    dates::{self, QuickAdd},
    lang::{
        en::{
            connectors::TO,
            dates::A_WEEK_BEFORE,
            days::ONCE_MORE,
            doubts::A_DAY,
            items::{ANYTHING, ONE_OR_THING, ONES},
            lists::{OTHER_NAMES, SHOPPING},
            meanings,
            phrases::{BY_AGE, BY_PRIORITY, BY_WORDS, PAID_TO, SOME},
            references::{
                AMOUNTS, AN_AMOUNT_PAID, DOES_OR_GETS, HIM_OR_HER, IS_AT_THE_END, IT_OR_THEM, JOINED_TO, LIST, PAYS,
                POINTS_AT_SEVERAL, POINTS_BACK, REMIND_ME, THAT_PAID, TO_DO_IT, TODO_NOUNS_AFTER,
            },
        },
        holds,
    },
    lower::target::{is_only_a_tag, select, target},
    model::{
        intent::TodoIntent,
        request::{Asked, Request, Slots},
        todo::{
            Change, Cleared, Filter, NewTodo, OVERDUE, Search, Shown, Sort, Status, Target, Text, TodoCall, Update,
            Which, Yes,
        },
        token::{Token, TokenKind, span_of},
    },
    parse::{
        due::{due, due_filter},
        filtered::rank,
        goods::things,
        parts::{enumeration, things_changed, things_looked_for, three_or_more},
        places::{is_unclear, positions, several_places},
        priority::priority,
        selection::Selection,
        text::{text_of, without_article},
        timed::before_a_moment,
        words::Words,
        zones::told_elsewhere,
    },
};

/// What one step does, before it has a number.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Draft {
    pub(crate) call: TodoCall,
    /// What it does, in plain words, for reasoning and rationale.
    pub(crate) meaning: String,
    pub(crate) source: Span,
}

impl Draft {
    /// A step with what its call says beside the todo's words told at the end of what it does.
    pub(crate) fn new(call: TodoCall, meaning: String, source: Span) -> Self {
        let meaning = meaning + &meanings::details(&call);
        Self { call, meaning, source }
    }

    /// The step that adds a todo.
    pub(super) fn adding(todo: NewTodo, source: Span) -> Self {
        let meaning = match &todo.text {
            Text::Said(text) => meanings::added(text),
            Text::Made(_) => meanings::ADD_RESULT.to_owned(),
        };
        Self::new(TodoCall::Add(todo), meaning, source)
    }
}

impl From<QuickAdd> for NewTodo {
    fn from(read: QuickAdd) -> Self {
        Self {
            text: Text::Said(read.text),
            due: read.due,
            priority: read.priority,
            tags: read.tags,
            recurrence: read.recurrence,
            notes: read.until.map(|until| meanings::until(&until)).or(read.said),
            list: None,
        }
    }
}

/// The steps a request about todos asks for; `None` when a slot does not make sense after all.
pub(crate) fn drafts(reader: &Words<'_>, request: &Request<'_>, source: Span) -> Option<Vec<Draft>> {
    let one = |call: TodoCall, meaning: String| Some(vec![Draft::new(call, meaning, source)]);
    let words =
        |tokens: Option<&[Token]>| tokens.map(|tokens| text_of(reader.goal, tokens)).filter(|text| !text.is_empty());
    let item = words(request.slots.item);
    match request.todo()? {
        TodoIntent::Add => added_each(reader, request, &item?, source),
        TodoIntent::AddSeveral => several(reader, request, &things(reader, request.slots.item?)),
        TodoIntent::Complete | TodoIntent::Delete | TodoIntent::Reopen | TodoIntent::Get => {
            acted_on(reader, request, source)
        }
        TodoIntent::CompleteAll | TodoIntent::Clear
            if names_words(reader, request) || tag_of(reader, request).is_some() =>
        {
            let tag = tag_of(reader, request);
            let words = request.slots.name.filter(|_| tag.is_none());
            // "complete all my high priority tasks"
            let ranked = words.filter(|words| rank(reader, words) == Some(words.len()));
            let rank = ranked.and_then(|words| priority(reader, words));
            let words = words.filter(|_| rank.is_none());
            let named = Selection { words, tag, priority: rank, ..Selection::default() };
            let (target, named) = select(reader, &named);
            if request.todo() == Some(TodoIntent::Clear) {
                one(TodoCall::Delete(target), meanings::deleted(&named))
            } else {
                one(TodoCall::Complete(target), meanings::completed(&named))
            }
        }
        TodoIntent::CompleteAll => {
            // "tick everything off for today"
            let Shown { list, filter } = narrowed(reader, request, request.slots.when.map(|_| Status::Active));
            let target = Target { list, filter, ..Which::every().into() };
            one(TodoCall::Complete(target), meanings::COMPLETE_ALL.into())
        }
        TodoIntent::Clear => {
            let call = TodoCall::Clear(Cleared { all: Some(Yes), shown: narrowed(reader, request, None) });
            one(call, meanings::CLEAR.into())
        }
        TodoIntent::ClearDone => {
            let shown = narrowed(reader, request, Some(Status::Completed));
            one(TodoCall::Clear(Cleared { all: None, shown }), meanings::CLEAR_DONE.into())
        }
        TodoIntent::List
        | TodoIntent::ListDone
        | TodoIntent::ListPending
        | TodoIntent::ListOverdue
        | TodoIntent::ListSorted
        | TodoIntent::ListLoose
        | TodoIntent::Count
        | TodoIntent::CountPending
        | TodoIntent::CountDone => Some(vec![shown(reader, request, source)]),
        TodoIntent::Search if request.slots.item.is_some_and(|item| reader.all_are(item, ANYTHING)) => {
            let listing = Request {
                asked: Asked::Todo(TodoIntent::List),
                ..request.with_slots(Slots { item: None, ..request.slots })
            };
            Some(vec![shown(reader, &listing, source)])
        }
        // "are milk and eggs on my list"
        TodoIntent::Search if let Some(each) = things_looked_for(reader, request.slots.item?) => {
            each.iter().map(|part| looked_for(reader, &request.about(part), source)).collect()
        }
        TodoIntent::Search => Some(vec![looked_for(reader, request, source)?]),
        TodoIntent::Rename
        | TodoIntent::Reschedule
        | TodoIntent::Postpone
        | TodoIntent::Advance
        | TodoIntent::Undate
        | TodoIntent::Repeat
        | TodoIntent::Unrepeat
        | TodoIntent::Note
        | TodoIntent::Tag
        | TodoIntent::Untag
        | TodoIntent::Relist
        | TodoIntent::Prioritise => changed_each(reader, request, source),
        TodoIntent::Undo => one(TodoCall::Undo, meanings::UNDO.into()),
        TodoIntent::CreateList => made_list(reader, request, source),
        TodoIntent::RenameList => {
            let (list, text) = (reader.list_meant(request.slots.text?), words(request.slots.name)?);
            let meaning = meanings::renamed_list(&list, &text);
            one(TodoCall::RenameList { list, text }, meaning)
        }
        TodoIntent::DeleteList => {
            let name = without_article(&words(request.slots.item.or(request.slots.name))?);
            let meaning = meanings::deleted_list(&name);
            one(TodoCall::DeleteList { list: name }, meaning)
        }
        TodoIntent::ListNames => one(TodoCall::ListNames, meanings::LIST_NAMES.into()),
        TodoIntent::CountLists => one(TodoCall::CountLists, meanings::COUNT_LISTS.into()),
        TodoIntent::AddWhat | TodoIntent::DeleteWhat | TodoIntent::CompleteWhat => None,
    }
}

/// The step that looks for a todo.
fn looked_for(reader: &Words<'_>, request: &Request<'_>, source: Span) -> Option<Draft> {
    let item = text_of(reader.goal, request.slots.item?);
    // "is call Ida on my list for today"
    let due = request.slots.when.and_then(|when| due_filter(reader, when));
    let filter = Filter { due, ..Filter::default() };
    let slip = request.slots.item.and_then(|item| reader.meant_with_a_slip(item));
    let words = slip.unwrap_or_else(|| without_article(&item));
    let search = Search { words, list: list_of(reader, request), filter };
    Some(Draft::new(TodoCall::Search(search), meanings::looked_for(&item), source))
}

/// The steps of a request to add what it names: one todo, or several.
fn added_each(reader: &Words<'_>, request: &Request<'_>, item: &str, source: Span) -> Option<Vec<Draft>> {
    let again = request.slots.item.is_some_and(|item| reader.any_is(item, ONCE_MORE));
    if again && let Some(drafts) = at_each_time(reader, request, source) {
        return Some(drafts);
    }
    if let Some(drafts) = added_as_well(reader, request).or_else(|| added_beside(reader, request, source)) {
        return Some(drafts);
    }
    if let Some((rest, said)) = without_what_is_said(reader, request) {
        let mut draft = added(reader, &request.about(rest), &text_of(reader.goal, rest), source)?;
        give(&mut draft, &said);
        return Some(vec![draft]);
    }
    let Some(parts) = enumeration(reader, request) else {
        let one = || added(reader, request, item, source).map(|draft| vec![draft]);
        return at_each_time(reader, request, source).or_else(one);
    };
    let (parts, of_all) = said_of_all(reader, &parts);
    let mut drafts = several(reader, request, parts)?;
    if let Some(read) = of_all {
        for draft in &mut drafts {
            give(draft, &read);
        }
    }
    share_day(reader, parts, &mut drafts);
    Some(drafts)
}

/// The steps of a request that changes what it names, in one way or, where it says how often and at what time, in two.
fn changed_each(reader: &Words<'_>, request: &Request<'_>, source: Span) -> Option<Vec<Draft>> {
    if let Some(each) = things_changed(reader, request) {
        let one = |part: &&[Token]| {
            let (call, meaning) = changed(reader, &request.about(part))?;
            Some(Draft { call, meaning, source })
        };
        return each.iter().map(one).collect();
    }
    let (call, meaning) = changed(reader, request)?;
    let mut drafts = vec![Draft::new(call, meaning, source)];
    // "make it every tuesday at 7pm" says when as well.
    let often = request.slots.text.filter(|_| request.todo() == Some(TodoIntent::Repeat));
    let at = often.and_then(|text| dates::first_at(&text_of(reader.goal, text), &reader.moment()));
    if let Some(at) = at {
        drafts.push(due_at(reader, request, at, source)?);
    }
    Some(drafts)
}

/// The step that lets a todo be due at a moment.
fn due_at(reader: &Words<'_>, request: &Request<'_>, at: String, source: Span) -> Option<Draft> {
    let (Target { which, filter, .. }, named) = target(reader, request)?;
    let meaning = meanings::moved(&named, &at);
    Some(Draft { call: TodoCall::Update(Update { which, filter, change: Change::Due(Some(at)) }), meaning, source })
}

/// The step that shows todos, or counts them.
fn shown(reader: &Words<'_>, request: &Request<'_>, source: Span) -> Draft {
    let counts = matches!(request.todo(), Some(TodoIntent::Count | TodoIntent::CountPending | TodoIntent::CountDone));
    let (status, what) = match request.todo() {
        Some(TodoIntent::ListDone | TodoIntent::CountDone) => (Some(Status::Completed), meanings::COMPLETED_TODOS),
        Some(TodoIntent::ListPending | TodoIntent::CountPending) => (Some(Status::Active), meanings::ACTIVE_TODOS),
        Some(TodoIntent::ListOverdue) => (Some(Status::Active), meanings::OVERDUE_TODOS),
        Some(TodoIntent::ListSorted) => (Some(Status::Active), meanings::TODOS),
        _ => (None, meanings::TODOS),
    };
    let mut shown = narrowed(reader, request, status);
    let counts_overdue = request.todo() == Some(TodoIntent::Count) && shown.filter.due.as_deref() == Some(OVERDUE);
    if request.todo() == Some(TodoIntent::ListOverdue) || counts_overdue {
        shown.filter = Filter { status: Some(Status::Active), due: Some(OVERDUE.to_owned()), ..Filter::default() };
    }
    shown.list = shown.list.map(|list| by_its_name(reader, list));
    let (call, verb) =
        if counts { (TodoCall::Count(shown), meanings::COUNTED) } else { (TodoCall::List(shown), meanings::LISTED) };
    Draft::new(call, [verb, what].concat(), source)
}

/// A list by the name that it has where people call it otherwise: "groceries?" where only a shopping list is there.
fn by_its_name(reader: &Words<'_>, list: String) -> String {
    let Some(on_list) = reader.context.on_list.filter(|on_list| !on_list.has_list(&list)) else { return list };
    let meant = OTHER_NAMES.iter().find(|(names, own)| holds(names, &list.to_lowercase()) && on_list.has_list(own));
    meant.map_or(list, |(_, own)| (*own).to_owned())
}

/// Whether "all my milk todos" speaks of words in them and of no list.
fn names_words(reader: &Words<'_>, request: &Request<'_>) -> bool {
    let Some(name) = request.slots.name.filter(|name| !name.is_empty()) else { return false };
    let after = reader.goal.get(span_of(name).end..).unwrap_or_default().trim_start().to_lowercase();
    let todos = TODO_NOUNS_AFTER.iter().any(|noun| after.starts_with(noun));
    let known = name.iter().any(|token| reader.grammar.known_lists.contains(token.word));
    todos && !known && !after.contains(LIST)
}

/// The steps that act on a todo that is there, or on several.
fn acted_on(reader: &Words<'_>, request: &Request<'_>, source: Span) -> Option<Vec<Draft>> {
    let (call, words): (fn(Target) -> TodoCall, _) = match request.todo() {
        Some(TodoIntent::Complete) => (TodoCall::Complete, meanings::COMPLETE),
        Some(TodoIntent::Delete) => (TodoCall::Delete, meanings::DELETE),
        Some(TodoIntent::Reopen) => (TodoCall::Reopen, meanings::REOPEN),
        _ => (TodoCall::Get, meanings::SHOW),
    };
    let (verb, done) = words;
    if request.slots.item.is_some_and(|item| is_unclear(reader, item)) {
        return None;
    }
    if let Some(places) =
        request.slots.item.or(several_places(reader, request)).and_then(|item| positions(reader, item))
    {
        if places.contains(&0) {
            return None;
        }
        let draft = |position: i64| {
            let target = Target { list: list_of(reader, request), ..Which::Placed { position }.into() };
            let meaning = [verb, &meanings::placed(position), done].concat();
            Draft { call: call(target), meaning, source }
        };
        return Some(places.into_iter().map(draft).collect());
    }
    let draft = |part: Option<&[Token]>, source: Span| {
        let (target, named) = match part {
            Some(part) => target(reader, &request.about(part))?,
            None => target(reader, request)?,
        };
        let call = call(Target { list: list_of(reader, request), ..target });
        let said = if part.is_some() { String::new() } else { meanings::details(&call) };
        Some(Draft { call, meaning: [verb, &named, done, &said].concat(), source })
    };
    match three_or_more(reader, request) {
        Some(parts) => parts.iter().map(|part| draft(Some(without_one(reader, part)), span_of(part))).collect(),
        None => Some(vec![draft(None, source)?]),
    }
}

/// "the gym one" without the word that stands for a todo.
fn without_one<'t>(reader: &Words<'_>, part: &'t [Token]) -> &'t [Token] {
    match part.split_last() {
        Some((last, rest)) if !rest.is_empty() && (reader.is(last, ONE_OR_THING) || reader.is(last, ONES)) => rest,
        _ => part,
    }
}

pub(super) fn added(reader: &Words<'_>, request: &Request<'_>, text: &str, source: Span) -> Option<Draft> {
    let place = request.slots.item.map_or(Span::default(), span_of);
    let quoted = request
        .slots
        .item
        .is_some_and(|item| item.len() == 1 && item.iter().all(|token| token.kind == TokenKind::Quoted));
    let amount = if quoted { None } else { with_amount(reader, text) };
    let text = amount.as_deref().unwrap_or(text);
    let (text, note) = if quoted { (text, None) } else { with_note(text) };
    let zoned = if quoted { None } else { told_elsewhere(text, &reader.moment()) };
    let (text, zoned) = zoned.as_ref().map_or((text, None), |(rest, time)| (rest.as_str(), Some(time)));
    let named = request.stands_for.and_then(|subject| done_to(text, subject.of(reader.goal)));
    let text = named.as_deref().unwrap_or(text);
    let mut todo = if quoted {
        QuickAdd { text: text.to_owned(), ..QuickAdd::default() }
    } else {
        dates::quick_add(text, source.start.max(place.start), &reader.moment())
    };
    if let Some(when) = request.slots.when.or(request.slots.text) {
        take_when(reader, request, &mut todo, text, when, source)?;
    }
    // "gym on tue and thu": once on each, or every week, nobody can tell.
    if !quoted && todo.recurrence.is_none() && leaves_a_day(&todo.text) {
        return None;
    }
    todo.priority = todo.priority.or_else(|| priority(reader, request.slots.value?));
    if !quoted {
        set_rank_apart(&mut todo, text, source.start.max(place.start));
        take_attributes(&mut todo);
    }
    // "add todo \"fix the bike\" p1": what is left is the quotation.
    let inside =
        |quote: &char| todo.text.strip_prefix(*quote)?.strip_suffix(*quote).filter(|text| !text.contains(*quote));
    if let Some(inside) = ['"', '\''].iter().find_map(inside).map(str::to_owned) {
        todo.text = inside;
    }
    if (todo.due.is_some() || todo.recurrence.is_some())
        && !quoted
        && let Some(bare) = without_remind_me(&todo.text)
    {
        todo.text = bare;
    }
    // "a reminder for 4pm to oil the gate"
    let begun = todo.text.strip_prefix(TO_DO_IT).filter(|_| !text.starts_with(TO_DO_IT));
    if let Some(rest) = begun.map(str::to_owned) {
        todo.text = rest;
    }
    // "remind me to do them on friday" does not say what.
    let mut said = todo.text.split_whitespace().map(str::to_lowercase);
    if let (Some(deed), Some(at), None) = (said.next(), said.next(), said.next())
        && !quoted
        && holds(DOES_OR_GETS, &deed)
        && holds(POINTS_AT_SEVERAL, &at)
    {
        return None;
    }
    // "yoga on friday at 5 and again an hour later", "pills at 7 and at 9 tomorrow": the second time is no todo, and no part of one.
    if !quoted && (says_again(&todo.text) || leaves_a_time(reader, &todo.text)) {
        return None;
    }
    // "remind me about it tomorrow" does not say of what.
    if todo.text.is_empty() || POINTS_BACK.split(' ').any(|known| todo.text.eq_ignore_ascii_case(known)) {
        return None;
    }
    if request.slots.item.is_some_and(|item| !quoted && is_done_again(reader, item)) {
        todo.text = [&todo.text, " ", ONCE_MORE].concat();
    }
    let todo: NewTodo = todo.into();
    let notes = note.map(str::to_owned).or(zoned.cloned()).or(todo.notes);
    let mut draft = Draft::adding(NewTodo { list: list_of(reader, request), notes, ..todo }, source);
    request.on_day.iter().for_each(|day| put_on_day(day, &mut draft));
    Some(draft)
}

/// "remind me to call mum again": what is done once more says so, where "add milk again" only asks once more.
fn is_done_again(reader: &Words<'_>, item: &[Token]) -> bool {
    let (before, item_on) = reader.goal.split_at_checked(span_of(item).start).unwrap_or_default();
    let behind = item_on.get(span_of(item).len()..).unwrap_or_default();
    let next = behind.split(|letter: char| !letter.is_alphabetic()).nth(1).unwrap_or_default();
    // "remind me to try again"
    let told = before.split_whitespace().next_back().is_some_and(|last| holds(TO, last));
    (told || reader.is_deed(item)) && behind.starts_with(' ') && holds(ONCE_MORE, &next.to_lowercase())
}

/// Takes in when a todo is due that is said apart from it; nothing when that is a day that nobody told.
fn take_when(
    reader: &Words<'_>,
    request: &Request<'_>,
    todo: &mut QuickAdd,
    text: &str,
    when: &[Token],
    source: Span,
) -> Option<()> {
    // "remind me an hour before tomorrow at 1"
    if let Some(due) = before_a_moment(reader, when) {
        todo.due = Some(due);
        return Some(());
    }
    // "remind me every weekday at 9am to stretch"
    let said = text_of(reader.goal, when);
    let mut read = dates::quick_add(&said, 0, &reader.moment());
    // "a daily reminder to stretch at 8am": what is past for today begins tomorrow, which only both together tell.
    if read.recurrence.is_some() && todo.due.is_some() && todo.recurrence.is_none() {
        let both = dates::quick_add(&[text, " ", &said].concat(), 0, &reader.moment());
        if both.text == todo.text && both.recurrence.is_some() {
            (todo.due, read) = (None, both);
        }
    }
    todo.recurrence = todo.recurrence.take().or(read.recurrence);
    let told = read.due.or_else(|| due(reader, when));
    // "remind me on monday to buy a cake for sunday": it is wanted on monday, and sunday is said of the cake.
    if says_another_time(reader, request, todo, told.as_deref()) {
        (todo.text, todo.due) = (text.to_owned(), told);
        return Some(());
    }
    todo.due = on_day(reader, request, source, todo.due.take(), told.as_deref()).or(told);
    // "this week" is no day, and is kept in words.
    if todo.due.is_none() && todo.recurrence.is_none() && request.slots.when.is_some() {
        todo.text = [&todo.text, " ", &text_of(reader.goal, when)].concat();
    } else if todo.due.is_none() && todo.recurrence.is_none() {
        // "remind me the day before to …" of a day that nobody told.
        return None;
    }
    Some(())
}

/// Whether a todo's own words say another day than the one that is said apart from them, or another time beside a time.
fn says_another_time(reader: &Words<'_>, request: &Request<'_>, todo: &QuickAdd, told: Option<&str>) -> bool {
    let (Some(own), Some(told)) = (todo.due.as_deref(), told) else { return false };
    let (item, when) = (request.slots.item.unwrap_or_default(), request.slots.when.or(request.slots.text));
    let timed = |due: &str| due.contains('T');
    let days = |due: &str, words: &[Token]| !timed(due) || reader.says_day(words);
    let both_days = days(own, item) && when.is_some_and(|when| days(told, when));
    let other_day = own.get(..10) != told.get(..10);
    todo.recurrence.is_none() && (both_days && other_day || timed(own) && timed(told) && own != told)
}

/// "grandad's birthday is 9 april, remind me every year": what is to be kept in mind.
fn without_remind_me(text: &str) -> Option<String> {
    let bare = text.strip_suffix(REMIND_ME)?;
    // "… and remind me on saturday"
    let bare = JOINED_TO.iter().find_map(|and| bare.strip_suffix(and)).unwrap_or(bare);
    let bare = bare.trim_end_matches([',', ';', '.', ' ']);
    let named = IS_AT_THE_END.iter().find_map(|is| bare.strip_suffix(is)).unwrap_or(bare);
    (!bare.is_empty()).then(|| named.to_owned())
}

/// The words of a todo with what is meant in place of "it" behind their verb: "renew my passport" for "renew it".
fn done_to(text: &str, subject: &str) -> Option<String> {
    let (verb, rest) = text.split_once(' ')?;
    let (it, rest) = rest.split_once(' ').map_or((rest, None), |(it, rest)| (it, Some(rest)));
    let points = [IT_OR_THEM, HIM_OR_HER, SOME].iter().any(|words| holds(words, &it.to_lowercase()));
    points.then(|| [Some(verb), Some(subject), rest].into_iter().flatten().collect::<Vec<_>>().join(" "))
}

/// "pay sam that tomorrow": what is paid is an amount, and says nothing of the day.
fn with_amount(reader: &Words<'_>, text: &str) -> Option<String> {
    let (verb, _) = text.split_once(' ')?;
    let at = text.find(THAT_PAID).filter(|_| holds(PAYS, &verb.to_lowercase()))?;
    let (before, after) = text.split_at_checked(at)?;
    let after = after.get(THAT_PAID.len()..)?;
    // "pay that bill on friday" names what is paid, "pay that tonight" does not.
    let names_it = before.len() == verb.len()
        && !PAID_TO.iter().any(|word| after.starts_with(word.trim_start()))
        && !dates::is_when(after, &reader.moment());
    if names_it {
        return None;
    }
    // "collect the prescription that day"
    let day = after.split(' ').next().is_some_and(|first| holds(A_DAY, first));
    let known = day || AMOUNTS.iter().any(|amount| text.contains(amount));
    (!known).then(|| [before, AN_AMOUNT_PAID, after].concat())
}

/// The due that a todo's own words say, on the day that is said for it where they name only a time: "tomorrow: dentist 9am".
fn on_day(
    reader: &Words<'_>,
    request: &Request<'_>,
    source: Span,
    own: Option<String>,
    told: Option<&str>,
) -> Option<String> {
    let own = own?;
    let item = request.slots.item.unwrap_or_default();
    let says_day =
        item.iter().filter(|token| source.overlaps(token.span)).any(|token| reader.says_day(slice::from_ref(token)));
    let day = told.filter(|told| !told.contains('T') && !says_day);
    let time = own.split_once('T').map(|(_, time)| time.to_owned());
    // "remind me at 9 to call mum tomorrow"
    let when = request.slots.when.or(request.slots.text).unwrap_or_default();
    let told_time = told.filter(|told| time.is_none() && told.contains('T') && !reader.says_day(when));
    let at_time = told_time.and_then(|_| {
        let both = [&own, " ", &text_of(reader.goal, when)].concat();
        dates::quick_add(&both, 0, &reader.moment()).due.filter(|due| due.starts_with(&own))
    });
    Some(match day.zip(time) {
        Some((day, time)) => [day, "T", &time].concat(),
        None => at_time.unwrap_or(own),
    })
}

/// The tag that a request names where it may as well be a list, and is none: "my home todos".
fn tag_of<'t>(reader: &Words<'_>, request: &Request<'t>) -> Option<&'t [Token]> {
    request.slots.name.filter(|name| !name.is_empty() && is_only_a_tag(reader, name))
}

/// The list that a request names.
fn list_of(reader: &Words<'_>, request: &Request<'_>) -> Option<String> {
    request.slots.name.map(|name| reader.list_meant(name)).filter(|name| !name.is_empty())
}

/// What a request is about of the list it names, or of all.
fn narrowed(reader: &Words<'_>, request: &Request<'_>, status: Option<Status>) -> Shown {
    let sorted = request.todo() == Some(TodoIntent::ListSorted);
    let tag = tag_of(reader, request).filter(|_| request.slots.text.is_none());
    let days = |wanted: bool| request.slots.when.filter(|_| wanted);
    let done = matches!(request.todo(), Some(TodoIntent::ListDone | TodoIntent::CountDone));
    let filter = Filter {
        status,
        due: days(!done).and_then(|when| due_filter(reader, when)),
        completed_on: days(done).and_then(|when| done_filter(reader, when)),
        priority: request.slots.value.filter(|_| !sorted).and_then(|value| priority(reader, value)),
        tag: request.slots.text.or(tag).map(|tag| text_of(reader.goal, tag)),
        list: None,
        sort: request.slots.value.filter(|_| sorted).map(|key| sort_by(reader, key)),
        except: Vec::new(),
    };
    let list = list_of(reader, request).filter(|_| tag.is_none());
    Shown { list: list.or_else(|| list_of_goods(reader, request)), filter }
}

/// The list of what is bought, for who asks what to buy and names none: "what do I need from the shops".
fn list_of_goods(reader: &Words<'_>, request: &Request<'_>) -> Option<String> {
    let on_list = reader.context.on_list.filter(|_| request.shops && request.slots.name.is_none())?;
    SHOPPING.split(' ').find(|name| on_list.has_list(name)).map(str::to_owned)
}

/// What the words after "sorted by" name; a class of the grammar holds them.
fn sort_by(reader: &Words<'_>, key: &[Token]) -> Sort {
    let has = |known: &'static str| reader.any_is(key, known);
    match () {
        () if has(BY_PRIORITY) => Sort::Priority,
        () if has(BY_AGE) => Sort::Newest,
        () if has(BY_WORDS) => Sort::Text,
        () => Sort::Due,
    }
}

/// The days on which todos were done, as the todo tool's filter names them. "on friday" is the last one.
fn done_filter(reader: &Words<'_>, when: &[Token]) -> Option<String> {
    let filter = due_filter(reader, when)?;
    let week_ago = |day: &str| dunlin_date::postpone(day, A_WEEK_BEFORE);
    let is_date = filter.len() == 10 && filter.starts_with(|first: char| first.is_ascii_digit());
    Some(if is_date && filter > reader.context.now.date_text() { week_ago(&filter)? } else { filter })
}
