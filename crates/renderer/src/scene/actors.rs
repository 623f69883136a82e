//! The actors: which sprite shows an undead, and at which moment of its movement.

use crate::art::{Art, VIEWS};
use crate::eye::Blend;
use crate::stage::Stage;
use bevy::math::ops;
use bevy::prelude::*;
use engine::{
    Heading, Id, Monster, MonsterKind, MonsterState, Position, Previous, Rules, Run, TICKS_PER_SECOND, Velocity, ticks,
};
use raycast::{Sprite, TextureId};
use std::f32::consts::FRAC_PI_4;

/// The poses of an undead: its sprites are its name and these, such as `shambler_walk1`.
pub(crate) const POSES: [&str; 12] =
    ["corpse", "die1", "die2", "die3", "hurt", "stand", "strike1", "strike2", "walk1", "walk2", "walk3", "walk4"];

/// A pose, in the order of [`POSES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Pose {
    Corpse,
    Die1,
    Die2,
    Die3,
    Hurt,
    Stand,
    Strike1,
    Strike2,
    Walk1,
    Walk2,
    Walk3,
    Walk4,
}

/// The sprites of a kind of undead.
pub(crate) fn poses(kind: &MonsterKind) -> impl Iterator<Item = String> {
    POSES.into_iter().map(|pose| format!("{}_{pose}", kind.sprites))
}

/// How far one walks with each step, in tiles.
const STRIDE: f32 = 0.24;
/// How long after a blow the claws are down.
const CLAWS: u32 = ticks(0.25);
/// How long each moment of a burst body's end is seen.
const END: u32 = ticks(0.15);

/// The sprites of all undead: looked up once, not for each picture.
#[derive(Resource, Default)]
pub(crate) struct Wardrobe {
    /// For each kind of undead the sprites of its poses, in the order of [`POSES`].
    kinds: Vec<[Look; POSES.len()]>,
}

/// A sprite of a creature: from all sides, or one that all sides see.
#[derive(Clone, Copy)]
enum Look {
    Views([TextureId; VIEWS]),
    Same(TextureId),
}

impl Look {
    /// The sprite of this name; one that the art lacks shows that it is missing.
    fn new(art: &Art, name: &str) -> Look {
        match art.views(name) {
            Some(views) => Look::Views(views),
            None => Look::Same(art.sprite(name).unwrap_or(TextureId::MISSING)),
        }
    }

    /// The sprite of a creature that stands at a point and looks along its heading, as the eye sees it.
    fn turned(self, at: Vec2, heading: Heading, eye: Vec2) -> Sprite {
        match self {
            Look::Views(views) => {
                let (view, mirrored) = view(heading, eye - at);
                Sprite { mirrored, ..Sprite::new(at.x, at.y, views[view]) }
            }
            Look::Same(sprite) => Sprite::new(at.x, at.y, sprite),
        }
    }
}

/// Looks the sprites up when the art or the kinds are others.
pub(crate) fn dress(art: Option<Res<Art>>, rules: Option<Res<Rules>>, mut wardrobe: ResMut<Wardrobe>) {
    let (Some(art), Some(rules)) = (art, rules) else { return };
    if !art.is_changed() && !rules.is_changed() {
        return;
    }
    let looks = |kind: &MonsterKind| {
        let mut names = poses(kind);
        std::array::from_fn(|_| Look::new(&art, &names.next().unwrap_or_default()))
    };
    wardrobe.kinds = rules.monsters.iter().map(|(_, kind)| looks(kind)).collect();
}

/// Puts a sprite where each of them is.
pub(crate) fn place(
    monsters: Query<(&Id, &Monster, &Position, &Previous, &Heading, &Velocity)>,
    wardrobe: Res<Wardrobe>,
    (rules, run): (Option<Res<Rules>>, Option<Res<Run>>),
    blend: Res<Blend>,
    mut stage: ResMut<Stage>,
) {
    let (Some(scene), Some(rules), Some(run)) = (&mut stage.scene, rules, run) else { return };
    let eye = Vec2::new(scene.camera.x, scene.camera.y);
    // Of two that are equally far the later is in front; by id, that is always the same one.
    for (_, monster, position, previous, heading, velocity) in monsters.iter().sort::<&Id>() {
        let number = usize::from(monster.kind());
        let (Some((_, kind)), Some(looks)) = (rules.monsters.get(number), wardrobe.kinds.get(number)) else { continue };
        let pose = pose(kind, monster, monster.age(run.tick), velocity.0 != Vec2::ZERO);
        let at = blend.between(*previous, *position);
        scene.sprites.push(looks[pose as usize].turned(at, *heading, eye));
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

/// The pose of an undead that has been in its state so long, and walks or stands still.
fn pose(kind: &MonsterKind, monster: &Monster, age: u32, walks: bool) -> Pose {
    let attack = monster.attack_of(kind);
    let since_strike = age.checked_sub(attack.wind_up).map(|since| since % attack.cycle());
    of_state(kind, monster.state(), age, walks, since_strike)
}

/// The pose of an undead of a kind that has been in a state so long, walks or stands still, and struck its last blow so
/// many ticks ago.
fn of_state(kind: &MonsterKind, state: MonsterState, age: u32, walks: bool, since_strike: Option<u32>) -> Pose {
    use MonsterState::*;
    let speed = if matches!(state, Chase | Flee) { kind.speed } else { kind.amble };
    let steps = age as f32 * speed / (TICKS_PER_SECOND as f32 * STRIDE);
    let falls = [Pose::Die1, Pose::Die2, Pose::Die3];
    match state {
        Patrol | Chase | Search | Return | Flee if walks => {
            [Pose::Walk1, Pose::Walk2, Pose::Walk3, Pose::Walk4][steps as usize % 4]
        }
        Idle | Alert | Blocked | Patrol | Chase | Search | Return | Flee => Pose::Stand,
        Attack if since_strike.is_some_and(|since| since < CLAWS) => Pose::Strike2,
        Attack => Pose::Strike1,
        Hurt => Pose::Hurt,
        // What bursts swells until it does.
        Dying if kind.bursts.is_some() => Pose::Die1,
        Dying => falls[(u64::from(age) * 3 / u64::from(kind.dying.max(1))).min(2) as usize],
        Dead if kind.bursts.is_some() && age < 2 * END => falls[1 + (age / END) as usize],
        Dead => Pose::Corpse,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{art, game, picture};

    fn shambler() -> MonsterKind {
        let rules = Rules::standard();
        rules.monsters[usize::from(rules.kind("shambler").unwrap())].1.clone()
    }

    /// A shambler that bursts.
    fn bloated() -> MonsterKind {
        let rules = Rules::standard();
        let bloater = &rules.monsters[usize::from(rules.kind("bloater").unwrap())].1;
        MonsterKind { bursts: bloater.bursts.clone(), ..shambler() }
    }

    #[test]
    fn every_moment_of_every_state_has_a_pose_and_every_pose_its_moment() {
        use MonsterState::*;
        let states = [Idle, Patrol, Alert, Chase, Blocked, Search, Return, Attack, Hurt, Flee, Dying, Dead];
        for kind in [shambler(), bloated()] {
            let mut shown = Vec::new();
            for (state, age) in states.into_iter().flat_map(|state| (0..1000).map(move |age| (state, age))) {
                for (walks, since_strike) in [(true, Some(age)), (false, None)] {
                    shown.push(of_state(&kind, state, age, walks, since_strike));
                }
            }
            shown.push(of_state(&kind, Dying, u32::MAX, false, None));
            shown.sort_unstable();
            shown.dedup();
            let names: Vec<_> = shown.into_iter().map(|pose| POSES[pose as usize]).collect();
            assert_eq!(names, POSES);
        }
    }

    #[test]
    fn a_pose_bears_its_name() {
        for (pose, name) in [
            (Pose::Corpse, "corpse"),
            (Pose::Die2, "die2"),
            (Pose::Stand, "stand"),
            (Pose::Strike2, "strike2"),
            (Pose::Walk4, "walk4"),
        ] {
            assert_eq!(POSES[pose as usize], name);
        }
    }

    #[test]
    fn who_is_faster_takes_more_steps_and_what_bursts_falls_apart_only_then() {
        let steps = |speed: f32| {
            let kind = MonsterKind { speed, ..shambler() };
            let poses = (0..480).map(|age| of_state(&kind, MonsterState::Chase, age, true, None));
            poses.collect::<Vec<_>>().windows(2).filter(|pair| pair[0] != pair[1]).count()
        };
        assert!(steps(3.0) > 2 * steps(1.2), "{} {}", steps(3.0), steps(1.2));
        let dying =
            |kind: &MonsterKind| (0..kind.dying).map(|age| of_state(kind, MonsterState::Dying, age, false, None)).max();
        assert_eq!((dying(&shambler()), dying(&bloated())), (Some(Pose::Die3), Some(Pose::Die1)));
    }

    #[test]
    fn the_sprites_are_looked_up_again_when_the_art_is_another() {
        let mut game = game(&["######", "#@ z #", "######"]);
        let with = picture(&mut game, 64, 36);
        assert_eq!(picture(&mut game, 64, 36), with);
        let mut files = crate::testing::files();
        files.retain(|name, _| !name.starts_with("sprites/shambler_stand"));
        game.world_mut().insert_resource(Art::from_files(&files).unwrap());
        assert_ne!(picture(&mut game, 64, 36), with);
        game.world_mut().insert_resource(art());
        assert_eq!(picture(&mut game, 64, 36), with);
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
                let seen = |turn: f32| view(Heading(turn), 3.0 * Heading(turn + away).direction());
                assert_eq!(seen(turn), seen(0.0), "{turn} {away}");
            }
        }
        assert_eq!(view(Heading(1.0), Vec2::ZERO).0, view(Heading(1.0), Vec2::X).0, "in one point there is no angle");
    }
}
