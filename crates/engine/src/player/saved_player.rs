//! The player in the saved state.

use crate::{
    bodies::being::Being,
    bodies::height::BodyHeight,
    player::player::{OXYGEN_TICKS, Player},
    rules::pickup_kind::MAX,
    rules::rules::Rules,
    state::part::{Bounds, Flaw, Part, ensure},
    tick::id::{Id, PLAYER},
};
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct SavedPlayer {
    pub(crate) id: Id,
    pub(crate) player: Player,
    pub(crate) being: Being,
}

impl Part for SavedPlayer {
    fn save(world: &mut World) -> Self {
        let of = |id, player: &Player, being| SavedPlayer { id, player: player.clone(), being };
        Being::save_all::<&Player, _>(world, of).pop().expect("a run has a player")
    }

    fn validate(&self, bounds: &Bounds) -> Result<(), Flaw> {
        let SavedPlayer { id, player, being } = self;
        ensure(*id == PLAYER, "the player has another number")?;
        being.validate(bounds)?;
        ensure(being.health.0 <= MAX, "someone has more health than he can have")?;
        ensure(player.is_valid(bounds.rules), "the player carries what the rules do not know, or too much of it")?;
        ensure(player.walk.is_valid(bounds.tick), "the player walks to nowhere")?;
        ensure(player.oxygen <= OXYGEN_TICKS, "the suit holds more oxygen than it can")
    }

    fn restore(&self, world: &mut World, _: &Rules) {
        self.being.spawn(world, self.id, BodyHeight::default()).insert(self.player.clone());
    }
}
