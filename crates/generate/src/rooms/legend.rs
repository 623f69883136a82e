//! The legend of a room file: the meaning of each character of its maps.

use crate::rooms::room::{Dress, Holds, Part, RoomCell, RoomLamp};
use level::{Mood, TableGame};
use serde::{
    Deserialize, Deserializer,
    de::{Error, MapAccess, Visitor},
};
use std::{collections::BTreeMap, fmt, sync::Arc};

/// Maximum number of letters of a note, which fit on a screen.
const MAX_LETTERS: usize = 200;
/// Characters that mean the same in all room files.
const FIXED: [char; 4] = ['#', '.', '+', ' '];

/// A whole number in a range.
#[derive(Clone, Copy, Debug)]
pub(super) struct Whole<const LEAST: u32, const MOST: u32>(pub(super) u32);

impl<'de, const LEAST: u32, const MOST: u32> Deserialize<'de> for Whole<LEAST, MOST> {
    fn deserialize<D: Deserializer<'de>>(number: D) -> Result<Self, D::Error> {
        let number = f64::deserialize(number)?;
        if number.fract() == 0.0 && (f64::from(LEAST)..=f64::from(MOST)).contains(&number) {
            return Ok(Whole(number as u32));
        }
        let got = if number.abs() < 1e9 { number.to_string() } else { format!("{number:e}") };
        Err(D::Error::custom(format!("this must be a whole number from {LEAST} to {MOST}, got {got}")))
    }
}

/// A share, in percent.
pub(super) type Percent = Whole<0, 100>;

/// An entry of the legend, as written in the file.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct EntryText {
    /// Texture of a wall.
    wall: Option<String>,
    /// Image over the texture of the wall.
    overlay: Option<String>,
    /// Texts of a screen in the wall, of which each room shows one.
    notes: Vec<String>,
    /// Texture of a round pillar.
    pillar: Option<String>,
    /// Texture of bars, between walls or other bars.
    grating: Option<String>,
    /// Strength of the ship at a table for Lines of Action, 1 to 6.
    table: Option<Whole<1, 6>>,
    props: Vec<String>,
    pickups: Vec<String>,
    /// Pickups that appear when the table is won.
    prizes: Vec<String>,
    monsters: Vec<String>,
    /// Probability of the content, in percent.
    chance: Option<Percent>,
    floor: Option<String>,
    ceiling: Option<String>,
    /// Brightness, in percent.
    light: Option<Percent>,
    lamp: Option<LampText>,
    damage_zone: Option<String>,
}

/// A lamp, as written in the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LampText {
    colour: (Whole<0, 255>, Whole<0, 255>, Whole<0, 255>),
    /// Reach, in tiles.
    reach: Whole<1, 16>,
    #[serde(default)]
    mood: Mood,
}

/// An entry of the legend.
#[derive(Clone, Deserialize)]
#[serde(try_from = "EntryText")]
pub(super) struct Entry(pub(super) RoomCell);

impl TryFrom<EntryText> for Entry {
    type Error = String;

    fn try_from(text: EntryText) -> Result<Entry, String> {
        let (part, solid) = part(&text)?;
        let holds = [
            (&text.props, Holds::Props as fn(Vec<String>) -> Holds),
            (&text.pickups, Holds::Pickups),
            (&text.prizes, Holds::Prizes),
            (&text.monsters, Holds::Monsters),
        ];
        let mut holds = holds.into_iter().filter(|(names, _)| !names.is_empty());
        let held = holds.next().map(|(names, hold)| hold(names.clone()));
        if holds.next().is_some() || held.is_some() && part != Part::Floor {
            return Err("a cell must have at most one of wall, notes, pillar, grating, table, props, pickups, prizes \
                        and monsters: use two characters"
                .to_owned());
        }
        if matches!(part, Part::Wall | Part::Note(_)) && text.lamp.is_some() {
            return Err("a lamp must be over floor, got one in a wall".to_owned());
        }
        if text.overlay.is_some() && part != Part::Wall {
            return Err("an `overlay` needs a `wall`".to_owned());
        }
        let dress = Dress {
            wall: solid,
            overlay: text.overlay,
            floor: text.floor,
            ceiling: if text.lamp.is_some() { None } else { text.ceiling.clone() },
            light: text.light.map(of_255),
            damage_zone: text.damage_zone,
        };
        let lamp = text.lamp.map(|lamp| RoomLamp {
            colour: [lamp.colour.0, lamp.colour.1, lamp.colour.2].map(|Whole(part)| part as u8),
            reach: lamp.reach.0 as f32,
            mood: lamp.mood,
            ceiling: text.ceiling,
        });
        let chance = text.chance.map_or(100, |Whole(chance)| chance as usize);
        Ok(Entry(RoomCell { part, dress: Arc::new(dress), lamp, holds: held, chance }))
    }
}

/// Returns the part of the room that an entry describes, and its texture.
fn part(text: &EntryText) -> Result<(Part, Option<String>), String> {
    let note = (!text.notes.is_empty()).then(|| (Part::Note(text.notes.clone()), None));
    let table = match text.table {
        None => None,
        Some(Whole(strength)) => TableGame::against(strength as u8).map(|game| (Part::Table(game), None)),
    };
    let named = |part: Part, texture: &Option<String>| texture.clone().map(|texture| (part, Some(texture)));
    let parts = [
        named(Part::Wall, &text.wall),
        named(Part::Pillar, &text.pillar),
        named(Part::Grating, &text.grating),
        table,
        note,
    ];
    let mut parts = parts.into_iter().flatten();
    let part = parts.next().unwrap_or((Part::Floor, None));
    if parts.next().is_some() {
        return Err("a cell must be only one of wall, notes, pillar, grating and table".to_owned());
    }
    let is_short = |note: &String| (1..=MAX_LETTERS).contains(&note.chars().count()) && !note.contains(['{', '}']);
    match text.notes.iter().find(|note| !is_short(note)) {
        Some(note) => {
            Err(format!("a note must have 1 to {MAX_LETTERS} characters without braces, got {}", note.chars().count()))
        }
        None => Ok(part),
    }
}

/// Returns a share as light from 0 to 255.
pub(super) fn of_255(Whole(percent): Percent) -> u8 {
    (percent * 255 / 100) as u8
}

/// The entries of a legend by character.
#[derive(Clone, Default)]
pub(super) struct Legend(pub(super) BTreeMap<char, Entry>);

impl<'de> Deserialize<'de> for Legend {
    fn deserialize<D: Deserializer<'de>>(legend: D) -> Result<Self, D::Error> {
        struct Entries;
        impl<'de> Visitor<'de> for Entries {
            type Value = Legend;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("entries by character, as in { 'b': (props: [\"bunk\"]) }")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut entries: M) -> Result<Legend, M::Error> {
                let mut legend = BTreeMap::new();
                while let Some(character) = entries.next_key::<char>()? {
                    if FIXED.contains(&character) {
                        let what = format!("'{character}' must keep its meaning: use another character");
                        return Err(M::Error::custom(what));
                    }
                    if legend.contains_key(&character) {
                        return Err(M::Error::custom(format!("'{character}' is listed twice: remove one of the two")));
                    }
                    legend.insert(character, entries.next_value()?);
                }
                Ok(Legend(legend))
            }
        }
        legend.deserialize_map(Entries)
    }
}

impl Legend {
    /// Returns the cell for a character, or `None` if it is not in the legend.
    pub(super) fn cell(&self, character: char) -> Option<RoomCell> {
        let plain = |part| Some(RoomCell { part, ..RoomCell::default() });
        match character {
            '#' => plain(Part::Wall),
            '.' => plain(Part::Floor),
            '+' => plain(Part::Door),
            ' ' => plain(Part::Outside),
            _ => self.0.get(&character).map(|entry| entry.0.clone()),
        }
    }
}
