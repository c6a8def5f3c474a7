//! Where todos and runs are kept.

use dunlin_base::RemoteError;
use leptos::prelude::*;

use crate::{
    model::{Keeper, KeeperChoice, keep_in_browser, let_in_with, use_app},
    view::ui::{Field, Note, Tone},
};

/// The choice between this browser and the page's server, where there is one.
#[component]
pub(super) fn PlaceGroup() -> impl IntoView {
    let app = use_app();
    let choice = KeeperChoice::new();
    let at_server = matches!(app.keeper(), Keeper::Server(_));
    if !at_server {
        choice.look();
    }
    let group = move || {
        view! {
            <section class="group" aria-labelledby="place-title" data-setting="Where it is kept">
                <h3 id="place-title">"Where it is kept"</h3>
                {if at_server { view! { <AtServer /> }.into_any() } else { view! { <InBrowser choice /> }.into_any() }}
            </section>
        }
    };
    view! { <Show when=move || at_server || choice.offered.get()>{group()}</Show> }
}

/// Keeper at the server, and the way back.
#[component]
fn AtServer() -> impl IntoView {
    view! {
        <p class="panel-note">
            "Todos, runs and settings are kept in the file of this page's server, and are the same in every browser that opens it."
        </p>
        <div class="actions">
            <button type="button" class="button" on:click=move |_| keep_in_browser()>
                "Keep in this browser instead"
            </button>
        </div>
        <p class="panel-note">"What is at the server stays there; this browser shows its own todos again."</p>
    }
}

/// Keeper in this browser, and the way to the server.
#[component]
fn InBrowser(choice: KeeperChoice) -> impl IntoView {
    view! {
        <p class="panel-note">"Todos, runs and settings are kept in this browser."</p>
        <Show
            when=move || choice.choosing.get()
            fallback=move || {
                view! {
                    <div class="actions">
                        <button type="button" class="button" on:click=move |_| choice.choosing.set(true)>
                            "Keep at the server…"
                        </button>
                    </div>
                }
            }
        >
            <Choosing choice />
        </Show>
    }
}

/// What is to be known before the server is chosen.
#[component]
fn Choosing(choice: KeeperChoice) -> impl IntoView {
    let app = use_app();
    let keep = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        app.keep_at_server(choice);
    };
    let refused = move || {
        choice
            .refused
            .get()
            .map(|error| view! { <Note tone=Tone::Bad words=error.to_string() hint=Some(hint(&error)) /> })
    };
    view! {
        <form class="group" on:submit=keep>
            <p class="panel-note">
                "From then on they are in the server's file, and the same in every browser that opens this page. Each change is "
                "sent there before it counts, so the page needs the server."
            </p>
            <label class="field">
                <span>"Copy what is in this browser " <small>"Without runs that are under way"</small></span>
                <input class="check" type="checkbox" bind:checked=choice.copy />
            </label>
            <Show when=move || choice.wants_token()>
                <TokenField token=choice.token />
            </Show>
            {refused}
            <div class="actions">
                <button type="submit" class="button button-main">"Keep at the server"</button>
                <button type="button" class="button" on:click=move |_| choice.choosing.set(false)>"Cancel"</button>
            </div>
        </form>
    }
}

/// The server's token.
#[component]
fn TokenField(token: RwSignal<String>) -> impl IntoView {
    view! {
        <Field name="Token of the server">
            <input class="field-input" type="password" autocomplete="off" bind:value=token />
        </Field>
    }
}

fn hint(error: &RemoteError) -> String {
    let words = match error {
        RemoteError::Closed => "type the one it was started with",
        RemoteError::Full(_) => "make room at the server",
        RemoteError::Over | RemoteError::Failed(_) => "look whether it runs, and try again",
    };
    words.to_owned()
}

/// What stands in place of the page when the server that keeps everything does not let it in: nothing is shown that might be
/// taken for what is kept there.
#[component]
pub(crate) fn LockedOut(error: RemoteError) -> impl IntoView {
    let token = RwSignal::new(String::new());
    let wants_token = error == RemoteError::Closed;
    let submit = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        if wants_token {
            let_in_with(token.get_untracked().trim().to_owned());
        } else {
            crate::platform::reload();
        }
    };
    view! {
        <div class="page">
            <header class="page-top">
                <h1 class="page-brand">"Dunlin"</h1>
            </header>
            <main class="page-body">
                <form class="group" aria-label="The server" on:submit=submit>
                    <Note tone=Tone::Bad words=error.to_string() hint=Some(hint(&error)) />
                    <p class="panel-note">"Todos and runs are kept at this page's server. Nothing of them is lost."</p>
                    {wants_token.then(|| view! { <TokenField token /> })}
                    <div class="actions">
                        <button type="submit" class="button button-main">
                            {if wants_token { "Open" } else { "Try again" }}
                        </button>
                        <button type="button" class="button" on:click=move |_| keep_in_browser()>
                            "Keep in this browser instead"
                        </button>
                    </div>
                </form>
            </main>
        </div>
    }
}
