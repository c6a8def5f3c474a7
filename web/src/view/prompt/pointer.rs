//! Which words of the goal the caret or the pointer is in, and what they were read as.
//!
//! The highlights lie behind the text area and cannot be pointed at, so where the pointer is among them is measured.

use dunlin::Chip;
use dunlin_base::Utf16Span;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{CharacterData, Element, Range};

use crate::{
    model::{
        App,
        format::{sentence, shortened},
    },
    platform,
};

/// So much of the words is repeated in what is said of them.
const MOST_WORDS: usize = 40;

/// The reading whose words the caret is in.
pub(super) fn at_caret(app: App) -> Option<Utf16Span> {
    let at = platform::caret(&app.goal.field.get_untracked()?)?;
    app.goal.reading.with_untracked(|reading| reading.around(at))
}

/// What the words at a point of the window were read as: where they stand, and what to say of them.
pub(super) fn under(app: App, mirror: &Element, point: (f64, f64)) -> Option<(Utf16Span, String)> {
    let hit = |span: &Utf16Span| range_of(mirror, *span).is_some_and(|range| holds(&range, point));
    let words = |span: Utf16Span| {
        app.goal.heard.with_untracked(|text| shortened(&span.bytes(text).of(text).replace('\n', " "), MOST_WORDS))
    };
    app.goal.reading.with_untracked(|reading| {
        let said = &reading.explanation;
        let mut spans: Vec<Utf16Span> = said.chips.iter().map(|chip| chip.span).collect();
        spans.sort_by_key(|span| span.end - span.start);
        if let Some(span) = spans.into_iter().find(hit) {
            let of_it = said.chips.iter().filter(|chip| chip.span == span);
            return Some((span, format!("“{}” → {}", words(span), of_it.map(told).collect::<Vec<_>>().join(" "))));
        }
        let mut faults = said.diagnostics.iter().filter_map(|fault| Some((fault.span?, fault)));
        let (span, fault) = faults.find(|(span, _)| hit(span))?;
        Some((span, sentence(&fault.message)))
    })
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
