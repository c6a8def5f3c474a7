//! Commands of the host's own: words, lists, and what a sentence asks for.

use std::rc::Rc;

use dunlin::{DunlinError, RecognizeOptions, ToolSpec};
use dunlin_base::json;
use js_sys::Function;
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};

use crate::{
    border::{Crossing, decode, encode, fail, give, said, unusable},
    host::ToolHost,
    options::Recognizing,
    runtime::RawDunlin,
};

#[wasm_bindgen]
impl RawDunlin {
    /// Adds rules, lists and words that count for nothing.
    #[wasm_bindgen(js_name = defineLanguage)]
    pub fn define_language(&self, definition: &str) -> Crossing<()> {
        self.dunlin.define_language(decode(definition, "the definition")?).map_err(fail)
    }

    /// Takes the values of a list from a function that gives JSON text, or throws.
    #[wasm_bindgen(js_name = giveValues)]
    pub fn give_values(&self, language: &str, name: &str, give: Function) {
        let what = format!("the values of {{{name}}}");
        let give = move || {
            let bad = |why: &str| DunlinError::new("api.bad-argument", format!("{what} cannot be used: {why}"));
            let given = give.call0(&JsValue::UNDEFINED).map_err(|thrown| bad(&said(&thrown)))?;
            json::parse(&given.as_string().unwrap_or_default()).map_err(|why| bad(&why.to_string()))
        };
        self.dunlin.give_values(language, name, Rc::new(give));
    }

    /// Adds a tool that the host carries out, with the phrases that ask for it.
    #[wasm_bindgen(js_name = registerWithPhrases)]
    pub fn register_with_phrases(
        &self,
        spec: &str,
        phrases: &str,
        gives: Option<String>,
        host: ToolHost,
    ) -> Crossing<()> {
        let spec = ToolSpec::read_strictly(spec).map_err(|why| unusable("the tool", &why.to_string()))?;
        let slot = gives.unwrap_or_default();
        let gives = (!slot.is_empty()).then_some(slot.as_str());
        let phrases = decode(phrases, "the phrases")?;
        self.dunlin.register_with_phrases(Rc::new(self.tool(spec, host)), phrases, gives).map_err(fail)
    }

    /// The one command that a sentence asks for, or null.
    pub fn recognize(&self, text: &str, options: &str) -> Crossing {
        let Recognizing { context, language } =
            if options.is_empty() { Recognizing::default() } else { decode(options, "the options")? };
        let options = RecognizeOptions { context, language };
        Ok(encode(&self.dunlin.recognize(text, &options).map_err(fail)?))
    }

    /// Sentences that several tools claim alike, and templates that none reaches.
    #[wasm_bindgen(js_name = checkLanguage)]
    pub fn check_language(&self) -> Crossing<JsValue> {
        give(&self.dunlin.check_language().map_err(fail)?)
    }

    /// Sentences that ask for a tool.
    #[wasm_bindgen(js_name = sampleLanguage)]
    pub fn sample_language(&self, tool: &str, count: u32, seed: f64) -> Crossing<JsValue> {
        give(&self.dunlin.sample_language(tool, count as usize, seed as u64).map_err(fail)?)
    }
}
