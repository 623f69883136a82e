//! The four skill levels: the same deck and the same monsters, with the factors of the rules.

use crate::{
    scenario::{FIRE, NOTHING, Scenario},
    scenario_builder::ScenarioBuilder,
};
use engine::{DamageDice, Element, GameEvent, MonsterState, Outcome, Rules};

/// Returns a measurement on each skill level, from the easiest to the hardest.
fn on_each<T>(map: &str, mut measure: impl FnMut(Scenario) -> T) -> [T; 4] {
    [1, 2, 3, 4].map(|skill| measure(ScenarioBuilder::on(map).skill(skill).begin()))
}

/// Checks that measurements are proportional to the factors of the skill levels, within a tolerance.
fn follow(measured: [f32; 4], factor: impl Fn(&engine::SkillRules) -> f32, within: f32) {
    let rules = Rules::standard();
    let factors = rules.skills.each_ref().map(factor);
    assert!(factors.windows(2).any(|pair| pair[0] != pair[1]), "the skills differ: {factors:?}");
    for (measured, factor) in measured.map(|one| one / measured[1]).into_iter().zip(factors) {
        assert!((measured - factor / factors[1]).abs() < within, "{measured} instead of {factor}");
    }
}

#[test]
fn skill_changes_the_reaction_time_of_monsters() {
    let times = on_each("##########\n#@......z#\n##########", |mut scenario| {
        scenario.until(NOTHING, |scenario| scenario.monsters()[0].state == MonsterState::Alert);
        let since = scenario.now();
        scenario.until(NOTHING, |scenario| scenario.monsters()[0].state == MonsterState::Chase);
        (scenario.now() - since) as f32
    });
    assert!(times.is_sorted_by(|easier, harder| easier > harder), "{times:?}");
    follow(times, |skill| skill.reaction, 0.15);
}

#[test]
fn skill_changes_the_speed_of_chasing_monsters() {
    let speeds = on_each("################\n#@............z#\n################", |mut scenario| {
        scenario.wait(1.0);
        let from = scenario.monsters()[0].at.x;
        from - scenario.wait(3.0).monsters()[0].at.x
    });
    assert!(speeds.is_sorted_by(|easier, harder| easier < harder), "{speeds:?}");
    follow(speeds, |skill| skill.speed, 0.02);
}

#[test]
fn skill_changes_the_damage_of_monsters() {
    let costs = on_each("######\n#@z..#\n######", |mut scenario| {
        scenario.until(NOTHING, |scenario| {
            scenario.count_any(GameEvent::Strikes) >= 8 || scenario.outcome() == Outcome::Dead
        });
        let blows = scenario.count(GameEvent::PlayerHurt) + scenario.count_any(GameEvent::PlayerDies);
        (100 - scenario.health()) as f32 / blows as f32
    });
    assert!(costs.is_sorted_by(|easier, harder| easier < harder), "{costs:?}");
    follow(costs, |skill| skill.damage, 0.25);
}

#[test]
fn easiest_skill_weakens_bursts() {
    let losses = on_each("#########\n#.@b....#\n#########", |mut scenario| {
        scenario.until(FIRE, |scenario| scenario.count_any(GameEvent::MonsterDies) == 1);
        let before = scenario.health();
        scenario.until(NOTHING, |scenario| scenario.count_any(GameEvent::Bursts) == 1);
        scenario.wait(0.2);
        before - scenario.health()
    });
    let relief = Rules::standard().skills.each_ref().map(|skill| skill.burst_relief);
    assert_eq!((relief[0] > 0.5, &relief[1..]), (true, &[0.0; 3][..]));
    assert!(losses[0] > 0 && losses[1..].iter().all(|loss| 2 * losses[0] < *loss), "{losses:?}");
}

#[test]
fn easiest_skill_makes_monsters_pause_after_each_strike() {
    let pauses = on_each("######\n#@z..#\n######", |mut scenario| {
        let mut at = Vec::new();
        scenario.until(NOTHING, |scenario| {
            if scenario.count_any(GameEvent::Strikes) > at.len() {
                at.push(scenario.now());
            }
            at.len() == 3
        });
        (at[2] - at[1]) as f32
    });
    assert!(pauses[0] > 1.2 * pauses[1] && pauses[1] == pauses[3], "{pauses:?}");
}

#[test]
fn skill_changes_the_aim_of_monsters() {
    let map = "#############\n#...........#\n#@........g.#\n#...........#\n#############";
    let astray = [1, 2, 3, 4].map(|skill| {
        let mut scenario = ScenarioBuilder::on(map)
            .skill(skill)
            .change(|rules| {
                let gunner = usize::from(rules.kind("gunner").expect("it is a kind"));
                let attack = &mut rules.monsters[gunner].1.attacks[0];
                (attack.wind_up, attack.rest) = (6, 6);
                attack.damage = DamageDice::of_range(Element::Physical, 0, 0);
                attack.projectile = attack.projectile.take().map(|kind| engine::ProjectileKind { spread: 0.2, ..kind });
            })
            .begin();
        scenario.until(NOTHING, |scenario| scenario.count_any(GameEvent::Strikes) > 100);
        let hits = scenario.reports_any(GameEvent::MonsterProjectileHits);
        hits.iter().map(|hit| hit.towards.y.abs()).sum::<f32>() / hits.len() as f32
    });
    assert!(astray.is_sorted_by(|easier, harder| easier > harder), "{astray:?}");
    follow(astray, |skill| skill.spread, 0.2);
}

#[test]
fn skill_changes_the_number_of_monsters_and_pickups() {
    let count = |skill: u8| {
        let mut scenario = ScenarioBuilder::on("##########\n#@.n.m.kz#\n#.....i..#\n##########")
            .legend(
                "'n': (monster: \"shambler\", skill: 2), 'm': (monster: \"shambler\", skill: 3),
                'k': (monster: \"shambler\", skill: 4), 'i': (pickup: \"medkit\", skill: 2)",
            )
            .skill(skill)
            .begin();
        let run = scenario.headless.run();
        assert_eq!(run.monsters as usize, scenario.monsters().len());
        (run.monsters, scenario.pickups().len())
    };
    assert_eq!([1, 2, 3, 4].map(count), [(1, 0), (2, 1), (3, 1), (4, 1)]);
}

#[test]
fn invalid_skill_counts_as_the_nearest() {
    for (skill, counts_as) in [(0, 1), (9, 4)] {
        assert_eq!(ScenarioBuilder::on("###\n#@#\n###").skill(skill).begin().headless.run().skill, counts_as);
    }
}

#[test]
fn classic_rules_have_four_equal_skills() {
    let run = |skill| {
        let mut scenario = ScenarioBuilder::on("########\n#@...z.#\n########").classic().skill(skill).begin();
        scenario.until(NOTHING, |scenario| scenario.outcome() == Outcome::Dead);
        scenario.now()
    };
    assert_eq!([1, 3, 4].map(run), [run(2); 3]);
}
