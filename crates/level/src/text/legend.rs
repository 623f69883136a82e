//! The legend of a level's text: what each character of its layers means, and what may be listed for a cell.

use crate::{
    model::cell::{Axis, CellShape, Corner, Hang, PaneKind},
    model::lamp::{Fog, Mood},
    model::lock::Lock,
    model::stairs::{LIFT, SECRET_LIFT},
    model::terminal::TerminalGame,
    model::thing::{Habit, Thing, ThingKind},
    text::numbers::{Clear, Facing, FogColour, LampColour, Light, Pressure, PushCells, Reach, SkillText, TurnTo},
    text::terminal_text::{ConduitText, TableText},
};
use serde::{
    Deserialize, Deserializer,
    de::{Error, MapAccess, Visitor},
};
use std::{collections::BTreeMap, fmt, mem};

/// What each character of the layers means.
pub(crate) type Legend = BTreeMap<char, Entry>;

/// What a character leaves out.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Base {
    /// The texture of floors, `plate` if left out.
    pub(crate) floor: String,
    /// The texture of ceilings, `panel` if left out.
    pub(crate) ceiling: String,
    /// The texture of the walls beside doors and panes, `jamb` if left out.
    pub(crate) jamb: String,
    /// How bright cells are, from 0 to 1; 1 if left out.
    pub(crate) light: Light,
}

impl Default for Base {
    fn default() -> Self {
        Base { floor: "plate".to_owned(), ceiling: "panel".to_owned(), jamb: "jamb".to_owned(), light: Light(255) }
    }
}

/// What one character means, or what is listed for one cell.
#[derive(Deserialize)]
#[serde(from = "EntryText")]
pub(crate) struct Entry {
    /// What it puts into its cell; or what is wrong with that, in a sentence.
    pub(crate) fill: Result<Fill, String>,
    /// What else it says, without the words of `fill`.
    pub(crate) said: EntryText,
}

/// What fills a cell.
pub(crate) struct Fill {
    /// Which way it lies is known when its neighbours are (`neighbours::turn`), and what triggers do to it when they are read.
    pub(crate) shape: CellShape<Skin>,
    /// Whether shots break it, if that is said.
    pub(crate) breaks: Option<bool>,
    /// What is played there.
    pub(crate) game: Option<TerminalGame>,
    /// The name of the stairs there.
    pub(crate) stairs: Option<String>,
}

/// The texture of a part of what fills a cell.
#[derive(Clone, PartialEq)]
pub(crate) enum Skin {
    Named(String),
    /// That of the base's jambs.
    Jamb,
}

/// An entry as the text has it: a flat list of words, each of which may be left out. [`EntryText::fill`] makes one value of those that
/// say what fills the cell, so no other file sees them.
#[derive(Deserialize, Default, PartialEq)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct EntryText {
    /// A wall of this texture.
    wall: Option<String>,
    /// A picture that lies over the wall, such as a sign.
    overlay: Option<String>,
    /// The wall is thin: a shot cracks it once in three times, and it breaks a second later; a blast breaks it twice in
    /// three.
    thin: bool,
    /// The wall carries the lift's switch, and shows this picture once it is thrown; with an `overlay`, in its place. `NAME.1` to `NAME.3` lead to it, a tenth of a second each, if there are such pictures.
    lift: Option<String>,
    /// The lift leads to the secret deck.
    secret: bool,
    /// The wall carries stairs of this name, which are used as a lift is; a campaign says where they lead. With an
    /// `overlay`, such as `stairs_down` or `stairs_up`, they may have a `face`.
    stairs: Option<String>,
    /// The wall carries a switch or a target of a trigger, and shows this picture while it is thrown; with an
    /// `overlay`, in its place.
    switch: Option<String>,
    /// The wall carries a conduit lock, Panguru, on a panel.
    conduit: Option<ConduitText>,
    /// The only side on which a `lift`, a `switch` or `stairs` that are an `overlay` show and work: 0 (to the right),
    /// 90 (down the map), 180 or 270; all four if left out.
    face: Option<TurnTo>,
    /// A door of this texture, between two walls.
    door: Option<String>,
    /// How the door opens.
    hang: Option<Hang>,
    /// What keeps the door shut.
    lock: Option<Lock>,
    /// The door seals itself once the player has gone through and it has shut.
    locks_behind: bool,
    /// A thin pane of this texture, between two walls or others in its line: nobody and no shot passes, everybody sees
    /// through.
    window: Option<String>,
    /// Whether shots and blasts break the window as they do a `thin` wall; if left out, they do if it looks out into
    /// space.
    breaks: Option<bool>,
    /// A thin pane of this texture that shots, sight and air pass.
    grating: Option<String>,
    /// A low pane of this texture, a quarter of a tile high: it hides, and shelters from shots and blasts, what is lower than the line
    /// over it. The player can jump over it. The check does not jump, so build nothing behind one but secrets, and a way back.
    barrier: Option<String>,
    /// A round pillar of this texture.
    pillar: Option<String>,
    /// A wall of this texture across a corner, from the two walls beside it.
    diagonal: Option<String>,
    /// A secret: a wall of this texture that slides away from whoever uses it, once.
    push: Option<String>,
    /// The only way that the push-wall goes: 0, 90, 180 or 270; a trigger pushes only those that have one.
    push_way: Option<TurnTo>,
    /// How many cells the push-wall goes, 1 to 512, if nothing stops it; as many as the rules say (two) if left out.
    push_cells: Option<PushCells>,
    /// A table where the player plays Lines of Action against the ship.
    table: Option<TableText>,
    /// The texture of the floor; `sky` shows the stars.
    pub(crate) floor: Option<String>,
    /// The texture of the ceiling; `sky` shows the stars.
    pub(crate) ceiling: Option<String>,
    /// How bright the cell is, from 0 to 1.
    pub(crate) light: Option<Light>,
    /// A lamp over the open floor.
    pub(crate) lamp: Option<LampText>,
    /// The player's start, or a key.
    pub(crate) thing: Option<ThingKind>,
    /// An undead, by its name in `assets/monsters.ron`.
    pub(crate) monster: Option<String>,
    /// Something to take, by its name in `assets/pickups.ron`.
    pub(crate) pickup: Option<String>,
    /// Something that stands in the way and breaks, by its name in `assets/props.ron`. `chains` are a rail, in the open, too: the
    /// player can hold on to them in the wind of a breach, and who weighs nothing pushes himself off there.
    pub(crate) prop: Option<String>,
    /// The cell is outside: no air, no floor, and the stars. It may be the border.
    space: bool,
    /// The pressure at the start, from 0 (none) to 1; what open ways connect is one section and has one pressure. If
    /// left out a section is full, or empty if it is open to space.
    pub(crate) air: Option<Pressure>,
    /// What the place makes of damage, by its name among the rules' `climates`.
    pub(crate) climate: Option<String>,
    /// Where the player, the thing or the monster looks, in degrees from -360 to 360: 0 is to the right, 90 down the
    /// map.
    pub(crate) facing: Option<Facing>,
    /// The monster takes no notice of noises: it waits until it sees somebody.
    pub(crate) ambush: bool,
    /// The monster walks straight on, through doors, and turns at turn points.
    pub(crate) patrol: bool,
    /// The monster or thing is there on this skill and all above, 1 to 4; 1 if left out.
    pub(crate) skill: Option<SkillText>,
    /// The monster or thing comes only when a trigger calls it (`Spawn`).
    pub(crate) waits: bool,
    /// What triggers call the cell; several cells may share a name.
    pub(crate) name: Option<String>,
    /// A turn point: patrols go on that way, 0, 90, 180 or 270.
    pub(crate) turn: Option<TurnTo>,
    /// In `things` only: column and row of the cell, from 0.
    pub(crate) at: Option<(usize, usize)>,
}

impl From<EntryText> for Entry {
    fn from(mut text: EntryText) -> Self {
        Entry { fill: text.fill(), said: text }
    }
}

impl Fill {
    /// A shape of which nothing more is said.
    pub(crate) fn of(shape: CellShape<Skin>) -> Self {
        Fill { shape, breaks: None, game: None, stairs: None }
    }
}

impl EntryText {
    /// Takes the words that say what fills the cell. A word that is left then belongs to something that is not there.
    fn fill(&mut self) -> Result<Fill, String> {
        let (along, corner, jamb) = (Axis::X, Corner::NorthWest, Skin::Jamb);
        let pane = |name: &mut Option<String>, kind| {
            take(name).map(|texture| Fill::of(CellShape::Pane { texture, jamb: jamb.clone(), along, kind }))
        };
        let kinds = [
            self.wall()?,
            self.door(),
            pane(&mut self.window, PaneKind::Window).map(|fill| Fill { breaks: self.breaks.take(), ..fill }),
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
            return Err(format!("a {one} and a {other} at once; a cell holds only one of them"));
        }
        self.left_over().map_or(Ok(fill), |what| Err(what.to_owned()))
    }

    fn wall(&mut self) -> Result<Option<Fill>, String> {
        let Some(texture) = take(&mut self.wall) else { return Ok(None) };
        let (is_lift, has_stairs, is_switch) = (self.lift.is_some(), self.stairs.is_some(), self.switch.is_some());
        let is_used = is_lift || has_stairs || is_switch;
        if u8::from(is_lift) + u8::from(has_stairs) + u8::from(is_switch) + u8::from(self.conduit.is_some()) > 1 {
            return Err("a wall has only one of `lift`, `stairs`, `switch` and `conduit`: leave out the others".into());
        }
        let (overlay, stairs) = (take(&mut self.overlay), self.stairs.take());
        stairs.as_deref().map_or(Ok(()), check_stairs)?;
        let breaks = (!is_used && mem::take(&mut self.thin)).then_some(true);
        let face = self.face.take_if(|_| is_used && overlay.is_some()).map(|TurnTo(face)| face);
        let secret = is_lift && mem::take(&mut self.secret);
        // Stairs look as before while they are gone down.
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

    /// What is wrong with the first word that nothing has taken, if there is any.
    fn left_over(&self) -> Option<&'static str> {
        let face = "only a switch, a lift or stairs that are an `overlay` have a `face`: on the other sides the bare wall shows";
        let all = [
            (self.lift.is_some(), "a lift switch is on a wall: it needs a `wall` too"),
            (self.overlay.is_some(), "an overlay lies on a wall: it needs a `wall` too"),
            (self.stairs.is_some(), "stairs lead on through a wall: they need a `wall` too"),
            (self.switch.is_some(), "a switch is on a wall: it needs a `wall` too"),
            (self.conduit.is_some(), "a conduit is on a wall: it needs a `wall` too"),
            (self.face.is_some(), face),
            (self.secret, "only a lift leads to a secret deck: it needs a `lift` too"),
            (self.push_way.is_some() || self.push_cells.is_some(), "only a push-wall is pushed: it needs a `push` too"),
            (self.thin, "only a wall without a switch is `thin`"),
            (self.breaks.is_some(), "only a window `breaks` or does not: a wall that does is `thin`"),
            (self.hang.is_some(), "only a door hangs: it needs a `door` too"),
            (self.lock.is_some() || self.locks_behind, "only a door has a lock: it needs a `door` too"),
        ];
        all.into_iter().find_map(|(is_left, what)| is_left.then_some(what))
    }

    /// What it puts on the floor of its cell, each as an author would call it; a cell holds one at most.
    fn bodies(&self) -> impl Iterator<Item = &'static str> {
        let all = [
            (self.thing.is_some(), "thing"),
            (self.monster.is_some(), "monster"),
            (self.pickup.is_some(), "pickup"),
            (self.prop.is_some(), "prop"),
        ];
        all.into_iter().filter(|(puts, _)| *puts).map(|(_, noun)| noun)
    }

    /// What it puts on the floor of its cell, turn points too, as an author would call it.
    pub(crate) fn noun(&self) -> Option<&'static str> {
        self.bodies().next().or(self.turn.map(|_| "turn point"))
    }

    /// What is wrong with what it says of a thing, if anything, where `who` stands in its cell.
    pub(crate) fn mistake_about(&self, who: Option<ThingKind>) -> Option<String> {
        let is_monster = matches!(who, Some(ThingKind::Monster(_)));
        let mut bodies = self.bodies();
        if let (Some(one), Some(other)) = (bodies.next(), bodies.next()) {
            return Some(format!("a `{one}` and a `{other}` at once; a cell holds only one of them"));
        }
        let (nobody, is_player) = (who.is_none(), who == Some(ThingKind::Player));
        let all = [
            (self.ambush && self.patrol, "`ambush` and `patrol` at once; a monster does only one of them"),
            (self.ambush && !is_monster, "`ambush` needs a monster, and none stands here"),
            (self.patrol && !is_monster, "`patrol` needs a monster, and none stands here"),
            (self.facing.is_some() && nobody, "`facing` needs a thing or a monster, and none stands here"),
            (self.skill.is_some() && nobody, "`skill` needs a thing or a monster, and none stands here"),
            (self.waits && (nobody || is_player), "`waits` needs a thing or a monster, and none stands here"),
            (self.skill.is_some() && is_player, "the player has no `skill`: he is there on each of them"),
        ];
        all.into_iter().find_map(|(is_wrong, what)| is_wrong.then(|| what.to_owned()))
    }

    /// Makes a thing what it says of it.
    pub(crate) fn apply(&self, thing: &mut Thing) {
        if let Some(facing) = self.facing {
            thing.facing = facing.0;
        }
        if self.ambush {
            thing.habit = Habit::Ambush;
        } else if self.patrol {
            thing.habit = Habit::Patrol;
        }
        if let Some(skill) = self.skill {
            thing.skill = skill.0;
        }
        thing.waits |= self.waits;
    }
}

/// The texture that a word names, which is taken.
fn take(name: &mut Option<String>) -> Option<Skin> {
    name.take().map(Skin::Named)
}

/// Stairs have a name of their own.
fn check_stairs(name: &str) -> Result<(), String> {
    match name.chars().count() {
        1..=100 if [LIFT, SECRET_LIFT].contains(&name) => Err(format!("stairs cannot be called '{name}': the lift is")),
        1..=100 => Ok(()),
        _ => Err("stairs are called by 1 to 100 letters".to_owned()),
    }
}

/// A light source of the legend.
#[derive(Clone, Copy, Deserialize, Default, PartialEq)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct LampText {
    /// Red, green and blue, each from 0 to 255; white if left out.
    pub(crate) colour: LampColour,
    /// How far its light goes, in tiles from 0.5 to 16; 5 if left out.
    pub(crate) reach: Reach,
    /// How steadily it shines.
    pub(crate) mood: Mood,
    /// It waits for a trigger (`LampsOn`).
    pub(crate) off: bool,
}

/// The fog of a level.
#[derive(Clone, Copy, Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct FogText {
    /// Red, green and blue, each from 0 to 255; black if left out.
    pub(crate) colour: FogColour,
    /// The distance at which half of what is seen is fog, in tiles from 1 to 1000; 11 if left out.
    pub(crate) clear: Clear,
}

impl FogText {
    /// The fog that it describes.
    pub(crate) fn fog(self) -> Fog {
        Fog { colour: self.colour.0, clear: self.clear.0 }
    }
}

/// A cell that is listed: what stands there that the map does not draw, or more about what it does.
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
        let at = text.at.take().ok_or("the field `at` is missing: it says which cell, as (COLUMN, ROW)")?;
        Ok(Listed { at, entry: text.into() })
    }
}

/// Reads the legend; a map type would let a character that is given twice lose its first meaning in silence.
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
                    let what =
                        format!("'{character}' has an `at`, but stands wherever it is drawn: list it in `things`");
                    return Err(A::Error::custom(what));
                }
                if legend.insert(character, entry).is_some() {
                    return Err(A::Error::custom(format!("the legend gives '{character}' twice")));
                }
            }
            Ok(legend)
        }
    }
    deserializer.deserialize_map(LegendVisitor)
}
