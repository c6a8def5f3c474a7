//! What a run asks a person, asked through the client: leave as yes or no, data in the form that its schema describes.

use std::time::Duration;

use dunlin::{ApprovalAnswer, DunlinError};
use rmcp::{
    RoleServer,
    model::{ElicitRequestParams, ElicitationAction, ElicitationSchema},
    service::{ElicitationMode, RequestContext},
};
use serde_json::{Value, json};

use super::{Door, object};
use crate::{
    command::LOOK,
    host::{Follower, Gone},
    waits::{Open, Waits, What},
};

/// How long it may take whoever drives a run to take in what was given to it.
pub(super) const TAKEN_WITHIN: Duration = Duration::from_secs(10);

/// Has the person asked about everything that is open. False when nobody can be asked, they leave something open, or it is
/// nothing that a person answers.
pub(super) async fn answer(
    door: &Door,
    follower: &Follower,
    context: &RequestContext<RoleServer>,
    open: Vec<Open>,
) -> Result<bool, Gone> {
    let mut all = !open.is_empty();
    let mut given = Vec::new();
    for one in open {
        let (key, question, run_id) = (one.key(), one.question(), one.run_id.clone());
        let done = match one.what {
            What::Approval(id) => {
                let Some(yes) = leave(&question, context).await else {
                    all = false;
                    break;
                };
                let answer = if yes { ApprovalAnswer::Approve } else { ApprovalAnswer::Reject { feedback: None } };
                follower
                    .on_inside(move |inside, _| Ok(inside.dunlin.resume(&one.run_id)?.approve(&id, answer)?))
                    .await?
            }
            What::Answer { question, schema } => {
                let Some(data) = data(question, schema, context).await else {
                    all = false;
                    break;
                };
                let step = one.step.step_number;
                follower.on_inside(move |inside, _| inside.dunlin.answer(&one.run_id, step, data)).await?
            }
            What::Signal(_) => {
                all = false;
                continue;
            }
        };
        match done {
            Ok(()) => {
                given.push(key);
                // What cannot be delivered now is sent again later.
                if let Err(error) = door.deliver(&run_id).await {
                    tracing::warn!(%error, "the engine was not told an answer yet");
                }
            }
            // Somebody else has answered meanwhile; then that counts.
            Err(DunlinError { code, .. }) if code == "run.approval-void" => {}
            // What the client gave does not fit.
            Err(_) => all = false,
        }
    }
    // The driver takes the answers with its next turn, and the run stands otherwise then.
    let taken = async {
        loop {
            let waits = follower.on_inside(|inside, handle| Waits::of(&inside.dunlin, handle)).await?;
            if !waits.open.iter().any(|open| given.contains(&open.key())) {
                return Ok::<(), Gone>(());
            }
            tokio::time::sleep(LOOK / 10).await;
        }
    };
    match tokio::time::timeout(TAKEN_WITHIN, taken).await {
        Ok(taken) => taken?,
        Err(_) => all = false,
    }
    Ok(all)
}

/// The person's yes or no through their client; none when it cannot ask, or they did not say.
pub(super) async fn leave(question: &str, context: &RequestContext<RoleServer>) -> Option<bool> {
    let schema = ElicitationSchema::builder().required_bool("agree").build().ok()?;
    match elicit(question.to_owned(), schema, context).await {
        Said::Given(content) => content.get("agree")?.as_bool(),
        Said::Declined => Some(false),
        Said::Nothing => None,
    }
}

/// The person's answer through their client; none when it cannot ask for such, or they did not say.
async fn data(question: String, schema: Option<Value>, context: &RequestContext<RoleServer>) -> Option<Value> {
    let (form, is_whole) = form_of(schema)?;
    match elicit(question, form, context).await {
        Said::Given(content) if is_whole => Some(content),
        Said::Given(content) => content.get("answer").cloned(),
        Said::Declined | Said::Nothing => None,
    }
}

/// The form for an answer, and whether the answer is all of it. Forms hold texts, numbers, choices and yes or no, side by side.
fn form_of(schema: Option<Value>) -> Option<(ElicitationSchema, bool)> {
    let schema = schema.unwrap_or_else(|| json!({"type": "string"}));
    let is_whole = schema.get("type").is_some_and(|kind| kind == "object");
    let form = if is_whole {
        schema
    } else {
        json!({"type": "object", "properties": {"answer": schema}, "required": ["answer"]})
    };
    Some((ElicitationSchema::from_json_schema(object(form)).ok()?, is_whole))
}

/// What a person said to a form.
enum Said {
    Given(Value),
    Declined,
    /// Nothing, or they could not be asked.
    Nothing,
}

/// Whether the client can ask its person.
pub(super) fn can_ask(context: &RequestContext<RoleServer>) -> bool {
    context.peer.supported_elicitation_modes().contains(&ElicitationMode::Form)
}

async fn elicit(question: String, form: ElicitationSchema, context: &RequestContext<RoleServer>) -> Said {
    if !can_ask(context) {
        return Said::Nothing;
    }
    let params = ElicitRequestParams::FormElicitationParams { meta: None, message: question, requested_schema: form };
    let answer = tokio::select! {
        answer = context.peer.create_elicitation(params) => answer,
        () = context.ct.cancelled() => return Said::Nothing,
    };
    match answer {
        Ok(answer) if answer.action == ElicitationAction::Decline => Said::Declined,
        Ok(answer) if answer.action == ElicitationAction::Accept => answer.content.map_or(Said::Nothing, Said::Given),
        _ => Said::Nothing,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_made_of_schemas_that_forms_can_hold() {
        for (schema, whole) in [
            (None, Some(false)),
            (Some(json!({"type": "integer", "minimum": 1})), Some(false)),
            (Some(json!({"type": "string", "enum": ["red", "green"]})), Some(false)),
            (Some(json!({"type": "boolean"})), Some(false)),
            (
                Some(json!({"type": "object", "properties": {"street": {"type": "string"}}, "required": ["street"]})),
                Some(true),
            ),
            (Some(json!({"type": "array", "items": {"type": "object"}})), None),
            (Some(json!({"type": "object", "properties": {"deep": {"type": "object"}}})), None),
        ] {
            assert_eq!(form_of(schema.clone()).map(|(_, whole)| whole), whole, "{schema:?}");
        }
    }
}
