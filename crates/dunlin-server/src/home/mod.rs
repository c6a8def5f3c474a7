//! What the core needs from outside, on a machine of its own: the clock, the timer, randomness, and storage in one file.

mod changes;
mod claims;
mod clock;
mod file;

pub(crate) use changes::Changes;
pub(crate) use clock::Started;
pub(crate) use file::{OpenError, SqliteStorage};

use std::{path::Path, rc::Rc};

use dunlin::{Dunlin, Options, claims_by};
use dunlin_base::Env;

use claims::Holder;
use clock::{MachineClock, MachineRandom, MachineTimer};

/// Opens Dunlin over a file, by the machine's clock or one that begins at `started`.
pub(crate) fn open(file: &Path, started: Started, options: Options) -> Result<(Dunlin, Changes), OpenError> {
    let storage = Rc::new(SqliteStorage::open(file)?);
    let env = Env {
        clock: Rc::new(MachineClock::new(started)),
        timer: Rc::new(MachineTimer),
        random: Rc::new(MachineRandom),
        storage: storage.clone(),
    };
    let holder = Rc::new(Holder::open(storage.clone(), file)?);
    let claims = claims_by(move |name| Box::pin(std::future::ready(holder.hold(name))));
    let dunlin = Dunlin::open(env, Options { claims: Some(claims), ..options });
    Ok((dunlin.clone(), Changes::new(dunlin, storage)))
}
