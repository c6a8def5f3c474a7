//! Engines in a process of their own, which is ended when its time is over.
//!
//! Inside one built-in function, such as a search in a long text, neither `SQLite` nor `QuickJS` looks at a clock, and no
//! thread can be stopped from outside. A process can.

use std::{
    io::{self, Read, Write},
    path::PathBuf,
    process::{Child, Command, Stdio, exit},
    sync::mpsc::{RecvTimeoutError, channel},
    thread,
    time::Duration,
};

use dunlin_base::{LocalFuture, json};
use serde::{Serialize, de::DeserializeOwned};

use super::{
    deadline::Deadline,
    quickjs, sqlite,
    thread::{Unwanted, offload},
};
use crate::{
    Answer, CodeDone, CodeError, CodeErrorKind, CodeJob, CodePort, SqlError, SqlErrorKind, SqlJob, SqlPort, SqlRows,
};

/// Ends a job by itself when its time is over. One that does not is ended with its process, so long after.
const GRACE: Duration = Duration::from_secs(1);
/// How often somebody looks whether a job is still wanted.
const LOOK: Duration = Duration::from_millis(20);
/// How a process says that its time was over.
const OVER: i32 = 124;

/// An engine that a process is started for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// Carries programs out.
    Code,
    /// Carries statements out.
    Sql,
}

impl Engine {
    /// The engine of a name.
    #[must_use]
    pub fn of(name: &str) -> Option<Self> {
        [Self::Code, Self::Sql].into_iter().find(|engine| engine.name() == name)
    }

    fn name(self) -> &'static str {
        match self {
            Self::Code => "code",
            Self::Sql => "sql",
        }
    }

    /// Carries one job out, in the process that [`Apart`] has started: the job is read and its answer written as JSON. The
    /// process ends here when the time of the job is over and the engine has not noticed.
    pub fn serve(self, mut job: impl Read, mut answer: impl Write) -> io::Result<()> {
        let mut text = String::new();
        job.read_to_string(&mut text)?;
        let said = match self {
            Self::Code => json::write(&Answer::from(
                read::<CodeJob>(&text, |job| job.limits.time_ms)
                    .map_err(|message| CodeError::new(CodeErrorKind::Failed, message))
                    .and_then(|job| quickjs::run(&job, &Unwanted::default())),
            )),
            Self::Sql => json::write(&Answer::from(
                read::<SqlJob>(&text, |job| job.limits.time_ms)
                    .map_err(|message| SqlError::new(SqlErrorKind::Failed, message))
                    .and_then(|job| sqlite::run(&job, &Unwanted::default())),
            )),
        };
        answer.write_all(said.as_bytes())
    }
}

/// Reads a job, and sets the watch that ends this process with its time.
#[expect(
    clippy::disallowed_methods,
    reason = "native only; what is waited for ends this process and decides nothing else"
)]
fn read<T: DeserializeOwned>(text: &str, time_ms: fn(&T) -> u64) -> Result<T, String> {
    let job = json::read(text).map_err(|error| error.to_string())?;
    let end = Duration::from_millis(time_ms(&job)) + GRACE;
    thread::spawn(move || {
        thread::sleep(end);
        exit(OVER);
    });
    Ok(job)
}

/// The ports of a native host whose program can be started anew for each job.
#[derive(Clone, Debug)]
pub struct Apart {
    program: PathBuf,
    arguments: Vec<String>,
}

/// Why there is no answer.
enum Lost {
    Time,
    Other(String),
}

impl Apart {
    /// Over a program that calls [`Engine::serve`] with its standard streams when it is started with these arguments and the
    /// name of an engine.
    #[must_use]
    pub fn new(program: PathBuf, arguments: Vec<String>) -> Self {
        Self { program, arguments }
    }

    fn ask<T, E>(
        &self,
        engine: Engine,
        job: &impl Serialize,
        time_ms: u64,
        lost: fn(Lost) -> E,
    ) -> LocalFuture<'static, Result<T, E>>
    where
        T: DeserializeOwned + Send + 'static,
        E: DeserializeOwned + Send + 'static,
    {
        let mut command = Command::new(&self.program);
        command.args(&self.arguments).arg(engine.name());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let job = json::write(job).into_bytes();
        let most = Duration::from_millis(time_ms) + 2 * GRACE;
        let done = offload(move |unwanted| {
            let said = command.spawn().map_err(|error| Lost::Other(error.to_string()));
            let said = said.and_then(|child| answered(child, job, most, unwanted));
            let answer = said.and_then(|said| json::read(&said).map_err(|error| Lost::Other(error.to_string())));
            answer.map_err(lost).and_then(|answer: Answer<T, E>| answer.into())
        });
        Box::pin(async move {
            done.await.unwrap_or_else(|| Err(lost(Lost::Other("there is no thread to wait for it on".to_owned()))))
        })
    }
}

/// Gives a process its job, and waits for what it says; one that nobody waits for any more is ended.
fn answered(mut child: Child, job: Vec<u8>, most: Duration, unwanted: &Unwanted) -> Result<String, Lost> {
    let (Some(mut to), Some(mut from)) = (child.stdin.take(), child.stdout.take()) else {
        return Err(Lost::Other("the engine has no streams".to_owned()));
    };
    let (tell, said) = channel();
    thread::spawn(move || {
        // One that ends before it has read everything says why by how it ended.
        let _ = to.write_all(&job);
        drop(to);
        let mut answer = String::new();
        let read = from.read_to_string(&mut answer).map(|_| answer);
        // Nobody is there to be told when the process was ended.
        let _ = tell.send(read);
    });
    let end = Deadline::after(most);
    loop {
        match said.recv_timeout(LOOK) {
            Err(RecvTimeoutError::Timeout) if !(unwanted.is_set() || end.is_over()) => {}
            Ok(Ok(answer)) if !answer.is_empty() => {
                let _ = child.wait();
                return Ok(answer);
            }
            _ => {
                // Of one that has ended by itself nothing is left to be ended.
                let _ = child.kill();
                let ended = child.wait().map_err(|error| Lost::Other(error.to_string()))?;
                let over = end.is_over() || ended.code() == Some(OVER);
                return Err(if over { Lost::Time } else { Lost::Other(format!("the engine stopped: {ended}")) });
            }
        }
    }
}

impl SqlPort for Apart {
    fn run(&self, job: SqlJob) -> LocalFuture<'static, Result<SqlRows, SqlError>> {
        self.ask(Engine::Sql, &job, job.limits.time_ms, |lost| match lost {
            Lost::Time => SqlError::new(SqlErrorKind::Time, "it took too long"),
            Lost::Other(message) => SqlError::new(SqlErrorKind::Failed, message),
        })
    }
}

impl CodePort for Apart {
    fn run(&self, job: CodeJob) -> LocalFuture<'static, Result<CodeDone, CodeError>> {
        self.ask(Engine::Code, &job, job.limits.time_ms, |lost| match lost {
            Lost::Time => CodeError::new(CodeErrorKind::Time, "the program took too long"),
            Lost::Other(message) => CodeError::new(CodeErrorKind::Failed, message),
        })
    }
}
