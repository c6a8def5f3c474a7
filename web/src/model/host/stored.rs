//! What the page keeps of its own choices, as records. A field that does not read is what it is where nothing was chosen, and
//! what a newer version wrote is kept and written again.

use std::collections::BTreeMap;

use dunlin::PolicyChange;
use dunlin_base::json;
use serde::{Deserialize, Deserializer, Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};

use crate::platform::Theme;

/// A record from its text. What does not read at all is where nothing was chosen.
pub(in crate::model) fn read<T: DeserializeOwned + Default>(text: &str) -> T {
    json::read(text).unwrap_or_default()
}

/// A field from whatever stands there.
pub(in crate::model) fn lenient<'de, D: Deserializer<'de>, T: DeserializeOwned + Default>(
    from: D,
) -> Result<T, D::Error> {
    Ok(json::from_value(Value::deserialize(from)?).unwrap_or_default())
}

/// The settings as they are kept.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default)]
pub(in crate::model) struct KeptSettings {
    #[serde(deserialize_with = "lenient")]
    theme: String,
    /// By field of a policy: those of this version, and others.
    #[serde(deserialize_with = "lenient")]
    policy: Map<String, Value>,
    #[serde(deserialize_with = "lenient", skip_serializing_if = "Option::is_none")]
    keys_by_key: Option<bool>,
    /// By name, whether a tool or an agent is on.
    #[serde(deserialize_with = "lenient")]
    tools: Map<String, Value>,
    #[serde(flatten)]
    rest: Map<String, Value>,
}

impl KeptSettings {
    pub(in crate::model) fn theme(&self) -> Theme {
        Theme::named(&self.theme)
    }

    /// What differs from the usual policy, as far as this version knows it: a limit of a newer one does not take the choice
    /// beside it along.
    pub(in crate::model) fn policy(&self) -> PolicyChange {
        let known = json::fields_of::<PolicyChange>();
        let whole = |fields: Map<String, Value>| PolicyChange::from_value(Value::Object(fields));
        let one = |name: &str, value: &Value| Map::from_iter([(name.to_owned(), value.clone())]);
        let reads =
            |(name, value): &(&String, &Value)| known.contains(&name.as_str()) && whole(one(name, value)).is_ok();
        whole(self.policy.iter().filter(reads).map(|(name, value)| (name.clone(), value.clone())).collect())
            .unwrap_or_default()
    }

    /// Whether a key alone lists the keys.
    pub(in crate::model) fn keys_by_key(&self) -> bool {
        self.keys_by_key != Some(false)
    }

    /// Which tools and agents were switched.
    pub(in crate::model) fn switched(&self) -> BTreeMap<String, bool> {
        self.tools.iter().filter_map(|(name, on)| Some((name.clone(), on.as_bool()?))).collect()
    }

    /// With what is chosen now. What was not chosen anew stays as it was written.
    pub(in crate::model) fn choose(
        &mut self,
        theme: Theme,
        policy: &PolicyChange,
        keys_by_key: bool,
        switched: &BTreeMap<String, bool>,
    ) {
        if self.theme() != theme || self.theme.is_empty() {
            theme.name().clone_into(&mut self.theme);
        }
        if self.policy() != *policy {
            let known = json::fields_of::<PolicyChange>();
            self.policy.retain(|name, _| !known.contains(&name.as_str()));
            if let Value::Object(chosen) = json::to_value(policy) {
                self.policy.extend(chosen);
            }
        }
        self.keys_by_key = Some(keys_by_key);
        self.tools.retain(|_, on| !on.is_boolean());
        self.tools.extend(switched.iter().map(|(name, on)| (name.clone(), Value::Bool(*on))));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dunlin::ApprovalMode;
    use serde_json::json;
    use wasm_bindgen_test::wasm_bindgen_test;

    #[wasm_bindgen_test(unsupported = test)]
    fn what_is_stored_today_opens_and_is_written_again() {
        let text = r#"{"theme":"dark","policy":{"approval":"always","maxSteps":7},"keysByKey":false,"tools":{"sql":true,"code":false}}"#;
        let mut kept: KeptSettings = read(text);
        let policy =
            PolicyChange { approval: Some(ApprovalMode::Always), max_steps: Some(7), ..PolicyChange::default() };
        let switched = BTreeMap::from([("sql".to_owned(), true), ("code".to_owned(), false)]);
        assert_eq!((kept.theme(), kept.policy(), kept.keys_by_key()), (Theme::Dark, policy.clone(), false));
        assert_eq!(kept.switched(), switched);
        kept.choose(Theme::Dark, &policy, false, &switched);
        assert_eq!(json::parse(&json::write(&kept)).unwrap(), json::parse(text).unwrap());
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn what_a_newer_version_wrote_stays_and_takes_nothing_along() {
        let text = r#"{"theme":"sepia","policy":{"approval":"always","maxWatts":3,"content":"blur"},"keysByKey":"some",
            "tools":{"sql":true,"fetch":{"on":true}},"density":"compact"}"#;
        let mut kept: KeptSettings = read(text);
        assert_eq!(kept.theme(), Theme::System);
        let policy = kept.policy();
        assert_eq!((policy.approval, policy.content), (Some(ApprovalMode::Always), None));
        // Another choice beside it changes nothing of it.
        kept.choose(Theme::System, &policy, true, &BTreeMap::from([("code".to_owned(), true)]));
        let written = json::to_value(&kept);
        assert_eq!((&written["theme"], &written["density"]), (&json!("sepia"), &json!("compact")));
        assert_eq!(written["policy"], json!({"approval": "always", "maxWatts": 3, "content": "blur"}));
        assert_eq!(written["tools"], json!({"code": true, "fetch": {"on": true}}));
        // A choice about it takes its place, and what is still not known stays.
        kept.choose(
            Theme::Dark,
            &PolicyChange { max_steps: Some(2), ..PolicyChange::default() },
            true,
            &BTreeMap::new(),
        );
        let written = json::to_value(&kept);
        assert_eq!((&written["theme"], &written["policy"]), (&json!("dark"), &json!({"maxWatts": 3, "maxSteps": 2})));
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn what_does_not_read_is_where_nothing_was_chosen() {
        for text in ["", "{", "[]", "7", "{}", r#"{"theme": 3, "policy": [], "tools": null, "keysByKey": null}"#] {
            let kept: KeptSettings = read(text);
            assert_eq!(
                (kept.theme(), kept.policy(), kept.keys_by_key()),
                (Theme::System, PolicyChange::default(), true)
            );
            assert!(kept.switched().is_empty(), "{text}");
        }
    }
}
