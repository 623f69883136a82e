//! Developer acts: each of them in a run, and what they leave in demos, saves and state hashes.

use crate::{
    scenario::{FIRE, FORWARD, NOTHING, Scenario, classic, level, turn},
    scenario_builder::ScenarioBuilder,
};
use bevy::prelude::{IVec2, Vec2};
use engine::{
    Air, Demo, DevAct, DevState, DoorState, GameEvent, Gift, Headless, Id, Intent, MonsterState, Outcome, Quarry,
    Recorder, Replay, Rules, SpawnKind, Start,
};

/// The intent with this act.
fn act(act: DevAct) -> Intent {
    Intent { dev_act: Some(act), ..NOTHING }
}

fn do_(scenario: &mut Scenario, what: DevAct) {
    scenario.tick(act(what));
}

fn state(scenario: &Scenario) -> DevState {
    *scenario.headless.world().resource()
}

#[test]
fn god_takes_no_damage_until_it_is_switched_off() {
    let mut scenario = Scenario::on("######\n#@z..#\n######");
    do_(&mut scenario, DevAct::God(true));
    scenario.wait(5.0);
    assert_eq!((scenario.health(), state(&scenario).god), (100, true));
    do_(&mut scenario, DevAct::God(false));
    scenario.within(10.0, NOTHING, |scenario| scenario.health() < 100);
}

#[test]
fn god_needs_no_oxygen() {
    let mut scenario = Scenario::in_words("#####\n#e@e#\n#####", "'e': (air: 0.0),", "");
    do_(&mut scenario, DevAct::God(true));
    do_(&mut scenario, DevAct::Air(IVec2::new(2, 1), 0));
    scenario.wait(40.0);
    assert_eq!((scenario.health(), scenario.outcome()), (100, Outcome::Running));
}

#[test]
fn noclip_passes_walls_and_bodies_and_ends_outside_of_walls() {
    let mut scenario = Scenario::on("##########\n#@z.#....#\n##########");
    do_(&mut scenario, DevAct::Freeze(true));
    do_(&mut scenario, DevAct::NoClip(true));
    scenario.within(5.0, FORWARD, |scenario| scenario.player().0 > 4.4);
    let inside = scenario.player();
    scenario.wait(0.5);
    assert!((scenario.player().0 - inside.0).abs() < 0.5, "nothing pushes the player out of the wall");
    assert!((scenario.monsters()[0].at.x - 2.5).abs() < 0.5, "the monster is not pushed far");
    do_(&mut scenario, DevAct::NoClip(false));
    scenario.wait(0.1);
    assert_eq!(scenario.stuck_body(), None);
    scenario.for_seconds(5.0, Intent { run: true, ..FORWARD });
    do_(&mut scenario, DevAct::NoClip(true));
    scenario.for_seconds(5.0, Intent { run: true, ..FORWARD });
    assert!(scenario.player().0 < 10.0, "it ends at the edge of the map");
}

#[test]
fn frozen_monsters_neither_walk_nor_strike() {
    let mut scenario = Scenario::on("###########\n#@.....z..#\n###########");
    scenario.until(NOTHING, |scenario| scenario.monsters()[0].state == MonsterState::Chase).wait(0.2);
    do_(&mut scenario, DevAct::Freeze(true));
    let before = scenario.monsters();
    scenario.wait(5.0);
    assert_eq!((scenario.monsters()[0].at, scenario.health()), (before[0].at, 100));
    do_(&mut scenario, DevAct::Freeze(false));
    scenario.within(20.0, NOTHING, |scenario| scenario.health() < 100);
}

#[test]
fn gifts_are_received_up_to_the_limits() {
    let mut scenario = Scenario::on("#####\n#.@.#\n#####");
    let rules = scenario.headless.world().resource::<Rules>().clone();
    let clip = rules.pickups.iter().position(|(name, _)| name == "clip").expect("the game has clips") as u16;
    let had = scenario.ammo();
    do_(&mut scenario, DevAct::Give(Gift::Pickup(clip, 2)));
    let each = rules.pickups[usize::from(clip)].1.gives.count("rounds");
    assert_eq!(scenario.ammo(), had + 2 * each);
    do_(&mut scenario, DevAct::Give(Gift::Ammunition));
    assert_eq!(scenario.ammo(), rules.limit("rounds"));
    do_(&mut scenario, DevAct::Give(Gift::Weapons));
    assert!(rules.weapons.iter().all(|(name, _)| scenario.has(name) > 0));
    do_(&mut scenario, DevAct::Give(Gift::Pickup(u16::MAX, 1)));
    do_(&mut scenario, DevAct::Give(Gift::Keys));
    assert_eq!(scenario.headless.snapshot(), scenario.restored().snapshot(), "the state is valid");
}

#[test]
fn open_unlocks_a_door_and_moves_a_push_wall() {
    let map = "#######\n#@.l..#\n#######";
    let mut scenario = Scenario::in_words(map, "'l': (door: \"door\", lock: A),", "");
    do_(&mut scenario, DevAct::Open(IVec2::new(3, 1)));
    scenario.within(1.0, NOTHING, |scenario| scenario.door().0 == DoorState::Open);
    assert_eq!(scenario.count(GameEvent::DoorUnlocks), 1);
    let mut scenario = Scenario::on("#######\n#@.B..#\n#######");
    do_(&mut scenario, DevAct::Open(IVec2::new(3, 1)));
    scenario.within(5.0, NOTHING, |scenario| scenario.push_wall().1.0 > 0.5);
}

#[test]
fn break_breaks_a_window_and_a_crate_but_no_wall() {
    let mut scenario = Scenario::on("#######\n#@C.W.#\n#######");
    for cell in [(2, 1), (4, 1), (0, 0), (-1, 7)] {
        do_(&mut scenario, DevAct::Break(cell.into()));
    }
    scenario.wait(0.1);
    assert_eq!((scenario.props().1, scenario.count(GameEvent::WallBreaks)), (1, 1));
}

#[test]
fn air_of_a_section_is_set() {
    let mut scenario = Scenario::on("#######\n#@.+..#\n#######");
    do_(&mut scenario, DevAct::Air(IVec2::new(5, 1), 40));
    let pressure = |x, y| {
        let cell = scenario.orientation.cell(IVec2::new(x, y));
        scenario.headless.world().resource::<Air>().pressure(cell)
    };
    assert!((pressure(4, 1) - 0.4).abs() < 0.01 && pressure(1, 1) == 1.0);
}

#[test]
fn go_refuses_walls_and_keeps_off_other_bodies() {
    let mut scenario = Scenario::on("########\n#@...z.#\n########");
    do_(&mut scenario, DevAct::Freeze(true));
    do_(&mut scenario, DevAct::Go(Vec2::new(0.5, 0.5)));
    assert!(scenario.player().0 < 2.0);
    do_(&mut scenario, DevAct::Go(Vec2::new(5.5, 1.5)));
    scenario.wait(0.1);
    assert!(scenario.player().0 > 4.0 && scenario.overlap() < 0.01, "{:?}", scenario.player());
    do_(&mut scenario, DevAct::Go(Vec2::new(f32::NAN, 1.5)));
}

#[test]
fn kill_counts_kills_and_spares_animals() {
    let mut scenario = Scenario::on("##########\n#@...z.z.#\n##########");
    do_(&mut scenario, DevAct::Kill(Quarry::One(Id(1))));
    assert_eq!((scenario.headless.run().kills, scenario.monsters()[0].state), (1, MonsterState::Dying));
    do_(&mut scenario, DevAct::Kill(Quarry::Monsters));
    scenario.wait(3.0);
    assert_eq!(scenario.headless.run().kills, 2);
    assert!(scenario.monsters().iter().all(|monster| monster.state == MonsterState::Dead));
    do_(&mut scenario, DevAct::Kill(Quarry::One(Id(0))));
    assert_eq!(scenario.outcome(), Outcome::Dead);
}

#[test]
fn spawned_things_live_and_are_saved() {
    let mut scenario = Scenario::on("##########\n#@.......#\n##########");
    let rules = scenario.headless.world().resource::<Rules>().clone();
    let kind = rules.monsters.iter().position(|(name, _)| name == "shambler").expect("it is known") as u16;
    do_(&mut scenario, DevAct::Spawn(SpawnKind::Monster(kind), IVec2::new(6, 1)));
    do_(&mut scenario, DevAct::Spawn(SpawnKind::Prop(0), IVec2::new(8, 1)));
    do_(&mut scenario, DevAct::Spawn(SpawnKind::Pickup(0), IVec2::new(7, 1)));
    do_(&mut scenario, DevAct::Spawn(SpawnKind::Monster(kind), IVec2::new(0, 0)));
    do_(&mut scenario, DevAct::Spawn(SpawnKind::Monster(u16::MAX), IVec2::new(6, 1)));
    assert_eq!((scenario.monsters().len(), scenario.props().0, scenario.pickups().len()), (1, 1, 1));
    assert_eq!(scenario.headless.run().monsters, 1);
    scenario.wait(1.0);
    let mut other = scenario.restored();
    for _ in 0..600 {
        other.tick(NOTHING);
        scenario.tick(NOTHING);
    }
    assert_eq!(other.snapshot(), scenario.headless.snapshot());
    assert!(scenario.health() < 100, "the monster has found the player");
}

#[test]
fn skill_changes_during_a_run_and_survives_a_restore() {
    let mut scenario = ScenarioBuilder::on("################\n#@............z#\n################").skill(1).begin();
    let speed = |scenario: &mut Scenario| {
        scenario.wait(1.0);
        let from = scenario.monsters()[0].at.x;
        from - scenario.wait(1.0).monsters()[0].at.x
    };
    let slow = speed(&mut scenario);
    do_(&mut scenario, DevAct::Skill(4));
    let fast = speed(&mut scenario);
    assert!(fast > slow * 1.05, "{fast} {slow}");
    let mut other = scenario.restored();
    for _ in 0..240 {
        other.tick(NOTHING);
        scenario.tick(NOTHING);
        assert_eq!(other.snapshot().hash(), scenario.headless.snapshot().hash());
    }
    assert_eq!((other.run().skill, other.world().resource::<DevState>().first_skill(&other.run())), (4, 1));
    do_(&mut scenario, DevAct::Skill(1));
    assert!((speed(&mut scenario) - slow).abs() < 0.1, "it is as slow as before");
}

/// All acts, as a developer would mix them with play.
fn everything() -> Vec<(u32, Intent)> {
    let acts = [
        DevAct::God(true),
        DevAct::Give(Gift::Weapons),
        DevAct::Give(Gift::Ammunition),
        DevAct::Spawn(SpawnKind::Monster(3), IVec2::new(6, 2)),
        DevAct::Open(IVec2::new(5, 1)),
        DevAct::NoClip(true),
        DevAct::Skill(4),
        DevAct::NoClip(false),
        DevAct::Freeze(true),
        DevAct::Kill(Quarry::Monsters),
        DevAct::Freeze(false),
        DevAct::Break(IVec2::new(7, 1)),
        DevAct::Air(IVec2::new(2, 1), 30),
        DevAct::Go(Vec2::new(2.5, 2.5)),
    ];
    let played = |what| [(1, act(what)), (40, Intent { run: true, ..FORWARD }), (30, FIRE), (1, turn(40.0))];
    acts.into_iter().flat_map(played).collect()
}

#[test]
fn demo_with_acts_plays_as_recorded_and_keeps_its_mark() {
    let start = Start::on(level("##########\n#@...+.C.#\n#.z..#.z.#\n##########"));
    let mut game = Headless::begin(&start);
    let mut recorder = Recorder::new(&start, "story");
    for (ticks, intent) in everything() {
        for _ in 0..ticks {
            game.tick(intent);
            recorder.record(intent, game.world_mut());
        }
    }
    let demo = recorder.finish(game.world_mut());
    let read = Demo::read(&demo.bytes().expect("it can be written")).expect("it was just written");
    assert!(read.has_dev_acts() && read == demo);
    let mut other = Headless::begin(&start);
    let mut replay = Replay::new(read, &start.level, &start.rules).expect("its own level");
    replay.begin(other.world_mut()).expect("it begins at a start");
    while let Some(intent) = replay.next_intent() {
        other.tick(intent);
        replay.compare(other.world_mut()).expect("it plays as recorded");
    }
    assert!(other.world().resource::<DevState>().used);

    // A recording that begins after the acts has them in its first state.
    let mut later = Recorder::from_here(&start, "story", other.world_mut());
    for _ in 0..200 {
        other.tick(FIRE);
        later.record(FIRE, other.world_mut());
    }
    let later = later.finish(other.world_mut());
    assert!(later.has_dev_acts());
    let read = Demo::read(&later.bytes().expect("it can be written")).expect("it was just written");
    let mut again = Headless::begin(&start);
    let mut replay = Replay::new(read, &start.level, &start.rules).expect("its own level");
    replay.begin(again.world_mut()).expect("its first state is valid");
    while let Some(intent) = replay.next_intent() {
        again.tick(intent);
        replay.compare(again.world_mut()).expect("it plays as recorded");
    }
}

#[test]
fn state_of_each_act_can_be_restored() {
    let start = Start::on(level("##########\n#@...+.C.#\n#.z..#.z.#\n##########"));
    let mut game = Headless::begin(&start);
    for (ticks, intent) in everything() {
        for tick in 0..ticks {
            let snapshot = (tick < 2).then(|| game.snapshot());
            game.tick(intent);
            if let Some(snapshot) = snapshot {
                let restored = Headless::restore(&snapshot, start.level.clone(), &start.rules);
                let mut other = restored.expect("the state is valid");
                other.tick(intent);
                assert_eq!(other.snapshot(), game.snapshot());
            }
        }
    }
}

#[test]
fn run_without_acts_has_no_mark() {
    let mut plain = Scenario::with_rules(classic(), "#####\n#@.z#\n#####", engine::Loadout::default());
    plain.wait(1.0);
    assert_eq!(state(&plain), DevState::default());
    let before = plain.headless.snapshot();
    do_(&mut plain, DevAct::God(false));
    assert!(state(&plain).used && plain.headless.snapshot().has_dev_acts() && !before.has_dev_acts());
    plain.begin_again();
    assert_eq!(state(&plain), DevState::default(), "the next run begins without it");
}
