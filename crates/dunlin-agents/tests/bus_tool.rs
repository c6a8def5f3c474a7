//! The tool `bus`: messages are published, taken by groups, acknowledged, given back, and set aside.

mod common;

use common::{block_on, office};
use dunlin_agents::bus::{Bus, BusTool};
use dunlin_base::testing::World;
use dunlin_runtime::{Policy, RunStatus, StartOptions, Tool, ToolCall, ToolFailure};
use serde_json::{Value, json};

fn said(world: &World, tool: &BusTool, input: Value) -> Result<Value, ToolFailure> {
    world.block_on(tool.call(ToolCall { input, ..ToolCall::default() })).map(|given| given.output)
}

#[test]
fn a_message_is_given_to_each_group_until_it_is_acknowledged() {
    let world = World::new(1);
    let tool = BusTool::new(&world.env());
    let ask = |input: Value| said(&world, &tool, input).unwrap();
    let first = ask(json!({"action": "publish", "topic": "my news", "key": "a", "value": {"n": 1}}));
    assert_eq!(first["topic"], "my-news");
    ask(json!({"action": "publish", "topic": "my news", "key": "a", "value": {"n": 2}}));
    let take = |group: &str| ask(json!({"action": "take", "topic": "my-news", "group": group}));
    let given = take("readers");
    assert_eq!((&given["id"], &given["value"], &given["tries"]), (&first["id"], &json!({"n": 1}), &json!(1)));
    // The second of the same key waits for the first; another group has its own turn.
    assert_eq!(take("readers"), Value::Null);
    assert_eq!(take("printers")["id"], first["id"]);
    let done = json!({"action": "acknowledge", "topic": "my-news", "group": "readers", "id": first["id"]});
    assert_eq!(ask(done.clone()), json!({"acknowledged": true}));
    assert_eq!(ask(done), json!({"acknowledged": false}));
    let second = take("readers");
    assert_eq!(second["value"], json!({"n": 2}));
    // Given back in vain, it is set aside, and whoever asks is told of it.
    for tries in 1..=5 {
        let back = json!({"action": "giveBack", "topic": "my-news", "group": "readers", "id": second["id"], "tries": tries, "why": "unreadable"});
        assert_eq!(ask(back), json!({"givenBack": true}));
        take("readers");
    }
    let dead = ask(json!({"action": "deadLetters", "topic": "my news"}));
    assert_eq!(
        (dead.as_array().unwrap().len(), &dead[0]["why"], &dead[0]["tries"]),
        (1, &json!("unreadable"), &json!(5))
    );
    let bus = Bus::stored(&world.env());
    let waiting = bus.letters("my-news").unwrap();
    assert_eq!((waiting.len(), &waiting[0].groups[..]), (2, &["printers".to_owned()][..]));
    assert!(bus.remove("my-news", &waiting[0].id).unwrap() && !bus.remove("my-news", &waiting[0].id).unwrap());
    assert_eq!(bus.letters("my-news").unwrap().len(), 1);
    assert_eq!(take("printers")["value"], json!({"n": 2}));
}

#[test]
fn a_dead_letter_is_given_again_and_a_group_that_leaves_keeps_nothing_waiting() {
    let world = World::new(1);
    let tool = BusTool::new(&world.env());
    let ask = |mut input: Value| {
        input["topic"] = json!("news");
        said(&world, &tool, input).unwrap()
    };
    let take = || ask(json!({"action": "take", "group": "readers"}));
    take();
    let id = ask(json!({"action": "publish", "value": 1}))["id"].clone();
    for tries in 1..=5 {
        assert_eq!(take()["tries"], tries);
        ask(json!({"action": "giveBack", "group": "readers", "id": id, "tries": tries}));
    }
    assert_eq!(take(), Value::Null);
    let revive = json!({"action": "revive", "group": "readers", "id": id});
    assert_eq!(ask(revive.clone()), json!({"revived": true}));
    assert_eq!(ask(revive), json!({"revived": false}));
    assert_eq!(ask(json!({"action": "deadLetters"})), json!([]));
    assert_eq!((&take()["id"], &ask(json!({"action": "take", "group": "printers"}))["id"]), (&id, &id));
    // What only the group that leaves had left to acknowledge goes with it.
    ask(json!({"action": "acknowledge", "group": "readers", "id": id}));
    assert_eq!(Bus::stored(&world.env()).letters("news").unwrap().len(), 1);
    let leave = json!({"action": "unsubscribe", "group": "printers"});
    assert!(tool.spec().is_destructive(&leave));
    assert_eq!(ask(leave), json!({"topic": "news", "group": "printers"}));
    assert!(Bus::stored(&world.env()).letters("news").unwrap().is_empty());
}

#[test]
fn what_does_not_fit_or_is_kept_in_by_the_guard_is_refused_and_says_why() {
    let world = World::new(1);
    let tool = BusTool::new(&world.env());
    let card = json!({"action": "publish", "topic": "t", "value": "my card is 4111 1111 1111 1111"});
    for (input, code, part) in [
        (json!({"action": "shout", "topic": "t"}), "tool.invalid-input", "shout"),
        (json!({"action": "publish"}), "tool.invalid-input", "topic"),
        (json!({"action": "publish", "topic": "t"}), "tool.invalid-input", "publish of bus needs a value"),
        (json!({"action": "take", "topic": "t"}), "tool.invalid-input", "needs a group"),
        (json!({"action": "acknowledge", "topic": "t", "group": "g"}), "tool.invalid-input", "needs an id"),
        (json!({"action": "giveBack", "topic": "t", "group": "g", "id": "1"}), "tool.invalid-input", "tries"),
        (json!({"action": "revive", "topic": "t", "group": "g"}), "tool.invalid-input", "needs an id"),
        (json!({"action": "unsubscribe", "topic": "t"}), "tool.invalid-input", "needs a group"),
        (json!({"action": "publish", "topic": "a:b", "value": 1}), "bus.name", "a:b"),
        (json!({"action": "acknowledge", "topic": "t", "group": "g", "id": "a:b"}), "bus.name", "a:b"),
        (json!({"action": "publish", "topic": "t", "value": "x".repeat(60_000)}), "bus.too-much", "50000"),
        (card.clone(), "bus.guarded", "card number"),
    ] {
        let failure = said(&world, &tool, input.clone()).unwrap_err();
        assert_eq!(failure.code, code, "{input}: {failure:?}");
        assert!(failure.message.contains(part), "{input}: {failure:?}");
    }
    assert!(world.storage().dump().is_empty());
    said(&world, &BusTool::unguarded(&world.env()), card).unwrap();
}

#[test]
fn the_reviewer_leaves_a_message_about_what_the_others_did() {
    let world = World::new(1);
    let (team, runtime) = office(&world.env());
    let goal = "find what my notes say about heating costs, total them by month and announce it under costs";
    let plan = team.plan(goal, &Policy::default()).unwrap();
    let run = block_on(runtime.start(plan, StartOptions::default()).unwrap().drive());
    assert_eq!(run.status, RunStatus::Completed, "{:#?}", run.error);
    let letters = Bus::stored(&world.env()).letters("costs").unwrap();
    assert_eq!(letters[0].value["totals"][0]["total"], json!(142.3));
}
