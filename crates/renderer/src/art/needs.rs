//! The sheets that a level needs. In a page of a browser only these are in memory, and a deck waits until they are
//! downloaded.

use crate::{
    art::art::Art,
    art::sheet::{SheetHolds, SpriteSheet},
    art::uniforms::looks,
};
use bevy::prelude::*;
use engine::Rules;
use level::{Level, SKY};
use std::collections::BTreeSet;

/// The number of skills.
const SKILLS: u8 = 4;
/// The end of the name of a floor texture, which every theme has: `hull_floor` belongs to the theme `hull`.
const FLOOR: &str = "_floor";

/// The files that the present level waits for, relative to the assets folder; empty if it waits for none.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct AwaitedArt(pub Vec<String>);

impl Art {
    /// Returns the images of sheets and the sky that a level shows on any skill, relative to the assets folder, such as
    /// `sheets/fox.png`. Other kinds of monsters may appear on it later.
    #[must_use]
    pub fn files_of(&self, level: &Level, rules: &Rules) -> BTreeSet<String> {
        let prefixes = (1..=SKILLS).flat_map(|skill| self.looks_on(level, rules, skill)).collect();
        let sheets = self.sheets.iter().filter(|sheet| is_shown(sheet, level, rules, &prefixes));
        let files = sheets.map(|sheet| format!("{}.png", sheet.file));
        let sky = level.textures.iter().any(|name| name == SKY).then(|| format!("skies/{}.png", level.sky));
        files.chain(sky).collect()
    }

    /// Keeps the images of the sheets that a level needs, if the monsters on it have these kinds, and drops those of
    /// the others. Returns the files that are still being downloaded.
    pub(crate) fn hold(&mut self, level: &Level, rules: &Rules, skill: u8, kinds: &BTreeSet<usize>) -> Vec<String> {
        if !self.sheets.iter().any(|sheet| sheet.image.is_later()) {
            return Vec::new();
        }
        let mut prefixes = self.looks_on(level, rules, skill);
        prefixes.extend(kinds.iter().filter_map(|&kind| Some(rules.monsters.get(kind)?.1.sprites.clone())));
        let (shown, others): (Vec<_>, Vec<_>) =
            self.sheets.iter().partition(|sheet| is_shown(sheet, level, rules, &prefixes));
        others.iter().for_each(|sheet| sheet.image.release());
        let sheets = shown.iter().filter_map(|sheet| sheet.image.awaited().map(str::to_owned));
        let sky = self.skies.get(&level.sky).filter(|_| level.textures.iter().any(|name| name == SKY));
        let sky = sky.filter(|sky| sky.bytes().is_none()).map(|_| format!("skies/{}.png", level.sky));
        let awaited: Vec<String> = sheets.chain(sky).collect();
        let is_new = shown.iter().any(|sheet| sheet.image.held().is_none());
        if awaited.is_empty() && is_new {
            shown.iter().for_each(|sheet| drop(sheet.image.pixels()));
            // The raycaster's textures are those of the previous level.
            self.release_textures();
        }
        awaited
    }

    /// Returns the beginnings of the names of the sprites of all monsters of a level, with and without uniforms.
    fn looks_on(&self, level: &Level, rules: &Rules, skill: u8) -> BTreeSet<String> {
        let looks = looks(level, rules, skill, self);
        // Poses that do not exist in a uniform are those of the kind.
        let plain: Vec<String> = looks.iter().filter_map(|look| Some(look.split_once('~')?.0.to_owned())).collect();
        looks.into_iter().chain(plain).collect()
    }
}

/// Returns true if a level shows a sheet, when its monsters have sprites with these prefixes. Only sheets of one theme,
/// or of creatures, are specific to levels.
fn is_shown(sheet: &SpriteSheet, level: &Level, rules: &Rules, prefixes: &BTreeSet<String>) -> bool {
    match sheet.holds {
        SheetHolds::Textures => {
            let is_theme = sheet.names().any(|name| name.ends_with(FLOOR));
            !is_theme || level.textures.iter().any(|name| sheet.frames.contains_key(name))
        }
        SheetHolds::Sprites => {
            let creatures = creatures(sheet, rules);
            let is_of =
                |name: &str, creature: &str| name.strip_prefix(creature).is_some_and(|rest| rest.starts_with('_'));
            let has_others = sheet.names().any(|name| !creatures.iter().any(|creature| is_of(name, creature)));
            has_others || creatures.iter().any(|creature| prefixes.contains(*creature))
        }
    }
}

/// Returns the beginnings of the names of the sprites of each creature on a sheet, such as `shambler~cook`.
fn creatures<'a>(sheet: &'a SpriteSheet, rules: &Rules) -> BTreeSet<&'a str> {
    let names = sheet.names().filter_map(|name| name.strip_suffix(".1").unwrap_or(name).strip_suffix("_stand"));
    let is_kind = |name: &str| {
        let kind = name.split_once('~').map_or(name, |(kind, _)| kind);
        rules.monsters.iter().any(|(_, other)| other.sprites == kind)
    };
    names.filter(|name| is_kind(name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        art::art_file::{ArtFile, FONT},
        art::parts::{ArtParts, art_font, sheet_names},
        art::uniforms::{UNIFORMS, Uniforms},
        stage::options::Hud,
        stage::stage::Stage,
        testing::{game_on, picture, shipped_art, shipped_files},
    };
    use engine::Headless;
    use std::{
        collections::BTreeMap,
        sync::{Arc, Mutex},
    };

    /// Files that have been downloaded.
    type Arrived = Arc<Mutex<BTreeMap<String, Arc<Vec<u8>>>>>;

    /// Returns the game's art, of which no sheet and no sky is downloaded yet.
    fn streamed_art(files: &BTreeMap<String, Vec<u8>>) -> (Art, Arrived) {
        let arrived = Arrived::default();
        let later = |name: String| {
            let arrived = Arc::clone(&arrived);
            ArtFile::Later(Arc::new(move || arrived.lock().unwrap().get(&name).cloned()))
        };
        let sheets = sheet_names(files.keys().map(String::as_str)).into_iter();
        let sheets = sheets.map(|sheet| {
            SpriteSheet::read_later(&sheet, &files[&format!("{sheet}.ron")], later(format!("{sheet}.png"))).unwrap()
        });
        let skies = files.keys().filter(|file| file.starts_with("skies/"));
        let parts = ArtParts {
            font: art_font(&files[FONT]).unwrap(),
            sheets: sheets.collect(),
            pictures: BTreeMap::new(),
            skies: skies.map(|file| (file.clone(), later(file.clone()))).collect(),
            uniforms: Uniforms::read(&files[UNIFORMS]).unwrap(),
        };
        (Art::of(parts).unwrap(), arrived)
    }

    fn deck(name: &str) -> Arc<Level> {
        let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../levels").join(name);
        Arc::new(Level::read(name, &std::fs::read(file).unwrap()).unwrap())
    }

    fn awaited(game: &Headless) -> Vec<String> {
        game.world().resource::<AwaitedArt>().0.clone()
    }

    #[test]
    fn deck_waits_for_its_own_sheets_and_then_looks_as_with_all_art() {
        let files = shipped_files();
        let (art, arrived) = streamed_art(&files);
        let level = deck("deck1.ron");
        let needed = art.files_of(&level, &Rules::standard());
        let with = |art: Art| {
            let mut game = game_on(Arc::clone(&level));
            game.world_mut().insert_resource(art);
            game.world_mut().insert_resource(Hud { shown: false, fades: false });
            game
        };
        let mut game = with(art);
        picture(&mut game, 64, 36);
        assert!(game.world().resource::<Stage>().scene.is_none(), "nothing of the deck can be shown yet");
        let waits = awaited(&game);
        assert!(waits.contains(&"sheets/cryo.png".to_owned()) && waits.iter().all(|file| needed.contains(file)));
        for other in ["sheets/lab.png", "sheets/brute.png", "sheets/minotaur.png", "skies/sun.png"] {
            assert!(!needed.contains(other), "{other}");
        }
        for file in &waits {
            arrived.lock().unwrap().insert(file.clone(), Arc::new(files[file].clone()));
        }
        let seen = picture(&mut game, 320, 180);
        assert_eq!(awaited(&game), [""; 0]);
        assert!(seen == picture(&mut with(shipped_art()), 320, 180));
    }

    #[test]
    fn only_the_sheets_of_the_present_deck_stay_in_memory() {
        let files = shipped_files();
        let (mut art, arrived) = streamed_art(&files);
        *arrived.lock().unwrap() = files.iter().map(|(name, bytes)| (name.clone(), Arc::new(bytes.clone()))).collect();
        let rules = Rules::standard();
        let held = |art: &Art| {
            let sheets = art.sheets.iter().filter(|sheet| sheet.image.held().is_some());
            sheets.map(|sheet| sheet.file().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(held(&art), [""; 0]);
        let none = BTreeSet::new();
        assert_eq!(art.hold(&deck("deck1.ron"), &rules, 2, &none), [""; 0]);
        let first = held(&art);
        assert!(first.contains(&"sheets/cryo".to_owned()) && !first.contains(&"sheets/brute".to_owned()), "{first:?}");
        let textures = art.made(1).len();
        // A monster that a mod's script, or a developer, adds to the deck.
        let brute = rules.monsters.iter().position(|(name, _)| name == "brute").unwrap();
        assert_eq!(art.hold(&deck("deck1.ron"), &rules, 2, &BTreeSet::from([brute])), [""; 0]);
        assert!(held(&art).contains(&"sheets/brute".to_owned()));
        assert_eq!(art.made(1).len(), textures, "ids must not depend on what is in memory");
        assert_eq!(art.hold(&deck("secret.ron"), &rules, 2, &none), [""; 0]);
        let second = held(&art);
        assert!(
            second.contains(&"sheets/chapel".to_owned()) && !second.contains(&"sheets/cryo".to_owned()),
            "{second:?}"
        );
        assert!(art.picture("title").is_none() && art.picture("minotaur_stand.1").is_some(), "pages show any sprite");
    }

    #[test]
    fn broken_download_is_shown_as_a_hole() {
        let files = shipped_files();
        let (mut art, arrived) = streamed_art(&files);
        let broken = files.iter().map(|(name, bytes)| (name.clone(), Arc::new(bytes[..bytes.len() / 2].to_vec())));
        *arrived.lock().unwrap() = broken.collect();
        assert_eq!(art.hold(&deck("deck1.ron"), &Rules::standard(), 2, &BTreeSet::new()), [""; 0]);
        assert!(art.made(1).len() > 1000);
    }
}
