//! Stable numbers for whatever lives on a deck: they outlast saves, and order whatever depends on order.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

/// The number of a thing, given once in a run and never again; 0 is the player.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Id(pub u32);

/// The player's number.
pub(crate) const PLAYER: Id = Id(0);
