//! Exit signals of the system.

use crate::leaving::abrupt_end;
use bevy::prelude::*;
use bevy_winit::{EventLoopProxyWrapper, WinitUserEvent};
use text_mode::{exit_signal, wake_on_exit_signal};

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Startup, listen_for_signals.run_if(resource_exists::<EventLoopProxyWrapper>));
    app.add_systems(First, follow_signal);
}

/// Makes a signal wake the event loop, which sleeps between the frames of a menu.
fn listen_for_signals(proxy: Res<EventLoopProxyWrapper>) {
    let proxy = (**proxy).clone();
    // If the event loop has ended, nothing needs to be woken.
    wake_on_exit_signal(move || {
        let _ = proxy.send_event(WinitUserEvent::WakeUp);
    });
}

/// Exits the game after an exit signal.
fn follow_signal(mut exit: MessageWriter<AppExit>) {
    if let Some(signal) = exit_signal() {
        abrupt_end::notice();
        exit.write(AppExit::from_code(signal.exit_code()));
    }
}
