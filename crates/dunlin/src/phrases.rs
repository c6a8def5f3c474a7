//! Commands of a host's own: shared words, the phrases of its tools, and what a sentence asks for.

use std::rc::Rc;

use dunlin_base::{Span, json, nearest};
use dunlin_planner::phrase::{Checked, Heard, Offsets, PhraseFault, Recognized};
use dunlin_runtime::Tool;
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::{Dunlin, DunlinError};

/// Gives the values of a list, each time before a goal or a sentence is read.
pub type GiveValues = Rc<dyn Fn() -> Result<Value, DunlinError>>;

/// A list whose values a function gives.
pub(crate) struct LiveList {
    language: String,
    name: String,
    give: GiveValues,
    last: Value,
    /// Why it keeps values that it was given before.
    fault: Option<DunlinError>,
}

impl LiveList {
    fn is(&self, language: &str, name: &str) -> bool {
        self.language == language && self.name == name
    }
}

/// What is known where a sentence is said.
#[derive(Clone, Debug, Default)]
pub struct RecognizeOptions {
    /// What the host knows of the moment: the room, the open document.
    pub context: Map<String, Value>,
    /// The language it is said in; none tries the phrases of all.
    pub language: Option<String>,
}

/// A command that a sentence asks for, as plain data.
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Recognition {
    /// The tool.
    pub tool: String,
    /// Its input.
    #[cfg_attr(feature = "types", ts(type = "{ [slot: string]: Json }"))]
    pub input: Map<String, Value>,
    /// The words that fill each slot, in UTF-16 code units.
    #[cfg_attr(feature = "types", ts(type = "{ [slot: string]: Span }"))]
    pub spans: Map<String, Value>,
    /// How sure it is that this is meant, from 0 to 1.
    pub confidence: f64,
    /// What else the sentence may ask for, the likeliest first.
    pub alternatives: Vec<Recognition>,
}

impl Recognition {
    fn of(text: &str, recognized: Recognized) -> Self {
        let place = |(slot, span): (String, Span)| (slot, json::to_value(span.utf16(text)));
        Self {
            tool: recognized.tool,
            input: recognized.input,
            spans: recognized.spans.into_iter().map(place).collect(),
            confidence: recognized.confidence,
            alternatives: recognized.alternatives.into_iter().map(|other| Self::of(text, other)).collect(),
        }
    }
}

impl Dunlin {
    /// Adds rules, lists and words that count for nothing, for the phrases of all tools:
    /// `{ language?, rules?, lists?, skipWords? }`. A list that is defined anew is asked of no function any more.
    pub fn define_language(&self, definition: Value) -> Result<(), DunlinError> {
        let language = definition["language"].as_str().unwrap_or_default().to_owned();
        let named = definition["lists"].as_object().into_iter().flat_map(Map::keys).cloned();
        let named: Vec<String> = named.collect();
        self.change_phrases().define(definition)?;
        self.inner().live_lists.borrow_mut().retain(|list| !named.iter().any(|name| list.is(&language, name)));
        Ok(())
    }

    /// Takes the values of a list that [`Dunlin::define_language`] defined from a function, asked once before each reading.
    /// Where it fails, the list keeps the values it had, and [`Dunlin::notices`] says why.
    pub fn give_values(&self, language: &str, name: &str, give: GiveValues) {
        let (language, name) = (language.to_owned(), name.to_owned());
        self.rules_changed();
        let mut lists = self.inner().live_lists.borrow_mut();
        lists.retain(|list| !list.is(&language, &name));
        lists.push(LiveList { language, name, give, last: Value::Null, fault: None });
    }

    /// Adds a tool with phrases that ask for it, and the slot whose value "it" means in what is said next; nothing of it is kept when one of them is faulty.
    ///
    /// ```
    /// use std::rc::Rc;
    /// use dunlin::{Dunlin, Options, Tool, ToolCall, ToolFailure, ToolOutput, ToolSpec};
    /// use dunlin_base::{LocalFuture, testing::World};
    /// use serde_json::json;
    ///
    /// struct Play(ToolSpec);
    /// impl Tool for Play {
    ///     fn spec(&self) -> &ToolSpec { &self.0 }
    ///     fn call(&self, call: ToolCall) -> LocalFuture<'static, Result<ToolOutput, ToolFailure>> {
    ///         Box::pin(async move { Ok(ToolOutput { output: call.input, metadata: None }) })
    ///     }
    /// }
    ///
    /// let dunlin = Dunlin::open(World::new(1).env(), Options::default());
    /// let schema = json!({"type": "object", "properties": {"music": {"type": "string"}}});
    /// let spec = ToolSpec { name: "play".into(), input_schema: schema, ..ToolSpec::default() };
    /// dunlin.register_with_phrases(Rc::new(Play(spec)), json!(["play [some] {music}"]), None)?;
    /// let heard = dunlin.recognize("Play some jazz!", &Default::default())?.expect("a phrase says it");
    /// assert_eq!((heard.tool.as_str(), &heard.input["music"]), ("play", &json!("jazz")));
    /// # Ok::<(), dunlin::DunlinError>(())
    /// ```
    pub fn register_with_phrases(
        &self,
        tool: Rc<dyn Tool>,
        phrases: Value,
        gives: Option<&str>,
    ) -> Result<(), DunlinError> {
        let spec = tool.spec();
        let (name, schema) = (spec.name.clone(), &spec.input_schema);
        let taken = self.parts().runtime.registry().get(&name).is_some();
        if !taken {
            let mut book = self.change_phrases();
            let mut registered = book.register(&name, schema, phrases);
            if let Some(slot) = gives.filter(|_| registered.is_ok()) {
                registered = book.gives(&name, slot, schema);
            }
            if registered.is_err() {
                book.unregister(&name);
            }
            registered?;
            book.price(spec);
        }
        self.register_tool(tool).inspect_err(|_| {
            if !taken {
                self.change_phrases().unregister(&name);
            }
        })
    }

    /// Takes a tool and its phrases away; false when there is none of that name. Runs that have begun keep it.
    pub fn unregister_tool(&self, name: &str) -> bool {
        let gone = self.parts().runtime.unregister(name);
        if gone {
            self.change_phrases().unregister(name);
            self.tools_changed();
        }
        gone
    }

    /// The one command that a sentence asks for, or nothing when no phrase says it. It makes no plan and runs nothing.
    pub fn recognize(&self, text: &str, options: &RecognizeOptions) -> Result<Option<Recognition>, DunlinError> {
        self.refresh_lists();
        let RecognizeOptions { context, language } = options.clone();
        let offset = |at_ms| self.utc_offset(at_ms);
        let heard = Heard { context, language, now: Some(self.now()), offsets: Offsets(&offset), ..Heard::default() };
        let recognized = self.inner().phrases.borrow().recognize(text, &heard);
        Ok(recognized.map(|recognized| Recognition::of(text, recognized)))
    }

    /// Sentences that several tools claim alike, and templates that none reaches.
    pub fn check_language(&self) -> Result<Value, DunlinError> {
        self.refresh_lists();
        self.no_list_fails()?;
        let Checked { conflicts, unreachable } = self.inner().phrases.borrow().check();
        let conflicts: Vec<Value> = conflicts
            .into_iter()
            .map(|conflict| json!({"tools": conflict.tools, "sentence": conflict.sentence}))
            .collect();
        let unreachable: Vec<Value> = unreachable
            .into_iter()
            .map(|found| {
                json!({"tool": found.tool, "template": found.template, "sentence": found.sentence, "instead": found.instead})
            })
            .collect();
        Ok(json!({"conflicts": conflicts, "unreachable": unreachable}))
    }

    /// Sentences that ask for a tool, at most `count`; the same seed gives the same ones. A tool without phrases has none.
    pub fn sample_language(&self, tool: &str, count: usize, seed: u64) -> Result<Vec<String>, DunlinError> {
        let tools = self.tools();
        if !tools.iter().any(|spec| spec.name == tool) {
            let meant = nearest(tool, tools.iter().map(|spec| spec.name.as_str()));
            let hint = meant.map_or_else(
                || "list the tools to see what there is".to_owned(),
                |name| format!("did you mean {name:?}?"),
            );
            return Err(DunlinError::new("tool.not-found", format!("there is no tool {tool:?}")).with_hint(hint));
        }
        self.refresh_lists();
        self.no_list_fails()?;
        Ok(self.inner().phrases.borrow().sample(tool, count, seed))
    }

    /// Asks the functions behind lists for their values. One that fails says nothing of the other lists, nor of a goal that
    /// names no value of it.
    pub(crate) fn refresh_lists(&self) {
        let inner = self.inner();
        let asked: Vec<(String, String, GiveValues)> = inner
            .live_lists
            .borrow()
            .iter()
            .map(|list| (list.language.clone(), list.name.clone(), list.give.clone()))
            .collect();
        // A host's function may do anything, so nothing is borrowed while it runs.
        for (language, name, give) in asked {
            let given = give();
            let mut lists = inner.live_lists.borrow_mut();
            let Some(list) = lists.iter_mut().find(|list| list.is(&language, &name)) else { continue };
            let taken = given.and_then(|values| {
                if list.last != values {
                    self.change_phrases().set_values(&language, &name, values.clone())?;
                    list.last = values;
                }
                Ok(())
            });
            list.fault = taken.err();
        }
    }

    /// Refuses where the function behind a list failed when it was last asked.
    fn no_list_fails(&self) -> Result<(), DunlinError> {
        self.inner().live_lists.borrow().iter().find_map(|list| list.fault.clone()).map_or(Ok(()), Err)
    }

    /// Which lists keep the values they had, and why.
    pub(crate) fn list_notices(&self) -> Vec<String> {
        let lists = self.inner().live_lists.borrow();
        let told = |list: &LiveList| {
            let why = &list.fault.as_ref()?.message;
            Some(format!("the list {{{}}} keeps the values it had: {why}", list.name))
        };
        lists.iter().filter_map(told).collect()
    }
}

impl From<PhraseFault> for DunlinError {
    fn from(fault: PhraseFault) -> Self {
        let template = fault.template().to_owned();
        let error = Self::from_diagnostic(fault.to_diagnostic(), &template);
        if template.is_empty() { error } else { error.with_details(json!({"template": template})) }
    }
}
