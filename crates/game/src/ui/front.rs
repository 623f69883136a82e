//! What is drawn in front of the deck.

use bevy::prelude::*;
use renderer::{Draw, DrawFrame};

/// What is drawn in front of the deck, in this order.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Front {
    /// Menus and all that covers the deck.
    Page,
    /// A short message over all.
    Note,
}

pub(crate) fn plugin(app: &mut App) {
    app.configure_sets(DrawFrame, (Front::Page, Front::Note).chain().in_set(Draw::Front));
}
