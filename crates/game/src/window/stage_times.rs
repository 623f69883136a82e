//! Timings of the stages of a frame and of a tick against their budgets, with the active kernel and presenter. The F3
//! overlay shows them, and stages over budget are also logged (`RUST_LOG=info`).

use bevy::prelude::*;
use engine::{ProfilerPlugin, TICKS_PER_SECOND, TickTiming};
use ports::Clock;
use present::PresentStatus;
use renderer::{Align, Area, Art, Canvas, Colour, DebugView, Draw, DrawFrame, DrawKernel, Lettering, Screen};
use std::time::Duration;

/// Budget of a frame: its duration on a 60 Hz screen.
const PICTURE: Duration = Duration::from_nanos(1_000_000_000 / 60);
/// Budget of a tick.
const TICK: Duration = Duration::from_nanos(1_000_000_000 / TICKS_PER_SECOND as u64);
/// Maximum share of the budget for a single stage.
const SHARE: f64 = 0.25;
/// Interval at which the display is updated.
const RENEWED: Duration = Duration::from_secs(1);

const PALE: Colour = Colour::rgb(225, 235, 230);
const TOO_MUCH: Colour = Colour::rgb(255, 90, 70);

/// A stage with its name, its budget and its measured times.
#[derive(Clone, Debug)]
struct Stage {
    name: &'static str,
    budget: Duration,
    /// True if it covers a whole frame or tick, which may use the whole budget.
    is_whole: bool,
    count: u32,
    sum: Duration,
    worst: Duration,
    /// Mean and maximum over the previous second.
    shown: (Duration, Duration),
    is_told: bool,
}

impl Stage {
    const fn new(name: &'static str, budget: Duration, is_whole: bool) -> Stage {
        let zero = Duration::ZERO;
        Stage { name, budget, is_whole, count: 0, sum: zero, worst: zero, shown: (zero, zero), is_told: false }
    }

    fn took(&mut self, time: Duration) {
        self.count += 1;
        self.sum += time;
        self.worst = self.worst.max(time);
    }

    /// Returns the mean time as a share of the budget.
    fn part(&self) -> f64 {
        self.shown.0.as_secs_f64() / self.budget.as_secs_f64()
    }

    /// Returns true if the stage is over its share of the budget.
    fn is_too_long(&self) -> bool {
        self.part() > if self.is_whole { 1.0 } else { SHARE }
    }

    fn renew(&mut self) {
        self.shown = (self.sum / self.count.max(1), self.worst);
        (self.count, self.sum, self.worst) = (0, Duration::ZERO, Duration::ZERO);
        if self.is_too_long() && !self.is_told {
            self.is_told = true;
            let (mean, budget) = (self.shown.0, self.budget);
            info!("{} is over budget: it takes {mean:.1?} of {budget:.1?}", self.name);
        }
    }
}

/// Measured stages in display order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Timed {
    Picture,
    Scene,
    Deck,
    Words,
    Rest,
    Tick,
    Senses,
    Ways,
    Scripts,
    Movement,
}

/// Measured times of all stages.
#[derive(Resource, Debug)]
struct StageTimes {
    stages: [Stage; 10],
    clock: Clock,
    began: Duration,
    lap: Duration,
    renewed: Duration,
}

impl Default for StageTimes {
    fn default() -> Self {
        let clock = Clock::default();
        let now = clock.now();
        let (picture, tick) = (|name| Stage::new(name, PICTURE, false), |name| Stage::new(name, TICK, false));
        let stages = [
            Stage::new("picture", PICTURE, true),
            picture("  scene"),
            picture("  deck"),
            picture("  HUD"),
            picture("  pages"),
            Stage::new("tick", TICK, true),
            tick("  senses"),
            tick("  ways"),
            tick("  scripts"),
            tick("  bodies"),
        ];
        StageTimes { stages, clock, began: now, lap: now, renewed: now }
    }
}

impl StageTimes {
    fn took(&mut self, stage: Timed, time: Duration) {
        self.stages[stage as usize].took(time);
    }

    /// Ends a stage of the frame and starts the next one.
    fn lap(&mut self, stage: Timed) {
        let now = self.clock.now();
        self.took(stage, now - self.lap);
        self.lap = now;
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins(ProfilerPlugin).init_resource::<StageTimes>();
    app.add_systems(Update, after_ticks.run_if(resource_changed::<TickTiming>));
    app.add_systems(
        DrawFrame,
        (
            begin.before(Draw::Cells),
            (|mut times: ResMut<StageTimes>| times.lap(Timed::Scene)).after(Draw::Light).before(Draw::Deck),
            (|mut times: ResMut<StageTimes>| times.lap(Timed::Deck)).after(Draw::Deck).before(Draw::Weapon),
            (|mut times: ResMut<StageTimes>| times.lap(Timed::Words)).after(Draw::Words).before(Draw::Debug),
            draw.after(Draw::Debug).before(Draw::Front).run_if(|view: Res<DebugView>| view.shown),
            end.after(Draw::Grade),
        ),
    );
}

fn begin(mut times: ResMut<StageTimes>) {
    times.began = times.clock.now();
    times.lap = times.began;
}

/// Records the timing of the last tick. If several ticks run between two frames, it stands for all of them.
fn after_ticks(tick: Res<TickTiming>, mut times: ResMut<StageTimes>) {
    let TickTiming { total, fields, senses, movement, scripts, .. } = *tick;
    times.took(Timed::Tick, total);
    times.took(Timed::Senses, senses);
    times.took(Timed::Ways, fields);
    times.took(Timed::Scripts, scripts);
    times.took(Timed::Movement, movement);
}

fn end(mut times: ResMut<StageTimes>) {
    times.lap(Timed::Rest);
    let (took, now) = (times.clock.now() - times.began, times.lap);
    times.took(Timed::Picture, took);
    if now.saturating_sub(times.renewed) >= RENEWED {
        times.renewed = now;
        times.stages.iter_mut().for_each(Stage::renew);
    }
}

fn draw(
    (times, kernel, status): (Res<StageTimes>, Res<DrawKernel>, Option<Res<PresentStatus>>),
    art: Option<Res<Art>>,
    mut screen: ResMut<Screen>,
) {
    let Some(art) = art else { return };
    let mut canvas = Canvas::new(&mut screen.0);
    let scale = (canvas.height() / 360).max(1);
    let (line, wide) = (art.pen().line_height() * scale, 200 * scale);
    let (left, top) = (canvas.width() - wide, line);
    let height = line * (times.stages.len() as i32 + 2);
    canvas.fill(Area::new(left, top, wide, height), Colour::rgb(0, 0, 0).covering(0.7));
    for (row, stage) in (0..).zip(&times.stages) {
        let lettering = Lettering::new(if stage.is_too_long() { TOO_MUCH } else { PALE }, scale);
        let (y, right) = (top + row * line, lettering.aligned(Align::Right));
        let milliseconds = |time: Duration| time.as_secs_f64() * 1000.0;
        let (mean, worst) = (milliseconds(stage.shown.0), milliseconds(stage.shown.1));
        canvas.text(art.pen(), stage.name, left + 4 * scale, y, lettering);
        canvas.text(art.pen(), &format!("{mean:.2} ms"), left + 122 * scale, y, right);
        canvas.text(art.pen(), &format!("{worst:.2}"), left + 158 * scale, y, right);
        canvas.text(art.pen(), &format!("{:.0} %", stage.part() * 100.0), left + wide - 4 * scale, y, right);
    }
    let drawn_by = format!("{}: {}", kernel.kernel.name(), kernel.why.words());
    let shown_by = status.and_then(|status| status.backend.clone()).unwrap_or_default();
    for (row, words) in [drawn_by, shown_by].iter().enumerate() {
        let y = top + height - line * (2 - row as i32);
        canvas.text(art.pen(), words, left + 4 * scale, y, Lettering::new(PALE, scale));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stage_over_a_quarter_of_the_budget_is_reported() {
        let mut times = StageTimes::default();
        let quarter = TICK / 4;
        times.took(Timed::Senses, quarter * 9 / 10);
        times.took(Timed::Ways, quarter * 2);
        times.took(Timed::Ways, quarter);
        times.took(Timed::Tick, TICK * 9 / 10);
        times.stages.iter_mut().for_each(Stage::renew);
        let told: Vec<&str> = times.stages.iter().filter(|stage| stage.is_told).map(|stage| stage.name).collect();
        assert_eq!(told, ["  ways"], "a whole tick may use its whole budget");
        assert_eq!(times.stages[Timed::Ways as usize].shown, (quarter * 3 / 2, quarter * 2));
        times.stages.iter_mut().for_each(Stage::renew);
        assert!(!times.stages[Timed::Ways as usize].is_too_long(), "the excess must end a second later");
    }

    #[test]
    fn every_stage_of_a_frame_is_timed_and_shown() {
        use bevy::time::TimePlugin;
        let mut app = App::new();
        app.add_plugins((TimePlugin, engine::EnginePlugin, renderer::RendererPlugin, plugin));
        app.insert_resource(content::read_art(&crate::files::given::shipped_files()).unwrap());
        // Prevent an update in the meantime.
        app.world_mut().resource_mut::<StageTimes>().renewed += Duration::from_secs(3600);
        let mut picture = |shown: bool| {
            app.insert_resource(DebugView { shown });
            app.world_mut().run_schedule(DrawFrame);
            app.world().resource::<Screen>().0.clone()
        };
        let (without, with) = (picture(false), picture(true));
        let differs = |x: usize| (0..360).filter(|&y| without.pixel(x, y) != with.pixel(x, y)).count();
        assert!(differs(480) > 0 && (0..400).all(|x| differs(x) == 0), "the table must be at the right edge");
        app.insert_resource(DrawKernel::asked_or_known(raycast::Kernel::Plain));
        app.world_mut().run_schedule(DrawFrame);
        let asked = app.world().resource::<Screen>().0.clone();
        let rows: Vec<usize> =
            (0..360).filter(|&y| (440..640).any(|x| asked.pixel(x, y) != with.pixel(x, y))).collect();
        assert!(!rows.is_empty() && rows[rows.len() - 1] - rows[0] < 16, "one line must name the kernel: {rows:?}");
        let times = app.world().resource::<StageTimes>();
        let counts: Vec<u32> = times.stages.iter().map(|stage| stage.count).collect();
        assert_eq!(counts, [3, 3, 3, 3, 3, 0, 0, 0, 0, 0]);
    }
}
