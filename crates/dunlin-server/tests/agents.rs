//! The agents through every door: a goal that only they understand, a list of them, and one called by an MCP client.

mod common;

use common::{Home, web::Served};
use serde_json::json;

const GOAL: &str = "find what my todos say about heating costs, total them by month, draw a chart and check it";

fn home() -> Home {
    let home = Home::new();
    // Amounts are looked for in what a todo says beside its title.
    let served = Served::start(&home, &[]);
    for (text, notes) in [
        ("heating", "The heating costs were 142.30 in January 2026."),
        ("heating again", "The heating costs were 97.70 in March 2026."),
        ("feed the cat", "Its costs were 10.00 in March 2026."),
    ] {
        assert_eq!(served.ask("POST", "/todos", &json!({"text": text, "notes": notes}).to_string()).status, 201);
    }
    drop(served);
    home
}

#[test]
fn they_are_off_until_they_are_switched_on() {
    let home = home();
    assert_eq!(home.say(&["agents"]).out, "");
    assert_eq!(home.say(&["ask", GOAL]).code, 3);
    let agents = home.say(&["agents", "--with", "agents"]).records();
    let names: Vec<&str> = agents.iter().filter_map(|agent| agent["name"].as_str()).collect();
    assert_eq!(names, ["analyst", "coder", "researcher", "reviewer"]);
    assert_eq!((&agents[2]["tool"], &agents[2]["tools"]), (&json!("agent:researcher"), &json!(["search", "memory"])));
    assert_eq!(agents[2]["skills"][0]["name"], "find");
    let tools = home.say(&["tools", "--with", "agents"]).records();
    for name in ["agent:coder", "bus", "chart", "code", "judge", "memory", "search", "sql"] {
        assert!(tools.iter().any(|tool| tool["name"] == name), "{name}");
    }
}

#[test]
fn a_goal_that_only_agents_understand_is_carried_out_by_them() {
    let home = home();
    let ran = home.say(&["ask", GOAL, "--with", "agents", "--run-id", "costs"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let result = ran.run()["result"].clone();
    let totals = &result["total"]["totals"];
    assert_eq!((&totals[0]["period"], &totals[0]["total"]), (&json!("2026-01"), &json!(142.3)), "{result}");
    assert_eq!((&totals[1]["period"], &totals[1]["total"]), (&json!("2026-03"), &json!(97.7)), "{result}");
    assert!(result["draw"]["svg"].as_str().unwrap().starts_with("<svg"));
    assert_eq!(result["check"]["passed"], true);
    // Each agent's work is a run of its own below it.
    let runs = home.say(&["runs", "list"]).records();
    assert_eq!(runs.iter().filter(|run| run["parentRunId"] == "costs").count(), 4, "{runs:?}");
    // What the rules understand stays theirs.
    assert_eq!(home.say(&["ask", "calculate 6 * 7", "--with", "agents"]).run()["result"], 42);

    let served = Served::start(&home, &["--with", "agents"]);
    // The report tells the chart and the totals as tables.
    let report = served.get("/runs/costs/report").json()["markdown"].as_str().unwrap().to_owned();
    assert!(report.contains("\n- Result, draw: a chart, total by period: "), "{report}");
    assert!(report.contains("\n| period | total |\n| --- | ---: |\n| 2026-01 | 142.3 |\n"), "{report}");
    assert!(report.contains("\n- Result, total, totals: 2 rows\n\n| entries | period | total |\n"), "{report}");
    let planned = served.ask("POST", "/plan", &json!({ "goal": GOAL }).to_string());
    assert_eq!((planned.status, planned.json()["steps"][0]["toolName"].clone()), (200, json!("agent:researcher")));
}

#[test]
fn a_goal_that_is_half_the_rules_and_half_the_agents_is_done_by_both() {
    let home = home();
    let plan = |goal: &str| home.say(&["ask", goal, "--plan", "--json", "--with", "agents"]).records().remove(0);
    for (goal, tools) in [
        ("find what my notes say about heating costs and add todo Call the plumber", &["search", "todo_store"][..]),
        (
            "find what my notes say about heating, total it by month, then delete all todos",
            &["agent:researcher", "agent:analyst", "todo_store"],
        ),
        (
            "add todo Call the plumber and find what my notes say about heating costs, draw a chart of them",
            &["todo_store", "agent:researcher", "agent:analyst", "agent:coder"],
        ),
        (
            "find what my todos say about heating costs and add todo Call the plumber",
            &["agent:researcher", "todo_store"],
        ),
        // What the rules would do without some of the words goes to who reads all of them.
        ("find what my todos say about heating and cooling costs", &["agent:researcher"]),
    ] {
        let plan = plan(goal);
        let steps = plan["steps"].as_array().unwrap_or_else(|| panic!("{goal}: {plan}"));
        let planned: Vec<&str> = steps.iter().map(|step| step["toolName"].as_str().unwrap()).collect();
        assert_eq!(planned, tools, "{goal}");
    }
    let asked =
        ["ask", "find what my notes say about heating, total it by month and add todo Call Ann", "--with", "agents"];
    let run = home.say(&asked).run();
    assert_eq!(
        (&run["status"], &run["executionLog"][2]["output"]["text"]),
        (&json!("completed"), &json!("Call Ann")),
        "{run}"
    );
    // What nobody understands keeps all of it from being done.
    let refused = home.say(&[
        "ask",
        "find what my notes say about life, total it, then delete all todos and sing",
        "--with",
        "agents",
    ]);
    assert_eq!((refused.code, refused.error()["code"].as_str()), (3, Some("plan.unrecognized")), "{refused:?}");
}

#[test]
fn agents_of_ones_own_are_data_in_the_settings_and_the_cheapest_does_a_clause() {
    let home = home();
    let counts = |name: &str, tier: u32| {
        let step = json!({"stepNumber": 1, "toolName": "sql", "toolInput": {"query": "SELECT count(*) AS todos FROM todos"},
            "estimatedCostTier": tier, "estimatedDurationMs": 5 * tier});
        json!({"name": name, "description": "Counts the todos", "phrases": [{"say": ["weigh the backlog"]}],
            "plan": {"schemaVersion": 2, "goal": "count the todos", "steps": [step]}})
    };
    let settings = |agents: serde_json::Value| {
        let file = home.folder.path().join("agents.json");
        std::fs::write(&file, json!({"tools": {"agents": {"add": agents}}}).to_string()).unwrap();
        file.to_str().unwrap().to_owned()
    };
    let clerk =
        json!({"name": "clerk", "description": "Knows the list", "tools": ["sql"], "skills": [counts("count", 3)]});
    let trainee = json!({"name": "trainee", "parent": "clerk", "skills": [counts("tally", 1)]});
    let file = settings(json!([clerk, trainee]));
    let goal = "weigh the backlog";
    let planned = home.say(&["--config", &file, "ask", goal, "--plan", "--json"]);
    assert_eq!(planned.code, 0, "{planned:?}");
    let steps = planned.records()[0]["steps"].clone();
    assert_eq!(
        (&steps[0]["toolName"], &steps[1]["toolName"]),
        (&json!("agent:trainee"), &json!("agent:clerk")),
        "{steps}"
    );
    assert_eq!(steps[1]["insteadOf"], 1, "the next in price stands in for it");
    let ran = home.say(&["--config", &file, "ask", goal, "--run-id", "size"]);
    assert_eq!((ran.code, ran.run()["result"].to_string().contains('3')), (0, true), "{ran:?}");

    // One that would do more than its parent is refused, and so is what does not read.
    let greedy = json!({"name": "greedy", "parent": "clerk", "tools": ["code"]});
    for (agents, code) in [(json!([clerk, greedy]), "agent.widened"), (json!([{"nam": "x"}]), "config.invalid")] {
        let refused = home.say(&["--config", &settings(agents), "tools"]);
        assert_eq!((refused.code, refused.error()["code"].as_str()), (3, Some(code)), "{refused:?}");
    }
}

#[test]
fn an_mcp_client_calls_one_by_a_name_without_a_colon() {
    let home = home();
    let served = Served::start(&home, &["--with", "agents", "--rate", "0"]);
    let headers = |session: &str| {
        let accept = ("accept", "application/json, text/event-stream");
        let mut headers = vec![accept];
        if !session.is_empty() {
            headers.push(("mcp-session-id", session));
        }
        headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect::<Vec<_>>()
    };
    let ask = |session: &str, message: &serde_json::Value| {
        let headers = headers(session);
        let headers: Vec<(&str, &str)> = headers.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        served.ask_with("POST", "/mcp", &headers, &message.to_string())
    };
    let hello = ask(
        "",
        &json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-06-18",
        "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}}),
    );
    let session = hello.header("mcp-session-id").unwrap().to_owned();
    ask(&session, &json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
    let listed = ask(&session, &json!({"jsonrpc": "2.0", "id": 2, "method": "tools/list"})).body;
    assert!(listed.contains("\"agent_researcher\"") && !listed.contains("\"agent:researcher\""), "{listed}");
    let input = json!({"skill": "find", "with": {"query": "heating costs", "source": "todo"}});
    let called = ask(
        &session,
        &json!({"jsonrpc": "2.0", "id": 3, "method": "tools/call",
        "params": {"name": "agent_researcher", "arguments": input}}),
    )
    .body;
    assert!(called.contains("142.30") && called.contains("97.70") && !called.contains("10.00"), "{called}");
    let unknown = ask(
        &session,
        &json!({"jsonrpc": "2.0", "id": 4, "method": "tools/call",
        "params": {"name": "agent_nobody", "arguments": {}}}),
    )
    .body;
    assert!(unknown.contains("there is no tool"), "{unknown}");
}
