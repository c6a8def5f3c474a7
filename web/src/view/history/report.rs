//! The report of the run that is looked at: the dialog named "Report".

use leptos::prelude::*;

use crate::model::markdown::{Block, Piece, blocks};
use crate::{
    model::App,
    view::settings::sheet,
    view::ui::{El, Icon, el, glyph},
};

/// The dialog named "Report", made anew whenever it is opened.
pub(crate) fn report_sheet(app: App) -> El {
    let open = app.runs.report_open;
    let shown = move || open.get().then(|| untrack(|| app.runs.report_text())).map(|report| drawn(&report));
    sheet("report-title", "Report", open, move || el("div", "report").slot(shown), || {})
}

fn drawn(report: &str) -> El {
    let mut page = el("div", "");
    // The list or the table that the next line may belong to.
    let mut group: Option<(bool, El)> = None;
    // The last line of a list, and the list below it.
    let mut last: Option<El> = None;
    let mut inner: Option<El> = None;
    // The first heading is the dialog's own.
    for block in blocks(report).into_iter().skip(1) {
        let in_table = matches!(block, Block::Row(_));
        if !in_table && !matches!(block, Block::Item(_) | Block::Inner(..))
            || group.as_ref().is_some_and(|(table, _)| *table != in_table)
        {
            page = page.children(group.take().map(|(_, group)| group));
        }
        match block {
            Block::Heading(deep, words) => page = page.child(line(if deep > 2 { "h4" } else { "h3" }, &words)),
            Block::Line(words) => page = page.child(line("p", &words)),
            Block::Item(words) => {
                let (_, list) = group.take().unwrap_or_else(|| (false, el("ul", "").attr("role", "list")));
                let item = line("li", &words);
                group = Some((false, list.child(item.clone())));
                (last, inner) = (Some(item), None);
            }
            Block::Inner(ticked, words) => {
                let mark = ticked.map(|ticked| glyph(if ticked { Icon::BoxTicked } else { Icon::Box }));
                let done = (ticked == Some(true)).then(|| el("span", "unseen").text(" (completed)"));
                let thing = el("li", "value-row").children(mark).child(line("span", &words)).children(done);
                let below = inner.take().unwrap_or_else(|| el("ul", "").attr("role", "list"));
                last = last.map(|item| item.child(below.clone()));
                inner = Some(below.child(thing));
            }
            Block::Row(cells) => {
                // The first row says what is in the others.
                let (tag, table) = group.take().map_or_else(|| ("th", el("table", "")), |(_, table)| ("td", table));
                let row = el("tr", "").children(cells.iter().map(|cell| line(tag, cell)));
                group = Some((true, table.child(row)));
            }
        }
    }
    page.children(group.map(|(_, group)| group))
}

fn line(tag: &str, pieces: &[Piece]) -> El {
    pieces.iter().fold(el(tag, "").attr("dir", "auto"), |line, piece| match piece {
        Piece::Text(words) => line.text(words),
        Piece::Strong(words) => line.child(el("b", "").text(words)),
        Piece::Code(words) => line.child(el("code", "").attr("dir", "ltr").text(words)),
    })
}
