//! The commands: each opens the file, does one thing, and says how it ended.

mod follow;
mod runs;
mod schedules;
mod todos;

use std::{
    io::{IsTerminal, Read},
    path::{Path, PathBuf},
};

use clap::CommandFactory;
use dunlin::{Dunlin, DunlinError, GoalOrPlan, Plan, PolicyChange, RunOptions, Touch};
pub(crate) use follow::LOOK;
pub(crate) use schedules::unknown as unknown_schedule;
use serde::Serialize;
use tokio::task::LocalSet;

#[cfg(feature = "restate")]
use crate::engine;
use crate::{
    cli::{Ask, Cli, Command, Keeper, Manner, RunFile, Runs, Schedules, Shape, Todos, Worker},
    engine::Engine,
    exit::{Exit, Trouble},
    home::{self, Changes, MachineClock, Started},
    host::{Host, Role},
    http, mcp,
    planners::{Planned, Planners},
    reach::{self, Settings},
    shown,
    telemetry::Telemetry,
};

/// How the answers of a command are to be written, also when it fails.
pub(crate) fn shape_of(command: &Command) -> Shape {
    match command {
        Command::Ask(Ask { manner, .. })
        | Command::Run(RunFile { manner, .. })
        | Command::Runs(
            Runs::Resume { manner, .. }
            | Runs::Approve { manner, .. }
            | Runs::Answer { manner, .. }
            | Runs::Signal { manner, .. }
            | Runs::Retry { manner, .. },
        )
        | Command::Schedules(Schedules::Begin { manner }) => spoken(manner),
        Command::Runs(
            Runs::List { shape, .. }
            | Runs::Show { shape, .. }
            | Runs::Report { shape, .. }
            | Runs::Cancel { shape, .. },
        )
        | Command::Todos(
            Todos::List { shape, .. } | Todos::Add { shape, .. } | Todos::Undo(shape) | Todos::Import { shape, .. },
        )
        | Command::Schedules(Schedules::List(shape) | Schedules::Add { shape, .. })
        | Command::Tools(shape)
        | Command::Agents(shape)
        | Command::Health(shape) => *shape,
        Command::Todos(Todos::Complete(which) | Todos::Reopen(which) | Todos::Delete(which)) => which.shape,
        Command::Runs(Runs::Delete { .. })
        | Command::Schedules(Schedules::Remove { .. })
        | Command::Todos(Todos::Export { .. })
        | Command::Serve(_)
        | Command::Worker(_)
        | Command::Mcp
        | Command::Job { .. }
        | Command::Completions { .. }
        | Command::Man { .. } => Shape::default(),
    }
}

fn spoken(manner: &Manner) -> Shape {
    manner.shape
}

/// Whether a run is printed as JSON lines.
pub(crate) fn tells_json(manner: &Manner) -> bool {
    !manner.verbose && shown::as_json(manner.shape)
}

/// What a command works with: Dunlin over the file, and what others write to it.
pub(crate) struct Here {
    pub(crate) dunlin: Dunlin,
    pub(crate) changes: Changes,
    planners: Planners,
}

/// Does what was asked.
pub(crate) fn carry_out(cli: Cli) -> Result<Exit, Trouble> {
    match cli.command {
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "dunlin", &mut script);
            shown::line(String::from_utf8_lossy(&script).trim_end());
            return Ok(Exit::Done);
        }
        Command::Man { command } => return man(command.as_deref()),
        Command::Job { engine } => {
            let engine =
                dunlin_tools::native::Engine::of(&engine).ok_or_else(|| Trouble::unusable("no such engine"))?;
            engine.serve(std::io::stdin(), std::io::stdout()).map_err(Trouble::unusable)?;
            return Ok(Exit::Done);
        }
        _ => {}
    }
    let mut settings = Settings::read(&cli.reaching)?;
    settings.telemetry = Telemetry::open()?;
    let telemetry = settings.telemetry.clone();
    let done = carry_out_with(cli, settings);
    if let Some(telemetry) = telemetry {
        telemetry.close();
    }
    done
}

fn carry_out_with(cli: Cli, settings: Settings) -> Result<Exit, Trouble> {
    let file = place(cli.file)?;
    if let Command::Serve(options) = cli.command {
        log(options.log);
        let mut settings = settings;
        if options.engine == Keeper::Restate {
            settings.role = Role::Elsewhere(Engine::new(&options.ingress, &options.admin));
        }
        let token = token(options.token_file.as_deref())?;
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(Trouble::unusable)?;
        let thread = runtime.block_on(http::serve(options, file, Started(cli.now), settings, token))?;
        drop(runtime);
        // What a run was doing is taken up at the next start.
        let _ = thread.join();
        return Ok(Exit::Done);
    }
    if let Command::Worker(options) = cli.command {
        return work(options, file, Started(cli.now), settings);
    }
    if let Command::Mcp = cli.command {
        let (host, thread) = Host::open(file, Started(cli.now), settings)?;
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(Trouble::unusable)?;
        let served = runtime.block_on(mcp::serve_streams(host));
        // The last ways to the thread may be with tasks that are over only with this.
        drop(runtime);
        // The thread ends with the last way to it; what a run was doing is taken up at the next start.
        let _ = thread.join();
        return served;
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(Trouble::unusable)?;
    LocalSet::new().block_on(&runtime, async {
        let (dunlin, changes, planners) = home::open(&file, MachineClock::new(Started(cli.now)), &settings)?;
        if calls_tools(&cli.command) {
            for notice in reach::connect(&dunlin, &settings, changes.lines()).await?.notices {
                shown::notice(&notice, shape_of(&cli.command));
            }
        }
        let here = Here { dunlin, changes, planners };
        let (shape, tells) = (shape_of(&cli.command), !matches!(cli.command, Command::Health(_)));
        let ended = match cli.command {
            Command::Ask(ask) => self::ask(&here, ask).await,
            Command::Run(run) => run_file(&here, run).await,
            Command::Runs(command) => runs::carry_out(&here, command).await,
            Command::Todos(command) => todos::carry_out(&here, command),
            Command::Schedules(command) => schedules::carry_out(&here, command).await,
            Command::Tools(shape) => Ok(tools(&here, shape)),
            Command::Agents(shape) => Ok(agents(&here, shape)),
            Command::Health(shape) => Ok(health(&here, shape, &file)),
            Command::Completions { .. }
            | Command::Man { .. }
            | Command::Job { .. }
            | Command::Mcp
            | Command::Serve(_)
            | Command::Worker(_) => Ok(Exit::Done),
        };
        // What was set aside, left alone or not kept is known once it was looked at; `health` says it itself.
        if tells {
            here.dunlin.notices().iter().for_each(|notice| shown::notice(notice, shape));
        }
        ended
    })
}

#[cfg(feature = "restate")]
fn work(options: Worker, file: PathBuf, started: Started, mut settings: Settings) -> Result<Exit, Trouble> {
    log(options.log);
    settings.role = Role::Worker;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(Trouble::unusable)?;
    runtime.block_on(engine::work(options, file, started, settings))
}

#[cfg(not(feature = "restate"))]
fn work(_: Worker, _: PathBuf, _: Started, _: Settings) -> Result<Exit, Trouble> {
    Err(Trouble::unusable("this program was built without workers").with_hint("install it with `--features restate`"))
}

/// Whether a command may call tools or tell of them, so that other servers are asked for theirs.
fn calls_tools(command: &Command) -> bool {
    matches!(
        command,
        Command::Ask(_)
            | Command::Run(_)
            | Command::Tools(_)
            | Command::Schedules(Schedules::Add { .. } | Schedules::Begin { .. })
            | Command::Runs(
                Runs::Resume { .. }
                    | Runs::Approve { .. }
                    | Runs::Answer { .. }
                    | Runs::Signal { .. }
                    | Runs::Cancel { .. }
                    | Runs::Retry { .. }
            )
    )
}

/// Log lines go to the standard error: words for a person, JSON for a program.
fn log(level: tracing::Level) {
    let lines = tracing_subscriber::fmt().with_max_level(level).with_writer(std::io::stderr);
    if std::io::stderr().is_terminal() {
        lines.with_ansi(false).init();
    } else {
        lines.json().init();
    }
}

/// The token that clients must send: from a file, or from the environment. Never an argument, which others can read.
fn token(file: Option<&Path>) -> Result<Option<String>, Trouble> {
    let Some(path) = file else {
        let given = std::env::var_os("DUNLIN_TOKEN").and_then(|token| token.into_string().ok());
        return Ok(given.map(|token| token.trim().to_owned()).filter(|token| !token.is_empty()));
    };
    let token = read(path)?.trim().to_owned();
    if token.is_empty() {
        // Who names a file wants nobody in without what stands in it.
        return Err(Trouble::unusable(format!("there is no token in {}", path.display()))
            .with_hint("write one into it: `openssl rand -hex 32`"));
    }
    Ok(Some(token))
}

/// Where everything is kept: as named, or in the person's own data.
fn place(named: Option<PathBuf>) -> Result<PathBuf, Trouble> {
    let folder = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let data = || folder("XDG_DATA_HOME").or_else(|| Some(folder("HOME")?.join(".local/share")));
    named
        .or_else(|| Some(data()?.join("dunlin/dunlin.db")))
        .ok_or_else(|| Trouble::unusable("there is no HOME to keep the file in").with_hint("name a file with --file"))
}

/// A plan that is only shown, with the todos that it would touch as the lists stand now.
#[derive(Serialize)]
struct Told<'a> {
    #[serde(flatten)]
    plan: &'a Plan,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    touches: &'a [Touch],
}

async fn ask(here: &Here, ask: Ask) -> Result<Exit, Trouble> {
    let goal = if ask.goal == "-" { read(Path::new("-"))?.trim().to_owned() } else { ask.goal };
    // Planned first: a goal that is not understood is answered with its offers, and is no run.
    let planned = here.planners.plan(&here.dunlin, &goal).await?;
    let by_model = matches!(planned, Planned::Model(_));
    let plan = planned.plan();
    if ask.plan {
        let touches = here.dunlin.touches(&plan);
        if tells_json(&ask.manner) {
            shown::record(&Told { plan: &plan, touches: &touches });
        } else {
            shown::line(&shown::plan(&plan, &touches));
        }
        return Ok(Exit::Done);
    }
    if by_model && !follow::agrees_to(here, &plan, &ask.manner).await {
        return Ok(Exit::Waits);
    }
    start(here, plan.into(), &ask.manner, ask.run_id).await
}

async fn run_file(here: &Here, run: RunFile) -> Result<Exit, Trouble> {
    let text = read(&run.plan)?;
    let mut plan = dunlin::read_plan_file(&text)?;
    // What `ask --plan` said beside it was so then.
    plan.unknown.remove("touches");
    let started = start(here, plan.into(), &run.manner, run.run_id).await;
    started.map_err(|trouble| Trouble { error: trouble.error.placed_in(&text), ..trouble })
}

async fn start(here: &Here, what: GoalOrPlan, manner: &Manner, run_id: Option<String>) -> Result<Exit, Trouble> {
    let options = RunOptions { policy: policy(manner.policy.as_deref())?, run_id, ..RunOptions::default() };
    let handle = here.dunlin.run(what, options)?;
    Ok(follow::follow(here, &handle, manner, follow::Given::default()).await)
}

fn policy(text: Option<&str>) -> Result<PolicyChange, Trouble> {
    let Some(text) = text else { return Ok(PolicyChange::default()) };
    let value = serde_json::from_str(text).map_err(|error| {
        DunlinError::new("api.invalid-policy", format!("the policy is not JSON: {error}"))
            .with_hint("write it as an object, such as '{\"maxSteps\": 3}'")
    })?;
    Ok(PolicyChange::from_value(value)?)
}

/// The text of a file, or of the standard input.
pub(crate) fn read(path: &Path) -> Result<String, Trouble> {
    /// More than any plan or import may have.
    const MOST: u64 = 64 << 20;
    let mut text = String::new();
    let taken = if path == Path::new("-") {
        std::io::stdin().lock().take(MOST).read_to_string(&mut text)
    } else {
        std::fs::File::open(path).and_then(|file| file.take(MOST).read_to_string(&mut text))
    };
    taken.map_err(|error| {
        Trouble::unusable(format!("{} cannot be read: {error}", path.display()))
            .with_hint("name a file of text, or - for the standard input")
    })?;
    Ok(text)
}

fn tools(here: &Here, shape: Shape) -> Exit {
    for tool in here.dunlin.tools() {
        if shown::as_json(shape) {
            shown::record(&tool);
        } else {
            shown::line(&shown::clean(&format!("{}: {}", tool.name, tool.description)));
        }
    }
    Exit::Done
}

fn agents(here: &Here, shape: Shape) -> Exit {
    let agents = here.planners.agents();
    for agent in &agents {
        if shown::as_json(shape) {
            shown::record(agent);
        } else {
            shown::line(&shown::clean(&format!("{}: {}", agent.name, agent.description)));
            for skill in &agent.skills {
                shown::line(&shown::clean(&format!("  {}: {}", skill.name, skill.description)));
            }
        }
    }
    if agents.is_empty() {
        shown::notice("there are no agents; switch them on with `--with agents`", shape);
    }
    Exit::Done
}

fn health(here: &Here, shape: Shape, file: &Path) -> Exit {
    let health = here.dunlin.health();
    if shown::as_json(shape) {
        shown::record(&health);
    } else {
        shown::line(&format!(
            "dunlin {}, {}",
            health.version,
            if health.notices.is_empty() { "healthy" } else { "degraded" }
        ));
        shown::line(&format!("  file: {} ({} bytes)", file.display(), health.storage.bytes.unwrap_or(0)));
        shown::line(&format!("  tools: {}", health.tools.join(", ")));
        for notice in health.notices {
            shown::line(&format!("  {}", shown::clean(&notice)));
        }
    }
    Exit::Done
}

fn man(command: Option<&str>) -> Result<Exit, Trouble> {
    let mut whole = Cli::command();
    whole.build();
    let shown = match command {
        None => whole,
        Some(name) => whole.find_subcommand(name).cloned().ok_or_else(|| Trouble {
            exit: Exit::NotFound,
            error: DunlinError::new("cli.unknown-command", format!("there is no command {name:?}"))
                .with_hint("see `dunlin help`"),
        })?,
    };
    let mut page = Vec::new();
    clap_mangen::Man::new(shown).render(&mut page).map_err(Trouble::unusable)?;
    shown::line(String::from_utf8_lossy(&page).trim_end());
    Ok(Exit::Done)
}
