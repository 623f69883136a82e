//! Estimates the cost of killing all monsters of a deck.

use crate::{
    model::level::Level,
    model::thing::ThingKind,
    proof::game_data::{GameData, MonsterData},
};
use std::iter::Sum;

/// Percentage of shots that hit.
const HIT_PERCENT: u64 = 70;
/// Percentage of a fight's ticks in which a monster has the player in reach: it must approach, and the player retreats.
/// `hullkit bench fights` compares this with the damage that the bot takes.
const EXPOSED_PERCENT: u64 = 32;
/// Ticks per minute.
const TICKS_PER_MINUTE: u64 = 120 * 60;

/// Cost of fights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fights {
    /// Damage that the player must be able to deal, including shots that miss, in points.
    pub hurt: u64,
    /// Damage that monsters deal to the player, in points.
    pub harm: u64,
    /// Duration of the fights, in ticks.
    pub ticks: u64,
}

impl Fights {
    /// Returns the cost of killing one monster.
    pub fn with(monster: MonsterData) -> Fights {
        let ticks = u64::from(monster.ticks);
        Fights {
            hurt: u64::from(monster.health) * 100 / HIT_PERCENT,
            harm: u64::from(monster.harm) * ticks * EXPOSED_PERCENT / (100 * TICKS_PER_MINUTE),
            ticks,
        }
    }

    /// Returns the cost of killing all monsters of a deck on a skill, 1 to 4. Unknown kinds cost nothing.
    pub fn on(level: &Level, skill: u8, game_data: &GameData) -> Fights {
        let cost =
            |name: &String| game_data.monsters.get(name).map_or(Fights::default(), |monster| Fights::with(*monster));
        let costs: Vec<Fights> = level.monsters.iter().map(cost).collect();
        let there = level.things.iter().filter(|thing| thing.skill <= skill);
        there
            .filter_map(|thing| match thing.kind {
                ThingKind::Monster(index) => Some(costs[usize::from(index.0)]),
                _ => None,
            })
            .sum()
    }
}

impl Sum for Fights {
    fn sum<I: Iterator<Item = Fights>>(all: I) -> Fights {
        all.fold(Fights::default(), |sum, one| Fights {
            hurt: sum.hurt + one.hurt,
            harm: sum.harm + one.harm,
            ticks: sum.ticks + one.ticks,
        })
    }
}

/// Returns the supplies of a deck on a skill, including the player's initial ones: the health that they restore and the
/// damage that they deal, in points.
pub(crate) fn supplies(level: &Level, skill: u8, game_data: &GameData) -> (u64, u64) {
    let worth: Vec<_> = level.pickups.iter().map(|name| game_data.pickups.get(name)).collect();
    let there = level.things.iter().filter(|thing| thing.skill <= skill);
    let known = there.filter_map(|thing| match thing.kind {
        ThingKind::Pickup(index) => worth[usize::from(index.0)],
        _ => None,
    });
    let begin = (u64::from(game_data.health), u64::from(game_data.hurts));
    known.fold(begin, |(heals, hurts), one| (heals + u64::from(one.heals), hurts + u64::from(one.hurts)))
}
