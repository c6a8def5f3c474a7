//! What each command needs, installed at the pinned version when it is not there.

use crate::Outcome;
use crate::place::Place;
use crate::shell::Cmd;
use crate::{browser, node, tools};

pub(crate) fn everything(place: &Place) -> Outcome {
    println!("set-up (tools are kept in {})", place.cache.display());
    for_native(place)?;
    for_page(place)?;
    tools::install(place, &tools::wasm_pack())?;
    browser::install(place)?;
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
    tools::install(place, &tools::wasm_bindgen(place)?)?;
    tools::install(place, &tools::wasm_pack())?;
    browser::install(place)
}

/// For the npm package.
pub(crate) fn for_package(place: &Place) -> Outcome {
    wasm_target(place)?;
    node::install(place)?;
    tools::install(place, &tools::wasm_bindgen(place)?)
}

/// For the page.
pub(crate) fn for_page(place: &Place) -> Outcome {
    for_package(place)?;
    tools::install(place, &tools::trunk())
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
