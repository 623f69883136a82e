//! Triggers: switches, targets, plates and lines, and their actions.

use crate::scenario::{BACK, FIRE, FORWARD, NOTHING, Scenario, text_in_words, turn};
use bevy::prelude::With;
use engine::{
    DoorState, GameEvent, Headless, Health, Intent, Lighting, Loadout, Monster, MonsterState, Outcome, PushWallState,
    Start, Triggers,
};
use level::{Level, Lock};

/// Additional legend entries: a lever, a target, doors, cells and named things.
const WIRED: &str = "
    's': (wall: \"hull\", overlay: \"switch_off\", switch: \"switch_on\", name: \"lever\"),
    '1': (door: \"door\", lock: Sealed, name: \"vault\"), '2': (door: \"door\", name: \"vault\"),
    '_': (name: \"plate\", floor: \"floor_plate\"), ':': (name: \"hall\", light: 0.2), 'o': (name: \"hall\", lamp: (off: true)),
    'b': (push: \"hull\", push_way: 0, push_cells: 3, name: \"slab\"),
    'm': (monster: \"shambler\", facing: 180, ambush: true, name: \"nest\"),
    'w': (monster: \"shambler\", facing: 180, waits: true, name: \"nest\"), 'c': (pickup: \"clip\", waits: true, name: \"nest\"),";

fn on(map: &str, triggers: &str) -> Scenario {
    Scenario::in_words(map, WIRED, &format!("triggers: [{triggers}]"))
}

/// Returns a player who faces the lever, which is up on the map.
fn at_lever(row: &str, triggers: &str) -> Scenario {
    let rest = "#".repeat(row.len() - 2);
    let mut scenario = on(&format!("#s{rest}\n{row}\n#{rest}#"), triggers);
    scenario.tick(turn(-90.0));
    scenario
}

fn thrown(scenario: &Scenario) -> bool {
    let world = scenario.headless.world();
    let lever = scenario.orientation.cell((1, 0).into());
    world.resource::<Triggers>().is_thrown(&world.resource::<engine::Deck>().0, lever.x as usize, lever.y as usize)
}

fn light(scenario: &Scenario, cell: usize) -> Option<u8> {
    scenario.headless.world().resource::<Lighting>().of_cell(scenario.orientation.index(cell))
}

#[test]
fn switch_opens_a_sealed_door_once() {
    let mut scenario = at_lever("#@.1..#", "(at: \"lever\", on: Use, do: [Open(\"vault\")])");
    assert!(!thrown(&scenario));
    scenario.press_use();
    assert!(thrown(&scenario));
    assert_eq!(scenario.count(GameEvent::SwitchRefuses), 0);
    assert_eq!(scenario.wait(10.0).door(), (DoorState::Open, 1.0), "it stays open");
    scenario.press_use().press_use();
    assert_eq!(scenario.count(GameEvent::SwitchRefuses), 2, "each press has an answer");
    assert_eq!((scenario.count(GameEvent::SwitchThrown), scenario.count(GameEvent::DoorOpens)), (1, 1));
}

#[test]
fn toggle_switch_opens_and_closes() {
    let mut scenario = at_lever("#@.2..#", "(at: \"lever\", on: Use, repeat: Toggle, do: [Open(\"vault\")])");
    assert_eq!(scenario.press_use().wait(1.0).door().0, DoorState::Open);
    assert_eq!((scenario.press_use().wait(1.0).door().0, thrown(&scenario)), (DoorState::Closed, false));
    assert_eq!(scenario.press_use().wait(1.0).door().0, DoorState::Open);
    assert_eq!(scenario.count(GameEvent::SwitchRefuses), 0, "it works each time");
}

#[test]
fn timed_switch_resets_and_can_be_used_again() {
    let mut scenario = at_lever("#@.2..#", "(at: \"lever\", on: Use, repeat: Timed(2.0), do: [Open(\"vault\")])");
    assert_eq!(scenario.press_use().wait(1.9).door().0, DoorState::Open);
    assert!(thrown(&scenario));
    assert_eq!(scenario.wait(1.0).door().0, DoorState::Closed);
    assert!(!thrown(&scenario));
    assert_eq!(scenario.press_use().wait(1.0).door().0, DoorState::Open);
}

#[test]
fn switch_can_have_a_delay() {
    let mut scenario = at_lever("#@.2..#", "(at: \"lever\", on: Use, after: 1.5, do: [Open(\"vault\")])");
    assert_eq!(scenario.press_use().wait(1.4).door().0, DoorState::Closed);
    assert_eq!(scenario.wait(0.2).door().0, DoorState::Opening);
}

#[test]
fn targets_need_a_shot_and_switches_need_use() {
    let mut target = at_lever("#@.2..#", "(at: \"lever\", on: Shot, do: [Open(\"vault\")])");
    assert_eq!(target.press_use().wait(0.5).door().0, DoorState::Closed);
    target.tick(FIRE);
    assert_eq!(target.wait(1.0).door().0, DoorState::Open);
    let mut switch = at_lever("#@.2..#", "(at: \"lever\", on: Use, do: [Open(\"vault\")])");
    assert_eq!(switch.for_seconds(0.5, FIRE).door().0, DoorState::Closed);
}

#[test]
fn plate_works_while_the_player_stands_on_it() {
    let mut scenario =
        on("########\n#@._.2.#\n########", "(at: \"plate\", on: Step, repeat: WhileHeld, do: [Open(\"vault\")])");
    scenario.until(FORWARD, |scenario| scenario.player().0 > 3.4).wait(5.0);
    assert_eq!((scenario.door().0, scenario.count(GameEvent::PlateSinks)), (DoorState::Open, 1));
    scenario.for_seconds(0.7, BACK);
    assert_eq!(scenario.wait(1.0).door().0, DoorState::Closed);
}

#[test]
fn lights_turn_on_under_a_walking_player() {
    let words = "(at: \"plate\", on: Step, repeat: WhileHeld, do: [Light(\"plate\", 1.0)]),
        (at: \"hall\", on: Step, do: [Light(\"hall\", 0.6), LampsOn(\"hall\"), Say(\"Someone is here.\")])";
    let mut scenario = on("#########\n#@.__.:o#\n#########", words);
    let (plate, hall) = (9 + 3, 9 + 6);
    assert_eq!((light(&scenario, plate), light(&scenario, hall)), (None, None));
    scenario.until(FORWARD, |scenario| scenario.player().0 > 4.2);
    assert_eq!((light(&scenario, plate), light(&scenario, plate + 1)), (Some(255), Some(255)));
    scenario.until(FORWARD, |scenario| scenario.player().0 > 6.2);
    assert_eq!((light(&scenario, plate), light(&scenario, hall)), (None, Some(153)));
    assert!(scenario.headless.world().resource::<Lighting>().is_on(0));
    assert_eq!((scenario.count(GameEvent::Says(0)), scenario.count(GameEvent::PlateSinks)), (1, 1), "lines are silent");
}

/// Returns a plate in front of a door, and a monster behind it, which comes for the player over the plate.
fn plate_of(by: &str) -> Scenario {
    on(
        "##########\n#@._..m2.#\n##########",
        &format!("(at: \"plate\", on: Step, {by}repeat: WhileHeld, do: [Open(\"vault\")])"),
    )
}

#[test]
fn plate_reacts_to_its_bodies_but_not_to_corpses() {
    for (by, his, theirs) in [("", 1, 0), ("by: Undead, ", 0, 1), ("by: Anybody, ", 1, 1)] {
        let mut scenario = plate_of(by);
        scenario.put_player(3.5, 1.5).wait(0.1);
        assert_eq!(scenario.count(GameEvent::PlateSinks), his, "the player steps on it: {by}");
        let mut scenario = plate_of(by);
        scenario.put_monster(0, 3.5, 1.5).put_player(8.5, 1.5).wait(0.1);
        assert_eq!(scenario.count(GameEvent::PlateSinks), theirs, "a monster steps on it: {by}");
    }
    let mut scenario = plate_of("by: Anybody, ");
    scenario.put_monster(0, 3.5, 1.5).put_player(2.3, 1.5).wait(1.0);
    assert_eq!(scenario.door().0, DoorState::Open, "it opens the wired door");
    scenario.until(FIRE, |scenario| scenario.undead()[0].0 == MonsterState::Dead);
    assert!((3.0..4.0).contains(&scenario.undead()[0].1.0), "it fell on the plate");
    assert_eq!(scenario.wait(2.0).door().0, DoorState::Closed, "and releases it");
}

#[test]
fn held_plate_resets_when_the_last_body_leaves() {
    let mut scenario = plate_of("by: Anybody, ");
    scenario.put_monster(0, 3.2, 1.5).put_player(3.8, 1.5).wait(1.0);
    assert_eq!(scenario.door().0, DoorState::Open);
    scenario.put_player(1.5, 1.5).wait(0.05);
    assert_eq!(scenario.door().0, DoorState::Open, "one is still on it");
    scenario.put_monster(0, 5.5, 1.5).wait(0.7);
    assert_eq!((scenario.door().0, scenario.count(GameEvent::PlateSinks)), (DoorState::Closed, 1));
}

#[test]
fn delayed_held_plate_ignores_short_steps() {
    let words =
        "(at: \"plate\", on: Step, repeat: WhileHeld, after: 1.0, do: [Lock(\"vault\"), Light(\"plate\", 1.0)])";
    let mut scenario = on("########\n#@._.1.#\n########", words);
    scenario.put_player(3.5, 1.5).wait(0.5).put_player(1.5, 1.5).wait(2.0);
    // An action that was never performed is not undone either: undoing a lock would unlock the door.
    assert_eq!(scenario.count(GameEvent::DoorUnlocks), 0);
    assert_eq!(light(&scenario, 8 + 3), None);
}

#[test]
fn delayed_held_plate_ignores_short_absences() {
    let words = "(at: \"plate\", on: Step, repeat: WhileHeld, after: 1.0, do: [Open(\"vault\")])";
    let mut scenario = on("########\n#@._.2.#\n########", words);
    scenario.put_player(3.5, 1.5).wait(2.0);
    assert_eq!(scenario.door().0, DoorState::Open);
    scenario.put_player(1.5, 1.5).wait(0.5).put_player(3.5, 1.5).wait(5.0);
    assert_eq!(scenario.door().0, DoorState::Open, "a body is on it");
    assert_eq!(scenario.count(GameEvent::DoorCloses), 0);
    scenario.put_player(1.5, 1.5).wait(2.5);
    assert_eq!(scenario.door().0, DoorState::Closed);
}

#[test]
fn active_timed_switch_ignores_use() {
    let mut scenario = at_lever("#@.2..#", "(at: \"lever\", on: Use, repeat: Timed(3.0), do: [Open(\"vault\")])");
    scenario.press_use().wait(1.0).press_use().wait(1.0);
    assert_eq!(scenario.count(GameEvent::SwitchThrown), 1);
    scenario.wait(2.0).press_use();
    assert_eq!(scenario.count(GameEvent::SwitchThrown), 2, "it has gone back");
}

#[test]
fn death_in_the_exit_tick_prevents_the_exit() {
    let (mut left, mut died) = (0, 0);
    for tick in 0..40 {
        let after = tick as f32 / engine::TICKS_PER_SECOND as f32 + 0.001;
        let words = format!("(at: \"lever\", on: Shot, after: {after}, do: [Exit])");
        let mut loadout = Loadout::with_pistol(5, 0);
        loadout.inventory.add("launcher".to_owned(), 1);
        loadout.inventory.add("rockets".to_owned(), 1);
        loadout.held = Some("launcher".to_owned());
        let level = Scenario::level_in_words("####\n#@.s\n####", WIRED, &format!("triggers: [{words}]"));
        let mut scenario = Scenario::begin(Start { loadout, ..Start::on(level) });
        scenario.for_seconds(0.5, FIRE).wait(1.0);
        match scenario.outcome() {
            Outcome::Lift => left += 1,
            Outcome::Dead => {
                died += 1;
                assert_eq!(scenario.count(GameEvent::DeckDone), 0, "dead and gone, {tick} ticks after the shot");
            }
            other => panic!("{other:?}, {tick} ticks after the shot"),
        }
        assert_eq!(
            scenario.count_any(GameEvent::PlayerDies) + scenario.count(GameEvent::DeckDone),
            1,
            "{tick} ticks after the shot"
        );
    }
    assert!(left > 0 && died > 0, "{left} left and {died} died: both sides of the tick are tried");
}

#[test]
fn switch_with_a_face_only_works_on_that_side() {
    let words = "'t': (wall: \"hull\", overlay: \"switch_off\", switch: \"switch_on\", face: 180, name: \"lever\"),
        '2': (door: \"door\", name: \"vault\"),";
    let map = "#########\n#.......#\n#@.t....#\n#.......#\n####2####\n#.......#\n#########";
    for (x, y, looks, works) in [(2.3, 2.5, 0.0, 1), (4.7, 2.5, 180.0, 0), (3.5, 1.3, 90.0, 0), (3.5, 3.7, -90.0, 0)] {
        for (on, does) in [("Use", Intent { use_: true, ..NOTHING }), ("Shot", FIRE)] {
            let fields = format!("triggers: [(at: \"lever\", on: {on}, do: [Open(\"vault\")])]");
            let mut scenario = Scenario::in_words(map, words, &fields);
            scenario.put_player(x, y).tick(turn(looks));
            scenario.tick(does);
            scenario.wait(0.1);
            assert_eq!(scenario.count(GameEvent::SwitchThrown), works, "{on} from ({x}, {y})");
        }
    }
}

#[test]
fn sign_that_is_read_does_not_click() {
    let words = "'t': (wall: \"hull\", name: \"sign\"),";
    for (act, clicks) in [("Say(\"Exit.\")", 0), ("Say(\"Exit.\"), Gravity(1.0)", 1)] {
        let fields = format!("triggers: [(at: \"sign\", on: Use, repeat: Always, do: [{act}])]");
        let mut scenario = Scenario::in_words("#####\n#.@t#\n#####", words, &fields);
        scenario.put_player(2.3, 1.5).tick(turn(0.0));
        scenario.tick(Intent { use_: true, ..NOTHING });
        scenario.wait(0.1);
        assert_eq!((scenario.count(GameEvent::Says(0)), scenario.count(GameEvent::SwitchThrown)), (1, clicks), "{act}");
    }
}

#[test]
fn triggers_lock_and_unlock_doors() {
    let mut scenario = at_lever("#@.2..#", "(at: \"lever\", on: Use, repeat: Toggle, do: [Lock(\"vault\")])");
    scenario.press_use();
    assert_eq!(scenario.count(GameEvent::DoorLocks), 1);
    scenario.tick(turn(90.0));
    scenario.for_seconds(1.5, FORWARD);
    assert_eq!((scenario.door().0, scenario.count(GameEvent::DoorRefuses(Lock::Sealed))), (DoorState::Closed, 1));
    scenario.until(BACK, |scenario| scenario.player().0 < 1.6).tick(turn(-90.0));
    scenario.press_use().tick(turn(90.0));
    assert_eq!(scenario.count(GameEvent::DoorUnlocks), 1);
    scenario.until(FORWARD, |scenario| scenario.player().0 > 4.5);
}

#[test]
fn locking_door_closes_first_but_not_on_a_body() {
    let mut scenario = on("########\n#@._2..#\n########", "(at: \"plate\", on: Step, do: [Open(\"vault\")])");
    scenario.until(FORWARD, |scenario| scenario.player().0 > 4.4);
    assert_eq!(scenario.wait(10.0).door().0, DoorState::Open);
    assert_eq!(scenario.stuck_body(), None);
}

#[test]
fn trigger_moves_a_push_wall() {
    let mut scenario = at_lever("#@..b...#", "(at: \"lever\", on: Use, do: [Push(\"slab\")])");
    assert_eq!(scenario.headless.run().secrets, 0, "a push-wall that a trigger moves is not a secret");
    assert_eq!(scenario.press_use().wait(3.2).push_wall(), (PushWallState::Done, (3.0, 0.0)));
    assert_eq!(scenario.headless.run().found, 0);
}

#[test]
fn plate_moves_a_push_wall() {
    let mut scenario = on("##########\n#@_..b...#\n##########", "(at: \"plate\", on: Step, do: [Push(\"slab\")])");
    scenario.until(FORWARD, |scenario| scenario.player().0 > 2.3).wait(3.5);
    assert_eq!(scenario.push_wall(), (PushWallState::Done, (3.0, 0.0)));
}

#[test]
fn triggered_push_wall_waits_until_its_path_is_free() {
    let mut scenario = at_lever("#@..bZ..#", "(at: \"lever\", on: Use, do: [Push(\"slab\")])");
    scenario.press_use().wait(2.0);
    assert_eq!(scenario.push_wall(), (PushWallState::Moving, (0.0, 0.0)));
    assert_eq!(scenario.count(GameEvent::PushWallMoves) + scenario.count(GameEvent::PushWallStuck), 0);
    scenario.headless = scenario.restored();
    scenario.place(1.5, 2.5).wait(3.2);
    assert_eq!(scenario.push_wall(), (PushWallState::Done, (3.0, 0.0)));
}

#[test]
fn triggers_wake_and_call_monsters() {
    let words = "(at: \"lever\", on: Use, do: [Wake(\"nest\")])";
    let mut scenario = at_lever("#@..2..m#", words);
    assert_eq!(scenario.wait(1.0).undead()[0].0, MonsterState::Idle);
    scenario.press_use().wait(1.0);
    assert_ne!(scenario.undead()[0].0, MonsterState::Idle);

    let words = "(at: \"lever\", on: Use, do: [Spawn(\"nest\")])";
    let mut scenario = at_lever("#@..2..wc#", words);
    assert_eq!((scenario.undead().len(), scenario.headless.run().monsters), (0, 1), "it counts before it is there");
    scenario.press_use().wait(0.1);
    assert_eq!(scenario.undead().len(), 1);
    let mut clips = scenario.headless.world_mut().query::<&engine::Pickup>();
    assert_eq!(clips.iter(scenario.headless.world()).count(), 1);
}

#[test]
fn called_monsters_wait_for_a_free_spot() {
    let words = "(at: \"plate\", on: Step, do: [Spawn(\"plate\")]), (at: \"lever\", on: Use, do: [Spawn(\"plate\")])";
    let fields = format!("triggers: [{words}], things: [(at: (4, 1), monster: \"shambler\", waits: true)]");
    let mut scenario = Scenario::in_words("##s#######\n#@.._....#\n##########", WIRED, &fields);
    scenario.until(FORWARD, |scenario| scenario.player().0 > 4.4).wait(1.0);
    assert_eq!(scenario.undead().len(), 0);
    scenario.until(FORWARD, |scenario| scenario.player().0 > 5.6).wait(0.1);
    assert_eq!(scenario.undead().len(), 1);
    assert_eq!(scenario.stuck_body(), None);
}

#[test]
fn line_can_end_the_deck_but_not_for_a_dead_player() {
    let words = |end: &str| format!("(at: \"plate\", on: Step, do: [{end}])");
    let mut scenario = on("######\n#@._.#\n######", &words("Exit"));
    scenario.until(FORWARD, |scenario| scenario.outcome() == Outcome::Lift);
    assert_eq!(scenario.count(GameEvent::DeckDone), 1);
    let mut scenario = on("######\n#@._.#\n######", &words("SecretExit"));
    scenario.until(FORWARD, |scenario| scenario.outcome() == Outcome::SecretLift);
}

#[test]
fn snapshot_contains_past_and_pending_actions() {
    let map = "#s#######\n#@.2..wo#\n#########";
    let words = "triggers: [(at: \"lever\", on: Use, repeat: Timed(5.0), after: 1.0, do: [
        Open(\"vault\"), Spawn(\"nest\"), LampsOn(\"hall\"), Light(\"hall\", 1.0)])]";
    let mut scenario = Scenario::in_words(map, WIRED, words);
    scenario.tick(turn(-90.0));
    scenario.press_use();
    let mut copies: Vec<Headless> = Vec::new();
    for seconds in [0.5, 1.0, 5.5, 7.0] {
        for _ in 0..engine::ticks(seconds) {
            scenario.tick(NOTHING);
            copies.iter_mut().for_each(|copy| copy.tick(NOTHING));
        }
        let state = scenario.headless.snapshot();
        assert!(copies.iter_mut().all(|copy| copy.snapshot() == state), "a copy diverged within {seconds} s");
        copies.push(scenario.restored());
    }
    let text = ron::to_string(&scenario.headless.snapshot()).expect("plain data has a text");
    for (what, whole, broken) in [
        (
            "the triggers do not match the level",
            "triggers:([(",
            "triggers:([(on:false,used:true,stepped:false,wait:None,left:None),(",
        ),
        ("the lights do not match the level", "lamps:[", "lamps:[true,"),
        ("the lights do not match the level", "lighting:(cells:{", "lighting:(cells:{9999:1,"),
    ] {
        assert_ne!(text.replacen(whole, broken, 1), text, "{whole}");
        let damaged = ron::from_str(&text.replacen(whole, broken, 1)).expect("it is a snapshot still");
        let told = scenario.restore(&damaged).err().map(|error| error.to_string());
        assert_eq!(told, Some(format!("it is damaged: {what}")), "{broken}");
    }
}

/// Returns the errors of a level with these triggers, without the name of the file.
fn told(triggers: &str) -> String {
    let map = "#s########\n#@.2.b..w#\n#.########\n#_.::.####\n##########";
    let text = text_in_words(map, &WIRED.replace('\n', " "), &format!("\ntriggers: [\n{triggers}]"));
    Level::read("deck.ron", text.as_bytes()).expect_err(triggers).to_string()
}

#[test]
fn broken_wires_are_reported_with_their_position() {
    for (triggers, message) in [
        (
            "(at: \"levr\", on: Use, do: [Exit])",
            "15:7: triggers[0]: no cell is named 'levr'; there are 'lever', 'vault'",
        ),
        ("(at: \"lever\", on: Use, do: [Say(\"\")])", "15:34: a message must have 1 to 200 characters, got 0"),
        ("(at: \"lever\", on: Use, do: [Open(\"valt\")])", "15:35: triggers[0]: no cell is named 'valt'"),
        ("(at: \"lever\", on: Use, do: [Close(\"hall\")])", "15:36: triggers[0]: no door is named 'hall'"),
        (
            "(at: \"lever\", on: Use, do: [Push(\"vault\")])",
            "15:35: triggers[0]: no push-wall with a `push_way` is named",
        ),
        ("(at: \"lever\", on: Use, do: [Light(\"lever\", 1)])", "15:36: triggers[0]: no open floor is named 'lever'"),
        ("(at: \"lever\", on: Use, do: [LampsOn(\"vault\")])", "15:38: triggers[0]: no lamp is named 'vault'"),
        ("(at: \"lever\", on: Use, do: [Wake(\"vault\")])", "15:35: triggers[0]: no monster is named 'vault'"),
        (
            "(at: \"lever\", on: Use, do: [Spawn(\"hall\")])",
            "15:36: triggers[0]: no thing that `waits` is named 'hall'",
        ),
        ("(at: \"lever\", on: Step, do: [Exit])", "15:7: triggers[0]: a `Step` must be on floor or doors"),
        ("(at: \"plate\", on: Use, do: [Exit])", "15:7: triggers[0]: `Use` and `Shot` must be on walls"),
        ("(at: \"lever\", on: Use, by: Undead, do: [Exit])", "15:7: triggers[0]: `by` requires `on: Step`"),
        (
            "(at: \"plate\", on: Step, by: Dog, do: [Exit])",
            "unknown value `Dog`, expected one of `Player`, `Undead`, `Anybody`",
        ),
        (
            "(at: \"lever\", on: Use, repeat: WhileHeld, do: [Exit])",
            "15:7: triggers[0]: `WhileHeld` requires `on: Step`",
        ),
        ("(at: \"lever\", on: Use, do: [])", "15:7: triggers[0]: `do` must have 1 to 100 actions, got 0"),
        ("(at: \"lever\", on: Use, repeat: Timed(0), do: [Exit])", "the duration must be 0.1 to 600 seconds, got 0"),
        ("(at: \"lever\", on: Use, after: -1, do: [Exit])", "the delay must be 0 to 600 seconds, got -1"),
        (
            "(at: \"lever\", on: Use, do: [Carry(\"hall\", \"plate\")])",
            "'hall' and 'plate' must be open floor of the same",
        ),
        ("(at: \"lever\", on: Pull, do: [Exit])", "unknown value `Pull`, expected one of `Use`, `Shot`, `Step`"),
        ("(at: \"lever\", on: Use, do: [Exit])", "9:10: this thing `waits` forever: no trigger has a `Spawn`"),
    ] {
        let told = told(triggers);
        assert!(told.contains(message), "{told}\nis not {message}");
    }
}

#[test]
fn death_trigger_waits_until_all_its_monsters_are_dead() {
    let mut scenario = on("##########\n#@m.m..1.#\n##########", "(at: \"nest\", on: Death, do: [Open(\"vault\")])");
    for (number, state) in [(0, DoorState::Closed), (1, DoorState::Open)] {
        let world = scenario.headless.world_mut();
        world.query_filtered::<&mut Health, With<Monster>>().iter_mut(world).for_each(|mut health| health.0 = 1);
        let count = scenario.count_any(GameEvent::MonsterDies);
        assert_eq!(count, number);
        scenario.within(10.0, FIRE, |scenario| scenario.count_any(GameEvent::MonsterDies) > number);
        assert_eq!(scenario.wait(1.5).door().0, state, "{} are dead", number + 1);
    }
}

#[test]
fn death_trigger_survives_a_snapshot() {
    let trigger = "(at: \"nest\", on: Death, do: [Exit])";
    let mut scenario = on("########\n#@.m...#\n########", trigger);
    let mut restored = scenario.restored();
    let world = restored.world_mut();
    world.query_filtered::<&mut Health, With<Monster>>().single_mut(world).expect("one monster").0 = 1;
    restored.tick(FIRE);
    (0..engine::ticks(0.5)).for_each(|_| restored.tick(NOTHING));
    assert_eq!(restored.run().outcome, Outcome::Lift);
    let absent = "(at: \"plate\", on: Death, do: [Exit])";
    let error =
        Level::read("deck", text_in_words("#####\n#@_.#\n#####", WIRED, &format!("triggers: [{absent}]")).as_bytes());
    assert!(error.expect_err("no monster is there").to_string().contains("a `Death` must be on monsters"));
}
