//! Several undead at once: they wait for each other, but not for ever.

use crate::setting::Setting;
use crate::story::{FIRE, NOTHING, Story};
use bevy::math::{Vec2, ops};
use engine::{DamageDice, Element, MonsterState, Rules};

/// Two behind each other in a corridor, in front of glass behind which the player stands.
const QUEUE: &str = "
    ###########
    #@W....z.z#
    ###########";

#[test]
fn one_that_has_another_in_its_way_waits_and_goes_on_after_a_second() {
    let mut story = Story::on(QUEUE);
    story.until(NOTHING, |story| story.undead()[1].0 == MonsterState::Blocked);
    let (front, behind) = (story.undead()[0].1, story.undead()[1].1);
    assert!(behind.0 - front.0 < 1.2, "it waits where the other one is near");
    story.wait(0.9);
    let waits = story.undead()[1];
    assert_eq!(waits, (MonsterState::Blocked, behind), "it stands still");
    story.wait(0.2);
    assert_eq!(story.undead()[1].0, MonsterState::Chase);
}

#[test]
fn one_whose_way_is_free_again_does_not_wait_any_longer() {
    let mut story = Story::on(QUEUE);
    story.until(NOTHING, |story| story.undead()[1].0 == MonsterState::Blocked).wait(0.2);
    let world = story.headless.world_mut();
    let mut monsters = world.query::<(&engine::Monster, &mut engine::Position)>();
    let front = monsters.iter_mut(world).find(|(monster, _)| monster.state() == MonsterState::Chase);
    front.expect("one is in front").1.0.x = 8.5;
    story.wait(0.2);
    assert!(story.undead().iter().any(|(state, at)| *state == MonsterState::Chase && at.0 < 7.0));
}

#[test]
fn two_that_meet_in_a_doorway_get_through_it_one_after_the_other() {
    let mut story = Story::on(
        "###########
         #Z...@...z#
         #####+#####
         #.........#
         #.........#
         ###########",
    );
    // Both see him; then they hear him in the room below, and come to its door from both sides.
    story.wait(1.0).put_player(3.5, 3.5).wait(0.1).tick(FIRE);
    let mut closest = f32::INFINITY;
    story.until(NOTHING, |story| {
        let (a, b) = (story.undead()[0].1, story.undead()[1].1);
        closest = closest.min(ops::hypot(a.0 - b.0, a.1 - b.1));
        a.1 > 3.0 && b.1 > 3.0
    });
    assert!(closest < 1.3, "they met, {closest} apart");
    story.until(NOTHING, |story| story.health() < 100);
}

#[test]
fn a_queue_in_a_corridor_comes_to_the_player_one_by_one() {
    let mut story = Story::on(
        "##############
         #@......zzzz.#
         ##############",
    );
    let mut waited = false;
    for _ in 0..1200 {
        story.tick(NOTHING);
        waited |= story.undead().iter().any(|(state, _)| *state == MonsterState::Blocked);
        let bodies = story.bodies();
        assert!(bodies.iter().all(|((x, y), _)| (1.0..13.0).contains(x) && (1.0..2.0).contains(y)));
    }
    assert!(waited && story.health() < 100);
}

/// Two bodies are never deeper in each other than this, in tiles.
const TOUCH: f32 = 0.01;

#[test]
fn two_hundred_in_a_corridor_press_nobody_into_a_wall_or_into_another() {
    let row = "z".repeat(100);
    let wall = "#".repeat(112);
    let mut story = Story::on(&format!("{wall}\n#@.W......{row}.#\n#..W......{row}.#\n{wall}"));
    for second in 0..30 {
        for _ in 0..4 {
            story.wait(0.25);
            assert_eq!(story.stuck_body(), None, "after {second} seconds");
            let overlap = story.overlap();
            assert!(overlap < TOUCH, "after {second} seconds two are {overlap} in each other");
        }
    }
    assert!(story.undead()[0].1.0 < 4.2, "the first are at the glass");
    assert!(story.undead().iter().all(|(state, _)| !state.is_unaware()), "one has told the other");
    let end = story.undead()[199].1.0;
    assert!(end < 100.0, "and all have come nearer, the last to {end}");
}

/// So many shamblers that do no damage come at the player from one side of a hall.
fn mob(skill: u8) -> Story {
    Setting::on(
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
    let mut story = mob(2);
    for _ in 0..engine::ticks(25.0) {
        story.tick(NOTHING);
        let overlap = story.overlap();
        assert!(overlap < TOUCH, "two are {overlap} in each other");
    }
    let player = Vec2::from(story.player());
    let mut sides = [0; 4];
    for undead in story.monsters() {
        let to = undead.at - player;
        if to.length() < 2.5 {
            sides[((ops::atan2(to.y, to.x).to_degrees() + 45.0).rem_euclid(360.0) / 90.0) as usize % 4] += 1;
        }
    }
    assert!(sides.iter().all(|side| *side > 0), "so many stand to his right, below, left and above: {sides:?}");
    assert_eq!(story.stuck_body(), None);
}

#[test]
fn only_so_many_claw_at_once_as_the_skill_says() {
    for skill in 1..=4 {
        let mut story = mob(skill);
        let allowed = Rules::standard().skill(skill).attackers as usize;
        let mut most = 0;
        for _ in 0..engine::ticks(25.0) {
            story.tick(NOTHING);
            let clawing = story.undead().iter().filter(|(state, _)| *state == MonsterState::Attack).count();
            most = most.max(clawing);
        }
        assert!(most <= allowed, "{most} instead of {allowed} claw at once on skill {skill}");
        assert!(most == allowed || most > 4, "only {most} of {allowed} claw on skill {skill}");
    }
}

#[test]
fn only_so_many_shoot_at_once_too() {
    let mut story = Setting::on(
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
        story.tick(NOTHING);
        let shooting = story.undead().iter().filter(|(state, _)| *state == MonsterState::Attack).count();
        assert!(shooting <= 4, "{shooting} shoot at once");
    }
}

#[test]
fn one_that_stands_in_a_wall_of_others_is_pushed_out_of_them_by_halves() {
    let mut story = Setting::on("#########\n#.......#\n#..ddd..#\n#.......#\n#########\n#@......#\n#########").begin();
    story.put_monster(1, 3.6, 2.5).put_monster(2, 3.7, 2.5).wait(2.0);
    let overlap = story.overlap();
    assert!(overlap < TOUCH, "they are {overlap} in each other");
}
