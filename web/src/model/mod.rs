//! What the page knows, and the only caller of the facade.
//!
//! Everything here is signals over plain records; nothing here draws.

mod address;
mod commands;
mod goal;
mod host;
mod plan;
mod problem;
mod reach;
mod run;
mod schedules;
mod todos;
mod waterfall;
mod words;

use std::{cell::Cell, rc::Rc};

use dunlin::{ApprovalMode, PlanStep, StepKind};
use leptos::prelude::*;

use crate::platform;

pub(crate) use address::narrow::{DUES, Narrow, SORTS};
pub(crate) use address::tab::Tab;
pub(crate) use address::{Listing, Route, ZOOMS};
pub(crate) use commands::{Act, Command, Setting, when};
pub(crate) use goal::Reading;
pub(crate) use goal::asked::{Asked, asked_of_the_page};
pub(crate) use goal::saved::SavedGoal;
pub(crate) use goal::segments;
pub(crate) use goal::template_draft::{DraftField, DraftTodo, TemplateDraft};
pub(crate) use host::Engine;
pub(crate) use host::door::DOOR;
pub(crate) use host::keeper::{Keeper, KeeperChoice, keep_in_browser, let_in_with};
pub(crate) use plan::doubt::SURE;
use plan::offered::is_of_goal;
pub(crate) use plan::offered::takes;
pub(crate) use plan::picture::Pictured;
pub(crate) use plan::{edits, form, layout};
pub(crate) use problem::Problem;
pub(crate) use reach::words::{Kept, KeptLine, may, named, reaches};
pub(crate) use reach::{AGENT, Agent, KEEPS_ALL, Note, Offered, Reach, as_tool};
pub(crate) use run::ReportForm;
pub(crate) use run::budget::budgets_told;
pub(crate) use run::listed::Listed;
pub(crate) use run::meant::{Deed, Meant};
pub(crate) use run::within::{Source, Wanted, is_run_of_its_own, wait_ends, waits_until, wanted};
pub(crate) use run::{attempts, held, log, outcome, step};
pub(crate) use schedules::Planned;
pub(crate) use todos::groups::Group;
pub(crate) use todos::line::Line;
pub(crate) use todos::reminders::{Reminder, SNOOZE_MINUTES, Told};
pub(crate) use waterfall::Timeline;
pub(crate) use waterfall::bars::{Bar, BarKind};
pub(crate) use waterfall::lines_of;
pub(crate) use waterfall::marks::Mark;
pub(crate) use waterfall::pulse::{keep_time, wait_of};
pub(crate) use waterfall::scale;
pub(crate) use words::change::told_in_line;
pub(crate) use words::phrase::{Phrase, beside, goes_by, said};
pub(crate) use words::{brief, parts_told, short_name, steps_before, telling};
pub(crate) use words::{format, markdown, tabled, value};

/// The state of this page, at hand: as small as a reference, so that every handler can have its own.
pub(crate) type App = &'static State;

/// The state of this page, for a component.
pub(crate) fn use_app() -> App {
    expect_context()
}

/// All of it.
pub(crate) struct State {
    engine: Engine,
    /// The place in the page that the address names.
    pub(crate) place: RwSignal<Route>,
    /// What is being typed.
    pub(crate) goal: goal::Goal,
    /// The runs.
    pub(crate) runs: run::Runs,
    /// The todos.
    pub(crate) todos: todos::Todos,
    /// The todos that ring.
    pub(crate) reminders: todos::reminders::Reminders,
    /// The goals that were given a name.
    pub(crate) saved: goal::saved::Saved,
    /// The goals that begin by themselves.
    pub(crate) schedules: schedules::Schedules,
    /// The settings.
    pub(crate) settings: host::settings::Settings,
    /// Tools and agents.
    pub(crate) reach: reach::Reach,
    /// The part of the page that a narrow screen shows.
    pub(crate) tab: RwSignal<Tab>,
    /// The height that the part of the page above the history keeps, where it does.
    pub(crate) hold_height: RwSignal<Option<f64>>,
    /// Whether the commands are listed.
    pub(crate) palette_open: RwSignal<bool>,
    /// What the page has to say of itself.
    pub(crate) notices: RwSignal<Vec<String>>,
    /// The plan that is shown.
    pub(crate) picture: plan::picture::Picture,
    scale: Memo<u32>,
    /// The step of the plan being typed that something points at.
    drafted: RwSignal<Option<u32>>,
}

impl State {
    /// Opens everything and keeps it in step with the address and with other tabs. `typed` is what the goal holds already.
    pub(crate) fn open(typed: String, keeper: Keeper) -> App {
        let engine = Engine::open(keeper);
        let place = RwSignal::new(Route::parse(&platform::address()));
        let (saved, todos, reach) =
            (goal::saved::Saved::new(engine), todos::Todos::new(engine), reach::Reach::new(engine));
        // Left to the page on purpose: it lives as long as the page does.
        let app: App = Box::leak(Box::new(Self {
            engine,
            place,
            goal: goal::Goal::new(engine, saved, reach, &todos),
            runs: run::Runs::new(engine),
            todos,
            reminders: todos::reminders::Reminders::new(todos.now()),
            saved,
            schedules: schedules::Schedules::new(),
            settings: host::settings::Settings::new(engine, reach),
            reach,
            tab: RwSignal::new(Tab::Ask),
            hold_height: RwSignal::new(None),
            palette_open: RwSignal::new(false),
            notices: RwSignal::new(Vec::new()),
            picture: plan::picture::Picture::new(),
            scale: Memo::new(move |_| place.with(|place| place.zoom)),
            drafted: RwSignal::new(None),
        }));
        app.notices.set(app.told_notices());
        if app.reach.switched.with_untracked(|switched| !switched.is_empty()) {
            app.reach.begin();
            app.reach.apply();
        }
        platform::on_address(move |hash| {
            let mut route = Route::parse(&hash);
            app.take_shared(&route);
            route.goal.clear();
            if app.place.with_untracked(|place| *place != route) {
                app.place.set(route);
            }
        });
        app.keep_searches();
        Effect::new(move || app.runs.look_at(app.place.with(|place| place.run.clone())));
        app.picture.watch(app);
        Effect::new(move || app.place.with(|place| app.todos.list(place.listing, &place.narrow)));
        app.keep_drafts(typed);
        app.watch_reminders();
        engine.on_told(move |told| app.tell(told));
        let route = app.place.get_untracked();
        app.take_shared(&route);
        app.keep_time();
        app.hear_other_tabs();
        app.goal.warm();
        app.keep_door();
        // The history is read from all journals: only once the page stands.
        app.once_painted(move || {
            if engine.reads_todos_later() {
                return app.read_todos();
            }
            app.show_kept();
        });
        app
    }

    /// Shows what other tabs do to what is stored.
    fn hear_other_tabs(&'static self) {
        let emptied = move || self.todos.lost.set(self.todos.snapshot());
        self.engine.on_other_tabs(emptied, move |news| {
            if news.runs {
                self.runs.refresh_list();
                // A long journal takes its time to read: what follows waits its turn.
                self.after(0, move || {
                    self.runs.read_ahead();
                    self.after(0, move || {
                        self.runs.refresh_shown();
                        self.after(0, move || self.take_up_runs());
                    });
                });
            }
            if news.others {
                self.settings.read_again();
                if self.reach.is_wanted() {
                    self.fetch_reach(|| {});
                }
                self.saved.read_again();
                self.read_schedules();
                self.begin_due();
                self.look_at_reminders_soon();
            }
            self.notices.set(self.told_notices());
        });
    }

    /// Reads very many todos a few at a time, so that a key or a click waits for a few and not for all.
    fn read_todos(&'static self) {
        if self.engine.with(|dunlin| dunlin.read_todos(AT_ONCE)) {
            return self.after(0, move || self.read_todos());
        }
        self.todos.read();
        self.notices.set(self.told_notices());
        self.after(0, move || self.show_kept());
    }

    /// Shows what is kept beside the todos.
    fn show_kept(&'static self) {
        self.runs.refresh_list();
        self.after(REST_MS, move || self.todos.draw_page());
        if self.reach.is_wanted() {
            // Runs that call them go on once they are here.
            self.fetch_reach(move || {
                self.reach.problem.get_untracked().into_iter().for_each(|problem| self.note(problem));
                self.take_up_runs();
            });
        } else {
            self.after(0, move || self.take_up_runs());
        }
        self.after(REST_MS, move || self.watch_schedules());
    }

    /// A goal that came with the address is put into the field, where it is planned, and runs only when somebody says so; where
    /// something is typed, it is offered.
    fn take_shared(&'static self, route: &Route) {
        if !route.goal.is_empty() {
            self.tab.set(Tab::Ask);
            if self.goal.is_blank() {
                self.goal.type_in(route.goal.clone());
            } else if self.goal.text.with_untracked(|text| *text != route.goal) {
                self.goal.offered.set(Some(route.goal.clone()));
            }
            self.amend(|place| Route { goal: String::new(), ..place.clone() });
        }
    }

    /// Copies an address that puts the goal of the run that is looked at into the field.
    pub(crate) fn copy_link(&'static self) {
        let goal = self.runs.goal.get_untracked().unwrap_or_default();
        self.copy_link_to(&goal, self.runs.copied);
    }

    /// Copies an address that puts what is typed into the field.
    pub(crate) fn copy_link_to_typed(&'static self) {
        let goal = self.goal.text.get_untracked();
        self.copy_link_to(&goal, self.goal.copied);
    }

    fn copy_link_to(&'static self, goal: &str, copied: RwSignal<bool>) {
        let Some(hash) = address::shared(goal) else {
            let most = address::LONGEST_GOAL;
            let words = format!("the goal is too long for a link: at most {most} characters; copy the goal itself");
            return self.note(words);
        };
        self.runs.copy(&platform::address_with(&hash), copied);
    }

    /// Tells something above all else, once.
    fn note(&'static self, words: String) {
        self.notices.update(|notices| {
            if !notices.contains(&words) {
                notices.push(words);
            }
        });
    }

    /// What is typed and not sent yet is there again after a reload.
    fn keep_drafts(&'static self, typed: String) {
        let typed = Some(typed).filter(|typed| !typed.is_empty()).unwrap_or_else(|| platform::draft(GOAL));
        if !typed.is_empty() {
            self.goal.type_in(typed);
        }
        self.todos.draft.type_in(platform::draft(NEW_TODO));
        platform::on_leaving(move || {
            self.goal.text.with_untracked(|text| platform::keep_draft(GOAL, text));
            self.todos.draft.text.with_untracked(|text| platform::keep_draft(NEW_TODO, text));
        });
    }

    /// Dates follow the clock, and what is stored is looked after: as time passes, and when somebody comes back to the page
    /// or the device was asleep.
    fn keep_time(&'static self) {
        let look = move || {
            self.todos.look_at_clock();
            // News of what another tab has just done comes in a moment.
            self.after(PASSING_MS, move || self.todos.look_at_storage());
        };
        platform::on_return(look);
        self.beat();
    }

    fn beat(&'static self) {
        self.after(BEAT_MS, move || {
            if self.todos.look_at_clock() {
                self.todos.look_at_storage();
                // A run may have kept a schedule.
                self.read_schedules();
                self.begin_due();
            }
            self.beat();
        });
    }

    /// Calls `then` after that many milliseconds.
    pub(crate) fn after(&'static self, ms: u64, then: impl FnOnce() + 'static) {
        self.engine.after(ms, then);
    }

    /// Calls `then` once what has changed so far is seen.
    pub(crate) fn once_painted(&'static self, then: impl FnOnce() + 'static) {
        let then = Rc::new(Once(Cell::new(Some(Box::new(then)))));
        let also = Rc::clone(&then);
        request_animation_frame(move || self.after(0, move || also.call()));
        self.after(UNSEEN_MS, move || then.call());
    }

    /// What such an input of a step is to be like; nothing where it calls a tool that is not known.
    pub(crate) fn schema_of(&'static self, kind: StepKind, tool: &str, input: &serde_json::Value) -> serde_json::Value {
        if let Some(schema) = kind.input_schema() {
            return plan::form::of_kind(kind, schema, input);
        }
        let schema = self.engine.with(|dunlin| dunlin.tool(tool)).map(|known| known.input_schema);
        plan::form::of_action(tool, schema.unwrap_or_default(), input)
    }

    /// Whether somebody is asked before that step is done with that input.
    pub(crate) fn asks_first(&'static self, step: &PlanStep, input: &serde_json::Value) -> bool {
        let Some(Ok(plan)) = self.goal.reading.with(|reading| reading.plan.clone()) else { return false };
        let mode = match &plan.policy {
            Some(policy) if policy.approve_always => ApprovalMode::Always,
            _ => self.settings.approval(),
        };
        match mode {
            ApprovalMode::Never => false,
            ApprovalMode::Always => step.kind == StepKind::Tool,
            ApprovalMode::Destructive => {
                // Of several deletions in one plan each asks, and one alone does not.
                let tool = self.engine.with(|dunlin| dunlin.tool(&step.tool_name));
                tool.is_some_and(|tool| tool.effects_in(&plan).is_destructive(input))
            }
        }
    }

    /// Copies the report of the run that is looked at.
    pub(crate) fn copy_report(&'static self, form: ReportForm) {
        self.runs.copy_report(form);
    }

    /// Puts the answer of a run on the clipboard.
    pub(crate) fn copy_answer(&'static self, words: &str) {
        // Groups of three are for eyes.
        self.runs.copy(&words.replace(',', ""), self.runs.answer_copied);
    }

    /// Saves the report of the run that is looked at: for people, or for programs.
    pub(crate) fn save_report(&'static self, form: ReportForm) {
        self.runs.save_report(form);
    }

    /// Removes everything that is stored, unless a run would go on writing.
    pub(crate) fn remove_everything(&'static self) {
        self.settings.reset(self.runs.is_under_way());
        self.runs_again();
    }

    /// Reads the runs again after everything that is stored has changed.
    pub(crate) fn runs_again(&'static self) {
        self.runs.refresh_all();
        self.settings.read_again();
        self.saved.read_again();
        self.notices.set(self.told_notices());
    }
}

/// Something that is done by whoever comes first.
struct Once(Cell<Option<Box<dyn FnOnce()>>>);

impl Once {
    fn call(&self) {
        if let Some(act) = self.0.take() {
            act();
        }
    }
}

/// A tab that nobody sees paints nothing: after so long what waits for a frame is done without one.
const UNSEEN_MS: u64 = 1000;
/// How long after the first frame the rest of a long list is drawn: keys and clicks come first.
const REST_MS: u64 = 100;
/// How often the clock is looked at: what is said of a minute is true for nearly all of it.
const BEAT_MS: u64 = 5000;
/// How long what another tab has done takes to be heard here.
const PASSING_MS: u64 = 200;
/// The names of what is typed.
const GOAL: &str = "goal";
const NEW_TODO: &str = "todo";
/// Of very many todos so many entries are read at once: some milliseconds of work.
const AT_ONCE: usize = 500;
