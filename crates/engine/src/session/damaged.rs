//! What cannot be in a snapshot: whoever restores one may have it from a file that was damaged or edited.

use crate::{
    bodies::body::Body,
    machines::door::Door,
    machines::lift::LiftSwitch,
    machines::pushwall::PushWall,
    player::player::OXYGEN_TICKS,
    reports::noises::Noise,
    rules::numbers::FARTHEST_NOISE,
    rules::pickup_kind::MOST,
    rules::rules::Rules,
    session::snapshot::{Being, SavedMonster, SavedProp, Snapshot, SnapshotError},
    tick::id::PLAYER,
};
use bevy::prelude::*;
use level::{CellShape, Level};

impl Snapshot {
    /// Whether all holds that the rules take for granted: a file may have been damaged or edited.
    pub(super) fn check(&self, level: &Level, rules: &Rules) -> Result<(), SnapshotError> {
        let inside = |point: Vec2| {
            point.cmpge(Vec2::ZERO).all() && point.cmplt(Vec2::new(level.width as f32, level.height as f32)).all()
        };
        let props = || self.props.iter().map(|prop| &prop.being);
        let beings = || self.monsters.iter().map(|monster| &monster.being).chain([&self.player.being]).chain(props());
        let memories_inside = || self.monsters.iter().flat_map(|monster| monster.monster.places()).all(inside);
        let heard = |noise: &Noise| inside(noise.at) && inside(noise.about) && noise.reach <= FARTHEST_NOISE;
        let checks = [
            (self.run.tick < LAST_TICK && self.run.next < LAST_ID, "it is older than the ship"),
            (self.player.id == PLAYER, "the player has another number"),
            (self.numbers_differ(), "two things have one number, or one that is yet to come"),
            (beings().all(|being| inside(being.position.0)) && memories_inside(), "someone is outside the level"),
            (beings().all(Being::can_move), "a speed is not finite"),
            (
                self.monsters.iter().all(|monster| monster.monster.is_possible(self.run.tick, rules)),
                "an undead is of a kind or at an attack that there is not",
            ),
            (
                self.monsters
                    .iter()
                    .filter_map(|monster| monster.scripted.as_ref())
                    .all(|scripted| scripted.is_possible(self.run.tick, rules)),
                "a creature has a script or a memory that there cannot be",
            ),
            (
                self.projectiles.iter().all(|(_, _, projectile)| projectile.is_possible(rules)),
                "what flies is not of these rules",
            ),
            (beings().all(Being::is_possible), "someone is neither alive nor dead"),
            (self.doors_fit(level), "the doors are not those of the level"),
            (self.walls_fit(level, rules), "the push-walls are not those of the level"),
            (self.lifts_fit(level), "the lifts are not those of the level"),
            (self.player.player.is_possible(rules), "the player carries what the rules do not know, or too much of it"),
            (
                self.props.iter().all(|prop| prop.is_possible(self.run.tick, rules)),
                "a prop is of a kind that there is not",
            ),
            (self.health_fits(rules), "someone has more health than he can have"),
            (
                self.pickups
                    .iter()
                    .all(|(_, pickup)| inside(pickup.at) && usize::from(pickup.kind) < rules.pickups.len()),
                "a pickup lies outside the level, or is of a kind that there is not",
            ),
            (
                self.explosions.iter().all(|(_, explosion)| inside(explosion.at()) && explosion.is_possible()),
                "an explosion is outside the level, or too large",
            ),
            (self.projectiles.iter().all(|(_, at, _)| inside(at.0)), "something flies outside the level"),
            (self.waiting.iter().all(|(_, waiting)| waiting.is_possible(level)), "what waits is not of the level"),
            (self.terminals_fit(level), "the terminals are not those of the level"),
            (self.triggers.is_possible(level), "the triggers are not those of the level"),
            (self.lighting.is_possible(level), "the lights are not those of the level"),
            (self.fields.is_possible(level.cells.len()), "the ways are not those of the level"),
            (self.explored.is_possible(level), "what was seen is not of the level"),
            (self.hull.is_possible(level), "the hull is not that of the level"),
            (beings().all(|being| being.height.is_possible()), "someone is too high, or too fast"),
            (self.pickups.iter().all(|(_, pickup)| pickup.height.is_possible()), "a pickup is too high, or too fast"),
            (self.gravity.is_possible(level), "the gravity is not that of the level"),
            (self.player.player.walk.is_possible(self.run.tick), "the player walks to nowhere"),
            (self.player.player.oxygen <= OXYGEN_TICKS, "the suit holds more oxygen than it can"),
            (self.noises.iter().all(heard), "a noise is made outside the level, or too loud"),
        ];
        match checks.into_iter().find(|(holds, _)| !holds) {
            Some((_, what)) => Err(SnapshotError::Damaged(what)),
            None => Ok(()),
        }
    }

    /// Nobody has more health than his kind, or the player more than pickups can give.
    fn health_fits(&self, rules: &Rules) -> bool {
        let monsters = self.monsters.iter().all(|SavedMonster { monster, being, .. }| {
            rules.monsters.get(usize::from(monster.kind())).is_some_and(|(_, kind)| being.health.0 <= kind.health)
        });
        let props = self.props.iter().all(|SavedProp { prop, being, .. }| {
            rules.props.get(usize::from(prop.kind())).is_some_and(|(_, kind)| being.health.0 <= kind.most_health())
        });
        monsters && props && self.player.being.health.0 <= MOST
    }

    /// All have numbers of their own, and the run gives none of them again.
    fn numbers_differ(&self) -> bool {
        let mut ids = vec![self.player.id];
        ids.extend(self.monsters.iter().map(|monster| monster.id));
        ids.extend(self.doors.iter().map(|door| door.0));
        ids.extend(self.walls.iter().map(|wall| wall.0));
        ids.extend(self.lifts.iter().map(|lift| lift.0));
        ids.extend(self.pickups.iter().map(|pickup| pickup.0));
        ids.extend(self.projectiles.iter().map(|projectile| projectile.0));
        ids.extend(self.waiting.iter().map(|waiting| waiting.0));
        ids.extend(self.terminals.iter().map(|terminal| terminal.0));
        ids.extend(self.explosions.iter().map(|explosion| explosion.0));
        ids.extend(self.props.iter().map(|prop| prop.id));
        ids.sort_unstable();
        ids.windows(2).all(|pair| pair[0] != pair[1]) && ids.last().is_some_and(|last| last.0 < self.run.next)
    }

    /// One door for each of the level's, as it lies there and in a state that it can be in.
    fn doors_fit(&self, level: &Level) -> bool {
        let mut cells: Vec<_> = self.doors.iter().map(|(_, door)| door.cell().to_array()).collect();
        cells.sort_unstable();
        cells.dedup();
        let in_level = level.cells.iter().filter(|cell| matches!(cell.shape, CellShape::Door { .. })).count();
        let fits = |door: &Door| match level.shape_at(door.cell().x, door.cell().y) {
            Some(shape @ CellShape::Door { .. }) => door.is_possible(shape),
            _ => false,
        };
        cells.len() == in_level && self.doors.len() == in_level && self.doors.iter().all(|(_, door)| fits(door))
    }

    /// One push-wall for each of the level's, no two in each other.
    fn walls_fit(&self, level: &Level, rules: &Rules) -> bool {
        let walls = || self.walls.iter().map(|(_, wall)| wall);
        if !walls().all(|wall| wall.is_possible(level, &rules.push_walls)) {
            return false;
        }
        let differ = |cells: &mut Vec<[i32; 2]>| {
            cells.sort_unstable();
            cells.windows(2).all(|pair| pair[0] != pair[1])
        };
        let mut homes: Vec<_> = walls().map(|wall| wall.home().to_array()).collect();
        let mut cells: Vec<_> = walls().flat_map(PushWall::parts).map(|(cell, _)| cell.to_array()).collect();
        let in_level = level.cells.iter().filter(|cell| matches!(cell.shape, CellShape::Push { .. })).count();
        homes.len() == in_level && differ(&mut homes) && differ(&mut cells)
    }

    /// One terminal for each of the level's, in their order, and the player stands at none or at one of them.
    fn terminals_fit(&self, level: &Level) -> bool {
        let cells = self.terminals.iter().map(|(_, terminal)| terminal.cell());
        let in_level = level.terminals.iter().map(|terminal| IVec2::new(terminal.x as i32, terminal.y as i32));
        let is_there = |id| self.terminals.iter().any(|(other, _)| *other == id);
        cells.eq(in_level)
            && self.terminals.iter().all(|(_, terminal)| terminal.is_possible(level))
            && self.at_terminal.0.is_none_or(is_there)
    }

    /// One switch for each of the level's.
    fn lifts_fit(&self, level: &Level) -> bool {
        let mut cells: Vec<_> = self.lifts.iter().map(|(_, lift)| lift.cell().to_array()).collect();
        cells.sort_unstable();
        cells.dedup();
        let in_level = level.cells.iter().filter(|cell| matches!(cell.shape, CellShape::Lift { .. })).count();
        let fits = |lift: &LiftSwitch| match level.shape_at(lift.cell().x, lift.cell().y) {
            Some(CellShape::Lift { secret, face, .. }) => (lift.is_secret(), lift.face()) == (secret, face),
            _ => false,
        };
        cells.len() == in_level && self.lifts.len() == in_level && self.lifts.iter().all(|(_, lift)| fits(lift))
    }
}

impl SavedProp {
    fn is_possible(&self, tick: u64, rules: &Rules) -> bool {
        self.prop.is_possible(tick, rules, self.being.body.is_some())
    }
}

impl Being {
    /// Its speeds and its heading are finite.
    fn can_move(&self) -> bool {
        self.velocity.0.is_finite()
            && self.thrown.0.is_finite()
            && self.heading.is_none_or(|heading| heading.0.is_finite())
    }

    /// The living have health and a body, the dead neither.
    fn is_possible(&self) -> bool {
        match self.body {
            Some(Body { radius }) => self.health.0 > 0 && radius > 0.0 && radius <= 0.5,
            None => self.health.0 <= 0,
        }
    }
}

/// No run makes so many things.
const LAST_ID: u32 = 1 << 30;
/// No run lasts a million years.
const LAST_TICK: u64 = 1 << 52;
