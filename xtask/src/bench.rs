//! `cargo xtask bench`: what Dunlin costs, beside its peers in the same run, as one table with its bars.
//!
//! Each part prints rows `| what | figure | bar | held or MISSED |`; they are gathered here. A missed bar fails nothing: on a
//! busy machine every figure is an upper bound, and a person reads the table.

use std::fs;

use crate::place::Place;
use crate::shell::Cmd;
use crate::{Outcome, browser, node, package, page, python, setup};

/// The committed figures: those of the last `cargo xtask bench --update`.
const FIGURES: &str = "bench/figures.md";

/// The packages that Dunlin is compared with have a folder of their own, which no other command installs.
const PEERS: &str = "bench";

/// A part's name, what it needs built, and the command that gives its rows.
struct Part {
    name: &'static str,
    what: &'static str,
    needs: &'static [Need],
    command: fn(&Place) -> Outcome<Cmd>,
}

/// What is built or installed before a part runs, once for all that need it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Need {
    Package,
    Page,
    Peers,
    Hassil,
    Browser,
    Engine,
}

/// In the order in which they are got.
const NEEDS: &[Need] = &[Need::Package, Need::Page, Need::Peers, Need::Hassil, Need::Browser, Need::Engine];

const PARTS: &[Part] = &[
    Part {
        name: "native",
        what: "the core, natively",
        needs: &[],
        command: |place| Ok(Cmd::new(place, "cargo bench --package dunlin-bench --bench native")),
    },
    Part {
        name: "server",
        what: "the program `dunlin` as a server, its clients on the same machine",
        needs: &[],
        command: |place| Ok(Cmd::new(place, "cargo bench --package dunlin-server --bench load")),
    },
    Part {
        name: "engine",
        what: "runs that live in Restate, its workers and clients on the same machine",
        needs: &[Need::Engine],
        command: |place| {
            let program = place.at("target/release").join(format!("dunlin{}", std::env::consts::EXE_SUFFIX));
            Ok(Cmd::new(place, "node e2e/engine/run.mjs").arg(program).args(["--only", "speed"]))
        },
    },
    Part {
        name: "node",
        what: "the npm package in Node, beside its peers",
        needs: &[Need::Package, Need::Peers],
        command: |place| Ok(Cmd::new(place, "node bench/node.bench.mjs")),
    },
    Part {
        name: "recognize",
        what: "sentences among a home's phrases, beside hassil",
        needs: &[Need::Package, Need::Hassil],
        command: |place| Ok(Cmd::new(place, "node bench/recognize.bench.mjs").env("HASSIL", python::program(place))),
    },
    Part {
        name: "browser",
        what: "the npm package in Chromium, over localStorage",
        needs: &[Need::Package, Need::Browser],
        command: |place| browser::driving(place, "bench/browser.bench.mjs"),
    },
    Part {
        name: "page",
        what: "the page in Chromium",
        needs: &[Need::Page, Need::Browser],
        command: |place| browser::driven(place, "bench/page.bench.mjs", &place.at(page::DIST)),
    },
    Part {
        name: "reach",
        what: "the engines and the search of the page's tools, in Chromium and natively",
        needs: &[Need::Page, Need::Peers, Need::Browser],
        command: |place| browser::driven(place, "bench/reach.bench.mjs", &place.at(page::DIST)),
    },
    Part {
        name: "lighthouse",
        what: "the page, judged by Lighthouse",
        needs: &[Need::Page, Need::Peers, Need::Browser],
        command: |place| browser::driven(place, "bench/lighthouse.bench.mjs", &place.at(page::DIST)),
    },
];

/// `cargo xtask bench [part] [--update]`
pub(crate) fn command(place: &Place, rest: &[&str]) -> Outcome {
    let update = rest.contains(&"--update");
    let wanted: Vec<&str> = rest.iter().copied().filter(|word| *word != "--update").collect();
    let names: Vec<&str> = PARTS.iter().map(|part| part.name).collect();
    if let Some(unknown) = wanted.iter().find(|name| !names.contains(name)) {
        return Err(format!("no such part: {unknown}; there are {}", names.join(", ")));
    }
    let parts: Vec<&Part> = PARTS.iter().filter(|part| wanted.is_empty() || wanted.contains(&part.name)).collect();
    for need in NEEDS {
        if parts.iter().any(|part| part.needs.contains(need)) {
            get(place, *need)?;
        }
    }
    let day = if update { Cmd::new(place, "date +%F").show()?.text } else { String::new() };
    let mut sections = Vec::new();
    let mut failed = Vec::new();
    for part in &parts {
        println!("\n==== {}: {}", part.name, part.what);
        let shown = (part.command)(place)?.show()?;
        if !shown.succeeded {
            failed.push(part.name);
        }
        sections.push((part.name, section(part, day.trim(), &shown.text)));
    }
    let table: String = sections.iter().map(|(_, section)| section.as_str()).collect();
    println!("\n{table}{}", verdict(&table));
    if !failed.is_empty() {
        return Err(format!("broke off: {}", failed.join(", ")));
    }
    if update {
        write(place, &with_sections(&fs::read_to_string(place.at(FIGURES)).unwrap_or_default(), &sections))?;
    }
    Ok(())
}

/// The committed figures with these sections in place of the old ones. A part's rows are of one run, on the day that its head tells.
fn with_sections(old: &str, new: &[(&str, String)]) -> String {
    let kept = |part: &Part| {
        let from = old.get(old.find(&format!("## `cargo xtask bench {}`", part.name))?..)?;
        let end = from.find("\n## ").map_or(from.len(), |at| at + 1);
        from.get(..end)
    };
    let fresh = |part: &Part| new.iter().find(|(name, _)| *name == part.name).map(|(_, section)| section.as_str());
    let table: String = PARTS.iter().filter_map(|part| fresh(part).or_else(|| kept(part))).collect();
    let coverage = old.find(COVERAGE).and_then(|at| old.get(at..)).unwrap_or_default();
    let head = "# Figures\n\nWritten by `cargo xtask bench [part] --update`";
    format!("{head}; {}.\n\n{table}{coverage}", verdict(&table))
}

/// The figures of this command come first; the section of another stays below them.
const COVERAGE: &str = "## `cargo xtask coverage`";

/// Puts a section at the end of the committed figures, in place of the one with the same start.
pub(crate) fn write_section(place: &Place, head: &str, table: &str) -> Outcome {
    let old = fs::read_to_string(place.at(FIGURES)).unwrap_or_default();
    let before = old.find(COVERAGE).and_then(|at| old.get(..at)).unwrap_or(&old);
    write(place, &format!("{}\n\n{head}\n\n{table}", before.trim_end()))
}

fn write(place: &Place, text: &str) -> Outcome {
    fs::write(place.at(FIGURES), text.trim_end().to_owned() + "\n").map_err(|error| format!("{FIGURES}: {error}"))?;
    println!("written to {FIGURES}");
    Ok(())
}

fn get(place: &Place, need: Need) -> Outcome {
    match need {
        Need::Package => {
            setup::for_package(place)?;
            package::build(place).map(drop)
        }
        Need::Page => {
            setup::for_page(place)?;
            page::build_dist(place)
        }
        Need::Peers => node::packages(place, PEERS),
        Need::Hassil => python::packages(place),
        Need::Browser => {
            node::install(place)?;
            browser::install(place)
        }
        Need::Engine => {
            node::packages(place, "e2e/engine")?;
            Cmd::new(place, "cargo build --release --package dunlin-server --bin dunlin --features restate").run()
        }
    }
}

/// The rows that a part printed, under the command that gives them again.
fn section(part: &Part, day: &str, said: &str) -> String {
    let rows: Vec<&str> = said.lines().filter(|line| line.starts_with("| ")).collect();
    let rows = rows.join("\n");
    let day = if day.is_empty() { String::new() } else { format!(" ({day})") };
    let head = format!("## `cargo xtask bench {}`: {}{day}\n\n", part.name, part.what);
    format!("{head}| what | figure | bar | |\n| --- | ---: | ---: | --- |\n{rows}\n\n")
}

fn verdict(table: &str) -> String {
    let count = |word: &str| table.lines().filter(|line| line.ends_with(&format!("| {word} |"))).count();
    let (held, missed) = (count("held"), count("MISSED"));
    format!("{held} of {} bars held", held + missed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_gathered_and_bars_counted() {
        let part = &PARTS[0];
        let said =
            "warming up\n| add | 2.00 µs | ≤ 3 µs | held |\n| load | 9 ms | ≤ 3 ms | MISSED |\n| seen | 1 ms |  |  |\n";
        let table = section(part, "2026-11-28", said);
        assert!(table.starts_with("## `cargo xtask bench native`: the core, natively (2026-11-28)\n\n| what |"));
        assert!(table.ends_with("| seen | 1 ms |  |  |\n\n"));
        assert!(!table.contains("warming"));
        assert_eq!(verdict(&table), "1 of 2 bars held");
    }

    #[test]
    fn a_part_takes_the_place_of_its_own_figures_alone() {
        let old = "# Figures\n\n## `cargo xtask bench native`: a\n\n| one | 1 ms | ≤ 2 ms | held |\n\n\
                   ## `cargo xtask bench node`: b\n\n| two | 1 ms |  |  |\n\n## `cargo xtask coverage`: c\n\n| core |\n";
        let new = [("node", "## `cargo xtask bench node`: b\n\n| two | 9 ms | ≤ 3 ms | MISSED |\n\n".to_owned())];
        let text = with_sections(old, &new);
        let [one, two, core] = ["| one |", "| two | 9 ms", "| core |"].map(|row| text.find(row));
        assert!(one < two && two < core && one.is_some(), "{text}");
        assert!(text.contains("1 of 2 bars held") && !text.contains("| two | 1 ms"), "{text}");
    }
}
