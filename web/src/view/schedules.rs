//! Goals that begin by themselves: a list of them with their next times, and the field in which a saved goal is given one.

use leptos::prelude::*;

use crate::{
    model::format::shortened,
    model::{App, Planned},
    view::ui::{El, Icon, Tone, button, el, icon_button, is_composing, key_of, note, soon, value_of},
};

/// How far schedules reach.
const REACH: &str =
    "A schedule begins its goal while this page is open in a tab; what was missed begins once when it is opened.";

/// The part of the dialog that lists them.
pub(crate) fn schedules_group(app: App) -> El {
    let all = app.schedules.all;
    let keys = move || all.with(|all| all.iter().map(|one| format!("{}\n{one:?}", one.schedule.id)).collect());
    let row = move |key: &str| {
        let id = key.split('\n').next().unwrap_or_default();
        let found = all.with_untracked(|all| all.iter().find(|one| one.schedule.id == id).cloned());
        found.map_or_else(|| el("li", ""), |one| line(app, &one))
    };
    let some = move || all.with(|all| !all.is_empty());
    el("section", "group")
        .attr("aria-labelledby", "schedules-title")
        .child(el("h3", "").attr("id", "schedules-title").text("Schedules"))
        .child(el("p", "panel-note").text(REACH))
        .when(some, move || {
            el("ul", "saved-goals").attr("role", "list").attr("aria-label", "Schedules").each(keys, row)
        })
        .when(
            move || !some(),
            || el("p", "panel-note").text("There is none yet: “Every…” beside a saved goal makes one."),
        )
}

/// What was last removed, and the way back.
pub(crate) fn removed(app: App) -> Option<El> {
    let one = app.schedules.removed.get()?;
    let back = button("button", "Undo", move |_| app.put_schedule_back());
    let goal = shortened(one.goal.as_deref().unwrap_or("a plan"), 60);
    Some(note(Tone::Plain, &format!("Removed the schedule of “{goal}”"), None, Some(back)))
}

fn line(app: App, one: &Planned) -> El {
    let goal = one.schedule.goal.clone().or_else(|| one.schedule.plan.as_ref().map(|plan| plan.goal.clone()));
    let goal = goal.unwrap_or_default();
    // A saved goal goes by its name.
    let named =
        app.saved.all.with_untracked(|all| all.iter().find(|saved| saved.goal == goal).map(|saved| saved.name.clone()));
    let name = shortened(named.as_deref().unwrap_or(&goal), 80);
    let (next, rule, paused) = (one.next.clone(), one.schedule.rule.clone(), one.schedule.paused);
    let told = move || {
        let moment = app.moment_of(&next, rule.as_deref());
        if paused { format!("Paused. Would begin {moment}") } else { format!("Next {moment}") }
    };
    let [id, gone] = [one.schedule.id.clone(), one.schedule.id.clone()];
    let word = if paused { "Go on" } else { "Pause" };
    let pause = button("button", word, move |_| app.pause_schedule(&id, !paused));
    let remove = icon_button(Icon::Bin, move |_| app.remove_schedule(&gone));
    el("li", "saved-goal")
        .child(
            el("div", "")
                .child(el("bdi", "saved-name").text(&name))
                .child(el("p", "panel-note").attr("dir", "auto").text_by(told)),
        )
        .child(pause.attr("aria-label", &format!("{word}: {name}")))
        .child(remove.attr("aria-label", &format!("Remove the schedule of {name}")))
}

/// The button beside a saved goal that gives it a schedule, and the field that opens under it.
pub(crate) fn every(app: App, name: &str, goal: &str, open: RwSignal<bool>) -> (El, Box<dyn Fn() -> El>) {
    let button_of = button("button", "Every…", move |_| open.update(|open| *open = !*open))
        .attr("aria-label", &format!("Every… for {name}"))
        .attr_by("aria-expanded", move || Some(open.get().to_string()));
    let (name, goal) = (StoredValue::new(name.to_owned()), StoredValue::new(goal.to_owned()));
    let form = move || {
        let words = RwSignal::new(String::new());
        let keep = move || {
            if goal.with_value(|goal| app.schedule_goal(goal, &words.get_untracked())) {
                open.set(false);
            }
        };
        let field = el("input", "field-input")
            .attr("type", "text")
            .attr("dir", "auto")
            .attr("autocomplete", "off")
            .attr("placeholder", "every Friday at 9")
            .attr("aria-label", &name.with_value(|name| format!("When {name} begins")))
            .on("input", move |event| words.set(value_of(&event)))
            .on("keydown", move |event| {
                let key = key_of(&event);
                if key.key() == "Enter" && !is_composing(key) {
                    event.prevent_default();
                    keep();
                }
            });
        let first = field.clone();
        soon(move || first.focus());
        let told =
            move || words.with(|words| app.told_when(words).map(|told| format!("Begins {told}")).unwrap_or_default());
        let problem = move || {
            app.schedules.problem.get().map(|problem| note(Tone::Bad, &problem.message, problem.hint.as_deref(), None))
        };
        el("div", "saved-when")
            .child(field)
            .child(button("button button-main", "Keep", move |_| keep()))
            .child(el("p", "panel-note saved-told").attr("aria-live", "polite").text_by(told))
            .slot(problem)
    };
    (button_of, Box::new(form))
}
