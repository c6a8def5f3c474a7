//! Writes `docs/what-you-can-say.md` from the planner's grammar.

fn main() -> std::io::Result<()> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/what-you-can-say.md");
    std::fs::write(path, dunlin_planner::guide::what_you_can_say())
}
