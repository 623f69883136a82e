//! Uniforms: what the undead wear, by the part of the ship in which each of them began.
//!
//! `assets/uniforms.ron` says what that is. A part of the ship is known by what stands there: the furniture of a room says whose room it was; where
//! there is none, the theme of the floor does. Nothing of it is kept, and no rule knows it: of one level and one id the same follows each time.

use crate::{art::art::Art, art::art_file::ArtError};
use bevy::prelude::*;
use engine::{Deck, Id, Rules, Run, RunBegan, beginnings};
use level::{CellShape, Diagnostic, Level, Thing, ThingKind, read_ron};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// The file that says who wears what.
pub(crate) const UNIFORMS: &str = "uniforms.ron";
/// The largest such file, in bytes.
const MAX_BYTES: usize = 1 << 16;
/// How many steps away furniture may stand from somebody whose room it says.
const STEPS: usize = 6;

/// What the undead wear, as `uniforms.ron` says it. By default, all wear what their kinds do.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Uniforms {
    /// What is worn in a room in which a prop stands, by the prop's name.
    furniture: BTreeMap<String, String>,
    /// What is worn on floors of a theme, by the theme's name: one of these, by chance.
    themes: BTreeMap<String, Vec<String>>,
    /// What is worn elsewhere: one of these, by chance.
    elsewhere: Vec<String>,
}

/// What each on this deck wears who does not wear what his kind does: the name of a uniform. None until they are handed out.
#[derive(Resource, Default)]
pub(crate) struct Worn(Option<BTreeMap<Id, String>>);

impl Worn {
    /// What somebody wears; empty if it is what his kind does.
    pub(crate) fn by(&self, id: Id) -> &str {
        self.0.as_ref().and_then(|worn| worn.get(&id)).map_or("", String::as_str)
    }
}

/// Takes the uniforms of the run before back.
pub(crate) fn take_back(_: On<RunBegan>, mut worn: ResMut<Worn>) {
    worn.0 = None;
}

/// Hands the uniforms out in a run that has begun, and again when the art has changed.
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

/// With what the names of the sprites begin that show the undead of a level on a skill whose rules these are, each once: that of their kind, or
/// `NAME~cook` and the like.
#[must_use]
pub fn looks(level: &Level, rules: &Rules, skill: u8, art: &Art) -> BTreeSet<String> {
    let sprites = |name: &str| Some(rules.monsters[usize::from(rules.kind(name)?)].1.sprites.clone());
    let worn = undead(level, rules, skill, art).into_iter().filter_map(|(_, kind, uniform)| {
        let stand = art.worn(&sprites(kind)?, uniform, "stand");
        Some(stand.trim_end_matches("_stand").to_owned())
    });
    worn.collect()
}

/// The undead of a level, each with the name of his kind and what he wears.
fn undead<'a>(level: &'a Level, rules: &Rules, skill: u8, art: &'a Art) -> Vec<(Id, &'a str, &'a str)> {
    let parts = Parts::of(level, art.uniforms());
    let undead = beginnings(level, rules, skill).filter_map(|(id, thing)| match thing.kind {
        ThingKind::Monster(kind) => Some((id, level.monster(kind), parts.worn_by(id, thing))),
        _ => None,
    });
    undead.collect()
}

impl Uniforms {
    /// Reads the uniforms of the bytes of their file, `uniforms.ron`.
    ///
    /// # Errors
    /// The first thing that is wrong with it, with line and column.
    pub fn read(bytes: &[u8]) -> Result<Uniforms, ArtError> {
        read_ron(UNIFORMS, bytes, MAX_BYTES).map_err(|error| {
            // There is always one.
            let Some(Diagnostic { line, column, what }) = error.diagnostics.first() else {
                return ArtError::new(UNIFORMS, &error);
            };
            ArtError::new(&format!("{UNIFORMS}:{line}:{column}"), what)
        })
    }

    /// Every uniform, each once.
    pub(crate) fn names(&self) -> Vec<&str> {
        let all = self.furniture.values().chain(self.themes.values().flatten()).chain(&self.elsewhere);
        let mut names: Vec<&str> = all.map(String::as_str).filter(|name| !name.is_empty()).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// The theme of a floor of this name.
    fn theme(&self, floor: &str) -> Option<&str> {
        let (name, _) = floor.split_once('_')?;
        self.themes.get_key_value(name).map(|(theme, _)| theme.as_str())
    }
}

/// The parts of the ship on a deck.
struct Parts<'a> {
    level: &'a Level,
    uniforms: &'a Uniforms,
    /// The furniture by which a room can be told: where it stands, and what is worn there.
    furniture: BTreeMap<(usize, usize), &'a str>,
    /// The theme of most of its floors.
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

    /// What somebody wears who began as this thing.
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

    /// What is worn in the room of a cell, if the nearest furniture that it can be told by stands not farther than [`STEPS`], and no door between.
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

/// The open cells beside another, in one order.
fn beside(level: &Level, (x, y): (usize, usize)) -> impl Iterator<Item = (usize, usize)> {
    let cells = [(x + 1, y), (x, y + 1), (x.wrapping_sub(1), y), (x, y.wrapping_sub(1))];
    let is_open =
        |(x, y): &(usize, usize)| *x < level.width && *y < level.height && level.cell(*x, *y).shape == CellShape::Open;
    cells.into_iter().filter(is_open)
}

/// Which of so many falls to somebody, by his number: to neighbours, others.
fn drawn(id: Id, count: usize) -> usize {
    (id.0.wrapping_mul(2_654_435_761) >> 8) as usize % count.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{files, game, level, level_on, picture};

    /// Engineers near a barrel, cooks near a crate, and on floors of the hull medics.
    const TABLE: &str = r#"(furniture: { "barrel": "engineer", "crate": "cook" }, themes: { "hull": ["medic"] }, elsewhere: ["", "officer"])"#;

    fn uniforms() -> Uniforms {
        Uniforms::read(TABLE.as_bytes()).unwrap()
    }

    /// What the undead of a map wear, in the order of their ids; the floor is plain, or that of this name.
    fn worn(floor: &str, map: &[&str]) -> Vec<String> {
        let (level, uniforms, rules) = (level_on(floor, map), uniforms(), Rules::standard());
        let parts = Parts::of(&level, &uniforms);
        let undead = beginnings(&level, &rules, 4);
        let undead = undead.filter(|(_, thing)| matches!(thing.kind, ThingKind::Monster(_)));
        undead.map(|(id, thing)| parts.worn_by(id, thing).to_owned()).collect()
    }

    #[test]
    fn furniture_says_what_is_worn_in_its_room_and_no_farther_than_it_can_be_seen_to_belong() {
        let of = |map: &[&str]| worn("hull_floor", map);
        assert_eq!(of(&["########", "#@z  k #", "########"]), ["cook"]);
        assert_eq!(of(&["#########", "#@q z  k#", "#########"]), ["engineer"], "that is nearer");
        assert_eq!(of(&["########", "#@z +k #", "########"]), ["medic"], "there is a door between");
        assert_eq!(of(&["############", "#@z       k#", "############"]), ["medic"], "that is too far");
    }

    #[test]
    fn without_furniture_the_floor_says_it_and_without_a_theme_chance() {
        assert_eq!(worn("hull_floor", &["######", "#@zzz#", "######"]), ["medic"; 3]);
        let crowd = "z".repeat(60);
        let (wall, row) = ("#".repeat(63), format!("#@{crowd}#"));
        let worn = worn("plate", &[&wall, &row, &wall]);
        let plain = worn.iter().filter(|uniform| uniform.is_empty()).count();
        assert!((15..45).contains(&plain) && worn.iter().all(|uniform| uniform.is_empty() || uniform == "officer"));
    }

    #[test]
    fn who_began_in_a_room_is_seen_in_its_uniform() {
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
    fn a_mistake_in_the_file_is_told_with_its_place() {
        let error = Uniforms::read(b"(furniture: {},\n  themes: [], elsewhere: [])").unwrap_err().to_string();
        assert!(error.starts_with("uniforms.ron:2:"), "{error}");
    }

    #[test]
    fn every_uniform_of_the_game_is_drawn_and_its_furniture_and_themes_are_there() {
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
