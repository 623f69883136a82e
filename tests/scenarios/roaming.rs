//! Random maps with all monster kinds: bodies never get into walls, monsters reach every place with a path, and a
//! restored run is identical to one that never stopped.

use crate::{
    scenario::{NOTHING, Scenario, repaired, stray},
    scenario_builder::ScenarioBuilder,
};
use bevy::prelude::{IVec2, Vec2};
use engine::{DamageDice, Element, GameEvent, Grid, MonsterKind, MonsterState, Rules, Shape};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;

/// Returns a random map of this size with all kinds of monsters and shapes; `who` lists the characters of the
/// creatures.
pub(crate) fn map(chance: &mut Pcg32, (width, height): (usize, usize), who: &[u8]) -> String {
    let mut cell = |x: usize, y: usize| {
        let choice: &[u8] = match (x % 2, y % 2) {
            _ if x == 0 || y == 0 || x + 1 == width || y + 1 == height => b"#",
            (0, 0) => b"####..",
            (1, 1) if chance.random_bool(0.25) => who,
            (1, 1) => b"........DPa>v<^",
            _ => b".........##%+WGB",
        };
        char::from(choice[chance.random_range(0..choice.len())])
    };
    let mut map: Vec<Vec<char>> = (0..height).map(|y| (0..width).map(|x| cell(x, y)).collect()).collect();
    map[(height / 2) | 1][(width / 2) | 1] = '@';
    if who.contains(&b'p') {
        // Patrols in both directions along the upper wall: other patrols are mostly blocked, and are removed by the
        // repair.
        map[1] = format!("#>.p{}p..<#", ".".repeat(width - 9)).chars().collect();
    }
    repaired(map)
}

/// Returns an eventful run on a random map: there are bombs, and most monsters throw, flee or patrol.
fn turmoil(seed: u64) -> (Scenario, Pcg32) {
    let mut chance = Pcg32::seed_from_u64(seed);
    let map = map(&mut chance, (17, 13), b"zZppwgggbbcco");
    // Monsters are tough, so that they live long enough for the test.
    let tough = |(_, kind): &mut (String, MonsterKind)| {
        kind.attacks.iter_mut().for_each(|attack| attack.damage = DamageDice::of_range(Element::Physical, 1, 2));
    };
    let change = |rules: &mut Rules| {
        rules.monsters.iter_mut().for_each(tough);
        let pistol = usize::from(rules.weapon("pistol").expect("the game has one"));
        rules.weapons[pistol].1.damage = ron::from_str("{ physical: \"19 + d41\" }").expect("it is some");
    };
    (ScenarioBuilder::on(&map).seed(seed).loadout(100, 99).change(change).begin(), chance)
}

#[test]
fn living_bodies_never_get_into_solid_cells() {
    let mut seen = [0; 5];
    for seed in 0..30 {
        let (mut scenario, mut chance) = turmoil(seed);
        let mut intent = NOTHING;
        for tick in 0..900 {
            intent = stray(&mut chance, intent, 0.6);
            scenario.tick(intent);
            if tick % 3 == 0 {
                assert_eq!(scenario.stuck_body(), None, "seed {seed}, tick {tick}");
            }
        }
        let happened = [
            scenario.count_any(GameEvent::MonsterProjectileHits),
            scenario.count(GameEvent::DoorOpens),
            scenario.count_any(GameEvent::Bursts),
            scenario.count_any(GameEvent::MonsterDies),
            scenario.count(GameEvent::PushWallMoves),
        ];
        seen.iter_mut().zip(happened).for_each(|(seen, times)| *seen += times);
    }
    assert!(
        seen[..2].iter().all(|seen| *seen > 20) && seen[2..].iter().all(|seen| *seen > 1),
        "not much happened: {seen:?}"
    );
}

/// Returns the cells with a path to the player, by a separate search that considers doors, panes and pillars.
fn connected(scenario: &mut Scenario) -> Vec<IVec2> {
    let player = Grid::cell_at(Vec2::from(scenario.player()));
    let grid = scenario.headless.world().resource::<Grid>();
    let passes = |cell: &IVec2| {
        matches!(
            grid.shape(scenario.orientation.cell(*cell)),
            Shape::Open | Shape::Diagonal { .. } | Shape::Door { .. } | Shape::Leaves { .. }
        )
    };
    let mut found = vec![player];
    let mut next = 0;
    while next < found.len() {
        let beside = [IVec2::X, IVec2::Y, IVec2::NEG_X, IVec2::NEG_Y].map(|step| found[next] + step);
        let new: Vec<IVec2> = beside.into_iter().filter(|cell| passes(cell) && !found.contains(cell)).collect();
        found.extend(new);
        next += 1;
    }
    found
}

/// Changes the rules so that monsters always know where the player is, and are harmless.
fn hunter(rules: &mut Rules) {
    let number = usize::from(rules.kind("dummy").expect("it is a kind"));
    let kind = &mut rules.monsters[number].1;
    (kind.speed, kind.senses.near, kind.senses.scent) = (2.5, 100.0, u32::MAX >> 8);
}

#[test]
fn monsters_reach_the_player_if_there_is_a_path() {
    let (mut came, mut barred) = (0, 0);
    for seed in 0..60 {
        let mut chance = Pcg32::seed_from_u64(seed);
        let map = map(&mut chance, (19, 13), b".");
        let mut scenario = ScenarioBuilder::on(&map.replacen('.', "d", 1)).change(hunter).begin();
        let start = Vec2::from(scenario.player());
        let first = scenario.monsters()[0].at;
        let grid = scenario.headless.world().resource::<Grid>();
        let cells = (0..19 * 13).map(|cell| IVec2::new(cell % 19, cell / 19));
        let free: Vec<IVec2> =
            cells.filter(|cell| grid.shape(scenario.orientation.cell(*cell)) == Shape::Open).collect();
        let home = Grid::middle(free[chance.random_range(0..free.len())]);
        // The monster sees the player once.
        scenario.put_player(first.x + 0.3, first.y + 0.3).wait(0.1).put_player(start.x, start.y);
        scenario.put_monster(0, home.x, home.y);
        let has_way = connected(&mut scenario).contains(&Grid::cell_at(home));
        let mut nearest = f32::INFINITY;
        for _ in 0..engine::ticks(if has_way { 40.0 } else { 8.0 }) {
            scenario.tick(NOTHING);
            nearest = nearest.min(scenario.monsters()[0].at.distance(Vec2::from(scenario.player())));
            if has_way && nearest < 0.7 {
                break;
            }
        }
        if has_way {
            assert!(nearest < 0.7, "seed {seed}: from {home} it came within {nearest} of {start}:\n{map}");
            came += 1;
        } else {
            let at = Grid::cell_at(scenario.monsters()[0].at);
            assert!(!connected(&mut scenario).contains(&at), "seed {seed}: it came from {home} to {at}:\n{map}");
            barred += 1;
        }
    }
    assert!(came > 30 && barred > 3, "{came} had a path, {barred} had none");
}

#[test]
fn run_depends_on_the_seed_only() {
    let run = |seed: u64, chance_seed: u64| {
        let mut chance = Pcg32::seed_from_u64(seed);
        let map = map(&mut chance, (17, 13), b"zZppwgggbbcco");
        let mut scenario = ScenarioBuilder::on(&map).seed(chance_seed).begin();
        let mut intent = NOTHING;
        let hashes = (0..100).map(|_| {
            intent = stray(&mut chance, intent, 0.6);
            scenario.for_seconds(0.05, intent).headless.snapshot().hash()
        });
        hashes.collect::<Vec<_>>()
    };
    for seed in 0..6 {
        assert_eq!(run(seed, 1), run(seed, 1));
        assert_ne!(run(seed, 1).last(), run(seed, 2).last());
    }
}

#[test]
fn run_restored_at_any_tick_is_identical() {
    let mut seen = [0; 4];
    for seed in 100..150 {
        let (mut scenario, mut chance) = turmoil(seed);
        let mut intent = NOTHING;
        for _ in 0..chance.random_range(20..700) {
            intent = stray(&mut chance, intent, 0.6);
            scenario.tick(intent);
        }
        use MonsterState::*;
        let states: Vec<MonsterState> = scenario.monsters().iter().map(|undead| undead.state).collect();
        seen[0] += scenario.projectiles().len();
        for (seen, state) in seen[1..].iter_mut().zip([Patrol, Flee, Dying]) {
            *seen += states.iter().filter(|now| **now == state).count();
        }
        let mut restored = scenario.restored();
        assert_eq!(restored.snapshot(), scenario.headless.snapshot());
        for tick in 0..300 {
            intent = stray(&mut chance, intent, 0.6);
            scenario.tick(intent);
            restored.tick(scenario.orientation.intent(intent));
            if tick % 10 == 9 {
                let same = restored.snapshot().hash() == scenario.headless.snapshot().hash();
                assert!(same, "seed {seed}, {} ticks after the restore", tick + 1);
            }
        }
    }
    assert!(seen.iter().all(|seen| *seen > 0), "numbers of saved projectiles, patrols, flights and falls: {seen:?}");
}
