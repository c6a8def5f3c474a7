//! The official JSON-Schema-Test-Suite, draft 2020-12 (`testdata/json-schema`): every schema of its files is taken, and every
//! value fits it or not as the suite says, but for what [`LEFT_OUT`] names.

use std::{fs, path::Path};

use dunlin_plan::schema::{check, fits, refusal};
use serde_json::Value;

/// The schemas that are refused when a tool is registered: file, description, and the words that say why.
///
/// `$dynamicRef` is for schemas of schemas, which no input of a tool has; what another host keeps is never fetched.
const LEFT_OUT: [(&str, &str, &str); 3] = [
    ("ref", "remote ref, containing refs itself", "the reference \"https://json-schema.org/draft/2020-12/schema\""),
    ("unevaluatedItems", "unevaluatedItems with $dynamicRef", "\"$dynamicAnchor\""),
    ("unevaluatedProperties", "unevaluatedProperties with $dynamicRef", "\"$dynamicAnchor\""),
];

#[test]
fn the_official_suite_holds_for_every_keyword_that_is_checked() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/json-schema");
    let mut left_out = LEFT_OUT.to_vec();
    let (mut faults, mut held) = (Vec::new(), 0);
    for folder in [root.clone(), root.join("format")] {
        let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        for path in files.filter(|path| path.extension().is_some_and(|end| end == "json")) {
            let file = path.file_stem().unwrap().to_str().unwrap();
            let groups: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
            for group in groups.as_array().unwrap() {
                let name = group["description"].as_str().unwrap();
                let is_named = left_out.iter().position(|known| (known.0, known.1) == (file, name));
                match (is_named.map(|at| left_out.remove(at).2), refusal(&group["schema"])) {
                    (None, None) => {}
                    (Some(known), Some(why)) if why.contains(known) => continue,
                    (Some(_), None) => faults.push(format!("{file}: {name}: is left out and taken all the same")),
                    (_, Some(why)) => {
                        faults.push(format!("{file}: {name}: {why}"));
                        continue;
                    }
                }
                for test in group["tests"].as_array().unwrap() {
                    held += 1;
                    let is_fit = check(&group["schema"], &test["data"]).is_empty();
                    assert_eq!(fits(&group["schema"], &test["data"]), is_fit, "{file}: {name}: {test}");
                    if test["valid"] != is_fit {
                        faults.push(format!("{file}: {name}: {test}"));
                    }
                }
            }
        }
    }
    faults.extend(left_out.iter().map(|(file, name, _)| format!("{file}: {name}: is left out and not there")));
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert_eq!(held, 1314);
}
