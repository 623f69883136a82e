//! Damage indicators: arcs around the middle of the frame that point to where the player was hit from. On easy skills,
//! they also point to attackers out of view before they strike.

use crate::{
    camera::recent_hits::{LONG, RecentHits},
    canvas::canvas::{Canvas, Colour},
    hud::hud::keep_below,
    stage::options::{Hud, ViewOptions},
    stage::screen::{Draw, DrawFrame, Screen},
};
use bevy::{math::ops, prelude::*};
use engine::{Body, Heading, Monster, MonsterState, Player, Position, Rules, Run};

const RED: Colour = Colour::rgb(255, 60, 40);
/// The colour of attackers that have not struck yet.
const AMBER: Colour = Colour::rgb(255, 176, 40);
/// The highest skill level with arcs for attackers that have not struck yet.
const WARNED: u8 = 2;
/// The maximum distance of such an attacker, in tiles; those with projectiles are farther away.
const NEAR: f32 = 2.0;
/// The cosine of half the field of view.
const SIDE: f32 = 0.7;
/// The inner and outer radius of an arc, as shares of the frame's height, and half of its angular width, in radians.
const INNER: f32 = 0.30;
const OUTER: f32 = 0.335;
const HALF: f32 = 0.38;
/// The number of segments of its edge.
const PIECES: usize = 12;
/// The number of corners of an arc: its inner side, and back along the outer one.
const CORNERS: usize = 2 * (PIECES + 1);

pub(crate) fn plugin(app: &mut App) {
    let arcs = (warn, draw).chain();
    app.add_systems(DrawFrame, arcs.in_set(Draw::Hud).before(keep_below).run_if(Hud::is_shown));
}

/// Draws an arc towards each near monster out of view that lifts its claws.
fn warn(
    player: Single<(&Position, &Heading), With<Player>>,
    monsters: Query<(&Monster, &Position), With<Body>>,
    (options, run, rules): (Res<ViewOptions>, Option<Res<Run>>, Option<Res<Rules>>),
    mut screen: ResMut<Screen>,
) {
    let (Some(run), Some(rules)) = (run, rules) else { return };
    if !options.blows || run.skill > WARNED {
        return;
    }
    let (at, heading) = *player;
    let attackers = monsters
        .iter()
        .filter(|(monster, _)| monster.state() == MonsterState::Attack && monster.kind_of(&rules).is_hostile());
    let mut canvas = Canvas::new(&mut screen.0);
    for to in attackers.map(|(_, other)| other.0 - at.0).filter(|to| to.length() < NEAR) {
        if heading.direction().dot(to.normalize_or_zero()) < SIDE {
            canvas.shape(&[&arc(&canvas, side(*heading, to))], AMBER.covering(0.6));
        }
    }
}

/// Returns the angle of a direction: 0 is ahead of the player, which is above the middle, and clockwise from there.
fn side(heading: Heading, to: Vec2) -> f32 {
    let ahead = heading.direction();
    ops::atan2(ahead.perp_dot(to), ahead.dot(to))
}

fn draw(
    player: Single<&Heading, With<Player>>,
    (blows, options): (Res<RecentHits>, Res<ViewOptions>),
    run: Option<Res<Run>>,
    mut screen: ResMut<Screen>,
) {
    let Some(run) = run.filter(|_| options.blows) else { return };
    let mut canvas = Canvas::new(&mut screen.0);
    for blow in blows.list() {
        let Some(from) = blow.from else { continue };
        let left = 1.0 - run.tick.saturating_sub(blow.tick) as f32 / LONG as f32;
        let angle = side(**player, from);
        let cover = left.clamp(0.0, 1.0) * (0.45 + 0.55 * blow.weight);
        canvas.shape(&[&arc(&canvas, angle)], RED.covering(cover));
    }
}

/// Returns the outline of an arc at this angle, clockwise from above the middle; it is thickest in its middle.
fn arc(canvas: &Canvas, angle: f32) -> [Vec2; CORNERS] {
    let (middle, high) = (Vec2::new(canvas.width() as f32, canvas.height() as f32) / 2.0, canvas.height() as f32);
    let at = |piece: usize, far: f32| {
        let angle = angle + HALF * (2.0 * piece as f32 / PIECES as f32 - 1.0);
        middle + Vec2::new(ops::sin(angle), -ops::cos(angle)) * far * high
    };
    let thick = |piece: usize| {
        let aside = 2.0 * piece as f32 / PIECES as f32 - 1.0;
        INNER + (OUTER - INNER) * (1.0 - aside * aside)
    };
    std::array::from_fn(|corner| match CORNERS - 1 - corner {
        piece if piece <= PIECES => at(piece, thick(piece)),
        _ => at(corner, INNER),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        stage::options::Strength,
        testing::{game, happens, picture, wait},
    };
    use engine::{GameEvent, Intent};
    use raycast::Frame;

    /// Returns how many reddened pixels are above, right of, below and left of the middle after a hit in this
    /// direction, for a player who looks along x.
    fn reddened(towards: Vec2, blows: bool) -> [usize; 4] {
        let mut game = game(&["####", "#@ #", "####"]);
        game.world_mut().insert_resource(ViewOptions {
            flashes: Strength::NONE,
            shake: Strength::NONE,
            blows,
            ..default()
        });
        wait(&mut game, 400, Intent::default());
        crate::testing::put(&mut game, 1.5, 1.5, 0.0);
        let before = picture(&mut game, 180, 180);
        happens(&mut game, GameEvent::PlayerHurt, Vec2::new(1.5, 1.5), towards);
        let after = picture(&mut game, 180, 180);
        let count = |of: &dyn Fn(i32, i32) -> bool| {
            let changed = |x: i32, y: i32| {
                let pixel = |frame: &Frame| frame.pixel((x + 90) as usize, (y + 90) as usize);
                pixel(&before) != pixel(&after)
            };
            (-70..70).flat_map(|x| (-70..70).map(move |y| (x, y))).filter(|&(x, y)| of(x, y) && changed(x, y)).count()
        };
        [
            count(&|x, y| -y > x.abs()),
            count(&|x, y| x > y.abs()),
            count(&|x, y| y > x.abs()),
            count(&|x, y| -x > y.abs()),
        ]
    }

    /// Returns whether the frame has an amber pixel while a monster behind the player attacks on this skill.
    fn is_warned(skill: u8) -> bool {
        let mut game = game(&["######", "#z@  #", "######"]);
        game.world_mut().resource_mut::<Run>().skill = skill;
        for _ in 0..600 {
            wait(&mut game, 1, Intent::default());
            let world = game.world_mut();
            let state = world.query::<&Monster>().single(world).unwrap().state();
            if state == MonsterState::Attack {
                break;
            }
        }
        assert!(game.world().resource::<RecentHits>().list().is_empty(), "not hit yet");
        let frame = picture(&mut game, 180, 180);
        let is_amber = |x: usize, y: usize| {
            let [red, green, blue, _] = frame.pixel(x, y).unwrap().to_le_bytes();
            red > 120 && (60..red).contains(&green) && blue < green / 2
        };
        (0..180).any(|x| (140..160).any(|y| is_amber(x, y)))
    }

    #[test]
    fn easy_skills_warn_of_attackers_behind_the_player() {
        assert!(is_warned(1) && is_warned(2));
        assert!(!is_warned(3));
    }

    #[test]
    fn arc_is_on_the_side_of_the_attacker() {
        for (towards, side) in [(Vec2::NEG_X, 0), (Vec2::NEG_Y, 1), (Vec2::X, 2), (Vec2::Y, 3)] {
            let found = reddened(towards, true);
            let most = (0..4).max_by_key(|&number| found[number]).unwrap();
            assert!(
                most == side && found[side] > 100 && found.iter().sum::<usize>() < found[side] * 5 / 4,
                "{found:?}"
            );
        }
        assert_eq!(reddened(Vec2::X, false), [0; 4], "the option is off");
        assert_eq!(reddened(Vec2::ZERO, true), [0; 4], "a hit without direction shows no arc");
    }
}
