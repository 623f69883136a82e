//! What the bestiary says of a kind, all of it out of the tables of the rules.

use engine::{Attack, Load, MonsterKind, Rules, SkillRules, TICKS_PER_SECOND, Weapon};
use journey::filter_in_words;

/// From so far away shots are reckoned, in tiles.
const FAR: f32 = 4.0;

/// All that is said of a kind, line by line, for a skill.
pub(crate) fn of_kind(kind: &MonsterKind, rules: &Rules, skill: u8) -> Vec<String> {
    let mut lines = vec![format!(
        "Health {}. Walks {:.1} and runs {:.1} tiles a second; you walk {:.1} and run {:.1}.",
        kind.health, kind.amble, kind.speed, rules.player.walk, rules.player.run
    )];
    lines.extend(kind.attacks.iter().flat_map(|attack| of_attack(attack, rules.skill(skill), skill)));
    lines.extend(habits(kind));
    let shots: Vec<String> = rules
        .weapons
        .iter()
        .filter_map(|(name, weapon)| Some(format!("{name}: {}", shots(kind, weapon, skill)?)))
        .collect();
    lines.push(format!("Shots or blows that end it, on average: {}.", shots.join(", ")));
    let nature = filter_in_words(&kind.nature);
    lines.push(match nature.is_empty() {
        true => "Its nature changes no damage.".to_owned(),
        false => format!("Its nature: {nature}."),
    });
    lines
}

fn seconds(ticks: u32) -> f32 {
    ticks as f32 / TICKS_PER_SECOND as f32
}

/// A way to fight on a skill: what a blow costs from lowest to highest and on average, how often it strikes, and how well it hits.
fn of_attack(attack: &Attack, rules: &SkillRules, skill: u8) -> Vec<String> {
    let damage = attack.damage.times(f64::from(rules.damage));
    let distance = attack.reach.min(FAR);
    let mean = damage.mean(skill, distance).map_or(0.0, |mean| mean.total());
    let (low, high) = damage.range(skill, distance).unwrap_or((mean, mean));
    let (low, high) = (low.round(), high.round());
    let amount = if low < high { format!("{low} to {high}") } else { format!("{high}") };
    let elements = attack.damage.elements().map(|element| element.to_string()).collect::<Vec<_>>().join(" and ");
    let (reach, pace) = (attack.reach, 1.0 / seconds(attack.cycle()));
    match &attack.projectile {
        Some(projectile) => {
            let degrees = (projectile.spread * rules.spread).to_degrees();
            let blow = format!(
                "Throws up to {reach:.1} tiles, {pace:.1} times a second: {amount} {elements}, {mean:.1} on average."
            );
            vec![blow, format!("Its aim is off by {degrees:.1} degrees at most.")]
        }
        None => {
            let blow = format!(
                "Claws within {reach:.1} tiles, {pace:.1} times a second: {amount} {elements}, {mean:.1} on average."
            );
            let hits = match attack.may_miss() {
                true => format!("Of 100 blows {} hit, the others miss.", attack.chance),
                false => "It never misses whom it reaches.".to_owned(),
            };
            vec![blow, hits]
        }
    }
}

/// What else it does.
fn habits(kind: &MonsterKind) -> Vec<String> {
    let mut habits = Vec::new();
    if kind.rises > 0 {
        habits.push(format!("Rises again after {:.0} seconds, unless space takes it.", seconds(kind.rises)));
    }
    if let Some(burst) = &kind.bursts {
        habits.push(format!("Bursts when it has fallen, {:.1} tiles far.", burst.reach));
    }
    if kind.flees.is_some() {
        habits.push("Flees once, when it is badly hurt.".to_owned());
    }
    if let Some(drops) = &kind.drops {
        habits.push(format!("Leaves behind: {drops}."));
    }
    habits
}

/// How many shots or blows of a weapon end one of a kind, on average; none for what hurts nobody.
fn shots(kind: &MonsterKind, weapon: &Weapon, skill: u8) -> Option<String> {
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
    let suffered = |harm| kind.nature.apply(&weapon.filter.apply(harm)).total();
    let mean: f64 = harms.iter().map(|(harm, count)| suffered(harm) * count).sum();
    Some(if mean > 0.0 { format!("{:.0}", (f64::from(kind.health) / mean).ceil()) } else { "-".to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_the_game_has_its_words() {
        let rules = Rules::standard();
        for (name, kind) in &rules.monsters {
            let lines = of_kind(kind, &rules, 2);
            assert!(lines.len() >= 3 && lines.iter().all(|line| line.ends_with('.')), "{name}: {lines:?}");
        }
    }

    #[test]
    fn what_is_said_follows_from_the_tables() {
        let rules = Rules::standard();
        let kind = |wanted: &str| &rules.monsters.iter().find(|(name, _)| name == wanted).unwrap().1;
        let crawler = kind("crawler");
        let mut frail = crawler.clone();
        frail.health = 1;
        let said = |kind: &MonsterKind| of_kind(kind, &rules, 2).join(" ");
        assert!(said(&frail).contains("pistol: 1,"), "{}", said(&frail));
        assert!(!["patch", "bag"].iter().any(|harmless| said(&frail).contains(harmless)), "{}", said(&frail));
        assert!(said(kind("skeleton")).contains("Rises again after 10 seconds"));
        let [easy, hard] = [1, 4].map(|skill| of_attack(&crawler.attacks[0], rules.skill(skill), skill));
        assert_ne!(easy, hard);
    }

    #[test]
    fn each_kind_shows_its_nature_its_blows_and_how_well_they_hit() {
        let rules = Rules::standard();
        let said = |wanted: &str| {
            of_kind(&rules.monsters.iter().find(|(name, _)| name == wanted).unwrap().1, &rules, 2).join(" ")
        };
        for (kind, parts) in [
            (
                "shambler",
                ["5 to 15 physical, 10.0 on average.", "Of 100 blows 90 hit, the others miss.", "changes no damage."],
            ),
            (
                "bloater",
                ["5 to 10 poison, 7.5 on average.", "Of 100 blows 80 hit, the others miss.", "changes no damage."],
            ),
            (
                "skeleton",
                ["4 to 8 physical, 6.0 on average.", "It never misses whom it reaches.", "Its nature: physical x 0.50"],
            ),
            (
                "officer",
                ["6 to 12 elec, 9.0 on average.", "Its aim is off by 6.0 degrees at most.", "changes no damage."],
            ),
        ] {
            for part in parts {
                assert!(said(kind).contains(part), "{kind}: {}", said(kind));
            }
        }
        assert!(rules.monsters.iter().filter(|(_, kind)| kind.attacks.iter().any(Attack::may_miss)).count() >= 2);
    }
}
