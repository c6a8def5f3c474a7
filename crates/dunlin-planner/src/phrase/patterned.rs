//! Texts that fit the `pattern` of a schema, drawn at random: for the samples of a slot that takes nothing else. What a pattern
//! is made of says `regex-syntax`; whether a text or a letter fits is asked of the pattern, and one that schemas cannot use gives
//! nothing.

use dunlin_base::Random;
use dunlin_plan::pattern;
use regex_syntax::ast::{Ast, RepetitionKind, RepetitionRange, parse::ParserBuilder};

use super::sample::below;

/// How deep the parts of a pattern may stand within each other.
const DEEPEST: u32 = 16;
/// The longest text that is drawn, in bytes.
const LONGEST: usize = 120;
/// How often more than the least is drawn of what may come again.
const MORE: u32 = 3;
/// How many texts are tried.
const TRIES: usize = 8;
/// How often parts are drawn again for one text; what may be empty could come again for ever.
const TURNS: u32 = 1000;

/// A text that fits, or nothing where the pattern is not understood or none was found.
pub(super) fn draw(wanted: &str, random: &dyn Random) -> Option<String> {
    let parts = ParserBuilder::new().nest_limit(DEEPEST).build().parse(wanted).ok()?;
    (0..TRIES).find_map(|_| {
        let mut drawing = Drawing { wanted, random, text: String::new(), turns: 0 };
        drawing.say(&parts);
        fits(wanted, &drawing.text).then_some(drawing.text)
    })
}

fn fits(wanted: &str, text: &str) -> bool {
    pattern::fits(wanted, text) == Ok(true)
}

struct Drawing<'d> {
    wanted: &'d str,
    random: &'d dyn Random,
    text: String,
    turns: u32,
}

impl Drawing<'_> {
    fn say(&mut self, part: &Ast) {
        match part {
            Ast::Empty(_) | Ast::Flags(_) | Ast::Assertion(_) => {}
            Ast::Literal(letter) => self.text.push(letter.c),
            Ast::Dot(_) | Ast::ClassUnicode(_) | Ast::ClassPerl(_) | Ast::ClassBracketed(_) => {
                let class = self.wanted.get(part.span().start.offset..part.span().end.offset);
                self.text.extend(class.and_then(|class| letter(class, self.random)));
            }
            Ast::Repetition(again) => {
                let (least, most) = match &again.op.kind {
                    RepetitionKind::ZeroOrOne => (0, 1),
                    RepetitionKind::ZeroOrMore => (0, u32::MAX),
                    RepetitionKind::OneOrMore => (1, u32::MAX),
                    RepetitionKind::Range(RepetitionRange::Exactly(count)) => (*count, *count),
                    RepetitionKind::Range(RepetitionRange::AtLeast(least)) => (*least, u32::MAX),
                    RepetitionKind::Range(RepetitionRange::Bounded(least, most)) => (*least, *most),
                };
                let more = below(self.random, most.saturating_sub(least).min(MORE) as usize + 1);
                for _ in 0..least as usize + more {
                    self.turns += 1;
                    if self.turns > TURNS || self.text.len() > LONGEST {
                        return;
                    }
                    self.say(&again.ast);
                }
            }
            Ast::Group(group) => self.say(&group.ast),
            Ast::Alternation(ways) => {
                if let Some(way) = ways.asts.get(below(self.random, ways.asts.len())) {
                    self.say(way);
                }
            }
            Ast::Concat(parts) => parts.asts.iter().for_each(|part| self.say(part)),
        }
    }
}

/// A letter that a class takes: one that people type, where there is one, else one that it names.
fn letter(class: &str, random: &dyn Random) -> Option<char> {
    let one = format!("^{class}$");
    let takes = |letter: &char| fits(&one, letter.encode_utf8(&mut [0; 4]));
    let typed: Vec<char> = ('a'..='z').chain('A'..='Z').chain('0'..='9').filter(takes).collect();
    let usual = typed.get(below(random, typed.len())).copied();
    usual.or_else(|| (' '..='~').chain(class.chars()).find(takes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use dunlin_base::SeededRandom;

    #[test]
    fn what_is_drawn_fits() {
        let random = SeededRandom::new(3);
        for wanted in [
            r"^[A-Z]{3}-\d+$",
            r"^\d{4}-\d{2}$",
            r"^(?:red|green|blue)$",
            r"^(?<kind>bug|task)-[0-9a-f]{4,8}$",
            r"^[^aeiou]{2,3}$",
            r"^v?\d+(\.\d+){0,2}$",
            r"^[\w.+-]+@[a-z]+\.[a-z]{2,}$",
            r"\d",
            "(?i)^abc$",
            "^[äöü]{2}é$",
            "^[[:alpha:]]{3}$",
            r"\bword\b",
            "^$",
        ] {
            for _ in 0..20 {
                let text = draw(wanted, &random).unwrap_or_else(|| panic!("nothing fits {wanted}"));
                assert_eq!(pattern::fits(wanted, &text), Ok(true), "{wanted} {text}");
                assert!(text.len() < 200, "{wanted} {text}");
            }
        }
    }

    #[test]
    fn what_is_not_understood_gives_nothing() {
        let random = SeededRandom::new(3);
        let deep = "(".repeat(60) + &")".repeat(60);
        for wanted in [
            "a{900}",
            "(?=a)",
            "(",
            ")",
            "*",
            "[",
            "[]",
            "\\",
            "a{x}",
            "(?<",
            "((((((){99}){99}){99}){99}){99}){99}x",
            &deep,
        ] {
            assert_eq!(draw(wanted, &random), None, "{wanted}");
        }
    }
}
