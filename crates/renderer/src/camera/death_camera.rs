//! The death camera: when the player dies, the eye sinks to the floor and turns to the killer.

use crate::{camera::camera::Blend, stage::options::ViewOptions, stage::stage::Stage};
use bevy::{math::ops, prelude::*};
use engine::{EventRecord, GameEvent, Player, RunBegan, TICKS_PER_SECOND, ticks};
use std::f32::consts::{PI, TAU};

/// How long the eye sinks, and how long it then rebounds, in ticks.
const SINK: u32 = ticks(0.55);
const REBOUND: u32 = ticks(0.25);
/// The final height of the eye and the height of the rebound, in tiles.
const FLOOR: f32 = 0.12;
const BOUNCE: f32 = 0.035;
/// How long the turn takes, in ticks.
const TURN: u32 = ticks(0.9);
/// The rotation of a player who drifts in space, in radians per tick.
const TUMBLE: f32 = 0.9 / TICKS_PER_SECOND as f32;
/// The final upward pitch, as a share of the frame's height.
const UP: f32 = 0.28;

/// The direction from the player to the killer, of length 1; `None` if the cause of death has no direction.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub(crate) struct Killer(Option<Vec2>);

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Killer>();
    app.add_systems(Update, notice).add_observer(|_: On<RunBegan>, mut killer: ResMut<Killer>| killer.0 = None);
}

/// Remembers where the deadly hit came from.
fn notice(mut reports: MessageReader<EventRecord>, mut killer: ResMut<Killer>) {
    let died = |report: &&EventRecord| matches!(report.what, GameEvent::PlayerDies(_));
    if let Some(death) = reports.read().filter(died).last() {
        killer.0 = (-death.towards).try_normalize();
    }
}

/// Lowers and turns the eye of a dead player.
pub(crate) fn sink(
    player: Single<&Player>,
    killer: Res<Killer>,
    blend: Res<Blend>,
    options: Res<ViewOptions>,
    mut stage: ResMut<Stage>,
) {
    let Some(scene) = &mut stage.scene else { return };
    if player.since_death == u32::MAX {
        return;
    }
    let (since, strength) = (blend.since(player.since_death), options.death_camera.part());
    let camera = &mut scene.camera;
    if player.adrift {
        // In free drift, the stars and everything else turn around the player.
        camera.angle += since * TUMBLE * strength;
        camera.pitch += UP * ops::sin(since * TUMBLE * 0.7) * strength;
        return;
    }
    camera.eye += (height(since) - camera.eye) * strength;
    let turned = softly(since / TURN as f32) * strength;
    camera.pitch += UP * turned;
    if let Some(to) = killer.0 {
        // The shorter direction of turn.
        let way = (ops::atan2(to.y, to.x) - camera.angle + PI).rem_euclid(TAU) - PI;
        camera.angle += way * turned;
    }
}

/// Returns the height of the eye this number of ticks after death, in tiles.
fn height(since: f32) -> f32 {
    let sunk = (since / SINK as f32).min(1.0);
    let rebound = ((since - SINK as f32) / REBOUND as f32).clamp(0.0, 1.0);
    0.5 - (0.5 - FLOOR) * sunk * sunk + BOUNCE * 4.0 * rebound * (1.0 - rebound)
}

/// Returns an ease-in, ease-out curve from 0 to 1.
fn softly(part: f32) -> f32 {
    let part = part.clamp(0.0, 1.0);
    part * part * (3.0 - 2.0 * part)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        reference::compare,
        stage::options::Strength,
        testing::{camera, die, game, happens, level, picture, put, wait},
    };
    use engine::{DamageSource, Headless, Intent, KindId, Start, begin};
    use std::f32::consts::FRAC_PI_2;

    /// Starts a run in which a monster below the player, who faces right, has just clawed them to death.
    fn killed() -> Headless {
        let mut game = game(&["#######", "#@    #", "#     #", "#  z  #", "#######"]);
        put(&mut game, 3.5, 2.6, 0.0);
        die(&mut game);
        game
    }

    #[test]
    fn eye_sinks_to_the_floor_and_turns_to_the_killer() {
        let mut game = killed();
        let first = camera(&mut game);
        assert!((first.eye - 0.5).abs() < 0.01 && first.angle.abs() < 0.1);
        wait(&mut game, 40, Intent::default());
        let between = camera(&mut game);
        assert!(between.eye < 0.45 && between.eye > 0.2 && between.angle > 0.1);
        wait(&mut game, 100, Intent::default());
        let last = camera(&mut game);
        assert!((last.eye - FLOOR).abs() < 1e-6 && last.pitch > 0.1);
        assert!((last.angle - FRAC_PI_2).abs() < 0.05, "{}", last.angle);
        game.world_mut().insert_resource(ViewOptions { death_camera: Strength::NONE, ..default() });
        let upright = camera(&mut game);
        assert_eq!((upright.eye, upright.pitch, upright.angle), (0.5, 0.0, 0.0));
    }

    #[test]
    fn eye_stays_above_the_floor_forever() {
        assert!((0..600).all(|since| (FLOOR - 1e-6..=0.5).contains(&height(since as f32))));
        assert!((height(1e9) - FLOOR).abs() < 1e-6);
    }

    /// Golden images of what a dead player sees while falling and at rest.
    #[test]
    fn death_looks_like_the_golden_images() {
        let mut game = killed();
        wait(&mut game, 45, Intent::default());
        compare("death_falling.png", &picture(&mut game, 240, 136));
        wait(&mut game, 120, Intent::default());
        compare("death_lying.png", &picture(&mut game, 240, 136));
    }

    /// Lets the player, who faces along x, die of a hit in this direction (zero: without direction), after a monster
    /// above has hit them earlier. Returns the final direction of the view.
    fn looks_after(towards: Vec2) -> f32 {
        let mut game = game(&["#######", "#     #", "#  @  #", "#     #", "#######"]);
        happens(&mut game, GameEvent::Strikes(KindId(0)), Vec2::new(3.5, 1.5), Vec2::ZERO);
        wait(&mut game, 600, Intent::default());
        happens(&mut game, GameEvent::PlayerDies(DamageSource::Fire), Vec2::new(3.5, 2.5), towards);
        let world = game.world_mut();
        world.query::<&mut Player>().single_mut(world).unwrap().since_death = 2 * TURN;
        camera(&mut game).angle
    }

    #[test]
    fn view_turns_to_the_killer_and_not_to_an_earlier_attacker() {
        assert_eq!(looks_after(Vec2::ZERO), 0.0, "fire has no direction");
        assert!((looks_after(Vec2::NEG_Y) - FRAC_PI_2).abs() < 1e-5, "the killer is below");
    }

    #[test]
    fn new_run_forgets_the_killer_of_the_last_run() {
        let mut game = killed();
        wait(&mut game, 200, Intent::default());
        assert!(camera(&mut game).angle.abs() > 1.0);
        begin(game.world_mut(), &Start::on(level(&["#######", "#@    #", "#######"])));
        game.tick(Intent::default());
        let world = game.world_mut();
        world.query::<&mut Player>().single_mut(world).unwrap().since_death = 2 * TURN;
        assert_eq!(camera(&mut game).angle, 0.0);
    }
}
