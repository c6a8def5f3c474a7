//! Todos by when they are due: overdue, today, tomorrow, later, without a date; and those that are done.
//!
//! Pure: it knows a todo and a moment, and no list that is drawn.

use dunlin::{Now, Todo};

/// When a todo asks for somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Group {
    /// Its day or its time has passed.
    Overdue,
    /// It is due today.
    Today,
    /// It is due tomorrow.
    Tomorrow,
    /// It is due on a later day.
    Later,
    /// It has no date.
    NoDate,
    /// It is done.
    Completed,
}

impl Group {
    /// All of them, in the order in which they are shown.
    pub(crate) const EVERY: [Self; 6] =
        [Self::Overdue, Self::Today, Self::Tomorrow, Self::Later, Self::NoDate, Self::Completed];

    /// Its heading.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Overdue => "Overdue",
            Self::Today => "Today",
            Self::Tomorrow => "Tomorrow",
            Self::Later => "Later",
            Self::NoDate => "No date",
            Self::Completed => "Completed",
        }
    }

    /// Where a todo belongs at that moment.
    pub(crate) fn of(todo: &Todo, now: Now) -> Self {
        let Some(due) = &todo.due else {
            return if todo.completed { Self::Completed } else { Self::NoDate };
        };
        let day = |days: i32| now.plus_days(days).date_text();
        match due.date() {
            _ if todo.completed => Self::Completed,
            _ if dunlin::is_overdue(due.as_str(), &now) => Self::Overdue,
            date if date == day(0) => Self::Today,
            date if date == day(1) => Self::Tomorrow,
            _ => Self::Later,
        }
    }
}

/// How many of each are drawn when there is room for so many: an even share for each, and what one does not need for the
/// others.
pub(crate) fn shares(sizes: &[usize], room: usize) -> Vec<usize> {
    let mut shares = vec![0; sizes.len()];
    let mut left = room;
    loop {
        let open: Vec<usize> = (0..sizes.len()).filter(|at| shares.get(*at) < sizes.get(*at)).collect();
        if open.is_empty() || left == 0 {
            return shares;
        }
        let each = (left / open.len()).max(1);
        for at in open {
            let (Some(share), Some(size)) = (shares.get_mut(at), sizes.get(at)) else { continue };
            let more = each.min(size.saturating_sub(*share)).min(left);
            *share += more;
            left -= more;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dunlin::Due;
    use wasm_bindgen_test::wasm_bindgen_test;

    #[wasm_bindgen_test(unsupported = test)]
    fn a_todo_is_where_it_is_looked_for() {
        let now = Now::new(2026, 11, 21, 9, 30).unwrap();
        for (due, completed, group) in [
            (None, false, Group::NoDate),
            (Some("2026-11-20"), false, Group::Overdue),
            (Some("2026-11-21"), false, Group::Today),
            (Some("2026-11-21T09:00"), false, Group::Overdue),
            (Some("2026-11-21T18:00"), false, Group::Today),
            (Some("2026-11-22"), false, Group::Tomorrow),
            (Some("2026-12-22"), false, Group::Later),
            (Some("2026-11-20"), true, Group::Completed),
            (None, true, Group::Completed),
        ] {
            let todo = Todo { due: due.and_then(Due::parse), completed, ..Todo::default() };
            assert_eq!(Group::of(&todo, now), group, "{due:?}");
        }
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn room_is_shared_and_none_of_it_is_left_over() {
        for (sizes, room, expected) in [
            (vec![60, 210, 30], 200, vec![60, 110, 30]),
            (vec![2000, 7000, 1000], 200, vec![67, 67, 66]),
            (vec![3, 2], 200, vec![3, 2]),
            (vec![], 200, vec![]),
            (vec![9, 9, 9], 2, vec![1, 1, 0]),
        ] {
            assert_eq!(shares(&sizes, room), expected, "{sizes:?}");
        }
    }
}
