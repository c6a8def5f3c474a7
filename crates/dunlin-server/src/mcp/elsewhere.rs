//! Runs that live in an engine, as the door sees them: looked at before they are told of, and told what was said to them.

use std::collections::BTreeMap;

use dunlin::DunlinError;
use rmcp::ErrorData;
use serde_json::Value;

use super::{Door, unusable};
use crate::engine::together;

impl Door {
    /// Learns what has become of a run that lives elsewhere.
    pub(super) async fn refresh(&self, id: &str) -> Result<(), DunlinError> {
        match &self.engine {
            Some(engine) => engine.refresh(&self.host, id).await,
            None => Ok(()),
        }
    }

    /// Sends what was said to a run that lives elsewhere, or that it is to begin.
    pub(super) async fn deliver(&self, id: &str) -> Result<(), DunlinError> {
        match &self.engine {
            Some(engine) => engine.deliver(&self.host, id).await,
            None => Ok(()),
        }
    }

    /// All runs as a list shows them, the latest first: as the engine keeps them, and else as they are known here.
    pub(super) async fn all_runs(&self) -> Result<Vec<Value>, ErrorData> {
        let elsewhere = match &self.engine {
            Some(engine) => engine.summaries().await.map_err(|error| unusable(&error))?,
            None => BTreeMap::new(),
        };
        Ok(self.host.with(move |inside| together(&inside.dunlin, elsewhere)).await?)
    }
}
