//! Draws one frame per Bevy update, and logs the number of frames and their timings (`RUST_LOG=info`).

use crate::flow::phase::Flow;
use bevy::{input::keyboard::KeyboardInput, input::mouse::MouseMotion, prelude::*};
use ports::Clock;
use renderer::{DrawFrame, Screen};
use std::{
    io::{self, Write},
    time::Duration,
};

/// For tests: prints each input event and each change of the frame, with the frame number and the time in milliseconds
/// since 1970.
#[derive(Resource, Clone, Debug, Default)]
pub(crate) struct Told {
    pictures: u64,
    /// Pixels of the last frame.
    shown: Vec<u32>,
}

fn tell(
    (mut keys, mut motions): (MessageReader<KeyboardInput>, MessageReader<MouseMotion>),
    (screen, clock): (Res<Screen>, Res<Clock>),
    mut told: ResMut<Told>,
) {
    told.pictures += 1;
    let now = clock.wall().as_secs_f64() * 1000.0;
    let number = told.pictures;
    // Ignore a closed stdout.
    let say = |what: &str| drop(writeln!(io::stdout(), "{what} {number} {now:.3}"));
    if keys.read().count() + motions.read().count() > 0 {
        say("event");
    }
    if told.shown != screen.0.pixels() {
        say("picture");
        told.shown = screen.0.pixels().to_vec();
    }
}

/// Number of frames since a start time, and the total time spent drawing them.
#[derive(Resource, Clone, Copy)]
struct Pictures {
    count: u32,
    /// Start time on the game clock.
    since: Duration,
    drawing: Duration,
}

impl Pictures {
    fn none_yet(clock: &Clock) -> Self {
        Pictures { count: 0, since: clock.now(), drawing: Duration::ZERO }
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Clock>();
    let none_yet = Pictures::none_yet(app.world().resource());
    app.insert_resource(none_yet);
    app.add_systems(OnEnter(Flow::Running), count_anew);
    app.add_systems(OnExit(Flow::Running), say_how_many);
    app.add_systems(PostUpdate, draw);
    app.add_systems(PostUpdate, tell.after(draw).run_if(resource_exists::<Told>));
}

/// Draws the frame, whatever phase the game is in.
pub(crate) fn draw(world: &mut World) {
    let clock = world.resource::<Clock>().clone();
    let began = clock.now();
    world.run_schedule(DrawFrame);
    let mut pictures = world.resource_mut::<Pictures>();
    pictures.count += 1;
    pictures.drawing += clock.now() - began;
    // What the profiler counts as a frame.
    #[cfg(feature = "tracy")]
    bevy::log::info!(message = "frame is drawn", tracy.frame_mark = true);
}

fn count_anew(clock: Res<Clock>, mut pictures: ResMut<Pictures>) {
    *pictures = Pictures::none_yet(&clock);
}

fn say_how_many(clock: Res<Clock>, pictures: Res<Pictures>) {
    let (count, seconds) = (pictures.count, clock.now().saturating_sub(pictures.since).as_secs_f32());
    let each = pictures.drawing.as_secs_f32() * 1000.0 / count.max(1) as f32;
    info!("{count} frames in {seconds:.1} s: {:.0} per second, {each:.2} ms to draw each", count as f32 / seconds);
}
