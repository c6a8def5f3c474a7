//! What each command needs, installed at the pinned version when it is not there.
//!
//! Building tools keeps the processors busy and fetching waits for the network, so the two go on beside each other.

use std::thread;

use crate::Outcome;
use crate::place::Place;
use crate::shell::Cmd;
use crate::{browser, firefox, node, tools};

pub(crate) fn everything(place: &Place) -> Outcome {
    println!("set-up (tools are kept in {})", place.cache.display());
    wasm_target(place)?;
    beside(place, &[all_tools, node::install, browsers, fetch])?;
    println!("set-up done");
    Ok(())
}

/// For format, clippy, tests and doctests.
pub(crate) fn for_native(place: &Place) -> Outcome {
    wasm_target(place)?;
    tools::install_nextest(place)
}

/// For the tests of the wasm crates in a headless browser.
pub(crate) fn for_wasm(place: &Place) -> Outcome {
    wasm_target(place)?;
    beside(
        place,
        &[|place| tools::install_all(place, &[tools::wasm_bindgen(place)?, tools::wasm_pack()]), browser::install],
    )
}

/// For the npm package.
pub(crate) fn for_package(place: &Place) -> Outcome {
    wasm_target(place)?;
    beside(place, &[|place| tools::install_all(place, &[tools::wasm_bindgen(place)?]), node::install, fetch])
}

/// For the page.
pub(crate) fn for_page(place: &Place) -> Outcome {
    wasm_target(place)?;
    beside(place, &[page_tools, node::install, fetch])
}

/// For the page and what drives it.
pub(crate) fn for_driven_page(place: &Place) -> Outcome {
    wasm_target(place)?;
    beside(place, &[page_tools, node::install, browsers, fetch])
}

fn page_tools(place: &Place) -> Outcome {
    tools::install_all(place, &[tools::wasm_bindgen(place)?, tools::trunk()])
}

fn all_tools(place: &Place) -> Outcome {
    tools::install_all(place, &[tools::wasm_bindgen(place)?, tools::trunk(), tools::wasm_pack()])?;
    tools::install_nextest(place)
}

fn browsers(place: &Place) -> Outcome {
    browser::install(place)?;
    firefox::install(place);
    Ok(())
}

/// What cargo builds from: Trunk builds offline, because it must not fetch tools of its own.
fn fetch(place: &Place) -> Outcome {
    Cmd::new(place, "cargo fetch --quiet").run()
}

/// Explicitly, because rustup's own automatic installation can be switched off.
fn wasm_target(place: &Place) -> Outcome {
    const TARGET: &str = "wasm32-unknown-unknown";
    let libraries = Cmd::new(place, "rustc --print target-libdir --target").arg(TARGET).quiet()?;
    if std::fs::read_dir(libraries.trim()).is_ok_and(|mut folder| folder.next().is_some()) {
        println!("  {TARGET}: there");
        return Ok(());
    }
    println!("  {TARGET}: adding it");
    Cmd::new(place, "rustup target add").arg(TARGET).run()
}

/// Does all of them at once, and says what went wrong with any.
fn beside(place: &Place, steps: &[fn(&Place) -> Outcome]) -> Outcome {
    let reasons: Vec<String> = thread::scope(|scope| {
        let begun: Vec<_> = steps.iter().map(|step| scope.spawn(move || step(place))).collect();
        let ended =
            begun.into_iter().map(|step| step.join().unwrap_or_else(|_| Err("a step of the set-up broke off".into())));
        ended.filter_map(Outcome::err).collect()
    });
    if reasons.is_empty() { Ok(()) } else { Err(reasons.join("\n")) }
}
