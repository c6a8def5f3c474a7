//! The focus of the document: fields that are written for somebody, and what keeps the focus when an element goes.

use leptos::prelude::*;
use wasm_bindgen::{JsCast, closure::Closure};
use web_sys::{
    Element, FocusEvent, FocusOptions, HtmlDocument, HtmlElement, HtmlTextAreaElement, MutationObserver,
    MutationObserverInit,
};

/// Puts other words into a field that has the focus, as typing does: so that undo goes through them. Whether it could.
pub(crate) fn write_over(field: &HtmlTextAreaElement, words: &str) -> bool {
    field.select();
    let document: HtmlDocument = document().unchecked_into();
    let command = if words.is_empty() { "delete" } else { "insertText" };
    document.exec_command_with_show_ui_and_value(command, false, words) == Ok(true)
}

/// Whether the caret of a field stands at the end of what is in it, with nothing selected.
pub(crate) fn at_end(field: &HtmlTextAreaElement) -> bool {
    let end = field.value().encode_utf16().count() as u32;
    [field.selection_start(), field.selection_end()].iter().all(|at| *at == Ok(Some(end)))
}

/// Where the caret of a field is, while the field has the focus and nothing is selected.
pub(crate) fn caret(field: &HtmlTextAreaElement) -> Option<usize> {
    let here = document().active_element().is_some_and(|active| active == ***field);
    let (start, end) = (field.selection_start().ok()??, field.selection_end().ok()??);
    (here && start == end).then_some(start as usize)
}

/// Whether words of the page are being marked, as for copying them.
pub(crate) fn marks_words() -> bool {
    window().get_selection().ok().flatten().is_some_and(|marked| !marked.is_collapsed())
}

/// Gives the focus to the first element that is found, if it can have it.
pub(crate) fn focus(selector: &str) {
    let found = document().query_selector(selector).ok().flatten().and_then(|found| found.dyn_into().ok());
    found.map(|found: HtmlElement| found.focus());
}

/// Whether nothing that takes keys or clicks has the focus: at most the region in which something had it that has gone.
pub(crate) fn is_focus_in_no_field() -> bool {
    let here = document().active_element();
    here.is_none_or(|here| here.tag_name() == "BODY" || here.has_attribute("aria-labelledby"))
}

/// When an element that has the focus is taken out of the document, the nearest region around it that is still there gets
/// the focus: a key that is pressed next, and a screen reader, would otherwise be nowhere. For as long as the page lives.
pub(crate) fn keep_focus_in_regions() {
    let last = StoredValue::new_local(None::<Focused>);
    window_event_listener(leptos::ev::focusin, move |event| {
        last.set_value(event.target().and_then(|target| target.dyn_into().ok()).map(Focused::of));
    });
    // Told before the element goes as well; then it is looked at when it has gone.
    window_event_listener(leptos::ev::focusout, move |event: FocusEvent| {
        if event.related_target().is_none() {
            queue_microtask(move || {
                last.update_value(|last| {
                    last.take_if(|last| last.element.is_connected());
                });
            });
        }
    });
    let look = Closure::<dyn Fn()>::new(move || {
        let gone = last.try_update_value(|last| last.take_if(|last| !last.element.is_connected())).flatten();
        if let Some(gone) = gone {
            gone.hand_over();
        }
    });
    if let (Some(body), Ok(observer)) = (document().body(), MutationObserver::new(look.as_ref().unchecked_ref())) {
        let all = MutationObserverInit::new();
        all.set_child_list(true);
        all.set_subtree(true);
        drop(observer.observe_with_options(&body, &all));
    }
    // It lives as long as the page.
    look.forget();
}

/// What had the focus, and the regions around it, the nearest first.
struct Focused {
    element: Element,
    regions: Vec<HtmlElement>,
}

impl Focused {
    fn of(element: Element) -> Self {
        let around = std::iter::successors(element.parent_element(), |around| around.parent_element());
        let regions = around.filter(|around| around.has_attribute("aria-labelledby"));
        let regions = regions.filter_map(|region| region.dyn_into().ok()).collect();
        Self { element, regions }
    }

    fn hand_over(self) {
        let here = document().active_element();
        let nowhere = here.is_none_or(|here| here.tag_name() == "BODY");
        if let Some(region) = self.regions.into_iter().find(|region| nowhere && region.is_connected()) {
            let options = FocusOptions::new();
            options.set_prevent_scroll(true);
            drop(region.set_attribute("tabindex", "-1"));
            drop(region.focus_with_options(&options));
        }
    }
}
