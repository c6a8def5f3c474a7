//! What a person sees of a run on a terminal: a real program on a pseudo-terminal, which `script` of util-linux opens.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a test that cannot start its program should stop")]

mod common;

use std::process::{Command, Stdio};

use common::Home;
use serde_json::json;

/// Runs the program over this home on a terminal of 80 columns and gives all that came there.
fn seen(home: &Home, arguments: &str) -> String {
    let program = env!("CARGO_BIN_EXE_dunlin");
    let line = format!("stty cols 80 rows 24 && exec '{program}' --now 2026-11-21T09:30 {arguments}");
    let mut script = Command::new("script");
    script.args(["--quiet", "--return", "--command", &line, "/dev/null"]).env("TERM", "xterm").env("SHELL", "/bin/sh");
    script.env("DUNLIN_FILE", home.file()).env("TZ", "UTC").stdin(Stdio::null());
    let output = script.output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{text}");
    text
}

#[test]
fn a_run_has_a_bar_that_moves_and_is_gone_at_the_end() {
    let home = Home::new();
    let pause = |number: u32| json!({"stepNumber": number, "kind": "wait", "toolInput": {"ms": 200}, "dependsOn": if number == 1 { vec![] } else { vec![number - 1] }});
    let plan = json!({"schemaVersion": 1, "goal": "rest", "steps": [pause(1), pause(2), pause(3)]});
    let file = home.folder.path().join("rest.json");
    std::fs::write(&file, plan.to_string()).unwrap();
    let text = seen(&home, &format!("run '{}'", file.display()));
    let moved: Vec<u32> = (0..=3).filter(|done| text.contains(&format!("{done}/3 "))).collect();
    assert_eq!(moved, [0, 1, 2, 3], "{text:?}");
    assert!(
        text.contains("1/3 ██████░░░░░░░░░░░░░░ wait") && text.contains("3/3 ████████████████████ wait"),
        "{text:?}"
    );
    // Of each line that stays, what was there before it was wiped; of the bar nothing is left.
    let left: Vec<&str> =
        text.split('\n').map(|line| line.rsplit("\u{1b}[2K").next().unwrap().trim_end_matches('\r')).collect();
    let [one, two, three, ""] = left[..] else { panic!("{left:?}") };
    for (told, number) in [one, two, three].iter().zip(1..) {
        assert!(told.starts_with(&format!("✓ {number}. wait: waited ")) && told.ends_with(" ms"), "{told:?}");
    }
    // In a pipe there is no bar, and each line is a record.
    let piped = home.say(&["run", file.to_str().unwrap()]);
    assert_eq!((piped.run()["status"].as_str(), piped.err.as_str()), (Some("completed"), ""));
}
