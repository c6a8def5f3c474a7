use super::*;
use crate::{Random, SeededRandom};

#[test]
fn a_text_ends_where_its_first_sign_stands() {
    for stop in ['"', '\\', '\n', '\0', '\u{1f}'] {
        for at in 0..40 {
            let before = "añb€ 😀~ \u{7f}!#[]".chars().cycle().take(at).collect::<String>();
            assert_eq!(plain_length(before.as_bytes()), before.len());
            assert_eq!(plain_length(format!("{before}{stop}{before}{stop}").as_bytes()), before.len());
        }
    }
}

#[test]
fn every_double_comes_back_as_it_was() {
    let random = SeededRandom::new(4);
    let special = [f64::MAX, f64::MIN_POSITIVE, 5e-324, 0.1 + 0.2, 1e23, 9_007_199_254_740_993.0, 1e22, 1e-7, -0.0];
    let anywhere = (0..20_000).map(|_| f64::from_bits(random.next_u64()));
    let usual = (0..20_000).map(|_| (random.next_u64() >> 11) as f64 / f64::from(1_u32 << 31));
    for double in special.into_iter().chain(anywhere).chain(usual).filter(|double| double.is_finite()) {
        let back = parse_json(&to_text(&double)).unwrap().as_f64().unwrap();
        assert_eq!(back.to_bits(), double.to_bits(), "{double:e} came back as {back:e}");
    }
}

#[test]
fn a_text_longer_than_any_double_comes_back_within_a_unit() {
    let random = SeededRandom::new(9);
    for _ in 0..5000 {
        let text = format!("{}.{:019}{}e{}", random.next_u64(), random.next_u64(), 7, random.next_u64() % 500);
        let exact: f64 = text.parse().unwrap();
        match parse_json(&text) {
            Ok(value) => assert!(value.as_f64().unwrap().to_bits().abs_diff(exact.to_bits()) <= 1, "{text}"),
            Err(_) => assert!(exact.is_infinite(), "{text}"),
        }
    }
}

/// Those of `serde_json` may be a unit off.
fn same(ours: &Value, theirs: &Value) -> bool {
    match (ours, theirs) {
        (Value::Number(a), Value::Number(b)) if a.is_f64() && b.is_f64() => {
            a.as_f64().zip(b.as_f64()).is_some_and(|(a, b)| a.to_bits().abs_diff(b.to_bits()) <= 2)
        }
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.0 == b.0 && same(a.1, b.1))
        }
        _ => ours == theirs,
    }
}

/// Whatever `serde_json` takes or refuses, this does too, and takes it for the same.
fn agree(text: &str) {
    let theirs = serde_json::from_str::<Value>(text);
    match (parse_json(text), theirs) {
        (Ok(ours), Ok(theirs)) => assert!(same(&ours, &theirs), "{text:?}: {ours:?} {theirs:?}"),
        (ours, theirs) => assert_eq!(ours.is_ok(), theirs.is_ok(), "{text:?}: {ours:?} {theirs:?}"),
    }
    let mut map = Map::new();
    let fields =
        read_fields(text, &mut |name, value| drop(map.insert(name.to_owned(), value))).map(|()| Value::Object(map));
    assert_eq!(fields.ok(), read_json(text).ok().filter(Value::is_object), "{text:?} field by field");
}

#[test]
fn it_takes_and_refuses_what_serde_json_does() {
    for text in [
        "",
        " ",
        "null",
        "nul",
        "nulll",
        "true",
        "false",
        " 1 ",
        "1 2",
        "01",
        "-",
        "-0",
        "-1",
        "--1",
        "+1",
        "1.",
        ".5",
        "1.e3",
        "1e",
        "1e+",
        "1e+3",
        "1E-3",
        "0e0",
        "0.0",
        "1e309",
        "-1e309",
        "1e-400",
        "18446744073709551615",
        "18446744073709551616",
        "-9223372036854775808",
        "-9223372036854775809",
        "123456789012345678901234567890",
        "1e99999999999999999999",
        "1e-99999999999999999999",
        "[]",
        "[1,]",
        "[,]",
        "[1",
        "[1 2]",
        "{}",
        "{\"a\":1}",
        "{\"a\":1,}",
        "{\"a\"}",
        "{a:1}",
        "{\"a\":1,\"a\":2}",
        "\"",
        "\"a",
        "\"\\\"",
        "\"\\x\"",
        "\"\\u00e9\"",
        "\"\\u00E9\\/\\b\\f\\n\\r\\t\"",
        "\"\\u12\"",
        "\"\\ud83d\\ude00\"",
        "\"\\ud83d\"",
        "\"\\ude00\"",
        "\"\\ud83dx\"",
        "\"\\ud83d\\u0041\"",
        "\"\\u+123\"",
        "\"\n\"",
        "\"\u{7f}ñ😀\"",
        "\u{feff}1",
        "1\0",
        "\0",
        "[\"\\u0000\"]",
        "\u{a0}1",
        "0.5",
        "1e3",
        "100000000000000000000e-20",
    ] {
        agree(text);
    }
    for depth in [126, 127, 128, 129, 100_000] {
        agree(&("[".repeat(depth) + &"]".repeat(depth)));
        agree(&("{\"a\":".repeat(depth) + "1" + &"}".repeat(depth)));
    }
}

#[test]
fn damaged_texts_are_taken_or_refused_alike() {
    let whole = r#"{"a":[1,-2.5e3,true,null,"x\"\u0041\ud83d\ude00"],"b":{"":{}},"c":0.125, "d" : [ [ ] ] }"#;
    let random = SeededRandom::new(2);
    let letters: Vec<char> = "{}[]\",:0123456789.eE+-\\untrfals \u{e9}".chars().collect();
    for _ in 0..20_000 {
        let mut text: Vec<char> = whole.chars().collect();
        for _ in 0..=random.next_u64() % 3 {
            let at = random.next_u64() as usize % text.len();
            let letter = letters[random.next_u64() as usize % letters.len()];
            match random.next_u64() % 3 {
                0 => drop(text.remove(at)),
                1 => text.insert(at, letter),
                _ => text[at] = letter,
            }
        }
        agree(&text.into_iter().collect::<String>());
    }
}
