//! The page of Dunlin.
fn main() {}
