//! Content creators: stages that look at the graph and put onto its places what fits there.
//!
//! Here lives one file for each, and the list of them. What the map itself is like is decided before.

mod creatures;
mod exit;
mod finds;
mod furniture;
mod hall_treasures;
mod lamps;
mod locks;
mod long_way;
mod packs;
mod screens;
mod secret_rooms;
mod shortcuts;
mod stairs;
mod start;
mod step_lights;
mod supplies;
mod vaults;

use crate::graph::Stage;
pub(crate) use creatures::Creatures;
pub(crate) use exit::Exit;
pub(crate) use finds::Finds;
pub(crate) use furniture::Furniture;
pub(crate) use hall_treasures::HallTreasures;
pub(crate) use lamps::Lamps;
pub(crate) use locks::Locks;
use long_way::LongWay;
pub(crate) use packs::{Pack, Packs};
pub(crate) use screens::Screens;
pub(crate) use secret_rooms::SecretRooms;
use serde::Deserialize;
use shortcuts::Shortcuts;
use stairs::Stairs;
pub(crate) use start::Start;
pub(crate) use step_lights::StepLights;
pub(crate) use supplies::Supplies;
pub(crate) use vaults::Vaults;

/// The content creators, by the names that pipelines call them.
#[derive(Deserialize)]
pub(crate) enum Creator {
    Creatures(Creatures),
    Exit(Exit),
    Finds(Finds),
    Furniture(Furniture),
    HallTreasures(HallTreasures),
    Lamps(Lamps),
    Locks(Locks),
    LongWay(LongWay),
    Packs(Packs),
    Screens(Screens),
    SecretRooms(SecretRooms),
    Shortcuts(Shortcuts),
    Stairs(Stairs),
    Start(Start),
    StepLights(StepLights),
    Supplies(Supplies),
    Vaults(Vaults),
}

impl Creator {
    /// The stage itself.
    pub(crate) fn stage(&self) -> &dyn Stage {
        match self {
            Creator::Creatures(stage) => stage,
            Creator::Exit(stage) => stage,
            Creator::Finds(stage) => stage,
            Creator::Furniture(stage) => stage,
            Creator::HallTreasures(stage) => stage,
            Creator::Lamps(stage) => stage,
            Creator::Locks(stage) => stage,
            Creator::LongWay(stage) => stage,
            Creator::Packs(stage) => stage,
            Creator::Screens(stage) => stage,
            Creator::SecretRooms(stage) => stage,
            Creator::Shortcuts(stage) => stage,
            Creator::Stairs(stage) => stage,
            Creator::Start(stage) => stage,
            Creator::StepLights(stage) => stage,
            Creator::Supplies(stage) => stage,
            Creator::Vaults(stage) => stage,
        }
    }
}
