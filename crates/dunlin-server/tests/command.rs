//! The program's commands, each a process of its own over one file.
mod common;

use std::{
    io::{BufRead, BufReader},
    process::Stdio,
};

use common::Home;
use serde_json::{Value, json};

#[test]
fn plans_are_the_golden_ones_byte_for_byte() {
    let text = include_str!("../../../testdata/golden/plans.json");
    let golden: Value = serde_json::from_str(text).unwrap();
    let home = Home::new();
    let goals: Vec<&str> =
        golden["plans"].as_array().unwrap().iter().filter_map(|plan| plan["goal"].as_str()).collect();
    assert!(goals.len() >= 40);
    for goal in goals {
        let said = home.say_with(goal, &["ask", "-", "--plan"]);
        assert_eq!(said.code, 0, "{goal}: {}", said.err);
        // What it would touch is told behind it.
        let plan = said.out.trim_end().split_once(",\"touches\":[").map(|(plan, _)| format!("{plan}}}"));
        assert!(
            text.contains(&format!("\"plan\": {}", plan.as_deref().unwrap_or(said.out.trim_end()))),
            "another plan for {goal:?}: {}",
            said.out
        );
    }
    assert_eq!(home.say(&["runs", "list"]).out, "", "planning is no run");
}

#[test]
fn a_goal_is_carried_out_and_told_event_by_event() {
    let home = Home::new();
    let said = home.say(&["ask", "add todo Buy milk and calculate (10 + 5) * 2 then list todos"]);
    assert_eq!(said.code, 0, "{}", said.err);
    let events: Vec<Value> = said.records().into_iter().filter(|record| record["seq"].is_number()).collect();
    let numbers: Vec<u64> = events.iter().filter_map(|event| event["seq"].as_u64()).collect();
    assert_eq!(numbers, (1..=numbers.len() as u64).collect::<Vec<_>>());
    assert_eq!(events.last().unwrap()["type"], "runCompleted");
    let run = said.run();
    assert_eq!(run["executionLog"][1]["output"], 30);
    let id = run["runId"].as_str().unwrap();

    // Another process sees the same.
    assert_eq!(home.say(&["todos", "list"]).records()[0]["text"], "Buy milk");
    let list = home.say(&["runs", "list"]).records();
    assert_eq!((list.len(), &list[0]["status"]), (1, &json!("completed")));
    assert_eq!(home.say(&["runs", "show", id]).records()[0], run);
    assert!(home.say(&["runs", "report", id]).out.starts_with("# Run report"));
    assert_eq!(home.say(&["runs", "report", id, "--json"]).records()[0]["run"], run);
    assert_eq!(home.say(&["runs", "list", "--status", "failed"]).out, "");

    // The same identifier does not do it twice.
    let again = home.say(&["ask", "add todo Buy milk", "--run-id", id]);
    assert_eq!((again.code, again.error()["code"].as_str()), (3, Some("run.exists")));
    assert_eq!(home.say(&["runs", "delete", id]).code, 0);
    assert_eq!(home.say(&["runs", "show", id]).code, 6);
}

#[test]
fn words_are_for_people() {
    let home = Home::new();
    let said = home.say(&["ask", "--verbose", "add todo call Ada tomorrow p1 and calculate 6 * 7"]);
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(said.out.contains("call Ada") && said.out.contains("42") && said.out.contains("why: "), "{}", said.out);
    let evil = home.say(&["ask", "--verbose", "add todo \"\u{1b}]0;owned\u{7}\u{1b}[31mred\""]);
    assert!(
        !evil.out.contains('\u{1b}') && !evil.out.contains('\u{7}'),
        "a todo does not command the terminal: {evil:?}"
    );
}

#[test]
fn exit_codes_tell_how_it_ended() {
    let home = Home::new();
    let cases: [(&[&str], i32, &str); 13] = [
        (&["ask", "calculate 6 * 7"], 0, ""),
        (&["ask", "calculate 1 / 0"], 1, ""),
        (&["ask"], 2, ""),
        (&["sing"], 2, ""),
        (&["ask", "what is the weather in Oslo"], 3, "plan.unrecognized"),
        (&["ask", "calculate 6 * 7", "--policy", "{\"maxSteps\": -1}"], 3, "api.invalid-policy"),
        (&["ask", "calculate 6 * 7", "--policy", "{\"aproval\": \"never\"}"], 3, "api.invalid-policy"),
        (&["runs", "show", "no-such-run"], 6, "run.not-found"),
        (&["runs", "resume", "no-such-run"], 6, "run.not-found"),
        (&["runs", "approve", "no-such-run", "--approval", "a", "--input", "{"], 3, "api.bad-argument"),
        (&["runs", "signal", "no-such-run", "paid", "by post"], 3, "api.bad-argument"),
        (&["todos", "complete", "nothing like this"], 6, "todo.not-found"),
        (&["run", "/no/such/file.json"], 7, "machine.refused"),
    ];
    for (arguments, code, error) in cases {
        let said = home.say(arguments);
        assert_eq!(said.code, code, "{arguments:?}: {said:?}");
        if !error.is_empty() {
            assert_eq!(said.error()["code"], error, "{arguments:?}");
            assert!(said.error()["hint"].is_string(), "{arguments:?} says what to do instead: {said:?}");
        }
    }
    let refused = home.say(&["ask", "what is the weather in Oslo"]);
    let offers = refused.error()["details"]["suggestions"].as_array().map_or(0, Vec::len);
    assert!(offers > 0, "a refusal offers goals that would do: {refused:?}");
    let folder = home.folder.path().to_str().unwrap().to_owned();
    assert_eq!(home.say(&["--file", &folder, "todos", "list"]).code, 7, "a folder is no file");
}

#[test]
fn what_is_wrong_with_the_plan_of_a_file_names_its_line_and_column() {
    let home = Home::new();
    let file = home.folder.path().join("plan.json");
    let step = |rest: &str| {
        format!("{{\"schemaVersion\": 2, \"goal\": \"é\", \"steps\": [\n  {{\"stepNumber\": 1, {rest}}}]}}")
    };
    for (rest, place) in [
        (r#""kind": "wiat", "toolInput": {}"#, "line 2 column 29"),
        (r#""toolName": "calculater", "toolInput": {}"#, "line 2 column 33"),
        (r#""kind": "wait", "toolInput": {"ms": 1}, "dependsOn": [7]"#, "line 2 column 74"),
        (r#""kind": "wait" "toolInput": {}"#, "line 2 column 36"),
    ] {
        std::fs::write(&file, step(rest)).unwrap();
        for command in [
            &["run", file.to_str().unwrap()][..],
            &["schedules", "add", "--plan", file.to_str().unwrap(), "--at", "2100-01-01T09:00"],
        ] {
            let said = home.say(command);
            assert_eq!(said.code, 3, "{rest}: {said:?}");
            let error = said.error();
            assert!(error["message"].as_str().unwrap().ends_with(&format!(" at {place}")), "{rest}: {error}");
            assert_eq!(error["details"]["faults"][0]["place"]["line"], 2, "{rest}: {error}");
        }
    }
}

#[test]
fn what_may_destroy_waits_for_a_person() {
    let home = Home::new();
    for text in ["one", "two", "three"] {
        assert_eq!(home.say(&["todos", "add", text]).code, 0);
    }
    let left = |home: &Home| home.say(&["todos", "list"]).records().len();
    let waits = home.say(&["ask", "clear my list"]);
    assert_eq!((waits.code, left(&home)), (4, 3), "{waits:?}");
    let told = waits.records().pop().unwrap();
    assert_eq!((&told["type"], &told["approvals"][0]["toolName"]), (&json!("waits"), &json!("todo_store")));
    let id = told["runId"].as_str().unwrap().to_owned();

    // It waits in the file: another process asks again, and a third says no.
    assert_eq!((home.say(&["runs", "resume"]).code, left(&home)), (4, 3));
    let wrong = home.say(&["runs", "approve", &id, "--approval", "of another question"]);
    assert_eq!((wrong.code, left(&home)), (3, 3), "{wrong:?}");
    let no = home.say(&["runs", "approve", &id, "--reject", "--feedback", "not today"]);
    assert_eq!((no.code, left(&home)), (0, 3), "{no:?}");
    assert_eq!(no.run()["executionLog"][0]["status"], "denied");
    assert_eq!(home.say(&["runs", "approve", &id]).code, 3, "nothing is asked any more");

    let waits = home.say(&["ask", "clear my list"]);
    let id = waits.records().pop().unwrap()["runId"].as_str().unwrap().to_owned();
    let yes = home.say(&["runs", "approve", &id]);
    assert_eq!((yes.code, left(&home)), (0, 0), "{yes:?}");
    assert_eq!((home.say(&["todos", "undo"]).code, left(&home)), (0, 3));
    assert_eq!((home.say(&["ask", "clear my list", "--yes"]).code, left(&home)), (0, 0));

    home.say(&["todos", "undo"]);
    let waits = home.say(&["ask", "clear my list"]);
    let id = waits.records().pop().unwrap()["runId"].as_str().unwrap().to_owned();
    assert_eq!(home.say(&["runs", "cancel", &id, "--reason", "changed my mind"]).records()[0]["status"], "cancelled");
    assert_eq!((home.say(&["runs", "resume", &id]).code, left(&home)), (5, 3));
    assert!(home.say(&["runs", "resume", &id, "--verbose"]).out.contains("cancelled: changed my mind\n"));
}

#[test]
fn a_plan_that_is_shown_names_what_it_would_touch_and_what_it_would_not_find() {
    let home = Home::new();
    for text in ["oat milk", "almond milk", "fix the sink"] {
        home.say(&["todos", "add", text]);
    }
    let touches = |goal: &str| home.say(&["ask", "--plan", "--json", goal]).records()[0]["touches"].clone();
    let names = |touch: &Value| {
        let todos = touch["todos"].as_array().unwrap().iter();
        let mut names: Vec<String> = todos.filter_map(|todo| todo["text"].as_str().map(str::to_owned)).collect();
        names.sort_unstable();
        names
    };
    let all = touches("delete all milk todos");
    assert_eq!((&all[0]["stepNumber"], &all[0]["count"]), (&json!(1), &json!(2)), "{all}");
    assert_eq!(
        (names(&all[0]), &all[0]["problem"]),
        (vec!["almond milk".to_owned(), "oat milk".to_owned()], &Value::Null)
    );
    let several = touches("delete milk");
    assert_eq!((names(&several[0]).len(), &several[0]["problem"]["severity"]), (2, &json!("warning")), "{several}");
    let missing = touches("delete todo bread");
    assert_eq!((names(&missing[0]).len(), &missing[0]["problem"]["severity"]), (0, &json!("warning")), "{missing}");
    assert_eq!(touches("list todos"), Value::Null);

    let text = |goal: &str| home.say(&["ask", "--plan", "--verbose", goal]).out;
    let all = text("delete all milk todos");
    assert!(all.contains("touches 2 todos: ") && all.contains("\"oat milk\""), "{all}");
    assert!(text("delete milk").contains("2 todos match: "), "{}", text("delete milk"));
    let last = |goal: &str| text(goal).lines().last().map(|line| line.trim().to_owned());
    assert_eq!(
        last("delete todo bread").as_deref(),
        Some("Todo not found: bread (list the todos to see what there is)")
    );
    assert_eq!(
        last("delete todo fix the sinc").as_deref(),
        Some("Todo not found: fix the sinc (did you mean \"fix the sink\"?)")
    );
    assert_eq!(last("mark fix the sink as done").as_deref(), Some("touches \"fix the sink\""));

    // What is kept of it can be carried out, and what was so then is no part of the run.
    let file = home.folder.path().join("plan.json");
    std::fs::write(&file, home.say(&["ask", "--plan", "--json", "delete all milk todos"]).out).unwrap();
    let run = home.say(&["run", file.to_str().unwrap(), "--yes"]);
    assert_eq!((run.code, &run.run()["plan"]["touches"]), (0, &Value::Null), "{run:?}");
    assert_eq!(home.say(&["todos", "list"]).records().len(), 1);
}

#[test]
fn the_time_in_a_zone_is_known() {
    let home = Home::new();
    let said = home.say(&["ask", "what time is it in tokyo"]);
    assert_eq!(said.code, 0, "{said:?}");
    let told = said.run()["executionLog"][0]["output"].to_string();
    assert!(told.contains("18:30"), "{told}");
}

#[test]
fn one_process_cancels_what_another_does() {
    let home = Home::new();
    let plan = json!({"schemaVersion": 1, "goal": "wait", "steps": [
        {"stepNumber": 1, "kind": "wait", "toolName": "", "toolInput": {"ms": 60_000}},
    ]});
    let file = home.folder.path().join("plan.json");
    std::fs::write(&file, plan.to_string()).unwrap();
    let mut child =
        home.command(&["run", file.to_str().unwrap(), "--run-id", "long"]).stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    while !lines.next().unwrap().unwrap().contains("stepStarted") {}
    // It is that process's: a second one follows and does not drive.
    let cancelled = home.say(&["runs", "cancel", "long"]);
    assert_eq!(cancelled.records()[0]["status"], "cancelled", "{cancelled:?}");
    assert_eq!(child.wait().unwrap().code(), Some(5));
    let events: Vec<String> = lines.map(Result::unwrap).collect();
    assert!(events.iter().all(|event| !event.contains("runRecovered")), "{events:?}");
}

#[test]
fn todos_are_added_changed_and_exchanged() {
    let home = Home::new();
    let added = home.say(&["todos", "add", "water", "plants", "tomorrow", "#home", "p2"]);
    let todo = &added.records()[0];
    assert_eq!(
        (&todo["text"], &todo["due"], &todo["priority"]),
        (&json!("water plants"), &json!("2026-11-22"), &json!(2))
    );
    assert_eq!(home.say(&["todos", "complete", "plants"]).records()[0]["completed"], true);
    assert_eq!(home.say(&["todos", "list"]).out, "");
    assert_eq!(home.say(&["todos", "list", "--completed", "--tag", "home"]).records().len(), 1);
    assert_eq!(home.say(&["todos", "reopen", todo["id"].as_str().unwrap()]).records()[0]["completed"], false);
    for format in ["json", "todotxt", "ical", "markdown", "csv"] {
        let file = home.say(&["todos", "export", "--format", format]);
        assert!(file.code == 0 && file.out.contains("water plants"), "{format}: {file:?}");
        let other = Home::new();
        let read = other.say_with(&file.out, &["todos", "import", "-", "--format", format]);
        assert_eq!(read.code, 0, "{format}: {read:?}");
        assert_eq!(other.say(&["todos", "list"]).records()[0]["text"], "water plants", "{format}");
    }
    assert_eq!(home.say(&["todos", "delete", "water plants"]).code, 0);
    assert_eq!(home.say(&["todos", "list", "--all"]).out, "");
    assert_eq!(home.say(&["todos", "list", "--due", "someday soon"]).error()["code"], "api.bad-argument");
}

#[test]
fn a_step_that_calls_no_tool_is_told_by_its_kind() {
    let home = Home::new();
    let plan = json!({"schemaVersion": 2, "goal": "tea", "steps": [
        {"stepNumber": 1, "kind": "wait", "toolInput": {"ms": 5}},
        {"stepNumber": 2, "kind": "notify", "toolInput": {"title": "Tea", "body": "is ready"}, "dependsOn": [1]},
    ]});
    let file = home.folder.path().join("plan.json");
    std::fs::write(&file, plan.to_string()).unwrap();
    let told = home.say(&["run", file.to_str().unwrap(), "--verbose"]).out;
    assert!(told.contains("✓ 1. wait: waited ") && told.contains("✓ 2. notify: Tea: is ready"), "{told}");
}

#[test]
fn help_completions_and_the_manual_name_every_command() {
    let home = Home::new();
    for arguments in
        [&["--help"][..], &["man"], &["completions", "bash"], &["completions", "zsh"], &["completions", "fish"]]
    {
        let said = home.say(arguments);
        assert_eq!(said.code, 0, "{said:?}");
        for command in ["ask", "run", "runs", "todos", "completions"] {
            assert!(said.out.contains(command), "{arguments:?} does not name {command}");
        }
    }
    assert!(home.say(&["man", "runs"]).out.contains("approve"));
    assert!(!home.file().exists(), "none of these opens the file");
}
