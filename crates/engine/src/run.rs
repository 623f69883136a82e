//! A run: one try at one deck, from its start to the lift or to death.

use crate::body::{self, Heading};
use crate::chance::Chance;
use crate::counted_set::CountedSet;
use crate::damage::{Health, Wounds};
use crate::fields::Fields;
use crate::grid::Grid;
use crate::id::Id;
use crate::intent::Intent;
use crate::lighting::Lighting;
use crate::noise::{Ears, Noises};
use crate::pickup::MOST;
use crate::player::{MAX_HEALTH, Player};
use crate::pushwall::PushWall;
use crate::rules::Rules;
use crate::tick::{TICKS_PER_SECOND, Tick};
use crate::trigger::{Orders, Tried, Triggers};
use crate::waiting::Waiting;
use crate::{clutter, door, lift, monster, pickup, player, prop};
use bevy::prelude::*;
use level::{CellShape, Level, Thing, ThingKind};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// All that a run begins with.
#[derive(Clone, Debug)]
pub struct Start {
    /// The deck.
    pub level: Arc<Level>,
    /// The rules; they know every undead of the deck, see [`Rules::check`].
    pub rules: Arc<Rules>,
    /// The skill, 1 (easiest) to 4.
    pub skill: u8,
    /// The seed of chance.
    pub seed: u64,
    /// What the player brings.
    pub loadout: Loadout,
}

impl Start {
    /// The start on a deck under the rules that come with the game, on skill 2 with seed 1.
    pub fn on(level: Arc<Level>) -> Start {
        Start { level, rules: Arc::new(Rules::standard()), skill: 2, seed: 1, loadout: Loadout::default() }
    }
}

/// What a player takes from deck to deck.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Loadout {
    /// Health, 1 to 1000.
    pub health: i32,
    /// Armour, 0 to 1000.
    pub armour: i32,
    /// The name of the weapon in hand.
    pub held: Option<String>,
    /// Weapons, ammunition and whatever else there is; what the rules of the run do not know is left behind, and so is what
    /// goes beyond their limits.
    pub inventory: CountedSet<String>,
}

impl Default for Loadout {
    /// Whole, with a wrench, a pistol and forty rounds.
    fn default() -> Self {
        let mut loadout = Loadout::with_pistol(MAX_HEALTH, 40);
        loadout.inventory.add("wrench".to_owned(), 1);
        loadout
    }
}

impl Loadout {
    /// A pistol with so many rounds, and nothing else.
    pub fn with_pistol(health: i32, rounds: u64) -> Self {
        let mut inventory = CountedSet::default();
        inventory.add("pistol".to_owned(), 1);
        inventory.add("rounds".to_owned(), rounds);
        Loadout { health, armour: 0, held: Some("pistol".to_owned()), inventory }
    }

    /// What a player has with him now.
    pub fn of(player: &Player, health: Health) -> Self {
        let Player { armour, held, inventory, .. } = player.clone();
        Loadout { health: health.0, armour, held, inventory }
    }

    /// The player who brings it, under these rules.
    fn player(&self, rules: &Rules) -> Player {
        let mut player = Player { armour: self.armour.clamp(0, MOST), ..default() };
        player.stow(rules, &self.inventory);
        player.wanted = None;
        let held = self.held.as_deref().and_then(|name| rules.weapon(name));
        let held = held.filter(|number| player.inventory.count(&rules.weapons[usize::from(*number)].0) > 0);
        if let Some(number) = held.or_else(|| player.best(rules)) {
            player.hold(rules, number);
        }
        player.since_change = u32::MAX;
        player
    }
}

/// The deck that is played.
#[derive(Resource, Clone, Debug)]
pub struct Deck(pub Arc<Level>);

/// How far the run has come.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    /// The ticks that have passed.
    pub tick: u64,
    /// How it stands.
    pub outcome: Outcome,
    /// The undead that died.
    pub kills: u32,
    /// The undead that the deck began with, and those that wait to be called.
    pub monsters: u32,
    /// The secrets that the player has found: walls that he has pushed.
    pub found: u32,
    /// The secrets of the deck.
    pub secrets: u32,
    /// The pieces of treasure that were found.
    pub treasure: u32,
    /// The pieces of treasure that the deck began with.
    pub treasures: u32,
    /// The seed that it began with.
    pub seed: u64,
    /// The skill that it is played on, 1 to 4.
    pub skill: u8,
    /// The number that the next thing gets.
    pub(crate) next: u32,
}

/// How a run stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outcome {
    /// The player lives and is on the deck.
    Running,
    /// The player is dead; the deck goes on without him.
    Dead,
    /// The lift has left; nothing happens any more.
    Lift,
    /// A lift has left for the secret deck; nothing happens any more.
    SecretLift,
}

impl Outcome {
    /// True if a lift has left: the deck is done.
    pub fn is_done(self) -> bool {
        matches!(self, Outcome::Lift | Outcome::SecretLift)
    }
}

impl Run {
    /// A number for something that is new on the deck.
    pub(crate) fn next_id(&mut self) -> Id {
        self.next += 1;
        Id(self.next - 1)
    }

    /// False once nothing will happen any more.
    pub fn goes_on(&self) -> bool {
        !self.outcome.is_done()
    }

    /// True after each whole second of game time.
    pub fn is_whole_second(&self) -> bool {
        self.tick.is_multiple_of(u64::from(TICKS_PER_SECOND))
    }
}

/// Clears the world of whatever was played before and puts the start of a run into it.
///
/// Undead, pickups and props that the rules do not know are left out; [`Rules::check`] tells of them.
pub fn begin(world: &mut World, start: &Start) {
    clear(world);
    let level = &start.level;
    let (seed, skill) = (start.seed, start.skill.clamp(1, 4));
    world.insert_resource(Chance::new(seed));
    world.insert_resource(Grid::new(level));
    world.insert_resource(Deck(Arc::clone(level)));
    let rules = start.rules.on_skill(skill);

    let (kills, monsters, treasure, treasures, found, secrets) = default();
    let outcome = Outcome::Running;
    let mut run = Run { tick: 0, outcome, kills, monsters, found, secrets, treasure, treasures, seed, skill, next: 0 };
    world.spawn((
        run.next_id(),
        start.loadout.player(&rules),
        Health(start.loadout.health.clamp(1, MOST)),
        Heading(level.player.facing),
        body::at(Grid::middle(IVec2::new(level.player.x as i32, level.player.y as i32)), player::RADIUS),
    ));
    for (index, cell) in level.cells.iter().enumerate() {
        let (x, y) = (index % level.width, index / level.width);
        match cell.shape {
            CellShape::Door { along, hang, lock, locks_behind, .. } => {
                world.spawn((run.next_id(), door::Door::closed(x, y, along, hang, lock, locks_behind)));
            }
            CellShape::Lift { secret, face, .. } => {
                world.spawn((run.next_id(), lift::LiftSwitch::new(x, y, secret, face)));
            }
            CellShape::Push { .. } => {
                let Some(wall) = PushWall::at(level, x, y, &rules.push_walls) else { continue };
                run.secrets += u32::from(wall.is_secret());
                world.spawn((run.next_id(), wall));
            }
            CellShape::Open
            | CellShape::Wall { .. }
            | CellShape::Switch { .. }
            | CellShape::Pane { .. }
            | CellShape::Pillar { .. }
            | CellShape::Diagonal { .. } => {}
        }
    }
    for (number, thing) in level.things.iter().enumerate().filter(|(_, thing)| thing.skill <= skill) {
        if thing.waits {
            run.monsters += u32::from(is_known_monster(thing, level, &rules));
            world.spawn((run.next_id(), Waiting::new(number)));
        } else {
            place(world, &mut run, &rules, level, thing);
        }
    }
    clutter::look(world);
    world.insert_resource(Triggers::new(level));
    world.insert_resource(Lighting::new(level));
    world.insert_resource(run);
    world.insert_resource(rules);
}

/// True for an undead that the rules know.
fn is_known_monster(thing: &Thing, level: &Level, rules: &Rules) -> bool {
    matches!(thing.kind, ThingKind::Monster(index) if rules.kind(level.monster(index)).is_some())
}

/// Puts a thing of the level where it stands.
fn place(world: &mut World, run: &mut Run, rules: &Rules, level: &Level, thing: &Thing) {
    let at = Grid::middle(IVec2::new(thing.x as i32, thing.y as i32));
    match thing.kind {
        ThingKind::Player => {}
        ThingKind::Monster(index) => {
            let Some(kind) = rules.kind(level.monster(index)) else { return };
            run.monsters += 1;
            world.spawn((run.next_id(), monster::placed(rules, kind, thing)));
        }
        ThingKind::Pickup(_) | ThingKind::Key(_) => {
            let Some(kind) = rules.lying(level, thing.kind) else { return };
            run.treasures += u32::from(rules.pickups[usize::from(kind)].1.treasure);
            world.spawn((run.next_id(), pickup::Pickup { kind, at }));
        }
        ThingKind::Prop(index) => {
            let Some(kind) = rules.prop(level.prop(index)) else { return };
            world.spawn((run.next_id(), prop::placed(rules, kind, at)));
        }
    }
}

/// Takes everything of an earlier run out of the world.
pub(crate) fn clear(world: &mut World) {
    let things: Vec<Entity> = world.query_filtered::<Entity, With<Id>>().iter(world).collect();
    for thing in things {
        world.despawn(thing);
    }
    world.insert_resource(Wounds::default());
    world.insert_resource(Noises::default());
    world.insert_resource(Ears::default());
    world.insert_resource(Fields::default());
    world.insert_resource(Intent::default());
    world.insert_resource(Tried::default());
    world.insert_resource(Orders::default());
}

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(FixedUpdate, count.in_set(Tick::Report));
}

/// Counts the tick.
pub(crate) fn count(mut run: ResMut<Run>) {
    run.tick += 1;
}
