//! Todos.

use axum::{
    extract::{Path, State},
    http::StatusCode,
    response::{IntoResponse, Response},
};
use dunlin::{Dunlin, DunlinError, Filter, Todo};
use dunlin_base::json;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use utoipa::IntoParams;

use super::{
    Served,
    answer::{Body, Query, Refusal, json_text, record},
    schemas,
};

/// Which todos are listed.
#[derive(Default, Deserialize, IntoParams)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Which {
    /// `active`, `completed` or `all`, which is the default.
    status: Option<String>,
    /// When they are due: `today`, `overdue`, `this week`, `2026-11-27`, `..2026-11-27`.
    due: Option<String>,
    /// A tag they have.
    tag: Option<String>,
    /// The list they are on; `inbox` is those on none.
    list: Option<String>,
    /// Words in their text, notes, list or tags.
    text: Option<String>,
    /// How many are passed over.
    offset: usize,
    /// At most so many; 100 when it is left out, 1,000 at most.
    limit: Option<usize>,
}

impl Which {
    fn filter(&self) -> Result<Filter, DunlinError> {
        let mut fields = Map::new();
        let named = [
            ("status", &self.status),
            ("due", &self.due),
            ("tag", &self.tag),
            ("list", &self.list),
            ("text", &self.text),
        ];
        for (name, value) in named {
            if let Some(value) = value {
                fields.insert(name.to_owned(), Value::from(value.as_str()));
            }
        }
        Filter::from_value(&Value::Object(fields))
            .map_err(|error| DunlinError::new("api.bad-argument", error.message()).with_hint("see /openapi.json"))
    }
}

/// Todos, in their order.
#[utoipa::path(get, path = "/todos", tag = "todos", params(Which),
    responses((status = 200, body = schemas::Todos), (status = 400, body = schemas::Failed)))]
pub(super) async fn list(State(server): Served, Query(which): Query<Which>) -> Result<Response, Refusal> {
    let filter = which.filter()?;
    let listed = server.host.with(move |inside| {
        let limit = which.limit.unwrap_or(100).min(1000);
        let (todos, total) = inside.dunlin.todos().list_page(&filter, which.offset, limit);
        let shown: Vec<&Todo> = todos.iter().map(AsRef::as_ref).collect();
        json::write(&json!({"todos": shown, "total": total}))
    });
    Ok(json_text(listed.await?))
}

/// The fields of a todo that can be set.
const FIELDS: [&str; 7] = ["text", "notes", "list", "due", "priority", "tags", "recurrence"];

/// The one field that is no field of the todo itself, and the others, all of which are known.
fn parted(mut body: Map<String, Value>, own: &str) -> Result<(Option<Value>, Map<String, Value>), DunlinError> {
    let taken = body.remove(own);
    match body.keys().find(|name| !FIELDS.contains(&name.as_str())) {
        None => Ok((taken, body)),
        Some(unknown) => {
            let shown: String = unknown.chars().take(80).collect();
            Err(DunlinError::new("api.bad-argument", format!("the field {shown:?} is not known"))
                .with_hint(format!("known are {own}, {}", FIELDS.join(", "))))
        }
    }
}

/// Adds a todo.
#[utoipa::path(post, path = "/todos", tag = "todos", request_body = schemas::NewTodo,
    responses((status = 201, body = schemas::Todo), (status = 400, body = schemas::Failed), (status = 422, body = schemas::Failed)))]
pub(super) async fn add(State(server): Served, Body(new): Body<Map<String, Value>>) -> Result<Response, Refusal> {
    let added = server.host.with(move |inside| -> Result<Value, DunlinError> {
        let (line, fields) = parted(new, "line")?;
        match line {
            None => act(&inside.dunlin, "add", None, fields),
            Some(Value::String(line)) if fields.is_empty() => {
                let outcome = inside.dunlin.quick_add(&line, &[])?;
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

fn act(dunlin: &Dunlin, action: &str, id: Option<&str>, mut input: Map<String, Value>) -> Result<Value, DunlinError> {
    input.insert("action".to_owned(), action.into());
    if let Some(id) = id {
        input.insert("todoId".to_owned(), id.into());
    }
    Ok(dunlin.todo_action(&Value::Object(input))?.output)
}

fn unknown(id: &str) -> DunlinError {
    let shown: String = id.chars().take(80).collect();
    DunlinError::new("todo.not-found", format!("Todo not found: {shown}")).with_hint("see GET /todos")
}

/// A todo.
#[utoipa::path(get, path = "/todos/{id}", tag = "todos", params(("id" = String, Path)),
    responses((status = 200, body = schemas::Todo), (status = 404, body = schemas::Failed)))]
pub(super) async fn get(State(server): Served, Path(id): Path<String>) -> Result<Response, Refusal> {
    let found = server.host.with(move |inside| inside.dunlin.todos().get(&id).ok_or_else(|| unknown(&id)));
    Ok(record(&found.await??))
}

/// Changes a todo.
#[utoipa::path(patch, path = "/todos/{id}", tag = "todos", params(("id" = String, Path)), request_body = schemas::ChangedTodo,
    responses((status = 200, body = schemas::Todo), (status = 400, body = schemas::Failed),
        (status = 404, body = schemas::Failed), (status = 422, body = schemas::Failed)))]
pub(super) async fn change(
    State(server): Served,
    Path(id): Path<String>,
    Body(changes): Body<Map<String, Value>>,
) -> Result<Response, Refusal> {
    let changed = server.host.with(move |inside| -> Result<Todo, DunlinError> {
        let dunlin = &inside.dunlin;
        let before = dunlin.todos().get(&id).ok_or_else(|| unknown(&id))?;
        let (completed, fields) = parted(changes, "completed")?;
        let completed = match completed {
            None => before.completed,
            Some(Value::Bool(completed)) => completed,
            Some(_) => return Err(DunlinError::bad_argument("\"completed\"", "something else", "true or false")),
        };
        if !fields.is_empty() {
            act(dunlin, "update", Some(&id), fields)?;
        }
        if completed != before.completed {
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
