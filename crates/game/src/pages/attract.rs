//! Attract mode: after a while without input, the title screen plays demos until any key is pressed.

use crate::{
    campaign::playback::{self, Playback, attracts},
    campaign::run_request::Purpose,
    flow::page::Page,
    flow::phase::Phase,
    input::pad::Device,
    input::presses::Presses,
    ui::front::Front,
    ui::text_layout::{self, BRIGHT},
    window::focus::Focus,
};
use bevy::prelude::*;
use content::{DemoFile, LaterContent, name_of};
use engine::{Demo, Tape};
use localization::say;
use renderer::{Art, Canvas, DrawFrame, Reserved, Screen};
use std::time::Duration;

/// Time without input after which the demos start.
const PATIENCE: Duration = Duration::from_secs(20);

/// Time of the last input at the title, and index of the next demo.
#[derive(Resource, Default)]
struct Attract {
    since: Duration,
    next: usize,
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Attract>();
    app.add_systems(OnEnter(Phase::Title), wait_anew);
    app.add_systems(Update, wait.run_if(in_state(Phase::Title)));
    let is_on = in_state(Phase::Deck).and_then(attracts);
    app.add_systems(Update, watch.run_if(is_on));
    app.add_systems(DrawFrame, draw.in_set(Front::Page).run_if(attracts));
}

fn wait_anew(time: Res<Time<Real>>, mut attract: ResMut<Attract>) {
    attract.since = time.elapsed();
}

/// Returns true if there was any input.
fn is_touched(pressed: &Presses) -> bool {
    pressed.is_any() || pressed.pointer.is_some()
}

/// Waits at the title until there was no input for a while. Demos do not start without focus.
fn wait(world: &mut World) {
    let now = world.resource::<Time<Real>>().elapsed();
    let is_used = is_touched(world.resource()) || *world.resource::<State<Page>>().get() != Page::None;
    if is_used || world.resource::<Focus>().is_away() {
        world.resource_mut::<Attract>().since = now;
    } else if now >= world.resource::<Attract>().since + PATIENCE {
        world.resource_mut::<Attract>().since = now;
        play_next(world);
    }
}

/// Returns to the title on any key or on loss of focus, and plays the next demo after each one.
fn watch(world: &mut World) {
    let pressed = world.resource::<Presses>();
    let is_over = world.resource::<Tape>().replay.as_ref().is_none_or(engine::Replay::is_over);
    let is_ended = pressed.is_any() || world.resource::<Focus>().is_away();
    if is_ended || is_over && !play_next(world) {
        world.resource_mut::<NextState<Phase>>().set(Phase::Title);
    }
}

/// Plays the next demo, skipping those that do not fit any more. Returns false if none fits.
fn play_next(world: &mut World) -> bool {
    let Some(content) = world.get_resource::<LaterContent>() else { return false };
    let files = content.demos.clone();
    let first = world.resource::<Attract>().next;
    for number in (first..first + files.len()).map(|number| number % files.len()) {
        let Some(demo) = world.resource::<Assets<DemoFile>>().get(&files[number]) else { continue };
        let demo = Demo::clone(&demo.0);
        let name = files[number].path().map(name_of).unwrap_or_default();
        match playback::play(world, demo, &name, Purpose::Attract) {
            Ok(()) => {
                world.resource_mut::<Attract>().next = number + 1;
                return true;
            }
            Err(what) => info!("skipping demo {name}: {what}"),
        }
    }
    false
}

fn draw(
    (art, device): (Option<Res<Art>>, Res<Device>),
    playback: Res<Playback>,
    time: Res<Time<Real>>,
    mut reserved: ResMut<Reserved>,
    mut screen: ResMut<Screen>,
) {
    let Some(art) = art else { return };
    reserved.foot = text_layout::line_height(&Canvas::new(&mut screen.0), art.pen(), 2);
    if playback.is_paused || time.elapsed().as_millis() % 1600 > 1000 {
        return;
    }
    let mut canvas = Canvas::new(&mut screen.0);
    let y = canvas.height() - reserved.foot;
    let words = device.words(say!("Press any key"), say!("Press any button"));
    text_layout::line(&mut canvas, art.pen(), words, y, 1, BRIGHT);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn demos_wait_for_focus() {
        let seconds = Duration::from_secs;
        let mut world = World::new();
        world.insert_resource(State::new(Page::None));
        world.init_resource::<Attract>();
        world.init_resource::<Presses>();
        world.init_resource::<Time<Real>>();
        // The first frame only starts the timer.
        world.resource_mut::<Time<Real>>().update_with_duration(Duration::ZERO);
        let mut since = |focus: Focus| {
            world.insert_resource(focus);
            world.resource_mut::<Time<Real>>().update_with_duration(seconds(10));
            wait(&mut world);
            world.resource::<Attract>().since
        };
        assert_eq!(since(Focus::default()), seconds(0), "ten seconds without input");
        for elapsed in [20, 30, 40] {
            assert_eq!(since(Focus::lost()), seconds(elapsed), "the wait must start again");
        }
        assert_eq!(since(Focus::default()), seconds(40));
    }
}
