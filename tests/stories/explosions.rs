//! Explosions: a shock wave runs outwards, hurts and throws, stops at walls, and ends.

use crate::story::{FIRE, NOTHING, Story, armed, rules, turn};
use bevy::math::ops;
use engine::{Explosion, GameEvent, Headless, Rules, Snapshot, break_all_props};

/// A hall in which a rocket hits the wall on the right.
fn rocket(map: &str) -> Story {
    Story::with(map, armed(&["launcher"], &[("rockets", 9)]))
}

fn blasts(story: &mut Story) -> Vec<f32> {
    let mut query = story.headless.world_mut().query::<&Explosion>();
    query.iter(story.headless.world()).map(Explosion::front).collect()
}

#[test]
fn the_wave_runs_outwards_and_strikes_the_near_before_the_far_and_harder() {
    let mut story = rocket(
        "############
         #..........#
         #@.....Z...#
         #......#...#
         ############",
    );
    // Two more stand at different distances from where it hits the first.
    let mut story2 = rocket("##############\n#@.......Z.Z.#\n##############");
    story2.tick(FIRE);
    story2.until(NOTHING, |story| !blasts(story).is_empty());
    let mut fronts = Vec::new();
    let mut hurt_at = [None; 2];
    for tick in 0..60 {
        fronts.extend(blasts(&mut story2));
        let healths = story2.healths();
        for (seen, health) in hurt_at.iter_mut().zip(&healths) {
            if seen.is_none() && *health < 50 {
                *seen = Some(tick);
            }
        }
        story2.tick(NOTHING);
    }
    assert!(fronts.len() > 10 && fronts.is_sorted(), "{fronts:?}");
    assert!(fronts.windows(2).all(|pair| pair[1] - pair[0] < 0.2), "it takes its way tick by tick");
    let [Some(near), Some(far)] = hurt_at else { panic!("both are struck: {hurt_at:?}") };
    assert!(near < far, "{near} {far}");
    let healths = story2.healths();
    assert!(healths[0] < healths[1], "{healths:?}");
    assert!(blasts(&mut story2).is_empty(), "and then it is over");
    story.tick(FIRE);
    story.wait(1.0);
    assert_eq!(story.count_any(GameEvent::ProjectileExplodes), 1);
}

#[test]
fn those_it_strikes_are_thrown_away_from_it_and_stopped_by_walls() {
    let harmless = rules(
        "monsters: { \"shambler\": (
        sprites: \"\", sounds: (notices: [\"\"], strikes: \"\", hurt: \"\", dies: \"\"), health: 9000, radius: 0.35,
        speed: 0, amble: 0, attacks: [(reach: 1, damage: (0, 0), wind_up: 1, rest: 1)],
        pain: (chance: 0, lasts: 0), dying: 1) }",
    )
    .expect("sound rules");
    let map = "#############\n#...........#\n#@.....zz...#\n#...........#\n#############";
    let mut story = Story::under(harmless, map, armed(&["launcher"], &[("rockets", 9)]));
    story.tick(FIRE);
    story.until(NOTHING, |story| !blasts(story).is_empty());
    let before: Vec<f32> = story.undead().iter().map(|undead| undead.1.0).collect();
    story.wait(1.0);
    let after: Vec<f32> = story.undead().iter().map(|undead| undead.1.0).collect();
    assert!(after[1] > before[1] + 0.3, "{before:?} {after:?}");
    for _ in 0..6 {
        story.tick(FIRE);
        for _ in 0..engine::ticks(1.2) {
            story.tick(NOTHING);
            assert_eq!(story.stuck_body(), None);
        }
    }
    let end = story.undead()[1].1.0;
    assert!((10.0..=11.66).contains(&end), "it lies against the wall, at {end}");
    let [(_, one), (_, other)] = story.undead()[..] else { panic!("there are two") };
    assert!(ops::hypot(one.0 - other.0, one.1 - other.1) > 0.6, "and not in each other");
}

#[test]
fn one_s_own_rocket_hurts_and_throws_and_may_kill() {
    let mut story = rocket("########\n#......#\n#....@.#\n#......#\n########");
    story.tick(FIRE);
    let (x, _) = story.wait(0.4).player();
    assert!(x < 5.0, "thrown back from the wall to {x}");
    let mut far = rocket("###########\n#@........#\n###########");
    far.tick(FIRE);
    far.wait(1.0);
    assert_eq!(far.health(), 100, "from afar nothing happens");
    assert!(story.health() < 60);
    assert_eq!(story.count(GameEvent::PlayerHurt) + story.count_any(GameEvent::PlayerDies), 1, "each is struck once");
}

#[test]
fn no_wall_lets_it_through() {
    let mut story = rocket("##########\n#......#z#\n#@.....#.#\n#......#.#\n##########");
    story.tick(FIRE);
    story.wait(1.0);
    assert_eq!(story.healths(), [50]);
    let mut open = rocket("##########\n#......#z#\n#@.......#\n#......#.#\n##########");
    open.tick(FIRE);
    open.wait(1.0);
    assert!(open.healths()[0] < 50);
}

#[test]
fn exactly_at_a_body_it_gives_no_number_that_is_none() {
    let at_once = rules(
        "props: { \"barrel\": (sprites: \"\", hit: \"\", breaks: \"\", health: 1, radius: 0.3,
        explodes: (reach: 3, push: 10, noise: 1, sound: \"\", damage: { physical: \"5\" })) }",
    )
    .expect("sound rules");
    let mut story = Story::under(at_once, "#######\n#@.O..#\n#######", armed(&["pistol"], &[("rounds", 5)]));
    story.tick(FIRE);
    story.put_player(3.5, 1.5);
    story.wait(1.0);
    let (x, y) = story.player();
    assert!(x.is_finite() && y.is_finite() && story.health() == 95, "{x} {y} {}", story.health());
    assert_eq!(story.stuck_body(), None);
}

#[test]
fn a_row_of_barrels_goes_up_one_after_the_other_and_that_is_the_end() {
    let mut story = Story::with(
        "##################
         #@..............z#
         #...OOOOOOOOOO...#
         #................#
         ##################",
        armed(&["pistol"], &[("rounds", 9)]),
    );
    story.tick(turn(15.0));
    story.until(FIRE, |story| story.props().0 < 10);
    let rest = |story: &mut Story| story.props().0;
    story.wait(0.2);
    assert!((1..10).contains(&rest(&mut story)), "not all at once");
    story.wait(4.0);
    assert_eq!((story.props(), story.count_any(GameEvent::PropExplodes)), ((0, 10), 10));
    assert!(blasts(&mut story).is_empty());
    assert!(story.healths()[0] < 50, "the last one reaches the undead");
}

#[test]
fn a_hundred_explosions_in_one_tick_hurt_throw_and_end_and_are_the_same_each_time() {
    let row = format!("#{}#\n", ".O".repeat(10));
    let between = format!("#{}#\n", "Z.".repeat(10));
    let wall = "#".repeat(22);
    let map = format!("{wall}\n{}#@{}#\n{wall}", format!("{row}{between}").repeat(10), ".".repeat(19));
    let go = || {
        let mut story = Story::on(&map);
        story.wait(0.2);
        break_all_props(story.headless.world_mut());
        story
    };
    let (mut story, mut again) = (go(), go());
    let mut restored = story.restored();
    let mut most = 0;
    for tick in 0..240 {
        let before = story.count_any(GameEvent::PropExplodes);
        story.tick(NOTHING);
        again.tick(NOTHING);
        restored.tick(NOTHING);
        most = most.max(story.count_any(GameEvent::PropExplodes) - before);
        assert!(story.overlap() < 0.01 && story.stuck_body().is_none(), "tick {tick}: {}", story.overlap());
        let hash = story.headless.snapshot().hash();
        assert_eq!((again.headless.snapshot().hash(), restored.snapshot().hash()), (hash, hash), "tick {tick}");
    }
    assert_eq!(most, 100, "all in one tick");
    assert!(blasts(&mut story).is_empty());
    assert!(story.headless.run().kills > 50, "{}", story.headless.run().kills);
}

#[test]
fn a_wave_on_its_way_is_part_of_the_state() {
    let map = "##############\n#@.......Z.Z.#\n##############";
    let mut story = rocket(map);
    story.tick(FIRE);
    story.until(NOTHING, |story| blasts(story).first().is_some_and(|front| *front > 0.5));
    let snapshot = story.headless.snapshot();
    let text = ron::to_string(&snapshot).expect("a snapshot has a text");
    let mut read: Snapshot = ron::from_str(&text).expect("and can be read");
    // The text is that of the state alone.
    read.counts = snapshot.counts.clone();
    let level = crate::story::level(map);
    let mut other = Headless::restore(&read, level.clone(), &Rules::standard()).expect("its own level");
    for _ in 0..120 {
        story.tick(NOTHING);
        other.tick(NOTHING);
        assert_eq!(other.snapshot(), story.headless.snapshot());
    }
    for (whole, broken, what) in [
        ("front:", "front:1e9,x:", ""),
        ("reach:3.2", "reach:99.0", "an explosion is outside the level, or too large"),
        ("reach:3.2", "reach:NaN", "an explosion is outside the level, or too large"),
        ("(\"rockets\",8)", "(\"rockets\",88)", "the player carries what the rules do not know, or too much of it"),
        ("(\"rockets\",8)", "(\"gold\",8)", "the player carries what the rules do not know, or too much of it"),
    ] {
        assert!(text.contains(whole), "{whole} stands in {text}");
        let Ok(snapshot) = ron::from_str::<Snapshot>(&text.replacen(whole, broken, 1)) else { continue };
        let error =
            Headless::restore(&snapshot, level.clone(), &Rules::standard()).err().map(|error| error.to_string());
        assert!(error.is_some_and(|error| error.contains(what)), "{broken}");
    }
}
