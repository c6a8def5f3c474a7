//! The values of a list, sorted so that those that stand at a place of a sentence are found letter by letter.

use std::collections::BTreeMap;

use super::{
    fault::{PhraseFault, PhraseFaultKind},
    given::ListValue,
    letters::{Accents, Letters, signs},
    template::Piece,
};

/// How many ways a value may be said; values are written out, sentences never are.
const MAX_FORMS: usize = 1_000;

/// What rules say, by name.
pub(crate) type Say<'r> = &'r dyn Fn(&str) -> Option<Piece>;

/// Values by what says them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Values {
    /// Each way to say a value, sorted, and the number of the value.
    forms: Vec<(Box<[char]>, u32)>,
    /// The same without spaces; empty when no form has one.
    glued: Vec<(Box<[char]>, u32)>,
}

impl Values {
    /// Sorts values by all that says them.
    pub(crate) fn of(values: &[ListValue], say: Say<'_>, accents: Accents) -> Result<Self, PhraseFault> {
        let mut forms: Vec<(Box<[char]>, u32)> = Vec::with_capacity(values.len());
        for (at, value) in values.iter().enumerate() {
            let mut said = vec![String::new()];
            write_out(&value.said.piece, say, &mut said, 0).map_err(|fault| fault.of(&value.said.text))?;
            for text in said {
                let form: Box<[char]> = signs(&text, accents).into();
                if !form.is_empty() {
                    forms.push((form, at as u32));
                }
            }
        }
        let spaced = forms.iter().any(|(form, _)| form.contains(&' '));
        let mut glued = Vec::new();
        if spaced {
            let without = |form: &[char]| form.iter().copied().filter(|sign| *sign != ' ').collect();
            glued = forms.iter().map(|(form, value)| (without(form), *value)).collect();
        }
        for table in [&mut forms, &mut glued] {
            table.sort();
            table.dedup();
        }
        Ok(Self { forms, glued })
    }

    /// Whether a word stands in a form.
    pub(crate) fn has_word(&self, word: &[char]) -> bool {
        self.forms.iter().any(|(form, _)| form.split(|sign| *sign == ' ').any(|known| known == word))
    }

    /// Shows the values that stand at a place, each with its end.
    pub(crate) fn each_at(&self, sentence: &Letters, from: usize, found: &mut dyn FnMut(usize, u32)) {
        let table = if sentence.glued && !self.glued.is_empty() { &self.glued } else { &self.forms };
        let mut rest = table.as_slice();
        let mut depth = 0;
        loop {
            let whole = rest.iter().take_while(|(form, _)| form.len() == depth).count();
            for (_, value) in rest.iter().take(whole) {
                found(from + depth, *value);
            }
            let Some(sign) = sentence.sign(from + depth) else { return };
            rest = rest.get(whole..).unwrap_or_default();
            let low = rest.partition_point(|(form, _)| form.get(depth).is_some_and(|held| *held < sign));
            rest = rest.get(low..).unwrap_or_default();
            let high = rest.partition_point(|(form, _)| form.get(depth) == Some(&sign));
            rest = rest.get(..high).unwrap_or_default();
            if rest.is_empty() {
                return;
            }
            depth += 1;
        }
    }
}

/// Writes out all that a piece says after each of `said`.
pub(crate) fn write_out(piece: &Piece, say: Say<'_>, said: &mut Vec<String>, depth: usize) -> Result<(), PhraseFault> {
    let too_large =
        || PhraseFault::new(PhraseFaultKind::TooLarge, format!("a value is said in more than {MAX_FORMS} ways"));
    if depth > 32 {
        return Err(PhraseFault::new(PhraseFaultKind::Circular, "a value names rules that name each other"));
    }
    match piece {
        Piece::Text(text) => said.iter_mut().for_each(|form| form.push_str(text)),
        Piece::Sequence(parts) => {
            for part in parts {
                write_out(part, say, said, depth + 1)?;
            }
        }
        Piece::Optional(inner) => {
            let mut with = said.clone();
            write_out(inner, say, &mut with, depth + 1)?;
            said.append(&mut with);
        }
        Piece::Choice(parts) => {
            let before = std::mem::take(said);
            for part in parts {
                let mut with = before.clone();
                write_out(part, say, &mut with, depth + 1)?;
                said.append(&mut with);
                if said.len() > MAX_FORMS {
                    return Err(too_large());
                }
            }
        }
        Piece::AnyOrder(parts) => {
            let before = std::mem::take(said);
            for order in orders(parts.len()) {
                let mut with = before.clone();
                for part in order.iter().filter_map(|at| parts.get(*at)) {
                    for form in &mut with {
                        form.push(' ');
                    }
                    write_out(part, say, &mut with, depth + 1)?;
                }
                said.append(&mut with);
                if said.len() > MAX_FORMS {
                    return Err(too_large());
                }
            }
        }
        Piece::Rule { name, span } => {
            let Some(inner) = say(name) else {
                let message = format!("there is no rule <{name}>");
                return Err(PhraseFault::new(PhraseFaultKind::UnknownRule, message).at(*span));
            };
            write_out(&inner, say, said, depth + 1)?;
        }
        Piece::Slot { span, .. } => {
            let message = "found a slot in a value, expected words".to_owned();
            return Err(PhraseFault::new(PhraseFaultKind::Syntax, message).at(*span));
        }
    }
    if said.len() > MAX_FORMS { Err(too_large()) } else { Ok(()) }
}

/// All orders of the numbers below `count`.
fn orders(count: usize) -> Vec<Vec<usize>> {
    let mut orders = vec![Vec::new()];
    for next in 0..count {
        orders = orders
            .iter()
            .flat_map(|order: &Vec<usize>| {
                (0..=order.len()).map(move |at| {
                    let mut longer = order.clone();
                    longer.insert(at, next);
                    longer
                })
            })
            .collect();
    }
    orders
}

/// What rules of several vocabularies say, the nearest first.
pub(crate) fn rule_of<'r, T>(rules: &[&'r BTreeMap<String, T>], name: &str) -> Option<&'r T> {
    rules.iter().find_map(|rules| rules.get(name))
}
