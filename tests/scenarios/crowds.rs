//! Crowds: monsters wait for each other, but not forever.

use crate::{
    scenario::{FIRE, NOTHING, Scenario},
    scenario_builder::ScenarioBuilder,
};
use bevy::math::{Vec2, ops};
use engine::{DamageDice, Element, MonsterState, Rules};

/// Two monsters, one behind the other, in a corridor, in front of glass; the player is behind the glass.
const QUEUE: &str = "
    ###########
    #@W....z.z#
    ###########";

#[test]
fn blocked_monster_goes_on_after_one_second() {
    let mut scenario = Scenario::on(QUEUE);
    scenario.until(NOTHING, |scenario| scenario.undead()[1].0 == MonsterState::Blocked);
    let (front, behind) = (scenario.undead()[0].1, scenario.undead()[1].1);
    assert!(behind.0 - front.0 < 1.2, "it waits where the other one is near");
    scenario.wait(0.9);
    let waits = scenario.undead()[1];
    assert_eq!(waits, (MonsterState::Blocked, behind), "it does not move");
    scenario.wait(0.2);
    assert_eq!(scenario.undead()[1].0, MonsterState::Chase);
}

#[test]
fn monster_goes_on_when_its_path_is_free() {
    let mut scenario = Scenario::on(QUEUE);
    scenario.until(NOTHING, |scenario| scenario.undead()[1].0 == MonsterState::Blocked).wait(0.2);
    let turned = scenario.orientation;
    let world = scenario.headless.world_mut();
    let mut monsters = world.query::<(&engine::Monster, &mut engine::Position)>();
    let front = monsters.iter_mut(world).find(|(monster, _)| monster.state() == MonsterState::Chase);
    let at = &mut front.expect("one is in front").1.0;
    *at = turned.point(Vec2::new(8.5, turned.point_as_drawn(*at).y));
    scenario.wait(0.2);
    assert!(scenario.undead().iter().any(|(state, at)| *state == MonsterState::Chase && at.0 < 7.0));
}

#[test]
fn monsters_pass_a_doorway_one_after_the_other() {
    let mut scenario = Scenario::on(
        "###########
         #Z...@...z#
         #####+#####
         #.........#
         #.........#
         ###########",
    );
    // Both see the player; then they hear the player in the room below, and come to its door from both sides.
    scenario.wait(1.0).put_player(3.5, 3.5).wait(0.1).tick(FIRE);
    let mut closest = f32::INFINITY;
    scenario.until(NOTHING, |scenario| {
        let (a, b) = (scenario.undead()[0].1, scenario.undead()[1].1);
        closest = closest.min(ops::hypot(a.0 - b.0, a.1 - b.1));
        a.1 > 3.0 && b.1 > 3.0
    });
    assert!(closest < 1.3, "their smallest distance was {closest}");
    scenario.until(NOTHING, |scenario| scenario.health() < 100);
}

#[test]
fn queue_in_a_corridor_reaches_the_player() {
    let mut scenario = Scenario::on(
        "##############
         #@......zzzz.#
         ##############",
    );
    let mut waited = false;
    for _ in 0..1200 {
        scenario.tick(NOTHING);
        waited |= scenario.undead().iter().any(|(state, _)| *state == MonsterState::Blocked);
        let bodies = scenario.bodies();
        assert!(bodies.iter().all(|((x, y), _)| (1.0..13.0).contains(x) && (1.0..2.0).contains(y)));
    }
    assert!(waited && scenario.health() < 100);
}

/// Maximum overlap of two bodies, in tiles.
const TOUCH: f32 = 0.01;

#[test]
fn two_hundred_monsters_in_a_corridor_do_not_overlap() {
    let row = "z".repeat(100);
    let wall = "#".repeat(112);
    let mut scenario = Scenario::on(&format!("{wall}\n#@.W......{row}.#\n#..W......{row}.#\n{wall}"));
    for second in 0..30 {
        for _ in 0..4 {
            scenario.wait(0.25);
            assert_eq!(scenario.stuck_body(), None, "after {second} seconds");
            let overlap = scenario.overlap();
            assert!(overlap < TOUCH, "after {second} seconds two bodies overlap by {overlap}");
        }
    }
    assert!(scenario.undead()[0].1.0 < 4.2, "the first are at the glass");
    assert!(scenario.undead().iter().all(|(state, _)| !state.is_unaware()), "each has alerted the next");
    let end = scenario.undead()[199].1.0;
    assert!(end < 100.0, "and all have come nearer, the last to {end}");
}

/// Returns a hall in which harmless shamblers come at the player from one side.
fn mob(skill: u8) -> Scenario {
    ScenarioBuilder::on(
        "#################
         #...............#
         #...........z.z.#
         #..........z.z.z#
         #...........z.z.#
         #.....@....z.z.z#
         #...........z.z.#
         #..........z.z.z#
         #...........z.z.#
         #...............#
         #...............#
         #################",
    )
    .skill(skill)
    .change(|rules| {
        rules
            .monsters
            .iter_mut()
            .for_each(|(_, kind)| kind.attacks[0].damage = DamageDice::of_range(Element::Physical, 0, 0));
    })
    .begin()
}

#[test]
fn monsters_spread_around_the_player() {
    let mut scenario = mob(2);
    for _ in 0..engine::ticks(25.0) {
        scenario.tick(NOTHING);
        let overlap = scenario.overlap();
        assert!(overlap < TOUCH, "two bodies overlap by {overlap}");
    }
    let player = Vec2::from(scenario.player());
    let mut sides = [0; 4];
    for undead in scenario.monsters() {
        let to = undead.at - player;
        if to.length() < 2.5 {
            sides[((ops::atan2(to.y, to.x).to_degrees() + 45.0).rem_euclid(360.0) / 90.0) as usize % 4] += 1;
        }
    }
    assert!(
        sides.iter().all(|side| *side > 0),
        "number of monsters to the right, below, to the left and above: {sides:?}"
    );
    assert_eq!(scenario.stuck_body(), None);
}

#[test]
fn skill_limits_the_number_of_melee_attackers() {
    for skill in 1..=4 {
        let mut scenario = mob(skill);
        let allowed = Rules::standard().skill(skill).attackers as usize;
        let mut most = 0;
        for _ in 0..engine::ticks(25.0) {
            scenario.tick(NOTHING);
            let clawing = scenario.undead().iter().filter(|(state, _)| *state == MonsterState::Attack).count();
            most = most.max(clawing);
        }
        assert!(most <= allowed, "{most} instead of {allowed} claw at once on skill {skill}");
        assert!(most == allowed || most > 4, "only {most} of {allowed} attack on skill {skill}");
    }
}

#[test]
fn skill_limits_the_number_of_shooters() {
    let mut scenario = ScenarioBuilder::on(
        "##############
         #..........g.#
         #..........g.#
         #..........g.#
         #@.........g.#
         #..........g.#
         #..........g.#
         #..........g.#
         #..........g.#
         ##############",
    )
    .change(|rules| {
        rules
            .monsters
            .iter_mut()
            .for_each(|(_, kind)| kind.attacks[0].damage = DamageDice::of_range(Element::Physical, 0, 0));
    })
    .begin();
    for _ in 0..engine::ticks(8.0) {
        scenario.tick(NOTHING);
        let shooting = scenario.undead().iter().filter(|(state, _)| *state == MonsterState::Attack).count();
        assert!(shooting <= 4, "{shooting} shoot at once");
    }
}

#[test]
fn overlapping_monsters_are_pushed_apart_equally() {
    let mut scenario =
        ScenarioBuilder::on("#########\n#.......#\n#..ddd..#\n#.......#\n#########\n#@......#\n#########").begin();
    scenario.put_monster(1, 3.6, 2.5).put_monster(2, 3.7, 2.5).wait(2.0);
    let overlap = scenario.overlap();
    assert!(overlap < TOUCH, "they overlap by {overlap}");
}
