//! The actors: which sprite shows what stands on the deck, and at which moment of its movement.

use crate::art::Art;
use crate::camera::Blend;
use crate::scene::Stage;
use bevy::math::ops;
use bevy::prelude::*;
use engine::{Heading, Id, Kind, Monster, MonsterState, Pickup, Position, Previous, Rules, Run, Velocity, ticks};
use level::ThingKind;
use raycast::{Sprite, TextureId};
use std::f32::consts::FRAC_PI_4;

/// The sprites of things to take.
pub(crate) const SPRITES: [&str; 2] = ["clip", "medkit"];
/// The poses of an undead: its sprites are its name and these, such as `shambler_walk1`.
pub(crate) const POSES: [&str; 12] =
    ["corpse", "die1", "die2", "die3", "hurt", "stand", "strike1", "strike2", "walk1", "walk2", "walk3", "walk4"];

/// The sprites of a kind of undead.
pub(crate) fn poses(kind: &Kind) -> impl Iterator<Item = String> {
    POSES.into_iter().map(|pose| format!("{}_{pose}", kind.sprites))
}

/// How long each step of the walk is seen.
const STEP: u32 = ticks(0.2);
/// When in a strike the claws are down.
const CLAWS: std::ops::Range<u32> = ticks(0.25)..ticks(0.5);
/// How long each moment of the fall is seen.
const FALL: u32 = ticks(0.2);

/// Puts a sprite where each of them stands, in the place of those of the last picture.
pub(crate) fn place(
    monsters: Query<(&Id, &Monster, &Position, &Previous, &Heading, &Velocity)>,
    pickups: Query<(&Id, &Pickup)>,
    art: Option<Res<Art>>,
    rules: Option<Res<Rules>>,
    run: Option<Res<Run>>,
    blend: Res<Blend>,
    mut stage: ResMut<Stage>,
) {
    let (Some(scene), Some(art), Some(rules), Some(run)) = (&mut stage.scene, art, rules, run) else { return };
    scene.sprites.clear();
    let eye = Vec2::new(scene.camera.x, scene.camera.y);
    // Of two that are equally far the later is in front; by id, that is always the same one.
    for (_, pickup) in pickups.iter().sort::<&Id>() {
        let sprite = of_pickup(pickup.kind).and_then(|name| art.sprite(name)).unwrap_or(TextureId::MISSING);
        scene.sprites.push(Sprite::new(pickup.at.x, pickup.at.y, sprite));
    }
    for (_, monster, position, previous, heading, velocity) in monsters.iter().sort::<&Id>() {
        let at = blend.between(*previous, *position);
        let kind = &rules.monsters[usize::from(monster.kind())].1;
        let pose = of_state(monster.state(), monster.age(run.tick), velocity.0 != Vec2::ZERO);
        scene.sprites.push(turned(&art, &format!("{}_{pose}", kind.sprites), at, *heading, eye));
    }
}

/// The sprite of a creature that stands at a point and looks along its heading, as the eye sees it.
///
/// Without views of it, it shows the same side to all; one that the art lacks shows that it is missing.
fn turned(art: &Art, name: &str, at: Vec2, heading: Heading, eye: Vec2) -> Sprite {
    let (view, mirrored) = view(heading, eye - at);
    match art.views(name) {
        Some(views) => Sprite { mirrored, ..Sprite::new(at.x, at.y, views[view]) },
        None => Sprite::new(at.x, at.y, art.sprite(name).unwrap_or(TextureId::MISSING)),
    }
}

/// Which view of a creature is seen by an eye to which `to_eye` leads: 0 its front, 2 the side on which it looks to the
/// picture's left, 4 its back; mirrored, it looks to the right.
fn view(heading: Heading, to_eye: Vec2) -> (usize, bool) {
    let away = ops::atan2(to_eye.y, to_eye.x) - heading.0;
    let eighths = (away / FRAC_PI_4).round() as i32;
    match eighths.rem_euclid(8) as usize {
        right @ 1..4 => (right, true),
        front_or_left => ((8 - front_or_left) % 8, false),
    }
}

/// The pose of an undead that has been in a state so long, and walks or stands still.
fn of_state(state: MonsterState, age: u32, walks: bool) -> &'static str {
    use MonsterState::*;
    match state {
        Patrol | Chase | Search | Return | Flee if walks => {
            ["walk1", "walk2", "walk3", "walk4"][(age / STEP % 4) as usize]
        }
        Idle | Alert | Blocked | Patrol | Chase | Search | Return | Flee => "stand",
        Attack if CLAWS.contains(&age) => "strike2",
        Attack => "strike1",
        Hurt => "hurt",
        Dying => ["die1", "die2", "die3"][(age / FALL).min(2) as usize],
        Dead => "corpse",
    }
}

/// The sprite that shows a thing to take, if it is one.
fn of_pickup(kind: ThingKind) -> Option<&'static str> {
    match kind {
        ThingKind::Clip => Some("clip"),
        ThingKind::Medkit => Some("medkit"),
        ThingKind::Player | ThingKind::Monster(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_moment_of_every_state_has_a_sprite_that_the_art_is_asked_for() {
        use MonsterState::*;
        let states = [Idle, Patrol, Alert, Chase, Blocked, Search, Return, Attack, Hurt, Flee, Dying, Dead];
        let moments = states.into_iter().flat_map(|state| (0..1000).map(move |age| (state, age)));
        let mut shown: Vec<&str> =
            moments.flat_map(|(state, age)| [true, false].map(|walks| of_state(state, age, walks))).collect();
        shown.push(of_state(Dying, u32::MAX, false));
        shown.sort_unstable();
        shown.dedup();
        assert_eq!(shown, POSES);
        assert_eq!([ThingKind::Clip, ThingKind::Medkit].map(of_pickup), SPRITES.map(Some));
    }

    #[test]
    fn eight_directions_are_five_views_of_which_three_are_mirrored() {
        // The creature looks along x, and the eye goes round it: from its front over its left, which is -y.
        let round = (0..8).map(|eighth| {
            let (sin, cos) = ops::sin_cos(-(eighth as f32) * FRAC_PI_4);
            view(Heading(0.0), Vec2::new(cos, sin))
        });
        let f = |view| (view, false);
        let wanted = [f(0), f(1), f(2), f(3), f(4), (3, true), (2, true), (1, true)];
        assert_eq!(round.collect::<Vec<_>>(), wanted);
    }

    #[test]
    fn only_the_angle_between_heading_and_eye_counts() {
        for turn in [-9.0, -FRAC_PI_4, 0.3, 3.1, 40.0_f32] {
            for away in [-3.0, -1.0, 0.2, 0.35, 1.2, 2.9_f32] {
                let seen = |turn: f32| view(Heading(turn), 3.0 * Vec2::from_angle(turn + away));
                assert_eq!(seen(turn), seen(0.0), "{turn} {away}");
            }
        }
        assert_eq!(view(Heading(1.0), Vec2::ZERO).0, view(Heading(1.0), Vec2::X).0, "in one point there is no angle");
    }
}
