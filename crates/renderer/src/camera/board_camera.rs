//! The board camera: at a table, the camera bends over the board and looks down at it as long as the player is there.
//! The engine controls the player's heading.

use crate::{camera::camera::Blend, stage::options::ViewOptions, stage::stage::Stage};
use bevy::prelude::*;
use engine::{AtTerminal, Id, Run, Terminal, TerminalBoard, ticks};

/// The time it takes to bend over a board, and to rise again, in ticks.
const EASE: u32 = ticks(0.2);
/// How far the view pitches down at a table, as a share of the frame's height, and the height of the eye there, in
/// tiles.
const DOWN: f32 = 0.22;
const BENT: f32 = 0.62;

/// Whether the player is at a table, since which tick, and how far the eye was bent at that time.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub(crate) struct Gaze {
    at_table: bool,
    since: u64,
    from: f32,
}

impl Gaze {
    /// Returns how far the eye is bent at a tick, 0 to 1.
    fn part(&self, tick: u64, beyond: f32) -> f32 {
        let passed = ((tick.saturating_sub(self.since)) as f32 + beyond).max(0.0) / EASE as f32;
        let to = f32::from(u8::from(self.at_table));
        self.from + (to - self.from) * softly(passed)
    }
}

/// Returns an ease-in, ease-out curve from 0 to 1.
fn softly(part: f32) -> f32 {
    let part = part.clamp(0.0, 1.0);
    part * part * (3.0 - 2.0 * part)
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Gaze>();
}

/// Bends the eye over the table at which the player stands.
pub(crate) fn bend(
    (at, terminals): (Option<Res<AtTerminal>>, Query<(&Id, &Terminal)>),
    (run, blend, options): (Option<Res<Run>>, Res<Blend>, Res<ViewOptions>),
    mut gaze: ResMut<Gaze>,
    mut stage: ResMut<Stage>,
) {
    let (Some(scene), Some(run), Some(at)) = (&mut stage.scene, run, at) else { return };
    let is_table =
        |(id, terminal): (&Id, &Terminal)| Some(*id) == at.0 && matches!(terminal.board, TerminalBoard::Table(_));
    let at_table = terminals.iter().any(is_table);
    if at_table != gaze.at_table || run.tick < gaze.since {
        let from = gaze.part(run.tick, 0.0);
        *gaze = Gaze { at_table, since: run.tick, from };
    }
    let part = gaze.part(run.tick, blend.beyond_last_tick()) * options.gaze.part();
    scene.camera.pitch -= DOWN * part;
    scene.camera.eye += (BENT - scene.camera.eye) * part;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        stage::options::Strength,
        testing::{camera, game, put, wait},
    };
    use engine::{BoardAct, Headless, Intent};

    /// Starts a run in which the player has just used the table in front of them.
    fn at_table() -> Headless {
        let mut game = game(&["######", "#@T  #", "######"]);
        put(&mut game, 1.5, 1.5, 0.0);
        assert_eq!(camera(&mut game).pitch, 0.0);
        game.tick(Intent { use_: true, ..Intent::default() });
        assert!(game.world().resource::<AtTerminal>().0.is_some());
        game
    }

    #[test]
    fn eye_bends_over_a_table_and_rises_when_the_player_leaves() {
        let mut game = at_table();
        assert!(camera(&mut game).pitch.abs() < 0.02, "the eye must not jump");
        wait(&mut game, EASE / 2, Intent::default());
        let half = camera(&mut game);
        wait(&mut game, EASE, Intent::default());
        let bent = camera(&mut game);
        assert!(half.pitch < -0.02 && bent.pitch < half.pitch && bent.eye > half.eye, "{half:?} {bent:?}");
        assert!((bent.pitch + DOWN).abs() < 1e-5 && (bent.eye - BENT).abs() < 1e-5);
        wait(&mut game, 1, Intent { board: Some(BoardAct::Leave), ..Intent::default() });
        camera(&mut game);
        wait(&mut game, 2 * EASE, Intent::default());
        let upright = camera(&mut game);
        assert!(upright.pitch.abs() < 1e-5 && (upright.eye - 0.5).abs() < 1e-5);
    }

    #[test]
    fn board_camera_option_at_zero_keeps_the_view_level() {
        let mut game = at_table();
        game.world_mut().insert_resource(ViewOptions { gaze: Strength::NONE, ..default() });
        wait(&mut game, 2 * EASE, Intent::default());
        assert_eq!((camera(&mut game).pitch, camera(&mut game).eye), (0.0, 0.5));
    }
}
