//! Where in a plan's text its faults are: the named cases of `testdata/plan_places.toml`.

use dunlin::{Dunlin, Options, RunOptions, read_plan_file};
use dunlin_base::testing::World;

#[test]
fn faults_name_their_places_in_the_text() {
    let dunlin = Dunlin::open(World::new(1).env(), Options::default());
    let file: toml::Table = include_str!("../../../testdata/plan_places.toml").parse().unwrap();
    for case in file["case"].as_array().unwrap() {
        let (name, marked) = (case["name"].as_str().unwrap(), case["plan"].as_str().unwrap());
        let mut text = String::new();
        let (mut begun, mut expected) = (0, Vec::new());
        for sign in marked.chars() {
            match sign {
                '«' => begun = text.len(),
                '»' => expected.push((begun, text.len())),
                other => text.push(other),
            }
        }
        let faults = dunlin.faults_in(&text);
        let codes: Vec<&str> = faults.iter().map(|fault| fault.code).collect();
        let listed: Vec<&str> = case["codes"].as_array().unwrap().iter().map(|code| code.as_str().unwrap()).collect();
        assert_eq!(codes, listed, "{name}: {faults:?}");
        let places: Vec<(usize, usize)> = faults
            .iter()
            .map(|fault| {
                let span = fault.place.unwrap_or_else(|| panic!("{name}: {fault:?}")).span.bytes(&text);
                (span.start, span.end)
            })
            .collect();
        let shown = |places: &[(usize, usize)]| places.iter().map(|(a, b)| text[*a..*b].to_owned()).collect::<Vec<_>>();
        assert_eq!(places, expected, "{name}: found {:?}", shown(&places));
        for (fault, (start, _)) in faults.iter().zip(&places) {
            let (line, column) = (text[..*start].lines().count().max(1), text[..*start].lines().last().unwrap_or(""));
            let (line, column) = if text[..*start].ends_with('\n') { (line + 1, "") } else { (line, column) };
            let place = fault.place.unwrap();
            assert_eq!(
                (place.line as usize, place.column as usize),
                (line, column.encode_utf16().count() + 1),
                "{name}"
            );
        }
        // Who runs it is told the place of the first.
        let refused = read_plan_file(&text).and_then(|plan| dunlin.run(plan, RunOptions::default()).map(drop));
        let refused = refused.unwrap_err().placed_in(&text);
        assert_eq!(refused.span, faults[0].place.map(|place| place.span), "{name}");
        let words = format!(" at {}", faults[0].place.unwrap());
        assert_eq!(refused.message.matches(&words).count(), 1, "{name}: {}", refused.message);
        if let Some(says) = case.get("says") {
            assert!(refused.message.contains(says.as_str().unwrap()), "{name}: {}", refused.message);
        }
        // A plan that nobody wrote as this text has no place in it.
        let placed = dunlin.faults(&text).iter().filter(|fault| fault.place.is_some()).count();
        assert_eq!(placed, usize::from(refused.message.contains("not readable JSON")), "{name}");
    }
}
