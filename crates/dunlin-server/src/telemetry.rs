//! Traces and metrics of runs for a collector, over OTLP, when the environment names one.
//!
//! A run is a span, its steps are spans in it, and their attempts in those; what else happens to it are events of these. All
//! of it is read from the runtime's log lines, which hold names, numbers and codes, and no word that a person typed.

use std::{
    cell::{Cell, RefCell},
    collections::{BTreeMap, HashMap},
    env,
    rc::Rc,
    time::{Duration, SystemTime},
};

use dunlin::{DunlinError, Log};
use dunlin_base::{hash, ms_of_iso};
use opentelemetry::{
    Context, KeyValue, SpanId, TraceId,
    metrics::{Counter, Histogram, MeterProvider},
    trace::{Span, SpanBuilder, Status, TraceContextExt, Tracer, TracerProvider},
};
use opentelemetry_otlp::{MetricExporter, SpanExporter};
use opentelemetry_sdk::{
    Resource,
    metrics::SdkMeterProvider,
    trace::{IdGenerator, RandomIdGenerator, SdkTracer, SdkTracerProvider, Span as SdkSpan},
};
use serde::Deserialize;

use crate::exit::Trouble;

/// The variables of the environment that name a collector.
const ENDPOINTS: [&str; 3] =
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_METRICS_ENDPOINT"];
/// The longest that the end of the program waits for a collector.
const LAST_WORDS: Duration = Duration::from_secs(5);

/// The way to the collector. Clones share it.
#[derive(Clone, Debug)]
pub(crate) struct Telemetry {
    traces: SdkTracerProvider,
    metrics: SdkMeterProvider,
}

impl Telemetry {
    /// The way that the environment names; none when it names none.
    pub(crate) fn open() -> Result<Option<Self>, Trouble> {
        let set = |name: &str| env::var_os(name).is_some_and(|value| !value.is_empty());
        let is_off = env::var_os("OTEL_SDK_DISABLED").is_some_and(|value| value.eq_ignore_ascii_case("true"));
        if is_off || !ENDPOINTS.into_iter().any(set) {
            return Ok(None);
        }
        // Of two that are installed the first stays, and either will do.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let refused = |error: String| -> Trouble {
            DunlinError::new("config.invalid", format!("the collector cannot be used: {error}"))
                .with_hint("see OTEL_EXPORTER_OTLP_ENDPOINT and its kin in the environment")
                .into()
        };
        let traces = SpanExporter::builder().with_http().build().map_err(|error| refused(error.to_string()))?;
        let metrics = MetricExporter::builder().with_http().build().map_err(|error| refused(error.to_string()))?;
        let mut resource = Resource::builder().with_attribute(KeyValue::new("service.version", dunlin::VERSION));
        if !set("OTEL_SERVICE_NAME") && !set("OTEL_RESOURCE_ATTRIBUTES") {
            resource = resource.with_service_name("dunlin");
        }
        let resource = resource.build();
        Ok(Some(Self {
            traces: SdkTracerProvider::builder()
                .with_id_generator(Ids::default())
                .with_resource(resource.clone())
                .with_batch_exporter(traces)
                .build(),
            metrics: SdkMeterProvider::builder().with_resource(resource).with_periodic_exporter(metrics).build(),
        }))
    }

    /// What hears the log lines of one runtime.
    pub(crate) fn ear(&self) -> Log {
        let heard = RefCell::new(Heard::new(self));
        Rc::new(move |line| heard.borrow_mut().hear(line))
    }

    /// Sends what is left. A collector that does not answer is not waited for long.
    pub(crate) fn close(&self) {
        for ended in [self.traces.shutdown_with_timeout(LAST_WORDS), self.metrics.shutdown_with_timeout(LAST_WORDS)] {
            if let Err(error) = ended {
                tracing::warn!(%error, "what was left for the collector was not sent");
            }
        }
    }
}

thread_local! {
    /// The trace that the next span without a parent begins.
    static NEXT_TRACE: Cell<Option<TraceId>> = const { Cell::new(None) };
}

/// The trace of a run is named after the run, so that processes that carry it out one after the other tell of one trace.
#[derive(Debug, Default)]
struct Ids(RandomIdGenerator);

impl IdGenerator for Ids {
    fn new_trace_id(&self) -> TraceId {
        NEXT_TRACE.take().unwrap_or_else(|| self.0.new_trace_id())
    }

    fn new_span_id(&self) -> SpanId {
        self.0.new_span_id()
    }
}

/// FNV-1a, of 128 bits.
fn trace_of(run_id: &str) -> TraceId {
    TraceId::from_hex(&hash(&[run_id])).unwrap_or(TraceId::INVALID)
}

/// A log line of the runtime.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Line {
    at: String,
    event: String,
    run_id: String,
    #[serde(default)]
    step_number: u32,
    #[serde(default)]
    tool: Option<String>,
    #[serde(default)]
    attempt: u32,
    #[serde(default)]
    code: Option<String>,
    #[serde(default)]
    parent_run_id: Option<String>,
    #[serde(default)]
    parent_step: Option<u32>,
}

/// A span that is open, and the moment it began.
struct Open {
    span: SdkSpan,
    began: SystemTime,
}

/// The open spans of a run.
struct OpenRun {
    run: Open,
    steps: BTreeMap<u32, OpenStep>,
}

struct OpenStep {
    step: Open,
    attempt: Option<Open>,
}

/// What was heard so far, on the thread of the runtime.
struct Heard {
    tracer: SdkTracer,
    runs: HashMap<String, OpenRun>,
    ended_runs: Counter<u64>,
    ended_steps: Counter<u64>,
    attempts: Counter<u64>,
    retries: Counter<u64>,
    errors: Counter<u64>,
    run_ms: Histogram<f64>,
    step_ms: Histogram<f64>,
}

impl Heard {
    fn new(telemetry: &Telemetry) -> Self {
        let meter = telemetry.metrics.meter("dunlin");
        let counter = |name: &'static str, about: &'static str| meter.u64_counter(name).with_description(about).build();
        let duration = |name: &'static str, about: &'static str| {
            meter.f64_histogram(name).with_unit("ms").with_description(about).build()
        };
        Self {
            tracer: telemetry.traces.tracer("dunlin"),
            runs: HashMap::new(),
            ended_runs: counter("dunlin.runs", "Runs that ended, by status."),
            ended_steps: counter("dunlin.steps", "Steps that ended, by tool and status."),
            attempts: counter("dunlin.attempts", "Attempts begun, by tool."),
            retries: counter("dunlin.retries", "Retries scheduled, by tool."),
            errors: counter("dunlin.errors", "Failed attempts and runs, by code."),
            run_ms: duration("dunlin.run.duration", "From the beginning of a run to its end, waits included."),
            step_ms: duration("dunlin.step.duration", "From a step's first attempt to its end."),
        }
    }

    fn hear(&mut self, line: &str) {
        let Ok(line) = serde_json::from_str::<Line>(line) else { return };
        let Some(at) = ms_of_iso(&line.at).and_then(|ms| u64::try_from(ms).ok()) else { return };
        let at = SystemTime::UNIX_EPOCH + Duration::from_millis(at);
        // What fails a step has failed its last attempt before.
        if let Some(code) = line.code.as_ref().filter(|_| line.event != "stepFailed") {
            self.errors.add(1, &[KeyValue::new("error.type", code.clone())]);
        }
        self.open_run(&line, at);
        match line.event.as_str() {
            "stepStarted" => self.begin_attempt(&line, at),
            "attemptFailed" => self.end_attempt(&line, at),
            "stepSucceeded" => self.end_step(&line, "succeeded", at),
            "stepFailed" => self.end_step(&line, "failed", at),
            "stepSkipped" => self.end_step(&line, "skipped", at),
            "stepCancelled" => self.end_step(&line, "cancelled", at),
            "runCompleted" => self.end_run(&line, "completed", at),
            "runFailed" => self.end_run(&line, "failed", at),
            "runCancelled" => self.end_run(&line, "cancelled", at),
            // A tool's progress, and what it hands out before its end, comes too often to be kept.
            "runCreated" | "runStarted" | "stepProgressed" | "partialOutput" => {}
            _ => self.happens(line, at),
        }
    }

    /// A run is open from its first event here on: that which creates it, or that by which it is taken up.
    fn open_run(&mut self, line: &Line, at: SystemTime) {
        if self.runs.contains_key(&line.run_id) {
            return;
        }
        let parent = line.parent_run_id.as_ref().zip(line.parent_step);
        let parent = parent.and_then(|(run, step)| Some(&self.runs.get(run)?.steps.get(&step)?.step));
        let within = parent.map_or_else(Context::new, |parent| under(&parent.span));
        NEXT_TRACE.set(Some(trace_of(&line.run_id)));
        let attributes = vec![KeyValue::new("dunlin.run.id", line.run_id.clone())];
        let run = self.begin("run", attributes, at, &within);
        NEXT_TRACE.set(None);
        self.runs.insert(line.run_id.clone(), OpenRun { run, steps: BTreeMap::new() });
    }

    fn begin(&self, name: &'static str, attributes: Vec<KeyValue>, at: SystemTime, within: &Context) -> Open {
        let builder = SpanBuilder::from_name(name).with_start_time(at).with_attributes(attributes);
        Open { span: self.tracer.build_with_context(builder, within), began: at }
    }

    /// The open spans of the step that a line is about, begun now if they were not before.
    fn step(&mut self, line: &Line, at: SystemTime) -> Option<&mut OpenStep> {
        let number = line.step_number;
        let run = self.runs.get(&line.run_id)?;
        if !run.steps.contains_key(&number) {
            let within = under(&run.run.span);
            let attributes = vec![KeyValue::new("dunlin.step", i64::from(number)), tool_of(line)];
            let step = self.begin("step", attributes, at, &within);
            self.runs.get_mut(&line.run_id)?.steps.insert(number, OpenStep { step, attempt: None });
        }
        self.runs.get_mut(&line.run_id)?.steps.get_mut(&number)
    }

    fn begin_attempt(&mut self, line: &Line, at: SystemTime) {
        self.attempts.add(1, &[tool_of(line)]);
        let Some(within) = self.step(line, at).map(|open| under(&open.step.span)) else { return };
        let attributes = vec![KeyValue::new("dunlin.attempt", i64::from(line.attempt)), tool_of(line)];
        let begun = self.begin("attempt", attributes, at, &within);
        if let Some(open) = self.step(line, at) {
            open.attempt = Some(begun);
        }
    }

    fn end_attempt(&mut self, line: &Line, at: SystemTime) {
        if let Some(attempt) = self.step(line, at).and_then(|open| open.attempt.take()) {
            end(attempt, line, at);
        }
    }

    fn end_step(&mut self, line: &Line, status: &'static str, at: SystemTime) {
        self.end_attempt(line, at);
        let Some(open) = self.runs.get_mut(&line.run_id).and_then(|run| run.steps.remove(&line.step_number)) else {
            return;
        };
        let labels = [tool_of(line), KeyValue::new("status", status)];
        self.ended_steps.add(1, &labels);
        self.step_ms.record(ms_since(&open.step, at), &labels);
        let mut step = open.step;
        step.span.set_attribute(KeyValue::new("dunlin.status", status));
        end(step, line, at);
    }

    fn end_run(&mut self, line: &Line, status: &'static str, at: SystemTime) {
        let Some(open) = self.runs.remove(&line.run_id) else { return };
        let labels = [KeyValue::new("status", status)];
        self.ended_runs.add(1, &labels);
        self.run_ms.record(ms_since(&open.run, at), &labels);
        // What was waiting when it ended ends with it.
        for OpenStep { step, attempt } in open.steps.into_values() {
            for mut left in attempt.into_iter().chain([step]) {
                left.span.end_with_timestamp(at);
            }
        }
        let mut run = open.run;
        run.span.set_attribute(KeyValue::new("dunlin.status", status));
        end(run, line, at);
    }

    /// What else happens is an event of the step it happens to, or of the run.
    fn happens(&mut self, line: Line, at: SystemTime) {
        if line.event == "retryScheduled" {
            self.retries.add(1, &[tool_of(&line)]);
        }
        let Some(run) = self.runs.get_mut(&line.run_id) else { return };
        let (span, attributes) = match run.steps.get_mut(&line.step_number) {
            Some(open) => (&mut open.step.span, Vec::new()),
            None if line.step_number == 0 => (&mut run.run.span, Vec::new()),
            None => (&mut run.run.span, vec![KeyValue::new("dunlin.step", i64::from(line.step_number))]),
        };
        span.add_event_with_timestamp(line.event, at, attributes);
    }
}

fn under(span: &SdkSpan) -> Context {
    Context::new().with_remote_span_context(span.span_context().clone())
}

fn tool_of(line: &Line) -> KeyValue {
    // Steps that call no tool wait, ask or decide.
    KeyValue::new("dunlin.tool", line.tool.clone().unwrap_or_else(|| "none".to_owned()))
}

fn ms_since(open: &Open, at: SystemTime) -> f64 {
    at.duration_since(open.began).map_or(0.0, |took| took.as_secs_f64() * 1000.0)
}

fn end(mut open: Open, line: &Line, at: SystemTime) {
    if let Some(code) = &line.code {
        open.span.set_attribute(KeyValue::new("error.type", code.clone()));
        open.span.set_status(Status::error(code.clone()));
    }
    open.span.end_with_timestamp(at);
}
