//! The icons, drawn here on a 16 by 16 grid.

use leptos::prelude::*;

/// What a picture stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Icon {
    /// Done.
    Check,
    /// Failed, or close.
    Cross,
    /// Not yet.
    Dot,
    /// Going on.
    Turning,
    /// Waits for a person.
    Hand,
    /// Left out.
    Skip,
    /// Refused or stopped.
    Barred,
    /// Taken back.
    Back,
    /// More below.
    Chevron,
    /// More that can be done.
    More,
    /// Towards the front.
    Up,
    /// Towards the end.
    Down,
    /// Take away.
    Bin,
    /// Change.
    Pencil,
    /// More, nearer.
    Plus,
    /// Less, farther.
    Minus,
    /// Too late.
    Clock,
    /// All of it.
    Fit,
    /// Settings.
    Sliders,
    /// Finds things.
    Glass,
    /// A list box that is empty.
    Box,
    /// A list box that is ticked.
    BoxTicked,
    /// The wader of the name.
    Bird,
}

impl Icon {
    /// The drawing, as the data of a path.
    pub(crate) const fn path(self) -> &'static str {
        match self {
            Self::Check => "M3 8.5l3.300 3.300L13 5",
            Self::Cross => "M4 4l8 8M12 4l-8 8",
            Self::Dot => "M8 3.500a4.500 4.500 0 1 0 0 9a4.500 4.500 0 1 0 0-9",
            Self::Turning => "M13.500 8A5.500 5.500 0 1 1 8 2.500",
            Self::Back => "M3 6.500h6a3.500 3.500 0 0 1 0 7H6M6 3L2.500 6.500L6 10",
            Self::Hand => "M8 2a6 6 0 1 0 0 12a6 6 0 1 0 0-12M6.500 6v4M9.500 6v4",
            Self::Skip => "M4 4l5 4-5 4zM12 4v8",
            Self::Barred => "M8 2a6 6 0 1 0 0 12a6 6 0 1 0 0-12M4 12l8-8",
            Self::Clock => "M8 2a6 6 0 1 0 0 12a6 6 0 1 0 0-12M8 5v3.500l2 1.500",
            Self::Chevron => "M6 4l4 4-4 4",
            Self::More => {
                "M3.200 7.500a.5.5 0 1 0 0 1a.5.5 0 1 0 0-1M8 7.500a.5.5 0 1 0 0 1a.5.5 0 1 0 0-1M12.800 7.500a.5.5 0 1 0 0 1a.5.5 0 1 0 0-1"
            }
            Self::Up => "M4 10l4-4 4 4",
            Self::Down => "M4 6l4 4 4-4",
            Self::Bin => {
                "M3 4.500h10M6.500 4.500V3h3v1.500M4.500 4.500l.6 8.500h5.800l.6-8.500M6.800 7v3.500M9.200 7v3.500"
            }
            Self::Pencil => "M3 13l.7-3L10.500 3.200l2.300 2.300L6 12.300zM9 4.700l2.300 2.300",
            Self::Plus => "M8 3.500v9M3.500 8h9",
            Self::Minus => "M3.500 8h9",
            Self::Fit => "M3 6V3h3M10 3h3v3M13 10v3h-3M6 13H3v-3",
            Self::Sliders => {
                "M2.500 5h5M11.500 5h2M2.500 11h2M8.500 11h5M9.500 3a2 2 0 1 0 0 4a2 2 0 1 0 0-4M6.500 9a2 2 0 1 0 0 4a2 2 0 1 0 0-4"
            }
            Self::Glass => "M7 2.500a4.500 4.500 0 1 0 0 9a4.500 4.500 0 1 0 0-9M10.300 10.300L13.500 13.500",
            Self::Box => "M3.500 3.500h9v9h-9z",
            Self::BoxTicked => "M3.500 3.500h9v9h-9zM5.500 8l1.800 1.800L10.700 6",
            Self::Bird => {
                "M1 6.500c1.800-1 3.300-.8 4.300.3C6 4.500 7.700 3 10 3c3 0 4.500 2.200 4.500 4.700 0 2.600-1.900 4.300-4.500 4.300H5.500M8.500 12v2.500M9.800 6h.01"
            }
        }
    }
}

/// The picture, unseen by screen readers: the words beside it say the same.
#[component]
pub(crate) fn Glyph(icon: Icon) -> impl IntoView {
    view! {
        <svg
            class="glyph"
            aria-hidden="true"
            width="16"
            height="16"
            viewBox="0 0 16 16"
            fill="none"
            stroke="currentColor"
            stroke-width="1.6"
            stroke-linecap="round"
            stroke-linejoin="round"
        >
            <path d=icon.path() />
        </svg>
    }
}
