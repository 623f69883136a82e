//! Screen flashes: tints of the whole frame for pain, pickups and death, and fades to and from black.

use crate::{
    camera::camera::Blend,
    camera::recent_hits::RecentHits,
    canvas::area::Area,
    canvas::canvas::{Canvas, Colour},
    stage::options::{Hud, ViewOptions},
    stage::screen::{Draw, DrawFrame, Screen},
};
use bevy::prelude::*;
use engine::{LIFT_TICKS, LiftSwitch, Player, ticks};

const PAIN: Colour = Colour::rgb(200, 0, 0);
const DEATH: Colour = Colour::rgb(110, 0, 0);
const GAIN: Colour = Colour::rgb(255, 220, 110);
const BLACK: Colour = Colour::rgb(0, 0, 0);

/// The minimum red of the frame's edges when the player is hurt, 0 to 1.
const MIN_PAIN: f32 = 0.1;
/// The red of the frame's middle as a share of the red at its edges, and the number of rings in which it increases.
const MIDDLE: f32 = 0.35;
const RINGS: i32 = 16;

/// The durations, in ticks, in which the pain and pickup flashes fade out and the death tint fades in.
const PAIN_TICKS: u32 = ticks(0.5);
const GAIN_TICKS: u32 = ticks(0.3);
const DEATH_TICKS: u32 = ticks(1.2);
/// The duration of the fade from black after a ride in a lift, in ticks.
const RIDE_TICKS: u32 = ticks(0.8);

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(DrawFrame, flash.in_set(Draw::Tint).run_if(Hud::is_shown));
    app.add_systems(DrawFrame, fade.in_set(Draw::Fade).run_if(Hud::does_fade));
}

/// Tints the whole frame; `strength` is the opacity (0 to 1).
fn tint(screen: &mut Screen, colour: Colour, strength: f32) {
    Canvas::new(&mut screen.0).tint(colour.covering(strength));
}

/// Tints the frame, most strongly at its edges, so that the aim point stays visible.
fn tint_edges(screen: &mut Screen, colour: Colour, strength: f32) {
    tint(screen, colour, strength * MIDDLE);
    let mut canvas = Canvas::new(&mut screen.0);
    let (width, height) = (canvas.width(), canvas.height());
    for ring in 0..RINGS {
        let [from, to] = [ring, ring + 1].map(|ring| width.min(height) * ring / (3 * RINGS));
        let part = 1.0 - ring as f32 / RINGS as f32;
        let area = Area::new(0, 0, width, height).within(from);
        if to > from && strength > 0.0 {
            canvas.outline(area, to - from, colour.covering(strength * part));
        }
    }
}

pub(crate) fn flash(
    player: Single<&Player>,
    (blend, blows): (Res<Blend>, Res<RecentHits>),
    options: Res<ViewOptions>,
    mut screen: ResMut<Screen>,
) {
    let gain = options.gain_flashes.part() * 0.2;
    tint(&mut screen, GAIN, gain * going(blend.since(player.since_taken), GAIN_TICKS));
    let pain = options.flashes.part() * (MIN_PAIN + (0.6 - MIN_PAIN) * blows.weight());
    tint_edges(&mut screen, PAIN, pain * going(blend.since(player.since_hurt), PAIN_TICKS));
    if player.since_death != u32::MAX {
        tint(
            &mut screen,
            DEATH,
            options.death_flashes.part() * (0.35 + 0.3 * coming(blend.since(player.since_death), DEATH_TICKS)),
        );
    }
}

/// Fades to black when the lift leaves, and from black when a lift has carried the player elsewhere.
fn fade(
    (lifts, player): (Query<&LiftSwitch>, Single<&Player>),
    blend: Res<Blend>,
    options: Res<ViewOptions>,
    mut screen: ResMut<Screen>,
) {
    tint(&mut screen, BLACK, options.fades.part() * going(blend.since(player.since_carried), RIDE_TICKS));
    if let Some(since) = lifts.iter().filter_map(LiftSwitch::since_thrown).max() {
        tint(&mut screen, BLACK, options.fades.part() * coming(blend.since(since), LIFT_TICKS));
    }
}

/// Returns a value that falls from 1 to 0 in this number of ticks, quickly at first, then slowly.
fn going(since: f32, ticks: u32) -> f32 {
    let left = 1.0 - coming(since, ticks);
    left * left
}

/// Returns a value that rises from 0 to 1 in this number of ticks.
fn coming(since: f32, ticks: u32) -> f32 {
    (since / ticks as f32).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        reference::compare,
        stage::options::Strength,
        testing::{game, hurt, middle, picture, put, wait},
    };
    use engine::{Headless, Intent};

    /// Returns the sum of red and green of all pixels below the messages.
    fn bright(game: &mut Headless) -> u32 {
        picture(game, 32, 180).pixels()[32 * 90..].iter().map(|pixel| (pixel & 0xff) + (pixel >> 8 & 0xff)).sum()
    }

    #[test]
    fn no_flash_is_shown_without_an_event() {
        let never = Blend(0.0).since(u32::MAX);
        assert_eq!((going(never, PAIN_TICKS), going(0.0, PAIN_TICKS)), (0.0, 1.0));
        assert_eq!((coming(0.0, PAIN_TICKS), coming(never, PAIN_TICKS)), (0.0, 1.0));
    }

    #[test]
    fn screen_fades_to_black_when_the_lift_leaves() {
        let mut game = game(&["#####", "#@ >#", "#####"]);
        wait(&mut game, 500, Intent::default());
        put(&mut game, 2.5, 1.5, 0.0);
        let running = bright(&mut game);
        wait(&mut game, 30, Intent { use_: true, ..Intent::default() });
        let leaving = bright(&mut game);
        wait(&mut game, 100, Intent::default());
        assert!(leaving < running && bright(&mut game) == 0);
        game.world_mut().insert_resource(ViewOptions { fades: Strength::percent(50), ..default() });
        let half = bright(&mut game);
        assert!(half > running / 4 && half < running * 3 / 4, "{half} of {running}");
        game.world_mut().insert_resource(Hud { fades: false, ..default() });
        assert!(bright(&mut game) > half, "the option is off");
    }

    #[test]
    fn pain_flash_is_red_and_fades() {
        let mut game = game(&["####", "#@ #", "####"]);
        wait(&mut game, 500, Intent::default());
        let well = middle(&picture(&mut game, 32, 18));
        hurt(&mut game);
        let [r, g, _] = middle(&picture(&mut game, 32, 18));
        assert!(r > well[0] && g < well[1]);
        game.world_mut().insert_resource(ViewOptions { shake: Strength::NONE, flashes: Strength::NONE, ..default() });
        assert_eq!(middle(&picture(&mut game, 32, 18)), well, "the option is off");
        game.world_mut().insert_resource(ViewOptions::default());
        wait(&mut game, PAIN_TICKS, Intent::default());
        assert_eq!(middle(&picture(&mut game, 32, 18)), well);
    }

    #[test]
    fn options_set_the_strength_of_each_flash() {
        let mut game = game(&["####", "#@ #", "####"]);
        wait(&mut game, 500, Intent::default());
        let none = Strength::NONE;
        let mut seen = |options: ViewOptions, hurt: bool| {
            let world = game.world_mut();
            let mut player = world.query::<&mut Player>().single_mut(world).unwrap();
            (player.since_hurt, player.since_taken) = if hurt { (0, u32::MAX) } else { (u32::MAX, 0) };
            game.world_mut().insert_resource(ViewOptions { shake: none, ..options });
            picture(&mut game, 64, 36)
        };
        let pain = ViewOptions { gain_flashes: none, death_flashes: none, ..default() };
        let gain = ViewOptions { flashes: none, death_flashes: none, ..default() };
        assert_eq!(seen(ViewOptions::default(), true), seen(pain, true));
        assert_eq!(seen(ViewOptions::default(), false), seen(gain, false));
        assert_ne!(seen(pain, true), seen(gain, true));
        assert_ne!(seen(pain, false), seen(gain, false));
    }

    #[test]
    fn pain_flash_depends_on_damage_and_leaves_the_middle_clear() {
        let red = |cost: i32| {
            let mut game = game(&["####", "#@ #", "####"]);
            wait(&mut game, 500, Intent::default());
            game.world_mut().insert_resource(ViewOptions { shake: Strength::NONE, blows: false, ..default() });
            let before = picture(&mut game, 320, 180);
            let world = game.world_mut();
            world.query_filtered::<&mut engine::Health, With<Player>>().single_mut(world).unwrap().0 -= cost;
            hurt(&mut game);
            crate::testing::happens(&mut game, engine::GameEvent::PlayerHurt, Vec2::ONE, Vec2::X);
            let after = picture(&mut game, 320, 180);
            let change = |x, y| {
                let part = |frame: &raycast::Frame| i32::from(frame.pixel(x, y).unwrap().to_le_bytes()[0]);
                part(&after) - part(&before)
            };
            (change(0, 60), change(160, 70))
        };
        let ((edge, middle), (light_edge, _)) = (red(30), red(2));
        assert!(edge > 2 * middle && middle > 0, "{edge} {middle}");
        assert!(edge > 2 * light_edge && light_edge > 0, "{edge} {light_edge}");
    }

    #[test]
    fn pickup_flash_is_golden_and_fades() {
        let mut game = game(&["#####", "#@a #", "#####"]);
        wait(&mut game, 500, Intent::default());
        let before = middle(&picture(&mut game, 32, 18));
        let world = game.world_mut();
        world.query::<&mut Player>().single_mut(world).unwrap().since_taken = 0;
        let after = middle(&picture(&mut game, 32, 18));
        let [r, g, b] = [0, 1, 2].map(|part: usize| i32::from(after[part]) - i32::from(before[part]));
        assert!(r > g && g > b && b >= 0, "{before:?} {after:?}");
        wait(&mut game, GAIN_TICKS, Intent::default());
        assert_eq!(middle(&picture(&mut game, 32, 18)), before);
    }

    #[test]
    fn screen_fades_in_after_a_lift_ride() {
        let mut game = game(&["####", "#@ #", "####"]);
        wait(&mut game, 400, Intent::default());
        let light = bright(&mut game);
        let world = game.world_mut();
        world.query::<&mut Player>().single_mut(world).unwrap().since_carried = 0;
        let dark = bright(&mut game);
        wait(&mut game, 60, Intent::default());
        let later = bright(&mut game);
        assert!(dark < light / 20 && later > light / 3 && later < light, "{dark}, {later}, {light}");
        wait(&mut game, 60, Intent::default());
        assert_eq!(bright(&mut game), light);
    }

    /// Golden image of a player who walks, fires and is hurt.
    #[test]
    fn pain_looks_like_the_golden_image() {
        let mut game =
            game(&["#########", "#@      #", "#    #  #", "#  z    #", "##+######", "#   h   #", "#########"]);
        put(&mut game, 1.5, 1.6, 0.5);
        wait(&mut game, 150, Intent::default());
        hurt(&mut game);
        wait(&mut game, 6, Intent { fire: true, forward: 1.0, ..Intent::default() });
        compare("pain.png", &picture(&mut game, 240, 136));
    }
}
