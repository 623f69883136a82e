//! What pipelines may ask of the game: its treasures, and what its undead and pickups are worth in a fight.

use crate::failure::{Failure, read, read_rules};
use engine::{Load, MonsterKind, PickupKind, Rules, TICKS_PER_SECOND, Weapon};
use generate::{CreatureFacts, Known, PickupFacts, read_treasure_sets};
use std::collections::BTreeMap;

/// The skill and the distance, in tiles, that fights are estimated at.
const SKILL: u8 = 2;
const DISTANCE: f32 = 4.0;

/// What is known of the game in whose folder this runs.
pub(crate) fn read_known() -> Result<Known, Failure> {
    let rules = read_rules(None)?;
    let sets = renderer::game_folder().map(|folder| folder.join("assets/treasure_sets.ron"));
    let treasure_sets = match sets {
        Some(file) => read_treasure_sets(&file.display().to_string(), &read(&file)?).map_err(Failure::data)?,
        None => BTreeMap::new(),
    };
    let creatures = rules.monsters.iter().map(|(name, kind)| (name.clone(), creature(kind))).collect();
    let pickups = rules.pickups.iter().map(|(name, kind)| (name.clone(), pickup(&rules, kind))).collect();
    Ok(Known { treasure_sets, creatures, pickups })
}

/// What a fight with an undead costs.
fn creature(kind: &MonsterKind) -> CreatureFacts {
    let harm = kind.attacks.iter().map(|attack| {
        let blow = f64::from(attack.damage.0 + attack.damage.1) / 2.0 * f64::from(attack.chance) / 100.0;
        blow * 60.0 * f64::from(TICKS_PER_SECOND) / f64::from(attack.cycle())
    });
    CreatureFacts { health: kind.health.max(0) as u32, harm: harm.fold(0.0, f64::max).round() as u32 }
}

/// What a pickup is good for.
fn pickup(rules: &Rules, kind: &PickupKind) -> PickupFacts {
    let hurts = kind.gives.iter().map(|(item, count)| {
        let weapons = rules.weapons.iter().filter(|(_, weapon)| weapon.ammo.as_ref() == Some(item));
        weapons.map(|(_, weapon)| shot(weapon)).fold(0.0, f64::max) * count.min(1000) as f64
    });
    PickupFacts { heals: kind.health.max(0) as u32, hurts: hurts.sum::<f64>().round() as u32 }
}

/// The health that a unit of ammunition takes, if all of it hits, in points.
fn shot(weapon: &Weapon) -> f64 {
    let mean = |dice: &engine::DamageDice| dice.mean(SKILL, DISTANCE).map_or(0.0, |damage| damage.total());
    let pieces = match &weapon.load {
        Load::Bullets(bullets) => f64::from(bullets.count),
        Load::Projectile(_) => 1.0,
        Load::Patches(_) => 0.0,
    };
    let burst = weapon.explosion().map_or(0.0, |explosion| mean(&explosion.damage));
    (mean(&weapon.damage) * pieces + burst) / f64::from(weapon.uses.max(1))
}
