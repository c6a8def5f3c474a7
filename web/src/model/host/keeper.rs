//! Where todos and runs are kept: in this browser, or at the server that the page came from.

use std::rc::Rc;

use dunlin_base::{RemoteError, Storage};
use dunlin_browser::server::{self, ServerChoice, ServerStorage};
use leptos::prelude::*;

use crate::{model::State, platform};

/// Where they are kept.
#[derive(Clone)]
pub(crate) enum Keeper {
    /// In `localStorage`.
    Browser,
    /// In the file of the page's server.
    Server(Rc<ServerStorage>),
}

impl Keeper {
    /// As it was chosen.
    ///
    /// # Errors
    /// The server does not let this page in. Then nothing is opened: this browser's own todos are others.
    pub(crate) fn chosen() -> Result<Self, RemoteError> {
        match server::chosen() {
            None => Ok(Self::Browser),
            Some(choice) => server::open(choice).map(Self::Server),
        }
    }

    /// Where that is, as it stands in a sentence.
    pub(crate) fn place(&self) -> &'static str {
        match self {
            Self::Browser => "this device",
            Self::Server(_) => "the server",
        }
    }
}

/// Keeps everything in this browser from now on. What is at the server stays there.
pub(crate) fn keep_in_browser() {
    if server::choose(None) {
        platform::reload();
    }
}

/// Tries once more to be let in, with another token.
pub(crate) fn let_in_with(token: String) {
    if server::choose(Some(&ServerChoice { token: Some(token) })) {
        platform::reload();
    }
}

/// The state of the choice in the settings. Copies share one.
#[derive(Clone, Copy)]
pub(crate) struct KeeperChoice {
    /// Whether a server of Dunlin gave out this page; looked up when somebody first asks.
    pub(crate) offered: RwSignal<bool>,
    /// Whether the server is about to be chosen.
    pub(crate) choosing: RwSignal<bool>,
    /// The token that was typed.
    pub(crate) token: RwSignal<String>,
    /// Whether what is here is copied there.
    pub(crate) copy: RwSignal<bool>,
    /// Why the server was not taken.
    pub(crate) refused: RwSignal<Option<RemoteError>>,
}

impl KeeperChoice {
    pub(crate) fn new() -> Self {
        Self {
            offered: RwSignal::new(false),
            choosing: RwSignal::new(false),
            token: RwSignal::new(String::new()),
            copy: RwSignal::new(true),
            refused: RwSignal::new(None),
        }
    }

    /// Whether the server's token has to be typed.
    pub(crate) fn wants_token(self) -> bool {
        self.refused.with(|refused| *refused == Some(RemoteError::Closed)) || self.token.with(|token| !token.is_empty())
    }

    /// Looks up whether there is a server.
    pub(crate) fn look(self) {
        wasm_bindgen_futures::spawn_local(async move {
            if platform::came_from_server().await {
                self.offered.set(true);
            }
        });
    }
}

/// Runs and their leases: what is under way is carried out where it was begun, and nowhere twice.
const RUN: &str = "dunlin:v1:run:";
const LEASE: &str = "dunlin:v1:lease:";

impl State {
    /// Where everything is kept.
    pub(crate) fn keeper(&'static self) -> Keeper {
        self.engine.keeper()
    }

    /// Keeps everything at the page's server from now on; the page is loaded again. What is here stays here.
    pub(crate) fn keep_at_server(&'static self, choice: KeeperChoice) {
        let token = Some(choice.token.get_untracked().trim().to_owned()).filter(|token| !token.is_empty());
        let server = ServerChoice { token };
        let moved = server::open(server.clone()).and_then(|storage| {
            if choice.copy.get_untracked() {
                self.copy_to(storage.as_ref())?;
            }
            Ok(())
        });
        match moved {
            Ok(()) if server::choose(Some(&server)) => platform::reload(),
            Ok(()) => {
                let words = "this browser does not keep the choice".to_owned();
                choice.refused.set(Some(RemoteError::Failed(words)));
            }
            Err(error) => choice.refused.set(Some(error)),
        }
    }

    /// Copies what is kept here, over nothing that is there.
    fn copy_to(&'static self, there: &dyn Storage) -> Result<(), RemoteError> {
        let failed = |error: dunlin_base::StorageError| RemoteError::Failed(error.to_string());
        let under_way = self.engine.with(|dunlin| dunlin.unfinished_runs());
        let under_way: Vec<String> = under_way.iter().map(|run| format!("{RUN}{run}:")).collect();
        let stays = |key: &str| key.starts_with(LEASE) || under_way.iter().any(|run| key.starts_with(run.as_str()));
        for (key, value) in self.engine.entries(crate::model::host::settings::OURS) {
            let Some(value) = value.filter(|_| !stays(&key)) else { continue };
            if there.get(&key).map_err(failed)?.is_none() {
                there.set(&key, &value).map_err(failed)?;
            }
        }
        Ok(())
    }
}
