//! Web Locks: a name that one tab at a time may hold. The browser frees it when the tab dies.

use std::{
    cell::{Cell, RefCell},
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
