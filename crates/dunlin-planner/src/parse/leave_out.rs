//! What is left out of a request because it stands beside the todo that is meant: what only tells something, what is not meant, and
//! what held before.

use crate::{
    lang::en::{
        apart::INSTEAD_OF,
        asides::TELLING,
        days::PARTS_OF_A_DAY,
        doubts::{NOT, NOT_AFTER, TO},
        items::{A_REMINDER_TO, BE_DUE},
        lists::EXISTS,
        offers::INSTEAD_OF as IN_PLACE,
        references::LIST,
    },
    model::{
        intent::TodoIntent,
        request::{Asked, Request},
        token::{Token, TokenKind, span_of},
    },
    parse::{timed, words::Words},
};

impl Words<'_> {
    /// "do I have a dentist appointment on friday" asks for one that is due then; "is the dentist on friday" is answered by when it is.
    pub(super) fn take_day_looked_for<'t>(&self, request: &mut Request<'t>, tokens: &'t [Token]) {
        let exists = EXISTS.iter().any(|run| self.begins(self.grammar.without_courtesy(tokens), run));
        if let Some([to, item @ ..]) = request.slots.item
            && self.is(to, TO)
            && !item.is_empty()
        {
            request.slots.item = Some(item);
        }
        // "show my todos for friday afternoon" asks for those of that day.
        let of_a_day = |item: &[Token]| {
            self.last_is(item, PARTS_OF_A_DAY) && self.says_day(item) && timed::says_when_due(self, item)
        };
        if request.slots.when.is_none() && request.slots.item.is_some_and(of_a_day) {
            request.asked = Asked::Todo(TodoIntent::List);
            request.slots.when = request.slots.item.take();
            return;
        }
        if !exists {
            request.slots.when = request.slots.when.filter(|_| self.goal.to_lowercase().contains(LIST));
            // "what time is the dentist on friday"
            let dated = request.slots.item.and_then(|item| self.and_its_day(item));
            if let Some((item, _)) = dated.filter(|(item, _)| self.names_one_todo(item)) {
                request.slots.item = Some(item);
            }
        } else if request.slots.when.is_none()
            && let Some((item, when)) = request.slots.item.and_then(|item| self.and_its_day(item))
        {
            (request.slots.item, request.slots.when) = (Some(item), Some(when));
        }
    }

    /// What is looked for, and the day on which it would be: "a dentist appointment on friday".
    fn and_its_day<'t>(&self, item: &'t [Token]) -> Option<(&'t [Token], &'t [Token])> {
        let dated =
            |at: &usize| item.get(*at..).is_some_and(|day| self.says_day(day) && timed::says_when_due(self, day));
        (1..item.len()).find(dated).and_then(|at| item.split_at_checked(at)).filter(|_| !self.names_its_text(item))
    }

    /// Leaves out what stands in an item beside the todo that is meant.
    pub(super) fn leave_out(&self, intent: TodoIntent, request: &mut Request<'_>) {
        // "the garage is spotless now, tidy the garage is done"
        if intent.acts_on_a_todo()
            && let Some((told, item)) = request.slots.item.and_then(|item| self.told_before_a_todo(item))
        {
            (request.slots.item, request.aside) = (Some(item), Some(span_of(told)));
        }
        // "I need a reminder to clear the gutters, put it on my list"
        if intent == TodoIntent::Add
            && let Some(item) = request.slots.item.filter(|item| self.begins(item, A_REMINDER_TO))
            && let Some(deed @ [_, ..]) = item.get(A_REMINDER_TO.len()..)
        {
            request.slots.item = Some(deed);
        }
        if let Some(apart) = request.slots.item.and_then(|item| self.apart(intent, item)) {
            (request.slots.item, request.aside) = (Some(apart.item), Some(span_of(apart.beside)));
            if apart.each && intent == TodoIntent::Add {
                request.asked = Asked::Todo(TodoIntent::AddSeveral);
            }
        }
        // "change pay rent to be due on the 5th"
        let due = request.slots.text.filter(|text| intent == TodoIntent::Rename && self.begins(text, BE_DUE));
        if let Some(when) =
            due.and_then(|text| text.get(BE_DUE.len()..)).filter(|when| timed::says_when_due(self, when))
        {
            request.asked = Asked::Todo(TodoIntent::Reschedule);
            (request.slots.when, request.slots.text) = (Some(when), None);
            return;
        }
        // "change the dentist to 4 o'clock instead of 3"
        let new = request.slots.text.filter(|_| intent == TodoIntent::Rename);
        if let Some((when, not)) = new.and_then(|text| self.parted_by_instead(text)) {
            request.asked = Asked::Todo(TodoIntent::Reschedule);
            (request.slots.when, request.slots.text, request.aside) = (Some(when), None, Some(span_of(not)));
        }
        // "add pasta instead of rice to my list", where no rice is on one
        if intent == TodoIntent::Add
            && let Some((meant, not)) = request.slots.item.and_then(|item| self.meant_instead(item))
        {
            (request.slots.item, request.aside) = (Some(meant), Some(span_of(not)));
        }
        // "add oat milk not almond milk"
        if intent == TodoIntent::Add
            && let Some((meant, not)) = request.slots.item.and_then(|item| self.parted_by_not(item))
        {
            (request.slots.item, request.aside) = (Some(meant), Some(span_of(not)));
        }
    }

    /// When something is due, and when it is no more: "4 o'clock instead of 3".
    fn parted_by_instead<'t>(&self, text: &'t [Token]) -> Option<(&'t [Token], &'t [Token])> {
        let at = (1..text.len()).find(|at| {
            text.get(*at..).is_some_and(|rest| INSTEAD_OF.iter().any(|run| self.begins(rest, run)) && rest.len() > 2)
        })?;
        text.split_at_checked(at).filter(|(when, _)| timed::says_when_due(self, when))
    }

    /// What is meant and what is not: "pasta instead of rice". What is done instead of something else is a deed of its own, unless it was said
    /// beside it.
    fn meant_instead<'t>(&self, item: &'t [Token]) -> Option<(&'t [Token], &'t [Token])> {
        let said = |at: &usize| item.get(*at..).is_some_and(|rest| self.begins(rest, IN_PLACE));
        let at = (1..item.len()).find(said)?;
        let (meant, not) = item.split_at_checked(at)?;
        let old = not.get(IN_PLACE.len()..).filter(|old| !old.is_empty())?;
        let beside = not.first().is_some_and(|instead| instead.span.is_empty());
        ((beside || !self.is_deed(meant)) && !self.names_one_todo(old)).then_some((meant, not))
    }

    /// What is meant and what is not, where both are of one kind: "oat milk not almond milk".
    fn parted_by_not<'t>(&self, item: &'t [Token]) -> Option<(&'t [Token], &'t [Token])> {
        let at = item.iter().rposition(|token| self.is(token, NOT))?;
        let (meant, not) = item.split_at_checked(at)?;
        let (kind, other) = (meant.last()?, not.last()?);
        let alike = self.word(kind) == self.word(other) && meant.len() > 1 && (3..=5).contains(&not.len());
        // "oranges not apples", but not "why not try tofu"
        let plain =
            |token: &Token| token.is_unknown_word() || token.kind == TokenKind::Word && !self.is(token, NOT_AFTER);
        let things =
            meant.len() <= 2 && (2..=3).contains(&not.len()) && meant.iter().all(plain) && !self.is_deed(meant);
        let alike = alike || things;
        alike.then_some((meant, not))
    }

    /// The statement before a todo of the person's that stands behind a comma, and that todo's words.
    fn told_before_a_todo<'t>(&self, item: &'t [Token]) -> Option<(&'t [Token], &'t [Token])> {
        let at = item.iter().rposition(|token| token.is_sign(','))?;
        let (told, rest) = (item.get(..at)?, item.get(at + 1..)?);
        let tells = told.len() > 2 && self.any_is(told, TELLING) && !self.names_one_todo(told);
        (tells && self.names_one_todo(rest)).then_some((told, rest))
    }
}
