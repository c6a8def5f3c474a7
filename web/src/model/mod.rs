//! What the page knows, and the only caller of the facade.
//!
//! Everything here is signals over plain records; nothing here draws.

mod asked;
mod bars;
mod budget;
mod commands;
mod deletion;
mod dismissed;
mod door;
mod doubt;
mod engine;
pub(crate) mod form;
pub(crate) mod format;
mod goal;
mod groups;
mod history;
pub(crate) mod layout;
mod line;
mod listed;
pub(crate) mod log;
pub(crate) mod markdown;
mod marks;
mod narrow;
mod offered;
pub(crate) mod outcome;
mod phrase;
mod picture;
mod problem;
mod pulse;
mod reach;
mod reach_words;
mod reminders;
mod route;
mod runs;
mod saved;
pub(crate) mod scale;
mod schedules;
pub(crate) mod segments;
mod settings;
pub(crate) mod step;
mod tab;
mod template_draft;
mod todos;
pub(crate) mod value;
mod within;
mod words;

use std::{cell::Cell, rc::Rc};

use dunlin::{GoalOrPlan, Plan, PlanStep, Run, RunOptions, RunStatus};
use leptos::prelude::*;

use crate::platform;

pub(crate) use asked::{Asked, asked_of_the_page};
pub(crate) use bars::{Bar, BarKind};
pub(crate) use budget::budgets_told;
pub(crate) use commands::{Act, Command};
pub(crate) use deletion::Deletion;
pub(crate) use door::DOOR;
pub(crate) use engine::Engine;
pub(crate) use goal::Reading;
pub(crate) use groups::Group;
pub(crate) use line::Line;
pub(crate) use listed::Listed;
pub(crate) use marks::Mark;
pub(crate) use narrow::{DUES, Narrow, SORTS};
use offered::is_of_goal;
pub(crate) use offered::takes;
pub(crate) use phrase::{Phrase, said};
pub(crate) use picture::Pictured;
pub(crate) use problem::Problem;
pub(crate) use pulse::keep_time;
pub(crate) use reach::{AGENT, Agent, Note, Offered, Reach, as_tool};
pub(crate) use reach_words::{kept_in_lines, may, named, reaches};
pub(crate) use reminders::{Reminder, SNOOZE_MINUTES, Told};
pub(crate) use route::{Listing, Route, ZOOMS};
pub(crate) use runs::{ReportForm, Timeline};
pub(crate) use saved::SavedGoal;
pub(crate) use schedules::Planned;
pub(crate) use tab::Tab;
pub(crate) use template_draft::{DraftField, DraftTodo, TemplateDraft};
pub(crate) use within::{Source, Wanted, is_run_of_its_own, wait_ends, waits_until, wanted};
pub(crate) use words::{brief, short_name, steps_before, telling};

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
    pub(crate) runs: runs::Runs,
    /// The todos.
    pub(crate) todos: todos::Todos,
    /// The todos that ring.
    pub(crate) reminders: reminders::Reminders,
    /// The goals that were given a name.
    pub(crate) saved: saved::Saved,
    /// The goals that begin by themselves.
    pub(crate) schedules: schedules::Schedules,
    /// The settings.
    pub(crate) settings: settings::Settings,
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
    pub(crate) picture: picture::Picture,
    scale: Memo<u32>,
    /// The step of the plan being typed that something points at.
    drafted: RwSignal<Option<u32>>,
}

impl State {
    /// Opens everything and keeps it in step with the address and with other tabs. `typed` is what the goal holds already.
    pub(crate) fn open(typed: String) -> App {
        let engine = Engine::open();
        let place = RwSignal::new(Route::parse(&platform::address()));
        let (saved, todos, reach) = (saved::Saved::new(engine), todos::Todos::new(engine), reach::Reach::new(engine));
        // Left to the page on purpose: it lives as long as the page does.
        let app: App = Box::leak(Box::new(Self {
            engine,
            place,
            goal: goal::Goal::new(engine, saved, reach),
            runs: runs::Runs::new(engine),
            todos,
            reminders: reminders::Reminders::new(todos.now()),
            saved,
            schedules: schedules::Schedules::new(),
            settings: settings::Settings::new(engine, reach),
            reach,
            tab: RwSignal::new(Tab::Ask),
            hold_height: RwSignal::new(None),
            palette_open: RwSignal::new(false),
            notices: RwSignal::new(engine.notices()),
            picture: picture::Picture::new(),
            scale: Memo::new(move |_| place.with(|place| place.zoom)),
            drafted: RwSignal::new(None),
        }));
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
        let emptied = move || app.todos.lost.set(app.todos.snapshot());
        engine.on_other_tabs(emptied, move |news| {
            if news.runs {
                app.runs.refresh_list();
                // A long journal takes its time to read: what follows waits its turn.
                app.after(0, move || {
                    app.runs.read_ahead();
                    app.after(0, move || {
                        app.runs.refresh_shown();
                        app.after(0, move || app.take_up_runs());
                    });
                });
            }
            if news.others {
                app.settings.read_again();
                if app.reach.is_wanted() {
                    app.fetch_reach(|| {});
                }
                app.saved.read_again();
                app.read_schedules();
                app.begin_due();
                app.look_at_reminders_soon();
            }
            app.notices.set(engine.notices());
        });
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

    /// Reads very many todos a few at a time, so that a key or a click waits for a few and not for all.
    fn read_todos(&'static self) {
        if self.engine.with(|dunlin| dunlin.read_todos(AT_ONCE)) {
            return self.after(0, move || self.read_todos());
        }
        self.todos.read();
        self.notices.set(self.engine.notices());
        self.after(0, move || self.show_kept());
    }

    /// Shows what is kept beside the todos.
    fn show_kept(&'static self) {
        self.runs.refresh_list();
        self.after(REST_MS, move || self.todos.draw_page());
        if self.reach.is_wanted() {
            // Runs that call them go on once they are here.
            self.fetch_reach(move || {
                let problem = self.reach.problem.get_untracked();
                self.notices.update(|notices| notices.extend(problem));
                self.take_up_runs();
            });
        } else {
            self.after(0, move || self.take_up_runs());
        }
        self.after(REST_MS, move || self.watch_schedules());
    }

    /// A goal that came with the address is put into the field: it is planned, and runs only when somebody says so.
    fn take_shared(&'static self, route: &Route) {
        if !route.goal.is_empty() {
            self.tab.set(Tab::Ask);
            self.goal.type_in(route.goal.clone());
            self.amend(|place| Route { goal: String::new(), ..place.clone() });
        }
    }

    /// Copies an address that puts the goal of the run that is looked at into the field.
    pub(crate) fn copy_link(&'static self) {
        let goal = self.runs.goal.get_untracked().unwrap_or_default();
        self.runs.copy(&platform::address_with(&route::shared(&goal)), self.runs.copied);
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
            // What another tab has just done is told in a moment.
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

    /// Runs what is typed, if it can be planned; else says why not and keeps it.
    pub(crate) fn run_goal(&'static self) {
        if let Some(problem) = self.goal.refusal() {
            self.picture.settle();
            self.goal.problem.set(Some(problem));
            return;
        }
        let text = self.goal.text.get_untracked();
        if let Some(asked) = asked_of_the_page(&text) {
            self.goal.clear();
            return self.take_back(asked);
        }
        let saved = untrack(|| self.saved.goal_of(&text));
        // What was taken back belongs to what is typed, and not to what it stands for.
        let dismissed = if saved.is_some() { Vec::new() } else { self.goal.dismissed.get_untracked() };
        let options = RunOptions { policy: self.settings.policy.get_untracked(), dismissed, ..RunOptions::default() };
        let goal = saved.unwrap_or(text);
        let by_agents = self.goal.reading.with_untracked(Reading::by_agents);
        let what = by_agents.map_or(GoalOrPlan::Goal(goal), |plan| GoalOrPlan::Plan(Box::new(plan)));
        match self.start(what, options) {
            Ok(()) => self.goal.clear(),
            Err(problem) => self.goal.problem.set(Some(problem)),
        }
    }

    /// Runs a goal that was given a name; what is typed meanwhile stays.
    pub(crate) fn run_saved(&'static self, goal: &str) {
        self.tab.set(Tab::Ask);
        let options = RunOptions { policy: self.settings.policy.get_untracked(), ..RunOptions::default() };
        if let Err(problem) = self.start(GoalOrPlan::Goal(goal.to_owned()), options) {
            self.goal.type_in(goal.to_owned());
            self.goal.problem.set(Some(problem));
        }
    }

    /// Runs the goal of the run that is looked at once more; one that failed goes on from its failure, with what was done
    /// before it as it was.
    pub(crate) fn repeat(&'static self) {
        let failed = self.runs.shown.with_untracked(|run| run.as_ref().and_then(|run| run.error.as_ref()?.step_number));
        if let Some(step) = failed.filter(|_| self.can_fork()) {
            return self.fork(step);
        }
        let Some(run) = self.runs.shown.get_untracked() else { return };
        if let (Some(plan), false) = (&run.plan, is_of_goal(&run)) {
            let started = self.run_plan(plan.clone(), run.given.clone());
            return self.notices.update(|notices| notices.extend(started.err().map(|problem| problem.message)));
        }
        self.goal.type_in(run.goal);
        self.run_goal();
    }

    fn start(&'static self, what: GoalOrPlan, options: RunOptions) -> Result<(), Problem> {
        self.begin(what, options).map(drop)
    }

    /// Begins a run and shows it: its identifier.
    fn begin(&'static self, what: GoalOrPlan, options: RunOptions) -> Result<String, Problem> {
        let handle = self.engine.with(|dunlin| dunlin.run(what, options))?;
        let id = handle.run_id();
        self.runs.removed.set(None);
        self.runs.follow(handle, move |run| {
            if run.status == RunStatus::Failed && is_of_goal(run) && self.goal.text.with_untracked(String::is_empty) {
                // What was typed comes back, so that nothing has to be typed again.
                self.goal.type_in(run.goal.clone());
            }
            self.ended(run);
        });
        self.go(|place| place.at_run(Some(id.clone())));
        Ok(id)
    }

    /// A run that this tab follows has ended.
    fn ended(&'static self, run: &Run) {
        self.todos.say_run(run);
        self.notices.set(self.engine.notices());
    }

    /// Follows the runs that are under way: after a reload, or because another tab began one. One that no other tab drives
    /// goes on here.
    fn take_up_runs(&'static self) {
        for id in self.runs.unfinished() {
            // A run that cannot be taken up is still in the history, with what it has.
            if let Ok(handle) = self.engine.with(|dunlin| dunlin.resume(&id)) {
                self.runs.follow(handle, move |run| self.ended(run));
            }
        }
    }

    /// Whether another goal is typed than that of the run that is looked at.
    pub(crate) fn is_earlier(&'static self) -> bool {
        let typed = |text: &String| {
            let other = |goal: &Option<String>| goal.as_ref().is_some_and(|goal| goal != text);
            !text.trim().is_empty() && self.runs.goal.with(other)
        };
        self.goal.text.with(typed)
    }

    /// Whether parts of the run that is looked at can be run again.
    pub(crate) fn can_fork(&'static self) -> bool {
        self.runs.shown.with(|run| run.as_ref().is_some_and(|run| run.status.is_final() && run.plan.is_some()))
    }

    /// The steps that would be done again from that one on and that change something.
    pub(crate) fn done_twice(&'static self, step: u32) -> Vec<PlanStep> {
        let tools = self.engine.with(|dunlin| dunlin.tools());
        let changes = |step: &PlanStep| {
            let tool = tools.iter().find(|tool| tool.name == step.tool_name);
            tool.is_some_and(|tool| !tool.is_read_only(&step.tool_input))
        };
        self.runs.shown.with_untracked(|run| {
            let steps =
                run.as_ref().and_then(|run| run.plan.as_ref()).map(|plan| plan.steps.as_slice()).unwrap_or_default();
            let mut again: Vec<u32> = Vec::new();
            for one in steps {
                if one.step_number == step || one.depends_on.iter().any(|before| again.contains(before)) {
                    again.push(one.step_number);
                }
            }
            steps.iter().filter(|one| again.contains(&one.step_number) && changes(one)).cloned().collect()
        })
    }

    /// Runs a step and what depends on it again, with what was done before it as it was.
    pub(crate) fn fork(&'static self, step: u32) {
        self.fork_changed(step, |_| {});
    }

    /// The same with that todo as the one that the step is about.
    pub(crate) fn fork_with(&'static self, step: u32, todo: &str) {
        self.fork_changed(step, |plan| {
            let input = plan.steps.first_mut().and_then(|first| first.tool_input.as_object_mut());
            if let Some(input) = input {
                input.remove("match");
                input.insert("todoId".to_owned(), todo.into());
            }
        });
    }

    fn fork_changed(&'static self, step: u32, change: impl FnOnce(&mut Plan)) {
        let plan = self.runs.shown.with_untracked(|run| run.as_ref().map(|run| dunlin::fork(run, step)));
        let plan = plan.map(|plan| {
            plan.map(|mut plan| {
                change(&mut plan);
                plan
            })
        });
        let options = RunOptions { policy: self.settings.policy.get_untracked(), ..RunOptions::default() };
        let started = plan.map(|plan| self.start(GoalOrPlan::Plan(Box::new(plan?)), options));
        if let Some(Err(problem)) = started {
            self.notices.update(|notices| notices.push(problem.message));
        }
    }

    /// Takes a run out of the history, with a way back.
    pub(crate) fn remove_run(&'static self, id: &str) {
        let here = self.place.with_untracked(|place| place.run.as_deref() == Some(id));
        match self.runs.remove(id, here) {
            Ok(()) if here => self.go(|place| place.at_run(None)),
            Ok(()) => {}
            Err(problem) => self.notices.update(|notices| notices.push(problem.message)),
        }
    }

    /// Puts the run back that was last taken out.
    pub(crate) fn put_run_back(&'static self) {
        match self.runs.put_back() {
            Ok(Some(id)) => self.go(|place| place.at_run(Some(id))),
            Ok(None) => {}
            Err(error) => self.notices.update(|notices| notices.push(error.message)),
        }
    }

    /// The step that is pointed at: the selected one of a run, or one of what is being typed.
    pub(crate) fn step_pointed(&'static self, live: bool) -> Option<u32> {
        if live { self.place.with(|place| place.step) } else { self.drafted.get() }
    }

    /// Points at a step: selects it everywhere, or shows the words it comes from.
    pub(crate) fn point_at(&'static self, live: bool, number: u32) {
        if live {
            return self.select_step(Some(number));
        }
        self.drafted.set(Some(number));
        let source = self.picture.shown.with_untracked(|shown| {
            shown.steps().iter().find(|step| step.step_number == number).map(|step| step.source)
        });
        self.goal.pointed.set(source);
    }

    /// What the input of a tool is to be like; nothing where no such tool is known.
    pub(crate) fn schema_of(&'static self, tool: &str) -> serde_json::Value {
        let tools = self.engine.with(|dunlin| dunlin.tools());
        tools.into_iter().find(|known| known.name == tool).map(|known| known.input_schema).unwrap_or_default()
    }

    /// Asks the run that is looked at to stop.
    pub(crate) fn cancel_run(&'static self) {
        self.runs.cancel();
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
        self.notices.set(self.engine.notices());
    }

    /// Goes to the history.
    pub(crate) fn show_history(&'static self) {
        self.tab.set(Tab::History);
        request_animation_frame(platform::to_history);
    }

    /// Selects a step everywhere, or none.
    pub(crate) fn select_step(&'static self, step: Option<u32>) {
        self.go(|place| place.at_step(step));
    }

    /// How near the picture of the plan is drawn, in percent; 0 as it fits.
    pub(crate) fn scale(&'static self) -> u32 {
        self.scale.get()
    }

    /// Draws the picture of the plan so near.
    pub(crate) fn set_scale(&'static self, percent: u32) {
        self.amend(|place| Route { zoom: percent, ..place.clone() });
    }

    /// What is looked for follows the address at once, and the address what is looked for once typing rests.
    fn keep_searches(&'static self) {
        let set = |signal: RwSignal<String>, words: &String| {
            if signal.with_untracked(|before| before != words) {
                signal.set(words.clone());
            }
        };
        Effect::new(move || {
            self.place.with(|place| {
                set(self.todos.words, &place.words);
                set(self.runs.find, &place.find);
            });
        });
        Effect::new(move || {
            let (words, find) = (self.todos.words.get(), self.runs.find.get());
            if self.place.with_untracked(|place| place.words == words && place.find == find) {
                return;
            }
            self.after(SEARCH_MS, move || {
                let rested = self.todos.words.with_untracked(|now| *now == words)
                    && self.runs.find.with_untracked(|now| *now == find);
                if rested {
                    self.amend(|place| Route { words, find, ..place.clone() });
                }
            });
        });
    }

    /// Says in the address what is seen here, without making it a place to come back to.
    fn amend(&'static self, change: impl FnOnce(&Route) -> Route) {
        let route = self.place.with_untracked(change);
        platform::amend_address(&route.to_string());
        self.place.set(route);
    }

    /// Moves to another place in the page; the address follows.
    pub(crate) fn go(&'static self, change: impl FnOnce(&Route) -> Route) {
        let mut route = self.place.with_untracked(change);
        // What is looked for may be newer than the address.
        route.words = self.todos.words.get_untracked();
        route.find = self.runs.find.get_untracked();
        platform::set_address(&route.to_string());
        self.place.set(route);
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
/// How long typing in a search rests before the address says it.
const SEARCH_MS: u64 = 200;
