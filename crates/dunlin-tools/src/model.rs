//! A second planner: a model behind an endpoint that the host names, in the JSON form of chat completions.
//!
//! It is given the goal and what the tools say of themselves, and nothing else. What it answers is text from outside: it is
//! read as a plan file is, marked, and every call of it asks a person. It still wants to be checked and shown before it runs.

use std::{cell::Cell, collections::BTreeMap, fmt, rc::Rc};

use dunlin_base::{Env, Utf16Span};
use dunlin_plan::{Plan, PolicyPatch, ToolSpec, file};
use dunlin_runtime::{Tool, ToolCall, ToolFailure};
use serde::Deserialize;
use serde_json::{Value, json};
use url::Url;

use crate::{
    Fetch, FetchOptions, HttpPort, OptionsError,
    input::failure,
    steady::{Backoff, BreakerState, LineHealth},
};

/// What the prompt says of plans.
const RULES: &str = include_str!("../specs/model_planner.txt");
/// The longest goal that is sent.
const MOST_GOAL_BYTES: usize = 10_000;
/// The most letters of the model's own words that are kept.
const MOST_WORDS: usize = 500;
/// The most bytes of the specifications that are sent.
const MOST_SENT_BYTES: usize = 500_000;

/// Where the model is, and how long it may take.
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ModelOptions {
    /// The whole address, such as `https://api.example.org/v1/chat/completions`.
    pub endpoint: String,
    /// The model's name there.
    pub model: String,
    /// The key, sent to the endpoint's origin as a bearer token and to no other. A host that reads settings from a file takes it
    /// from elsewhere.
    #[serde(skip)]
    pub key: Option<String>,
    /// The most milliseconds of one try, waits included; after so many no other is begun. 25,000 without it.
    #[serde(default = "usual_timeout_ms")]
    pub timeout_ms: u64,
    /// The most tokens of an answer; 4,000 without it.
    #[serde(default = "usual_tokens")]
    pub max_tokens: u32,
    /// How often it is asked anew after a failure that may pass; twice without it.
    #[serde(default = "usual_retries")]
    pub retries: u32,
    /// Whether the endpoint may be on this machine or its network.
    #[serde(default)]
    pub allow_private: bool,
}

const fn usual_timeout_ms() -> u64 {
    25_000
}

const fn usual_tokens() -> u32 {
    4000
}

const fn usual_retries() -> u32 {
    2
}

impl fmt::Debug for ModelOptions {
    /// Without the key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ModelOptions")
            .field("endpoint", &self.endpoint)
            .field("model", &self.model)
            .finish_non_exhaustive()
    }
}

/// The tokens of a model that its endpoint has counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tokens {
    /// Those that were sent.
    pub prompt: u64,
    /// Those that were answered.
    pub completion: u64,
}

/// The planner.
pub struct ModelPlanner {
    options: ModelOptions,
    tokens: Cell<Tokens>,
    fetch: Fetch,
    env: Env,
}

/// What an endpoint answers; it says more than is read.
#[derive(Deserialize)]
struct Completion {
    choices: Vec<Choice>,
}

#[derive(Deserialize)]
struct Choice {
    message: Message,
    #[serde(default)]
    finish_reason: Option<String>,
}

#[derive(Deserialize)]
struct Message {
    #[serde(default)]
    content: Option<String>,
    #[serde(default)]
    refusal: Option<String>,
}

impl ModelPlanner {
    /// The planner over that endpoint.
    pub fn new(options: ModelOptions, port: Rc<dyn HttpPort>, env: Env) -> Result<Self, OptionsError> {
        let wrong = || {
            let found = &options.endpoint;
            let such = "https://api.example.org/v1/chat/completions";
            OptionsError(format!("endpoint: found {found:?}, expected an address such as {such}"))
        };
        let origin = Url::parse(&options.endpoint).map_err(|_| wrong())?.origin();
        if !origin.is_tuple() {
            return Err(wrong());
        }
        if options.model.is_empty() {
            return Err(OptionsError("model: found nothing, expected the name of a model".to_owned()));
        }
        let origin = origin.ascii_serialization();
        let key = options.key.as_ref().map(|key| ("authorization".to_owned(), format!("Bearer {key}")));
        let allowed = FetchOptions {
            headers: [(origin.clone(), key.into_iter().collect())].into(),
            origins: vec![origin],
            methods: vec!["POST".to_owned()],
            max_sent_bytes: MOST_SENT_BYTES,
            max_redirects: 0,
            timeout_ms: options.timeout_ms,
            allow_private: options.allow_private,
            ..FetchOptions::default()
        };
        Ok(Self { fetch: Fetch::new(allowed, port, env.clone())?, options, tokens: Cell::default(), env })
    }

    /// The same, with an ear for the changes of its breaker, for a log; see [`Fetch::on_change`].
    #[must_use]
    pub fn on_change(mut self, told: impl Fn(&str, BreakerState, BreakerState) + 'static) -> Self {
        self.fetch.hear(told);
        self
    }

    /// What is known of the endpoint, by its origin, for health and metrics.
    pub fn health(&self) -> BTreeMap<String, LineHealth> {
        self.fetch.health()
    }

    /// The name of the model, and the tokens of all its answers since the start as the endpoint counts them: also of those that
    /// were no plan. An endpoint that counts none leaves them at 0.
    pub fn tokens(&self) -> (&str, Tokens) {
        (&self.options.model, self.tokens.get())
    }

    fn count(&self, answer: &Value) {
        let Tokens { prompt, completion } = self.tokens.get();
        let with = |before: u64, name: &str| before.saturating_add(answer["usage"][name].as_u64().unwrap_or(0));
        self.tokens
            .set(Tokens { prompt: with(prompt, "prompt_tokens"), completion: with(completion, "completion_tokens") });
    }

    /// A plan for the goal that uses these tools: not checked against them yet, and not to run before somebody has seen it.
    pub async fn plan(&self, goal: &str, tools: &[ToolSpec]) -> Result<Plan, ToolFailure> {
        if goal.len() > MOST_GOAL_BYTES {
            let found = format!("found a goal of {} bytes, at most {MOST_GOAL_BYTES} are sent to a model", goal.len());
            return Err(failure("model.goal-too-long", found, "ask for one thing after the other"));
        }
        let answer = self.ask(goal, tools).await?;
        self.count(&answer);
        self.read(goal, &answer)
    }

    /// What the endpoint answers. It is asked anew after what may pass, and no sooner than it wants.
    async fn ask(&self, goal: &str, tools: &[ToolSpec]) -> Result<Value, ToolFailure> {
        let told: Vec<Value> = tools
            .iter()
            .map(|tool| json!({"name": tool.name, "description": tool.description, "inputSchema": tool.input_schema}))
            .collect();
        let asked = json!({
            "model": self.options.model,
            "temperature": 0,
            "max_tokens": self.options.max_tokens,
            "stream": false,
            "response_format": {"type": "json_object"},
            "messages": [
                {"role": "system", "content": RULES.trim()},
                {"role": "user", "content": json!({"tools": told, "goal": goal}).to_string()},
            ],
        });
        let input = json!({"url": self.options.endpoint, "method": "POST", "json": asked, "as": "json"});
        let clock = &self.env.clock;
        let deadline_ms = clock.monotonic_ms().saturating_add(self.options.timeout_ms);
        let mut tries = 0;
        loop {
            tries += 1;
            let call = ToolCall { input: input.clone(), attempt: tries, ..ToolCall::default() };
            let failure = match self.fetch.call(call).await {
                Ok(given) => return Ok(given.output.get("json").cloned().unwrap_or_default()),
                Err(failure) => failure,
            };
            let wait_ms = Backoff::default().wait_ms(tries, &*self.env.random);
            let in_time = clock.monotonic_ms().saturating_add(wait_ms) < deadline_ms;
            if !failure.retryable || tries > self.options.retries || !in_time {
                return Err(failure);
            }
            self.env.timer.sleep(wait_ms).await;
        }
    }

    /// The plan in an answer, marked as the model's and bound to ask.
    fn read(&self, goal: &str, answer: &Value) -> Result<Plan, ToolFailure> {
        let name = &self.options.model;
        let none = |found: String| {
            failure(
                "model.no-plan",
                format!("{name} gave no plan: {found}"),
                "say it in other words, or ask another model",
            )
        };
        let Ok(completion) = Completion::deserialize(answer) else {
            let hint = "name an endpoint that answers in the form of chat completions";
            return Err(failure("model.no-plan", format!("{name} gave no `choices` with a `message`"), hint));
        };
        let choice = completion.choices.into_iter().next().ok_or_else(|| none("no choice".to_owned()))?;
        if let Some(refusal) = choice.message.refusal {
            return Err(none(format!("it refused: {}", short(&refusal))));
        }
        if choice.finish_reason.as_deref() == Some("length") {
            let found = format!("the answer of {name} was cut off after {} tokens", self.options.max_tokens);
            return Err(failure("model.cut-off", found, "ask for less, or raise `maxTokens`"));
        }
        let text = choice.message.content.unwrap_or_default();
        let answer: Value = serde_json::from_str(unfenced(&text))
            .map_err(|error| none(format!("its answer is not readable JSON: {error}")))?;
        let Value::Object(mut fields) = answer else { return Err(none("its answer is no object".to_owned())) };
        // The goal is the person's, whatever the model makes of it.
        fields.insert("goal".to_owned(), json!(goal));
        let mut plan = file::read(&Value::Object(fields).to_string()).map_err(|fault| none(fault.message))?;
        if plan.steps.is_empty() {
            return Err(none(format!("no steps; it says: {}", short(&plan.rationale))));
        }
        plan.rationale = format!("Proposed by the model {name}, not by the rules: {}", short(&plan.rationale));
        plan.confidence = 0.0;
        plan.policy = Some(PolicyPatch { approve_always: true, ..plan.policy.unwrap_or_default() });
        // It knows no places in the goal.
        plan.steps.iter_mut().for_each(|step| step.source = Utf16Span::default());
        Ok(plan)
    }
}

/// The text within a fence, which models like to put around JSON.
fn unfenced(text: &str) -> &str {
    let text = text.trim();
    let Some(inner) = text.strip_prefix("```").and_then(|text| text.strip_suffix("```")) else { return text };
    inner.strip_prefix("json").unwrap_or(inner)
}

/// Words from outside, in one line of a bounded length.
fn short(words: &str) -> String {
    words.chars().map(|sign| if sign.is_control() { ' ' } else { sign }).take(MOST_WORDS).collect()
}
