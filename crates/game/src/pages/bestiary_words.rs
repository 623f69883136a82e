//! What the bestiary says of a kind, all of it out of the tables of the rules.

use engine::{Attack, Load, MonsterKind, Rules, TICKS_PER_SECOND, Weapon};
use journey::filter_in_words;

/// From so far away shots are reckoned, in tiles.
const FAR: f32 = 4.0;

/// All that is said of a kind, line by line, for a skill.
pub(crate) fn of_kind(kind: &MonsterKind, rules: &Rules, skill: u8) -> Vec<String> {
    let mut lines = vec![format!(
        "Health {}. Walks {:.1} and runs {:.1} tiles a second; you walk {:.1} and run {:.1}.",
        kind.health, kind.amble, kind.speed, rules.player.walk, rules.player.run
    )];
    let harm = rules.skill(skill).damage;
    lines.extend(kind.attacks.iter().map(|attack| of_attack(attack, harm)));
    lines.extend(habits(kind));
    let shots: Vec<String> = rules
        .weapons
        .iter()
        .filter_map(|(name, weapon)| Some(format!("{name}: {}", shots(kind, weapon, skill)?)))
        .collect();
    lines.push(format!("Shots or blows that end it, on average: {}.", shots.join(", ")));
    let nature = filter_in_words(&kind.nature);
    if !nature.is_empty() {
        lines.push(format!("Its nature: {nature}."));
    }
    lines
}

fn seconds(ticks: u32) -> f32 {
    ticks as f32 / TICKS_PER_SECOND as f32
}

/// A way to fight, where blows cost so many times as much as the table says.
fn of_attack(attack: &Attack, harm: f32) -> String {
    let (least, most) = attack.damage;
    let mean = (least + most) as f32 / 2.0 * harm;
    let pace = 1.0 / seconds(attack.cycle());
    let (reach, element) = (attack.reach, attack.element);
    let blow = if attack.projectile.is_some() {
        format!("Throws as far as {reach:.1} tiles: {mean:.0} {element} on average, {pace:.1} times a second.")
    } else {
        format!("Claws within {reach:.1} tiles: {mean:.0} {element} on average, {pace:.1} times a second.")
    };
    // Three blanks: these are two sentences.
    if attack.chance < 100 { format!("{blow}   Of 100 of these {} hit.", attack.chance) } else { blow }
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
        let (easy, hard) = (of_attack(&crawler.attacks[0], 0.5), of_attack(&crawler.attacks[0], 2.0));
        assert_ne!(easy, hard);
    }
}
