//! Several undead at once: they wait for each other, but not for ever.

use crate::story::{FIRE, NOTHING, Story};
use engine::MonsterState;

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
        closest = closest.min((a.0 - b.0).hypot(a.1 - b.1));
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
