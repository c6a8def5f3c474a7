//! Names that can be lost while they are held, as at a server that has not heard of a page for too long.

use std::{
    cell::{Cell, RefCell},
    collections::BTreeMap,
    rc::Rc,
    task::{Context, Waker},
};

use dunlin::{ApprovalAnswer, Dunlin, Filter, Options, Run, RunOptions, RunStatus, losable_claims_by};
use dunlin_base::{LocalFuture, testing::World};

/// Who holds what, by page. A page that is asleep has lost what it held.
#[derive(Default)]
struct Keeper {
    holders: RefCell<BTreeMap<String, u32>>,
    asked: Cell<usize>,
}

struct Hold {
    keeper: Rc<Keeper>,
    name: String,
    page: u32,
}

impl Hold {
    fn is_held(&self) -> bool {
        self.keeper.holders.borrow().get(&self.name) == Some(&self.page)
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        if self.is_held() {
            self.keeper.holders.borrow_mut().remove(&self.name);
        }
    }
}

fn open(world: &World, keeper: &Rc<Keeper>, page: u32) -> Dunlin {
    let keeper = keeper.clone();
    let hold = move |name: &str| {
        let (keeper, name) = (keeper.clone(), name.to_owned());
        keeper.asked.set(keeper.asked.get() + 1);
        let is_free = *keeper.holders.borrow_mut().entry(name.clone()).or_insert(page) == page;
        let hold = is_free.then_some(Hold { keeper, name, page });
        Box::pin(async move { hold }) as LocalFuture<'static, Option<Hold>>
    };
    let claims = losable_claims_by(hold, Hold::is_held);
    Dunlin::open(world.env(), Options { claims: Some(claims), ..Options::default() })
}

/// Lets it go on for that many seconds of the virtual clock, and says whether it has ended.
fn goes_on(world: &World, seconds: u32, driven: &mut LocalFuture<'static, Run>) -> bool {
    let mut context = Context::from_waker(Waker::noop());
    (0..10 * seconds).any(|_| {
        let ended = (0..20).any(|_| driven.as_mut().poll(&mut context).is_ready());
        world.wind(100);
        ended
    })
}

#[test]
fn a_run_that_waits_for_a_person_keeps_its_claim_and_asks_for_no_other() {
    let (world, keeper) = (World::new(1), Rc::new(Keeper::default()));
    let dunlin = open(&world, &keeper, 1);
    dunlin.quick_add("Milk", &[]).unwrap();
    dunlin.quick_add("Bread", &[]).unwrap();
    let run = dunlin.run("clear my list", RunOptions::default()).unwrap();
    let mut driven = run.drive();
    assert!(!goes_on(&world, 1, &mut driven));
    assert_eq!(run.status(), RunStatus::Suspended);
    let (asked, writes) = (keeper.asked.get(), world.storage().writes());
    assert!(!goes_on(&world, 100, &mut driven));
    assert_eq!((keeper.asked.get(), world.storage().writes()), (asked, writes));
    let question = run.record().execution_log[0].approval.clone().unwrap();
    run.approve(&question.approval_id, ApprovalAnswer::Approve).unwrap();
    assert!(goes_on(&world, 1, &mut driven));
    assert_eq!(run.status(), RunStatus::Completed);
}

#[test]
fn who_has_lost_a_run_does_nothing_more_in_it() {
    let (world, keeper) = (World::new(1), Rc::new(Keeper::default()));
    let (sleeper, other) = (open(&world, &keeper, 1), open(&world, &keeper, 2));
    let run = sleeper.run("add todo Milk then wait 1 minute then add todo Bread", RunOptions::default()).unwrap();
    let mut driven = run.drive();
    assert!(!goes_on(&world, 1, &mut driven));
    // It sleeps for so long that it is taken for gone, and another page goes on.
    keeper.holders.borrow_mut().clear();
    world.wind(120_000);
    other.storage_changed(None);
    let taken = other.resume(&run.run_id()).unwrap();
    assert!(goes_on(&world, 5, &mut taken.drive()));
    let record = taken.record();
    assert_eq!(record.status, RunStatus::Completed);
    let writes = world.storage().writes();
    sleeper.storage_changed(None);
    assert!(goes_on(&world, 5, &mut driven));
    assert_eq!((run.status(), run.record().execution_log), (RunStatus::Completed, record.execution_log));
    assert_eq!(world.storage().writes(), writes, "it has nothing to add");
    let todos = other.todos().list(&Filter::all());
    let texts: Vec<&str> = todos.iter().map(|todo| todo.text.as_str()).collect();
    assert_eq!(texts, ["Milk", "Bread"], "each step was done once");
}
