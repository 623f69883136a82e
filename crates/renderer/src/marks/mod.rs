//! Marks: what shots, wounds and explosions leave behind, on walls and floors and in the air.
//!
//! What follows from reports and is only seen lives here. It has its own chance, and no rule asks for it.

mod cases;
mod decals;
mod dust;
mod impacts;
pub(crate) mod marks;
pub(crate) mod particles;
pub(crate) mod torn;
mod wounds;

pub(crate) use decals::Decals;
pub use impacts::leave_marks_unseen;
pub use marks::{KeptMarks, Marks};

use crate::stage::{Draw, DrawFrame};
use bevy::prelude::*;

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Decals>().add_plugins((impacts::plugin, cases::plugin));
    app.add_systems(DrawFrame, (decals::follow.in_set(Draw::Marks), particles::place.in_set(Draw::Particles)));
}
