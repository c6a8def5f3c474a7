//! The records of the answers, as the description tells them. They are the facade's; a test holds real answers to these.
#![expect(dead_code, reason = "they are described, never made")]

use serde_json::{Map, Value};
use utoipa::{IntoParams, ToSchema};

use crate::reach::lines::LineTold;

/// A place in a text, in UTF-16 units.
#[derive(ToSchema)]
pub(super) struct Span {
    start: u32,
    end: u32,
}

/// Why something was not done.
#[derive(ToSchema)]
pub(super) struct Failed {
    error: Error,
}

/// The stable code that programs switch on, and words for people.
#[derive(ToSchema)]
pub(super) struct Error {
    /// Such as `plan.unrecognized`.
    code: String,
    /// What was found and what was expected.
    message: String,
    /// What to do instead.
    #[schema(nullable = false)]
    hint: Option<String>,
    /// Where in the text that was read.
    #[schema(nullable = false)]
    span: Option<Span>,
    /// More, by code: the suggestions of `plan.unrecognized`, the faults of `plan.invalid`.
    #[schema(nullable = false)]
    details: Option<Value>,
}

/// An ordered graph of steps that carries out a goal.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
pub(super) struct Plan {
    schema_version: u32,
    goal: String,
    steps: Vec<PlanStep>,
    rationale: String,
    /// How sure it is of itself, 0 to 1.
    confidence: f64,
    complexity_score: f64,
    total_estimated_duration_ms: u64,
    /// What the goal itself limits.
    #[schema(nullable = false)]
    policy: Option<Map<String, Value>>,
    /// What the run answers with, in which values may come from its steps.
    #[schema(nullable = false)]
    result: Option<Value>,
    /// `undo` takes back what is done when the run fails.
    #[schema(nullable = false)]
    on_failure: Option<String>,
}

/// One step of a plan.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
pub(super) struct PlanStep {
    /// A step that undoes another has none.
    #[schema(nullable = false)]
    step_number: Option<u32>,
    /// `tool`, `wait`, `decision`, `notify`, `ask`, `signal`, `map`, `plan`.
    kind: String,
    tool_name: String,
    /// Any value in it may be a reference to an earlier step.
    tool_input: Value,
    reasoning: String,
    depends_on: Vec<u32>,
    acceptance_criteria: Vec<String>,
    /// The same as conditions that are checked: `{"kind": "textIs", "value": "Buy milk"}`.
    #[schema(nullable = false, value_type = Option<Vec<Object>>)]
    checks: Option<Vec<Value>>,
    estimated_cost_tier: u8,
    estimated_duration_ms: u64,
    source: Span,
    /// `allSucceeded`, `anySucceeded`, `anyFailed` or `allDone`.
    #[schema(nullable = false)]
    run_when: Option<String>,
    /// The step whose work it does when that one has failed.
    #[schema(nullable = false)]
    instead_of: Option<u32>,
    #[schema(nullable = false)]
    timeout_ms: Option<u64>,
    #[schema(nullable = false)]
    retry: Option<Map<String, Value>>,
    /// The step that takes it back.
    #[schema(nullable = false)]
    undo: Option<Value>,
    /// The steps of a map, for each item.
    #[schema(nullable = false)]
    body: Option<Vec<Value>>,
    /// The plan of a child run.
    #[schema(nullable = false)]
    plan: Option<Value>,
}

/// Where a run stands.
#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
pub(super) enum RunStatus {
    Pending,
    Running,
    Suspended,
    Completed,
    Failed,
    Cancelled,
}

/// A plan being carried out, or having been.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(clippy::struct_field_names, reason = "the record's own names")]
pub(super) struct Run {
    schema_version: u32,
    run_id: String,
    goal: String,
    status: RunStatus,
    #[schema(required = true)]
    plan: Option<Plan>,
    /// What it was given: step 0 of its plan.
    #[schema(nullable = false)]
    given: Option<Value>,
    policy: Map<String, Value>,
    execution_log: Vec<ExecutionStep>,
    /// What happened within its steps: items of maps, and what took steps back.
    #[schema(nullable = false)]
    inner_log: Option<Vec<ExecutionStep>>,
    #[schema(nullable = false)]
    cancel_reason: Option<String>,
    /// The step of another run that it carries out.
    #[schema(nullable = false)]
    parent: Option<Map<String, Value>>,
    /// The output of the last step that has one.
    #[schema(nullable = false)]
    result: Option<Value>,
    #[schema(nullable = false)]
    error: Option<RunError>,
    usage: Usage,
    /// ISO 8601 in UTC, as all moments.
    created_at: String,
    #[schema(nullable = false)]
    started_at: Option<String>,
    #[schema(nullable = false)]
    completed_at: Option<String>,
}

/// What happened to one step.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
pub(super) struct ExecutionStep {
    step_number: u32,
    tool_name: String,
    tool_input: Value,
    /// `pending`, `waiting_approval`, `running`, `retrying`, `succeeded`, `failed`, `skipped`, `denied`, `cancelled`.
    status: String,
    success: bool,
    #[schema(nullable = false)]
    output: Option<Value>,
    #[schema(nullable = false)]
    error: Option<String>,
    #[schema(nullable = false)]
    error_code: Option<String>,
    #[schema(nullable = false)]
    metadata: Option<Value>,
    attempts: u32,
    #[schema(nullable = false)]
    duration_ms: Option<u64>,
    #[schema(nullable = false)]
    started_at: Option<String>,
    #[schema(nullable = false)]
    completed_at: Option<String>,
    thought: String,
    #[schema(nullable = false)]
    approval: Option<PendingApproval>,
    /// What it waits for from outside.
    #[schema(nullable = false)]
    awaits: Option<Map<String, Value>>,
    /// How far it has come.
    #[schema(nullable = false)]
    progress: Option<Map<String, Value>>,
    /// The step that handles its failure.
    #[schema(nullable = false)]
    handled_by: Option<u32>,
    /// Where what takes it back stands.
    #[schema(nullable = false)]
    undo: Option<String>,
    /// Which step it stands in.
    #[schema(nullable = false)]
    within: Option<Map<String, Value>>,
}

/// A question to a person.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
pub(super) struct PendingApproval {
    /// What the answer must name.
    approval_id: String,
    /// `destructive`, `policy`, `unknownOutcome` or `guarded`.
    reason: String,
    /// What the input holds that needs leave.
    #[schema(nullable = false)]
    holds: Option<Vec<Sensitive>>,
}

/// Something in an input that needs leave: never the thing itself.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
pub(super) struct Sensitive {
    /// Such as `e-mail`.
    kind: String,
    /// A JSON pointer into the input.
    field: String,
    /// How often.
    count: u32,
}

/// A person's answer.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
pub(super) struct Answer {
    /// `approve`, `reject` or `edit`.
    r#type: String,
    /// With `reject`.
    #[schema(nullable = false)]
    feedback: Option<String>,
    /// With `edit`.
    #[schema(nullable = false)]
    input: Option<Value>,
}

/// Why a run failed.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
pub(super) struct RunError {
    code: String,
    message: String,
    #[schema(nullable = false)]
    hint: Option<String>,
    #[schema(nullable = false)]
    step_number: Option<u32>,
}

/// What a run has used up.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
pub(super) struct Usage {
    steps: u32,
    tool_calls: u32,
    tokens: u64,
    active_ms: u64,
}

/// Runs of a list.
#[derive(ToSchema)]
pub(super) struct Runs {
    runs: Vec<RunSummary>,
    /// How many there are in all.
    total: usize,
}

/// A run in a list.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
pub(super) struct RunSummary {
    run_id: String,
    goal: String,
    status: RunStatus,
    steps: u32,
    steps_done: u32,
    #[schema(nullable = false)]
    parent_run_id: Option<String>,
    #[schema(nullable = false)]
    error: Option<RunError>,
    created_at: String,
    #[schema(nullable = false)]
    completed_at: Option<String>,
}

/// A run told as a whole.
#[derive(ToSchema)]
pub(super) struct Report {
    markdown: String,
    json: Map<String, Value>,
}

/// Something that happened in a run. More fields by type.
#[derive(ToSchema)]
pub(super) struct Event {
    /// Its place, from 1 without gaps.
    seq: u64,
    /// Milliseconds since 1970.
    at: i64,
    /// Such as `stepSucceeded`.
    r#type: String,
}

/// What a tool says of itself.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
pub(super) struct ToolSpec {
    name: String,
    description: String,
    input_schema: Value,
    annotations: Annotations,
    #[schema(nullable = false)]
    reads: Option<Vec<String>>,
    #[schema(nullable = false)]
    writes: Option<Vec<String>>,
    #[schema(nullable = false)]
    destructive_when: Option<Value>,
    #[schema(nullable = false)]
    destructive_together: Option<Value>,
    #[schema(nullable = false)]
    read_only_when: Option<Value>,
    #[schema(nullable = false)]
    keyed: Option<bool>,
    /// Whether some of its calls need a person's leave for what their input holds.
    #[schema(nullable = false)]
    asks_leave: Option<bool>,
    /// Whether its calls carry out runs of their own, which keep their own time.
    #[schema(nullable = false)]
    delegates: Option<bool>,
    /// How long its calls take: `{"when": {…}, "durationMs": 5}`, the first whose schema the input fits.
    #[schema(nullable = false, value_type = Option<Vec<Object>>)]
    estimates: Option<Vec<Value>>,
}

/// What a tool may do to the world.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "the hints of the Model Context Protocol")]
pub(super) struct Annotations {
    read_only_hint: bool,
    destructive_hint: bool,
    idempotent_hint: bool,
    open_world_hint: bool,
}

/// How it is doing.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
pub(super) struct Health {
    /// `healthy` or `degraded`.
    status: String,
    version: String,
    uptime_ms: u64,
    storage: StorageHealth,
    tools: Vec<String>,
    #[schema(nullable = false)]
    notices: Option<Vec<String>>,
    /// The services that tools have asked; left out while there is none.
    #[schema(nullable = false)]
    lines: Option<Vec<LineTold>>,
}

/// Where things are kept.
#[derive(ToSchema)]
pub(super) struct StorageHealth {
    kind: String,
    /// What keeps two drivers of a run apart.
    claims: String,
    #[schema(nullable = false)]
    bytes: Option<u64>,
}

/// Whether requests are taken.
#[derive(ToSchema)]
pub(super) struct Ready {
    ready: bool,
}

/// That none are: it is going down, or too many are under way already.
#[derive(ToSchema)]
#[serde(untagged)]
pub(super) enum Unready {
    Told(Ready),
    Refused(Failed),
}

/// Todos of a list.
#[derive(ToSchema)]
pub(super) struct Todos {
    todos: Vec<Todo>,
    /// How many there are in all.
    total: usize,
}

/// A line on a person's list.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
pub(super) struct Todo {
    id: String,
    text: String,
    #[schema(nullable = false)]
    notes: Option<String>,
    #[schema(nullable = false)]
    list: Option<String>,
    completed: bool,
    created_at: String,
    #[schema(nullable = false)]
    completed_at: Option<String>,
    updated_at: String,
    /// `2026-11-27` or `2026-11-27T09:00`, local.
    #[schema(nullable = false)]
    due: Option<String>,
    /// From 1, the most urgent, to 4.
    #[schema(nullable = false)]
    priority: Option<u8>,
    tags: Vec<String>,
    #[schema(nullable = false)]
    recurrence: Option<String>,
    #[schema(nullable = false)]
    created_by: Option<String>,
    #[schema(nullable = false)]
    order: Option<String>,
}

/// A new todo: a line alone, or a text with its fields.
#[derive(ToSchema)]
pub(super) struct NewTodo {
    /// A line of quick add: "water plants tomorrow p1 #home".
    #[schema(nullable = false)]
    line: Option<String>,
    #[schema(nullable = false)]
    text: Option<String>,
    notes: Option<String>,
    list: Option<String>,
    due: Option<String>,
    priority: Option<u8>,
    tags: Option<Vec<String>>,
    recurrence: Option<String>,
}

/// What becomes of a todo: what is left out stays, null takes a field away.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
pub(super) struct ChangedTodo {
    #[schema(nullable = false)]
    completed: Option<bool>,
    #[schema(nullable = false)]
    text: Option<String>,
    notes: Option<String>,
    list: Option<String>,
    due: Option<String>,
    /// How much later than until now it is due: "a week", "2 hours"; "-3 days" is earlier. Not together with `due`.
    #[schema(nullable = false)]
    postpone: Option<String>,
    priority: Option<u8>,
    #[schema(nullable = false)]
    tags: Option<Vec<String>>,
    /// Tags beside those it has.
    #[schema(nullable = false)]
    add_tags: Option<Vec<String>>,
    /// Tags it loses; it keeps the others.
    #[schema(nullable = false)]
    remove_tags: Option<Vec<String>>,
    recurrence: Option<String>,
}

/// Which todos are listed.
#[derive(IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub(super) struct WhichTodos {
    /// `active`, `completed` or `all`, which is the default.
    status: Option<String>,
    /// When they are due: `today`, `overdue`, `this week`, `2026-11-27`, `..2026-11-27`, `2026-11-27..`.
    due: Option<String>,
    /// On which days they were done, in the words of `due`.
    completed_on: Option<String>,
    /// A tag they have.
    tag: Option<String>,
    /// The list they are on; `inbox` is those on none.
    list: Option<String>,
    /// From 1, the most urgent, to 4.
    priority: Option<u8>,
    /// Words in their text, notes, list or tags.
    text: Option<String>,
    /// Those that have these words are left out; it may be given several times.
    #[param(style = Form, explode)]
    except: Option<Vec<String>>,
    /// `manual`, which is the default, `due`, `priority`, `newest` or `text`.
    sort: Option<String>,
    /// How many are passed over.
    offset: Option<usize>,
    /// At most so many; 100 when it is left out, 1,000 at most.
    limit: Option<usize>,
}

/// What is begun, and when: a goal or a plan. An answer has the first two always.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
pub(super) struct Schedule {
    #[schema(required = false)]
    schema_version: u32,
    /// One is made when it is left out; one that is there is replaced.
    #[schema(required = false)]
    id: String,
    #[schema(nullable = false)]
    goal: Option<String>,
    #[schema(nullable = false)]
    plan: Option<Plan>,
    /// `2026-11-27T09:00` by the clock on the wall, or a moment with its zone.
    at: String,
    /// How it comes back, such as `FREQ=WEEKLY`.
    #[schema(nullable = false)]
    rule: Option<String>,
    /// Whether it begins nothing until it is replaced by one that is not paused.
    #[schema(required = false)]
    paused: bool,
    /// Why its run could not be begun when it was due last; with no rule nothing is left to begin.
    #[schema(nullable = false, read_only)]
    fault: Option<ScheduleFault>,
}

/// Why a schedule could not begin its run.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
pub(super) struct ScheduleFault {
    /// When it was to begin.
    at: String,
    code: String,
    message: String,
}

/// What was taken back.
#[derive(ToSchema)]
pub(super) struct Undone {
    undone: String,
    todos: Vec<Todo>,
}

/// A session in which a page reads and writes the server's storage.
#[derive(ToSchema)]
pub(super) struct StorageSession {
    /// Its name.
    session: String,
}

/// What is asked of the storage within a session.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
pub(super) enum StorageAsk {
    /// All keys that begin so, with their texts.
    Entries { prefix: String },
    /// Put the text under the key.
    Set { key: String, value: String },
    /// Remove the key.
    Remove { key: String },
    /// Hold this name, if nobody else does.
    Claim { name: String },
    /// Give the name back.
    Release { name: String },
    /// What others have written since this was asked last.
    Changes,
    /// Whether others may have written anything since then.
    News,
    /// The session is over.
    End,
}

/// What the storage answers.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
pub(super) enum StorageAnswer {
    /// Keys with their texts, sorted.
    Entries(Vec<Vec<String>>),
    /// Whether the name is held now.
    Held(bool),
    /// The keys that others wrote, with the text that is under each now; null is under one that was removed.
    Changed(Vec<Vec<Option<String>>>),
    /// Others wrote more than is remembered: all of it is to be read anew.
    Outrun,
    /// Whether there is something new.
    News(bool),
    /// It is done.
    Done,
}
