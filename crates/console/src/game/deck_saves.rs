//! Deck saves: what the game saves by itself in the ring that window, terminal and text mode share, and when.
//!
//! A deck is saved when the player comes onto it, and again when the player leaves it alive, by whatever way out of the game. A game in
//! which nothing was done yet is not saved: it would push another one out of the ring.

use crate::game::game::{Game, Unsaved};
use journey::{Ring, Save, SaveDir};
use words::{Said, say};

/// The deck saves of one game.
pub(crate) struct DeckSaves {
    shelf: Option<SaveDir>,
    /// The deck and the tick of the last deck save.
    last: Option<(String, u64)>,
}

impl DeckSaves {
    /// Deck saves in a folder of saves; without one nothing is saved.
    pub(crate) fn in_folder(shelf: Option<SaveDir>) -> DeckSaves {
        DeckSaves { shelf, last: None }
    }

    /// Returns the folder of saves.
    pub(crate) fn shelf(&self) -> Option<&SaveDir> {
        self.shelf.as_ref()
    }

    /// Saves a deck that was entered since the last call, with what `adds` puts into the save.
    ///
    /// # Errors
    /// A sentence, if it cannot be written.
    pub(crate) fn enter(&mut self, game: &mut Game, adds: impl Fn(&mut Save)) -> Result<(), Said> {
        let is_due = match game.unsaved {
            Unsaved::Nothing => false,
            Unsaved::NewGame => game.play.headless.run().tick > 0,
            Unsaved::Deck => true,
        };
        if is_due { self.write(game, adds) } else { Ok(()) }
    }

    /// Saves the deck that the player leaves alive.
    ///
    /// # Errors
    /// A sentence, if it cannot be written.
    pub(crate) fn leave(&mut self, game: &mut Game, adds: impl Fn(&mut Save)) -> Result<(), Said> {
        let run = game.play.headless.run();
        let is_new = game.unsaved == Unsaved::NewGame && run.tick == 0;
        let is_saved = self.last.as_ref().is_some_and(|(deck, tick)| *deck == game.journey.deck && *tick == run.tick);
        if is_new || is_saved { Ok(()) } else { self.write(game, adds) }
    }

    fn write(&mut self, game: &mut Game, adds: impl Fn(&mut Save)) -> Result<(), Said> {
        game.unsaved = Unsaved::Nothing;
        let Some(shelf) = self.shelf.as_ref().filter(|_| game.goes_on()) else { return Ok(()) };
        let mut save = game.save();
        adds(&mut save);
        let at = (game.journey.deck.clone(), save.tick);
        shelf
            .put_next(Ring::Auto, save)
            .map_err(|error| say!("Nothing is saved: {error}.", error = Said::literal(error.to_string())))?;
        self.last = Some(at);
        Ok(())
    }
}
