//! The weapon in the player's hand: it sways with his steps, kicks with a shot and sinks when he dies.

use crate::art::Art;
use crate::canvas::Canvas;
use crate::hud::{self, Hud};
use crate::scene::Stage;
use crate::{Draw, DrawFrame, Screen};
use bevy::math::ops;
use bevy::prelude::*;
use engine::{Player, Position, Run, Velocity, WALK_SPEED, ticks};
use std::f32::consts::TAU;

/// The pictures of the pistol.
pub(crate) const PICTURES: [&str; 4] = ["pistol_fire1", "pistol_fire2", "pistol_fire3", "pistol_idle"];

/// How long two steps take, at any speed.
const STRIDE: u64 = ticks(0.8) as u64;
/// The least light that the weapon is seen in: the hand is never quite lost in the dark.
const LEAST_LIGHT: f32 = 0.35;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(DrawFrame, draw.in_set(Draw::Weapon).run_if(Hud::is_shown));
}

fn draw(
    player: Single<(&Player, &Position, &Velocity)>,
    run: Option<Res<Run>>,
    stage: Res<Stage>,
    art: Option<Res<Art>>,
    mut screen: ResMut<Screen>,
) {
    let (Some(run), Some(art)) = (run, art) else { return };
    let (player, position, velocity) = *player;
    let Some(picture) = art.picture(moment(player.since_shot)) else { return };
    let mut canvas = Canvas::new(&mut screen.0);
    let unit = hud::unit(&canvas);
    let (x, y) = sway(run.tick, velocity.0.length());
    let sunk = if player.since_death == u32::MAX { 0.0 } else { player.since_death as f32 * 1.5 };
    let pixels = |way: f32| (way * unit as f32).round() as i32;
    let (width, height) = (picture.width() as i32 * unit, picture.height() as i32 * unit);
    let left = (canvas.width() - width) / 2 + pixels(x);
    // The sway never lifts the picture's lower edge off the frame's.
    let top = canvas.height() - height + pixels(y + sunk);
    let light = stage.lights.at(position.0).map(|light| light.max(LEAST_LIGHT));
    canvas.lit_picture(picture, left, top, unit, light);
}

/// The picture of the pistol so many ticks after a shot.
fn moment(since_shot: u32) -> &'static str {
    const FLASH: u32 = ticks(0.06);
    const KICK: u32 = ticks(0.14);
    const SETTLE: u32 = ticks(0.24);
    match since_shot {
        ..FLASH => "pistol_fire1",
        FLASH..KICK => "pistol_fire2",
        KICK..SETTLE => "pistol_fire3",
        _ => "pistol_idle",
    }
}

/// How far the weapon is aside and down at this tick and speed (tiles a second), in pixels of the HUD.
fn sway(tick: u64, speed: f32) -> (f32, f32) {
    let angle = (tick % STRIDE) as f32 / STRIDE as f32 * TAU;
    let reach = (speed / WALK_SPEED).min(1.5);
    (ops::sin(angle) * 4.0 * reach, (1.0 - ops::cos(2.0 * angle)) * 1.5 * reach)
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::SHOT_TICKS;

    #[test]
    fn the_pistol_is_at_rest_again_before_it_can_fire_again() {
        assert_eq!(moment(0), "pistol_fire1");
        assert_eq!(moment(SHOT_TICKS - 1), "pistol_idle");
        assert_eq!(moment(u32::MAX), "pistol_idle");
    }

    #[test]
    fn the_weapon_hangs_still_while_the_player_stands_and_never_rises_off_the_edge() {
        for tick in 0..500 {
            assert_eq!(sway(tick, 0.0), (0.0, 0.0));
            assert!(sway(tick, 100.0).1 >= 0.0);
        }
    }
}
