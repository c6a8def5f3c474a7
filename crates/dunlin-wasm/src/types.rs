//! The TypeScript types of the records, and the names of a tool's fields and of options, made from the records:
//! `js/records.d.ts` and `js/spec.js` are written by these tests and by nobody else.

use dunlin::{
    Annotations, ApprovalAnswer, ApprovalMode, ApprovalReason, Budget, Calculation, Capabilities, Check, Chip,
    ClauseReading, Content, DateReading, Divergence, Estimate, Event, ExecutionStep, Explanation, Failure, Fault,
    Finding, Health, Highlight, Jitter, Journal, OnFailure, ParentStep, PendingApproval, Plan, PlanStep, Policy,
    PolicyChange, PolicyPatch, QuickAdd, QuickAddSpan, Recognition, Replay, Report, RetryPolicy, Run, RunCreated,
    RunError, RunStatus, RunSummary, RunWhen, Sensitive, SkipReason, StepKind, StepStatus, Todo, TodoChanges,
    TodoFields, TodoFilter, ToolResult, ToolSpec, Usage,
};
use dunlin_agents::agents::{Agent, AgentLimits, Refusal, Skill};
use dunlin_base::{TextPlace, Utf16Span, json};
use dunlin_tools::{CodeLimits, FetchOptions, Limits, ModelOptions, Rate, SqlLimits, steady::BreakerOptions};
use ts_rs::{Config, TS};

use crate::{
    options::{Calling, Opening, RunFilter, Starting},
    tools::Making,
};

const MADE: &str = "// Made from the records in Rust by the test `types` of dunlin-wasm; changes belong there.\n";

const HEAD: &str = "
/** A value that JSON can hold. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
/** JSON in which any value may be `{ $from: { step, pointer } }` or `{ $concat: [...] }`. */
export type Input = Json;
";

fn declared<T: TS>(cfg: &Config) -> String {
    format!("\n{}export {}\n", T::docs().unwrap_or_default(), T::decl(cfg))
}

fn records() -> String {
    let cfg = Config::new().with_large_int("number");
    let mut text = format!("{MADE}{HEAD}");
    macro_rules! declare {
        ($($record:ty),+ $(,)?) => {$( text.push_str(&declared::<$record>(&cfg)); )+};
    }
    declare!(Utf16Span, TextPlace, Calculation, DateReading, QuickAdd, QuickAddSpan);
    declare!(Plan, PlanStep, Check, StepKind, OnFailure, RunWhen, PolicyPatch, Fault);
    declare!(Explanation, dunlin::Touch, dunlin::TouchedTodo, Highlight, Chip, ClauseReading, Finding);
    declare!(ToolSpec, Annotations, Estimate, Policy, RetryPolicy, ApprovalMode, Jitter, Content);
    // Values have a type of their own there, so any will do here.
    declare!(Run<String, String>, RunStatus, ExecutionStep<String, String>, StepStatus, PendingApproval, RunError, Usage, RunSummary);
    declare!(Event, RunCreated, ParentStep, Failure, SkipReason, ApprovalReason, Sensitive, ApprovalAnswer, Budget);
    declare!(dunlin::Partial, Journal, Replay, Divergence, Report, ToolResult, Todo, Recognition);
    declare!(PolicyChange, dunlin::RetryChange, TodoFields, TodoChanges, TodoFilter, RunFilter);
    declare!(dunlin::Trace, dunlin::TraceStep);
    declare!(Agent, AgentLimits, Skill, Refusal);
    declare!(dunlin::Schedule, dunlin::ScheduleFault, dunlin::ScheduleOrigin);
    declare!(Health, dunlin::HealthStatus, dunlin::StorageHealth);
    declare!(Capabilities, dunlin::CapabilityLimits);
    declare!(FetchOptions, Rate, BreakerOptions, Limits, SqlLimits, CodeLimits, ModelOptions);
    // Blanks at the ends of lines are no part of a type.
    text.lines().flat_map(|line| [line.trim_end(), "\n"]).collect()
}

fn spec() -> String {
    let fields = json::fields_of::<ToolSpec>();
    assert!(ToolSpec::ASKING.iter().all(|name| fields.contains(name)), "{:?}", ToolSpec::ASKING);
    let lists: [(&str, &str, &[&str]); 7] = [
        ("What a tool says of itself.", "SPEC_FIELDS", fields),
        ("Of that what says when a person is asked.", "ASKING_FIELDS", &ToolSpec::ASKING),
        ("What a runtime is opened with.", "OPENING", json::fields_of::<Opening>()),
        ("What a run is started with.", "STARTING", json::fields_of::<Starting>()),
        ("How a tool is called outside of any run.", "CALLING", json::fields_of::<Calling>()),
        ("What tools are made with.", "MAKING", json::fields_of::<Making>()),
        ("What a second planner is made with.", "PLANNING", json::fields_of::<ModelOptions>()),
    ];
    let told = lists.map(|(words, name, fields)| {
        let fields: String = fields.iter().flat_map(|field| ["  \"", *field, "\",\n"]).collect();
        format!("\n/** {words} */\nexport const {name} = [\n{fields}];\n")
    });
    format!("{MADE}{}", told.concat())
}

#[track_caller]
fn hold(file: &str, made: &str) {
    let path = format!("{}/js/{file}", env!("CARGO_MANIFEST_DIR"));
    if made != std::fs::read_to_string(&path).unwrap_or_default() {
        std::fs::write(path, made).expect("the file can be written");
        panic!("js/{file} was not what the records say; it is written anew, so look at it and keep it");
    }
}

#[test]
fn the_types_of_the_package_are_those_of_the_records() {
    hold("records.d.ts", &records());
}

#[test]
fn the_names_of_fields_and_options_are_those_of_their_records() {
    hold("spec.js", &spec());
}
