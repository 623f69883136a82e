//! The snapshot: what the state of a run is, in one place. Saves write it, loads restore it, the state hash is taken of it.

use crate::{
    air::air::{Air, SavedAir},
    air::hull::Hull,
    bodies::body::{Body, Heading, Position, Previous, Thrown, Velocity},
    bodies::gravity::Gravity,
    bodies::height::{Height, Tall},
    bodies::searches::{SavedSearches, Searches},
    bodies::wound::{Burning, Health},
    deck::grid::Grid,
    machines::door::Door,
    machines::lift::LiftSwitch,
    machines::lighting::Lighting,
    machines::pushwall::PushWall,
    machines::shadow,
    machines::terminal::{AtTerminal, Terminal},
    machines::trigger::Triggers,
    machines::waiting::Waiting,
    monsters::fields::{Fields, SavedFields},
    monsters::monster::Monster,
    monsters::scripted::Scripted,
    player::explored::Explored,
    player::player::Player,
    reports::counts::Counts,
    reports::noises::{Noise, Noises},
    rules::rules::Rules,
    scripts::scripts::Scripts,
    session::begin::clear,
    session::fingerprint::{Fingerprints, fingerprint},
    things::pickup::Pickup,
    things::prop::Prop,
    tick::chance::Chance,
    tick::id::Id,
    tick::run::{Deck, Run, RunBegan},
    weapons::explosion::Explosion,
    weapons::projectile::Projectile,
};
use bevy::prelude::*;
use level::Level;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use thiserror::Error;

/// All that a later tick depends on, and what was counted until now.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Snapshot {
    /// The [`fingerprint`] of the level that it belongs to.
    pub(super) level: u64,
    /// The [`fingerprint`] of the rules on its skill.
    pub(super) rules: u64,
    pub(super) run: Run,
    pub(super) chance: Chance,
    pub(super) player: SavedPlayer,
    pub(super) monsters: Vec<SavedMonster>,
    pub(super) doors: Vec<(Id, Door)>,
    pub(super) walls: Vec<(Id, PushWall)>,
    pub(super) lifts: Vec<(Id, LiftSwitch)>,
    pub(super) pickups: Vec<(Id, Pickup)>,
    pub(super) props: Vec<SavedProp>,
    pub(super) projectiles: Vec<(Id, Position, Projectile)>,
    pub(super) explosions: Vec<(Id, Explosion)>,
    pub(super) waiting: Vec<(Id, Waiting)>,
    pub(super) terminals: Vec<(Id, Terminal)>,
    pub(super) at_terminal: AtTerminal,
    pub(super) triggers: Triggers,
    pub(super) lighting: Lighting,
    pub(super) gravity: Gravity,
    pub(super) noises: Vec<Noise>,
    pub(super) fields: SavedFields,
    pub(super) hull: Hull,
    pub(super) air: SavedAir,
    pub(super) explored: Explored,
    /// Who waits to search for a path. It is behind the bytes of the state: see [`Snapshot::to_bytes`].
    #[serde(skip)]
    pub(super) searches: SavedSearches,
    /// What was counted. No tick depends on it, so it is not among the bytes of the state, of which the hash is taken: see
    /// [`Snapshot::to_bytes`].
    #[serde(skip)]
    pub counts: Counts,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct SavedPlayer {
    pub(super) id: Id,
    pub(super) player: Player,
    pub(super) being: Being,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct SavedMonster {
    pub(super) id: Id,
    pub(super) monster: Monster,
    pub(super) scripted: Option<Scripted>,
    pub(super) being: Being,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct SavedProp {
    pub(super) id: Id,
    pub(super) prop: Prop,
    pub(super) being: Being,
}

/// What the player, the undead and props have in common.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Being {
    pub(super) position: Position,
    pub(super) velocity: Velocity,
    pub(super) thrown: Thrown,
    pub(super) height: Height,
    pub(super) burning: Burning,
    pub(super) heading: Option<Heading>,
    pub(super) health: Health,
    /// None once it is dead.
    pub(super) body: Option<Body>,
}

/// Why a snapshot cannot be restored.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SnapshotError {
    /// It was taken on another level, or on this one before it was changed.
    #[error("it belongs to another level, or to this one before it was changed")]
    OtherLevel,
    /// It was taken under other rules, or under these before they were changed.
    #[error("it belongs to other rules, or to these before they were changed")]
    OtherRules,
    /// Something in it cannot be; this says what.
    #[error("it is damaged: {0}")]
    Damaged(&'static str),
}

impl Snapshot {
    /// A number that two states share only if they are the same; what was counted may differ.
    pub fn hash(&self) -> u64 {
        fingerprint(&self.parts().map(|(_, hash)| hash))
    }

    /// The hash of each part of the state, by the part's name: so two runs that differ tell where.
    pub fn parts(&self) -> [(&'static str, u64); 23] {
        // Taken apart whole, so that no part can be forgotten.
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
            at_terminal,
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
        } = self;
        [
            ("level", *level),
            ("rules", *rules),
            ("run", fingerprint(run)),
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
            ("terminals", fingerprint(&(terminals, at_terminal))),
            ("triggers", fingerprint(triggers)),
            ("lighting", fingerprint(lighting)),
            ("gravity", fingerprint(gravity)),
            ("noises", fingerprint(noises)),
            // As a rule nobody waits, and then the hash is that of the versions before.
            ("fields", if searches.is_empty() { fingerprint(fields) } else { fingerprint(&(fields, searches)) }),
            ("hull", fingerprint(hull)),
            ("air", fingerprint(air)),
            ("explored", fingerprint(explored)),
        ]
    }
}

/// Takes the state out of a world with a run in it.
///
/// # Panics
/// If there is no run in it: see [`begin`](crate::session::begin::begin) and [`restore`].
pub fn capture(world: &mut World) -> Snapshot {
    let &Fingerprints { level, rules } = world.resource();
    let (run, chance) = (*world.resource::<Run>(), world.resource::<Chance>().clone());
    type Moves = (&'static Position, &'static Velocity, &'static Thrown, &'static Height);
    type Parts = (Moves, &'static Burning, &'static Health);
    type Who = AnyOf<(&'static Player, &'static Monster, &'static Prop)>;
    let mut beings = world.query::<(&Id, Parts, Option<&Heading>, Option<&Body>, Option<&Scripted>, Who)>();
    let mut player = None;
    let (mut monsters, mut props) = (Vec::new(), Vec::new());
    for (&id, parts, heading, body, scripted, who) in beings.iter(world).sort::<&Id>() {
        let ((&position, &velocity, &thrown, &height), &burning, &health) = parts;
        let (heading, body) = (heading.copied(), body.copied());
        let being = Being { position, velocity, thrown, height, burning, heading, health, body };
        match who {
            (Some(of), ..) => player = Some(SavedPlayer { id, player: of.clone(), being }),
            (_, Some(&monster), _) => monsters.push(SavedMonster { id, monster, scripted: scripted.cloned(), being }),
            (.., Some(&prop)) => props.push(SavedProp { id, prop, being }),
            (None, None, None) => {}
        }
    }
    let mut projectiles: Vec<(Id, Position, Projectile)> = world
        .query::<(&Id, &Position, &Projectile)>()
        .iter(world)
        .map(|(&id, &at, projectile)| (id, at, projectile.clone()))
        .collect();
    projectiles.sort_unstable_by_key(|(id, ..)| *id);
    Snapshot {
        level,
        rules,
        run,
        chance,
        player: player.expect("a run has a player"),
        monsters,
        doors: sorted(world),
        walls: sorted(world),
        lifts: sorted(world),
        pickups: sorted(world),
        props,
        projectiles,
        explosions: sorted(world),
        waiting: sorted(world),
        terminals: sorted(world),
        at_terminal: *world.resource::<AtTerminal>(),
        triggers: world.resource::<Triggers>().clone(),
        lighting: world.resource::<Lighting>().clone(),
        gravity: world.resource::<Gravity>().clone(),
        noises: world.resource::<Noises>().0.clone(),
        fields: world.resource::<Fields>().save(),
        hull: world.resource::<Hull>().clone(),
        air: world.resource::<Air>().save(),
        explored: world.resource::<Explored>().clone(),
        searches: world.resource::<Searches>().save(),
        counts: world.resource::<Counts>().clone(),
    }
}

/// All components of one kind, in the order of their ids.
fn sorted<C: Component + Clone>(world: &mut World) -> Vec<(Id, C)> {
    world.query::<(&Id, &C)>().iter(world).sort::<&Id>().map(|(&id, component)| (id, component.clone())).collect()
}

/// Puts a state into a world; whatever was played there before is gone.
///
/// # Errors
/// If the snapshot belongs to another level or other rules, or does not hold together; the world is untouched then.
pub fn restore(world: &mut World, snapshot: &Snapshot, level: Arc<Level>, rules: &Rules) -> Result<(), SnapshotError> {
    let rules = rules.on_skill(snapshot.run.skill);
    let prints = Fingerprints { level: snapshot.level, rules: snapshot.rules };
    let known = Fingerprints::of(&level, &rules);
    if prints != known {
        let earlier = Fingerprints::earlier(&level, &rules);
        if ![known.level, earlier.level].contains(&prints.level) {
            return Err(SnapshotError::OtherLevel);
        }
        if ![known.rules, earlier.rules].contains(&prints.rules) {
            return Err(SnapshotError::OtherRules);
        }
    }
    snapshot.check(&level, &rules)?;
    let mut grid = Grid::new(&level);
    snapshot.show_on(&mut grid, &level);
    let air = Air::restored(&level, &grid, &snapshot.air);
    let air = air.ok_or(SnapshotError::Damaged("the air is not that of the level"))?;
    clear(world);
    spawn_beings(world, snapshot, &rules);
    spawn_things(world, snapshot);
    world.insert_resource(air);
    world.insert_resource(snapshot.hull.clone());
    world.insert_resource(snapshot.explored.clone());
    world.insert_resource(snapshot.counts.clone());
    world.insert_resource(snapshot.at_terminal);
    world.insert_resource(snapshot.triggers.clone());
    world.insert_resource(snapshot.lighting.clone());
    world.insert_resource(snapshot.gravity.clone());
    grid.settle();
    world.insert_resource(grid);
    shadow::settle_obstacles(world);
    world.resource_mut::<Scripts>().get_ready(&rules);
    world.insert_resource(rules);
    world.insert_resource(snapshot.fields.restore());
    world.insert_resource(snapshot.searches.restore());
    world.insert_resource(snapshot.run);
    world.insert_resource(snapshot.chance.clone());
    world.insert_resource(Noises(snapshot.noises.clone()));
    world.insert_resource(prints);
    world.insert_resource(Deck(level));
    world.trigger(RunBegan);
    Ok(())
}

/// The player, the undead and the props, with all that bodies have.
fn spawn_beings(world: &mut World, snapshot: &Snapshot, rules: &Rules) {
    let spawn_being = |world: &mut World, id: Id, being: &Being, tall: Tall| {
        let Being { position, velocity, thrown, height, burning, heading, health, body } = being.clone();
        let moves = (position, Previous(position.0), velocity, thrown, height);
        let mut entity = world.spawn((id, moves, tall, health, burning));
        heading.map(|heading| entity.insert(heading).id());
        body.map(|body| entity.insert(body).id());
        entity.id()
    };
    let SavedPlayer { id, player, being } = &snapshot.player;
    let entity = spawn_being(world, *id, being, Tall::default());
    world.entity_mut(entity).insert(player.clone());
    for SavedMonster { id, monster, scripted, being } in &snapshot.monsters {
        let tall = Tall(monster.kind_of(rules).tall);
        let entity = spawn_being(world, *id, being, tall);
        let mut entity = world.entity_mut(entity);
        entity.insert(*monster);
        scripted.clone().map(|scripted| entity.insert(scripted).id());
    }
    for SavedProp { id, prop, being } in &snapshot.props {
        let kind = &rules.props[usize::from(prop.kind())].1;
        let entity = spawn_being(world, *id, being, Tall(kind.tall));
        world.entity_mut(entity).insert((*prop, kind.heavy()));
    }
}

impl Snapshot {
    /// Shows a grid what of it stands in the way.
    fn show_on(&self, grid: &mut Grid, level: &Level) {
        self.doors.iter().for_each(|(_, door)| shadow::show_door(grid, door));
        shadow::show_push_walls(grid, self.walls.iter().map(|(_, wall)| wall));
        shadow::show_hull(grid, level, &self.hull);
    }
}

/// All else that has a number.
fn spawn_things(world: &mut World, snapshot: &Snapshot) {
    for &(id, door) in &snapshot.doors {
        world.spawn((id, door));
    }
    for &(id, wall) in &snapshot.walls {
        world.spawn((id, wall));
    }
    for &(id, lift) in &snapshot.lifts {
        world.spawn((id, lift));
    }
    for &(id, pickup) in &snapshot.pickups {
        world.spawn((id, pickup));
    }
    for (id, at, projectile) in &snapshot.projectiles {
        world.spawn((*id, *at, Previous(at.0), projectile.clone()));
    }
    for (id, explosion) in &snapshot.explosions {
        world.spawn((*id, explosion.clone()));
    }
    for &(id, waiting) in &snapshot.waiting {
        world.spawn((id, waiting));
    }
    for (id, terminal) in &snapshot.terminals {
        world.spawn((*id, terminal.clone()));
    }
}

#[cfg(test)]
#[path = "snapshot_tests.rs"]
pub(crate) mod tests;
