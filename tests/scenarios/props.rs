//! Barrels and crates: they stand in the way, break, burn, burst and drop.

use crate::scenario::{FIRE, FORWARD, NOTHING, Scenario, armed, level, rules};
use crate::scenario_builder::ScenarioBuilder;
use bevy::prelude::With;
use engine::bot::Bot;
use engine::{GameEvent, Headless, Health, Loadout, Outcome, Player, Rules, Start};

#[test]
fn a_crate_blocks_the_way_until_it_is_broken() {
    let mut scenario = Scenario::with("########\n#@.C...#\n########", Loadout::with_pistol(100, 20));
    let (x, _) = scenario.for_seconds(2.0, FORWARD).player();
    assert!(x < 3.2, "the player has come to {x}");
    scenario.for_seconds(1.5, FIRE);
    assert_eq!((scenario.props(), scenario.count_any(GameEvent::PropBreaks)), ((0, 1), 1));
    assert!(scenario.count_any(GameEvent::PropHit) >= 1);
    let (x, _) = scenario.for_seconds(2.0, FORWARD).player();
    assert!(x > 5.0, "over the boards to {x}");
}

#[test]
fn it_stands_where_it_stands_however_long_somebody_pushes() {
    let mut scenario = Scenario::on("########\n#@.C...#\n########");
    scenario.for_seconds(6.0, FORWARD);
    let crates: Vec<_> = scenario.bodies().into_iter().filter(|(_, radius)| (*radius - 0.35).abs() < 1e-6).collect();
    assert!(crates.iter().any(|(at, _)| *at == (3.5, 1.5)), "{crates:?}");
    assert_eq!(scenario.stuck_body(), None);
}

#[test]
fn what_was_packed_in_it_lies_there_afterwards() {
    let mut scenario = Scenario::with("########\n#@.M...#\n########", Loadout::with_pistol(40, 20));
    scenario.for_seconds(1.5, FIRE).for_seconds(2.0, FORWARD);
    assert_eq!((scenario.health(), scenario.count_any(GameEvent::Taken)), (65, 1));
}

#[test]
fn a_crate_burns_down_when_it_is_set_alight() {
    let mut scenario = Scenario::with("########\n#@.C...#\n########", armed(&["flamer"], &[("fuel", 2)]));
    scenario.for_seconds(0.3, FIRE);
    assert_eq!(scenario.props(), (1, 0));
    scenario.until(NOTHING, |scenario| scenario.props() == (0, 1));
}

#[test]
fn a_barrel_goes_up_and_burns_who_stands_beside_it() {
    let map = "###########\n#.........#\n#@.....Oz.#\n#.........#\n###########";
    let mut scenario = Scenario::with(map, Loadout::with_pistol(100, 20));
    scenario.until(FIRE, |scenario| scenario.props() == (0, 1));
    assert_eq!(scenario.healths(), [50], "the fuse burns first");
    scenario.wait(0.5);
    assert!(scenario.healths()[0] < 25, "the wave");
    scenario.wait(3.0);
    assert_eq!(scenario.count_any(GameEvent::MonsterDies), 1, "and the flames");
    assert_eq!(scenario.headless.run().kills, 1, "the kill is the player's");
}

#[test]
fn the_bot_breaks_what_stands_in_its_way_and_keeps_off_what_explodes() {
    for prop in ["C", "O", "M"] {
        let map = format!("############\n#@....{prop}....L\n############");
        let start = Start::on(level(&map));
        let mut game = Headless::begin(&start);
        let mut bot = Bot::new(1);
        while game.run().outcome == Outcome::Running && game.run().tick < 60 * 120 {
            let intent = bot.intent(game.world_mut());
            game.tick(intent);
        }
        assert_eq!(game.run().outcome, Outcome::Lift, "{prop}");
        let world = game.world_mut();
        let health = world.query_filtered::<&Health, With<Player>>().single(world).expect("one player").0;
        assert_eq!(health, 100, "{prop}");
    }
}

/// Takes the health from crates: they are furniture.
fn furnish(rules: &mut Rules) {
    let (_, kind) = rules.props.iter_mut().find(|(name, _)| name == "crate").expect("there are crates");
    (kind.health, kind.breaks) = (None, None);
}

#[test]
fn what_has_no_health_stands_for_good_and_is_heard_to_be_hit() {
    let mut scenario = ScenarioBuilder::on("########\n#@.C...#\n########").change(furnish).loadout(100, 60).begin();
    scenario.for_seconds(8.0, FIRE);
    assert_eq!((scenario.props(), scenario.count_any(GameEvent::PropBreaks)), ((1, 0), 0));
    assert!(scenario.count_any(GameEvent::PropHit) > 5);
    let (x, _) = scenario.for_seconds(2.0, FORWARD).player();
    assert!(x < 3.2, "the player has come to {x}");
}

#[test]
fn the_bot_goes_round_furniture_and_does_not_waste_a_round_on_it() {
    let map = "##############\n#.....C......#\n#@....C......L\n#.....C......#\n#............#\n##############";
    let mut scenario = ScenarioBuilder::on(map).change(furnish).begin();
    let mut bot = Bot::new(1);
    let game = &mut scenario.headless;
    let mut shots = 0;
    while game.run().outcome == Outcome::Running && game.run().tick < 60 * 30 {
        let intent = bot.intent(game.world_mut());
        shots += u32::from(intent.fire);
        game.tick(intent);
    }
    assert_eq!((game.run().outcome, shots), (Outcome::Lift, 0));
}

#[test]
fn a_prop_says_how_it_breaks_if_it_has_health_and_nothing_of_it_if_not() {
    for (entry, what) in [
        ("health: 3", "with health it needs a sound"),
        ("fuse: 1.0", "without health nothing breaks it"),
        (r#"breaks: "crate_break""#, "without health nothing breaks it"),
        (r#"drops: "clip""#, "without health nothing breaks it"),
    ] {
        let entry = format!(r#"props: {{ "desk": (sprites: "crate", hit: "crate_hit", radius: 0.3, {entry}) }},"#);
        let told = rules(&entry).expect_err(what).to_string();
        assert!(told.contains("desk") && told.contains(what), "{told}");
    }
}
