//! On random maps, among all kinds of undead: nobody gets into a wall, everybody gets where a way leads, and a run that is
//! stopped, saved and restored is the run that never stopped.

use crate::scenario::{NOTHING, Scenario, repaired};
use crate::scenario_builder::ScenarioBuilder;
use bevy::prelude::{IVec2, Vec2};
use engine::{DamageDice, Element, GameEvent, Grid, Intent, MonsterKind, MonsterState, Rules, Shape};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;

/// A random map with all kinds of undead and of shapes, of so many cells; `who` is who stands about.
fn map(chance: &mut Pcg32, (width, height): (usize, usize), who: &[u8]) -> String {
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
        // Patrols to and fro along the upper wall: others lead nowhere mostly, and are mended away.
        map[1] = format!("#>.p{}p..<#", ".".repeat(width - 9)).chars().collect();
    }
    repaired(map)
}

/// What somebody wants who runs about and fires without sense.
fn stray(chance: &mut Pcg32, last: Intent) -> Intent {
    if chance.random_range(0..20) > 0 {
        return Intent { use_: false, ..last };
    }
    Intent {
        forward: chance.random_range(-0.5..2.0),
        strafe: chance.random_range(-1.0..1.0),
        turn: if chance.random_bool(0.3) { chance.random_range(-0.1..0.1) } else { 0.0 },
        run: chance.random_bool(0.5),
        fire: chance.random_bool(0.6),
        use_: chance.random_bool(0.5),
        weapon: None,
        board: None,
        jump: false,
        walk_to: None,
    }
}

/// A run on a random map on which much goes on: bombs lie about, and most of what lives throws, flees or patrols.
fn turmoil(seed: u64) -> (Scenario, Pcg32) {
    let mut chance = Pcg32::seed_from_u64(seed);
    let map = map(&mut chance, (17, 13), b"zZppwgggbbcco");
    // Nobody dies so soon that there is nothing left to see.
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
fn no_living_body_ever_gets_into_anything_solid() {
    let mut seen = [0; 5];
    for seed in 0..30 {
        let (mut scenario, mut chance) = turmoil(seed);
        let mut intent = NOTHING;
        for tick in 0..900 {
            intent = stray(&mut chance, intent);
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

/// The cells from which a way leads to the player, as somebody counts who knows doors, panes and pillars.
fn connected(scenario: &mut Scenario) -> Vec<IVec2> {
    let player = Grid::cell_at(Vec2::from(scenario.player()));
    let grid = scenario.headless.world().resource::<Grid>();
    let passes = |cell: &IVec2| {
        matches!(grid.shape(*cell), Shape::Open | Shape::Diagonal { .. } | Shape::Door { .. } | Shape::Leaves { .. })
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

/// One who knows where the player is, wherever that is, and does him no damage.
fn hunter(rules: &mut Rules) {
    let number = usize::from(rules.kind("dummy").expect("it is a kind"));
    let kind = &mut rules.monsters[number].1;
    (kind.speed, kind.senses.near, kind.senses.scent) = (2.5, 100.0, u32::MAX >> 8);
}

#[test]
fn whoever_has_a_way_to_the_player_comes_to_him_and_nobody_else() {
    let (mut came, mut barred) = (0, 0);
    for seed in 0..60 {
        let mut chance = Pcg32::seed_from_u64(seed);
        let map = map(&mut chance, (19, 13), b".");
        let mut scenario = ScenarioBuilder::on(&map.replacen('.', "d", 1)).change(hunter).begin();
        let start = Vec2::from(scenario.player());
        let first = scenario.monsters()[0].at;
        let grid = scenario.headless.world().resource::<Grid>();
        let cells = (0..19 * 13).map(|cell| IVec2::new(cell % 19, cell / 19));
        let free: Vec<IVec2> = cells.filter(|cell| grid.shape(*cell) == Shape::Open).collect();
        let home = Grid::middle(free[chance.random_range(0..free.len())]);
        // It sees him once.
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
    assert!(came > 30 && barred > 3, "{came} had a way, {barred} had none");
}

#[test]
fn the_same_seed_gives_the_same_run_and_another_another() {
    let run = |seed: u64, chance_seed: u64| {
        let mut chance = Pcg32::seed_from_u64(seed);
        let map = map(&mut chance, (17, 13), b"zZppwgggbbcco");
        let mut scenario = ScenarioBuilder::on(&map).seed(chance_seed).begin();
        let mut intent = NOTHING;
        let hashes = (0..100).map(|_| {
            intent = stray(&mut chance, intent);
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
fn a_run_restored_at_any_tick_goes_on_as_if_it_had_never_stopped() {
    let mut seen = [0; 4];
    for seed in 100..150 {
        let (mut scenario, mut chance) = turmoil(seed);
        let mut intent = NOTHING;
        for _ in 0..chance.random_range(20..700) {
            intent = stray(&mut chance, intent);
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
            intent = stray(&mut chance, intent);
            scenario.tick(intent);
            restored.tick(intent);
            if tick % 10 == 9 {
                let same = restored.snapshot().hash() == scenario.headless.snapshot().hash();
                assert!(same, "seed {seed}, {} ticks after the restore", tick + 1);
            }
        }
    }
    assert!(seen.iter().all(|seen| *seen > 0), "so many projectiles, patrols, flights and falls were saved: {seen:?}");
}
