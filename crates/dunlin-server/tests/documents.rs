//! Every block of code in the pages of `docs` and in the README: each line is run by a shell, each settings file is read,
//! each request is sent. What cannot be run here is named with the reason, and what it names must be there all the same.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test helper that finds its own case wrong should stop the test")]

mod common;

use std::{
    fs,
    io::{BufRead, BufReader, Write},
    process::{Child, Stdio},
};

use common::{
    document::{Block, Shell, blocks, lines, root},
    stub::{Stub, whole},
    web::{Answer, Served},
};
use serde_json::{Deserializer, Value, json};

/// Who runs which block: its page, how it begins, and the test.
const TAKEN: &[(&str, &str, &str)] = &[
    ("README.md", "cargo xtask serve", "what is not run"),
    ("README.md", "cargo xtask test", "what is not run"),
    ("README.md", "cargo install", "the terminal"),
    ("README.md", "import { createRuntime, evaluate }", "e2e/npm/docs.test.mjs"),
    ("README.md", "use dunlin::", "the doctests of the crate dunlin"),
    ("calculator.md", "cargo rustc", "what is not run"),
    ("engine.md", "cargo install", "e2e/engine/page.mjs"),
    ("hosting.md", "Content-Security-Policy:", "the headers"),
    ("server.md", "cargo install", "what is not run"),
    ("server.md", "dunlin ask", "the terminal"),
    ("server.md", "dunlin serve ", "the server"),
    ("server.md", "curl", "the server"),
    ("server.md", "OTEL_EXPORTER_OTLP_ENDPOINT", "the collector"),
    ("server.md", "{ \"mcpServers\"", "the client"),
    ("server.md", "dunlin tools", "the tools"),
    ("server.md", "{ \"tools\"", "the settings"),
    ("server.md", "{ \"guard\"", "the settings"),
    ("server.md", "{ \"planner\"", "the settings"),
    ("server.md", "{ \"mcp\":", "the settings"),
];

/// Lines that no test runs, and why. What they name is looked for all the same.
const NOT_RUN: &[(&str, &str)] = &[
    (
        "cargo xtask serve",
        "builds the page anew and serves it until it is ended: `cargo xtask test page` does the same",
    ),
    ("cargo xtask test", "is what runs this"),
    (
        "cargo install --locked --path crates/dunlin-server",
        "builds the program a second time, optimised; the one at hand is its",
    ),
    (
        "cargo install --locked --path crates/dunlin-server --features restate",
        "the same, with the feature that the tests build as well",
    ),
    (
        "cargo rustc -p dunlin-wasm --lib --crate-type cdylib --profile wasm-package --target wasm32-unknown-unknown",
        "builds the package's module anew, which takes minutes",
    ),
    (
        "node bench/parts.mjs target/wasm32-unknown-unknown/wasm-package/dunlin_wasm.wasm",
        "measures what the line before it builds",
    ),
];

fn block(page: &str, begins: &str) -> Block {
    assert!(
        TAKEN.iter().any(|(known, start, _)| *known == page && *start == begins),
        "{page}: {begins} is not in the list"
    );
    let found = blocks().into_iter().find(|block| block.page == page && block.text.starts_with(begins));
    found.unwrap_or_else(|| panic!("{page} has no block that begins with {begins}"))
}

#[test]
fn every_block_has_its_test_and_no_test_is_of_a_block_that_is_gone() {
    let mut left: Vec<_> = TAKEN.to_vec();
    for block in blocks() {
        let at = left.iter().position(|(page, begins, _)| *page == block.page && block.text.starts_with(begins));
        let at = at.unwrap_or_else(|| panic!("{}: nobody runs this block: {}", block.page, block.text));
        left.remove(at);
    }
    assert_eq!(left, []);
}

#[test]
fn what_is_not_run_stands_in_a_page_and_names_what_is_there() {
    let all = blocks();
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let commands = fs::read_to_string(root().join("xtask/src/main.rs")).unwrap();
    let server = fs::read_to_string(root().join("crates/dunlin-server/Cargo.toml")).unwrap();
    for (line, why) in NOT_RUN {
        assert!(all.iter().any(|block| lines(&block.text).any(|found| found == *line)), "no page has {line:?} ({why})");
        let words: Vec<&str> = line.split(' ').collect();
        for pair in words.windows(2) {
            let is_there = match pair {
                ["xtask", command] => commands.contains(&format!("\"{command}\"")),
                ["--path" | "node", path] => root().join(path).exists(),
                ["-p", name] => root().join("crates").join(name).is_dir(),
                ["--profile", name] => manifest.contains(&format!("[profile.{name}]")),
                ["--features", name] => server.contains(&format!("\n{name} = [")),
                _ => true,
            };
            assert!(is_there, "{line}: there is no {}", pair[1]);
        }
    }
    // A block of which nothing is run has every line in the list.
    for (page, begins, _) in TAKEN.iter().filter(|(.., who)| *who == "what is not run") {
        for line in lines(&block(page, begins).text) {
            assert!(NOT_RUN.iter().any(|(known, _)| *known == line), "{page}: nobody runs {line}");
        }
    }
}

/// A line of a page: how it begins, what must be there before it (its `ID` is what that gives), and what it says.
type Row = (&'static str, fn(&Shell) -> String, &'static [&'static str]);

/// A run of a plan that waits or fails, and its identifier.
fn begun(shell: &Shell, step: &Value) -> String {
    let mut steps = json!([{"stepNumber": 1}]);
    steps[0].as_object_mut().unwrap().extend(step.as_object().unwrap().clone());
    let plan = json!({"schemaVersion": 2, "goal": "by hand", "steps": steps});
    shell.home.say_with(&plan.to_string(), &["run", "-"]).run()["runId"].as_str().unwrap().to_owned()
}

const TERMINAL: &[Row] = &[
    ("dunlin ask \"add todo", |_| String::new(), &["\"output\":30", "\"status\":\"completed\""]),
    ("dunlin ask --plan \"clear", |_| String::new(), &["\"action\":\"clear\"", "Buy milk"]),
    ("dunlin ask --plan --json", |_| String::new(), &[]),
    ("dunlin run plan.json", |_| String::new(), &["\"due\":\"2026-11-22\"", "\"status\":\"completed\""]),
    (
        "dunlin runs list --status suspended",
        |shell| begun(shell, &json!({"toolName": "todo_store", "toolInput": {"action": "clear", "all": true}})),
        &["\"status\":\"suspended\""],
    ),
    (
        "dunlin runs approve ID",
        |shell| begun(shell, &json!({"toolName": "todo_store", "toolInput": {"action": "clear", "all": true}})),
        &["\"status\":\"completed\""],
    ),
    (
        "dunlin runs answer ID 3",
        |shell| {
            begun(shell, &json!({"kind": "ask", "toolInput": {"question": "How many?", "schema": {"type": "integer"}}}))
        },
        &["\"result\":3", "\"status\":\"completed\""],
    ),
    (
        "dunlin runs signal ID paid",
        |shell| begun(shell, &json!({"kind": "signal", "toolInput": {"name": "paid"}})),
        &["{\"by\":\"post\"}", "\"status\":\"completed\""],
    ),
    (
        "dunlin runs retry ID",
        |shell| {
            let failed =
                begun(shell, &json!({"toolName": "todo_store", "toolInput": {"action": "complete", "match": "porch"}}));
            shell.home.say(&["todos", "add", "sweep the porch"]);
            failed
        },
        &["\"status\":\"completed\""],
    ),
    ("dunlin runs resume", |_| String::new(), &[]),
    ("dunlin schedules add", |_| String::new(), &["2026-11-27T09:00", "FREQ=WEEKLY"]),
    ("dunlin schedules begin", |_| String::new(), &[]),
    (
        "dunlin todos add",
        |_| String::new(),
        &["\"due\":\"2026-11-22T09:00\"", "\"priority\":1", "\"home\"", "FREQ=WEEKLY"],
    ),
    ("dunlin todos list --due today", |_| String::new(), &[]),
    ("dunlin completions bash", |_| String::new(), &[]),
    ("dunlin man", |_| String::new(), &[]),
];

#[test]
fn the_lines_for_a_terminal_do_what_they_say() {
    let shell = Shell::new();
    for path in ["etc/bash_completion.d", "usr/local/share/man/man1"] {
        fs::create_dir_all(shell.folder().join(path)).unwrap();
    }
    let mut rows: Vec<&Row> = TERMINAL.iter().collect();
    let text = block("server.md", "dunlin ask").text;
    for line in lines(&text) {
        let at = rows.iter().position(|(begins, ..)| line.starts_with(begins));
        let (_, before, says) = rows.remove(at.unwrap_or_else(|| panic!("nobody says what comes of {line}")));
        let id = before(&shell);
        // What is for the whole machine goes into the folder.
        let typed = line.replace(" ID", &format!(" {id}")).replace("> /", &format!("> {}/", shell.folder().display()));
        let said = shell.say(&typed);
        assert_eq!(said.code, 0, "{line}: {said:?}");
        for words in *says {
            assert!(said.out.contains(words), "{line} does not say {words}: {said:?}");
        }
        if line.starts_with("dunlin runs list") {
            // It was begun to be listed; nothing else is to find it.
            shell.home.say(&["runs", "cancel", &id]);
        }
        let variant = line.split_once("# or ").map(|(_, other)| other);
        if let Some(other) = variant {
            let said = shell.say(&format!("dunlin runs approve {} {other}", before(&shell)));
            assert!(said.code == 0 && said.out.contains("not today"), "{other}: {said:?}");
        }
    }
    assert!(rows.is_empty(), "not in the page any more: {:?}", rows.iter().map(|row| row.0).collect::<Vec<_>>());
    let completions = fs::read_to_string(shell.folder().join("etc/bash_completion.d/dunlin")).unwrap();
    assert!(completions.contains("complete -F _dunlin"));
    assert!(fs::read_to_string(shell.folder().join("usr/local/share/man/man1/dunlin.1")).unwrap().contains(".TH"));
    // The README has the first of these lines too, after one that is not run.
    let [install, first] =
        lines(&block("README.md", "cargo install").text).map(str::to_owned).collect::<Vec<_>>().try_into().unwrap();
    assert!(NOT_RUN.iter().any(|(line, _)| *line == install));
    assert!(text.contains(&first));
}

/// A request as the page writes it, sent to the server that was begun.
fn curl(served: &Served, line: &str) -> Answer {
    let (mut words, mut quoted) = (vec![String::new()], false);
    for c in line.chars() {
        match c {
            '\'' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            _ => words.last_mut().unwrap().push(c),
        }
    }
    let after = |name: &str| Some(words[words.iter().position(|word| word == name)? + 1].clone());
    let (name, value) =
        after("-H").and_then(|header| header.split_once(": ").map(|(a, b)| (a.to_owned(), b.to_owned()))).unwrap();
    let address = words.iter().find_map(|word| word.strip_prefix("localhost:8787")).unwrap();
    served.ask_with("POST", address, &[(&name, &value)], &after("-d").unwrap_or_default())
}

/// Begins what a line begins, at a port that is free.
fn served(shell: &Shell, line: &str) -> Served {
    let line = line.split(" #").next().unwrap().trim();
    let line = line.replace("dunlin serve", "exec dunlin serve").replace(":8787", ":0");
    let address = if line.contains("--address") { "" } else { " --address 127.0.0.1:0" };
    Served::spawn(shell.command(&format!("{line}{address} --log warn")))
}

#[test]
fn the_lines_for_a_server_begin_one_that_answers() {
    let shell = Shell::new();
    shell.file("dist/index.html", "<title>Dunlin</title>");
    shell.put("openssl", "printf '%064d' 7");
    let text = block("server.md", "dunlin serve ").text;
    let [plain, page, open] = lines(&text).collect::<Vec<_>>().try_into().unwrap();

    let help = shell.say("dunlin serve --help").out;
    assert!(plain.contains("127.0.0.1:8787") && help.contains("[default: 127.0.0.1:8787]"), "{help}");
    let server = served(&shell, plain);
    let request = block("server.md", "curl").text;
    let answer = curl(&server, request.trim());
    assert_eq!((answer.status, &answer.json()["result"]), (201, &json!(42)), "{answer:?}");
    drop(server);

    // The page is built by another test; a folder with a page in it does here.
    let (build, serve) = page.split_once(" && ").unwrap();
    assert_eq!(build, "cargo xtask build");
    let server = served(&shell, serve);
    assert!(server.get("/").body.contains("<title>Dunlin</title>"));
    drop(server);

    let server = served(&shell, open);
    assert_eq!(server.get("/runs").status, 401);
    let token = format!("Bearer {:064}", 7);
    let headers = [("authorization", token.as_str()), ("origin", "https://app.example.org")];
    let answer = server.ask_with("GET", "/runs", &headers, "");
    assert_eq!(answer.status, 200, "{answer:?}");
    assert_eq!(answer.header("access-control-allow-origin"), Some("https://app.example.org"));
}

#[test]
fn the_headers_that_a_host_should_send_are_sent() {
    let shell = Shell::new();
    shell.file("dist/index.html", "<title>Dunlin</title>");
    let server = served(&shell, "dunlin serve --page dist");
    let answer = server.get("/");
    for line in lines(&block("hosting.md", "Content-Security-Policy:").text) {
        let (name, value) = line.split_once(": ").unwrap();
        let sent = answer.header(name).unwrap_or_default();
        // The page states its policy itself, all but what only a header can say.
        let wanted = if name == "Content-Security-Policy" { value.rsplit("; ").next().unwrap() } else { value };
        assert_eq!(sent, wanted, "{name}");
    }
}

#[test]
fn the_line_for_a_collector_tells_one() {
    let stub = Stub::start(|_| whole("200 OK", "content-type: application/x-protobuf\r\n", ""));
    let shell = Shell::new();
    let line = block("server.md", "OTEL_EXPORTER_OTLP_ENDPOINT").text.replace("http://127.0.0.1:4318", &stub.origin);
    let mut server = served(&shell, line.trim());
    assert_eq!(server.ask("POST", "/runs?wait=10000", "{\"goal\": \"calculate 6 * 7\"}").status, 201);
    // What has not been told is told at the end.
    assert_eq!(server.end(), Some(0));
    let heads: Vec<String> = stub.asked().into_iter().map(|asked| asked.head).collect();
    for path in ["/v1/traces", "/v1/metrics"] {
        assert!(heads.iter().any(|head| head.starts_with(&format!("POST {path} "))), "{path}: {heads:?}");
    }
}

#[test]
fn the_settings_of_a_client_begin_a_server_that_answers_it() {
    let shell = Shell::new();
    let settings: Value = serde_json::from_str(&block("server.md", "{ \"mcpServers\"").text).unwrap();
    let server = &settings["mcpServers"]["dunlin"];
    let words: Vec<&str> = server["args"].as_array().unwrap().iter().map(|word| word.as_str().unwrap()).collect();
    let line = format!("exec {} {}", server["command"].as_str().unwrap(), words.join(" "));
    let mut child = shell.command(&line).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let told = first_answer(&mut child);
    assert_eq!(told["result"]["serverInfo"]["name"], "dunlin", "{told}");
    assert!(child.wait().unwrap().success());
}

/// What a server says to a client that begins, which then hangs up.
fn first_answer(child: &mut Child) -> Value {
    let mut into = child.stdin.take().unwrap();
    let begin = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "page", "version": "1"}}});
    writeln!(into, "{begin}").unwrap();
    writeln!(into, "{}", json!({"jsonrpc": "2.0", "method": "notifications/initialized"})).unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    serde_json::from_str(&line).unwrap()
}

#[test]
fn the_lines_for_tools_use_them() {
    let stub = Stub::start(|_| whole("200 OK", "content-type: application/json\r\n", "{\"pears\": 3}"));
    let shell = Shell::new();
    shell.home.say(&["todos", "add", "buy milk"]);
    let text = block("server.md", "dunlin tools").text;
    let [list, query, notes, fetch] = lines(&text).collect::<Vec<_>>().try_into().unwrap();
    let listed = shell.say(list);
    for name in ["search", "sql", "code"] {
        assert!(listed.out.contains(&format!("\"name\":\"{name}\"")), "{name}: {listed:?}");
    }
    let counted = shell.say(query);
    assert_eq!((counted.code, &counted.run()["status"]), (0, &json!("completed")), "{counted:?}");
    // The folder of the line is one with a note in it.
    let note = shell.file("notes/heating.md", "Heating costs: 120 in may");
    let folder = note.strip_suffix("heating.md").unwrap();
    let found = shell.say(&notes.replace("~/notes", folder));
    assert!(found.code == 0 && found.out.contains("120 in may"), "{found:?}");
    // The service is of this machine, which has to be said.
    let settings = shell.file("private.json", "{\"tools\": {\"fetch\": {\"origins\": [], \"allowPrivate\": true}}}");
    let fetched = shell
        .say(&format!("export DUNLIN_CONFIG='{settings}'; {}", fetch.replace("https://api.example.org", &stub.origin)));
    assert_eq!(fetched.code, 0, "{fetched:?}");
    assert!(fetched.out.contains("\"pears\":3"), "{fetched:?}");
}

#[test]
fn the_settings_of_the_page_are_read() {
    let shell = Shell::new();
    let mut read = 0;
    for (page, begins, _) in TAKEN.iter().filter(|(.., who)| *who == "the settings") {
        for settings in Deserializer::from_str(&block(page, begins).text).into_iter::<Value>() {
            let mut settings = settings.unwrap();
            // What the guard names beside our own tools is of a server that the page has in another block.
            if settings["guard"]["tools"].is_object() {
                let others: Value = serde_json::from_str(&block("server.md", "{ \"mcp\":").text).unwrap();
                settings["mcp"] = others["mcp"].clone();
            }
            let file = shell.file("dunlin.json", &settings.to_string());
            let said = shell.say(&format!("dunlin tools --config {file}"));
            assert_eq!(said.code, 0, "{settings}: {said:?}");
            for name in settings["tools"].as_object().into_iter().flat_map(serde_json::Map::keys) {
                assert!(said.out.contains(&format!("\"name\":\"{name}\"")), "{name}: {said:?}");
            }
            // Neither of them is there, which costs nothing but their tools.
            for name in settings["mcp"].as_object().into_iter().flat_map(serde_json::Map::keys) {
                assert!(said.err.contains(name.as_str()), "{name}: {said:?}");
            }
            read += 1;
        }
    }
    assert_eq!(read, 5);
}

/// What no container is started for: the program takes what `examples/engine` has it begin with, and the files it is built from are there.
#[test]
fn the_containers_of_the_example_begin_what_the_program_knows() {
    let shell = Shell::new();
    let compose = fs::read_to_string(root().join("examples/engine/compose.yaml")).unwrap();
    let mut commands: Vec<Vec<String>> = Vec::new();
    let plain = |word: &str| word.trim().trim_matches('"').to_owned();
    let mut rest = compose.lines().peekable();
    while let Some(line) = rest.next() {
        let Some(inline) = line.trim().strip_prefix("command:") else { continue };
        let mut words: Vec<String> =
            inline.trim().trim_matches(['[', ']']).split(',').map(plain).filter(|word| !word.is_empty()).collect();
        while let Some(word) = rest.next_if(|line| line.trim().starts_with("- ")) {
            words.push(plain(word.trim().trim_start_matches("- ")));
        }
        commands.push(words);
    }
    assert_eq!(commands.iter().map(|words| words[0].as_str()).collect::<Vec<_>>(), ["worker", "serve"]);
    for words in commands {
        // Words that are not known are told before the help is.
        let said = shell.say(&format!("dunlin '{}' --help", words.join("' '")));
        assert_eq!(said.code, 0, "{words:?}: {said:?}");
    }
    let wrong = shell.say("dunlin worker --lisen x --help");
    assert_eq!(wrong.code, 2, "{wrong:?}");
    let file = fs::read_to_string(root().join("examples/engine/Dockerfile")).unwrap();
    assert!(compose.contains("dockerfile: examples/engine/Dockerfile") && file.contains("ENTRYPOINT [\"dunlin\"]"));
    let install = file.lines().find_map(|line| line.strip_prefix("RUN ")).unwrap();
    assert!(NOT_RUN.iter().any(|(line, _)| install.starts_with(line)), "{install}");
    // The image is of the version that the tests run.
    let packages: Value =
        serde_json::from_str(&fs::read_to_string(root().join("e2e/engine/package.json")).unwrap()).unwrap();
    let version = packages["dependencies"]["@restatedev/restate-server"].as_str().unwrap();
    let image = compose
        .lines()
        .find_map(|line| line.trim().strip_prefix("image: docker.restate.dev/restatedev/restate:"))
        .unwrap();
    assert!(version.starts_with(&format!("{image}.")), "{image} and {version}");
}
