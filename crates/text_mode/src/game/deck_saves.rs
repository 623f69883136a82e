//! Deck saves: the autosaves of the game, in the ring that window, terminal and text mode share.
//!
//! A deck is saved when the player enters it, and again when the player leaves the game alive, in any way. A game in
//! which nothing was done yet is not saved, because it would push another save out of the ring.

use crate::game::game::{Game, Unsaved};
use campaign::{Ring, Save, SaveDir};
use localization::{Said, say};

/// The deck saves of one game.
pub(crate) struct DeckSaves {
    shelf: Option<SaveDir>,
    /// The deck and the tick of the last deck save.
    last: Option<(String, u64)>,
}

impl DeckSaves {
    /// Creates the deck saves in a save folder; without one nothing is saved.
    pub(crate) fn in_folder(shelf: Option<SaveDir>) -> DeckSaves {
        DeckSaves { shelf, last: None }
    }

    /// Returns the save folder.
    pub(crate) fn shelf(&self) -> Option<&SaveDir> {
        self.shelf.as_ref()
    }

    /// Saves the deck if it was entered since the last call. `adds` adds parts to the save.
    ///
    /// # Errors
    /// If it cannot be written; the message is a sentence.
    pub(crate) fn enter(&mut self, game: &mut Game, adds: impl Fn(&mut Save)) -> Result<(), Said> {
        let is_due = match game.unsaved {
            Unsaved::Nothing => false,
            Unsaved::NewGame => game.play.headless.run().tick > 0,
            Unsaved::Deck => true,
        };
        if is_due { self.write(game, adds) } else { Ok(()) }
    }

    /// Saves the deck if the player leaves the game alive.
    ///
    /// # Errors
    /// If it cannot be written; the message is a sentence.
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
            .map_err(|error| say!("Cannot save: {error}.", error = Said::literal(error.to_string())))?;
        self.last = Some(at);
        Ok(())
    }
}
