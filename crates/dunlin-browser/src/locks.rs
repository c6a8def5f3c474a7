//! Web Locks: a name that one tab at a time may hold. The browser frees it when the tab dies.
//!
//! A lock is free for the next tab at once, and what was written to the storage under it reaches that tab later: some milliseconds
//! on an idle machine, and nobody knows how many on a busy one. So the lock of a claim that is given back is kept a while longer,
//! for this page alone.

use std::{
    cell::{Cell, RefCell},
    collections::BTreeMap,
    rc::Rc,
};

use dunlin_base::LocalFuture;
use js_sys::{Function, Promise, Reflect};
use wasm_bindgen::{JsCast, JsValue, closure::Closure, prelude::wasm_bindgen};
use wasm_bindgen_futures::JsFuture;

#[wasm_bindgen]
extern "C" {
    /// `navigator.locks`.
    type LockManager;

    #[wasm_bindgen(method, catch)]
    fn request(this: &LockManager, name: &str, options: &JsValue, granted: &Function) -> Result<Promise, JsValue>;

    #[wasm_bindgen(js_name = setTimeout)]
    fn set_timeout(handler: &Function, ms: i32) -> JsValue;

    #[wasm_bindgen(js_name = clearTimeout)]
    fn clear_timeout(timeout: &JsValue);
}

/// How long the lock of a claim is kept after it was given back, in milliseconds: until every tab has seen what was written.
const SEEN_MS: i32 = 5_000;

thread_local! {
    /// The locks of claims that this page gave back a moment ago, by name.
    static GIVEN_BACK: RefCell<BTreeMap<String, GivenBack>> = const { RefCell::new(BTreeMap::new()) };
}

/// Whether this browser has Web Locks.
pub fn are_available() -> bool {
    manager().is_some()
}

/// A held lock; dropping it lets the next tab have it.
#[derive(Debug)]
pub struct Lock {
    /// Settles the promise that the browser waits for.
    release: Function,
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Resolving a promise does not throw.
        let _ = self.release.call0(&JsValue::UNDEFINED);
    }
}

/// A held name. Given back, it is this page's for some seconds more, and then the next tab's.
#[derive(Debug)]
pub struct Claimed {
    name: String,
    lock: Option<Lock>,
}

impl Drop for Claimed {
    fn drop(&mut self) {
        let Some(lock) = self.lock.take() else { return };
        let name = std::mem::take(&mut self.name);
        let of = name.clone();
        let done = Closure::once(move || drop(GIVEN_BACK.with_borrow_mut(|all| all.remove(&of))));
        let timeout = set_timeout(done.as_ref().unchecked_ref(), SEEN_MS);
        // Nothing is to be done any more, so Node need not stay for it.
        if let Some(unref) =
            Reflect::get(&timeout, &JsValue::from_str("unref")).ok().and_then(|it| it.dyn_into::<Function>().ok())
        {
            let _ = unref.call0(&timeout);
        }
        GIVEN_BACK.with_borrow_mut(|all| all.insert(name, GivenBack { lock: Some(lock), timeout, _done: done }));
    }
}

struct GivenBack {
    lock: Option<Lock>,
    timeout: JsValue,
    _done: Closure<dyn FnMut()>,
}

impl Drop for GivenBack {
    fn drop(&mut self) {
        clear_timeout(&self.timeout);
    }
}

/// The name if no other tab has it or gave it back a moment ago, without waiting; nothing when there are no locks here.
pub fn claim(name: &str) -> LocalFuture<'static, Option<Claimed>> {
    let kept = GIVEN_BACK.with_borrow_mut(|all| all.remove(name)).and_then(|mut kept| kept.lock.take());
    let (name, held) = (name.to_owned(), try_hold(name));
    Box::pin(async move {
        let lock = match kept {
            Some(lock) => lock,
            None => held.await?,
        };
        Some(Claimed { name, lock: Some(lock) })
    })
}

/// Whoever waits for a lock; dropped before the lock came, it turns the lock away when it does come.
struct Waiting(Rc<Cell<bool>>);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.set(false);
    }
}

/// The lock of that name if nobody holds it, without waiting; nothing when it is held or there are no locks here.
pub fn try_hold(name: &str) -> LocalFuture<'static, Option<Lock>> {
    hold(name, true)
}

/// The lock of that name, once every holder before has let go; nothing when there are no locks here.
pub fn wait_for(name: &str) -> LocalFuture<'static, Option<Lock>> {
    hold(name, false)
}

fn hold(name: &str, only_if_free: bool) -> LocalFuture<'static, Option<Lock>> {
    let name = name.to_owned();
    Box::pin(async move {
        let manager = manager()?;
        let options = js_sys::Object::new();
        Reflect::set(&options, &JsValue::from_str("ifAvailable"), &JsValue::from_bool(only_if_free)).ok()?;
        let release: Rc<RefCell<Option<Function>>> = Rc::default();
        let waiting = Waiting(Rc::new(Cell::new(true)));
        // `decided` settles when the browser has called back; the promise given to the browser settles on release.
        let mut failed = None;
        let decided = Promise::new(&mut |resolve, _| {
            let (release, wanted) = (release.clone(), waiting.0.clone());
            let granted = Closure::once_into_js(move |lock: JsValue| -> JsValue {
                let held = if lock.is_null() || lock.is_undefined() || !wanted.get() {
                    JsValue::UNDEFINED
                } else {
                    Promise::new(&mut |settle, _| *release.borrow_mut() = Some(settle)).into()
                };
                let _ = resolve.call0(&JsValue::UNDEFINED);
                held
            });
            match manager.request(&name, &options, granted.unchecked_ref()) {
                // Rejected when the page may not use locks (an opaque origin); `decided` would then never settle.
                Ok(request) => failed = Some(request),
                Err(_) => failed = Some(Promise::resolve(&JsValue::UNDEFINED)),
            }
        });
        let race = js_sys::Array::of2(&decided, &failed.unwrap_or_else(|| Promise::resolve(&JsValue::UNDEFINED)));
        JsFuture::from(Promise::race(&race)).await.ok()?;
        let release = release.borrow_mut().take()?;
        Some(Lock { release })
    })
}

fn manager() -> Option<LockManager> {
    let navigator = Reflect::get(&js_sys::global(), &JsValue::from_str("navigator")).ok()?;
    if navigator.is_undefined() || navigator.is_null() {
        return None;
    }
    let locks = Reflect::get(&navigator, &JsValue::from_str("locks")).ok()?;
    (!locks.is_undefined() && !locks.is_null()).then(|| locks.unchecked_into())
}
