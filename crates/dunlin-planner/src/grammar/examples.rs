//! An example or more for each intent; the page "What you can say" and a test are made of them.

use crate::intent::Intent;

/// A section of the page.
#[derive(Debug)]
pub(crate) struct Section {
    pub(crate) title: &'static str,
    /// A sentence on what it is about.
    pub(crate) text: &'static str,
    /// The intents its examples show.
    #[cfg_attr(not(test), expect(dead_code, reason = "a test asks whether every intent has an example"))]
    pub(crate) intents: &'static [Intent],
    pub(crate) examples: &'static [&'static str],
    /// Whether the examples are refused.
    #[cfg_attr(not(test), expect(dead_code, reason = "a test asks whether the right ones are refused"))]
    pub(crate) refused: bool,
}

/// The sections, in the order of the page.
pub(crate) const EXAMPLES: &[Section] = &[
    Section {
        title: "Add a todo",
        text: "Capitals and spelling stay as you type them; text in quotes is never split or changed. Dates, times, repetitions, `p1` to `p4` and `#tags` are taken out of the words.",
        intents: &[Intent::Add],
        examples: &[
            "add todo Water the ferns",
            "could you put repot the basil on my to-do list please",
            "remind me to ring the optician tomorrow at 9am",
            "add todo file the receipts every friday #office p2",
            "add charcoal to my barbecue list",
            "on my packing list, add sun cream",
            "I'm out of pencils, so put them on my list",
            "add todo \"plan, pack and leave\"",
        ],
        refused: false,
    },
    Section {
        title: "Add several todos",
        text: "An enumeration becomes several todos when you say so, or when three short things or more are named.",
        intents: &[Intent::AddSeveral],
        examples: &["add todos rake, spade and gloves", "add apples, pears and plums to my market list"],
        refused: false,
    },
    Section {
        title: "See todos",
        text: "Any question about a list is answered by showing it.",
        intents: &[
            Intent::List,
            Intent::ListPending,
            Intent::ListDone,
            Intent::ListOverdue,
            Intent::ListLoose,
            Intent::Get,
        ],
        examples: &[
            "list todos",
            "what's on my list for today?",
            "read me my garden list",
            "what do I have left to do?",
            "show finished todos",
            "what is overdue?",
            "how is my list coming along?",
            "show the third todo",
        ],
        refused: false,
    },
    Section {
        title: "Look for a todo, or count",
        text: "The words may come in any order.",
        intents: &[Intent::Search, Intent::Count],
        examples: &[
            "do I have candles on my list?",
            "check my list to see if sweeping the porch is on it",
            "find todos about paint",
            "find paint",
            "how many todos do I have?",
        ],
        refused: false,
    },
    Section {
        title: "Complete and reopen",
        text: "Say the todo's words, or its place in the list.",
        intents: &[Intent::Complete, Intent::CompleteAll, Intent::Reopen],
        examples: &[
            "mark repot the basil as done",
            "I finished the first one",
            "check mow the lawn off my list",
            "mark everything as done",
            "mark repot the basil as not done",
        ],
        refused: false,
    },
    Section {
        title: "Change a todo",
        text: "A new name, another day, another list, a priority.",
        intents: &[Intent::Rename, Intent::Reschedule, Intent::Relist, Intent::Prioritise],
        examples: &[
            "rename sweep the porch to sweep the yard",
            "move ring the optician to friday",
            "set sweep the porch due next monday",
            "snooze ring the optician for 3 days",
            "move candles to my party list",
            "set the priority of file the receipts to high",
        ],
        refused: false,
    },
    Section {
        title: "Delete, clear, undo",
        text: "Deleting more than one todo asks first, and everything can be undone.",
        intents: &[Intent::Delete, Intent::Clear, Intent::ClearDone, Intent::Undo],
        examples: &[
            "delete the second one",
            "take candles off my list",
            "I no longer need charcoal, take it off my list",
            "clear completed",
            "clear my list",
            "undo that",
        ],
        refused: false,
    },
    Section {
        title: "Lists",
        text: "Lists have names; without one your own todos are meant.",
        intents: &[Intent::CreateList, Intent::ListNames, Intent::CountLists, Intent::DeleteList],
        examples: &[
            "create a list called holidays",
            "what lists do I have?",
            "how many lists do I have?",
            "delete my holidays list",
        ],
        refused: false,
    },
    Section {
        title: "Calculate",
        text: "In signs or in words. Money signs are read over; units are converted.",
        intents: &[Intent::Calculate, Intent::Convert],
        examples: &[
            "calculate (7 + 5) * 3",
            "what's 35% of 60?",
            "subtract 18 from 51",
            "three hundred and five plus ninety",
            "what is the square root of 81 times two",
            "how many times does 6 go into 210?",
            "what is a 12 percent tip on 40 dollars",
            "15 is what percent of 60?",
            "1 1/2 + 2 1/4",
            "9 choose 4",
            "round 2.718 to 2 decimal places",
            "how many ounces are in 3 pounds?",
            "170 cm to feet and inches",
        ],
        refused: false,
    },
    Section {
        title: "Several requests, and what came before",
        text: "A connector splits only where a new request begins. \"It\", \"that\" and \"the result\" mean the nearest thing that fits.",
        intents: &[],
        examples: &[
            "add todo sand and paint the door",
            "add todo Paint the door and calculate 3 * 14 then list todos",
            "calculate 6 * 45 then add todo transfer the result",
            "what is 80 / 3, then multiply it by 2",
            "remove nails from my workshop list and add screws",
            "add sand to my garden list as well as gravel",
            "remind me to ring the optician on friday and to water the ferns on monday",
        ],
        refused: false,
    },
    Section {
        title: "Conditions",
        text: "The answer of a step decides what follows.",
        intents: &[],
        examples: &[
            "if candles are not on my list, add them",
            "add tea to my market list unless it's already on it",
            "calculate 13 * 13, if that is more than 150 add todo order tiles",
            "if 12% of 300 is more than 30 then add todo ask for a discount otherwise add todo pay",
        ],
        refused: false,
    },
    Section {
        title: "Occasions",
        text: "Some goals stand for several todos, kept in templates that can be seen, changed and shared. One is used only when the whole goal names it.",
        intents: &[],
        examples: &["plan a birthday party", "prepare the weekly review"],
        refused: false,
    },
    Section {
        title: "Limits",
        text: "A goal can limit itself; what would break the limit is refused.",
        intents: &[],
        examples: &[
            "add todo Sand the door, but ask me first",
            "calculate 12 * 12 using only the calculator",
            "without deleting anything, list todos",
            "in at most two steps, add todo Sand the door and list todos",
        ],
        refused: false,
    },
    Section {
        title: "What is refused",
        text: "A piece is missing, nothing is there to point at, it can be read in two ways, or it is none of the planner's business. The page marks the place and offers what comes near.",
        intents: &[Intent::AddWhat, Intent::DeleteWhat, Intent::CompleteWhat],
        examples: &[
            "add something to my list",
            "delete it",
            "mark that as done",
            "erase my bookshelf",
            "the sum of 4 and 5 times 2",
            "what is 12 plus",
            "what's the weather like?",
            "play some jazz",
        ],
        refused: true,
    },
];
