//! The clock: the time since the start, and the time of day.

use bevy::{ecs::resource::Resource, ecs::world::World};
#[cfg(not(target_family = "wasm"))]
use std::time::{Instant, SystemTime, UNIX_EPOCH};
use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
#[cfg(target_family = "wasm")]
use web_time::{Instant, SystemTime, UNIX_EPOCH};

/// The system clock, or one that a test sets.
#[derive(Resource, Clone, Debug)]
pub struct Clock(Half);

#[derive(Clone, Debug)]
enum Half {
    /// System clock, started at this instant.
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
    /// Returns the system clock. [`now`](Clock::now) counts from this call.
    pub fn of_machine() -> Clock {
        Clock(Half::Machine(Instant::now()))
    }

    /// Returns a clock that advances only through its hands: 0 since the start, and this time since 1970.
    pub fn fake(wall: Duration) -> (Clock, ClockHands) {
        let hands = ClockHands(Arc::new(Mutex::new(Times { now: Duration::ZERO, wall })));
        (Clock(Half::Fake(hands.clone())), hands)
    }

    /// Returns the clock of a world, or the system clock if it has none.
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

    /// Returns the time since 1970 according to the system clock, or 0 if the clock is set to an earlier year. The user
    /// may set it back.
    pub fn wall(&self) -> Duration {
        match &self.0 {
            Half::Machine(_) => SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default(),
            Half::Fake(hands) => hands.times().wall,
        }
    }

    /// Returns a number that differs between starts of the game, to derive seeds from.
    pub fn any_number(&self) -> u64 {
        self.wall().as_nanos() as u64
    }
}

impl ClockHands {
    /// Advances the time.
    pub fn advance(&self, time: Duration) {
        let mut times = self.times();
        times.now += time;
        times.wall += time;
    }

    /// Sets the time since 1970, as a user can. The time since the start is not affected.
    pub fn set_wall(&self, wall: Duration) {
        self.times().wall = wall;
    }

    fn times(&self) -> MutexGuard<'_, Times> {
        // A panic while the lock is held cannot leave the times inconsistent.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn system_clock_advances_and_knows_the_year() {
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
