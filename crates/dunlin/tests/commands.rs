//! Commands of a host's own, from its phrases to what is planned and carried out.
#![expect(clippy::unwrap_used, reason = "a test that meets an error has failed")]

mod echo;

use std::{cell::RefCell, rc::Rc};

use dunlin::{Dunlin, DunlinError, Options, RecognizeOptions, RunOptions, Tool, ToolSpec};
use dunlin_base::testing::World;
use serde_json::{Value, json};

use echo::Echo;

/// A tool whose slots are texts.
fn tool(name: &str, slots: &[&str]) -> Rc<dyn Tool> {
    let properties: serde_json::Map<String, Value> =
        slots.iter().map(|slot| ((*slot).to_owned(), json!({"type": "string"}))).collect();
    let input_schema = json!({"type": "object", "properties": properties});
    Rc::new(Echo(ToolSpec { name: name.into(), input_schema, ..ToolSpec::default() }))
}

fn open() -> (World, Dunlin) {
    let world = World::new(1);
    let dunlin = Dunlin::open(world.env(), Options::default());
    (world, dunlin)
}

fn heard(dunlin: &Dunlin, text: &str) -> Option<(String, Value)> {
    let found = dunlin.recognize(text, &RecognizeOptions::default()).unwrap()?;
    Some((found.tool, Value::Object(found.input)))
}

#[test]
fn a_goal_mixes_the_hosts_commands_with_what_is_built_in() {
    let (world, dunlin) = open();
    dunlin.register_with_phrases(tool("play", &["music"]), json!(["play [some] {music}"]), None).unwrap();
    let plan = dunlin.plan("play some jazz and add todo buy strings").unwrap();
    let tools: Vec<&str> = plan.steps.iter().map(|step| step.tool_name.as_str()).collect();
    assert_eq!(tools, ["play", "todo_store"]);
    assert_eq!(plan.steps[0].tool_input["music"], "jazz");
    let run = dunlin.run_plan(plan, RunOptions::default()).unwrap();
    world.block_on(run.drive());
    assert_eq!(run.record().execution_log[0].output, Some(json!({"music": "jazz"})));
    assert_eq!(dunlin.todos().list(&dunlin::Filter::default())[0].text, "buy strings");
}

#[test]
fn words_are_found_where_they_stand_in_utf_16() {
    let (_, dunlin) = open();
    dunlin.register_with_phrases(tool("play", &["music"]), json!(["play [some] {music}"]), None).unwrap();
    let found = dunlin.recognize("play 🎷 jazz", &RecognizeOptions::default()).unwrap().unwrap();
    assert_eq!((&found.spans["music"]["start"], &found.spans["music"]["end"]), (&json!(5), &json!(12)));
    assert_eq!(heard(&dunlin, "what is the weather"), None);
}

#[test]
fn a_list_is_asked_for_before_each_reading() {
    let (_, dunlin) = open();
    dunlin.define_language(json!({"lists": {"room": {"values": []}}})).unwrap();
    let rooms = Rc::new(RefCell::new(Ok(json!(["kitchen"]))));
    let known = rooms.clone();
    dunlin.give_values("", "room", Rc::new(move || known.borrow().clone()));
    dunlin.register_with_phrases(tool("lights", &["room"]), json!(["light up [the] {room}"]), None).unwrap();
    assert_eq!(heard(&dunlin, "light up the kitchen"), Some(("lights".into(), json!({"room": "kitchen"}))));
    assert_eq!(heard(&dunlin, "light up the attic"), None);
    *rooms.borrow_mut() = Ok(json!(["attic"]));
    assert_eq!(heard(&dunlin, "light up the attic"), Some(("lights".into(), json!({"room": "attic"}))));
    assert_eq!(heard(&dunlin, "light up the kitchen"), None);
    // What the host's function says went wrong is told, and what was known before is known still.
    *rooms.borrow_mut() = Err(DunlinError::new("host.away", "the house does not answer"));
    assert_eq!(heard(&dunlin, "light up the attic"), Some(("lights".into(), json!({"room": "attic"}))));
    assert_eq!(dunlin.plan("add todo buy milk").unwrap().steps.len(), 1);
    assert_eq!(dunlin.notices(), ["the list {room} keeps the values it had: the house does not answer"]);
    assert_eq!(dunlin.check_language().unwrap_err().code, "host.away");
    assert_eq!(dunlin.sample_language("lights", 3, 1).unwrap_err().code, "host.away");
}

#[test]
fn what_a_function_gives_is_said_as_it_stands_where_it_is_no_template() {
    let (_, dunlin) = open();
    dunlin.define_language(json!({"lists": {"song": {"values": []}}, "rules": {"the": "[the]"}})).unwrap();
    let songs =
        json!(["Smile :(", "Ruby <live>", "{x}", {"in": "half [of it", "out": "half"}, "<the> end", "ru(n|ns)"]);
    dunlin.give_values("", "song", Rc::new(move || Ok(songs.clone())));
    dunlin.register_with_phrases(tool("play", &["song"]), json!(["play {song}"]), None).unwrap();
    for (say, song) in [
        ("play smile :(", json!("Smile :(")),
        ("play ruby <live>", json!("Ruby <live>")),
        ("play {x}", json!("{x}")),
        ("play half [of it", json!("half")),
        ("play the end", json!("<the> end")),
        ("play runs", json!("ru(n|ns)")),
    ] {
        assert_eq!(heard(&dunlin, say), Some(("play".into(), json!({"song": song}))), "{say}");
    }
    assert_eq!(dunlin.notices(), [""; 0]);
}

#[test]
fn a_list_that_cannot_be_used_can_be_taken_away() {
    let (_, dunlin) = open();
    dunlin.define_language(json!({"lists": {"song": {"values": []}, "room": {"values": []}}})).unwrap();
    let many = "(a|b|c|d|e|f|g|h|i|j)".repeat(4);
    let songs = Rc::new(RefCell::new(json!(["jazz"])));
    let known = songs.clone();
    dunlin.give_values("", "song", Rc::new(move || Ok(known.borrow().clone())));
    dunlin.give_values("", "room", Rc::new(|| Ok(json!(["hall"]))));
    dunlin.register_with_phrases(tool("play", &["song"]), json!(["play {song}"]), None).unwrap();
    assert!(heard(&dunlin, "play jazz").is_some());
    *songs.borrow_mut() = json!(["rock", many]);
    assert!(heard(&dunlin, "play jazz").is_some() && heard(&dunlin, "play rock").is_none());
    assert!(dunlin.notices().concat().contains("more than 1000 ways"), "{:?}", dunlin.notices());
    dunlin.register_with_phrases(tool("enter", &["room"]), json!(["enter {room}"]), None).unwrap();
    dunlin.define_language(json!({"lists": {"song": {"range": {"from": 1, "to": 9}}}})).unwrap();
    assert!(heard(&dunlin, "play jazz").is_none());
    assert_eq!(dunlin.notices(), [""; 0]);
    dunlin.define_language(json!({"lists": {"song": {"values": ["folk"]}}})).unwrap();
    assert!(heard(&dunlin, "play folk").is_some());
    assert!(heard(&dunlin, "enter hall").is_some(), "the other list is still asked for");
}

#[test]
fn what_two_tools_claim_and_what_none_reaches_is_told() {
    let (_, dunlin) = open();
    dunlin.register_with_phrases(tool("play", &["music"]), json!(["start {music}"]), None).unwrap();
    dunlin.register_with_phrases(tool("race", &["horse"]), json!(["start {horse}"]), None).unwrap();
    let checked = dunlin.check_language().unwrap();
    let conflict = &checked["conflicts"][0];
    assert_eq!(conflict["tools"], json!(["play", "race"]), "{checked}");
    let said = conflict["sentence"].as_str().unwrap();
    let found = dunlin.recognize(said, &RecognizeOptions::default()).unwrap().unwrap();
    assert_eq!(found.alternatives.len(), 1, "{said}");
}

#[test]
fn samples_are_said_by_their_own_tool_and_the_same_for_a_seed() {
    let (_, dunlin) = open();
    let phrases = json!(["(dim | darken) the (hall | stairs) [a bit | a little]"]);
    dunlin.register_with_phrases(tool("dim", &[]), phrases, None).unwrap();
    let samples = dunlin.sample_language("dim", 6, 7).unwrap();
    assert!(!samples.is_empty() && samples == dunlin.sample_language("dim", 6, 7).unwrap());
    for sample in samples {
        assert_eq!(heard(&dunlin, &sample).map(|(tool, _)| tool).as_deref(), Some("dim"), "{sample}");
    }
    let unknown = dunlin.sample_language("dimm", 6, 7).unwrap_err();
    assert_eq!((unknown.code.as_str(), unknown.hint.as_deref()), ("tool.not-found", Some("did you mean \"dim\"?")));
}

#[test]
fn nothing_is_kept_of_a_tool_that_is_refused() {
    let (_, dunlin) = open();
    let faulty = dunlin.register_with_phrases(tool("play", &["music"]), json!(["play {musik}"]), None).unwrap_err();
    assert!(faulty.to_string().contains("musik"), "{faulty}");
    assert!(dunlin.tools().iter().all(|spec| spec.name != "play"));
    let slot = dunlin.register_with_phrases(tool("play", &["music"]), json!(["play {music}"]), Some("song"));
    assert!(slot.unwrap_err().to_string().contains("song"));
    dunlin.register_with_phrases(tool("play", &["music"]), json!(["play {music}"]), Some("music")).unwrap();
    // A second tool of that name is refused, and the first keeps its phrases.
    let taken = dunlin.register_with_phrases(tool("play", &["music"]), json!(["strum {music}"]), None).unwrap_err();
    assert_eq!(taken.code, "tool.exists");
    assert_eq!(heard(&dunlin, "play jazz").map(|(tool, _)| tool).as_deref(), Some("play"));
    assert_eq!(heard(&dunlin, "strum jazz"), None);
    assert!(dunlin.unregister_tool("play") && !dunlin.unregister_tool("play"));
    assert_eq!(heard(&dunlin, "play jazz"), None);
    assert_eq!(dunlin.plan("play jazz").unwrap_err().code, "plan.unrecognized");
}

#[test]
fn who_asks_what_can_be_said_is_told_the_hosts_commands_too() {
    let (world, dunlin) = open();
    dunlin.register_with_phrases(tool("play", &["music"]), json!(["play [some] {music}"]), None).unwrap();
    dunlin.register_with_phrases(tool("stop", &[]), json!(["(stop|end) the music", "hush"]), None).unwrap();
    let run = dunlin.run("what can you do", RunOptions::default()).unwrap();
    world.block_on(run.drive());
    let told = run.record().result.unwrap().as_str().unwrap().to_owned();
    assert!(told.contains("add todo") && told.ends_with("\ncommands: play some …, stop the music"), "{told}");
    let refused = dunlin.plan("paint the fence blue").unwrap_err();
    assert!(refused.message.contains("a calculation or a command"), "{refused}");
    assert!(refused.hint.unwrap().ends_with("\"calculate …\", \"play some …\" or \"stop the music\""));
    // Where no command is there, none is spoken of.
    let (_, bare) = open();
    let refused = bare.plan("paint the fence blue").unwrap_err();
    assert!(refused.message.ends_with("a request about todos or a calculation"), "{refused}");
}
