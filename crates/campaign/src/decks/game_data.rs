//! Derives the data for pipelines and the solver from the rules: the value of monsters and pickups in a fight.

use engine::{DamageDice, Load, Loadout, MonsterKind, PickupKind, Rules, TICKS_PER_SECOND, Weapon};
use level::{GameData, MonsterData, PickupData};

/// Skill and distance, in tiles, for which fights are estimated.
const SKILL: u8 = 2;
const DISTANCE: f32 = 4.0;
/// Fraction of shots that hit.
const HIT_FRACTION: f64 = 0.7;
/// Minimum reach of a ranged attack, in tiles.
const MIN_RANGED_REACH: f32 = 3.0;

/// Returns the data of the rules for the solver.
pub fn game_data(rules: &Rules) -> GameData {
    let loadout = Loadout::default();
    // The initial weapon that needs ammunition, which is the pistol in the standard rules.
    let first = rules
        .weapons
        .iter()
        .map(|(_, weapon)| weapon)
        .find(|weapon| weapon.ammo.as_ref().is_some_and(|ammo| loadout.inventory.count(ammo) > 0));
    let pace = first.map_or(0.0, |weapon| {
        shot(weapon) * f64::from(weapon.uses.max(1)) * HIT_FRACTION / f64::from(weapon.cooldown.max(1))
    });
    GameData {
        push_cells: rules.push_walls.cells,
        run: rules.player.run,
        health: loadout.health.max(0) as u32,
        hurts: loadout.inventory.iter().map(|(item, count)| ammunition_hurts(rules, item, count)).sum::<f64>().round()
            as u32,
        monsters: rules.monsters.iter().map(|(name, kind)| (name.clone(), monster(kind, pace))).collect(),
        unused: rules.pickups.iter().filter(|(_, kind)| is_unused(rules, kind)).map(|(name, _)| name.clone()).collect(),
        pickups: rules.pickups.iter().map(|(name, kind)| (name.clone(), pickup(rules, kind))).collect(),
        furniture: rules.props.iter().filter(|(_, kind)| kind.health.is_none()).map(|(name, _)| name.clone()).collect(),
    }
}

/// Returns the cost of a fight with a monster for a player who deals `pace` points of damage per tick. Animals do not
/// have to be fought.
fn monster(kind: &MonsterKind, pace: f64) -> MonsterData {
    if !kind.is_hostile() {
        return MonsterData::default();
    }
    let harm = kind.attacks.iter().map(|attack| {
        let mean = attack.damage.mean(SKILL, attack.reach).map_or(0.0, |damage| damage.total());
        let blow = mean * f64::from(attack.chance) / 100.0;
        blow * 60.0 * f64::from(TICKS_PER_SECOND) / f64::from(attack.cycle())
    });
    let health = kind.health.max(0) as u32;
    let reach = kind.attacks.iter().map(|attack| attack.reach).fold(0.0, f32::max);
    MonsterData {
        health,
        harm: harm.fold(0.0, f64::max).round() as u32,
        ticks: if pace > 0.0 { (f64::from(health) / pace).round() as u32 } else { 0 },
        shoots: if reach < MIN_RANGED_REACH { 0 } else { reach as u32 },
    }
}

/// Returns the value of a pickup.
fn pickup(rules: &Rules, kind: &PickupKind) -> PickupData {
    let hurts = kind.gives.iter().map(|(item, count)| ammunition_hurts(rules, item, count));
    PickupData { heals: kind.health.max(0) as u32, hurts: hurts.sum::<f64>().round() as u32 }
}

/// Returns true if a pickup gives only ammunition that no weapon uses. This happens with rules for which the pickup was
/// not made.
fn is_unused(rules: &Rules, kind: &PickupKind) -> bool {
    let is_used =
        |item: &str| rules.weapons.iter().any(|(name, weapon)| name == item || weapon.ammo.as_deref() == Some(item));
    !kind.gives.is_empty() && kind.health <= 0 && !kind.gives.iter().any(|(item, _)| is_used(item))
}

/// Returns the damage that a number of units of ammunition deals with the best weapon for it, in points.
pub fn ammunition_hurts(rules: &Rules, item: &str, count: u64) -> f64 {
    let weapons = rules.weapons.iter().filter(|(_, weapon)| weapon.ammo.as_deref() == Some(item));
    weapons.map(|(_, weapon)| shot(weapon)).fold(0.0, f64::max) * count.min(1000) as f64
}

/// Returns the damage of one unit of ammunition if all of it hits, in points.
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
