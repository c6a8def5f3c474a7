//! Where a `$ref` leads: to a place in the same schema, by a pointer, an `$anchor`, or the `$id` of a schema within it.
//! Nothing is ever fetched.

use serde_json::Value;

use super::keywords::each_inner;
use crate::bounds::MAX_DEPTH;

/// A schema and where in the whole one it stands: a reference counts from the nearest schema around it that has an `$id`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place<'a> {
    root: &'a Value,
    resource: &'a Value,
}

impl<'a> Place<'a> {
    pub(super) const fn of(root: &'a Value) -> Self {
        Self { root, resource: root }
    }

    /// The place within a schema that stands here.
    pub(super) fn within(self, schema: &'a Value) -> Self {
        if identifier(schema).is_some() { Self { resource: schema, ..self } } else { self }
    }

    /// What a reference leads to, and where that stands.
    pub(super) fn target(self, to: &str) -> Option<(&'a Value, Self)> {
        let (uri, fragment) = to.split_once('#').unwrap_or((to, ""));
        let resource = if uri.is_empty() {
            self.resource
        } else {
            let resources = Resources::of(self.root);
            let wanted = joined(resources.uri_of(self.resource), uri);
            resources.0.into_iter().find(|(uri, _)| *uri == wanted)?.1
        };
        let place = Self { resource, ..self };
        if fragment.is_empty() {
            return Some((resource, place));
        }
        let fragment = percent_encoding::percent_decode_str(fragment).decode_utf8_lossy();
        if fragment.starts_with('/') { place.follow(&fragment) } else { Some((anchored(resource, &fragment)?, place)) }
    }

    fn follow(self, pointer: &str) -> Option<(&'a Value, Self)> {
        let mut place = self;
        let mut at = self.resource;
        for token in pointer.split('/').skip(1) {
            at = at.pointer(&format!("/{token}"))?;
            place = place.within(at);
        }
        Some((at, place))
    }
}

/// The schemas with an `$id` in a whole one, with the whole one first; each by its URI.
struct Resources<'a>(Vec<(String, &'a Value)>);

impl<'a> Resources<'a> {
    fn of(root: &'a Value) -> Self {
        fn gather<'a>(schema: &'a Value, around: &str, depth: usize, found: &mut Vec<(String, &'a Value)>) {
            let Some(deeper) = depth.checked_sub(1) else { return };
            let own = identifier(schema).map(|identifier| joined(around, identifier));
            if let Some(own) = &own {
                found.push((own.clone(), schema));
            }
            let around = own.as_deref().unwrap_or(around);
            each_inner(schema, &mut |inner| gather(inner, around, deeper, found));
        }
        let mut found = Vec::new();
        if identifier(root).is_none() {
            found.push((String::new(), root));
        }
        gather(root, "", MAX_DEPTH, &mut found);
        Self(found)
    }

    fn uri_of(&self, resource: &Value) -> &str {
        self.0.iter().find(|(_, known)| std::ptr::eq(*known, resource)).map_or("", |(uri, _)| uri.as_str())
    }
}

/// A schema's own name, without what names a place in it.
fn identifier(schema: &Value) -> Option<&str> {
    let identifier = schema.get("$id")?.as_str()?;
    Some(identifier.split('#').next().unwrap_or_default()).filter(|identifier| !identifier.is_empty())
}

/// The schema with an anchor, in a schema but not in those within it that have an `$id`.
fn anchored<'a>(resource: &'a Value, name: &str) -> Option<&'a Value> {
    fn search<'a>(schema: &'a Value, name: &str, depth: usize) -> Option<&'a Value> {
        let deeper = depth.checked_sub(1)?;
        if schema.get("$anchor").and_then(Value::as_str) == Some(name) {
            return Some(schema);
        }
        let mut found = None;
        each_inner(schema, &mut |inner| {
            if found.is_none() && identifier(inner).is_none() {
                found = search(inner, name, deeper);
            }
        });
        found
    }
    search(resource, name, MAX_DEPTH)
}

/// A reference as it is meant beside a URI.
fn joined(base: &str, reference: &str) -> String {
    let scheme = |uri: &str| uri.split_once(':').is_some_and(|(scheme, _)| !scheme.contains('/'));
    if scheme(reference) || base.is_empty() {
        return reference.to_owned();
    }
    let directory = base.rfind('/').map_or(0, |at| at + 1);
    let kept = match base.find("://").map(|at| at + 3) {
        // Behind the name of the host, or all of it.
        Some(host) => {
            let path = base.get(host..).and_then(|rest| rest.find('/')).map_or(base.len(), |at| host + at);
            if reference.starts_with('/') { path } else { directory.max(path) }
        }
        None => directory,
    };
    [base.get(..kept).unwrap_or_default(), reference].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reference_is_meant_beside_the_uri_around_it() {
        for (base, reference, meant) in [
            ("", "T0", "T0"),
            ("T0", "T1", "T1"),
            ("http://a.b/c/d.json", "e.json", "http://a.b/c/e.json"),
            ("http://a.b/c/d.json", "/e.json", "http://a.b/e.json"),
            ("http://a.b/c/", "http://f/g", "http://f/g"),
            ("urn:uuid:1", "urn:uuid:2", "urn:uuid:2"),
        ] {
            assert_eq!(joined(base, reference), meant, "{reference} beside {base}");
        }
    }
}
