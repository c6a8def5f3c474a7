//! The methods behind `todos`.

use dunlin::{Command, DunlinError, Format, Origin, Outcome, Subscription, TodoChanges, TodoFields, TodoFilter};
use dunlin_base::json;
use js_sys::Function;
use serde::Serialize;
use serde_json::{Value, json};
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};

use crate::{
    border::{Crossing, decode, encode, fail, give},
    options::{Moving, Undoing},
    runtime::RawDunlin,
};

/// Keeps a subscription to the todos until it is freed.
#[wasm_bindgen]
pub struct RawSubscription {
    _kept: Subscription,
}

/// An action of the tool, with fields of the host's.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Action<'a, T> {
    #[serde(rename = "action")]
    name: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    todo_id: Option<&'a str>,
    #[serde(flatten)]
    fields: T,
}

impl RawDunlin {
    fn change(&self, command: Command) -> Crossing<Outcome> {
        self.dunlin.todos().execute(command, &Origin::hand()).map_err(fail)
    }

    /// What the tool of the same store does.
    fn act(&self, input: &impl Serialize) -> Crossing {
        Ok(encode(&self.dunlin.todo_action(&json::to_value(input)).map_err(fail)?.output))
    }

    /// The one todo a command was about.
    fn change_one(&self, command: Command) -> Crossing {
        Ok(encode(&self.change(command)?.todos.first()))
    }
}

/// What was undone or done again, or nothing.
fn taken_back(outcome: Option<&Outcome>) -> Value {
    outcome.map_or(Value::Null, |outcome| json!({"summary": outcome.summary, "todos": outcome.todos}))
}

fn format_named(name: &str) -> Crossing<Format> {
    Format::parse(name).ok_or_else(|| {
        let known = Format::ALL.map(Format::name).join(", ");
        fail(DunlinError::bad_argument("the format", name, &format!("one of {known}")))
    })
}

#[wasm_bindgen]
impl RawDunlin {
    /// Adds a todo from a line of quick add.
    #[wasm_bindgen(js_name = todosQuickAdd)]
    pub fn todos_quick_add(&self, line: &str) -> Crossing {
        Ok(encode(&self.dunlin.quick_add(line, &[]).map_err(fail)?.todos.first()))
    }

    /// Adds a todo from its fields.
    #[wasm_bindgen(js_name = todosAdd)]
    pub fn todos_add(&self, fields: &str) -> Crossing {
        let fields: TodoFields = decode(fields, "the todo")?;
        self.act(&Action { name: "add", todo_id: None, fields })
    }

    /// The todos a filter lets through.
    #[wasm_bindgen(js_name = todosList)]
    pub fn todos_list(&self, filter: &str) -> Crossing {
        let given: TodoFilter = decode(filter, "the filter")?;
        Ok(encode(&self.dunlin.todos().list(&given.filter().map_err(fail)?)))
    }

    /// The todo with that id, or null.
    #[wasm_bindgen(js_name = todosGet)]
    pub fn todos_get(&self, id: &str) -> Crossing {
        Ok(encode(&self.dunlin.todos().get(id)))
    }

    /// Changes fields.
    #[wasm_bindgen(js_name = todosUpdate)]
    pub fn todos_update(&self, id: &str, changes: &str) -> Crossing {
        let fields: TodoChanges = decode(changes, "the changes")?;
        self.act(&Action { name: "update", todo_id: Some(id), fields })
    }

    /// It is done.
    #[wasm_bindgen(js_name = todosComplete)]
    pub fn todos_complete(&self, id: &str) -> Crossing {
        self.change_one(Command::Complete { id: id.to_owned() })
    }

    /// It is not done after all.
    #[wasm_bindgen(js_name = todosReopen)]
    pub fn todos_reopen(&self, id: &str) -> Crossing {
        self.change_one(Command::Reopen { id: id.to_owned() })
    }

    /// It stands after another, or first.
    #[wasm_bindgen(js_name = todosMove)]
    pub fn todos_move(&self, id: &str, options: &str) -> Crossing {
        let Moving { after } = decode(options, "the options")?;
        self.change_one(Command::Move { id: id.to_owned(), after })
    }

    /// It goes.
    #[wasm_bindgen(js_name = todosDelete)]
    pub fn todos_delete(&self, id: &str) -> Crossing {
        self.change_one(Command::Delete { id: id.to_owned() })
    }

    /// Those that are completed go.
    #[wasm_bindgen(js_name = todosClearCompleted)]
    pub fn todos_clear_completed(&self, list: Option<String>) -> Crossing {
        Ok(encode(&self.change(Command::ClearCompleted { list })?.todos))
    }

    /// Takes back the last change, or everything a run changed.
    #[wasm_bindgen(js_name = todosUndo)]
    pub fn todos_undo(&self, options: &str) -> Crossing {
        let Undoing { run_id } = decode(options, "the options")?;
        let todos = self.dunlin.todos();
        let outcome = match run_id {
            Some(run_id) => todos.undo_run(&run_id),
            None => todos.undo(),
        };
        Ok(encode(&taken_back(outcome.map_err(fail)?.as_ref())))
    }

    /// Does again what was undone last.
    #[wasm_bindgen(js_name = todosRedo)]
    pub fn todos_redo(&self) -> Crossing {
        Ok(encode(&taken_back(self.dunlin.todos().redo().map_err(fail)?.as_ref())))
    }

    /// The named lists.
    #[wasm_bindgen(js_name = todosLists)]
    pub fn todos_lists(&self) -> Crossing<JsValue> {
        let lists: Vec<Value> = self
            .dunlin
            .todos()
            .lists()
            .into_iter()
            .map(|list| json!({"name": list.name, "total": list.count, "active": list.active}))
            .collect();
        give(&lists)
    }

    /// Calls `listener` with each change until the subscription is freed.
    #[wasm_bindgen(js_name = todosSubscribe)]
    pub fn todos_subscribe(&self, listener: Function) -> RawSubscription {
        let kept = self.dunlin.todos().subscribe(Box::new(move |change| {
            if let Ok(change) = give(&json!({"ids": change.ids, "elsewhere": change.elsewhere})) {
                // The package's own function, which tells the console what a listener throws; the change is made.
                let _ = listener.call1(&JsValue::UNDEFINED, &change);
            }
        }));
        RawSubscription { _kept: kept }
    }

    /// The todos as text.
    #[wasm_bindgen(js_name = todosExport)]
    pub fn todos_export(&self, format: &str) -> Crossing {
        Ok(self.dunlin.todos().export(format_named(format)?).text)
    }

    /// Takes todos in from text.
    #[wasm_bindgen(js_name = todosImport)]
    pub fn todos_import(&self, format: &str, text: &str) -> Crossing {
        Ok(encode(&self.dunlin.todos().import(format_named(format)?, text).map_err(fail)?.outcome.todos))
    }
}
