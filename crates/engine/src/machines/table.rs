//! Tables: the game Lines of Action against the ship.

use crate::{
    events::game_event::GameEvent,
    machines::board_search::{PendingSearch, Progress, Reply},
    tick::intent::BoardAct,
    tick::tick::ticks,
};
use level::{TableGame, TriggerCause};
use puzzles::loa::{Game, Outcome, Picked, Player, Rules, Side, Square, Table};
use serde::{Deserialize, Serialize};

/// Minimum number of ticks before the ship moves. It takes longer if the search does, so the time of the move depends
/// only on the board.
const THINKS: u32 = ticks(0.5);
/// Number of lost games after which a trigger cause is reported.
const THREE: u32 = 3;

/// A game on a table, and the results of the games before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableBoard {
    /// The game, its players and the selection.
    pub table: Table,
    /// The number of games that the player has lost here.
    pub lost: u32,
    /// The ticks for which the ship has been thinking about its move, and the progress of the search.
    thought: u32,
    progress: Progress,
    /// True if the result of this game has been reported.
    told: bool,
}

impl TableBoard {
    /// Creates a table with a new game.
    pub(crate) fn new(of: &TableGame) -> Self {
        TableBoard { table: table(of), lost: 0, thought: 0, progress: Progress::default(), told: false }
    }

    /// Returns true if this is a valid state of a table with these settings.
    pub(crate) fn is_valid(&self, of: &TableGame) -> bool {
        let sides = [Side::Black, Side::White].map(|side| self.table.player(side));
        (sides == players(of) || self.is_for_two()) && self.progress.is_valid()
    }

    /// Returns true if two people play; such games do not count as won or lost.
    pub fn is_for_two(&self) -> bool {
        [Side::Black, Side::White].into_iter().all(|side| self.table.player(side) == Player::Person)
    }

    /// Returns the side of the player, or Black if two people play.
    pub fn side(&self) -> Side {
        let is_his = |side: &Side| self.table.player(*side) == Player::Person;
        [Side::Black, Side::White].into_iter().find(is_his).unwrap_or(Side::Black)
    }

    /// Applies an action of the player. Adds the resulting events and trigger causes to `told`.
    pub(crate) fn act(&mut self, act: BoardAct, of: &TableGame, told: &mut (Vec<GameEvent>, Vec<TriggerCause>)) {
        let what = match act {
            BoardAct::Pick(square) => self.pick(square),
            BoardAct::Undo if self.table.undo() => GameEvent::BoardPick,
            BoardAct::Restart | BoardAct::Company => {
                // Abandoning a game after the first move counts as losing it.
                if self.table.game().outcome().is_none() && self.has_moved() && !self.is_for_two() {
                    self.lose(told);
                }
                let for_two = self.is_for_two() != (act == BoardAct::Company);
                self.table = if for_two { table_for_two(of) } else { table(of) };
                self.told = false;
                GameEvent::BoardPick
            }
            BoardAct::Undo | BoardAct::Hint => GameEvent::BoardRefuses,
            BoardAct::Leave => return,
        };
        self.pause();
        told.0.push(what);
    }

    fn pick(&mut self, square: u8) -> GameEvent {
        match Square::try_from(square).map(|square| self.table.pick(square)) {
            Ok(Picked::Selected) => GameEvent::BoardPick,
            Ok(Picked::Moved(_)) => GameEvent::BoardMoves,
            Ok(Picked::Ignored) | Err(_) => GameEvent::BoardRefuses,
        }
    }

    /// Returns true if the player has made a move in this game.
    fn has_moved(&self) -> bool {
        self.table.game().turns().iter().any(|turn| turn.played.is_some() && turn.before.to_move() == self.side())
    }

    /// Lets the ship think for one tick if it is its turn, and move when it has finished. Then reports the result if
    /// the game has ended.
    pub(crate) fn go_on(
        &mut self,
        thinking: &mut PendingSearch,
        seed: u64,
        told: &mut (Vec<GameEvent>, Vec<TriggerCause>),
    ) {
        if let Some(level) = self.table.thinking() {
            self.thought = self.thought.saturating_add(1);
            let reply = thinking.reply(&mut self.progress, self.table.game(), level, seed);
            if let Some(Reply(played)) = reply.filter(|_| self.thought >= THINKS) {
                // The search finds only legal moves.
                let _ = self.table.reply(played);
                self.pause();
                told.0.push(GameEvent::BoardReplies);
            }
        }
        let Some(outcome) = self.table.game().outcome().filter(|_| !self.told) else { return };
        self.told = true;
        match outcome {
            Outcome::Won(_) if self.is_for_two() => told.0.push(GameEvent::BoardReplies),
            Outcome::Won(side) if side == self.side() => {
                told.0.push(GameEvent::BoardWon);
                told.1.push(TriggerCause::Won);
            }
            Outcome::Won(_) => self.lose(told),
            Outcome::Draw => told.0.push(GameEvent::BoardDrawn),
        }
    }

    fn lose(&mut self, told: &mut (Vec<GameEvent>, Vec<TriggerCause>)) {
        self.lost = self.lost.saturating_add(1);
        told.0.push(GameEvent::BoardLost);
        told.1.push(TriggerCause::Lost);
        if self.lost.is_multiple_of(THREE) {
            told.1.push(TriggerCause::LostThreeTimes);
        }
    }

    /// Abandons the search of the ship.
    pub(crate) fn pause(&mut self) {
        (self.thought, self.progress) = (0, Progress::default());
    }
}

/// Returns the players of Black and White.
fn players(of: &TableGame) -> [Player; 2] {
    let first = of.position.to_move();
    [Side::Black, Side::White].map(|side| match (side == first) == of.player_begins {
        true => Player::Person,
        false => Player::Computer(of.level),
    })
}

/// Creates a new game with these settings.
fn table(of: &TableGame) -> Table {
    let undos = of.undos.map_or_else(|| of.level.undos(), |undos| Some(undos.into()));
    Table::with(Game::from(of.position, Rules::default()), players(of), undos)
}

/// Creates a new game with these settings for two people, with unlimited undo.
fn table_for_two(of: &TableGame) -> Table {
    Table::with(Game::from(of.position, Rules::default()), [Player::Person; 2], None)
}
