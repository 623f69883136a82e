//! The pictures: one is drawn each time that Bevy goes round; and how many there were, for the log (`RUST_LOG=info`).

use crate::flow::phase::Flow;
use bevy::prelude::*;
use renderer::DrawFrame;
use std::time::{Duration, Instant};

/// How many pictures have been drawn since when, and how long that took.
#[derive(Resource, Clone, Copy)]
struct Pictures {
    count: u32,
    since: Instant,
    drawing: Duration,
}

impl Pictures {
    fn none_yet() -> Self {
        Pictures { count: 0, since: Instant::now(), drawing: Duration::ZERO }
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.insert_resource(Pictures::none_yet());
    app.add_systems(OnEnter(Flow::Running), count_anew);
    app.add_systems(OnExit(Flow::Running), say_how_many);
    app.add_systems(PostUpdate, draw);
}

/// Draws the picture, whatever it shows now.
pub(crate) fn draw(world: &mut World) {
    let began = Instant::now();
    world.run_schedule(DrawFrame);
    let mut pictures = world.resource_mut::<Pictures>();
    pictures.count += 1;
    pictures.drawing += began.elapsed();
}

fn count_anew(mut pictures: ResMut<Pictures>) {
    *pictures = Pictures::none_yet();
}

fn say_how_many(pictures: Res<Pictures>) {
    let (count, seconds) = (pictures.count, pictures.since.elapsed().as_secs_f32());
    let each = pictures.drawing.as_secs_f32() * 1000.0 / count.max(1) as f32;
    info!("{count} pictures in {seconds:.1} s: {:.0} a second, each drawn in {each:.2} ms", count as f32 / seconds);
}
