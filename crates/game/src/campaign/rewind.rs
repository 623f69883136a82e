//! Rewind: while its key is held, the run goes back by up to a minute. The player then continues from there, even after
//! death.

use crate::{
    campaign::taping,
    flow::dev_time::is_console_open,
    flow::phase::Flow,
    input::action::Action,
    input::controls::TakeControls,
    input::presses::{Devices, TakePresses},
    ui::note::Note,
};
use bevy::{app::RunFixedMainLoop, prelude::*};
use content::BaseRules;
use engine::{Deck, Run, Tape};
use localization::say;
use renderer::{Marks, Wipe};
use std::{sync::Arc, time::Duration};

/// Interval between rewind steps. Each step goes back by a quarter of a second, so rewinding is five times as fast as
/// play.
const STEP: Duration = Duration::from_millis(50);

/// Maximum number of steps per frame: after a second in which nothing was drawn, the run does not jump.
const MAX_STEPS: u128 = 20;

/// Present while the run rewinds.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Rewinding {
    /// Time since the last step.
    waited: Duration,
    /// True if the rewind buffer is exhausted.
    pub(crate) is_at_end: bool,
}

pub(crate) fn plugin(app: &mut App) {
    let can_rewind = in_state(Flow::Running).and_then(resource_exists::<Tape>).and_then(not(is_console_open));
    app.add_systems(RunFixedMainLoop, follow_key.after(TakePresses).before(TakeControls::Board).run_if(can_rewind));
    app.add_systems(OnExit(Flow::Running), |mut commands: Commands| commands.remove_resource::<Rewinding>());
}

fn follow_key(world: &mut World) {
    let is_held = world.run_system_cached(wants_back).unwrap_or(false);
    let goes_on = world.get_resource::<Run>().is_some_and(Run::goes_on);
    let is_seen = !world.get_resource::<Wipe>().is_some_and(Wipe::is_running);
    if !(is_held && goes_on && is_seen && world.resource::<Tape>().replay.is_none()) {
        world.remove_resource::<Rewinding>();
        return;
    }
    let waits = world.resource::<Time<Real>>().delta();
    // The first step happens immediately.
    let mut rewinding = world.remove_resource().unwrap_or(Rewinding { waited: STEP, is_at_end: false });
    rewinding.waited += waits;
    // A slow frame takes several steps at once, so the rate does not depend on the frame rate.
    let steps = (rewinding.waited.as_millis() / STEP.as_millis()).min(MAX_STEPS) as u32;
    if steps > 0 {
        rewinding.waited = rewinding.waited.saturating_sub(STEP * steps).min(STEP);
        rewinding.is_at_end = !step_back(world, steps);
    }
    world.insert_resource(rewinding);
}

fn wants_back(devices: Devices) -> bool {
    devices.holds(Action::Rewind)
}

/// Goes a number of steps back and drops all later marks. Returns false if there is no earlier step.
fn step_back(world: &mut World, steps: u32) -> bool {
    let (Some(deck), Some(rules)) = (world.get_resource::<Deck>(), world.get_resource::<BaseRules>()) else {
        return false;
    };
    let (level, rules) = (Arc::clone(&deck.0), Arc::clone(&rules.0));
    let (marks, was_recorded) = (world.get_resource::<Marks>().cloned(), taping::is_on(world));
    let went = world.resource_scope(|world, mut tape: Mut<Tape>| tape.back(steps, world, &level, &rules));
    let went = went.unwrap_or_else(|what| {
        warn!("cannot rewind the run: {what}");
        false
    });
    if went && let Some(mut marks) = marks {
        marks.forget_after(world.resource::<Run>().tick);
        world.insert_resource(marks);
    }
    if was_recorded && !taping::is_on(world) {
        world.insert_resource(Note::new(say!("Recording stopped: you rewound past its start")));
    }
    went
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{input::presses, testing};
    use bevy::input::ButtonState;
    use engine::{Body, Health, Outcome, Player, Rules, Start, TapePlugin};

    /// Creates a game without a window on a running deck, with a quarter of a second per frame.
    fn game() -> App {
        let mut app = testing::game(100, |app| {
            app.add_plugins((TapePlugin, plugin));
            app.insert_resource(BaseRules(Arc::new(Rules::standard()))).init_resource::<Marks>();
            app.world_mut().resource_mut::<Tape>().keeps = true;
        });
        testing::play(&mut app, &Start::on(testing::level(&["####", "#@.#", "####"])));
        app
    }

    fn tick(app: &App) -> u64 {
        app.world().resource::<Run>().tick
    }

    #[test]
    fn rewind_works_while_its_key_is_held_even_after_death() {
        let mut app = game();
        (0..20).for_each(|_| app.update());
        let mut players = app.world_mut().query::<(Entity, &mut Player, &mut Health)>();
        let (entity, mut player, mut health) = players.single_mut(app.world_mut()).unwrap();
        (player.since_death, health.0) = (0, 0);
        app.world_mut().entity_mut(entity).remove::<Body>(); // the dead have none
        app.world_mut().resource_mut::<Run>().outcome = Outcome::Dead;
        (0..5).for_each(|_| app.update());
        let died = tick(&app);
        presses::send_key(&mut app, KeyCode::Backspace, ButtonState::Pressed);
        app.world_mut().resource_mut::<Time<Virtual>>().set_relative_speed(0.0);
        (0..6).for_each(|_| app.update());
        assert!(app.world().contains_resource::<Rewinding>());
        let back = tick(&app);
        assert!(back + 5 * 30 <= died && back.is_multiple_of(30), "{back} must be six steps before {died}");
        assert_eq!(app.world().resource::<Run>().outcome, Outcome::Running);
        presses::send_key(&mut app, KeyCode::Backspace, ButtonState::Released);
        app.world_mut().resource_mut::<Time<Virtual>>().set_relative_speed(1.0);
        (0..2).for_each(|_| app.update());
        assert!(tick(&app) > back && !app.world().contains_resource::<Rewinding>());
        presses::send_key(&mut app, KeyCode::Backspace, ButtonState::Pressed);
        app.world_mut().resource_mut::<Time<Virtual>>().set_relative_speed(0.0);
        (0..90).for_each(|_| app.update());
        assert!(app.world().resource::<Rewinding>().is_at_end);
    }
}
