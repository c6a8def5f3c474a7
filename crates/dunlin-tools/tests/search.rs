//! `search` and `web_search`: what is found, in which order, and where.
#![expect(clippy::unwrap_used, reason = "a test helper that finds its own case wrong should stop the test")]

use std::{cell::RefCell, collections::BTreeMap, rc::Rc};

use dunlin_base::{LocalFuture, testing::World};
use dunlin_runtime::{Tool, ToolCall, ToolFailure, ToolOutput};
use dunlin_tools::{
    Document, Documents, FetchOptions, HttpError, HttpPort, HttpRequest, HttpResponse, Index, Limits, Search, WebSearch,
};
use proptest::prelude::*;
use serde_json::{Value, json};

/// Its parts are its kinds.
#[derive(Default)]
struct Shelf {
    documents: RefCell<Vec<Document>>,
    versions: RefCell<BTreeMap<String, u64>>,
    /// Which parts were read.
    read: RefCell<Vec<String>>,
}

impl Shelf {
    fn of(documents: Vec<Document>) -> Rc<Self> {
        let versions = documents.iter().map(|document| (document.kind.clone(), 0)).collect();
        Rc::new(Self { documents: RefCell::new(documents), versions: RefCell::new(versions), read: RefCell::default() })
    }

    /// Says that a part has changed.
    fn changed(&self, part: &str) {
        *self.versions.borrow_mut().entry(part.to_owned()).or_default() += 1;
    }
}

impl Documents for Shelf {
    fn parts(&self) -> Vec<(String, u64)> {
        self.versions.borrow().iter().map(|(part, version)| (part.clone(), *version)).collect()
    }

    fn each(&self, part: &str, see: &mut dyn FnMut(Document)) {
        self.read.borrow_mut().push(part.to_owned());
        self.documents.borrow().iter().filter(|document| document.kind == part).cloned().for_each(see);
    }
}

fn document(id: &str, kind: &str, title: &str, text: &str) -> Document {
    Document { id: id.into(), kind: kind.into(), title: title.into(), text: text.into() }
}

fn shelf() -> Rc<Shelf> {
    let documents = vec![
        document("n1", "note", "Heating", "The heating costs were 142.30 in January and 138.90 in February."),
        document("n2", "note", "Café", "Met Zoë at the café in Köln; heating was broken there."),
        document("n3", "note", "Garden", "Costs of the garden: seeds, soil, and a new hose."),
        document("t1", "todo", "", "pay the heating bill"),
        document("t2", "todo", "", "call the plumber about the boiler"),
        document("e", "note", "", "👍🏽 great heating"),
    ];
    Shelf::of(documents)
}

fn call(tool: &dyn Tool, input: Value) -> Result<ToolOutput, ToolFailure> {
    let faults = dunlin_plan::schema::check(&tool.spec().input_schema, &input);
    assert!(faults.is_empty(), "{faults:?}");
    World::new(1).block_on(tool.call(ToolCall { input, attempt: 1, step_number: 1, ..ToolCall::default() }))
}

fn ids(tool: &Search, query: &str) -> Vec<String> {
    let given = call(tool, json!({"query": query})).unwrap().output;
    given.as_array().unwrap().iter().map(|hit| hit["id"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn what_fits_best_comes_first() {
    let search = Search::new(shelf(), Limits::default());
    for (query, expected) in [
        ("heating costs", &["n1", "n3", "e", "t1", "n2"][..]),
        ("HEATING", &["n1", "e", "t1", "n2"]),
        ("cafe koln", &["n2"]),
        ("zoe", &["n2"]),
        ("plumb", &["t2"]),
        ("plumbar", &["t2"]),
        ("\"heating costs\"", &["n1"]),
        ("\"costs heating\"", &[]),
        ("heating -costs", &["e", "t1", "n2"]),
        ("142", &["n1"]),
        ("nothing of that", &["n3"]),
        ("xyzzy", &[]),
    ] {
        assert_eq!(ids(&search, query), expected, "{query}");
    }
}

#[test]
fn a_hit_says_where_it_fits_in_units_of_javascript() {
    let search = Search::new(shelf(), Limits::default());
    let given = call(&search, json!({"query": "heating", "in": ["note"], "limit": 2})).unwrap();
    assert_eq!(given.metadata, Some(json!({"count": 3, "searched": 6})));
    let hits = given.output;
    assert_eq!(hits[0]["snippet"], "The heating costs were 142.30 in January and 138.90 in February.");
    assert_eq!(hits[0]["spans"], json!([[4, 11]]));
    let utf16: Vec<u16> = "👍🏽 great heating".encode_utf16().collect();
    let start = hits[1]["spans"][0][0].as_u64().unwrap() as usize;
    assert_eq!(String::from_utf16(&utf16[start..]).unwrap(), "heating");
}

#[test]
fn every_word_may_be_wanted_and_the_whole_text_be_given() {
    let search = Search::new(shelf(), Limits::default());
    let given = call(&search, json!({"query": "heating costs", "all": true, "whole": true})).unwrap();
    let hits = given.output.as_array().unwrap();
    assert_eq!(hits.len(), 1);
    assert_eq!(hits[0]["text"], "The heating costs were 142.30 in January and 138.90 in February.");
    assert_eq!(given.metadata, Some(json!({"count": 1, "searched": 6})));
    let given = call(&search, json!({"query": "heating xyzzy", "all": true})).unwrap();
    assert_eq!(given.output, json!([]));
}

#[test]
fn a_shorter_form_of_a_word_is_found_behind_the_word_itself() {
    let shelf = Shelf::of(vec![
        document("a", "note", "", "In May the heating cost 40.00."),
        document("b", "note", "", "The heating costs were 30.00."),
        document("c", "note", "", "The heating was cosy."),
    ]);
    let search = Search::new(shelf, Limits::default());
    let given = call(&search, json!({"query": "heating costs", "all": true})).unwrap();
    let found: Vec<&str> = given.output.as_array().unwrap().iter().map(|hit| hit["id"].as_str().unwrap()).collect();
    assert_eq!(found, ["b", "a"]);
    assert_eq!(given.output[1]["spans"], json!([[11, 18], [19, 23]]));
}

#[test]
fn kinds_are_wanted_or_left_out() {
    let search = Search::new(
        Shelf::of(vec![
            document("n", "note", "", "heating"),
            document("m", "mail", "", "the heating"),
            document("t", "todo", "", "pay the heating"),
        ]),
        Limits::default(),
    );
    let kinds = |input: Value| -> Vec<String> {
        let given = call(&search, input).unwrap().output;
        let mut kinds: Vec<String> =
            given.as_array().unwrap().iter().map(|hit| hit["kind"].as_str().unwrap().into()).collect();
        kinds.sort_unstable();
        kinds.dedup();
        kinds
    };
    assert_eq!(kinds(json!({"query": "heating"})), ["mail", "note", "todo"]);
    assert_eq!(kinds(json!({"query": "heating", "in": ["note", "todo"], "notIn": ["todo"]})), ["note"]);
    assert_eq!(kinds(json!({"query": "heating", "notIn": ["todo", "run"]})), ["mail", "note"]);
}

#[test]
fn texts_are_read_again_when_they_have_changed_and_only_then() {
    let shelf = shelf();
    let search = Search::new(shelf.clone(), Limits::default());
    assert!(ids(&search, "cellar").is_empty());
    shelf.documents.borrow_mut().push(document("n4", "note", "", "The cellar is wet."));
    assert!(ids(&search, "cellar").is_empty());
    shelf.changed("note");
    assert_eq!(ids(&search, "cellar"), ["n4"]);
    assert_eq!(*shelf.read.borrow(), ["note", "todo", "note"]);
    shelf.versions.borrow_mut().remove("todo");
    assert_eq!(ids(&search, "plumber"), [""; 0]);
    assert_eq!(ids(&search, "cellar"), ["n4"]);
    assert_eq!(shelf.read.borrow().len(), 3);
}

#[test]
fn a_text_that_grows_takes_the_room_of_one_that_shrinks() {
    let shelf = Shelf::of(vec![document("a", "note", "", "short"), document("b", "note", "", "a longer one")]);
    let search = Search::new(shelf.clone(), Limits { documents: 2, bytes: 20 });
    assert_eq!(ids(&search, "short"), ["a"]);
    shelf.documents.replace(vec![document("a", "note", "", "now this is long"), document("c", "note", "", "tiny")]);
    shelf.changed("note");
    assert_eq!(ids(&search, "tiny"), ["c"]);
    shelf.documents.borrow_mut().push(document("d", "note", "", "more"));
    shelf.changed("note");
    assert_eq!(call(&search, json!({"query": "more"})).unwrap_err().code, "search.too-much");
    shelf.documents.borrow_mut().remove(0);
    shelf.changed("note");
    assert_eq!(ids(&search, "more"), ["d"]);
}

#[test]
fn what_cannot_be_searched_is_told() {
    let search = Search::new(shelf(), Limits { documents: 3, bytes: 1000 });
    let failure = call(&search, json!({"query": "heating"})).unwrap_err();
    assert_eq!(
        (failure.code.as_str(), failure.message.as_str()),
        ("search.too-much", "more than 3 texts or 1000 bytes to search")
    );
    let search = Search::new(shelf(), Limits::default());
    assert_eq!(call(&search, json!({"query": "?!"})).unwrap_err().code, "search.no-words");
}

proptest! {
    /// An index that has seen texts come and go finds what a new one finds, and every span is a word that fits.
    #[test]
    fn an_index_that_has_changed_is_as_a_new_one(
        steps in prop::collection::vec((0_u8..12, "[a-c]{1,3}( [a-cäé]{1,4}){0,6}", prop::bool::ANY), 1..60),
        query in "[a-c]{1,2}( [a-c]{1,3})?",
    ) {
        let mut index = Index::new(Limits::default());
        let mut kept: Vec<Document> = Vec::new();
        for (id, text, adds) in steps {
            let id = id.to_string();
            prop_assert_eq!(adds || index.remove("note", &id), adds || kept.iter().any(|document| document.id == id));
            kept.retain(|document| document.id != id);
            if adds {
                let document = document(&id, "note", "", &text);
                index.add(document.clone()).unwrap();
                kept.push(document);
            }
        }
        let mut fresh = Index::new(Limits::default());
        for document in &kept {
            fresh.add(document.clone()).unwrap();
        }
        let found = |index: &Index| {
            let (hits, count) = index.search(&query, 100, |_| true);
            assert_eq!(hits.len(), count);
            hits.into_iter().map(|hit| {
                let document = index.document(&hit).unwrap().clone();
                assert!(hit.spans.iter().all(|span| document.text.get(span.start..span.end).is_some_and(|word| !word.contains(' '))));
                (document.id, format!("{:.9}", hit.score), hit.spans)
            }).collect::<Vec<_>>()
        };
        prop_assert_eq!(found(&index), found(&fresh));
        prop_assert_eq!(index.len(), kept.len());
    }
}

proptest! {
    /// Whatever came, changed and went in one part or another: what is found, and in which order, is what a new tool finds.
    #[test]
    fn a_tool_whose_texts_have_changed_finds_what_a_new_one_finds(
        turns in prop::collection::vec(prop::collection::vec((0_u8..6, 0_u8..3, "[a-c]{1,2}( [a-c]{1,3}){0,4}", 0_u8..4), 0..6), 1..8),
        query in "[a-c]{1,2}( [a-c]{1,3})?",
    ) {
        let shelf = Shelf::of(Vec::new());
        let search = Search::new(shelf.clone(), Limits::default());
        for changes in turns {
            for (id, kind, text, what) in changes {
                let (id, kind) = (id.to_string(), format!("kind{kind}"));
                shelf.documents.borrow_mut().retain(|document| document.id != id || document.kind != kind);
                if what > 0 {
                    shelf.documents.borrow_mut().push(document(&id, &kind, "", &text));
                }
                shelf.changed(&kind);
            }
            let asked = json!({"query": query, "limit": 5});
            let fresh = Search::new(shelf.clone(), Limits::default());
            let (found, anew) = (call(&search, asked.clone()).unwrap(), call(&fresh, asked).unwrap());
            prop_assert_eq!((found.output, found.metadata), (anew.output, anew.metadata));
        }
    }
}

struct Stub(Value, RefCell<Vec<String>>);

impl HttpPort for Stub {
    fn send(&self, request: HttpRequest) -> LocalFuture<'static, Result<HttpResponse, HttpError>> {
        self.1.borrow_mut().push(request.url);
        let headers = vec![("content-type".to_owned(), "application/json".to_owned())];
        let response = HttpResponse { status: 200, headers, body: self.0.to_string().into_bytes(), url: None };
        Box::pin(std::future::ready(Ok(response)))
    }
}

#[test]
fn the_web_is_searched_through_the_endpoint_of_the_host() {
    let results = json!({"query": "boilers", "number_of_results": 4, "results": [
        {"url": "https://example.org/a", "title": "Boilers\u{7}", "content": "All about them", "engine": "x", "score": 1.5},
        {"url": "javascript:alert(1)", "title": "bad"},
        {"url": "https://example.org/b", "title": "<b>More</b>", "content": null},
        {"url": "https://example.org/c", "title": "t".repeat(900)},
    ]});
    let stub = Rc::new(Stub(results, RefCell::default()));
    let tool = |endpoint: &str| WebSearch::new(endpoint, FetchOptions::default(), stub.clone(), World::new(1).env());
    let web = tool("https://search.example.org/search").unwrap();
    let given = call(&web, json!({"query": "boilers & co", "limit": 3, "language": "en"})).unwrap();
    assert_eq!(given.output[0], json!({"url": "https://example.org/a", "title": "Boilers", "text": "All about them"}));
    assert_eq!(given.output[1]["title"], "<b>More</b>");
    assert_eq!(given.output[2]["title"].as_str().unwrap().len(), 500);
    assert_eq!(*stub.1.borrow(), ["https://search.example.org/search?format=json&language=en&q=boilers+%26+co"]);
    assert_eq!(web.health()["https://search.example.org"].requests, 1);
    let stub = Rc::new(Stub(json!({"error": "no"}), RefCell::default()));
    let web =
        WebSearch::new("https://search.example.org/", FetchOptions::default(), stub, World::new(1).env()).unwrap();
    assert_eq!(call(&web, json!({"query": "x"})).unwrap_err().code, "search.no-results");
    assert!(tool("search.example.org").is_err() && tool("data:x").is_err());
}
