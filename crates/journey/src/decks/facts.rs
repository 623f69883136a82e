//! What pipelines and the solver may ask of the rules: what undead and pickups are worth in a fight.

use engine::{DamageDice, Load, Loadout, MonsterKind, PickupKind, Rules, TICKS_PER_SECOND, Weapon};
use level::{Facts, MonsterFacts, PickupFacts};

/// The skill and the distance, in tiles, that fights are estimated at.
const SKILL: u8 = 2;
const DISTANCE: f32 = 4.0;
/// The share of shots that hit.
const HITS: f64 = 0.7;
/// From so far on an attack is one from afar, in tiles.
const AFAR: f32 = 3.0;

/// What the solver may ask of rules.
pub fn facts(rules: &Rules) -> Facts {
    let loadout = Loadout::default();
    // The pistol, say: whatever the player begins with that needs ammunition.
    let first = rules
        .weapons
        .iter()
        .map(|(_, weapon)| weapon)
        .find(|weapon| weapon.ammo.as_ref().is_some_and(|ammo| loadout.inventory.count(ammo) > 0));
    let pace = first
        .map_or(0.0, |weapon| shot(weapon) * f64::from(weapon.uses.max(1)) * HITS / f64::from(weapon.again.max(1)));
    Facts {
        push_cells: rules.push_walls.cells,
        run: rules.player.run,
        health: loadout.health.max(0) as u32,
        hurts: loadout.inventory.iter().map(|(item, count)| ammunition_hurts(rules, item, count)).sum::<f64>().round()
            as u32,
        monsters: rules.monsters.iter().map(|(name, kind)| (name.clone(), monster(kind, pace))).collect(),
        pickups: rules.pickups.iter().map(|(name, kind)| (name.clone(), pickup(rules, kind))).collect(),
        furniture: rules.props.iter().filter(|(_, kind)| kind.health.is_none()).map(|(name, _)| name.clone()).collect(),
    }
}

/// What a fight with an undead costs whoever takes so many points of its health in a tick; nobody need fight an animal.
fn monster(kind: &MonsterKind, pace: f64) -> MonsterFacts {
    if !kind.is_hostile() {
        return MonsterFacts::default();
    }
    let harm = kind.attacks.iter().map(|attack| {
        let mean = attack.damage.mean(SKILL, attack.reach).map_or(0.0, |damage| damage.total());
        let blow = mean * f64::from(attack.chance) / 100.0;
        blow * 60.0 * f64::from(TICKS_PER_SECOND) / f64::from(attack.cycle())
    });
    let health = kind.health.max(0) as u32;
    let reach = kind.attacks.iter().map(|attack| attack.reach).fold(0.0, f32::max);
    MonsterFacts {
        health,
        harm: harm.fold(0.0, f64::max).round() as u32,
        ticks: if pace > 0.0 { (f64::from(health) / pace).round() as u32 } else { 0 },
        shoots: if reach < AFAR { 0 } else { reach as u32 },
    }
}

/// What a pickup is good for.
fn pickup(rules: &Rules, kind: &PickupKind) -> PickupFacts {
    let hurts = kind.gives.iter().map(|(item, count)| ammunition_hurts(rules, item, count));
    PickupFacts { heals: kind.health.max(0) as u32, hurts: hurts.sum::<f64>().round() as u32 }
}

/// The health that so much of an item takes as ammunition of the best weapon for it, in points.
pub fn ammunition_hurts(rules: &Rules, item: &str, count: u64) -> f64 {
    let weapons = rules.weapons.iter().filter(|(_, weapon)| weapon.ammo.as_deref() == Some(item));
    weapons.map(|(_, weapon)| shot(weapon)).fold(0.0, f64::max) * count.min(1000) as f64
}

/// The health that a unit of ammunition takes, if all of it hits, in points.
fn shot(weapon: &Weapon) -> f64 {
    let mean = |dice: &DamageDice| dice.mean(SKILL, DISTANCE).map_or(0.0, |damage| damage.total());
    let pieces = match &weapon.load {
        Load::Bullets(bullets) => f64::from(bullets.count),
        Load::Projectile(_) => 1.0,
        Load::Patches(_) => 0.0,
    };
    let burst = weapon.explosion().map_or(0.0, |explosion| mean(&explosion.damage));
    (mean(&weapon.damage) * pieces + burst) / f64::from(weapon.uses.max(1))
}
