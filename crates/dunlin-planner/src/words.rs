//! Words of goals that others have to know too: what joins requests, what names a currency, and what speaks of further tools.

use crate::lang::{
    en::{connectors::JOINS_REQUESTS, offers::FURTHER_TOOLS, sums::CURRENCIES},
    holds,
};

/// Whether a word, in small letters, may stand between two requests.
pub fn joins_requests(word: &str) -> bool {
    holds(JOINS_REQUESTS, word)
}

/// The sign of the currency that a word in small letters, or the sign itself, names.
///
/// ```
/// use dunlin_planner::words::currency;
/// assert_eq!((currency("bucks"), currency("€"), currency("apples")), (Some('$'), Some('€'), None));
/// ```
pub fn currency(word: &str) -> Option<char> {
    let names = |(sign, names): &&(char, &str)| word.chars().eq([*sign]) || holds(names, word);
    CURRENCIES.iter().find(names).map(|(sign, _)| *sign)
}

/// Whether a goal has a word of what further tools and agents do, which may be off where it is said.
pub fn speaks_of_further_tools(goal: &str) -> bool {
    let lower = goal.to_lowercase();
    lower.split(|letter: char| !letter.is_alphanumeric()).any(|word| holds(FURTHER_TOOLS, word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_goal_speaks_of_tools_by_whole_words() {
        assert!(speaks_of_further_tools("draw a Chart of the costs"));
        assert!(speaks_of_further_tools("what do my notes say?"));
        assert!(!speaks_of_further_tools("take notice of the tablet"));
    }
}
