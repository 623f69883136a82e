//! A game as a terminal shows it: time, keys, graphics, and the choices while the game is paused.

use crate::{
    acts::event_text::Told,
    acts::play::Stop,
    game::deck_saves::DeckSaves,
    game::describe,
    game::game::Game,
    talk::one::both,
    terminal::board,
    terminal::console::{Console, answer},
    terminal::dev_tools::DevTools,
    terminal::half_blocks::HalfBlocks,
    terminal::keys::{Keys, Wish},
    terminal::report::Report,
    terminal::status::Status,
};
use bevy::prelude::{Resource, World};
use campaign::{Ring, SaveDir};
use crossterm::event::KeyEventKind;
use engine::{AtTerminal, BoardAct, DevAct, Id, Intent, Outcome, TICKS_PER_SECOND, Terminal, TerminalBoard};
use raycast::Frame;
use renderer::{Art, Automap, AutomapOptions, BoardPointer, DrawFrame, MapScale, Screen};
use std::{
    collections::VecDeque,
    io::{self, Write},
    time::Duration,
};

/// The duration of a tick.
const TICK: Duration = Duration::from_nanos(1_000_000_000 / TICKS_PER_SECOND as u64);
/// The maximum time that a frame counts, so that a hitch slows the game down instead of making it jump.
const LONGEST: Duration = Duration::from_millis(100);

/// The reason why the game is paused, with its choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Offer {
    Pause,
    /// Leaving the game. It needs a confirmation, so that no walking key can leave by accident.
    Quit,
    Death,
    Ending,
}

impl Offer {
    fn words(self) -> &'static str {
        match self {
            Offer::Pause => "Paused. Enter: resume   R: restart deck   F5, F9: save, load   Q: quit",
            Offer::Quit => "Quit? The game is saved. Enter or Y: quit   Esc or N: stay",
            Offer::Death => "You are dead. Enter: restart deck   F9: load   Q: quit",
            Offer::Ending => "You have left the ship. Enter: new game   Q: quit",
        }
    }
}

/// A game that is shown and played in a terminal.
pub(crate) struct Session {
    pub(crate) game: Game,
    art: Art,
    saves: DeckSaves,
    pub(crate) keys: Keys,
    status: Status,
    offer: Option<Offer>,
    /// The choices that were offered before the player asked to quit.
    before_quit: Option<Offer>,
    /// True if the terminal reported the loss of the focus and no key was pressed since.
    is_away: bool,
    acts: VecDeque<BoardAct>,
    /// The developer acts that no tick has carried out yet, and the line on which they are typed, if it is open.
    dev_acts: VecDeque<DevAct>,
    console: Console,
    tools: DevTools,
    /// The map display, which is kept from deck to deck.
    map: (Automap, AutomapOptions),
    /// The elapsed time, and the part of it that no tick has used yet.
    now: Duration,
    owed: Duration,
}

impl Session {
    /// Creates the session of a game.
    pub(crate) fn new(game: Game, art: Art, shelf: Option<SaveDir>) -> Session {
        let (now, owed) = (Duration::ZERO, Duration::ZERO);
        let (keys, status, acts, map, dev_acts, console, tools) = Default::default();
        let saves = DeckSaves::in_folder(shelf);
        let (offer, before_quit, is_away) = (None, None, false);
        let mut session = Session {
            game,
            art,
            saves,
            keys,
            status,
            offer,
            before_quit,
            is_away,
            acts,
            dev_acts,
            console,
            tools,
            map,
            now,
            owed,
        };
        let help =
            "WASD: walk   arrows: turn   F: fire   E: use   J: jump   1-9: weapon   Tab: map   C: suit   Esc: pause";
        session.status.say(help.to_owned(), now);
        session
    }

    /// Handles a report of a terminal with this number of columns. Returns true if the player leaves.
    pub(crate) fn follow(&mut self, report: Report, columns: u16) -> bool {
        if self.console.is_open() {
            self.type_act(report);
            return false;
        }
        let wish = self.keys.follow(report, columns, self.now);
        // A key press proves that the player is there, whatever the terminal has reported.
        self.is_away &= !matches!(report, Report::Key(key) if key.kind != KeyEventKind::Release);
        let Some(wish) = wish else { return false };
        match (wish, self.offer) {
            (Wish::Focus(has_focus), _) => self.is_away = !has_focus,
            (Wish::QuitAtOnce, _) | (Wish::Confirm | Wish::Letter('y'), Some(Offer::Quit)) => return true,
            (Wish::Escape | Wish::Letter('n'), Some(Offer::Quit)) => self.stay(),
            (_, Some(Offer::Quit)) => {}
            (Wish::Quit, _) | (Wish::Letter('q'), Some(_)) => self.ask_to_quit(),
            (Wish::Load, _) => self.load(),
            (Wish::Save, None | Some(Offer::Pause)) => self.save(),
            (Wish::Escape | Wish::Confirm, Some(Offer::Pause)) => self.go_on(),
            (Wish::Letter('r'), Some(Offer::Pause)) | (Wish::Confirm, Some(_)) => {
                self.game.restart();
                self.tools.begin(&mut self.game.play);
                self.go_on();
            }
            (_, Some(_)) => {}
            (wish, None) => match self.board() {
                Some(board) => {
                    let pointer = &mut *self.game.play.headless.world_mut().get_resource_or_init::<BoardPointer>();
                    self.acts.extend(board::act(&board, wish, pointer));
                }
                None => self.at_play(wish),
            },
        }
        false
    }

    /// Handles a request while the player is not at a board.
    fn at_play(&mut self, wish: Wish) {
        let scale = self.game.play.headless.world().get_resource::<MapScale>().copied().unwrap_or_default();
        let (map, options) = &mut self.map;
        match wish {
            Wish::Escape => self.pause(),
            Wish::Map | Wish::Letter('m') => map.turn_over(),
            Wish::Letter('c') => self.tell_suit(),
            Wish::Letter('+' | '=') => options.zoom_by(1, scale),
            Wish::Letter('-') => options.zoom_by(-1, scale),
            Wish::Letter('`') => self.open_console(),
            _ => {}
        }
    }

    /// Shows the suit's protection in the status line.
    fn tell_suit(&mut self) {
        let suit = describe::suit(&mut self.game);
        self.game.play.told.extend(suit.into_iter().map(Told::Briefing));
    }

    fn open_console(&mut self) {
        self.tools.close();
        self.console.open();
        self.keys.let_go();
    }

    /// Types into the console. An entered act is carried out in the next tick; the time and the inspector follow at
    /// once.
    fn type_act(&mut self, report: Report) {
        let play = &mut self.game.play;
        let Some(line) = self.console.follow(report, play.headless.world_mut()) else { return };
        let said = match self.tools.carry_out(&line, play, &self.game.ship.rules) {
            Some(Ok(said) | Err(said)) => said,
            None => match answer(&line, play.headless.world_mut()) {
                Ok((act, told)) => {
                    self.dev_acts.push_back(act);
                    told
                }
                Err(why) => why,
            },
        };
        self.status.say(self.game.ship.tongue.say(said), self.now);
    }

    fn pause(&mut self) {
        self.offer = Some(Offer::Pause);
        self.keys.let_go();
    }

    fn ask_to_quit(&mut self) {
        self.before_quit = self.offer;
        self.offer = Some(Offer::Quit);
        self.keys.let_go();
    }

    /// Cancels quitting: restores the previous choices, and pauses a game that was running.
    fn stay(&mut self) {
        self.offer = self.before_quit.take().or(Some(Offer::Pause));
    }

    /// Returns true if nothing changes until the player does something.
    pub(crate) fn rests(&self) -> bool {
        self.is_away || self.console.is_open() || self.is_held() || !matches!(self.offer, None | Some(Offer::Death))
    }

    /// Returns true while developer tools hold the time, except for acts that wait for a tick.
    fn is_held(&self) -> bool {
        self.tools.is_stopped && self.dev_acts.is_empty()
    }

    fn go_on(&mut self) {
        self.offer = None;
        self.keys.let_go();
        self.acts.clear();
    }

    /// Makes a quick save and reports it.
    fn save(&mut self) {
        let Some(shelf) = self.saves.shelf() else { return };
        let said = match shelf.put_next(Ring::Quick, self.game.save()) {
            Ok(_) => "Saved.".to_owned(),
            Err(error) => format!("Cannot save: {error}."),
        };
        self.status.say(said, self.now);
    }

    /// Leaves the game for any reason: saves it and writes the recording.
    ///
    /// # Errors
    /// If either cannot be written; the message is one or two sentences.
    pub(crate) fn leave(&mut self) -> Result<(), String> {
        let saved = self.saves.leave(&mut self.game, |_| {});
        both(saved.map_err(|what| what.english()), self.game.end_recording())
    }

    fn load(&mut self) {
        let course = &self.game.journey.course;
        let newest = self.saves.shelf().and_then(|shelf| shelf.newest_of(course, Some(Ring::Quick)));
        let said = match newest.map(|save| self.game.load(&save)) {
            Some(Ok(())) => {
                self.tools.begin(&mut self.game.play);
                self.go_on();
                "Loaded.".to_owned()
            }
            Some(Err(what)) => self.game.ship.tongue.say(what),
            None => "No quick save yet. Press F5 to quick save.".to_owned(),
        };
        self.status.say(said, self.now);
    }

    /// Returns the board that the player is using, if any.
    fn board(&mut self) -> Option<TerminalBoard> {
        let world = self.game.play.headless.world_mut();
        let at = world.resource::<AtTerminal>().0?;
        let mut terminals = world.query::<(&Id, &Terminal)>();
        terminals.iter(world).find(|(id, _)| **id == at).map(|(_, terminal)| terminal.board.clone())
    }

    /// Advances the time to `now` since the start.
    pub(crate) fn pass(&mut self, now: Duration) {
        self.owed += now.saturating_sub(self.now).min(LONGEST).mul_f32(self.tools.speed);
        self.now = now;
        if self.is_away {
            // A running game is paused, choices stay, and nothing resumes on its own.
            if self.offer.is_none() {
                self.pause();
            }
            self.owed = Duration::ZERO;
        }
        if self.console.is_open() || self.is_held() {
            self.owed = Duration::ZERO;
        }
        let ticks = (self.owed.as_nanos() / TICK.as_nanos()) as u32;
        self.owed -= TICK * ticks;
        if ticks == 0 {
            return;
        }
        let mut intent = self.keys.intent(ticks, TICK, now);
        for _ in 0..ticks {
            match self.offer {
                None if self.is_held() => break,
                None => {
                    (intent.board, intent.dev_act) = (self.acts.pop_front(), self.dev_acts.pop_front());
                    self.tick(intent);
                    intent.weapon = None;
                }
                // A dead player keeps falling.
                Some(Offer::Death) => self.game.play.headless.tick(Intent::default()),
                Some(_) => break,
            }
        }
        if let Err(what) = self.saves.enter(&mut self.game, |_| {}) {
            self.status.say(self.game.ship.tongue.say(what), now);
        }
        let told = &mut self.game.play.told;
        self.status.listen(told, &self.game.ship.tongue, now);
    }

    fn tick(&mut self, intent: Intent) {
        // Events that interrupt a text command do not interrupt a player who sees them.
        let is_over = self.game.play.tick(intent) == Err(Stop::Over);
        if let Some(said) = self.tools.listen(&mut self.game.play) {
            self.status.say(self.game.ship.tongue.say(said), self.now);
        }
        if is_over {
            self.over();
        }
    }

    /// Handles the end of the run: the player has died or left the deck.
    fn over(&mut self) {
        if self.game.play.headless.run().outcome == Outcome::Dead {
            self.offer = Some(Offer::Death);
            return;
        }
        self.game.finish_run();
        self.tools.begin(&mut self.game.play);
        if self.game.ended {
            self.offer = Some(Offer::Ending);
        }
    }

    /// Draws the frame into the cells of a terminal, and the status line below it.
    ///
    /// # Errors
    /// If writing fails.
    pub(crate) fn draw(&mut self, blocks: &mut HalfBlocks, out: &mut impl Write) -> io::Result<()> {
        let (width, height) = blocks.frame_size();
        let world = self.game.play.headless.world_mut();
        if !world.contains_resource::<Art>() {
            world.insert_resource(self.art.clone());
        }
        keep(world, &self.map.0);
        keep(world, &self.map.1);
        let screen = world.resource::<Screen>();
        if (screen.0.width(), screen.0.height()) != (width, height) {
            world.insert_resource(Screen(Frame::new(width, height)));
        }
        world.run_schedule(DrawFrame);
        blocks.write(&world.resource::<Screen>().0, out)?;
        let lines = self.tools.lines(&mut self.game.play);
        let lines: Vec<String> = lines.into_iter().map(|line| self.game.ship.tongue.say(line)).collect();
        blocks.write_over(&lines, out)
    }

    /// Returns the status line, with at most this number of characters.
    pub(crate) fn line(&mut self, columns: usize) -> String {
        if self.console.is_open() {
            return self.console.line(columns);
        }
        match self.offer {
            Some(offer) => crate::words::clean::cut(offer.words(), columns),
            None => self.status.line(&mut self.game.play, &self.game.ship.tongue, columns, self.now),
        }
    }
}

/// Inserts a resource into a world, unless an equal one is there.
fn keep<R: Resource + Clone + PartialEq>(world: &mut World, value: &R) {
    if world.get_resource::<R>() != Some(value) {
        world.insert_resource(value.clone());
    }
}
