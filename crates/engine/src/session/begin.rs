//! The beginning of a run: what it starts with, and how that is put into the world.

use crate::{
    air::air::Air,
    air::hull::Hull,
    bodies::body::{self, Heading},
    bodies::gravity::Gravity,
    bodies::height::Tall,
    bodies::moving::Moves,
    bodies::searches::Searches,
    bodies::wound::{Health, Wounds},
    deck::grid::Grid,
    deck::noise::Ears,
    deck::tried::Tried,
    machines::lighting::Lighting,
    machines::pushwall::PushWall,
    machines::terminal::{AtTerminal, Terminal},
    machines::thinking::Thinking,
    machines::trigger::{Orders, Triggers},
    machines::waiting::Waiting,
    machines::{door, lift, shadow},
    monsters::fields::Fields,
    monsters::monster,
    monsters::scripted::Scripted,
    player::explored::{Explored, LookRound},
    player::player,
    reports::counts::Counts,
    reports::noises::Noises,
    reports::report::Report,
    rules::monster_kind::MonsterKind,
    rules::pickup_kind::MOST,
    rules::rules::Rules,
    scripts::scripts::Scripts,
    session::fingerprint::Fingerprints,
    session::loadout::Loadout,
    things::{pickup, prop},
    tick::chance::Chance,
    tick::id::Id,
    tick::intent::Intent,
    tick::run::{Deck, Outcome, Run, RunBegan},
};
use bevy::prelude::*;
use level::{CellShape, Level, Thing, ThingKind};
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
    /// The name of the arrival at which he comes; where the level's player stands without one, or if the level knows none of
    /// that name: see [`Level::arrival`].
    pub arrival: Option<String>,
}

impl Start {
    /// The start on a deck under the rules that come with the game, on skill 2 with seed 1.
    pub fn on(level: Arc<Level>) -> Start {
        let (rules, loadout) = (Arc::new(Rules::standard()), Loadout::default());
        Start { level, rules, skill: 2, seed: 1, loadout, arrival: None }
    }

    /// The middle of the cell that the player comes to, and where he looks.
    pub(super) fn entrance(&self) -> (Vec2, f32) {
        let Thing { x, y, facing, .. } = self.level.player;
        let arrival = self.arrival.as_ref().and_then(|name| self.level.arrival(name).ok());
        let (x, y, facing) = arrival.map_or((x, y, facing), |arrival| (arrival.x, arrival.y, arrival.facing));
        (Grid::middle(IVec2::new(x as i32, y as i32)), facing)
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
    let grid = Grid::new(level);
    world.insert_resource(Air::of_level(level, &grid));
    world.insert_resource(Hull::default());
    world.insert_resource(Explored::of(level));
    world.insert_resource(Gravity::default());
    world.insert_resource(grid);
    world.insert_resource(Deck(Arc::clone(level)));
    let rules = start.rules.on_skill(skill);

    let (kills, monsters, treasure, treasures, found, secrets) = default();
    let outcome = Outcome::Running;
    let mut run = Run { tick: 0, outcome, kills, monsters, found, secrets, treasure, treasures, seed, skill, next: 0 };
    let (middle, facing) = start.entrance();
    world.spawn((
        run.next_id(),
        start.loadout.player(&rules),
        Health(start.loadout.health.clamp(1, MOST)),
        Heading(facing),
        body::at(middle, player::RADIUS, Tall::default()),
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
            | CellShape::Space
            | CellShape::Wall { .. }
            | CellShape::Switch { .. }
            | CellShape::Pane { .. }
            | CellShape::Pillar { .. }
            | CellShape::Diagonal { .. }
            | CellShape::Table => {}
        }
    }
    for terminal in &level.terminals {
        world.spawn((run.next_id(), Terminal::new(terminal)));
    }
    for (number, thing) in level.things.iter().enumerate().filter(|(_, thing)| thing.skill <= skill) {
        count(&mut run, &rules, level, thing);
        if thing.waits {
            world.spawn((run.next_id(), Waiting::new(number)));
        } else {
            place(world, &mut run, &rules, level, thing);
        }
    }
    shadow::settle_obstacles(world);
    world.resource_mut::<Scripts>().get_ready(&rules);
    world.insert_resource(Triggers::new(level));
    world.insert_resource(Lighting::new(level));
    world.insert_resource(run);
    world.insert_resource(Fingerprints::of(level, &rules));
    world.insert_resource(rules);
    world.trigger(RunBegan);
}

/// Counts an undead or a piece of treasure that the rules know, whether it is there or waits to be called.
fn count(run: &mut Run, rules: &Rules, level: &Level, thing: &Thing) {
    match thing.kind {
        ThingKind::Monster(index) => {
            let kind = rules.kind(level.monster(index)).map(|kind| &rules.monsters[usize::from(kind)].1);
            run.monsters += u32::from(kind.is_some_and(MonsterKind::is_foe));
        }
        kind => {
            let treasure = rules.lying(level, kind).is_some_and(|kind| rules.pickups[usize::from(kind)].1.treasure);
            run.treasures += u32::from(treasure);
        }
    }
}

/// Puts a thing of the level where it stands.
fn place(world: &mut World, run: &mut Run, rules: &Rules, level: &Level, thing: &Thing) {
    let at = Grid::middle(IVec2::new(thing.x as i32, thing.y as i32));
    match thing.kind {
        ThingKind::Player => {}
        ThingKind::Monster(index) => {
            let Some(kind) = rules.kind(level.monster(index)) else { return };
            let id = run.next_id();
            let mut entity = world.spawn((id, monster::placed(rules, kind, thing)));
            Scripted::of(rules, kind, id, run.seed).map(|scripted| entity.insert(scripted).id());
        }
        ThingKind::Pickup(_) | ThingKind::Key(_) => {
            let Some(kind) = rules.lying(level, thing.kind) else { return };
            world.spawn((run.next_id(), pickup::Pickup::lying(kind, at)));
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
    world.insert_resource(Counts::default());
    world.insert_resource(Ears::default());
    world.insert_resource(Fields::default());
    world.insert_resource(Searches::default());
    world.insert_resource(Moves::default());
    world.insert_resource(LookRound::default());
    world.insert_resource(Intent::default());
    world.insert_resource(Tried::default());
    world.insert_resource(Orders::default());
    world.insert_resource(AtTerminal::default());
    world.insert_resource(Thinking::default());
    if let Some(mut reports) = world.get_resource_mut::<Messages<Report>>() {
        reports.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plugin::EnginePlugin;

    #[test]
    fn before_a_run_has_begun_ticks_do_nothing() {
        let mut app = App::new();
        app.add_plugins(EnginePlugin);
        app.update();
        (0..10).for_each(|_| app.world_mut().run_schedule(FixedUpdate));
        assert!(app.world().get_resource::<Run>().is_none());
    }
}
