//! Plans a goal so many times, to have its instructions counted: the difference between two counts is what the plans between them
//! cost, and that between none and one the first plan.
//!
//! ```sh
//! cargo build --release --package dunlin-bench --example plans
//! valgrind --tool=callgrind target/release/examples/plans "add todo Buy milk and calculate (10 + 5) * 2" 11
//! ```

use dunlin::{Dunlin, Options};
use dunlin_base::testing::World;

fn main() {
    let mut args = std::env::args().skip(1);
    let goal = args.next().unwrap_or_default();
    let times = args.next().and_then(|times| times.parse().ok()).unwrap_or(1);
    let dunlin = Dunlin::open(World::new(1).env(), Options::default());
    for _ in 0..times {
        // A goal that is refused is measured as well.
        let _ = std::hint::black_box(dunlin.plan(&goal));
    }
}
