//! What a host gives: the fields of a new todo, changes, a filter. The package and the server read these same records, so a field
//! that one of them knows the other knows too; a name that is not known is an error that names the nearest.

use dunlin_base::json;
use serde::{Deserialize, Deserializer, Serialize};

use crate::{Filter, TodoError};

/// The fields of a new todo.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(optional_fields = nullable))]
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TodoFields {
    text: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    notes: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    list: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    due: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(type = "1 | 2 | 3 | 4 | null"))]
    priority: Option<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(type = "readonly string[] | null"))]
    tags: Option<Vec<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    recurrence: Option<String>,
}

/// What becomes of a todo: what is left out stays, null takes a field away.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(optional_fields))]
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[expect(clippy::option_option, reason = "what is left out and what is null are two things")]
pub struct TodoChanges {
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    notes: Option<Option<String>>,
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    list: Option<Option<String>>,
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    due: Option<Option<String>>,
    /// How much later than until now it is due: "a week", "2 hours"; "-3 days" is earlier. Not together with `due`.
    #[serde(skip_serializing_if = "Option::is_none")]
    postpone: Option<String>,
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional, type = "1 | 2 | 3 | 4 | null"))]
    priority: Option<Option<u8>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional, type = "readonly string[]"))]
    tags: Option<Vec<String>>,
    /// Tags beside those it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional, type = "readonly string[]"))]
    add_tags: Option<Vec<String>>,
    /// Tags it loses; it keeps the others.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional, type = "readonly string[]"))]
    remove_tags: Option<Vec<String>>,
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    recurrence: Option<Option<String>>,
}

impl TodoChanges {
    /// Whether everything stays as it is.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// Which todos are meant.
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(optional_fields))]
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct TodoFilter {
    /// `active`, `completed` or `all`, which is what it is when it is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional, type = "\"all\" | \"active\" | \"completed\""))]
    status: Option<String>,
    /// When they are due: `today`, `tomorrow`, `overdue`, `upcoming`, `this week`, `next week`, `this month`, `any`, `none`, or as
    /// `2026-11-27`, `..2026-11-27` and `2026-11-27..`.
    #[serde(skip_serializing_if = "Option::is_none")]
    due: Option<String>,
    /// On which days they were done, in the words of `due`.
    #[serde(skip_serializing_if = "Option::is_none")]
    completed_on: Option<String>,
    /// A tag they have.
    #[serde(skip_serializing_if = "Option::is_none")]
    tag: Option<String>,
    /// The list they are on; `inbox` is those on none.
    #[serde(skip_serializing_if = "Option::is_none")]
    list: Option<String>,
    /// From 1, the most urgent, to 4.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional, type = "1 | 2 | 3 | 4"))]
    priority: Option<u8>,
    /// Words in their text, notes, list or tags.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    /// Which ones are left out, each by words that are all in it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, type = "readonly string[]"))]
    #[cfg_attr(feature = "openapi", param(style = Form, explode))]
    except: Vec<String>,
    /// Their order: `manual`, which is what it is when it is left out, `due`, `priority`, `newest` or `text`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional, type = "\"manual\" | \"due\" | \"priority\" | \"newest\" | \"text\""))]
    sort: Option<String>,
}

impl TodoFilter {
    /// The filter that is meant.
    ///
    /// ```
    /// use dunlin_base::json;
    /// use dunlin_todo::{Sort, TodoFilter};
    /// let given: TodoFilter = json::read(r#"{"priority": 1, "sort": "due"}"#).unwrap();
    /// assert_eq!(given.filter()?.sort, Sort::Due);
    /// assert!(json::read::<TodoFilter>(r#"{"complted": "today"}"#).is_err());
    /// # Ok::<(), dunlin_todo::TodoError>(())
    /// ```
    pub fn filter(&self) -> Result<Filter, TodoError> {
        Filter::from_value(&json::to_value(self))
    }
}

/// A field that is there, with a value or with null.
#[expect(clippy::option_option, reason = "what is left out and what is null are two things")]
fn given<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<Option<T>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tool::input_schema;

    #[test]
    fn a_host_can_say_what_the_tool_can() {
        let properties = &input_schema()["properties"];
        let filters: Vec<&str> = json::fields_of::<TodoFilter>().to_vec();
        let known = properties["filter"]["properties"].as_object().unwrap();
        assert!(known.keys().all(|name| filters.contains(&name.as_str())) && filters.len() == known.len());
        assert_eq!(json::fields_of::<Filter>().len(), filters.len());
        for name in json::fields_of::<TodoFields>().iter().chain(json::fields_of::<TodoChanges>()) {
            assert!(properties.get(name).is_some(), "{name}");
        }
    }

    #[test]
    fn what_is_left_out_and_what_is_null_are_two_things() {
        let changes: TodoChanges = json::read(r#"{"due": null, "addTags": ["home"]}"#).unwrap();
        assert_eq!(json::write(&changes), r#"{"due":null,"addTags":["home"]}"#);
        assert!(!changes.is_empty() && json::read::<TodoChanges>("{}").unwrap().is_empty());
        let fault = json::read::<TodoChanges>(r#"{"addTag": ["home"]}"#).unwrap_err().to_string();
        assert!(fault.contains("did you mean \"addTags\""), "{fault}");
    }
}
