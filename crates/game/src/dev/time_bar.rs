//! The bar of a held or slowed time: where the run is in the last minute. It can be dragged.

use crate::{
    dev::time::{move_by, move_to},
    flow::dev_time::{DevTime, is_console_open},
    flow::page::Page,
    flow::phase::Flow,
    input::action::Action,
    input::presses::Presses,
    ui::front::Front,
    ui::menu::holds,
    ui::note::Note,
    ui::text_layout::{self, BLACK, BRIGHT, DIM, PALE},
};
use bevy::prelude::*;
use engine::{Run, TICKS_PER_SECOND, Tape};
use localization::{Said, say};
use renderer::{Area, Art, Canvas, DrawFrame, Lettering, Screen};

/// The bar in the last frame, and whether it is being dragged.
#[derive(Resource, Debug, Default)]
pub(crate) struct TimeBar {
    area: Option<Area>,
    is_dragged: bool,
}

impl TimeBar {
    /// Returns true if a click at a pixel is meant for the bar, which is a little larger than it looks.
    pub(crate) fn has(&self, pixel: Vec2) -> bool {
        self.is_dragged || self.area.is_some_and(|area| holds(area.within(-area.height), pixel))
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<TimeBar>();
    let plays = || in_state(Flow::Running).and_then(in_state(Page::None)).and_then(is_live);
    app.add_systems(Update, follow.run_if(plays().and_then(not(is_console_open))));
    app.add_systems(DrawFrame, draw.in_set(Front::Page).run_if(plays()));
}

/// Returns true during a run that is not a demo, which has a bar of its own.
fn is_live(tape: Option<Res<Tape>>, run: Option<Res<Run>>) -> bool {
    run.is_some() && tape.is_some_and(|tape| tape.replay.is_none())
}

/// Handles the keys and the mouse.
fn follow(world: &mut World) {
    let pressed = world.resource::<Presses>().clone();
    if pressed.asks(Action::TimeStop) {
        let mut time = world.resource_mut::<DevTime>();
        time.is_stopped = !time.is_stopped;
    }
    if !world.resource::<DevTime>().is_stopped {
        return;
    }
    let steps = i64::from(pressed.count(Action::TimeForward)) - i64::from(pressed.count(Action::TimeBack));
    let mut moved = if steps == 0 { Ok(()) } else { move_by(world, steps) };
    let is_held = world.get_resource::<ButtonInput<MouseButton>>().is_some_and(|held| held.pressed(MouseButton::Left));
    let mut bar = world.resource_mut::<TimeBar>();
    if let (Some(area), Some(at)) = (bar.area, pressed.hover) {
        bar.is_dragged = is_held && (bar.is_dragged || pressed.click && bar.has(at));
        if bar.is_dragged {
            let part = f64::from((at.x - area.x as f32) / area.width.max(1) as f32).clamp(0.0, 1.0);
            let span = world.resource::<Tape>().last_minute.span();
            if let Some((from, to)) = span {
                moved = move_to(world, from + (part * (to - from) as f64).round() as u64);
            }
        }
    }
    if let Err(why) = moved {
        world.insert_resource(Note::new(why));
    }
}

fn draw(
    (time, tape, run): (Res<DevTime>, Res<Tape>, Res<Run>),
    art: Option<Res<Art>>,
    mut bar: ResMut<TimeBar>,
    mut screen: ResMut<Screen>,
) {
    bar.area = None;
    let (Some(art), Some((from, to))) = (art, tape.last_minute.span()) else { return };
    if !time.is_stopped && time.speed >= 1.0 {
        return;
    }
    let mut canvas = Canvas::new(&mut screen.0);
    let (pen, size) = (art.pen(), text_layout::size(&canvas, art.pen(), 1));
    let high = text_layout::line_height(&canvas, pen, 1);
    let y = canvas.height() - high * 5 / 4;
    canvas.fill(Area::new(0, y, canvas.width(), canvas.height() - y), BLACK.covering(0.7));
    let manner: Said = match time.is_stopped {
        true => say!("stopped").into(),
        false => say!("{percent} %", percent = Said::decimal(time.speed * 100.0, 0)),
    };
    let now = Said::joined([say!("tick {tick}", tick = run.tick), manner], "  ");
    canvas.text(pen, &pen.say(now), 8 * size, y, Lettering::new(PALE, size));
    let word = 150 * size;
    let area = Area::new(word, y + high / 2 - 3 * size, canvas.width() - word - 60 * size, 6 * size);
    let part = |tick: u64| tick.saturating_sub(from) as f32 / (to - from).max(1) as f32;
    canvas.bar(area, part(run.tick), BRIGHT, DIM.covering(0.5));
    let mark = area.x + (part(run.tick) * area.width as f32) as i32;
    canvas.fill(Area::new(mark - size, area.y - 2 * size, 2 * size, 10 * size), PALE);
    let seconds = (to - from) as f32 / TICKS_PER_SECOND as f32;
    let length = pen.say(say!("{seconds} s", seconds = Said::decimal(seconds, 1)));
    canvas.text(pen, &length, area.x + area.width + 6 * size, y, Lettering::new(PALE, size));
    bar.area = Some(area);
}
