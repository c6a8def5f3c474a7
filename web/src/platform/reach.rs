//! What reaches further: a module beside the program (`web/reach`), fetched when somebody first uses something of it.

use js_sys::{Function, Promise};
use wasm_bindgen::{JsCast, JsValue, closure::Closure, prelude::wasm_bindgen};
use wasm_bindgen_futures::JsFuture;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = dunlinReach, catch)]
    fn fetch() -> Result<Promise, JsValue>;

    type Files;

    #[wasm_bindgen(method, catch)]
    fn open(this: &Files, own: &Function) -> Result<Promise, JsValue>;

    /// The tools and the agents, as `crates/dunlin-reach` has them; everything is JSON text.
    #[derive(Clone)]
    pub(crate) type Reach;

    #[wasm_bindgen(method)]
    pub(crate) fn tools(this: &Reach) -> String;

    #[wasm_bindgen(method)]
    pub(crate) fn agents(this: &Reach, specs: &str) -> String;

    #[wasm_bindgen(method)]
    pub(crate) fn add_agent(this: &Reach, data: &str) -> String;

    #[wasm_bindgen(method)]
    pub(crate) fn remove_agent(this: &Reach, name: &str) -> String;

    #[wasm_bindgen(method)]
    fn call(this: &Reach, name: &str, input: &str, about: &str) -> Promise;

    #[wasm_bindgen(method)]
    pub(crate) fn plan(this: &Reach, goal: &str, policy: &str) -> String;

    #[wasm_bindgen(method)]
    pub(crate) fn work(this: &Reach, agent: &str, input: &str, left: &str, run_id: &str) -> String;

    #[wasm_bindgen(method)]
    pub(crate) fn example(this: &Reach) -> String;

    #[wasm_bindgen(method)]
    pub(crate) fn kept(this: &Reach) -> String;

    #[wasm_bindgen(method)]
    pub(crate) fn forget(this: &Reach, what: &str) -> String;

    #[wasm_bindgen(method)]
    pub(crate) fn revive(this: &Reach, what: &str) -> String;
}

impl Reach {
    /// Fetches it; `own` gives what the page has itself, by what is asked for and of which part of it. Without a network there is none, unless the browser has kept it.
    pub(crate) async fn fetched(own: impl Fn(String, String) -> String + 'static) -> Option<Self> {
        let files = JsFuture::from(fetch().ok()?).await.ok()?;
        // Kept for as long as the page lives.
        let own = Closure::<dyn Fn(String, String) -> String>::new(own).into_js_value();
        let opened = files.unchecked_ref::<Files>().open(own.unchecked_ref()).ok()?;
        JsFuture::from(opened).await.ok().map(JsCast::unchecked_into)
    }

    /// Calls a tool: what it gave, as JSON. `about` says who calls, and whether what is kept passes no guard.
    pub(crate) async fn called(self, name: String, input: String, about: String) -> Option<String> {
        JsFuture::from(self.call(&name, &input, &about)).await.ok()?.as_string()
    }
}
