//! Actors: the sprites of monsters, by state and moment of movement.

use crate::{
    art::art::{Art, SIDES, Side},
    art::uniforms::Worn,
    camera::camera::Blend,
    marks::gibs::is_torn,
    stage::by_id::ById,
    stage::options::ViewOptions,
    stage::stage::Stage,
};
use bevy::{math::ops, prelude::*};
use engine::{
    Heading, Health, Height, Id, Monster, MonsterKind, MonsterState, Position, PreviousPosition, Rules, Run,
    TICKS_PER_SECOND, Velocity, ticks,
};
use raycast::{Sprite, TextureId};
use std::f32::consts::FRAC_PI_4;

/// The poses of a monster; a sprite is named by the monster's sprite name and the pose, such as `shambler_walk1`.
pub(crate) const POSES: [&str; 25] = [
    "corpse", "die1", "die2", "die3", "die4", "die5", "die6", "hurt", "hurt2", "stand", "stand2", "strike1", "strike2",
    "strike3", "walk1", "walk2", "walk3", "walk4", "walk5", "walk6", "walk7", "walk8", "windup1", "windup2", "windup3",
];

/// A pose, by its index in [`POSES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Pose(usize);

// A movement has several images. These are the first ones; the others follow them in `POSES`.
const CORPSE: Pose = Pose(0);
const DIE: Pose = Pose(1);
const HURT: Pose = Pose(7);
const STAND: Pose = Pose(9);
const STRIKE: Pose = Pose(11);
const WALK: Pose = Pose(14);
const WIND_UP: Pose = Pose(22);

impl Pose {
    /// Returns the image of a movement with `count` images, at this share of its duration.
    fn at(self, count: usize, part: f32) -> Pose {
        Pose(self.0 + ((part * count as f32) as usize).min(count - 1))
    }
}

/// Returns the names of the sprites of a kind of monster.
pub(crate) fn poses(kind: &MonsterKind) -> impl Iterator<Item = String> {
    POSES.into_iter().map(|pose| format!("{}_{pose}", kind.sprites))
}

/// The distance for each image of the walk, in tiles.
const STRIDE: f32 = 0.12;
/// How long the claws stay down after a strike, in ticks.
const CLAWS: u32 = ticks(0.3);
/// How long the end of a bursting body is shown, in ticks.
const END: u32 = ticks(0.3);
/// How long a monster that does not stay dead pulls itself together before it rises, in ticks.
const RISE: u32 = ticks(0.7);
/// The share of the death animation at which a rising body waits while something stands on it.
const HALF_RISEN: f32 = 0.34;
/// The duration of a breath of a monster that stands still, in ticks.
const BREATH: u32 = ticks(2.4);

/// The sprites of all monsters, looked up once rather than for each frame.
#[derive(Resource, Default)]
pub(crate) struct Wardrobe {
    /// The sprites of each kind of monster: without a uniform, and in each uniform that exists for it.
    kinds: Vec<Vec<Wear>>,
}

/// The sprites of a kind in one uniform.
struct Wear {
    /// The name of the uniform; empty for the kind's own look.
    uniform: String,
    /// The sprites of its poses, in the order of [`POSES`].
    looks: [Look; POSES.len()],
    /// The sprite of a torn corpse, if the art has one.
    remains: Option<TextureId>,
}

impl Wardrobe {
    /// Returns the kind of the creature that has not fallen and has this sprite.
    pub(crate) fn living_kind(&self, sprite: TextureId) -> Option<usize> {
        let has = |wear: &Wear| wear.looks[HURT.0..].iter().any(|look| look.shows(sprite));
        self.kinds.iter().position(|wears| wears.iter().any(has))
    }
}

/// The sprite of a creature: from all sides, or the same from all sides.
#[derive(Clone, Copy)]
enum Look {
    Sides([Side; SIDES]),
    Same(TextureId),
}

impl Look {
    /// Returns the sprite of this name; if it is missing from the art, the error pattern.
    fn new(art: &Art, name: &str) -> Look {
        match art.sides(name) {
            Some(sides) => Look::Sides(sides),
            None => Look::Same(art.sprite(name).unwrap_or(TextureId::MISSING)),
        }
    }

    fn shows(self, sprite: TextureId) -> bool {
        match self {
            Look::Sides(sides) => sides.iter().any(|side| side.sprite == sprite),
            Look::Same(same) => same == sprite,
        }
    }

    /// Returns the sprite of a creature at a position with this heading, as the eye sees it.
    fn turned(self, at: Vec2, heading: Heading, eye: Vec2) -> Sprite {
        match self {
            Look::Sides(sides) => {
                let Side { sprite, mirrored } = sides[side(heading, eye - at)];
                Sprite { mirrored, ..Sprite::new(at.x, at.y, sprite) }
            }
            Look::Same(sprite) => Sprite::new(at.x, at.y, sprite),
        }
    }
}

/// Looks up the sprites when the art or the rules have changed.
pub(crate) fn dress(art: Option<Res<Art>>, rules: Option<Res<Rules>>, mut wardrobe: ResMut<Wardrobe>) {
    let (Some(art), Some(rules)) = (art, rules) else { return };
    if !art.is_changed() && !rules.is_changed() {
        return;
    }
    let wear = |kind: &MonsterKind, uniform: &str| {
        // Sprites that do not exist in a uniform are those of the kind.
        let name = |pose: &str| art.worn(&kind.sprites, uniform, pose);
        let looks = POSES.map(|pose| Look::new(&art, &name(pose)));
        Wear { uniform: uniform.to_owned(), looks, remains: art.sprite(&name("remains")) }
    };
    let uniforms = art.uniforms().names();
    let wears = |kind: &MonsterKind| {
        let others = uniforms.iter().filter(|uniform| art.shows(&format!("{}~{uniform}_stand", kind.sprites)));
        [""].iter().chain(others).map(|uniform| wear(kind, uniform)).collect()
    };
    wardrobe.kinds = rules.monsters.iter().map(|(_, kind)| wears(kind)).collect();
}

/// Adds a sprite for each monster.
pub(crate) fn place(
    monsters: Query<(&Id, &Monster, (&Position, &PreviousPosition, &Height), &Heading, (&Velocity, &Health))>,
    (wardrobe, worn): (Res<Wardrobe>, Res<Worn>),
    (rules, run): (Option<Res<Rules>>, Option<Res<Run>>),
    (blend, options): (Res<Blend>, Res<ViewOptions>),
    mut by_id: Local<ById<Sprite>>,
    mut stage: ResMut<Stage>,
) {
    let (Some(scene), Some(rules), Some(run)) = (&mut stage.scene, rules, run) else { return };
    let eye = Vec2::new(scene.camera.x, scene.camera.y);
    let sprites =
        monsters.iter().filter_map(|(&id, monster, (position, previous, height), heading, (velocity, health))| {
            let number = usize::from(monster.kind());
            let ((_, kind), wears) = (rules.monsters.get(number)?, wardrobe.kinds.get(number)?);
            let uniform = worn.by(id);
            let wear = wears.iter().find(|wear| wear.uniform == uniform).or(wears.first())?;
            let walks = velocity.0 != Vec2::ZERO && !height.is_in_the_air();
            let age = monster.age(run.tick);
            let remains = wear.remains.filter(|_| is_torn(kind, *health) && lies(kind, monster.state(), age));
            let look = remains.map_or(wear.looks[pose(kind, monster, age, walks).0], Look::Same);
            let at = blend.between(*previous, *position);
            let sprite = look.turned(at, *heading, eye);
            let bright = sprite.bright || options.bright_figures;
            Some((id, Sprite { bottom: blend.height(*height), bright, ..sprite }))
        });
    scene.sprites.extend(by_id.sorted(sprites));
}

/// Returns which side of a creature an eye in the direction `to_eye` sees: 0 its front, 2 the side on which it looks to
/// the frame's left, 4 its back, 6 the side on which it looks to the right.
fn side(heading: Heading, to_eye: Vec2) -> usize {
    let away = ops::atan2(to_eye.y, to_eye.x) - heading.0;
    let eighths = (away / FRAC_PI_4).round() as i32;
    (-eighths).rem_euclid(SIDES as i32) as usize
}

/// Returns the pose of a monster that has been in its state for `age` ticks, and walks or stands still.
fn pose(kind: &MonsterKind, monster: &Monster, age: u32, walks: bool) -> Pose {
    let attack = monster.attack_of(kind);
    let blow = RecentHit {
        since: age.checked_sub(attack.wind_up).map(|since| since % attack.cycle()),
        wind_up: attack.wind_up,
        cycle: attack.cycle(),
    };
    of_state(kind, monster.state(), age, walks, blow)
}

/// The progress of a monster's attack.
#[derive(Clone, Copy)]
struct RecentHit {
    /// The number of ticks since the last strike; `None` before the first.
    since: Option<u32>,
    /// The wind-up of a strike, in ticks.
    wind_up: u32,
    /// The time from one strike to the next, in ticks.
    cycle: u32,
}

impl RecentHit {
    /// Returns the pose of a monster that has been attacking for `age` ticks.
    fn pose(self, age: u32) -> Pose {
        match self.since {
            None => WIND_UP.at(3, part_of(age, self.wind_up)),
            Some(since) if since < CLAWS => STRIKE.at(3, part_of(since, CLAWS)),
            // After the strike the monster waits, then winds up for the next one.
            Some(since) => match (since + self.wind_up).checked_sub(self.cycle) {
                Some(winding) => WIND_UP.at(3, part_of(winding, self.wind_up)),
                None => WIND_UP,
            },
        }
    }
}

/// Returns true if a monster that has been in this state for `age` ticks lies or falls, and is not rising again.
fn lies(kind: &MonsterKind, state: MonsterState, age: u32) -> bool {
    match state {
        MonsterState::Dying => true,
        MonsterState::Dead => kind.rises == 0 || age + RISE <= kind.rises,
        _ => false,
    }
}

/// Returns the share of a duration that has passed.
fn part_of(passed: u32, whole: u32) -> f32 {
    passed as f32 / whole.max(1) as f32
}

/// Returns the pose of a monster of a kind that has been in a state for `age` ticks, walks or stands still, and has
/// this attack progress.
fn of_state(kind: &MonsterKind, state: MonsterState, age: u32, walks: bool, blow: RecentHit) -> Pose {
    use MonsterState::*;
    let speed = if matches!(state, Chase | Flee) { kind.speed } else { kind.amble };
    let steps = age as f32 * speed / (TICKS_PER_SECOND as f32 * STRIDE);
    let part = |whole: u32| part_of(age, whole);
    match state {
        Patrol | Chase | Search | Return | Flee if walks => Pose(WALK.0 + steps as usize % 8),
        Idle | Alert | Blocked | Patrol | Chase | Search | Return | Flee => {
            STAND.at(2, (age % BREATH) as f32 / BREATH as f32)
        }
        Attack => blow.pose(age),
        Hurt => HURT.at(2, part(kind.pain.lasts)),
        // A bursting monster swells until it bursts, and only then falls apart.
        Dying if kind.bursts.is_some() => DIE.at(3, part(kind.dying)),
        Dying => DIE.at(6, part(kind.dying)),
        Dead if kind.bursts.is_some() && age < END => Pose(DIE.0 + 3).at(3, part(END)),
        Dead if kind.rises > 0 && age + RISE > kind.rises => {
            DIE.at(6, (1.0 - part_of(age + RISE - kind.rises, RISE)).max(HALF_RISEN))
        }
        Dead => CORPSE,
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

    const BLOW: RecentHit = RecentHit { since: None, wind_up: ticks(0.3), cycle: ticks(0.9) };

    #[test]
    fn every_state_has_poses_and_every_pose_is_used() {
        use MonsterState::*;
        let states = [Idle, Patrol, Alert, Chase, Blocked, Search, Return, Attack, Hurt, Flee, Dying, Dead];
        for kind in [shambler(), bloated()] {
            let mut shown = Vec::new();
            for (state, age) in states.into_iter().flat_map(|state| (0..1000).map(move |age| (state, age))) {
                for (walks, since) in [(true, Some(age)), (false, None)] {
                    shown.push(of_state(&kind, state, age, walks, RecentHit { since, ..BLOW }));
                }
            }
            shown.push(of_state(&kind, Dying, u32::MAX, false, BLOW));
            shown.sort_unstable();
            shown.dedup();
            let names: Vec<_> = shown.into_iter().map(|pose| POSES[pose.0]).collect();
            assert_eq!(names, POSES);
        }
    }

    #[test]
    fn resting_monsters_breathe() {
        let mut shown: Vec<_> =
            (0..2 * BREATH).map(|age| POSES[of_state(&shambler(), MonsterState::Idle, age, false, BLOW).0]).collect();
        shown.dedup();
        assert_eq!(shown, ["stand", "stand2", "stand", "stand2"]);
        // In the shipped art, breathing is visible from every side.
        let art = crate::testing::shipped_art();
        for (name, kind) in &Rules::standard().monsters {
            let picture = |pose: &str, side: &str| art.picture(&format!("{}_{pose}{side}", kind.sprites));
            let sides =
                ["", ".1", ".2", ".3", ".4", ".5"].map(|side| (picture("stand", side), picture("stand2", side)));
            let pairs: Vec<_> = sides.into_iter().filter_map(|(out, within)| out.zip(within)).collect();
            assert!(!pairs.is_empty() && pairs.iter().all(|(out, within)| out != within), "{name}");
        }
    }

    #[test]
    fn pose_constants_match_their_names() {
        let firsts = [
            (CORPSE, "corpse"),
            (DIE, "die1"),
            (HURT, "hurt"),
            (STAND, "stand"),
            (STRIKE, "strike1"),
            (WALK, "walk1"),
            (WIND_UP, "windup1"),
        ];
        for (pose, name) in firsts {
            assert_eq!(POSES[pose.0], name);
        }
        assert_eq!(
            [-1.0, 0.0, 0.4, 0.99, 1.0, f32::INFINITY].map(|part| POSES[WALK.at(8, part).0]),
            ["walk1", "walk1", "walk4", "walk8", "walk8", "walk8"]
        );
    }

    #[test]
    fn attack_has_wind_up_strike_and_recovery() {
        let cycle = BLOW.cycle;
        let pose = |age: u32| {
            let since = age.checked_sub(BLOW.wind_up).map(|since| since % cycle);
            POSES[RecentHit { since, ..BLOW }.pose(age).0]
        };
        let mut shown: Vec<_> = (0..BLOW.wind_up + 2 * cycle).map(pose).collect();
        shown.dedup();
        let blow = ["windup1", "windup2", "windup3", "strike1", "strike2", "strike3"];
        assert_eq!(shown, [&blow[..], &blow, &blow[..3]].concat());
    }

    #[test]
    fn faster_monsters_take_more_steps_and_bursters_swell_first() {
        let steps = |speed: f32| {
            let kind = MonsterKind { speed, ..shambler() };
            let poses = (0..480).map(|age| of_state(&kind, MonsterState::Chase, age, true, BLOW));
            poses.collect::<Vec<_>>().windows(2).filter(|pair| pair[0] != pair[1]).count()
        };
        assert!(steps(3.0) > 2 * steps(1.2), "{} {}", steps(3.0), steps(1.2));
        let dying =
            |kind: &MonsterKind| (0..kind.dying).map(|age| of_state(kind, MonsterState::Dying, age, false, BLOW)).max();
        assert_eq!((dying(&shambler()), dying(&bloated())), (Some(Pose(DIE.0 + 5)), Some(Pose(DIE.0 + 2))));
    }

    #[test]
    fn rising_monster_pulls_itself_together_first() {
        let kind = MonsterKind { rises: ticks(5.0), ..shambler() };
        let pose = |age: u32| POSES[of_state(&kind, MonsterState::Dead, age, false, BLOW).0];
        let mut shown: Vec<_> = (0..2 * kind.rises).map(pose).collect();
        shown.dedup();
        assert_eq!(shown, ["corpse", "die6", "die5", "die4", "die3"]);
        assert_eq!(pose(kind.rises - RISE), "corpse");
        let stays = of_state(&shambler(), MonsterState::Dead, kind.rises, false, BLOW);
        assert_eq!(POSES[stays.0], "corpse");
    }

    #[test]
    fn torn_monster_shows_remains_until_it_rises() {
        use MonsterState::*;
        let stays = shambler();
        let rises = MonsterKind { rises: ticks(5.0), ..shambler() };
        assert!(lies(&stays, Dying, 0) && lies(&stays, Dead, u32::MAX - RISE) && lies(&rises, Dead, 0));
        assert!(!lies(&rises, Dead, rises.rises - RISE + 1) && !lies(&stays, Chase, 0));
        assert!(is_torn(&stays, Health(-80)) && !is_torn(&stays, Health(-13)) && !is_torn(&bloated(), Health(-80)));
    }

    #[test]
    fn sprites_are_looked_up_again_when_the_art_changes() {
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
    fn circling_a_creature_shows_its_sides_in_order() {
        // The creature faces along x, so its left is -y.
        let round = (0..8).map(|eighth| {
            let (sin, cos) = ops::sin_cos(-(eighth as f32) * FRAC_PI_4);
            side(Heading(0.0), Vec2::new(cos, sin))
        });
        assert_eq!(round.collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5, 6, 7]);
    }

    #[test]
    fn side_depends_only_on_the_angle_between_heading_and_eye() {
        for turn in [-9.0, -FRAC_PI_4, 0.3, 3.1, 40.0_f32] {
            for away in [-3.0, -1.0, 0.2, 0.35, 1.2, 2.9_f32] {
                let seen = |turn: f32| side(Heading(turn), 3.0 * Heading(turn + away).direction());
                assert_eq!(seen(turn), seen(0.0), "{turn} {away}");
            }
        }
        assert_eq!(side(Heading(1.0), Vec2::ZERO), side(Heading(1.0), Vec2::X), "at the same point");
    }
}
