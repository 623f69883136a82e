//! Interpolation of the view between two ticks: progress towards the next tick, and the turn since the last one.

use crate::{flow::phase::Flow, input::controls::Controls};
use bevy::{
    app::{RunFixedMainLoop, RunFixedMainLoopSystems},
    prelude::*,
};
use renderer::{Blend, ViewTurn};

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(
        RunFixedMainLoop,
        follow.in_set(RunFixedMainLoopSystems::AfterFixedMainLoop).run_if(in_state(Flow::Running)),
    );
}

fn follow(time: Res<Time<Fixed>>, controls: Res<Controls>, mut blend: ResMut<Blend>, mut turn: ResMut<ViewTurn>) {
    blend.0 = time.overstep_fraction();
    turn.0 = controls.turn();
}
