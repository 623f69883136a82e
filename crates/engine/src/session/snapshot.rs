//! Snapshots: the complete state of a run. Saves contain it, loading restores it, and the state hash is computed from
//! it.

use crate::{
    air::air::{Air, SavedAir},
    air::hull::Hull,
    bodies::gravity::Gravity,
    bodies::searches::SavedSearches,
    deck::grid::Grid,
    events::counts::Counts,
    events::noises::Noises,
    machines::door::Door,
    machines::grid_sync,
    machines::lift::LiftSwitch,
    machines::lighting::Lighting,
    machines::pending_spawn::PendingSpawn,
    machines::pushwall::PushWall,
    machines::terminal::SavedTerminals,
    machines::trigger::Triggers,
    monsters::fields::SavedFields,
    monsters::saved_monster::SavedMonsters,
    player::explored::Explored,
    player::saved_player::SavedPlayer,
    rules::kind_names::KindNames,
    rules::rules::Rules,
    scripts::scripts::Scripts,
    session::begin::{clear, watch_deaths},
    session::state_hash::{Identities, fingerprint},
    state::dev_state::DevState,
    state::part::{Bounds, Flaw, Numbered, Part, ensure},
    things::pickup::Pickup,
    things::saved_prop::SavedProps,
    tick::game_rng::GameRng,
    tick::run::{Deck, Run, RunBegan},
    weapons::explosion::Explosion,
    weapons::projectile::SavedProjectiles,
};
use bevy::prelude::*;
use level::Level;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use thiserror::Error;

/// The state on which later ticks depend, and the counters. This is the list of all parts. Each part is saved, restored
/// and validated next to its types.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Snapshot {
    /// The [`fingerprint`] of its level.
    pub(super) level: u64,
    /// The [`fingerprint`] of the rules on its skill level.
    pub(super) rules: u64,
    pub(super) run: Run,
    pub(super) chance: GameRng,
    pub(super) player: SavedPlayer,
    pub(super) monsters: SavedMonsters,
    pub(super) doors: Numbered<Door>,
    pub(super) walls: Numbered<PushWall>,
    pub(super) lifts: Numbered<LiftSwitch>,
    pub(super) pickups: Numbered<Pickup>,
    pub(super) props: SavedProps,
    pub(super) projectiles: SavedProjectiles,
    pub(super) explosions: Numbered<Explosion>,
    pub(super) waiting: Numbered<PendingSpawn>,
    pub(super) terminals: SavedTerminals,
    pub(super) triggers: Triggers,
    pub(super) lighting: Lighting,
    pub(super) gravity: Gravity,
    pub(super) noises: Noises,
    pub(super) fields: SavedFields,
    pub(super) hull: Hull,
    pub(super) air: SavedAir,
    pub(super) explored: Explored,
    /// The creatures that wait for a path search. They follow the bytes of the state: see [`Snapshot::to_bytes`].
    #[serde(skip)]
    pub(super) searches: SavedSearches,
    /// The counters. No tick depends on them, so they are not part of the hashed bytes of the state: see
    /// [`Snapshot::to_bytes`].
    #[serde(skip)]
    pub counts: Counts,
    /// The state that developer acts left behind. It follows the bytes of the state, and is hashed only if there were
    /// any.
    #[serde(skip)]
    pub(super) dev: DevState,
    /// The names of the kinds to which the state refers by their indices. They follow the bytes of the state; the hash
    /// of the rules covers them.
    #[serde(skip)]
    pub(super) kinds: Arc<KindNames>,
}

/// An id that no run reaches.
const LAST_ID: u32 = 1 << 30;
/// A tick that no run reaches: a million years.
const LAST_TICK: u64 = 1 << 52;

/// The reason why a snapshot cannot be restored.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SnapshotError {
    /// It belongs to a different level, or the level has changed since.
    #[error("it belongs to another level, or to this one before it was changed")]
    OtherLevel,
    /// It belongs to different rules, or the rules have changed since.
    #[error("it belongs to other rules, or to these before they were changed")]
    OtherRules,
    /// Some of its content is invalid, for this reason.
    #[error("it is damaged: {0}")]
    Damaged(&'static str),
}

impl Snapshot {
    /// Returns true if there were developer acts.
    pub fn has_dev_acts(&self) -> bool {
        self.dev.used
    }

    /// Returns the hash of the state, without the counters.
    pub fn hash(&self) -> u64 {
        fingerprint(&self.parts().map(|(_, hash)| hash))
    }

    /// Returns the hash of each part of the state with its name, to find out where two runs differ.
    pub fn parts(&self) -> [(&'static str, u64); 23] {
        // Destructured completely, so that no part can be forgotten.
        let Snapshot {
            level,
            rules,
            run,
            chance,
            player,
            monsters,
            doors,
            walls,
            lifts,
            pickups,
            props,
            projectiles,
            explosions,
            waiting,
            terminals,
            triggers,
            lighting,
            gravity,
            noises,
            fields,
            hull,
            air,
            explored,
            searches,
            counts: _,
            dev,
            kinds: _,
        } = self;
        let is_plain = *dev == DevState::default();
        [
            ("level", *level),
            ("rules", *rules),
            ("run", if is_plain { fingerprint(run) } else { fingerprint(&(run, dev)) }),
            ("chance", fingerprint(chance)),
            ("player", fingerprint(player)),
            ("monsters", fingerprint(monsters)),
            ("doors", fingerprint(doors)),
            ("push-walls", fingerprint(walls)),
            ("lifts", fingerprint(lifts)),
            ("pickups", fingerprint(pickups)),
            ("props", fingerprint(props)),
            ("projectiles", fingerprint(projectiles)),
            ("explosions", fingerprint(explosions)),
            ("waiting", fingerprint(waiting)),
            ("terminals", fingerprint(terminals)),
            ("triggers", fingerprint(triggers)),
            ("lighting", fingerprint(lighting)),
            ("gravity", fingerprint(gravity)),
            ("noises", fingerprint(noises)),
            // Usually no creature waits; the hash is then the same as in earlier versions.
            ("fields", if searches.is_empty() { fingerprint(fields) } else { fingerprint(&(fields, searches)) }),
            ("hull", fingerprint(hull)),
            ("air", fingerprint(air)),
            ("explored", fingerprint(explored)),
        ]
    }
}

/// Captures the state of the run in a world.
///
/// # Panics
/// If there is no run: see [`begin`](crate::session::begin::begin) and [`restore`].
pub fn capture(world: &mut World) -> Snapshot {
    let Identities { level, rules, kinds, .. } = Identities::of_run(world);
    Snapshot {
        level,
        rules,
        kinds,
        run: *world.resource(),
        chance: world.resource::<GameRng>().clone(),
        player: Part::save(world),
        monsters: Part::save(world),
        doors: Part::save(world),
        walls: Part::save(world),
        lifts: Part::save(world),
        pickups: Part::save(world),
        props: Part::save(world),
        projectiles: Part::save(world),
        explosions: Part::save(world),
        waiting: Part::save(world),
        terminals: Part::save(world),
        triggers: Part::save(world),
        lighting: Part::save(world),
        gravity: Part::save(world),
        noises: Part::save(world),
        fields: Part::save(world),
        hull: Part::save(world),
        air: world.resource::<Air>().save(),
        explored: Part::save(world),
        searches: Part::save(world),
        counts: Part::save(world),
        dev: Part::save(world),
    }
}

/// Restores a state in a world, and removes everything that was there before. Kinds that the rules of the state do not
/// have are left out of the run.
///
/// # Errors
/// If the snapshot belongs to a different level or different rules, or is invalid; the world is unchanged then.
pub fn restore(world: &mut World, snapshot: &Snapshot, level: Arc<Level>, rules: &Rules) -> Result<(), SnapshotError> {
    let rules = snapshot.rules_of(&level, rules)?;
    let prints = Identities {
        level: snapshot.level,
        rules: snapshot.rules,
        skill: snapshot.run.skill,
        kinds: Arc::new(KindNames::of(&rules)),
    };
    let bounds = Bounds { level: &level, rules: &rules, tick: snapshot.run.tick };
    snapshot.validate(&bounds).map_err(SnapshotError::Damaged)?;
    let mut grid = Grid::new(&level);
    snapshot.show_on(&mut grid, &level);
    let air = Air::restored(&level, &grid, &snapshot.air);
    let air = air.ok_or(SnapshotError::Damaged("the air does not match the level"))?;
    clear(world);
    snapshot.restore_parts(world, &rules);
    world.insert_resource(air);
    grid.settle();
    world.insert_resource(grid);
    grid_sync::settle_obstacles(world);
    world.resource_mut::<Scripts>().get_ready(&rules);
    watch_deaths(world, &level, &rules, snapshot.dev.first_skill(&snapshot.run));
    world.insert_resource(rules);
    world.insert_resource(snapshot.run);
    world.insert_resource(snapshot.chance.clone());
    world.insert_resource(prints);
    world.insert_resource(Deck(level));
    world.trigger(RunBegan);
    Ok(())
}

impl Snapshot {
    /// Returns the rules of the state on its skill level: the given ones without the kinds that the state does not know.
    ///
    /// # Errors
    /// If the state belongs to a different level or different rules.
    pub(super) fn rules_of(&self, level: &Level, rules: &Rules) -> Result<Rules, SnapshotError> {
        let skill = self.run.skill;
        let rules = rules.only(&self.kinds).map_err(|_| SnapshotError::OtherRules)?.on_skill(skill);
        let known = Identities::of(level, &rules, skill);
        if (self.level, self.rules) != (known.level, known.rules) {
            let earlier = Identities::earlier(level, &rules, skill);
            if ![known.level, earlier.level].contains(&self.level) {
                return Err(SnapshotError::OtherLevel);
            }
            if ![known.rules, earlier.rules].contains(&self.rules) {
                return Err(SnapshotError::OtherRules);
            }
        }
        Ok(rules)
    }

    /// Validates everything on which the simulation relies, because a file may have been damaged or edited.
    fn validate(&self, bounds: &Bounds) -> Result<(), Flaw> {
        ensure(self.run.tick < LAST_TICK && self.run.next < LAST_ID, "its tick or its next id is too large")?;
        ensure(self.numbers_differ(), "two things have the same id, or an id was not assigned yet")?;
        self.player.validate(bounds)?;
        self.monsters.validate(bounds)?;
        self.doors.validate(bounds)?;
        self.walls.validate(bounds)?;
        self.lifts.validate(bounds)?;
        self.pickups.validate(bounds)?;
        self.props.validate(bounds)?;
        self.projectiles.validate(bounds)?;
        self.explosions.validate(bounds)?;
        self.waiting.validate(bounds)?;
        self.terminals.validate(bounds)?;
        Part::validate(&self.triggers, bounds)?;
        Part::validate(&self.lighting, bounds)?;
        Part::validate(&self.gravity, bounds)?;
        Part::validate(&self.noises, bounds)?;
        self.fields.validate(bounds)?;
        Part::validate(&self.hull, bounds)?;
        Part::validate(&self.explored, bounds)?;
        self.searches.validate(bounds)?;
        Part::validate(&self.counts, bounds)?;
        Part::validate(&self.dev, bounds)
    }

    /// Returns true if all ids are unique and smaller than the next id of the run.
    fn numbers_differ(&self) -> bool {
        let mut ids = vec![self.player.id];
        ids.extend(self.monsters.0.iter().map(|monster| monster.id));
        ids.extend(self.doors.ids());
        ids.extend(self.walls.ids());
        ids.extend(self.lifts.ids());
        ids.extend(self.pickups.ids());
        ids.extend(self.props.0.iter().map(|prop| prop.id));
        ids.extend(self.projectiles.0.iter().map(|(id, ..)| *id));
        ids.extend(self.explosions.ids());
        ids.extend(self.waiting.ids());
        ids.extend(self.terminals.all.ids());
        ids.sort_unstable();
        ids.windows(2).all(|pair| pair[0] != pair[1]) && ids.last().is_some_and(|last| last.0 < self.run.next)
    }

    /// Updates the grid with the obstacles of the state.
    fn show_on(&self, grid: &mut Grid, level: &Level) {
        self.doors.values().for_each(|door| grid_sync::show_door(grid, door));
        grid_sync::show_push_walls(grid, self.walls.values());
        grid_sync::show_hull(grid, level, &self.hull);
    }

    /// Puts all parts into a world, except those that need the grid.
    fn restore_parts(&self, world: &mut World, rules: &Rules) {
        self.player.restore(world, rules);
        self.monsters.restore(world, rules);
        self.props.restore(world, rules);
        self.doors.restore(world, rules);
        self.walls.restore(world, rules);
        self.lifts.restore(world, rules);
        self.pickups.restore(world, rules);
        self.projectiles.restore(world, rules);
        self.explosions.restore(world, rules);
        self.waiting.restore(world, rules);
        self.terminals.restore(world, rules);
        self.triggers.restore(world, rules);
        self.lighting.restore(world, rules);
        self.gravity.restore(world, rules);
        self.noises.restore(world, rules);
        self.fields.restore(world, rules);
        self.hull.restore(world, rules);
        self.explored.restore(world, rules);
        self.searches.restore(world, rules);
        self.counts.restore(world, rules);
        self.dev.restore(world, rules);
    }
}

#[cfg(test)]
#[path = "snapshot_tests.rs"]
pub(crate) mod tests;
