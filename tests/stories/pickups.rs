//! Pickups: taken by walking over them, unless they would be of no use.

use crate::story::{FORWARD, Story};
use engine::{Happening, Loadout};
use level::ThingKind;

#[test]
fn a_clip_gives_rounds_up_to_the_limit() {
    let map = "########\n#@.a...#\n########";
    let mut story = Story::with(map, Loadout { health: 100, ammo: 5 });
    assert_eq!(story.for_seconds(1.0, FORWARD).ammo(), 15);
    assert_eq!(story.count(Happening::Taken(ThingKind::Clip)), 1);
    let mut full = Story::with(map, Loadout { health: 100, ammo: 95 });
    assert_eq!(full.for_seconds(1.0, FORWARD).ammo(), 99);
}

#[test]
fn a_medkit_heals_and_is_left_by_the_healthy() {
    let map = "########\n#@.h...#\n########";
    let mut hurt = Story::with(map, Loadout { health: 50, ammo: 0 });
    assert_eq!(hurt.for_seconds(1.0, FORWARD).health(), 75);
    let mut healthy = Story::on(map);
    assert_eq!(healthy.for_seconds(1.0, FORWARD).health(), 100);
    assert_eq!(healthy.count(Happening::Taken(ThingKind::Medkit)), 0);
}
