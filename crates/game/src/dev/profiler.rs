//! The profiler: a panel with the times of the last frames and ticks as bars, and the longest tick with its longest
//! steps. The command `profile` of the console shows it and saves a trace.

use crate::{
    dev::profile::{Profile, Stage, by_set, chrome_trace},
    flow::dev_time::is_console_open,
    flow::page::Page,
    flow::phase::Flow,
    ui::front::Front,
    ui::text_layout::{self, BLACK, BRIGHT, PALE, RED},
};
use bevy::prelude::*;
use engine::{MeasuredTick, StepTimes, TICKS_PER_SECOND, measure_steps, step_names};
use localization::{Said, say};
use ports::Store;
use renderer::{Area, Art, Canvas, Colour, Draw, DrawFrame, Lettering, Pen, Screen};
use std::time::Duration;

/// Folder of traces in the store, and their maximum number.
const FOLDER: &str = "traces";
const MAX_TRACES: u32 = 999;
/// Budget of a frame: its duration on a screen of 60 Hz. It is the height of the chart.
const FRAME: Duration = Duration::from_nanos(1_000_000_000 / 60);
/// Height of the chart of ticks: an eighth of the time between two ticks.
const TICK: Duration = Duration::from_nanos(1_000_000_000 / TICKS_PER_SECOND as u64 / 8);
/// Number of rows of a chart.
const ROWS: i32 = 8;
/// Number of steps of the longest tick that are named.
const NAMED: usize = 3;
/// Colours of the parts of a bar, from the bottom.
const COLOURS: [Colour; ROWS as usize] = [
    Colour::rgb(230, 90, 70),
    Colour::rgb(240, 170, 60),
    Colour::rgb(230, 225, 90),
    Colour::rgb(120, 200, 90),
    Colour::rgb(80, 190, 190),
    Colour::rgb(90, 130, 230),
    Colour::rgb(120, 120, 120),
    Colour::rgb(190, 110, 210),
];

/// Whether the panel is shown.
#[derive(Resource, Debug, Default)]
struct Profiler {
    is_shown: bool,
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Profiler>();
    let measures = resource_exists::<Profile>;
    app.add_systems(
        First,
        (|mut profile: ResMut<Profile>, times: Res<StepTimes>| profile.begin(&times)).run_if(measures),
    );
    let drew = |stage| move |mut profile: ResMut<Profile>, times: Res<StepTimes>| profile.drew(stage, &times);
    app.add_systems(
        DrawFrame,
        (
            (|mut profile: ResMut<Profile>, times: Res<StepTimes>| profile.update(&times)).before(Draw::Cells),
            drew(Stage::Scene).after(Draw::Light).before(Draw::Deck),
            drew(Stage::Deck).after(Draw::Deck).before(Draw::Weapon),
            drew(Stage::Hud).after(Draw::Words).before(Draw::Debug),
            drew(Stage::Pages).after(Draw::Grade),
        )
            .run_if(measures),
    );
    let is_shown = (|profiler: Res<Profiler>| profiler.is_shown).and_then(not(is_console_open));
    let is_shown = in_state(Flow::Running).and_then(in_state(Page::None)).and_then(is_shown);
    app.add_systems(DrawFrame, draw.in_set(Front::Page).run_if(is_shown.and_then(measures)));
}

/// Carries out the command `profile`: shows or hides the panel, or saves a trace.
///
/// # Errors
/// If the argument is unknown, or the trace cannot be saved.
pub(crate) fn profile(world: &mut World, rest: &str) -> Result<Vec<Said>, Said> {
    match rest {
        "" | "on" | "off" => {
            measure_steps(world);
            world.init_resource::<Profile>();
            let mut profiler = world.resource_mut::<Profiler>();
            profiler.is_shown = rest == "on" || rest.is_empty() && !profiler.is_shown;
            Ok(Vec::new())
        }
        "save" => save(world).map(|name| vec![say!("Trace saved: {file}", file = Said::literal(name))]),
        _ => Err(say!("{word} is neither on, off nor save.", word = Said::literal(rest))),
    }
}

/// Saves a trace under the first free number and returns its name.
fn save(world: &World) -> Result<String, Said> {
    let measured = (world.get_resource::<Profile>(), world.get_resource::<StepTimes>(), world.get_resource::<Store>());
    let (Some(profile), Some(times), Some(store)) = measured else {
        return Err(say!("Nothing was measured yet: type profile first.").into());
    };
    let names = (1..=MAX_TRACES).map(|number| format!("{FOLDER}/{number:03}.json"));
    let saved = store.write_first_free(names, chrome_trace(profile, times).as_bytes());
    let saved =
        saved.map_err(|error| say!("Cannot save the trace: {error}", error = Said::literal(error.to_string())))?;
    Ok(store.shown(&saved).display().to_string())
}

/// A chart: its title, its rows with mean and longest time, and its bars of stacked parts.
struct Chart {
    title: String,
    names: Vec<&'static str>,
    bars: Vec<Vec<Duration>>,
    /// Duration that is as high as the chart.
    height: Duration,
}

impl Chart {
    fn of_frames(profile: &Profile) -> Chart {
        let bars: Vec<Vec<Duration>> =
            profile.frames().map(|frame| frame.stages[..Stage::Show as usize].to_vec()).collect();
        let longest = profile.frames().map(|frame| frame.work()).max().unwrap_or_default();
        let title = format!("{} frames, longest {longest:.1?}", bars.len());
        Chart { title, names: Stage::NAMES[..Stage::Show as usize].to_vec(), bars, height: FRAME }
    }

    fn of_ticks(times: &StepTimes) -> Chart {
        let sets: Vec<_> = times.ticks().map(by_set).collect();
        let names = sets.last().map(|sets| sets.iter().map(|(set, _)| (*set).into()).collect()).unwrap_or_default();
        let bars: Vec<Vec<Duration>> = sets.iter().map(|sets| sets.iter().map(|(_, took)| *took).collect()).collect();
        let title = format!("{} ticks", bars.len());
        Chart { title, names, bars, height: TICK }
    }

    /// Draws the chart with its title above it. Returns the end of its last row.
    fn draw(&self, canvas: &mut Canvas, pen: &Pen, area: Area, size: i32) -> i32 {
        let high = pen.line_height() * size;
        canvas.text(pen, &self.title, area.x, area.y, Lettering::new(BRIGHT, size));
        let (top, height, legend) = (area.y + high, high * ROWS, 172 * size);
        let width = area.width - legend;
        canvas.outline(Area::new(area.x, top, width, height), size, PALE.covering(0.3));
        let shown = (width / size) as usize;
        let bars = self.bars.iter().rev().take(shown).rev();
        for (number, bar) in (0..).zip(bars) {
            let mut foot = top + height;
            for (part, colour) in bar.iter().zip(COLOURS) {
                let share = part.as_secs_f64() / self.height.as_secs_f64();
                let end = (foot - (share * f64::from(height)).round() as i32).max(top);
                canvas.fill(Area::new(area.x + number * size, end, size, foot - end), colour);
                foot = end;
            }
        }
        for (row, name) in (0..).zip(&self.names) {
            let column = || self.bars.iter().filter_map(|bar| bar.get(row as usize));
            let mean = column().sum::<Duration>() / self.bars.len().max(1) as u32;
            let longest = column().max().copied().unwrap_or_default();
            let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
            let (x, y) = (area.x + width + 4 * size, top + row * high);
            canvas.text(pen, name, x, y, Lettering::new(COLOURS[row as usize], size));
            let right = Lettering::new(PALE, size).aligned(renderer::Align::Right);
            canvas.text(pen, &format!("{:.2}", milliseconds(mean)), x + 122 * size, y, right);
            canvas.text(pen, &format!("{:.2}", milliseconds(longest)), area.x + area.width, y, right);
        }
        top + height
    }
}

/// Returns the longest tick in words: its number, its time, and its longest steps with how many times their mean they
/// took.
fn longest_tick(times: &StepTimes) -> Option<[String; 2]> {
    let longest = times.ticks().max_by_key(|tick| tick.total())?;
    let mut steps: Vec<_> =
        step_names().enumerate().map(|(number, step)| (longest.steps[number], number, step)).collect();
    steps.sort_by_key(|(took, ..)| std::cmp::Reverse(*took));
    let mean =
        |number: usize| times.ticks().map(|tick| tick.steps[number]).sum::<Duration>() / times.ticks().len() as u32;
    let named = steps.iter().take(NAMED).map(|(took, number, step)| {
        let times_mean = took.as_secs_f64() / mean(*number).as_secs_f64().max(1e-9);
        format!("{} {took:.0?} ({times_mean:.0}x)", step.name)
    });
    let MeasuredTick { tick, .. } = longest;
    Some([format!("longest tick: {tick}, {:.0?}", longest.total()), named.collect::<Vec<_>>().join(", ")])
}

fn draw((profile, times): (Res<Profile>, Res<StepTimes>), art: Option<Res<Art>>, mut screen: ResMut<Screen>) {
    let Some(art) = art else { return };
    let mut canvas = Canvas::new(&mut screen.0);
    let (pen, size) = (art.pen(), text_layout::size(&canvas, art.pen(), 1));
    let high = text_layout::line_height(&canvas, pen, 1);
    let (width, height) = (canvas.width() / 2, high * (2 * ROWS + 5));
    let top = (canvas.height() - height - 2 * high).max(0);
    canvas.fill(Area::new(0, top, width, height), BLACK.covering(0.8));
    let area = |y| Area::new(4 * size, y, width - 8 * size, 0);
    let end = Chart::of_frames(&profile).draw(&mut canvas, pen, area(top), size);
    let end = Chart::of_ticks(&times).draw(&mut canvas, pen, area(end), size);
    for (row, line) in (0..).zip(longest_tick(&times).into_iter().flatten()) {
        let line = text_layout::shortened(pen, &line, (width - 8 * size) / size);
        canvas.text(pen, &line, 4 * size, end + row * high, Lettering::new(if row == 0 { RED } else { PALE }, size));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{dev::time, flow, testing};
    use engine::{Run, Start, TapePlugin, capture};
    use ports::Clock;
    use std::collections::BTreeMap;

    #[derive(serde::Deserialize)]
    struct Event {
        tid: u32,
        name: String,
        #[serde(default)]
        ts: f64,
        #[serde(default)]
        dur: f64,
    }

    /// Creates a game on a running deck with 12 ticks per frame.
    fn game() -> App {
        let mut app = testing::game(100, |app| {
            app.add_plugins((TapePlugin, flow::dev_time::plugin, flow::page::plugin, time::plugin, plugin));
            app.insert_resource(Store::in_memory(Clock::default()).0);
        });
        testing::play(&mut app, &Start::on(testing::level(&["########", "#@....z#", "########"])));
        app
    }

    #[test]
    fn trace_holds_each_tick_and_its_steps() {
        let (mut app, mut plain) = (game(), game());
        assert!(profile(app.world_mut(), "save").is_err(), "nothing was measured");
        profile(app.world_mut(), "on").unwrap();
        for _ in 0..10 {
            for app in [&mut app, &mut plain] {
                app.update();
                app.world_mut().run_schedule(DrawFrame);
            }
        }
        assert_eq!(capture(app.world_mut()).hash(), capture(plain.world_mut()).hash());
        profile(app.world_mut(), "save").unwrap();
        let trace = app.world().resource::<Store>().read("traces/001.json", 1 << 24).unwrap();
        // JSON of maps, lists, strings and numbers is RON as well.
        let text = String::from_utf8(trace).unwrap();
        let mut trace: BTreeMap<String, ron::Value> = ron::from_str(&text).unwrap();
        let events: Vec<Event> = trace.remove("traceEvents").unwrap().into_rust().unwrap();
        let last = app.world().resource::<Run>().tick;
        let tick = events.iter().find(|event| event.name == format!("tick {last}")).expect("the last tick is there");
        let within = |event: &&Event| event.ts >= tick.ts - 0.01 && event.ts + event.dur <= tick.ts + tick.dur + 0.01;
        let inside = events.iter().filter(|event| event.tid == 2).filter(within);
        let names: Vec<&str> = inside.map(|event| event.name.as_str()).collect();
        assert!(step_names().all(|step| names.contains(&step.name)), "{names:?}");
        assert!(events.iter().any(|event| event.tid == 1 && event.name == "scene"));
    }
}
