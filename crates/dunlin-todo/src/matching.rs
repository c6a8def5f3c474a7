//! Finding the todo that people mean: by words in any order, by position in what was shown.

use dunlin_base::json;

use crate::{Filter, LocalNow, Todo, TodoError, TodoErrorKind, TodoStore, query, recur, state::Entry, words};

/// The most candidates that are named.
const MAX_NEAREST: usize = 3;

/// What a description came to.
#[derive(Clone, Debug, PartialEq)]
pub enum Match {
    /// This one is meant.
    One(Box<Todo>),
    /// Any of these may be meant.
    Several(Vec<Todo>),
    /// None has these words.
    None {
        /// The ones that come nearest, the nearest first.
        nearest: Vec<Todo>,
    },
}

/// Which todos are thought of first when several have the words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Prefer {
    Active,
    Completed,
    Neither,
}

impl TodoStore {
    /// The todo that has all words of `description`, in any order, without case and plural, and whatever the form of the verb that
    /// it begins with.
    ///
    /// One with exactly these words is meant before one with more, and "buy milk" before "almond milk" where "milk" is said. Of
    /// several, the one that is not completed is meant when it is the only one.
    pub fn find(&self, description: &str) -> Match {
        self.find_among(description, &Filter::all(), &self.now(), Prefer::Active)
    }

    /// The texts of the todos that have all of these words, the open ones where there are any; nothing where more than `most` have
    /// them. Unlike [`find`](Self::find) it looks for none that come near, so it costs little where the words are in no todo.
    pub fn texts_with(&self, words: &str, most: usize) -> Vec<String> {
        self.follow();
        let wanted = words::telling(words);
        // Asked first: a host's clock may call back.
        let now = self.now();
        let (state, filter) = (self.0.state.borrow(), Filter::all());
        let entries = query::select(&state, &filter, &now);
        let having = entries.iter().copied().filter(|entry| has_all(entry, &wanted));
        let mut found: Vec<&Entry> = having.take(most + 1).collect();
        if wanted.is_empty() || found.len() > most {
            return Vec::new();
        }
        narrow(&mut found, |entry| !entry.todo.completed);
        found.into_iter().map(|entry| entry.todo.text.clone()).collect()
    }

    pub(crate) fn find_among(&self, description: &str, filter: &Filter, now: &LocalNow, prefer: Prefer) -> Match {
        self.follow();
        let found = self.find_words(description, filter, now, prefer);
        let Match::None { .. } = found else { return found };
        // People name a todo with the date that they added it with, and the date is no longer in its text.
        let Some(bare) = recur::without_dates(description, now) else { return found };
        match self.find_words(&bare, filter, now, prefer) {
            Match::None { .. } => found,
            better => better,
        }
    }

    fn find_words(&self, description: &str, filter: &Filter, now: &LocalNow, prefer: Prefer) -> Match {
        let state = self.0.state.borrow();
        let entries = query::select(&state, filter, now);
        let wanted = words::telling(description);
        let mut found: Vec<&Entry> = if wanted.is_empty() {
            // No letters or digits at all: only the very text will do.
            entries.iter().copied().filter(|entry| entry.todo.text == description.trim()).collect()
        } else {
            entries.iter().copied().filter(|entry| has_all(entry, &wanted)).collect()
        };
        // "watering the plants" is "water the plants".
        if let ([], Some((deed, rest))) = (found.as_slice(), wanted.split_first().filter(|(_, rest)| !rest.is_empty()))
        {
            let does = |entry: &&Entry| entry.words().first().is_some_and(|first| words::is_same_deed(deed, first));
            found = entries.iter().copied().filter(|entry| does(entry) && has_all(entry, rest)).collect();
        }
        narrow(&mut found, |entry| is_exact(entry, &wanted));
        narrow(&mut found, |entry| entry.todo.text.to_lowercase() == description.trim().to_lowercase());
        narrow(&mut found, |entry| is_thing_to_get(entry, &wanted));
        // "the books" are those of "return the books" sooner than those of "book flights".
        narrow(&mut found, |entry| has_as_written(entry, description));
        narrow(&mut found, |entry| match prefer {
            Prefer::Active => !entry.todo.completed,
            Prefer::Completed => entry.todo.completed,
            Prefer::Neither => true,
        });
        match found.as_slice() {
            [] => Match::None { nearest: nearest(&entries, &wanted) },
            [only] => Match::One(Box::new(only.todo.as_ref().clone())),
            several => Match::Several(several.iter().map(|entry| entry.todo.as_ref().clone()).collect()),
        }
    }

    pub(crate) fn ids_of(&self, filter: &Filter, now: &LocalNow) -> Vec<String> {
        self.follow();
        let state = self.0.state.borrow();
        query::select(&state, filter, now).into_iter().map(|entry| entry.todo.id.clone()).collect()
    }

    /// Todos were shown by a run, or to a person.
    pub(crate) fn show_for(&self, run: Option<&str>, ids: Vec<String>) {
        if let Ok(mut shown) = self.0.shown.try_borrow_mut() {
            shown.show(run, ids, self.storage());
        }
    }

    /// The order that positions count in: what the run, or else anybody, was last shown; with a filter, what that lets through.
    /// A run keeps the order that it first counted in, so that what it deletes does not move what it counts next.
    pub(crate) fn order_for(
        &self,
        run: Option<&str>,
        filter: &Filter,
        now: &LocalNow,
    ) -> Result<Vec<String>, TodoError> {
        let is_narrowed = *filter != Filter::default();
        let name = if is_narrowed { json::write(filter) } else { String::new() };
        let all = self.ids_of(filter, now);
        let Ok(mut shown) = self.0.shown.try_borrow_mut() else { return Ok(all) };
        if let Some(run) = run
            && let Some(order) = shown.of_run(run, &name, self.storage())?
        {
            return Ok(order.clone());
        }
        let order = shown.last().filter(|_| !is_narrowed).cloned().unwrap_or(all);
        if let Some(run) = run {
            shown.count_in(run, name, order.clone(), self.storage());
        }
        Ok(order)
    }

    /// The name of a list that is there, as it is spelt; the inbox always is.
    pub(crate) fn list_named(&self, name: &str) -> Result<String, TodoError> {
        if words::list_key(name) == "inbox" {
            return Ok(name.to_owned());
        }
        crate::command::find_list(&self.0.state.borrow(), name)
    }

    pub(crate) fn pick(&self, position: i64, order: &[String]) -> Result<String, TodoError> {
        let missing = |message: String| TodoError::new(TodoErrorKind::NoSuchPosition, message);
        let count = order.len();
        let from_start = match position {
            0 => None,
            1.. => usize::try_from(position - 1).ok(),
            _ => usize::try_from(position.unsigned_abs()).ok().and_then(|back| count.checked_sub(back)),
        };
        let id = from_start.and_then(|at| order.get(at)).ok_or_else(|| match count {
            0 => missing("Todo not found: there are no todos to count".to_owned()),
            _ => missing(format!("Todo not found: position {position}, there are {}", crate::command::counted(count)))
                .with_hint("positions count from 1 in the order last shown; -1 is the last"),
        })?;
        if id.is_empty() {
            return Err(missing(format!("Todo not found: position {position} is in the middle of a very long list"))
                .with_hint("name the todo by its words, or list fewer"));
        }
        if self.0.state.borrow().get(id).is_none() {
            return Err(missing(format!("Todo not found: the one at position {position} is no longer there"))
                .with_hint("list the todos to see what there is"));
        }
        Ok(id.clone())
    }
}

fn narrow<'a>(found: &mut Vec<&'a Entry>, better: impl Fn(&Entry) -> bool) {
    if found.len() > 1 {
        let closer: Vec<&'a Entry> = found.iter().copied().filter(|entry| better(entry)).collect();
        if !closer.is_empty() {
            *found = closer;
        }
    }
}

fn has_all(entry: &Entry, wanted: &[String]) -> bool {
    wanted.iter().all(|word| entry.words().contains(word))
}

/// Whether the words stand in a todo's text as they are written, and not only in another form.
fn has_as_written(entry: &Entry, description: &str) -> bool {
    let own = words::written(&entry.todo.text);
    words::written(description).iter().all(|word| own.contains(word))
}

fn is_exact(entry: &Entry, wanted: &[String]) -> bool {
    let telling = entry.words().iter().filter(|word| words::tells(word));
    let all_said = telling.clone().all(|word| wanted.contains(word));
    all_said && telling.count() == wanted.len()
}

/// Whether a todo is to get what is wanted and nothing more: "buy milk" for "milk", where "almond milk" is another thing.
fn is_thing_to_get(entry: &Entry, wanted: &[String]) -> bool {
    let mut telling = entry.words().iter().filter(|word| words::tells(word)).peekable();
    let gets = telling.peek().is_some_and(|first| words::gets(first));
    gets && telling.filter(|word| !words::gets(word)).eq(wanted.iter())
}

/// The todos whose words come nearest to those wanted.
fn nearest(entries: &[&Entry], wanted: &[String]) -> Vec<Todo> {
    let mut scored: Vec<(usize, &Entry)> = entries
        .iter()
        .map(|entry| (wanted.iter().map(|word| likeness(word, entry.words())).sum::<usize>(), *entry))
        .filter(|(score, _)| *score > 0)
        .collect();
    scored.sort_by(|(left, one), (right, other)| {
        right.cmp(left).then_with(|| one.words().len().cmp(&other.words().len()))
    });
    scored.into_iter().take(MAX_NEAREST).map(|(_, entry)| entry.todo.as_ref().clone()).collect()
}

/// How alike a word is to the most alike of others: 0 not at all, 4 the same.
fn likeness(word: &str, others: &[String]) -> usize {
    let alike = |other: &String| {
        let short = word.len().min(other.len());
        if word == other {
            4
        } else if short >= 3 && (other.starts_with(word) || word.starts_with(other.as_str())) {
            3
        } else if short >= 4 {
            match words::distance(word, other, 2) {
                1 => 3,
                2 => 2,
                _ => 0,
            }
        } else {
            usize::from(short == 3 && words::distance(word, other, 1) == 1)
        }
    };
    others.iter().map(alike).max().unwrap_or_default()
}
