//! The todos in groups, each a list of its own: "Todo items: today" and so on, "Todo items" where there is one.

use leptos::prelude::*;

use super::{item::item, order::with_dragging};
use crate::{
    model::{App, Group},
    view::ui::{El, Icon, button, el, glyph},
};

/// All groups that have something in them.
pub(super) fn lists(app: App) -> El {
    let keys = move || app.todos.groups().into_iter().map(str::to_owned).collect();
    el("div", "todo-lists").each(keys, move |name| group(app, name))
}

/// One group: its heading, where it has one, and its list.
fn group(app: App, name: &str) -> El {
    let group = Group::named(name);
    let several = Memo::new(move |_| app.todos.groups().len() > 1);
    let lower = name.to_lowercase();
    let label = move || Some(if several.get() { format!("Todo items: {lower}") } else { "Todo items".to_owned() });
    let words = move || {
        let count = app.todos.size_of(group);
        format!("{} {count}", group.map_or("", Group::name))
    };
    let list = move || {
        let list = el("ul", "todo-list").attr_by("aria-label", label.clone()).attr("role", "list");
        with_dragging(list, app).each(move || app.todos.drawn_of(group), move |id| item(app, id))
    };
    // Those without a date need no heading where there are no others.
    let headed = move || group.is_some_and(|group| group != Group::NoDate || several.get());
    let head = move || {
        if group != Some(Group::Completed) {
            let late = if group == Some(Group::Overdue) { "todo-head todo-late" } else { "todo-head" };
            return el("h3", late).text_by(words);
        }
        let fold = button("todo-fold", "", move |_| app.todos.fold_done(app.todos.is_done_open_now()))
            .attr_by("aria-expanded", move || Some(app.todos.is_done_open().to_string()))
            .child(glyph(Icon::Chevron))
            .child(el("span", "").text_by(words));
        el("h3", "todo-head").child(fold)
    };
    let open = move || group != Some(Group::Completed) || app.todos.is_done_open();
    el("div", "todo-group").when(headed, head).when(open, list)
}
