//! What can be done to todos, as one closed list, and what each comes to: effects on stored values, with their inverse.
//!
//! Nothing here writes; a command that cannot be carried out whole gives an error and no effects.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::{
    Changes, Due, Field, LocalNow, NewTodo, Todo, TodoError, TodoErrorKind, keys, order,
    record::Effect,
    recur,
    state::{State, list_record},
    todo::{MAX_NAME, same_tag, settle},
    words,
};

/// Something done to todos. All of it happens, or nothing.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// A new todo.
    Add(NewTodo),
    /// Several new todos; what is not said of them (id, moments) is given to them.
    AddEach {
        /// The todos.
        todos: Vec<Todo>,
    },
    /// Todos from elsewhere, as they are; one whose id is taken replaces what was there. Also makes the lists named.
    Import {
        /// The todos.
        todos: Vec<Todo>,
        /// Lists that are to be there even when nothing is on them.
        lists: Vec<String>,
    },
    /// Other values for a todo's fields.
    Update {
        /// The todo.
        id: String,
        /// What changes.
        changes: Changes,
    },
    /// The same changes to several todos.
    UpdateEach {
        /// The todos.
        ids: Vec<String>,
        /// What changes.
        changes: Changes,
    },
    /// Another due date.
    Snooze {
        /// The todo.
        id: String,
        /// When it is due now.
        due: Due,
    },
    /// Another place in the order.
    Move {
        /// The todo.
        id: String,
        /// The todo it comes after; none is the front.
        after: Option<String>,
    },
    /// It is done; a recurring one comes again.
    Complete {
        /// The todo.
        id: String,
    },
    /// Several are done.
    CompleteEach {
        /// The todos.
        ids: Vec<String>,
    },
    /// Everything on a list, or everything, is done.
    CompleteAll {
        /// The list; none is everything.
        list: Option<String>,
    },
    /// It is not done after all.
    Reopen {
        /// The todo.
        id: String,
    },
    /// Several are not done after all.
    ReopenEach {
        /// The todos.
        ids: Vec<String>,
    },
    /// It goes.
    Delete {
        /// The todo.
        id: String,
    },
    /// Several go.
    DeleteEach {
        /// The todos.
        ids: Vec<String>,
    },
    /// Everything on a list, or everything, goes; the list stays.
    DeleteAll {
        /// The list; none is everything.
        list: Option<String>,
    },
    /// What is completed goes.
    ClearCompleted {
        /// The list; none is everything.
        list: Option<String>,
    },
    /// A named list, empty at first.
    CreateList {
        /// Its name.
        name: String,
    },
    /// Another name for a list.
    RenameList {
        /// The list.
        name: String,
        /// Its new name.
        to: String,
    },
    /// A list goes, with everything on it.
    DeleteList {
        /// The list.
        name: String,
    },
    /// These go from a list, and the list with them unless something else is on it.
    DeleteListOf {
        /// The list.
        name: String,
        /// The todos.
        ids: Vec<String>,
    },
}

/// What a command comes to.
#[derive(Default)]
pub(crate) struct Draft {
    pub(crate) effects: Vec<Effect>,
    pub(crate) acted: Vec<String>,
    pub(crate) created: Vec<String>,
    pub(crate) summary: String,
}

/// What carrying out a command needs from outside.
pub(crate) struct Moment<'a> {
    /// Now, ISO 8601 in UTC.
    pub(crate) at: String,
    /// Now where the person is, for recurrence.
    pub(crate) now: &'a LocalNow,
    /// Makes an identifier.
    pub(crate) id: &'a dyn Fn() -> String,
    /// What the new todo is made under.
    pub(crate) key: Option<&'a str>,
}

impl Command {
    /// The ids of todos it names, to be read again before it is carried out; none when it may be about any.
    pub(crate) fn ids(&self) -> Option<Vec<String>> {
        match self {
            Self::Add(_) | Self::AddEach { .. } | Self::CreateList { .. } => Some(Vec::new()),
            Self::Import { todos, .. } => Some(todos.iter().map(|todo| todo.id.clone()).collect()),
            Self::Update { id, .. }
            | Self::Snooze { id, .. }
            | Self::Complete { id }
            | Self::Reopen { id }
            | Self::Delete { id } => Some(vec![id.clone()]),
            Self::Move { id, after } => Some(std::iter::once(id).chain(after).cloned().collect()),
            Self::UpdateEach { ids, .. }
            | Self::CompleteEach { ids }
            | Self::ReopenEach { ids }
            | Self::DeleteEach { ids } => Some(ids.clone()),
            Self::CompleteAll { .. }
            | Self::DeleteAll { .. }
            | Self::ClearCompleted { .. }
            | Self::RenameList { .. }
            | Self::DeleteList { .. }
            | Self::DeleteListOf { .. } => None,
        }
    }

    pub(crate) fn draft(self, state: &State, moment: &Moment<'_>) -> Result<Draft, TodoError> {
        match self {
            Self::Add(new) => add(state, moment, new),
            Self::AddEach { todos } => add_each(state, moment, todos),
            Self::Import { todos, lists } => import(state, moment, todos, &lists),
            Self::Update { id, changes } => update(state, moment, &[id], &changes, false),
            Self::UpdateEach { ids, changes } => update(state, moment, &ids, &changes, true),
            Self::Snooze { id, due } => {
                let summary = format!("moved {{}} to {due}");
                each(state, &[id], &summary, &mut |todo, _| {
                    Ok(change(todo, moment, &|todo| todo.due = Some(due.clone())))
                })
            }
            Self::Move { id, after } => move_after(state, moment, &id, after.as_deref()),
            Self::Complete { id } => complete(state, moment, &[id]),
            Self::CompleteEach { ids } => complete(state, moment, &ids),
            Self::CompleteAll { list } => {
                complete(state, moment, &on_list(state, list.as_deref(), |todo| !todo.completed)?)
            }
            Self::Reopen { id } => reopen(state, moment, &[id]),
            Self::ReopenEach { ids } => reopen(state, moment, &ids),
            Self::Delete { id } => delete(state, &[id]),
            Self::DeleteEach { ids } => delete(state, &ids),
            Self::DeleteAll { list } => delete(state, &on_list(state, list.as_deref(), |_| true)?),
            Self::ClearCompleted { list } => delete(state, &on_list(state, list.as_deref(), |todo| todo.completed)?),
            Self::CreateList { name } => create_list(state, moment, &name),
            Self::RenameList { name, to } => rename_list(state, moment, &name, &to),
            Self::DeleteList { name } => delete_list(state, &name, None),
            Self::DeleteListOf { name, ids } => delete_list(state, &name, Some(&ids)),
        }
    }
}

fn add(state: &State, moment: &Moment<'_>, new: NewTodo) -> Result<Draft, TodoError> {
    let mut todo = Todo {
        id: (moment.id)(),
        text: new.text,
        notes: new.notes,
        list: new.list,
        due: new.due,
        priority: new.priority,
        tags: new.tags,
        recurrence: new.recurrence,
        created_at: moment.at.clone(),
        updated_at: moment.at.clone(),
        created_by: moment.key.map(str::to_owned),
        ..Todo::default()
    };
    settle(&mut todo)?;
    todo.recurrence.as_deref().map_or(Ok(()), recur::check_rule)?;
    spell_list(state, &mut todo);
    Ok(Draft {
        summary: format!("added {}", quoted(&todo)),
        acted: vec![todo.id.clone()],
        effects: vec![effect_of(None, Some(&todo), &todo.id)],
        created: Vec::new(),
    })
}

fn add_each(state: &State, moment: &Moment<'_>, mut todos: Vec<Todo>) -> Result<Draft, TodoError> {
    for todo in todos.iter_mut().filter(|todo| todo.completed) {
        todo.completed_at.get_or_insert_with(|| moment.at.clone());
    }
    let draft = import(state, moment, todos, &[])?;
    Ok(Draft { summary: format!("added {}", counted(draft.acted.len())), ..draft })
}

fn import(state: &State, moment: &Moment<'_>, todos: Vec<Todo>, lists: &[String]) -> Result<Draft, TodoError> {
    let mut draft = Draft { summary: format!("imported {}", counted(todos.len())), ..Draft::default() };
    for mut todo in todos {
        settle(&mut todo)?;
        if todo.id.is_empty() {
            todo.id = (moment.id)();
        }
        if todo.created_at.is_empty() {
            todo.created_at.clone_from(&moment.at);
        }
        if todo.updated_at.is_empty() {
            todo.updated_at.clone_from(&todo.created_at);
        }
        let old = state.get(&todo.id);
        draft.acted.push(todo.id.clone());
        if old.is_none_or(|old| **old != todo) {
            draft.effects.push(effect_of(old.map(std::convert::AsRef::as_ref), Some(&todo), &todo.id));
        }
    }
    for name in lists {
        check_list_name(name)?;
        let (key, record) = list_record(name, &moment.at);
        if state.value(&key).is_none() && !draft.effects.iter().any(|effect| effect.name == key) {
            draft.effects.push(Effect { name: key, before: None, after: Some(record) });
        }
    }
    Ok(draft)
}

/// A day with the time of day that a todo had before, where none is said.
fn at_its_time(due: Due, before: Option<&Due>) -> Due {
    let time = before.and_then(Due::time).filter(|_| due.time().is_none());
    time.and_then(|time| Due::parse(&[due.date(), "T", time].concat())).unwrap_or(due)
}

/// Changes todos; with `keeps_times` a day alone leaves each the time of day that it had.
fn update(
    state: &State,
    moment: &Moment<'_>,
    ids: &[String],
    changes: &Changes,
    keeps_times: bool,
) -> Result<Draft, TodoError> {
    if changes.text.as_ref().is_some_and(|text| text.trim().is_empty()) {
        return Err(TodoError::text_missing("update"));
    }
    if let Field::Set(rule) = &changes.recurrence {
        recur::check_rule(rule)?;
    }
    each(state, ids, "changed {}", &mut |todo, _| {
        let due = changes.postpone.as_ref().map(|by| later(todo, by, moment.now)).transpose()?;
        if let ([_], Some(tag)) =
            (ids, changes.fewer_tags.iter().find(|tag| !todo.tags.iter().any(|its| same_tag(its, tag))))
        {
            return Err(TodoError::invalid(format!("{} has no tag \"{}\"", quoted(todo), crate::error::clip(tag)))
                .with_hint(format!("its tags are: {}", crate::error::clip(&todo.tags.join(", ")))));
        }
        let before = todo.due.as_ref().filter(|_| keeps_times);
        let mut changed = change(todo, moment, &|todo| {
            changes.clone().apply(todo);
            todo.due = due.clone().or(todo.due.take()).map(|due| at_its_time(due, before));
        });
        if let Some(changed) = &mut changed {
            settle(changed)?;
            spell_list(state, changed);
        }
        Ok(changed)
    })
}

fn later(todo: &Todo, by: &str, now: &LocalNow) -> Result<Due, TodoError> {
    recur::postponed(todo.due.as_ref(), by, now).ok_or_else(|| {
        TodoError::invalid(format!("{} cannot be moved by \"{}\"", quoted(todo), crate::error::clip(by)))
            .with_hint("it is due on a day without a time; say how many days, or the new date and time")
    })
}

fn move_after(state: &State, moment: &Moment<'_>, id: &str, after: Option<&str>) -> Result<Draft, TodoError> {
    let low = match after {
        None => String::new(),
        Some(other) => state.get(other).ok_or_else(|| TodoError::not_found(other, Vec::new()))?.order_key().to_owned(),
    };
    let high = state.place_after(after, id);
    if after == Some(id) {
        return each(state, &[id.to_owned()], "moved {}", &mut |_, _| Ok(None));
    }
    let place = order::between(&low, high.as_deref());
    each(state, &[id.to_owned()], "moved {}", &mut |todo, _| {
        Ok(change(todo, moment, &|todo| todo.order = Some(place.clone())))
    })
}

fn complete(state: &State, moment: &Moment<'_>, ids: &[String]) -> Result<Draft, TodoError> {
    each(state, ids, "completed {}", &mut |todo, next| {
        if todo.completed {
            return Ok(None);
        }
        let mut done = todo.clone();
        done.completed = true;
        done.completed_at = Some(moment.at.clone());
        done.updated_at.clone_from(&moment.at);
        if let Some(mut again) = recur::next(todo, moment.now) {
            again.id = (moment.id)();
            again.created_at.clone_from(&moment.at);
            again.updated_at.clone_from(&moment.at);
            // The recurrence goes on with the new one, so that reopening this one does not double it.
            done.recurrence = None;
            next.push(again);
        }
        Ok(Some(done))
    })
}

fn reopen(state: &State, moment: &Moment<'_>, ids: &[String]) -> Result<Draft, TodoError> {
    each(state, ids, "reopened {}", &mut |todo, _| {
        Ok(change(todo, moment, &|todo| {
            todo.completed = false;
            todo.completed_at = None;
        }))
    })
}

fn delete(state: &State, ids: &[String]) -> Result<Draft, TodoError> {
    let mut draft = Draft::default();
    let mut only = None;
    for id in distinct(ids) {
        let todo = state.get(id).ok_or_else(|| TodoError::not_found(id, Vec::new()))?;
        draft.effects.push(effect_of(Some(todo), None, id));
        draft.acted.push(id.clone());
        only = Some(todo);
    }
    draft.summary = format!("deleted {}", named(only.map(std::convert::AsRef::as_ref), draft.acted.len()));
    Ok(draft)
}

fn create_list(state: &State, moment: &Moment<'_>, name: &str) -> Result<Draft, TodoError> {
    check_list_name(name)?;
    if let Some(list) = state.list(name) {
        return Err(TodoError::new(TodoErrorKind::ListExists, format!("there is a list \"{}\" already", list.name))
            .with_hint("choose another name, or add to the one there is"));
    }
    let (key, record) = list_record(name, &moment.at);
    Ok(Draft {
        summary: format!("created the list \"{}\"", name.trim()),
        effects: vec![Effect { name: key, before: None, after: Some(record) }],
        ..Draft::default()
    })
}

fn rename_list(state: &State, moment: &Moment<'_>, name: &str, to: &str) -> Result<Draft, TodoError> {
    check_list_name(to)?;
    let list = find_list(state, name)?;
    let (old, new) = (words::list_key(name), words::list_key(to));
    if old != new && state.list(to).is_some() {
        return Err(TodoError::new(TodoErrorKind::ListExists, format!("there is a list \"{}\" already", to.trim()))
            .with_hint("choose another name"));
    }
    let ids = on_list(state, Some(name), |_| true)?;
    let mut draft =
        each(state, &ids, "", &mut |todo, _| Ok(change(todo, moment, &|todo| todo.list = Some(to.trim().to_owned()))))?;
    let (key, record) = list_record(to, &moment.at);
    let (old_key, before) = (keys::list_name(&old), state.made_list(&old).cloned());
    if old_key == key {
        draft.effects.push(Effect { name: key, before, after: Some(record) });
    } else {
        if before.is_some() {
            draft.effects.push(Effect { name: old_key, before, after: None });
        }
        draft.effects.push(Effect { name: key, before: None, after: Some(record) });
    }
    draft.summary = format!("renamed the list \"{}\" to \"{}\"", list, to.trim());
    Ok(draft)
}

fn delete_list(state: &State, name: &str, only: Option<&[String]>) -> Result<Draft, TodoError> {
    let list = find_list(state, name)?;
    let mut ids = on_list(state, Some(name), |_| true)?;
    let all = ids.len();
    ids.retain(|id| only.is_none_or(|only| only.contains(id)));
    let mut draft = delete(state, &ids)?;
    if ids.len() < all {
        draft.summary = format!("deleted {} from the list \"{list}\", which has others by now", counted(ids.len()));
        return Ok(draft);
    }
    let folded = words::list_key(name);
    if let Some(record) = state.made_list(&folded) {
        draft.effects.push(Effect { name: keys::list_name(&folded), before: Some(record.clone()), after: None });
    }
    draft.summary = format!("deleted the list \"{list}\" with {}", counted(draft.acted.len()));
    Ok(draft)
}

fn check_list_name(name: &str) -> Result<(), TodoError> {
    match name.trim().chars().count() {
        0 => Err(TodoError::new(TodoErrorKind::Invalid, "the list has no name")
            .with_hint("say its name, such as \"shopping\"")),
        1..=MAX_NAME => Ok(()),
        length => Err(TodoError::limit(format!("the list name has {length} characters, at most {MAX_NAME} are kept"))),
    }
}

/// The name of a list that is there, as it is spelt.
pub(crate) fn find_list(state: &State, name: &str) -> Result<String, TodoError> {
    if let Some(list) = state.list(name) {
        return Ok(list.name);
    }
    let names: Vec<String> = state.lists().into_iter().map(|list| list.name).collect();
    let wanted = words::list_key(name);
    let nearest = names.iter().min_by_key(|known| words::distance(&wanted, &words::list_key(known), 20));
    let hint = match nearest {
        Some(nearest) => format!("did you mean \"{nearest}\"?"),
        None => "there are no named lists yet, say \"create list shopping\" to make one".to_owned(),
    };
    Err(TodoError::new(TodoErrorKind::ListNotFound, format!("List not found: {}", crate::error::clip(name)))
        .with_hint(hint))
}

/// The ids of what is on a list (or anywhere) and passes, in order.
fn on_list(state: &State, list: Option<&str>, passes: fn(&Todo) -> bool) -> Result<Vec<String>, TodoError> {
    let wanted = match list {
        None => None,
        Some(name) => Some(words::list_key(&find_list(state, name)?)),
    };
    let on = |todo: &Todo| match &wanted {
        None => true,
        Some(wanted) => todo.list.as_ref().is_some_and(|list| state.is_list(list, wanted)),
    };
    Ok(state
        .in_order()
        .into_iter()
        .map(|entry| &entry.todo)
        .filter(|todo| on(todo) && passes(todo))
        .map(|todo| todo.id.clone())
        .collect())
}

/// Gives the changed todo, none when nothing changes, and adds new ones to its second argument.
type Apply<'a> = dyn FnMut(&Todo, &mut Vec<Todo>) -> Result<Option<Todo>, TodoError> + 'a;

/// The effects of changing todos one by one.
fn each(state: &State, ids: &[String], summary: &str, apply: &mut Apply<'_>) -> Result<Draft, TodoError> {
    let mut draft = Draft::default();
    let mut only = None;
    for id in distinct(ids) {
        let todo = state.get(id).ok_or_else(|| TodoError::not_found(id, Vec::new()))?;
        let mut new = Vec::new();
        if let Some(changed) = apply(todo, &mut new)? {
            draft.effects.push(effect_of(Some(todo), Some(&changed), id));
        }
        for todo in new {
            draft.effects.push(effect_of(None, Some(&todo), &todo.id));
            draft.created.push(todo.id);
        }
        draft.acted.push(id.clone());
        only = Some(todo.as_ref());
    }
    draft.summary = summary.replace("{}", &named(only, draft.acted.len()));
    Ok(draft)
}

/// Each id once, in order.
fn distinct(ids: &[String]) -> impl Iterator<Item = &String> {
    let mut seen = BTreeSet::new();
    ids.iter().filter(move |id| seen.insert(id.as_str()))
}

/// The todo with the change and a new time stamp, or none when nothing changed.
fn change(todo: &Todo, moment: &Moment<'_>, apply: &dyn Fn(&mut Todo)) -> Option<Todo> {
    let mut changed = todo.clone();
    apply(&mut changed);
    if changed == *todo {
        return None;
    }
    changed.updated_at.clone_from(&moment.at);
    Some(changed)
}

fn effect_of(before: Option<&Todo>, after: Option<&Todo>, id: &str) -> Effect {
    Effect { name: keys::todo_name(id), before: before.map(Todo::to_value), after: after.map(Todo::to_value) }
}

/// Gives the todo's list the spelling that it has already.
fn spell_list(state: &State, todo: &mut Todo) {
    if let Some(list) = todo.list.as_ref().and_then(|name| state.list(name)) {
        todo.list = Some(list.name);
    }
}

fn quoted(todo: &Todo) -> String {
    format!("\"{}\"", crate::error::clip(&todo.text))
}

fn named(only: Option<&Todo>, count: usize) -> String {
    match only {
        Some(todo) if count == 1 => quoted(todo),
        _ => counted(count),
    }
}

pub(crate) fn counted(count: usize) -> String {
    if count == 1 { "1 todo".to_owned() } else { format!("{count} todos") }
}

/// What undoes the effects, given what is there now: values that were changed by somebody else since are kept field by field.
pub(crate) fn inverse<'a>(
    effects: impl Iterator<Item = &'a Effect>,
    current: &dyn Fn(&str) -> Option<Value>,
) -> Vec<Effect> {
    let mut inverted: Vec<Effect> = Vec::new();
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    for effect in effects {
        let at = *places.entry(effect.name.clone()).or_insert_with(|| {
            let now = current(&effect.name);
            inverted.push(Effect { name: effect.name.clone(), before: now.clone(), after: now });
            inverted.len() - 1
        });
        let Some(slot) = inverted.get_mut(at) else { continue };
        let now = slot.after.take();
        slot.after = if now == effect.after { effect.before.clone() } else { merged(effect, now) };
    }
    inverted.retain(|effect| effect.before != effect.after);
    inverted
}

fn merged(effect: &Effect, now: Option<Value>) -> Option<Value> {
    let Some(before) = &effect.before else { return None };
    let (Some(after), Some(Value::Object(mut now))) = (&effect.after, now.clone()) else { return now };
    let (Some(before), Some(after)) = (before.as_object(), after.as_object()) else { return Some(Value::Object(now)) };
    let names: Vec<String> = before.keys().chain(after.keys()).cloned().collect();
    for name in names {
        if before.get(&name) != after.get(&name) && now.get(&name) == after.get(&name) {
            match before.get(&name) {
                Some(value) => now.insert(name, value.clone()),
                None => now.remove(&name),
            };
        }
    }
    Some(Value::Object(now))
}
