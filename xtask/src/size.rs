//! `cargo xtask size`: how many bytes the page and the npm package cost, by part, against a committed snapshot.
//!
//! A change that makes something bigger shows in the diff of `bench/size.txt`, and one that forgets to say so fails.

use std::fs;
use std::path::Path;

use crate::place::Place;
use crate::shell::Cmd;
use crate::{Outcome, package, page, setup};

pub(crate) const SNAPSHOT: &str = "bench/size.txt";

/// Growth over the snapshot that a part may have unsaid, in percent; a few bytes of a small part are no growth.
const SLACK_PERCENT: u64 = 2;
const SLACK_BYTES: u64 = 64;

/// What these are to cost at most: the page when it stands, the page when the main job can be done, and each door of
/// the package, as a bundler puts it together. What is
/// over its bar is reported and does not fail; what fails is growth over the snapshot. Once a figure is under its bar, `--update`
/// will not write one that is over it.
const BARS: &[(&str, Column, u64)] = &[
    ("page first", Column::Brotli, 220_000),
    ("page main", Column::Brotli, 450_000),
    ("npm calc", Column::Gzip, 130_000),
    ("npm dates", Column::Gzip, 110_000),
    ("npm runtime", Column::Gzip, 230_000),
    ("npm dunlin", Column::Gzip, 650_000),
];

#[derive(Clone, Copy)]
pub(crate) enum Mode {
    Check,
    Update,
}

#[derive(Clone, Copy, Debug)]
enum Column {
    Gzip,
    Brotli,
}

/// One part of the page or of the package.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Row {
    name: String,
    raw: u64,
    gzip: u64,
    brotli: u64,
}

/// `cargo xtask size [--update]`
pub(crate) fn command(place: &Place, mode: Mode) -> Outcome {
    setup::for_page(place)?;
    page::build_dist(place)?;
    package::build(place)?;
    match mode {
        Mode::Check => {
            check(place, "page", &place.at(page::DIST))?;
            check(place, "npm", &place.at(package::FOLDER))
        }
        Mode::Update => {
            let mut rows = measure(place, "page", &place.at(page::DIST))?;
            rows.extend(measure(place, "npm", &place.at(package::FOLDER))?);
            let text = written(&rows);
            print!("{text}");
            kept_under(&snapshot(place), &rows)?;
            fs::write(place.at(SNAPSHOT), text).map_err(|error| format!("could not write {SNAPSHOT}: {error}"))
        }
    }
}

/// Measures what was built and holds it against the snapshot.
pub(crate) fn check(place: &Place, what: &str, folder: &Path) -> Outcome {
    let now = measure(place, what, folder)?;
    print!("{}", written(&now));
    for (name, size, most) in over(&now) {
        println!("{name} is {size} bytes and is to be at most {most}");
    }
    let before = snapshot(place);
    kept_under(&before, &now)?;
    grown(&before, &now)
}

fn snapshot(place: &Place) -> Vec<Row> {
    fs::read_to_string(place.at(SNAPSHOT)).unwrap_or_default().lines().filter_map(read).collect()
}

/// Node has gzip and brotli built in, so no crate of ours needs them.
fn measure(place: &Place, what: &str, folder: &Path) -> Outcome<Vec<Row>> {
    let text = Cmd::new(place, "node bench/size.mjs").arg(what).arg(folder).quiet()?;
    let rows: Vec<Row> = text.lines().filter_map(read).collect();
    if rows.is_empty() { Err(format!("found nothing to measure in {}", folder.display())) } else { Ok(rows) }
}

/// The rows that are over their bar: name, size, bar.
fn over(rows: &[Row]) -> Vec<(&'static str, u64, u64)> {
    let told = BARS.iter().filter_map(|(name, column, most)| {
        let row = rows.iter().find(|row| row.name == *name)?;
        let size = match column {
            Column::Gzip => row.gzip,
            Column::Brotli => row.brotli,
        };
        (size > *most).then_some((*name, size, *most))
    });
    told.collect()
}

/// What was under its bar stays under it.
fn kept_under(before: &[Row], now: &[Row]) -> Outcome {
    let already = over(before);
    let known = |name: &str| before.iter().any(|row| row.name == name);
    for (name, size, most) in over(now) {
        if known(name) && already.iter().all(|(old, ..)| *old != name) {
            return Err(format!("{name} is {size} bytes, and was under its bar of {most}"));
        }
    }
    Ok(())
}

fn grown(before: &[Row], now: &[Row]) -> Outcome {
    let allowed = |size: u64| size + (size * SLACK_PERCENT / 100).max(SLACK_BYTES);
    let told = now.iter().filter_map(|row| {
        let Some(old) = before.iter().find(|old| old.name == row.name) else {
            return Some(format!("{} is not in {SNAPSHOT}", row.name));
        };
        let bigger = row.gzip > allowed(old.gzip) || row.brotli > allowed(old.brotli);
        bigger.then(|| {
            format!("{}: {} bytes gzip, {} brotli; it was {}, {}", row.name, row.gzip, row.brotli, old.gzip, old.brotli)
        })
    });
    let told: Vec<String> = told.collect();
    if told.is_empty() {
        return Ok(());
    }
    Err(format!("{}\nif that is meant, `cargo xtask size --update` writes it down", told.join("\n")))
}

const HEAD: &str = "# Bytes by part; `cargo xtask size --update` writes this file.\n";

fn written(rows: &[Row]) -> String {
    let head = format!("{HEAD}{:<14}{:>9}{:>9}{:>9}\n", "# part", "raw", "gzip", "brotli");
    let line = |Row { name, raw, gzip, brotli }: &Row| format!("{name:<14}{raw:>9}{gzip:>9}{brotli:>9}\n");
    std::iter::once(head).chain(rows.iter().map(line)).collect()
}

/// `page wasm  1 2 3`: a name of two words and three numbers.
fn read(line: &str) -> Option<Row> {
    let [what, part, raw, gzip, brotli] = line.split_whitespace().collect::<Vec<_>>().try_into().ok()?;
    let number = |text: &str| text.parse().ok();
    Some(Row { name: format!("{what} {part}"), raw: number(raw)?, gzip: number(gzip)?, brotli: number(brotli)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(name: &str, gzip: u64, brotli: u64) -> Row {
        Row { name: name.into(), raw: gzip * 3, gzip, brotli }
    }

    #[test]
    fn what_is_written_can_be_read() {
        let rows = [row("page wasm", 100_000, 80_000), row("npm total", 5, 4)];
        assert_eq!(written(&rows).lines().filter_map(read).collect::<Vec<_>>(), rows);
    }

    #[test]
    fn growth_is_told_and_slack_is_given() {
        let before = [row("page wasm", 100_000, 80_000), row("page css", 500, 400)];
        assert_eq!(grown(&before, &[row("page wasm", 102_000, 81_600), row("page css", 550, 450)]), Ok(()));
        assert!(grown(&before, &[row("page wasm", 102_001, 80_000)]).is_err());
        assert!(grown(&before, &[row("page wasm", 100_000, 81_601)]).is_err());
        assert!(grown(&before, &[row("page new", 1, 1)]).is_err());
    }

    #[test]
    fn what_was_under_its_bar_stays_there() {
        let (under, above) = ([row("page main", 9, 450_000)], [row("page main", 9, 450_001)]);
        assert_eq!(over(&under), []);
        assert_eq!(over(&above), [("page main", 450_001, 450_000)]);
        assert!(kept_under(&under, &above).is_err());
        assert_eq!(kept_under(&above, &above), Ok(()));
        assert_eq!(kept_under(&[], &above), Ok(()));
        assert!(kept_under(&[row("npm dunlin", 650_000, 1)], &[row("npm dunlin", 650_001, 1)]).is_err());
    }
}
