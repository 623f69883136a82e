//! An estimate of the fights: what it costs to kill all undead of a deck.

use crate::{
    model::level::Level,
    model::thing::ThingKind,
    proof::facts::{Facts, MonsterFacts},
};
use std::iter::Sum;

/// So many of a hundred shots hit.
const HITS: u64 = 70;
/// So many of a hundred ticks of a fight an undead has the player in its reach: it must come, and he gives way. `hullkit bench fights`
/// compares that with what fights cost the bot.
const EXPOSED: u64 = 32;
/// The ticks of a minute.
const MINUTE: u64 = 120 * 60;

/// What fights cost, and what there is to pay with; all in points of health.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fights {
    /// What the shots of the player must be able to take from the undead, those that miss counted.
    pub hurt: u64,
    /// What the undead take from the player.
    pub harm: u64,
    /// How long he fights, in ticks.
    pub ticks: u64,
}

impl Fights {
    /// What it costs to kill one undead.
    pub fn with(monster: MonsterFacts) -> Fights {
        let ticks = u64::from(monster.ticks);
        Fights {
            hurt: u64::from(monster.health) * 100 / HITS,
            harm: u64::from(monster.harm) * ticks * EXPOSED / (100 * MINUTE),
            ticks,
        }
    }

    /// What it costs to kill all undead of a deck on a skill, 1 to 4; none of a kind that is not known costs anything.
    pub fn on(level: &Level, skill: u8, facts: &Facts) -> Fights {
        let cost = |name: &String| facts.monsters.get(name).map_or(Fights::default(), |monster| Fights::with(*monster));
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

/// What lies on a deck on a skill: the health that it gives, and the health that it takes from the undead, in points.
pub(crate) fn supplies(level: &Level, skill: u8, facts: &Facts) -> (u64, u64) {
    let worth: Vec<_> = level.pickups.iter().map(|name| facts.pickups.get(name)).collect();
    let there = level.things.iter().filter(|thing| thing.skill <= skill);
    let known = there.filter_map(|thing| match thing.kind {
        ThingKind::Pickup(index) => worth[usize::from(index.0)],
        _ => None,
    });
    let begin = (u64::from(facts.health), u64::from(facts.hurts));
    known.fold(begin, |(heals, hurts), one| (heals + u64::from(one.heals), hurts + u64::from(one.hurts)))
}
