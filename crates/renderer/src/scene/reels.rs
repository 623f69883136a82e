//! Plays the animated textures of the level.

use crate::{art::animation::AnimatedTextures, stage::stage::Stage};
use bevy::prelude::*;
use engine::Run;
use std::sync::Arc;

/// Makes every animated texture show its frame of this tick.
pub(crate) fn play(run: Option<Res<Run>>, reels: Res<AnimatedTextures>, mut stage: ResMut<Stage>) {
    let Some(scene) = &mut stage.scene else { return };
    let tick = run.map_or(0, |run| run.tick);
    if !reels.0.is_empty() {
        let textures = Arc::make_mut(&mut scene.textures);
        for reel in &reels.0 {
            textures.show(reel.shown, reel.at(tick));
        }
    }
}
