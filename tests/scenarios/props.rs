//! Barrels and crates: they block paths, break, burn, explode and drop items.

use crate::{
    scenario::{FIRE, FORWARD, NOTHING, Scenario, armed, level, rules},
    scenario_builder::ScenarioBuilder,
};
use bevy::prelude::With;
use engine::{GameEvent, Headless, Health, Loadout, Outcome, Player, Rules, Start, bot::Bot};

#[test]
fn crate_blocks_the_path_until_it_is_broken() {
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
fn crate_cannot_be_pushed() {
    let mut scenario = Scenario::on("########\n#@.C...#\n########");
    scenario.for_seconds(6.0, FORWARD);
    let crates: Vec<_> = scenario.bodies().into_iter().filter(|(_, radius)| (*radius - 0.35).abs() < 1e-6).collect();
    assert!(crates.iter().any(|(at, _)| *at == (3.5, 1.5)), "{crates:?}");
    assert_eq!(scenario.stuck_body(), None);
}

#[test]
fn broken_crate_drops_its_content() {
    let mut scenario = Scenario::with("########\n#@.M...#\n########", Loadout::with_pistol(40, 20));
    scenario.for_seconds(1.5, FIRE).for_seconds(2.0, FORWARD);
    assert_eq!((scenario.health(), scenario.count_any(GameEvent::Taken)), (65, 1));
}

#[test]
fn burning_crate_is_destroyed() {
    let mut scenario = Scenario::with("########\n#@.C...#\n########", armed(&["flamer"], &[("fuel", 2)]));
    scenario.for_seconds(0.3, FIRE);
    assert_eq!(scenario.props(), (1, 0));
    scenario.until(NOTHING, |scenario| scenario.props() == (0, 1));
}

#[test]
fn barrel_explodes_and_burns_nearby_bodies() {
    let map = "###########\n#.........#\n#@.....Oz.#\n#.........#\n###########";
    let mut scenario = Scenario::with(map, Loadout::with_pistol(100, 20));
    scenario.until(FIRE, |scenario| scenario.props() == (0, 1));
    assert_eq!(scenario.healths(), [50], "the fuse burns first");
    scenario.wait(0.5);
    assert!(scenario.healths()[0] < 25, "damage of the wave");
    scenario.wait(3.0);
    assert_eq!(scenario.count_any(GameEvent::MonsterDies), 1, "and damage of the flames");
    assert_eq!(scenario.headless.run().kills, 1, "the kill counts as done by the player");
}

#[test]
fn bot_breaks_obstacles_and_avoids_explosions() {
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

/// Removes the health of crates, which makes them furniture.
fn furnish(rules: &mut Rules) {
    let (_, kind) = rules.props.iter_mut().find(|(name, _)| name == "crate").expect("there are crates");
    (kind.health, kind.breaks) = (None, None);
}

#[test]
fn prop_without_health_is_indestructible() {
    let mut scenario = ScenarioBuilder::on("########\n#@.C...#\n########").change(furnish).loadout(100, 60).begin();
    scenario.for_seconds(8.0, FIRE);
    assert_eq!((scenario.props(), scenario.count_any(GameEvent::PropBreaks)), ((1, 0), 0));
    assert!(scenario.count_any(GameEvent::PropHit) > 5);
    let (x, _) = scenario.for_seconds(2.0, FORWARD).player();
    assert!(x < 3.2, "the player has come to {x}");
}

#[test]
fn bot_walks_around_furniture_without_shooting() {
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
fn breaking_fields_of_props_need_health() {
    for (entry, what) in [
        ("health: 3", "a prop with health needs `breaks`"),
        ("fuse: 1.0", "a prop without health cannot have"),
        (r#"breaks: "crate_break""#, "a prop without health cannot have"),
        (r#"drops: "clip""#, "a prop without health cannot have"),
    ] {
        let entry = format!(r#"props: {{ "desk": (sprites: "crate", hit: "crate_hit", radius: 0.3, {entry}) }},"#);
        let told = rules(&entry).expect_err(what).to_string();
        assert!(told.contains("desk") && told.contains(what), "{told}");
    }
}
