//! Native figures: `cargo bench --package dunlin-bench`.
#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

use dunlin_bench::{Case, table};

fn main() {
    println!("{}", evaluate());
}

fn evaluate() -> String {
    let sums = ["2 + 3 * 4", "0.1 + 0.2", "(10 + 5) * 2", "15% of 84.50", "1/3 + 1/7", "2^64 - 1"];
    let functions = ["sqrt(2)", "sin(1)", "ln(10)", "exp(1.5)", "2^0.5"];
    let all = |list: &'static [&str]| move || list.iter().filter_map(|text| dunlin_calc::evaluate(text).ok()).count();
    let sums: &'static [&str] = Box::leak(Box::new(sums));
    let functions: &'static [&str] = Box::leak(Box::new(functions));
    table(
        "evaluate, a sum",
        15,
        vec![
            Case::new("arithmetic", sums.len() as u32, all(sums)),
            Case::new("functions", functions.len() as u32, all(functions)),
        ],
    )
}
