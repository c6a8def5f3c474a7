//! Judges goals of JSON Lines files: `cargo run -p dunlin --example score -- [--all] [--list=TODOS] FILE…`.
//!
//! A line has a `goal` and is judged by what comes of it: `answer` (texts of which one must be said), `reads` and `readsnot`
//! (what the last output must and must not name), `todos` (`has`, `hasnt`, `all`: the list afterwards), `changes`, `refuse`. Or it
//! has an `utterance` and is judged by its plan: `action`, `item`, `expect`, `steps`, `scope`. The list starts as [`FIXTURE`] says, or
//! as the JSON file of `--list` does.
#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a tool for developers, who want to see where it failed")]

use std::{collections::BTreeMap, sync::OnceLock};

use dunlin::{Dunlin, Filter, Options, Plan, RunOptions, RunStatus, StepKind, Todo};
use dunlin_base::testing::World;
use serde_json::{Value, json};

/// What stands on the list before each goal.
const FIXTURE: &str = r#"[
    {"text": "buy milk", "list": "shopping"}, {"text": "buy bread", "list": "shopping"}, {"text": "almond milk", "list": "shopping"},
    {"text": "call mum", "due": "2026-11-26"}, {"text": "pay rent", "due": "2026-12-01", "tags": ["home"]},
    {"text": "fix the sink", "priority": 1, "tags": ["home"]}, {"text": "do the taxes", "due": "2026-11-20"},
    {"text": "return library books", "due": "2026-11-23"}, {"text": "dentist appointment", "due": "2026-11-27T15:00"},
    {"text": "book flights", "list": "holiday"}]"#;
/// The todos that stand on the list, read once.
static LIST: OnceLock<Vec<Value>> = OnceLock::new();
/// From the virtual world's first moment to Wednesday 2026-11-25, 10:00.
const LATER_MS: u64 = (4 * 24 * 60 + 30) * 60_000;
const READS: [&str; 6] = ["list", "search", "get", "count", "list_names", "count_lists"];
/// Requests that must leave the list alone when they say too little.
const UNCHANGING: [&str; 9] = [
    "add_unspecified",
    "delete_unspecified",
    "complete_unspecified",
    "create_list",
    "list_names",
    "count_lists",
    "delete_list",
    "paging",
    "other",
];

struct Outcome {
    word: &'static str,
    said: String,
    offer: Option<String>,
}

fn outcome(word: &'static str, said: String) -> Outcome {
    Outcome { word, said, offer: None }
}

fn main() {
    let (mut all, mut tally) = (false, BTreeMap::<(String, &str), (u32, u32)>::new());
    let mut sums: BTreeMap<String, u32> = BTreeMap::new();
    for argument in std::env::args().skip(1) {
        if argument == "--all" {
            all = true;
            continue;
        }
        if let Some(list) = argument.strip_prefix("--list=") {
            let todos = serde_json::from_str(&std::fs::read_to_string(list).unwrap()).unwrap();
            LIST.set(todos).unwrap();
            continue;
        }
        for line in std::fs::read_to_string(&argument).unwrap().lines().filter(|line| !line.trim().is_empty()) {
            let case: Value = serde_json::from_str(line).unwrap();
            if !is_judged(&case) {
                continue;
            }
            let judged = if case["goal"].is_string() { by_outcome(&case) } else { by_plan(&case) };
            let goal = case["goal"].as_str().or(case["utterance"].as_str()).unwrap();
            let helped = judged.offer.as_ref().is_some_and(|offer| {
                let mut again = case.clone();
                let field = if case["goal"].is_string() { "goal" } else { "utterance" };
                again[field] = json!(offer);
                let judged = if case["goal"].is_string() { by_outcome(&again) } else { by_plan(&again) };
                judged.word == "right"
            });
            let cell = tally.entry((group(&case), judged.word)).or_default();
            cell.0 += 1;
            cell.1 += u32::from(helped);
            *sums.entry(judged.word.to_owned()).or_default() += 1;
            if judged.word == "refused" && helped {
                *sums.entry("offered".to_owned()).or_default() += 1;
            }
            if all || judged.word != "right" {
                let expected = if case["goal"].is_string() { String::new() } else { wanted_text(&case) };
                println!(
                    "{} [{}] {goal}\n      {}{}{expected}",
                    judged.word,
                    group(&case),
                    judged.said,
                    judged.offer.map_or_else(String::new, |offer| format!(
                        " | offer{}: {offer}",
                        if helped { " (right)" } else { "" }
                    ))
                );
            }
        }
    }
    for ((group, word), (count, helped)) in &tally {
        println!(
            "{group:30} {word:8} {count}{}",
            if *word == "refused" { format!(" (first offer right for {helped})") } else { String::new() }
        );
    }
    println!("{sums:?}");
}

fn wanted_text(case: &Value) -> String {
    format!(" (expected {} {}{}{})", case["action"], case["item"], case["expect"], case["steps"])
}

fn group(case: &Value) -> String {
    if let Some(kind) = case["goal"].as_str().map(|_| case["kind"].as_str().unwrap_or("goal")) {
        return kind.to_owned();
    }
    let out = is_out(case);
    let intent = case["intent"].as_str().unwrap_or_default();
    let sum = matches!(case["action"].as_str(), Some("calculate" | "convert"));
    match () {
        () if case["steps"].is_array() => "several steps",
        () if out && intent.contains("oos") => "out of scope",
        () if out => "other intents",
        () if sum => "sums",
        () => "todos",
    }
    .to_owned()
}

fn is_out(case: &Value) -> bool {
    case["scope"] == "out" || matches!(case["intent"].as_str(), Some("oos" | "out_of_scope"))
}

fn is_judged(case: &Value) -> bool {
    let unjudged = ["what_can_i_ask_you", "greeting", "general_greet", "next_holiday", "timezone", "number"];
    let known = case["action"].is_string() || case["steps"].is_array();
    case["goal"].is_string()
        || case["scope"] != "near"
            && !unjudged.contains(&case["intent"].as_str().unwrap_or_default())
            && case["reference"].is_null()
            && (is_out(case) || known)
}

fn open(fixture: bool) -> (World, Dunlin) {
    let world = World::new(7);
    world.wind(LATER_MS);
    let policy = serde_json::from_value(json!({"approval": "never"})).unwrap();
    let dunlin = Dunlin::open(world.env(), Options { policy, ..Options::default() });
    let todos = LIST.get_or_init(|| serde_json::from_str(FIXTURE).unwrap());
    for todo in todos.iter().filter(|_| fixture) {
        let mut input = todo.clone();
        input["action"] = json!("add");
        dunlin.todo_action(&input).unwrap();
    }
    (world, dunlin)
}

fn steps_said(plan: &Plan) -> String {
    let steps: Vec<String> = plan
        .steps
        .iter()
        .map(|step| format!("{}{} {}", step.kind.name().replace("tool", ""), step.tool_name, step.tool_input))
        .collect();
    format!("{} [{:.2}]", steps.join(" | "), plan.confidence)
}

fn refused(error: &dunlin::DunlinError) -> Outcome {
    let details = json!(error.details);
    let offer = details["suggestions"][0].as_str().map(str::to_owned);
    Outcome { word: "refused", said: error.message.clone(), offer }
}

fn by_outcome(case: &Value) -> Outcome {
    let (world, dunlin) = open(true);
    let before = dunlin.todos().list(&Filter::all()).len();
    let plan = match dunlin.plan(case["goal"].as_str().unwrap()) {
        Ok(plan) => plan,
        Err(_) if case["refuse"] == true => return outcome("right", String::new()),
        Err(error) => return refused(&error),
    };
    let note = steps_said(&plan);
    if case["refuse"] == true {
        return outcome("wrong", note);
    }
    // Nobody is there to answer.
    if plan.steps.iter().any(|step| step.kind == StepKind::Ask) {
        return outcome(if case["asks"] == true { "right" } else { "wrong" }, note);
    }
    let run = dunlin.run(plan, RunOptions::default()).unwrap();
    let record = world.block_on(run.drive());
    if record.status != RunStatus::Completed {
        let error = record.error.map_or_else(String::new, |error| error.message);
        return outcome("failed", format!("{note} {error}"));
    }
    let log: Vec<Value> = record.execution_log.iter().map(|step| json!([step.output, step.metadata])).collect();
    let said = json!([record.result, log]).to_string().to_lowercase();
    let wrong = |why: &str| outcome("wrong", format!("{note} → {why}"));
    let told = |answers: &Vec<Value>| {
        answers.iter().filter_map(Value::as_str).any(|answer| holds(&said, &answer.to_lowercase()))
    };
    if case["answer"].as_array().is_some_and(|answers| !told(answers)) {
        return wrong(&said.chars().take(200).collect::<String>());
    }
    let last = record.execution_log.last().map_or(Value::Null, |step| json!(step.output)).to_string().to_lowercase();
    let texts = |field: &str| case[field].as_array().cloned().unwrap_or_default();
    let named = |text: &Value| last.contains(&text.as_str().unwrap().to_lowercase());
    if !texts("reads").iter().all(named) || texts("readsnot").iter().any(named) {
        return wrong(&last.chars().take(200).collect::<String>());
    }
    let todos = dunlin.todos().list(&Filter::all());
    let wanted = &case["todos"];
    if wanted.is_object() {
        for want in wanted["has"].as_array().into_iter().flatten() {
            if !todos.iter().any(|todo| same(todo, want)) {
                return wrong(&format!("lacks {want}"));
            }
        }
        for text in wanted["hasnt"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            if todos.iter().any(|todo| plain(&todo.text) == plain(text)) {
                return wrong(&format!("still has {text}"));
            }
        }
        if wanted["all"].as_u64().is_some_and(|count| count != todos.len() as u64) {
            return wrong(&format!("{} todos", todos.len()));
        }
    } else if case["changes"] != true && (todos.len() != before || todos.iter().any(|todo| todo.completed)) {
        return wrong("changed the list");
    }
    outcome("right", note)
}

/// Whether a text is said; a number as one of its own and not as a piece of a date or an id.
fn holds(said: &str, answer: &str) -> bool {
    if answer.is_empty() || !answer.chars().all(|c| c.is_ascii_digit() || c == '.') {
        return said.contains(answer);
    }
    let outside = |c: Option<char>| c.is_none_or(|c| !(c.is_ascii_digit() || matches!(c, '.' | ':' | '-')));
    let decimal = answer.contains('.');
    said.match_indices(answer).any(|(at, _)| {
        let before = said[..at].chars().next_back();
        let after = said[at + answer.len()..].chars().next();
        outside(before) && (decimal || outside(after))
    })
}

fn plain(text: &str) -> String {
    let text: String = text.to_lowercase().chars().filter(|c| !"“”\"'’.".contains(*c)).collect();
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let bare = ["a ", "an ", "the ", "my ", "some "].iter().find_map(|article| text.strip_prefix(article));
    bare.unwrap_or(&text).trim_end_matches(['!', '?', ',', ';']).to_owned()
}

fn any_of(want: &Value, is: impl Fn(&Value) -> bool) -> bool {
    want.as_array().map_or_else(|| is(want), |all| all.iter().any(&is))
}

fn same(todo: &Todo, want: &Value) -> bool {
    let shown = json!(todo);
    let text = any_of(&want["text"], |text| plain(text.as_str().unwrap()) == plain(&todo.text));
    let fields = ["due", "priority", "completed", "list", "tags"];
    let fits = fields.iter().filter(|field| want.get(**field).is_some()).all(|field| {
        if *field == "tags" {
            shown["tags"] == want["tags"]
        } else {
            any_of(&want[*field], |value| *value == shown[*field])
        }
    });
    let parts = |rule: &str| -> Vec<String> {
        rule.split(';')
            .map(|part| match part.strip_prefix("BYDAY=") {
                Some(days) => {
                    let mut days: Vec<&str> = days.split(',').collect();
                    days.sort_unstable();
                    format!("BYDAY={}", days.join(","))
                }
                None => part.to_owned(),
            })
            .collect()
    };
    let rule = want["rule"].as_str().is_none_or(|rule| {
        let own = parts(todo.recurrence.as_deref().unwrap_or_default());
        parts(rule).iter().all(|part| own.contains(part))
    });
    text && fits && rule
}

fn action(plan: &Plan, at: usize) -> String {
    let step = &plan.steps[at];
    if step.tool_name == "calculator" {
        return "calculate".to_owned();
    }
    step.tool_input["action"].as_str().unwrap_or(&step.tool_name).to_owned()
}

fn item(plan: &Plan, at: usize) -> String {
    let input = &plan.steps[at].tool_input;
    let text = input["text"].as_str().or(input["match"].as_str());
    plain(text.unwrap_or_default())
}

fn item_fits(plan: &Plan, at: usize, row: &Value) -> bool {
    if !row["position"].is_null() {
        return plan.steps[at].tool_input["position"] == row["position"];
    }
    let Some(wanted) = row["item"].as_str() else { return true };
    let found = item(plan, at);
    plain(wanted) == found
        || row["item_alt"].as_array().into_iter().flatten().filter_map(Value::as_str).any(|alt| plain(alt) == found)
}

fn actions(row: &Value) -> Vec<String> {
    let more = row["action_alt"].as_array().into_iter().flatten();
    std::iter::once(&row["action"]).chain(more).filter_map(Value::as_str).map(str::to_owned).collect()
}

fn action_fits(plan: &Plan, at: usize, wanted: &str) -> bool {
    let (found, all) = (action(plan, at), plan.steps[at].tool_input["all"] == true);
    match wanted {
        "list" | "list_pending" | "check" | "search" | "get" | "count" => READS.contains(&found.as_str()),
        "complete_all" => found == "complete" && all,
        "clear" => found == "clear" || found == "delete" && all,
        // What is moved, renamed or ranked has no name of its own in the sets.
        "other" => found == "update",
        _ => found == wanted,
    }
}

/// Whether a step hangs on a decision about todos: those of its own words, or how many there are.
fn hangs_on_its_question(plan: &Plan, at: usize) -> bool {
    let Some(decision) = at.checked_sub(1).map(|at| &plan.steps[at]).filter(|step| step.kind == StepKind::Decision)
    else {
        return false;
    };
    let asked = decision.tool_input["left"]["$from"]["step"].as_u64().unwrap_or_default() as usize;
    let asks = |asked: usize| match action(plan, asked).as_str() {
        "search" => item(plan, asked) == item(plan, at),
        "count" | "list" => true,
        _ => false,
    };
    plan.steps[at].depends_on.contains(&decision.step_number) && asked.checked_sub(1).is_some_and(asks)
}

fn steps_fit(plan: &Plan, wanted: &[Value]) -> bool {
    let mut at = 0;
    for want in wanted {
        let decides = |at: usize| plan.steps.get(at).is_some_and(|step| step.kind == StepKind::Decision);
        if want["if"] == true || want["if"].is_string() || want["if"].is_object() {
            // A second branch hangs on what was found for the first: "otherwise add it".
            at += if decides(at) { 1 } else { 2 };
            if at >= plan.steps.len() || !hangs_on_its_question(plan, at) {
                return false;
            }
        }
        if at >= plan.steps.len()
            || !actions(want).iter().any(|wanted| action_fits(plan, at, wanted))
            || !item_fits(plan, at, want)
        {
            return false;
        }
        at += 1;
    }
    at == plan.steps.len()
}

fn by_plan(case: &Value) -> Outcome {
    let (world, dunlin) = open(false);
    let planned = dunlin.plan(case["utterance"].as_str().unwrap());
    let plan = planned.as_ref().ok();
    let said = plan.map_or_else(String::new, steps_said);
    if is_out(case) {
        return outcome(if plan.is_some() { "wrong" } else { "right" }, said);
    }
    if let Some(steps) = case["steps"].as_array() {
        let Some(plan) = plan else { return refused(&planned.unwrap_err()) };
        let others = case["steps_alt"].as_array().into_iter().flatten().filter_map(Value::as_array);
        let right = steps_fit(plan, steps) || others.into_iter().any(|steps| steps_fit(plan, steps));
        return outcome(if right { "right" } else { "wrong" }, said);
    }
    if matches!(case["action"].as_str(), Some("calculate" | "convert")) {
        let more = case["accept"].as_array().into_iter().flatten();
        let wanted: Vec<f64> = std::iter::once(&case["expect"]).chain(more).filter_map(Value::as_f64).collect();
        let Some(plan) = plan else {
            let fine = wanted.is_empty() || case["kind"] == "ambiguous";
            return if fine { outcome("right", said) } else { refused(&planned.unwrap_err()) };
        };
        if wanted.is_empty() {
            return outcome(if case["kind"] == "boolean" { "right" } else { "wrong" }, said);
        }
        if plan.steps.len() != 1 || plan.steps[0].tool_name != "calculator" {
            return outcome("wrong", said);
        }
        let record = world.block_on(dunlin.run(plan.clone(), RunOptions::default()).unwrap().drive());
        let value =
            record.result.and_then(|value| value.as_f64().or(value.as_str().and_then(|text| text.parse().ok())));
        let right =
            value.is_some_and(|value| wanted.iter().any(|want| (value - want).abs() <= 1e-6 * want.abs().max(1.0)));
        return outcome(if right { "right" } else { "wrong" }, format!("{said} = {value:?}"));
    }
    let wanted = actions(case);
    if wanted.iter().any(|action| UNCHANGING.contains(&action.as_str()) || action == "help") {
        let named = plan.is_some_and(|plan| plan.steps.len() == 1 && action(plan, 0) == wanted[0]);
        let reads = plan.is_none_or(|plan| {
            (0..plan.steps.len())
                .all(|at| action(plan, at) == "calculate" || READS.contains(&action(plan, at).as_str()))
        });
        return outcome(if named || reads { "right" } else { "wrong" }, said);
    }
    let Some(plan) = plan else { return refused(&planned.unwrap_err()) };
    let one = plan.steps.len() == 1 && wanted.iter().any(|wanted| action_fits(plan, 0, wanted));
    let reads = ["list", "list_pending", "check", "search", "get", "count"].contains(&wanted[0].as_str());
    match () {
        () if !one => outcome("wrong", said),
        () if item_fits(plan, 0, case) => outcome("right", said),
        () if reads => outcome("right", format!("item {said}")),
        () => outcome("item", said),
    }
}
