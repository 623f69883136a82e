//! The cost of the log while it is off: how many of its points in the engine a run passes, and the time of one.

use crate::bench::ticks::RUNS;
use bevy::log::{
    debug,
    tracing::{Event, Metadata, Subscriber, subscriber::with_default},
    tracing_subscriber::{
        layer::{Context, Layer, SubscriberExt},
        registry,
    },
};
use serde::Serialize;
use std::{
    hint::black_box,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Instant,
};

/// The number of points that are timed.
const POINTS: u32 = 2_000_000;

/// The cost of the log while it is off.
#[derive(Serialize)]
pub(super) struct LogCost {
    /// The messages of the engine per tick, if all were on.
    points_per_tick: f64,
    /// The time of a point that is off.
    point_ns: f64,
    /// The share of the points in the time of a tick.
    percent: f64,
}

/// Counts the messages of the engine.
struct Counter(Arc<AtomicU64>);

impl<S: Subscriber> Layer<S> for Counter {
    fn enabled(&self, about: &Metadata<'_>, _: Context<'_, S>) -> bool {
        about.target().starts_with("engine")
    }

    fn on_event(&self, _: &Event<'_>, _: Context<'_, S>) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

impl LogCost {
    /// Measures the points that a run of this number of ticks passes, compared with the time of a tick.
    pub(super) fn of(run: impl FnOnce() -> usize, tick_us: f64) -> LogCost {
        // Before the first counter: afterwards, points ask a global state that may have changed.
        let point_ns = point_ns();
        let counted = Arc::new(AtomicU64::new(0));
        let ticks = with_default(registry().with(Counter(Arc::clone(&counted))), run);
        let points_per_tick = counted.load(Ordering::Relaxed) as f64 / ticks.max(1) as f64;
        LogCost { points_per_tick, point_ns, percent: points_per_tick * point_ns / (tick_us.max(1e-6) * 10.0) }
    }

    /// Returns the result for people.
    pub(super) fn text(&self) -> String {
        let LogCost { points_per_tick, point_ns, percent } = self;
        format!(
            "the log while it is off: {points_per_tick:.3} messages per tick of the bench's own deck, {point_ns:.2} ns each: {percent:.6} % of a tick"
        )
    }
}

/// Returns the time of a point like those of the engine, in nanoseconds, without that of the loop.
fn point_ns() -> f64 {
    let once = |point: fn(u32)| {
        let began = Instant::now();
        (0..POINTS).for_each(|number| point(black_box(number)));
        began.elapsed().as_secs_f64() * 1e9 / f64::from(POINTS)
    };
    let timed = |point| (0..RUNS).map(|_| once(point)).fold(f64::INFINITY, f64::min);
    let plain = timed(|number| {
        black_box(number);
    });
    let with_log = timed(|number| {
        debug!(tick = number, id = number, from = ?number, sees = number == 7, "monster changes its state");
        black_box(number);
    });
    (with_log - plain).max(0.0)
}
