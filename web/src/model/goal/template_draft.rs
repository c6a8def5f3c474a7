//! A template while it is written in a form: its name, the words that call it, and its todos with when they are due and what
//! they come after. Each fault is shown beside its field.

use dunlin::{Template, TemplateTodo};
use leptos::prelude::*;

/// A field of the form, or its list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DraftField {
    /// The name of the template.
    Name,
    /// The words that call it.
    Triggers,
    /// The list of its todos.
    Rows,
    /// The words of the todo of that number.
    Text(u32),
    /// In how many days it is due.
    Due(u32),
    /// What it comes after.
    After(u32),
}

impl DraftField {
    /// The id of its element.
    pub(crate) fn id(self) -> String {
        match self {
            Self::Name => "template-name".to_owned(),
            Self::Triggers => "template-words".to_owned(),
            Self::Rows => "template-rows".to_owned(),
            Self::Text(id) => format!("template-text-{id}"),
            Self::Due(id) => format!("template-due-{id}"),
            Self::After(id) => format!("template-after-{id}"),
        }
    }
}

/// A field and what is wrong with what is in it.
type Fault = (DraftField, &'static str);

/// A todo as it is being written. What it comes after is numbers of todos above it, as people see them.
#[derive(Clone, Copy)]
pub(crate) struct DraftTodo {
    /// What tells it from the others, wherever it stands.
    pub(crate) id: u32,
    /// Its words.
    pub(crate) text: RwSignal<String>,
    /// In how many days it is due.
    pub(crate) due: RwSignal<String>,
    /// The numbers of the todos that it comes after.
    pub(crate) after: RwSignal<String>,
}

/// What the form holds. Copies share one.
#[derive(Clone, Copy)]
pub(crate) struct TemplateDraft {
    /// What it is called.
    pub(crate) name: RwSignal<String>,
    /// The words that call it, with commas between.
    pub(crate) triggers: RwSignal<String>,
    /// Its todos, in order.
    pub(crate) rows: RwSignal<Vec<DraftTodo>>,
    next: StoredValue<u32>,
    faults: RwSignal<Vec<Fault>>,
}

impl TemplateDraft {
    /// A draft that begins as that template, with a todo to be written where it has none.
    pub(crate) fn of(template: &Template) -> Self {
        let draft = Self {
            name: RwSignal::new(template.name.clone()),
            triggers: RwSignal::new(template.triggers.join(", ")),
            rows: RwSignal::new(Vec::new()),
            next: StoredValue::new(0),
            faults: RwSignal::new(Vec::new()),
        };
        for todo in &template.todos {
            let row = draft.row();
            row.text.set(todo.text.clone());
            row.due.set(todo.due_in_days.map(|days| days.to_string()).unwrap_or_default());
            row.after.set(joined(&todo.after));
            draft.rows.update(|rows| rows.push(row));
        }
        if template.todos.is_empty() {
            draft.add(0);
        }
        draft
    }

    fn row(self) -> DraftTodo {
        let id = self.next.get_value();
        self.next.set_value(id + 1);
        let empty = || RwSignal::new(String::new());
        DraftTodo { id, text: empty(), due: empty(), after: empty() }
    }

    /// Puts an empty todo at that place, or at the end where that is nearer: the field of its words.
    pub(crate) fn add(self, at: usize) -> DraftField {
        let row = self.row();
        self.arrange(move |rows| rows.insert(at.min(rows.len()), row));
        DraftField::Text(row.id)
    }

    /// Moves a todo by so many places, where there are so many: the field of its words.
    pub(crate) fn shift(self, id: u32, by: isize) -> DraftField {
        self.arrange(|rows| {
            let Some(at) = rows.iter().position(|row| row.id == id) else { return };
            if let Some(to) = at.checked_add_signed(by).filter(|to| *to < rows.len()) {
                rows.swap(at, to);
            }
        });
        DraftField::Text(id)
    }

    /// Takes a todo out: the field of the words of the one below, or above where there is none below.
    pub(crate) fn remove(self, id: u32) -> Option<DraftField> {
        let next = self.rows.with_untracked(|rows| {
            let at = rows.iter().position(|row| row.id == id)?;
            rows.get(at + 1).or_else(|| rows.get(at.checked_sub(1)?)).map(|row| row.id)
        });
        self.arrange(|rows| rows.retain(|row| row.id != id));
        next.map(DraftField::Text)
    }

    /// Changes the order; what a todo comes after stays the same todo.
    fn arrange(self, change: impl FnOnce(&mut Vec<DraftTodo>)) {
        let ids = || self.rows.with_untracked(|rows| rows.iter().map(|row| row.id).collect::<Vec<_>>());
        let before = ids();
        self.rows.update(change);
        let now = ids();
        for row in self.rows.get_untracked() {
            if let Some(moved) = row.after.with_untracked(|text| moved(text, &before, &now)) {
                row.after.set(moved);
            }
        }
    }

    /// The place of a todo in the list, from 1, now and whenever it moves; 0 for none of it.
    pub(crate) fn number_of(self, id: u32) -> usize {
        self.rows.with(|rows| rows.iter().position(|row| row.id == id)).map_or(0, |at| at + 1)
    }

    /// The template, if nothing is wrong with it; else the first field that is wrong. `others` are names that are taken.
    pub(crate) fn check(self, others: &[String]) -> Result<Template, DraftField> {
        let rows = self.rows.with_untracked(|rows| rows.iter().map(Written::of).collect::<Vec<_>>());
        let checked = self
            .name
            .with_untracked(|name| self.triggers.with_untracked(|triggers| read(name, triggers, &rows, others)));
        let (template, faults) = match checked {
            Ok(template) => (Some(template), Vec::new()),
            Err(faults) => (None, faults),
        };
        let first = faults.first().map_or(DraftField::Rows, |(field, _)| *field);
        self.faults.set(faults);
        template.ok_or(first)
    }

    /// Why a field is refused, until it is changed.
    pub(crate) fn fault(self, field: DraftField) -> Option<&'static str> {
        self.faults.with(|faults| faults.iter().find(|(of, _)| *of == field).map(|(_, words)| *words))
    }

    /// A field is changed: it is refused no longer.
    pub(crate) fn forgive(self, field: DraftField) {
        if self.faults.with_untracked(|faults| !faults.is_empty()) {
            self.faults.update(|faults| faults.retain(|(of, _)| *of != field));
        }
    }
}

/// What is written of a todo.
struct Written {
    id: u32,
    text: String,
    due: String,
    after: String,
}

impl Written {
    fn of(row: &DraftTodo) -> Self {
        let [text, due, after] = [row.text, row.due, row.after].map(|text| text.get_untracked());
        Self { id: row.id, text, due, after }
    }
}

/// The template that is written, or everything that is wrong, in the order of the fields.
fn read(name: &str, triggers: &str, rows: &[Written], others: &[String]) -> Result<Template, Vec<Fault>> {
    let mut faults: Vec<Fault> = Vec::new();
    let name = name.trim().to_owned();
    if name.is_empty() {
        faults.push((DraftField::Name, "a name is missing"));
    } else if others.contains(&name) {
        faults.push((DraftField::Name, "another template is called that"));
    }
    let triggers = triggers.split(',').map(str::trim).filter(|word| !word.is_empty());
    let mut triggers: Vec<String> = triggers.map(str::to_owned).collect();
    if triggers.is_empty() {
        // Without words of its own it is called by its name.
        triggers.push(name.to_lowercase());
    }
    let mut todos = Vec::new();
    for (at, row) in rows.iter().enumerate() {
        let text = row.text.trim().to_owned();
        if text.is_empty() {
            faults.push((DraftField::Text(row.id), "what is to be done is missing"));
        }
        let due = row.due.trim();
        let due_in_days = due.parse::<i32>().ok();
        if due_in_days.is_none() && !due.is_empty() {
            faults.push((DraftField::Due(row.id), "found no whole number of days"));
        }
        let after = numbers(&row.after).unwrap_or_else(|| vec![0]);
        if !after.iter().all(|number| (1..=at).contains(&(*number as usize))) {
            faults.push((DraftField::After(row.id), "expected numbers of todos above, such as 1, 2"));
        }
        todos.push(TemplateTodo { text, due_in_days, after });
    }
    if todos.is_empty() {
        faults.push((DraftField::Rows, "a template needs at least one todo"));
    }
    if faults.is_empty() { Ok(Template { name, triggers, todos }) } else { Err(faults) }
}

/// Numbers of todos as they are after the todos stand in another order; none where the text is no list of numbers. `before`
/// and `now` are what the todos are known by.
fn moved(text: &str, before: &[u32], now: &[u32]) -> Option<String> {
    let moved = |number: u32| {
        let id = before.get((number as usize).checked_sub(1)?)?;
        u32::try_from(now.iter().position(|one| one == id)? + 1).ok()
    };
    let mut numbers: Vec<u32> = numbers(text)?.into_iter().filter_map(moved).collect();
    numbers.sort_unstable();
    Some(joined(&numbers))
}

/// The numbers of a list, if it is one; an empty list is.
fn numbers(text: &str) -> Option<Vec<u32>> {
    let parts = text.split([',', ' ']).map(str::trim).filter(|part| !part.is_empty());
    parts.map(|part| part.parse().ok()).collect()
}

fn joined(numbers: &[u32]) -> String {
    numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use leptos::prelude::Owner;
    use wasm_bindgen_test::wasm_bindgen_test;

    fn written(id: u32, text: &str, due: &str, after: &str) -> Written {
        let [text, due, after] = [text, due, after].map(str::to_owned);
        Written { id, text, due, after }
    }

    fn todo(text: &str, due_in_days: Option<i32>, after: &[u32]) -> TemplateTodo {
        TemplateTodo { text: text.to_owned(), due_in_days, after: after.to_owned() }
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn numbers_of_todos_are_read_as_people_write_them() {
        assert_eq!(numbers(""), Some(vec![]));
        assert_eq!(numbers("1, 2 4"), Some(vec![1, 2, 4]));
        assert_eq!(numbers("1 and 2"), None);
        assert_eq!(joined(&[3, 5]), "3, 5");
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn what_is_written_is_a_template() {
        let rows = [written(7, " Dig ", "", ""), written(3, "Sow", " 2 ", "1")];
        let template = Template {
            name: "Allotment".to_owned(),
            triggers: vec!["garden".to_owned(), "the beds".to_owned()],
            todos: vec![todo("Dig", None, &[]), todo("Sow", Some(2), &[1])],
        };
        assert_eq!(read(" Allotment ", "garden, the beds,", &rows, &[]), Ok(template));
        // Without words of its own it is called by its name.
        assert_eq!(read("Allotment", " ", &rows, &[]).unwrap().triggers, ["allotment"]);
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn everything_that_is_wrong_is_told_by_its_field() {
        let rows = [written(7, " ", "soon", ""), written(3, "Sow", "", "2"), written(4, "Rest", "", "all")];
        let faults: Vec<DraftField> =
            read("", "", &rows, &[]).unwrap_err().into_iter().map(|(field, _)| field).collect();
        let expected = [
            DraftField::Name,
            DraftField::Text(7),
            DraftField::Due(7),
            // No todo comes after itself, one below it, or words.
            DraftField::After(3),
            DraftField::After(4),
        ];
        assert_eq!(faults, expected);
        let taken = read("party", "", &[], &["party".to_owned()]).unwrap_err();
        let expected = [
            (DraftField::Name, "another template is called that"),
            (DraftField::Rows, "a template needs at least one todo"),
        ];
        assert_eq!(taken, expected);
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn what_a_todo_comes_after_moves_with_it_and_goes_with_it() {
        assert_eq!(moved("1, 2", &[5, 6, 7], &[6, 5, 7]).as_deref(), Some("1, 2"));
        assert_eq!(moved("1", &[5, 6, 7], &[6, 5, 7]).as_deref(), Some("2"));
        assert_eq!(moved("1, 2", &[5, 6, 7], &[6, 7]).as_deref(), Some("1"));
        assert_eq!(moved("9", &[5, 6], &[6, 5]).as_deref(), Some(""));
        assert_eq!(moved("soon", &[5, 6], &[6, 5]), None);
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn a_draft_is_changed_and_checked() {
        Owner::new().with(|| {
            let todos = vec![todo("One", None, &[]), todo("Two", Some(1), &[1])];
            let template = Template { name: "two".to_owned(), triggers: vec!["two".to_owned()], todos };
            let draft = TemplateDraft::of(&template);
            assert_eq!(draft.check(&[]), Ok(template.clone()));
            let text = draft.add(usize::MAX);
            assert_eq!((text, draft.number_of(2)), (DraftField::Text(2), 3));
            assert_eq!(draft.check(&[]), Err(text));
            assert!(draft.fault(text).is_some());
            draft.forgive(text);
            assert_eq!(draft.fault(text), None);
            assert_eq!(draft.remove(2), Some(DraftField::Text(1)));
            assert_eq!(draft.shift(0, -1), DraftField::Text(0));
            assert_eq!(draft.check(&[]), Ok(template));
            draft.shift(0, 1);
            let number = |id| draft.number_of(id);
            assert_eq!((number(0), number(1), number(9)), (2, 1, 0));
            // It came after what is below it now.
            assert_eq!(draft.check(&[]), Err(DraftField::After(1)));
            assert_eq!((draft.remove(0), draft.remove(1)), (Some(DraftField::Text(1)), None));
            assert_eq!(draft.check(&[]), Err(DraftField::Rows));
        });
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn an_empty_template_has_a_todo_to_be_written() {
        Owner::new().with(|| {
            let draft = TemplateDraft::of(&Template { name: String::new(), triggers: Vec::new(), todos: Vec::new() });
            assert_eq!(draft.rows.with_untracked(Vec::len), 1);
            assert_eq!(draft.check(&[]), Err(DraftField::Name));
        });
    }
}
