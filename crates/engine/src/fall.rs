//! Falling: what becomes of an undead that has died. Some burst, some leave something behind.

use crate::blast::Blast;
use crate::body::{Body, Position};
use crate::id::Id;
use crate::mind::MonsterState;
use crate::monster::Monster;
use crate::noise::Noises;
use crate::pickup::Pickup;
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
    rules: Res<Rules>,
    mut run: ResMut<Run>,
    mut fallen: Query<(&Id, &mut Monster, &Position), Without<Body>>,
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
            commands.spawn((run.next_id(), Blast::of_burst(burst, at.0, id)));
        }
        if let Some(kind) = kind.drops.as_deref().and_then(|name| rules.pickup(name)) {
            commands.spawn((run.next_id(), Pickup { kind, at: at.0 }));
        }
    }
}
