//! Veils of colour over the picture: pain, gain, death, and the way from and to black.

use crate::canvas::{Canvas, Colour};
use crate::hud::Hud;
use crate::{Draw, DrawFrame, Screen};
use bevy::prelude::*;
use engine::{LIFT_TICKS, LiftSwitch, Player, Run, ticks};

const PAIN: Colour = Colour::rgb(200, 0, 0);
const DEATH: Colour = Colour::rgb(110, 0, 0);
const GAIN: Colour = Colour::rgb(255, 220, 110);
const BLACK: Colour = Colour::rgb(0, 0, 0);

/// How long each of them takes to go or, death and black, to come.
const PAIN_TICKS: u32 = ticks(0.5);
const GAIN_TICKS: u32 = ticks(0.3);
const DEATH_TICKS: u32 = ticks(1.2);
const FADE_TICKS: u32 = ticks(0.5);

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(DrawFrame, tint.in_set(Draw::Tint).run_if(Hud::is_shown));
    app.add_systems(DrawFrame, fade.in_set(Draw::Fade).run_if(Hud::does_fade));
}

fn tint(player: Single<&Player>, mut screen: ResMut<Screen>) {
    let mut canvas = Canvas::new(&mut screen.0);
    canvas.tint(GAIN.covering(0.2 * going(player.since_taken, GAIN_TICKS)));
    canvas.tint(PAIN.covering(0.5 * going(player.since_hurt, PAIN_TICKS)));
    if player.since_death != u32::MAX {
        canvas.tint(DEATH.covering(0.35 + 0.3 * coming(player.since_death.into(), DEATH_TICKS)));
    }
}

fn fade(run: Option<Res<Run>>, lifts: Query<&LiftSwitch>, mut screen: ResMut<Screen>) {
    let Some(run) = run else { return };
    let start = 1.0 - coming(run.tick, FADE_TICKS);
    let thrown = lifts.iter().filter_map(LiftSwitch::since_thrown).max();
    let end = thrown.map_or(0.0, |since| coming(since.into(), LIFT_TICKS));
    Canvas::new(&mut screen.0).tint(BLACK.covering(start.max(end)));
}

/// From 1 at first to 0 after so many ticks, quickly and then more slowly.
fn going(since: u32, ticks: u32) -> f32 {
    let left = 1.0 - coming(since.into(), ticks);
    left * left
}

/// From 0 at first to 1 after so many ticks.
fn coming(since: u64, ticks: u32) -> f32 {
    (since as f32 / ticks as f32).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{game, middle, picture, put, wait};
    use engine::{Headless, Intent};

    #[test]
    fn what_never_happened_is_not_seen() {
        assert_eq!(going(u32::MAX, PAIN_TICKS), 0.0);
        assert_eq!(going(0, PAIN_TICKS), 1.0);
        assert_eq!((coming(0, FADE_TICKS), coming(u64::MAX, FADE_TICKS)), (0.0, 1.0));
    }
    #[test]
    fn a_deck_comes_out_of_black_and_goes_back_into_it() {
        let mut game = game(&["#####", "#@ >#", "#####"]);
        let bright =
            |game: &mut Headless| picture(game, 32, 180).pixels().iter().map(|pixel| pixel & 0xff).sum::<u32>();
        let start = bright(&mut game);
        game.world_mut().insert_resource(Hud { fades: false, ..default() });
        assert!(bright(&mut game) > start * 4, "unless it is told not to");
        game.world_mut().insert_resource(Hud::default());
        wait(&mut game, 500, Intent::default());
        let running = bright(&mut game);
        assert!(start < running / 4);
        put(&mut game, 2.5, 1.5, 0.0);
        wait(&mut game, 30, Intent { use_: true, ..Intent::default() });
        let leaving = bright(&mut game);
        wait(&mut game, 100, Intent::default());
        assert!(leaving < running && bright(&mut game) == 0);
    }

    #[test]
    fn pain_is_red_and_passes() {
        let mut game = game(&["####", "#@ #", "####"]);
        wait(&mut game, 500, Intent::default());
        let well = middle(&picture(&mut game, 32, 18));
        let world = game.world_mut();
        let mut player = world.query::<&mut Player>();
        player.single_mut(world).unwrap().since_hurt = 0;
        let [r, g, _] = middle(&picture(&mut game, 32, 18));
        assert!(r > well[0] && g < well[1]);
        wait(&mut game, PAIN_TICKS, Intent::default());
        assert_eq!(middle(&picture(&mut game, 32, 18)), well);
    }
}
