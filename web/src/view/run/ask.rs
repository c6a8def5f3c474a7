//! A step that waits for a person: what it will do, the todos it is about with a box each, and the answers.

use dunlin::{ApprovalAnswer, ApprovalReason, ExecutionStep, PendingApproval, Todo, TodoStore, would_delete};
use leptos::prelude::*;
use serde_json::{Value, json};

use super::{
    form::form,
    row::{place_of, said_of},
    value::pretty,
};
use crate::{
    model::format::{counted, sentence, shortened},
    model::{App, Source},
    view::plan::said_in,
    view::ui::{El, Tone, button, el, is_ticked, key_of, link, note, soon, value_of},
};

/// The todos that a step would delete, as they are at this moment; none where it deletes no several todos.
#[derive(Clone, Debug, Default, PartialEq)]
struct Deletion {
    /// The list that goes with them, in words.
    list: Option<String>,
    todos: Vec<(String, String)>,
}

/// The question, in place.
pub(crate) fn ask(app: App, source: Source, approval: &PendingApproval, step: &ExecutionStep) -> El {
    let id = StoredValue::new(approval.approval_id.clone());
    let input = StoredValue::new(step.tool_input.clone());
    let edited = RwSignal::new(None::<String>);
    // The todos whose box is empty: they stay.
    let spared = RwSignal::new(Vec::<String>::new());
    let problem = RwSignal::new(None::<String>);
    let send = move |answer: Result<ApprovalAnswer, String>| {
        let sent = answer
            .and_then(|answer| id.with_value(|id| app.runs.approve(source, id, answer)).map_err(|error| error.message));
        // The question may be gone with its answer.
        problem.try_set(sent.err());
    };
    // What would be deleted is told as it is at this moment, of the input as it is at this moment.
    let is_todos = step.tool_name == "todo_store";
    let planned = move || {
        let written = edited.with(|edited| dunlin_base::json::read::<Value>(edited.as_deref()?).ok());
        let planned = input.get_value();
        let run = app.runs.id_of(source);
        let input = written.as_ref().unwrap_or(&planned);
        app.todos.ask(|store| planned_deletion(store, input, run.as_deref()).filter(|_| is_todos))
    };
    let deletion = Memo::new(move |_| planned());
    let reason = approval.reason;
    let deletes = move || deletion.get().filter(|_| reason == ApprovalReason::Destructive);
    let said = said_of(app, source, step);
    let does = StoredValue::new(said.line());
    let words = el("p", "ask-words").attr("dir", "auto").slot(move || {
        vec![match deletes() {
            Some(deletion) => el("span", "").text(&question(&deletion)),
            None => said_in(el("span", "").text(why(reason)).text(" "), &said),
        }]
    });
    // What it does stands on the button that lets it.
    let verb = move || match deletes() {
        Some(deletion) => deletion_words(&deletion, deletion.todos.len() - kept(&deletion, &spared.get())),
        None if reason == ApprovalReason::UnknownOutcome => "Do it again".to_owned(),
        None => shortened(&does.get_value(), 48),
    };
    let verb = Memo::new(move |_| verb());
    let yes = move |_| {
        let spared = deletes().map(|deletion| left(&deletion, &spared.get_untracked()));
        send(answer(edited.get_untracked(), spared.flatten()));
    };
    let approve = button("button", "", yes)
        .class_by("button-danger", move || reason == ApprovalReason::Destructive)
        .class_by("button-main", move || reason != ApprovalReason::Destructive)
        .attr_by("aria-label", move || Some(format!("Approve: {}", verb.get())))
        .flag_by("disabled", move || {
            deletes().is_some_and(|deletion| {
                !deletion.todos.is_empty() && kept(&deletion, &spared.get()) == deletion.todos.len()
            })
        })
        .text_by(move || verb.get());
    let is_open = move || edited.with(Option::is_some);
    let schema = StoredValue::new(app.schema_of(&step.tool_name));
    let as_json = RwSignal::new(false);
    let fields = move || schema.with_value(|schema| form(schema, edited));
    let text = move || {
        el("textarea", "ask-edit")
            .attr("aria-label", "Input of the step")
            .attr("dir", "ltr")
            .attr("rows", "6")
            .attr("spellcheck", "false")
            .prop_by("value", move || edited.get().unwrap_or_default().into())
            .on("input", move |event| edited.set(Some(value_of(&event))))
    };
    let editor = move || {
        let other = move || if as_json.get() { "As a form" } else { "As JSON" }.to_owned();
        el("div", "ask-input")
            .when(move || !as_json.get(), fields)
            .when(move || as_json.get(), text)
            .child(link("", move |_| as_json.update(|json| *json = !*json)).text_by(other))
    };
    let edit = link("Change the input", move |_| {
        edited.update(|edited| *edited = if edited.is_some() { None } else { Some(input.with_value(pretty)) });
    });
    let made = el("div", "ask")
        .attr("role", "group")
        .attr("aria-label", &format!("Approval of {}", place_of(app, source, step)))
        .child(words)
        .when(
            move || {
                !is_open() && deletes().is_some_and(|deletion| deletion.list.is_none() && !deletion.todos.is_empty())
            },
            move || boxes(deletes, spared),
        )
        .when(is_open, editor)
        .slot(move || problem.get().map(|words| note(Tone::Bad, &words, None, None)))
        .child(approve);
    rejection(made, send).child(edit.attr_by("aria-expanded", move || Some(is_open().to_string())))
}

/// With the button that says no, and the reason for it where somebody wants to give one.
fn rejection(made: El, send: impl Fn(Result<ApprovalAnswer, String>) + Copy + 'static) -> El {
    let reason = RwSignal::new(String::new());
    let asked = RwSignal::new(false);
    let no = move || {
        let said = Some(reason.get_untracked().trim().to_owned()).filter(|said| !said.is_empty());
        send(Ok(ApprovalAnswer::Reject { feedback: said }));
    };
    let field = move || {
        let field = el("input", "ask-reason")
            .attr("type", "text")
            .attr("aria-label", "Reason for a no")
            .attr("placeholder", "Reason")
            .attr("dir", "auto")
            .attr("autocomplete", "off")
            .on("input", move |event| reason.set(value_of(&event)))
            .on("keydown", move |event| {
                if key_of(&event).key() == "Enter" {
                    event.prevent_default();
                    no();
                }
            });
        let first = field.clone();
        soon(move || first.focus());
        field
    };
    made.child(button("button", "Reject", move |_| no()))
        .when(move || !asked.get(), move || link("Add a reason…", move |_| asked.set(true)))
        .when(move || asked.get(), field)
}

/// A box for each todo: those that are unticked stay.
fn boxes(deletes: impl Fn() -> Option<Deletion> + Copy + 'static, spared: RwSignal<Vec<String>>) -> El {
    let rows = move || {
        let deletion = deletes().unwrap_or_default();
        deletion.todos.iter().take(MOST_BOXES).map(|(id, text)| format!("{id}\n{text}")).collect()
    };
    let row = move |key: &str| {
        let (id, text) = key.split_once('\n').unwrap_or((key, ""));
        let [held, id] = [id.to_owned(), id.to_owned()];
        let tick = el("input", "check")
            .attr("type", "checkbox")
            .prop_by("checked", move || (!spared.with(|spared| spared.contains(&held))).into())
            .on("change", move |event| {
                let stays = !is_ticked(&event);
                spared.update(|spared| {
                    spared.retain(|one| *one != id);
                    spared.extend(stays.then(|| id.clone()));
                });
            });
        let label = el("label", "ask-todo").child(tick).child(el("bdi", "").text(&shortened(text, 200)));
        el("li", "").child(label)
    };
    let more = move || {
        let more = deletes().map_or(0, |deletion| deletion.todos.len().saturating_sub(MOST_BOXES));
        (more > 0).then(|| el("li", "panel-note").text(&format!("and {more} more")))
    };
    el("ul", "ask-todos").attr("role", "list").attr("aria-label", "Todos to delete").each(rows, row).slot(more)
}

/// More boxes than these nobody goes through.
const MOST_BOXES: usize = 100;

/// The todos that an input deletes; none where it deletes no several.
fn planned_deletion(store: &TodoStore, input: &Value, run: Option<&str>) -> Option<Deletion> {
    let todos = would_delete(store, input, run)?;
    let list = input.get("list").filter(|_| input.get("action").is_some_and(|action| action == "delete_list"));
    let list = list.and_then(Value::as_str).map(|list| format!("the list “{}”", shortened(list, 40)));
    Some(Deletion { list, todos: todos.into_iter().map(|Todo { id, text, .. }| (id, text)).collect() })
}

/// How many of them stay.
fn kept(deletion: &Deletion, spared: &[String]) -> usize {
    deletion.todos.iter().filter(|(id, _)| spared.contains(id)).count()
}

/// The ids of those that go, when some of them stay.
fn left(deletion: &Deletion, spared: &[String]) -> Option<Vec<String>> {
    let some = kept(deletion, spared) > 0;
    some.then(|| deletion.todos.iter().map(|(id, _)| id.clone()).filter(|id| !spared.contains(id)).collect())
}

/// `Delete the list “Home” and 3 todos`.
fn deletion_words(deletion: &Deletion, count: usize) -> String {
    match (&deletion.list, count) {
        (Some(list), 0) => format!("Delete {list}"),
        (Some(list), count) => format!("Delete {list} and {}", counted(count, "todo")),
        (None, count) => format!("Delete {}", counted(count, "todo")),
    }
}

/// What is asked: how many, and that there is a way back; of a list by name, for it has no boxes.
fn question(deletion: &Deletion) -> String {
    let count = deletion.todos.len();
    if count == 0 && deletion.list.is_none() {
        return "This deletes nothing: no todo is meant by it now.".to_owned();
    }
    let named = match &deletion.list {
        Some(_) if count > 0 => {
            let names: Vec<String> =
                deletion.todos.iter().take(MOST_NAMED).map(|(_, text)| shortened(text, 40)).collect();
            format!(" ({}{})", names.join(", "), if count > MOST_NAMED { ", …" } else { "" })
        }
        _ => String::new(),
    };
    format!("{}{named}? You can undo it.", deletion_words(deletion, count))
}

/// So many todos are named before the others are only counted.
const MOST_NAMED: usize = 3;

fn why(reason: ApprovalReason) -> &'static str {
    match reason {
        ApprovalReason::Destructive => "This may delete or change several things. It goes on only if you approve:",
        ApprovalReason::Policy => "Your settings ask before every step:",
        ApprovalReason::UnknownOutcome => {
            "The page was closed while this was under way, so it may have happened. Do it again?"
        }
    }
}

/// Yes: to what was planned, to what was written in its place, or to a part of it.
fn answer(edited: Option<String>, left: Option<Vec<String>>) -> Result<ApprovalAnswer, String> {
    match (edited, left) {
        (Some(text), _) => dunlin_base::json::read(&text)
            .map(|input| ApprovalAnswer::Edit { input })
            .map_err(|error| sentence(&format!("the input is not JSON: {error}"))),
        (None, Some(ids)) => Ok(ApprovalAnswer::Edit { input: json!({"action": "delete", "todoIds": ids}) }),
        (None, None) => Ok(ApprovalAnswer::Approve),
    }
}
