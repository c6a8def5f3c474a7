//! The system's Chromium and its driver: found by name, installed where that is ours to do.

use std::env;
use std::path::{Path, PathBuf};

use crate::Outcome;
use crate::place::Place;
use crate::serve;
use crate::shell::Cmd;

const CHROMIUM: &[&str] = &["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
/// The same browser without its own windows, which take a sixth of what a case does.
const SHELL: &str = "chromium-headless-shell";
const MAC: &str = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";

/// Without these Chromium talks to the network or needs a screen; none of them changes how a page behaves.
pub(crate) const FLAGS: &[&str] = &[
    "--headless=new",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    // Each window of a newer Chromium loads two pages for what its address bar suggests, which take as long as a case does.
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup",
];

/// Where the two are, `$CHROME` and `$CHROMEDRIVER` first.
pub(crate) fn chromium(place: &Place) -> Option<PathBuf> {
    named("CHROME").or_else(|| place.which(CHROMIUM)).or_else(|| Some(PathBuf::from(MAC)).filter(|path| path.is_file()))
}

pub(crate) fn driver(place: &Place) -> Option<PathBuf> {
    named("CHROMEDRIVER").or_else(|| place.which(&["chromedriver"]))
}

/// The flags for this person: root's Chromium starts only without its sandbox.
pub(crate) fn flags(place: &Place) -> Vec<&'static str> {
    let mut flags = FLAGS.to_vec();
    if is_root(place) {
        flags.push("--no-sandbox");
    }
    flags
}

/// A script of ours that drives Chromium, with the address at which it finds the folder served.
pub(crate) fn driven(place: &Place, script: &str, folder: &Path) -> Outcome<Cmd> {
    Ok(driving(place, script)?.env("DUNLIN_URL", serve::in_background(folder)?))
}

/// The cases of one project of `e2e/playwright.config.mjs`, with the address at which they find the folder served: in Chromium
/// without windows, where the system has it and `$CHROME` names no other.
pub(crate) fn cases(place: &Place, project: &str, folder: &Path) -> Outcome<Cmd> {
    let cases = Cmd::new(place, "playwright test --config e2e/playwright.config.mjs --project").arg(project);
    let windowed = chromium(place).ok_or_else(by_hand)?;
    let bare = named("CHROME").or_else(|| place.which(&[SHELL])).unwrap_or_else(|| windowed.clone());
    let served = serve::in_background(folder)?;
    Ok(with(place, cases, &bare).env("CHROMIUM", windowed).env("DUNLIN_URL", served))
}

/// A script of ours that drives Chromium and gives it its files itself.
pub(crate) fn driving(place: &Place, script: &str) -> Outcome<Cmd> {
    let chromium = chromium(place).ok_or_else(by_hand)?;
    Ok(with(place, Cmd::new(place, "node").arg(script), &chromium))
}

fn with(place: &Place, command: Cmd, browser: &Path) -> Cmd {
    command.env("CHROME", browser).env("CHROME_FLAGS", flags(place).join(" "))
}

pub(crate) fn install(place: &Place) -> Outcome {
    if let (Some(chromium), Some(_)) = (chromium(place), driver(place)) {
        println!("  chromium and chromedriver: there ({})", chromium.display());
        return Ok(());
    }
    if !may_install(place) {
        return Err(by_hand());
    }
    println!("  chromium and chromedriver: installing the system's packages");
    apt(place, "chromium chromium-driver")?;
    // Not every system has it, and what is run in it can be run without.
    if let Err(reason) = apt_get(place, &format!("install -y {SHELL}")) {
        println!("  {SHELL}: not there ({reason}); the cases are run in Chromium itself");
    }
    if chromium(place).is_some() && driver(place).is_some() { Ok(()) } else { Err(by_hand()) }
}

/// Whether the system's packages are ours to install: Debian or its kin, and root or a sudo that does not ask.
pub(crate) fn may_install(place: &Place) -> bool {
    Path::new("/etc/debian_version").exists() && (is_root(place) || Cmd::new(place, "sudo -n true").quiet().is_ok())
}

pub(crate) fn apt(place: &Place, packages: &str) -> Outcome {
    apt_get(place, "update")?;
    apt_get(place, &format!("install -y {packages}"))
}

fn apt_get(place: &Place, words: &str) -> Outcome {
    let prefix = if is_root(place) { "" } else { "sudo -n " };
    Cmd::new(place, &format!("{prefix}env DEBIAN_FRONTEND=noninteractive apt-get {words}")).run()
}

fn by_hand() -> String {
    "found no Chromium with ChromeDriver, and may not install them: install both (on Debian or Ubuntu \
     `sudo apt-get install chromium chromium-driver`, on macOS `brew install chromedriver` beside Google Chrome), or \
     name them in $CHROME and $CHROMEDRIVER"
        .into()
}

pub(crate) fn named(variable: &str) -> Option<PathBuf> {
    env::var_os(variable).map(PathBuf::from).filter(|path| path.is_file())
}

fn is_root(place: &Place) -> bool {
    Cmd::new(place, "id -u").quiet().is_ok_and(|id| id.trim() == "0")
}
