//! `dunlin todos`.

use std::path::Path;

use dunlin::{DueFilter, DunlinError, Filter, Format, Outcome, Status, Todo};
use serde_json::{Value, json};

use super::{Here, read};
use crate::{
    cli::{FileFormat, Shape, Todos, Which},
    exit::{Exit, Trouble},
    shown,
};

pub(super) fn carry_out(here: &Here, command: Todos) -> Result<Exit, Trouble> {
    let store = here.dunlin.todos();
    match command {
        Todos::List { all, completed, list, tag, due, text, shape } => {
            let status = match (all, completed) {
                (true, _) => Status::All,
                (_, true) => Status::Completed,
                _ => Status::Active,
            };
            let due = due.as_deref().map(due_of).transpose()?;
            let filter = Filter { status, due, tag, list, text, ..Filter::default() };
            store.list(&filter).iter().for_each(|todo| show(todo, shape));
        }
        Todos::Add { words, shape } => told(&here.dunlin.quick_add(&words.join(" "), &[])?, shape),
        Todos::Complete(which) => act(here, "complete", &which)?,
        Todos::Reopen(which) => act(here, "reopen", &which)?,
        Todos::Delete(which) => act(here, "delete", &which)?,
        Todos::Undo(shape) => reply(&here.dunlin.todo_action(&json!({"action": "undo"}))?, shape),
        Todos::Export { format } => {
            let export = store.export(format.into());
            shown::line(export.text.trim_end());
            for lost in export.lost {
                eprintln!("dunlin: {}", shown::clean(&lost));
            }
        }
        Todos::Import { path, format, shape } => {
            let format = format.map(Format::from).or_else(|| ending(&path)).ok_or_else(|| {
                DunlinError::new("api.bad-argument", format!("{} does not say its format", path.display()))
                    .with_hint("name it with --format")
            })?;
            let imported = store.import(format, &read(&path)?)?;
            told(&imported.outcome, shape);
            for note in imported.notes {
                eprintln!("dunlin: {}", shown::clean(&note));
            }
        }
    }
    Ok(Exit::Done)
}

fn ending(path: &Path) -> Option<Format> {
    Format::parse(path.extension()?.to_str()?)
}

fn due_of(text: &str) -> Result<DueFilter, DunlinError> {
    DueFilter::parse(text).ok_or_else(|| {
        DunlinError::new("api.bad-argument", format!("found the days {text:?}, expected today, overdue or a date"))
            .with_hint("write today, tomorrow, overdue, \"this week\", 2026-11-27 or ..2026-11-27")
    })
}

/// Does by hand what the tool does: the todo is named by its identifier, or by words of its text.
fn act(here: &Here, action: &str, which: &Which) -> Result<(), Trouble> {
    let words = which.words.join(" ");
    let named = if here.dunlin.todos().get(&words).is_some() { "todoId" } else { "match" };
    reply(&here.dunlin.todo_action(&json!({"action": action, named: words}))?, which.shape);
    Ok(())
}

fn reply(reply: &dunlin::ToolReply, shape: Shape) {
    if shown::as_json(shape) {
        shown::record(&reply.output);
    } else {
        let summary = reply.metadata.get("summary").and_then(Value::as_str).unwrap_or("done");
        shown::line(&shown::clean(summary));
    }
}

fn told(outcome: &Outcome, shape: Shape) {
    if shown::as_json(shape) {
        outcome.todos.iter().for_each(shown::record);
    } else {
        shown::line(&shown::clean(&outcome.summary));
        outcome.todos.iter().for_each(|todo| show(todo, shape));
    }
}

fn show(todo: &Todo, shape: Shape) {
    if shown::as_json(shape) { shown::record(todo) } else { shown::line(&shown::todo(todo)) }
}

impl From<FileFormat> for Format {
    fn from(format: FileFormat) -> Self {
        match format {
            FileFormat::Json => Self::Json,
            FileFormat::Todotxt => Self::TodoTxt,
            FileFormat::Ical => Self::ICalendar,
            FileFormat::Markdown => Self::Markdown,
            FileFormat::Csv => Self::Csv,
        }
    }
}
