//! A step in full: thought, action, observation, attempts, times, and what can be done with it.

use dunlin::{ExecutionStep, PlanStep};

use super::value::pretty;
use crate::{
    model::App,
    model::format::{counted, duration},
    model::said,
    platform::clock_time_ms,
    view::ui::{El, button, el},
};

/// Everything the record has.
pub(crate) fn details(app: App, step: &ExecutionStep, events: &str) -> El {
    let list = el("dl", "details");
    let began = step.started_at_ms.map(|at| {
        let took = step.duration_ms.map(|ms| format!(", took {}", duration(ms))).unwrap_or_default();
        clock_time_ms(at as f64) + &took
    });
    let rows: [(&str, Option<&str>); 2] = [
        ("Thought", Some(step.thought.as_str()).filter(|thought| !thought.is_empty())),
        ("Action", Some(if step.tool_name.is_empty() { "no tool" } else { &step.tool_name })),
    ];
    let list = rows.into_iter().fold(list, |list, (name, words)| row(list, name, words));
    let list = block(list, "Input", Some(&pretty(&step.tool_input)));
    let list = block(list, "Observation", step.output.as_ref().map(pretty).as_deref());
    let list = row(list, "Error", step.error.as_deref());
    let list = list.children(step.error.iter().filter_map(|_| fault_in(step)).flatten());
    let list = row(list, "Error code", step.error_code.as_deref());
    let list = block(list, "Metadata", step.metadata.as_ref().map(pretty).as_deref());
    let list = block(list, "Events", Some(events));
    let list = row(list, "Attempts", Some(&counted(step.attempts as usize, "attempt")));
    let list = row(list, "Began", began.as_deref());
    let number = step.step_number;
    // What runs already is not run beside itself, and a run that is only looked at has no tools here.
    let again = app.can_fork().then(|| {
        let fork = button("button", "Run again from here", move |_| app.fork(number));
        el("p", "details-acts").child(fork).text(&twice(app, &app.done_twice(number)))
    });
    el("div", "").child(list).children(again)
}

/// Where in a sum its fault is, marked in it; nothing where the calculator points at no place, or at all of it.
fn fault_in(step: &ExecutionStep) -> Option<[El; 2]> {
    let sum = step.tool_input.get("expression").filter(|_| step.tool_name == "calculator")?.as_str()?;
    let fault = dunlin::evaluate(sum).err().filter(|fault| Some(&fault.code) == step.error_code.as_ref())?.span?;
    let place = fault.bytes(sum);
    let (before, after) = (sum.get(..place.start)?, sum.get(place.end..)?);
    if place.of(sum).trim().is_empty() || (before.trim().is_empty() && after.trim().is_empty()) {
        return None;
    }
    let words = el("dd", "mono")
        .attr("dir", "ltr")
        .text(before)
        .child(el("span", "mark-unknown").text(place.of(sum)))
        .text(after);
    Some([el("dt", "").text("Where"), words])
}

/// What of a run happens once more when it goes on from one of its steps.
fn twice(app: App, steps: &[PlanStep]) -> String {
    let named = |step: &PlanStep| format!("{} {}", step.step_number, said(app, step, &step.tool_input).line());
    let named: Vec<String> = steps.iter().take(MOST_NAMED).map(named).collect();
    let more = if steps.len() > MOST_NAMED { ", …" } else { "" };
    match steps.len() {
        0 => "What was done before this step is taken over, not repeated. Nothing is changed a second time.".to_owned(),
        _ => format!(
            "What was done before this step is taken over, not repeated. Done a second time: {}{more}.",
            named.join(", ")
        ),
    }
}

/// So many are enough to know what would be repeated.
const MOST_NAMED: usize = 3;

fn row(list: El, name: &str, words: Option<&str>) -> El {
    let Some(words) = words else { return list };
    list.child(el("dt", "").text(name)).child(el("dd", "").attr("dir", "auto").text(words))
}

fn block(list: El, name: &str, json: Option<&str>) -> El {
    let Some(json) = json else { return list };
    let code = el("pre", "code").attr("tabindex", "0").attr("dir", "ltr").text(json);
    list.child(el("dt", "").text(name)).child(el("dd", "").child(code))
}
