//! Where in the page somebody is, which the address says: the run and the step that are looked at, the list, what is looked
//! for.

use leptos::prelude::*;

use crate::{
    model::{Route, State, Tab},
    platform,
};

/// How long typing in a search rests before the address says it.
const SEARCH_MS: u64 = 200;

impl State {
    /// The step that is pointed at: the selected one of a run, or one of what is being typed.
    pub(crate) fn step_pointed(&'static self, live: bool) -> Option<u32> {
        if live { self.place.with(|place| place.step) } else { self.drafted.get() }
    }

    /// Points at a step: selects it everywhere, or shows the words it comes from.
    pub(crate) fn point_at(&'static self, live: bool, number: u32) {
        if live {
            return self.select_step(Some(number));
        }
        self.drafted.set(Some(number));
        let source = self.picture.shown.with_untracked(|shown| {
            shown.steps().iter().find(|step| step.step_number == number).map(|step| step.source)
        });
        self.goal.pointed.set(source);
    }

    /// Goes to the history.
    pub(crate) fn show_history(&'static self) {
        self.tab.set(Tab::History);
        request_animation_frame(platform::to_history);
    }

    /// Selects a step everywhere, or none.
    pub(crate) fn select_step(&'static self, step: Option<u32>) {
        self.go(|place| place.at_step(step));
    }

    /// How near the picture of the plan is drawn, in percent; 0 as it fits.
    pub(crate) fn scale(&'static self) -> u32 {
        self.scale.get()
    }

    /// Draws the picture of the plan so near.
    pub(crate) fn set_scale(&'static self, percent: u32) {
        self.amend(|place| Route { zoom: percent, ..place.clone() });
    }

    /// What is looked for follows the address at once, and the address what is looked for once typing rests.
    pub(in crate::model) fn keep_searches(&'static self) {
        let set = |signal: RwSignal<String>, words: &String| {
            if signal.with_untracked(|before| before != words) {
                signal.set(words.clone());
            }
        };
        Effect::new(move || {
            self.place.with(|place| {
                set(self.todos.words, &place.words);
                set(self.runs.find, &place.find);
            });
        });
        Effect::new(move || {
            let (words, find) = (self.todos.words.get(), self.runs.find.get());
            if self.place.with_untracked(|place| place.words == words && place.find == find) {
                return;
            }
            self.after(SEARCH_MS, move || {
                let rested = self.todos.words.with_untracked(|now| *now == words)
                    && self.runs.find.with_untracked(|now| *now == find);
                if rested {
                    self.amend(|place| Route { words, find, ..place.clone() });
                }
            });
        });
    }

    /// Says in the address what is seen here, without making it a place to come back to.
    pub(in crate::model) fn amend(&'static self, change: impl FnOnce(&Route) -> Route) {
        let route = self.place.with_untracked(change);
        platform::amend_address(&route.to_string());
        self.place.set(route);
    }

    /// Moves to another place in the page; the address follows.
    pub(crate) fn go(&'static self, change: impl FnOnce(&Route) -> Route) {
        let mut route = self.place.with_untracked(change);
        // What is looked for may be newer than the address.
        route.words = self.todos.words.get_untracked();
        route.find = self.runs.find.get_untracked();
        platform::set_address(&route.to_string());
        self.place.set(route);
    }
}
