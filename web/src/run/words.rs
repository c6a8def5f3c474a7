//! The word and the picture for every state; nothing is told by colour alone.

use dunlin::{RunStatus, StepStatus};

use crate::ui::Icon;

/// The word for where a run stands.
pub(crate) const fn run_word(status: RunStatus) -> &'static str {
    match status {
        RunStatus::Pending => "Not begun",
        RunStatus::Running => "Running",
        RunStatus::Suspended => "Waiting for approval",
        RunStatus::Completed => "Completed",
        RunStatus::Failed => "Failed",
        RunStatus::Cancelled => "Cancelled",
    }
}

/// The picture for where a run stands.
pub(crate) const fn run_icon(status: RunStatus) -> Icon {
    match status {
        RunStatus::Pending => Icon::Dot,
        RunStatus::Running => Icon::Turning,
        RunStatus::Suspended => Icon::Hand,
        RunStatus::Completed => Icon::Check,
        RunStatus::Failed => Icon::Cross,
        RunStatus::Cancelled => Icon::Barred,
    }
}

/// The word for where a step stands.
pub(crate) const fn step_word(status: StepStatus) -> &'static str {
    match status {
        StepStatus::Pending => "Pending",
        StepStatus::WaitingApproval => "Needs approval",
        StepStatus::Running => "Running",
        StepStatus::Retrying => "Retrying",
        StepStatus::Succeeded => "Succeeded",
        StepStatus::Failed => "Failed",
        StepStatus::Skipped => "Skipped",
        StepStatus::Denied => "Denied",
        StepStatus::Cancelled => "Cancelled",
    }
}

/// The picture for where a step stands.
pub(crate) const fn step_icon(status: StepStatus) -> Icon {
    match status {
        StepStatus::Pending => Icon::Dot,
        StepStatus::WaitingApproval => Icon::Hand,
        StepStatus::Running | StepStatus::Retrying => Icon::Turning,
        StepStatus::Succeeded => Icon::Check,
        StepStatus::Failed => Icon::Cross,
        StepStatus::Skipped => Icon::Skip,
        StepStatus::Denied | StepStatus::Cancelled => Icon::Barred,
    }
}
