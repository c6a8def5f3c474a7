//! Whether what a row captured makes sense: not a reading of its own, but the doubts that a careful listener would have.

use crate::{
    context::Known,
    lang::{
        en::{
            connectors::{IT, TICKS},
            corrections::{KEPT_IN_NO_TEXT, SAID_AFTER},
            doubts::{
                A_DAY, A_LIST, A_THING_OF, A_TODO, A_TODO_OR_TO, ABOUT, ADD, AFTER_LIST, ARTICLES, ARTICLES_AND_ALL,
                BEFORE_A_THING, BEFORE_A_TIME, BEFORE_WHETHER, CALLED, CONDITION, DO, DO_WHO, DONE, Doubt, EVERYTHING,
                EVERYTHING_WORDS, FROM_A_PLACE, GOES_ON, I_AM, IN_ITS_PLACE, INSTEAD, KEEPS, LATEST, LIST,
                LISTS_OF_ONES_OWN, MORE, NOT, NUMBERS, OF_TODOS_AND_LISTS, OFF, ON_OR_OFF, ONE_MORE, OTHER, PICKED,
                POINTS, Place, QUESTION, REMIND, REMINDER, REMINDER_OR_ME, SETS, SPEAKS_OF_ONE, SWAPS, Spared,
                TAG_NAMES, TAGS, TELLS_OF_DEEDS, TO, TO_A_PLACE, TOGETHER, TOGETHER_FIRST, WHICH_OF_MINE, YOUR,
            },
            in_full::CAN_YOU,
            lists::LISTS_OR_FROM,
            phrases::{AND, KEPT, SECOND_THOUGHTS},
            places::BOTH,
            references,
        },
        grammar::{DEEDS, VERBS},
    },
    model::{
        intent::TodoIntent,
        request::{Request, Slots},
        token::{Token, TokenKind, UNKNOWN, span_of},
    },
    parse::{correct::is_pause, text::text_of, words::Words},
    spelling,
};

/// The most letters of what may be short for more, so that the point behind it ends no sentence: "dr.", "prof.".
const LONGEST_ABBREVIATION: usize = 4;

/// The most words by which a todo is named among others.
const LONGEST_NAME: usize = 5;

/// Whether words are one quotation.
pub(super) fn is_quoted(item: &[Token]) -> bool {
    matches!(item, [only] if only.kind == TokenKind::Quoted)
}

impl Words<'_> {
    /// Whether words take back what was said before them: "delete milk, no wait, delete bread".
    pub(crate) fn takes_back(&self, words: &[Token]) -> bool {
        let said = |phrase: &&str| phrase.split(' ').eq(words.iter().map(|token| self.word(token)));
        words.len() <= 2 && SECOND_THOUGHTS.iter().any(said)
    }

    /// Why an item cannot be one, by the first row that says so.
    pub(super) fn doubted(
        &self,
        doubts: &'static [Doubt],
        intent: TodoIntent,
        item: &[Token],
        joined: bool,
        singular: bool,
    ) -> Option<&'static Doubt> {
        let holds = |doubt: &&Doubt| {
            let spared = match doubt.spared {
                Spared::Nothing => false,
                Spared::Joined => joined,
                Spared::Singular => singular,
                Spared::JoinedAndSingular => joined || singular,
            };
            let rest = item.len().checked_sub(doubt.run.len());
            !spared
                && (doubt.of)(intent)
                && match doubt.place {
                    Place::Start => self.begins(item, doubt.run),
                    Place::End => rest.and_then(|at| item.get(at..)).is_some_and(|end| self.begins(end, doubt.run)),
                    Place::Anywhere => self.holds(item, doubt.run),
                    Place::Whole => rest == Some(0) && self.begins(item, doubt.run),
                }
        };
        doubts.iter().find(holds)
    }

    /// Whether a bare verb and its object speak of something else than a todo: "complete my order", "add salt to the soup",
    /// "remove a stain from a shirt", "i did well".
    pub(super) fn is_another_matter(&self, intent: TodoIntent, tokens: &[Token], item: &[Token]) -> bool {
        let is = |at: usize, words: &'static str| self.is_at(item, at, words);
        let own = |at: usize| is(at, ARTICLES);
        let last = item.last().map_or(UNKNOWN, |token| token.word);
        // "add wine on the 19th" says when.
        let put_at = |at: usize| is(at, TO_A_PLACE) && own(at + 1) && !self.is_when_at(item, at);
        match intent {
            TodoIntent::Add => {
                // "add more salt", "add tents to camping, and matches to shopping"
                let several = item.iter().any(|token| token.is_sign(','));
                let twice = item.iter().filter(|token| self.is(token, TO)).count() > 1;
                // "add two torches, a rope and some string to my camping supplies"
                let late = || (item.len().saturating_sub(4)..item.len()).any(put_at);
                if is(0, MORE) || several && (twice || late()) {
                    return true;
                }
                // "add lunch on that day"
                let to = (1..item.len()).find(|at| put_at(*at) && !is(at + 2, A_DAY));
                let goes = item.first().is_some_and(|first| self.grammar.going.contains(first.word));
                // What begins with an article is a thing, and a thing is put somewhere.
                let thing = self.first_is(item, A_THING_OF);
                let near = if thing { 6 } else { 2 };
                // "add salt to soup"
                let put = is(1, TO) && matches!(item.len(), 3 | 4);
                (to.is_some_and(|to| to <= near && item.len() - to <= 4) || put) && !goes || self.holds_a_list(item)
            }
            TodoIntent::Delete | TodoIntent::Complete => {
                let fared = self.first_is(tokens, I_AM)
                    && (is(0, NOT)
                        || item.first().is_some_and(|token| self.grammar.fared.contains(token.word) && item.len() < 3)
                        || self.holds(item, &[AND, GOES_ON]));
                let ordinal = is(0, LATEST) || own(0) && is(1, WHICH_OF_MINE);
                // "mark the dentist call as done" is said of nothing but what is to be done.
                let marked =
                    intent == TodoIntent::Complete && self.first_is(tokens, TICKS) && self.last_is(tokens, DONE);
                let trade = !marked && item.len() <= if own(0) { 4 } else { 2 } && self.grammar.trade.contains(last);
                // "remove ink from leather"
                let from = intent == TodoIntent::Delete && (1..item.len()).any(|at| is(at, FROM_A_PLACE));
                let several = crate::parse::places::positions(self, item).is_some();
                fared || trade || from || ordinal && !several
            }
            _ => false,
        }
    }

    /// Whether an item has a condition in it that nothing else read: "umbrella if it rains", but not "ask if Bob comes".
    pub(crate) fn holds_a_condition(&self, item: &[Token]) -> bool {
        item.windows(2).any(|pair| match pair {
            [before, word] => self.is(word, CONDITION) && !self.is(before, BEFORE_WHETHER),
            _ => false,
        })
    }

    /// Whether words to look for are a todo's: one or two, and none of what people look for elsewhere. Looking changes
    /// nothing, so that hardly more is asked for.
    pub(super) fn can_be_found(&self, item: &[Token]) -> bool {
        let own = |token: &Token| {
            let world = [&self.grammar.elsewhere, &self.grammar.trade];
            matches!(token.kind, TokenKind::Word | TokenKind::Quoted)
                && token.span.len() > 1
                && !self.grammar.is_numeric(token)
                && !world.iter().any(|words| words.contains(token.word))
        };
        item.len() <= 2 && item.iter().all(own) && !self.grammar.is_vague(item) && !self.grammar.mentions_foreign(item)
    }

    /// Whether a bare verb and its object may as well speak of anything in the world: "erase my archive", "finish the soup",
    /// "rename my cat to Tom". What is said without an article ("delete buy milk", "delete milk"), in quotes, or by its place
    /// in the list is a todo's words.
    pub(super) fn is_doubtful(&self, intent: TodoIntent, tokens: &[Token], item: &[Token], timed: bool) -> bool {
        // "remember that the fair is on May 4" can only be kept.
        let kept = outside(tokens, item).any(|token| self.is(token, KEEPS));
        let kinds = intent.acts_on_a_todo() || intent == TodoIntent::Add && !kept;
        let is_article = |token: &Token| self.is(token, ARTICLES_AND_ALL);
        let start = span_of(item).start;
        if intent == TodoIntent::Relist && self.means_all(item)
            || kinds && crate::parse::selection::selection(self, item).is_some()
        {
            return false;
        }
        // "move the dentist to friday": days are a todo's.
        let names_day = |token: &Token| self.grammar.days.contains(token.word);
        let sets = || self.any_is(tokens, SETS);
        let moves = matches!(intent, TodoIntent::Reschedule | TodoIntent::Postpone | TodoIntent::Advance);
        if moves && !sets() && outside(tokens, item).any(names_day) {
            return false;
        }
        // "change buy milk to buy oat milk" speaks of the same thing twice; "change euros to dollars" of anything.
        let changes = tokens.iter().take_while(|token| token.span.start < start);
        if intent == TodoIntent::Rename
            && changes.last().is_some_and(|verb| self.is(verb, SWAPS))
            && self.says_no_todo(tokens, item)
            && !self.stands_on_a_list(item)
        {
            let end = span_of(item).end;
            let new = || tokens.iter().filter(|token| token.span.start >= end);
            return !item.iter().any(|old| new().any(|token| self.word(token) == self.word(old)));
        }
        let before = tokens.iter().rfind(|token| token.span.start < start);
        // "add tag home" does not say to what.
        let tags = self.first_is(item, TAGS);
        let article = tags || item.first().is_some_and(is_article) || before.is_some_and(is_article);
        if intent.acts_on_a_todo() && self.stands_on_a_list(item) {
            return false;
        }
        // "add a dozen eggs" can be nothing else, unless it is kept elsewhere.
        let world = [&self.grammar.trade, &self.grammar.foreign];
        let plain = !item.iter().any(|token| token.is_sign(',') || self.is(token, TO));
        let some =
            || plain && (self.first_is(item, A_THING_OF) || before.is_some_and(|before| self.is(before, A_THING_OF)));
        let own = || !item.iter().any(|token| world.iter().any(|words| words.contains(token.word)));
        let adds = intent.adds();
        // "put the boiler service in for 9 december"
        // "put down a meeting with Sarah on monday at 2"
        if adds && (timed || some() && own() || self.is_event_on_a_day(item)) {
            return false;
        }
        if !kinds
            || !article
            || !self.says_no_todo(tokens, item)
            || crate::parse::places::positions(self, item).is_some()
        {
            return false;
        }
        // Who says "I finished the report" asks nobody to do anything in the world.
        if intent == TodoIntent::Complete && self.first_is(tokens, TELLS_OF_DEEDS) {
            return false;
        }
        // "mark the report as done", "check the report off" say themselves that a todo is meant.
        let end = span_of(item).end;
        let after = tokens.iter().any(|token| token.span.start >= end && token.kind == TokenKind::Word);
        let marks = matches!(intent, TodoIntent::Complete | TodoIntent::Reopen) && after;
        !marks && !self.any_is(tokens, OFF)
    }

    /// Whether an item goes on in another sentence that asks for something: "washing up liquid. Tag them all".
    pub(super) fn holds_another_sentence(&self, item: &[Token]) -> bool {
        let abbreviated = |token: &Token| token.span.len() <= LONGEST_ABBREVIATION;
        // "tape could you go ahead" asks for more.
        let asks = (1..item.len()).any(|at| item.get(at..).is_some_and(|rest| self.begins(rest, CAN_YOU)));
        asks || item.windows(3).any(|three| match three {
            [before, sign, after] if after.kind == TokenKind::Word && !after.glued => match sign.kind {
                TokenKind::Sign('?') => true,
                TokenKind::Sign('.') => {
                    let asks = self.is_beginner(after) || self.is(after, VERBS) || self.is(after, DEEDS);
                    asks && !abbreviated(before)
                }
                _ => false,
            },
            _ => false,
        })
    }

    /// Whether words of a todo have in them what puts others right, which nothing read: "oat milk, no wait, never mind".
    pub(super) fn keeps_a_correction(&self, words: &[Token]) -> bool {
        let paused = |at: &usize| words.get(at - 1).is_some_and(is_pause);
        let puts_right = |at| KEPT_IN_NO_TEXT.iter().any(|run| self.begins(words.get(at..).unwrap_or_default(), run));
        // "dentist at 3... 4pm sorry"
        let timed = |at| matches!(words.get(at..), Some([time, sorry]) if time.numeric && self.is(sorry, SAID_AFTER));
        (2..words.len()).filter(paused).any(|at| puts_right(at) || timed(at))
    }

    /// The words in a statement that name one todo of the person's, the most of them.
    pub(crate) fn todo_named_in<'t>(&self, words: &'t [Token]) -> Option<&'t [Token]> {
        let telling = |words: &&[Token]| {
            // "need to buy more" names no "buy milk".
            let own = |token: &Token| !self.is(token, DEEDS) && !self.grammar.is_vague(std::slice::from_ref(token));
            !self.grammar.is_vague(words)
                && words.iter().any(|token| token.kind == TokenKind::Word && token.span.len() > 2 && own(token))
        };
        let most = words.len().min(LONGEST_NAME);
        let named = |len| words.windows(len).filter(telling).find(|words| self.names_one_todo(words));
        let mut found = (1..=most).rev().find_map(named)?;
        // "to finish the report tonight"; "almond milk" is another todo than "milk".
        let text = self.as_it_stands(&text_of(self.goal, found));
        let same = |rest: &[Token]| !rest.is_empty() && self.as_it_stands(&text_of(self.goal, rest)) == text;
        while let Some((_, rest)) = found.split_first().filter(|(_, rest)| same(rest)) {
            found = rest;
        }
        while let Some((_, rest)) = found.split_last().filter(|(_, rest)| same(rest)) {
            found = rest;
        }
        Some(found)
    }

    /// Whether a question mark stands behind words: "we have 7 guests with 2 rolls each, how many is that?"
    pub(crate) fn ends_as_question(&self, words: &[Token]) -> bool {
        self.goal.get(span_of(words).end..).is_some_and(|rest| rest.trim_start().starts_with('?'))
    }

    /// Whether more was said of a todo than its words in quotes: `"hang the mirror" and frame "the photo"` names none.
    pub(super) fn goes_on_after_quotes(&self, item: &[Token]) -> bool {
        let quoted = |token: &Token| token.kind == TokenKind::Quoted;
        let more = item.iter().skip(1).any(|token| self.is(token, AND));
        item.first().is_some_and(quoted)
            && more
            && !crate::parse::parts::parts(self, item).iter().all(|part| is_quoted(part))
    }

    /// Whether new words hold another thing to do: "rename gym to swimming and make it urgent".
    fn goes_on_about_it(&self, text: Option<&[Token]>) -> bool {
        text.unwrap_or_default().windows(3).any(|three| match three {
            [and, verb, it] => self.is(and, AND) && self.is_beginner(verb) && self.is(it, IT),
            _ => false,
        })
    }

    /// Whether the person has a todo with all of these words.
    pub(super) fn stands_on_a_list(&self, item: &[Token]) -> bool {
        // Who quotes a todo's words means one.
        if is_quoted(item) {
            return true;
        }
        let Some(on_list) = self.context.on_list else { return false };
        let stands = |words: &[Token]| {
            let said = text_of(self.goal, words);
            // "the libary books" are those that are there.
            !matches!(on_list.find(&said), Known::None(_)) || self.meant_with_a_slip(words).is_some()
        };
        // "the sink and the library books", "both milk and the books"
        let both = usize::from(self.first_is(item, BOTH));
        let each = || crate::parse::parts::parts(self, item.get(both..).unwrap_or_default());
        stands(item) || item.len() > 2 && each().len() > 1 && each().iter().all(|part| stands(part))
    }

    /// Whether the words begin as a question does; "do dishes" is none.
    pub(crate) fn is_question(&self, tokens: &[Token]) -> bool {
        self.first_is(tokens, QUESTION) || self.begins(tokens, &[DO, DO_WHO])
    }

    /// Whether what is asked for is one of several, told by how it is beside the others: "the shortest todo".
    pub(super) fn picks_one(&self, item: &[Token]) -> bool {
        matches!(item, [.., only] if item.len() <= 2 && self.is(only, PICKED))
    }

    /// Whether the words around an item speak of one todo: "a todo", "the task", but not "my to do list".
    pub(super) fn speaks_of_one(&self, tokens: &[Token], item: &[Token]) -> bool {
        let inside = span_of(item);
        let is = |at: usize, words: &'static str| {
            tokens.get(at).is_some_and(|token| !inside.overlaps(token.span) && self.is(token, words))
        };
        (0..tokens.len()).any(|at| {
            let one = is(at, SPEAKS_OF_ONE) || is(at, DO) && at > 0 && is(at - 1, TO);
            one && !is(at + 1, A_LIST)
        })
    }

    /// Whether "one" is all that is said of what is made: "make a new one called food".
    pub(super) fn makes_one(&self, tokens: &[Token], item: &[Token]) -> bool {
        let start = span_of(item).start;
        let mut before = tokens.iter().rev().skip_while(|token| token.span.start >= start);
        before.next().is_some_and(|token| self.is(token, CALLED))
            && before.next().is_some_and(|token| self.is(token, ONE_MORE))
    }

    /// "a reminder for …" names a thing and not what to do.
    pub(super) fn is_reminder_about(&self, tokens: &[Token], item: &[Token]) -> bool {
        let start = span_of(item).start;
        let mut before = tokens.iter().rev().skip_while(|token| token.span.start >= start);
        let mut next_is = |words: &'static str| before.next().filter(|token| self.is(token, words));
        next_is(ABOUT).is_some()
            && next_is(REMINDER_OR_ME).is_some_and(|token| self.is(token, REMINDER) || next_is(REMIND).is_some())
    }

    /// Whether a todo is given another name, and no day, no unit and nothing else beside it.
    fn gives_a_name(&self, request: &Request<'_>) -> bool {
        let Slots { item, text, .. } = request.slots;
        let is_day = |text: &[Token]| {
            let words = text_of(self.goal, text);
            text.iter().any(|token| self.grammar.days.contains(token.word))
                && crate::parse::due::due(self, text).is_some()
                || crate::dates::is_when(&words, &self.moment())
        };
        // "change 5 feet to inches"
        let amount = item.and_then(<[Token]>::first).is_some_and(|token| token.numeric);
        // "rename gym to swim, and the report too" is about two.
        let goes_on = |pair: &[Token]| matches!(pair, [sign, and] if sign.is_sign(',') && self.is(and, AND));
        let is_name = |text: &[Token]| {
            !is_day(text) && !self.says_it_must_be_done(request, text) && !text.windows(2).any(goes_on)
        };
        let list = item.is_some_and(|words| self.last_is(words, A_LIST));
        !amount && !list && !self.goes_on_about_it(text) && text.is_some_and(is_name)
    }

    /// Whether what is to be added can be a todo, and what stands before it is when.
    fn may_be_added(&self, item: Option<&[Token]>, text: Option<&[Token]>, tokens: &[Token]) -> bool {
        // "remind me at 6pm to …": what stands before must be a time.
        if text.is_some_and(|text| !self.says_when(text)) {
            return false;
        }
        // "call Bob and at 10am to call Jane", "add the numbers 1 to 10"
        if item.is_some_and(|item| self.is_no_todo(item)) {
            return false;
        }
        // "todo 4" is a place and no todo called "4".
        let place = matches!(item, Some([only]) if only.kind == TokenKind::Number);
        if place && self.first_is(tokens, A_TODO_OR_TO) {
            return false;
        }
        // "start my to do list over" makes no todo "list over".
        !item.is_some_and(|words| self.first_is(words, A_LIST)) || self.is_add_todo(tokens, item)
    }

    /// Whether the slots of a request hold what they must.
    pub(super) fn makes_sense(&self, intent: TodoIntent, request: &Request<'_>, tokens: &[Token]) -> bool {
        let Slots { item, text, name, when, position, value } = request.slots;
        let named = item.is_some() || position.is_some();
        let foreign = |tokens: Option<&[Token]>| tokens.is_some_and(|tokens| self.grammar.mentions_foreign(tokens));
        // "push the meeting todo to friday" says itself that a todo is meant.
        // "file the receipts", "text Ann": a first word that others follow is what to do.
        let is_foreign = foreign(item)
            && foreign(item.map(|item| {
                let start = span_of(item).start;
                let before = tokens.iter().rfind(|token| token.span.start < start);
                let verb = item.len() > 1 && !before.is_some_and(|token| self.is(token, BEFORE_A_THING));
                item.get(usize::from(verb)..).unwrap_or_default()
            }));
        let elsewhere =
            is_foreign && item.is_some_and(|item| self.says_no_todo(tokens, item) && !self.stands_on_a_list(item));
        let yours = item.and_then(<[Token]>::first).is_some_and(|token| self.is(token, YOUR));
        if self.is_senseless(intent, tokens, item) {
            return false;
        }
        match intent {
            // "add eggs 2 shopping list"
            TodoIntent::CreateList
                if name.is_some_and(|name| name.len() > 1 && name.iter().any(|token| token.numeric)) =>
            {
                false
            }
            TodoIntent::RenameList => self.renames_a_list(&request.slots),
            TodoIntent::CreateList | TodoIntent::DeleteList => {
                let said = item.or(name).or(request.slots.text);
                said.is_some_and(|said| !self.grammar.is_vague(said)) && !foreign(item) && !foreign(name)
            }
            TodoIntent::Delete if self.may_go_elsewhere(tokens, item) => false,
            // "I did 38 drops at 3.15 each" tells of a sum.
            TodoIntent::Complete if item.is_some_and(|item| self.tells_of_a_sum(item)) => false,
            // "got the oil changed yesterday so oil change can go" gives a reason first.
            TodoIntent::Delete | TodoIntent::Complete if item.is_some_and(|item| self.gives_a_reason_first(item)) => {
                false
            }
            TodoIntent::Search if self.says_we_are(tokens) => false,
            TodoIntent::Delete if self.is_kept_elsewhere(item.unwrap_or_default(), name, tokens) => false,
            TodoIntent::Delete | TodoIntent::Complete | TodoIntent::Reopen | TodoIntent::Get => named,
            TodoIntent::Rename => named && !yours && !elsewhere && self.gives_a_name(request),
            TodoIntent::Reschedule => {
                // "move todo 1 to monday, todo 2 to tuesday": one day each, and one todo.
                let several = item.is_some_and(|item| self.goes_to_a_day(item));
                named && when.is_some() && !several && !elsewhere
            }
            TodoIntent::Relist => named && !yours && self.can_be_moved(request, tokens, is_foreign),
            TodoIntent::Postpone | TodoIntent::Advance => {
                let length = |text: &[Token]| crate::dates::length(&text_of(self.goal, text)).is_some();
                // "push the call to saturday and the dentist by a week": a day of its own, and another length of time.
                let to_day = item.is_some_and(|item| self.goes_to_a_day(item));
                named && text.is_some_and(length) && !elsewhere && !to_day
            }
            TodoIntent::Undate | TodoIntent::Unrepeat => named && !elsewhere,
            TodoIntent::Note => {
                let stands = |item| self.context.on_list.is_none() || self.stands_on_a_list(item);
                text.is_some() && item.is_some_and(stands)
            }
            TodoIntent::Repeat => {
                let again = |text: &[Token]| crate::dates::recurrence(&text_of(self.goal, text), &self.moment());
                named && text.and_then(again).is_some() && !elsewhere
            }
            TodoIntent::Tag | TodoIntent::Untag => {
                let name = |text: &[Token]| {
                    (1..=2).contains(&text.len()) && (self.all_are(text, TAG_NAMES) || !self.grammar.is_vague(text))
                };
                named && text.is_some_and(name) && !elsewhere
            }
            TodoIntent::Prioritise => named && value.is_some(),
            TodoIntent::Add | TodoIntent::AddSeveral => self.may_be_added(item, text, tokens),
            TodoIntent::Search => item.is_some(),
            // "everything tagged work that's still open" narrows by more than a tag.
            TodoIntent::List => text.is_none_or(|tag| tag.len() <= 2),
            _ => true,
        }
    }

    /// Whether what goes from one list to another are todos: "move money from savings to checking" speaks of something else.
    fn can_be_moved(&self, request: &Request<'_>, tokens: &[Token], is_foreign: bool) -> bool {
        let Slots { item, text, name, .. } = request.slots;
        let (item, name) = (item.unwrap_or_default(), name.unwrap_or_default());
        let others = name.iter().any(|token| self.is(token, OTHER)) || self.any_is(item, LISTS_OR_FROM);
        // Where nothing says that lists are meant, only "everything" goes from one to another.
        // "move book flights from holiday to travel" speaks of a list where it stands on that one.
        let from = text.map(|from| text_of(self.goal, from));
        let stands =
            from.zip(self.context.on_list).and_then(|(from, todos)| todos.stands_on(&text_of(self.goal, item), &from));
        let said = self.any_is(tokens, LISTS_OF_ONES_OWN) || stands == Some(true);
        let moves = said || text.is_none() || self.means_all(item) && self.grammar.is_list_name(name);
        // "put book flights under holiday": what stands on the list is none of anybody else's.
        let own = || said && self.is_deed(item) || self.names_one_todo(item);
        moves && !others && (!is_foreign || own()) && !self.grammar.mentions_foreign(name)
    }

    /// "delete Bob from my contacts": what is named is no list of todos, and nothing says that it is one.
    fn is_kept_elsewhere(&self, item: &[Token], name: Option<&[Token]>, tokens: &[Token]) -> bool {
        let world = |token: &Token| {
            let sets = [&self.grammar.trade, &self.grammar.elsewhere, &self.grammar.foreign];
            sets.iter().any(|words| words.contains(token.word))
        };
        name.is_some_and(|name| name.iter().any(world)) && self.says_no_todo(tokens, item)
    }

    /// Whether a clause is a verb and an item, with no word about todos or lists.
    pub(super) fn is_bare(&self, tokens: &[Token], item: &[Token]) -> bool {
        self.says_no_todo(tokens, item) && !outside(tokens, item).any(|token| self.is(token, KEPT))
    }

    /// Whether no word beside an item is one of todos or lists. "To" is no such word of its own, but hardly anything else
    /// than a todo is said with it.
    fn says_no_todo(&self, tokens: &[Token], item: &[Token]) -> bool {
        !outside(tokens, item).any(|token| self.is(token, OF_TODOS_AND_LISTS))
    }

    /// Whether words that would be added are two things with times of their own, or a sum's numbers.
    fn is_no_todo(&self, item: &[Token]) -> bool {
        // "call Bob and at 10am to call Jane"
        let again = |at: usize| {
            let is = |ahead: usize, words: &'static str| self.is_at(item, at + ahead, words);
            is(0, AND) && is(1, BEFORE_A_TIME) && (3..6).any(|ahead| is(ahead, TO))
        };
        // "add the numbers 1 to 10", "add them together" are sums.
        let numbers = self.any_is(item, NUMBERS) && item.iter().any(|token| token.numeric);
        let together = self.first_is(item, TOGETHER_FIRST) && self.all_are(item, TOGETHER);
        numbers || together || (1..item.len()).any(again)
    }

    /// Whether "add todo" alone stands before an item, so that it is the request, and "list expenses" what is to be done.
    fn is_add_todo(&self, tokens: &[Token], item: Option<&[Token]>) -> bool {
        let Some([first, second, ..]) = item else { return false };
        let mut before = tokens.iter().take_while(|token| token.span.start < first.span.start);
        before.next().is_some_and(|token| self.is(token, ADD))
            && before.next().is_some_and(|token| self.is(token, A_TODO))
            && before.next().is_none()
            && self.is(first, LIST)
            && second.kind == TokenKind::Word
            && !self.is(second, AFTER_LIST)
    }

    /// Whether words end in "instead".
    pub(crate) fn says_instead(&self, words: &[Token]) -> bool {
        self.any_is(words, INSTEAD) || self.before_the_end(words, IN_ITS_PLACE).is_some()
    }

    /// Whether words end in "on it".
    pub(crate) fn says_on_it(&self, words: &[Token]) -> bool {
        let said = self.grammar.without_courtesy_after(words);
        matches!(said, [.., on, it] if self.is(on, ON_OR_OFF) && self.is(it, IT))
    }

    /// Whether words end in what puts something on a list: "put rolls on".
    pub(crate) fn says_on(&self, words: &[Token]) -> bool {
        self.grammar.without_courtesy_after(words).last().is_some_and(|token| self.is(token, ON_OR_OFF))
    }

    /// Whether an item is every todo: "everything", "all my todos".
    pub(crate) fn means_all(&self, item: &[Token]) -> bool {
        // "mark evrything as done"
        let slip = || {
            let only = item.first().filter(|only| item.len() == 1 && only.word == UNKNOWN);
            only.is_some_and(|only| spelling::is_slip_for(&self.word(only), references::EVERYTHING))
        };
        self.first_is(item, EVERYTHING) && self.all_are(item, EVERYTHING_WORDS) || slip()
    }

    /// Whether the words point at something said before.
    pub(super) fn points(&self, tokens: &[Token]) -> bool {
        self.any_is(tokens, POINTS)
    }
}

/// The tokens beside an item.
pub(crate) fn outside<'t>(tokens: &'t [Token], item: &[Token]) -> impl Iterator<Item = &'t Token> {
    // By their places: words that were put together from several parts of a goal stand in another order there.
    let inside = item.first().map(|first| first.index).zip(item.last().map(|last| last.index));
    tokens.iter().filter(move |token| inside.is_none_or(|(from, to)| !(from..=to).contains(&token.index)))
}

#[cfg(test)]
mod tests {
    use dunlin_date::Now;

    use super::*;
    use crate::{
        context::PlanContext,
        lang::{
            en::{doubts::DOUBTS, senseless::SENSELESS},
            grammar::{grammar, intents},
        },
        lex::tokenize,
        model::intent::Intent,
    };

    #[test]
    fn each_doubt_has_an_example_that_no_other_row_doubts_first() {
        let context = PlanContext::new(Now::parse("2026-11-21T09:30").expect("a moment"));
        for (doubts, doubt) in
            [DOUBTS, SENSELESS].into_iter().flat_map(|doubts| doubts.iter().map(move |doubt| (doubts, doubt)))
        {
            let (reason, example) = doubt.told;
            let words = Words::of(example, &context);
            let item = tokenize(example, grammar().vocabulary());
            let todo =
                intents().filter_map(|intent| if let Intent::Todo(intent) = intent { Some(intent) } else { None });
            let first = todo.filter_map(|intent| words.doubted(doubts, intent, &item, false, false));
            assert!(first.into_iter().any(|first| std::ptr::eq(first, doubt)), "{example:?}: {reason}");
        }
    }
}
