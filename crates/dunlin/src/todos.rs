//! Todos through the facade: a line of quick add, and what the tool does by hand.

use dunlin_base::Utf16Span;
use dunlin_date::DateOptions;
use dunlin_todo::{
    Command, Origin, Outcome, TodoError,
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
        self.quick_add_to(None, line, dismissed)
    }

    /// The same on that list.
    ///
    /// ```
    /// use dunlin::{Dunlin, Options};
    /// use dunlin_base::testing::World;
    ///
    /// let dunlin = Dunlin::open(World::new(1).env(), Options::default());
    /// let added = dunlin.quick_add_to(Some("home"), "water plants tomorrow", &[])?;
    /// assert_eq!(added.todos[0].list.as_deref(), Some("home"));
    /// # Ok::<(), dunlin::TodoError>(())
    /// ```
    pub fn quick_add_to(&self, list: Option<&str>, line: &str, dismissed: &[Utf16Span]) -> Result<Outcome, TodoError> {
        let spans: Vec<_> = dismissed.iter().map(|span| span.bytes(line)).collect();
        let mut command = dunlin_todo::quick_add(line, &self.date_options(), &spans);
        if let Command::Add(new) = &mut command {
            new.list = list.map(str::to_owned);
        }
        self.todos().execute(command, &Origin::hand())
    }

    fn date_options(&self) -> DateOptions {
        DateOptions { now: self.now(), day_first: false }
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
        self.add_lines_to(None, text)
    }

    /// The same on that list.
    ///
    /// ```
    /// use dunlin::{Dunlin, Options};
    /// use dunlin_base::testing::World;
    ///
    /// let dunlin = Dunlin::open(World::new(1).env(), Options::default());
    /// let added = dunlin.add_lines_to(Some("shop"), "- plums\n- pears")?;
    /// assert!(added.todos.iter().all(|todo| todo.list.as_deref() == Some("shop")));
    /// # Ok::<(), dunlin::TodoError>(())
    /// ```
    pub fn add_lines_to(&self, list: Option<&str>, text: &str) -> Result<Outcome, TodoError> {
        let mut command = dunlin_todo::add_lines(text, &self.date_options())?;
        if let Command::AddEach { todos } = &mut command {
            for todo in todos {
                todo.list = list.map(str::to_owned);
            }
        }
        self.todos().execute(command, &Origin::hand())
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
