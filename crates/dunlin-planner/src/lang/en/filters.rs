//! Words by which a question about todos is put together: what asks, what is asked for, and what narrows it.

/// Words with which such a question begins.
pub(crate) const ASKS: &str = "show list see check whether view display give tell me what whats which any are is there how many much count number of find get read do i \
     have ive got we know let hear only just please the my our";
/// What asks how many there are.
pub(crate) const COUNTS: &str = "many count number";
/// What is asked for.
pub(crate) const NOUNS: &str = "todo todos task tasks item items thing things chore chores errand errands reminder reminders entry entries stuff jobs ones \
     everything anything all something";
/// What names a list where a verb stands before it.
pub(crate) const A_LIST_NAMED: &str = "list checklist";
/// Words of which one is in every such question that names no todos.
pub(crate) const TELLING: &str = "tagged labelled labeled tag label hash priority urgent important overdue late list lists checklist without undated unscheduled";
/// What says that they are due on no day: "without a date", "undated".
pub(crate) const WITHOUT: &str = "without no";
/// What says that there is none: "doesn't have a date", "lacks a date".
pub(crate) const HAS_NOT: &str = "doesnt dont hasnt havent lacks lack";
pub(crate) const THE_OR_A: &str = "the a";
pub(crate) const HAVE: &str = "have has having with";
pub(crate) const HAS_A: &str = "has have got";
pub(crate) const NOW: &str = "already now yet still";
pub(crate) const A_DUE: &str = "a any due";
pub(crate) const DATES: &str = "date dates deadline deadlines";
pub(crate) const UNDATED: &str = "undated unscheduled";
/// What such a question may begin with without asking: "everything for the weekend".
pub(crate) const OPENERS: &str = "everything anything todos tasks";
/// Small words between what narrows it.
pub(crate) const SMALL: &str = "the my our all of that thats is are was were which i ive we have got do did does those these still just only and also else but off ive weve there currently total altogether in now please one \
     ones them from with a any which what whats but been has";
/// What says that a todo is still to be done, or is done.
pub(crate) const OPEN: &str = "open pending remaining unfinished outstanding undone left incomplete active unchecked";
pub(crate) const NOT: &str = "not isnt arent";
pub(crate) const DONE: &str = "done finished completed complete checked ticked";
/// Words before a day, and before a list.
pub(crate) const BEFORE_DAYS: &str = "for on by in due at scheduled planned set";
pub(crate) const DUE: &str = "due scheduled planned set";
pub(crate) const BEFORE_LIST: &str = "on in from of for under";
pub(crate) const ON: &str = "on";
/// What a tag may be called.
pub(crate) const TAG: &str = "tag label hash #";
