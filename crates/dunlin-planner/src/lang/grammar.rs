//! The grammar: tables of classes and rows, compiled once, and the search for the row that fits a clause best.

use std::sync::{LazyLock, OnceLock};

pub(crate) use crate::lang::en::{
    examples::EXAMPLES,
    phrases::{DEEDS, EVENTS, HANDLED_ELSEWHERE, NOT_LISTS, VERBS},
    reasons::Reason,
};

use crate::{
    lang::en::{
        classes, conditions, connectors, courtesy, courtesy_after, dates, days, help, known, numbers, pauses, phrases,
        questions, reasons, rows, sums,
    },
    lang::phrase_set::Phrases,
    matching::{
        machine::Machine,
        memory::Memory,
        pattern::{self, Captures, Slot},
        program::{Need, Program},
        vocabulary::{Vocabulary, WordSet},
    },
    model::{
        intent::Intent,
        token::{NUMBER, Token, TokenKind, UNKNOWN, WordId},
    },
};

/// The most words in which one of a unit is said in another, where no number is.
const LONGEST_OF_ONE: usize = 5;

/// The compiled tables.
pub(crate) struct Grammar {
    machine: Machine,
    rows: Vec<Row>,
    /// The first of the rows that hold only for what stands on a list.
    known_from: u16,
    /// The rows that can begin with a word, by word.
    by_first: Vec<Vec<u16>>,
    /// The rows that can begin with anything.
    open: Vec<u16>,
    before: Phrases,
    after: Phrases,
    vague: Phrases,
    /// What asks how something is asked for.
    how: Phrases,
    pub(crate) foreign: WordSet,
    numeric: WordSet,
    symbolic: WordSet,
    statements: WordSet,
    joints: WordSet,
    because: WordSet,
    vague_words: WordSet,
    changes: WordSet,
    pub(crate) known_lists: WordSet,
    pub(crate) lists_of_others: WordSet,
    pub(crate) others: WordSet,
    pub(crate) going: WordSet,
    /// "then", and what it stands behind where it means a day.
    then: WordSet,
    doubting: WordSet,
    up_to: WordSet,
    from_now: [WordId; 2],
    pub(crate) days: WordSet,
    pub(crate) fared: WordSet,
    /// What a question begins with after somebody was called by a name.
    asking: WordSet,
    pub(crate) trade: WordSet,
    /// Words of what people look for elsewhere.
    pub(crate) elsewhere: WordSet,
    fronted: Pattern,
    echo: Pattern,
    list: Pattern,
    reason_after: Pattern,
    reasons: Vec<(Pattern, Reason)>,
    conditions: Vec<(Pattern, bool)>,
}

/// A pattern that is compiled when it is first asked for.
struct Pattern {
    text: &'static str,
    /// The words it can begin with; none when it can begin with anything.
    first: OnceLock<Option<WordSet>>,
    /// What must occur in a clause that it fits.
    needs: OnceLock<Vec<Need>>,
    program: OnceLock<Option<Program>>,
}

impl Pattern {
    const fn new(text: &'static str) -> Self {
        Self { text, first: OnceLock::new(), needs: OnceLock::new(), program: OnceLock::new() }
    }

    /// Whether a row can fit a clause of these words.
    fn possible(&self, machine: &Machine, words: &WordSet) -> bool {
        machine.possible(self.needs.get_or_init(|| machine.needs(self.text)), words)
    }

    /// Whether it names a class, which is given with the bracket behind it.
    fn names(&self, class: &str) -> bool {
        self.text.split('<').skip(1).any(|piece| piece.starts_with(class))
    }

    /// Its program; one that does not compile is left out, and fails the test below.
    fn program(&self, machine: &Machine) -> Option<&Program> {
        self.program.get_or_init(|| machine.compile(self.text).ok()).as_ref()
    }
}

/// A row.
struct Row {
    intent: Intent,
    pattern: Pattern,
    /// Whether it can begin with certain words only.
    starts: bool,
}

/// A row that fits a clause.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fit {
    pub(crate) intent: Intent,
    pub(crate) captures: Captures,
    /// It says two things at once: a reason and a request about "it".
    pub(crate) joined: bool,
    /// It is a request only after one about todos: "and put rolls on".
    pub(crate) follows: bool,
    pub(crate) row: u16,
}

/// The rows as they are written, changes before questions.
fn all_rows() -> impl Iterator<Item = &'static (Intent, &'static [&'static str])> {
    rows::ROWS.iter().chain(dates::ROWS).chain(questions::ROWS).chain(help::ROWS).chain(pauses::ROWS).chain(known::ROWS)
}

/// The intents that have rows.
#[cfg(test)]
pub(crate) fn intents() -> impl Iterator<Item = Intent> {
    all_rows().map(|(intent, _)| *intent)
}

/// Every row with its intent, in the order of their numbers.
#[cfg(test)]
pub(crate) fn row_texts() -> impl Iterator<Item = (Intent, &'static str)> {
    all_rows().flat_map(|(intent, rows)| rows.iter().map(|row| (*intent, *row)))
}

/// Every row; by each word the numbers of the rows that may begin with it; and those of the rows that may begin with any.
fn rows_by_first_word(machine: &Machine) -> (Vec<Row>, Vec<Vec<u16>>, Vec<u16>) {
    let (mut rows, mut open) = (Vec::new(), Vec::new());
    let mut by_first = vec![Vec::new(); machine.vocabulary.len()];
    for (intent, patterns) in all_rows() {
        for text in *patterns {
            let first = machine.first_words(text, true);
            let (at, starts) = (rows.len() as u16, first.is_some());
            rows.push(Row { intent: *intent, pattern: Pattern::new(text), starts });
            let Some(first) = first else {
                open.push(at);
                continue;
            };
            for word in first.iter() {
                if let Some(list) = by_first.get_mut(usize::from(word)) {
                    list.push(at);
                }
            }
        }
    }
    (rows, by_first, open)
}

/// The tables, compiled when they are first needed.
pub(crate) fn grammar() -> &'static Grammar {
    static GRAMMAR: LazyLock<Grammar> = LazyLock::new(Grammar::compile);
    &GRAMMAR
}

impl Grammar {
    fn compile() -> Self {
        let mut vocabulary = Vocabulary::new();
        let mut intern = |word| {
            vocabulary.intern(word);
        };
        numbers::each_word(&mut intern);
        sums::each_word(&mut intern);
        Self::each_text(&mut |pattern| pattern::intern(pattern, &mut vocabulary));
        let before = Phrases::new(courtesy::POLITE_BEFORE, &mut vocabulary);
        let after = Phrases::new(courtesy_after::POLITE_AFTER, &mut vocabulary);
        let vague = Phrases::new(phrases::VAGUE, &mut vocabulary);
        let how = Phrases::new(help::HOW, &mut vocabulary);
        let foreign = vocabulary.word_set(phrases::FOREIGN);
        let not_in_names = vocabulary.word_set(phrases::NOT_IN_NAMES);
        let mut numeric = vocabulary.word_set(sums::DONE_TO_NUMBERS);
        numeric.insert(NUMBER);
        numbers::each_word(&mut |word| numeric.insert(vocabulary.intern(word)));
        let symbolic = vocabulary.word_set(phrases::SYMBOLIC);
        let statements = vocabulary.word_set(phrases::STATEMENTS);
        let joints = vocabulary.word_set(phrases::JOINTS);
        let because = vocabulary.word_set(reasons::BECAUSE);
        let vague_words = vocabulary.word_set(phrases::VAGUE_WORDS);
        let changes = vocabulary.word_set(phrases::CHANGES);
        let trade = vocabulary.word_set(phrases::TRADE);
        let elsewhere = vocabulary.word_set(phrases::ELSEWHERE);
        let fared = vocabulary.word_set(phrases::FARED);
        let asking = vocabulary.word_set(phrases::ASKED);
        let going = vocabulary.word_set(phrases::GOING);
        let then = vocabulary.word_set(days::THEN);
        let doubting = vocabulary.word_set(courtesy_after::DOUBTING);
        let up_to = vocabulary.word_set(days::UP_TO);
        let from_now = days::AWAY_FROM_NOW.map(|word| vocabulary.intern(word));
        let days = vocabulary.word_set(phrases::DAYS);
        let others = vocabulary.word_set(phrases::OTHERS);
        let lists_of_others = vocabulary.word_set(phrases::LISTS_OF_OTHERS);
        let known_lists = vocabulary.word_set(phrases::KNOWN_LISTS);
        let mut machine = Machine::new(vocabulary, classes::CLASSES);
        machine.not_in_names = not_in_names;
        let known_rows: usize = known::ROWS.iter().map(|(_, rows)| rows.len()).sum();
        let (rows, by_first, open) = rows_by_first_word(&machine);
        let conditions = conditions::CONDITIONS.iter().map(|(text, there)| (Pattern::new(text), *there)).collect();
        Self {
            machine,
            known_from: (rows.len() - known_rows) as u16,
            rows,
            by_first,
            open,
            before,
            after,
            vague,
            how,
            foreign,
            numeric,
            symbolic,
            statements,
            joints,
            because,
            vague_words,
            changes,
            known_lists,
            lists_of_others,
            others,
            going,
            then,
            doubting,
            up_to,
            from_now,
            days,
            fared,
            asking,
            trade,
            elsewhere,
            fronted: Pattern::new(phrases::FRONTED),
            echo: Pattern::new(phrases::ECHO),
            list: Pattern::new("<list>"),
            reason_after: Pattern::new(phrases::REASON_AFTER),
            reasons: reasons::REASONS.iter().map(|(text, reason)| (Pattern::new(text), *reason)).collect(),
            conditions,
        }
    }

    /// The rows that fit all of `tokens`, best first.
    pub(crate) fn fits(&self, tokens: &[Token], memory: &mut Memory) -> Vec<Fit> {
        let Some(first) = tokens.first() else { return Vec::new() };
        let mut words = WordSet::default();
        for token in tokens {
            words.insert(token.word);
        }
        let numeric = words.meets(&self.numeric) || tokens.iter().any(|token| token.numeric);
        let starting = self.by_first.get(usize::from(first.word)).filter(|_| first.word != UNKNOWN);
        let mut found: Vec<Fit> = Vec::new();
        for row in starting.into_iter().flatten().chain(&self.open) {
            let Some(Row { intent, pattern, starts }) = self.rows.get(usize::from(*row)) else {
                continue;
            };
            let sum = matches!(intent, Intent::Calculate | Intent::Convert);
            // "how many feet are in a mile" has no number in it.
            // So has "a pint in ml".
            let one = *intent == Intent::Convert && (*starts || tokens.len() <= LONGEST_OF_ONE);
            if sum && !numeric && !one || !pattern.possible(&self.machine, &words) {
                continue;
            }
            let Some(program) = pattern.program(&self.machine) else { continue };
            let Some(captures) = self.machine.matches(program, tokens, memory) else { continue };
            let (joined, follows) = (pattern.names("sep>"), pattern.names("backon>") || pattern.names("backoff>"));
            found.push(Fit { intent: *intent, captures, joined, follows, row: *row });
            if captures.free() == 0 && !sum && !numeric {
                // Nothing after it can fit better.
                break;
            }
        }
        found.sort_by_key(|fit| (fit.captures.free(), fit.row));
        found
    }

    /// Whether a row holds only where what it names stands on a list.
    pub(crate) const fn wants_a_known_todo(&self, row: u16) -> bool {
        row >= self.known_from
    }

    /// The row about conditions that fits, and whether it says that the todo is there.
    pub(crate) fn condition(&self, tokens: &[Token], memory: &mut Memory) -> Option<(Captures, bool)> {
        self.conditions.iter().find_map(|(pattern, there)| Some((self.run(pattern, tokens, memory)?, *there)))
    }

    /// Whether the words are a list named before its request: "on my shopping list".
    pub(crate) fn is_fronted_list(&self, tokens: &[Token], memory: &mut Memory) -> bool {
        self.run(&self.fronted, tokens, memory).is_some()
    }

    /// Whether the words only ask what was asked before them already: "how much is that".
    pub(crate) fn is_echo(&self, tokens: &[Token], memory: &mut Memory) -> bool {
        self.run(&self.echo, self.without_courtesy(tokens), memory).is_some()
    }

    /// The name of the list that words such as "my work list" name.
    pub(crate) fn name_of_list<'t>(&self, tokens: &'t [Token]) -> Option<&'t [Token]> {
        self.run(&self.list, tokens, &mut Memory::default())?.get(Slot::Name, tokens)
    }

    /// Whether words can be a list's name that nothing else says is one: "from work to home".
    pub(crate) fn is_list_name(&self, tokens: &[Token]) -> bool {
        let others = [&self.days, &self.lists_of_others, &self.foreign];
        let fits = |token| self.machine.may_name(token) && !others.iter().any(|set| set.contains(token.word));
        (1..=3).contains(&tokens.len()) && tokens.iter().all(fits)
    }

    /// Whether the words say why something was asked for.
    pub(crate) fn is_reason_after(&self, tokens: &[Token], memory: &mut Memory) -> bool {
        // "…, because if there aren't any, add some" asks for something.
        let asks = tokens.iter().take(3).any(|token| token.word == self.vocabulary().id(connectors::IF));
        !asks && self.run(&self.reason_after, tokens, memory).is_some()
    }

    /// What a reason names that a request beside it may point back to: "sugar" in "we have no sugar".
    pub(crate) fn named_by_reason<'t>(
        &self,
        tokens: &'t [Token],
        memory: &mut Memory,
    ) -> Option<(&'t [Token], Reason)> {
        let bare = self.without_courtesy_after(tokens);
        // "because we need sugar"
        let joints = |token: &&Token| self.joints.contains(token.word) || token.is_sign(',');
        let bare = bare.get(bare.iter().take_while(joints).count()..)?;
        // "need eggs cause the kids ate them all"
        let because = bare.iter().position(|token| self.because.contains(token.word)).filter(|at| *at > 1);
        let bare = bare.get(..because.unwrap_or(bare.len()))?;
        let item =
            |(row, reason): &(Pattern, Reason)| Some((self.run(row, bare, memory)?.get(Slot::Item, bare)?, *reason));
        // "I have to clean the oven" says what has to be done, and not that there is something.
        let to = self.vocabulary().id(connectors::TO);
        let named =
            |(item, _): &(&[Token], Reason)| item.first().is_some_and(|first| first.word != to) && !self.is_vague(item);
        self.reasons.iter().filter_map(item).find(named)
    }

    /// Whether the words begin like a statement that asks for nothing.
    pub(crate) fn is_statement(&self, tokens: &[Token]) -> bool {
        self.without_courtesy(tokens)
            .first()
            .or(tokens.first())
            .is_some_and(|token| self.statements.contains(token.word))
            || tokens.first().is_some_and(|token| self.statements.contains(token.word))
    }

    /// Comparisons in words, with their operators.
    pub(crate) fn comparisons() -> &'static [(&'static str, &'static str)] {
        conditions::COMPARISONS
    }

    fn run(&self, pattern: &Pattern, tokens: &[Token], memory: &mut Memory) -> Option<Captures> {
        let first = tokens.first()?;
        let starts = pattern.first.get_or_init(|| self.machine.first_words(pattern.text, false));
        if starts.as_ref().is_some_and(|set| !set.contains(first.word)) {
            return None;
        }
        self.machine.matches(pattern.program(&self.machine)?, tokens, memory)
    }

    /// Shows all patterns there are.
    fn each_text(visit: &mut dyn FnMut(&'static str)) {
        for (_, pattern) in classes::CLASSES {
            visit(pattern);
        }
        for (_, patterns) in all_rows() {
            for pattern in *patterns {
                visit(pattern);
            }
        }
        for (pattern, _) in conditions::CONDITIONS {
            visit(pattern);
        }
        visit(phrases::FRONTED);
        visit(phrases::ECHO);
        visit(phrases::REASON_AFTER);
        for (pattern, _) in reasons::REASONS {
            visit(pattern);
        }
    }

    pub(crate) fn vocabulary(&self) -> &Vocabulary {
        &self.machine.vocabulary
    }

    /// Whether a request can begin with this word at all.
    pub(crate) fn can_begin(&self, word: WordId) -> bool {
        word != UNKNOWN && self.by_first.get(usize::from(word)).is_some_and(|rows| !rows.is_empty())
    }

    /// `tokens` without what people say before and after a request out of politeness.
    pub(crate) fn without_courtesy<'t>(&self, tokens: &'t [Token]) -> &'t [Token] {
        let said = self.without_courtesy_after(tokens);
        if self.begins_with_a_day(said) { said } else { self.before.strip_start(said) }
    }

    /// `tokens` without what people say after a request out of politeness.
    pub(crate) fn without_courtesy_after<'t>(&self, tokens: &'t [Token]) -> &'t [Token] {
        let rest = self.after.strip_end(tokens);
        // "monday maybe", but "listen to call me maybe"
        let dated = rest.last().is_some_and(|last| self.days.contains(last.word) || last.numeric);
        let cut = tokens.get(rest.len()..).unwrap_or_default();
        if !dated && cut.iter().any(|token| self.doubting.contains(token.word)) {
            return tokens;
        }
        // "add milk then", and "add the party for then"
        let of_a_day = matches!((rest, tokens.get(rest.len()..)), ([.., one], Some([then, ..]))
            if self.then.contains(then.word) && self.up_to.contains(one.word) || [one.word, then.word] == self.from_now);
        tokens.get(..rest.len() + usize::from(of_a_day)).unwrap_or(rest)
    }

    /// How many tokens at the start are one phrase of courtesy.
    pub(crate) fn courtesy_before(&self, tokens: &[Token]) -> usize {
        if self.begins_with_a_day(tokens) { 0 } else { self.before.longest_start(tokens) }
    }

    /// Whether words begin with "next friday", of which "next" is no courtesy.
    fn begins_with_a_day(&self, tokens: &[Token]) -> bool {
        let id = |word: &str| self.vocabulary().id(word);
        // "first of every month", and "first of all"
        let counts = || {
            matches!(tokens, [first, of, every, ..] if [first.word, of.word] == connectors::FIRST_OF.map(id)
                && connectors::EVERY_OR_EACH.map(id).contains(&every.word))
        };
        matches!(tokens, [next, day, ..] if self.days.contains(day.word) && next.word == id(connectors::NEXT))
            || counts()
    }

    /// How many tokens at the start call somebody by a name: "jarvis, how much is …".
    pub(crate) fn address(&self, tokens: &[Token]) -> usize {
        let [name, rest @ ..] = tokens else { return 0 };
        let comma = usize::from(rest.first().is_some_and(|token| token.is_sign(',')));
        let asks = rest.get(comma).is_some_and(|token| self.asking.contains(token.word));
        let called = name.is_unknown_word() && asks;
        if called { 1 + comma } else { 0 }
    }

    /// What follows the words that ask how something is asked for; none when they do not, or nothing does.
    pub(crate) fn after_how<'t>(&self, tokens: &'t [Token]) -> Option<&'t [Token]> {
        let length = self.how.longest_start(tokens);
        tokens.get(length..).filter(|rest| length > 0 && !rest.is_empty())
    }

    /// Whether the words are nothing but courtesy.
    pub(crate) fn is_courtesy(&self, tokens: &[Token]) -> bool {
        let rest = self.without_courtesy(tokens);
        let signs =
            rest.iter().all(|token| !matches!(token.kind, TokenKind::Word | TokenKind::Number | TokenKind::Quoted));
        signs || self.before.longest_start(rest) == rest.len() || self.after.longest_start(rest) == rest.len()
    }

    /// Whether the words name nothing in particular: "something", "that item".
    pub(crate) fn is_vague(&self, tokens: &[Token]) -> bool {
        let small = |token: &Token| token.word != UNKNOWN && self.vague_words.contains(token.word);
        !tokens.is_empty() && (tokens.iter().all(small) || self.vague.longest_start(tokens) == tokens.len())
    }

    /// Whether a word can stand in an expression as it is typed: one of the calculator's own, or one the grammar does not
    /// know. Asking the calculator itself about every sentence would be slow.
    pub(crate) fn may_be_symbolic(&self, token: &Token) -> bool {
        token.kind != TokenKind::Word || token.word == UNKNOWN || self.symbolic.contains(token.word)
    }

    /// Whether a word is one that numbers are made of, or that says what is done with them.
    pub(crate) fn is_numeric(&self, token: &Token) -> bool {
        token.numeric || self.numeric.contains(token.word)
    }

    /// How long the sign of a line in a list is that the words begin with: "- add milk", "2. add milk", but not "- 5 + 3".
    pub(crate) fn bullet(&self, tokens: &[Token]) -> usize {
        let is_word = |token: &Token| token.kind == TokenKind::Word && !self.is_numeric(token);
        match tokens {
            [sign, word, ..] if matches!(sign.kind, TokenKind::Sign('-' | '–' | '•' | '*')) && is_word(word) => 1,
            [number, sign, word, ..]
                if number.kind == TokenKind::Number
                    && sign.glued
                    && matches!(sign.kind, TokenKind::Sign('.' | ')'))
                    && is_word(word) =>
            {
                2
            }
            _ => 0,
        }
    }

    /// Whether a word asks for a change.
    pub(crate) fn asks_for_change(&self, tokens: &[Token]) -> bool {
        tokens.iter().any(|token| self.changes.contains(token.word))
    }

    /// Whether a word stands for something no tool here handles.
    pub(crate) fn mentions_foreign(&self, tokens: &[Token]) -> bool {
        tokens.iter().any(|token| self.foreign.contains(token.word))
    }

    /// The words whose misspellings are put right.
    pub(crate) fn spellable() -> impl Iterator<Item = &'static str> {
        phrases::SPELLABLE.split_whitespace()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pattern_compiles_and_begins_as_its_program_does() {
        let machine = &grammar().machine;
        Grammar::each_text(&mut |text| {
            let program = machine.compile(text);
            assert!(program.is_ok(), "{text:?}: {:?}", program.err());
            assert_eq!(machine.first_words(text, false), machine.first_words_compiled(text), "{text:?}");
        });
    }

    #[test]
    fn every_word_is_found_by_its_own_letters() {
        // A word with the hash and the length of another would have been taken for it, and not be found.
        let vocabulary = grammar().vocabulary();
        Grammar::each_text(&mut |text| {
            for word in text.split(|c: char| " ()[]|".contains(c)) {
                let named = word.is_empty() || word.contains(['<', '{', '#']);
                assert!(named || vocabulary.text(vocabulary.id(word)) == Some(word), "{word:?}");
            }
        });
    }

    #[test]
    fn no_row_has_alternatives_outside_brackets() {
        let machine = &grammar().machine;
        for text in all_rows().flat_map(|(_, patterns)| patterns.iter()) {
            assert_eq!(machine.first_words(text, true), machine.first_words(text, false), "{text:?}");
        }
    }

    #[test]
    fn no_class_names_itself() {
        // A class may only name classes that stand in no circle with it: taking away those that name none left empties the table.
        let names = |text: &str| -> Vec<String> {
            let pieces = text.split(|c: char| " ()[]".contains(c));
            pieces
                .filter_map(|piece| match piece {
                    "{when}" | "{value}" => Some(piece.trim_matches(['{', '}']).to_owned()),
                    "{pos}" => Some("position".to_owned()),
                    _ => Some(piece.strip_prefix('<')?.strip_suffix('>')?.to_owned()),
                })
                .collect()
        };
        let mut left: Vec<(&str, Vec<String>)> =
            classes::CLASSES.iter().map(|(name, text)| (*name, names(text))).collect();
        while let Some(at) =
            left.iter().position(|(_, named)| named.iter().all(|name| left.iter().all(|(known, _)| known != name)))
        {
            left.remove(at);
        }
        assert!(left.is_empty(), "{left:?}");
    }
}
