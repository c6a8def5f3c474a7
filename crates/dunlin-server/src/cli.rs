//! What can be typed after `dunlin`.

use std::{net::SocketAddr, path::PathBuf};

use clap::{Args, Parser, Subcommand, ValueEnum, builder::PossibleValuesParser};
use dunlin::RunStatus;
use jiff::civil::DateTime;

/// Plans goals, carries them out, and keeps todos: in a terminal, behind a server, for other agents.
///
/// Answers are words on a terminal and JSON lines in a pipe. Everything is kept in one file; several of these programs
/// may use it at once.
#[derive(Debug, Parser)]
#[command(name = "dunlin", version, propagate_version = true, after_help = AFTER_HELP)]
pub(crate) struct Cli {
    /// The file that everything is kept in
    #[arg(long, global = true, value_name = "FILE", env = "DUNLIN_FILE")]
    pub(crate) file: Option<PathBuf>,
    /// The local moment to begin at instead of now, as 2026-11-21T09:30: relative dates count from it
    #[arg(long, global = true, value_name = "MOMENT", value_parser = moment)]
    pub(crate) now: Option<DateTime>,
    #[command(flatten)]
    pub(crate) reaching: Reaching,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// Tools that reach further than the built-in ones. All are off until they are named.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Tools that reach further")]
pub(crate) struct Reaching {
    /// A file of settings as JSON, for all of them and their limits
    #[arg(long, global = true, value_name = "FILE", env = "DUNLIN_CONFIG")]
    pub(crate) config: Option<PathBuf>,
    /// Switch a tool on; several with commas between
    #[arg(long, global = true, value_name = "TOOL", value_enum, value_delimiter = ',')]
    pub(crate) with: Vec<OptIn>,
    /// Switch `search` on, over the text files of this folder too (.md, .txt); may be given several times
    #[arg(long, global = true, value_name = "FOLDER")]
    pub(crate) notes: Vec<PathBuf>,
    /// Switch `fetch` on, for this origin, such as <https://api.example.org>; may be given several times
    #[arg(long, global = true, value_name = "ORIGIN")]
    pub(crate) fetch: Vec<String>,
    /// Switch `web_search` on, over this endpoint, such as <https://search.example.org/search>
    #[arg(long, global = true, value_name = "URL")]
    pub(crate) web_search: Option<String>,
}

/// The tools that need no setting.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum OptIn {
    /// Ranked full text over todos and runs, and the notes of `--notes`
    Search,
    /// SQL over tables, todos and runs, which it only reads
    Sql,
    /// JavaScript in an interpreter without any way out
    Code,
    /// What is remembered between runs, found by its words
    Memory,
    /// Messages between agents and runs, kept until they are acknowledged
    Bus,
    /// Pictures of rows, as SVG with the table behind them
    Chart,
    /// Checks that something meets what was asked of it, with reasons
    Judge,
    /// Agents that find, total, draw and check, and the tools they use
    Agents,
}

const AFTER_HELP: &str = "\
Exit codes: 0 done · 1 the run failed · 2 the command line is wrong · 3 the goal or plan cannot be used · 4 a person must
answer first · 5 cancelled · 6 nothing of that name · 7 the file or the network cannot be used";

fn moment(text: &str) -> Result<DateTime, String> {
    text.parse().map_err(|_| "expected a local moment, such as 2026-11-21T09:30".to_owned())
}

/// What is to be done.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Plan a goal and carry it out
    Ask(Ask),
    /// Carry out a plan from a file, as `ask --plan --json` writes it
    Run(RunFile),
    /// List, show and go on with runs
    #[command(subcommand)]
    Runs(Runs),
    /// List, add and change todos
    #[command(subcommand)]
    Todos(Todos),
    /// Keep goals and plans that begin at a moment, or again and again
    #[command(subcommand)]
    Schedules(Schedules),
    /// List the tools that plans can call
    Tools(Shape),
    /// List the agents, who are tools of plans too; off until `--with agents`
    Agents(Shape),
    /// Say how it is doing: version, file, tools
    Health(Shape),
    /// Serve plans, runs and todos over HTTP, and the page with --page
    Serve(Serve),
    /// Carry out runs that live in Restate; any number of these may work side by side
    Worker(Worker),
    /// Serve one MCP client over the standard streams
    Mcp,
    /// Carry one job of the tools `code` or `sql` out, for another process of this program
    #[command(hide = true)]
    Job {
        /// `code` or `sql`
        engine: String,
    },
    /// Write the completions for a shell to the standard output
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Write the manual page to the standard output
    Man {
        /// Write the page of this command, such as `runs`, instead of the whole program's
        command: Option<String>,
    },
}

/// How answers are written.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct Shape {
    /// Write JSON, also on a terminal
    #[arg(long)]
    pub(crate) json: bool,
}

/// How a run is carried out and told.
#[derive(Args, Clone, Debug)]
pub(crate) struct Manner {
    #[command(flatten)]
    pub(crate) shape: Shape,
    /// Write words, also in a pipe, with the reason, input and output of each step
    #[arg(long, short, conflicts_with = "json")]
    pub(crate) verbose: bool,
    /// Answer every question of the run with yes
    #[arg(long, short)]
    pub(crate) yes: bool,
    /// What differs from the default policy, as JSON: '{"maxSteps": 3}'
    #[arg(long, value_name = "JSON")]
    pub(crate) policy: Option<String>,
}

#[derive(Args, Debug)]
pub(crate) struct Ask {
    /// What is to be done, in plain words; "-" reads it from the standard input
    pub(crate) goal: String,
    /// Show the plan and do nothing
    #[arg(long)]
    pub(crate) plan: bool,
    #[command(flatten)]
    pub(crate) manner: Manner,
    /// The run's identifier; while the run is kept the same one again is an error, so nothing is done twice
    #[arg(long, value_name = "ID")]
    pub(crate) run_id: Option<String>,
}

#[derive(Args, Debug)]
pub(crate) struct RunFile {
    /// The plan as JSON; "-" reads it from the standard input
    #[arg(value_name = "FILE")]
    pub(crate) plan: PathBuf,
    #[command(flatten)]
    pub(crate) manner: Manner,
    /// The run's identifier; while the run is kept the same one again is an error, so nothing is done twice
    #[arg(long, value_name = "ID")]
    pub(crate) run_id: Option<String>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Runs {
    /// List runs, the latest first
    List {
        /// Only those that stand so
        #[arg(long, value_parser = PossibleValuesParser::new(RunStatus::ALL.map(RunStatus::name)))]
        status: Option<String>,
        /// At most so many
        #[arg(long, default_value_t = 50)]
        limit: usize,
        #[command(flatten)]
        shape: Shape,
    },
    /// Show the record of a run
    Show {
        /// The run
        id: String,
        #[command(flatten)]
        shape: Shape,
    },
    /// Tell a run as a whole, in Markdown or JSON
    Report {
        /// The run
        id: String,
        #[command(flatten)]
        shape: Shape,
    },
    /// Go on with a run that was interrupted, or with all of them
    Resume {
        /// The run; none is every run that has not ended
        id: Option<String>,
        #[command(flatten)]
        manner: Manner,
    },
    /// Ask a run to stop
    Cancel {
        /// The run
        id: String,
        /// Why
        #[arg(long)]
        reason: Option<String>,
        #[command(flatten)]
        shape: Shape,
    },
    /// Answer the questions of a run, and go on with it
    Approve {
        /// The run
        id: String,
        /// Answer this question only
        #[arg(long, value_name = "ID")]
        approval: Option<String>,
        /// Say no: the step is not done, and what needs it is left out
        #[arg(long)]
        reject: bool,
        /// What you say about your no
        #[arg(long, requires = "reject")]
        feedback: Option<String>,
        /// Say yes to another input, as JSON
        #[arg(long, value_name = "JSON", conflicts_with = "reject", requires = "approval")]
        input: Option<String>,
        #[command(flatten)]
        manner: Manner,
    },
    /// Answer a question of a run with data, and go on with it
    Answer {
        /// The run
        id: String,
        /// The step that asks; not needed where one asks only
        #[arg(long, value_name = "NUMBER")]
        step: Option<u32>,
        /// The answer, as text or as JSON, as the question wants it
        #[arg(value_name = "ANSWER")]
        value: String,
        #[command(flatten)]
        manner: Manner,
    },
    /// Send a run a signal, and go on with it: the first step that waits for one of that name takes it, now or later
    Signal {
        /// The run
        id: String,
        /// The name of the signal
        name: String,
        /// What comes with it, as JSON
        #[arg(value_name = "JSON")]
        data: Option<String>,
        #[command(flatten)]
        manner: Manner,
    },
    /// Do an ended run again from the step that failed, with what was done before as it was
    Retry {
        /// The run
        id: String,
        /// Do this step and what depends on it again
        #[arg(long, value_name = "NUMBER")]
        step: Option<u32>,
        /// The identifier of the new run; while that is kept the same one again is an error, so nothing is done twice
        #[arg(long, value_name = "ID")]
        run_id: Option<String>,
        #[command(flatten)]
        manner: Manner,
    },
    /// Forget a run that has ended
    Delete {
        /// The run
        id: String,
    },
}

/// Schedules are begun by `serve` and `mcp` while they run, and by `begin`.
#[derive(Debug, Subcommand)]
pub(crate) enum Schedules {
    /// List schedules, the next one first
    List(Shape),
    /// Keep a goal or a plan that begins at a moment
    Add {
        /// What is to be done, in plain words
        #[arg(required_unless_present = "plan", conflicts_with = "plan")]
        goal: Option<String>,
        /// A plan as JSON instead of a goal; "-" reads it from the standard input
        #[arg(long, value_name = "FILE")]
        plan: Option<PathBuf>,
        /// When it begins first, by the clock on the wall, such as 2026-11-27T09:00
        #[arg(long, value_name = "MOMENT")]
        at: String,
        /// How it comes back, such as FREQ=WEEKLY
        #[arg(long, value_name = "RULE")]
        rule: Option<String>,
        /// Its identifier; the same one again replaces it
        #[arg(long)]
        id: Option<String>,
        #[command(flatten)]
        shape: Shape,
    },
    /// Forget a schedule
    Remove {
        /// The schedule
        id: String,
    },
    /// Begin what is due, and carry it out
    Begin {
        #[command(flatten)]
        manner: Manner,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum Todos {
    /// List todos
    List {
        /// Completed ones too
        #[arg(long, conflicts_with = "completed")]
        all: bool,
        /// Only completed ones
        #[arg(long)]
        completed: bool,
        /// Those on this list; "inbox" is those on none
        #[arg(long)]
        list: Option<String>,
        /// Those with this tag
        #[arg(long)]
        tag: Option<String>,
        /// Those due then: today, overdue, "this week", 2026-11-27, ..2026-11-27
        #[arg(long)]
        due: Option<String>,
        /// Those with these words
        #[arg(long)]
        text: Option<String>,
        #[command(flatten)]
        shape: Shape,
    },
    /// Add a todo from a line: "water plants tomorrow at 9 p1 #home every week"
    Add {
        /// The line
        #[arg(required = true)]
        words: Vec<String>,
        #[command(flatten)]
        shape: Shape,
    },
    /// Mark a todo as done
    Complete(Which),
    /// Mark a todo as not done after all
    Reopen(Which),
    /// Delete a todo
    Delete(Which),
    /// Take back the last change
    Undo(Shape),
    /// Write all todos to the standard output
    Export {
        /// The format
        #[arg(long, value_enum, default_value_t = FileFormat::Json)]
        format: FileFormat,
    },
    /// Read todos from a file: all of it, or nothing
    Import {
        /// The file; "-" is the standard input
        #[arg(value_name = "FILE")]
        path: PathBuf,
        /// The format; the ending of the file says it otherwise
        #[arg(long, value_enum)]
        format: Option<FileFormat>,
        #[command(flatten)]
        shape: Shape,
    },
}

/// The todo that is meant.
#[derive(Args, Debug)]
pub(crate) struct Which {
    /// Its identifier, or words of its text
    #[arg(required = true)]
    pub(crate) words: Vec<String>,
    #[command(flatten)]
    pub(crate) shape: Shape,
}

/// The formats of files of todos.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum FileFormat {
    /// Ours, with every field
    Json,
    /// One line a todo, as todotxt.org describes
    Todotxt,
    /// iCalendar
    Ical,
    /// A Markdown task list
    Markdown,
    /// A table
    Csv,
}

/// How it is served.
#[derive(Args, Clone, Debug)]
pub(crate) struct Serve {
    /// Where to listen; anything but this machine's own address needs a token (`DUNLIN_TOKEN` or --token-file)
    #[arg(long, default_value = "127.0.0.1:8787", value_name = "IP:PORT", value_parser = address)]
    pub(crate) address: SocketAddr,
    /// A file with the token that clients must send
    #[arg(long, value_name = "FILE")]
    pub(crate) token_file: Option<PathBuf>,
    /// The folder of the built page, to be served at /
    #[arg(long, value_name = "FOLDER")]
    pub(crate) page: Option<PathBuf>,
    /// An origin whose pages may use this server, such as <https://example.org>; may be given several times
    #[arg(long, value_name = "ORIGIN")]
    pub(crate) allow_origin: Vec<String>,
    /// The most bytes of a request
    #[arg(long, default_value_t = 2 << 20, value_name = "BYTES", value_parser = at_least_one)]
    pub(crate) max_body: usize,
    /// The most requests under way at once
    #[arg(long, default_value_t = 256, value_name = "COUNT", value_parser = at_least_one)]
    pub(crate) max_requests: usize,
    /// The most connections at once, those that follow a run included; then who waits longest for a request makes room
    #[arg(long, default_value_t = 1024, value_name = "COUNT", value_parser = at_least_one)]
    pub(crate) max_connections: usize,
    /// The most requests a second from one address, twice as many in a burst; 0 is without a limit
    #[arg(long, default_value_t = 200, value_name = "COUNT")]
    pub(crate) rate: u32,
    /// Which log lines are written: error, warn, info, debug or trace
    #[arg(long, default_value = "info", value_name = "LEVEL")]
    pub(crate) log: tracing::Level,
    /// Where runs live: in the file, carried out by this process, or in Restate, carried out by `dunlin worker`
    #[arg(long, value_enum, default_value_t = Keeper::File)]
    pub(crate) engine: Keeper,
    /// The address where Restate takes requests
    #[arg(long, default_value = "http://127.0.0.1:8080", value_name = "URL")]
    pub(crate) ingress: String,
    /// The address where Restate is looked into
    #[arg(long, default_value = "http://127.0.0.1:9070", value_name = "URL")]
    pub(crate) admin: String,
}

/// Where runs live.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Keeper {
    /// In the file
    File,
    /// In Restate
    Restate,
}

/// How runs of Restate are carried out.
#[derive(Args, Clone, Debug)]
pub(crate) struct Worker {
    /// Where to listen for Restate; several workers of one machine may share it. It asks nobody for a token: let only Restate
    /// reach it
    #[arg(long, default_value = "127.0.0.1:9080", value_name = "IP:PORT", value_parser = address)]
    pub(crate) listen: SocketAddr,
    /// The address where Restate is told of the workers; without it, tell Restate yourself
    #[arg(long, value_name = "URL")]
    pub(crate) admin: Option<String>,
    /// The address at which Restate reaches the workers, all of them by the same one; else the one they listen at
    #[arg(long, value_name = "URL", requires = "admin")]
    pub(crate) advertise: Option<String>,
    /// Which log lines are written: error, warn, info, debug or trace
    #[arg(long, default_value = "info", value_name = "LEVEL")]
    pub(crate) log: tracing::Level,
}

/// Where to listen. `localhost` is this machine, by whatever address it would be found; a name of another wants an address.
fn address(text: &str) -> Result<SocketAddr, String> {
    let plain = text.strip_prefix("localhost:").map(|port| format!("127.0.0.1:{port}"));
    plain
        .as_deref()
        .unwrap_or(text)
        .parse()
        .map_err(|_| "expected an address and a port, such as 127.0.0.1:8787".to_owned())
}

/// A limit that lets somebody in.
fn at_least_one(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) => Err("found 0, which lets nobody in; expected at least 1".to_owned()),
        Ok(count) => Ok(count),
        Err(error) => Err(error.to_string()),
    }
}
