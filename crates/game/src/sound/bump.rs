//! Bumps: a sound when the player runs against something, played once per collision.

use crate::sound::cue::{Cue, Cues, Hear};
use bevy::prelude::*;
use engine::{Player, Position, PreviousPosition, Run, TICKS_PER_SECOND, Velocity};

/// Minimum speed for a bump, in tiles per second.
const SLOW: f32 = 1.5;
/// Minimum share of the wanted speed that must be lost to the obstacle.
const LOST: f32 = 0.6;
/// Loudness of a bump.
const LOUDNESS: f32 = 0.5;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Update, bump.in_set(Hear));
}

fn bump(
    player: Option<Single<(&Position, &PreviousPosition, &Velocity), With<Player>>>,
    run: Option<Res<Run>>,
    (mut seen, mut leans): (Local<u64>, Local<bool>),
    mut cues: ResMut<Cues>,
) {
    let (Some(player), Some(run)) = (player, run) else { return };
    if std::mem::replace(&mut *seen, run.tick) == run.tick {
        return;
    }
    let (Position(at), PreviousPosition(before), Velocity(wanted)) = *player;
    let is_stopped = is_stopped(*wanted, (*at - *before) * TICKS_PER_SECOND as f32);
    if is_stopped && !*leans {
        cues.0.push((Cue { own: true, weight: 0, ..Cue::around("bump", LOUDNESS) }, *at));
    }
    *leans = is_stopped;
}

/// Returns true if an obstacle stops a player who wants to move at this velocity, in tiles per second.
fn is_stopped(wanted: Vec2, goes: Vec2) -> bool {
    let speed = wanted.length();
    speed > SLOW && (wanted - goes).dot(wanted) > LOST * speed * speed
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{Headless, Intent, Start};
    use std::sync::Arc;

    /// Returns the number of bumps while the player moves with this intent for a number of seconds.
    fn bumps(intent: Intent, seconds: u32) -> usize {
        let text = br#"(name: "", legend: { 'W': (wall: ""), '.': (), '@': (thing: Player) },
            map: ["WWWWWW", "W@...W", "W....W", "WWWWWW"])"#;
        let level = level::Level::read("", text).unwrap();
        let mut deck = Headless::begin(&Start::on(Arc::new(level)));
        deck.world_mut().init_resource::<Cues>();
        let system = deck.world_mut().register_system(bump);
        for _ in 0..seconds * TICKS_PER_SECOND {
            deck.tick(intent);
            deck.world_mut().run_system(system).unwrap();
        }
        let cues = &deck.world().resource::<Cues>().0;
        assert!(cues.iter().all(|(cue, _)| cue.name == "bump" && cue.own));
        cues.len()
    }

    #[test]
    fn running_against_a_wall_bumps_once_and_standing_never() {
        let ahead = Intent { forward: 1.0, ..Intent::default() };
        assert_eq!((bumps(ahead, 3), bumps(Intent::default(), 1)), (1, 0));
    }

    #[test]
    fn sliding_along_a_wall_does_not_bump() {
        let wanted = Vec2::new(3.0, 1.0);
        assert!(!is_stopped(wanted, Vec2::new(3.0, 0.0)));
        assert!(is_stopped(wanted, Vec2::new(0.0, 1.0)) && is_stopped(wanted, Vec2::ZERO));
        assert!(!is_stopped(Vec2::new(0.5, 0.0), Vec2::ZERO));
    }
}
