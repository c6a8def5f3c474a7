//! What the description says of every operation alike: the token, and what is refused before the operation is looked at.

use std::collections::BTreeSet;

use dunlin_base::json;
use serde_json::{Map, Value, json};
use utoipa::openapi::{
    Content, OpenApi, Ref, RefOr, Response, ResponseBuilder,
    path::{Operation, Parameter, ParameterIn, PathItem},
    security::{Http, HttpAuthScheme, SecurityRequirement, SecurityScheme},
};

/// The name of the scheme by which the token is sent.
const TOKEN: &str = "token";

/// What any operation may be refused with, whatever it is asked for.
const ALWAYS: [(&str, &str); 5] = [
    ("400", "The query, the path or the body does not read, or has a name that is not known"),
    ("403", "The host or the origin of the request may not use this server"),
    ("408", "The request took too long"),
    ("429", "Too many requests from this address; `retry-after` says how long to wait"),
    ("503", "Too many requests are under way, the server is going down, or its storage does not answer"),
];

/// What one that reads a body may be refused with beside that.
const BODY: [(&str, &str); 2] = [("413", "The body is too large"), ("415", "The body is not JSON, or does not say so")];

/// Who must show the token.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Token {
    /// Whoever asks.
    Wanted,
    /// Nobody: the server has none. It takes one all the same, as of a client that always sends it.
    Optional,
    /// Nobody, whether or not the server has one.
    Needless,
}

/// Says of every operation what is checked before it.
pub(super) fn guarded(mut api: OpenApi, token: Token) -> OpenApi {
    let scheme = SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer));
    api.components.get_or_insert_default().add_security_scheme(TOKEN, scheme);
    for operation in api.paths.paths.values_mut().flat_map(operations) {
        let wanted = || SecurityRequirement::new::<_, [&str; 0], _>(TOKEN, []);
        operation.security = Some(match token {
            Token::Wanted => vec![wanted()],
            Token::Optional => vec![SecurityRequirement::default(), wanted()],
            Token::Needless => Vec::new(),
        });
        let unnamed = [("401", "The token is missing or another one")];
        let unnamed = unnamed.iter().filter(|_| token == Token::Wanted);
        let body = BODY.iter().filter(|_| operation.request_body.is_some());
        for (status, why) in ALWAYS.iter().chain(unnamed).chain(body) {
            // What an operation says of itself is more exact.
            operation.responses.responses.entry((*status).to_owned()).or_insert_with(|| RefOr::T(refusal(why)));
        }
    }
    api
}

/// The operations that take something after the question mark, by method and path.
pub(super) fn asking(api: &OpenApi) -> BTreeSet<(&'static str, String)> {
    let mut asking = BTreeSet::new();
    for (path, item) in &api.paths.paths {
        let PathItem { get, put, post, delete, patch, .. } = item;
        let named = [("GET", get), ("PUT", put), ("POST", post), ("DELETE", delete), ("PATCH", patch)];
        for (method, operation) in named {
            let mut parameters = operation.iter().flat_map(|operation| operation.parameters.iter().flatten());
            let is_asked = |parameter: &RefOr<Parameter>| match parameter {
                RefOr::T(parameter) => matches!(parameter.parameter_in, ParameterIn::Query),
                RefOr::Ref(_) => false,
            };
            if parameters.any(is_asked) {
                asking.insert((method, path.clone()));
            }
        }
    }
    asking
}

/// The description as text: a record that takes another into it is told as one, and what an answer may leave out is never null.
pub(super) fn told(api: &OpenApi) -> String {
    let mut api = json::to_value(api);
    if let Some(schemas) = api.pointer_mut("/components/schemas").and_then(Value::as_object_mut) {
        let named = schemas.clone();
        for schema in schemas.values_mut() {
            join(schema, &named);
            // What refuses names that it does not know is what somebody sends, who may write null for what is left out.
            if schema["additionalProperties"] != json!(false) {
                leave_out_null(schema);
            }
        }
    }
    json::write(&api)
}

/// Puts the parts of a record together.
fn join(schema: &mut Value, named: &Map<String, Value>) {
    let Some(Value::Array(parts)) = schema.as_object_mut().and_then(|schema| schema.remove("allOf")) else { return };
    for part in &parts {
        let name = part["$ref"].as_str().and_then(|place| place.rsplit('/').next());
        let part = name.and_then(|name| named.get(name)).unwrap_or(part);
        for (key, more) in part.as_object().into_iter().flatten() {
            match (&mut schema[key], more) {
                (Value::Object(has), Value::Object(more)) => has.extend(more.clone()),
                (Value::Array(has), Value::Array(more)) => has.extend(more.clone()),
                (has @ Value::Null, more) => *has = more.clone(),
                _ => {}
            }
        }
    }
}

fn leave_out_null(schema: &mut Value) {
    let required = schema["required"].as_array().cloned().unwrap_or_default();
    let fields = schema.get_mut("properties").and_then(Value::as_object_mut).into_iter().flatten();
    for (_, field) in fields.filter(|(name, _)| !required.iter().any(|known| known == name.as_str())) {
        if let Some(kind) = beside_null(&field["type"]) {
            field["type"] = kind;
        } else if let Some(way) = beside_null(&field["oneOf"]) {
            *field = way;
        }
    }
}

/// What there is beside null, where both are offered.
fn beside_null(ways: &Value) -> Option<Value> {
    match ways.as_array()?.as_slice() {
        [one, null] | [null, one] if null == "null" || null["type"] == "null" => Some(one.clone()),
        _ => None,
    }
}

fn refusal(why: &str) -> Response {
    let failed = Content::new(Some(Ref::from_schema_name("Failed")));
    ResponseBuilder::new().description(why).content("application/json", failed).build()
}

fn operations(item: &mut PathItem) -> impl Iterator<Item = &mut Operation> {
    let PathItem { get, put, post, delete, patch, .. } = item;
    [get, put, post, delete, patch].into_iter().flatten()
}
