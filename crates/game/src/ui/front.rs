//! Layers that are drawn over the deck.

use bevy::prelude::*;
use renderer::{Draw, DrawFrame};

/// Layers over the deck, in drawing order.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Front {
    /// Menus and everything that covers the deck.
    Page,
    /// Short messages over everything.
    Note,
}

pub(crate) fn plugin(app: &mut App) {
    app.configure_sets(DrawFrame, (Front::Page, Front::Note).chain().in_set(Draw::Front));
}
