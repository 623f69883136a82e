//! Texts of the bestiary, all derived from the tables of the rules.

use campaign::{element_name, filter_in_words};
use engine::{Attack, Load, MonsterKind, Rules, SkillRules, TICKS_PER_SECOND, Weapon};
use localization::{Said, say};

/// Distance in tiles at which shots are evaluated.
const FAR: f32 = 4.0;

/// Returns the lines about a kind at a skill.
pub(crate) fn of_kind(kind: &MonsterKind, rules: &Rules, skill: u8) -> Vec<Said> {
    let mut lines = vec![say!(
        "Health {health}. Walks {walks} and runs {runs} tiles per second; you walk {you_walk} and run {you_run}.",
        health = kind.health,
        walks = Said::decimal(kind.amble, 1),
        runs = Said::decimal(kind.speed, 1),
        you_walk = Said::decimal(rules.player.walk, 1),
        you_run = Said::decimal(rules.player.run, 1)
    )];
    lines.extend(kind.attacks.iter().flat_map(|attack| of_attack(attack, rules.skill(skill), skill)));
    lines.extend(habits(kind));
    let shots = rules
        .weapons
        .iter()
        .filter_map(|(name, weapon)| Some(Said::joined([Said::data(name), shots(kind, weapon, skill)?], ": ")));
    lines.push(say!("Average hits to kill: {weapons}.", weapons = Said::joined(shots, ", ")));
    lines.push(match filter_in_words(&kind.resistances) {
        None => say!("No damage modifiers.").into(),
        Some(resistances) => say!("Damage modifiers: {nature}.", nature = resistances),
    });
    lines
}

fn seconds(ticks: u32) -> f32 {
    ticks as f32 / TICKS_PER_SECOND as f32
}

/// Returns the lines about an attack at a skill: minimum, maximum and average damage, rate and accuracy.
fn of_attack(attack: &Attack, rules: &SkillRules, skill: u8) -> Vec<Said> {
    let damage = attack.damage.times(f64::from(rules.damage));
    let distance = attack.reach.min(FAR);
    let mean = damage.mean(skill, distance).map_or(0.0, |mean| mean.total());
    let (low, high) = damage.range(skill, distance).unwrap_or((mean, mean));
    let (low, high) = (low.round(), high.round());
    let is_range = low < high;
    let (low, high) = (Said::number(low), Said::number(high));
    let amount = if is_range { say!("{low} to {high}", low, high) } else { high };
    let elements = attack.damage.elements().map(|element| Said::from(element_name(element)));
    let elements = elements.reduce(|one, other| say!("{one} and {other}", one, other)).unwrap_or_default();
    let (reach, pace) = (attack.reach, 1.0 / seconds(attack.cycle()));
    match &attack.projectile {
        Some(projectile) => {
            let degrees = (projectile.spread * rules.spread).to_degrees();
            let blow = say!(
                "Ranged, {reach} tiles, {pace} shots per second: {amount} {elements}, {mean} on average.",
                reach = Said::decimal(reach, 1),
                pace = Said::decimal(pace, 1),
                amount,
                elements,
                mean = Said::decimal(mean, 1)
            );
            vec![blow, say!("Its aim is off by up to {degrees} degrees.", degrees = Said::decimal(degrees, 1))]
        }
        None => {
            let blow = say!(
                "Melee, {reach} tiles, {pace} attacks per second: {amount} {elements}, {mean} on average.",
                reach = Said::decimal(reach, 1),
                pace = Said::decimal(pace, 1),
                amount,
                elements,
                mean = Said::decimal(mean, 1)
            );
            let hits = match attack.may_miss() {
                true => say!("Hit chance: {hits} %.", hits = attack.chance),
                false => say!("Its attacks never miss.").into(),
            };
            vec![blow, hits]
        }
    }
}

/// Returns the lines about other behaviour.
fn habits(kind: &MonsterKind) -> Vec<Said> {
    let mut habits = Vec::new();
    if kind.rises > 0 {
        habits.push(say!(
            "Gets up again after {seconds} seconds, unless it is blown into space.",
            seconds = Said::decimal(seconds(kind.rises), 0)
        ));
    }
    if let Some(burst) = &kind.bursts {
        habits.push(say!("Bursts when killed; the gas reaches {reach} tiles.", reach = Said::decimal(burst.reach, 1)));
    }
    if kind.flees.is_some() {
        habits.push(say!("Flees once when badly hurt.").into());
    }
    if let Some(drops) = &kind.drops {
        habits.push(say!("Drops: {drops}.", drops = Said::data(drops)));
    }
    habits
}

/// Returns the average number of shots or blows of a weapon that kill a monster of a kind. Returns `None` for a weapon
/// without damage.
fn shots(kind: &MonsterKind, weapon: &Weapon, skill: u8) -> Option<Said> {
    let count = match &weapon.load {
        Load::Patches(_) => return None,
        Load::Projectile(_) => 1.0,
        Load::Bullets(bullets) => f64::from(bullets.count),
    };
    let mut harms = vec![(weapon.damage.mean(skill, FAR)?, count)];
    if let Some(explosion) = weapon.explosion() {
        harms.push((explosion.damage.mean(skill, 0.0)?, 1.0));
    }
    if harms.iter().all(|(harm, _)| harm.total() <= 0.0) {
        return None;
    }
    let suffered = |harm| kind.resistances.apply(&weapon.filter.apply(harm)).total();
    let mean: f64 = harms.iter().map(|(harm, count)| suffered(harm) * count).sum();
    Some(if mean > 0.0 { Said::decimal((f64::from(kind.health) / mean).ceil(), 0) } else { Said::literal("-") })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_bestiary_texts() {
        let rules = Rules::standard();
        for (name, kind) in &rules.monsters {
            let lines = of_kind(kind, &rules, 2);
            assert!(lines.len() >= 3 && lines.iter().all(|line| line.english().ends_with('.')), "{name}: {lines:?}");
        }
    }

    #[test]
    fn bestiary_texts_follow_from_the_tables() {
        let rules = Rules::standard();
        let kind = |wanted: &str| &rules.monsters.iter().find(|(name, _)| name == wanted).unwrap().1;
        let crawler = kind("crawler");
        let mut frail = crawler.clone();
        frail.health = 1;
        let said = |kind: &MonsterKind| Said::joined(of_kind(kind, &rules, 2), " ").english();
        assert!(said(&frail).contains("pistol: 1,"), "{}", said(&frail));
        assert!(!["patch", "bag"].iter().any(|harmless| said(&frail).contains(harmless)), "{}", said(&frail));
        assert!(said(kind("skeleton")).contains("Gets up again after 10 seconds"));
        let [easy, hard] = [1, 4].map(|skill| of_attack(&crawler.attacks[0], rules.skill(skill), skill));
        assert_ne!(easy, hard);
    }

    #[test]
    fn each_kind_shows_resistances_attacks_and_accuracy() {
        let rules = Rules::standard();
        let said = |wanted: &str| {
            let kind = &rules.monsters.iter().find(|(name, _)| name == wanted).unwrap().1;
            Said::joined(of_kind(kind, &rules, 2), " ").english()
        };
        for (kind, parts) in [
            ("shambler", ["5 to 15 physical, 10.0 on average.", "Hit chance: 90 %.", "No damage modifiers."]),
            ("bloater", ["5 to 10 poison, 7.5 on average.", "Hit chance: 80 %.", "No damage modifiers."]),
            (
                "skeleton",
                ["4 to 8 physical, 6.0 on average.", "Its attacks never miss.", "Damage modifiers: physical x 0.50"],
            ),
            (
                "officer",
                ["6 to 12 electric, 9.0 on average.", "Its aim is off by up to 6.0 degrees.", "No damage modifiers."],
            ),
        ] {
            for part in parts {
                assert!(said(kind).contains(part), "{kind}: {}", said(kind));
            }
        }
        assert!(rules.monsters.iter().filter(|(_, kind)| kind.attacks.iter().any(Attack::may_miss)).count() >= 2);
    }
}
