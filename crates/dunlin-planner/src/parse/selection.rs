//! Several todos that words tell from the others: "everything overdue", "all my milk todos", "everything due this week".

use crate::{
    context::OnList,
    lang::en::places::{
        ALL, ALL_THAT, BEFORE_A_LIST, BEFORE_A_TAG, BEFORE_DAYS, BOTH, DUE, EVERYTHING, IN_IT, LATE, NOUNS_OF_ALL,
        NOUNS_SELECTED, NOUNS_TOLD_APART, OF, PLURAL_ENDING, SEVERAL_ALIKE, SINGLE, TAGGED, TAGGED_AS, THAT_ARE, THESE,
        TO, WHATEVER, WITH_WORDS,
    },
    lang::en::{
        filters::{OPEN, UNDATED},
        items::ONES,
    },
    model::{
        todo::{OVERDUE, UNDATED as NO_DAY},
        token::Token,
    },
    parse::{
        due::{due, due_filter, names_days},
        filtered::{rank, without_a_date},
        priority::priority,
        text::text_of,
        words::Words,
    },
};

/// Several todos that words tell from the others: "everything overdue", "all my milk todos", "everything due this week".
#[derive(Debug, Default)]
pub(crate) struct Selection<'t> {
    /// Words of their text.
    pub(crate) words: Option<&'t [Token]>,
    pub(crate) list: Option<&'t [Token]>,
    pub(crate) tag: Option<&'t [Token]>,
    /// As the todo tool's filter names it.
    pub(crate) due: Option<String>,
    pub(crate) priority: Option<u8>,
}

impl Selection<'_> {
    /// Whether something is said of them beside that they are todos.
    pub(crate) fn is_narrow(&self) -> bool {
        self.words.is_some()
            || self.list.is_some()
            || self.tag.is_some()
            || self.due.is_some()
            || self.priority.is_some()
    }
}

/// The todos that words select, when they select more than one and nothing in them is left over.
pub(crate) fn selection<'t>(reader: &Words<'_>, item: &'t [Token]) -> Option<Selection<'t>> {
    let is = |token: Option<&Token>, words: &'static str| token.is_some_and(|token| reader.is(token, words));
    let mut found = Selection::default();
    // "whatever's due today", but nothing of which no more is said.
    let whatever = is(item.first(), WHATEVER);
    // "all that was due today"
    let all_that = item.len() > 2 && is(item.first(), ALL) && is(item.get(1), ALL_THAT);
    let everything = whatever || all_that || is(item.first(), EVERYTHING);
    let all = is(item.first(), ALL);
    let mut rest = item.get(usize::from(everything || all)..)?;
    let small =
        rest.iter().take_while(|token| all && reader.is(token, OF) || !everything && reader.is(token, THESE)).count();
    rest = rest.get(small..)?;
    rest = rest.get(usize::from(all && is(rest.first(), SINGLE) && rest.len() > 1)..)?;
    let undated = is(rest.first(), UNDATED);
    let late = is(rest.first(), LATE) || undated;
    if late {
        found.due = Some(if undated { NO_DAY } else { OVERDUE }.to_owned());
        rest = rest.get(1..)?;
    }
    let ranked = rank(reader, rest);
    if let Some(length) = ranked {
        found.priority = Some(priority(reader, rest.get(..length)?)?);
        rest = rest.get(length..)?;
    }
    if !everything {
        let noun = rest.iter().position(|token| reader.is(token, NOUNS_SELECTED));
        let plural = noun
            .and_then(|at| rest.get(at))
            .is_some_and(|token| reader.word(token).ends_with(PLURAL_ENDING) || reader.is(token, SEVERAL_ALIKE));
        match noun {
            None if late && rest.is_empty() => {}
            // "both milks", where two todos speak of milk
            None if is(item.first(), BOTH) && are_two(reader, rest) => {
                return Some(Selection { words: Some(rest), ..found });
            }
            // "the todos tagged home", "the todos for tomorrow"
            Some(0) if !all && plural && [TAGGED, BEFORE_DAYS].iter().any(|words| reader.is_at(rest, 1, words)) => {
                rest = rest.get(1..)?;
            }
            // "the shopping ones": of the list of that name.
            Some(at) if !all && is_named_list(reader, rest, at) => {
                found.list = rest.get(..at);
                rest = rest.get(at + 1..)?;
                if rest.is_empty() {
                    return Some(found);
                }
            }
            // "my tuesday todos"
            Some(at) if !all && plural && reader.is_day_by_name(rest.get(..at)?) => {
                found.due = due(reader, rest.get(..at)?);
                rest = rest.get(at + 1..)?;
                if rest.is_empty() {
                    return found.due.is_some().then_some(found);
                }
            }
            Some(at) if all || (late || ranked.is_some()) && plural && at == 0 => {
                let words = rest.get(..at)?;
                // "to dos" is two words.
                let words =
                    words.split_last().map_or(words, |(last, before)| if reader.is(last, TO) { before } else { words });
                // "all of tuesday's tasks", "all my tuesday stuff"
                let owned = words.last().is_some_and(|last| last.span.of(reader.goal).contains(['\'', '’']));
                let days = owned || reader.is_day_by_name(words) && !is_known_list(reader, words);
                match due(reader, words).filter(|_| days && found.due.is_none()) {
                    Some(day) => found.due = Some(day),
                    // "all my shopping todos"
                    None if is_known_list(reader, words) => found.list = Some(words),
                    None => found.words = Some(words).filter(|words| !words.is_empty()),
                }
                rest = rest.get(at + 1..)?;
            }
            _ => return None,
        }
    }
    let skipped = rest.iter().take_while(|token| reader.is(token, THAT_ARE)).count();
    rest = rest.get(skipped..)?;
    if rest.is_empty() {
        return (all || everything && !whatever || late || ranked.is_some()).then_some(found);
    }
    // "every open todo with no date": nothing is done to others.
    let open = |words: &&[Token]| reader.all_are(words, OPEN);
    narrow(reader, rest, found).map(|found| Selection { words: found.words.filter(|words| !open(words)), ..found })
}

/// Whether just two todos stand on the list that words speak of.
fn are_two(reader: &Words<'_>, words: &[Token]) -> bool {
    let plural = words.last().is_some_and(|last| reader.word(last).ends_with(PLURAL_ENDING));
    let found = |on_list: &dyn OnList| on_list.with(&text_of(reader.goal, words), 3).len();
    plural && reader.context.on_list.map(found) == Some(2)
}

/// Whether words are the name of a list and not of a tag alone.
fn is_known_list(reader: &Words<'_>, words: &[Token]) -> bool {
    let known = || matches!(words, [only] if reader.grammar.known_lists.contains(only.word));
    !words.is_empty() && !reader.is_own_tag(words) && (known() || reader.is_own_list(words))
}

/// Whether "ones" stand behind the name of a list that is known.
fn is_named_list(reader: &Words<'_>, words: &[Token], at: usize) -> bool {
    let known = || words.first().is_some_and(|name| reader.grammar.known_lists.contains(name.word));
    let ones = at == 1 && reader.is_at(words, at, ONES) && known();
    // "the home todos", where that is a tag or a list of one's own
    let name = words.get(..at).unwrap_or_default();
    let own = || reader.is_own_tag(name) || reader.is_own_list(name);
    ones || reader.is_at(words, at, NOUNS_OF_ALL) && own()
}

/// The todos selected by words behind "the ones" or "what is": "the ones tagged home", "what is due today".
pub(crate) fn told_apart<'t>(reader: &Words<'_>, words: &'t [Token]) -> Option<Selection<'t>> {
    let these = words.iter().take_while(|token| reader.is(token, THESE)).count();
    let noun = usize::from(reader.is_at(words, these, NOUNS_TOLD_APART));
    let from = words.iter().skip(these + noun).take_while(|token| reader.is(token, THAT_ARE)).count() + these + noun;
    let rest = words.get(from..).filter(|rest| !rest.is_empty() && noun > 0)?;
    narrow(reader, rest, Selection::default())
}

/// What was found with what the last words say of it: "due today", "tagged home", "on my work list".
fn narrow<'t>(reader: &Words<'_>, rest: &'t [Token], mut found: Selection<'t>) -> Option<Selection<'t>> {
    let is = |token: Option<&Token>, words: &'static str| token.is_some_and(|token| reader.is(token, words));
    let (first, after) = rest.split_first()?;
    let when = |words: &[Token]| due_filter(reader, words).filter(|_| names_days(reader, words));
    let says = |words: &'static str| reader.is(first, words);
    match () {
        () if without_a_date(reader, rest) == Some(rest.len()) => found.due = Some(NO_DAY.to_owned()),
        () if rank(reader, rest) == Some(rest.len()) => found.priority = Some(priority(reader, rest)?),
        () if says(LATE) && after.is_empty() => found.due = Some(OVERDUE.to_owned()),
        () if says(DUE) => found.due = Some(when(after)?),
        () if says(TAGGED) => found.tag = Some(after.get(usize::from(is(after.first(), TAGGED_AS))..)?),
        () if says(BEFORE_DAYS) && when(after).is_some() => found.due = when(after),
        // "everything at home", where that is a tag and no list
        () if says(BEFORE_A_TAG) && reader.is_own_tag(after) => found.tag = Some(after),
        // "each todo on my list" is every one there is.
        () if says(BEFORE_A_LIST) && reader.list_said(after).is_some_and(<[Token]>::is_empty) => {}
        () if says(BEFORE_A_LIST) => found.list = Some(reader.grammar.name_of_list(after)?),
        // "everything with phone in it"
        () if says(WITH_WORDS) => {
            found.words = Some(IN_IT.iter().find_map(|run| reader.before_the_end(after, run)).unwrap_or(after));
        }
        () => found.due = Some(when(rest)?),
    }
    let whole = found.priority.is_some()
        || [found.words, found.list, found.tag]
            .into_iter()
            .flatten()
            .all(|words| !words.is_empty() && words.len() <= 4);
    whole.then_some(found)
}
