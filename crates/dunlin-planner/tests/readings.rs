//! How every known sentence is read, a line each, so that each change of a reading shows as a difference.

#[path = "judge/snapshot.rs"]
mod snapshot;

#[test]
fn every_known_sentence_is_read_as_the_snapshot_says() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/readings.snapshot");
    let (kept, now) = (std::fs::read_to_string(path).unwrap_or_default(), snapshot::readings());
    if kept != now {
        let changed: Vec<String> = kept
            .lines()
            .zip(now.lines())
            .filter(|(kept, now)| kept != now)
            .take(20)
            .map(|(kept, now)| format!("- {kept}\n+ {now}"))
            .collect();
        std::fs::write(path, now).expect("the file can be written");
        panic!(
            "other readings than in testdata/readings.snapshot; it is written anew, so look at what changed and keep it\n{}",
            changed.join("\n")
        );
    }
}
