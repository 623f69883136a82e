//! The console: a line over the upper half of a deck, on which developers type. The deck stands still meanwhile.

use crate::{
    dev::command::{carry_out, commands},
    dev::console_history::ConsoleHistory,
    flow::dev_time::{DevTime, is_console_open},
    flow::page::Page,
    flow::phase::Flow,
    input::action::Action,
    input::controls,
    input::presses::{Presses, Typed, is_asked},
    ui::front::Front,
    ui::note::Note,
    ui::text_layout::{self, BLACK, BRIGHT, DIM, PALE, RED},
};
use bevy::prelude::*;
use engine::Run;
use inspect::{CommandLine, complete};
use localization::{Said, say};
use renderer::{Area, Art, Canvas, Colour, DrawFrame, Lettering, Screen};
use std::collections::VecDeque;

/// Maximum number of lines that the console remembers, and lines of a page.
const MAX_LINES: usize = 300;
const PAGE: usize = 8;

/// The console.
#[derive(Resource, Debug, Default)]
pub(crate) struct Console {
    line: CommandLine,
    /// What was typed and answered, the newest last.
    told: VecDeque<(Said, Colour)>,
    /// Number of lines by which the text is scrolled back.
    back: usize,
}

impl Console {
    fn tell(&mut self, said: impl Into<Said>, colour: Colour) {
        self.told.push_back((said.into(), colour));
        while self.told.len() > MAX_LINES {
            self.told.pop_front();
        }
        self.back = 0;
    }

    /// Handles the presses of a frame. Returns the lines that were entered.
    fn follow(&mut self, pressed: &Presses, candidates: impl Fn(&str) -> Vec<String>) -> Vec<String> {
        for typed in &pressed.typed {
            match typed {
                Typed::Letter(letter) => self.line.push(*letter),
                Typed::Back => self.line.pop(),
            }
        }
        let mut entered = Vec::new();
        for action in pressed.while_typing().actions() {
            match action {
                Action::MenuUp => self.line.earlier(),
                Action::MenuDown => self.line.later(),
                Action::PageUp => self.back = (self.back + PAGE).min(self.told.len()),
                Action::PageDown => self.back = self.back.saturating_sub(PAGE),
                Action::ConsoleComplete => {
                    let lines = candidates(self.line.text());
                    if !self.line.complete(&lines) && lines.len() > 1 {
                        self.tell(Said::literal(lines.join("   ")), DIM);
                    }
                }
                Action::MenuConfirm => entered.extend(Some(self.line.enter()).filter(|line| !line.is_empty())),
                _ => {}
            }
        }
        entered
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Console>().init_resource::<ConsoleHistory>();
    let has_input = || in_state(Flow::Running).and_then(in_state(Page::None));
    app.add_systems(Startup, remember);
    app.add_systems(
        Update,
        open.run_if(has_input().and_then(not(is_console_open)).and_then(is_asked(Action::Console))),
    );
    app.add_systems(Update, type_.before(open).run_if(has_input().and_then(is_console_open)));
    app.add_systems(OnExit(Flow::Running), |mut time: ResMut<DevTime>| time.is_console_open = false);
    app.add_systems(DrawFrame, draw.in_set(Front::Page).run_if(has_input().and_then(is_console_open)));
}

fn remember(history: Res<ConsoleHistory>, mut console: ResMut<Console>) {
    console.line = history.line();
    console.tell(say!("Developer console. Runs with acts are marked and write no scores. help lists the acts."), DIM);
}

fn open(run: Option<Res<Run>>, mut time: ResMut<DevTime>) {
    time.is_console_open = run.is_some_and(|run| run.goes_on());
}

/// Handles input while the console is open.
fn type_(world: &mut World) {
    let pressed = world.resource::<Presses>().clone();
    if pressed.asks(Action::Console) || pressed.while_typing().back() {
        world.resource_mut::<DevTime>().is_console_open = false;
        world.resource_mut::<Console>().line.clear();
        if let Err(error) = world.run_system_cached(controls::let_go) {
            warn!("held keys were not released: {error}");
        }
        return;
    }
    world.resource_scope(|world, mut console: Mut<Console>| {
        for line in console.follow(&pressed, |text| candidates(text, world)) {
            console.tell(Said::literal(format!("] {line}")), BRIGHT);
            match carry_out(world, &line) {
                Ok(told) => told.into_iter().for_each(|told| console.tell(told, PALE)),
                Err(why) => console.tell(why, RED),
            }
            let kept = world.resource_mut::<ConsoleHistory>().keep(&console.line);
            if let Err(what) = kept {
                world.insert_resource(Note::new(Said::literal(what)));
            }
        }
    });
}

/// Returns the whole lines that begin with a text.
fn candidates(text: &str, world: &World) -> Vec<String> {
    let own = commands().map(|(word, ..)| (*word).to_owned()).filter(|word| word.starts_with(text));
    complete(text, world).into_iter().chain(own).collect()
}

fn draw(console: Res<Console>, art: Option<Res<Art>>, mut screen: ResMut<Screen>) {
    let Some(art) = art else { return };
    let mut canvas = Canvas::new(&mut screen.0);
    let (pen, size) = (art.pen(), text_layout::size(&canvas, art.pen(), 1));
    let (high, margin) = (text_layout::line_height(&canvas, pen, 1), 4 * size);
    let width = canvas.width() - 2 * margin;
    let foot = canvas.height() / 2;
    canvas.fill(Area::new(0, 0, canvas.width(), foot + margin / 2), BLACK.covering(0.85));
    canvas.fill(Area::new(0, foot + margin / 2, canvas.width(), size), DIM);
    // The end of a long line is visible.
    let mut typed = console.line.text().to_owned();
    while pen.width(&typed) > width / size - pen.width("] _") && !typed.is_empty() {
        typed.remove(0);
    }
    canvas.text(pen, &format!("] {typed}_"), margin, foot - high, Lettering::new(BRIGHT, size));
    let mut y = foot - 2 * high;
    for (said, colour) in console.told.iter().rev().skip(console.back) {
        for line in text_layout::wrapped(&canvas, pen, said, width).iter().rev() {
            if y < 0 {
                return;
            }
            canvas.text(pen, line, margin, y, Lettering::new(*colour, size));
            y -= high;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{input::presses, testing};
    use bevy::input::ButtonState;
    use engine::{DevState, Start, TapePlugin};

    /// Creates a game on a running deck. Each frame lasts 100 milliseconds.
    fn game() -> App {
        let mut app = testing::game(100, |app| {
            app.add_plugins((TapePlugin, crate::flow::dev_time::plugin, crate::flow::page::plugin));
            app.add_plugins((controls::plugin, plugin));
        });
        testing::play(&mut app, &Start::on(testing::level(&["######", "#@..z#", "######"])));
        app
    }

    fn press(app: &mut App, key: KeyCode) {
        for state in [ButtonState::Pressed, ButtonState::Released] {
            presses::send_key(app, key, state);
        }
        app.update();
        app.update();
    }

    fn type_text(app: &mut App, text: &str) {
        text.chars().for_each(|letter| {
            let letters = &mut app.world_mut().resource_mut::<Console>().line;
            letters.push(letter);
        });
    }

    fn is_open(app: &App) -> bool {
        app.world().resource::<DevTime>().is_console_open
    }

    fn tick(app: &App) -> u64 {
        app.world().resource::<Run>().tick
    }

    #[test]
    fn entered_act_takes_one_tick_and_the_deck_stands_still() {
        let mut app = game();
        (0..3).for_each(|_| app.update());
        assert!(tick(&app) > 0);
        press(&mut app, KeyCode::Backquote);
        assert!(is_open(&app));
        app.world_mut().resource_mut::<Time<Virtual>>().pause();
        let before = tick(&app);
        type_text(&mut app, "go");
        press(&mut app, KeyCode::Tab);
        type_text(&mut app, "x");
        press(&mut app, KeyCode::Backspace);
        type_text(&mut app, "d");
        press(&mut app, KeyCode::Enter);
        let state = *app.world().resource::<DevState>();
        assert_eq!((tick(&app), state.god, state.used), (before + 1, true, true));
        type_text(&mut app, "fly");
        press(&mut app, KeyCode::Enter);
        assert_eq!(tick(&app), before + 1, "it is not an act");
        press(&mut app, KeyCode::ArrowUp);
        press(&mut app, KeyCode::ArrowUp);
        assert_eq!(app.world().resource::<Console>().line.text(), "god");
        press(&mut app, KeyCode::Backquote);
        assert!(!is_open(&app));
    }

    #[test]
    fn typing_neither_fires_nor_walks_nor_rewinds() {
        let mut app = game();
        press(&mut app, KeyCode::Backquote);
        for key in [KeyCode::KeyW, KeyCode::ControlLeft, KeyCode::Backspace] {
            presses::send_key(&mut app, key, ButtonState::Pressed);
        }
        app.update();
        let holds = |devices: presses::Devices| {
            [Action::Forward, Action::Fire, Action::Rewind].map(|action| devices.holds(action))
        };
        let held = app.world_mut().run_system_cached(holds).unwrap();
        assert_eq!(held[..2], [false; 2]);
        press(&mut app, KeyCode::Escape);
        assert!(!is_open(&app));
        let held = app.world_mut().run_system_cached(holds).unwrap();
        assert_eq!(held, [false; 3], "held keys count again once they are pressed again");
    }
}
