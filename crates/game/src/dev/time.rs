//! The time of a deck in the hands of a developer: stop, single ticks forwards and backwards, any tick of the last
//! minute, slow motion, conditions that stop the run, and bookmarks.

use crate::{
    campaign::playback::Playback, dev::stepping::step, flow::dev_time::DevTime, flow::phase::Flow, ui::note::Note,
};
use bevy::prelude::*;
use content::BaseRules;
use engine::{Deck, Intent, Run, Tape};
use inspect::Stops;
use localization::{Said, say};
use renderer::Marks;
use std::sync::Arc;

/// Maximum number of ticks of one command.
const MAX_TICKS: u64 = 12_000;

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Stops>().init_resource::<DevTime>();
    app.add_systems(Update, notice_stop.run_if(in_state(Flow::Running).and_then(resource_exists::<Tape>)));
}

/// Passes the conditions on to the tape.
pub(crate) fn arm(world: &mut World) {
    world.resource_scope(|world, stops: Mut<Stops>| stops.arm(world));
}

/// Holds the time after a condition has stopped it.
fn notice_stop(world: &mut World) {
    let stopped = world.resource_scope(|world, mut stops: Mut<Stops>| stops.take_stopped(world));
    let Some((tick, text)) = stopped else { return };
    world.resource_mut::<DevTime>().is_stopped = true;
    world.insert_resource(Note::new(say!("Stopped at tick {tick}: {text}", tick, text = Said::literal(text))));
}

/// Moves the run to a tick of the last minute, or the demo to any tick.
///
/// # Errors
/// If the tick is not known.
pub(crate) fn move_to(world: &mut World, tick: u64) -> Result<(), Said> {
    world.resource_mut::<DevTime>().is_stopped = true;
    if let Some(mut playback) = world.get_resource_mut::<Playback>() {
        playback.seeks = Some(tick);
        return Ok(());
    }
    let (Some(deck), Some(rules)) = (world.get_resource::<Deck>(), world.get_resource::<BaseRules>()) else {
        return Err(say!("There is no run.").into());
    };
    let (level, rules) = (Arc::clone(&deck.0), Arc::clone(&rules.0));
    let marks = world.get_resource::<Marks>().cloned();
    let went = world.resource_scope(|world, mut tape: Mut<Tape>| tape.move_to(tick, world, &level, &rules));
    match went {
        Ok(true) => {
            if let Some(mut marks) = marks {
                marks.forget_after(tick);
                world.insert_resource(marks);
            }
            arm(world);
            Ok(())
        }
        Ok(false) => {
            let span = world.resource::<Tape>().last_minute.span();
            let (from, to) = span.unwrap_or_default();
            Err(say!("Only the ticks {from} to {to} are known.", from, to))
        }
        Err(error) => Err(Said::literal(error.to_string())),
    }
}

/// Moves the run by some ticks, which may be known, or new ones without input.
///
/// # Errors
/// If an earlier tick is not known any more.
pub(crate) fn move_by(world: &mut World, ticks: i64) -> Result<(), Said> {
    let now = match world.get_resource::<Tape>().and_then(|tape| tape.replay.as_ref()) {
        Some(replay) => replay.tick(),
        None => world.resource::<Run>().tick,
    };
    let to = now.saturating_add_signed(ticks.clamp(-(MAX_TICKS as i64), MAX_TICKS as i64));
    let known = world.get_resource::<Tape>().and_then(|tape| tape.last_minute.span()).map_or(now, |(_, end)| end);
    if world.contains_resource::<Playback>() || to <= known {
        return move_to(world, to);
    }
    world.resource_mut::<DevTime>().is_stopped = true;
    if now < known {
        move_to(world, known)?;
    }
    (known.max(now)..to).for_each(|_| step(world, Intent::default()));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;
    use engine::{Rules, Start, TapePlugin, capture};

    /// Creates a game on a running deck with 12 ticks per frame.
    fn game() -> App {
        let mut app = testing::game(100, |app| {
            app.add_plugins((TapePlugin, plugin)).init_resource::<Marks>();
            app.insert_resource(BaseRules(Arc::new(Rules::standard())));
            app.world_mut().resource_mut::<Tape>().keeps = true;
        });
        testing::play(&mut app, &Start::on(testing::level(&["########", "#@....z#", "########"])));
        app
    }

    fn tick(app: &App) -> u64 {
        app.world().resource::<Run>().tick
    }

    #[test]
    fn run_goes_back_and_forward_by_ticks() {
        let mut app = game();
        (0..20).for_each(|_| app.update());
        app.world_mut().resource_mut::<Time<Virtual>>().pause();
        let (now, hash) = (tick(&app), capture(app.world_mut()).hash());
        move_by(app.world_mut(), -101).unwrap();
        assert_eq!(tick(&app), now - 101);
        move_by(app.world_mut(), 101).unwrap();
        assert_eq!((tick(&app), capture(app.world_mut()).hash()), (now, hash));
        move_by(app.world_mut(), 5).unwrap();
        assert_eq!(tick(&app), now + 5, "new ticks have no input");
        assert!(move_to(app.world_mut(), now + 6).is_err());
        assert!(app.world().resource::<DevTime>().is_stopped);
    }

    #[test]
    fn condition_stops_the_run_at_its_tick() {
        let mut app = game();
        (0..5).for_each(|_| app.update());
        let goal = tick(&app) + 31;
        let text = format!("tick = {goal}");
        app.world_mut().resource_mut::<Stops>().condition("until", &text).unwrap();
        arm(app.world_mut());
        for _ in 0..20 {
            if !app.world().resource::<DevTime>().is_stopped {
                app.update();
            }
        }
        assert_eq!(tick(&app), goal);
        assert!(app.world().contains_resource::<Note>());
    }
}
