//! The main job once in the system's Firefox, where there is one: a second browser, so never a reason to fail for want of it.

use std::path::PathBuf;

use crate::place::Place;
use crate::shell::Cmd;
use crate::tally::{self, Report};
use crate::{browser, page, serve};

const SCRIPT: &str = "e2e/firefox.mjs";

fn firefox(place: &Place) -> Option<PathBuf> {
    browser::named("FIREFOX").or_else(|| place.which(&["firefox", "firefox-esr"]))
}

/// Installs Firefox where that is ours to do; without it the suite is left out.
pub(crate) fn install(place: &Place) {
    if let Some(path) = firefox(place) {
        println!("  firefox: there ({})", path.display());
        return;
    }
    if browser::may_install(place) {
        println!("  firefox: installing the system's package");
        if browser::apt(place, "firefox-esr").is_ok() {
            return;
        }
    }
    println!("  firefox: not there, and not ours to install; its suite will be left out (name one in $FIREFOX)");
}

pub(crate) fn run(place: &Place, report: &mut Report) {
    let Some(binary) = firefox(place) else {
        println!("\n== page in Firefox\nnot run: Firefox not found");
        return;
    };
    let driven = || {
        let url = serve::in_background(&place.at(page::DIST))?;
        let node = Cmd::new(place, "node").arg(SCRIPT);
        node.env("DUNLIN_URL", url).env("FIREFOX", binary).show()
    };
    report.suite("page in Firefox", driven, tally::plain);
}
