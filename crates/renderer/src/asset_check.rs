//! Asset check: finds images that levels, rules or the game itself use and that are missing from the art.

use crate::{
    art::art::Art,
    art::skins,
    hud::{hud, weapon},
    marks::{marks, particles},
    scene::{actors, things},
};
use engine::{Rules, Table};
use level::{Level, SKY};

/// The folders in which sprites are searched.
const SPRITES: &str = "assets/sheets or assets/sprites";

fn no_texture(name: &str) -> String {
    format!("there is no texture '{name}' in assets/sheets or assets/textures")
}

impl Art {
    /// Returns a message for each texture, and for the sky, that the level uses and that is missing or invalid; empty
    /// if there are none.
    pub fn missing_on(&self, level: &Level) -> Vec<String> {
        let missing = level.textures.iter().filter(|name| *name != SKY && self.texture(name).is_none());
        let missing = missing.map(|name| no_texture(name));
        let looks_out = level.textures.iter().any(|name| name == SKY);
        missing.chain(looks_out.then(|| self.sky_file(&level.sky).err()).flatten()).collect()
    }

    /// Returns a message for each image that the game itself or a monster of the rules uses and that is missing; empty
    /// if there are none.
    pub fn missing(&self, rules: &Rules) -> Vec<String> {
        let textures = marks::PICTURES.iter().chain(&skins::PLATES).filter(|name| self.texture(name).is_none());
        let textures = textures.map(|name| no_texture(name));
        let sprites = hud::PICTURES.iter().chain(&particles::PICTURES).chain(&things::SPRITES);
        let sprites = sprites.filter(|name| !self.shows(name));
        let sprites = sprites.map(|name| format!("there is no sprite '{name}' in {SPRITES}"));
        let undead = rules.monsters.iter().flat_map(move |(name, kind)| {
            let file = rules.file_of(Table::Monsters, name);
            actors::poses(kind).map(move |pose| (file, name.as_str(), pose))
        });
        let entries = undead.chain(weapon::pictures(rules)).chain(hud::icons(rules)).chain(things::things(rules));
        let entries = entries.filter(|(.., sprite)| !self.shows(sprite));
        let entries = entries.map(|(file, name, sprite)| format!("{file}: {name}: no sprite '{sprite}' in {SPRITES}"));
        textures.chain(sprites).chain(entries).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{files, level};
    use std::collections::BTreeMap;

    #[test]
    fn creature_needs_one_sprite_or_all_sides() {
        let mut files = files();
        let plain = files["sprites/shambler_hurt.png"].clone();
        assert!(files.remove("sprites/shambler_stand.4.png").is_some());
        // Other kinds may use these sprites too, and then also miss them.
        let missing = Art::from_files(&files).unwrap().missing(&Rules::standard());
        let told = "monsters.ron: shambler: no sprite 'shambler_stand' in assets/sheets or assets/sprites".to_owned();
        assert!(missing.contains(&told) && missing.iter().all(|line| line.contains("'shambler_stand'")), "{missing:?}");
        files.insert("sprites/shambler_stand.png".to_owned(), plain);
        assert_eq!(Art::from_files(&files).unwrap().missing(&Rules::standard()), Vec::<String>::new());
    }

    #[test]
    fn missing_and_invalid_skies_are_reported_for_levels_with_sky() {
        let level = level(&["#s#", "#@#", "###"]);
        let missing = |files: &BTreeMap<String, Vec<u8>>| Art::from_files(files).unwrap().missing_on(&level);
        let mut files = files();
        assert_eq!(missing(&files), [""; 0]);
        files.insert("skies/nebula.png".to_owned(), crate::testing::png(48, 32, |_, _| None));
        assert_eq!(missing(&files), ["assets/skies/nebula.png: the sides of a sky must be powers of two"]);
        files.insert("skies/nebula.png".to_owned(), b"no sky".to_vec());
        assert!(missing(&files)[0].starts_with("assets/skies/nebula.png: not a readable PNG"), "{:?}", missing(&files));
        files.remove("skies/nebula.png");
        assert_eq!(missing(&files), ["there is no sky 'nebula' in assets/skies"]);
    }

    #[test]
    fn missing_textures_and_sprites_are_reported() {
        let level = level(&["###", "#@#", "###"]);
        let missing = |files: &BTreeMap<String, Vec<u8>>| {
            let art = Art::from_files(files).unwrap();
            (art.missing_on(&level), art.missing(&Rules::standard()))
        };
        let mut files = files();
        assert_eq!(missing(&files), (vec![], vec![]));
        for gone in ["textures/hull", "textures/mark_scorch", "sprites/medkit", "sprites/rocket1", "sprites/burst3"] {
            files.remove(&format!("{gone}.png")).unwrap();
        }
        let (on_level, of_game) = missing(&files);
        assert_eq!(on_level, ["there is no texture 'hull' in assets/sheets or assets/textures"]);
        let wanted = [
            "there is no texture 'mark_scorch' in assets/sheets or assets/textures",
            "there is no sprite 'burst3' in assets/sheets or assets/sprites",
            "pickups.ron: medkit: no sprite 'medkit' in assets/sheets or assets/sprites",
            "weapons.ron: launcher: no sprite 'rocket1' in assets/sheets or assets/sprites",
        ];
        assert_eq!(of_game, wanted);
    }
}
