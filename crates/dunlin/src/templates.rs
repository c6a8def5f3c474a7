//! The templates of composite goals ("plan a birthday party"): those that people keep, in storage, in place of the built-in
//! ones.

use dunlin_base::{Env, json};
use dunlin_planner::Template;

use crate::{Dunlin, DunlinError};

/// Where they are kept, as a JSON list.
pub(crate) const KEY: &str = "dunlin:v1:templates";
/// Where kept templates go that cannot be read, before others are written.
const ASIDE: &str = "dunlin:v1:aside:dunlin:v1:templates";

impl Dunlin {
    /// The templates that goals can name.
    pub fn templates(&self) -> Vec<Template> {
        self.inner().planner.borrow().templates().to_vec()
    }

    /// Keeps these templates in place of all others; the built-in ones come back with [`Dunlin::reset_templates`].
    pub fn set_templates(&self, templates: &[Template]) -> Result<(), DunlinError> {
        let text = json::write(&templates);
        let templates = Template::read_all(&text)
            .map_err(|why| DunlinError::new("template.invalid", why).with_hint("put it right, or leave it out"))?;
        let storage = &self.parts().env.storage;
        if let Some(unread) = storage.get(KEY)?.filter(|kept| Template::read_all(kept).is_err()) {
            storage.set(ASIDE, &unread)?;
        }
        storage.set(KEY, &text)?;
        self.change_planner().set_templates(templates);
        Ok(())
    }

    /// Forgets the person's templates; the built-in ones are used again.
    pub fn reset_templates(&self) -> Result<(), DunlinError> {
        self.parts().env.storage.remove(KEY)?;
        self.change_planner().set_templates(Template::built_in());
        Ok(())
    }

    /// Another tab changed the templates.
    pub(crate) fn read_templates_again(&self) {
        let templates = kept(&self.parts().env).ok().flatten().unwrap_or_else(Template::built_in);
        self.change_planner().set_templates(templates);
    }
}

/// The templates that are kept; nothing when there are none, or why they cannot be read.
pub(crate) fn kept(env: &Env) -> Result<Option<Vec<Template>>, DunlinError> {
    let Some(text) = env.storage.get(KEY)? else { return Ok(None) };
    let read = Template::read_all(&text);
    read.map(Some).map_err(|why| {
        let message = ["the kept templates cannot be read, so the built-in ones are used: ", &why].concat();
        DunlinError::new("template.invalid", message)
    })
}
