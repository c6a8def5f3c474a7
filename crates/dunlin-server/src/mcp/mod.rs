//! The door for MCP clients: tools, runs as resources, templates as prompts, approvals as elicitation, over standard streams
//! and over HTTP.
//!
//! An agent that asks does not answer its own questions: where a person must agree, the client is asked to ask them, and
//! where it cannot, the run waits for an answer from the terminal, the page or HTTP.

mod asking;
mod elsewhere;
mod names;
mod own;

use std::{borrow::Cow, sync::Arc};

use dunlin::{CallOptions, DunlinError, GoalOrPlan, RunHandle, RunOptions, RunStatus, ToolResult, ToolSpec, VERSION};
use dunlin_base::json;
use rmcp::{
    ErrorData, RoleServer, ServerHandler, ServiceExt,
    model::{
        CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, GetPromptRequestParams,
        GetPromptResponse, GetPromptResult, Implementation, JsonObject, ListPromptsResult, ListResourceTemplatesResult,
        ListResourcesResult, ListToolsResult, PaginatedRequestParams, ProgressNotificationParam, Prompt, PromptMessage,
        ProtocolVersion, ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult, Resource,
        ResourceContents, ResourceTemplate, Role, ServerCapabilities, ServerConfig, Tool, ToolAnnotations,
    },
    service::RequestContext,
    transport::stdio,
};
use serde_json::{Value, json};

use crate::{
    command::LOOK,
    engine::Engine,
    exit::{Exit, Trouble},
    host::{Follower, Gone, Host, Inside},
    waits::{Open, Waits},
};
use asking::TAKEN_WITHIN;
use names::{AGENT, outward};
use own::{AnswerInput, CancelInput, GoalInput, RunInput, RunNamed, SignalInput, object, own_tools};

/// How many runs are listed as resources.
const MOST_LISTED: usize = 100;
/// What the addresses of runs begin with.
const RUNS: &str = "dunlin://runs/";

/// What a client talks to.
#[derive(Clone)]
pub(crate) struct Door {
    host: Host,
    /// Where the runs live, when not in the file.
    engine: Option<Engine>,
}

/// Serves one client over the standard streams, until it hangs up.
pub(crate) async fn serve_streams(host: Host) -> Result<Exit, Trouble> {
    let served = Door::new(host, None).serve(stdio()).await.map_err(Trouble::unusable)?;
    served.waiting().await.map_err(Trouble::unusable)?;
    Ok(Exit::Done)
}

impl Door {
    pub(crate) fn new(host: Host, engine: Option<Engine>) -> Self {
        Self { host, engine }
    }
}

/// A tool under the name that clients know it by.
fn described((name, spec): (String, ToolSpec)) -> Tool {
    let mut schema = object(spec.input_schema);
    schema.entry("type").or_insert_with(|| "object".into());
    let hints = spec.annotations;
    Tool::new(name, spec.description, Arc::new(schema)).with_annotations(
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

/// Why a call of a tool has no result of its own.
enum Stopped {
    /// What was asked for was refused, which a model is told as a result.
    Refused(DunlinError),
    /// The call itself failed.
    Failed(ErrorData),
}

impl From<DunlinError> for Stopped {
    fn from(error: DunlinError) -> Self {
        Self::Refused(error)
    }
}

impl From<ErrorData> for Stopped {
    fn from(error: ErrorData) -> Self {
        Self::Failed(error)
    }
}

impl From<Gone> for Stopped {
    fn from(gone: Gone) -> Self {
        Self::Failed(gone.into())
    }
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
        let tools = self.host.with(|inside| outward(inside.dunlin.tools())).await?;
        Ok(ListToolsResult::with_all_items(own_tools().into_iter().chain(tools.into_iter().map(described)).collect()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let given = request.arguments;
        let answered = match request.name.as_ref() {
            "dunlin_plan" => self.plan(given).await,
            "dunlin_run" => self.run(given, &context).await,
            "dunlin_status" => {
                self.look(given, |inside, id| {
                    inside.dunlin.run_record(id).map(|run| json::to_value(&run)).ok_or_else(|| unknown(id))
                })
                .await
            }
            "dunlin_report" => {
                self.look(given, |inside, id| inside.dunlin.report(id).map(|report| Value::String(report.markdown)))
                    .await
            }
            "dunlin_approve" => self.approve(given, &context).await,
            "dunlin_answer" => self.answer(given, &context).await,
            "dunlin_signal" => self.signal(given, &context).await,
            "dunlin_cancel" => self.cancel(given).await,
            name => self.call(name, given, &context).await,
        };
        match answered {
            Ok(result) => Ok(result.into()),
            Err(Stopped::Refused(error)) => Ok(told(json!({ "error": error }), true).into()),
            Err(Stopped::Failed(error)) => Err(error),
        }
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let runs = self.all_runs().await?;
        let listed = runs.iter().take(MOST_LISTED).map(|run| {
            let told = |field: &str| run[field].as_str().unwrap_or_default();
            let goal: String = told("goal").chars().take(100).collect();
            Resource::new(format!("{RUNS}{}", told("runId")), told("runId"))
                .with_title(goal)
                .with_description(format!("a run that is {}", told("status")))
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
        self.refresh(name.strip_suffix("/report").unwrap_or(&name)).await.map_err(|error| unusable(&error))?;
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

/// What the engine refused, where a client wants no result of a tool.
fn unusable(error: &DunlinError) -> ErrorData {
    ErrorData::internal_error(error.to_string(), Some(json!({ "error": error })))
}

fn unknown(id: &str) -> DunlinError {
    dunlin::unknown_run(id).with_hint("see the resources, which are the runs")
}

impl Door {
    async fn plan(&self, given: Option<JsonObject>) -> Result<CallToolResult, Stopped> {
        let GoalInput { goal } = arguments(given)?;
        let plan = self.host.plan(goal, Vec::new()).await??;
        Ok(told(json::to_value(&plan), false))
    }

    async fn look(
        &self,
        given: Option<JsonObject>,
        look: impl FnOnce(&Inside, &str) -> Result<Value, DunlinError> + Send + 'static,
    ) -> Result<CallToolResult, Stopped> {
        let RunNamed { run_id } = arguments(given)?;
        self.refresh(&run_id).await?;
        Ok(told(self.host.with(move |inside| look(inside, &run_id)).await??, false))
    }

    async fn cancel(&self, given: Option<JsonObject>) -> Result<CallToolResult, Stopped> {
        let CancelInput { run_id, reason } = arguments(given)?;
        self.refresh(&run_id).await?;
        let id = run_id.clone();
        let asked = self.host.with(move |inside| -> Result<Value, DunlinError> {
            let handle = inside.dunlin.resume(&run_id)?;
            handle.cancel(reason)?;
            inside.stop(&handle);
            Ok(json!({"runId": run_id, "cancelling": true}))
        });
        let value = asked.await??;
        self.deliver(&id).await?;
        Ok(told(value, false))
    }

    /// Carries a run out while the client waits: tells how far it is, stops it when the client does not want it any more,
    /// and has the person asked.
    async fn run(
        &self,
        given: Option<JsonObject>,
        context: &RequestContext<RoleServer>,
    ) -> Result<CallToolResult, Stopped> {
        let input: RunInput = arguments(given)?;
        if let Some(id) = &input.run_id {
            self.refresh(id).await?;
        }
        let begun = self.host.with(move |inside| -> Result<String, DunlinError> {
            let what: GoalOrPlan = match (input.goal, input.plan) {
                (Some(goal), None) => inside.dunlin.plan(&goal)?.into(),
                (None, Some(plan)) => dunlin::read_plan(&plan.to_string())?.into(),
                _ => return Err(DunlinError::bad_argument("the input", "not one of both", "a goal or a plan")),
            };
            let handle = inside.begin(what, RunOptions { run_id: input.run_id, ..RunOptions::default() })?;
            Ok(handle.run_id())
        });
        let id = begun.await??;
        self.deliver(&id).await?;
        Ok(self.go_on(self.host.follow(id).await??, context).await?)
    }

    /// Has the person asked again about what a run waits for, and goes on with it. What they say is theirs: the caller gives nothing.
    async fn approve(
        &self,
        given: Option<JsonObject>,
        context: &RequestContext<RoleServer>,
    ) -> Result<CallToolResult, Stopped> {
        let RunNamed { run_id } = arguments(given)?;
        self.refresh(&run_id).await?;
        let follower = self.host.follow(run_id).await??;
        let asks = follower.on_inside(|inside, handle| {
            inside.drive(handle);
            Waits::of(&inside.dunlin, handle).open.iter().any(Open::is_for_a_person)
        });
        if !asks.await? {
            return Err(DunlinError::new("run.approval-void", "the run asks a person nothing now").into());
        }
        if !asking::can_ask(context) {
            let refused = DunlinError::new("tool.approval-required", "this client cannot ask the person");
            return Err(refused.with_hint("they can answer in a terminal or over HTTP: `dunlin runs approve`").into());
        }
        Ok(self.go_on(follower, context).await?)
    }

    async fn answer(
        &self,
        given: Option<JsonObject>,
        context: &RequestContext<RoleServer>,
    ) -> Result<CallToolResult, Stopped> {
        let AnswerInput { run_id, step_number, answer } = arguments(given)?;
        self.give(run_id, context, move |handle| Ok(handle.answer(step_number, answer)?)).await
    }

    async fn signal(
        &self,
        given: Option<JsonObject>,
        context: &RequestContext<RoleServer>,
    ) -> Result<CallToolResult, Stopped> {
        let SignalInput { run_id, name, data } = arguments(given)?;
        self.give(run_id, context, move |handle| Ok(handle.signal(&name, data)?)).await
    }

    /// Gives a run what it waits for, and goes on with it until it ends or waits again.
    async fn give(
        &self,
        id: String,
        context: &RequestContext<RoleServer>,
        give: impl FnOnce(&RunHandle) -> Result<(), DunlinError> + Send + 'static,
    ) -> Result<CallToolResult, Stopped> {
        self.refresh(&id).await?;
        let mut follower = self.host.follow(id.clone()).await??;
        follower.news.mark_unchanged();
        let given = follower.on_inside(|inside, handle| {
            give(handle)?;
            inside.drive(handle);
            Ok::<_, DunlinError>(())
        });
        given.await??;
        self.deliver(&id).await?;
        // Whoever drives the run takes it in with their next turn, and it stands otherwise then.
        let taken = tokio::time::timeout(TAKEN_WITHIN, follower.news.changed()).await;
        if taken.is_err() {
            tracing::debug!("what was given to a run was not taken yet");
        }
        Ok(self.go_on(follower, context).await?)
    }

    /// Calls one tool outside of any run; what needs a person's leave gets it by elicitation or not at all.
    async fn call(
        &self,
        name: &str,
        given: Option<JsonObject>,
        context: &RequestContext<RoleServer>,
    ) -> Result<CallToolResult, Stopped> {
        let input = Value::Object(given.unwrap_or_default());
        let wanted = name.to_owned();
        let found = self.host.with(move |inside| {
            outward(inside.dunlin.tools()).into_iter().find_map(|(name, spec)| (name == wanted).then_some(spec.name))
        });
        let Some(tool) = found.await? else {
            return Err(ErrorData::invalid_params(format!("there is no tool {name:?}"), None).into());
        };
        if tool.starts_with(AGENT) {
            // An agent does its work in a run below the one that calls it, so there has to be one.
            let step = json!({"stepNumber": 1, "kind": "tool", "toolName": tool, "toolInput": input});
            let plan = json!({"schemaVersion": 2, "goal": format!("call {tool}"), "steps": [step]});
            return self.run(Some(object(json!({ "plan": plan }))), context).await;
        }
        let mut result = self.call_once(&tool, &input, false, context).await?;
        if result.code.as_deref() == Some("tool.approval-required") {
            // The client has written the input, so it stands in the question; what needs leave of it is told beside it.
            let why = result.error.clone().unwrap_or_default();
            let question = format!("{tool} {input}: do it? ({why})");
            if asking::leave(&question, context).await == Some(true) {
                result = self.call_once(&tool, &input, true, context).await?;
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

    /// Goes on with a run until it has ended, or waits for what the client cannot give.
    async fn go_on(
        &self,
        mut follower: Follower,
        context: &RequestContext<RoleServer>,
    ) -> Result<CallToolResult, Gone> {
        let leads = follower.on_handle(RunHandle::leads).await?;
        let mut left_open = false;
        let mut far = None;
        loop {
            let stands = follower.stands().await?;
            far = tell_progress(&follower, context, far).await?;
            if stands.is_final() {
                break;
            }
            if leads || stands == RunStatus::Suspended {
                let waits = follower.on_inside(|inside, handle| Waits::of(&inside.dunlin, handle)).await?;
                if waits.rests && left_open {
                    break;
                }
                if waits.rests {
                    left_open = !asking::answer(self, &follower, context, waits.open).await?;
                    continue;
                }
            }
            tokio::select! {
                news = follower.news.changed() => if news.is_err() { break },
                // What a child waits for is no event of its parent.
                () = tokio::time::sleep(LOOK), if leads => {}
                () = context.ct.cancelled() => {
                    // It has ended already when this is refused.
                    let stop = |handle: &RunHandle| drop(handle.cancel(Some("the client cancelled its request".to_owned())));
                    follower.on_handle(stop).await?;
                    let id = follower.on_handle(RunHandle::run_id).await?;
                    if let Err(error) = self.deliver(&id).await {
                        tracing::warn!(%error, "the engine was not told yet that a run is to stop");
                    }
                    break;
                }
            }
        }
        let record = follower.record().await?;
        let record: Value = serde_json::from_str(&record).unwrap_or(Value::String(record));
        let failed = record["status"] == "failed";
        Ok(told(record, failed))
    }
}

/// Tells how many steps are done, if that is more than was told before: the protocol wants each value greater than the last. Gives
/// what has been told.
async fn tell_progress(
    follower: &Follower,
    context: &RequestContext<RoleServer>,
    before: Option<u32>,
) -> Result<Option<u32>, Gone> {
    let Some(token) = context.meta.get_progress_token() else { return Ok(None) };
    let far = follower.on_handle(|handle| handle.summary().map(|run| (run.steps_done, run.steps))).await?;
    let Some((done, steps)) = far.filter(|(done, _)| before.is_none_or(|before| *done > before)) else {
        return Ok(before);
    };
    let progress = ProgressNotificationParam::new(token, f64::from(done)).with_total(f64::from(steps));
    // A client that does not listen does without.
    let _ = context.peer.notify_progress(progress).await;
    Ok(Some(done))
}
