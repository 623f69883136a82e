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
        ensure(*id == PLAYER, "the id of the player must be 0")?;
        being.validate(bounds)?;
        ensure(being.health.0 <= MAX, "the player has too much health")?;
        ensure(player.is_valid(bounds.rules), "the player carries unknown items or too many of one kind")?;
        ensure(player.walk.is_valid(bounds.tick), "the player's walk to a point is invalid")?;
        ensure(player.oxygen <= OXYGEN_TICKS, "the suit has more oxygen than its maximum")
    }

    fn restore(&self, world: &mut World, _: &Rules) {
        self.being.spawn(world, self.id, BodyHeight::default()).insert(self.player.clone());
    }
}
