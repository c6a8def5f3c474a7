//! What a clause can ask for.

/// What a row of the grammar is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Intent {
    Calculate,
    /// A unit question: "how many pounds are 60 kg".
    Convert,
    Day(DayIntent),
    /// What can be asked, or how something is.
    Help,
    Greet,
    /// Thanks, which are answered.
    Thank,
    /// The run is to wait, for a while or until a moment.
    Wait,
    /// The person is to be asked for something while it runs.
    AskMe,
    /// The person is to be told something once what was said before is done.
    Notify,
    Todo(TodoIntent),
}

/// What can be asked about days.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum DayIntent {
    /// How long it is until a day: "how many days until christmas".
    DaysUntil,
    /// How long a day is past, and how old somebody born on it is.
    DaysSince,
    DaysBetween,
    /// The day some time after another: "3 weeks from friday".
    DayAfter,
    DayBefore,
    /// The day some time from now, or ago.
    DayIn,
    /// When one must begin for what takes so long to be over by a time.
    Leave,
    /// When it is over that begins at a time and takes so long.
    Arrive,
    /// When it ends that began on a day and lasts so long.
    RunsOut,
    /// When so much of something will have passed that has lasted so long.
    Reaches,
    /// How old somebody will be.
    AgeThen,
    /// How long it is from when something begins to when it ends, on a clock.
    Lasts,
    /// Which day of the week, or which date, a day is.
    DayOf,
    /// What time it is somewhere.
    TimeIn,
    /// How many days a month or year has: "how many days are there in february 2028".
    DaysIn,
    /// How many days of it are left.
    DaysLeft,
    /// Which day it is.
    Today,
    /// What time it is here.
    TimeNow,
    /// Which week of its year a day lies in.
    WeekOf,
    /// Which quarter of its year a day lies in.
    QuarterOf,
    /// What a time of day somewhere is somewhere else.
    TimeThere,
    /// How far the clocks of two places lie apart.
    ClocksApart,
    /// Whether a year has a 29 February.
    LeapYear,
}

/// What can be asked about todos and lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum TodoIntent {
    Add,
    /// Several todos in one breath: "add todos milk, eggs and bread".
    AddSeveral,
    /// Something is to be added, but not said what.
    AddWhat,
    List,
    ListDone,
    ListPending,
    ListOverdue,
    /// The todos in another order than one's own.
    ListSorted,
    /// Some question about a list that no closer row reads; the list is shown.
    ListLoose,
    Get,
    Search,
    Count,
    /// A count of the todos that are left; no row says so, the words of [`Self::Count`] do.
    CountPending,
    CountDone,
    Complete,
    CompleteAll,
    CompleteWhat,
    Reopen,
    Rename,
    Reschedule,
    /// A todo is to be due so much later than it is: "postpone rent by a week".
    Postpone,
    /// The same, so much earlier.
    Advance,
    /// A todo is to have no due any more.
    Undate,
    /// A todo is to come again.
    Repeat,
    /// It is to come no more.
    Unrepeat,
    Tag,
    Untag,
    /// A todo goes to another list.
    Relist,
    Prioritise,
    /// Something more is written to a todo.
    Note,
    Delete,
    DeleteWhat,
    Clear,
    ClearDone,
    Undo,
    CreateList,
    ListNames,
    CountLists,
    /// A list is to have another name.
    RenameList,
    DeleteList,
}

impl TodoIntent {
    /// Whether it changes all there is of a list.
    pub(crate) const fn is_about_a_whole_list(self) -> bool {
        matches!(self, Self::Clear | Self::ClearDone | Self::CompleteAll)
    }

    /// Whether all that is on a list goes, or the list with it.
    pub(crate) const fn ends_a_list(self) -> bool {
        self.is_about_a_whole_list() || matches!(self, Self::DeleteList)
    }

    /// Whether it gives a todo something that the words name beside it: a day, a list, a priority, a tag.
    pub(crate) const fn sets_something(self) -> bool {
        matches!(
            self,
            Self::Reschedule
                | Self::Postpone
                | Self::Advance
                | Self::Relist
                | Self::Prioritise
                | Self::Tag
                | Self::Repeat
        )
    }

    /// Whether it may change what a todo is found by: its day, its list or a tag.
    pub(crate) const fn changes_what_finds_it(self) -> bool {
        matches!(self, Self::Reschedule | Self::Postpone | Self::Advance | Self::Undate | Self::Relist | Self::Untag)
    }

    /// What a request about "it" does once it is known what is meant: "mark it as done" completes that.
    pub(crate) const fn of_what_is_meant(self) -> Self {
        match self {
            Self::CompleteWhat => Self::Complete,
            Self::DeleteWhat => Self::Delete,
            Self::AddWhat => Self::Add,
            other => other,
        }
    }

    /// Whether it shows todos or counts them.
    pub(crate) const fn shows_todos(self) -> bool {
        matches!(
            self,
            Self::List
                | Self::ListDone
                | Self::ListPending
                | Self::ListSorted
                | Self::Count
                | Self::CountPending
                | Self::CountDone
        )
    }

    /// Whether it marks a todo as done or deletes it, whichever is meant.
    pub(crate) const fn does_away(self) -> bool {
        matches!(self, Self::Complete | Self::CompleteWhat | Self::Delete | Self::DeleteWhat)
    }

    /// Whether it adds todos that it names.
    pub(crate) const fn adds(self) -> bool {
        matches!(self, Self::Add | Self::AddSeveral)
    }

    /// Whether it does something to a todo that is there and that the words name.
    pub(crate) const fn acts_on_a_todo(self) -> bool {
        matches!(
            self,
            Self::Delete
                | Self::Complete
                | Self::Reopen
                | Self::Rename
                | Self::Reschedule
                | Self::Postpone
                | Self::Advance
                | Self::Undate
                | Self::Repeat
                | Self::Unrepeat
                | Self::Note
                | Self::Tag
                | Self::Untag
                | Self::Relist
                | Self::Prioritise
        )
    }
}
