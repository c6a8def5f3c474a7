//! Notifications of the system, which reach somebody who looks at another window. They come from this page and end with it.

use js_sys::Reflect;
use leptos::prelude::*;
use wasm_bindgen::{JsCast, closure::Closure};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Notification, NotificationOptions, NotificationPermission};

/// Whether the page may notify.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Permission {
    /// Nobody was asked yet.
    Unasked,
    /// It may.
    Granted,
    /// It may not: somebody said no, or this browser has no notifications.
    Denied,
}

/// Whether the page may notify, at this moment.
pub(crate) fn permission() -> Permission {
    // Some browsers have none, and asking what is not there would be a fault.
    if !Reflect::has(&window(), &"Notification".into()).unwrap_or(false) {
        return Permission::Denied;
    }
    match Notification::permission() {
        NotificationPermission::Granted => Permission::Granted,
        NotificationPermission::Default => Permission::Unasked,
        _ => Permission::Denied,
    }
}

/// Lets the browser ask whether the page may notify, and then tells what came of it.
pub(crate) fn ask_to_notify(answered: impl FnOnce(Permission) + 'static) {
    let asked = (permission() == Permission::Unasked).then(|| Notification::request_permission().ok()).flatten();
    wasm_bindgen_futures::spawn_local(async move {
        if let Some(asked) = asked {
            // Whatever came of it is read from the browser.
            let _ = JsFuture::from(asked).await;
        }
        answered(permission());
    });
}

/// Notifies, where the page may, and then tells whether it was shown. Of several tabs that notify of the same `tag` one is seen.
/// A click on it leads to the page.
pub(crate) fn notify(title: &str, body: &str, tag: &str, told: impl FnOnce(bool) + 'static) {
    if permission() != Permission::Granted {
        return;
    }
    let options = NotificationOptions::new();
    options.set_body(body);
    options.set_tag(tag);
    let Ok(shown) = Notification::new_with_options(title, &options) else {
        // On phones only the service worker may show one. Where it may not either, the words stand in the page all the same.
        let [title, body, tag] = [title, body, tag].map(str::to_owned);
        return wasm_bindgen_futures::spawn_local(async move {
            told(dunlin_browser::notify_by_worker(&title, &body, &tag).await);
        });
    };
    told(true);
    let clicked = Closure::once_into_js(move || drop(window().focus()));
    shown.set_onclick(Some(clicked.unchecked_ref()));
}
