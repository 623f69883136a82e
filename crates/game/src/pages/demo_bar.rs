//! Controls of a demo: a progress bar at the bottom, the available keys, and their actions.

use crate::{
    campaign::playback::{self, AS_RECORDED, Playback, SPEEDS},
    campaign::run_request::Purpose,
    flow::page::Page,
    flow::phase::Flow,
    input::action::Action,
    input::bindings::Bindings,
    input::pad::Device,
    input::presses::Presses,
    ui::front::Front,
    ui::menu::holds,
    ui::text_layout::{self, BLACK, BRIGHT, DIM, PALE, RED},
};
use bevy::prelude::*;
use campaign::{clock, seconds};
use engine::{TICKS_PER_SECOND, Tape};
use localization::{Said, say};
use renderer::{Align, Area, Art, Canvas, DrawFrame, Lettering, Pen, Reserved, Screen};
use std::time::Duration;

/// Separator between keys.
const APART: &str = "    ";
const LEAP: u64 = 5 * TICKS_PER_SECOND as u64;
/// Time for which the keys are shown after one of them was pressed.
const SHOWN: Duration = Duration::from_secs(6);

/// Area of the bar in the last frame, and the time until which the keys are shown.
#[derive(Resource, Default)]
struct DemoBar {
    area: Option<Area>,
    keys_until: Duration,
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<DemoBar>();
    let is_watched = |playback: Option<Res<Playback>>| playback.is_some_and(|it| it.purpose == Purpose::Watched);
    app.add_systems(Update, choose.run_if(in_state(Flow::Running).and_then(is_watched)));
    let is_shown = in_state(Page::None).and_then(is_watched);
    app.add_systems(DrawFrame, draw.in_set(Front::Page).run_if(is_shown));
    let frees_foot = |mut reserved: ResMut<Reserved>| reserved.foot = 0;
    let ends = |playback: Option<Res<Playback>>| playback.is_none();
    app.add_systems(DrawFrame, frees_foot.in_set(Front::Page).run_if(ends));
}

/// Applies input to a demo that is at `tick` of `ticks`. Returns true if the player takes over.
fn follow(pressed: &Presses, playback: &mut Playback, bar: Option<Area>, tick: u64, ticks: u64) -> bool {
    for action in pressed.actions() {
        // During a seek, continue from its target.
        let at = playback.seeks.unwrap_or(tick);
        let step = |playback: &mut Playback, to: u64| {
            (playback.is_paused, playback.seeks) = (true, Some(to));
        };
        match action {
            Action::DemoTakeOver => return true,
            Action::DemoStop if tick >= ticks => (playback.is_paused, playback.seeks) = (false, Some(0)),
            Action::DemoStop => playback.is_paused = !playback.is_paused,
            Action::DemoNextTick => step(playback, (at + 1).min(ticks)),
            Action::DemoLastTick => step(playback, at.saturating_sub(1)),
            Action::DemoForward => playback.seeks = Some((at + LEAP).min(ticks)),
            Action::DemoBack => playback.seeks = Some(at.saturating_sub(LEAP)),
            Action::DemoStart => playback.seeks = Some(0),
            Action::DemoEnd => playback.seeks = Some(ticks),
            Action::DemoFaster => playback.speed = (playback.speed + 1).min(SPEEDS.len() - 1),
            Action::DemoSlower => playback.speed = playback.speed.saturating_sub(1),
            _ => {}
        }
    }
    if let Some((bar, place)) = bar.zip(pressed.pointer.filter(|_| pressed.click))
        && holds(bar.within(-bar.height / 2), place)
    {
        let part = f64::from((place.x - bar.x as f32) / bar.width.max(1) as f32).clamp(0.0, 1.0);
        playback.seeks = Some((part * ticks as f64).round() as u64);
    }
    false
}

fn choose(
    pressed: Res<Presses>,
    tape: Res<Tape>,
    time: Res<Time<Real>>,
    mut playback: ResMut<Playback>,
    mut bar: ResMut<DemoBar>,
    mut commands: Commands,
) {
    let Some(replay) = &tape.replay else { return };
    let has_begun = playback.is_added();
    if has_begun || pressed.is_any() {
        bar.keys_until = time.elapsed() + SHOWN;
    }
    if follow(&pressed, &mut playback, bar.area, replay.tick(), replay.ticks()) {
        commands.queue(playback::take_over);
    }
}

fn draw(
    (tape, playback): (Res<Tape>, Res<Playback>),
    (bindings, device): (Res<Bindings>, Res<Device>),
    art: Option<Res<Art>>,
    time: Res<Time<Real>>,
    (mut bar, mut reserved): (ResMut<DemoBar>, ResMut<Reserved>),
    mut screen: ResMut<Screen>,
) {
    let (Some(replay), Some(art)) = (&tape.replay, art) else { return };
    let mut canvas = Canvas::new(&mut screen.0);
    let high = text_layout::line_height(&canvas, art.pen(), 1);
    let y = canvas.height() - high * 5 / 4;
    let mut top = y;
    if playback.is_paused || replay.is_over() || time.elapsed() < bar.keys_until {
        top = draw_keys(&mut canvas, art.pen(), &keys(&bindings, *device), y);
    }
    reserved.foot = canvas.height() - top;
    if let Some(what) = &tape.strayed {
        text_layout::line(&mut canvas, art.pen(), Said::literal(what.to_string()), high, 1, RED);
    }
    bar.area = Some(draw_bar(&mut canvas, art.pen(), y, &playback, replay.tick(), replay.ticks()));
}

/// Returns the available keys on a device.
fn keys(bindings: &Bindings, device: Device) -> [Said; 2] {
    let hint = |action| bindings.hint(action, device);
    let [stop, last, next] = [Action::DemoStop, Action::DemoLastTick, Action::DemoNextTick].map(hint);
    let [back, forward, start, end] =
        [Action::DemoBack, Action::DemoForward, Action::DemoStart, Action::DemoEnd].map(hint);
    let [faster, slower, on, menu] =
        [Action::DemoFaster, Action::DemoSlower, Action::DemoTakeOver, Action::Pause].map(hint);
    let both =
        [say!("{back} and {forward}: 5 seconds", back, forward), say!("{faster} and {slower}: speed", faster, slower)];
    let [leaps, speed] = both;
    let (takes_over, menu) = (say!("{on}: take control", on), say!("{menu}: menu", menu));
    match device {
        Device::Pad => [Said::joined([leaps, speed], APART), Said::joined([takes_over, menu], APART)],
        Device::Keys => {
            let first = [
                say!("{stop}: pause", stop),
                say!("{last} and {next}: step", last, next),
                leaps,
                say!("{start} and {end}: start, end", start, end),
            ];
            let second = [speed, say!("Click: jump to this time").into(), takes_over, menu];
            [Said::joined(first, APART), Said::joined(second, APART)]
        }
    }
}

/// Draws the keys above the bar at `y`. Returns the top of their rows.
fn draw_keys(canvas: &mut Canvas, pen: &Pen, keys: &[Said; 2], y: i32) -> i32 {
    let high = text_layout::line_height(canvas, pen, 1);
    let lines: Vec<String> =
        keys.iter().flat_map(|keys| text_layout::wrapped(canvas, pen, keys, canvas.width() * 9 / 10)).collect();
    let top = y - high * lines.len() as i32;
    canvas.fill(Area::new(0, top, canvas.width(), y - top), BLACK.covering(0.6));
    for (number, keys) in (0..).zip(&lines) {
        text_layout::said_line(canvas, pen, keys, top + high * number, 1, DIM);
    }
    top
}

/// Draws the bar with the position and the duration of the demo. Returns its area.
fn draw_bar(canvas: &mut Canvas, pen: &Pen, y: i32, playback: &Playback, tick: u64, ticks: u64) -> Area {
    let (size, high) = (text_layout::size(canvas, pen, 1), text_layout::line_height(canvas, pen, 1));
    canvas.fill(Area::new(0, y, canvas.width(), canvas.height() - y), BLACK.covering(0.6));
    let word = 104 * size;
    let lettering = Lettering::new(PALE, size);
    let goes = playback.seeks.unwrap_or(tick);
    let now = format!("{}  {}", clock(seconds(goes)), pen.say(manner(playback, tick >= ticks)));
    canvas.text(pen, &now, 8 * size, y, lettering);
    let end = format!("{}  {}", clock(seconds(ticks)), playback.name);
    let wide = canvas.width();
    let bar = Area::new(word, y + high / 2 - 3 * size, wide - 2 * word, 6 * size);
    let part = |tick: u64| tick as f32 / ticks.max(1) as f32;
    canvas.bar(bar, part(tick), BRIGHT, DIM.covering(0.5));
    let mark = Area::new(bar.x + (part(goes) * bar.width as f32) as i32 - size, bar.y - 2 * size, 2 * size, 10 * size);
    canvas.fill(mark, PALE);
    let room = word - 16 * size;
    let words = text_layout::fitting(pen, &end, room / size);
    canvas.text(pen, &words, wide - 8 * size, y, lettering.aligned(Align::Right));
    bar
}

/// Returns the playback state as a label.
fn manner(playback: &Playback, is_over: bool) -> Said {
    match playback.speed {
        _ if playback.seeks.is_some() => Said::literal("..."),
        _ if is_over => say!("end").into(),
        _ if playback.is_paused => say!("paused").into(),
        AS_RECORDED => Said::default(),
        0 => Said::literal("x 1/4"),
        1 => Said::literal("x 1/2"),
        speed => Said::literal(format!("x {}", SPEEDS[speed])),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{input::action::Context, input::input::Input};
    use bevy::input::keyboard::KeyCode::{
        ArrowDown, ArrowLeft, ArrowRight, ArrowUp, Comma, End, Enter, Home, Period, Space,
    };

    /// Returns the demo after these keys at tick 1000 of 3000, and whether the player takes over.
    fn after(keys: &[KeyCode]) -> (Playback, bool) {
        let mut playback = Playback::of("x", Purpose::Watched);
        let pressed = Presses::of_keys(Context::Demo, keys);
        let takes_over = follow(&pressed, &mut playback, None, 1000, 3000);
        (playback, takes_over)
    }

    #[test]
    fn demo_can_be_paused_and_stepped_by_ticks() {
        let manner = |keys: &[KeyCode]| (after(keys).0.is_paused, after(keys).0.seeks);
        assert_eq!(manner(&[]), (false, None));
        assert_eq!(manner(&[Space]), (true, None));
        assert_eq!(manner(&[Space, Space]), (false, None));
        assert_eq!(manner(&[Period, Period]), (true, Some(1002)));
        assert_eq!(manner(&[Comma]), (true, Some(999)));
        assert!(after(&[Enter]).1 && !after(&[Space]).1);
    }

    #[test]
    fn arrow_keys_seek_in_a_demo_and_change_its_speed() {
        let seeks = |keys: &[KeyCode]| after(keys).0.seeks;
        assert_eq!(seeks(&[ArrowRight]), Some(1000 + LEAP));
        assert_eq!(seeks(&[ArrowLeft, ArrowLeft]), Some(0), "it has no earlier lines");
        assert_eq!(seeks(&[ArrowRight; 9]), Some(3000), "it has no later lines");
        assert_eq!([seeks(&[Home]), seeks(&[End])], [Some(0), Some(3000)]);
        let speed = |keys: &[KeyCode]| SPEEDS[after(keys).0.speed];
        assert_eq!([speed(&[]), speed(&[ArrowUp]), speed(&[ArrowDown])], [1.0, 2.0, 0.5]);
        assert_eq!([speed(&[ArrowUp; 9]), speed(&[ArrowDown; 9])], [16.0, 0.25]);
    }

    #[test]
    fn rebound_key_stops_a_demo_and_the_old_one_does_not() {
        let mut bindings = Bindings::default();
        bindings.clear(Action::DemoStop);
        bindings.add(Action::DemoStop, Input::Key(KeyCode::KeyP));
        let stops = |key| {
            let mut playback = Playback::of("x", Purpose::Watched);
            let pressed = Presses::of_inputs(Context::Demo, &[Input::Key(key)], &bindings);
            follow(&pressed, &mut playback, None, 1000, 3000);
            playback.is_paused
        };
        assert_eq!([stops(Space), stops(KeyCode::KeyP)], [false, true]);
        assert!(keys(&bindings, Device::Keys)[0].english().starts_with("P: pause"));
    }

    #[test]
    fn click_on_the_bar_seeks_and_one_next_to_it_does_not() {
        let bar = Some(Area::new(100, 340, 400, 6));
        let clicked = |x: f32, y: f32| {
            let mut playback = Playback::of("x", Purpose::Watched);
            let mut pressed = Presses::default();
            (pressed.pointer, pressed.click) = (Some(Vec2::new(x, y)), true);
            follow(&pressed, &mut playback, bar, 1000, 3000);
            playback.seeks
        };
        assert_eq!(clicked(200.0, 342.0), Some(750));
        assert_eq!(clicked(502.0, 338.0), Some(3000), "slightly next to the bar");
        assert_eq!(clicked(200.0, 200.0), None);
    }

    #[test]
    fn demo_restarts_from_its_end() {
        let mut playback = Playback::of("x", Purpose::Watched);
        let pressed = Presses::of_keys(Context::Demo, &[Space]);
        follow(&pressed, &mut playback, None, 3000, 3000);
        assert_eq!((playback.is_paused, playback.seeks), (false, Some(0)));
    }
}
