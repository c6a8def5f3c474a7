//! Tools that reach further than the built-in ones. All are off until a setting switches them on.

mod guard;
pub(crate) mod lines;
mod notes;
mod own;
mod remote;
mod settings;

use std::rc::Rc;

use dunlin::{Dunlin, DunlinError, Tool};
use dunlin_agents::{
    agents::{AgentError, Team},
    bus::BusTool,
    guard::Switch,
    judge::Judge,
    memory::MemoryTool,
};
use dunlin_base::Env;
use dunlin_tools::{
    Chart, Code, Fetch, Search, Sql, WebSearch,
    native::{Apart, NativeHttp},
};
use serde_json::Value;

use lines::{Lines, ear};
use notes::Notes;
use own::Own;
pub(crate) use remote::Connected;
pub(crate) use settings::Settings;

/// Dunlin, as the tools in it know it: they let go of it when this is dropped.
pub(crate) struct Reach {
    dunlin: Rc<Dunlin>,
    /// The agents, where they are switched on.
    pub(crate) team: Option<Team>,
    /// The lines to the services that are asked.
    pub(crate) lines: Lines,
}

/// Registers the tools that are switched on, with sentences that ask for them.
pub(crate) fn register(dunlin: &Dunlin, env: &Env, settings: &Settings) -> Result<Reach, DunlinError> {
    let mut reach = Reach { dunlin: Rc::new(dunlin.clone()), team: None, lines: Lines::default() };
    let weak = Rc::downgrade(&reach.dunlin);
    let folders = settings.tools.search.as_ref().map(|search| search.notes.as_slice()).unwrap_or_default();
    let notes = Notes::of(folders).map_err(|why| unusable("search", &why))?;
    let notes = Rc::new(notes);
    let own = || Rc::new(Own { dunlin: weak.clone(), notes: notes.clone() });
    settings.guard.check(&settings.mcp)?;
    let tools = &settings.tools;
    let http = Rc::new(NativeHttp::new());
    let add = |tool: Rc<dyn Tool>, phrases: Value| dunlin.register_with_phrases(tool, phrases, None);
    if let Some(options) = &tools.fetch {
        let fetch =
            Fetch::new(options.clone(), http.clone(), env.clone()).map_err(|error| unusable("fetch", &error))?;
        let fetch = Rc::new(fetch.on_change(ear("fetch")));
        let asked = fetch.clone();
        reach.lines.add("fetch", move || asked.health());
        add(settings.guard.around(fetch), Fetch::phrases())?;
    }
    if let Some(search) = &tools.web_search {
        let made = WebSearch::new(&search.endpoint, search.options.clone(), http, env.clone());
        let made = Rc::new(made.map_err(|error| unusable("web_search", &error))?.on_change(ear("web_search")));
        let asked = made.clone();
        reach.lines.add("web_search", move || asked.health());
        add(settings.guard.around(made), WebSearch::phrases())?;
    }
    if let Some(settings) = &tools.search {
        let search = Search::new(own(), settings.limits());
        add(Rc::new(search), Search::phrases())?;
    }
    let engines = || -> Result<_, DunlinError> {
        let program = std::env::current_exe().map_err(|error| unusable("code or sql", &error))?;
        Ok(Rc::new(Apart::new(program, vec!["job".to_owned()])))
    };
    if let Some(limits) = &tools.sql {
        let sql = Sql::new(engines()?, Some(own()), *limits);
        add(Rc::new(sql), Sql::phrases())?;
    }
    if let Some(limits) = &tools.code {
        let code = Code::new(engines()?, *limits);
        add(Rc::new(code), Code::phrases())?;
    }
    if tools.chart.is_some() {
        dunlin.register_tool(Rc::new(Chart::new()))?;
    }
    if tools.judge.is_some() {
        dunlin.register_tool(Rc::new(Judge::new()))?;
    }
    let faulty = |error: AgentError| DunlinError::new(error.code(), error.to_string());
    if let Some(agents) = &tools.agents {
        let team = Team::shipped(env.clone()).map_err(faulty)?;
        agents.add.iter().cloned().try_for_each(|agent| team.add(agent)).map_err(faulty)?;
        reach.team = Some(team);
    }
    if let Some(kept) = &tools.memory {
        let memory = MemoryTool::new(env.clone(), reach.team.clone());
        let memory = if kept.guard == Switch::Off { memory.unguarded() } else { memory };
        add(Rc::new(memory), MemoryTool::phrases())?;
    }
    if let Some(kept) = &tools.bus {
        let bus = if kept.guard == Switch::Off { BusTool::unguarded(env) } else { BusTool::new(env) };
        add(Rc::new(bus), BusTool::phrases())?;
    }
    if let Some(team) = &reach.team {
        // Last, for what they say of their effects is taken from the tools that are there.
        dunlin.with_runtime(|runtime| team.register(runtime)).map_err(faulty)?;
    }
    Ok(reach)
}

/// Registers the tools of other MCP servers, and says of which there are none now.
pub(crate) async fn connect(dunlin: &Dunlin, settings: &Settings, lines: &Lines) -> Result<Connected, DunlinError> {
    remote::register(dunlin, dunlin.todos().env(), &settings.mcp, &settings.guard, lines).await
}

fn unusable(tool: &str, error: &impl std::fmt::Display) -> DunlinError {
    DunlinError::new("config.invalid", format!("the settings of {tool} cannot be used: {error}"))
        .with_hint("see the page on the program `dunlin`")
}
