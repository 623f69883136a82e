//! The mouse pointer: captured and hidden while the player walks on a deck, confined to the window when playing with
//! the mouse alone, and free otherwise, including at boards, after death and while developer tools hold the time.

use crate::{
    flow::dev_time::DevTime,
    flow::phase::{Flow, is_at_board},
    window::shell::CarryOut,
};
use bevy::prelude::*;
use engine::{AtTerminal, Player, Tape};
use ports::{PointerCapture, ShellRequest};

/// True if the player points at the deck instead of turning with the mouse.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct FreePointer(pub(crate) bool);

/// True in the frame in which the system has released a captured pointer: a browser does so when the player presses
/// Escape.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PointerLost(pub(crate) bool);

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<FreePointer>().init_resource::<PointerLost>();
    #[cfg(target_family = "wasm")]
    app.add_systems(First, |mut lost: ResMut<PointerLost>| {
        lost.set_if_neq(PointerLost(crate::window::page::take_pointer_lost()));
    });
    app.add_systems(PostUpdate, follow.before(CarryOut));
}

fn follow(
    flow: Option<Res<State<Flow>>>,
    (tape, at, free): (Option<Res<Tape>>, Option<Res<AtTerminal>>, Res<FreePointer>),
    (player, dev): (Option<Single<&Player>>, Option<Res<DevTime>>),
    mut requests: MessageWriter<ShellRequest>,
    mut before: Local<PointerCapture>,
) {
    let runs = flow.is_some_and(|flow| *flow.get() == Flow::Running);
    let is_dead = player.is_some_and(|player| player.since_death != u32::MAX);
    let is_held = dev.is_some_and(|dev| dev.holds());
    let plays = runs && !is_held && !is_dead && !is_at_board(at) && tape.is_none_or(|tape| tape.replay.is_none());
    let wanted = match (plays, free.0) {
        (false, _) => PointerCapture::Free,
        // The view turns when the pointer is at the edge of the window, so the pointer must not leave it.
        (true, true) => PointerCapture::Confined,
        (true, false) => PointerCapture::Locked,
    };
    if *before != wanted {
        requests.write(ShellRequest::Pointer(wanted));
        *before = wanted;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pointer_is_captured_only_during_play() {
        let mut app = App::new();
        app.add_message::<ShellRequest>().add_plugins(plugin);
        let mut asked = |flow: Flow, is_free: bool| {
            app.insert_resource(State::new(flow)).insert_resource(FreePointer(is_free));
            app.update();
            app.world_mut().resource_mut::<Messages<ShellRequest>>().drain().collect::<Vec<_>>()
        };
        assert_eq!(asked(Flow::Paused, false), [], "the pointer is free from the start");
        assert_eq!(asked(Flow::Running, false), [ShellRequest::Pointer(PointerCapture::Locked)]);
        assert_eq!(asked(Flow::Running, false), [], "the pointer is captured only once");
        assert_eq!(asked(Flow::Running, true), [ShellRequest::Pointer(PointerCapture::Confined)]);
        assert_eq!(asked(Flow::Paused, true), [ShellRequest::Pointer(PointerCapture::Free)]);
    }
}
