//! Goals and plans that are carried out, and runs that are repeated, gone on with, or taken away.

use dunlin::{DunlinError, GoalOrPlan, Plan, PlanStep, Run, RunHandle, RunOptions, RunStatus, StepKind};
use dunlin_base::Utf16Span;
use leptos::prelude::*;
use serde_json::Value;

use crate::{
    model::{Problem, Source, State, Tab, asked_of_the_page, is_of_goal, plan::edits::write_by_hand, run::STOPPED},
    platform,
};

impl State {
    /// Runs what is typed, if it can be planned; else says why not and keeps it.
    pub(crate) fn run_goal(&'static self) {
        // What is read now is what is carried out now.
        self.todos.look_at_clock();
        if let Some(problem) = self.goal.refusal() {
            // What is switched on and not here yet may understand it.
            if self.reach.is_awaited() {
                let asked = self.goal.text.get_untracked();
                return self.fetch_reach(move || {
                    if self.goal.text.with_untracked(|text| *text == asked) {
                        self.run_goal();
                    }
                });
            }
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
        // What was changed by hand is carried out as it stands, and not planned anew.
        let what = self.edited_plan().map_or(GoalOrPlan::Goal(goal), |plan| GoalOrPlan::Plan(Box::new(plan)));
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
            self.say_refused(goal.to_owned(), problem);
        }
    }

    /// Says why a goal that was not typed cannot run: in the field, unless something is typed there.
    fn say_refused(&'static self, goal: String, problem: Problem) {
        if self.goal.is_blank() {
            self.goal.type_in(goal);
            self.goal.problem.set(Some(problem));
        } else {
            self.note(problem.message);
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
            return started.err().into_iter().for_each(|problem| self.note(problem.message));
        }
        self.repeat_goal(run.goal, self.runs.dismissed_of(&run.run_id));
    }

    /// Runs a goal once more, past the field: what is typed there meanwhile stays. What was taken back of it stays so.
    fn repeat_goal(&'static self, goal: String, dismissed: Vec<Utf16Span>) {
        let policy = self.settings.policy.get_untracked();
        let options = RunOptions { policy, dismissed: dismissed.clone(), ..RunOptions::default() };
        let Err(problem) = self.start(GoalOrPlan::Goal(goal.clone()), options) else { return };
        // What is switched on and not here yet may understand it.
        if self.reach.is_awaited() {
            return self.fetch_reach(move || self.repeat_goal(goal, dismissed));
        }
        self.say_refused(goal, problem);
    }

    pub(in crate::model) fn start(&'static self, what: GoalOrPlan, options: RunOptions) -> Result<(), Problem> {
        self.begin(what, options).map(drop)
    }

    /// Begins a run and shows it: its identifier.
    pub(in crate::model) fn begin(&'static self, what: GoalOrPlan, options: RunOptions) -> Result<String, Problem> {
        let dismissed = options.dismissed.clone();
        let handle = self.engine.with(|dunlin| dunlin.run(what, options))?;
        let id = handle.run_id();
        self.runs.keep_dismissed(&id, &dismissed);
        self.runs.removed.set(None);
        self.runs.begun.set_value(Some(id.clone()));
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
    pub(in crate::model) fn ended(&'static self, run: &Run) {
        self.todos.say_run(run);
        if self.runs.leaving.with_value(|leaving| leaving.as_ref() == Some(&run.run_id)) {
            self.runs.leaving.set_value(None);
            self.remove_run(&run.run_id);
        }
        // What it keeps to be begun is followed from now on, and not from the next minute.
        if run.execution_log.iter().any(|step| step.tool_name == "schedules") {
            self.read_schedules();
            self.begin_due();
        }
        self.notices.set(self.told_notices());
    }

    /// Follows the runs that are under way: after a reload, or because another tab began one. One that no other tab drives
    /// goes on here.
    pub(in crate::model) fn take_up_runs(&'static self) {
        for id in self.runs.unfinished() {
            // A run that cannot be taken up is still in the history, with what it has.
            if let Ok(handle) = self.engine.with(|dunlin| dunlin.resume(&id)) {
                self.runs.follow(handle, move |run| self.ended(run));
            }
        }
        // Of one that stopped the page, or calls a tool that is off, it is said that it is left alone.
        self.notices.set(self.told_notices());
    }

    /// Goes on with a run that was left alone because it stopped the page.
    pub(crate) fn resume_run(&'static self) {
        self.take_up(|_| None);
    }

    /// Takes up the run that is looked at, after something was said to it.
    fn take_up(&'static self, say: impl FnOnce(&RunHandle) -> Option<String>) {
        let Some(id) = self.runs.left_alone.get_untracked() else { return };
        match self.engine.with(|dunlin| dunlin.resume(&id)) {
            Ok(handle) => {
                let said = say(&handle);
                self.runs.left_alone.set(None);
                self.runs.follow(handle, move |run| self.ended(run));
                self.notices.set(self.told_notices().into_iter().chain(said).collect());
            }
            Err(problem) => self.note(problem.message),
        }
    }

    /// Gives the focus to what a run asks that was begun a moment ago: the person is still in the field, which is empty, or
    /// pressed a button that has gone. What was asked before the page was opened is left for somebody to go to.
    pub(crate) fn focus_asked(&'static self, source: Source, selector: &'static str) {
        let is_it =
            self.runs.id_of(source).is_some_and(|id| self.runs.begun.with_value(|begun| begun.as_ref() == Some(&id)));
        self.once_painted(move || {
            let rests = self.goal.has_focus() && self.goal.text.with_untracked(String::is_empty);
            let waits = rests || platform::is_focus_in_no_field();
            if is_it && waits {
                platform::focus(selector);
            }
        });
    }

    /// Gives the focus back to the goal when a question was answered and has gone with what was pressed; where a finger answers,
    /// that would only open a keyboard.
    pub(crate) fn focus_goal_again(&'static self) {
        self.once_painted(move || {
            if platform::is_focus_in_no_field() && platform::has_pointer() {
                self.goal.focus();
            }
        });
    }

    /// Whether a goal is typed that is to be planned beside the run that is looked at: another than its own, or the same once more.
    /// The goal of a run that failed came back into the field, and is still that run's.
    pub(crate) fn is_another(&'static self) -> bool {
        let failed = self.runs.has_failed.get();
        let other = |text: &String| self.runs.goal.with(|goal| !failed || goal.as_ref() != Some(text));
        self.goal.text.with(|text| !text.trim().is_empty() && other(text))
    }

    /// Whether the run that is looked at stands below another goal.
    pub(crate) fn is_earlier(&'static self) -> bool {
        self.is_another() && self.runs.goal.with(Option::is_some)
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

    /// The same with another input of that step, written by hand.
    pub(crate) fn fork_as(&'static self, step: u32, input: Value) {
        self.fork_changed(step, |plan| {
            if let Some(first) = plan.steps.first_mut() {
                write_by_hand(first, input);
            }
        });
    }

    /// Whether the run that is looked at ended with that step.
    pub(crate) fn has_failed_with(&'static self, step: u32) -> bool {
        let ended_with = |run: &Run| run.error.as_ref().and_then(|error| error.step_number) == Some(step);
        self.runs.shown.with(|run| run.as_ref().is_some_and(ended_with)) && self.failed_step(step).is_some()
    }

    /// That step as it would be done again, where it has an input that can be changed.
    pub(crate) fn failed_step(&'static self, step: u32) -> Option<PlanStep> {
        let again = |run: &Run| dunlin::fork(run, step).ok()?.steps.into_iter().next();
        let again = self.runs.shown.with(|run| run.as_ref().filter(|run| run.status.is_final()).and_then(again));
        again.filter(|step| step.kind != StepKind::Plan && step.tool_input.is_object())
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
        let failed = untrack(|| self.runs.has_failed.get() && !self.is_another());
        let started = plan.map(|plan| self.start(GoalOrPlan::Plan(Box::new(plan?)), options));
        match started {
            Some(Err(problem)) => self.notices.update(|notices| notices.push(problem.message)),
            // It came back into the field when it failed, and goes on now.
            Some(Ok(())) if failed => self.goal.clear(),
            _ => {}
        }
    }

    /// Takes a run out of the history, with a way back.
    pub(crate) fn remove_run(&'static self, id: &str) {
        let here = self.place.with_untracked(|place| place.run.as_deref() == Some(id));
        self.runs.kept.set(None);
        match self.runs.remove(id, here) {
            Ok(()) if here => self.go(|place| place.at_run(None)),
            Ok(()) => {}
            // Its row says so, with the way to it.
            Err(problem) if problem.code == "run.under-way" => self.runs.kept.set(Some(id.to_owned())),
            Err(problem) => self.note(problem.message),
        }
    }

    /// Stops a run that has not ended, and takes it out of the history when it has.
    pub(crate) fn cancel_and_remove(&'static self, id: &str) {
        self.runs.kept.set(None);
        let handle = self.runs.live_handle(id).map_or_else(
            // One that was left alone is taken up to be stopped.
            || {
                let handle = self.engine.with(|dunlin| dunlin.resume(id))?;
                self.runs.follow(handle.clone(), move |run| self.ended(run));
                Ok(handle)
            },
            Ok::<RunHandle, DunlinError>,
        );
        self.runs.leaving.set_value(Some(id.to_owned()));
        let stopped = handle.map(|handle| handle.cancel(Some(STOPPED.to_owned())));
        if !matches!(stopped, Ok(Ok(()))) {
            // What goes on stays when it ends later.
            self.runs.leaving.set_value(None);
        }
        match stopped {
            Ok(Ok(())) => {}
            // It ended in between.
            Ok(Err(refused)) if refused.code() == "run.finished" => self.remove_run(id),
            Ok(Err(refused)) => self.note(refused.to_string()),
            Err(problem) => self.note(problem.message),
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

    /// Asks the run that is looked at to stop.
    pub(crate) fn cancel_run(&'static self) {
        self.take_up(|handle| handle.cancel(Some(STOPPED.to_owned())).err().map(|refused| refused.to_string()));
        if let Some(said) = self.runs.cancel() {
            self.notices.update(|notices| notices.push(said));
        }
    }
}
