//! Words that can only be a thing to do although nothing says that a todo is meant: "buy butter", "pay the rent on the 1st of
//! every month", "dentist on friday at 3pm".

use crate::{
    dates,
    lang::{
        en::{
            asides::WHO_ASKS,
            clocks::BY,
            cues::{ADVERBS, NEEDS_DOING},
            days::{OPEN_ENDS, WEEKDAYS},
            doubts::A_DAY,
            exchanged::PUT,
            forms,
            items::{
                ASKS_AT_LAST, AT_ONCE, BE, BE_SOMEWHERE, BOOKED, CAN, CAN_GO, CANCELS, CHORES, COMES_AGAIN,
                CROSSES_OUT, DUE, DUE_OR_NOT, FOR_ME, GET, GOES_SOMEWHERE, HEARSAY, IS_NOT_NEEDED, MORE_OF, MOVED,
                MUST_AT_FIRST, MUST_DO, NEED, NO_THING_DUE, ORDERED_BY_DAY, ORDINAL_ENDS, PEOPLE_OR_IT, SHOULD,
                SOMEWHERE, STARTS_A_TIME, STATES, THIS_OR_THAT, TODOS_OR_LISTS, WERE, YOU,
            },
            pauses::SO,
            phrases::{
                AGAIN, AND, ARTICLES, BUY, CALLS, DONE_TO, GOING, HAVING, MONTH_NAMES, MONTHS_IN_SHORT, NOW_OR_NUMBER,
                PAYMENTS, SOLD, TOLD_OF,
            },
            places::DONE,
            priorities::{PRIORITY, THE_PRIORITY, URGENT},
            senseless::SENSELESS,
            sums::FOR_EACH,
        },
        grammar::{DEEDS, EVENTS, HANDLED_ELSEWHERE, VERBS},
    },
    model::{
        intent::TodoIntent,
        request::{Asked, Request, Slots},
        token::{Token, TokenKind, UNKNOWN},
    },
    parse::{parts::parts, selection::selection, text::text_of, timed::says_when_due, words::Words},
    spelling,
};

/// The most words of a thing behind a day on which somebody wants to be reminded.
const MOST_WORDS_OF_A_THING: usize = 3;
/// The most words of a thing that stands by itself with its day.
const LONGEST_NAME: usize = 5;

impl Words<'_> {
    /// Whether words begin with what is to be done: "book flights".
    pub(crate) fn is_deed(&self, item: &[Token]) -> bool {
        let is_there = |first: &Token, at: &Token| self.is(first, BE_SOMEWHERE) && self.is(at, SOMEWHERE);
        matches!(item, [first, at, ..] if self.is(first, VERBS) || self.grammar.going.contains(first.word) || is_there(first, at))
    }

    /// What a request to delete does where several are crossed out: those are done, "cross out whatever is overdue".
    pub(super) fn crossed_out(&self, intent: TodoIntent, request: &mut Request<'_>, tokens: &[Token]) -> TodoIntent {
        let several = |item: &[Token]| selection(self, item).is_some() || self.means_all(item);
        let crosses = self.begins(self.grammar.without_courtesy(tokens), CROSSES_OUT);
        if intent == TodoIntent::Delete && crosses && request.slots.item.is_some_and(several) {
            request.asked = Asked::Todo(TodoIntent::Complete);
            return TodoIntent::Complete;
        }
        intent
    }

    /// "every mon and thurs 7pm yoga": a day or a repetition, and what is to be done then.
    pub(super) fn ends_in_a_thing(&self, text: &[Token]) -> bool {
        let said = text_of(self.goal, text);
        let read = dates::quick_add(&said, 0, &self.moment());
        let words = read.text.split_whitespace().count();
        read.says_when()
            && (1..=MOST_WORDS_OF_A_THING).contains(&words)
            && said.ends_with(&read.text)
            && !self.grammar.is_vague(text.get(text.len().saturating_sub(words)..).unwrap_or_default())
            && !self.any_is(text, WHO_ASKS)
    }

    /// What is said to be due: "the water bill is due on the 15th". What stands on the list is moved instead.
    pub(crate) fn thing_due<'t>(&self, words: &'t [Token]) -> Option<Request<'t>> {
        let said = self.grammar.without_courtesy(words);
        let stated = said.windows(2).position(|pair| matches!(pair, [is, due] if self.is(is, BE) && self.is(due, DUE)));
        // "car tax due 3 march"
        let bare = || {
            said.iter().position(|token| self.is(token, DUE)).filter(|at| {
                !self.ends_as_question(words) && said.get(..*at).is_some_and(|item| !self.any_is(item, STATES))
            })
        };
        let (at, length) = stated.map(|at| (at, 2)).or_else(|| bare().map(|at| (at, 1)))?;
        let (item, when) = (said.get(..at)?, said.get(at + length..)?);
        let named = (1..=6).contains(&item.len())
            && item.iter().all(|token| token.kind == TokenKind::Word)
            && !self.is_question(said)
            && !self.any_is(item, TODOS_OR_LISTS)
            && !self.any_is(item, PEOPLE_OR_IT)
            && !self.any_is(item, NO_THING_DUE);
        let days = !when.is_empty() && crate::parse::timed::says_when_due(self, when);
        (named && days && !self.stands_on_a_list(item)).then(|| {
            Request::of_likely(TodoIntent::Add, Slots { item: Some(item), when: Some(when), ..Slots::default() })
        })
    }

    /// "we're having tacos" tells what "were we having tacos" would ask.
    pub(super) fn says_we_are(&self, words: &[Token]) -> bool {
        let said = |first: &Token| first.span.of(self.goal).contains(['\'', '’']);
        self.first_is(words, WERE) && words.first().is_some_and(said)
    }

    /// Whether a name has the numbers of a sum in it: "38 drops at 3.15 each".
    pub(super) fn tells_of_a_sum(&self, item: &[Token]) -> bool {
        let numbers = item.iter().filter(|token| token.numeric).count();
        numbers > 1 && self.any_is(item, FOR_EACH) && !self.names_one_todo(item)
    }

    /// Whether a name has a reason and what follows from it in it: "got the oil changed yesterday so oil change".
    pub(super) fn gives_a_reason_first(&self, item: &[Token]) -> bool {
        (2..item.len().saturating_sub(1)).any(|at| self.is_at(item, at, SO)) && !self.names_one_todo(item)
    }

    /// "the kids can go" asks for nothing, where "the gym can go" is on the list.
    pub(super) fn may_go_elsewhere(&self, words: &[Token], item: Option<&[Token]>) -> bool {
        let named = item.is_some_and(|item| self.names_one_todo(item));
        self.before_the_end(words, CAN_GO).is_some() && !named
    }

    /// The todo that a clause can only be; nothing when an assistant may be asked to do it, or nobody is.
    pub(crate) fn thing_to_do<'t>(&self, words: &'t [Token]) -> Option<Request<'t>> {
        let item = self.grammar.without_courtesy(words);
        let item = self.after_having(item).unwrap_or(item);
        // "I should really phone grandma"
        let adverbs = item.iter().take_while(|token| self.is(token, ADVERBS)).count();
        let item = item.get(adverbs..)?;
        // "put water the ferns every 3 days", but not "put clean towels out"
        let deed = self.is_at(item, 2, ARTICLES) && item.get(1..).is_some_and(|deed| self.is_deed(deed));
        let put = usize::from(self.first_is(item, PUT) && deed);
        let item = item.get(put..)?;
        // "must pay the window cleaner thursday"
        let must_first = MUST_AT_FIRST.iter().find(|run| self.begins(item, run)).map_or(0, |run| run.len());
        let item = item.get(must_first..)?;
        let (first, rest) = item.split_first()?;
        let fits = (2..=14).contains(&item.len()) && first.kind == TokenKind::Word && !self.tells_the_weather(item);
        let for_later = self.is_call_for_later(first, item);
        // In "12:30" the colon is no sign of its own.
        let sign = |pair: &[Token]| matches!(pair, [before, sign] if matches!(sign.kind, TokenKind::Sign('?' | ':' | '=' | '>')) && before.kind != TokenKind::Number);
        // Who says what has to be done asks nobody to do it.
        let must = self.says_must(words);
        // "maths with Leo wednesdays 4pm"
        let timed = |at: usize| {
            let time = item.get(at + 1..).unwrap_or_default();
            at > 1 && self.is_at(item, at, COMES_AGAIN) && !time.is_empty() && says_when_due(self, time)
        };
        // "put the bins out every wednesday": what comes again nobody does at once.
        let again = self.any_is(item, AGAIN)
            || self.last_is(item, COMES_AGAIN)
            || !self.is(first, CHORES) && (0..item.len()).any(timed);
        // "order hairnets by friday", "send the photos to jana #work", "book the hall, high priority"
        let by_then = || {
            (2..item.len())
                .any(|at| self.is_at(item, at - 1, BY) && self.tells_a_day(&item[at..]) && self.is_when_due(item, at))
        };
        let tagged = || item.iter().any(|token| token.is_sign('#'));
        let kept = self.is(first, ORDERED_BY_DAY)
            && (by_then() || tagged() || self.tells_when_or_rank(item) || self.orders_more_then(item))
            || self.is(first, CANCELS) && by_then();
        let to_do = for_later || kept || again && self.is(first, CHORES) || must && self.is(first, VERBS);
        // "rent a car for the weekend", "buy bitcoin for me" ask somebody to do it.
        let for_me = self.is(first, BUY) && self.before_the_end(words, FOR_ME).is_some();
        let ordered = !must && (for_me || self.begins(item, BOOKED));
        let asks = ordered
            || item.windows(2).any(sign)
            || self.is(first, HANDLED_ELSEWHERE) && !to_do
            || self.points_at_first(first, rest)
            || self.says_otherwise(words, item, rest);
        if !fits || asks || self.grammar.is_vague(item) || self.any_is(item, TODOS_OR_LISTS) {
            return None;
        }
        // "i need to get to bristol friday night can you book me a ticket"
        let orders = self.holds(rest, &[CAN, YOU]) || self.holds(rest, &[YOU, CAN]);
        let bought = self.is(first, BUY);
        // "physio every second monday" waits for no second. What stands at a place of the rest stands behind that of the item.
        let foreign = |(before, token): (usize, &Token)| {
            let of_again = self.is_at(item, before, AGAIN);
            let sold = self.is(token, EVENTS) || bought && self.is(token, SOLD) || again && self.is(token, PAYMENTS);
            self.grammar.mentions_foreign(std::slice::from_ref(token)) && !sold && !of_again
        };
        let foreign = orders || rest.iter().enumerate().any(foreign) && !must;
        let buys = self.is(first, DEEDS) && !foreign || self.needs_to_get(words, first);
        let read = || dates::quick_add(&text_of(self.goal, item), 0, &self.moment());
        let means = buys || {
            let verb = self.is_deed(item)
                || self.is(first, VERBS)
                || self.grammar.going.contains(first.word)
                || self.is(first, DEEDS);
            // "team lunch next thursday at 12:30"
            let named = self.first_is(rest, EVENTS)
                && (first.word == UNKNOWN || !self.grammar.asks_for_change(std::slice::from_ref(first)));
            let event = self.is(first, EVENTS) || named;
            let starts = first.numeric || self.grammar.days.contains(first.word) || self.is(first, STARTS_A_TIME);
            // "car inspection 12/15 at 9:30"
            let dayed = item.iter().any(|token| self.names_a_day(token)) || holds_a_written_day(item);
            // "flights need doing by friday" is said of what is there.
            let by = !self.any_is(item, NEEDS_DOING)
                && (2..item.len()).any(|at| self.is_at(item, at - 1, BY) && self.is_when_due(item, at));
            let marked = item
                .windows(2)
                .any(|pair| matches!(pair, [sign, tag] if sign.is_sign('#') && tag.kind == TokenKind::Word));
            (verb || event || starts || dayed || again || by || marked) && {
                let read = read();
                let mut said = read.text.split_whitespace();
                let named = said.next().is_some();
                let timed = read.due.as_deref().is_some_and(|due| due.contains('T'));
                let ranked = !foreign && self.any_is(item, PRIORITY) && !self.holds(item, THE_PRIORITY);
                let dated = read.says_when() || ranked;
                // "tomorrow at 5 pick up the kids": what is left begins with what is to be done.
                let does = read.text.split_whitespace().next().is_some_and(|word| {
                    let mut verbs = VERBS.split(' ').chain(GOING.split(' '));
                    verbs.any(|known| word.eq_ignore_ascii_case(known))
                });
                let again = again && read.recurrence.is_some();
                // "car service 14 december at 9", "every monday back up the laptop": a thing of its own day and time, or one
                // that comes again, is kept whatever it is; a statement is not.
                let length = read.text.split_whitespace().count();
                // "sunday 5:30 am" says nothing of who.
                let told = |at: usize| self.is_at(item, at, TOLD_OF) && !(at > 0 && item[at - 1].numeric);
                let states = (0..item.len()).any(told);
                // "rent to the 30th and the dentist to friday" ends nowhere without its days.
                let words: Vec<String> = read.text.split_whitespace().map(str::to_lowercase).collect();
                let ends = |word: &String| OPEN_ENDS.contains(&word.as_str());
                let open = words.last().is_some_and(ends)
                    || words.windows(2).any(|pair| matches!(pair, [end, and] if ends(end) && and == AND));
                // "half marathon 21 march" stands so in a diary.
                let months = || self.any_is(item, MONTH_NAMES) && item.iter().any(|token| token.numeric);
                let in_diary = first.word == UNKNOWN && length < 5 && read.due.is_some() && months();
                let own = in_diary || read.due.is_some() && self.does_to_a_thing(first, rest, &read.text);
                let kept = (1..=LONGEST_NAME).contains(&length)
                    && !states
                    && (again || timed && dayed && !starts || own || by || marked);
                let starts = starts && dated && (does || timed && is_event(&read.text));
                named
                    && !open
                    && (!foreign && (verb && dated || event && (timed || again) || starts || kept) || verb && again)
            }
        };
        (means || for_later || kept)
            .then(|| Request::of_likely(TodoIntent::Add, Slots { item: Some(item), ..Slots::default() }))
    }

    /// "order more foils thursday": more of what is used up is ordered on a day that comes, and is no meal for tonight.
    fn orders_more_then(&self, item: &[Token]) -> bool {
        let then = |at: usize| item.get(at..).is_some_and(|when| self.tells_a_day(when) && !self.any_is(when, AT_ONCE));
        self.is_at(item, 1, MORE_OF) && (3..item.len()).any(|at| then(at) && self.is_when_due(item, at))
    }

    /// Whether words tell something, ask something or point elsewhere, so that they are no todo by themselves: these are its own words,
    /// and those behind the first of them.
    fn says_otherwise(&self, words: &[Token], item: &[Token], rest: &[Token]) -> bool {
        rest.first().is_some_and(|token| self.is(token, MOVED))
            || ASKS_AT_LAST.iter().any(|run| self.before_the_end(item, run).is_some())
            // "rent went through today" tells what happened.
            || self.first_is_past(rest)
            || self.any_is(item, BE) && self.any_is(item, DUE_OR_NOT)
            || item.windows(2).any(|pair| matches!(pair, [is, done] if self.is(is, BE) && self.is(done, DONE)))
            || self.holds_a_condition(item)
            // "call mum to sunday and the dentist to tuesday"
            || self.goes_to_days(item) > 1
            // "pay rent should repeat monthly", "frost tonight apparently"
            || [SHOULD, HEARSAY].iter().any(|words| self.any_is(item, words))
            || self.says_instead(words)
            || self.puts_behind_a_comma(item)
            // "buy milk isn't needed but don't touch the almond one"
            || self.holds(item, IS_NOT_NEEDED)
            // "book flights goes under #travel"
            || self.any_is(item, GOES_SOMEWHERE)
            || self.doubted(SENSELESS, TodoIntent::Add, item, false, false).is_some()
    }

    /// Whether a word names a day or a month: "friday", "thurs", "dec".
    fn names_a_day(&self, token: &Token) -> bool {
        self.grammar.days.contains(token.word) || self.is(token, MONTHS_IN_SHORT) || self.is(token, WEEKDAYS)
    }

    /// Whether words say a day in any way: "friday", "end of jan", "the 20th".
    fn tells_a_day(&self, words: &[Token]) -> bool {
        let counted = |token: &Token| {
            token.numeric && ORDINAL_ENDS.iter().any(|end| token.span.of(self.goal).to_ascii_lowercase().ends_with(end))
        };
        self.says_day(words)
            || words.iter().any(|token| self.names_a_day(token) || self.is(token, MONTH_NAMES) || counted(token))
    }

    /// Whether all words from a place on say when something is due.
    fn is_when_due(&self, item: &[Token], at: usize) -> bool {
        item.get(at..).is_some_and(|when| says_when_due(self, when))
    }

    /// "call him", "get it done", "buy this", but not "gym this sunday".
    fn points_at_first(&self, first: &Token, rest: &[Token]) -> bool {
        let verb = self.is(first, VERBS) || self.is(first, DEEDS);
        let day = |at: usize| {
            let next = rest.get(at + 1);
            (at > 0 || !verb)
                && self.is_at(rest, at, THIS_OR_THAT)
                && next.is_some_and(|next| self.is(next, A_DAY) || self.grammar.days.contains(next.word))
        };
        (0..2).any(|at| self.is_at(rest, at, PEOPLE_OR_IT) && !day(at))
    }

    /// "laminate the posters": a word that is not known, done to a thing. It tells of nothing past, is no misspelt command, and what
    /// stands on the list is not added once more.
    fn does_to_a_thing(&self, first: &Token, rest: &[Token], text: &str) -> bool {
        let verb = self.word(first);
        let told = forms::is_past(&verb) || forms::is_gerund(&verb);
        let misspelt = || spelling::nearest(&verb).or_else(|| spelling::further(&verb)).is_some();
        let named = || text.split_once(' ').is_some_and(|(_, thing)| self.is_one_todo(thing));
        first.word == UNKNOWN && self.first_is(rest, DONE_TO) && !told && !misspelt() && !named()
    }

    /// "come off a night shift, put wash uniforms down for tomorrow" tells something and asks for another.
    fn puts_behind_a_comma(&self, item: &[Token]) -> bool {
        item.windows(2).any(|pair| matches!(pair, [comma, put] if comma.is_sign(',') && self.is(put, PUT)))
    }

    /// "need to get stamps", which asks nobody to get them.
    fn needs_to_get(&self, words: &[Token], first: &Token) -> bool {
        self.is(first, GET) && self.first_is(words, NEED)
    }

    /// Whether words say that somebody has to do what follows: "I have to renew the insurance".
    pub(crate) fn says_must(&self, words: &[Token]) -> bool {
        let says = |at: usize| words.get(at..).is_some_and(|rest| MUST_DO.iter().any(|run| self.begins(rest, run)));
        (0..3).any(says) || MUST_AT_FIRST.iter().any(|run| self.begins(words, run))
    }

    /// The thing that somebody has to do at a time that is said beside it: "I have to drop off the car".
    pub(crate) fn thing_to_do_then<'t>(&self, words: &'t [Token]) -> Option<Request<'t>> {
        let item = self.grammar.without_courtesy(words);
        let asks = self.any_is(item, TODOS_OR_LISTS) || self.holds_a_condition(item) || self.is_question(item);
        let fits = (2..=14).contains(&item.len()) && (self.is_deed(item) || self.first_is(item, CALLS)) && !asks;
        fits.then(|| Request::of_likely(TodoIntent::Add, Slots { item: Some(item), ..Slots::default() }))
    }

    /// What is to be done by words that a request behind them points at: "pay the electrician 140 euros, put it down for the 1st".
    pub(super) fn told_to_do<'t>(&self, words: &'t [Token]) -> Option<&'t [Token]> {
        let item = self.grammar.without_courtesy(words);
        let fits = (2..=14).contains(&item.len()) && item.iter().all(|token| !token.is_sign(','));
        let asks = self.is_question(item) || self.any_is(item, TODOS_OR_LISTS) || self.holds_a_condition(item);
        let does = self.is_deed(item) || self.first_is(item, CALLS) || self.first_is(item, DEEDS);
        (fits && !asks && does && !self.grammar.is_statement(item)).then_some(item)
    }

    /// Several things that somebody has to do, each a todo: "I need to post the parcel, pick up the suit and ring my sister".
    pub(crate) fn things_to_do<'t>(&self, words: &'t [Token]) -> Option<Request<'t>> {
        let items = self.grammar.without_courtesy(words);
        let does = |part: &&[Token]| {
            let verb = part.first().filter(|_| (2..=12).contains(&part.len()));
            let sign = |token: &Token| matches!(token.kind, TokenKind::Sign('?' | ':' | '='));
            let person = part.get(1).is_some_and(|token| self.is(token, PEOPLE_OR_IT));
            verb.is_some_and(|verb| {
                let known = [VERBS, DEEDS, CALLS].iter().any(|verbs| self.is(verb, verbs));
                known || self.grammar.going.contains(verb.word)
            }) && !part.iter().any(sign)
                && !person
                && !self.holds_a_condition(part)
                && !self.any_is(part, TODOS_OR_LISTS)
        };
        let each = parts(self, items);
        let several = (2..=12).contains(&each.len()) && self.says_must(words) && each.iter().all(does);
        several.then(|| Request::of_likely(TodoIntent::AddSeveral, Slots { item: Some(items), ..Slots::default() }))
    }

    /// Whether a comma is followed by when something is due, or how urgent it is: "finish the report, due monday, priority 1".
    pub(crate) fn tells_when_or_rank(&self, words: &[Token]) -> bool {
        let comma = words.iter().position(|token| token.is_sign(','));
        let rest = comma.and_then(|at| words.get(at..)).unwrap_or_default();
        self.any_is(rest, DUE) || self.any_is(rest, PRIORITY) || self.last_is(rest, URGENT)
    }

    /// What somebody has who has it at a time: "I have an appointment with the vet on friday at 3".
    fn after_having<'t>(&self, words: &'t [Token]) -> Option<&'t [Token]> {
        let has = words.iter().take(3).take_while(|token| self.is(token, HAVING)).count();
        let rest = words.get(has..).filter(|_| has > 0)?;
        let article = rest.iter().take_while(|token| self.is(token, ARTICLES)).count();
        let rest = rest.get(article..)?;
        let happens = rest.iter().take(4).any(|token| self.is(token, EVENTS));
        let read = dates::quick_add(&text_of(self.goal, rest), 0, &self.moment());
        (happens && read.due.is_some()).then_some(rest)
    }

    /// "call the bank at 3": an assistant calls at once, a todo is for later.
    fn is_call_for_later(&self, first: &Token, item: &[Token]) -> bool {
        self.is(first, CALLS) && item.len() > 2 && !self.any_is(item, NOW_OR_NUMBER) && {
            let read = dates::quick_add(&text_of(self.goal, item), 0, &self.moment());
            read.says_when() && read.text.split_whitespace().count() > 1
        }
    }
}

/// "tomorrow 9am dentist": what is left is a thing that happens at a time.
fn is_event(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let (first, last) = (words.next().unwrap_or_default(), words.last().unwrap_or_default());
    EVENTS.split_whitespace().any(|known| [first, last].iter().any(|word| word.eq_ignore_ascii_case(known)))
}

/// Whether a day is written in numbers: "12/15".
fn holds_a_written_day(item: &[Token]) -> bool {
    item.windows(3).any(|three| {
        matches!(three, [month, sign, day] if month.numeric && sign.is_sign('/') && sign.glued && day.numeric && day.glued)
    })
}
