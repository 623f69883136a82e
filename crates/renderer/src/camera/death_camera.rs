//! The death camera: when the player dies, his eye sinks to the floor and turns to whoever killed him.

use crate::{camera::camera::Blend, stage::options::ViewOptions, stage::stage::Stage};
use bevy::{math::ops, prelude::*};
use engine::{EventRecord, GameEvent, Player, RunBegan, TICKS_PER_SECOND, ticks};
use std::f32::consts::{PI, TAU};

/// How long the eye sinks, and how long it then rebounds.
const SINK: u32 = ticks(0.55);
const REBOUND: u32 = ticks(0.25);
/// How high it lies in the end and how high it rebounds, in tiles.
const FLOOR: f32 = 0.12;
const BOUNCE: f32 = 0.035;
/// How long it takes to turn.
const TURN: u32 = ticks(0.9);
/// How fast one turns who drifts in space, in radians a tick.
const TUMBLE: f32 = 0.9 / TICKS_PER_SECOND as f32;
/// How far it looks up in the end, in parts of the frame's height.
const UP: f32 = 0.28;

/// In which direction the killer is from the player, if a blow or a shot killed him and nothing else; of length 1.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub(crate) struct Killer(Option<Vec2>);

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Killer>();
    app.add_systems(Update, notice).add_observer(|_: On<RunBegan>, mut killer: ResMut<Killer>| killer.0 = None);
}

/// Remembers from where the deadly blow came.
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
        // Nothing holds him: the stars turn about him, and what he left.
        camera.angle += since * TUMBLE * strength;
        camera.pitch += UP * ops::sin(since * TUMBLE * 0.7) * strength;
        return;
    }
    camera.eye += (height(since) - camera.eye) * strength;
    let turned = softly(since / TURN as f32) * strength;
    camera.pitch += UP * turned;
    if let Some(to) = killer.0 {
        // The shorter way round.
        let way = (ops::atan2(to.y, to.x) - camera.angle + PI).rem_euclid(TAU) - PI;
        camera.angle += way * turned;
    }
}

/// How high the eye is so many ticks after death, in tiles.
fn height(since: f32) -> f32 {
    let sunk = (since / SINK as f32).min(1.0);
    let rebound = ((since - SINK as f32) / REBOUND as f32).clamp(0.0, 1.0);
    0.5 - (0.5 - FLOOR) * sunk * sunk + BOUNCE * 4.0 * rebound * (1.0 - rebound)
}

/// From 0 to 1, beginning and ending slowly.
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

    /// A player who looks to the right while an undead stands below him, and clawed him to death just now.
    fn killed() -> Headless {
        let mut game = game(&["#######", "#@    #", "#     #", "#  z  #", "#######"]);
        put(&mut game, 3.5, 2.6, 0.0);
        die(&mut game);
        game
    }

    #[test]
    fn the_eye_sinks_to_the_floor_and_turns_to_the_killer() {
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
    fn the_eye_lies_above_the_floor_however_long() {
        assert!((0..600).all(|since| (FLOOR - 1e-6..=0.5).contains(&height(since as f32))));
        assert!((height(1e9) - FLOOR).abs() < 1e-6);
    }

    /// Somebody has looked at what a dead player sees while he falls and when he lies.
    #[test]
    fn the_pictures_of_a_death() {
        let mut game = killed();
        wait(&mut game, 45, Intent::default());
        compare("death_falling.png", &picture(&mut game, 240, 136));
        wait(&mut game, 120, Intent::default());
        compare("death_lying.png", &picture(&mut game, 240, 136));
    }

    /// Lets the player, who looks along x, die of a blow in this direction (zero: of something else), an undead having struck
    /// above him before. Where he looks in the end.
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
    fn it_turns_to_where_the_deadly_blow_came_from_and_not_to_who_struck_long_ago() {
        assert_eq!(looks_after(Vec2::ZERO), 0.0, "fire comes from nowhere");
        assert!((looks_after(Vec2::NEG_Y) - FRAC_PI_2).abs() < 1e-5, "the one below him killed him");
    }

    #[test]
    fn another_run_knows_nothing_of_who_killed_him_in_the_last() {
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
