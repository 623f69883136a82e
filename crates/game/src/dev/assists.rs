//! Assists: developer acts that players switch on in the options. They mark the run like typed acts.

use crate::{
    files::settings::{Assists, Settings},
    flow::phase::Flow,
    input::controls::{Controls, somebody_plays},
};
use bevy::prelude::*;
use engine::{Body, DevAct, DevState, Gift, Player, Rules, Run, TICKS_PER_SECOND};
use level::Key;

/// Ticks between two gifts of ammunition.
const EVERY: u64 = TICKS_PER_SECOND as u64;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Update, assist.run_if(in_state(Flow::Running).and_then(somebody_plays)));
}

/// Requests the acts that are missing. An invulnerability that was typed into the console is left alone.
fn assist(
    (settings, rules, run): (Res<Settings>, Option<Res<Rules>>, Option<Res<Run>>),
    state: Res<DevState>,
    player: Option<Single<&Player, With<Body>>>,
    mut controls: ResMut<Controls>,
    (mut was_on, mut given): (Local<bool>, Local<u64>),
) {
    let (Some(rules), Some(run), Some(player)) = (rules, run, player) else { return };
    let Assists { invulnerable, keys, ammunition } = settings.assists;
    if controls.has_dev_act() {
        return;
    }
    let was_on = std::mem::replace(&mut *was_on, invulnerable);
    if invulnerable && !state.god {
        controls.dev_act(DevAct::God(true));
    } else if was_on && !invulnerable && state.god {
        controls.dev_act(DevAct::God(false));
    } else if keys && Key::ALL.iter().any(|key| !player.keys.has(*key)) {
        controls.dev_act(DevAct::Give(Gift::Keys));
    } else if ammunition
        && run.tick.abs_diff(*given) >= EVERY
        && rules.ammunition.iter().any(|(name, kind)| player.inventory.count(name) < u64::from(kind.limit))
    {
        *given = run.tick;
        controls.dev_act(DevAct::Give(Gift::Ammunition));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{input::controls, testing};
    use engine::Start;

    #[test]
    fn assists_are_acts_and_end_when_they_are_switched_off() {
        let mut app = testing::game(20, |app| {
            app.insert_resource(Settings::default()).add_plugins((controls::plugin, plugin));
        });
        testing::play(&mut app, &Start::on(testing::level(&["####", "#@.#", "####"])));
        (0..9).for_each(|_| app.update());
        assert_eq!(*app.world().resource::<DevState>(), DevState::default(), "no assist is on");
        let all = Assists { invulnerable: true, keys: true, ammunition: true };
        app.world_mut().resource_mut::<Settings>().assists = all;
        (0..60).for_each(|_| app.update());
        let limit = app.world().resource::<Rules>().limit("shells");
        let world = app.world_mut();
        let player = world.query::<&Player>().single(world).unwrap();
        assert!(Key::ALL.iter().all(|key| player.keys.has(*key)) && player.inventory.count("shells") == limit);
        let state = *app.world().resource::<DevState>();
        assert!(state.god && state.used);
        app.world_mut().resource_mut::<Settings>().assists = Assists::default();
        (0..9).for_each(|_| app.update());
        let state = *app.world().resource::<DevState>();
        assert!(!state.god && state.used, "the mark stays");
    }
}
