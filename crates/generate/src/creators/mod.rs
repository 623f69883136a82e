//! Content creators: stages that look at the graph and put onto its places what fits there.
//!
//! Here lives one file for each, and the list of them. What the map itself is like is decided before.

mod creatures;
mod exit;
mod hall_treasures;
mod lamps;
mod locks;
mod secret_rooms;
mod stairs;
mod start;
mod step_lights;
mod supplies;

use crate::graph::Stage;
use creatures::Creatures;
use exit::Exit;
use hall_treasures::HallTreasures;
use lamps::Lamps;
use locks::Locks;
use secret_rooms::SecretRooms;
use serde::Deserialize;
use stairs::Stairs;
use start::Start;
use step_lights::StepLights;
use supplies::Supplies;

/// The content creators, by the names that pipelines call them.
#[derive(Deserialize)]
pub(crate) enum Creator {
    Creatures(Creatures),
    Exit(Exit),
    HallTreasures(HallTreasures),
    Lamps(Lamps),
    Locks(Locks),
    SecretRooms(SecretRooms),
    Stairs(Stairs),
    Start(Start),
    StepLights(StepLights),
    Supplies(Supplies),
}

impl Creator {
    /// The stage itself.
    pub(crate) fn stage(&self) -> &dyn Stage {
        match self {
            Creator::Creatures(stage) => stage,
            Creator::Exit(stage) => stage,
            Creator::HallTreasures(stage) => stage,
            Creator::Lamps(stage) => stage,
            Creator::Locks(stage) => stage,
            Creator::SecretRooms(stage) => stage,
            Creator::Stairs(stage) => stage,
            Creator::Start(stage) => stage,
            Creator::StepLights(stage) => stage,
            Creator::Supplies(stage) => stage,
        }
    }
}
