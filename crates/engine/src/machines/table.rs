//! A table: Lines of Action against the ship.

use crate::{
    events::game_event::GameEvent,
    machines::board_search::{PendingSearch, Progress, Reply},
    tick::intent::BoardAct,
    tick::tick::ticks,
};
use level::{TableGame, TriggerCause};
use puzzles::loa::{Game, Outcome, Picked, Player, Rules, Side, Square, Table};
use serde::{Deserialize, Serialize};

/// The ship moves when it has thought so long, in ticks, or longer if it needs more: so when it moves depends on the board alone.
const THINKS: u32 = ticks(0.5);
/// So many lost games have an effect of their own.
const THREE: u32 = 3;

/// A game on a table, and how those before it ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableBoard {
    /// The game, who plays and what is selected.
    pub table: Table,
    /// The games that the player has lost here.
    pub lost: u32,
    /// The ticks for which the ship has thought about its move, and how far it has come.
    thought: u32,
    progress: Progress,
    /// How this game ended has been told.
    told: bool,
}

impl TableBoard {
    /// A table where nothing was played.
    pub(crate) fn new(of: &TableGame) -> Self {
        TableBoard { table: table(of), lost: 0, thought: 0, progress: Progress::default(), told: false }
    }

    /// True if it can be the table of these settings.
    pub(crate) fn is_valid(&self, of: &TableGame) -> bool {
        let sides = [Side::Black, Side::White].map(|side| self.table.player(side));
        (sides == players(of) || self.is_for_two()) && self.progress.is_valid()
    }

    /// True if two people play: then nobody wins or loses anything but the game.
    pub fn is_for_two(&self) -> bool {
        [Side::Black, Side::White].into_iter().all(|side| self.table.player(side) == Player::Person)
    }

    /// The side that the player plays; of two people, Black.
    pub fn side(&self) -> Side {
        let is_his = |side: &Side| self.table.player(*side) == Player::Person;
        [Side::Black, Side::White].into_iter().find(is_his).unwrap_or(Side::Black)
    }

    /// What the player does: what is told of it, and of the game if it ends by that.
    pub(crate) fn act(&mut self, act: BoardAct, of: &TableGame, told: &mut (Vec<GameEvent>, Vec<TriggerCause>)) {
        let what = match act {
            BoardAct::Pick(square) => self.pick(square),
            BoardAct::Undo if self.table.undo() => GameEvent::BoardPick,
            BoardAct::Restart | BoardAct::Company => {
                // Whoever gives up a game that he has begun has lost it.
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

    /// The player has made a move in this game.
    fn has_moved(&self) -> bool {
        self.table.game().turns().iter().any(|turn| turn.played.is_some() && turn.before.to_move() == self.side())
    }

    /// Lets the ship think for a tick, if it is to move, and move if it has thought enough; then tells how the game has ended.
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
                // What a search finds is legal.
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

    /// What the ship has thought so far is forgotten.
    pub(crate) fn pause(&mut self) {
        (self.thought, self.progress) = (0, Progress::default());
    }
}

/// Who plays Black and White.
fn players(of: &TableGame) -> [Player; 2] {
    let first = of.position.to_move();
    [Side::Black, Side::White].map(|side| match (side == first) == of.player_begins {
        true => Player::Person,
        false => Player::Computer(of.level),
    })
}

/// A new game of these settings.
fn table(of: &TableGame) -> Table {
    let undos = of.undos.map_or_else(|| of.level.undos(), |undos| Some(undos.into()));
    Table::with(Game::from(of.position, Rules::default()), players(of), undos)
}

/// A new game of these settings for two people, who take back as often as they like.
fn table_for_two(of: &TableGame) -> Table {
    Table::with(Game::from(of.position, Rules::default()), [Player::Person; 2], None)
}
