//! The judge: what is met, what is not, and why.

use dunlin_agents::judge::Judge;
use dunlin_base::testing::World;
use dunlin_runtime::{Tool, ToolCall, ToolFailure, ToolOutput};
use serde_json::{Value, json};

fn judge(input: Value) -> Result<ToolOutput, ToolFailure> {
    let judge = Judge::new();
    assert_eq!(judge.spec().name, "judge");
    let faults = dunlin_plan::schema::check(&judge.spec().input_schema, &input);
    assert!(faults.is_empty(), "{faults:?}");
    World::new(1).block_on(judge.call(ToolCall { input, ..ToolCall::default() }))
}

#[test]
fn each_check_says_whether_it_is_met_and_why() {
    let subject =
        json!({"rows": [{"a": 1.5}, {"a": 2}], "total": 3.5, "wrong": 4, "names": ["x", "y"], "same": ["x", "y"]});
    for (check, verdict, reason) in [
        (json!({"at": "/rows", "schema": {"minItems": 2}}), "met", "found [{\"a\":1.5},{\"a\":2}]"),
        (json!({"at": "/rows", "schema": {"minItems": 3}}), "notMet", "/rows: "),
        (json!({"at": "/rows/*/a", "sumsTo": "/total"}), "met", "/rows/*/a adds up to 3.5, /total to 3.5"),
        (json!({"at": "/rows/*/a", "sumsTo": "/wrong"}), "notMet", "/rows/*/a adds up to 3.5, /wrong to 4"),
        (json!({"at": "/names", "sumsTo": "/total"}), "notMet", "no number"),
        (json!({"at": "/names", "sameAs": "/same"}), "met", "/names has [\"x\",\"y\"]"),
        (json!({"at": "/names", "sameAs": "/total"}), "notMet", "/total has 3.5"),
        (json!({"at": "/nowhere", "schema": {}}), "notMet", "there is nothing at \"/nowhere\""),
        (json!({"at": "/names", "sameAs": "/nowhere"}), "notMet", "there is nothing at \"/nowhere\""),
        (json!({"at": "/nowhere", "schema": {}, "ifThere": true}), "notThere", "there is nothing"),
    ] {
        let mut check = check;
        check["name"] = json!("it is so");
        let given = judge(json!({"subject": subject, "checks": [check]})).unwrap().output;
        assert_eq!(given["passed"], verdict == "met", "{check}");
        assert_eq!(
            (&given["checks"][0]["verdict"], &given["checks"][0]["name"]),
            (&json!(verdict), &json!("it is so")),
            "{check}"
        );
        assert!(given["checks"][0]["reason"].as_str().unwrap().contains(reason), "{given}");
    }
}

#[test]
fn a_step_that_must_pass_fails_with_the_reasons() {
    let checks = json!([
        {"name": "it is large", "at": "/n", "schema": {"minimum": 10}},
        {"name": "it is a number", "at": "/n", "schema": {"type": "number"}},
        {"name": "it has a name", "at": "/name", "schema": {"type": "string"}},
    ]);
    let failure = judge(json!({"subject": {"n": 3}, "checks": checks, "mustPass": true})).unwrap_err();
    assert_eq!(failure.code, "judge.not-met");
    assert!(
        failure.message.contains("it is large: ") && failure.message.contains("it has a name: "),
        "{}",
        failure.message
    );
    assert!(!failure.message.contains("it is a number"));
    // Nothing looked at is nothing known.
    let nothing = json!([{"name": "n", "at": "/none", "schema": {}, "ifThere": true}]);
    assert_eq!(judge(json!({"subject": {}, "checks": nothing, "mustPass": true})).unwrap_err().code, "judge.not-met");
    for check in [
        json!({"name": "n", "at": "/n"}),
        json!({"name": "n", "at": "/n", "schema": {}, "sameAs": "/n"}),
        json!({"name": "n", "at": "/n", "schema": {"minimun": 3}}),
    ] {
        assert_eq!(judge(json!({"subject": {"n": 1}, "checks": [check]})).unwrap_err().code, "judge.unclear");
    }
}
