//! What is kept for agents and the person, told and taken away.

use dunlin_agents::{
    agents::Team,
    bus::{Bus, BusError, DeadLetter},
    memory::{Memory, MemoryError, namespaces},
};
use dunlin_base::{Env, json as text};
use dunlin_runtime::ToolFailure;
use serde::Deserialize;
use serde_json::{Value, json};

/// By namespace what is remembered, by topic what waits and what was set aside, and what was refused.
pub(crate) fn kept(env: &Env, team: &Team) -> Value {
    let records = |name: &String| {
        let records = Memory::new(env.clone(), name, None).ok()?.all().ok().filter(|records| !records.is_empty())?;
        Some(json!({"namespace": name, "records": records}))
    };
    let memory: Vec<Value> = namespaces(env).unwrap_or_default().iter().filter_map(records).collect();
    let bus = Bus::stored(env);
    let topics = bus.topics().unwrap_or_default().into_iter();
    let topics: Vec<Value> = topics
        .map(|topic| {
            let (letters, dead) = (bus.letters(&topic).unwrap_or_default(), bus.dead(&topic).unwrap_or_default());
            json!({"topic": topic, "letters": letters, "dead": dead})
        })
        .collect();
    let refusals: Vec<Value> = team
        .refusals()
        .iter()
        .map(|refusal| json!({"agent": refusal.agent, "what": refusal.what, "at": refusal.at}))
        .collect();
    json!({"memory": memory, "topics": topics, "refusals": refusals})
}

/// One thing of it, by its name.
#[derive(Deserialize)]
#[serde(untagged, deny_unknown_fields)]
enum What {
    Record { namespace: String, key: String },
    Dead { topic: String, id: String, group: String },
    Letter { topic: String, id: String },
}

/// Takes away one thing of it. What is gone already is no failure.
pub(crate) fn forget(env: &Env, what: &str) -> Result<(), ToolFailure> {
    let of_memory = |error: MemoryError| ToolFailure::new(error.code(), error.to_string());
    let bus = Bus::stored(env);
    match named(what)? {
        What::Record { namespace, key } => {
            let memory = Memory::new(env.clone(), &namespace, None).map_err(of_memory)?;
            memory.forget(&key).map(drop).map_err(of_memory)
        }
        What::Letter { topic, id } => bus.remove(&topic, &id).map(drop).map_err(|error| of_bus(&error)),
        What::Dead { topic, id, group } => {
            let letter = set_aside(&bus, &topic, &id, &group)?;
            letter.map_or(Ok(()), |letter| bus.forget(&topic, &letter).map(drop).map_err(|error| of_bus(&error)))
        }
    }
}

/// Lets a message that was set aside be given out again. What is gone already is no failure.
pub(crate) fn revive(env: &Env, what: &str) -> Result<(), ToolFailure> {
    let What::Dead { topic, id, group } = named(what)? else {
        return Err(ToolFailure::new("tool.invalid-input", "only a message that was set aside is given out again"));
    };
    let bus = Bus::stored(env);
    let letter = set_aside(&bus, &topic, &id, &group)?;
    letter.map_or(Ok(()), |letter| bus.revive(&topic, &letter).map_err(|error| of_bus(&error)))
}

fn named(what: &str) -> Result<What, ToolFailure> {
    text::read(what).map_err(|error| ToolFailure::new("tool.invalid-input", error.to_string()))
}

/// The message that was set aside for a group, where it is there.
fn set_aside(bus: &Bus, topic: &str, id: &str, group: &str) -> Result<Option<DeadLetter>, ToolFailure> {
    let dead = bus.dead(topic).map_err(|error| of_bus(&error))?;
    Ok(dead.into_iter().find(|letter| letter.id == id && letter.group == group))
}

fn of_bus(error: &BusError) -> ToolFailure {
    ToolFailure::new(error.code(), error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use dunlin_agents::memory::PERSON;
    use dunlin_base::testing::World;

    #[test]
    fn what_is_kept_is_told_by_namespace_and_topic_and_taken_away_one_by_one() {
        let world = World::new(1);
        let env = world.env();
        let team = Team::shipped(world.env()).unwrap();
        assert_eq!(kept(&env, &team), json!({"memory": [], "topics": [], "refusals": []}));
        team.memory("analyst", None).unwrap().unwrap().put("rate", &json!(3), None).unwrap();
        Memory::new(world.env(), PERSON, None).unwrap().put("tea", &json!("at four"), None).unwrap();
        let bus = Bus::stored(&env);
        let id = bus.publish("news", None, &json!("hello")).unwrap();
        let set_aside = |bus: &Bus| {
            for _ in 0..6 {
                if let Some(given) = world.block_on(bus.next("news", "readers")).unwrap() {
                    bus.give_back(&given, "no", 0).unwrap();
                }
                world.wind(10_000);
            }
        };
        set_aside(&bus);
        let second = bus.publish("news", Some("k"), &json!("again")).unwrap();
        team.add(text::read(r#"{"name": "wide", "parent": "analyst", "tools": ["fetch"]}"#).unwrap()).unwrap_err();
        let told = kept(&env, &team);
        assert_eq!(
            (&told["memory"][0]["namespace"], &told["memory"][1]["namespace"]),
            (&json!("analyst"), &json!("person"))
        );
        assert_eq!(told["memory"][1]["records"][0]["value"], "at four");
        let news = &told["topics"][0];
        assert_eq!((&news["letters"][0]["id"], &news["letters"][0]["groups"]), (&json!(second), &json!(["readers"])));
        assert_eq!((&news["dead"][0]["id"], &news["dead"][0]["why"]), (&json!(id), &json!("no")));
        assert_eq!(told["refusals"][0]["agent"], "wide");

        // Given out again, it waits for its group, and is set aside once more.
        let dead = json!({"topic": "news", "id": id, "group": "readers"}).to_string();
        revive(&env, &dead).unwrap();
        revive(&env, &dead).unwrap();
        let news = &kept(&env, &team)["topics"][0];
        assert_eq!((news["dead"].as_array().unwrap().len(), news["letters"].as_array().unwrap().len()), (0, 2));
        assert!(revive(&env, r#"{"namespace": "person", "key": "tea"}"#).is_err());
        bus.remove("news", &second).unwrap();
        set_aside(&bus);
        let second = bus.publish("news", None, &json!("again")).unwrap();

        for what in [
            json!({"namespace": "person", "key": "tea"}),
            json!({"topic": "news", "id": second}),
            json!({"topic": "news", "id": id, "group": "readers"}),
        ] {
            forget(&env, &what.to_string()).unwrap();
            // Once more changes nothing.
            forget(&env, &what.to_string()).unwrap();
        }
        let told = kept(&env, &team);
        assert_eq!(told["memory"].as_array().unwrap().len(), 1);
        assert_eq!(told["topics"], json!([{"topic": "news", "letters": [], "dead": []}]));
        for what in ["{}", r#"{"namespace": "a:b", "key": "k"}"#, r#"{"topic": "", "id": "1"}"#] {
            assert!(forget(&env, what).is_err(), "{what}");
        }
    }
}
