//! Gravity failure: bodies keep their velocity, and can only push off from things that they touch.

use crate::scenario::{BACK, FIRE, FORWARD, NOTHING, Scenario, armed};
use bevy::{math::Vec2, prelude::With};
use engine::{Height, Intent, Loadout, Monster, Pickup, Player, Position, Start, Velocity};

/// A plate that turns gravity off on the deck for three seconds.
const FIELDS: &str = "triggers: [(at: \"plate\", on: Step, repeat: Timed(3), do: [Gravity(0.0)])]";
const WORDS: &str = "'_': (name: \"plate\"),";
/// A hall so large that a body in its middle does not touch a wall.
const HALL: &str = "##############\n#............#\n#............#\n#@_..........#\n#............#\n#............#\n#............#\n\
                    ##############";

fn hall() -> Scenario {
    Scenario::in_words(HALL, WORDS, FIELDS)
}

/// Returns height and velocity of the player.
fn flight(scenario: &mut Scenario) -> (Height, Vec2) {
    let world = scenario.headless.world_mut();
    let mut player = world.query_filtered::<(&Height, &Velocity), With<Player>>();
    let (height, velocity) = player.single(world).expect("a run has one player");
    (*height, scenario.orientation.vector_as_drawn(velocity.0))
}

/// Lets the player walk over the plate, and on until the feet leave the floor.
fn afloat(mut scenario: Scenario) -> Scenario {
    scenario.until(FORWARD, |scenario| scenario.player().0 > 3.2);
    scenario.until(FORWARD, |scenario| flight(scenario).0.at > 0.05);
    scenario
}

#[test]
fn floating_player_cannot_steer_without_contact() {
    let mut scenario = afloat(hall());
    let (_, before) = flight(&mut scenario);
    assert!(before.x > 1.0 && before.y.abs() < 1e-3, "{before}");
    scenario.for_seconds(0.5, Intent { forward: -1.0, strafe: 1.0, run: true, jump: true, ..NOTHING });
    let (height, still) = flight(&mut scenario);
    assert!(still == before && height.at > 0.1 && height.rises > 0.0, "{height:?} {still}");
    // At the ceiling the player can push off.
    scenario.until(BACK, |scenario| flight(scenario).1.x < 0.0);
    let (height, _) = flight(&mut scenario);
    assert!(height.at > 0.3, "{height:?}");
}

#[test]
fn bodies_at_different_heights_float_past_each_other() {
    let words = format!("{WORDS} 'N': (prop: \"body bag\"),");
    let mut scenario = afloat(Scenario::in_words(&HALL.replace("_..........", "_......N..."), &words, FIELDS));
    scenario.until(NOTHING, |scenario| flight(scenario).0.at > 0.3);
    scenario.put_player(7.5, 3.5);
    let mut over = false;
    for _ in 0..600 {
        scenario.tick(NOTHING);
        assert!(scenario.overlap() < 0.01, "{:?} {:?}", scenario.player(), flight(&mut scenario));
        over |= (8.9..10.1).contains(&scenario.player().0);
    }
    assert!(over, "{:?}", scenario.player());
    // A body above the prop when gravity returns comes to stand on it.
    let mut scenario = afloat(Scenario::in_words(&HALL.replace("_..........", "_......N..."), &words, FIELDS));
    scenario.until(NOTHING, |scenario| flight(scenario).0.at > 0.3);
    scenario.put_player(9.5, 3.5);
    let world = scenario.headless.world_mut();
    world.query_filtered::<&mut Velocity, With<Player>>().single_mut(world).expect("a run has one player").0 =
        Vec2::ZERO;
    scenario.wait(5.0);
    assert_eq!(flight(&mut scenario).0, Height { at: 0.28, rises: 0.0 });
}

#[test]
fn floating_player_can_push_off_from_a_wall() {
    let mut scenario = afloat(Scenario::in_words(HALL, WORDS, &FIELDS.replace("Timed(3)", "Once")));
    scenario.put_player(12.7, 3.5);
    scenario.for_seconds(0.05, BACK);
    let (height, velocity) = flight(&mut scenario);
    assert!(velocity.x < -0.3 && height.at > 0.05 && height.at < 0.3, "{height:?} {velocity}");
}

#[test]
fn player_who_stops_at_arms_length_of_a_wall_can_leave_it() {
    let mut scenario = afloat(Scenario::in_words(HALL, WORDS, &FIELDS.replace("Timed(3)", "Once")));
    scenario.put_player(12.4, 3.5);
    scenario.for_seconds(0.1, Intent { use_: true, ..NOTHING });
    assert_eq!(flight(&mut scenario).1, Vec2::ZERO, "the hands hold on");
    scenario.until(BACK, |scenario| scenario.player().0 < 6.0);
}

#[test]
fn floating_player_does_not_circle_the_walk_target() {
    let mut scenario = afloat(hall());
    let to = Intent { walk_to: Some(Vec2::new(5.5, 2.5)), ..NOTHING };
    scenario.tick(to);
    for _ in 0..60 {
        scenario.tick(NOTHING);
        assert!((scenario.player().1 - 3.5).abs() < 1e-3, "the player floats straight on");
    }
}

#[test]
fn everything_falls_and_bounces_when_gravity_returns() {
    let mut scenario = afloat(hall());
    scenario.until(NOTHING, |scenario| flight(scenario).0.rises < -0.5);
    let (mut last, mut ticks) = (flight(&mut scenario).0, 0);
    while last.at > 0.02 {
        scenario.tick(FORWARD);
        let (height, _) = flight(&mut scenario);
        assert!((last.rises - height.rises - 9.8 / 120.0).abs() < 1e-9, "nothing drifts down slowly: {height:?}");
        (last, ticks) = (height, ticks + 1);
        assert!(ticks < 60);
    }
    scenario.until(NOTHING, |scenario| flight(scenario).0 == Height::default());
}

#[test]
fn recoil_moves_a_floating_player() {
    let loadout = armed(&["pistol"], &[("rounds", 20)]);
    let level = Scenario::level_in_words(HALL, WORDS, FIELDS);
    let mut scenario = afloat(Scenario::begin(Start { loadout, ..Start::on(level) }));
    let (_, before) = flight(&mut scenario);
    scenario.tick(FIRE);
    let (_, after) = flight(&mut scenario);
    assert!(after.x < before.x - 0.3, "{before} {after}");
    let mut scenario = Scenario::begin(Start {
        loadout: Loadout::default(),
        ..Start::on(Scenario::level_in_words(HALL, WORDS, FIELDS))
    });
    scenario.tick(FIRE);
    assert_eq!(flight(&mut scenario).1, Vec2::ZERO, "not on the floor");
}

#[test]
fn monsters_float_and_fall_when_gravity_returns() {
    let map = HALL.replacen("#............#", "#...........z#", 1);
    let mut scenario = Scenario::in_words(&map, WORDS, &FIELDS.replace("Timed(3)", "Timed(8)"));
    scenario.for_seconds(0.8, FORWARD);
    let undead = |scenario: &mut Scenario| {
        let world = scenario.headless.world_mut();
        let mut all = world.query_filtered::<(&Height, &Velocity, &Position), With<Monster>>();
        let (height, velocity, at) = all.single(world).expect("one of them");
        let turned = scenario.orientation;
        (*height, turned.vector_as_drawn(velocity.0), turned.point_as_drawn(at.0))
    };
    scenario.until(NOTHING, |scenario| {
        let (height, velocity, _) = undead(scenario);
        height.at > 0.1 && velocity != Vec2::ZERO
    });
    let (mut constant, mut last) = (0, undead(&mut scenario).1);
    for _ in 0..60 {
        scenario.tick(NOTHING);
        let now = undead(&mut scenario).1;
        constant += usize::from(now == last);
        last = now;
    }
    assert!(constant > 50, "it drifts: {constant}");
    scenario.until(NOTHING, |scenario| undead(scenario).0 == Height::default());
}

#[test]
fn gravity_can_fail_in_a_part_of_the_deck() {
    let fields = "names: [(name: \"hold\", at: (8, 1), to: (12, 6))],
        triggers: [(at: \"plate\", on: Step, do: [GravityIn(\"hold\", 0.0)])]";
    let mut scenario = Scenario::in_words(HALL, WORDS, fields);
    scenario.until(FORWARD, |scenario| {
        let (x, height) = (scenario.player().0, flight(scenario).0);
        assert!(x > 7.9 || height == Height::default(), "{x} {height:?}");
        x > 9.0
    });
    assert!(flight(&mut scenario).0.at > 0.0);
}

#[test]
fn floating_bodies_survive_a_save() {
    let mut scenario = afloat(Scenario::in_words(&HALL.replacen("#............#", "#...........z#", 1), WORDS, FIELDS));
    let mut restored = scenario.restored();
    for _ in 0..600 {
        scenario.tick(BACK);
        restored.tick(BACK);
        assert_eq!(restored.snapshot(), scenario.headless.snapshot());
    }
}

#[test]
fn dropped_items_fall_and_bounce() {
    let words = "'C': (prop: \"medicine crate\"),";
    let level = Scenario::level_in_words("######\n#@C..#\n######", words, "");
    let loadout = armed(&["pistol"], &[("rounds", 60)]);
    let mut scenario = Scenario::begin(Start { loadout, ..Start::on(level) });
    let lying = |scenario: &mut Scenario| {
        let world = scenario.headless.world_mut();
        let heights: Vec<f64> = world.query::<&Pickup>().iter(world).map(|pickup| pickup.height.at).collect();
        heights.first().copied()
    };
    scenario.until(FIRE, |scenario| lying(scenario).is_some());
    let mut heights = Vec::new();
    for _ in 0..120 {
        heights.extend(lying(&mut scenario));
        scenario.tick(NOTHING);
    }
    let peaks = heights.windows(3).filter(|three| three[0] < three[1] && three[1] >= three[2]).count();
    assert!(peaks == 2 && heights.last() == Some(&0.0), "{peaks} {heights:?}");
}
