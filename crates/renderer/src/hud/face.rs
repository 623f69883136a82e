//! The player's face next to the health: shows health, the direction of a hit, and mood.

use crate::{
    art::art::Art,
    camera::recent_hits::RecentHits,
    canvas::canvas::Colour,
    canvas::hash::chance,
    canvas::short_text::ShortText,
    hud::hud::{HudPlaces, canvas},
    stage::screen::Screen,
};
use bevy::prelude::*;
use engine::{Air, Heading, Health, MAX_HEALTH, OXYGEN_TICKS, Player, Position, Run, ticks};

/// The number of health steps, from a healthy face to a nearly dead one.
const STEPS: i32 = 5;
/// How long pain and glee are shown, and how long the eyes rest in one direction, in ticks.
const PAIN: u32 = ticks(0.8);
const GLEE: u32 = ticks(1.0);
const GLANCE: u64 = ticks(1.1) as u64;

const BACK: Colour = Colour::rgb(8, 12, 16);
const EDGE: Colour = Colour::rgb(120, 150, 160);

/// The direction of a glance or of a hit, as the player sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Left,
    Ahead,
    Right,
}

/// Returns true if the art has faces.
pub(crate) fn is_in(art: &Art) -> bool {
    art.picture("face1_ahead").is_some()
}

/// Returns the side from which a hit came, for a player with this heading.
fn side_of(from: Vec2, heading: Heading) -> Side {
    let ahead = heading.direction();
    let (along, aside) = (from.dot(ahead), ahead.perp_dot(from));
    match aside {
        aside if aside.abs() <= along.abs() => Side::Ahead,
        aside if aside < 0.0 => Side::Left,
        _ => Side::Right,
    }
}

/// Returns the direction of the eyes at a tick: usually ahead.
fn glance(tick: u64) -> Side {
    match chance((tick / GLANCE) as u32) {
        part if part < 0.2 => Side::Left,
        part if part > 0.8 => Side::Right,
        _ => Side::Ahead,
    }
}

/// Returns the name of the face for a player with this health, hit from one side and glancing to another. The face strains
/// while the wind of a breach pulls.
fn name(player: &Player, health: i32, (hit, glance): (Side, Side), is_pulled: bool) -> ShortText {
    if player.since_death != u32::MAX {
        return ShortText::of(format_args!("face_dead"));
    }
    let lost = (MAX_HEALTH - health.clamp(1, MAX_HEALTH)) * STEPS / MAX_HEALTH;
    let moment = match (hit, glance) {
        (Side::Ahead, _) if player.since_hurt < PAIN => "pain",
        (Side::Left, _) if player.since_hurt < PAIN => "pain_left",
        (Side::Right, _) if player.since_hurt < PAIN => "pain_right",
        _ if is_pulled || player.oxygen < OXYGEN_TICKS / 3 => "gasp",
        _ if player.since_taken < GLEE => "glee",
        (_, Side::Left) => "left",
        (_, Side::Ahead) => "ahead",
        (_, Side::Right) => "right",
    };
    ShortText::of(format_args!("face{}_{moment}", 1 + lost.min(STEPS - 1)))
}

/// Draws the face into the lower left corner.
pub(crate) fn draw(
    player: Single<(&Player, &Health, (&Heading, &Position))>,
    (art, run, air): (Option<Res<Art>>, Option<Res<Run>>, Option<Res<Air>>),
    (blows, places): (Res<RecentHits>, Res<HudPlaces>),
    mut screen: ResMut<Screen>,
) {
    let (Some(art), Some(run), Some((area, unit))) = (art, run, places.face()) else { return };
    let (player, health, (heading, position)) = *player;
    let from = blows.list().last().and_then(|blow| blow.from);
    let hit = from.map_or(Side::Ahead, |from| side_of(from, *heading));
    let is_pulled = air.is_some_and(|air| air.wind(position.0) != Vec2::ZERO);
    let name = name(player, health.0, (hit, glance(run.tick)), is_pulled);
    let Some(face) = art.picture(&name) else { return };
    let mut canvas = canvas(&mut screen, unit);
    canvas.fill(area, BACK.covering(0.6));
    canvas.picture(face, area.x + unit, area.y + unit, unit, 1.0);
    canvas.outline(area, (unit / 2).max(1), EDGE.covering(0.35));
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    const AHEAD: (Side, Side) = (Side::Ahead, Side::Ahead);

    /// Returns a healthy player, with one change.
    fn player(change: impl FnOnce(&mut Player)) -> Player {
        let mut game = crate::testing::game(&["####", "#@ #", "####"]);
        let world = game.world_mut();
        let mut player = world.query::<&Player>().single(world).unwrap().clone();
        (player.since_taken, player.since_hurt) = (u32::MAX, u32::MAX);
        change(&mut player);
        player
    }

    #[test]
    fn face_shows_the_health() {
        let calm = player(|_| {});
        let names = [200, 100, 81, 80, 60, 41, 20, 1, -9].map(|health| name(&calm, health, AHEAD, false));
        let steps: Vec<&str> = names.iter().map(|name| &name[4..5]).collect();
        assert_eq!(steps, ["1", "1", "1", "2", "3", "3", "5", "5", "5"]);
        let dead = player(|player| player.since_death = 0);
        assert_eq!(&*name(&dead, 50, AHEAD, false), "face_dead");
    }

    #[test]
    fn face_prefers_pain_to_lack_of_air_and_that_to_glee() {
        let moment = |player: &Player| name(player, 100, (Side::Left, Side::Right), false)[6..].to_owned();
        let mut player = player(|_| {});
        assert_eq!(moment(&player), "right");
        player.since_taken = 0;
        assert_eq!(moment(&player), "glee");
        player.oxygen = OXYGEN_TICKS / 4;
        assert_eq!(moment(&player), "gasp");
        player.since_hurt = PAIN - 1;
        assert_eq!(moment(&player), "pain_left");
        player.since_hurt = PAIN;
        assert_eq!(moment(&player), "gasp");
    }

    #[test]
    fn face_does_not_smile_in_the_wind_of_a_breach() {
        let glad = player(|player| player.since_taken = 0);
        let moment = |is_pulled| name(&glad, 100, AHEAD, is_pulled)[6..].to_owned();
        assert_eq!([moment(false), moment(true)], ["glee", "gasp"]);
    }

    #[test]
    fn face_shows_the_side_of_a_hit() {
        let heading = Heading(0.0); // along x; y is to the right
        let blows = [(-1.0, 0.1), (1.0, 0.1), (0.1, -1.0), (0.1, 1.0)];
        let felt = blows.map(|(x, y)| side_of(Vec2::new(x, y), heading));
        assert_eq!(felt, [Side::Ahead, Side::Ahead, Side::Left, Side::Right]);
    }

    #[test]
    fn art_has_all_faces() {
        let art = crate::testing::shipped_art();
        let moods = [
            player(|_| {}),
            player(|player| player.since_hurt = 0),
            player(|player| player.since_taken = 0),
            player(|player| player.oxygen = 0),
            player(|player| player.since_death = 0),
        ];
        let mut names = BTreeSet::new();
        for (mood, health) in moods.iter().flat_map(|mood| (0..=100).map(move |health| (mood, health))) {
            for side in [Side::Left, Side::Ahead, Side::Right] {
                names.insert(name(mood, health, (side, side), false).to_string());
            }
        }
        assert_eq!(names.len(), 41);
        assert!((0..99).any(|turn| glance(turn * GLANCE) == Side::Left) && glance(7) == glance(8));
        for name in names {
            assert!(art.picture(&name).is_some(), "the art has no {name}");
        }
    }
}
