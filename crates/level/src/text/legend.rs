//! The legend of a level's text: the meaning of each character of its layers, and of entries that are listed by cell.

use crate::{
    model::cell::{Axis, CellShape, Corner, Hang, PaneKind},
    model::lamp::{LevelFog, Mood},
    model::lock::Lock,
    model::stairs::{LIFT, SECRET_LIFT},
    model::terminal::TerminalGame,
    model::thing::{IdleBehaviour, Thing, ThingKind},
    text::numbers::{
        Clear, Facing, FogColour, LampColour, Light, PatrolTo, Pressure, PushCells, Reach, SkillText, TurnTo,
    },
    text::terminal_text::{ConduitText, TableText},
};
use serde::{
    Deserialize, Deserializer,
    de::{Error, MapAccess, Visitor},
};
use std::{collections::BTreeMap, fmt, mem};

/// Meaning of each character of the layers.
pub(crate) type Legend = BTreeMap<char, Entry>;

/// Defaults for fields that the entries of the legend omit.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Base {
    /// Texture of floors; default `plate`.
    pub(crate) floor: String,
    /// Texture of ceilings; default `panel`.
    pub(crate) ceiling: String,
    /// Texture of the walls next to doors and panes; default `jamb`.
    pub(crate) jamb: String,
    /// Brightness of cells, from 0 to 1; default 1.
    pub(crate) light: Light,
}

impl Default for Base {
    fn default() -> Self {
        Base { floor: "plate".to_owned(), ceiling: "panel".to_owned(), jamb: "jamb".to_owned(), light: Light(255) }
    }
}

/// Meaning of a character, or of an entry that is listed for a cell.
#[derive(Deserialize)]
#[serde(from = "EntryText")]
pub(crate) struct Entry {
    /// Filling of the cell, or its error.
    pub(crate) fill: Result<Fill, String>,
    /// The other fields, without those that `fill` was made from.
    pub(crate) said: EntryText,
}

/// Filling of a cell.
pub(crate) struct Fill {
    /// Shape. Its orientation follows from the neighbours (`neighbours::orient`), and its state from the triggers.
    pub(crate) shape: CellShape<Skin>,
    /// Whether shots break it, if the text defines that.
    pub(crate) breaks: Option<bool>,
    /// Game at the terminal.
    pub(crate) game: Option<TerminalGame>,
    /// Name of the stairs.
    pub(crate) stairs: Option<String>,
}

/// Texture of a part of a shape.
#[derive(Clone, PartialEq)]
pub(crate) enum Skin {
    Named(String),
    /// The `jamb` of `base`.
    Jamb,
}

/// An entry as written in the file: a flat list of optional fields. [`EntryText::fill`] combines the fields that define
/// what fills the cell, so no other module sees them.
#[derive(Deserialize, Default, PartialEq)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct EntryText {
    /// A wall of this texture.
    wall: Option<String>,
    /// Image that is drawn over the wall, such as a sign.
    overlay: Option<String>,
    /// The wall has the switch of the lift, and shows this image once the switch is thrown (in place of the `overlay`,
    /// if there is one). The images `NAME.1` to `NAME.3`, if they exist, are shown before it for a tenth of a second
    /// each.
    lift: Option<String>,
    /// The lift leads to the secret deck.
    secret: bool,
    /// The wall has stairs of this name, which are used like a lift. The campaign defines where they lead. With an
    /// `overlay`, such as `stairs_down` or `stairs_up`, they may have a `face`.
    stairs: Option<String>,
    /// The wall has a switch or a target of a trigger, and shows this image while it is thrown (in place of the
    /// `overlay`, if there is one).
    switch: Option<String>,
    /// The wall has a conduit lock, the puzzle Panguru, on a panel.
    conduit: Option<ConduitText>,
    /// Only side on which a `lift`, a `switch` or `stairs` with an `overlay` is visible and works: 0 (right), 90 (down
    /// the map), 180 or 270; default: all four.
    face: Option<TurnTo>,
    /// A door of this texture, between two walls.
    door: Option<String>,
    /// Movement with which the door opens.
    hang: Option<Hang>,
    /// Lock of the door.
    lock: Option<Lock>,
    /// The door closes and seals itself after the player has gone through; a corpse in the doorway is pushed out. An
    /// ordinary door stays open over a corpse, and then does not keep the air in.
    locks_behind: bool,
    /// A thin glass pane of this texture, between two walls or other panes in its line. It stops bodies and shots, but
    /// can be seen through.
    window: Option<String>,
    /// Whether shots and blasts break the wall or the window: a blast breaks it with a chance of 2 in 3, a shot cracks
    /// it with a chance of 1 in 3, and it breaks a second later. By default, only windows that look out into space
    /// break.
    #[serde(alias = "thin", alias = "breaks")]
    breakable: Option<bool>,
    /// A thin pane of bars of this texture, which shots, sight and air pass.
    grating: Option<String>,
    /// A low pane of this texture, a quarter of a tile high. It hides everything below the line of sight over it, and
    /// protects it from shots and blasts. The player can jump over it, but the solver assumes no jumps, so put nothing
    /// behind it except secrets, and provide a path back.
    barrier: Option<String>,
    /// A round pillar of this texture.
    pillar: Option<String>,
    /// A wall of this texture across a corner, between the two adjacent walls.
    diagonal: Option<String>,
    /// A secret: a wall of this texture that slides away from the player who uses it, once.
    push: Option<String>,
    /// Only direction in which the push-wall moves: 0, 90, 180 or 270. Triggers only move push-walls that have one.
    push_way: Option<TurnTo>,
    /// Number of cells that the push-wall moves if no wall or furniture stops it, 1 to 512; default: the value of the
    /// rules (2). It moves pickups behind itself.
    push_cells: Option<PushCells>,
    /// A table at which the player plays Lines of Action against the ship.
    table: Option<TableText>,
    /// Texture of the floor; `sky` shows the stars.
    pub(crate) floor: Option<String>,
    /// Texture of the ceiling; `sky` shows the stars.
    pub(crate) ceiling: Option<String>,
    /// Brightness of the cell, from 0 to 1.
    pub(crate) light: Option<Light>,
    /// A lamp over the open floor.
    pub(crate) lamp: Option<LampText>,
    /// The player's start, or a key.
    pub(crate) thing: Option<ThingKind>,
    /// A monster, by its name in `assets/monsters.ron`.
    pub(crate) monster: Option<String>,
    /// A pickup, by its name in `assets/pickups.ron`.
    pub(crate) pickup: Option<String>,
    /// A prop, by its name in `assets/props.ron`. `chains` are a rail, also in open space: the player can hold on to
    /// them in the wind of a breach, and push off from them in zero gravity.
    pub(crate) prop: Option<String>,
    /// The cell is outside the ship: no air, no floor, only stars. It may be part of the border.
    space: bool,
    /// Initial air pressure, from 0 (vacuum) to 1. Cells with open connections form a section, which has one pressure.
    /// By default a section is full, or empty if it is open to space.
    pub(crate) air: Option<Pressure>,
    /// Damage zone of the cell, which changes the damage taken there, by its name in `damage_zones` of the rules.
    #[serde(alias = "climate")]
    pub(crate) damage_zone: Option<String>,
    /// Direction in which the player, the thing or the monster looks, in degrees from -360 to 360: 0 is right, 90 is
    /// down the map.
    pub(crate) facing: Option<Facing>,
    /// The monster ignores noises and waits until it sees a target.
    pub(crate) ambush: bool,
    /// The monster walks straight ahead, through doors, and turns at turn points.
    pub(crate) patrol: bool,
    /// Lowest skill on which the monster or thing is present, 1 to 4; default 1.
    pub(crate) skill: Option<SkillText>,
    /// The monster or thing appears only when a trigger spawns it (`Spawn`).
    pub(crate) waits: bool,
    /// Name of the cell for triggers; several cells may share a name.
    pub(crate) name: Option<String>,
    /// A turn point, at which patrols continue in this direction: 0, 45, 90 and so on up to 315. Diagonal patrols need
    /// open floor on both sides of each corner.
    pub(crate) turn: Option<PatrolTo>,
    /// In `things` only: column and row of the cell, from 0.
    pub(crate) at: Option<(usize, usize)>,
}

impl From<EntryText> for Entry {
    fn from(mut text: EntryText) -> Self {
        Entry { fill: text.fill(), said: text }
    }
}

impl Fill {
    /// Returns a fill with only a shape.
    pub(crate) fn of(shape: CellShape<Skin>) -> Self {
        Fill { shape, breaks: None, game: None, stairs: None }
    }
}

impl EntryText {
    /// Takes the fields that define what fills the cell. Fields that are left over have no effect and are errors.
    fn fill(&mut self) -> Result<Fill, String> {
        let (along, corner, jamb) = (Axis::X, Corner::NorthWest, Skin::Jamb);
        let pane = |name: &mut Option<String>, kind| {
            take(name).map(|texture| Fill::of(CellShape::Pane { texture, jamb: jamb.clone(), along, kind }))
        };
        let kinds = [
            self.wall()?,
            self.door(),
            pane(&mut self.window, PaneKind::Window).map(|fill| Fill { breaks: self.breakable.take(), ..fill }),
            pane(&mut self.grating, PaneKind::Grating),
            pane(&mut self.barrier, PaneKind::Barrier),
            take(&mut self.pillar).map(|texture| Fill::of(CellShape::Pillar { texture })),
            take(&mut self.diagonal).map(|texture| Fill::of(CellShape::Diagonal { texture, corner })),
            self.push_wall(),
            self.table.take().map(|table| Fill { game: Some(table.game()), ..Fill::of(CellShape::Table) }),
            mem::take(&mut self.space).then_some(Fill::of(CellShape::Space)),
        ];
        let mut kinds = kinds.into_iter().flatten();
        let fill = kinds.next().unwrap_or(Fill::of(CellShape::Open));
        if let Some(other) = kinds.next() {
            let (one, other) = (fill.shape.noun(), other.shape.noun());
            return Err(format!("a cell can hold a {one} or a {other}, not both"));
        }
        self.left_over().map_or(Ok(fill), |what| Err(what.to_owned()))
    }

    fn wall(&mut self) -> Result<Option<Fill>, String> {
        let Some(texture) = take(&mut self.wall) else { return Ok(None) };
        let (is_lift, has_stairs, is_switch) = (self.lift.is_some(), self.stairs.is_some(), self.switch.is_some());
        let is_used = is_lift || has_stairs || is_switch;
        if u8::from(is_lift) + u8::from(has_stairs) + u8::from(is_switch) + u8::from(self.conduit.is_some()) > 1 {
            return Err("a wall can have only one of `lift`, `stairs`, `switch` and `conduit`".into());
        }
        let (overlay, stairs) = (take(&mut self.overlay), self.stairs.take());
        stairs.as_deref().map_or(Ok(()), check_stairs)?;
        let breaks = if is_used { None } else { self.breakable.take().filter(|breaks| *breaks) };
        let face = self.face.take_if(|_| is_used && overlay.is_some()).map(|TurnTo(face)| face);
        let secret = is_lift && mem::take(&mut self.secret);
        // Stairs do not change their look when they are used.
        let gone_down = has_stairs.then(|| overlay.as_ref().unwrap_or(&texture).clone());
        let shape = match (take(&mut self.lift).or(gone_down), take(&mut self.switch)) {
            (Some(thrown), _) => CellShape::Lift { texture, overlay, thrown, face, secret },
            (None, Some(thrown)) => CellShape::Switch { texture, overlay, thrown, face },
            (None, None) => CellShape::Wall { texture, overlay },
        };
        Ok(Some(Fill { shape, breaks, game: self.conduit.take().map(ConduitText::game), stairs }))
    }

    fn door(&mut self) -> Option<Fill> {
        Some(Fill::of(CellShape::Door {
            panel: take(&mut self.door)?,
            jamb: Skin::Jamb,
            along: Axis::X,
            hang: self.hang.take().unwrap_or_default(),
            lock: self.lock.take(),
            locks_behind: mem::take(&mut self.locks_behind),
            locks_later: false,
        }))
    }

    fn push_wall(&mut self) -> Option<Fill> {
        let texture = take(&mut self.push)?;
        let way = self.push_way.take().map(|TurnTo(way)| way);
        let cells = self.push_cells.take().map(|PushCells(cells)| cells);
        Some(Fill::of(CellShape::Push { texture, way, cells, secret: true }))
    }

    /// Returns what is wrong with the first field that was not taken, if any.
    fn left_over(&self) -> Option<&'static str> {
        let face = "`face` requires a `lift`, a `switch` or `stairs` with an `overlay`";
        let all = [
            (self.lift.is_some(), "`lift` requires `wall`"),
            (self.overlay.is_some(), "`overlay` requires `wall`"),
            (self.stairs.is_some(), "`stairs` requires `wall`"),
            (self.switch.is_some(), "`switch` requires `wall`"),
            (self.conduit.is_some(), "`conduit` requires `wall`"),
            (self.face.is_some(), face),
            (self.secret, "`secret` requires `lift`"),
            (self.push_way.is_some() || self.push_cells.is_some(), "`push_way` and `push_cells` require `push`"),
            (self.breakable == Some(true), "`breakable` requires a `window`, or a `wall` without a switch"),
            (self.hang.is_some(), "`hang` requires `door`"),
            (self.lock.is_some() || self.locks_behind, "`lock` and `locks_behind` require `door`"),
        ];
        all.into_iter().find_map(|(is_left, what)| is_left.then_some(what))
    }

    /// Returns the nouns of everything that the entry puts on the floor. A cell can hold only one.
    fn bodies(&self) -> impl Iterator<Item = &'static str> {
        let all = [
            (self.thing.is_some(), "thing"),
            (self.monster.is_some(), "monster"),
            (self.pickup.is_some(), "pickup"),
            (self.prop.is_some(), "prop"),
        ];
        all.into_iter().filter(|(puts, _)| *puts).map(|(_, noun)| noun)
    }

    /// Returns the noun of what the entry puts on the floor, including turn points.
    pub(crate) fn noun(&self) -> Option<&'static str> {
        self.bodies().next().or(self.turn.map(|_| "turn point"))
    }

    /// Returns what is wrong with the fields about a thing, if anything; `who` is the thing in the cell.
    pub(crate) fn mistake_about(&self, who: Option<ThingKind>) -> Option<String> {
        let is_monster = matches!(who, Some(ThingKind::Monster(_)));
        let mut bodies = self.bodies();
        if let (Some(one), Some(other)) = (bodies.next(), bodies.next()) {
            return Some(format!("a cell can hold a `{one}` or a `{other}`, not both"));
        }
        let (is_missing, is_player) = (who.is_none(), who == Some(ThingKind::Player));
        let all = [
            (self.ambush && self.patrol, "a monster can have `ambush` or `patrol`, not both"),
            (self.ambush && !is_monster, "`ambush` requires a monster in this cell"),
            (self.patrol && !is_monster, "`patrol` requires a monster in this cell"),
            (self.facing.is_some() && is_missing, "`facing` requires a thing or a monster in this cell"),
            (self.skill.is_some() && is_missing, "`skill` requires a thing or a monster in this cell"),
            (self.waits && (is_missing || is_player), "`waits` requires a thing or a monster in this cell"),
            (self.skill.is_some() && is_player, "the player cannot have a `skill`, being present on every skill"),
        ];
        all.into_iter().find_map(|(is_wrong, what)| is_wrong.then(|| what.to_owned()))
    }

    /// Applies the fields about a thing to it.
    pub(crate) fn apply(&self, thing: &mut Thing) {
        if let Some(facing) = self.facing {
            thing.facing = facing.0;
        }
        if self.ambush {
            thing.habit = IdleBehaviour::Ambush;
        } else if self.patrol {
            thing.habit = IdleBehaviour::Patrol;
        }
        if let Some(skill) = self.skill {
            thing.skill = skill.0;
        }
        thing.waits |= self.waits;
    }
}

/// Takes the texture that a field names.
fn take(name: &mut Option<String>) -> Option<Skin> {
    name.take().map(Skin::Named)
}

/// Checks the name of stairs.
fn check_stairs(name: &str) -> Result<(), String> {
    match name.chars().count() {
        1..=100 if [LIFT, SECRET_LIFT].contains(&name) => {
            Err(format!("stairs cannot be named '{name}': the name is reserved for a lift"))
        }
        1..=100 => Ok(()),
        length => Err(format!("the name of stairs must have 1 to 100 characters, got {length}")),
    }
}

/// A lamp, as written in the file.
#[derive(Clone, Copy, Deserialize, Default, PartialEq)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct LampText {
    /// Red, green and blue, each from 0 to 255; default white.
    pub(crate) colour: LampColour,
    /// Radius of its light, in tiles from 0.5 to 16; default 5.
    pub(crate) reach: Reach,
    /// Steadiness of its light.
    pub(crate) mood: Mood,
    /// It is off until a trigger turns it on (`LampsOn`).
    pub(crate) off: bool,
}

/// The fog of a level, as written in the file.
#[derive(Clone, Copy, Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct FogText {
    /// Red, green and blue, each from 0 to 255; default black.
    pub(crate) colour: FogColour,
    /// Distance at which the fog hides surfaces by half, in tiles from 1 to 1000; default 11.
    pub(crate) clear: Clear,
}

impl FogText {
    /// Converts it into the fog of the model.
    pub(crate) fn fog(self) -> LevelFog {
        LevelFog { colour: self.colour.0, clear: self.clear.0 }
    }
}

/// An entry for a single cell: things that the map does not draw, or more fields for what it draws.
#[derive(Deserialize)]
#[serde(try_from = "EntryText")]
pub(crate) struct Listed {
    /// Column and row, from 0.
    pub(crate) at: (usize, usize),
    pub(crate) entry: Entry,
}

impl TryFrom<EntryText> for Listed {
    type Error = &'static str;

    fn try_from(mut text: EntryText) -> Result<Self, Self::Error> {
        let at = text.at.take().ok_or("the field `at` is missing: give the cell as (COLUMN, ROW)")?;
        Ok(Listed { at, entry: text.into() })
    }
}

/// Reads the legend. Unlike a plain map, it rejects duplicate characters.
pub(crate) fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Legend, D::Error> {
    struct LegendVisitor;
    impl<'de> Visitor<'de> for LegendVisitor {
        type Value = Legend;

        fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
            f.write_str("a legend such as { '#': (wall: \"hull\") }")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Legend, A::Error> {
            let mut legend = Legend::new();
            while let Some((character, entry)) = map.next_entry::<char, Entry>()? {
                if entry.said.at.is_some() {
                    let what = format!("'{character}' cannot have an `at`: list single cells in `things`");
                    return Err(A::Error::custom(what));
                }
                if legend.insert(character, entry).is_some() {
                    return Err(A::Error::custom(format!("'{character}' is in the legend twice")));
                }
            }
            Ok(legend)
        }
    }
    deserializer.deserialize_map(LegendVisitor)
}
