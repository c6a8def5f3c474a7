//! The form of one template: its name, the words that call it, and its todos with when they are due and what they come
//! after. A fault stands beside its field.

use std::rc::Rc;

use dunlin::{Template, TemplateTodo};
use leptos::prelude::*;
use web_sys::HtmlElement;

use crate::view::ui::{El, Icon, button, el, icon_button, is_composing, key_of, soon, value_of};

/// A todo as it is being written. What it comes after is numbers of todos above it, as people see them.
#[derive(Clone, Copy)]
struct Row {
    id: u32,
    text: RwSignal<String>,
    due: RwSignal<String>,
    after: RwSignal<String>,
}

/// What the form holds. Copies share one.
#[derive(Clone, Copy)]
struct Draft {
    name: RwSignal<String>,
    triggers: RwSignal<String>,
    rows: RwSignal<Vec<Row>>,
    next: StoredValue<u32>,
    /// What is wrong, by the id of its field.
    faults: RwSignal<Vec<(String, &'static str)>>,
}

const NAME: &str = "template-name";
const TRIGGERS: &str = "template-words";
const ROWS: &str = "template-rows";

impl Draft {
    fn of(template: &Template) -> Self {
        let draft = Self {
            name: RwSignal::new(template.name.clone()),
            triggers: RwSignal::new(template.triggers.join(", ")),
            rows: RwSignal::new(Vec::new()),
            next: StoredValue::new(0),
            faults: RwSignal::new(Vec::new()),
        };
        for todo in &template.todos {
            let due = todo.due_in_days.map(|days| days.to_string()).unwrap_or_default();
            draft.add(usize::MAX, &todo.text, &due, &joined(&todo.after));
        }
        if template.todos.is_empty() {
            draft.add(0, "", "", "");
        }
        draft
    }

    /// Puts a todo at that place; gives the id of its field.
    fn add(self, at: usize, text: &str, due: &str, after: &str) -> String {
        let id = self.next.get_value();
        self.next.set_value(id + 1);
        let signal = |text: &str| RwSignal::new(text.to_owned());
        let row = Row { id, text: signal(text), due: signal(due), after: signal(after) };
        self.arrange(move |rows| rows.insert(at.min(rows.len()), row));
        field_id("text", id)
    }

    /// Changes the order; what a todo comes after stays the same todo.
    fn arrange(self, change: impl FnOnce(&mut Vec<Row>)) {
        let before: Vec<u32> = self.rows.with_untracked(|rows| rows.iter().map(|row| row.id).collect());
        self.rows.update(change);
        let now: Vec<u32> = self.rows.with_untracked(|rows| rows.iter().map(|row| row.id).collect());
        let moved = |number: u32| {
            let id = before.get((number as usize).checked_sub(1)?)?;
            u32::try_from(now.iter().position(|one| one == id)? + 1).ok()
        };
        for row in self.rows.get_untracked() {
            if let Some(numbers) = row.after.with_untracked(|text| numbers(text)) {
                let mut numbers: Vec<u32> = numbers.into_iter().filter_map(moved).collect();
                numbers.sort_unstable();
                row.after.set(joined(&numbers));
            }
        }
    }

    fn shift(self, id: u32, by: isize) {
        self.arrange(|rows| {
            let Some(at) = rows.iter().position(|row| row.id == id) else { return };
            if let Some(to) = at.checked_add_signed(by).filter(|to| *to < rows.len()) {
                rows.swap(at, to);
            }
        });
        focus(field_id("text", id));
    }

    fn remove(self, id: u32) {
        let next = self.rows.with_untracked(|rows| {
            let at = rows.iter().position(|row| row.id == id)?;
            rows.get(at + 1).or_else(|| rows.get(at.checked_sub(1)?)).map(|row| row.id)
        });
        self.arrange(|rows| rows.retain(|row| row.id != id));
        focus(next.map_or_else(|| "template-add".to_owned(), |next| field_id("text", next)));
    }

    /// The template, if nothing is wrong with it.
    fn template(self, others: &[String]) -> Option<Template> {
        let mut faults: Vec<(String, &'static str)> = Vec::new();
        let name = self.name.with_untracked(|name| name.trim().to_owned());
        if name.is_empty() {
            faults.push((NAME.to_owned(), "a name is missing"));
        } else if others.contains(&name) {
            faults.push((NAME.to_owned(), "another template is called that"));
        }
        let triggers = self.triggers.get_untracked();
        let triggers = triggers.split(',').map(str::trim).filter(|word| !word.is_empty());
        let mut triggers: Vec<String> = triggers.map(str::to_owned).collect();
        if triggers.is_empty() {
            // Without words of its own it is called by its name.
            triggers.push(name.to_lowercase());
        }
        let mut todos = Vec::new();
        for (at, row) in self.rows.get_untracked().into_iter().enumerate() {
            let mut fault = |field: &str, words| faults.push((field_id(field, row.id), words));
            let text = row.text.with_untracked(|text| text.trim().to_owned());
            if text.is_empty() {
                fault("text", "what is to be done is missing");
            }
            let due = row.due.with_untracked(|due| due.trim().to_owned());
            let due_in_days = due.parse::<i32>().ok();
            if due_in_days.is_none() && !due.is_empty() {
                fault("due", "found no whole number of days");
            }
            let after = row.after.with_untracked(|text| numbers(text)).unwrap_or_else(|| vec![0]);
            if !after.iter().all(|number| (1..=at).contains(&(*number as usize))) {
                fault("after", "expected numbers of todos above, such as 1, 2");
            }
            todos.push(TemplateTodo { text, due_in_days, after });
        }
        if todos.is_empty() {
            faults.push((ROWS.to_owned(), "a template needs at least one todo"));
        }
        let first = faults.first().map(|(field, _)| field.clone());
        self.faults.set(faults);
        if let Some(field) = first {
            focus(field);
            return None;
        }
        Some(Template { name, triggers, todos })
    }

    /// Why a field is refused, until it is changed.
    fn fault(self, field: &str) -> Option<&'static str> {
        self.faults.with(|faults| faults.iter().find(|(of, _)| of == field).map(|(_, words)| *words))
    }

    fn forgive(self, field: &str) {
        if self.faults.with_untracked(|faults| !faults.is_empty()) {
            self.faults.update(|faults| faults.retain(|(of, _)| of != field));
        }
    }
}

/// The form for `template`; `keep` gets what was written, `give_up` ends it. `others` are names that are taken.
pub(super) fn template_form(
    template: &Template,
    others: Vec<String>,
    keep: impl Fn(Template) + 'static,
    give_up: impl Fn() + 'static,
) -> El {
    let draft = Draft::of(template);
    let rows = move || draft.rows.with(|rows| rows.iter().map(|row| row.id.to_string()).collect());
    let row = move |key: &str| {
        let found = draft.rows.with_untracked(|rows| rows.iter().find(|row| row.id.to_string() == key).copied());
        found.map_or_else(|| el("li", ""), |row| row_of(draft, row))
    };
    let add = move || focus(draft.add(usize::MAX, "", "", ""));
    let keep = Rc::new(move || {
        if let Some(template) = draft.template(&others) {
            keep(template);
        }
    });
    let by_key = Rc::clone(&keep);
    soon(|| focus(NAME.to_owned()));
    el("div", "group template-form")
        .attr("role", "group")
        .attr("aria-label", if template.name.is_empty() { "New template" } else { "Template" })
        .on("keydown", move |event| {
            let key = key_of(&event);
            if key.key() == "Enter" && (key.ctrl_key() || key.meta_key()) && !is_composing(key) {
                event.prevent_default();
                by_key();
            }
        })
        .child(named("Name", "", labelled(draft, NAME, draft.name, None)))
        .child(named(
            "Called by",
            "words after “plan a …”, with commas between",
            labelled(draft, TRIGGERS, draft.triggers, None),
        ))
        .child(
            el("ol", "template-rows")
                .attr("id", ROWS)
                .attr("role", "list")
                .attr("aria-label", "Todos of the template")
                .each(rows, row),
        )
        .slot(move || draft.fault(ROWS).map(fault_words))
        .child(
            el("div", "actions")
                .child(button("button button-main", "Keep template", move |_| keep()))
                .child(button("button", "Add todo", move |_| add()).attr("id", "template-add"))
                .child(button("button", "Give up", move |_| give_up())),
        )
}

/// A todo of the form: its words on one line, when and after what under it.
fn row_of(draft: Draft, row: Row) -> El {
    let id = row.id;
    let number = move || draft.rows.with(|rows| rows.iter().position(|one| one.id == id)).map_or(0, |at| at + 1);
    let name = move |what: &'static str| Box::new(move || format!("{what} {}", number())) as Box<dyn Fn() -> String>;
    let act = move |icon, what, act: Box<dyn Fn()>| {
        icon_button(icon, move |_| act()).attr_by("aria-label", {
            let name = name(what);
            move || Some(name())
        })
    };
    let text = labelled(draft, &field_id("text", id), row.text, Some(name("Todo")));
    let due = labelled(draft, &field_id("due", id), row.due, Some(name("Due in days, todo")));
    let after = labelled(draft, &field_id("after", id), row.after, Some(name("After, todo")));
    el("li", "template-row")
        .on("keydown", move |event| {
            let key = key_of(&event);
            match key.key().as_str() {
                "Enter" if !is_composing(key) && !key.ctrl_key() && !key.meta_key() && is_field(&event) => {
                    focus(draft.add(untrack(number), "", "", ""));
                }
                "ArrowUp" if key.alt_key() => draft.shift(id, -1),
                "ArrowDown" if key.alt_key() => draft.shift(id, 1),
                _ => return,
            }
            event.prevent_default();
        })
        .child(el("span", "step-number").attr("aria-hidden", "true").text_by(move || number().to_string()))
        .child(text)
        .child(
            el("span", "template-acts")
                .child(act(Icon::Up, "Move up todo", Box::new(move || draft.shift(id, -1))))
                .child(act(Icon::Down, "Move down todo", Box::new(move || draft.shift(id, 1))))
                .child(act(Icon::Bin, "Remove todo", Box::new(move || draft.remove(id)))),
        )
        .child(el("span", "template-more").text("due in").child(due).text("days, after").child(after))
}

/// A field and what is wrong with it. One without words beside it is named by `name`.
fn labelled(draft: Draft, id: &str, text: RwSignal<String>, name: Option<Box<dyn Fn() -> String>>) -> El {
    let why = format!("{id}-fault");
    let wrong = {
        let id = id.to_owned();
        move || draft.fault(&id)
    };
    let (marked, told) = (wrong.clone(), wrong.clone());
    let (forgiven, described) = (id.to_owned(), why.clone());
    let field = el("input", "field-input")
        .attr("type", "text")
        .attr("id", id)
        .attr("dir", "auto")
        .attr("autocomplete", "off")
        .attr_by("aria-invalid", move || marked().map(|_| "true".to_owned()))
        .attr_by("aria-describedby", move || told().map(|_| described.clone()))
        .prop_by("value", move || text.get().into())
        .on("input", move |event| {
            text.set(value_of(&event));
            draft.forgive(&forgiven);
        });
    let field = match name {
        Some(name) => field.attr_by("aria-label", move || Some(name())),
        None => field,
    };
    el("span", "template-field").child(field).slot(move || wrong().map(|words| fault_words(words).attr("id", &why)))
}

fn named(name: &str, about: &str, field: El) -> El {
    let words = el("span", "").text(name).child(el("small", "").text(about));
    el("label", "field").child(words).child(field)
}

fn fault_words(words: &'static str) -> El {
    el("span", "field-fault").attr("role", "alert").text(words)
}

fn field_id(field: &str, id: u32) -> String {
    format!("template-{field}-{id}")
}

/// The numbers of a list, if it is one; an empty list is.
fn numbers(text: &str) -> Option<Vec<u32>> {
    let parts = text.split([',', ' ']).map(str::trim).filter(|part| !part.is_empty());
    parts.map(|part| part.parse().ok()).collect()
}

fn joined(numbers: &[u32]) -> String {
    numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(", ")
}

/// Whether an event came from a field, and not from a button.
fn is_field(event: &web_sys::Event) -> bool {
    use wasm_bindgen::JsCast;
    event.target().is_some_and(|target| target.has_type::<web_sys::HtmlInputElement>())
}

/// Goes to a field once it stands in the document.
fn focus(id: String) {
    request_animation_frame(move || {
        use wasm_bindgen::JsCast;
        let found = document().get_element_by_id(&id).and_then(|found| found.dyn_into::<HtmlElement>().ok());
        drop(found.map(|found| found.focus()));
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_todos_are_read_as_people_write_them() {
        assert_eq!(numbers(""), Some(vec![]));
        assert_eq!(numbers("1, 2 4"), Some(vec![1, 2, 4]));
        assert_eq!(numbers("1 and 2"), None);
        assert_eq!(joined(&[3, 5]), "3, 5");
    }
}
