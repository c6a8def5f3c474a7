//! What stands beside the words of a todo and names another, or none: "delete the essay, keep the maths one", "not the milk, the
//! bread is done", "I finished two of them: the flyer and the poster", "move call Jo from monday to tuesday".

use crate::{
    lang::en::{
        apart::{
            BUT, BUT_OR_AND, FROM, HEADS, IS_THEN, KEEP, MOST_WORDS_OF_A_HEAD, MOST_WORDS_OF_A_PLACE, OTHERS_TELL,
            WHERE_TO, WHO_TELLS,
        },
        conditions::WHO_DID,
        doubts::{AS, DONE, NOT, ONTO, PARTS, PARTS_OR_THEN, PUT, TODO, UNTIL},
        forms,
        references::IT_OR_THEM,
    },
    model::{
        intent::TodoIntent,
        request::Request,
        token::{Token, TokenKind, without_last_sign},
    },
    parse::{selection::selection, text::text_of, timed::says_when_due, words::Words},
};

/// The most todos that are looked at for how they are written.
const MOST_NAMED: usize = 5;

/// The words of a todo, and those beside them that are left out.
pub(super) struct Apart<'t> {
    pub(super) item: &'t [Token],
    pub(super) beside: &'t [Token],
    /// Whether the item is a list of todos, each said for itself.
    pub(super) each: bool,
}

/// "add lemons to shopping - making lemonade": what is asked for, and what is only told behind a dash.
pub(super) fn told_after_dash(words: &[Token]) -> Option<(&[Token], &[Token])> {
    let dash = |token: &Token| matches!(token.kind, TokenKind::Sign('-' | '–' | '—')) && !token.glued;
    let at = words.iter().rposition(dash).filter(|at| *at > 2)?;
    let told = words.get(at + 1..)?;
    let plain = told.len() > 1 && told.iter().all(|token| token.kind == TokenKind::Word && !token.glued);
    plain.then(|| words.split_at_checked(at)).flatten()
}

impl Words<'_> {
    /// What a request about todos says beside those it names.
    pub(super) fn apart<'t>(&self, intent: TodoIntent, item: &'t [Token]) -> Option<Apart<'t>> {
        let adds = intent.adds();
        let acts = intent.acts_on_a_todo();
        let one = |(item, beside): (&'t [Token], &'t [Token])| Apart { item, beside, each: false };
        let told = |item| self.headed(item).map(|(beside, item)| Apart { item, beside, each: true });
        if !(adds || acts) {
            return None;
        }
        told(item).or_else(|| {
            let beside = || {
                let not = self.kept_beside(item).or_else(|| self.not_that_but_this(item));
                not.or_else(|| self.done_beside(item))
            };
            let moves = intent == TodoIntent::Reschedule;
            let moved = || self.moved_from(item).or_else(|| self.not_then_but(item)).filter(|_| moves);
            let meant = beside().or_else(moved).filter(|_| acts);
            let from = || self.now_on_a_list(item).filter(|_| adds);
            let who = if adds { [WHO_TELLS, OTHERS_TELL].as_slice() } else { &[OTHERS_TELL] };
            let told = || self.told_after_comma(item, who).or_else(from);
            meant.or_else(|| self.not_this_but_that(item)).or_else(told).map(one)
        })
    }

    /// "two of them: the flyer and the poster", "everything I need for pancakes: flour, eggs": what is said of all, and each.
    fn headed<'t>(&self, item: &'t [Token]) -> Option<(&'t [Token], &'t [Token])> {
        let colon = item.iter().take(MOST_WORDS_OF_A_HEAD + 1).position(|token| token.is_sign(':'))?;
        let (head, rest) = (item.get(..colon)?, item.get(colon + 1..)?);
        let heads = HEADS.iter().any(|run| self.begins(head, run));
        (heads && !rest.is_empty()).then_some((head, rest))
    }

    /// "ring Tom and ring Anna, keep ring Paul": what is not to be touched.
    fn kept_beside<'t>(&self, item: &'t [Token]) -> Option<(&'t [Token], &'t [Token])> {
        let joins = |token: &Token| token.is_sign(',') || self.is(token, BUT_OR_AND);
        let keep = (1..item.len()).find(|at| self.is_at(item, *at, KEEP) && item.get(at - 1).is_some_and(joins))?;
        let named = item.get(..keep)?;
        let end = named.len() - named.iter().rev().take_while(|token| joins(token)).count();
        let (named, kept) = item.split_at_checked(end)?;
        (!named.is_empty() && item.len() > keep + 1).then_some((named, kept))
    }

    /// "the library books, returned them yesterday": what is said of the todo that it names.
    fn done_beside<'t>(&self, item: &'t [Token]) -> Option<(&'t [Token], &'t [Token])> {
        let comma = item.iter().position(|token| token.is_sign(',')).filter(|at| *at > 0)?;
        let (named, told) = item.split_at_checked(comma)?;
        let said = told.get(1..)?;
        let who = usize::from(self.first_is(said, WHO_DID));
        let did = said.get(who).is_some_and(|token| forms::is_past(&self.word(token)));
        (did && self.is_at(said, who + 1, IT_OR_THEM)).then_some((named, told))
    }

    /// "not the milk, the bread": what is meant, and what is not.
    fn not_that_but_this<'t>(&self, item: &'t [Token]) -> Option<(&'t [Token], &'t [Token])> {
        let comma = item.iter().position(|token| token.is_sign(','))?;
        let (not, meant) = (item.get(..comma)?, item.get(comma + 1..)?);
        (self.first_is(not, NOT) && not.len() > 1 && !meant.is_empty()).then_some((meant, not))
    }

    /// "not milk but cream": what is meant, and what is not.
    fn not_this_but_that<'t>(&self, item: &'t [Token]) -> Option<(&'t [Token], &'t [Token])> {
        let but = item.iter().position(|token| self.is(token, BUT))?;
        let (not, meant) = (item.get(..=but)?, item.get(but + 1..)?);
        (self.first_is(not, NOT) && not.len() > 2 && !meant.is_empty()).then_some((meant, not))
    }

    /// "the rent not to the 2nd but" in "move the rent not to the 2nd but to the 3rd": the day that is not meant.
    fn not_then_but<'t>(&self, item: &'t [Token]) -> Option<(&'t [Token], &'t [Token])> {
        let not = item.iter().rposition(|token| self.is(token, NOT)).filter(|at| *at > 0)?;
        (self.last_is(item, BUT) && item.len() > not + 2).then(|| item.split_at_checked(not)).flatten()
    }

    /// "add towels to holiday, not to shopping": what is asked for, and where it is not to go.
    pub(super) fn not_there<'t>(&self, words: &'t [Token]) -> Option<(&'t [Token], &'t [Token])> {
        let not = words.iter().rposition(|token| self.is(token, NOT)).filter(|at| *at > 2)?;
        let (asked, beside) = words.split_at_checked(not)?;
        let asked = without_last_sign(asked, ',');
        let to = beside.get(1).filter(|to| self.is(to, WHERE_TO))?;
        let alike = asked.iter().any(|token| self.word(token) == self.word(to));
        (alike && (3..=MOST_WORDS_OF_A_PLACE).contains(&beside.len())).then_some((asked, beside))
    }

    /// "milk from shopping" in "copy milk from shopping to the party list": where it is now.
    fn now_on_a_list<'t>(&self, item: &'t [Token]) -> Option<(&'t [Token], &'t [Token])> {
        let [.., from, list] = item else { return None };
        let known = self.is(from, FROM) && self.is_for_goods(std::slice::from_ref(list)) && item.len() > 2;
        known.then(|| item.split_at_checked(item.len() - 2)).flatten()
    }

    /// "flour and yeast, I'm baking it myself": what is asked for, and what is only told behind a comma.
    fn told_after_comma<'t>(&self, item: &'t [Token], who: &[&'static str]) -> Option<(&'t [Token], &'t [Token])> {
        let comma = item.iter().rposition(|token| token.is_sign(',')).filter(|at| *at > 0)?;
        let (asked, beside) = item.split_at_checked(comma)?;
        let told = beside.get(1..)?;
        let tells = who.iter().any(|who| self.first_is(told, who)) && told.len() > 1 && !self.says_must(told);
        let stated = self.first_is(told, OTHERS_TELL) || told.len() > 2 && self.grammar.is_statement(told);
        (tells && stated).then_some((asked, beside))
    }

    /// "call Jo from monday" in "move call Jo from monday to tuesday": the day on which it is due now.
    fn moved_from<'t>(&self, item: &'t [Token]) -> Option<(&'t [Token], &'t [Token])> {
        let from = item.iter().rposition(|token| self.is(token, FROM)).filter(|at| *at > 0)?;
        let (named, day) = item.split_at_checked(from)?;
        let dated = day.get(1..).is_some_and(|day| says_when_due(self, day));
        (dated && selection(self, item).is_none() && !self.means_all(named)).then_some((named, day))
    }

    /// "my rent is 800", "my flight is on friday" where book flights stands on the list: told of the thing, and no new day for a todo.
    pub(super) fn only_tells(&self, request: &Request<'_>, tokens: &[Token]) -> bool {
        let is = tokens.iter().any(|token| self.is(token, IS_THEN));
        let number = match request.slots.when.or(request.slots.text) {
            Some([only]) => only.numeric && only.span.of(self.goal).bytes().all(|byte| byte.is_ascii_digit()),
            _ => false,
        };
        let Some(item) = request.slots.item.filter(|_| is) else { return false };
        let said = text_of(self.goal, item).to_lowercase();
        let texts = self.context.on_list.map(|todos| todos.with(&said, MOST_NAMED)).unwrap_or_default();
        let written = |text: &String| {
            let own = text.to_lowercase();
            let mut own = own.split(|sign: char| !sign.is_alphanumeric());
            own.any(|word| {
                said.split(|sign: char| !sign.is_alphanumeric()).any(|known| known == word && known.len() > 2)
            })
        };
        number || !texts.is_empty() && !texts.iter().any(written)
    }

    /// Whether words say a day or a time, or how often something comes again.
    pub(super) fn says_when(&self, text: &[Token]) -> bool {
        let again = || crate::dates::recurrence(&text_of(self.goal, text), &self.moment()).is_some();
        crate::parse::due::due(self, text).is_some() || again() || crate::parse::timed::says_when_due(self, text)
    }

    /// "the lamp needs to be done before the shelf" gives no new words to a todo that stands on the list.
    pub(super) fn says_it_must_be_done(&self, request: &Request<'_>, text: &[Token]) -> bool {
        let known = request.row.is_some_and(|row| self.grammar.wants_a_known_todo(row));
        let done = |token: &Token| self.is(token, DONE) || forms::is_past(&self.word(token));
        known && text.first().is_some_and(done)
    }

    /// Whether words have a day in them to which something is moved: "todo 1 to monday, todo 2".
    pub(super) fn goes_to_a_day(&self, item: &[Token]) -> bool {
        self.goes_to_days(item) > 0
    }

    /// To how many days something is moved: "call mum to sunday and the dentist to tuesday".
    pub(super) fn goes_to_days(&self, item: &[Token]) -> usize {
        let goes = |pair: &&[Token]| match pair {
            [to, day] => self.is(to, UNTIL) && self.grammar.days.contains(day.word),
            _ => false,
        };
        item.windows(2).filter(goes).count()
    }

    /// Whether an item has the end of another request in it: "milk as done, eggs as done and bread".
    pub(super) fn tells_of_several(&self, intent: TodoIntent, item: &[Token]) -> bool {
        let completes = intent == TodoIntent::Complete;
        // "mark milk as done, eggs as done and bread" can be told apart.
        let apart = |rest: &[Token]| match rest {
            [one, two, rest @ ..] => {
                !(self.is(one, AS) && self.is(two, DONE)) || completes && self.first_is(rest, PARTS)
            }
            _ => true,
        };
        if !(0..item.len()).all(|at| apart(item.get(at..).unwrap_or_default())) {
            return true;
        }
        // "milk and todo eggs"; "delete milk and put oats on": where the second goes is not said.
        item.len() > 3 && self.holds(item, &[PARTS, TODO])
            || self.last_is(item, ONTO) && self.holds(item, &[PARTS_OR_THEN, PUT])
    }
}
