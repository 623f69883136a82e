//! The snapshot: what the state of a run is, in one place. Saves write it, loads restore it, the state hash is taken of it.

use crate::blast::Blast;
use crate::body::{self, Body, Heading, Heavy, Position, Thrown, Velocity};
use crate::bolt::Bolt;
use crate::burning::Burning;
use crate::chance::Chance;
use crate::clutter;
use crate::damage::Health;
use crate::door::Door;
use crate::fields::{Fields, SavedFields};
use crate::grid::Grid;
use crate::id::{Id, PLAYER};
use crate::kind::FARTHEST;
use crate::lift::LiftSwitch;
use crate::lighting::Lighting;
use crate::monster::Monster;
use crate::noise::{Noise, Noises};
use crate::pickup::Pickup;
use crate::player::Player;
use crate::prop::Prop;
use crate::pushwall::PushWall;
use crate::rules::Rules;
use crate::run::{Deck, Run, clear};
use crate::trigger::Triggers;
use crate::waiting::Waiting;
use bevy::prelude::*;
use level::{CellShape, Level};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;
use xxhash_rust::xxh3::Xxh3Default;

/// All that a later tick depends on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Snapshot {
    /// The [`fingerprint`] of the level that it belongs to.
    level: u64,
    /// The [`fingerprint`] of the rules on its skill.
    rules: u64,
    run: Run,
    chance: Chance,
    player: PlayerState,
    monsters: Vec<MonsterState>,
    doors: Vec<(Id, Door)>,
    walls: Vec<(Id, PushWall)>,
    lifts: Vec<(Id, LiftSwitch)>,
    pickups: Vec<(Id, Pickup)>,
    props: Vec<PropState>,
    bolts: Vec<(Id, Position, Bolt)>,
    blasts: Vec<(Id, Blast)>,
    waiting: Vec<(Id, Waiting)>,
    triggers: Triggers,
    lighting: Lighting,
    noises: Vec<Noise>,
    fields: SavedFields,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct PlayerState {
    id: Id,
    player: Player,
    being: Being,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct MonsterState {
    id: Id,
    monster: Monster,
    being: Being,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct PropState {
    id: Id,
    prop: Prop,
    being: Being,
}

/// What the player, the undead and props have in common.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Being {
    position: Position,
    velocity: Velocity,
    thrown: Thrown,
    burning: Burning,
    heading: Heading,
    health: Health,
    /// None once it is dead.
    body: Option<Body>,
}

/// Why a snapshot cannot be restored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SnapshotError {
    /// It was taken on another level, or on this one before it was changed.
    OtherLevel,
    /// It was taken under other rules, or under these before they were changed.
    OtherRules,
    /// Something in it cannot be; this says what.
    Impossible(&'static str),
}

impl fmt::Display for SnapshotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SnapshotError::OtherLevel => {
                f.write_str("it belongs to another level, or to this one before it was changed")
            }
            SnapshotError::OtherRules => f.write_str("it belongs to other rules, or to these before they were changed"),
            SnapshotError::Impossible(what) => write!(f, "it cannot be whole: {what}"),
        }
    }
}

impl std::error::Error for SnapshotError {}

impl Snapshot {
    /// A number that two states share only if they are the same.
    pub fn hash(&self) -> u64 {
        hash(self)
    }
}

/// A number that two levels, or two books of rules, share only if they are the same.
pub(crate) fn fingerprint(of: &impl Serialize) -> u64 {
    hash(of)
}

fn hash(value: &impl Serialize) -> u64 {
    // Serialising plain structs into a hasher cannot fail: there is no medium that could be full.
    postcard::serialize_with_flavor(value, Hasher(Xxh3Default::new())).unwrap_or_default()
}

/// Feeds serialised bytes to the hash instead of storing them.
struct Hasher(Xxh3Default);

impl postcard::ser_flavors::Flavor for Hasher {
    type Output = u64;

    fn try_push(&mut self, byte: u8) -> postcard::Result<()> {
        self.0.update(&[byte]);
        Ok(())
    }

    fn try_extend(&mut self, bytes: &[u8]) -> postcard::Result<()> {
        self.0.update(bytes);
        Ok(())
    }

    fn finalize(self) -> postcard::Result<u64> {
        Ok(self.0.digest())
    }
}

/// Takes the state out of a world with a run in it.
pub fn capture(world: &mut World) -> Snapshot {
    let level = fingerprint(&*world.resource::<Deck>().0);
    let rules = fingerprint(world.resource::<Rules>());
    let (run, chance) = (*world.resource::<Run>(), world.resource::<Chance>().clone());
    type Parts = (&'static Position, &'static Velocity, &'static Thrown, &'static Burning, &'static Health);
    type Who = AnyOf<(&'static Player, &'static Monster, &'static Prop)>;
    let mut beings = world.query::<(&Id, Parts, Option<&Heading>, Option<&Body>, Who)>();
    let mut player = None;
    let (mut monsters, mut props) = (Vec::new(), Vec::new());
    for (&id, parts, heading, body, who) in beings.iter(world).sort::<&Id>() {
        let (&position, &velocity, &thrown, &burning, &health) = parts;
        let heading = heading.copied().unwrap_or(Heading(0.0));
        let being = Being { position, velocity, thrown, burning, heading, health, body: body.copied() };
        match who {
            (Some(of), ..) => player = Some(PlayerState { id, player: of.clone(), being }),
            (_, Some(&monster), _) => monsters.push(MonsterState { id, monster, being }),
            (.., Some(&prop)) => props.push(PropState { id, prop, being }),
            (None, None, None) => {}
        }
    }
    let mut bolts: Vec<(Id, Position, Bolt)> =
        world.query::<(&Id, &Position, &Bolt)>().iter(world).map(|(&id, &at, bolt)| (id, at, bolt.clone())).collect();
    bolts.sort_unstable_by_key(|(id, ..)| *id);
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
        bolts,
        blasts: sorted(world),
        waiting: sorted(world),
        triggers: world.resource::<Triggers>().clone(),
        lighting: world.resource::<Lighting>().clone(),
        noises: world.resource::<Noises>().0.clone(),
        fields: world.resource::<Fields>().save(),
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
    snapshot.check(&level, &rules)?;
    clear(world);
    let mut grid = Grid::new(&level);
    let spawn_being = |world: &mut World, id: Id, being: &Being| {
        let Being { position, velocity, thrown, burning, heading, health, body } = being.clone();
        let still = (id, position, body::Previous(position.0), heading, health);
        let entity = world.spawn((still, velocity, thrown, burning)).id();
        if let Some(body) = body {
            world.entity_mut(entity).insert(body);
        }
        entity
    };
    let PlayerState { id, player, being } = &snapshot.player;
    let entity = spawn_being(world, *id, being);
    world.entity_mut(entity).insert(player.clone());
    for MonsterState { id, monster, being } in &snapshot.monsters {
        let entity = spawn_being(world, *id, being);
        world.entity_mut(entity).insert(*monster);
    }
    for PropState { id, prop, being } in &snapshot.props {
        let entity = spawn_being(world, *id, being);
        world.entity_mut(entity).insert((*prop, Heavy));
    }
    for (id, door) in &snapshot.doors {
        grid.show_door(door);
        world.spawn((*id, *door));
    }
    grid.show_push_walls(snapshot.walls.iter().map(|(_, wall)| wall));
    for &(id, wall) in &snapshot.walls {
        world.spawn((id, wall));
    }
    for &(id, lift) in &snapshot.lifts {
        world.spawn((id, lift));
    }
    for &(id, pickup) in &snapshot.pickups {
        world.spawn((id, pickup));
    }
    for (id, at, bolt) in &snapshot.bolts {
        world.spawn((*id, *at, body::Previous(at.0), bolt.clone()));
    }
    for (id, blast) in &snapshot.blasts {
        world.spawn((*id, blast.clone()));
    }
    for &(id, waiting) in &snapshot.waiting {
        world.spawn((id, waiting));
    }
    world.insert_resource(snapshot.triggers.clone());
    world.insert_resource(snapshot.lighting.clone());
    grid.settle();
    world.insert_resource(grid);
    clutter::look(world);
    world.insert_resource(rules);
    world.insert_resource(snapshot.fields.restore());
    world.insert_resource(snapshot.run);
    world.insert_resource(snapshot.chance.clone());
    world.insert_resource(Noises(snapshot.noises.clone()));
    world.insert_resource(Deck(level));
    Ok(())
}

impl Snapshot {
    /// What the rules take for granted: a file may have been damaged or edited.
    fn check(&self, level: &Level, rules: &Rules) -> Result<(), SnapshotError> {
        if self.level != fingerprint(level) {
            return Err(SnapshotError::OtherLevel);
        }
        if self.rules != fingerprint(rules) {
            return Err(SnapshotError::OtherRules);
        }
        let inside = |point: Vec2| {
            point.cmpge(Vec2::ZERO).all() && point.cmplt(Vec2::new(level.width as f32, level.height as f32)).all()
        };
        let props = || self.props.iter().map(|prop| &prop.being);
        let beings = || self.monsters.iter().map(|monster| &monster.being).chain([&self.player.being]).chain(props());
        let memories_inside = || self.monsters.iter().flat_map(|monster| monster.monster.places()).all(inside);
        let heard = |noise: &Noise| inside(noise.at) && inside(noise.about) && noise.reach <= FARTHEST;
        let checks = [
            (self.run.tick < LAST_TICK && self.run.next < LAST_ID, "it is older than the ship"),
            (self.player.id == PLAYER, "the player has another number"),
            (self.numbers_differ(), "two things have one number, or one that is yet to come"),
            (beings().all(|being| inside(being.position.0)) && memories_inside(), "someone is outside the level"),
            (
                beings().all(Being::can_move)
                    && self.monsters.iter().all(|monster| monster.monster.is_possible(self.run.tick, rules))
                    && self.bolts.iter().all(|(_, _, bolt)| bolt.is_possible(rules)),
                "a motion is no number, or somebody is of no kind",
            ),
            (beings().all(Being::is_possible), "someone is neither alive nor dead"),
            (self.doors_fit(level), "the doors are not those of the level"),
            (self.walls_fit(level, rules), "the push-walls are not those of the level"),
            (self.lifts_fit(level), "the lifts are not those of the level"),
            (self.player.player.is_possible(rules), "the player carries what the rules do not know, or too much of it"),
            (self.props.iter().all(|prop| prop.is_possible(self.run.tick, rules)), "a prop is of no kind"),
            (
                self.pickups
                    .iter()
                    .all(|(_, pickup)| inside(pickup.at) && usize::from(pickup.kind) < rules.pickups.len()),
                "a pickup lies outside the level, or is of no kind",
            ),
            (
                self.blasts.iter().all(|(_, blast)| inside(blast.at()) && blast.is_possible()),
                "an explosion is outside the level, or none that there can be",
            ),
            (self.bolts.iter().all(|(_, at, _)| inside(at.0)), "a bolt flies outside the level"),
            (self.waiting.iter().all(|(_, waiting)| waiting.is_possible(level)), "what waits is not of the level"),
            (self.triggers.is_possible(level), "the triggers are not those of the level"),
            (self.lighting.is_possible(level), "the lights are not those of the level"),
            (self.fields.is_possible(level.cells.len()), "the ways are not those of the level"),
            (self.noises.iter().all(heard), "a noise is made outside the level, or too loud"),
        ];
        match checks.into_iter().find(|(holds, _)| !holds) {
            Some((_, what)) => Err(SnapshotError::Impossible(what)),
            None => Ok(()),
        }
    }

    fn numbers_differ(&self) -> bool {
        let mut ids = vec![self.player.id];
        ids.extend(self.monsters.iter().map(|monster| monster.id));
        ids.extend(self.doors.iter().map(|door| door.0));
        ids.extend(self.walls.iter().map(|wall| wall.0));
        ids.extend(self.lifts.iter().map(|lift| lift.0));
        ids.extend(self.pickups.iter().map(|pickup| pickup.0));
        ids.extend(self.bolts.iter().map(|bolt| bolt.0));
        ids.extend(self.waiting.iter().map(|waiting| waiting.0));
        ids.extend(self.blasts.iter().map(|blast| blast.0));
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

impl PropState {
    fn is_possible(&self, tick: u64, rules: &Rules) -> bool {
        self.prop.is_possible(tick, rules, self.being.body.is_some())
    }
}

impl Being {
    /// Its motion is one.
    fn can_move(&self) -> bool {
        self.velocity.0.is_finite() && self.thrown.0.is_finite() && self.heading.0.is_finite()
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
