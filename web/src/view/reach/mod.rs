//! The dialog named "Tools and agents": what plans may call, what each may reach, whether it is on, and a form to try it.

mod agents;
mod notes;
mod tools;

use leptos::prelude::*;

use crate::{
    model::App,
    view::settings::sheet,
    view::ui::{El, Tone, el, is_ticked, link, note},
};

/// The dialog.
pub(crate) fn reach_sheet(app: App) -> El {
    let made = sheet("reach-title", "Tools and agents", app.reach.open, move || filled(app), || {});
    made.attr("class", "sheet sheet-wide")
}

fn filled(app: App) -> El {
    let reach = app.reach;
    let coming = move || reach.coming.get().then(|| el("p", "panel-note").text("The further tools are being fetched…"));
    let again = move || link("Try again", move |_| app.show_tools());
    let failed = move || {
        let hint = "they come from where this page came from: check the connection";
        let act = reach.agents.with(Vec::is_empty).then(again);
        reach.problem.get().map(|words| note(Tone::Bad, &words, act.is_some().then_some(hint), act))
    };
    el("div", "sheet-groups")
        .child(tools::group(app))
        .child(el("div", "").attr("role", "status").slot(coming))
        .slot(failed)
        .when(move || reach.agents.with(|agents| !agents.is_empty()), move || agents::group(app))
        .child(notes::group(app))
        .children(agents::of_the_browser(app))
        .when(move || reach.agents.with(|agents| !agents.is_empty()), move || agents::kept(app))
}

/// A name with a switch beside it.
fn switch(app: App, name: &str, words: &str) -> El {
    let (name, shown) = (name.to_owned(), name.to_owned());
    let tick = el("input", "switch")
        .attr("type", "checkbox")
        .attr("role", "switch")
        .prop_by("checked", move || app.reach.is_on(&shown).into())
        .on("change", move |event| app.switch(&name, is_ticked(&event)));
    el("label", "reach-head").child(el("span", "reach-name").text(words)).child(tick)
}
