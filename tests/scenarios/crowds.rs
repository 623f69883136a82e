//! Several undead at once: they wait for each other, but not for ever.

use crate::scenario::{FIRE, NOTHING, Scenario};
use crate::scenario_builder::ScenarioBuilder;
use bevy::math::{Vec2, ops};
use engine::{DamageDice, Element, MonsterState, Rules};

/// Two behind each other in a corridor, in front of glass behind which the player stands.
const QUEUE: &str = "
    ###########
    #@W....z.z#
    ###########";

#[test]
fn one_that_has_another_in_its_way_waits_and_goes_on_after_a_second() {
    let mut scenario = Scenario::on(QUEUE);
    scenario.until(NOTHING, |scenario| scenario.undead()[1].0 == MonsterState::Blocked);
    let (front, behind) = (scenario.undead()[0].1, scenario.undead()[1].1);
    assert!(behind.0 - front.0 < 1.2, "it waits where the other one is near");
    scenario.wait(0.9);
    let waits = scenario.undead()[1];
    assert_eq!(waits, (MonsterState::Blocked, behind), "it stands still");
    scenario.wait(0.2);
    assert_eq!(scenario.undead()[1].0, MonsterState::Chase);
}

#[test]
fn one_whose_way_is_free_again_does_not_wait_any_longer() {
    let mut scenario = Scenario::on(QUEUE);
    scenario.until(NOTHING, |scenario| scenario.undead()[1].0 == MonsterState::Blocked).wait(0.2);
    let world = scenario.headless.world_mut();
    let mut monsters = world.query::<(&engine::Monster, &mut engine::Position)>();
    let front = monsters.iter_mut(world).find(|(monster, _)| monster.state() == MonsterState::Chase);
    front.expect("one is in front").1.0.x = 8.5;
    scenario.wait(0.2);
    assert!(scenario.undead().iter().any(|(state, at)| *state == MonsterState::Chase && at.0 < 7.0));
}

#[test]
fn two_that_meet_in_a_doorway_get_through_it_one_after_the_other() {
    let mut scenario = Scenario::on(
        "###########
         #Z...@...z#
         #####+#####
         #.........#
         #.........#
         ###########",
    );
    // Both see him; then they hear him in the room below, and come to its door from both sides.
    scenario.wait(1.0).put_player(3.5, 3.5).wait(0.1).tick(FIRE);
    let mut closest = f32::INFINITY;
    scenario.until(NOTHING, |scenario| {
        let (a, b) = (scenario.undead()[0].1, scenario.undead()[1].1);
        closest = closest.min(ops::hypot(a.0 - b.0, a.1 - b.1));
        a.1 > 3.0 && b.1 > 3.0
    });
    assert!(closest < 1.3, "they met, {closest} apart");
    scenario.until(NOTHING, |scenario| scenario.health() < 100);
}

#[test]
fn a_queue_in_a_corridor_comes_to_the_player_one_by_one() {
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

/// Two bodies are never deeper in each other than this, in tiles.
const TOUCH: f32 = 0.01;

#[test]
fn two_hundred_in_a_corridor_press_nobody_into_a_wall_or_into_another() {
    let row = "z".repeat(100);
    let wall = "#".repeat(112);
    let mut scenario = Scenario::on(&format!("{wall}\n#@.W......{row}.#\n#..W......{row}.#\n{wall}"));
    for second in 0..30 {
        for _ in 0..4 {
            scenario.wait(0.25);
            assert_eq!(scenario.stuck_body(), None, "after {second} seconds");
            let overlap = scenario.overlap();
            assert!(overlap < TOUCH, "after {second} seconds two are {overlap} in each other");
        }
    }
    assert!(scenario.undead()[0].1.0 < 4.2, "the first are at the glass");
    assert!(scenario.undead().iter().all(|(state, _)| !state.is_unaware()), "one has told the other");
    let end = scenario.undead()[199].1.0;
    assert!(end < 100.0, "and all have come nearer, the last to {end}");
}

/// So many shamblers that do no damage come at the player from one side of a hall.
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
fn in_the_open_they_spread_round_the_player_and_do_not_stack() {
    let mut scenario = mob(2);
    for _ in 0..engine::ticks(25.0) {
        scenario.tick(NOTHING);
        let overlap = scenario.overlap();
        assert!(overlap < TOUCH, "two are {overlap} in each other");
    }
    let player = Vec2::from(scenario.player());
    let mut sides = [0; 4];
    for undead in scenario.monsters() {
        let to = undead.at - player;
        if to.length() < 2.5 {
            sides[((ops::atan2(to.y, to.x).to_degrees() + 45.0).rem_euclid(360.0) / 90.0) as usize % 4] += 1;
        }
    }
    assert!(sides.iter().all(|side| *side > 0), "so many stand to his right, below, left and above: {sides:?}");
    assert_eq!(scenario.stuck_body(), None);
}

#[test]
fn only_so_many_claw_at_once_as_the_skill_says() {
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
        assert!(most == allowed || most > 4, "only {most} of {allowed} claw on skill {skill}");
    }
}

#[test]
fn only_so_many_shoot_at_once_too() {
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
fn one_that_stands_in_a_wall_of_others_is_pushed_out_of_them_by_halves() {
    let mut scenario =
        ScenarioBuilder::on("#########\n#.......#\n#..ddd..#\n#.......#\n#########\n#@......#\n#########").begin();
    scenario.put_monster(1, 3.6, 2.5).put_monster(2, 3.7, 2.5).wait(2.0);
    let overlap = scenario.overlap();
    assert!(overlap < TOUCH, "they are {overlap} in each other");
}
