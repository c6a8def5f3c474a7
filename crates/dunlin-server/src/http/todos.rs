//! Todos.

use axum::{
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use dunlin::{Dunlin, DunlinError, Filter, Todo, TodoChanges, TodoFields, TodoFilter};
use dunlin_base::json;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::{Map, Value, json};
use utoipa::{IntoParams, ToSchema};

use super::{
    Served,
    answer::{Body, Path, Query, Refusal, json_text, record},
    schemas,
};

/// Which of the todos that are meant an answer holds.
#[derive(Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub(super) struct Page {
    /// How many are passed over.
    offset: usize,
    /// At most so many; 100 when it is left out, 1,000 at most.
    limit: Option<usize>,
}

/// What a query means. A name that stands twice is a list; only `except` is one.
fn asked(pairs: Vec<(String, String)>) -> Result<(Page, Filter), DunlinError> {
    let mut told = Map::new();
    for (name, text) in pairs {
        let value = match name.as_str() {
            "except" => json!([text]),
            "priority" | "offset" | "limit" => text.parse::<u64>().map_or_else(|_| json!(text), Value::from),
            _ => json!(text),
        };
        match (told.get_mut(&name), value) {
            (Some(Value::Array(several)), Value::Array(more)) => several.extend(more),
            (Some(_), _) => return Err(unread("the query", &format!("{name:?} is given twice"))),
            (None, value) => drop(told.insert(name, value)),
        }
    }
    let (page, filter): (Page, TodoFilter) = parted(told, "the query")?;
    let filter = filter.filter().map_err(|error| unread("the query", error.message()))?;
    Ok((page, filter))
}

/// Two records whose fields stand in one object. A name that neither has is refused with the nearest of both.
fn parted<A: DeserializeOwned, B: DeserializeOwned>(
    mut told: Map<String, Value>,
    what: &str,
) -> Result<(A, B), DunlinError> {
    let read = || {
        let (own, others) = (json::fields_of::<A>(), json::fields_of::<B>());
        json::only(&Value::Object(told.clone()), &[own, others].concat())?;
        let own: Map<String, Value> = own.iter().filter_map(|name| told.remove_entry(*name)).collect();
        Ok((json::from_value(Value::Object(own))?, json::from_value(Value::Object(told))?))
    };
    read().map_err(|fault: json::Unreadable| unread(what, &fault.to_string()))
}

fn unread(what: &str, why: &str) -> DunlinError {
    DunlinError::new("api.bad-argument", format!("{what} does not read: {why}")).with_hint("see /openapi.json")
}

/// Todos, in their order.
#[utoipa::path(get, path = "/todos", tag = "todos", params(TodoFilter, Page),
    responses((status = 200, body = schemas::Todos), (status = 400, body = schemas::Failed)))]
pub(super) async fn list(
    State(server): Served,
    Query(pairs): Query<Vec<(String, String)>>,
) -> Result<Response, Refusal> {
    let (page, filter) = asked(pairs)?;
    let listed = server.host.with(move |inside| {
        let limit = page.limit.unwrap_or(100).min(1000);
        let (todos, total) = inside.dunlin.todos().list_page(&filter, page.offset, limit);
        let shown: Vec<&Todo> = todos.iter().map(AsRef::as_ref).collect();
        json::write(&json!({"todos": shown, "total": total}))
    });
    Ok(json_text(listed.await?))
}

/// A todo as somebody types it.
#[derive(Default, Deserialize, ToSchema)]
#[serde(default)]
pub(super) struct Line {
    /// A line of quick add: "water plants tomorrow p1 #home".
    #[schema(required = true)]
    line: String,
}

/// Adds a todo.
#[utoipa::path(post, path = "/todos", tag = "todos", request_body = schemas::NewTodo,
    responses((status = 201, body = Todo), (status = 400, body = schemas::Failed), (status = 422, body = schemas::Failed)))]
pub(super) async fn add(State(server): Served, Body(new): Body<Map<String, Value>>) -> Result<Response, Refusal> {
    let added = server.host.with(move |inside| -> Result<Value, DunlinError> {
        match new.get("line") {
            None => {
                let (Line { .. }, fields): (_, TodoFields) = parted(new, "the body")?;
                act(&inside.dunlin, "add", None, &fields)
            }
            Some(Value::String(line)) if new.len() == 1 => {
                let outcome = inside.dunlin.quick_add(line, &[])?;
                Ok(outcome.todos.first().map_or(Value::Null, Todo::to_value))
            }
            Some(_) => Err(DunlinError::bad_argument(
                "the body",
                "more than a line",
                "a text \"line\", or a text and its fields",
            )),
        }
    });
    let mut response = record(&added.await??);
    *response.status_mut() = StatusCode::CREATED;
    Ok(response)
}

/// What the tool of the todos is asked to do.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Action<'a, T> {
    #[serde(rename = "action")]
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    todo_id: Option<&'a str>,
    #[serde(flatten)]
    fields: T,
}

fn act(dunlin: &Dunlin, name: &str, todo_id: Option<&str>, fields: impl Serialize) -> Result<Value, DunlinError> {
    Ok(dunlin.todo_action(&json::to_value(Action { name, todo_id, fields }))?.output)
}

fn unknown(id: &str) -> DunlinError {
    let shown: String = id.chars().take(80).collect();
    DunlinError::new("todo.not-found", format!("Todo not found: {shown}")).with_hint("see GET /todos")
}

/// A todo.
#[utoipa::path(get, path = "/todos/{id}", tag = "todos", params(("id" = String, Path)),
    responses((status = 200, body = Todo), (status = 404, body = schemas::Failed)))]
pub(super) async fn get(State(server): Served, Path(id): Path<String>) -> Result<Response, Refusal> {
    let found = server.host.with(move |inside| inside.dunlin.todos().get(&id).ok_or_else(|| unknown(&id)));
    Ok(record(&found.await??))
}

/// Whether a todo is done.
#[derive(Default, Deserialize, ToSchema)]
#[serde(default)]
pub(super) struct Done {
    /// Whether it is done.
    completed: Option<bool>,
}

/// Changes a todo.
#[utoipa::path(patch, path = "/todos/{id}", tag = "todos", params(("id" = String, Path)), request_body = schemas::ChangedTodo,
    responses((status = 200, body = Todo), (status = 400, body = schemas::Failed),
        (status = 404, body = schemas::Failed), (status = 422, body = schemas::Failed)))]
pub(super) async fn change(
    State(server): Served,
    Path(id): Path<String>,
    Body(changes): Body<Map<String, Value>>,
) -> Result<Response, Refusal> {
    let changed = server.host.with(move |inside| -> Result<Todo, DunlinError> {
        let dunlin = &inside.dunlin;
        let before = dunlin.todos().get(&id).ok_or_else(|| unknown(&id))?;
        let (Done { completed }, changes): (_, TodoChanges) = parted(changes, "the body")?;
        if !changes.is_empty() {
            act(dunlin, "update", Some(&id), &changes)?;
        }
        if let Some(completed) = completed.filter(|completed| *completed != before.completed) {
            act(dunlin, if completed { "complete" } else { "reopen" }, Some(&id), Map::new())?;
        }
        dunlin.todos().get(&id).ok_or_else(|| unknown(&id))
    });
    Ok(record(&changed.await??))
}

/// Deletes a todo.
#[utoipa::path(delete, path = "/todos/{id}", tag = "todos", params(("id" = String, Path)),
    responses((status = 204), (status = 404, body = schemas::Failed)))]
pub(super) async fn delete(State(server): Served, Path(id): Path<String>) -> Result<Response, Refusal> {
    let deleted = server.host.with(move |inside| -> Result<(), DunlinError> {
        inside.dunlin.todos().get(&id).ok_or_else(|| unknown(&id))?;
        act(&inside.dunlin, "delete", Some(&id), Map::new()).map(drop)
    });
    deleted.await??;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// Takes back the last change.
#[utoipa::path(post, path = "/todos/undo", tag = "todos",
    responses((status = 200, body = schemas::Undone), (status = 422, body = schemas::Failed)))]
pub(super) async fn undo(State(server): Served) -> Result<Response, Refusal> {
    let undone = server.host.with(|inside| act(&inside.dunlin, "undo", None, Map::new()));
    Ok(record(&undone.await??))
}
