//! The adapter against a real browser: `wasm-pack test --headless --chrome`.
#![cfg(target_arch = "wasm32")]
#![expect(clippy::unwrap_used, reason = "a test that meets an error has failed")]

use dunlin_base::{Clock, Random, Storage, StorageErrorKind, StorageKind, Timer};
use dunlin_browser::{CryptoRandom, DateClock, LocalStorage, TimeoutTimer, locks};
use js_sys::{Object, Reflect};
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

fn cleared() -> LocalStorage {
    let storage = LocalStorage::detect().unwrap();
    for key in storage.keys("").unwrap() {
        storage.remove(&key).unwrap();
    }
    storage
}

#[wasm_bindgen_test]
fn storage_keeps_text_by_key_and_lists_keys_sorted() {
    let storage = cleared();
    assert_eq!(storage.kind(), StorageKind::Local);
    for (key, value) in [("t:b", "zwei 😀"), ("t:a", "eins"), ("u:a", "other"), ("length", "a name of the interface")]
    {
        storage.set(key, value).unwrap();
    }
    assert_eq!(storage.get("t:b").unwrap().as_deref(), Some("zwei 😀"));
    assert_eq!(storage.keys("t:").unwrap(), ["t:a", "t:b"]);
    assert_eq!(storage.get("length").unwrap().as_deref(), Some("a name of the interface"));
    storage.remove("t:a").unwrap();
    storage.remove("t:a").unwrap();
    assert_eq!(storage.get("t:a").unwrap(), None);
    assert_eq!(LocalStorage::detect().unwrap().keys("t:").unwrap(), ["t:b"]);
}

#[wasm_bindgen_test]
fn keys_with_line_ends_are_whole_keys() {
    let storage = cleared();
    assert_eq!(storage.keys("").unwrap(), [""; 0]);
    for key in ["t:one", "t:two\nt:three", "other\nt:four", ""] {
        storage.set(key, "x").unwrap();
    }
    assert_eq!(storage.keys("t:").unwrap(), ["t:one", "t:two\nt:three"]);
    assert_eq!(storage.keys("").unwrap(), ["", "other\nt:four", "t:one", "t:two\nt:three"]);
    cleared();
    storage.set("", "x").unwrap();
    assert_eq!(storage.keys("").unwrap(), [""]);
    cleared();
}

#[wasm_bindgen_test]
fn each_shows_every_entry_once_in_order_whatever_is_in_it() {
    let storage = cleared();
    let seen = |prefix: &str| {
        let mut seen = Vec::new();
        storage.each(prefix, &mut |key, text| seen.push((key.to_owned(), text.unwrap().to_owned()))).unwrap();
        seen
    };
    let pairs = |pairs: &[(&str, &str)]| -> Vec<(String, String)> {
        pairs.iter().map(|(key, text)| ((*key).to_owned(), (*text).to_owned())).collect()
    };
    assert_eq!(seen("t:"), []);
    for (key, text) in [("t:b", "zwei\n😀"), ("t:a", ""), ("u:a", "other"), ("t:getItem", "3"), ("T:a", "4")] {
        storage.set(key, text).unwrap();
    }
    assert_eq!(seen("t:"), pairs(&[("t:a", ""), ("t:b", "zwei\n😀"), ("t:getItem", "3")]));
    // What stands between texts that come over together may be in one of them.
    storage.set("t:a", "\0").unwrap();
    storage.set("t:\0", "x\0y").unwrap();
    assert_eq!(seen("t:"), pairs(&[("t:\0", "x\0y"), ("t:a", "\0"), ("t:b", "zwei\n😀"), ("t:getItem", "3")]));
    assert_eq!(storage.keys("t:").unwrap(), ["t:\0", "t:a", "t:b", "t:getItem"]);
    // A prefix is text and no pattern.
    storage.set("a.b", "1").unwrap();
    storage.set("axb", "2").unwrap();
    assert_eq!(seen("a."), pairs(&[("a.b", "1")]));
    assert_eq!(storage.keys("(["), Ok(Vec::new()));
    cleared();
}

#[wasm_bindgen_test]
fn a_full_storage_says_quota_and_changes_nothing() {
    let storage = cleared();
    storage.set("kept", "before").unwrap();
    let error = storage.set("kept", &"x".repeat(12_000_000)).unwrap_err();
    assert_eq!(error.kind(), StorageErrorKind::Quota, "{error}");
    assert_eq!(storage.get("kept").unwrap().as_deref(), Some("before"));
    // Full to the last byte, it is still found, read and emptied.
    let mut piece = 4_000_000;
    let mut filled = 0;
    while piece > 0 {
        match storage.set(&format!("fill:{filled}"), &"x".repeat(piece)) {
            Ok(()) => filled += 1,
            Err(_) => piece /= 2,
        }
    }
    let again = LocalStorage::detect().unwrap();
    assert_eq!(again.get("kept").unwrap().as_deref(), Some("before"));
    assert_eq!(again.set("one more key", "x").unwrap_err().kind(), StorageErrorKind::Quota);
    cleared();
}

#[wasm_bindgen_test]
fn a_refused_storage_becomes_memory_with_a_notice() {
    let global = js_sys::global();
    let key = JsValue::from_str("localStorage");
    let original = Reflect::get_own_property_descriptor(&global, &key).unwrap();
    for refusal in [Refusal::Throws, Refusal::IsNull] {
        let getter = Closure::<dyn FnMut() -> Result<JsValue, JsValue>>::new(move || match refusal {
            Refusal::Throws => {
                Err(web_sys::DomException::new_with_message_and_name("denied", "SecurityError").unwrap().into())
            }
            Refusal::IsNull => Ok(JsValue::NULL),
        });
        let descriptor = Object::new();
        Reflect::set(&descriptor, &"get".into(), getter.as_ref()).unwrap();
        Reflect::set(&descriptor, &"configurable".into(), &JsValue::TRUE).unwrap();
        assert!(Reflect::define_property(&global, &key, &descriptor).unwrap());
        let opened = dunlin_browser::open();
        assert!(Reflect::define_property(&global, &key, original.unchecked_ref()).unwrap());
        assert_eq!(opened.env.storage.kind(), StorageKind::Memory);
        assert_eq!(opened.notices.len(), 1, "{:?}", opened.notices);
        assert!(opened.notices[0].contains("kept in memory"), "{:?}", opened.notices);
        opened.env.storage.set("a", "works").unwrap();
    }
    assert_eq!(dunlin_browser::open().env.storage.kind(), StorageKind::Local);
}

#[derive(Clone, Copy)]
enum Refusal {
    Throws,
    IsNull,
}

#[wasm_bindgen_test]
async fn the_clock_moves_with_the_timer() {
    let clock = DateClock::default();
    let before = clock.now_ms();
    assert!(before > 1_700_000_000_000);
    TimeoutTimer.sleep(30).await;
    assert!(clock.now_ms() - before >= 29, "{} ms", clock.now_ms() - before);
    let offset = clock.utc_offset_minutes(before);
    let says = -js_sys::Date::new(&(before as f64).into()).get_timezone_offset() as i32;
    assert_eq!(offset, says);
    assert_eq!(clock.utc_offset_minutes(i64::MAX), 0);
}

#[wasm_bindgen_test]
fn random_bits_are_strong_and_differ() {
    let random = CryptoRandom::new();
    assert!(random.is_strong());
    let mut drawn: Vec<u64> = (0..1000).map(|_| random.next_u64()).collect();
    let ones: u32 = drawn.iter().map(|bits| bits.count_ones()).sum();
    assert!((31_000..33_000).contains(&ones), "{ones} of 64,000 bits are set");
    drawn.sort_unstable();
    drawn.dedup();
    assert_eq!(drawn.len(), 1000);
}

#[wasm_bindgen_test]
async fn a_lock_is_held_by_one_and_given_on_when_dropped() {
    assert!(locks::are_available());
    let first = locks::try_hold("dunlin:test").await.expect("nobody holds it");
    assert!(locks::try_hold("dunlin:test").await.is_none());
    assert!(locks::try_hold("dunlin:other").await.is_some());
    let mut turned_away = locks::wait_for("dunlin:test");
    assert!(futures_poll(&mut turned_away).await.is_none());
    drop(turned_away);
    drop(first);
    let next = locks::wait_for("dunlin:test").await;
    assert!(next.is_some(), "a waiter that gave up must not keep the lock");
}

#[wasm_bindgen_test]
async fn a_claim_that_is_given_back_is_kept_for_its_own_page_until_others_have_seen_what_was_written() {
    drop(locks::claim("dunlin:claim").await.expect("nobody holds it"));
    assert!(locks::try_hold("dunlin:claim").await.is_none(), "another tab would be given it");
    let again = locks::claim("dunlin:claim").await;
    assert!(again.is_some() && locks::claim("dunlin:claim").await.is_none());
    drop(again);
    let waited = locks::wait_for("dunlin:claim").await;
    assert!(waited.is_some());
    assert!(locks::claim("dunlin:claim").await.is_none());
}

/// Polls once, after the browser has had a turn.
async fn futures_poll<T>(future: &mut dunlin_base::LocalFuture<'static, T>) -> Option<T> {
    let once = std::future::poll_fn(|context| {
        std::task::Poll::Ready(match future.as_mut().poll(context) {
            std::task::Poll::Ready(value) => Some(value),
            std::task::Poll::Pending => None,
        })
    });
    let polled = once.await;
    TimeoutTimer.sleep(5).await;
    polled
}

#[wasm_bindgen_test]
fn storage_events_of_local_storage_are_heard_until_the_listener_is_dropped() {
    use std::{cell::RefCell, rc::Rc};
    let heard: Rc<RefCell<Vec<Option<String>>>> = Rc::default();
    let into = heard.clone();
    let listener = dunlin_browser::on_storage_event(move |key| into.borrow_mut().push(key)).unwrap();
    let window: web_sys::Window = js_sys::global().unchecked_into();
    let send = |key: Option<&str>, area: Option<web_sys::Storage>| {
        let init = web_sys::StorageEventInit::new();
        init.set_key(key);
        init.set_storage_area(area.as_ref());
        let event = web_sys::StorageEvent::new_with_event_init_dict("storage", &init).unwrap();
        window.dispatch_event(&event).unwrap();
    };
    send(Some("a"), window.local_storage().unwrap());
    send(Some("b"), window.session_storage().unwrap());
    send(None, window.local_storage().unwrap());
    drop(listener);
    send(Some("c"), window.local_storage().unwrap());
    assert_eq!(*heard.borrow(), [Some("a".to_owned()), None]);
}
