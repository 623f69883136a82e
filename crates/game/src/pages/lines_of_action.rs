//! Lines of Action on the title screen, for two players or against the computer.

use crate::{
    flow::page::Page,
    input::at_board::{self, Deed, OnFrame},
    input::bindings::Bindings,
    input::pad::Device,
    input::presses::Presses,
    sound::cue::{Cue, Cues},
    ui::front::Front,
    ui::menu::{Menu, Pick},
    ui::text_layout::{self, BLACK, DIM, PALE},
};
use bevy::prelude::*;
use engine::TICKS_PER_SECOND;
use localization::{Key, Said, say};
use puzzles::loa::{Level, Outcome, Picked, Player, Rules, Search, Square, Table};
use renderer::{
    Art, BoardLayout, BoardPlaces, BoardPointer, Canvas, Control, DrawFrame, Screen, TableView, draw_table,
};
use std::time::Duration;

/// Number of positions that the computer searches per frame: less than a millisecond of work.
const SLICE: u64 = 1500;
/// Minimum time before the computer moves, so that the move is visible.
const PAUSE: Duration = Duration::from_millis(500);
/// Controls in addition to selecting squares.
const CONTROLS: [Control; 3] = [Control::Undo, Control::Restart, Control::Leave];
const ABOUT: Key = say!(
    "Connect all your pieces into one group to win. A piece moves in a straight line, exactly as many squares as \
    there are pieces on that line. It jumps over your own pieces and captures what it lands on. Black moves first."
);

/// Lines of the menu.
const BEGIN: usize = 0;
const PLAYERS: [usize; 2] = [1, 2];

/// State of the open page.
#[derive(Resource)]
struct TablePage {
    menu: Menu,
    /// Players of Black and White.
    players: [Player; 2],
    game: Option<Played>,
}

/// Game in progress.
struct Played {
    table: Table,
    pointer: BoardPointer,
    /// Search for the computer's move, and its start time.
    search: Option<(Search, Duration)>,
    /// Seed of the errors of weak levels.
    seed: u64,
    /// Sounds of the latest events.
    heard: Vec<&'static str>,
}

/// Loudness of the board.
const LOUDNESS: f32 = 0.7;

impl TablePage {
    fn new() -> TablePage {
        let players = [Player::Person, Player::Computer(Level::ALL[1])];
        let mut page =
            TablePage { menu: Menu::new([say!("Begin"), say!(""), say!(""), say!("Back")]), players, game: None };
        page.write();
        page
    }

    /// Writes the players into the menu.
    fn write(&mut self) {
        for (line, (name, player)) in
            PLAYERS.into_iter().zip([say!("Orange"), say!("Blue")].into_iter().zip(self.players))
        {
            let who = match player {
                Player::Person => say!("human").into(),
                Player::Computer(level) => say!("AI level {number}", number = level.number()),
            };
            self.menu.write(line, Said::joined([name.into(), who], ": "));
        }
    }

    /// Handles input in the menu. Returns true if the player leaves the page.
    fn choose(&mut self, pressed: &Presses, seed: u64) -> bool {
        for pick in self.menu.follow(pressed) {
            match pick {
                Pick::Take(BEGIN) => self.game = Some(Played::new(self.players, seed)),
                Pick::Take(line) if PLAYERS.contains(&line) => self.change(line, 1),
                Pick::Change(line, steps) if PLAYERS.contains(&line) => self.change(line, steps),
                Pick::Take(_) => return true,
                Pick::Change(..) => {}
            }
        }
        pressed.back()
    }

    /// Changes the player of a side.
    fn change(&mut self, line: usize, steps: i32) {
        let player = &mut self.players[line - PLAYERS[0]];
        let number = match player {
            Player::Person => 0,
            Player::Computer(level) => i32::from(level.number()),
        };
        let next = (number + steps).rem_euclid(Level::ALL.len() as i32 + 1);
        *player = Level::new(next as u8).map_or(Player::Person, Player::Computer);
        self.write();
    }
}

impl Played {
    fn new(players: [Player; 2], seed: u64) -> Played {
        // The computer's level limits the number of undos. Between two people it is unlimited.
        let undos = |player: &Player| match player {
            Player::Person => None,
            Player::Computer(level) => level.undos(),
        };
        let undos = players.iter().find_map(undos);
        let table = Table::new(Rules::default(), players, undos);
        Played { table, pointer: BoardPointer::default(), search: None, seed, heard: Vec::new() }
    }

    /// Performs an action. Returns true if the player leaves the game.
    fn act(&mut self, deed: Deed) -> bool {
        match deed {
            Deed::Pick(number) => match Square::try_from(number).map(|square| self.table.pick(square)) {
                Ok(Picked::Selected) => self.heard.push("board_pick"),
                Ok(Picked::Moved(_)) => self.moved(),
                Ok(Picked::Ignored) | Err(_) => self.heard.push("board_refuse"),
            },
            Deed::Control(Control::Undo) if self.table.undo() => self.heard.push("board_pick"),
            Deed::Control(Control::Restart) => {
                self.table.restart();
                self.search = None;
                self.heard.push("board_pick");
            }
            Deed::Control(Control::Leave) => return true,
            Deed::Control(_) => self.heard.push("board_refuse"),
        }
        false
    }

    /// Plays the sound of a move, and that of the end of the game if it has ended.
    fn moved(&mut self) {
        self.heard.push("board_move");
        match self.table.game().outcome() {
            Some(Outcome::Won(side)) if self.table.player(side) != Player::Person => self.heard.push("board_lose"),
            Some(Outcome::Won(_)) => self.heard.push("board_win"),
            Some(Outcome::Draw) => self.heard.push("board_refuse"),
            None => {}
        }
    }

    /// Continues the computer's search for one frame, if it is the computer's turn.
    fn think(&mut self, now: Duration) {
        let Some(level) = self.table.thinking() else { return };
        let seed = self.seed;
        let begin = || (Search::new(self.table.game(), level.limits(), seed), now);
        let (search, since) = self.search.get_or_insert_with(begin);
        if search.advance(SLICE) && now >= *since + PAUSE {
            let played = search.choice().played;
            self.search = None;
            match self.table.reply(played) {
                Ok(()) => self.moved(),
                Err(what) => error!("the computer made an illegal move: {what}"),
            }
        }
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.insert_resource(TablePage::new());
    app.add_systems(OnEnter(Page::LinesOfAction), open);
    app.add_systems(Update, play.run_if(in_state(Page::LinesOfAction)));
    app.add_systems(DrawFrame, draw.in_set(Front::Page).run_if(in_state(Page::LinesOfAction)));
}

/// Opens the page with the players of the last game.
fn open(mut page: ResMut<TablePage>) {
    let players = page.players;
    *page = TablePage { players, ..TablePage::new() };
    page.write();
}

fn play(
    (mut pressed, art, screen): (ResMut<Presses>, Option<Res<Art>>, Res<Screen>),
    time: Res<Time<Real>>,
    mut page: ResMut<TablePage>,
    mut shown: ResMut<NextState<Page>>,
    mut cues: Option<ResMut<Cues>>,
) {
    let Some(art) = art else { return };
    let now = time.elapsed();
    pressed.board_page = page.game.is_some();
    let Some(game) = &mut page.game else {
        if page.choose(&pressed, now.as_nanos() as u64) {
            shown.set(Page::None);
        }
        return;
    };
    let layout = BoardLayout::of(screen.0.width(), screen.0.height());
    let board = OnFrame { places: BoardPlaces::Squares, layout, pen: art.pen(), controls: &CONTROLS };
    let mut is_left = false;
    for deed in board.follow(&pressed, &mut game.pointer) {
        is_left |= game.act(deed);
    }
    game.think(now);
    for name in game.heard.drain(..) {
        let cue = Cue { own: true, ..Cue::around(name, LOUDNESS) };
        if let Some(cues) = &mut cues {
            cues.0.push((cue, Vec2::ZERO));
        }
    }
    if is_left {
        page.game = None;
    }
}

fn draw(
    (art, bindings, device): (Option<Res<Art>>, Res<Bindings>, Res<Device>),
    time: Res<Time<Real>>,
    mut page: ResMut<TablePage>,
    mut screen: ResMut<Screen>,
) {
    let Some(art) = art else { return };
    let layout = BoardLayout::of(screen.0.width(), screen.0.height());
    let mut canvas = Canvas::new(&mut screen.0);
    canvas.tint(BLACK.covering(0.8));
    if let Some(Played { table, pointer, .. }) = &page.game {
        let keys = &at_board::keys(&bindings, *device);
        let tick = (time.elapsed_secs_f64() * f64::from(TICKS_PER_SECOND)) as u64;
        let view = TableView { table, pointer: *pointer, controls: &CONTROLS, keys, tick };
        return draw_table(&mut canvas, art.pen(), &layout, &view);
    }
    let height = canvas.height();
    text_layout::line(&mut canvas, art.pen(), say!("Lines of Action"), height / 10, 3, PALE);
    let under = if text_layout::is_small(&canvas, art.pen()) { height / 5 } else { height * 3 / 10 };
    let area = text_layout::column(&canvas, art.pen(), under, height);
    text_layout::paragraph(&mut canvas, art.pen(), ABOUT, area, DIM);
    let lines = text_layout::wrapped(&canvas, art.pen(), ABOUT, area.width).len() as i32;
    let below = area.y + (lines + 1) * text_layout::line_height(&canvas, art.pen(), 1);
    let top = below.max(height * 11 / 20).min(height - page.menu.height(&canvas, art.pen()));
    page.menu.draw(&mut canvas, art.pen(), top);
}

#[cfg(test)]
mod tests {
    use super::*;
    use KeyCode::{ArrowDown, ArrowLeft, ArrowRight, Enter, Escape};
    use puzzles::loa::Side;

    fn keys(keys: &[KeyCode]) -> Presses {
        let mut pressed = Presses::default();
        pressed.set_keys(keys);
        pressed
    }

    fn square(name: &str) -> u8 {
        Square::named(name).unwrap().into()
    }

    #[test]
    fn each_side_is_a_person_or_one_of_six_levels() {
        let mut page = TablePage::new();
        let mut players = Vec::new();
        for _ in 0..7 {
            page.choose(&keys(&[ArrowDown, ArrowRight]), 1);
            players.push(page.players[0]);
            page = TablePage { players: page.players, ..TablePage::new() };
        }
        let levels = Level::ALL.map(Player::Computer);
        assert_eq!(players, [levels.as_slice(), &[Player::Person]].concat());
        assert!(!page.choose(&keys(&[ArrowDown, ArrowDown, ArrowLeft]), 1));
        assert_eq!(page.players, [Player::Person, levels[0]]);
        assert!(page.choose(&keys(&[Escape]), 1));
        let mut page = TablePage::new();
        assert!(!page.choose(&keys(&[Enter]), 1) && page.game.is_some(), "the first line begins");
        assert!(TablePage::new().choose(&keys(&[KeyCode::ArrowUp, Enter]), 1), "the last one leads back");
    }

    #[test]
    fn two_people_can_play_undo_and_restart() {
        let mut game = Played::new([Player::Person; 2], 1);
        for name in ["b1", "b3", "a4", "c4"] {
            assert!(!game.act(Deed::Pick(square(name))));
        }
        assert_eq!(game.table.game().turns().len(), 2);
        assert_eq!(game.heard, ["board_pick", "board_move"].repeat(2));
        game.act(Deed::Control(Control::Undo));
        assert_eq!(game.table.game().turn(), Some(Side::White));
        game.act(Deed::Control(Control::Restart));
        assert_eq!(game.table.game().turns().len(), 0);
        assert!(game.act(Deed::Control(Control::Leave)));
    }

    #[test]
    fn computer_moves_after_a_pause_without_blocking_frames() {
        let mut game = Played::new([Player::Person, Player::Computer(Level::ALL[5])], 1);
        game.think(Duration::ZERO);
        assert!(game.search.is_none(), "it is not its turn");
        game.act(Deed::Pick(square("b1")));
        game.act(Deed::Pick(square("b3")));
        let picture = |number: u32| Duration::from_millis(16) * number;
        let mut before = 0;
        for number in 0..200 {
            game.think(picture(number));
            let Some((search, _)) = &game.search else { break };
            assert!(search.nodes() - before <= SLICE);
            before = search.nodes();
        }
        assert_eq!((game.table.game().turns().len(), game.table.thinking()), (2, None));
        let quick = Played::new([Player::Computer(Level::ALL[0]); 2], 1);
        let answers = |mut game: Played, milliseconds: u64| {
            game.think(Duration::ZERO);
            game.think(Duration::from_millis(milliseconds));
            game.table.game().turns().len()
        };
        assert_eq!(answers(quick, 100), 0);
        assert_eq!(answers(Played::new([Player::Computer(Level::ALL[0]); 2], 1), 500), 1);
    }

    #[test]
    fn table_limits_undos_to_those_of_the_level() {
        let undos = |players| Played::new(players, 1).table.undos_left();
        assert_eq!(undos([Player::Person; 2]), None);
        assert_eq!(undos([Player::Person, Player::Computer(Level::ALL[5])]), Some(0));
        assert_eq!(undos([Player::Computer(Level::ALL[2]), Player::Person]), Some(3));
    }
}
