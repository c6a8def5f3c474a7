//! A phrase with the tool it is for.

use std::sync::Arc;

use serde_json::Value;

use super::given::Phrase;

/// A phrase and the tool it is for.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) tool: Arc<PhraseTool>,
    pub(crate) phrase: Arc<Phrase>,
}

/// A tool as its phrases see it.
#[derive(Debug)]
pub(crate) struct PhraseTool {
    pub(crate) name: String,
    pub(crate) schema: Value,
    pub(crate) number: usize,
    /// Whether the schema asks anything of single values.
    pub(crate) checks: bool,
}
