//! Which todos are listed, in which groups, and how many of them are drawn.

use std::{collections::BTreeSet, rc::Rc};

use dunlin::{Filter, Sort, Status, Todo};
use leptos::prelude::*;

use super::Todos;
use crate::model::{
    Listing, Narrow,
    todos::groups::{Group, shares},
};

/// How many rows are drawn before somebody asks for more: a list of thousands stays quick.
const PAGE_ROWS: usize = 200;
/// Up to so many that are done are shown; more are folded away until somebody asks for them.
const MOST_DONE: usize = 5;

impl Todos {
    /// Lists what the place in the page and the words looked for ask for; again whenever something changes.
    pub(in crate::model) fn list(self, listing: Listing, narrow: &Narrow) {
        self.changed.track();
        self.minute.track();
        if !self.is_read() {
            return;
        }
        let filter = self.words.with(|words| narrow.filter(listing, words));
        if self.filter.with_value(|before| *before != filter) {
            self.ticked.update_value(BTreeSet::clear);
            self.filter.set_value(filter.clone());
        }
        self.by_hand.set_value(filter.sort == Sort::Manual);
        let mut listed = self.engine.with(|dunlin| dunlin.todos().list_shared(&filter));
        let plain = filter.sort == Sort::Manual && filter.due.is_none() && filter.text.is_none();
        let sizes = if plain && filter.status != Status::Completed { self.group(&mut listed) } else { Vec::new() };
        if self.sizes.with_untracked(|before| *before != sizes) {
            self.sizes.set(sizes);
        }
        self.listed.set(listed);
        self.deselect(<[_]>::len);
    }

    /// What is not shown any more is not selected, and of those that are listed the first are shown: what is done with the
    /// selection is done with what somebody sees.
    fn deselect(self, shown: impl Fn(&[Rc<Todo>]) -> usize) {
        if self.selected.with_untracked(Vec::is_empty) {
            return;
        }
        let kept: Vec<String> = self.listed.with_untracked(|listed| {
            let shown: BTreeSet<&str> = listed.iter().take(shown(listed)).map(|todo| todo.id.as_str()).collect();
            self.selected.with_untracked(|all| all.iter().filter(|id| shown.contains(id.as_str())).cloned().collect())
        });
        if self.selected.with_untracked(|before| before.len() != kept.len()) {
            self.selected.set(kept);
        }
    }

    /// Puts those of a group together, in their order, and counts them.
    fn group(self, listed: &mut Vec<Rc<Todo>>) -> Vec<(Group, usize)> {
        let now = self.now();
        let of = |todo: &Todo| match Group::of(todo, now) {
            // One that was ticked a moment ago does not run away.
            Group::Completed if self.ticked.with_value(|ticked| ticked.contains(&todo.id)) => {
                Group::of(&Todo { completed: false, due: todo.due.clone(), ..Todo::default() }, now)
            }
            group => group,
        };
        let mut groups: Vec<(Group, Rc<Todo>)> = listed.drain(..).map(|todo| (of(&todo), todo)).collect();
        // What is far away comes nearest first; within a day the order is the person's own.
        let day = |group: Group, todo: &Todo| {
            let due = todo.due.as_ref().filter(|_| matches!(group, Group::Later | Group::Overdue));
            due.map(|due| due.date().to_owned())
        };
        groups.sort_by_cached_key(|(group, todo)| (*group, day(*group, todo)));
        let count = |group: Group| groups.iter().filter(|(known, _)| *known == group).count();
        let sizes =
            Group::EVERY.into_iter().map(|group| (group, count(group))).filter(|(_, count)| *count > 0).collect();
        listed.extend(groups.into_iter().map(|(_, todo)| todo));
        sizes
    }

    /// The names of the groups that have something in them, in order; one without a name where there are none.
    pub(crate) fn groups(self) -> Vec<Option<Group>> {
        self.sizes.with(|sizes| match sizes.as_slice() {
            [] => vec![None],
            sizes => sizes.iter().map(|(group, _)| Some(*group)).collect(),
        })
    }

    /// How many are in a group.
    pub(crate) fn size_of(self, group: Option<Group>) -> usize {
        self.sizes.with(|sizes| sizes.iter().find(|(known, _)| Some(*known) == group).map_or(0, |(_, size)| *size))
    }

    /// How many of a group are still to be done; of those that are done, how many there are.
    pub(crate) fn open_of(self, group: Option<Group>) -> usize {
        let from = self.sizes.with(|sizes| {
            sizes.iter().take_while(|(known, _)| Some(*known) != group).map(|(_, size)| *size).sum::<usize>()
        });
        let size = self.size_of(group);
        let counts = |todo: &&Rc<Todo>| group == Some(Group::Completed) || !todo.completed;
        self.listed.with(|listed| listed.iter().skip(from).take(size).filter(counts).count())
    }

    /// Whether those that are done are shown: a few of them are, until somebody folds them away.
    pub(crate) fn is_done_open(self) -> bool {
        self.done_open.get().unwrap_or_else(|| self.size_of(Some(Group::Completed)) <= MOST_DONE)
    }

    /// The same at this moment only.
    pub(crate) fn is_done_open_now(self) -> bool {
        untrack(|| self.is_done_open())
    }

    /// Folds those that are done away, or shows them.
    pub(crate) fn fold_done(self, fold: bool) {
        self.done_open.set(Some(!fold));
        if fold {
            self.wanted.set(None);
            let folded = untrack(|| self.size_of(Some(Group::Completed)));
            // They are the last group.
            self.deselect(|listed| listed.len().saturating_sub(folded));
        }
    }

    /// Of every group how many are drawn.
    fn shares(self) -> Vec<usize> {
        let limit = self.limit.get();
        let open = self.is_done_open();
        let room = |&(group, size): &(Group, usize)| if group == Group::Completed && !open { 0 } else { size };
        self.sizes.with(|sizes| shares(&sizes.iter().map(room).collect::<Vec<_>>(), limit))
    }

    /// The ids of those of a group that are drawn: the first, and the one that somebody is to see.
    pub(crate) fn drawn_of(self, group: Option<Group>) -> Vec<String> {
        let ids = |from: usize, size: usize, count: usize| {
            self.listed.with(|listed| {
                self.wanted.with(|wanted| {
                    // Beyond the first there is nothing to look for but that one.
                    let looked_at = if wanted.is_some() { size } else { count };
                    let all = listed.iter().skip(from).take(looked_at).map(|todo| &todo.id).enumerate();
                    let drawn = all.filter(|(at, id)| *at < count || wanted.as_ref() == Some(*id));
                    drawn.map(|(_, id)| id.clone()).collect()
                })
            })
        };
        let Some(group) = group else { return ids(0, usize::MAX, self.limit.get()) };
        let shares = self.shares();
        let mut from = 0;
        let found = self.sizes.with(|sizes| {
            sizes.iter().zip(&shares).find_map(|((known, size), share)| {
                let here = (*known == group).then_some((from, *size, *share));
                from += size;
                here
            })
        });
        found.map(|(from, size, share)| ids(from, size, share)).unwrap_or_default()
    }

    /// Draws that one wherever it stands in the list, also among those that are folded away.
    pub(crate) fn want(self, id: &str) {
        if self.engine.with(|dunlin| dunlin.todos().get(id)).is_some_and(|todo| todo.completed) {
            self.done_open.set(Some(true));
        }
        // What is drawn later would push it out of sight.
        self.draw_page();
        self.wanted.set(Some(id.to_owned()));
    }

    /// How many are listed, and how many of them are not drawn.
    pub(crate) fn counts(self) -> (usize, usize) {
        let listed = self.listed.with(Vec::len);
        // Those that are folded away are not asked for.
        let folded = if self.is_done_open() { 0 } else { self.size_of(Some(Group::Completed)) };
        (listed, listed.saturating_sub(folded).saturating_sub(self.limit.get().max(PAGE_ROWS)))
    }

    /// Draws the whole first page, once the page stands.
    pub(in crate::model) fn draw_page(self) {
        if self.limit.get_untracked() < PAGE_ROWS {
            self.limit.set(PAGE_ROWS);
        }
    }

    /// Draws more.
    pub(crate) fn draw_more(self) {
        self.limit.update(|limit| *limit += PAGE_ROWS);
    }

    /// How many more there would be.
    pub(crate) fn next_page(self) -> usize {
        self.counts().1.min(PAGE_ROWS)
    }

    /// The todo beside that one in what is listed.
    pub(in crate::model) fn beside(self, id: &str, step: isize) -> Option<String> {
        self.listed.with_untracked(|listed| {
            let place = listed.iter().position(|todo| todo.id == id)?;
            Some(listed.get(place.checked_add_signed(step)?)?.id.clone())
        })
    }

    /// The todo to look at when this one is gone: the next, else the one before.
    pub(crate) fn neighbour(self, id: &str) -> Option<String> {
        self.beside(id, 1).or_else(|| self.beside(id, -1))
    }

    pub(in crate::model) fn listed_ids(self, wanted: impl Fn(&Todo) -> bool) -> Vec<String> {
        self.listed
            .with_untracked(|listed| listed.iter().filter(|todo| wanted(todo)).map(|todo| todo.id.clone()).collect())
    }

    /// How many of those that are listed are done, and how many there are; now and whenever that changes.
    pub(crate) fn listed_done(self) -> (usize, usize) {
        self.listed.with(|listed| (listed.iter().filter(|todo| todo.completed).count(), listed.len()))
    }

    /// Points to what was added, where what is listed now leaves it out: to the last of it that does not show, with their number.
    pub(in crate::model) fn point_to(self, ids: &[String]) {
        let filter = self.filter.get_value();
        if (Filter { sort: Sort::Manual, ..filter.clone() }) == Filter::all() {
            return;
        }
        let listed = self.engine.with(|dunlin| dunlin.todos().list_shared(&filter));
        let shown: BTreeSet<&str> = listed.iter().map(|todo| todo.id.as_str()).collect();
        let is_hidden = |id: &&String| !shown.contains(id.as_str());
        let mut hidden =
            ids.iter().filter(is_hidden).filter_map(|id| self.engine.with(|dunlin| dunlin.todos().get(id)));
        if let Some(first) = hidden.next() {
            self.hidden.set(Some(hidden.fold((first, 1), |(_, count), todo| (todo, count + 1))));
        }
    }
}
