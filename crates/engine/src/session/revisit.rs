//! Revisits: a deck continues as it was left, and the player has the present loadout.

use crate::{
    deck::grid::Grid,
    deck::nav_grid::SIDES,
    machines::terminal::AtTerminal,
    player::player::Player,
    rules::pickup_kind::MAX,
    session::begin::Start,
    session::run_rules::renumber,
    session::snapshot::{Snapshot, SnapshotError, restore},
    tick::game_rng::GameRng,
    tick::run::Outcome,
};
use bevy::prelude::*;
use level::CellShape;
use std::{
    collections::{BTreeSet, VecDeque},
    sync::Arc,
};

/// Minimum distance in tiles between other bodies and the returning player.
const ROOM: f32 = 0.9;

/// Restores a deck as it was left, with the player at the arrival and with the loadout of the start. The player has the
/// keys of this deck again. Noises, projectiles and explosions are gone. The random number generator restarts with the
/// seed of the start. Kinds that were added since take part, because the player may have met them on another deck.
///
/// # Errors
/// As for [`restore`]; the world is unchanged then.
pub fn come_back(world: &mut World, left: &Snapshot, start: &Start) -> Result<(), SnapshotError> {
    let known = left.rules_of(&start.level, &start.rules)?;
    let rules = start.rules.on_skill(left.run.skill);
    let mut now = left.clone();
    (now.run.outcome, now.run.seed, now.chance) = (Outcome::Running, start.seed, GameRng::new(start.seed));
    now.lifts.0.iter_mut().for_each(|(_, lift)| lift.wait());
    now.terminals.at = AtTerminal::default();
    now.noises.0.clear();
    now.projectiles.0.clear();
    now.explosions.0.clear();
    if known.kinds_differ(&rules) {
        renumber(&mut now, &known, &rules)?;
    }
    let (entrance, facing) = start.entrance();
    let keys = now.player.player.keys;
    now.player.player = Player { keys, ..start.loadout.player(&rules) };
    let at = now.room_near(start, entrance);
    now.player.being.arrive(at, facing, start.loadout.health.clamp(1, MAX));
    restore(world, &now, Arc::clone(&start.level), &start.rules)
}

impl Snapshot {
    /// Returns the centre of the open, unoccupied cell with the shortest walk over open floor to a point.
    fn room_near(&self, start: &Start, entrance: Vec2) -> Vec2 {
        let beings = self.monsters.0.iter().map(|monster| &monster.being);
        let beings = beings.chain(self.props.0.iter().map(|prop| &prop.being));
        let taken: Vec<Vec2> = beings.filter(|being| being.is_whole()).map(|being| being.position.0).collect();
        let is_free = |cell: IVec2| taken.iter().all(|at| at.distance(Grid::middle(cell)) >= ROOM);
        let first = Grid::cell_at(entrance);
        let (mut queue, mut seen) = (VecDeque::from([first]), BTreeSet::from([first.to_array()]));
        while let Some(cell) = queue.pop_front() {
            if is_free(cell) {
                return Grid::middle(cell);
            }
            for next in SIDES.map(|side| cell + side) {
                if start.level.shape_at(next.x, next.y) == Some(CellShape::Open) && seen.insert(next.to_array()) {
                    queue.push_back(next);
                }
            }
        }
        entrance
    }
}
