//! The guard over a written set: what it finds, what it leaves alone, and what is done then.
#![expect(clippy::unwrap_used, reason = "a test helper that finds its own case wrong should stop the test")]

use std::{cell::RefCell, collections::BTreeMap, fmt::Write, rc::Rc};

use dunlin_agents::guard::{Action, Detector, Guard, GuardPolicy, Guarded, Kind};
use dunlin_base::{LocalFuture, Span, testing::World};
use dunlin_plan::{Annotations, ToolSpec};
use dunlin_runtime::{Sensitive, Tool, ToolCall, ToolFailure, ToolOutput};
use proptest::prelude::*;
use serde_json::{Value, json};

/// A line without its marks, and what is to be found there.
fn read(line: &str) -> (String, Vec<(Kind, Span)>) {
    let line = &line.replace('·', "").replace('¶', "\n").replace("\\u{a0}", "\u{a0}").replace("\\u{202f}", "\u{202f}");
    let (mut text, mut wanted, mut rest) = (String::new(), Vec::new(), line.as_str());
    while let Some((before, mark)) = rest.split_once("{{") {
        let (mark, after) = mark.split_once("}}").unwrap();
        let (kind, marked) = mark.split_once(':').unwrap();
        text.push_str(before);
        let start = text.len();
        text.push_str(marked);
        wanted.push((serde_json::from_value(json!(kind)).unwrap(), Span::new(start, text.len())));
        rest = after;
    }
    text.push_str(rest);
    (text, wanted)
}

/// Precision and recall over a written set, by kind, and the lines in which something else was found.
fn holds(set: &str) -> String {
    // Found and wanted, found, wanted.
    let mut counts: BTreeMap<Kind, [usize; 3]> = BTreeMap::new();
    let mut told = String::new();
    for line in set.lines().filter(|line| !line.is_empty() && !line.starts_with("# ")) {
        let (text, wanted) = read(line);
        let found: Vec<(Kind, Span)> =
            Detector.find(&text).iter().map(|finding| (finding.kind, finding.span)).collect();
        for (kind, _) in &wanted {
            counts.entry(*kind).or_default()[2] += 1;
        }
        for one in &found {
            let count = counts.entry(one.0).or_default();
            count[1] += 1;
            count[0] += usize::from(wanted.contains(one));
        }
        if found != wanted {
            let shown: Vec<_> = found.iter().map(|(kind, span)| (kind, &text[span.start..span.end])).collect();
            writeln!(told, "{line}\n    found {shown:?}").unwrap();
        }
    }
    for (kind, [right, found, wanted]) in &counts {
        writeln!(told, "{kind:?}: {right} right of {found} found, {wanted} wanted").unwrap();
    }
    for (kind, [right, found, wanted]) in &counts {
        assert!(*wanted >= 15, "{kind:?}: {wanted} are too few to say anything");
        assert!(right * 100 >= found * 95 && right * 100 >= wanted * 95, "{kind:?}\n{told}");
    }
    assert_eq!(counts.len(), Kind::ALL.len());
    told
}

#[test]
fn precision_and_recall_are_at_least_95_percent_for_each_kind() {
    println!("{}", holds(include_str!("../../../testdata/guard.txt")));
}

#[test]
fn precision_and_recall_are_at_least_95_percent_for_each_kind_of_what_was_held_out() {
    println!("{}", holds(include_str!("../../../testdata/guard-held-out.txt")));
}

struct Echo {
    spec: ToolSpec,
    got: RefCell<Vec<Value>>,
}

impl Tool for Echo {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    fn call(&self, call: ToolCall) -> LocalFuture<'static, Result<ToolOutput, ToolFailure>> {
        self.got.borrow_mut().push(call.input.clone());
        let output = ToolOutput { output: call.input, metadata: Some(json!({"from": "10.1.2.3"})) };
        Box::pin(std::future::ready(Ok(output)))
    }
}

fn echo(open_world: bool) -> Rc<Echo> {
    let annotations = Annotations { open_world_hint: open_world, ..Annotations::default() };
    Rc::new(Echo {
        spec: ToolSpec { name: "echo".into(), annotations, ..ToolSpec::default() },
        got: RefCell::default(),
    })
}

fn call(tool: &Guarded, input: Value) -> Result<ToolOutput, ToolFailure> {
    World::new(1).block_on(tool.call(ToolCall { input, attempt: 1, step_number: 1, ..ToolCall::default() }))
}

#[test]
fn what_leaves_the_device_is_redacted_asked_about_or_held_back() {
    let guard = |action| Rc::new(Guard::new(GuardPolicy::all(action)));
    let input =
        json!({"to": ["anna@example.org"], "note": "pay DE89370400440532013000", "n": 4_111_111_111_111_111_u64});
    let redacted = json!({"to": ["[e-mail]"], "note": "pay [account number]", "n": "[card number]"});

    let tool = echo(true);
    let given = call(&Guarded::new(tool.clone(), guard(Action::Redact)), input.clone()).unwrap();
    assert_eq!(*tool.got.borrow(), [redacted]);
    assert_eq!(given.metadata.unwrap()["takenOut"], "1 × account number, 1 × card number, 1 × e-mail");

    let tool = echo(true);
    let failure = call(&Guarded::new(tool.clone(), guard(Action::Block)), input.clone()).unwrap_err();
    assert_eq!(failure.code, "guard.blocked");
    assert_eq!(failure.message, "the input of echo holds 1 × account number, 1 × card number, 1 × e-mail");
    assert!(tool.got.borrow().is_empty());
    let guarded = Guarded::new(tool.clone(), guard(Action::Block)).hinting("see the settings");
    assert_eq!(call(&guarded, input.clone()).unwrap_err().hint.unwrap(), "see the settings");

    let tool = echo(true);
    let guarded = Guarded::new(tool.clone(), Rc::new(Guard::default()));
    let mixed = json!({"password": "hunter2!x"});
    assert_eq!(call(&guarded, mixed).unwrap_err().code, "guard.blocked");
    assert!(call(&guarded, json!({"password": "required"})).is_ok());
}

#[test]
fn a_secret_in_a_value_is_known_by_the_name_of_its_field() {
    for held in [
        json!({"db_password": "S3cret-Pa55"}),
        json!({"dbPassword": "a,b;c-d1-S3cret"}),
        json!({"apiToken": "7hJ2kL9mN4pQ6rS8"}),
        json!({"env": "DB_PASSWORD=S3cret-Pa55"}),
        json!({"env": ["MODE=prod", "DB_PASSWORD=S3cret-Pa55"]}),
        json!({"env": [{"name": "DB_PASSWORD", "value": "S3cret-Pa55"}]}),
        json!({"body": "{\"db_password\":\"S3cret-Pa55\"}"}),
        json!({"password": 48_151_623}),
        json!("DB_PASSWORD=S3cret-Pa55"),
    ] {
        let verdict = Guard::of_the_device().check(&held);
        assert_eq!((verdict.action, verdict.in_words().as_str()), (Action::Block, "1 × key"), "{held}");
        let kept = Guard::default().redact_value(&held).to_string();
        assert!(kept.contains("[key]") && !kept.contains("S3cret") && !kept.contains("48151623"), "{kept}");
    }
    for free in [
        json!({"db_password": "", "dbPassword": null, "apiToken": "${API_TOKEN}", "token": 1_532}),
        json!({"name": "mode", "value": "S3cret-Pa55", "page_token": "CAUQAA-19", "primaryKey": "customer-19"}),
        json!({"max_tokens": 128_000, "token": 128_000, "password": "your-password-1", "secretName": "tls-2026"}),
    ] {
        assert_eq!(Guard::of_the_device().check(&free).action, Action::Allow, "{free}");
    }
}

#[test]
fn what_a_person_is_asked_about_is_told_by_kind_and_place_and_goes_only_with_their_leave() {
    let holds = |kind: &str, field: &str, count| Sensitive { kind: kind.into(), field: field.into(), count };
    let policy = GuardPolicy::all(Action::Ask).with(Kind::Phone, Action::Redact);
    let guarded = |tool: &Rc<Echo>| Guarded::new(tool.clone(), Rc::new(Guard::new(policy.clone())));
    let input = json!({
        "to": ["x", "anna@example.org, bob@example.org"],
        "a/b": {"password": "hunter2!x"},
        "of": {"carol@example.org": "+49 30 901820"},
    });
    let tool = echo(true);
    assert!(guarded(&tool).spec().asks_leave && !tool.spec.asks_leave);
    let needed = guarded(&tool).needs_leave(&input);
    assert_eq!(needed, [holds("key", "/a~1b/password", 1), holds("e-mail", "/of", 1), holds("e-mail", "/to/1", 2)]);
    assert_eq!(call(&guarded(&tool), input.clone()).unwrap_err().code, "guard.refused");
    let with = |leave: Vec<Sensitive>| {
        let call = ToolCall { input: input.clone(), leave, ..ToolCall::default() };
        World::new(1).block_on(guarded(&tool).call(call))
    };
    assert_eq!(with(needed[1..].to_vec()).unwrap_err().code, "guard.refused");
    assert!(tool.got.borrow().is_empty());
    // What is to be taken out is, whatever a person has let through.
    let given = with(needed).unwrap();
    assert_eq!(given.metadata.unwrap()["takenOut"], "1 × phone number");
    assert_eq!(tool.got.borrow()[0]["of"], json!({"carol@example.org": "[phone number]"}));

    // What is refused anyway, holds nothing or stays here is nothing to ask about.
    let blocks = GuardPolicy::all(Action::Ask).with(Kind::Card, Action::Block);
    let blocking = Guarded::new(echo(true), Rc::new(Guard::new(blocks)));
    let card = json!({"to": "anna@example.org", "n": "4111 1111 1111 1111"});
    assert!(blocking.needs_leave(&card).is_empty());
    assert!(guarded(&tool).needs_leave(&json!({"to": "the bakery"})).is_empty());
    let here = Guarded::new(echo(false), Rc::new(Guard::new(GuardPolicy::all(Action::Ask))));
    assert!(!here.spec().asks_leave && here.needs_leave(&input).is_empty());
    assert!(!Guarded::new(echo(true), Rc::new(Guard::default())).spec().asks_leave);

    // Of very many places the rest is counted.
    let many: Vec<String> = (0..50).map(|at| format!("a{at}@example.org")).collect();
    let told = guarded(&tool).needs_leave(&json!(many));
    assert_eq!((told.len(), told.last()), (21, Some(&holds("e-mail", "", 30))));
    assert!(!serde_json::to_string(&told).unwrap().contains('@'));
}

#[test]
fn what_stays_on_the_device_is_not_held_back() {
    let input = json!({"to": "anna@example.org"});
    let tool = echo(false);
    let guarded = Guarded::new(tool.clone(), Rc::new(Guard::default()));
    assert_eq!(call(&guarded, input.clone()).unwrap().output, input);
    assert_eq!(tool.got.borrow().as_slice(), [input]);
}

#[test]
fn a_value_that_is_too_deep_to_look_into_does_not_leave() {
    let mut value = json!("anna@example.org");
    for _ in 0..200 {
        value = json!([value]);
    }
    assert_eq!(Guard::default().check(&value).action, Action::Block);
}

proptest! {
    /// Whatever stands around it, words such as "version" aside: what was put into a text is found, and nothing of it is left.
    #[test]
    fn what_is_put_into_a_text_does_not_leave(
        parts in prop::collection::vec(("[a-dé]{0,9}", 0_usize..5), 0..8),
        noise in "\\PC{0,40}",
    ) {
        let known = ["anna@example.org", "4111111111111111", "10.1.2.3", "+49 30 901820", "ghp_abcdefghijklmnopqrstuvwxyz0123456789"];
        let words: Vec<&str> = parts.iter().flat_map(|(word, at)| [word.as_str(), known[*at]]).collect();
        let text = words.join(" ");
        let kept = Guard::default().redact(&text);
        for word in known {
            prop_assert!(!kept.contains(word), "{kept}");
        }
        let mut end = 0;
        for finding in Detector.find(&noise) {
            prop_assert!(finding.span.start >= end && noise.get(finding.span.start..finding.span.end).is_some());
            end = finding.span.end;
        }
    }
}
