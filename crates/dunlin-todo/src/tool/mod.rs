//! What the `todo_store` tool does: one action on the store for one input, with an output for people and programs.
//!
//! It knows the store and JSON; that it is a tool of a runtime is the facade's business.
//!
//! | action | output |
//! | --- | --- |
//! | `add`, `get` | the todo |
//! | `complete`, `reopen`, `update`, `delete` | the todo as it is now (or was); with `all`, a list of them |
//! | `list`, `search`, `clear` | a list of todos, at most [`MAX_OUTPUT`] |
//! | `count`, `count_lists` | a number |
//! | `undo` | `{"undone": "added \"buy milk\"", "todos": […]}` |
//! | `list_names` | a list of names |
//! | `create_list`, `delete_list` | `{"name": …}`, with `"deleted": 3` |
//! | `rename_list` | `{"name": …, "was": …}` |
//!
//! Metadata always has `action`, `count` (todos, or lists, that the action was about), `remaining` (todos stored afterwards)
//! and `active` (those of them not completed); changes add `summary`, a recurring todo that comes again `next`, and deletions
//! `gone`: how many of the deleted todos the store, asked again, no longer has.

mod input;
mod schema;

use serde_json::{Map, Value, json};

use crate::{Command, Filter, LocalNow, Origin, Outcome, Todo, TodoError, TodoErrorKind, TodoStore};

pub use schema::{READS, WRITES, input_schema};

/// The name that plans call it by.
pub const NAME: &str = "todo_store";
/// What it does, in a sentence.
pub const DESCRIPTION: &str = "Keeps todos: adds, finds, lists, counts, completes, changes and deletes them, by id, by words or by position, and undoes that";
/// The most todos in one output; `count` in the metadata always tells how many there are.
pub const MAX_OUTPUT: usize = 500;
/// Every action, in the order of the schema.
pub const ACTIONS: [&str; 16] = [
    "add",
    "list",
    "get",
    "search",
    "count",
    "complete",
    "reopen",
    "update",
    "delete",
    "clear",
    "undo",
    "create_list",
    "list_names",
    "count_lists",
    "rename_list",
    "delete_list",
];

/// What the tool is given besides its input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Context {
    /// The run and the idempotency key.
    pub origin: Origin,
    /// The moment that "today" is counted from, in milliseconds; none is the store's clock.
    pub now_ms: Option<i64>,
}

/// What the tool answers.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolReply {
    /// For people and programs; see the table of this module.
    pub output: Value,
    /// `action`, `count`, `remaining`, `active` and what else is worth knowing.
    pub metadata: Value,
}

/// What an input promises of its effects, more exactly than the tool as a whole can.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Impact {
    /// It changes nothing.
    Reads,
    /// It changes or adds, or deletes one todo; undo takes that back.
    Changes,
    /// It may delete several todos at once, which asks first under the default policy.
    DeletesSeveral,
}

/// What the input would do; nothing is done.
///
/// ```
/// use dunlin_todo::tool::{Impact, impact};
/// use serde_json::json;
/// assert_eq!(impact(&json!({"action": "delete", "match": "milk"})), Impact::Changes);
/// assert_eq!(impact(&json!({"action": "delete", "all": true})), Impact::DeletesSeveral);
/// ```
pub fn impact(input: &Value) -> Impact {
    // What does not read will be refused, which changes nothing.
    let Ok(input) = input::Input::read(input) else { return Impact::Reads };
    match input.action {
        "list" | "search" | "count" | "get" | "list_names" | "count_lists" => Impact::Reads,
        _ if input.deletes_several() => Impact::DeletesSeveral,
        _ => Impact::Changes,
    }
}

/// The todos that an input of a run would delete now, for a person to decide; none when it deletes none, or would fail. Positions
/// count in what the run was shown. Nothing is done.
///
/// ```
/// use dunlin_base::testing::World;
/// use dunlin_todo::{TodoStore, tool};
/// use serde_json::json;
///
/// let store = TodoStore::open(&World::new(1).env());
/// tool::execute(&store, &json!({"action": "add", "text": "sweep"}), &tool::Context::default())?;
/// let named = tool::would_delete(&store, &json!({"action": "clear"}), None);
/// assert_eq!(named.map(|todos| todos.len()), Some(1));
/// assert_eq!(tool::would_delete(&store, &json!({"action": "list"}), None), None);
/// assert_eq!(store.total(), 1);
/// # Ok::<(), dunlin_todo::TodoError>(())
/// ```
pub fn would_delete(store: &TodoStore, input: &Value, run_id: Option<&str>) -> Option<Vec<Todo>> {
    let now = store.now();
    let on = |list: Option<String>| {
        if let Some(list) = &list {
            store.list_named(list).ok()?;
        }
        Some(store.ids_of(&Filter { list, ..Filter::all() }, &now))
    };
    let input =
        input::Input::read(input).ok().filter(|input| ["delete", "clear", "delete_list"].contains(&input.action))?;
    let ids = match input.command(store, run_id, &now).ok()? {
        Command::Delete { id } => vec![id],
        Command::DeleteEach { ids } | Command::DeleteListOf { ids, .. } => ids,
        Command::DeleteAll { list } => on(list)?,
        Command::DeleteList { name } => on(Some(name))?,
        _ => return None,
    };
    Some(ids.iter().filter_map(|id| store.get(id)).collect())
}

/// The todos that are there and that an input of a run would change now, or why it would fail; none when it reads, or makes
/// something new. Positions count in what the run was shown. Nothing is done.
///
/// ```
/// use dunlin_base::testing::World;
/// use dunlin_todo::{TodoStore, tool};
/// use serde_json::json;
///
/// let store = TodoStore::open(&World::new(1).env());
/// tool::execute(&store, &json!({"action": "add", "text": "sweep the hall"}), &tool::Context::default())?;
/// let meant = tool::would_change(&store, &json!({"action": "complete", "match": "hall"}), None).unwrap()?;
/// assert_eq!(meant[0].text, "sweep the hall");
/// assert!(tool::would_change(&store, &json!({"action": "complete", "match": "milk"}), None).unwrap().is_err());
/// assert!(tool::would_change(&store, &json!({"action": "list"}), None).is_none());
/// # Ok::<(), dunlin_todo::TodoError>(())
/// ```
pub fn would_change(store: &TodoStore, input: &Value, run_id: Option<&str>) -> Option<Result<Vec<Todo>, TodoError>> {
    let now = store.now();
    let input = input::Input::read(input).ok()?;
    let changes = ["complete", "reopen", "update", "delete", "clear", "delete_list"].contains(&input.action);
    let all = |list: Option<String>| {
        if let Some(list) = &list {
            store.list_named(list)?;
        }
        Ok(store.ids_of(&Filter { list, ..Filter::all() }, &now))
    };
    let ids = changes.then(|| input.command(store, run_id, &now))?.and_then(|command| match command {
        Command::Update { id, .. } | Command::Complete { id } | Command::Reopen { id } | Command::Delete { id } => {
            Ok(vec![id])
        }
        Command::UpdateEach { ids, .. }
        | Command::CompleteEach { ids }
        | Command::ReopenEach { ids }
        | Command::DeleteEach { ids }
        | Command::DeleteListOf { ids, .. } => Ok(ids),
        Command::DeleteAll { list } | Command::CompleteAll { list } => all(list),
        Command::DeleteList { name } => all(Some(name)),
        _ => Ok(Vec::new()),
    });
    Some(ids.map(|ids| ids.iter().filter_map(|id| store.get(id)).collect()))
}

/// The input with the todos named that it would be about now, so that what a person agrees to is what is done, whatever comes
/// to be in between; none where it chooses no todos, or would fail. Nothing is done.
///
/// ```
/// use dunlin_base::testing::World;
/// use dunlin_todo::{TodoStore, tool};
/// use serde_json::json;
///
/// let store = TodoStore::open(&World::new(1).env());
/// let add = |text| tool::execute(&store, &json!({"action": "add", "text": text}), &tool::Context::default());
/// add("sweep")?;
/// let agreed = tool::exact(&store, &json!({"action": "delete", "all": true}), None).unwrap_or_default();
/// add("scrub")?;
/// tool::execute(&store, &agreed, &tool::Context::default())?;
/// assert_eq!(store.total(), 1);
/// # Ok::<(), dunlin_todo::TodoError>(())
/// ```
pub fn exact(store: &TodoStore, input: &Value, run_id: Option<&str>) -> Option<Value> {
    let now = store.now();
    let read = input::Input::read(input).ok()?;
    if read.action == "undo" {
        let mut exact = input.clone();
        let change = read.change().map_or_else(|| store.last_change(run_id), |change| Some(change.to_owned()));
        exact.as_object_mut()?.insert("change".to_owned(), json!(change?));
        return Some(exact).filter(|exact| exact != input);
    }
    if !["complete", "reopen", "update", "delete", "clear", "delete_list"].contains(&read.action) {
        return None;
    }
    let on = |list: Option<String>| store.ids_of(&Filter { list, ..Filter::all() }, &now);
    let several = match read.command(store, run_id, &now).ok()? {
        Command::Complete { id } | Command::Reopen { id } | Command::Update { id, .. } | Command::Delete { id } => {
            let mut exact = input.clone();
            exact.as_object_mut()?.insert("todoId".to_owned(), json!(id));
            return Some(exact).filter(|exact| exact != input);
        }
        Command::CompleteEach { ids }
        | Command::ReopenEach { ids }
        | Command::UpdateEach { ids, .. }
        | Command::DeleteEach { ids }
        | Command::DeleteListOf { ids, .. } => ids,
        Command::DeleteAll { list } => on(list),
        Command::DeleteList { name } => {
            store.list_named(&name).ok()?;
            on(Some(name))
        }
        _ => return None,
    };
    let mut exact = input.clone();
    let fields = exact.as_object_mut()?;
    fields.remove("positions");
    fields.insert("todoIds".to_owned(), json!(several));
    Some(exact).filter(|exact| exact != input)
}

/// Carries out one action. An error has changed nothing.
///
/// ```
/// use dunlin_base::testing::World;
/// use dunlin_todo::{TodoStore, tool};
/// use serde_json::json;
///
/// let store = TodoStore::open(&World::new(1).env());
/// let context = tool::Context::default();
/// tool::execute(&store, &json!({"action": "add", "text": "buy milk"}), &context)?;
/// let reply = tool::execute(&store, &json!({"action": "complete", "match": "MILK"}), &context)?;
/// assert_eq!(reply.output["completed"], true);
/// assert_eq!(reply.metadata["remaining"], 1);
/// # Ok::<(), dunlin_todo::TodoError>(())
/// ```
pub fn execute(store: &TodoStore, input: &Value, context: &Context) -> Result<ToolReply, TodoError> {
    let input = input::Input::read(input)?;
    let now = match context.now_ms {
        Some(at) => LocalNow::at(store.env(), at),
        None => store.now(),
    };
    let origin = &context.origin;
    match input.action {
        "list" | "search" | "count" | "get" | "list_names" | "count_lists" => {
            read(store, &input, origin.run_id.as_deref(), &now)
        }
        _ => {
            if let Some(first) = store.begin(origin)? {
                return Ok(changed(store, &input, &first));
            }
            if input.action == "undo" {
                let undone = match input.change() {
                    Some(change) => store.undo_change(change, origin)?,
                    None => store.undo_as(origin)?,
                };
                let outcome = undone.ok_or_else(|| {
                    TodoError::new(TodoErrorKind::NothingToUndo, "there is nothing to undo")
                        .with_hint("every change is undone already, or nothing was changed yet")
                })?;
                return Ok(changed(store, &input, &outcome));
            }
            let command = input.command(store, origin.run_id.as_deref(), &now)?;
            let outcome = store.execute(command, origin)?;
            Ok(changed(store, &input, &outcome))
        }
    }
}

fn read(store: &TodoStore, input: &input::Input, run: Option<&str>, now: &LocalNow) -> Result<ToolReply, TodoError> {
    let reply = |output: Value, count: usize| {
        let mut metadata = Map::new();
        metadata.insert("action".to_owned(), json!(input.action));
        metadata.insert("count".to_owned(), json!(count));
        metadata.insert("remaining".to_owned(), json!(store.total()));
        metadata.insert("active".to_owned(), json!(store.active()));
        ToolReply { output, metadata: Value::Object(metadata) }
    };
    let names = || store.lists().into_iter().map(|list| list.name).collect::<Vec<_>>();
    Ok(match input.action {
        "list_names" => reply(json!(names()), names().len()),
        "count_lists" => reply(json!(names().len()), names().len()),
        "get" => {
            let id = input.one(store, run, now)?;
            let todo = store.get(&id).ok_or_else(|| TodoError::not_found(&id, Vec::new()))?;
            reply(todo.to_value(), 1)
        }
        action => {
            let filter = input.reading_filter()?;
            let todos = store.list_at(&filter, now);
            let mut answer = reply(if action == "count" { json!(todos.len()) } else { listed(&todos) }, todos.len());
            note_missing_list(store, &filter, &mut answer.metadata);
            if action != "count" {
                store.show_for(run, todos.into_iter().map(|todo| todo.id).collect());
            }
            answer
        }
    })
}

/// A list that is asked about and not there is worth a word; it is no failure, the answer is just as empty.
fn note_missing_list(store: &TodoStore, filter: &Filter, metadata: &mut Value) {
    let Some(name) = filter.list.as_deref() else { return };
    if let Err(missing) = store.list_named(name)
        && let Some(metadata) = metadata.as_object_mut()
    {
        let hint = missing.hint().map_or(String::new(), |hint| format!("; {hint}"));
        metadata.insert("note".to_owned(), json!(format!("{missing}{hint}")));
    }
}

/// The answer to a change: a function of the input and the outcome only, so that a repeated one answers the same, but for what
/// the store says of the deleted todos now.
fn changed(store: &TodoStore, input: &input::Input, outcome: &Outcome) -> ToolReply {
    let output = match input.action {
        "undo" => json!({
            "undone": outcome.summary.strip_prefix("undid: ").unwrap_or(&outcome.summary),
            "todos": listed(&outcome.todos),
        }),
        "create_list" => json!({ "name": input.list_name() }),
        "rename_list" => json!({ "name": input.new_name(), "was": input.list_name() }),
        "delete_list" => json!({ "name": input.list_name(), "deleted": outcome.count }),
        _ if input.is_about_many() => listed(&outcome.todos),
        _ => outcome.todos.first().map_or(Value::Null, Todo::to_value),
    };
    let mut metadata = json!({
        "action": input.action,
        "count": outcome.count,
        "remaining": outcome.total,
        "active": outcome.active,
        "summary": outcome.summary,
    });
    if let (Some(metadata), false) = (metadata.as_object_mut(), outcome.created.is_empty()) {
        let next = if input.is_about_many() {
            listed(&outcome.created)
        } else {
            outcome.created.first().map_or(Value::Null, Todo::to_value)
        };
        metadata.insert("next".to_owned(), next);
    }
    if let (Some(metadata), "delete" | "clear") = (metadata.as_object_mut(), input.action) {
        let left = outcome.todos.iter().filter(|todo| store.get(&todo.id).is_some()).count();
        metadata.insert("gone".to_owned(), json!(outcome.count.saturating_sub(left)));
    }
    ToolReply { output, metadata }
}

fn listed(todos: &[Todo]) -> Value {
    Value::Array(todos.iter().take(MAX_OUTPUT).map(Todo::to_value).collect())
}
