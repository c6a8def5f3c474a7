//! Long lists in a real document.

use std::time::Duration;

use leptos::{ev, prelude::*};
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::HtmlElement;

use super::{LongList, Place, REST, Walk};
use crate::view::ui::testing::{Stage, focused, frame, pass, press, until};

/// Up to so many rows stand there whole.
const SHORT: usize = 8;

/// A list of rows that are 20 pixels high, of which ten are seen.
#[derive(Clone, Copy)]
struct Rows {
    keys: RwSignal<Vec<String>>,
    held: RwSignal<Option<usize>>,
    /// The keys of the rows that were made, in order.
    made: RwSignal<Vec<String>>,
    /// The highest place whose key was asked for.
    asked: RwSignal<usize>,
    walk: Walk,
}

impl Rows {
    fn new(count: usize) -> Self {
        Self {
            keys: RwSignal::new((0..count).map(|at| format!("row {at}")).collect()),
            held: RwSignal::new(None),
            made: RwSignal::new(Vec::new()),
            asked: RwSignal::new(0),
            walk: Walk::new("line"),
        }
    }

    fn on_stage(self) -> Stage {
        let Self { keys, held, made, asked, walk } = self;
        let key = move |at: usize| {
            asked.update_untracked(|asked| *asked = at.max(*asked));
            keys.with(|keys| keys[at].clone())
        };
        let row = move |(place, key): (Place, String)| {
            made.update_untracked(|made| made.push(key.clone()));
            view! {
                <li
                    style="height: 20px; overflow: hidden"
                    aria-posinset=move || place.posinset()
                    aria-setsize=move || place.setsize()
                    data-at=move || place.at.get()
                >
                    <button class="line">{key}</button>
                    <input />
                </li>
            }
            .into_any()
        };
        let keyed = move |event: ev::KeyboardEvent| {
            let down = event.key() == "ArrowDown";
            if (down || event.key() == "ArrowUp") && walk.step(&event, down) {
                event.prevent_default();
            }
        };
        Stage::new(move || {
            view! {
                <LongList
                    short=SHORT
                    count=Signal::derive(move || keys.with(Vec::len))
                    key
                    held
                    walk=Some(walk)
                    class="rows"
                    row
                    attr:id="rows"
                    attr:aria-label="Rows"
                    attr:style="position: relative; height: 200px; overflow: auto; margin: 0; padding: 0"
                    on:keydown=keyed
                />
            }
        })
    }

    /// On stage, with what is seen and what is near drawn.
    async fn settled(self) -> Stage {
        let stage = self.on_stage();
        pass(REST + Duration::from_millis(50)).await;
        frame().await;
        stage
    }
}

/// The row of a key, which is drawn.
fn row(stage: &Stage, key: &str) -> HtmlElement {
    let is_it = |row: &HtmlElement| row.text_content().as_deref() == Some(key);
    stage.all("li:not(.gap)").into_iter().find(is_it).unwrap_or_else(|| panic!("{key} is not drawn"))
}

fn is_drawn(stage: &Stage, key: &str) -> bool {
    stage.texts(".line").iter().any(|drawn| drawn == key)
}

/// The line of a row.
fn line(stage: &Stage, key: &str) -> HtmlElement {
    row(stage, key).first_element_child().map(wasm_bindgen::JsCast::unchecked_into).unwrap()
}

fn is_at(key: &str) -> bool {
    focused().text_content().as_deref() == Some(key)
}

#[wasm_bindgen_test]
async fn a_short_list_stands_there_whole_and_counts_nothing() {
    let stage = Rows::new(SHORT).on_stage();
    frame().await;
    let list = stage.one("#rows");
    assert_eq!(list.tag_name(), "OL");
    assert_eq!(list.get_attribute("role").as_deref(), Some("list"));
    assert_eq!(list.get_attribute("aria-label").as_deref(), Some("Rows"));
    assert_eq!(list.class_name(), "rows");
    assert!(!list.has_attribute("tabindex"));
    assert_eq!(stage.texts("li").len(), SHORT);
    assert!(stage.all("[aria-posinset], [aria-setsize], .gap").is_empty());
}

#[wasm_bindgen_test]
async fn of_a_long_list_stands_there_what_is_near_and_all_of_it_is_counted() {
    let rows = Rows::new(1000);
    let stage = rows.on_stage();
    assert!(stage.all(".line").is_empty(), "a long list waits for its turn");
    until("the first rows", || !stage.all(".line").is_empty()).await;
    pass(REST * 2).await;
    let list = stage.one("#rows");
    assert_eq!((list.class_name().as_str(), list.get_attribute("tabindex").as_deref()), ("rows long", Some("0")));
    let drawn = stage.texts(".line");
    assert!((20..60).contains(&drawn.len()), "{} rows are drawn", drawn.len());
    assert_eq!(drawn[0], "row 0");
    let first = row(&stage, "row 3");
    assert_eq!(first.get_attribute("aria-posinset").as_deref(), Some("4"));
    assert_eq!(first.get_attribute("aria-setsize").as_deref(), Some("1000"));
    assert_eq!(rows.asked.get_untracked() + 1, drawn.len(), "no key is asked for that is not drawn");
    // Rows that were never seen are taken for a little higher than these are.
    assert!(list.scroll_height() > 1000 * 20);
    list.set_scroll_top(list.scroll_height());
    until("the last row", || is_drawn(&stage, "row 999")).await;
    until("the first row goes", || !is_drawn(&stage, "row 0")).await;
    assert!(stage.all(".line").len() < 60);
    let gap = stage.one(".gap");
    assert_eq!(gap.get_attribute("aria-hidden").as_deref(), Some("true"));
    assert!(gap.offset_height() > 900 * 20);
}

#[wasm_bindgen_test]
async fn a_row_stays_the_same_while_others_come_before_and_after_it() {
    for count in [3, 40] {
        let rows = Rows::new(count);
        let stage = rows.settled().await;
        let before = row(&stage, "row 2");
        let field = stage.all("input").remove(2);
        field.focus().unwrap();
        let made = rows.made.get_untracked().len();
        rows.keys.update(|keys| {
            keys.push("last".to_owned());
            keys.splice(0..0, ["first", "second"].map(str::to_owned));
        });
        frame().await;
        assert!(row(&stage, "row 2").is_same_node(Some(&before)), "the row was made anew");
        assert!(focused().is_same_node(Some(&field)), "the focus is lost");
        assert_eq!(before.get_attribute("data-at").as_deref(), Some("4"));
        let counted = before.get_attribute("aria-posinset").zip(before.get_attribute("aria-setsize"));
        let expected = (count > SHORT).then(|| ("5".to_owned(), (count + 3).to_string()));
        assert_eq!(counted, expected);
        let news = rows.made.get_untracked().split_off(made);
        assert!(news.iter().all(|key| !key.starts_with("row ") || count > SHORT), "{news:?} were made again");
        assert_eq!(stage.texts(".line")[..4], ["first", "second", "row 0", "row 1"]);
    }
}

#[wasm_bindgen_test]
async fn a_list_that_grows_long_keeps_its_rows() {
    let rows = Rows::new(SHORT);
    let stage = rows.settled().await;
    let before = row(&stage, "row 4");
    rows.keys.update(|keys| keys.extend((SHORT..30).map(|at| format!("row {at}"))));
    frame().await;
    assert!(row(&stage, "row 4").is_same_node(Some(&before)));
    assert_eq!(before.get_attribute("aria-setsize").as_deref(), Some("30"));
    until("the rows that are near", || is_drawn(&stage, "row 12")).await;
    assert!(row(&stage, "row 4").is_same_node(Some(&before)));
    rows.keys.update(|keys| keys.truncate(SHORT));
    frame().await;
    assert!(row(&stage, "row 4").is_same_node(Some(&before)));
    assert!(!before.has_attribute("aria-posinset"));
    assert_eq!(stage.one("#rows").class_name(), "rows");
}

#[wasm_bindgen_test]
async fn what_is_chosen_is_drawn_and_seen() {
    let rows = Rows::new(1000);
    rows.held.set(Some(500));
    let stage = rows.on_stage();
    let is_seen = |key: &str| {
        is_drawn(&stage, key) && {
            let (list, row) = (stage.one("#rows"), row(&stage, key));
            let top = row.offset_top() - list.scroll_top();
            (0..=180).contains(&top)
        }
    };
    until("the row that is chosen from the start", || is_seen("row 500")).await;
    pass(REST * 2).await;
    assert!(is_seen("row 500"), "it is out of sight once the rows are measured");
    assert_eq!(row(&stage, "row 500").get_attribute("aria-posinset").as_deref(), Some("501"));
    rows.held.set(Some(2));
    until("another one", || is_seen("row 2")).await;
    // It stays made wherever the list is scrolled to.
    stage.one("#rows").set_scroll_top(10_000);
    until("what is scrolled to", || !is_drawn(&stage, "row 20")).await;
    assert!(is_drawn(&stage, "row 2"));
    rows.held.set(None);
    until("what is not chosen any more goes", || !is_drawn(&stage, "row 2")).await;
}

#[wasm_bindgen_test]
async fn a_row_that_somebody_works_in_stays() {
    let rows = Rows::new(1000);
    let stage = rows.settled().await;
    stage.all("input").remove(3).focus().unwrap();
    frame().await;
    stage.one("#rows").set_scroll_top(10_000);
    until("what is scrolled to", || !is_drawn(&stage, "row 0")).await;
    assert!(is_drawn(&stage, "row 3") && row(&stage, "row 3").contains(Some(&focused())));
    line(&stage, "row 3").blur().unwrap();
}

#[wasm_bindgen_test]
async fn two_rows_of_one_key_are_drawn_once() {
    let rows = Rows::new(3);
    let stage = rows.settled().await;
    rows.keys.update(|keys| keys.insert(0, "row 1".to_owned()));
    frame().await;
    assert_eq!(stage.texts(".line"), ["row 1", "row 0", "row 2"]);
}

#[wasm_bindgen_test]
async fn rows_go_where_their_order_says() {
    let rows = Rows::new(5);
    let stage = rows.settled().await;
    for order in [[4, 0, 1, 2, 3], [0, 1, 2, 3, 4], [4, 3, 2, 1, 0], [2, 0, 4, 1, 3]] {
        let keys = order.map(|at| format!("row {at}"));
        rows.keys.set(keys.to_vec());
        frame().await;
        assert_eq!(stage.texts(".line"), keys);
    }
    rows.keys.set(["row 9", "row 4", "row 8", "row 0"].map(str::to_owned).to_vec());
    frame().await;
    assert_eq!(stage.texts(".line"), ["row 9", "row 4", "row 8", "row 0"]);
    assert_eq!(rows.made.with_untracked(Vec::len), 7, "a row that stays was made again");
    rows.keys.set(Vec::new());
    frame().await;
    assert!(stage.all("li").is_empty());
}

#[wasm_bindgen_test]
async fn a_list_that_is_gone_measures_nothing() {
    let rows = Rows::new(1000);
    let stage = rows.on_stage();
    stage.one("#rows").set_scroll_top(500);
    drop(stage);
    pass(REST * 2).await;
    rows.held.set(Some(900));
    frame().await;
}

#[wasm_bindgen_test]
async fn arrow_keys_go_from_line_to_line() {
    for count in [3, 1000] {
        let stage = Rows::new(count).settled().await;
        line(&stage, "row 0").focus().unwrap();
        assert!(press("ArrowDown") && is_at("row 1"));
        assert!(press("ArrowDown") && is_at("row 2"));
        assert!(press("ArrowUp") && is_at("row 1"));
        assert!(press("ArrowUp") && is_at("row 0"));
        assert!(!press("ArrowUp") && is_at("row 0"), "there is nothing above the first row");
        // A field beside a line keeps its arrow keys.
        stage.all("input").remove(0).focus().unwrap();
        assert!(!press("ArrowDown"));
    }
}

#[wasm_bindgen_test]
async fn arrow_keys_go_on_where_nothing_is_drawn_yet_and_none_is_lost() {
    let stage = Rows::new(1000).settled().await;
    let last = stage.all(".line").len();
    line(&stage, "row 0").focus().unwrap();
    // Faster than anything is drawn.
    for _ in 0..last + 20 {
        assert!(press("ArrowDown"));
    }
    let wanted = format!("row {}", last + 20);
    until("the focus is where the keys led", || is_at(&wanted)).await;
    assert!(press("ArrowUp"));
    let above = format!("row {}", last + 19);
    until("the row above", || is_at(&above)).await;
}

#[wasm_bindgen_test]
async fn arrow_keys_end_with_the_last_row() {
    let rows = Rows::new(100);
    rows.held.set(Some(99));
    let stage = rows.settled().await;
    line(&stage, "row 99").focus().unwrap();
    assert!(!press("ArrowDown") && is_at("row 99"));
    assert!(press("ArrowUp"));
    until("the row above", || is_at("row 98")).await;
}

#[wasm_bindgen_test]
async fn a_list_within_a_row_is_one_row_of_the_walk() {
    let walk = Walk::new("line");
    let inner = |at: usize| {
        view! { <li aria-posinset=at + 1 aria-setsize="9"><button class="line">{format!("inner {at}")}</button></li> }
    };
    let row = move |(place, key): (Place, String)| {
        let within = (0..2).map(inner).collect::<Vec<_>>();
        view! {
            <li aria-posinset=move || place.posinset() aria-setsize=move || place.setsize()>
                <button class="line">{key}</button>
                <ol>{within}</ol>
            </li>
        }
        .into_any()
    };
    let stage = Stage::new(move || {
        view! {
            <LongList
                short=SHORT
                count=9
                key=|at: usize| format!("outer {at}")
                walk=Some(walk)
                class="rows"
                row
                on:keydown=move |event| assert!(walk.step(&event, true))
            />
        }
    });
    until("the rows", || is_drawn(&stage, "outer 8")).await;
    let inner = stage.all(".line").into_iter().nth(5).unwrap();
    assert_eq!(inner.text_content().as_deref(), Some("inner 1"));
    inner.focus().unwrap();
    press("ArrowDown");
    until("the next row, and not the next one within", || is_at("outer 2")).await;
}
