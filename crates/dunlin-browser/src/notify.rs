//! Notifications of the operating system, where the person has allowed them; nothing is ever asked for here.

use js_sys::{Array, Function, Object, Promise, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};

/// Shows a notification; one with the same `key` takes the place of an earlier one. Says whether it was shown, or the page's
/// service worker was asked to show it.
pub fn notify(title: &str, body: &str, key: &str) -> bool {
    shown(title, body, key).unwrap_or(false)
}

/// Lets the page's service worker show a notification: on phones that is the only way. Says whether it was shown.
pub async fn notify_by_worker(title: &str, body: &str, key: &str) -> bool {
    by_worker(title, body, key).await.unwrap_or(false)
}

/// Browsers refuse in two ways: the permission is not granted, or the constructor throws (on phones, outside a worker).
fn shown(title: &str, body: &str, key: &str) -> Result<bool, JsValue> {
    let notification = Reflect::get(&js_sys::global(), &"Notification".into())?;
    let Ok(constructor) = notification.dyn_into::<Function>() else { return Ok(false) };
    let permission = Reflect::get(&constructor, &"permission".into())?;
    if permission.as_string().as_deref() != Some("granted") {
        return Ok(false);
    }
    let options = options(body, key)?;
    if Reflect::construct(&constructor, &Array::of2(&title.into(), &options)).is_ok() {
        return Ok(true);
    }
    // A page without a worker of its own has nobody to ask.
    let asked = container().is_some_and(|workers| of(&workers, "controller").is_some());
    if asked {
        let [title, body, key] = [title, body, key].map(str::to_owned);
        spawn_local(async move { drop(by_worker(&title, &body, &key).await) });
    }
    Ok(asked)
}

async fn by_worker(title: &str, body: &str, key: &str) -> Result<bool, JsValue> {
    let Some(workers) = container() else { return Ok(false) };
    let registration = promised(&workers, "getRegistration", &Array::new()).await?;
    if registration.is_undefined() {
        return Ok(false);
    }
    let options = options(body, key)?;
    promised(&registration, "showNotification", &Array::of2(&title.into(), &options)).await?;
    Ok(true)
}

fn options(body: &str, key: &str) -> Result<Object, JsValue> {
    let options = Object::new();
    Reflect::set(&options, &"body".into(), &body.into())?;
    Reflect::set(&options, &"tag".into(), &key.into())?;
    Ok(options)
}

/// `navigator.serviceWorker`, which some pages have not.
fn container() -> Option<JsValue> {
    of(&of(&js_sys::global(), "navigator")?, "serviceWorker")
}

/// What stands there under that name, where something does.
fn of(value: &JsValue, name: &str) -> Option<JsValue> {
    Reflect::get(value, &name.into()).ok().filter(|found| !found.is_undefined() && !found.is_null())
}

/// What the promise of a method comes to.
async fn promised(value: &JsValue, method: &str, given: &Array) -> Result<JsValue, JsValue> {
    let method: Function = Reflect::get(value, &method.into())?.dyn_into()?;
    let promise: Promise = Reflect::apply(&method, value, given)?.dyn_into()?;
    JsFuture::from(promise).await
}
