//! Recent hits: the directions from which the player was hit, and how much health the hits cost.

use bevy::prelude::*;
use engine::{EventRecord, GameEvent, Health, MAX_HEALTH, Player, Run, RunBegan, ticks};

/// How long a hit is remembered, in ticks.
pub(crate) const LONG: u64 = ticks(1.2) as u64;
/// The maximum number of remembered hits.
const MAX: usize = 6;
/// The share of the maximum health at which a hit has the full weight.
const WORST: f32 = 0.3;

/// A hit on the player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct RecentHit {
    /// The direction to its origin, of length 1, if it has one.
    pub(crate) from: Option<Vec2>,
    /// Its severity, 0 to 1.
    pub(crate) weight: f32,
    /// The tick in which it happened.
    pub(crate) tick: u64,
}

/// The recent hits, the oldest first.
#[derive(Resource, Default, Debug)]
pub(crate) struct RecentHits {
    list: Vec<RecentHit>,
    /// The health after the last one.
    health: Option<i32>,
}

impl RecentHits {
    pub(crate) fn list(&self) -> &[RecentHit] {
        &self.list
    }

    /// Returns the severity of the last hit, 0 to 1; 1 if there is no recent hit.
    pub(crate) fn weight(&self) -> f32 {
        self.list.last().map_or(1.0, |blow| blow.weight)
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<RecentHits>();
    app.add_systems(Update, notice)
        .add_observer(|_: On<RunBegan>, mut blows: ResMut<RecentHits>| *blows = RecentHits::default());
}

/// Records hits and their directions.
fn notice(
    mut reports: MessageReader<EventRecord>,
    run: Option<Res<Run>>,
    player: Query<&Health, With<Player>>,
    mut blows: ResMut<RecentHits>,
) {
    let (Some(run), Ok(health)) = (run, player.single()) else { return };
    let is_blow = |report: &&EventRecord| matches!(report.what, GameEvent::PlayerHurt | GameEvent::PlayerDies(_));
    let hits: Vec<EventRecord> = reports.read().filter(is_blow).copied().collect();
    let lost = (blows.health.unwrap_or(MAX_HEALTH) - health.0).max(0) as f32;
    blows.health = Some(health.0);
    let weight = (lost / hits.len().max(1) as f32 / MAX_HEALTH as f32 / WORST).min(1.0);
    // A tick in the future belongs to another run.
    blows.list.retain(|blow| blow.tick <= run.tick && run.tick - blow.tick < LONG);
    blows.list.extend(hits.iter().map(|hit| RecentHit {
        from: (-hit.towards).try_normalize(),
        weight,
        tick: run.tick,
    }));
    let surplus = blows.list.len().saturating_sub(MAX);
    blows.list.drain(..surplus);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{game, happens};

    #[test]
    fn hits_keep_direction_and_weight_until_they_expire() {
        let mut game = game(&["####", "#@ #", "####"]);
        game.tick(engine::Intent::default());
        let hit = |game: &mut engine::Headless, cost: i32, towards| {
            let world = game.world_mut();
            world.query_filtered::<&mut Health, With<Player>>().single_mut(world).unwrap().0 -= cost;
            happens(game, GameEvent::PlayerHurt, Vec2::new(1.5, 1.5), towards);
            game.tick(engine::Intent::default());
            *game.world().resource::<RecentHits>().list().last().unwrap()
        };
        let light = hit(&mut game, 3, Vec2::X);
        assert_eq!(light.from, Some(Vec2::NEG_X));
        assert!((light.weight - 0.1).abs() < 1e-6);
        assert_eq!(hit(&mut game, 40, Vec2::ZERO), RecentHit { from: None, weight: 1.0, tick: light.tick + 2 });
        (0..LONG).for_each(|_| game.tick(engine::Intent::default()));
        assert!(game.world().resource::<RecentHits>().list().is_empty());
    }
}
