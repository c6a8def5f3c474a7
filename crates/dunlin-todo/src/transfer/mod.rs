//! Todos out of and into files: JSON, which holds everything, and four formats that other programs read.
//!
//! An export says what its format does not hold, found by reading it back. An import takes all of a file or, when a line does not
//! read, nothing, and names each such line; it is one change, so one undo takes it back. It knows text, not files.

mod ical;
mod json;
mod markdown;
mod table;
mod todotxt;
mod words;

use dunlin_base::Env;

use crate::{
    Command, Filter, LineFault, Origin, Outcome, Todo, TodoError, TodoErrorKind, TodoStore, command::counted, recur,
    todo::settle,
};

/// The most bytes that an imported file may have.
pub const MAX_IMPORT_BYTES: usize = 10_000_000;
/// The most todos that one file may hold.
pub const MAX_IMPORT_TODOS: usize = 20_000;
/// The most lines that are named when a file does not read.
const MAX_FAULTS: usize = 100;

/// The formats of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Our own, with every field.
    Json,
    /// One line a todo, as todotxt.org describes.
    TodoTxt,
    /// iCalendar (RFC 5545) with a VTODO for each.
    ICalendar,
    /// A Markdown task list.
    Markdown,
    /// A table with a row for each, parted by commas.
    Csv,
}

impl Format {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Json, Self::TodoTxt, Self::ICalendar, Self::Markdown, Self::Csv];

    /// The word for it: `json`, `todotxt`, `ical`, `markdown` or `csv`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::TodoTxt => "todotxt",
            Self::ICalendar => "ical",
            Self::Markdown => "markdown",
            Self::Csv => "csv",
        }
    }

    /// The format with that name or file ending.
    pub fn parse(name: &str) -> Option<Self> {
        match name.trim_start_matches('.').to_ascii_lowercase().as_str() {
            "json" => Some(Self::Json),
            "todotxt" | "todo.txt" | "txt" => Some(Self::TodoTxt),
            "ical" | "icalendar" | "ics" => Some(Self::ICalendar),
            "markdown" | "md" => Some(Self::Markdown),
            "csv" => Some(Self::Csv),
            _ => None,
        }
    }

    /// The ending of its files.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::TodoTxt => "txt",
            Self::ICalendar => "ics",
            Self::Markdown => "md",
            Self::Csv => "csv",
        }
    }
}

/// A file's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Export {
    /// The format.
    pub format: Format,
    /// The whole file.
    pub text: String,
    /// What the format does not hold of these todos, a sentence each; empty when nothing is lost.
    pub lost: Vec<String>,
}

/// What was imported.
#[derive(Clone, Debug, PartialEq)]
pub struct Imported {
    /// The one change that it was.
    pub outcome: Outcome,
    /// What of the file was passed over, a sentence each.
    pub notes: Vec<String>,
}

/// What a file reads as.
#[derive(Default)]
struct Reading {
    todos: Vec<(usize, Todo)>,
    lists: Vec<String>,
    faults: Vec<LineFault>,
    notes: Vec<String>,
}

impl Reading {
    /// Notes what of the file was left out.
    fn pass_over(&mut self, count: usize, one: &str, many: &str) {
        let (what, were) = if count == 1 { (one, "was") } else { (many, "were") };
        self.notes.push(format!("{count} {what} {were} passed over"));
    }

    fn fault(&mut self, line: usize, message: impl Into<String>) {
        if self.faults.len() < MAX_FAULTS {
            self.faults.push(LineFault { line, message: message.into() });
        }
    }
}

impl TodoStore {
    /// All todos as a file.
    pub fn export(&self, format: Format) -> Export {
        let todos = self.list(&Filter::all());
        let made = self.0.state.borrow().made_lists();
        let names: Vec<String> = made.iter().map(|list| list.name.clone()).collect();
        let bare: Vec<String> = made.into_iter().filter(|list| list.count == 0).map(|list| list.name).collect();
        let text = write(format, &todos, &names);
        let lost = match format {
            Format::Json => Vec::new(),
            Format::TodoTxt | Format::ICalendar | Format::Markdown | Format::Csv => {
                losses(self.env(), format, &text, &todos, &bare)
            }
        };
        Export { format, text, lost }
    }

    /// Takes in the todos of a file: all of them, or none.
    ///
    /// A todo whose id is taken, as when a JSON or iCalendar export comes back, replaces the one that is there.
    pub fn import(&self, format: Format, text: &str) -> Result<Imported, TodoError> {
        self.import_as(format, text, &Origin::hand())
    }

    /// As [`TodoStore::import`], asked for by a step of a run.
    pub fn import_as(&self, format: Format, text: &str, origin: &Origin) -> Result<Imported, TodoError> {
        if text.len() > MAX_IMPORT_BYTES {
            let found = text.len();
            return Err(TodoError::new(
                TodoErrorKind::Limit,
                format!("the file has {found} bytes, at most {MAX_IMPORT_BYTES} are read"),
            )
            .with_hint("split it into several"));
        }
        let mut reading = read(self.env(), format, text)?;
        if reading.todos.len() > MAX_IMPORT_TODOS {
            let found = reading.todos.len();
            return Err(TodoError::new(
                TodoErrorKind::Limit,
                format!("the file has {found} todos, at most {MAX_IMPORT_TODOS} are read"),
            )
            .with_hint("split it into several"));
        }
        let mut faults = std::mem::take(&mut reading.faults);
        for (line, todo) in &mut reading.todos {
            // Our own file may hold what an earlier version kept.
            let rule = todo.recurrence.clone().filter(|_| format != Format::Json);
            let checked = settle(todo).and_then(|()| rule.as_deref().map_or(Ok(()), recur::check_rule));
            if let Err(error) = checked
                && faults.len() < MAX_FAULTS
            {
                let message = match error.kind() {
                    TodoErrorKind::TextRequired => "the todo has no text".to_owned(),
                    _ => error.message().to_owned(),
                };
                faults.push(LineFault { line: *line, message });
            }
        }
        if !faults.is_empty() {
            faults.sort_by_key(|fault| fault.line);
            return Err(TodoError::import(faults));
        }
        let todos = reading.todos.into_iter().map(|(_, todo)| todo).collect();
        let outcome = self.execute(Command::Import { todos, lists: reading.lists }, origin)?;
        Ok(Imported { outcome, notes: reading.notes })
    }
}

fn write(format: Format, todos: &[Todo], lists: &[String]) -> String {
    match format {
        Format::Json => json::write(todos, lists),
        Format::TodoTxt => todotxt::write(todos),
        Format::ICalendar => ical::write(todos),
        Format::Markdown => markdown::write(todos),
        Format::Csv => table::write(todos),
    }
}

fn read(env: &Env, format: Format, text: &str) -> Result<Reading, TodoError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match format {
        Format::Json => json::read(text),
        Format::TodoTxt => Ok(todotxt::read(text)),
        Format::ICalendar => Ok(ical::read(env, text)),
        Format::Markdown => Ok(markdown::read(text)),
        Format::Csv => Ok(table::read(env, text)),
    }
}

/// What is another when the file is read back.
fn losses(env: &Env, format: Format, text: &str, todos: &[Todo], bare_lists: &[String]) -> Vec<String> {
    let read = match read(env, format, text) {
        Ok(read) => read,
        Err(error) => return vec![error.message().to_owned()],
    };
    let mut lost = Vec::new();
    if read.todos.len() != todos.len() {
        lost.push(format!("{} come back as {}", counted(todos.len()), counted(read.todos.len())));
    }
    let pairs: Vec<(&Todo, &Todo)> = todos.iter().zip(read.todos.iter().map(|(_, todo)| todo)).collect();
    let mut count = |what: &str, differs: &dyn Fn(&Todo, &Todo) -> bool| {
        let number = pairs.iter().filter(|(was, is)| differs(was, is)).count();
        if number > 0 {
            lost.push(format!("{what} ({})", counted(number)));
        }
    };
    count("the exact text", &|was, is| was.text != is.text);
    count("the notes", &|was, is| was.notes != is.notes);
    count("the list", &|was, is| was.list != is.list);
    count("the due date", &|was, is| was.due != is.due);
    count("the priority", &|was, is| was.priority != is.priority);
    count("the tags", &|was, is| was.tags != is.tags);
    count("the recurrence", &|was, is| was.recurrence != is.recurrence);
    count("whether it is done", &|was, is| was.completed != is.completed);
    count("when exactly it was made", &|was, is| was.created_at != is.created_at);
    count("when exactly it was done", &|was, is| was.completed_at != is.completed_at);
    count("fields of a newer version", &|was, is| was.unknown != is.unknown);
    if !bare_lists.is_empty() {
        lost.push(format!("lists with nothing on them ({})", bare_lists.join(", ")));
    }
    lost
}
