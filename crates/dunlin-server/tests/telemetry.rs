//! Traces and metrics, as a collector gets them: a real process, and a stub that reads the protocol's own records.
#![expect(clippy::unwrap_used, reason = "a test helper that finds its own case wrong should stop the test")]

mod common;

use std::{
    collections::BTreeMap,
    process::Command,
    thread,
    time::{Duration, Instant},
};

use common::{
    Home, Said,
    stub::{Stub, whole},
    web::Served,
};
use opentelemetry_proto::tonic::{
    collector::{metrics::v1::ExportMetricsServiceRequest, trace::v1::ExportTraceServiceRequest},
    common::v1::{KeyValue, any_value::Value as Any},
    metrics::v1::{metric::Data, number_data_point},
    trace::v1::{Span, status::StatusCode},
};
use prost::Message;
use serde_json::json;

fn collector() -> Stub {
    Stub::start(|_| whole("200 OK", "content-type: application/x-protobuf\r\n", ""))
}

fn told(command: &mut Command, origin: &str) -> Said {
    let output = command.env("OTEL_EXPORTER_OTLP_ENDPOINT", origin).output().unwrap();
    Said {
        code: output.status.code().unwrap(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

fn text(attributes: &[KeyValue], name: &str) -> String {
    let found = attributes.iter().find(|attribute| attribute.key == name);
    match found.and_then(|attribute| attribute.value.clone()?.value) {
        Some(Any::StringValue(text)) => text,
        Some(Any::IntValue(number)) => number.to_string(),
        _ => String::new(),
    }
}

/// All spans so far; each batch says whose they are.
fn spans(stub: &Stub) -> Vec<Span> {
    let mut all = Vec::new();
    for asked in stub.asked().iter().filter(|asked| asked.head.starts_with("POST /v1/traces ")) {
        for batch in ExportTraceServiceRequest::decode(&*asked.body).unwrap().resource_spans {
            let resource = batch.resource.unwrap().attributes;
            assert_eq!(text(&resource, "service.name"), "dunlin");
            assert_eq!(text(&resource, "service.version"), env!("CARGO_PKG_VERSION"));
            all.extend(batch.scope_spans.into_iter().flat_map(|scope| scope.spans));
        }
    }
    all
}

fn named<'a>(spans: &'a [Span], name: &str) -> Vec<&'a Span> {
    spans.iter().filter(|span| span.name == name).collect()
}

/// The last value of each sum, by its name and labels, and how often each histogram was recorded.
fn metrics(stub: &Stub) -> BTreeMap<String, u64> {
    let mut all = BTreeMap::new();
    for asked in stub.asked().iter().filter(|asked| asked.head.starts_with("POST /v1/metrics ")) {
        let request = ExportMetricsServiceRequest::decode(&*asked.body).unwrap();
        let scopes = request.resource_metrics.into_iter().flat_map(|resource| resource.scope_metrics);
        for metric in scopes.flat_map(|scope| scope.metrics) {
            let labels = |attributes: &[KeyValue]| -> String {
                let mut labels: Vec<String> = attributes.iter().map(|one| text(attributes, &one.key)).collect();
                labels.sort();
                format!("{} {}", metric.name, labels.join(","))
            };
            match metric.data.as_ref().unwrap() {
                Data::Sum(sum) => {
                    for point in &sum.data_points {
                        let Some(number_data_point::Value::AsInt(value)) = point.value else { panic!("{point:?}") };
                        all.insert(labels(&point.attributes), value as u64);
                    }
                }
                Data::Histogram(histogram) => {
                    for point in &histogram.data_points {
                        assert!(point.sum.unwrap() >= 0.0);
                        all.insert(labels(&point.attributes), point.count);
                    }
                }
                other => panic!("{other:?}"),
            }
        }
    }
    all
}

#[test]
fn a_run_is_told_as_spans_and_numbers_and_no_word_of_it_is() {
    let (home, stub) = (Home::new(), collector());
    let mut command = home.command(&["ask", "add todo feed the zebra and calculate (10 + 5) * 2"]);
    assert_eq!(told(&mut command, &stub.origin).code, 0);
    let spans = spans(&stub);
    let [run] = named(&spans, "run")[..] else { panic!("{spans:?}") };
    assert!(run.parent_span_id.is_empty() && !text(&run.attributes, "dunlin.run.id").is_empty());
    assert_eq!(text(&run.attributes, "dunlin.status"), "completed");
    let (steps, attempts) = (named(&spans, "step"), named(&spans, "attempt"));
    assert_eq!((steps.len(), attempts.len(), spans.len()), (2, 2, 5));
    for step in &steps {
        assert_eq!(step.parent_span_id, run.span_id);
        let within: Vec<_> = attempts.iter().filter(|attempt| attempt.parent_span_id == step.span_id).collect();
        assert_eq!(within.len(), 1);
        assert_eq!(text(&within[0].attributes, "dunlin.tool"), text(&step.attributes, "dunlin.tool"));
    }
    let mut tools: Vec<String> = steps.iter().map(|step| text(&step.attributes, "dunlin.tool")).collect();
    tools.sort();
    assert_eq!(tools, ["calculator", "todo_store"]);
    for span in &spans {
        assert_eq!(span.trace_id, run.trace_id);
        assert!(run.start_time_unix_nano <= span.start_time_unix_nano);
        assert!(span.start_time_unix_nano <= span.end_time_unix_nano);
        assert!(span.end_time_unix_nano <= run.end_time_unix_nano);
    }
    let numbers = metrics(&stub);
    for (name, number) in [
        ("dunlin.runs completed", 1),
        ("dunlin.steps calculator,succeeded", 1),
        ("dunlin.attempts todo_store", 1),
        ("dunlin.step.duration calculator,succeeded", 1),
        ("dunlin.run.duration completed", 1),
    ] {
        assert_eq!(numbers.get(name), Some(&number), "{name}: {numbers:?}");
    }
    for asked in stub.asked() {
        assert!(!String::from_utf8_lossy(&asked.body).contains("zebra"), "{asked:?}");
    }
}

#[test]
fn failures_and_attempts_carry_their_codes() {
    let (home, stub) = (Home::new(), collector());
    assert_eq!(told(&mut home.command(&["ask", "calculate 1 / 0"]), &stub.origin).code, 1);
    let all = spans(&stub);
    for name in ["run", "step", "attempt"] {
        let [span] = named(&all, name)[..] else { panic!("{all:?}") };
        assert_eq!(span.status.as_ref().unwrap().code(), StatusCode::Error, "{name}");
        assert_eq!(text(&span.attributes, "error.type"), "calc.divide-by-zero", "{name}");
    }
    assert!(metrics(&stub)["dunlin.errors calc.divide-by-zero"] >= 1);

    // A service that is down for a while is asked again.
    let flaky = Stub::start(|before| {
        whole(if before < 2 { "503 Service Unavailable" } else { "200 OK" }, "content-type: application/json\r\n", "{}")
    });
    let file = home.folder.path().join("dunlin.json");
    let fetch = json!({"origins": [flaky.origin], "allowPrivate": true, "retries": 0});
    std::fs::write(&file, json!({"tools": {"fetch": fetch}}).to_string()).unwrap();
    let goal = format!("fetch {}/x", flaky.origin);
    let stub = collector();
    let said = told(&mut home.command(&["--config", file.to_str().unwrap(), "ask", &goal]), &stub.origin);
    assert_eq!(said.code, 0, "{said:?}");
    let all = spans(&stub);
    let [step] = named(&all, "step")[..] else { panic!("{all:?}") };
    let attempts = named(&all, "attempt");
    let mut codes: Vec<String> = attempts.iter().map(|span| text(&span.attributes, "error.type")).collect();
    codes.sort();
    assert_eq!(codes, ["", "fetch.status", "fetch.status"]);
    let numbers: Vec<String> = attempts.iter().map(|span| text(&span.attributes, "dunlin.attempt")).collect();
    assert!(["1", "2", "3"].iter().all(|number| numbers.iter().any(|found| found == number)), "{numbers:?}");
    assert!(attempts.iter().all(|attempt| attempt.parent_span_id == step.span_id));
    assert_eq!(step.events.iter().filter(|event| event.name == "retryScheduled").count(), 2);
    assert_eq!(metrics(&stub)["dunlin.retries fetch"], 2);
}

#[test]
fn processes_that_carry_one_run_out_tell_of_one_trace() {
    let (home, stub) = (Home::new(), collector());
    home.say(&["todos", "add", "a"]);
    let mut asks = home.command(&["ask", "clear my list", "--run-id", "wipe"]);
    assert_eq!(told(&mut asks, &stub.origin).code, 4);
    assert_eq!(told(&mut home.command(&["runs", "approve", "wipe"]), &stub.origin).code, 0);
    let all = spans(&stub);
    let runs = named(&all, "run");
    assert_eq!(runs.len(), 2, "{all:?}");
    assert!(
        all.iter()
            .all(|span| span.trace_id == runs[0].trace_id && text(&runs[1].attributes, "dunlin.run.id") == "wipe")
    );
    let happened: Vec<&str> = runs.iter().flat_map(|run| &run.events).map(|event| event.name.as_str()).collect();
    assert!(happened.contains(&"approvalRequested") && happened.contains(&"approvalAnswered"), "{happened:?}");
}

#[test]
fn a_server_tells_as_it_goes_and_child_runs_stand_in_their_steps() {
    let (home, stub) = (Home::new(), collector());
    let mut command = home.command(&["serve", "--address", "127.0.0.1:0", "--log", "warn"]);
    command.env("OTEL_EXPORTER_OTLP_ENDPOINT", &stub.origin);
    command.env("OTEL_BSP_SCHEDULE_DELAY", "50").env("OTEL_METRIC_EXPORT_INTERVAL", "50");
    let mut served = Served::spawn(command);
    let sum = json!({"stepNumber": 1, "kind": "tool", "toolName": "calculator", "toolInput": {"expression": "6 * 7"}});
    let inner = json!({"schemaVersion": 2, "goal": "inner", "steps": [sum]});
    let step = json!({"stepNumber": 1, "kind": "plan", "toolInput": {}, "plan": inner});
    let plan = json!({"schemaVersion": 2, "goal": "outer", "steps": [step]});
    let run = served.ask("POST", "/runs?wait=10000", &json!({"plan": plan, "runId": "outer"}).to_string());
    assert_eq!(run.json()["status"], "completed", "{run:?}");
    #[expect(clippy::disallowed_methods, reason = "a real process takes real time")]
    let began = Instant::now();
    while spans(&stub).len() < 6 || metrics(&stub).get("dunlin.runs completed") != Some(&2) {
        assert!(began.elapsed() < Duration::from_secs(60), "{:?} {:?}", spans(&stub), metrics(&stub));
        #[expect(clippy::disallowed_methods, reason = "a real process takes real time")]
        thread::sleep(Duration::from_millis(20));
    }
    let all = spans(&stub);
    let run = |id: &str| *named(&all, "run").iter().find(|run| text(&run.attributes, "dunlin.run.id") == id).unwrap();
    let (outer, inner) = (run("outer"), run("outer-1"));
    let leads = named(&all, "step").into_iter().find(|step| step.parent_span_id == outer.span_id).unwrap();
    assert_eq!((&inner.parent_span_id, &inner.trace_id), (&leads.span_id, &outer.trace_id));
    assert_eq!(served.end(), Some(0));
}

#[test]
fn without_an_endpoint_nothing_is_told_and_a_dead_one_costs_no_run() {
    let (home, stub) = (Home::new(), collector());
    let goal = ["ask", "calculate 6 * 7"];
    assert_eq!(home.say(&goal).code, 0);
    assert_eq!(told(home.command(&goal).env("OTEL_SDK_DISABLED", "true"), &stub.origin).code, 0);
    assert_eq!(stub.asked().len(), 0);
    let broken = Stub::start(|_| whole("500 Internal Server Error", "", "no"));
    for origin in ["http://127.0.0.1:1", broken.origin.as_str()] {
        let said = told(&mut home.command(&goal), origin);
        assert_eq!((said.code, said.run()["result"].clone()), (0, json!(42)), "{origin}");
    }
    let refused = told(&mut home.command(&goal), "not an address");
    assert_eq!((refused.code, refused.error()["code"].clone()), (3, json!("config.invalid")), "{refused:?}");
}
