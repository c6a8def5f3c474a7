//! Words of the goal and their readings, each shown by the other: the chip of the word that the caret or the pointer is in,
//! what a word under the pointer was read as, and the words of a chip that has the focus.
//!
//! The highlights lie behind the text area and cannot be pointed at, so where the pointer is among them is measured.

use dunlin::Chip;
use dunlin_base::Utf16Span;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{CharacterData, Element, Event, HtmlInputElement, MouseEvent, Node, Range};

use super::reading::worth;
use crate::{
    model::format::{sentence, shortened},
    model::{App, Reading},
    view::ui::{El, follow, listen},
};

/// So much of the words is repeated in what is said of them.
const MOST_WORDS: usize = 40;

/// Links what stands in the form of the goal bar.
pub(super) fn link(app: App, form: &El) {
    let find = |name: &str| form.element().query_selector(name).ok().flatten();
    let (Some(field), Some(mirror), Some(chips)) = (find("textarea"), find(".prompt-mirror"), find(".chips")) else {
        return;
    };
    let at_caret = {
        let (field, chips) = (field.clone(), chips.clone());
        move || light(app, &chips, caret(&field).and_then(|at| app.goal.reading.with_untracked(|all| around(all, at))))
    };
    follow(Box::new({
        let at_caret = at_caret.clone();
        move || {
            app.goal.reading.track();
            // The chips of it come at the same time.
            request_animation_frame(at_caret.clone());
        }
    }));
    listen(
        document().into(),
        "selectionchange",
        Box::new({
            let at_caret = at_caret.clone();
            move |_| at_caret()
        }),
    );
    listen(
        field.clone().into(),
        "mousemove",
        Box::new({
            let (field, chips) = (field.clone(), chips.clone());
            move |event| {
                let pointer: &MouseEvent = event.unchecked_ref();
                let point = (f64::from(pointer.client_x()), f64::from(pointer.client_y()));
                let under = app.goal.reading.with_untracked(|all| under(app, all, &mirror, point));
                title(&field, under.as_ref().map(|under| under.1.as_str()));
                light(app, &chips, under.map(|under| under.0));
            }
        }),
    );
    listen(
        field.clone().into(),
        "mouseleave",
        Box::new(move |_| {
            title(&field, None);
            at_caret();
        }),
    );
    for (event, inside) in [("focusin", true), ("focusout", false)] {
        let there = chips.clone();
        let point = move |event: Event| {
            let span = if inside { chip_of(app, &there, &event) } else { None };
            app.goal.pointed.set(span);
        };
        listen(chips.clone().into(), event, Box::new(point));
    }
}

/// Where the caret is, while the field has it and nothing is selected.
fn caret(field: &Element) -> Option<usize> {
    let here = document().active_element().is_some_and(|active| active == *field);
    // What this kind of element is asked here it answers as an input does.
    let field: &HtmlInputElement = field.unchecked_ref();
    let (start, end) = (field.selection_start().ok()??, field.selection_end().ok()??);
    (here && start == end).then_some(start as usize)
}

/// The reading whose words are around that place; of several the one of the fewest words.
fn around(reading: &Reading, at: usize) -> Option<Utf16Span> {
    let those = worth(reading).map(|chip| chip.span).filter(|span| (span.start..=span.end).contains(&at));
    those.min_by_key(|span| span.end - span.start)
}

/// Marks the chip of that reading, and no other.
fn light(app: App, chips: &Element, span: Option<Utf16Span>) {
    let spans: Vec<Utf16Span> = app.goal.reading.with_untracked(|reading| worth(reading).map(|one| one.span).collect());
    let mut chip = chips.first_element_child();
    for one in spans {
        let Some(this) = chip else { return };
        // A class that is a word is refused by no element.
        drop(this.class_list().toggle_with_force("chip-under", Some(one) == span));
        chip = this.next_element_sibling();
    }
}

/// The reading of the chip that an event came from.
fn chip_of(app: App, chips: &Element, event: &Event) -> Option<Utf16Span> {
    let target: Node = event.target()?.dyn_into().ok()?;
    let mut chip = chips.first_element_child()?;
    let mut at = 0;
    while !chip.contains(Some(&target)) {
        chip = chip.next_element_sibling()?;
        at += 1;
    }
    app.goal.reading.with_untracked(|reading| worth(reading).nth(at).map(|chip| chip.span))
}

fn title(field: &Element, words: Option<&str>) {
    // An attribute whose name is a constant is refused by no element.
    drop(match words {
        Some(words) => field.set_attribute("title", words),
        None => field.remove_attribute("title"),
    });
}

/// What the words at a point of the window were read as: where they stand, and what to say of them.
fn under(app: App, reading: &Reading, mirror: &Element, point: (f64, f64)) -> Option<(Utf16Span, String)> {
    let said = &reading.explanation;
    let hit = |span: &Utf16Span| range_of(mirror, *span).is_some_and(|range| holds(&range, point));
    let words = |span: Utf16Span| {
        app.goal.heard.with_untracked(|text| shortened(&span.bytes(text).of(text).replace('\n', " "), MOST_WORDS))
    };
    let mut spans: Vec<Utf16Span> = said.chips.iter().map(|chip| chip.span).collect();
    spans.sort_by_key(|span| span.end - span.start);
    if let Some(span) = spans.into_iter().find(hit) {
        let of_it = said.chips.iter().filter(|chip| chip.span == span);
        return Some((span, format!("“{}” → {}", words(span), of_it.map(told).collect::<Vec<_>>().join(" "))));
    }
    let faults = said.diagnostics.iter().filter_map(|fault| Some((fault.span?, fault)));
    let (span, fault) = faults.into_iter().find(|(span, _)| hit(span))?;
    Some((span, sentence(&fault.message)))
}

fn told(chip: &Chip) -> String {
    if chip.dismissible { format!("{} {}", chip.kind, chip.label) } else { chip.label.clone() }
}

/// That piece of the text, in the mirror.
fn range_of(mirror: &Element, span: Utf16Span) -> Option<Range> {
    let range = Range::new().ok()?;
    let (mut at, mut begun) = (0, false);
    let mut piece = mirror.first_element_child();
    while let Some(this) = piece {
        let text: CharacterData = this.first_child()?.dyn_into().ok()?;
        let end = at + text.length() as usize;
        let inside = |place: usize| u32::try_from(place - at).unwrap_or_default();
        if !begun && (at..end).contains(&span.start) {
            range.set_start(&text, inside(span.start)).ok()?;
            begun = true;
        }
        if begun && span.end <= end {
            range.set_end(&text, inside(span.end)).ok()?;
            return Some(range);
        }
        at = end;
        piece = this.next_element_sibling();
    }
    None
}

/// Whether a point of the window lies on it.
fn holds(range: &Range, (x, y): (f64, f64)) -> bool {
    let Some(all) = range.get_client_rects() else { return false };
    let boxes = (0..all.length()).filter_map(|at| all.get(at));
    boxes.into_iter().any(|one| (one.left()..one.right()).contains(&x) && (one.top()..one.bottom()).contains(&y))
}
