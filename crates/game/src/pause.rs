//! The pause: Escape or the loss of focus stops the deck and opens a menu.

use crate::flow::{Flow, Front, Phase};
use crate::journey::Again;
use crate::menu::{Menu, Pick};
use crate::options::Options;
use crate::presses::Presses;
use crate::words::{self, BLACK, PALE};
use bevy::prelude::*;
use bevy::window::WindowFocused;
use renderer::{Art, Canvas, DrawFrame, Screen};

#[derive(Resource)]
struct PauseMenu(Menu);

fn menu() -> PauseMenu {
    PauseMenu(Menu::new(&["Resume", "Options", "Restart deck", "Quit to title"]))
}

pub(crate) fn plugin(app: &mut App) {
    app.insert_resource(menu());
    app.init_resource::<Focus>();
    app.add_systems(PreUpdate, watch_focus);
    app.add_systems(Update, pause.run_if(in_state(Flow::Running)));
    app.add_systems(OnEnter(Flow::Paused), open);
    let is_shown = || in_state(Flow::Paused).and_then(in_state(Options::Closed));
    app.add_systems(Update, choose.run_if(is_shown()));
    app.add_systems(DrawFrame, draw.in_set(Front::Page).run_if(is_shown()));
}

/// Whether the window had the focus and lost it. One that never had it may still be about to get it.
#[derive(Resource, Clone, Copy, Debug, Default)]
struct Focus {
    had: bool,
    lost: bool,
}

fn watch_focus(mut changes: MessageReader<WindowFocused>, mut focus: ResMut<Focus>) {
    for change in changes.read() {
        focus.had |= change.focused;
        focus.lost = focus.had && !change.focused;
    }
}

fn pause(presses: Res<Presses>, focus: Res<Focus>, mut flow: ResMut<NextState<Flow>>) {
    if presses.escape() || focus.lost {
        flow.set(Flow::Paused);
    }
}

fn open(mut menu: ResMut<PauseMenu>) {
    *menu = self::menu();
}

fn choose(
    presses: Res<Presses>,
    mut menu: ResMut<PauseMenu>,
    mut flow: ResMut<NextState<Flow>>,
    mut phase: ResMut<NextState<Phase>>,
    mut options: ResMut<NextState<Options>>,
    mut commands: Commands,
) {
    match menu.0.follow(&presses) {
        _ if presses.escape() => flow.set(Flow::Running),
        Some(Pick::Take(0)) => flow.set(Flow::Running),
        Some(Pick::Take(1)) => options.set(Options::Open),
        Some(Pick::Take(2)) => {
            commands.insert_resource(Again);
            flow.set(Flow::Running);
        }
        Some(Pick::Take(_)) => phase.set(Phase::Title),
        Some(Pick::Change(..)) | None => {}
    }
}

fn draw(art: Option<Res<Art>>, mut menu: ResMut<PauseMenu>, mut screen: ResMut<Screen>) {
    let Some(art) = art else { return };
    let mut canvas = Canvas::new(&mut screen.0);
    let height = canvas.height();
    canvas.tint(BLACK.covering(0.6));
    words::line(&mut canvas, art.font(), "Paused", height / 10, 3, PALE);
    let top = (height * 9 / 20).min(height - menu.0.height(&canvas, art.font()));
    menu.0.draw(&mut canvas, art.font(), top);
}
