//! The dialog named "Tools and agents": what plans may call, what each may reach, whether it is on, and a form to try it.

mod agents;
mod kept;
mod notes;
mod tools;

use leptos::prelude::*;

use self::{
    agents::{AgentsGroup, OfTheBrowser},
    kept::KeptGroup,
    notes::NotesGroup,
    tools::ToolsGroup,
};
use crate::{
    model::use_app,
    view::ui::{Note, Sheet, Tone, later},
};

/// The dialog.
#[component]
pub(crate) fn ReachSheet() -> impl IntoView {
    let app = use_app();
    view! {
        <Sheet id="reach-title" name="Tools and agents" open=app.reach.open wide=true>
            {later(groups())}
        </Sheet>
    }
}

#[cfg_attr(not(test), lazy)]
async fn groups() -> AnyView {
    let reach = use_app().reach;
    let any_agents = Memo::new(move |_| reach.agents.with(|agents| !agents.is_empty()));
    let coming = move || reach.coming.get();
    view! {
        <div class="sheet-groups">
            <ToolsGroup />
            <div role="status">
                <Show when=coming>
                    <p class="panel-note">"The further tools are being fetched…"</p>
                </Show>
            </div>
            <Failed />
            <Show when=move || any_agents.get()>
                <AgentsGroup />
            </Show>
            <NotesGroup />
            <OfTheBrowser />
            <Show when=move || any_agents.get()>
                <KeptGroup />
            </Show>
        </div>
    }
    .into_any()
}

/// Why something could not be had, and what tries it again while the module is not here.
#[component]
fn Failed() -> impl IntoView {
    const HINT: &str = "they come from where this page came from: check the connection";
    let app = use_app();
    let reach = app.reach;
    move || {
        let missing = reach.agents.with(Vec::is_empty);
        let hint = missing.then(|| HINT.to_owned());
        let again = missing.then(|| {
            view! { <button type="button" class="link" on:click=move |_| app.show_tools()>"Try again"</button> }
        });
        reach.problem.get().map(|words| view! { <Note tone=Tone::Bad words hint>{again}</Note> })
    }
}

/// A tool or an agent with a switch beside it.
#[component]
fn Switch(
    /// The name of the tool, or of the agent as a tool.
    #[prop(into)]
    name: String,
    /// What it is called.
    #[prop(into)]
    words: String,
) -> impl IntoView {
    let app = use_app();
    let name = StoredValue::new(name);
    view! {
        <label class="reach-head">
            <span class="reach-name">{words}</span>
            <input
                class="switch"
                type="checkbox"
                role="switch"
                prop:checked=move || name.with_value(|name| app.reach.is_on(name))
                on:change=move |event| app.switch(&name.get_value(), event_target_checked(&event))
            />
        </label>
    }
}
