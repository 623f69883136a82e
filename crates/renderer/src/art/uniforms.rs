//! Uniforms: what each monster wears, by the part of the ship in which it began.
//!
//! `assets/uniforms.ron` defines them. The part of the ship is derived from its contents: the furniture of a room shows
//! whose room it was; without furniture, the theme of the floor decides. Uniforms are not saved, and they do not affect
//! the simulation: the same level and id always give the same uniform.

use crate::{art::art::Art, art::art_file::ArtError};
use bevy::prelude::*;
use engine::{Deck, Id, Rules, Run, RunBegan, beginnings};
use level::{CellShape, Diagnostic, Level, Thing, ThingKind, read_ron};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// The file that defines the uniforms.
pub(crate) const UNIFORMS: &str = "uniforms.ron";
/// The maximum size of the file, in bytes.
const MAX_BYTES: usize = 1 << 16;
/// The maximum distance in steps at which furniture identifies a monster's room.
const STEPS: usize = 6;

/// The uniforms, as `uniforms.ron` defines them. By default, all monsters look like their kinds.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Uniforms {
    /// The uniform in a room with a prop, by the prop's name.
    furniture: BTreeMap<String, String>,
    /// The uniforms on floors of a theme, by the theme's name; one of them is chosen by hash.
    themes: BTreeMap<String, Vec<String>>,
    /// The uniforms elsewhere; one of them is chosen by hash.
    elsewhere: Vec<String>,
}

/// The uniform of each monster on this level that wears one, by name. `None` until they are assigned.
#[derive(Resource, Default)]
pub(crate) struct Worn(Option<BTreeMap<Id, String>>);

impl Worn {
    /// Returns a monster's uniform; empty if it looks like its kind.
    pub(crate) fn by(&self, id: Id) -> &str {
        self.0.as_ref().and_then(|worn| worn.get(&id)).map_or("", String::as_str)
    }
}

/// Forgets the uniforms of the previous run.
pub(crate) fn take_back(_: On<RunBegan>, mut worn: ResMut<Worn>) {
    worn.0 = None;
}

/// Assigns the uniforms when a run has begun, and again when the art has changed.
pub(crate) fn hand_out(
    (deck, rules, art): (Option<Res<Deck>>, Option<Res<Rules>>, Option<Res<Art>>),
    run: Option<Res<Run>>,
    mut worn: ResMut<Worn>,
) {
    let (Some(deck), Some(rules), Some(art), Some(run)) = (deck, rules, art, run) else { return };
    if worn.0.is_some() && !art.is_changed() {
        return;
    }
    let wears = undead(&deck.0, &rules, run.skill, &art).into_iter().map(|(id, _, uniform)| (id, uniform.to_owned()));
    worn.0 = Some(wears.filter(|(_, uniform)| !uniform.is_empty()).collect());
}

/// Returns the sprite prefixes of the monsters of a level on a skill with these rules, each once: that of their kind,
/// or `NAME~cook` and the like.
#[must_use]
pub fn looks(level: &Level, rules: &Rules, skill: u8, art: &Art) -> BTreeSet<String> {
    let sprites = |name: &str| Some(rules.monsters[usize::from(rules.kind(name)?)].1.sprites.clone());
    let worn = undead(level, rules, skill, art).into_iter().filter_map(|(_, kind, uniform)| {
        let stand = art.worn(&sprites(kind)?, uniform, "stand");
        Some(stand.trim_end_matches("_stand").to_owned())
    });
    worn.collect()
}

/// Returns the monsters of a level, each with the name of its kind and its uniform.
fn undead<'a>(level: &'a Level, rules: &Rules, skill: u8, art: &'a Art) -> Vec<(Id, &'a str, &'a str)> {
    let parts = Parts::of(level, art.uniforms());
    let undead = beginnings(level, rules, skill).filter_map(|(id, thing)| match thing.kind {
        ThingKind::Monster(kind) => Some((id, level.monster(kind), parts.worn_by(id, thing))),
        _ => None,
    });
    undead.collect()
}

impl Uniforms {
    /// Reads the uniforms from the bytes of their file, `uniforms.ron`.
    ///
    /// # Errors
    /// If the file is invalid; the error is the first one, with line and column.
    pub fn read(bytes: &[u8]) -> Result<Uniforms, ArtError> {
        read_ron(UNIFORMS, bytes, MAX_BYTES).map_err(|error| {
            // There is always at least one.
            let Some(Diagnostic { line, column, what }) = error.diagnostics.first() else {
                return ArtError::new(UNIFORMS, &error);
            };
            ArtError::new(&format!("{UNIFORMS}:{line}:{column}"), what)
        })
    }

    /// Returns all uniforms, each once.
    pub(crate) fn names(&self) -> Vec<&str> {
        let all = self.furniture.values().chain(self.themes.values().flatten()).chain(&self.elsewhere);
        let mut names: Vec<&str> = all.map(String::as_str).filter(|name| !name.is_empty()).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// Returns the theme of a floor texture.
    fn theme(&self, floor: &str) -> Option<&str> {
        let (name, _) = floor.split_once('_')?;
        self.themes.get_key_value(name).map(|(theme, _)| theme.as_str())
    }
}

/// The parts of the ship on a level.
struct Parts<'a> {
    level: &'a Level,
    uniforms: &'a Uniforms,
    /// The furniture that identifies rooms: its cell, and the uniform there.
    furniture: BTreeMap<(usize, usize), &'a str>,
    /// The theme of most floors of the level.
    theme: Option<&'a str>,
}

impl<'a> Parts<'a> {
    fn of(level: &'a Level, uniforms: &'a Uniforms) -> Self {
        let told = |thing: &Thing| match thing.kind {
            ThingKind::Prop(index) => uniforms.furniture.get(level.prop(index)),
            _ => None,
        };
        let stands = |thing: &Thing| Some(((thing.x, thing.y), told(thing)?.as_str()));
        let mut themes: BTreeMap<&str, usize> = BTreeMap::new();
        for cell in &level.cells {
            let theme = uniforms.theme(level.texture(cell.floor));
            theme.into_iter().for_each(|theme| *themes.entry(theme).or_default() += 1);
        }
        let theme = themes.into_iter().max_by_key(|(_, count)| *count).map(|(theme, _)| theme);
        Parts { level, uniforms, furniture: level.things.iter().filter_map(stands).collect(), theme }
    }

    /// Returns the uniform of a monster that began as this thing.
    fn worn_by(&self, id: Id, thing: &Thing) -> &'a str {
        if let Some(uniform) = self.of_room((thing.x, thing.y)) {
            return uniform;
        }
        let Uniforms { themes, elsewhere, .. } = self.uniforms;
        let floor = self.level.texture(self.level.cell(thing.x, thing.y).floor);
        let theme = self.uniforms.theme(floor).or(self.theme);
        let theirs = theme.and_then(|theme| themes.get(theme)).unwrap_or(elsewhere);
        theirs.get(drawn(id, theirs.len())).map_or("", String::as_str)
    }

    /// Returns the uniform of a cell's room, if furniture that identifies it is within [`STEPS`] steps without a door
    /// in between.
    fn of_room(&self, from: (usize, usize)) -> Option<&'a str> {
        let mut seen = vec![from];
        let mut ahead = VecDeque::from([(from, 0)]);
        while let Some((cell, steps)) = ahead.pop_front() {
            if let Some(uniform) = self.furniture.get(&cell) {
                return Some(uniform);
            }
            for next in beside(self.level, cell).filter(|_| steps < STEPS) {
                if !seen.contains(&next) {
                    seen.push(next);
                    ahead.push_back((next, steps + 1));
                }
            }
        }
        None
    }
}

/// Returns the open cells next to a cell, in a fixed order.
fn beside(level: &Level, (x, y): (usize, usize)) -> impl Iterator<Item = (usize, usize)> {
    let cells = [(x + 1, y), (x, y + 1), (x.wrapping_sub(1), y), (x, y.wrapping_sub(1))];
    let is_open =
        |(x, y): &(usize, usize)| *x < level.width && *y < level.height && level.cell(*x, *y).shape == CellShape::Open;
    cells.into_iter().filter(is_open)
}

/// Chooses one of `count` items by a monster's id; neighbouring ids get different ones.
fn drawn(id: Id, count: usize) -> usize {
    (id.0.wrapping_mul(2_654_435_761) >> 8) as usize % count.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{files, game, level, level_on, picture};

    /// Engineers near a barrel, cooks near a crate, and medics on floors of the hull.
    const TABLE: &str = r#"(furniture: { "barrel": "engineer", "crate": "cook" }, themes: { "hull": ["medic"] }, elsewhere: ["", "officer"])"#;

    fn uniforms() -> Uniforms {
        Uniforms::read(TABLE.as_bytes()).unwrap()
    }

    /// Returns the uniforms of the monsters of a map, in the order of their ids, on this floor.
    fn worn(floor: &str, map: &[&str]) -> Vec<String> {
        let (level, uniforms, rules) = (level_on(floor, map), uniforms(), Rules::standard());
        let parts = Parts::of(&level, &uniforms);
        let undead = beginnings(&level, &rules, 4);
        let undead = undead.filter(|(_, thing)| matches!(thing.kind, ThingKind::Monster(_)));
        undead.map(|(id, thing)| parts.worn_by(id, thing).to_owned()).collect()
    }

    #[test]
    fn furniture_decides_the_uniform_of_its_room() {
        let of = |map: &[&str]| worn("hull_floor", map);
        assert_eq!(of(&["########", "#@z  k #", "########"]), ["cook"]);
        assert_eq!(of(&["#########", "#@q z  k#", "#########"]), ["engineer"], "the barrel is nearer");
        assert_eq!(of(&["########", "#@z +k #", "########"]), ["medic"], "there is a door between");
        assert_eq!(of(&["############", "#@z       k#", "############"]), ["medic"], "that is too far");
    }

    #[test]
    fn without_furniture_the_floor_theme_decides_the_uniform() {
        assert_eq!(worn("hull_floor", &["######", "#@zzz#", "######"]), ["medic"; 3]);
        let crowd = "z".repeat(60);
        let (wall, row) = ("#".repeat(63), format!("#@{crowd}#"));
        let worn = worn("plate", &[&wall, &row, &wall]);
        let plain = worn.iter().filter(|uniform| uniform.is_empty()).count();
        assert!((15..45).contains(&plain) && worn.iter().all(|uniform| uniform.is_empty() || uniform == "officer"));
    }

    #[test]
    fn monster_wears_the_uniform_of_its_first_room() {
        let mut files = files();
        let red = crate::testing::png(32, 32, |_, _| Some([250, 0, 0]));
        for side in 1..=5 {
            files.insert(format!("sprites/shambler~cook_stand.{side}.png"), red.clone());
        }
        let mut with = files.clone();
        with.insert(UNIFORMS.to_owned(), TABLE.as_bytes().to_vec());
        let [without, with] = [files, with].map(|files| Art::from_files(&files).unwrap());
        let map = ["########", "#@   z##", "#####k##", "########"];
        let mut game = game(&map);
        let mut seen = |art: &Art| {
            game.world_mut().insert_resource(art.clone());
            picture(&mut game, 64, 36)
        };
        assert_ne!(seen(&with), seen(&without));
        let looks = |art: &Art| looks(&level(&map), &Rules::standard(), 2, art).into_iter().collect::<Vec<_>>();
        assert_eq!((looks(&with), looks(&without)), (vec!["shambler~cook".to_owned()], vec!["shambler".to_owned()]));
    }

    #[test]
    fn error_in_the_uniforms_file_has_a_position() {
        let error = Uniforms::read(b"(furniture: {},\n  themes: [], elsewhere: [])").unwrap_err().to_string();
        assert!(error.starts_with("uniforms.ron:2:"), "{error}");
    }

    #[test]
    fn all_uniforms_of_the_game_have_sprites_and_valid_names() {
        let assets = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
        let uniforms = Uniforms::read(&std::fs::read(assets.join(UNIFORMS)).unwrap()).unwrap();
        assert_eq!(uniforms.names(), ["cook", "engineer", "medic", "officer"]);
        let art = crate::testing::shipped_art();
        for name in uniforms.names() {
            assert!(art.sprite(&format!("shambler~{name}_stand.8")).is_some(), "{name}");
        }
        let rules = Rules::standard();
        assert!(uniforms.furniture.keys().all(|prop| rules.prop(prop).is_some()));
        assert!(uniforms.themes.keys().all(|theme| art.texture(&format!("{theme}_floor")).is_some()));
    }
}
