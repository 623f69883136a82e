//! The player's steps: heard for each stride that he walks.

use crate::cue::{Cue, Cues, Hear};
use crate::flow::Flow;
use bevy::prelude::*;
use engine::{Body, Player, Position};

/// How far the player walks from one step to the next, in tiles.
const STRIDE: f32 = 0.85;
/// A move within one picture that is longer was no walk; in tiles.
const JUMP: f32 = 1.0;

/// How far the player has walked since his last step.
#[derive(Resource, Default)]
struct Walk {
    last: Option<Vec2>,
    since_step: f32,
    is_left: bool,
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Walk>();
    app.add_systems(Update, hear_steps.in_set(Hear).run_if(in_state(Flow::Running)));
}

fn hear_steps(
    player: Option<Single<&Position, (With<Player>, With<Body>)>>,
    mut walk: ResMut<Walk>,
    mut cues: ResMut<Cues>,
) {
    let Some(position) = player else { return };
    let at = position.0;
    let moved = walk.last.replace(at).map_or(0.0, |last| last.distance(at));
    if moved > JUMP {
        return;
    }
    walk.since_step += moved;
    if walk.since_step >= STRIDE {
        walk.since_step = 0.0;
        walk.is_left = !walk.is_left;
        cues.0.push((Cue::own(if walk.is_left { "step1" } else { "step2" }, 0.25), at));
    }
}
