//! The description of a game: the meaning of the numbers in its maps. Descriptions are files in `assets/wolf`.

use level::{Direction, Key, Lock, PatrolDirection, read_ron};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

/// Maximum size of a description, in bytes.
const MAX_BYTES: usize = 1 << 20;
/// Placeholder for the name of the theme in texture names.
const THEME: &str = "{theme}";

/// Description of a game: the meaning of the numbers in its maps.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Game {
    /// Name of the game, for messages.
    pub name: String,
    /// Extensions of the game's files, in lower case. The first one is used for files that are written.
    pub extensions: Vec<String>,
    /// Map to which the lift of a map leads, if it is not the next one.
    pub next: BTreeMap<usize, usize>,
    /// Map to which the secret lift of a map leads.
    pub secret: BTreeMap<usize, usize>,
    /// Episodes in order, at least one. Maps after the last episode look like it.
    pub episodes: Vec<Episode>,
    /// Numbers with a meaning of their own.
    pub numbers: Numbers,
    /// The lift's switch.
    pub lift: Switch,
    /// Replacements for numbers that the description does not contain.
    pub stand_ins: StandIns,
    /// Walls by their numbers on the first plane.
    pub walls: BTreeMap<u16, Wall>,
    /// Doors.
    pub doors: Vec<Door>,
    /// Monsters that have a number for each facing and skill.
    pub guards: Vec<Guard>,
    /// All other things by their numbers on the second plane.
    pub things: BTreeMap<u16, Item>,
}

/// The look of some consecutive maps.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Episode {
    /// Number of maps.
    pub maps: usize,
    /// Name of the theme, which replaces `{theme}` in texture names.
    pub theme: String,
    /// Textures of floors; each room has one of them.
    pub floors: Vec<String>,
    /// Textures of ceilings; each room has one of them.
    pub ceilings: Vec<String>,
    /// Brightness of cells without lamps, from 0 to 1.
    pub light: f32,
    /// Red, green and blue of lamps.
    pub lamp: [u8; 3],
    /// Sky over open areas.
    pub sky: String,
}

/// Numbers with a meaning of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Numbers {
    /// First plane: a wall with the switch of the lift.
    pub lift: u16,
    /// First plane: floor on which monsters do not hear.
    pub deaf: u16,
    /// First plane: floor from which a lift leads to the secret level. It is also the first of the areas.
    pub secret_lift: u16,
    /// First plane: the last of the areas of floor.
    pub last_floor: u16,
    /// Second plane: the player's start, facing north. East, south and west follow.
    pub player: u16,
    /// Second plane: a turn point to the east. The next seven follow counter-clockwise by an eighth of a turn.
    pub turns: u16,
    /// Second plane: the wall in this cell can be pushed.
    pub push_wall: u16,
    /// Second plane: the episode ends when the player gets here.
    pub end: u16,
}

/// Textures of the lift's switch.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Switch {
    /// Texture of the wall.
    pub texture: String,
    /// Overlay before the switch is thrown.
    pub overlay: String,
    /// Overlay afterwards.
    pub thrown: String,
}

/// Replacements for numbers without a description, and for content of levels that the game does not have.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StandIns {
    /// Texture of an unknown wall.
    pub wall: String,
    /// Texture of unknown floor.
    pub floor: String,
    /// Prop for an unknown thing.
    pub thing: String,
    /// Floor that replaces a decoration for which there is no space.
    pub decoration: String,
    /// Export: number of a wall whose texture has no number.
    pub wall_number: u16,
    /// Export: number of a wall in open space.
    pub space_number: u16,
    /// Export: number of a solid thing for pillars, tables, gratings, barriers, and props without a number.
    pub thing_number: u16,
    /// Export: number of a light without a lamp post.
    pub light_number: u16,
    /// Export: name of the guard that replaces monsters without a guard.
    pub guard: String,
}

/// A wall.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wall {
    /// Textures; each cell has one of them.
    pub textures: Vec<String>,
    /// Overlay over the texture.
    #[serde(default)]
    pub overlay: Option<String>,
    /// Whether rooms at this wall are under the open sky.
    #[serde(default)]
    pub open_air: bool,
    /// Name of the texture in UWMF, without the digit for the side.
    #[serde(default)]
    pub uwmf: Option<String>,
}

/// A kind of door.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Door {
    /// Number of a door that leads east and west. The next number is for doors that lead north and south.
    pub number: u16,
    /// Texture of the panel.
    pub panel: String,
    /// Lock, if any.
    #[serde(default)]
    pub lock: Option<Lock>,
    /// Name of the panel's texture in UWMF, without the digits for the side.
    pub uwmf: String,
}

/// A monster that has four numbers, facing east, north, west and south, for each skill.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Guard {
    /// Name in `assets/monsters.ron`.
    pub monster: String,
    /// First number of standing ones.
    pub stand: u16,
    /// First number of patrolling ones.
    pub patrol: u16,
    /// Offsets of the numbers of monsters that are present from the third skill on, and from the fourth.
    pub higher: [u16; 2],
    /// Pickup that it drops in the original game when it dies.
    #[serde(default)]
    pub leaves: Option<Leaves>,
    /// Name of the class in UWMF.
    pub uwmf: String,
}

/// Pickup that monsters of a kind drop. Here, it is next to them from the start.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Leaves {
    /// Name in `assets/pickups.ron`.
    pub pickup: String,
    /// Number of monsters per pickup, at least 1.
    pub per: usize,
}

/// A thing on the second plane.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Item {
    /// Object that it becomes.
    pub is: Kind,
    /// Name of the class in UWMF.
    #[serde(default)]
    pub uwmf: Option<String>,
}

/// Object that a thing becomes.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub enum Kind {
    /// One of these pickups, selected by its cell.
    Pickup(Vec<String>),
    /// A key.
    Key(Key),
    /// A prop.
    Prop(String),
    /// A prop with a lamp over it.
    LitProp(String),
    /// A prop that does not block the path: it is placed where there is space to walk around it. Elsewhere, its floor
    /// looks different.
    Decoration(String),
    /// A lamp in the ceiling.
    Lamp,
    /// Floor with this texture.
    Floor(String),
    /// A monster without a facing.
    Monster(String),
    /// A monster whose death ends a map without an exit.
    Master(String),
    /// A monster that drops a key when it dies in the original game.
    Keeper(String, Key),
    /// A pickup whose capture ends the map.
    Goal(String),
}

/// Decoded number of a monster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GuardNumber<'a> {
    pub(crate) guard: &'a Guard,
    /// Quarters of a turn from east, counter-clockwise.
    pub(crate) quarters: u16,
    pub(crate) patrols: bool,
    /// Lowest skill, 1 to 4.
    pub(crate) skill: u8,
}

impl Guard {
    /// Returns the number of this monster.
    pub(crate) fn number(&self, facing: Direction, patrols: bool, skill: u8) -> u16 {
        let first = if patrols { self.patrol } else { self.stand };
        let more = match skill {
            0..=2 => 0,
            3 => self.higher[0],
            _ => self.higher[1],
        };
        first.saturating_add(more).saturating_add(quarters(facing))
    }
}

/// Returns the quarters of a turn from east, counter-clockwise.
pub(crate) fn quarters(facing: Direction) -> u16 {
    (4 - facing as u16) % 4
}

/// Returns the direction at this number of quarter turns from east, counter-clockwise.
pub(crate) fn direction(quarters: u16) -> Direction {
    Direction::ALL[usize::from((4 - quarters % 4) % 4)]
}

/// Returns the number of eighths of a turn from east, counter-clockwise.
pub(crate) fn eighths(to: PatrolDirection) -> u16 {
    u16::from((8 - to.eighths()) % 8)
}

/// Returns the direction at this number of eighths of a turn from east, counter-clockwise.
pub(crate) fn turn_direction(eighths: u16) -> PatrolDirection {
    PatrolDirection::ALL[usize::from((8 - eighths % 8) % 8)]
}

impl Game {
    /// Reads a description from the bytes of its file.
    ///
    /// # Errors
    /// The first error, with file, line and column if it is one of the text.
    pub fn read(file: &str, bytes: &[u8]) -> Result<Game, String> {
        let game: Game = read_ron(file, bytes, MAX_BYTES).map_err(|error| error.to_string())?;
        match game.mistake() {
            Some(what) => Err(format!("{file}: {what}")),
            None => Ok(game),
        }
    }

    /// Returns an error if the description is invalid.
    fn mistake(&self) -> Option<String> {
        if self.episodes.is_empty() {
            return Some("there must be at least one episode".to_owned());
        }
        let themed = |episode: &Episode| episode.floors.is_empty() || episode.ceilings.is_empty();
        if let Some(episode) = self.episodes.iter().find(|episode| themed(episode)) {
            return Some(format!("the episode with the theme '{}' must have floors and ceilings", episode.theme));
        }
        if let Some((number, _)) = self.walls.iter().find(|(_, wall)| wall.textures.is_empty()) {
            return Some(format!("the wall {number} must have at least one texture"));
        }
        let is_empty = |item: &Item| matches!(&item.is, Kind::Pickup(choices) if choices.is_empty());
        if let Some((number, _)) = self.things.iter().find(|(_, item)| is_empty(item)) {
            return Some(format!("the thing {number} must name at least one pickup"));
        }
        let never = |guard: &&Guard| guard.leaves.as_ref().is_some_and(|leaves| leaves.per == 0);
        if let Some(guard) = self.guards.iter().find(never) {
            return Some(format!("'{}' must leave something per 1 or more monsters, got 0", guard.uwmf));
        }
        let mut used: BTreeSet<u16> = BTreeSet::new();
        let guards = self.guards.iter().flat_map(|guard| {
            let firsts = [guard.stand, guard.patrol];
            let levels = [0, guard.higher[0], guard.higher[1]];
            let all = firsts.into_iter().flat_map(move |first| levels.map(|more| first.saturating_add(more)));
            all.flat_map(|first| (0..4).map(move |turn| first.saturating_add(turn)))
        });
        let Numbers { player, turns, push_wall, end, .. } = self.numbers;
        let fixed = (0..4).map(|turn| player.saturating_add(turn)).chain((0..8).map(|turn| turns.saturating_add(turn)));
        let all = fixed.chain([push_wall, end]).chain(self.things.keys().copied()).chain(guards);
        let mut twice = all.filter(|number| !used.insert(*number));
        twice.next().map(|number| format!("the number {number} of the second plane must have one meaning, got two"))
    }

    /// Returns true if files with this extension are usually of this game.
    pub fn has_extension(&self, extension: &str) -> bool {
        self.extensions.iter().any(|known| known.eq_ignore_ascii_case(extension))
    }

    /// Returns the episode of a map; `number` is from 1.
    pub fn episode(&self, number: usize) -> &Episode {
        let mut last = number;
        let episode = self.episodes.iter().find(|episode| {
            let is_here = last <= episode.maps;
            last = last.saturating_sub(episode.maps);
            is_here
        });
        // A description has at least one episode.
        episode.unwrap_or_else(|| &self.episodes[self.episodes.len() - 1])
    }

    /// Returns the number of the map to which the lift of a map leads, or the secret one. A secret lift where the game
    /// has none leads to the secret map of the same episode, if there is one.
    pub fn way(&self, number: usize, is_secret: bool) -> usize {
        let next = || self.next.get(&number).copied().unwrap_or(number + 1);
        if !is_secret {
            return next();
        }
        let episode = self.episode(number);
        let in_episode = |map: &usize| std::ptr::eq(self.episode(*map), episode);
        let nearest = || self.secret.values().copied().find(in_episode);
        self.secret.get(&number).copied().or_else(nearest).unwrap_or_else(next)
    }

    /// Returns the kind of a door's number, and whether it leads north and south.
    pub(crate) fn door(&self, number: u16) -> Option<(&Door, bool)> {
        let of = |door: &Door| number.checked_sub(door.number).filter(|more| *more < 2);
        self.doors.iter().find_map(|door| Some((door, of(door)? == 1)))
    }

    /// Returns true if a number of the first plane is floor. Numbers beyond the last area are unknown floor.
    pub(crate) fn is_floor(&self, number: u16) -> bool {
        let Numbers { deaf, secret_lift, .. } = self.numbers;
        let is_thing_of_its_own = self.walls.contains_key(&number) || self.door(number).is_some();
        number == 0 || number == deaf || (number >= secret_lift && !is_thing_of_its_own)
    }

    /// Decodes a monster's number.
    pub(crate) fn guard(&self, number: u16) -> Option<GuardNumber<'_>> {
        self.guards.iter().find_map(|guard| {
            [(guard.stand, false), (guard.patrol, true)].into_iter().find_map(|(first, patrols)| {
                [(0, 1), (guard.higher[0], 3), (guard.higher[1], 4)].into_iter().find_map(|(more, skill)| {
                    let quarters = number.checked_sub(first.checked_add(more)?)?;
                    (quarters < 4).then_some(GuardNumber { guard, quarters, patrols, skill })
                })
            })
        })
    }

    /// Returns the number of a wall with this texture: one that names it, one that has it in some theme, or one whose
    /// texture is of the same theme.
    pub(crate) fn wall_with(&self, texture: &str) -> Option<u16> {
        let find = |fits: &dyn Fn(&str) -> bool| {
            let has = |wall: &Wall| !wall.open_air && wall.textures.iter().any(|known| fits(known));
            self.walls
                .iter()
                .find(|(number, wall)| **number != self.numbers.lift && has(wall))
                .map(|(number, _)| *number)
        };
        let exact = || find(&|known| known == texture);
        let theme = texture.split_once('_').map_or(texture, |(theme, _)| theme);
        let themed = || find(&|known| known.contains(THEME) && themed(known, theme) == texture);
        let alike = || find(&|known| known.split_once('_').is_some_and(|(known, _)| known == theme));
        exact().or_else(themed).or_else(alike)
    }
}

impl Episode {
    /// Returns a texture name with the theme in it.
    pub(crate) fn texture(&self, name: &str) -> String {
        themed(name, &self.theme)
    }
}

fn themed(name: &str, theme: &str) -> String {
    name.replace(THEME, theme)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn original() -> Game {
        Game::read("original.ron", include_bytes!("../../../assets/wolf/original.ron")).unwrap()
    }

    #[test]
    fn facings_turn_counter_clockwise_from_east() {
        use Direction::{East, North, South, West};
        assert_eq!([0, 1, 2, 3].map(direction), [East, North, West, South]);
        assert_eq!([East, North, West, South].map(quarters), [0, 1, 2, 3]);
        assert_eq!([0, 2, 4, 6].map(turn_direction), [East, North, West, South].map(PatrolDirection::from));
        assert_eq!([1, 7].map(turn_direction), [PatrolDirection::NorthEast, PatrolDirection::SouthEast]);
        assert_eq!([0, 1, 2, 3, 4, 5, 6, 7].map(|number| eighths(turn_direction(number))), [0, 1, 2, 3, 4, 5, 6, 7]);
    }

    #[test]
    fn guard_numbers_are_taken_apart() {
        let game = original();
        let of = |number: u16| game.guard(number).map(|it| (it.guard.uwmf.as_str(), it.quarters, it.patrols, it.skill));
        assert_eq!(of(108), Some(("Guard", 0, false, 1)));
        assert_eq!(of(115), Some(("Guard", 3, true, 1)));
        assert_eq!(of(147), Some(("Guard", 3, false, 3)));
        assert_eq!(of(180), Some(("Guard", 0, false, 4)));
        assert_eq!(of(259), Some(("Mutant", 3, true, 4)));
        assert_eq!(of(238), Some(("Mutant", 0, true, 3)));
        assert_eq!(of(124), None);
        for number in 0..400 {
            if let Some(GuardNumber { guard, quarters, patrols, skill }) = game.guard(number) {
                assert_eq!(guard.number(direction(quarters), patrols, skill), number);
            }
        }
    }

    #[test]
    fn episodes_follow_each_other_and_the_last_one_goes_on() {
        let game = original();
        let themes = [1, 10, 11, 60, 61, 1000].map(|number| game.episode(number).theme.as_str());
        let (first, second, last) = (&game.episodes[0].theme, &game.episodes[1].theme, &game.episodes[5].theme);
        assert_eq!(themes, [first, first, second, last, last, last]);
    }

    #[test]
    fn lifts_lead_to_the_next_map_and_secret_lifts_elsewhere() {
        let game = original();
        assert_eq!([1, 8, 9, 10, 30].map(|map| game.way(map, false)), [2, 9, 11, 2, 28]);
        assert_eq!([1, 27, 5, 70].map(|map| game.way(map, true)), [10, 30, 10, 60]);
    }

    #[test]
    fn both_descriptions_are_valid_and_mistakes_are_reported() {
        let spear = include_str!("../../../assets/wolf/spear.ron");
        let game = Game::read("spear.ron", spear.as_bytes()).unwrap();
        assert!(game.has_extension("SOD") && original().has_extension("wl6"));
        let wrong = spear.replacen("23: (is:", "98: (is:", 1);
        let error = Game::read("spear.ron", wrong.as_bytes()).unwrap_err();
        assert_eq!(error, "spear.ron: the number 98 of the second plane must have one meaning, got two");
        assert!(Game::read("spear.ron", b"(").unwrap_err().starts_with("spear.ron:1:"));
    }
}
