//! The tool `web_search`: a search of the web through an endpoint that the host names, in the JSON form of `SearXNG`.
//!
//! It asks through [`Fetch`], so it waits, gives up and is left alone as any other origin.

use std::{collections::BTreeMap, rc::Rc};

use dunlin_base::{Env, LocalFuture};
use dunlin_plan::ToolSpec;
use dunlin_runtime::{Tool, ToolCall, ToolFailure, ToolOutput};
use serde::Deserialize;
use serde_json::{Value, json};
use url::Url;

use crate::{
    Fetch, FetchOptions, HttpPort, OptionsError,
    input::{failure, output, read, spec},
    steady::{BreakerState, LineHealth},
};

/// The tool.
pub struct WebSearch {
    spec: ToolSpec,
    endpoint: String,
    fetch: Rc<Fetch>,
}

/// The most letters of a text that came from the web.
const LONGEST: usize = 500;

impl WebSearch {
    /// The tool over that endpoint, such as `https://search.example.org/search`. `options` are those of the requests; their
    /// origin is the endpoint's.
    pub fn new(endpoint: &str, options: FetchOptions, port: Rc<dyn HttpPort>, env: Env) -> Result<Self, OptionsError> {
        let wrong = || {
            OptionsError(format!(
                "endpoint: found {endpoint:?}, expected an address such as https://search.example.org/search"
            ))
        };
        let origin = Url::parse(endpoint).map_err(|_| wrong())?.origin();
        if !origin.is_tuple() {
            return Err(wrong());
        }
        let options = FetchOptions { origins: vec![origin.ascii_serialization()], ..options };
        let fetch = Rc::new(Fetch::new(options, port, env)?);
        Ok(Self { spec: spec(include_str!("../../specs/web_search.json")), endpoint: endpoint.to_owned(), fetch })
    }

    /// The same, with an ear for the changes of its breaker, for a log; see [`Fetch::on_change`].
    #[must_use]
    pub fn on_change(mut self, told: impl Fn(&str, BreakerState, BreakerState) + 'static) -> Self {
        if let Some(fetch) = Rc::get_mut(&mut self.fetch) {
            fetch.hear(told);
        }
        self
    }

    /// The sentences that ask for it.
    pub fn phrases() -> Value {
        json!(["search the web for {query}", "web search [for] {query}"])
    }

    /// What is known of the endpoint, by its origin, for health and metrics.
    pub fn health(&self) -> BTreeMap<String, LineHealth> {
        self.fetch.health()
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Input {
    query: String,
    limit: Option<usize>,
    language: Option<String>,
}

/// What the endpoint answers; it says more than is read.
#[derive(Deserialize)]
struct Answer {
    results: Vec<Found>,
}

#[derive(Deserialize)]
struct Found {
    url: String,
    #[serde(default)]
    title: String,
    #[serde(default)]
    content: Option<String>,
}

impl Tool for WebSearch {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    fn call(&self, call: ToolCall) -> LocalFuture<'static, Result<ToolOutput, ToolFailure>> {
        let (fetch, endpoint) = (self.fetch.clone(), self.endpoint.clone());
        Box::pin(async move {
            let input: Input = read("web_search", &call.input)?;
            let mut query = json!({"q": input.query, "format": "json"});
            if let (Some(language), Some(fields)) = (input.language, query.as_object_mut()) {
                fields.insert("language".to_owned(), json!(language));
            }
            let asked =
                json!({"url": endpoint, "query": query, "as": "json", "headers": {"accept": "application/json"}});
            let given = fetch.call(ToolCall { input: asked, ..call }).await?;
            let answer = given.output.get("json").map(Answer::deserialize);
            let Some(Ok(answer)) = answer else {
                let hint = "name an endpoint that answers in SearXNG's JSON form, with `json` among its formats";
                return Err(failure("search.no-results", "the answer has no `results`", hint));
            };
            let count = answer.results.len();
            let kept = answer.results.into_iter().filter(|found| is_page(&found.url)).take(input.limit.unwrap_or(10));
            let results: Vec<Value> = kept
                .map(|found| {
                    json!({"url": found.url, "title": cut(&found.title), "text": cut(found.content.as_deref().unwrap_or_default())})
                })
                .collect();
            Ok(output(Value::Array(results), json!({"count": count})))
        })
    }
}

/// Whether an address leads to a page, and does nothing else when it is followed.
fn is_page(url: &str) -> bool {
    url.len() <= 2000 && Url::parse(url).is_ok_and(|url| matches!(url.scheme(), "https" | "http"))
}

fn cut(text: &str) -> String {
    text.chars().filter(|sign| !sign.is_control()).take(LONGEST).collect()
}
