//! How every known sentence is read, a line each, so that each change of a reading shows as a difference.

#[path = "judge/snapshot.rs"]
mod snapshot;

#[test]
fn every_known_sentence_is_read_as_the_snapshot_says() {
    let (kept, now) = (include_str!("../../../testdata/readings.snapshot"), snapshot::readings());
    let changed: Vec<String> = kept
        .lines()
        .zip(now.lines())
        .filter(|(kept, now)| kept != now)
        .take(20)
        .map(|(kept, now)| format!("- {kept}\n+ {now}"))
        .collect();
    assert!(
        kept == now,
        "other readings than in testdata/readings.snapshot; if they are meant, run \
         `cargo run -p dunlin-planner --example readings` and look at what it changes\n{}",
        changed.join("\n")
    );
}
