//! Four agents over some notes, with the tools of a native host.
#![allow(dead_code, clippy::allow_attributes, reason = "each user takes its own part of this")]
#![expect(clippy::unwrap_used, reason = "a test helper that finds its own case wrong should stop the test")]

use std::rc::Rc;

use dunlin_agents::{agents::Team, bus::BusTool, judge::Judge, memory::MemoryTool};
use dunlin_base::Env;
pub(crate) use dunlin_base::testing::block_on;
use dunlin_runtime::{Registry, Runtime, RuntimeOptions};
use dunlin_tools::{
    Chart, Code, CodeLimits, Document, Documents, Limits, Search, Sql, SqlLimits,
    native::{QuickJs, Sqlite},
};

pub(crate) const GOAL: &str =
    "find what my notes say about heating costs, total them by month, draw a chart and check it";

/// The notes of a person, most of them not about heating.
pub(crate) struct Notes;

impl Documents for Notes {
    fn parts(&self) -> Vec<(String, u64)> {
        vec![("all".into(), 0)]
    }

    fn each(&self, _part: &str, see: &mut dyn FnMut(Document)) {
        for (id, kind, title, text) in [
            ("n1", "note", "Heating", "The heating costs were 142.30 in January 2026 and 138.90 in February 2026."),
            (
                "n2",
                "note",
                "Winter 2026",
                "Paid heating costs of 97.05 on 2026-03-14.\nHeating costs again: 12.95 in March.",
            ),
            ("n3", "note", "Garden", "Costs of the garden in January 2026: 30.00 for seeds."),
            ("n4", "note", "Heating", "The man for the heating comes on Friday."),
            ("t1", "todo", "", "ask about the heating costs of 999.00 in January 2026"),
        ] {
            see(Document { id: id.into(), kind: kind.into(), title: title.into(), text: text.into() });
        }
    }
}

/// A runtime with the tools of this device and the agents that use them.
pub(crate) fn office(env: &Env) -> (Team, Runtime) {
    office_of(env, Rc::new(Notes))
}

/// The same over other notes.
pub(crate) fn office_of(env: &Env, notes: Rc<dyn Documents>) -> (Team, Runtime) {
    let mut registry = Registry::new();
    registry.register(Rc::new(Search::new(notes, Limits::default()))).unwrap();
    registry.register(Rc::new(Sql::new(Rc::new(Sqlite), None, SqlLimits::default()))).unwrap();
    let limits = CodeLimits { time_ms: 5000, memory_bytes: 16_000_000, output_bytes: 200_000 };
    registry.register(Rc::new(Code::new(Rc::new(QuickJs), limits))).unwrap();
    registry.register(Rc::new(Chart::new())).unwrap();
    registry.register(Rc::new(Judge::new())).unwrap();
    let team = Team::shipped(env.clone()).unwrap();
    registry.register(Rc::new(MemoryTool::new(env.clone(), Some(team.clone())))).unwrap();
    registry.register(Rc::new(BusTool::new(env))).unwrap();
    let runtime = Runtime::new(env.clone(), registry, RuntimeOptions::default());
    team.register(&runtime).unwrap();
    (team, runtime)
}
