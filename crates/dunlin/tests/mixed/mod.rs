//! Goals made by chance from sentences that are planned, with what breaks things put in: long names, odd letters, quotes,
//! pieces of other goals.

use dunlin::{Dunlin, Options, RunOptions};
use dunlin_base::{Random, SeededRandom, testing::World};

const SENTENCES: &str = include_str!("../../../../testdata/sentences.txt");

const JOINTS: [&str; 8] = [" and ", " then ", ", ", "; ", " and then ", "\n", " if ", " "];

/// Plans and runs that many goals.
pub(crate) fn check(seed: u64, count: usize) {
    let random = SeededRandom::new(seed);
    let dunlin = Dunlin::open(World::new(seed).env(), Options::default());
    let mut planned = 0;
    for number in 0..count {
        let goal = goal(&random);
        let Ok(plan) = dunlin.plan(&goal) else { continue };
        planned += 1;
        let faults = dunlin.faults(&dunlin::write_plan(&plan));
        assert!(faults.is_empty(), "goal {number} of seed {seed}, {goal:?}: {faults:?}");
        let started = dunlin.run(plan, RunOptions::default());
        assert!(started.is_ok(), "goal {number} of seed {seed}, {goal:?}: {:?}", started.err());
        let started = dunlin.run(goal.as_str(), RunOptions::default());
        assert!(started.is_ok(), "goal {number} of seed {seed}, {goal:?}: {:?}", started.err());
        // What has begun is not driven here; it would pile up.
        if planned % 200 == 0 {
            for run in dunlin.runs() {
                let handle = dunlin.resume(&run.run_id).expect("it was begun a moment ago");
                let _ = handle.cancel(None);
            }
        }
    }
    assert!(planned * 10 > count, "only {planned} of {count} goals were planned");
}

fn below(random: &SeededRandom, most: usize) -> usize {
    (random.next_u64() % most.max(1) as u64) as usize
}

fn pick<'a>(random: &SeededRandom, lines: &[&'a str]) -> &'a str {
    lines.get(below(random, lines.len())).copied().unwrap_or_default()
}

fn goal(random: &SeededRandom) -> String {
    let lines: Vec<&str> =
        SENTENCES.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split(" => ").next()).collect();
    let mut goal = pick(random, &lines).to_owned();
    for _ in 0..below(random, 3) {
        goal.push_str(pick(random, &JOINTS));
        goal.push_str(pick(random, &lines));
    }
    if below(random, 2) == 0 {
        goal = disturbed(random, &goal);
    }
    goal
}

/// The goal with one of its words made long, odd, quoted, doubled or taken out.
fn disturbed(random: &SeededRandom, goal: &str) -> String {
    let mut words: Vec<String> = goal.split(' ').map(str::to_owned).collect();
    let at = below(random, words.len());
    let Some(word) = words.get_mut(at) else { return goal.to_owned() };
    match below(random, 9) {
        0 => *word = "a".repeat(300),
        1 => *word = "long name ".repeat(below(random, 1_200)),
        2 => word.insert(0, '#'),
        3 => *word = format!("\"{word}"),
        4 => *word = format!("{word} {word}"),
        5 => *word = format!("{}{}", random.next_u64(), "0".repeat(below(random, 400))),
        6 => word.push(char::from_u32(below(random, 0x1_0000) as u32).unwrap_or('\u{202e}')),
        7 => "tomorrow every week p1 #tag".clone_into(word),
        _ => drop(words.remove(at)),
    }
    words.join(" ")
}
