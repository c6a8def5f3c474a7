//! Holds sentences against the readings that are right for them, and the planner's confidence against both.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
};

use dunlin_date::Now;
use dunlin_plan::{Plan, PlanStep, StepKind};
use dunlin_planner::{PlanContext, Planner};
use serde_json::Value;

/// What stands behind the readings of a sentence that is not read right yet.
const NOT_YET: &str = " || not yet";
const READS: [&str; 6] = ["list", "search", "get", "count", "list_names", "count_lists"];

/// Right, wrong and refused.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    right: u32,
    wrong: u32,
    refused: u32,
}

impl Tally {
    fn all(self) -> u32 {
        self.right + self.wrong + self.refused
    }

    fn share(self, part: u32) -> f64 {
        f64::from(part) / f64::from(self.all().max(1))
    }
}

/// What came of a file of sentences.
pub(crate) struct Judgement {
    /// Sentences that are read otherwise, and the shares by kind and by confidence.
    pub(crate) table: String,
    /// The figures that are not reached.
    pub(crate) faults: Vec<String>,
}

/// Judges a text of sentences. `known` says that the grammar was widened by them, so that they are read better than others will be: only
/// too much confidence is a fault, and each that is read wrong, but for those that say [`NOT_YET`].
pub(crate) fn judge(text: &str, known: bool) -> Judgement {
    let planner = Planner::new(Planner::built_in_tools());
    let context = PlanContext::new(Now::parse("2026-11-21T09:30").expect("a moment"));
    let mut table = String::new();
    let mut kind = "all";
    let mut kinds: BTreeMap<&str, Tally> = BTreeMap::new();
    // By confidence in steps of five hundredths: plans, right ones, and the sum of what they said of themselves.
    let mut bins: BTreeMap<u32, (u32, u32, f64)> = BTreeMap::new();
    let mut faults = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty()) {
        if let Some(name) = line.strip_prefix("## ") {
            kind = name;
            continue;
        }
        let Some((goal, wanted)) = line.split_once(" => ").filter(|_| !line.starts_with('#')) else { continue };
        let plan = planner.plan(&goal.replace("\\n", "\n"), &context).ok();
        let got = plan.as_ref().map_or_else(|| "x".to_owned(), said);
        let right = wanted.split(" || ").any(|wanted| fits(wanted.trim(), &got));
        let tally = kinds.entry(kind).or_default();
        match (right, &plan) {
            (true, _) => tally.right += 1,
            (false, Some(_)) => tally.wrong += 1,
            (false, None) => tally.refused += 1,
        }
        let not_yet = wanted.ends_with(NOT_YET);
        if !right {
            let _ = writeln!(table, "{kind}: {goal}\n    expected {wanted}\n    found    {got}");
        }
        if known && right == not_yet {
            let right = if right { "is read right, and the file says not yet" } else { "is read wrong" };
            faults.push(format!("{goal:?} {right}: {got}, and it should be {wanted}"));
        }
        if let Some(plan) = plan {
            let bin = bins.entry((plan.confidence * 20.0 + 1e-9) as u32).or_default();
            *bin = (bin.0 + 1, bin.1 + u32::from(right), bin.2 + plan.confidence);
        }
    }
    for (kind, tally) in &kinds {
        let [right, wrong] = [tally.right, tally.wrong].map(|part| 100.0 * tally.share(part));
        let _ = writeln!(table, "{kind:8} {right:.1} % right, {wrong:.1} % wrong, of {}", tally.all());
    }
    for (bin, (all, right, sum)) in &bins {
        let (says, is) = (sum / f64::from(*all), f64::from(*right) / f64::from(*all));
        let _ =
            writeln!(table, "confidence from {:.2}: says {says:.3}, right {is:.3} of {all}", f64::from(*bin) / 20.0);
        let off = if known { says - is } else { (says - is).abs() };
        if *all >= 20 && off > 0.05 {
            faults.push(format!("says {says:.3}, but {is:.3} of {all} are right"));
        }
    }
    for (kind, least, most_wrong) in
        [("sums", 0.9, 0.03), ("todos", 0.9, 0.06), ("several", 0.75, 0.1), ("out", 0.98, 0.02)]
    {
        let tally = kinds.get(kind).copied().unwrap_or_default();
        if tally.all() > 0 && (tally.share(tally.right) < least || tally.share(tally.wrong) > most_wrong) {
            faults.push(format!("{kind}: {tally:?}"));
        }
    }
    Judgement { table, faults }
}

/// Whether what was found is what is wanted.
fn fits(wanted: &str, got: &str) -> bool {
    let one = !got.contains(" | ");
    let reads = one && READS.iter().any(|read| got.starts_with(read));
    let value = |step: &str| -> Option<f64> {
        let text = step.strip_prefix('=')?;
        let end = text.find(|c: char| !(c.is_ascii_digit() || c == '.' || c == '-')).unwrap_or(text.len());
        text.get(..end)?.parse().ok()
    };
    match wanted {
        "R" => reads,
        "N" => reads || got == "x" || one && got.starts_with("create_list"),
        _ => {
            let (wanted, got): (Vec<&str>, Vec<&str>) = (wanted.split(" | ").collect(), got.split(" | ").collect());
            wanted.len() == got.len()
                && wanted.iter().zip(&got).all(|(wanted, got)| {
                    wanted == got
                        || with_filters_apart(wanted) == with_filters_apart(got)
                        || value(wanted)
                            .zip(value(got))
                            .is_some_and(|(wanted, got)| (wanted - got).abs() <= 1e-6 * wanted.abs().max(1e-9))
                })
        }
    }
}

/// A step without its filters, and these in one order: `[due=today,status=active]` says what `[status=active][due=today]` does.
fn with_filters_apart(step: &str) -> (String, BTreeSet<&str>) {
    let (mut bare, mut filters, mut rest) = (String::new(), BTreeSet::new(), step);
    while let Some((before, inner)) = rest.split_once('[') {
        bare += before;
        let is_filter = inner.split_once('=').is_some_and(|(name, _)| name.chars().all(char::is_alphabetic));
        // A list within it is no end of it.
        let end = if inner.contains("=[") { inner.find("]]").map(|at| at + 1) } else { inner.find(']') };
        let Some(end) = end.filter(|_| is_filter) else {
            bare.push('[');
            rest = inner;
            continue;
        };
        let one = inner.get(..end).unwrap_or_default();
        filters.extend(if one.contains("=[") { vec![one] } else { one.split(',').collect() });
        rest = inner.get(end + 1..).unwrap_or_default();
    }
    (bare + rest, filters)
}

/// A plan in the signs of the file.
fn said(plan: &Plan) -> String {
    plan.steps.iter().map(step_said).collect::<Vec<_>>().join(" | ")
}

fn step_said(step: &PlanStep) -> String {
    let input = &step.tool_input;
    if step.kind == StepKind::Decision {
        return "if".to_owned();
    }
    if step.kind == StepKind::Map {
        return format!("each {}", step.body.iter().map(step_said).collect::<Vec<_>>().join(" | "));
    }
    if step.kind == StepKind::Notify {
        return format!("notify:{}", input["title"].as_str().unwrap_or_default());
    }
    if step.tool_name == "calculator" {
        let expression = input["expression"].as_str();
        let value = expression.map(|text| dunlin_calc::evaluate(text).map(|value| value.number_text()));
        return match value {
            Some(Ok(number)) => format!("={number}"),
            Some(Err(_)) => "=?".to_owned(),
            None => "=ref".to_owned(),
        };
    }
    let mut said = input["action"].as_str().unwrap_or_default().to_owned();
    for (name, sign) in [
        ("text", ":"),
        ("match", "~"),
        ("position", "#"),
        ("all", "!"),
        ("list", "@"),
        ("due", ">"),
        ("postpone", "/+"),
        ("priority", "^"),
        ("tags", "+"),
        ("addTags", "+"),
        ("removeTags", "-"),
    ] {
        match input.get(name) {
            None => {}
            Some(Value::Bool(_)) => said += sign,
            Some(Value::Object(_)) => said = said + sign + "ref",
            Some(Value::Null) => said = said + sign + "none",
            Some(Value::String(text)) => said = said + sign + text,
            Some(other) => said = said + sign + &other.to_string(),
        }
    }
    for (name, value) in input["filter"].as_object().into_iter().flatten() {
        let _ = write!(said, "[{name}={}]", value.as_str().map_or_else(|| value.to_string(), str::to_owned));
    }
    said
}
