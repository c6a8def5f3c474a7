//! How many of many sentences are read right, and whether the planner is no surer than it may be.

mod judge;

#[test]
fn sentences_are_read_right_and_no_less_often_than_the_confidence_says() {
    let judgement = judge::judge(include_str!("../../../testdata/sentences.txt"), true);
    println!("{}", judgement.table);
    assert!(judgement.faults.is_empty(), "{}\n{}", judgement.table, judgement.faults.join("\n"));
}
