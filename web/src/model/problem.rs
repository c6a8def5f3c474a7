//! Why something could not be done, as the page shows it.

use dunlin::{DunlinError, TodoError};
use dunlin_base::Utf16Span;

use crate::model::words::format::{sentence, shortened};

/// A failure in words.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Problem {
    /// The stable code.
    pub(crate) code: String,
    /// What was found and expected.
    pub(crate) message: String,
    /// What to do instead.
    pub(crate) hint: Option<String>,
    /// Where, in what was typed.
    pub(crate) span: Option<Utf16Span>,
    /// Whole corrected goals.
    pub(crate) suggestions: Vec<String>,
}

impl Problem {
    /// What is wrong, as one says it to somebody, and not to a program: `text` is what was typed.
    pub(crate) fn plainly(&self, text: &str) -> String {
        let words = self.span.map(|span| span.bytes(text).of(text).trim()).filter(|words| !words.is_empty());
        match self.code.as_str() {
            _ if self.is_unknown() => {
                let what =
                    words.map_or("that".to_owned(), |words| format!("“{}”", shortened(&words.replace('\n', " "), 60)));
                format!("I can’t do {what}. I do todos, sums and dates.")
            }
            _ => sentence(&self.message),
        }
    }

    /// Whether nothing is known of the words.
    fn is_unknown(&self) -> bool {
        self.code == "plan.unrecognized" && WANTED.iter().any(|wanted| self.message.ends_with(wanted))
    }

    /// What to do instead, without what buttons offer.
    pub(crate) fn hint_beside_offers(&self) -> Option<String> {
        let hint = self.hint.as_deref()?;
        let own = if self.is_unknown() { hint.split_once(TRY_THESE).map_or(hint, |(own, _)| own) } else { hint };
        Some(own.trim_end_matches([';', ' ']).to_owned()).filter(|own| !own.is_empty())
    }

    /// Whole goals that would be understood, and where nothing is known of the words what tells all that can be said.
    pub(crate) fn offers(&self, most: usize) -> Vec<String> {
        let all = self.is_unknown().then(|| HELP.to_owned());
        let own = self.suggestions.iter().take(most).cloned();
        own.filter(|one| one != HELP).chain(all).collect()
    }
}

impl Problem {
    /// A file has no todos in it; `notes` say what it has.
    pub(crate) fn nothing_in(file: &str, notes: String) -> Self {
        let usual = "in Markdown they are lines that begin with “- [ ]”, in a table the rows under its heading";
        Self {
            code: "todo.nothing-imported".to_owned(),
            message: format!("No todos were found in “{}”", shortened(file, 60)),
            hint: Some(if notes.is_empty() { usual.to_owned() } else { notes }),
            span: None,
            suggestions: Vec::new(),
        }
    }

    /// A todo was deleted elsewhere while it was edited; the hint says where the words are.
    pub(in crate::model) fn edit_of_gone(hint: String) -> Self {
        Self {
            code: "todo.not-found".to_owned(),
            message: "The todo was deleted while you edited it".to_owned(),
            hint: Some(hint),
            span: None,
            suggestions: Vec::new(),
        }
    }
}

/// The goal that tells what can be said.
const HELP: &str = "what can you do";
/// How the planner begins its examples where nothing says what was meant.
const TRY_THESE: &str = "try \"add todo …\"";
/// How the planner ends what it says of words that it knows nothing of: without and with sentences of further tools.
const WANTED: [&str; 2] =
    ["expected a request about todos or a calculation", "expected a request about todos, a calculation or a command"];

impl From<DunlinError> for Problem {
    fn from(error: DunlinError) -> Self {
        let suggestions = error.details.as_ref().and_then(|details| details.get("suggestions")?.as_array());
        let suggestions = suggestions.into_iter().flatten().filter_map(|one| one.as_str().map(str::to_owned)).collect();
        Self { code: error.code, message: error.message, hint: error.hint, span: error.span, suggestions }
    }
}

impl From<TodoError> for Problem {
    fn from(error: TodoError) -> Self {
        Self {
            code: error.kind().code().to_owned(),
            message: error.message().to_owned(),
            hint: error.hint().map(str::to_owned),
            span: None,
            suggestions: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_bindgen_test::wasm_bindgen_test;

    #[wasm_bindgen_test(unsupported = test)]
    fn a_refusal_is_said_plainly() {
        let problem = |code: &str, message: &str, span| Problem {
            code: code.to_owned(),
            message: message.to_owned(),
            hint: None,
            span,
            suggestions: Vec::new(),
        };
        let text = "add milk then hello there";
        let unknown = problem(
            "plan.unrecognized",
            "found \"hello there\", expected a request about todos or a calculation",
            Some(Utf16Span { start: 14, end: 25 }),
        );
        assert_eq!(unknown.plainly(text), "I can’t do “hello there”. I do todos, sums and dates.");
        let tools_on = "found \"hello there\", expected a request about todos, a calculation or a command";
        assert_eq!(Problem { message: tools_on.to_owned(), ..unknown.clone() }.plainly(text), unknown.plainly(text));
        let long = problem("plan.too-long", "the goal is too long", None);
        assert_eq!(long.plainly(text), "The goal is too long");
        assert_eq!(long.offers(3), [""; 0]);
        for (hint, said) in [
            ("try \"add todo …\", \"list todos\" or \"calculate …\"", None),
            ("what is offered leaves out \"hello\"; try \"add todo …\"", Some("what is offered leaves out \"hello\"")),
            ("say when", Some("say when")),
        ] {
            let refused =
                Problem { hint: Some(hint.to_owned()), suggestions: vec!["add milk".to_owned()], ..unknown.clone() };
            assert_eq!(refused.hint_beside_offers().as_deref(), said);
            assert_eq!(refused.offers(3), ["add milk", HELP]);
            assert_eq!(
                Problem { code: "plan.other".to_owned(), ..refused }.hint_beside_offers().as_deref(),
                Some(hint)
            );
        }
    }
}
