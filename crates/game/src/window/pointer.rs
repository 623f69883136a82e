//! The mouse pointer: caught and hidden while a deck runs, free otherwise.

use crate::flow::phase::Flow;
use bevy::prelude::*;
use bevy::window::{CursorGrabMode, CursorOptions, PrimaryWindow};

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Flow::Running), catch);
    app.add_systems(OnExit(Flow::Running), release);
}

fn catch(mut pointer: Single<&mut CursorOptions, With<PrimaryWindow>>) {
    // Where a pointer cannot be locked, Bevy confines it to the window instead; the mouse's raw motion is not bounded.
    pointer.grab_mode = CursorGrabMode::Locked;
    pointer.visible = false;
}

fn release(pointer: Option<Single<&mut CursorOptions, With<PrimaryWindow>>>) {
    if let Some(mut pointer) = pointer {
        pointer.grab_mode = CursorGrabMode::None;
        pointer.visible = true;
    }
}
