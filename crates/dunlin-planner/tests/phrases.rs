//! Phrases held against the cases of `testdata/phrases.toml`, and what must be true of any sentence.

use dunlin_date::Now;
use dunlin_plan::{Plan, PlanStep, ToolSpec};
use dunlin_planner::{
    PlanContext, Planner,
    phrase::{Heard, Offsets, PhraseBook, PhraseFault},
};
use proptest::prelude::*;
use serde_json::{Map, Value, json};
use toml::Value as Toml;

fn table() -> Toml {
    toml::from_str(include_str!("../../../testdata/phrases.toml")).expect("well formed")
}

fn books() -> Vec<Toml> {
    let languages: Toml = toml::from_str(include_str!("../../../testdata/languages.toml")).expect("well formed");
    [table(), languages].iter().flat_map(|file| file["book"].as_array().expect("books").clone()).collect()
}

fn text<'t>(value: &'t Toml, field: &str) -> &'t str {
    value.get(field).and_then(Toml::as_str).unwrap_or_default()
}

fn object(json: &str) -> Map<String, Value> {
    let json = if json.is_empty() { "{}" } else { json };
    dunlin_base::json::parse(json).expect("JSON").as_object().expect("an object").clone()
}

fn book(of: &Toml) -> Result<PhraseBook, PhraseFault> {
    let mut book = PhraseBook::default();
    let define = object(text(of, "define"));
    book.define(Value::Object(define))?;
    let schema = Value::Object(object(text(of, "schema")));
    for (tool, phrases) in object(text(of, "tools")) {
        book.register(&tool, &schema, phrases)?;
    }
    Ok(book)
}

fn heard(case: &Toml) -> Heard<'static> {
    Heard {
        context: object(text(case, "context")),
        language: case.get("language").and_then(Toml::as_str).map(str::to_owned),
        now: Now::parse("2026-11-21T09:30"),
        ..Heard::default()
    }
}

#[test]
fn sentences_ask_for_what_their_cases_say() {
    let mut faults = Vec::new();
    for of in &books() {
        let book = book(of).unwrap_or_else(|fault| panic!("{}: {fault}", text(of, "name")));
        for case in of["case"].as_array().expect("cases") {
            let (say, tool) = (text(case, "say"), text(case, "tool"));
            let answer = book.recognize(say, &heard(case));
            let got = answer.map(|answer| (answer.tool, answer.input));
            let wanted = (!tool.is_empty()).then(|| (tool.to_owned(), object(text(case, "input"))));
            if got != wanted {
                faults.push(format!("{}: {say:?} gave {got:?}, expected {wanted:?}", text(of, "name")));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_fault_says_what_where_and_what_instead() {
    for case in table()["fault"].as_array().expect("faults") {
        let fault = book(case).expect_err(text(case, "name"));
        let diagnostic = fault.to_diagnostic();
        assert_eq!((diagnostic.code, diagnostic.message.as_str()), (text(case, "code"), text(case, "says")));
        assert_eq!(diagnostic.hint.unwrap_or_default(), text(case, "hint"), "{}", text(case, "name"));
        if let Some(wanted) = case.get("span").and_then(Toml::as_array) {
            let span = diagnostic.span.expect("a place");
            let wanted: Vec<usize> = wanted.iter().filter_map(Toml::as_integer).map(|at| at as usize).collect();
            assert_eq!([span.start, span.end], *wanted, "{}", text(case, "name"));
        }
    }
}

#[test]
fn what_a_book_samples_it_recognizes_and_the_same_seed_says_the_same() {
    for of in &books() {
        let book = book(of).expect("a sound book");
        for tool in object(text(of, "tools")).keys() {
            let sentences = book.sample(tool, 20, 7);
            assert!(!sentences.is_empty(), "{tool} of {}", text(of, "name"));
            assert_eq!(sentences, book.sample(tool, 20, 7));
        }
    }
}

#[test]
fn equal_names_are_alternatives_and_no_guess() {
    let mut book = PhraseBook::default();
    let people = json!([{"in": "Ann", "out": "ann-1"}, {"in": "Ann", "out": "ann-2"}, {"in": "Bo", "out": "bo"}]);
    book.define(json!({"lists": {"person": {"values": people}}})).unwrap();
    book.register("ring", &json!({}), json!(["ring {person}"])).unwrap();
    let ann = book.recognize("ring ann", &Heard::default()).unwrap();
    assert_eq!((ann.confidence, ann.alternatives.len()), (0.5, 1));
    let bo = book.recognize("ring bo", &Heard::default()).unwrap();
    assert!((bo.confidence - 1.0).abs() < 1e-9 && bo.alternatives.is_empty());
    book.set_values("", "person", json!(["Cy"])).unwrap();
    assert!(book.recognize("ring bo", &Heard::default()).is_none());
    assert_eq!(book.recognize("ring cy", &Heard::default()).unwrap().input["person"], "Cy");
}

/// Phrases are put into one graph as they come; what is faulty leaves nothing in it.
#[test]
fn phrases_that_come_later_stand_beside_the_others() {
    let slots = |names: &[&str]| json!({"properties": names.iter().map(|name| ((*name).to_owned(), json!({}))).collect::<Map<_, _>>()});
    let tool = |book: &PhraseBook, said: &str| book.recognize(said, &Heard::default()).map(|heard| heard.tool);
    let mut book = PhraseBook::default();
    let room = json!({"values": ["den", "café"]});
    book.define(json!({"rules": {"in": "[in [the] {room}]", "all": "(all|every) <in>"}, "lists": {"room": room}}))
        .unwrap();
    book.register("dim", &slots(&["room"]), json!(["dim <all>"])).unwrap();
    assert_eq!(tool(&book, "dim all in the cafe").as_deref(), Some("dim"));
    // The shared rule names a slot that this tool does not have.
    let fault = book.register("shut", &slots(&["door"]), json!(["shut it", "shut <all>"])).unwrap_err();
    assert_eq!(fault.to_diagnostic().code, "phrase.unknown-slot");
    assert_eq!(tool(&book, "shut it"), None);
    book.register("shut", &slots(&["room", "door"]), json!(["shut it", "shut <all> [of {door}]"])).unwrap();
    assert_eq!(tool(&book, "shut every in den of oak").as_deref(), Some("shut"));
    assert_eq!(tool(&book, "dim all in the cafe").as_deref(), Some("dim"));
    // From here on accents are heard first, and may still be left out.
    book.register("née", &json!({}), json!(["née", "dim nee"])).unwrap();
    for (said, meant) in
        [("née", Some("née")), ("nee", Some("née")), ("dim née", Some("née")), ("dim all in the cafe", Some("dim"))]
    {
        assert_eq!(tool(&book, said).as_deref(), meant, "{said}");
    }
    assert_eq!(tool(&book, "dim all in the café").as_deref(), Some("dim"));
    book.set_values("", "room", json!(["attic"])).unwrap();
    book.register("lit", &slots(&["room"]), json!([{"say": "lit <own>", "rules": {"own": "<all>"}}])).unwrap();
    for (said, meant) in
        [("lit all in attic", Some("lit")), ("shut all in attic", Some("shut")), ("dim all in den", None)]
    {
        assert_eq!(tool(&book, said).as_deref(), meant, "{said}");
    }
    book.unregister("shut");
    assert_eq!(tool(&book, "shut all in attic"), None);
    assert_eq!(tool(&book, "dim all in attic").as_deref(), Some("dim"));
}

#[test]
fn a_check_names_what_two_tools_claim_and_what_nothing_reaches() {
    let mut book = PhraseBook::default();
    book.register("first", &json!({}), json!(["open [the] gate", "shut the gate"])).unwrap();
    book.register("second", &json!({}), json!(["open the gate", {"say": "sing", "requires": {"mood": "good"}}]))
        .unwrap();
    let checked = book.check();
    assert_eq!(checked.conflicts.len(), 1);
    assert_eq!(checked.conflicts[0].tools, ["first", "second"]);
    assert_eq!(checked.unreachable, []);
    book.unregister("first");
    assert_eq!(book.check().conflicts, []);
    assert!(book.recognize("shut the gate", &Heard::default()).is_none());
}

#[test]
fn a_slot_is_typed_by_what_its_schema_refers_to_or_chooses_between() {
    let mut book = PhraseBook::default();
    let schema = json!({
        "type": "object",
        "$defs": {
            "level": {"type": "integer", "maximum": 100},
            "mood": {"oneOf": [{"const": "warm_white", "title": "cosy"}, {"const": "cold_white"}]},
            "deep": {"type": "array", "items": {"$ref": "#/$defs/deep"}}
        },
        "properties": {
            "level": {"$ref": "#/$defs/level"},
            "maybe": {"anyOf": [{"type": "null"}, {"type": "number"}]},
            "mood": {"$ref": "#/$defs/mood"},
            "amount": {"anyOf": [{"enum": ["all", "none"]}, {"$ref": "#/$defs/level"}]},
            "day": {"allOf": [{"type": "string", "format": "date"}]},
            "deep": {"$ref": "#/$defs/deep"}
        }
    });
    let phrases =
        json!(["dim to {level}", "warm to {maybe}", "make it {mood}", "take {amount}", "come {day}", "nest {deep}"]);
    book.register("typed", &schema, phrases).unwrap();
    // The same words of another tool's schema lead elsewhere.
    let other = json!({"$defs": {"level": {"type": "boolean"}}, "properties": {"level": {"$ref": "#/$defs/level"}}});
    book.register("other", &other, json!(["set {level}"])).unwrap();
    let heard = Heard { now: Now::new(2026, 11, 21, 9, 30), ..Heard::default() };
    let input = |said: &str| book.recognize(said, &heard).map(|found| Value::Object(found.input));
    for (said, wanted) in [
        ("dim to forty", json!({"level": 40})),
        ("warm to 21.5", json!({"maybe": 21.5})),
        ("make it cosy", json!({"mood": "warm_white"})),
        ("make it cold white", json!({"mood": "cold_white"})),
        ("take all", json!({"amount": "all"})),
        ("take 12", json!({"amount": 12})),
        ("come tomorrow", json!({"day": "2026-11-22"})),
        ("set yes", json!({"level": true})),
    ] {
        assert_eq!(input(said), Some(wanted), "{said}");
    }
    for said in
        ["dim to 101", "dim to the attic", "warm to the moon", "make it blue", "take 200", "take some", "come soon-ish"]
    {
        assert_eq!(input(said), None, "{said}");
    }
}

#[test]
fn a_check_and_a_sample_need_no_moment_of_their_own() {
    let mut book = PhraseBook::default();
    let schema = json!({"type": "object", "properties": {
        "day": {"type": "string", "format": "date"}, "at": {"type": "string", "format": "date-time"},
        "length": {"type": "string", "format": "duration"}}});
    book.register("when", &schema, json!(["come {day}", "meet at {at}", "rest for {length}"])).unwrap();
    assert_eq!(book.check().unreachable, []);
    assert_eq!(book.sample("when", 20, 1).len(), 3);
}

#[test]
fn a_sample_of_a_slot_with_a_pattern_fits_it() {
    let mut book = PhraseBook::default();
    let schema = json!({"type": "object", "properties": {
        "code": {"type": "string", "pattern": "^[A-Z]{3}-\\d{1,4}$"},
        "codes": {"type": "array", "items": {"$ref": "#/$defs/code"}}},
        "$defs": {"code": {"type": "string", "pattern": "^#[0-9]+$"}}});
    book.register("ticket", &schema, json!(["open ticket {code}", "close {codes}"])).unwrap();
    assert_eq!(book.check().unreachable, []);
    let sampled = book.sample("ticket", 20, 1);
    assert_eq!(sampled.len(), 20, "{sampled:?}");
    assert!(sampled.iter().any(|sentence| sentence.starts_with("close #")), "{sampled:?}");
}

#[test]
fn what_a_tool_gives_is_a_slot_of_its_schema_or_of_a_phrase() {
    let mut book = PhraseBook::default();
    let open = json!({"type": "object"});
    book.register("greet", &open, json!(["greet {who}", {"say": "wave", "input": {"how": "hand"}}])).unwrap();
    for slot in ["who", "how"] {
        book.gives("greet", slot, &open).unwrap();
    }
    let fault = book.gives("greet", "whom", &open).unwrap_err().to_diagnostic();
    assert_eq!((fault.code, fault.hint.as_deref()), ("phrase.unknown-slot", Some("did you mean \"who\"?")));
    assert!(book.register("nothing", &open, json!([" "])).is_err(), "a phrase without a word");
}

/// Nested optional parts and parts in any order are walked as sets of places, so their number does not multiply.
#[test]
fn many_optional_parts_do_not_multiply() {
    let mut book = PhraseBook::default();
    let optional = (0..60).map(|at| format!("[w{at} ][w{at}[ ]]")).collect::<Vec<_>>().concat();
    book.register("many", &json!({}), json!([format!("{optional}({{a}};{{b}};{{c}})")])).unwrap();
    let sentence = "w1 w2 w3 w59 one two three four";
    assert!(book.recognize(sentence, &Heard::default()).is_some());
    book.register("long", &json!({}), json!(["note {text} for {who}"])).unwrap();
    let long = format!("note {}for Ann", "word ".repeat(380));
    assert!(book.recognize(&long, &Heard::default()).is_some());
    assert!(book.recognize(&"word ".repeat(9_000), &Heard::default()).is_none());
}

#[test]
fn a_moment_has_the_distance_from_utc_of_its_own_day() {
    let schema = json!({"type": "object", "properties": {"at": {"type": "string", "format": "date-time"}}});
    let mut book = PhraseBook::default();
    book.register("wake", &schema, json!(["wake me {at}"])).unwrap();
    // Berlin in 2026, heard in July.
    let berlin = |at: i64| if (1_774_746_000_000..1_792_890_000_000).contains(&at) { 120 } else { 60 };
    let heard = Heard { now: Now::new(2026, 7, 1, 9, 30), offsets: Offsets(&berlin), ..Heard::default() };
    for (say, at) in [
        ("wake me december 1 at 9", "2026-12-01T09:00:00+01:00"),
        ("wake me tomorrow at 9", "2026-07-02T09:00:00+02:00"),
        // It comes twice: clocks are put back at three.
        ("wake me october 25 at 2:30am", "2026-10-25T02:30:00+02:00"),
    ] {
        let answer = book.recognize(say, &heard).expect(say);
        assert_eq!(answer.input["at"], at, "{say}");
    }
}

#[test]
fn a_refusal_speaks_of_no_built_in_tool_that_is_not_offered() {
    let mut book = PhraseBook::default();
    book.register("glow", &json!({}), json!(["light the lamp"])).unwrap();
    let planner = Planner::new(vec![ToolSpec { name: "glow".into(), ..ToolSpec::default() }]);
    let context = PlanContext::new(Now::parse("2026-11-21T09:30").expect("a moment")).with_phrases(&book, Offsets::UTC);
    for goal in ["lamp please on", "what is this", "help", "sing to me"] {
        let error = planner.plan(goal, &context).expect_err(goal);
        let said = [error.message(), error.hint().unwrap_or_default(), &error.suggestions().join(" ")].concat();
        assert!(!said.contains("todo") && !said.contains("calculat"), "{goal:?}: {said}");
    }
    assert_eq!(planner.plan("lamp please on", &context).unwrap_err().suggestions(), ["light the lamp"]);
}

proptest! {
    #[test]
    fn any_template_and_any_sentence_are_read_or_refused(template in "[a-c \\[\\]()|;{}<>:]{0,24}", say in ".{0,40}") {
        let mut book = PhraseBook::default();
        if book.register("tool", &json!({}), json!([template])).is_ok()
            && let Some(answer) = book.recognize(&say, &Heard::default())
        {
            for (_, span) in answer.spans {
                prop_assert!(say.get(span.start..span.end).is_some());
            }
        }
    }
}

#[test]
fn commands_of_the_hosts_own_stand_in_goals_beside_what_is_built_in() {
    let mut faults = Vec::new();
    for of in table()["goals"].as_array().expect("goals") {
        let mut book = book(of).expect("a sound book");
        let schema = Value::Object(object(text(of, "schema")));
        for (tool, slot) in of["gives"].as_table().expect("slots") {
            book.gives(tool, slot.as_str().expect("a slot"), &schema).expect("a slot of the schema");
        }
        let own = object(text(of, "tools"));
        let destructive = of.get("destructive").map(ToString::to_string).unwrap_or_default();
        let own = own.keys().map(|name| {
            let mut spec = ToolSpec { name: name.clone(), ..ToolSpec::default() };
            spec.annotations.destructive_hint = destructive.contains(name.as_str());
            spec
        });
        let planner = Planner::new(Planner::built_in_tools().into_iter().chain(own).collect());
        let context =
            PlanContext::new(Now::parse("2026-11-21T09:30").expect("a moment")).with_phrases(&book, Offsets(&|_| 60));
        let steps_of = |plan: Plan| -> Vec<String> {
            let told = |step: &PlanStep| format!("{} {}", step.tool_name, step.tool_input);
            let body = |step: &PlanStep| {
                step.body.iter().map(|step| format!(" each: {}", told(step))).collect::<Vec<_>>().concat()
            };
            plan.steps.iter().map(|step| told(step) + &body(step)).collect()
        };
        let texts = |list: &Toml| -> Vec<String> {
            list.as_array().into_iter().flatten().filter_map(Toml::as_str).map(str::to_owned).collect()
        };
        for case in of["case"].as_array().expect("cases") {
            let goal = text(case, "goal");
            if let Some(answers) = case.get("answers").and_then(Toml::as_array) {
                let error = planner.plan(goal, &context).expect_err(goal);
                assert_eq!(
                    (error.code(), planner.explain(goal, &context).suggestions),
                    ("plan.ambiguous", error.suggestions().to_vec())
                );
                let wanted: Vec<(&str, Vec<String>)> =
                    answers.iter().map(|answer| (answer[0].as_str().expect("a goal"), texts(&answer[1]))).collect();
                let told: Vec<(&str, Vec<String>)> = error
                    .suggestions()
                    .iter()
                    .map(|goal| {
                        (goal.as_str(), planner.plan(goal, &context).map_or_else(|why| vec![why.to_string()], steps_of))
                    })
                    .collect();
                if told != wanted {
                    faults.push(format!("{goal:?} offers {told:?}, expected {wanted:?}"));
                }
                continue;
            }
            let told = match planner.plan(goal, &context) {
                Ok(plan) => steps_of(plan),
                Err(error) => {
                    let offer = text(case, "offers");
                    if !offer.is_empty() && !error.suggestions().iter().any(|goal| goal == offer) {
                        faults.push(format!("{goal:?} offers {:?}", error.suggestions()));
                    }
                    let never = text(case, "never");
                    if !never.is_empty() && error.suggestions().iter().any(|goal| goal.contains(never)) {
                        faults.push(format!("{goal:?} offers {:?}", error.suggestions()));
                    }
                    vec![error.code().to_owned()]
                }
            };
            let steps = case.get("steps").and_then(Toml::as_array);
            let wanted: Vec<String> = match steps {
                Some(steps) => steps.iter().filter_map(Toml::as_str).map(str::to_owned).collect(),
                None => vec![text(case, "error").to_owned()],
            };
            if told != wanted {
                faults.push(format!("{goal:?} gave {told:?}, expected {wanted:?}"));
            }
            // What is shown while it is typed agrees, and its places lie inside.
            let (explanation, planned) = planner.read_and_explain(goal, &context);
            assert_eq!(planned.is_ok(), steps.is_some(), "{goal:?}");
            assert!(explanation.spans.iter().all(|shown| goal.get(shown.span.start..shown.span.end).is_some()));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
