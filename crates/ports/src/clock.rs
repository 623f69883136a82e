//! The clock: how much time has passed since the start, and what time it is.

use bevy::{ecs::resource::Resource, ecs::world::World};
#[cfg(not(target_family = "wasm"))]
use std::time::{Instant, SystemTime, UNIX_EPOCH};
use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
#[cfg(target_family = "wasm")]
use web_time::{Instant, SystemTime, UNIX_EPOCH};

/// The clock of the machine, or one that a test sets.
#[derive(Resource, Clone, Debug)]
pub struct Clock(Half);

#[derive(Clone, Debug)]
enum Half {
    /// The machine's own, which was started at this instant.
    Machine(Instant),
    Fake(ClockHands),
}

/// Moves a fake [`Clock`] and all its clones.
#[derive(Clone, Debug)]
pub struct ClockHands(Arc<Mutex<Times>>);

#[derive(Debug)]
struct Times {
    now: Duration,
    wall: Duration,
}

impl Default for Clock {
    fn default() -> Clock {
        Clock::of_machine()
    }
}

impl Clock {
    /// The clock of the machine. [`now`](Clock::now) counts from this call.
    pub fn of_machine() -> Clock {
        Clock(Half::Machine(Instant::now()))
    }

    /// A clock that stands still until its hands are moved: 0 since the start, and this time since 1970.
    pub fn fake(wall: Duration) -> (Clock, ClockHands) {
        let hands = ClockHands(Arc::new(Mutex::new(Times { now: Duration::ZERO, wall })));
        (Clock(Half::Fake(hands.clone())), hands)
    }

    /// Returns the clock of a world, or the machine's if the world has none.
    pub fn of_world(world: &World) -> Clock {
        world.get_resource().cloned().unwrap_or_default()
    }

    /// Returns the time since the clock was started. It never goes back.
    pub fn now(&self) -> Duration {
        match &self.0 {
            Half::Machine(started) => started.elapsed(),
            Half::Fake(hands) => hands.times().now,
        }
    }

    /// Returns the time since 1970 as the machine knows it, or 0 if its clock is set to an earlier year. The player can set it back.
    pub fn wall(&self) -> Duration {
        match &self.0 {
            Half::Machine(_) => SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default(),
            Half::Fake(hands) => hands.times().wall,
        }
    }

    /// Returns a number that differs from one start of the game to the next, to derive seeds from.
    pub fn any_number(&self) -> u64 {
        self.wall().as_nanos() as u64
    }
}

impl ClockHands {
    /// Lets time pass.
    pub fn advance(&self, time: Duration) {
        let mut times = self.times();
        times.now += time;
        times.wall += time;
    }

    /// Sets the time since 1970, as a player may; the time since the start goes on as before.
    pub fn set_wall(&self, wall: Duration) {
        self.times().wall = wall;
    }

    fn times(&self) -> MutexGuard<'_, Times> {
        // Both times are whole at every moment, also if somebody has panicked with the lock.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clock_of_the_machine_goes_on_and_knows_the_year() {
        let clock = Clock::of_machine();
        let before = clock.now();
        std::thread::sleep(Duration::from_millis(2));
        assert!(clock.now() >= before + Duration::from_millis(2));
        let years = clock.wall().as_secs() / (365 * 24 * 3600);
        assert!((50..200).contains(&years), "{years} years since 1970");
    }

    #[test]
    fn fake_clock_moves_only_by_its_hands() {
        let (clock, hands) = Clock::fake(Duration::from_secs(100));
        let clone = clock.clone();
        hands.advance(Duration::from_secs(5));
        hands.set_wall(Duration::from_secs(7));
        assert_eq!((clone.now(), clone.wall()), (Duration::from_secs(5), Duration::from_secs(7)));
        assert_eq!(clock.any_number(), 7_000_000_000);
    }
}
