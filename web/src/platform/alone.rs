//! Something that one tab at a time may do.

use dunlin_browser::locks;

/// Does it while no other tab does something under that name; at once where the browser cannot tell.
pub(crate) fn alone(name: &str, act: impl FnOnce() + 'static) {
    if !locks::are_available() {
        return act();
    }
    let lock = locks::wait_for(name);
    wasm_bindgen_futures::spawn_local(async move {
        // Where the browser gives no lock after all, it is better done twice than not.
        let _held = lock.await;
        act();
    });
}
