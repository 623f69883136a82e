//! Content creators: stages that populate the graph, one per file. They do not change the map's layout, except for
//! secrets.

pub(crate) mod creatures;
pub(crate) mod districts;
pub(crate) mod exit;
pub(crate) mod finds;
pub(crate) mod furniture;
pub(crate) mod hall_treasures;
pub(crate) mod lamps;
pub(crate) mod locks;
pub(crate) mod long_way;
pub(crate) mod packs;
pub(crate) mod screens;
pub(crate) mod secret_rooms;
pub(crate) mod shortcuts;
pub(crate) mod signs;
pub(crate) mod stairs;
pub(crate) mod start;
pub(crate) mod step_lights;
pub(crate) mod supplies;
pub(crate) mod vaults;

use crate::{
    creators::creatures::Creatures, creators::districts::Districts, creators::exit::Exit, creators::finds::Finds,
    creators::furniture::Furniture, creators::hall_treasures::HallTreasures, creators::lamps::Lamps,
    creators::locks::Locks, creators::long_way::LongWay, creators::packs::Packs, creators::screens::Screens,
    creators::secret_rooms::SecretRooms, creators::shortcuts::Shortcuts, creators::signs::Signs,
    creators::stairs::Stairs, creators::start::Start, creators::step_lights::StepLights, creators::supplies::Supplies,
    creators::vaults::Vaults, graph::stage::Stage,
};
use serde::Deserialize;

/// The content creators, by their names in pipelines.
#[derive(Deserialize)]
pub(crate) enum Creator {
    Creatures(Creatures),
    Districts(Districts),
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
    Signs(Signs),
    Stairs(Stairs),
    Start(Start),
    StepLights(StepLights),
    Supplies(Supplies),
    Vaults(Vaults),
}

impl Creator {
    /// Returns the stage.
    pub(crate) fn stage(&self) -> &dyn Stage {
        match self {
            Creator::Creatures(stage) => stage,
            Creator::Districts(stage) => stage,
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
            Creator::Signs(stage) => stage,
            Creator::Stairs(stage) => stage,
            Creator::Start(stage) => stage,
            Creator::StepLights(stage) => stage,
            Creator::Supplies(stage) => stage,
            Creator::Vaults(stage) => stage,
        }
    }
}
