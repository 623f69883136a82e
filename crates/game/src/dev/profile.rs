//! Measured frames and ticks of the last ten seconds, and their export as a trace for the viewers of Chrome traces.

use bevy::prelude::*;
use engine::{MeasuredTick, StepTimes, Tick, step_names};
use std::{collections::VecDeque, fmt::Write as _, time::Duration};

/// Number of frames that are remembered: ten seconds at 60 frames per second.
const REMEMBERED: usize = 600;

/// A stage of a frame, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// The ticks of the frame.
    Ticks,
    /// Everything else before the frame is drawn: input, pages, sound.
    Update,
    Scene,
    Deck,
    Hud,
    Pages,
    /// Upload of the frame and waiting for the screen, until the next frame begins.
    Show,
}

impl Stage {
    /// Names of all stages, in order.
    pub(crate) const NAMES: [&str; 7] = ["ticks", "update", "scene", "deck", "HUD", "pages", "show"];
}

/// A measured frame.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct MeasuredFrame {
    /// When it began, on the clock of [`StepTimes`].
    began: Duration,
    /// The time of each stage. The time of ticks is also in [`Stage::Ticks`] only.
    pub(crate) stages: [Duration; Stage::NAMES.len()],
}

impl MeasuredFrame {
    /// Returns the time in which the processor worked on the frame: all stages but the last one.
    pub(crate) fn work(&self) -> Duration {
        self.stages[..Stage::Show as usize].iter().sum()
    }
}

/// The measured frames of the last seconds.
#[derive(Resource, Debug, Default)]
pub(crate) struct Profile {
    frame: MeasuredFrame,
    lap: Duration,
    frames: VecDeque<MeasuredFrame>,
}

impl Profile {
    /// Returns the measured frames, the oldest first.
    pub(crate) fn frames(&self) -> impl DoubleEndedIterator<Item = &MeasuredFrame> + ExactSizeIterator {
        self.frames.iter()
    }

    fn lap(&mut self, stage: Stage, now: Duration) {
        self.frame.stages[stage as usize] = now.saturating_sub(self.lap);
        self.lap = now;
    }

    /// Ends the last frame and begins one.
    pub(crate) fn begin(&mut self, times: &StepTimes) {
        let now = times.now();
        if self.lap > Duration::ZERO {
            self.lap(Stage::Show, now);
            if self.frames.len() == REMEMBERED {
                self.frames.pop_front();
            }
            self.frames.push_back(self.frame);
        }
        self.frame = MeasuredFrame { began: now, ..MeasuredFrame::default() };
        self.lap = now;
    }

    /// Ends the part of a frame before it is drawn, in which its ticks ran.
    pub(crate) fn update(&mut self, times: &StepTimes) {
        let began = self.frame.began;
        let ticks: Duration = times.ticks().rev().take_while(|tick| tick.began >= began).map(MeasuredTick::total).sum();
        self.lap(Stage::Update, times.now());
        let update = &mut self.frame.stages[Stage::Update as usize];
        *update = update.saturating_sub(ticks);
        self.frame.stages[Stage::Ticks as usize] = ticks;
    }

    /// Ends a stage of drawing.
    pub(crate) fn drew(&mut self, stage: Stage, times: &StepTimes) {
        self.lap(stage, times.now());
    }
}

/// Returns the sets of the steps of a tick with their times, in order.
pub(crate) fn by_set(tick: &MeasuredTick) -> Vec<(Tick, Duration)> {
    let mut sets: Vec<(Tick, Duration)> = Vec::new();
    for (step, took) in step_names().zip(&tick.steps) {
        match sets.last_mut() {
            Some((set, sum)) if *set == step.set => *sum += *took,
            _ => sets.push((step.set, *took)),
        }
    }
    sets
}

/// Returns the frames and ticks as a Chrome trace: JSON that `chrome://tracing`, Perfetto and speedscope read. Times in it
/// are in microseconds.
pub(crate) fn chrome_trace(profile: &Profile, times: &StepTimes) -> String {
    let mut trace = String::from("{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n");
    for (thread, name) in [(1, "frames"), (2, "ticks")] {
        let meta = format!(r#"{{"ph":"M","pid":1,"tid":{thread},"name":"thread_name","args":{{"name":"{name}"}}}},"#);
        trace.push_str(&meta);
        trace.push('\n');
    }
    for (number, frame) in profile.frames().enumerate() {
        let whole: Duration = frame.stages.iter().sum();
        span(&mut trace, 1, &format!("frame {number}"), frame.began, whole);
        let mut at = frame.began;
        for (name, took) in Stage::NAMES.iter().zip(frame.stages) {
            span(&mut trace, 1, name, at, took);
            at += took;
        }
    }
    for tick in times.ticks() {
        span(&mut trace, 2, &format!("tick {}", tick.tick), tick.began, tick.total());
        let (mut at, mut steps) = (tick.began, step_names().zip(&tick.steps));
        for (set, took) in by_set(tick) {
            span(&mut trace, 2, set.into(), at, took);
            let end = at + took;
            while at < end {
                let Some((step, took)) = steps.next() else { break };
                span(&mut trace, 2, step.name, at, *took);
                at += *took;
            }
        }
    }
    // The last event has no comma after it.
    trace.truncate(trace.trim_end_matches(",\n").len());
    trace.push_str("\n]}\n");
    trace
}

/// Appends a span of time.
fn span(trace: &mut String, thread: u32, name: &str, at: Duration, took: Duration) {
    let micros = |time: Duration| time.as_secs_f64() * 1e6;
    let (at, took) = (micros(at), micros(took));
    let event = format_args!(
        "{{\"ph\":\"X\",\"pid\":1,\"tid\":{thread},\"name\":\"{name}\",\"ts\":{at:.3},\"dur\":{took:.3}}},\n"
    );
    // Writing to a string cannot fail.
    _ = trace.write_fmt(event);
}
