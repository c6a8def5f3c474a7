//! A dialog. The browser keeps the focus inside and closes it on Escape.

use leptos::{ev, html, prelude::*};

use super::{Icon, IconButton};

/// A dialog of that name, filled when it is first opened.
#[component]
pub(crate) fn Sheet(
    /// The id of its heading, which names it.
    id: &'static str,
    /// Its heading.
    name: &'static str,
    /// Whether it stands open; closing it in any way says so here.
    open: RwSignal<bool>,
    /// Called each time before it opens.
    #[prop(optional, into)]
    opened: Option<Callback<()>>,
    /// Whether it takes the room that tables need.
    #[prop(optional)]
    wide: bool,
    /// What is in it.
    children: ChildrenFn,
) -> impl IntoView {
    let dialog = NodeRef::<html::Dialog>::new();
    let wanted = Memo::new(move |before: Option<&bool>| before == Some(&true) || open.get());
    Effect::new(move || {
        let (open, Some(dialog)) = (open.get(), dialog.get()) else { return };
        if open && !dialog.open() {
            if let Some(opened) = opened {
                opened.run(());
            }
            // A browser without modal dialogs shows it as a part of the page.
            if dialog.show_modal().is_err() {
                dialog.set_open(true);
            }
        } else if !open && dialog.open() {
            dialog.close();
        }
    });
    let closed = move |_: ev::Event| {
        // The browser tells of a closing in a turn of its own: by then somebody may have opened it again.
        if !dialog.get_untracked().is_some_and(|dialog| dialog.open()) {
            open.set(false);
        }
    };
    view! {
        <dialog class="sheet" class:sheet-wide=wide aria-labelledby=id node_ref=dialog on:close=closed>
            <div class="sheet-head">
                <h2 id=id>{name}</h2>
                <IconButton icon=Icon::Cross label="Close" on:click=move |_| open.set(false) />
            </div>
            <div class="sheet-body">
                <Show when=move || wanted.get()>{children()}</Show>
            </div>
        </dialog>
    }
}
