//! Pause: stops the deck and opens a menu, by key, on loss of focus or of the captured pointer, or when the gamepad in use is disconnected.

use crate::{
    campaign::playback::{self, Playback, attracts},
    campaign::progress::{Progress, start_of_run},
    campaign::run_request::{Purpose, RunRequest},
    campaign::{keeping, taping},
    flow::page::Page,
    flow::phase::{Flow, Phase},
    input::action::Action,
    input::pad::Pads,
    input::presses::Presses,
    ui::front::Front,
    ui::menu::Menu,
    ui::note::Note,
    ui::text_layout::{self, BLACK, DIM, PALE},
    window::focus::Focus,
    window::pointer::PointerLost,
};
use bevy::prelude::*;
use engine::Tape;
use localization::{Key, say};
use renderer::{Art, Canvas, DeckName, Draw, DrawFrame, Screen};

/// Lines of the menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Line {
    Resume,
    TakeOver,
    Save,
    Load,
    Record,
    StopRecording,
    Options,
    Decks,
    Messages,
    Help,
    Restart,
    Quit,
}

impl Line {
    fn words(self) -> Key {
        match self {
            Line::Resume => say!("Resume"),
            Line::TakeOver => say!("Take control"),
            Line::Save => say!("Save"),
            Line::Load => say!("Load"),
            Line::Record => say!("Record demo"),
            Line::StopRecording => say!("Stop recording"),
            Line::Options => say!("Options"),
            Line::Decks => say!("Decks"),
            Line::Messages => say!("Messages"),
            Line::Help => say!("Help"),
            Line::Restart => say!("Restart deck"),
            Line::Quit => say!("Quit to title"),
        }
    }
}

#[derive(Resource)]
struct PauseMenu {
    lines: Vec<Line>,
    menu: Menu,
    /// Line that was selected once. Lines that lose progress must be selected twice.
    asked: Option<Line>,
}

impl PauseMenu {
    /// Creates the menu for a demo or a run. For a run, it depends on whether the run is being recorded.
    fn new(is_demo: bool, is_recorded: bool) -> PauseMenu {
        let record = if is_recorded { Line::StopRecording } else { Line::Record };
        let lines = if is_demo {
            vec![Line::Resume, Line::TakeOver, Line::Options, Line::Quit]
        } else {
            use Line::{Decks, Help, Load, Messages, Options, Quit, Restart, Resume, Save};
            vec![Resume, Save, Load, record, Options, Decks, Messages, Help, Restart, Quit]
        };
        let words: Vec<Key> = lines.iter().map(|line| line.words()).collect();
        PauseMenu { menu: Menu::new(words), lines, asked: None }
    }
}

impl PauseMenu {
    /// Returns true if a line takes effect. Lines that lose the current run need a confirmation first.
    fn is_sure(&mut self, line: Line) -> bool {
        let loses = matches!(line, Line::Restart | Line::Quit) && !self.lines.contains(&Line::TakeOver);
        let is_sure = !loses || self.asked == Some(line);
        self.asked = Some(line).filter(|_| !is_sure);
        let asked = self.asked;
        for (number, other) in self.lines.clone().into_iter().enumerate() {
            let words = other.words();
            let words = if asked == Some(other) { say!("{words}: are you sure?", words) } else { words.into() };
            self.menu.write(number, words);
        }
        is_sure
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.insert_resource(PauseMenu::new(false, false)).init_resource::<PointerLost>();
    app.add_systems(Update, pause.run_if(in_state(Flow::Running).and_then(not(attracts))));
    app.add_systems(OnEnter(Flow::Paused), open);
    // Messages of the deck would overlap the menu; they can be read on the log page.
    app.configure_sets(DrawFrame, Draw::Words.run_if(not(in_state(Flow::Paused))));
    let is_shown = || in_state(Flow::Paused).and_then(in_state(Page::None));
    app.add_systems(Update, choose.run_if(is_shown()));
    app.add_systems(DrawFrame, draw.in_set(Front::Page).run_if(is_shown()));
}

/// Pauses a running deck on request, on loss of focus or of the captured pointer, and when the gamepad in use is disconnected.
fn pause(
    (pressed, focus, pads, pointer): (Res<Presses>, Res<Focus>, Res<Pads>, Res<PointerLost>),
    playback: Option<Res<Playback>>,
    mut flow: ResMut<NextState<Flow>>,
) {
    // Benchmark demos run without focus.
    let is_timed = playback.is_some_and(|playback| playback.purpose == Purpose::Timed);
    if pressed.asks(Action::Pause) || !is_timed && (focus.is_away() || pads.is_lost() || pointer.0) {
        flow.set(Flow::Paused);
    }
}

fn open(tape: Option<Res<Tape>>, mut menu: ResMut<PauseMenu>) {
    let (is_demo, is_recorded) = tape.map_or((false, false), |tape| (tape.replay.is_some(), tape.recorder.is_some()));
    *menu = PauseMenu::new(is_demo, is_recorded);
}

fn choose(
    pressed: Res<Presses>,
    mut menu: ResMut<PauseMenu>,
    mut flow: ResMut<NextState<Flow>>,
    mut phase: ResMut<NextState<Phase>>,
    mut page: ResMut<NextState<Page>>,
    mut commands: Commands,
) {
    let taken = menu.menu.taken(&pressed);
    let line = match taken {
        _ if pressed.back() => Line::Resume,
        Some(number) => menu.lines[number],
        None => return,
    };
    if !menu.is_sure(line) {
        return;
    }
    match line {
        Line::Resume => flow.set(Flow::Running),
        Line::TakeOver => commands.queue(playback::take_over),
        Line::Save => commands.queue(open_save_page),
        Line::Load => page.set(Page::Load),
        Line::Record => commands.queue(record),
        Line::StopRecording => {
            commands.queue(taping::stop);
            flow.set(Flow::Running);
        }
        Line::Options => page.set(Page::Options),
        Line::Decks => page.set(Page::Route),
        Line::Messages => page.set(Page::Log),
        Line::Help => page.set(Page::Help),
        Line::Restart => {
            commands.write_message(RunRequest::Restart);
            flow.set(Flow::Running);
        }
        Line::Quit => phase.set(Phase::Title),
    }
}

/// Starts recording with the current state.
fn record(world: &mut World) {
    let deck = world.get_resource::<Progress>().map(|progress| progress.deck.clone());
    if let Some((start, deck)) = start_of_run(world).map(|(start, _)| start).zip(deck) {
        taping::start(world, &start, &deck);
    }
    world.resource_mut::<NextState<Flow>>().set(Flow::Running);
}

/// Opens the page of save slots if the game can be saved.
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
    text_layout::line(&mut canvas, art.pen(), say!("Paused"), height / 10, 3, PALE);
    let below = height / 10 + text_layout::line_height(&canvas, art.pen(), 3);
    text_layout::line(&mut canvas, art.pen(), &name.0, below, 1, DIM);
    let top = (height * 9 / 20).min(height - menu.menu.height(&canvas, art.pen()) - height / 36);
    menu.menu.draw(&mut canvas, art.pen(), top);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flow::phase;
    use bevy::{
        input::keyboard::KeyCode::{self, ArrowDown, ArrowUp, Enter, Escape},
        state::app::StatesPlugin,
    };
    use std::io::Write;

    /// Applies these keys to a paused deck. Returns the phase, the flow and the page after them, and whether the deck
    /// restarts.
    fn chosen(is_demo: bool, keys: &[KeyCode]) -> (Phase, Option<Flow>, Page, bool) {
        let mut app = App::new();
        app.add_plugins((StatesPlugin, phase::plugin)).init_resource::<Time<Virtual>>();
        app.init_state::<Page>()
            .init_resource::<Presses>()
            .insert_resource(PauseMenu::new(is_demo, false))
            .add_message::<RunRequest>();
        app.world_mut().resource_mut::<NextState<Phase>>().set(Phase::Deck);
        app.update();
        app.world_mut().resource_mut::<NextState<Flow>>().set(Flow::Paused);
        app.update();
        for key in keys {
            app.world_mut().resource_mut::<Presses>().set_keys(&[*key]);
            app.world_mut().run_system_cached(choose).unwrap();
        }
        app.update();
        let restarts = RunRequest::take(app.world_mut()).is_some();
        let world = app.world();
        let flow = world.get_resource::<State<Flow>>().map(|flow| *flow.get());
        (*world.resource::<State<Phase>>().get(), flow, *world.resource::<State<Page>>().get(), restarts)
    }

    #[test]
    fn every_line_of_the_pause_menu_works() {
        let (running, paused) = (Some(Flow::Running), Some(Flow::Paused));
        let chosen = |keys: &[KeyCode]| chosen(false, keys);
        assert_eq!(chosen(&[]), (Phase::Deck, paused, Page::None, false));
        assert_eq!(chosen(&[Escape]), (Phase::Deck, running, Page::None, false));
        assert_eq!(chosen(&[Enter]), (Phase::Deck, running, Page::None, false));
        let opened = |page| (Phase::Deck, paused, page, false);
        assert_eq!(chosen(&[ArrowDown, Enter]), opened(Page::None), "there is nothing to save");
        assert_eq!(chosen(&[ArrowDown, ArrowDown, Enter]), opened(Page::Load));
        let record = [ArrowDown, ArrowDown, ArrowDown, Enter];
        assert_eq!(chosen(&record), (Phase::Deck, running, Page::None, false));
        assert_eq!(chosen(&[ArrowUp, ArrowUp, ArrowUp, Enter]), opened(Page::Help));
        assert_eq!(chosen(&[ArrowUp, ArrowUp, ArrowUp, ArrowUp, Enter]), opened(Page::Log));
        assert_eq!(chosen(&[ArrowUp, ArrowUp, ArrowUp, ArrowUp, ArrowUp, Enter]), opened(Page::Route));
        let options = [ArrowDown, ArrowDown, ArrowDown, ArrowDown, Enter];
        assert_eq!(chosen(&options), opened(Page::Options));
        let begins_anew = (Phase::Deck, running, Page::None, true);
        assert_eq!(chosen(&[ArrowUp, ArrowUp, Enter, Enter]), begins_anew);
        assert_eq!(chosen(&[ArrowUp, Enter, Enter]), (Phase::Title, None, Page::None, false));
        assert_eq!(chosen(&[ArrowUp, Enter]), opened(Page::None), "entries that lose progress ask first");
        assert_eq!(chosen(&[ArrowUp, Enter, ArrowUp, Enter]), opened(Page::None), "each lock separately");
    }

    #[test]
    fn demo_can_be_taken_over_but_not_saved_or_restarted() {
        let words = |menu: PauseMenu| menu.lines.iter().map(|line| line.words()).collect::<Vec<_>>();
        assert_eq!(words(PauseMenu::new(true, false)), ["Resume", "Take control", "Options", "Quit to title"]);
        assert_eq!(chosen(true, &[ArrowUp, Enter]), (Phase::Title, None, Page::None, false));
        assert!(words(PauseMenu::new(false, true)).contains(&say!("Stop recording")));
    }

    #[test]
    fn deck_pauses_without_focus_and_ignores_gamepads() {
        use crate::whole_game::WholeGame;
        use bevy_window::WindowFocused;
        use localization::Language;

        let mut game = WholeGame::at_title(UVec2::new(320, 180), Language::English);
        let focus = |game: &mut WholeGame, focused: bool| {
            let window = game.window;
            game.app.world_mut().write_message(WindowFocused { window, focused });
            game.pictures(2);
        };
        let flow = |game: &WholeGame| game.app.world().get_resource::<State<Flow>>().map(|flow| *flow.get());
        game.press(Escape);
        focus(&mut game, true);
        for phase in [Phase::Briefing, Phase::Deck] {
            game.app.world_mut().resource_mut::<NextState<Phase>>().set(phase);
            game.pictures(4);
        }
        game.press_pad("RightTrigger2");
        assert_eq!(flow(&game), Some(Flow::Running));
        focus(&mut game, false);
        assert_eq!(flow(&game), Some(Flow::Paused));
        for button in ["South", "DPadUp", "South", "South", "Start"] {
            game.press_pad(button);
        }
        focus(&mut game, false);
        assert_eq!(flow(&game), Some(Flow::Paused), "the focus is lost");
        focus(&mut game, true);
        assert_eq!(flow(&game), Some(Flow::Paused), "focus must not resume the game");
        game.press_pad("South");
        assert_eq!(flow(&game), Some(Flow::Running), "the first press must count");
        writeln!(game.pad, "disconnect").unwrap();
        game.pictures(4);
        assert_eq!(flow(&game), Some(Flow::Paused), "losing the gamepad must pause");
    }

    #[test]
    fn deck_messages_are_hidden_by_the_pause_menu() {
        use crate::whole_game::WholeGame;
        use engine::{EventRecord, GameEvent};
        use localization::Language;

        let mut game = WholeGame::at_title(UVec2::new(640, 360), Language::English);
        game.press(Escape);
        game.app.world_mut().resource_mut::<NextState<Phase>>().set(Phase::Deck);
        game.pictures(80);
        let report = EventRecord::new(GameEvent::DoorLocks, Vec2::ZERO);
        game.app.world_mut().resource_mut::<Messages<EventRecord>>().write(report);
        let says = |game: &mut WholeGame, words| {
            game.pictures(2);
            game.written().iter().any(|written| written.text.contains(words))
        };
        assert!(says(&mut game, "A door locks"), "{:?}", game.written());
        game.press(Escape);
        let _ = game.written();
        assert!(!says(&mut game, "A door locks"), "it would be hidden by the menu");
    }
}
