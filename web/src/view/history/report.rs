//! The report of the run that is looked at: the dialog named "Report".

use leptos::prelude::*;

use crate::{
    model::{
        markdown::{Item, Line, Part, Piece, parts},
        use_app,
    },
    view::ui::{Glyph, Icon, Picture, Sheet, later},
};

/// The dialog named "Report", made anew whenever it is opened.
#[component]
pub(crate) fn ReportSheet() -> impl IntoView {
    let app = use_app();
    let open = app.runs.report_open;
    let shown = move || {
        open.get().then(|| {
            let report = untrack(|| app.runs.report_text());
            later(drawn(report))
        })
    };
    view! {
        <Sheet id="report-title" name="Report" open>
            <div class="report">{shown}</div>
        </Sheet>
    }
}

#[cfg_attr(not(test), lazy)]
async fn drawn(report: String) -> AnyView {
    // The first heading is the dialog's own.
    let drawn: Vec<_> = parts(&report).into_iter().skip(1).map(part).collect();
    view! { <div>{drawn}</div> }.into_any()
}

fn part(part: Part) -> AnyView {
    match part {
        Part::Heading(deep, line) if deep > 2 => view! { <h4 dir="auto">{words(line)}</h4> }.into_any(),
        Part::Heading(_, line) => view! { <h3 dir="auto">{words(line)}</h3> }.into_any(),
        Part::Picture(svg, words) => view! { <Picture svg words /> }.into_any(),
        Part::Line(line) => view! { <p dir="auto">{words(line)}</p> }.into_any(),
        Part::List(items) => {
            let items: Vec<_> = items.into_iter().map(item).collect();
            view! { <ul role="list">{items}</ul> }.into_any()
        }
        Part::Table(rows) => {
            let rows: Vec<_> = rows.into_iter().enumerate().map(|(at, cells)| row(at, cells)).collect();
            view! { <table>{rows}</table> }.into_any()
        }
    }
}

/// A line of a list, with the list below it.
fn item(Item { line, inner }: Item) -> impl IntoView {
    let below: Vec<_> = inner.into_iter().map(|(ticked, line)| below(ticked, line)).collect();
    let below = (!below.is_empty()).then(|| view! { <ul role="list">{below}</ul> });
    view! { <li dir="auto">{words(line)} {below}</li> }
}

/// A line of the list below a line of a list.
fn below(ticked: Option<bool>, line: Line) -> impl IntoView {
    let mark = ticked.map(|ticked| if ticked { Icon::BoxTicked } else { Icon::Box });
    let mark = mark.map(|icon| view! { <Glyph icon /> });
    let done = (ticked == Some(true)).then(|| view! { <span class="unseen">" (completed)"</span> });
    view! { <li class="value-row">{mark} <span dir="auto">{words(line)}</span> {done}</li> }
}

/// A row of a table; the first says what is in the others.
fn row(at: usize, cells: Vec<Line>) -> impl IntoView {
    let cell = |line: Line| {
        if at == 0 {
            view! { <th dir="auto">{words(line)}</th> }.into_any()
        } else {
            view! { <td dir="auto">{words(line)}</td> }.into_any()
        }
    };
    let cells: Vec<_> = cells.into_iter().map(cell).collect();
    view! { <tr>{cells}</tr> }
}

fn words(line: Line) -> Vec<AnyView> {
    let piece = |piece| match piece {
        Piece::Text(words) => words.into_any(),
        Piece::Strong(words) => view! { <b>{words}</b> }.into_any(),
        Piece::Code(words) => view! { <code dir="ltr">{words}</code> }.into_any(),
    };
    line.into_iter().map(piece).collect()
}
