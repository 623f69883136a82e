//! The mouse pointer: caught and hidden while somebody walks about a deck, free otherwise, also at a board and in death.

use crate::flow::phase::{Flow, is_at_board};
use bevy::prelude::*;
use bevy::window::{CursorGrabMode, CursorOptions, PrimaryWindow};
use engine::{AtTerminal, Player, Tape};

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(PostUpdate, follow);
}

fn follow(
    flow: Option<Res<State<Flow>>>,
    (tape, at): (Option<Res<Tape>>, Option<Res<AtTerminal>>),
    player: Option<Single<&Player>>,
    pointer: Option<Single<&mut CursorOptions, With<PrimaryWindow>>>,
) {
    let runs = flow.is_some_and(|flow| *flow.get() == Flow::Running);
    let is_dead = player.is_some_and(|player| player.since_death != u32::MAX);
    let is_caught = runs && !is_dead && !is_at_board(at) && tape.is_none_or(|tape| tape.replay.is_none());
    let Some(mut pointer) = pointer else { return };
    if pointer.visible == is_caught {
        // Where a pointer cannot be locked, Bevy confines it to the window instead; the mouse's raw motion is not bounded.
        pointer.grab_mode = if is_caught { CursorGrabMode::Locked } else { CursorGrabMode::None };
        pointer.visible = !is_caught;
    }
}
