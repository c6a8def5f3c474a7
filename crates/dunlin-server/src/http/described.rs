//! What the description says of every operation alike: the token, and what is refused before the operation is looked at.

use std::collections::BTreeSet;

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

fn refusal(why: &str) -> Response {
    let failed = Content::new(Some(Ref::from_schema_name("Failed")));
    ResponseBuilder::new().description(why).content("application/json", failed).build()
}

fn operations(item: &mut PathItem) -> impl Iterator<Item = &mut Operation> {
    let PathItem { get, put, post, delete, patch, .. } = item;
    [get, put, post, delete, patch].into_iter().flatten()
}
