//! Todos through the facade: a line of quick add, and what the tool does by hand.

use dunlin_base::Utf16Span;
use dunlin_date::DateOptions;
use dunlin_todo::{
    Origin, Outcome, TodoError,
    tool::{self, ToolReply},
};
use serde_json::Value;

use crate::Dunlin;

impl Dunlin {
    /// Adds a todo from a line of quick add; readings at `dismissed` were taken back and stay text.
    ///
    /// ```
    /// use dunlin::{Dunlin, Options};
    /// use dunlin_base::testing::World;
    ///
    /// let dunlin = Dunlin::open(World::new(1).env(), Options::default());
    /// let added = dunlin.quick_add("water plants tomorrow #home", &[])?;
    /// assert_eq!(added.todos[0].text, "water plants");
    /// # Ok::<(), dunlin::TodoError>(())
    /// ```
    pub fn quick_add(&self, line: &str, dismissed: &[Utf16Span]) -> Result<Outcome, TodoError> {
        let spans: Vec<_> = dismissed.iter().map(|span| span.bytes(line)).collect();
        let options = DateOptions { now: self.now(), day_first: false };
        self.todos().execute(dunlin_todo::quick_add(line, &options, &spans), &Origin::hand())
    }

    /// Adds a todo for each line that says something, as one change: a list that was written elsewhere.
    ///
    /// ```
    /// use dunlin::{Dunlin, Options};
    /// use dunlin_base::testing::World;
    ///
    /// let dunlin = Dunlin::open(World::new(1).env(), Options::default());
    /// let added = dunlin.add_lines("- plums\n- pears tomorrow")?;
    /// assert_eq!((added.count, added.summary.as_str()), (2, "added 2 todos"));
    /// # Ok::<(), dunlin::TodoError>(())
    /// ```
    pub fn add_lines(&self, text: &str) -> Result<Outcome, TodoError> {
        let options = DateOptions { now: self.now(), day_first: false };
        self.todos().execute(dunlin_todo::add_lines(text, &options)?, &Origin::hand())
    }

    /// Does by hand what the tool `todo_store` does with that input.
    ///
    /// ```
    /// use dunlin::{Dunlin, Options};
    /// use dunlin_base::testing::World;
    /// use serde_json::json;
    ///
    /// let dunlin = Dunlin::open(World::new(1).env(), Options::default());
    /// let reply = dunlin.todo_action(&json!({"action": "add", "text": "water plants", "priority": 2}))?;
    /// assert_eq!(reply.output["priority"], 2);
    /// # Ok::<(), dunlin::TodoError>(())
    /// ```
    pub fn todo_action(&self, input: &Value) -> Result<ToolReply, TodoError> {
        tool::execute(self.todos(), input, &tool::Context::default())
    }
}
