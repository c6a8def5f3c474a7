//! The door for MCP clients: tools, runs as resources, templates as prompts, approvals as elicitation, over standard streams
//! and over HTTP.
//!
//! An agent that asks does not answer its own questions: where a person must agree, the client is asked to ask them, and
//! where it cannot, the run waits for an answer from the terminal, the page or HTTP.

use std::{borrow::Cow, sync::Arc};

use dunlin::{
    ApprovalAnswer, CallOptions, DunlinError, GoalOrPlan, RunHandle, RunOptions, RunStatus, ToolResult, ToolSpec,
    VERSION,
};
use dunlin_base::json;
use rmcp::{
    ErrorData, RoleServer, ServerHandler, ServiceExt,
    model::{
        CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ElicitRequestParams, ElicitationAction,
        ElicitationSchema, GetPromptRequestParams, GetPromptResponse, GetPromptResult, Implementation, JsonObject,
        ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult, ListToolsResult, PaginatedRequestParams,
        ProgressNotificationParam, Prompt, PromptMessage, ProtocolVersion, ReadResourceRequestParams,
        ReadResourceResponse, ReadResourceResult, Resource, ResourceContents, ResourceTemplate, Role,
        ServerCapabilities, ServerConfig, Tool, ToolAnnotations,
    },
    service::{ElicitationMode, RequestContext},
    transport::stdio,
};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    exit::{Exit, Trouble},
    host::{Follower, Gone, Host, Inside},
};

/// How many runs are listed as resources.
const MOST_LISTED: usize = 100;
/// What the addresses of runs begin with.
const RUNS: &str = "dunlin://runs/";

/// What a client talks to.
#[derive(Clone)]
pub(crate) struct Door {
    host: Host,
}

/// Serves one client over the standard streams, until it hangs up.
pub(crate) async fn serve_streams(host: Host) -> Result<Exit, Trouble> {
    let served = Door::new(host).serve(stdio()).await.map_err(Trouble::unusable)?;
    served.waiting().await.map_err(Trouble::unusable)?;
    Ok(Exit::Done)
}

impl Door {
    pub(crate) fn new(host: Host) -> Self {
        Self { host }
    }
}

/// What may be carried out by `dunlin_run`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct RunInput {
    #[serde(default)]
    goal: Option<String>,
    #[serde(default)]
    plan: Option<Value>,
    #[serde(default)]
    run_id: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct GoalInput {
    goal: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct RunNamed {
    run_id: String,
    #[serde(default)]
    reason: Option<String>,
}

/// The tools of the door itself, beside those that plans can call.
fn own_tools() -> Vec<Tool> {
    let named = json!({"runId": {"type": "string", "description": "the run"}});
    let tool = |name: &'static str, about: &'static str, properties: Value, required: Value, hints: ToolAnnotations| {
        let schema =
            json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false});
        Tool::new(name, about, Arc::new(object(schema))).with_annotations(hints)
    };
    let looks = || ToolAnnotations::new().read_only(true).open_world(false);
    vec![
        tool(
            "dunlin_plan",
            "Read a goal into a plan and do nothing: which steps, with which tools and inputs, and why",
            json!({"goal": {"type": "string", "description": "what is to be done, in plain words"}}),
            json!(["goal"]),
            looks(),
        ),
        tool(
            "dunlin_run",
            "Carry out a goal or a plan; a person is asked before anything is destroyed. Answers with the record of the run",
            json!({
                "goal": {"type": "string", "description": "what is to be done, in plain words"},
                "plan": {"type": "object", "description": "a plan, as dunlin_plan gives it, instead of a goal"},
                "runId": {"type": "string", "description": "a name for the run; the same again is refused, so nothing is done twice"},
            }),
            json!([]),
            ToolAnnotations::new().read_only(false).destructive(true).idempotent(false).open_world(false),
        ),
        tool("dunlin_status", "The record of a run, as it stands", named.clone(), json!(["runId"]), looks()),
        tool("dunlin_report", "A run told as a whole, in Markdown", named.clone(), json!(["runId"]), looks()),
        tool(
            "dunlin_cancel",
            "Ask a run to stop",
            json!({"runId": named["runId"], "reason": {"type": "string"}}),
            json!(["runId"]),
            ToolAnnotations::new().read_only(false).destructive(false).idempotent(true).open_world(false),
        ),
    ]
}

fn object(value: Value) -> JsonObject {
    if let Value::Object(map) = value { map } else { JsonObject::new() }
}

fn described(spec: &ToolSpec) -> Tool {
    let mut schema = object(spec.input_schema.clone());
    schema.entry("type").or_insert_with(|| "object".into());
    let hints = &spec.annotations;
    Tool::new(spec.name.clone(), spec.description.clone(), Arc::new(schema)).with_annotations(
        ToolAnnotations::new()
            .read_only(hints.read_only_hint)
            .destructive(hints.destructive_hint)
            .idempotent(hints.idempotent_hint)
            .open_world(hints.open_world_hint),
    )
}

/// A result as text for models and as a value for programs.
fn told(value: Value, failed: bool) -> CallToolResult {
    let text = match &value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let content = vec![ContentBlock::text(text)];
    let mut result = if failed { CallToolResult::error(content) } else { CallToolResult::success(content) };
    // Older clients take objects only.
    result.structured_content = Some(if value.is_object() { value } else { json!({ "result": value }) });
    result
}

fn refused(error: &DunlinError) -> CallToolResult {
    told(json!({ "error": error }), true)
}

fn arguments<T: serde::de::DeserializeOwned>(given: Option<JsonObject>) -> Result<T, DunlinError> {
    json::from_value(Value::Object(given.unwrap_or_default()))
        .map_err(|why| DunlinError::new("tool.invalid-input", format!("the input does not fit: {why}")))
}

impl From<Gone> for ErrorData {
    fn from(_: Gone) -> Self {
        Self::internal_error("the server is going down", None)
    }
}

impl ServerHandler for Door {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder().enable_tools().enable_resources().enable_prompts().build();
        let mut info = ServerConfig::new(capabilities);
        info.server_info = Implementation::new("dunlin", VERSION);
        info.instructions = Some(
            "Plans goals in plain words and carries them out: sums, dates, todos. Look at dunlin_plan before dunlin_run."
                .to_owned(),
        );
        info
    }

    /// Later ones ask in another way than by elicitation.
    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        let known = ProtocolVersion::KNOWN_VERSIONS.iter();
        known.filter(|version| **version != ProtocolVersion::V_2026_07_28).cloned().collect::<Vec<_>>().into()
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let specs = self.host.with(|inside| inside.dunlin.tools()).await?;
        Ok(ListToolsResult::with_all_items(own_tools().into_iter().chain(specs.iter().map(described)).collect()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let given = request.arguments;
        let result = match request.name.as_ref() {
            "dunlin_plan" => self.plan(given).await?,
            "dunlin_run" => self.run(given, &context).await?,
            "dunlin_status" => {
                self.look(given, |inside, id| {
                    inside.dunlin.run_record(id).map(|run| json::to_value(&run)).ok_or_else(|| unknown(id))
                })
                .await?
            }
            "dunlin_report" => {
                self.look(given, |inside, id| inside.dunlin.report(id).map(|report| Value::String(report.markdown)))
                    .await?
            }
            "dunlin_cancel" => self.cancel(given).await?,
            name => self.call(name, given, &context).await?,
        };
        Ok(result.into())
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let runs = self.host.with(|inside| inside.dunlin.runs()).await?;
        let listed = runs.into_iter().take(MOST_LISTED).map(|run| {
            let goal: String = run.goal.chars().take(100).collect();
            Resource::new(format!("{RUNS}{}", run.run_id), run.run_id)
                .with_title(goal)
                .with_description(format!("a run that is {}", run.status.name()))
                .with_mime_type("application/json")
        });
        Ok(ListResourcesResult::with_all_items(listed.collect()))
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        Ok(ListResourceTemplatesResult::with_all_items(vec![
            ResourceTemplate::new(format!("{RUNS}{{runId}}"), "run")
                .with_description("The record of a run")
                .with_mime_type("application/json"),
            ResourceTemplate::new(format!("{RUNS}{{runId}}/report"), "report")
                .with_description("A run told as a whole")
                .with_mime_type("text/markdown"),
        ]))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let uri = request.uri;
        let Some(name) = uri.strip_prefix(RUNS).map(str::to_owned) else { return Err(no_resource(&uri)) };
        let read = self.host.with(move |inside| match name.strip_suffix("/report") {
            Some(id) => inside.dunlin.report(id).ok().map(|report| (report.markdown, "text/markdown")),
            None => inside.dunlin.run_record(&name).map(|run| (json::write(&run), "application/json")),
        });
        let (text, kind) = read.await?.ok_or_else(|| no_resource(&uri))?;
        Ok(ReadResourceResult::new(vec![ResourceContents::text(text, uri).with_mime_type(kind)]).into())
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        let templates = self.host.with(|inside| inside.dunlin.templates()).await?;
        let prompt = |template: &dunlin::Template| {
            let about = format!("Plans {}, in {} todos", template.name, template.todos.len());
            Prompt::new(prompt_name(&template.name), Some(about), None).with_title(template.name.clone())
        };
        Ok(ListPromptsResult::with_all_items(templates.iter().map(prompt).collect()))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let name = request.name;
        let wanted = name.clone();
        let found = self.host.with(move |inside| {
            inside.dunlin.templates().into_iter().find(|template| prompt_name(&template.name) == wanted)
        });
        let template =
            found.await?.ok_or_else(|| ErrorData::invalid_params(format!("there is no prompt {name:?}"), None))?;
        let goal = template.triggers.first().map_or_else(|| template.name.clone(), Clone::clone);
        let todos: Vec<String> = template.todos.iter().map(|todo| format!("- {}", todo.text)).collect();
        let text = format!(
            "Use the tool dunlin_run with the goal \"plan {goal}\". It adds these todos:\n{}\nShow the person the record.",
            todos.join("\n")
        );
        Ok(GetPromptResult::new(vec![PromptMessage::new_text(Role::User, text)]).with_description(template.name).into())
    }
}

/// A template's name as clients write names.
fn prompt_name(name: &str) -> String {
    name.chars().map(|c| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { '_' }).collect()
}

fn no_resource(uri: &str) -> ErrorData {
    ErrorData::resource_not_found(format!("there is nothing at {uri:?}"), Some(json!({ "uri": uri })))
}

fn unknown(id: &str) -> DunlinError {
    let shown: String = id.chars().take(80).collect();
    DunlinError::new("run.not-found", format!("there is no run {shown:?}"))
}

impl Door {
    async fn plan(&self, given: Option<JsonObject>) -> Result<CallToolResult, Gone> {
        let GoalInput { goal } = match arguments(given) {
            Ok(input) => input,
            Err(error) => return Ok(refused(&error)),
        };
        let planned = self.host.with(move |inside| inside.dunlin.plan(&goal).map(|plan| json::to_value(&plan))).await?;
        Ok(planned.map_or_else(|error| refused(&error), |plan| told(plan, false)))
    }

    async fn look(
        &self,
        given: Option<JsonObject>,
        look: impl FnOnce(&Inside, &str) -> Result<Value, DunlinError> + Send + 'static,
    ) -> Result<CallToolResult, Gone> {
        let RunNamed { run_id, .. } = match arguments(given) {
            Ok(input) => input,
            Err(error) => return Ok(refused(&error)),
        };
        let seen = self.host.with(move |inside| look(inside, &run_id)).await?;
        Ok(seen.map_or_else(|error| refused(&error), |value| told(value, false)))
    }

    async fn cancel(&self, given: Option<JsonObject>) -> Result<CallToolResult, Gone> {
        let RunNamed { run_id, reason } = match arguments(given) {
            Ok(input) => input,
            Err(error) => return Ok(refused(&error)),
        };
        let asked = self.host.with(move |inside| -> Result<Value, DunlinError> {
            let handle = inside.dunlin.resume(&run_id)?;
            handle.cancel(reason)?;
            inside.drive(&handle);
            Ok(json!({"runId": run_id, "cancelling": true}))
        });
        Ok(asked.await?.map_or_else(|error| refused(&error), |value| told(value, false)))
    }

    /// Carries a run out while the client waits: tells how far it is, stops it when the client does not want it any more,
    /// and has the person asked.
    async fn run(
        &self,
        given: Option<JsonObject>,
        context: &RequestContext<RoleServer>,
    ) -> Result<CallToolResult, Gone> {
        let input: RunInput = match arguments(given) {
            Ok(input) => input,
            Err(error) => return Ok(refused(&error)),
        };
        let begun = self.host.with(move |inside| -> Result<String, DunlinError> {
            let what: GoalOrPlan = match (input.goal, input.plan) {
                (Some(goal), None) => inside.dunlin.plan(&goal)?.into(),
                (None, Some(plan)) => dunlin::read_plan(&plan.to_string())?.into(),
                _ => return Err(DunlinError::bad_argument("the input", "not one of both", "a goal or a plan")),
            };
            let handle = inside.dunlin.run(what, RunOptions { run_id: input.run_id, ..RunOptions::default() })?;
            inside.drive(&handle);
            Ok(handle.run_id())
        });
        let id = match begun.await? {
            Ok(id) => id,
            Err(error) => return Ok(refused(&error)),
        };
        let mut follower = match self.host.follow(id).await? {
            Ok(follower) => follower,
            Err(error) => return Ok(refused(&error)),
        };
        let mut refused_to_answer = false;
        loop {
            let stands = follower.stands().await?;
            tell_progress(&follower, context).await?;
            if stands.is_final() || stands == RunStatus::Suspended && refused_to_answer {
                break;
            }
            if stands == RunStatus::Suspended {
                refused_to_answer = !answer(&follower, context).await?;
                continue;
            }
            tokio::select! {
                news = follower.news.changed() => if news.is_err() { break },
                () = context.ct.cancelled() => {
                    // It has ended already when this is refused.
                    let stop = |handle: &RunHandle| drop(handle.cancel(Some("the client cancelled its request".to_owned())));
                    follower.on_handle(stop).await?;
                    break;
                }
            }
        }
        let record = follower.record().await?;
        let record: Value = serde_json::from_str(&record).unwrap_or(Value::String(record));
        let failed = record["status"] == "failed";
        Ok(told(record, failed))
    }

    /// Calls one tool outside of any run; what needs a person's leave gets it by elicitation or not at all.
    async fn call(
        &self,
        name: &str,
        given: Option<JsonObject>,
        context: &RequestContext<RoleServer>,
    ) -> Result<CallToolResult, ErrorData> {
        let input = Value::Object(given.unwrap_or_default());
        let known = name.to_owned();
        if !self.host.with(move |inside| inside.dunlin.tools().iter().any(|tool| tool.name == known)).await? {
            return Err(ErrorData::invalid_params(format!("there is no tool {name:?}"), None));
        }
        let mut result = self.call_once(name, &input, false, context).await?;
        if result.code.as_deref() == Some("tool.approval-required") {
            let question = format!("{name} {input}: do it?");
            if ask(&question, context).await == Some(true) {
                result = self.call_once(name, &input, true, context).await?;
            }
        }
        let failed = !result.success;
        let value = match result.output {
            Some(output) if !failed => output,
            _ => json::to_value(&result),
        };
        Ok(told(value, failed))
    }

    async fn call_once(
        &self,
        name: &str,
        input: &Value,
        approved: bool,
        context: &RequestContext<RoleServer>,
    ) -> Result<ToolResult, Gone> {
        let (name, input, ct) = (name.to_owned(), input.clone(), context.ct.clone());
        let (done, result) = tokio::sync::oneshot::channel();
        self.host
            .with(move |inside| {
                let options = CallOptions { approved, ..CallOptions::default() };
                let signal = options.signal.clone();
                let called = inside.dunlin.call_tool(&name, input, options);
                tokio::task::spawn_local(async move {
                    let mut called = called;
                    let result = tokio::select! {
                        result = &mut called => result,
                        () = ct.cancelled() => {
                            signal.abort();
                            called.await
                        }
                    };
                    // Who has gone wants no answer.
                    let _ = done.send(result);
                });
            })
            .await?;
        result.await.map_err(|_| Gone)
    }
}

async fn tell_progress(follower: &Follower, context: &RequestContext<RoleServer>) -> Result<(), Gone> {
    let Some(token) = context.meta.get_progress_token() else { return Ok(()) };
    let far = follower.on_handle(|handle| handle.summary().map(|run| (run.steps_done, run.steps))).await?;
    if let Some((done, steps)) = far {
        let progress = ProgressNotificationParam::new(token, f64::from(done)).with_total(f64::from(steps));
        // A client that does not listen does without.
        let _ = context.peer.notify_progress(progress).await;
    }
    Ok(())
}

/// Has the person asked about every open question. False when nobody can be asked, or they leave it open.
async fn answer(follower: &Follower, context: &RequestContext<RoleServer>) -> Result<bool, Gone> {
    let open = follower.on_handle(|handle| {
        let steps = handle.record().execution_log.into_iter();
        let open = steps.filter_map(|step| Some((step.approval?.approval_id, step.tool_name, step.tool_input)));
        open.collect::<Vec<_>>()
    });
    for (id, tool, input) in open.await? {
        let answer = match ask(&format!("{tool} {input}: do it?"), context).await {
            Some(true) => ApprovalAnswer::Approve,
            Some(false) => ApprovalAnswer::Reject { feedback: None },
            None => return Ok(false),
        };
        // Somebody else may have answered meanwhile; then that counts.
        follower.on_handle(move |handle| drop(handle.approve(&id, answer))).await?;
    }
    // The driver takes the answers with its next turn, and the run stands otherwise then.
    let mut seen = follower.news.clone();
    while follower.stands().await? == RunStatus::Suspended {
        if seen.changed().await.is_err() {
            break;
        }
    }
    Ok(true)
}

/// The person's answer through their client; none when it cannot ask, or they did not say.
async fn ask(question: &str, context: &RequestContext<RoleServer>) -> Option<bool> {
    if !context.peer.supported_elicitation_modes().contains(&ElicitationMode::Form) {
        return None;
    }
    let schema = ElicitationSchema::builder().required_bool("agree").build().ok()?;
    let params = ElicitRequestParams::FormElicitationParams {
        meta: None,
        message: question.to_owned(),
        requested_schema: schema,
    };
    let answer = tokio::select! {
        answer = context.peer.create_elicitation(params) => answer.ok()?,
        () = context.ct.cancelled() => return None,
    };
    match answer.action {
        ElicitationAction::Accept => Some(answer.content?.get("agree")?.as_bool()?),
        ElicitationAction::Decline => Some(false),
        _ => None,
    }
}
