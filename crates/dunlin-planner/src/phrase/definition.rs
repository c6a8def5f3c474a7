//! Rules, lists and phrases as a host gives them, checked field by field: what is not known is refused, with the nearest
//! name that is.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::{
    fault::{PhraseFault, PhraseFaultKind},
    given::{List, ListValue, Lists, NumberWords, OwnWords, Phrase, Range, Rules, Template, Vocabulary, Wanted},
    template::shown,
};

/// How many values a list may have.
const MAX_VALUES: usize = 100_000;

/// Reads the argument of `language.define`: the language it is for and its words.
pub(crate) fn vocabulary(definition: Value) -> Result<(Option<String>, Vocabulary), PhraseFault> {
    let known = ["language", "rules", "lists", "skipWords", "numbers", "joiners", "yes", "no"];
    let mut fields = object(definition, "the definition", &known)?;
    let language = fields.remove("language").map(|value| text(value, "language")).transpose()?;
    let skipped = fields.remove("skipWords").map_or(Ok(Vec::new()), |value| texts(value, "skipWords"))?;
    let vocabulary = Vocabulary {
        rules: rules(fields.remove("rules"))?,
        lists: lists(fields.remove("lists"))?,
        skip_words: skipped,
        spoken: OwnWords {
            numbers: fields.remove("numbers").map(numbers).transpose()?,
            joiners: optional_texts(&mut fields, "joiners")?,
            yes: optional_texts(&mut fields, "yes")?,
            no: optional_texts(&mut fields, "no")?,
        },
    };
    Ok((language, vocabulary))
}

fn optional_texts(fields: &mut Map<String, Value>, name: &str) -> Result<Option<Vec<String>>, PhraseFault> {
    fields.remove(name).map(|value| texts(value, name)).transpose()
}

/// Reads how a language says numbers.
fn numbers(value: Value) -> Result<NumberWords, PhraseFault> {
    let mut fields = object(value, "numbers", &["words", "plus", "times", "point", "minus"])?;
    let said = fields.remove("words").map_or(Ok(Map::new()), |value| map(value, "numbers.words"))?;
    let mut words = Vec::with_capacity(said.len());
    for (number, said) in said {
        let what = format!("numbers.words[{}]", shown(&number));
        let value = number.parse::<f64>().ok().filter(|number| number.is_finite());
        let value = value.ok_or_else(|| wrong(&what, &Value::from(number), "a number for its name"))?;
        words.push((value, text(said, &what)?));
    }
    let mut templates = |name: &str| optional_texts(&mut fields, name).map(Option::unwrap_or_default);
    let (plus, times) = (templates("plus")?, templates("times")?);
    let mut template =
        |name: &str| fields.remove(name).map_or(Ok(String::new()), |value| text(value, &format!("numbers.{name}")));
    let (point, minus) = (template("point")?, template("minus")?);
    Ok(NumberWords { words, plus, times, point, minus })
}

/// Reads the phrases of a tool.
pub(crate) fn phrases(value: Value) -> Result<Vec<Phrase>, PhraseFault> {
    let Value::Array(items) = value else { return Err(wrong("phrases", &value, "a list")) };
    items.into_iter().map(phrase).collect()
}

fn phrase(value: Value) -> Result<Phrase, PhraseFault> {
    if let Value::String(say) = value {
        return Ok(Phrase { say: vec![said(say)?], ..Phrase::default() });
    }
    let known = ["say", "input", "requires", "excludes", "rules", "lists", "language"];
    let mut fields = object(value, "the phrase", &known)?;
    let say = fields.remove("say").unwrap_or_default();
    let say = match say {
        Value::String(say) => vec![say],
        other => texts(other, "say")?,
    };
    if say.is_empty() {
        return Err(wrong("say", &Value::Array(Vec::new()), "at least one template"));
    }
    Ok(Phrase {
        say: say.into_iter().map(said).collect::<Result<_, _>>()?,
        input: fields.remove("input").map_or(Ok(Map::new()), |value| map(value, "input"))?,
        requires: context(fields.remove("requires"), "requires")?,
        excludes: context(fields.remove("excludes"), "excludes")?,
        rules: rules(fields.remove("rules"))?,
        lists: lists(fields.remove("lists"))?,
        language: fields.remove("language").map(|value| text(value, "language")).transpose()?,
    })
}

/// A template of a phrase; what is said with no words at all would be said all the time.
fn said(template: String) -> Result<Template, PhraseFault> {
    if template.trim().is_empty() {
        return Err(wrong("say", &Value::from(template), "some words"));
    }
    Template::read(template)
}

fn context(value: Option<Value>, what: &str) -> Result<Vec<(String, Wanted)>, PhraseFault> {
    let Some(value) = value else { return Ok(Vec::new()) };
    map(value, what)?.into_iter().map(|(key, value)| wanted(value, &key).map(|wanted| (key, wanted))).collect()
}

fn wanted(value: Value, key: &str) -> Result<Wanted, PhraseFault> {
    match value {
        Value::Array(values) => Ok(Wanted::OneOf(values)),
        Value::Object(_) => {
            let mut fields = object(value, key, &["slot"])?;
            match fields.remove("slot") {
                Some(Value::Bool(copied)) => Ok(Wanted::Set { copied }),
                other => Err(wrong(&format!("{key}.slot"), &other.unwrap_or_default(), "true or false")),
            }
        }
        value => Ok(Wanted::OneOf(vec![value])),
    }
}

fn rules(value: Option<Value>) -> Result<Rules, PhraseFault> {
    let mut rules = Rules::new();
    for (name, value) in value.map_or(Ok(Map::new()), |value| map(value, "rules"))? {
        let template = text(value, &format!("the rule <{name}>"))?;
        rules.insert(name, Arc::new(Template::read(template)?));
    }
    Ok(rules)
}

fn lists(value: Option<Value>) -> Result<Lists, PhraseFault> {
    let mut lists = Lists::new();
    for (name, value) in value.map_or(Ok(Map::new()), |value| map(value, "lists"))? {
        let list = list(value, &name)?;
        lists.insert(name, Arc::new(list));
    }
    Ok(lists)
}

fn list(value: Value, name: &str) -> Result<List, PhraseFault> {
    let what = format!("the list {{{name}}}");
    let mut fields = object(value, &what, &["values", "range", "wildcard"])?;
    if fields.len() != 1 {
        return Err(PhraseFault::new(
            PhraseFaultKind::Definition,
            format!("{what} has {} fields, expected one of values, range, wildcard", fields.len()),
        ));
    }
    if let Some(values) = fields.remove("values") {
        return self::values(values, name, &Template::read).map(List::Values);
    }
    match (fields.remove("range"), fields.remove("wildcard")) {
        (Some(value), _) => range(value, &what).map(List::Range),
        (None, Some(Value::Bool(true))) => Ok(List::Free),
        (None, other) => Err(wrong(&format!("{what}.wildcard"), &other.unwrap_or_default(), "true")),
    }
}

/// How what says a value becomes a template.
type ReadTemplate<'r> = &'r dyn Fn(String) -> Result<Template, PhraseFault>;

/// Reads the values of a list.
pub(crate) fn values(value: Value, name: &str, read: ReadTemplate<'_>) -> Result<Vec<ListValue>, PhraseFault> {
    let what = format!("the values of {{{name}}}");
    let Value::Array(items) = value else { return Err(wrong(&what, &value, "a list or a function")) };
    if items.len() > MAX_VALUES {
        let message = format!("{what} are {}, expected at most {MAX_VALUES}", items.len());
        return Err(PhraseFault::new(PhraseFaultKind::TooLarge, message));
    }
    items
        .into_iter()
        .map(|item| match item {
            Value::String(said) => {
                Ok(ListValue { said: read(said.clone())?, out: Value::String(said), context: Map::new() })
            }
            item => {
                let mut fields = object(item, &what, &["in", "out", "context"])?;
                let said = text(fields.remove("in").unwrap_or_default(), &format!("an `in` of {what}"))?;
                let context = fields.remove("context").map_or(Ok(Map::new()), |value| map(value, "context"))?;
                let out = fields.remove("out").unwrap_or_else(|| Value::String(said.clone()));
                Ok(ListValue { said: read(said)?, out, context })
            }
        })
        .collect()
}

fn range(value: Value, what: &str) -> Result<Range, PhraseFault> {
    let mut fields = object(value, what, &["from", "to", "step", "fractions"])?;
    let mut number = |name: &str| match fields.remove(name) {
        None => Ok(None),
        Some(value) => {
            let found = value.as_f64().filter(|number| number.is_finite());
            found.map(Some).ok_or_else(|| wrong(&format!("{what}.{name}"), &value, "a number"))
        }
    };
    let (from, to, step) = (number("from")?, number("to")?, number("step")?);
    let (Some(from), Some(to)) = (from, to) else { return Err(wrong(what, &Value::Null, "from and to")) };
    let step = match fields.remove("fractions") {
        None => step.unwrap_or(1.0),
        Some(Value::String(name)) if name == "halves" && step.is_none() => 0.5,
        Some(Value::String(name)) if name == "tenths" && step.is_none() => 0.1,
        Some(other) => {
            return Err(wrong(&format!("{what}.fractions"), &other, "\"halves\" or \"tenths\", and no step"));
        }
    };
    if step <= 0.0 || to < from {
        return Err(PhraseFault::new(
            PhraseFaultKind::Definition,
            format!("{what} goes from {from} to {to} by {step}, expected a way up"),
        ));
    }
    Ok(Range { from, to, step })
}

fn object(value: Value, what: &str, known: &[&str]) -> Result<Map<String, Value>, PhraseFault> {
    let fields = map(value, what)?;
    match fields.keys().find(|name| !known.contains(&name.as_str())) {
        None => Ok(fields),
        Some(name) => {
            let message = format!("{what}.{} is not known, expected only {}", shown(name), known.join(", "));
            let fault = PhraseFault::new(PhraseFaultKind::Definition, message);
            Err(with_nearest(fault, name, &mut known.iter().copied()))
        }
    }
}

fn map(value: Value, what: &str) -> Result<Map<String, Value>, PhraseFault> {
    match value {
        Value::Object(map) => Ok(map),
        other => Err(wrong(what, &other, "an object")),
    }
}

fn text(value: Value, what: &str) -> Result<String, PhraseFault> {
    match value {
        Value::String(text) => Ok(text),
        other => Err(wrong(what, &other, "a text")),
    }
}

fn texts(value: Value, what: &str) -> Result<Vec<String>, PhraseFault> {
    match value {
        Value::Array(items) => items.into_iter().map(|item| text(item, what)).collect(),
        other => Err(wrong(what, &other, "a list of texts")),
    }
}

#[cold]
fn wrong(what: &str, found: &Value, expected: &str) -> PhraseFault {
    let found = match found {
        Value::Array(items) if items.is_empty() => "an empty list".to_owned(),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
        Value::Null => "nothing".to_owned(),
        other => shown(&other.to_string()),
    };
    PhraseFault::new(PhraseFaultKind::Definition, format!("{what} is {found}, expected {expected}"))
}

/// The fault with the nearest name that is known as its hint.
#[cold]
pub(crate) fn with_nearest(fault: PhraseFault, name: &str, known: &mut dyn Iterator<Item = &str>) -> PhraseFault {
    let wanted: Vec<char> = name.chars().take(64).collect();
    let mut best: Option<(usize, &str)> = None;
    for candidate in known {
        let letters: Vec<char> = candidate.chars().take(64).collect();
        let edits = dunlin_base::edit_distance(&wanted, &letters);
        if edits <= (wanted.len() / 2).max(1) && best.is_none_or(|(least, _)| edits < least) {
            best = Some((edits, candidate));
        }
    }
    match best {
        Some((_, nearest)) => fault.with_hint(format!("did you mean {nearest:?}?")),
        None => fault,
    }
}
