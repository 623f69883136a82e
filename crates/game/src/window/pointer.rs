//! The mouse pointer: caught and hidden while somebody walks about a deck; kept in the window for who plays with the mouse alone;
//! free otherwise, also at a board and in death.

use crate::flow::phase::{Flow, is_at_board};
use bevy::prelude::*;
use bevy_window::{CursorGrabMode, CursorOptions, PrimaryWindow};
use engine::{AtTerminal, Player, Tape};

/// The player points at the deck instead of turning with the mouse.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct FreePointer(pub(crate) bool);

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<FreePointer>();
    app.add_systems(PostUpdate, follow);
}

fn follow(
    flow: Option<Res<State<Flow>>>,
    (tape, at, free): (Option<Res<Tape>>, Option<Res<AtTerminal>>, Res<FreePointer>),
    player: Option<Single<&Player>>,
    pointer: Option<Single<&mut CursorOptions, With<PrimaryWindow>>>,
    mut before: Local<Option<(CursorGrabMode, bool)>>,
) {
    let runs = flow.is_some_and(|flow| *flow.get() == Flow::Running);
    let is_dead = player.is_some_and(|player| player.since_death != u32::MAX);
    let plays = runs && !is_dead && !is_at_board(at) && tape.is_none_or(|tape| tape.replay.is_none());
    let Some(mut pointer) = pointer else { return };
    let wanted = match (plays, free.0) {
        (false, _) => (CursorGrabMode::None, true),
        // At the edge it turns, and must not slip out.
        (true, true) => (CursorGrabMode::Confined, true),
        (true, false) => (CursorGrabMode::Locked, false),
    };
    if *before != Some(wanted) {
        // Where a pointer cannot be locked, Bevy confines it to the window instead; the mouse's raw motion is not bounded.
        (pointer.grab_mode, pointer.visible) = wanted;
        *before = Some(wanted);
    }
}
