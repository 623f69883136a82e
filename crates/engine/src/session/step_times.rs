//! Times of the steps of the last ticks, for a profiler. They are measured only after [`measure_steps`] was called, and
//! the simulation does not read them.

use crate::tick::{
    run::Run,
    tick::{Step, TICKS_PER_SECOND, Tick, set_of},
};
use bevy::{platform::time::Instant, prelude::*};
use std::{collections::VecDeque, time::Duration};
use strum::VariantArray;

/// Number of ticks that are remembered: ten seconds.
const REMEMBERED: usize = 10 * TICKS_PER_SECOND as usize;

/// A step of the tick: its name in the code, and the set that it belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepName {
    /// Name of the step, such as `SearchFields`.
    pub name: &'static str,
    /// Its set.
    pub set: Tick,
}

/// A measured tick.
#[derive(Clone, Debug)]
pub struct MeasuredTick {
    /// The tick that was counted at the end.
    pub tick: u64,
    /// When it began, since the measurement began.
    pub began: Duration,
    /// The time of each step, in the order of [`step_names`].
    pub steps: Box<[Duration]>,
}

impl MeasuredTick {
    /// Returns the time of all steps.
    pub fn total(&self) -> Duration {
        self.steps.iter().sum()
    }
}

/// The measured ticks of the last ten seconds.
#[derive(Resource, Clone, Debug)]
pub struct StepTimes {
    /// When the measurement began.
    origin: Instant,
    lap: Duration,
    current: MeasuredTick,
    ticks: VecDeque<MeasuredTick>,
}

impl StepTimes {
    /// Returns the time since the measurement began.
    pub fn now(&self) -> Duration {
        self.origin.elapsed()
    }

    /// Returns the measured ticks, the oldest first.
    pub fn ticks(&self) -> impl DoubleEndedIterator<Item = &MeasuredTick> + ExactSizeIterator {
        self.ticks.iter()
    }

    fn end_step(&mut self, step: Step) {
        let now = self.now();
        self.current.steps[step as usize] = now - self.lap;
        self.lap = now;
    }
}

/// Returns the steps of a tick, in order.
pub fn step_names() -> impl ExactSizeIterator<Item = StepName> {
    Step::VARIANTS.iter().map(|step| StepName { name: step.into(), set: set_of(*step) })
}

/// Measures each step of all further ticks. A second call changes nothing. The measurement itself takes about 0.1
/// microseconds a step, which counts to the step.
pub fn measure_steps(world: &mut World) {
    if world.contains_resource::<StepTimes>() {
        return;
    }
    let steps = vec![Duration::ZERO; Step::VARIANTS.len()].into();
    let current = MeasuredTick { tick: 0, began: Duration::ZERO, steps };
    let (origin, lap) = (Instant::now(), Duration::ZERO);
    world.insert_resource(StepTimes { origin, lap, current, ticks: VecDeque::with_capacity(REMEMBERED) });
    let mut schedules = world.resource_mut::<Schedules>();
    let (first, last) = (Step::VARIANTS[0], Step::VARIANTS[Step::VARIANTS.len() - 1]);
    schedules.add_systems(FixedUpdate, begin.before(first));
    for pair in Step::VARIANTS.windows(2) {
        let (step, next) = (pair[0], pair[1]);
        schedules.add_systems(
            FixedUpdate,
            (move |mut times: ResMut<StepTimes>| times.end_step(step)).after(step).before(next),
        );
    }
    let end_last = move |mut times: ResMut<StepTimes>| times.end_step(last);
    schedules.add_systems(FixedUpdate, (end_last, end).chain().after(last));
}

fn begin(mut times: ResMut<StepTimes>) {
    let now = times.now();
    (times.current.began, times.lap) = (now, now);
}

fn end(mut times: ResMut<StepTimes>, run: Option<Res<Run>>) {
    // No tick is counted while there is no run, or after it has ended.
    let Some(run) = run.filter(|run| times.ticks.back().is_none_or(|last| last.tick != run.tick)) else { return };
    if times.ticks.len() == REMEMBERED {
        times.ticks.pop_front();
    }
    let tick = MeasuredTick { tick: run.tick, ..times.current.clone() };
    times.ticks.push_back(tick);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::{begin::Start, headless::Headless, snapshot::capture};
    use crate::tick::intent::Intent;
    use level::Level;
    use std::sync::Arc;

    #[test]
    fn steps_are_measured_from_then_on_and_change_nothing() {
        let text = r#"(name: "Test", legend: { 'W': (wall: "hull"), '.': (), '@': (thing: Player),
            'z': (monster: "shambler", facing: 180) }, map: ["WWWWWWWW", "W@...z.W", "WWWWWWWW"])"#;
        let start = Start::on(Arc::new(Level::read("test.ron", text.as_bytes()).unwrap()));
        let (mut plain, mut measured) = (Headless::begin(&start), Headless::begin(&start));
        measured.tick(Intent::default());
        plain.tick(Intent::default());
        measure_steps(measured.world_mut());
        measure_steps(measured.world_mut());
        for _ in 0..REMEMBERED + 30 {
            measured.tick(Intent { forward: 1.0, ..Intent::default() });
            plain.tick(Intent { forward: 1.0, ..Intent::default() });
        }
        assert_eq!(capture(measured.world_mut()).hash(), capture(plain.world_mut()).hash());
        let times = measured.world().resource::<StepTimes>();
        let ticks: Vec<u64> = times.ticks().map(|tick| tick.tick).collect();
        let expected: Vec<u64> = (32..REMEMBERED as u64 + 32).collect();
        assert_eq!(ticks, expected, "the last ten seconds are remembered");
        let last = times.ticks().next_back().unwrap();
        assert!(last.steps.iter().all(|step| *step > Duration::ZERO), "each step has a time of its own");
        assert!(last.began + last.total() <= times.now());
        let think = step_names().position(|step| step.name == "Think").unwrap();
        assert_eq!((step_names().len(), step_names().nth(think).unwrap().set), (last.steps.len(), Tick::Think));
    }
}
