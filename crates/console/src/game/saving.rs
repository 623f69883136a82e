//! The commands that save a game under a name and go back to it.

use crate::{
    acts::play::{Stop, cannot},
    game::game::Game,
    game::keeping::{LONGEST_NAME, list, named},
    words::clean::{cut, echo},
};
use journey::{Save, Shelf, Slot};

/// Where games are saved, and what is put into each save beside the game.
#[derive(Clone, Copy)]
pub(crate) struct Keeper<'a> {
    pub(crate) shelf: &'a Shelf,
    pub(crate) adds: &'a dyn Fn(&mut Save),
}

/// Saves a game under the name that words say; a sentence about it.
pub(crate) fn save(game: &mut Game, keeper: Option<Keeper>, words: &[String]) -> Result<String, Stop> {
    let Some(Keeper { shelf, adds }) = keeper else { return cannot("Nothing can be saved here.") };
    let name = words.join(" ");
    if name.is_empty() {
        return cannot("Say what it is to be called: save NAME.");
    }
    let choose = |shelf: &Shelf| {
        let free = || (0..Slot::NAMED).map(Slot::Named).find(|slot| shelf.look(*slot).is_none());
        named(shelf, &name).or_else(free)
    };
    let mut save = game.save();
    adds(&mut save);
    save.label.name = cut(&name, LONGEST_NAME);
    match shelf.put_chosen(choose, save) {
        Ok(None) => cannot(format!("All {} places are taken. {}", Slot::NAMED, list(shelf))),
        Ok(Some(_)) => Ok(format!("Saved as {}.", echo(&name))),
        Err(error) => cannot(format!("Nothing is saved: {error}.")),
    }
}

/// Goes back to the save of the name that words say; a sentence about it.
pub(crate) fn load(game: &mut Game, keeper: Option<Keeper>, words: &[String]) -> Result<String, Stop> {
    let Some(Keeper { shelf, .. }) = keeper else { return cannot("Nothing is saved here.") };
    let name = words.join(" ");
    let save = named(shelf, &name).and_then(|slot| shelf.look(slot)).and_then(|entry| entry.save.ok());
    let Some(save) = save else { return cannot(format!("No game is called {}. {}", echo(&name), list(shelf))) };
    game.load(&save).or_else(cannot)?;
    Ok(format!("Loaded {}.", echo(&name)))
}
