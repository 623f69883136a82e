//! The terminals: the player uses one, makes moves, asks for hints, and leaves.

use crate::{
    acts::event_text::Told,
    acts::play::{Play, Stop, cannot},
    words::clean::{echo, plain_letters},
};
use bevy::prelude::World;
use engine::{AtTerminal, BoardAct, GameEvent, Intent, Terminal, TerminalBoard, ticks};
use localization::{Said, say};
use puzzles::loa::Square;

/// The maximum number of ticks to wait for the ship's move or a hint.
const ANSWERS: u32 = ticks(30.0);

/// Returns the terminal that the player is using, if any.
pub(crate) fn at(world: &mut World) -> Option<Terminal> {
    let id = world.resource::<AtTerminal>().0?;
    let mut terminals = world.query::<(&engine::Id, &Terminal)>();
    terminals.iter(world).find(|(other, _)| **other == id).map(|(_, terminal)| terminal.clone())
}

/// Returns the terminal that the player is using. Fails if there is none.
pub(crate) fn here(play: &mut Play) -> Result<Terminal, Stop> {
    match at(play.headless.world_mut()) {
        Some(terminal) => Ok(terminal),
        None => cannot(say!("You are not at a board: go to one and use it.")),
    }
}

/// Leaves the board, if the player is at one.
pub(crate) fn leave(play: &mut Play) -> Result<(), Stop> {
    if at(play.headless.world_mut()).is_some() { act(play, BoardAct::Leave) } else { Ok(()) }
}

/// Makes the moves in the words: `b1 d3` on a table, the number of a pebble on a conduit, `undo`, `restart` or `leave`.
pub(crate) fn play_words(play: &mut Play, words: &[String]) -> Result<(), Stop> {
    let terminal = here(play)?;
    let said = words.join(" ").replace(['-', 'x'], " ");
    for word in said.split_whitespace() {
        let wanted = match (plain_letters(word).as_str(), &terminal.board) {
            ("undo" | "ruecknahme" | "zurueck", _) => BoardAct::Undo,
            ("restart" | "anew" | "neu" | "neustart", _) => BoardAct::Restart,
            ("leave" | "away" | "weg" | "verlasse", _) => BoardAct::Leave,
            (_, TerminalBoard::Table(_)) => match Square::named(word) {
                Some(square) => BoardAct::Pick(square.into()),
                None => return cannot(say!("{word} is not a square: say two, such as b1 d3.", word = echo(word))),
            },
            (_, TerminalBoard::Conduit(_)) => match word.parse() {
                Ok(number @ 0..=14) => BoardAct::Pick(number),
                _ => return cannot(say!("{word} is not a pebble: say a number from 0 to 14.", word = echo(word))),
            },
        };
        act(play, wanted)?;
    }
    wait_for_ship(play)
}

/// Asks for a hint and waits for it.
pub(crate) fn hint(play: &mut Play) -> Result<(), Stop> {
    let TerminalBoard::Conduit(_) = here(play)?.board else {
        return cannot(say!("No hints at a table."));
    };
    match act(play, BoardAct::Hint) {
        Ok(()) | Err(Stop::Interrupted) => {}
        Err(stop) => return Err(stop),
    }
    if play.headless.events().iter().any(|report| report.what == GameEvent::HintRefused) {
        return cannot(say!("Not enough oxygen for a hint: go where there is air."));
    }
    for _ in 0..ANSWERS {
        match here(play)?.board {
            TerminalBoard::Conduit(lock) if lock.wants_hint() => play.tick(Intent::default())?,
            TerminalBoard::Conduit(lock) => {
                let next: Vec<String> = lock.hint.iter().map(ToString::to_string).collect();
                play.told
                    .push(Told::Says(say!("Move one of these: {plates}.", plates = Said::literal(next.join(", ")))));
                return Ok(());
            }
            TerminalBoard::Table(_) => return Ok(()),
        }
    }
    cannot(say!("No hint found in time: ask again."))
}

/// Does one action at the board.
fn act(play: &mut Play, wanted: BoardAct) -> Result<(), Stop> {
    let outcome = play.tick(Intent { board: Some(wanted), ..Intent::default() });
    let refused = play.headless.events().iter().any(|report| report.what == GameEvent::BoardRefuses);
    outcome?;
    if refused { cannot(say!("That move is not possible.")) } else { Ok(()) }
}

/// Waits until the ship has moved.
fn wait_for_ship(play: &mut Play) -> Result<(), Stop> {
    for _ in 0..ANSWERS {
        match at(play.headless.world_mut()).map(|terminal| terminal.board) {
            Some(TerminalBoard::Table(board)) if board.table.thinking().is_some() => play.tick(Intent::default())?,
            _ => break,
        }
    }
    play.idle(2)
}
