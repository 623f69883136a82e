//! The pause: Escape or the loss of focus stops the deck and opens a menu.

use crate::campaign::keeping;
use crate::campaign::progress::Restart;
use crate::flow::page::Page;
use crate::flow::phase::{Flow, Phase};
use crate::input::just_pressed::JustPressed;
use crate::ui::front::Front;
use crate::ui::menu::{Menu, Pick};
use crate::ui::note::Note;
use crate::ui::text_layout::{self, BLACK, DIM, PALE};
use bevy::prelude::*;
use bevy::window::WindowFocused;
use renderer::{Art, Canvas, DeckName, DrawFrame, Screen};

#[derive(Resource)]
struct PauseMenu(Menu);

fn menu() -> PauseMenu {
    PauseMenu(Menu::new(&["Resume", "Save", "Load", "Options", "Restart deck", "Quit to title"]))
}

pub(crate) fn plugin(app: &mut App) {
    app.insert_resource(menu());
    app.init_resource::<Focus>();
    app.add_systems(PreUpdate, watch_focus);
    app.add_systems(Update, pause.run_if(in_state(Flow::Running)));
    app.add_systems(OnEnter(Flow::Paused), open);
    let is_shown = || in_state(Flow::Paused).and_then(in_state(Page::None));
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

fn pause(pressed: Res<JustPressed>, focus: Res<Focus>, mut flow: ResMut<NextState<Flow>>) {
    if pressed.escape() || focus.lost {
        flow.set(Flow::Paused);
    }
}

fn open(mut menu: ResMut<PauseMenu>) {
    *menu = self::menu();
}

fn choose(
    pressed: Res<JustPressed>,
    mut menu: ResMut<PauseMenu>,
    mut flow: ResMut<NextState<Flow>>,
    mut phase: ResMut<NextState<Phase>>,
    mut page: ResMut<NextState<Page>>,
    mut commands: Commands,
) {
    match menu.0.follow(&pressed) {
        _ if pressed.escape() => flow.set(Flow::Running),
        Some(Pick::Take(0)) => flow.set(Flow::Running),
        Some(Pick::Take(1)) => commands.queue(open_save_page),
        Some(Pick::Take(2)) => page.set(Page::Load),
        Some(Pick::Take(3)) => page.set(Page::Options),
        Some(Pick::Take(4)) => {
            commands.insert_resource(Restart::Asked);
            flow.set(Flow::Running);
        }
        Some(Pick::Take(_)) => phase.set(Phase::Title),
        Some(Pick::Change(..)) | None => {}
    }
}

/// Opens the page of the slots, if there is something to save.
fn open_save_page(world: &mut World) {
    match keeping::obstacle(world) {
        None => world.resource_mut::<NextState<Page>>().set(Page::Save),
        Some(why) => world.insert_resource(Note::new(why)),
    }
}

fn draw(art: Option<Res<Art>>, name: Option<Res<DeckName>>, mut menu: ResMut<PauseMenu>, mut screen: ResMut<Screen>) {
    let (Some(art), Some(name)) = (art, name) else { return };
    let mut canvas = Canvas::new(&mut screen.0);
    let height = canvas.height();
    canvas.tint(BLACK.covering(0.6));
    text_layout::line(&mut canvas, art.font(), "Paused", height / 10, 3, PALE);
    let below = height / 10 + text_layout::line_height(&canvas, art.font(), 3);
    text_layout::line(&mut canvas, art.font(), &name.0, below, 1, DIM);
    let top = (height * 9 / 20).min(height - menu.0.height(&canvas, art.font()));
    menu.0.draw(&mut canvas, art.font(), top);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flow::phase;
    use bevy::input::keyboard::KeyCode::{self, ArrowDown, ArrowUp, Enter, Escape};
    use bevy::state::app::StatesPlugin;

    /// A deck that is paused, and then what these keys make of it: where the game is, and whether the deck begins again.
    fn chosen(keys: &[KeyCode]) -> (Phase, Option<Flow>, Page, Option<Restart>) {
        let mut app = App::new();
        app.add_plugins((StatesPlugin, phase::plugin)).init_resource::<Time<Virtual>>();
        app.init_state::<Page>().init_resource::<JustPressed>().insert_resource(menu());
        app.world_mut().resource_mut::<NextState<Phase>>().set(Phase::Deck);
        app.update();
        app.world_mut().resource_mut::<NextState<Flow>>().set(Flow::Paused);
        app.update();
        app.world_mut().resource_mut::<JustPressed>().keys = keys.to_vec();
        app.world_mut().run_system_cached(choose).unwrap();
        app.update();
        let world = app.world();
        let flow = world.get_resource::<State<Flow>>().map(|flow| *flow.get());
        let restart = world.get_resource::<Restart>().copied();
        (*world.resource::<State<Phase>>().get(), flow, *world.resource::<State<Page>>().get(), restart)
    }

    #[test]
    fn each_line_of_the_pause_does_what_it_says() {
        let (running, paused) = (Some(Flow::Running), Some(Flow::Paused));
        assert_eq!(chosen(&[]), (Phase::Deck, paused, Page::None, None));
        assert_eq!(chosen(&[Escape]), (Phase::Deck, running, Page::None, None));
        assert_eq!(chosen(&[Enter]), (Phase::Deck, running, Page::None, None));
        let opened = |page| (Phase::Deck, paused, page, None);
        assert_eq!(chosen(&[ArrowDown, Enter]), opened(Page::None), "there is nothing to save");
        assert_eq!(chosen(&[ArrowDown, ArrowDown, Enter]), opened(Page::Load));
        assert_eq!(chosen(&[ArrowDown, ArrowDown, ArrowDown, Enter]), opened(Page::Options));
        let begins_anew = (Phase::Deck, running, Page::None, Some(Restart::Asked));
        assert_eq!(chosen(&[ArrowUp, ArrowUp, Enter]), begins_anew);
        assert_eq!(chosen(&[ArrowUp, Enter]), (Phase::Title, None, Page::None, None));
    }
}
