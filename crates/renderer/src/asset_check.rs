//! What is missing: whatever levels, rules and the game itself show, and the art lacks.

use crate::{
    art::art::Art,
    art::skins,
    hud::{hud, weapon},
    marks::{marks, particles},
    scene::{actors, things},
};
use engine::{Rules, Table};
use level::{Level, SKY};

/// Where sprites are looked for.
const SPRITES: &str = "assets/sheets or assets/sprites";

fn no_texture(name: &str) -> String {
    format!("there is no texture '{name}' in assets/sheets or assets/textures")
}

impl Art {
    /// The textures and the sky that the level shows and the art lacks, in sentences; empty if all is well.
    pub fn missing_on(&self, level: &Level) -> Vec<String> {
        let missing = level.textures.iter().filter(|name| *name != SKY && self.texture(name).is_none());
        let missing = missing.map(|name| no_texture(name));
        let looks_out = level.textures.iter().any(|name| name == SKY);
        missing.chain(looks_out.then(|| self.sky_file(&level.sky).err()).flatten()).collect()
    }

    /// What the game itself or an undead of the rules shows and the art lacks, in sentences; empty if all is well.
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
    fn a_creature_may_look_the_same_from_all_sides_but_no_side_may_be_missing() {
        let mut files = files();
        let plain = files["sprites/shambler_hurt.png"].clone();
        assert!(files.remove("sprites/shambler_stand.4.png").is_some());
        // Other kinds may have borrowed these sprites, and then miss them as well.
        let missing = Art::from_files(&files).unwrap().missing(&Rules::standard());
        let told = "monsters.ron: shambler: no sprite 'shambler_stand' in assets/sheets or assets/sprites".to_owned();
        assert!(missing.contains(&told) && missing.iter().all(|line| line.contains("'shambler_stand'")), "{missing:?}");
        files.insert("sprites/shambler_stand.png".to_owned(), plain);
        assert_eq!(Art::from_files(&files).unwrap().missing(&Rules::standard()), Vec::<String>::new());
    }

    #[test]
    fn a_level_with_windows_is_told_that_there_is_no_such_sky() {
        let level = level(&["#s#", "#@#", "###"]);
        let missing = |files: &BTreeMap<String, Vec<u8>>| Art::from_files(files).unwrap().missing_on(&level);
        let mut files = files();
        assert_eq!(missing(&files), [""; 0]);
        files.insert("skies/nebula.png".to_owned(), crate::testing::png(48, 32, |_, _| None));
        assert_eq!(missing(&files), ["assets/skies/nebula.png: a sky's sides are powers of two"]);
        files.insert("skies/nebula.png".to_owned(), b"no sky".to_vec());
        assert!(missing(&files)[0].starts_with("assets/skies/nebula.png: no PNG picture"), "{:?}", missing(&files));
        files.remove("skies/nebula.png");
        assert_eq!(missing(&files), ["there is no sky 'nebula' in assets/skies"]);
    }

    #[test]
    fn a_level_is_told_what_the_art_lacks() {
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
