//! The settings: policy and theme, kept beside the todos.

use dunlin::{ApprovalMode, Content, DunlinError, PolicyChange, Template};
use dunlin_base::StorageKind;
use leptos::prelude::*;
use serde_json::{Map, Value};

use crate::model::{
    Engine, Problem, Reach,
    host::{Entries, stored},
};
use crate::platform::{Theme, set_theme};

/// Where they are kept.
const KEY: &str = "dunlin:v1:settings";

/// The settings' state. Copies share one.
#[derive(Clone, Copy)]
pub(crate) struct Settings {
    engine: Engine,
    reach: Reach,
    /// Whether they are shown.
    pub(crate) open: RwSignal<bool>,
    /// The setting to go to, by its name, when they are shown.
    pub(crate) wanted: RwSignal<Option<&'static str>>,
    /// Whether the keys are listed.
    pub(crate) keys_open: RwSignal<bool>,
    /// Whether a key alone lists them.
    pub(crate) keys_by_key: RwSignal<bool>,
    /// Light or dark.
    pub(crate) theme: RwSignal<Theme>,
    /// What differs from the default policy.
    pub(crate) policy: RwSignal<PolicyChange>,
    /// How much is stored, in bytes; none when it is gone with the page.
    pub(crate) stored: RwSignal<Option<u64>>,
    /// Told whenever the templates have changed.
    templates_changed: RwSignal<()>,
    /// What was last done here, in words.
    pub(crate) said: RwSignal<Option<String>>,
    /// What was stored before that.
    before: RwSignal<Option<Entries>>,
    /// Why it could not be done.
    pub(crate) problem: RwSignal<Option<Problem>>,
}

impl Settings {
    pub(in crate::model) fn new(engine: Engine, reach: Reach) -> Self {
        let settings = Self {
            engine,
            reach,
            open: RwSignal::new(false),
            wanted: RwSignal::new(None),
            keys_open: RwSignal::new(false),
            keys_by_key: RwSignal::new(true),
            theme: RwSignal::new(Theme::default()),
            policy: RwSignal::new(PolicyChange::default()),
            stored: RwSignal::new(None),
            templates_changed: RwSignal::new(()),
            said: RwSignal::new(None),
            before: RwSignal::new(None),
            problem: RwSignal::new(None),
        };
        // Nobody who has chosen nothing needs what reads a choice.
        if let Some(text) = settings.stored_text() {
            settings.take(&text);
        }
        settings
    }

    fn stored_text(self) -> Option<String> {
        self.engine.with_env(|env| env.storage.get(KEY).ok().flatten())
    }

    /// Takes over what is stored.
    fn take(self, text: &str) {
        // Settings that do not read are the defaults: nothing is lost that cannot be chosen again.
        let kept: stored::KeptSettings = stored::read(text);
        let theme = kept.theme();
        set_theme(theme);
        self.theme.set(theme);
        self.policy.set(kept.policy());
        self.keys_by_key.set(kept.keys_by_key());
        self.reach.take(kept.switched());
    }

    /// What is stored may be something else now: by another tab, or because everything was changed.
    pub(in crate::model) fn read_again(self) {
        self.take(&self.stored_text().unwrap_or_default());
        self.templates_read_again();
    }

    /// Shows them, with the focus on the one of that name.
    pub(crate) fn open_at(self, name: &'static str) {
        self.wanted.set(Some(name));
        self.open.set(true);
    }

    /// Shows the page in another theme from now on.
    pub(crate) fn choose_theme(self, theme: Theme) {
        self.theme.set(theme);
        set_theme(theme);
        self.save();
    }

    /// Lets a key alone list the keys, or not.
    pub(crate) fn list_keys_by_key(self, yes: bool) {
        self.keys_by_key.set(yes);
        self.save();
    }

    /// Changes the policy of later runs.
    pub(crate) fn change_policy(self, change: impl FnOnce(&mut PolicyChange)) {
        self.policy.update(change);
        self.save();
    }

    /// When a person is asked.
    pub(crate) fn approval(self) -> ApprovalMode {
        self.policy.with(|policy| policy.approval.unwrap_or(ApprovalMode::Destructive))
    }

    /// Whether texts are kept in the journals.
    pub(crate) fn redacts(self) -> bool {
        self.policy.with(|policy| policy.content == Some(Content::Redact))
    }

    /// The templates that goals can name, now and whenever they change.
    pub(crate) fn templates(self) -> Vec<Template> {
        self.templates_changed.track();
        self.engine.with(dunlin::Dunlin::templates)
    }

    /// The templates as JSON for people.
    pub(crate) fn templates_text(self) -> String {
        let templates = self.engine.with(dunlin::Dunlin::templates);
        serde_json::to_string_pretty(&templates).unwrap_or_default()
    }

    /// Keeps the templates of a JSON text in place of all others.
    pub(crate) fn set_templates(self, text: &str) -> Result<(), DunlinError> {
        let templates = Template::read_given(text).map_err(|why| DunlinError::new("template.invalid", why))?;
        self.keep_templates(&templates)
    }

    /// Keeps these templates in place of all others.
    pub(crate) fn keep_templates(self, templates: &[Template]) -> Result<(), DunlinError> {
        self.engine.with(|dunlin| dunlin.set_templates(templates))?;
        self.templates_read_again();
        Ok(())
    }

    /// Goes back to the built-in templates.
    pub(crate) fn reset_templates(self) -> Result<(), DunlinError> {
        self.engine.with(dunlin::Dunlin::reset_templates)?;
        self.templates_read_again();
        Ok(())
    }

    /// The templates may be others now.
    fn templates_read_again(self) {
        self.templates_changed.set(());
        if self.open.get_untracked() {
            self.measure();
        }
    }

    /// Counts again what is stored, which reads all of it: only for eyes that look at the count.
    pub(crate) fn measure(self) {
        let storage = self.engine.with(|dunlin| dunlin.health().storage);
        self.stored.set(storage.bytes.filter(|_| storage.kind != StorageKind::Memory.name()));
    }

    /// Keeps them as they are now, in what is stored: what a newer version has there stays.
    pub(in crate::model) fn save(self) {
        let mut kept: stored::KeptSettings = stored::read(&self.stored_text().unwrap_or_default());
        let (theme, keys_by_key) = (self.theme.get_untracked(), self.keys_by_key.get_untracked());
        self.policy.with_untracked(|policy| {
            self.reach.switched.with_untracked(|switched| kept.choose(theme, policy, keys_by_key, switched));
        });
        let text = dunlin_base::json::write(&kept);
        let saved = self.engine.with_env(|env| env.storage.set(KEY, &text));
        self.problem.set(saved.err().map(|error| dunlin::DunlinError::from(error).into()));
    }

    /// Everything that is stored, as one file.
    pub(crate) fn export(self) -> String {
        let entries = self.engine.entries(OURS).into_iter();
        let entries = entries.filter_map(|(key, value)| Some((key, Value::String(value?)))).collect::<Map<_, _>>();
        let mut file = Map::new();
        file.insert("dunlinBackup".to_owned(), 1.into());
        file.insert("entries".to_owned(), Value::Object(entries));
        serde_json::to_string_pretty(&Value::Object(file)).unwrap_or_default()
    }

    /// Puts back everything from such a file, over what is there.
    pub(crate) fn import(self, text: &str) {
        match read_backup(text) {
            Ok(entries) => {
                let count = entries.len();
                self.store(&entries, format!("Imported {count} {}", if count == 1 { "entry" } else { "entries" }));
            }
            Err(problem) => self.refuse(problem),
        }
    }

    /// Removes everything that is stored.
    pub(in crate::model) fn reset(self, under_way: bool) {
        if under_way {
            let busy = DunlinError::new("run.under-way", "a run is under way");
            return self.refuse(busy.with_hint("cancel it, or answer what it asks, and remove everything then"));
        }
        let mut entries = self.engine.entries(OURS);
        for (_, value) in &mut entries {
            *value = None;
        }
        let place = self.engine.keeper().place();
        self.store(&entries, format!("Everything was removed from {place}"));
    }

    /// Whether an import or a removal can be undone, now and whenever that changes.
    pub(crate) fn can_undo(self) -> bool {
        self.before.with(Option::is_some)
    }

    /// Undoes an import or a removal.
    pub(crate) fn undo(self) {
        if let Some(before) = self.before.get_untracked() {
            self.store(&before, "Everything is as it was before".to_owned());
            self.before.set(None);
        }
    }

    fn store(self, entries: &Entries, said: String) {
        match self.engine.store(entries) {
            Ok(before) => {
                self.problem.set(None);
                self.said.set(Some(said));
                self.before.set(Some(before));
            }
            Err(error) => self.refuse(error),
        }
    }

    fn refuse(self, problem: DunlinError) {
        self.said.set(None);
        self.before.set(None);
        self.problem.set(Some(problem.into()));
    }
}

/// What all keys of ours begin with.
pub(in crate::model) const OURS: &str = "dunlin:";

/// The entries of a file that was exported here.
fn read_backup(text: &str) -> Result<Entries, DunlinError> {
    let refused = |found: &str| {
        DunlinError::new("settings.not-a-backup", format!("{found}, expected a file exported here"))
            .with_hint("choose a file that \"Export everything\" saved")
    };
    let file: Value = dunlin_base::json::read(text).map_err(|_| refused("the file is not JSON"))?;
    if file.get("dunlinBackup").and_then(Value::as_u64) != Some(1) {
        return Err(refused("the file is no backup of version 1"));
    }
    let entries = file.get("entries").and_then(Value::as_object).ok_or_else(|| refused("the file has no entries"))?;
    let ours = entries.iter().filter(|(key, _)| key.starts_with(OURS));
    Ok(ours.filter_map(|(key, value)| Some((key.clone(), Some(value.as_str()?.to_owned())))).collect())
}
