//! Whether what a row captured makes sense: not a reading of its own, but the doubts that a careful listener would have.

use crate::{
    context::Known,
    lang::{
        en::phrases::{ALL_THERE, SECOND_THOUGHTS},
        grammar::VERBS,
    },
    model::{
        intent::TodoIntent,
        request::{Request, Slots},
        token::{Token, TokenKind, UNKNOWN, span_of},
    },
    parse::words::Words,
};

impl Words<'_> {
    /// Whether words take back what was said before them: "delete milk, no wait, delete bread".
    pub(crate) fn takes_back(&self, words: &[Token]) -> bool {
        let said = |phrase: &&str| phrase.split(' ').eq(words.iter().map(|token| self.word(token)));
        words.len() <= 2 && SECOND_THOUGHTS.iter().any(said)
    }

    /// Whether an item cannot be one where it stands: a person, or words that belong to a verb before them.
    pub(super) fn is_out_of_place(&self, intent: TodoIntent, item: &[Token]) -> bool {
        let word = |at: usize| item.get(at).map(|token| self.word(token));
        if self.takes_back(item) {
            return true;
        }
        match word(0).as_deref() {
            // "tick them off"
            Some("it" | "them" | "those" | "these") if item.len() == 2 && word(1).as_deref() == Some("off") => true,
            Some("me" | "us" | "him" | "her" | "them" | "you") => item.len() == 1 && intent != TodoIntent::Search,
            // "i need to add stuff to my list" adds nothing called "to add stuff".
            Some("to") => {
                matches!(intent, TodoIntent::Add | TodoIntent::AddSeveral | TodoIntent::Delete | TodoIntent::Complete)
                    && item.get(1).is_some_and(|token| {
                        self.is(
                            token,
                            "add put delete remove clear see know hear make create cross check take mark erase",
                        )
                    })
            }
            _ => false,
        }
    }

    /// Whether a bare verb and its object speak of something else than a todo: "complete my order", "add salt to the soup",
    /// "remove a stain from a shirt", "i did well".
    pub(super) fn is_another_matter(&self, intent: TodoIntent, tokens: &[Token], item: &[Token]) -> bool {
        let word = |at: usize| item.get(at).map(|token| self.word(token));
        let own = |at: usize| {
            matches!(
                word(at).as_deref(),
                Some("my" | "the" | "this" | "that" | "our" | "your" | "a" | "an" | "his" | "her" | "their" | "these")
            )
        };
        let last = item.last().map_or(UNKNOWN, |token| token.word);
        match intent {
            // "add more salt", "add tents to camping, and matches to shopping"
            TodoIntent::Add if matches!(word(0).as_deref(), Some("more" | "up")) => true,
            TodoIntent::Add
                if item.iter().any(|token| token.is_sign(','))
                    && item.iter().filter(|token| self.is(token, "to")).count() > 1 =>
            {
                true
            }
            TodoIntent::Add => {
                let to = (1..item.len())
                    .find(|at| matches!(word(*at).as_deref(), Some("to" | "on" | "onto" | "into")) && own(at + 1));
                let goes = item.first().is_some_and(|first| self.grammar.going.contains(first.word));
                // What begins with an article is a thing, and a thing is put somewhere.
                let thing = item.first().is_some_and(|first| self.is(first, "a an some more another extra"));
                let near = if thing { 6 } else { 2 };
                // "add salt to soup"
                let put = word(1).as_deref() == Some("to") && matches!(item.len(), 3 | 4);
                (to.is_some_and(|to| to <= near && item.len() - to <= 4) || put) && !goes || self.holds_a_list(item)
            }
            TodoIntent::Delete | TodoIntent::Complete => {
                let fared = tokens.first().is_some_and(|token| self.is(token, "i ive we im"))
                    && (word(0).as_deref() == Some("not")
                        || item.first().is_some_and(|token| self.grammar.fared.contains(token.word) && item.len() < 3)
                        || item.windows(2).any(|pair| match pair {
                            [and, it] => self.word(and) == "and" && self.is(it, "it i was now then"),
                            _ => false,
                        }));
                let ordinal = word(0).is_some_and(|first| matches!(first.as_ref(), "last" | "latest" | "previous"))
                    || own(0)
                        && matches!(
                            word(1).as_deref(),
                            Some("last" | "first" | "second" | "third" | "latest" | "previous" | "next")
                        );
                let trade = item.len() <= if own(0) { 4 } else { 2 } && self.grammar.trade.contains(last);
                let from = intent == TodoIntent::Delete
                    && (1..item.len()).any(|at| matches!(word(at).as_deref(), Some("from" | "off")) && own(at + 1));
                let several = crate::parse::parts::positions(self, item).is_some();
                fared || trade || from || ordinal && !several
            }
            _ => false,
        }
    }

    /// Whether an item has a condition in it that nothing else read: "umbrella if it rains", but not "ask if Bob comes".
    pub(crate) fn holds_a_condition(&self, item: &[Token]) -> bool {
        item.windows(2).any(|pair| match pair {
            [before, word] => self.is(word, "if unless")
                && !self.is(
                    before,
                    "ask asking see check find out know wonder tell decide confirm verify sure even as what remember",
                ),
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
    pub(super) fn is_doubtful(&self, intent: TodoIntent, tokens: &[Token], item: &[Token]) -> bool {
        // "remember that the fair is on May 4" can only be kept.
        let kept = outside(tokens, item).any(|token| self.is(token, "remember forget remind that mind note"));
        let kinds = intent.acts_on_a_todo() || intent == TodoIntent::Add && !kept;
        let is_article =
            |token: &Token| self.is(token, "my the this that our your a an his her their these all any every");
        let start = span_of(item).start;
        if intent == TodoIntent::Relist && self.means_all(item)
            || kinds && crate::parse::parts::selection(self, item).is_some()
        {
            return false;
        }
        // "move the dentist to friday": days are a todo's.
        let names_day = |token: &Token| self.grammar.days.contains(token.word);
        let sets = || tokens.iter().any(|token| self.is(token, "set make mark"));
        let moves = matches!(intent, TodoIntent::Reschedule | TodoIntent::Postpone | TodoIntent::Advance);
        if moves && !sets() && outside(tokens, item).any(names_day) {
            return false;
        }
        // "change buy milk to buy oat milk" speaks of the same thing twice; "change euros to dollars" of anything.
        let changes = tokens.iter().take_while(|token| token.span.start < start);
        if intent == TodoIntent::Rename
            && changes.last().is_some_and(|verb| self.is(verb, "change replace swap"))
            && self.says_no_todo(tokens, item)
        {
            let end = span_of(item).end;
            let new = || tokens.iter().filter(|token| token.span.start >= end);
            return !item.iter().any(|old| new().any(|token| self.word(token) == self.word(old)));
        }
        let before = tokens.iter().rfind(|token| token.span.start < start);
        // "add tag home" does not say to what.
        let tags = item.first().is_some_and(|token| self.is(token, "tag tags label labels"));
        let article = tags || item.first().is_some_and(is_article) || before.is_some_and(is_article);
        if intent.acts_on_a_todo() && self.stands_on_a_list(item) {
            return false;
        }
        if !kinds
            || !article
            || !self.says_no_todo(tokens, item)
            || crate::parse::parts::positions(self, item).is_some()
        {
            return false;
        }
        // Who says "I finished the report" asks nobody to do anything in the world.
        if intent == TodoIntent::Complete
            && tokens.first().is_some_and(|token| {
                self.is(
                    token,
                    "i ive im we weve were done finished paid called rang phoned watered fed returned renewed",
                )
            })
        {
            return false;
        }
        // "mark the report as done", "check the report off" say themselves that a todo is meant.
        let end = span_of(item).end;
        let after = tokens.iter().any(|token| token.span.start >= end && token.kind == TokenKind::Word);
        let marks = matches!(intent, TodoIntent::Complete | TodoIntent::Reopen) && after;
        !marks && !tokens.iter().any(|token| self.is(token, "off"))
    }

    /// Whether the words name one todo of the person's, and only one.
    pub(crate) fn names_one_todo(&self, item: &[Token]) -> bool {
        let words = crate::parse::text::text_of(self.goal, item);
        self.context.on_list.is_some_and(|on_list| matches!(on_list.find(&words), Known::One(_)))
    }

    /// Whether the person has a todo with all of these words.
    pub(super) fn stands_on_a_list(&self, item: &[Token]) -> bool {
        let Some(on_list) = self.context.on_list else { return false };
        let stands =
            |words: &[Token]| !matches!(on_list.find(&crate::parse::text::text_of(self.goal, words)), Known::None(_));
        // "the sink and the library books"
        let each = || crate::parse::parts::parts(self, item);
        stands(item) || item.len() > 2 && each().len() > 1 && each().iter().all(|part| stands(part))
    }

    /// Whether an item has the end of another request in it: "milk as done, eggs as done and bread", "the book, it was good".
    pub(super) fn tells_of_several(&self, intent: TodoIntent, item: &[Token]) -> bool {
        let completes = intent == TodoIntent::Complete;
        // "mark milk as done, eggs as done and bread" can be told apart.
        let apart = |rest: &[Token]| match rest {
            [one, two, rest @ ..] => {
                !(self.is(one, "as") && self.is(two, "done complete completed finished"))
                    || completes && rest.first().is_some_and(|next| next.is_sign(',') || self.is(next, "and"))
            }
            _ => true,
        };
        let negated = completes && item.last().is_some_and(|last| self.is(last, "not"));
        if negated || !(0..item.len()).all(|at| apart(item.get(at..).unwrap_or_default())) {
            return true;
        }
        // "delete milk and put oats on": where the second goes is not said.
        let put_on = item.last().is_some_and(|token| self.is(token, "on in down"));
        item.windows(2).any(|pair| match pair {
            // "milk and todo eggs"
            [and, todo] if self.is(and, "and ,") && self.is(todo, "todo") && item.len() > 3 => true,
            [one, two] => {
                // "eggs as done and bread as not done"
                completes && self.is(one, "not") && self.is(two, "done complete completed finished")
                    || one.is_sign(',') && self.is(two, "it i that was")
                    || put_on && self.is(one, "and then ,") && self.is(two, "put write")
            }
            _ => false,
        })
    }

    /// Whether the words begin as a question does; "do dishes" is none.
    pub(crate) fn is_question(&self, tokens: &[Token]) -> bool {
        let word = |at: usize| tokens.get(at).map(|token| self.word(token));
        match word(0).as_deref() {
            Some("do") => matches!(word(1).as_deref(), Some("i" | "we" | "you" | "my" | "our" | "the" | "any")),
            Some(
                "what" | "whats" | "which" | "is" | "are" | "was" | "were" | "does" | "did" | "have" | "has" | "had"
                | "how" | "hows" | "when" | "where" | "wheres" | "who" | "am" | "any" | "anything",
            ) => true,
            _ => false,
        }
    }

    /// Whether an item has an order about "it" in it, so that it is more than an item: "dishes, put it on my list".
    pub(super) fn holds_an_order(&self, intent: TodoIntent, item: &[Token]) -> bool {
        item.windows(2).any(|words| match words {
            [verb, it] => {
                self.is(verb, "put add delete remove take cross mark erase") && self.is(it, "it that them this")
                    || self.is(verb, "and") && self.is(it, "delete remove erase") && intent == TodoIntent::Add
            }
            _ => false,
        })
    }

    /// Whether what is asked for is one of several, told by how it is beside the others: "the shortest todo".
    pub(super) fn picks_one(&self, item: &[Token]) -> bool {
        matches!(item, [.., only] if item.len() <= 2 && self.is(only, "shortest longest easiest hardest biggest smallest largest \
            quickest fastest earliest soonest cheapest nearest closest worst best least most simplest"))
    }

    /// Whether the words around an item speak of one todo: "a todo", "the task", but not "my to do list".
    pub(super) fn speaks_of_one(&self, tokens: &[Token], item: &[Token]) -> bool {
        let inside = span_of(item);
        let word =
            |at: usize| tokens.get(at).filter(|token| !inside.overlaps(token.span)).map(|token| self.word(token));
        (0..tokens.len()).any(|at| {
            let before_list = matches!(word(at + 1).as_deref(), Some("list" | "lists"));
            let one = match word(at).as_deref() {
                Some("todo" | "task" | "item" | "reminder" | "remind" | "chore" | "another") => true,
                Some("do") => at > 0 && word(at - 1).as_deref() == Some("to"),
                _ => false,
            };
            one && !before_list
        })
    }

    /// Whether "one" is all that is said of what is made: "make a new one called food".
    pub(super) fn makes_one(&self, tokens: &[Token], item: &[Token]) -> bool {
        let start = span_of(item).start;
        let mut before = tokens.iter().rev().skip_while(|token| token.span.start >= start);
        before.next().is_some_and(|token| self.is(token, "called named titled"))
            && before.next().is_some_and(|token| self.is(token, "one another more"))
    }

    /// "a reminder for …" names a thing and not what to do.
    pub(super) fn is_reminder_about(&self, tokens: &[Token], item: &[Token]) -> bool {
        let start = span_of(item).start;
        let mut before =
            tokens.iter().rev().skip_while(|token| token.span.start >= start).map(|token| self.word(token));
        matches!(before.next().as_deref(), Some("for" | "about" | "of"))
            && match before.next().as_deref() {
                Some("reminder") => true,
                Some("me") => before.next().as_deref() == Some("remind"),
                _ => false,
            }
    }

    /// Whether the slots of a request hold what they must.
    #[expect(clippy::too_many_lines, reason = "one arm for each kind of request")]
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
                let verb =
                    item.len() > 1 && !before.is_some_and(|token| self.is(token, "the my our your a an this that"));
                item.get(usize::from(verb)..).unwrap_or_default()
            }));
        let elsewhere =
            is_foreign && item.is_some_and(|item| self.says_no_todo(tokens, item) && !self.stands_on_a_list(item));
        let yours = item.and_then(<[Token]>::first).is_some_and(|token| self.word(token) == "your");
        match intent {
            // "remove my name from the mailing list" removes no list.
            TodoIntent::CreateList | TodoIntent::DeleteList
                if item.is_some_and(|item| {
                    item.windows(2).any(|pair| match pair {
                        [from, the] => {
                            self.is(from, "from off onto into to on in") && self.is(the, "the my a your our")
                        }
                        _ => false,
                    })
                }) =>
            {
                false
            }
            // "add eggs 2 shopping list"
            TodoIntent::CreateList
                if name.is_some_and(|name| name.len() > 1 && name.iter().any(|token| token.numeric)) =>
            {
                false
            }
            // "I need a list of everything that is overdue" asks to see one.
            TodoIntent::CreateList
                if item.is_some_and(|item| matches!(item, [first, ..] if self.is(first, ALL_THERE))) =>
            {
                false
            }
            TodoIntent::CreateList | TodoIntent::DeleteList => {
                (item.is_some() || name.is_some()) && !foreign(item) && !foreign(name)
            }
            TodoIntent::Delete | TodoIntent::Complete | TodoIntent::Reopen | TodoIntent::Get => named,
            TodoIntent::Rename => {
                let is_day = |text: &[Token]| {
                    let words = crate::parse::text::text_of(self.goal, text);
                    text.iter().any(|token| self.grammar.days.contains(token.word))
                        && crate::parse::due::due(self, text).is_some()
                        || crate::dates::is_when(&words, &self.moment())
                };
                // "change 5 feet to inches"
                let amount = item.and_then(<[Token]>::first).is_some_and(|token| token.numeric);
                let list = item.and_then(<[Token]>::last).is_some_and(|token| self.is(token, "list lists"));
                named && text.is_some_and(|text| !is_day(text)) && !amount && !list && !yours && !elsewhere
            }
            TodoIntent::Reschedule => {
                // "move todo 1 to monday, todo 2 to tuesday": one day each, and one todo.
                let to_day = |pair: &[Token]| match pair {
                    [to, day] => self.is(to, "to until till") && self.grammar.days.contains(day.word),
                    _ => false,
                };
                let several = item.is_some_and(|item| item.windows(2).any(to_day));
                named && when.is_some() && !several && !elsewhere
            }
            TodoIntent::Relist => {
                let said_item = item.unwrap_or_default();
                let other = name.unwrap_or_default().iter().any(|token| self.is(token, "other another different"));
                let others = other || said_item.iter().any(|token| self.is(token, "list lists from off"));
                // Where nothing says that lists are meant, only "everything" goes from one to another: "move money from savings
                // to checking".
                let said = tokens.iter().any(|token| self.is(token, "list lists checklist inbox groceries"));
                let moves = said
                    || text.is_none()
                    || self.means_all(said_item) && name.is_some_and(|name| self.grammar.is_list_name(name));
                named
                    && moves
                    && !others
                    && !yours
                    && (!is_foreign || said && self.is_deed(said_item))
                    && !foreign(name)
            }
            TodoIntent::Postpone | TodoIntent::Advance => {
                let length =
                    |text: &[Token]| crate::dates::length(&crate::parse::text::text_of(self.goal, text)).is_some();
                named && text.is_some_and(length) && !elsewhere
            }
            TodoIntent::Undate | TodoIntent::Unrepeat => named && !elsewhere,
            TodoIntent::Repeat => {
                let again = |text: &[Token]| {
                    crate::dates::recurrence(&crate::parse::text::text_of(self.goal, text), &self.moment())
                };
                named && text.and_then(again).is_some() && !elsewhere
            }
            TodoIntent::Tag | TodoIntent::Untag => {
                let name = |text: &[Token]| (1..=2).contains(&text.len()) && !self.grammar.is_vague(text);
                named && text.is_some_and(name) && !elsewhere
            }
            TodoIntent::Prioritise => named && value.is_some(),
            TodoIntent::Add | TodoIntent::AddSeveral => {
                // "remind me at 6pm to …": what stands before must be a time.
                if text.is_some_and(|text| crate::parse::due::due(self, text).is_none()) {
                    return false;
                }
                // "todo 2 to tuesday", "milk but not eggs", "milk, no wait, oat milk"
                if item.is_some_and(|item| self.is_no_todo(item)) {
                    return false;
                }
                // "my list: show it" asks for something else.
                let asked = |item: &[Token]| {
                    item.first().is_some_and(|first| {
                        self.is(
                            first,
                            "show read what whats is are how do does please can could clear delete remove mark",
                        )
                    })
                };
                if intent == TodoIntent::AddSeveral && item.is_some_and(asked) {
                    return false;
                }
                // "todo 4" is a place and no todo called "4".
                let place = matches!(item, Some([only]) if only.kind == TokenKind::Number);
                if place && tokens.first().is_some_and(|first| self.is(first, "todo task to")) {
                    return false;
                }
                // "start my to do list over" makes no todo "list over".
                !item.and_then(<[Token]>::first).is_some_and(|token| self.is(token, "list lists"))
                    || self.is_add_todo(tokens, item)
            }
            TodoIntent::Search => item.is_some(),
            _ => true,
        }
    }

    /// Whether words begin with what is to be done: "book flights".
    pub(super) fn is_deed(&self, item: &[Token]) -> bool {
        matches!(item, [first, _, ..] if self.is(first, VERBS) || self.grammar.going.contains(first.word))
    }

    /// Whether a clause is a verb and an item, with no word about todos or lists.
    pub(super) fn is_bare(&self, tokens: &[Token], item: &[Token]) -> bool {
        self.says_no_todo(tokens, item) && !outside(tokens, item).any(|token| self.word(token) == "to")
    }

    /// Whether no word beside an item is one of todos or lists. "To" is no such word of its own, but hardly anything else
    /// than a todo is said with it.
    fn says_no_todo(&self, tokens: &[Token], item: &[Token]) -> bool {
        !outside(tokens, item).any(|token| {
            self.is(
                token,
                "todo todos do task tasks list lists item items chore chores reminder remind groceries checklist one thing",
            )
        })
    }

    /// Whether words that would be added are a place and what is done with it, or take something back.
    fn is_no_todo(&self, item: &[Token]) -> bool {
        let place = matches!(item, [first, second, ..]
            if first.kind == TokenKind::Number && self.is(second, "to is as"));
        // "call Bob and at 10am to call Jane"
        let again = |at: usize| {
            let word = |ahead: usize, words: &str| item.get(at + ahead).is_some_and(|token| self.is(token, words));
            word(0, "and") && word(1, "at on in by") && (3..6).any(|ahead| word(ahead, "to"))
        };
        // "add the numbers 1 to 10", "add them together" are sums.
        let numbers =
            item.iter().any(|token| self.is(token, "numbers integers")) && item.iter().any(|token| token.numeric);
        let together = item.first().is_some_and(|first| self.is(first, "them both these those all"))
            && item
                .iter()
                .all(|token| self.is(token, "them both these those all of two numbers sums results up together"));
        place
            || numbers
            || together
            || (1..item.len()).any(again)
            || item.windows(2).any(|pair| match pair {
                [one, two] => {
                    self.is(one, "but") && self.is(two, "not")
                        || one.is_sign(',') && self.is(two, "no wait actually sorry oops scratch nevermind")
                }
                _ => false,
            })
    }

    /// Whether "add todo" alone stands before an item, so that it is the request, and "list expenses" what is to be done.
    fn is_add_todo(&self, tokens: &[Token], item: Option<&[Token]>) -> bool {
        let Some([first, second, ..]) = item else { return false };
        let mut before = tokens.iter().take_while(|token| token.span.start < first.span.start);
        before.next().is_some_and(|token| self.is(token, "add"))
            && before.next().is_some_and(|token| self.is(token, "todo task"))
            && before.next().is_none()
            && self.word(first) == "list"
            && second.kind == TokenKind::Word
            && !self.is(second, "for to called named of on titled with over item items")
    }

    /// Whether words end in "instead".
    pub(crate) fn says_instead(&self, words: &[Token]) -> bool {
        words.iter().any(|token| self.is(token, "instead"))
    }

    /// Whether words end in what puts something on a list: "put rolls on".
    pub(crate) fn says_on(&self, words: &[Token]) -> bool {
        self.grammar.without_courtesy_after(words).last().is_some_and(|token| self.is(token, "on in down it there off"))
    }

    /// Whether an item is every todo: "everything", "all my todos".
    pub(crate) fn means_all(&self, item: &[Token]) -> bool {
        item.first().is_some_and(|first| self.is(first, "everything all"))
            && item.iter().all(|token| self.is(token, "everything all of them my the todos tasks items things"))
    }

    /// Whether the words point at something said before.
    pub(super) fn points(&self, tokens: &[Token]) -> bool {
        tokens.iter().any(|token| self.is(token, "it that this them those these both result answer"))
    }
}

/// The tokens beside an item.
fn outside<'t>(tokens: &'t [Token], item: &[Token]) -> impl Iterator<Item = &'t Token> {
    let inside = span_of(item);
    tokens.iter().filter(move |token| !inside.overlaps(token.span))
}
