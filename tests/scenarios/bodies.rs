//! Bodies: they push each other aside but never overlap, at any speed, in any wind, and at any arrival.

use crate::{
    scenario::{FIRE, FORWARD, NOTHING, Scenario, armed, repaired_with},
    scenario_builder::ScenarioBuilder,
    throws::throw,
};
use bevy::prelude::Vec2;
use engine::{DamageDice, Element, GameEvent, Intent, MonsterState, Rules};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;

/// Maximum overlap of two bodies, in tiles.
const TOUCH: f32 = 0.01;

#[test]
fn fast_bodies_are_not_thrown_through_others() {
    for from in [2.5, 2.87, 3.21, 3.54] {
        for (who, radius) in [('d', 0.3), ('O', 0.3), ('C', 0.35)] {
            let mut scenario = ScenarioBuilder::on(&format!("##########\n#.@..{who}..##\n##########")).begin();
            scenario.put_player(from, 1.5);
            throw(&mut scenario, Vec2::new(100.0, 0.0));
            let mut farthest = 0.0_f32;
            for _ in 0..60 {
                scenario.tick(NOTHING);
                assert!(scenario.overlap() < TOUCH, "{who} {from}");
                let (x, stands) = (scenario.player().0, if who == 'd' { scenario.undead()[0].1.0 } else { 5.5 });
                assert!(x < stands - radius, "{who} {from}: it moved to {x}, past {stands}");
                farthest = farthest.max(x);
            }
            assert!(farthest > 5.5 - radius - 0.27, "{who} {from}: and up to it: {farthest}");
        }
    }
}

/// Returns the ticks for walking through a hall with this object in its middle, at a vertical offset of `y` tiles.
fn passing(what: char, y: f32) -> u64 {
    let mut scenario =
        ScenarioBuilder::on(&format!("##########\n#........#\n#.@..{what}...#\n#........#\n##########")).begin();
    scenario.put_player(2.5, y).until(FORWARD, |scenario| scenario.player().0 > 7.0).now()
}

#[test]
fn bodies_slide_along_each_other() {
    let free = passing('.', 2.5);
    for y in [2.2, 2.8] {
        let took = passing('C', y);
        assert!((free..free + free / 3).contains(&took), "{took} ticks from {y}, without the crate {free}");
    }
}

#[test]
fn bodies_that_meet_head_on_get_past_each_other() {
    let mut scenario =
        ScenarioBuilder::on("############\n#..........#\n#.@..d.....#\n#..........#\n############").begin();
    scenario.put_player(2.5, 2.5).within(3.0, FORWARD, |scenario| scenario.player().0 > scenario.monsters()[0].at.x);
}

#[test]
fn standing_bodies_are_pushed_aside_but_props_are_not() {
    let walk = |who: char| {
        let mut scenario = ScenarioBuilder::on(&format!("############\n#.@.{who}......#\n############")).begin();
        scenario.for_seconds(3.0, FORWARD);
        (scenario.player().0, scenario.overlap())
    };
    let (with, overlap) = walk('d');
    assert!(with > 4.6 && overlap < TOUCH, "the player pushes it to {with}");
    let (before, overlap) = walk('C');
    assert!((3.85..4.05).contains(&before) && overlap < TOUCH, "the crate stays: {before}");
}

#[test]
fn row_of_bodies_at_a_wall_stops_a_body() {
    let mut scenario = ScenarioBuilder::on("############\n#.@.....ddd#\n############").begin();
    for _ in 0..engine::ticks(12.0) {
        scenario.tick(FORWARD);
        assert!(scenario.overlap() < TOUCH);
        assert_eq!(scenario.stuck_body(), None);
    }
    let x = scenario.player().0;
    assert!(
        x > 7.5 && scenario.monsters().iter().all(|undead| undead.at.x > x),
        "the player has reached them, and passed none: {x}"
    );
}

#[test]
fn two_bodies_at_one_point_separate() {
    let mut scenario = ScenarioBuilder::on("########\n#@.....#\n#..dd..#\n#......#\n########").begin();
    scenario.put_monster(0, 3.5, 2.5).put_monster(1, 3.5, 2.5);
    let mut last = 0.0;
    for _ in 0..120 {
        scenario.tick(NOTHING);
        let [one, other] = &scenario.monsters()[..] else { panic!("there are two") };
        let apart = one.at.distance(other.at);
        assert!(apart >= last - 1e-4, "{apart} after {last}");
        last = apart;
    }
    assert!(last > 0.6 - TOUCH, "{last}");
}

#[test]
fn push_wall_pushes_a_queue_without_overlaps() {
    let words = "'f': (push: \"hull\", push_cells: 512),";
    let mut scenario = ScenarioBuilder::on("##############\n#@f....dd....#\n##############").legend(words).begin();
    scenario.press_use().wait(0.5).put_monster(0, 5.0, 1.5).put_monster(1, 5.65, 1.5);
    for _ in 0..engine::ticks(6.0) {
        scenario.tick(NOTHING);
        assert!(
            scenario.overlap() < TOUCH && scenario.stuck_body().is_none(),
            "{} {:?}",
            scenario.overlap(),
            scenario.stuck_body()
        );
    }
    let first = scenario.monsters()[0].at.x;
    assert!(first > 9.0 && scenario.count(GameEvent::Crushed) == 0, "it moved along to {first}");
    // At the wall the second body has no room, so the first one cannot give way.
    scenario.until(NOTHING, |scenario| scenario.count(GameEvent::Crushed) > 0);
    assert!(scenario.overlap() < TOUCH);
}

#[test]
fn lifts_and_hatches_lead_to_a_free_spot() {
    let words = "'H': (name: \"hatch\"), '=': (wall: \"hull\", name: \"lever\"), 'N': (name: \"below\"),";
    for act in ["Drop", "Carry"] {
        let fields = format!(
            "names: [(name: \"here\", at: (5, 1))],
            triggers: [(at: \"lever\", on: Use, repeat: Always, do: [{act}(\"here\", \"below\")])]"
        );
        let mut scenario =
            Scenario::in_words("#######\n#....@=\n#######\n#.....#\n#..zN.#\n#.....#\n#######", words, &fields);
        scenario.put_monster(0, 4.6, 4.4).press_use();
        let (x, y) = scenario.player();
        assert!(y > 3.0, "{act}: the player has come to {x} {y}");
        assert!(scenario.overlap() < TOUCH && scenario.stuck_body().is_none(), "{act}: {x} {y}");
        assert!(Vec2::new(x, y).distance(Vec2::new(4.5, 4.5)) < 1.0, "{act}: and near: {x} {y}");
    }
}

/// Makes all monsters harmless.
fn harmless(rules: &mut Rules) {
    let attacks = rules.monsters.iter_mut().flat_map(|(_, kind)| &mut kind.attacks);
    attacks.for_each(|attack| attack.damage = DamageDice::of_range(Element::Physical, 0, 0));
    rules.skills.iter_mut().for_each(|skill| skill.damage = 0.0);
}

#[test]
fn skeleton_does_not_rise_inside_a_body() {
    let mut scenario = ScenarioBuilder::on("########\n#@..s..#\n########")
        .legend("'s': (monster: \"skeleton\", facing: 180),")
        .change(harmless)
        .loadout(100, 99)
        .begin();
    scenario.until(FIRE, |scenario| scenario.undead()[0].0 == MonsterState::Dead);
    let bones = scenario.monsters()[0].at;
    scenario.put_player(bones.x - 0.3, bones.y).wait(12.0);
    assert_eq!(scenario.undead()[0].0, MonsterState::Dead, "a body is in the same spot");
    // The player leaves as slowly as possible, so that the skeleton rises as soon as there is room.
    for step in 0..400 {
        scenario.put_player(bones.x - 0.3 - step as f32 * 0.002, bones.y).tick(NOTHING);
        assert!(scenario.overlap() < TOUCH, "{step}: {}", scenario.overlap());
    }
    assert_ne!(scenario.undead()[0].0, MonsterState::Dead);
}

/// Returns a hall with windows to space, full of monsters that arrive, throw, flee and burst, and of crates and
/// barrels.
fn turmoil(seed: u64) -> (Scenario, Pcg32) {
    let mut chance = Pcg32::seed_from_u64(seed);
    let (width, height) = (18, 14);
    let mut cell = |x: usize, y: usize| {
        let edge = |at: usize, size: usize| at.min(size - 1 - at);
        let choice: &[u8] = match edge(x, width).min(edge(y, height)) {
            0 => b"~",
            1 if edge(x, width) != edge(y, height) => b"###K",
            1 => b"#",
            _ => b"..........##%+PzzZggbccodOOCs",
        };
        char::from(choice[chance.random_range(0..choice.len())])
    };
    let mut map: Vec<Vec<char>> = (0..height).map(|y| (0..width).map(|x| cell(x, y)).collect()).collect();
    map[7][9] = '@';
    let legend = "'~': (space: true), 'K': (window: \"glass\"), 's': (monster: \"skeleton\", facing: 180),";
    let map = repaired_with(legend, map);
    let loadout = armed(&["launcher", "shotgun"], &[("rockets", 10), ("shells", 50)]);
    (ScenarioBuilder::on(&map).legend(legend).seed(seed).change(harmless).begin_armed(loadout), chance)
}

#[test]
fn bodies_never_overlap_on_random_decks() {
    let mut seen = [0; 4];
    for seed in 0..24 {
        let (mut scenario, mut chance) = turmoil(seed);
        let mut intent = NOTHING;
        for tick in 0..1200 {
            if chance.random_range(0..15) == 0 {
                intent = Intent {
                    forward: chance.random_range(-1.0..1.5),
                    strafe: chance.random_range(-1.0..1.0),
                    turn: if chance.random_bool(0.4) { chance.random_range(-0.1..0.1) } else { 0.0 },
                    run: chance.random_bool(0.5),
                    fire: chance.random_bool(0.5),
                    use_: chance.random_bool(0.2),
                    jump: chance.random_bool(0.1),
                    ..NOTHING
                };
            }
            scenario.tick(intent);
            let overlap = scenario.overlap();
            assert!(overlap < TOUCH, "seed {seed}, tick {tick}: two bodies overlap by {overlap}");
            if tick % 5 == 0 {
                assert_eq!(scenario.stuck_body(), None, "seed {seed}, tick {tick}");
            }
        }
        let happened = [
            scenario.count_any(GameEvent::ProjectileExplodes),
            scenario.count_any(GameEvent::PropExplodes),
            scenario.count_any(GameEvent::MonsterLost),
            scenario.count(GameEvent::HullBreaks),
        ];
        seen.iter_mut().zip(happened).for_each(|(seen, times)| *seen += times);
    }
    assert!(seen.iter().all(|seen| *seen > 5), "not much happened: {seen:?}");
}
