//! The actors: which sprite shows what stands on the deck, and at which moment of its movement.

use crate::art::Art;
use crate::camera::Blend;
use crate::scene::Stage;
use bevy::prelude::*;
use engine::{Id, Monster, MonsterState, Pickup, Position, Previous, ticks};
use level::ThingKind;
use raycast::{Sprite, TextureId};

/// Every sprite that can stand on a deck.
pub(crate) const SPRITES: [&str; 14] = [
    "clip",
    "medkit",
    "shambler_corpse",
    "shambler_die1",
    "shambler_die2",
    "shambler_die3",
    "shambler_hurt",
    "shambler_stand",
    "shambler_strike1",
    "shambler_strike2",
    "shambler_walk1",
    "shambler_walk2",
    "shambler_walk3",
    "shambler_walk4",
];

/// How long each step of the walk is seen.
const STEP: u32 = ticks(0.2);
/// When in a strike the claws are down.
const CLAWS: std::ops::Range<u32> = ticks(0.25)..ticks(0.5);
/// How long each moment of the fall is seen.
const FALL: u32 = ticks(0.2);

/// Puts a sprite where each of them stands, in the place of those of the last picture.
pub(crate) fn place(
    monsters: Query<(&Id, &Monster, &Position, &Previous)>,
    pickups: Query<(&Id, &Pickup)>,
    art: Option<Res<Art>>,
    blend: Res<Blend>,
    mut stage: ResMut<Stage>,
) {
    let (Some(scene), Some(art)) = (&mut stage.scene, art) else { return };
    scene.sprites.clear();
    // Of two that are equally far the later is in front; by id, that is always the same one.
    for (_, pickup) in pickups.iter().sort::<&Id>() {
        scene.sprites.extend(of_pickup(pickup.kind).map(|name| sprite(&art, name, pickup.at)));
    }
    for (_, monster, position, previous) in monsters.iter().sort::<&Id>() {
        let at = blend.between(*previous, *position);
        scene.sprites.push(sprite(&art, of_monster(monster), at));
    }
}

/// The sprite that shows an undead.
fn of_monster(monster: &Monster) -> &'static str {
    of_state(monster.state(), monster.age())
}

fn of_state(state: MonsterState, age: u32) -> &'static str {
    match state {
        MonsterState::Idle => "shambler_stand",
        MonsterState::Chase => {
            ["shambler_walk1", "shambler_walk2", "shambler_walk3", "shambler_walk4"][(age / STEP % 4) as usize]
        }
        MonsterState::Strike if CLAWS.contains(&age) => "shambler_strike2",
        MonsterState::Strike => "shambler_strike1",
        MonsterState::Hurt => "shambler_hurt",
        MonsterState::Dying => ["shambler_die1", "shambler_die2", "shambler_die3"][(age / FALL).min(2) as usize],
        MonsterState::Dead => "shambler_corpse",
    }
}

/// The sprite that shows a thing to take, if it is one.
fn of_pickup(kind: ThingKind) -> Option<&'static str> {
    match kind {
        ThingKind::Clip => Some("clip"),
        ThingKind::Medkit => Some("medkit"),
        ThingKind::Player | ThingKind::Shambler => None,
    }
}

/// A sprite that stands at a point of the deck; one that the art lacks shows that it is missing.
fn sprite(art: &Art, name: &str, at: Vec2) -> Sprite {
    let texture = art.sprite(name).unwrap_or(TextureId::MISSING);
    Sprite::new(at.x, at.y, texture)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_moment_of_every_state_has_a_sprite_that_the_art_is_asked_for() {
        use MonsterState::*;
        let states = [Idle, Chase, Strike, Hurt, Dying, Dead];
        let mut shown: Vec<&str> =
            states.into_iter().flat_map(|state| (0..1000).map(move |age| of_state(state, age))).collect();
        shown.push(of_state(Dying, u32::MAX));
        shown.extend([ThingKind::Clip, ThingKind::Medkit].into_iter().filter_map(of_pickup));
        shown.sort_unstable();
        shown.dedup();
        assert_eq!(shown, SPRITES);
    }
}
