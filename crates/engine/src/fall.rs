//! Falling: what becomes of an undead that has died. Some burst, some leave something behind.

use crate::body::{Body, Position};
use crate::damage::{Wound, Wounds};
use crate::grid::Grid;
use crate::id::Id;
use crate::kind::Burst;
use crate::mind::MonsterState;
use crate::monster::Monster;
use crate::noise::Noises;
use crate::pickup::Pickup;
use crate::places::Places;
use crate::ray::{self, Ray};
use crate::report::{Happening, Report, StateChange};
use crate::rules::Rules;
use crate::run::Run;
use crate::tick::Tick;
use bevy::prelude::*;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(FixedUpdate, lie_down.in_set(Tick::Think).after(crate::think::think).before(crate::blow::fall));
}

/// Those that have fallen lie as corpses.
pub(crate) fn lie_down(
    grid: Res<Grid>,
    rules: Res<Rules>,
    places: Res<Places>,
    mut run: ResMut<Run>,
    mut fallen: Query<(&Id, &mut Monster, &Position), Without<Body>>,
    mut wounds: ResMut<Wounds>,
    mut noises: ResMut<Noises>,
    mut reports: MessageWriter<Report>,
    mut changes: MessageWriter<StateChange>,
    mut commands: Commands,
) {
    let tick = run.tick;
    for (&id, mut monster, at) in fallen.iter_mut().sort::<&Id>() {
        let kind = monster.kind_of(&rules);
        if monster.state() != MonsterState::Dying || monster.age(tick) < kind.dying {
            continue;
        }
        monster.enter(MonsterState::Dead, tick);
        changes.write_batch(StateChange::of(tick, id, &monster, MonsterState::Dying, at.0));
        if let Some(burst) = &kind.bursts {
            reports.write(Report::new(Happening::Bursts, at.0).by(monster.kind()));
            noises.of_player(at.0, rules.noises.burst);
            wound_all_round(burst, id, at.0, &grid, &places, &mut wounds);
        }
        if let Some(kind) = kind.drops {
            commands.spawn((run.next_id(), Pickup { kind, at: at.0 }));
        }
    }
}

/// A burst wounds whoever it reaches, the less the farther off.
fn wound_all_round(burst: &Burst, by: Id, at: Vec2, grid: &Grid, places: &Places, wounds: &mut Wounds) {
    for standing in places.near(at, burst.reach) {
        let (towards, distance) = (standing.at - at).normalize_and_length();
        let share = 1.0 - ((distance - standing.radius) / burst.reach.max(0.01)).clamp(0.0, 1.0);
        let amount = (burst.damage as f32 * share).round() as i32;
        if amount > 0 && ray::clear(grid, Ray::Shot, at, standing.at) {
            wounds.0.push(Wound { target: standing.entity, amount, towards, by: Some(by) });
        }
    }
}
