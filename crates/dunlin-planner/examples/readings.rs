//! Writes `testdata/readings.snapshot`: how every known sentence is read.

#[path = "../tests/judge/snapshot.rs"]
mod snapshot;

fn main() -> std::io::Result<()> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/readings.snapshot");
    std::fs::write(path, snapshot::readings())
}
