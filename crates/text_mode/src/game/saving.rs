//! The commands that save a game under a name and load it.

use crate::{
    acts::play::{Stop, cannot},
    game::game::Game,
    game::keeping::{MAX_NAME_LENGTH, list, named},
    words::clean::{cut, echo},
};
use campaign::{Save, SaveDir, Slot};
use localization::{Said, say};

/// The save folder, and a function that adds parts to each save.
#[derive(Clone, Copy)]
pub(crate) struct Keeper<'a> {
    pub(crate) shelf: &'a SaveDir,
    pub(crate) adds: &'a dyn Fn(&mut Save),
}

/// Saves a game under the name in the words. Returns a sentence about it.
pub(crate) fn save(game: &mut Game, keeper: Option<Keeper>, words: &[String]) -> Result<Said, Stop> {
    let Some(Keeper { shelf, adds }) = keeper else { return cannot(say!("Saving is not possible here.")) };
    let name = words.join(" ");
    if name.is_empty() {
        return cannot(say!("Name the save: save NAME."));
    }
    let choose = |shelf: &SaveDir| {
        let free = || (0..Slot::NAMED).map(Slot::Named).find(|slot| shelf.look(*slot).is_none());
        named(shelf, &name).or_else(free)
    };
    let mut save = game.save();
    adds(&mut save);
    save.label.name = cut(&name, MAX_NAME_LENGTH);
    match shelf.put_chosen(choose, save) {
        Ok(None) => cannot(say!(
            "All {count} save slots are in use. {list}",
            count = usize::from(Slot::NAMED),
            list = list(shelf)
        )),
        Ok(Some(_)) => Ok(say!("Saved as {name}.", name = echo(&name))),
        Err(error) => cannot(say!("Cannot save: {error}.", error = Said::literal(error.to_string()))),
    }
}

/// Loads the save with the name in the words. Returns a sentence about it.
pub(crate) fn load(game: &mut Game, keeper: Option<Keeper>, words: &[String]) -> Result<Said, Stop> {
    let Some(Keeper { shelf, .. }) = keeper else { return cannot(say!("There are no saves here.")) };
    let name = words.join(" ");
    let save = named(shelf, &name).and_then(|slot| shelf.look(slot)).and_then(|entry| entry.save.ok());
    let Some(save) = save else {
        return cannot(say!("No save named {name}. {list}", name = echo(&name), list = list(shelf)));
    };
    game.load(&save).or_else(cannot)?;
    Ok(say!("Loaded {name}.", name = echo(&name)))
}
