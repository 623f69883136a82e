//! Snapshots: a restored run is identical to one that never stopped; damaged snapshots are rejected.

use crate::{
    bot::{bot_run, shipped_decks},
    scenario::{FORWARD, Scenario, level},
};
use bevy::math::{IVec2, Vec2};
use engine::{
    BoardAct, Headless, Intent, Loadout, Rules, Snapshot, SnapshotError, Start, TICKS_PER_SECOND, WeaponChoice, restore,
};
use level::Level;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;
use std::sync::Arc;

#[test]
fn restored_run_is_identical() {
    for (number, deck) in (1_u64..).zip(shipped_decks()) {
        let start = Start { seed: number, ..Start::on(Arc::clone(&deck)) };
        let (intents, hashes) = bot_run(&start);
        // The stops are spread over the run, to cover doors, fights and walks at every phase. Each run continues from
        // the last.
        let stops = [0, 1, 119, intents.len() / 7, intents.len() / 3, intents.len() / 2, intents.len() - 30];
        let mut run = Headless::begin(&start);
        for (tick, &intent) in intents.iter().enumerate() {
            if stops.contains(&tick) {
                let restored = Headless::restore(&run.snapshot(), Arc::clone(&deck), &Rules::standard());
                run = restored.expect("its own level");
            }
            run.tick(intent);
            if let Some(hash) = hashes.get(&(tick + 1)) {
                assert_eq!(run.snapshot().hash(), *hash, "diverged at tick {tick}");
            }
        }
    }
}

/// Returns a small deck on which nearly everything happens within a few seconds: doors, locks, plates, push-walls,
/// lifts, called and waiting monsters, fire, fleeing, props and explosions.
fn busy_deck() -> Arc<Level> {
    let map = "
        ##################
        #@_.+..k.+<.p.>..#
        s.1.#O.T##J%####.#
        #.x.2.b...+.f..n.#
        t..w#.P.###%#_.mh#
        #..C%..k.W.a.O...#
        ##########L#######";
    let legend = "
        's': (wall: \"hull\", switch: \"hull\", name: \"lever\"), 't': (wall: \"hull\", switch: \"hull\", name: \"call\"),
        '1': (name: \"cabin\"), '_': (name: \"plate\"), '2': (door: \"door\", lock: Sealed, name: \"vault\"),
        'b': (push: \"hull\", push_way: 0, push_cells: 3, name: \"slab\"), 'n': (name: \"attic\"),
        'f': (monster: \"officer\", facing: 180), 'k': (monster: \"crawler\", facing: 180),
        'x': (monster: \"bloater\", facing: 180), 'p': (monster: \"shambler\", patrol: true),
        'w': (monster: \"cinder\", waits: true, facing: 180, name: \"den\"),
        'm': (monster: \"shambler\", ambush: true, name: \"nest\"), '>': (turn: 180), '<': (turn: 0), 'O': (prop: \"barrel\"), 'C': (prop: \"crate\"),
        'T': (table: (level: 2), name: \"game\"), 'J': (wall: \"hull\", conduit: (optimum: 6), name: \"panel\"),";
    let fields = "
        things: [(at: (4, 1), name: \"gate\")],
        triggers: [
            (at: \"plate\", on: Step, repeat: Toggle, do: [Lock(\"gate\"), Light(\"cabin\", 0.2)]),
            (at: \"lever\", on: Use, repeat: Timed(0.7), do: [Unlock(\"gate\"), Open(\"vault\"), Spawn(\"den\"), Push(\"slab\")]),
            (at: \"lever\", on: Shot, repeat: Toggle, after: 0.3, do: [Lock(\"vault\"), Wake(\"nest\")]),
            (at: \"game\", on: Lost, repeat: Always, do: [Spawn(\"den\")]), (at: \"panel\", on: Solved, do: [Open(\"vault\")]),
            (at: \"call\", on: Use, repeat: Always, do: [Carry(\"cabin\", \"attic\")]),
        ]";
    Scenario::level_in_words(map, legend, fields)
}

/// Returns a start with much health and ammunition.
fn well_armed(level: &Arc<Level>, seed: u64) -> Start {
    let mut loadout = Loadout::with_pistol(1000, 60);
    for (item, count) in
        [("launcher", 1), ("rockets", 20), ("flamer", 1), ("fuel", 100), ("shotgun", 1), ("shells", 30)]
    {
        loadout.inventory.add(item.to_owned(), count);
    }
    Start { seed, loadout, skill: 3, ..Start::on(Arc::clone(level)) }
}

#[test]
fn run_restored_in_every_tick_is_identical() {
    for seed in 1..=4 {
        let level = busy_deck();
        let start = well_armed(&level, seed);
        let (mut run, mut restored) = (Headless::begin(&start), Headless::begin(&start));
        let mut other = Headless::begin(&start);
        let mut chance = Pcg32::seed_from_u64(seed);
        let mut intent = FORWARD;
        for tick in 0..20 * TICKS_PER_SECOND {
            if tick % 17 == 0 {
                intent = random_intent(&mut chance);
            }
            // Two worlds alternate, so that remains of one cannot affect the other.
            let snapshot = restored.snapshot();
            restore(other.world_mut(), &snapshot, Arc::clone(&level), &start.rules).expect("its own level and rules");
            std::mem::swap(&mut restored, &mut other);
            run.tick(intent);
            restored.tick(intent);
            let (one, two) = (run.snapshot().parts(), restored.snapshot().parts());
            let differ: Vec<_> = one.iter().zip(&two).filter(|(one, two)| one != two).map(|(one, _)| one.0).collect();
            assert!(differ.is_empty(), "seed {seed}, tick {tick}: {differ:?} differ");
            assert_eq!(run.events(), restored.events(), "seed {seed}, tick {tick}");
        }
    }
}

/// Returns a random intent: mostly walking, turning, use, fire and jumping.
fn random_intent(chance: &mut Pcg32) -> Intent {
    let mut one_of = |count: u32| chance.random_range(0..count);
    Intent {
        forward: [1.0, 1.0, 0.0, -1.0][one_of(4) as usize],
        strafe: [0.0, 0.0, 1.0, -1.0][one_of(4) as usize],
        turn: [0.0, 0.0, 0.03, -0.03][one_of(4) as usize],
        run: one_of(2) == 0,
        fire: one_of(3) == 0,
        use_: one_of(2) == 0,
        weapon: (one_of(6) == 0).then_some(WeaponChoice::Next),
        board: (one_of(6) == 0)
            .then(|| [BoardAct::Leave, BoardAct::Hint, BoardAct::Pick(one_of(64) as u8)][one_of(3) as usize]),
        jump: one_of(8) == 0,
        walk_to: (one_of(8) == 0).then(|| Vec2::new(one_of(20) as f32 / 2.0, one_of(8) as f32 / 2.0)),
        // The scenarios of developer acts restore them, too.
        dev_act: None,
    }
}

#[test]
fn snapshot_is_equal_after_a_restore() {
    let mut scenario = Scenario::on("##########\n#.@.+.z.a#\n######L###");
    let snapshot = scenario.for_seconds(0.9, FORWARD).headless.snapshot();
    let mut restored = scenario.restore(&snapshot).expect("its own level");
    assert_eq!(restored.snapshot(), snapshot);
}

#[test]
fn snapshot_of_another_level_is_rejected() {
    let snapshot = Scenario::on("######\n#@...#\n######").headless.snapshot();
    let other = level("######\n#.@..#\n######");
    assert_eq!(Headless::restore(&snapshot, other, &Rules::standard()).err(), Some(SnapshotError::OtherLevel));
}

#[test]
fn hashes_of_different_states_differ() {
    let map = "########\n#@....z#\n########";
    let mut one = Scenario::on(map);
    let mut two = Scenario::on(map);
    assert_eq!(one.headless.snapshot().hash(), two.headless.snapshot().hash());
    one.wait(0.5);
    two.for_seconds(0.5, FORWARD);
    assert_ne!(one.headless.snapshot().hash(), two.headless.snapshot().hash());
}

#[test]
fn invalid_snapshots_are_rejected() {
    let map = "##########\n#.@.+.z.a#\n######L###";
    let mut scenario = Scenario::on(map);
    let text = ron::to_string(&scenario.headless.snapshot()).expect("a snapshot has a text");
    let turned = scenario.orientation;
    let at = turned.point(Vec2::new(2.5, 1.5));
    let at = format!("position:(({:?},{:?}))", at.x, at.y);
    let along = |along| format!("along:{}", if turned.vector(along).x == 0.0 { "Y" } else { "X" });
    let (along, across) = (along(Vec2::Y), along(Vec2::X));
    let lift = |x| {
        let cell = turned.cell(IVec2::new(x, 2));
        format!("(x:{},y:{}", cell.x, cell.y)
    };
    let (lift, beside) = (lift(6), lift(5));
    let cases = [
        ("tick:0", "tick:18446744073709551615", "its tick or its next id is too large"),
        (&at, "position:((-1,1.5))", "a creature or the player is outside the level"),
        (&at, "position:((NaN,1.5))", "a creature or the player is outside the level"),
        ("velocity:((0.0,0.0))", "velocity:((inf,0.0))", "a speed is not finite"),
        ("attack:0", "attack:1", "the kind or the attack of a monster is invalid"),
        ("health:(100)", "health:(0)", "a creature or the player is neither alive nor dead"),
        ("health:(100)", "health:(1001)", "the player has too much health"),
        ("health:(50)", "health:(51)", "a monster has more health than its kind permits"),
        ("radius:0.25", "radius:9.0", "a creature or the player is neither alive nor dead"),
        ("state:Closed,age:0", "state:Closing,age:99", "the doors do not match the level"),
        (&along, &across, "the doors do not match the level"),
        (&lift, &beside, "the lifts do not match the level"),
    ];
    for (whole, broken, why) in cases {
        assert!(text.contains(whole), "{text} contains {whole}");
        let snapshot: Snapshot = ron::from_str(&text.replacen(whole, broken, 1)).expect("it can still be read");
        assert_eq!(scenario.restore(&snapshot).err(), Some(SnapshotError::Damaged(why)), "{broken}");
    }
}

#[test]
fn changed_digits_in_snapshots_do_not_cause_panics() {
    let mut chance = Pcg32::seed_from_u64(2);
    let mut restored = 0;
    // During walking, fighting and burning, with moving doors, walls and lifts.
    for seconds in [0.9, 3.0, 5.0, 8.0, 11.0, 14.0] {
        let level = busy_deck();
        let mut run = Headless::begin(&well_armed(&level, 2));
        for _ in 0..engine::ticks(seconds) {
            run.tick(random_intent(&mut chance));
        }
        let text = ron::to_string(&run.snapshot()).expect("a snapshot has a text");
        for _ in 0..80 {
            let mut bytes = text.clone().into_bytes();
            let digits: Vec<usize> = (0..bytes.len()).filter(|&at| bytes[at].is_ascii_digit()).collect();
            for _ in 0..chance.random_range(1..4) {
                bytes[digits[chance.random_range(0..digits.len())]] = chance.random_range(b'0'..=b'9');
            }
            let Ok(damaged) = ron::de::from_bytes::<Snapshot>(&bytes) else { continue };
            if let Ok(mut run) = Headless::restore(&damaged, Arc::clone(&level), &Rules::standard()) {
                restored += 1;
                for _ in 0..120 {
                    run.tick(random_intent(&mut chance));
                }
            }
        }
    }
    assert!(restored > 100, "only {restored} were restored");
}
