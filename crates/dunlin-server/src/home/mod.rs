//! What the core needs from outside, on a machine of its own: the clock, the timer, randomness, and storage in one file.

mod changes;
mod claims;
mod clock;
mod file;
mod guests;

pub(crate) use changes::Changes;
pub(crate) use clock::{MachineClock, Started};
pub(crate) use file::{OpenError, SqliteStorage};
pub(crate) use guests::{Guests, Unserved};

use std::{path::Path, rc::Rc};

use dunlin::{Dunlin, Elsewhere, Options, Retention, known_claims_by};
use dunlin_base::{Env, LocalFuture};

use claims::Holder;
use clock::{MachineRandom, MachineTimer};

use crate::{
    engine::Engine,
    exit::Trouble,
    planners::Planners,
    reach::{self, Settings},
    telemetry::Telemetry,
};

/// Opens Dunlin over a file, by this clock, with the tools that are switched on.
pub(crate) fn open(
    file: &Path,
    clock: MachineClock,
    settings: &Settings,
) -> Result<(Dunlin, Changes, Planners), Trouble> {
    let storage = SqliteStorage::open(file).map(Rc::new).map_err(|error| cannot_open(file, &error))?;
    let env = Env {
        clock: Rc::new(clock),
        timer: Rc::new(MachineTimer),
        random: Rc::new(MachineRandom),
        storage: storage.clone(),
    };
    let holder = Holder::open(storage.clone(), file).map(Rc::new).map_err(|error| cannot_open(file, &error))?;
    let known = holder.clone();
    let hold = move |name: &str| -> LocalFuture<'static, _> { Box::pin(std::future::ready(holder.hold(name))) };
    let claims = known_claims_by(hold, move |name| known.is_held(name));
    let log = settings.telemetry.as_ref().map(Telemetry::ear);
    let elsewhere = settings.role.engine().map(|engine| said_to(engine, &env));
    let dunlin = Dunlin::open(
        env.clone(),
        Options { claims: Some(claims), log, elsewhere, retention: Some(KEPT), ..Options::default() },
    );
    let reach = reach::register(&dunlin, &env, settings)?;
    let planners = Planners::of(&dunlin, reach.team.clone(), settings.planner.as_ref(), &reach.lines)?;
    Ok((dunlin.clone(), Changes::new(dunlin, storage, reach), planners))
}

/// How many ended runs are kept, and how much of them: a file has more room than a browser's storage.
const KEPT: Retention = Retention { max_runs: 1000, max_bytes: 50_000_000 };

/// Hands what is said to runs to the engine that keeps them.
fn said_to(engine: Engine, env: &Env) -> Elsewhere {
    let env = env.clone();
    Rc::new(move |run_id, kind| {
        engine.say(run_id, kind, env.clock.now_ms(), format!("{:016x}", env.random.next_u64()));
    })
}

fn cannot_open(file: &Path, error: &OpenError) -> Trouble {
    Trouble::unusable(format!("{} cannot be opened: {error}", file.display()))
        .with_hint("name another file with --file")
}
