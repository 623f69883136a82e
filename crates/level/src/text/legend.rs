//! The legend of a level's text: what each character of its layers means, and what may be listed for a cell.

use crate::{
    model::cell::{Hang, PaneKind},
    model::lamp::{Fog, Mood},
    model::lock::Lock,
    model::stairs::{LIFT, SECRET_LIFT},
    model::thing::{Habit, Thing, ThingKind},
    text::board_text::{ConduitText, TableText},
    text::numbers::{Clear, Facing, FogColour, LampColour, Light, Pressure, PushCells, Reach, SkillText, TurnTo},
};
use serde::{
    Deserialize, Deserializer,
    de::{Error, MapAccess, Visitor},
};
use std::{collections::BTreeMap, fmt};

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

/// What one character means, or what is listed for one cell; each part may be left out.
#[derive(Deserialize, Default, PartialEq)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Entry {
    /// A wall of this texture.
    pub(crate) wall: Option<String>,
    /// A picture that lies over the wall, such as a sign.
    pub(crate) overlay: Option<String>,
    /// The wall is thin: a shot cracks it once in three times, and it breaks a second later; a blast breaks it twice in
    /// three.
    pub(crate) thin: bool,
    /// The wall carries the lift's switch, and shows this picture once it is thrown; with an `overlay`, in its place. `NAME.1` to `NAME.3` lead to it, a tenth of a second each, if there are such pictures.
    pub(crate) lift: Option<String>,
    /// The lift leads to the secret deck.
    pub(crate) secret: bool,
    /// The wall carries stairs of this name, which are used as a lift is; a campaign says where they lead. With an
    /// `overlay`, such as `stairs_down` or `stairs_up`, they may have a `face`.
    pub(crate) stairs: Option<String>,
    /// The wall carries a switch or a target of a trigger, and shows this picture while it is thrown; with an
    /// `overlay`, in its place.
    pub(crate) switch: Option<String>,
    /// The wall carries a conduit lock, Panguru, on a panel.
    pub(crate) conduit: Option<ConduitText>,
    /// The only side on which a `lift`, a `switch` or `stairs` that are an `overlay` show and work: 0 (to the right),
    /// 90 (down the map), 180 or 270; all four if left out.
    pub(crate) face: Option<TurnTo>,
    /// A door of this texture, between two walls.
    pub(crate) door: Option<String>,
    /// How the door opens.
    pub(crate) hang: Option<Hang>,
    /// What keeps the door shut.
    pub(crate) lock: Option<Lock>,
    /// The door seals itself once the player has gone through and it has shut.
    pub(crate) locks_behind: bool,
    /// A thin pane of this texture, between two walls or others in its line: nobody and no shot passes, everybody sees
    /// through.
    pub(crate) window: Option<String>,
    /// Whether shots and blasts break the window as they do a `thin` wall; if left out, they do if it looks out into
    /// space.
    pub(crate) breaks: Option<bool>,
    /// A thin pane of this texture that shots, sight and air pass.
    pub(crate) grating: Option<String>,
    /// A low pane of this texture, a quarter of a tile high: it hides, and shelters from shots and blasts, what is lower than the line
    /// over it. The player can jump over it. The check does not jump, so build nothing behind one but secrets, and a way back.
    pub(crate) barrier: Option<String>,
    /// A round pillar of this texture.
    pub(crate) pillar: Option<String>,
    /// A wall of this texture across a corner, from the two walls beside it.
    pub(crate) diagonal: Option<String>,
    /// A secret: a wall of this texture that slides away from whoever uses it, once.
    pub(crate) push: Option<String>,
    /// The only way that the push-wall goes: 0, 90, 180 or 270; a trigger pushes only those that have one.
    pub(crate) push_way: Option<TurnTo>,
    /// How many cells the push-wall goes, 1 to 512, if nothing stops it; as many as the rules say (two) if left out.
    pub(crate) push_cells: Option<PushCells>,
    /// A table where the player plays Lines of Action against the ship.
    pub(crate) table: Option<TableText>,
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
    pub(crate) space: bool,
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

impl Entry {
    /// What it puts into its cell, each as an author would call it; a cell holds one at most.
    pub(crate) fn fills(&self) -> Vec<&'static str> {
        let all = [
            (self.wall.is_some(), "wall"),
            (self.door.is_some(), "door"),
            (self.window.is_some(), "window"),
            (self.grating.is_some(), "grating"),
            (self.barrier.is_some(), "barrier"),
            (self.pillar.is_some(), "pillar"),
            (self.diagonal.is_some(), "diagonal"),
            (self.push.is_some(), "push-wall"),
            (self.table.is_some(), "table"),
        ];
        let built = all.into_iter().filter(|(fills, _)| *fills).map(|(_, name)| name);
        built.chain(self.space.then_some("piece of space")).collect()
    }

    /// The texture of its pane and what passes that, if it has one.
    pub(crate) fn pane(&self) -> Option<(&str, PaneKind)> {
        let all =
            [(&self.window, PaneKind::Window), (&self.grating, PaneKind::Grating), (&self.barrier, PaneKind::Barrier)];
        all.into_iter().find_map(|(texture, kind)| Some((texture.as_deref()?, kind)))
    }

    /// What it puts into its cell beside a turn point; a cell holds one at most.
    fn bodies(&self) -> impl Iterator<Item = &'static str> {
        let all = [
            (self.thing.is_some(), "thing"),
            (self.monster.is_some(), "monster"),
            (self.pickup.is_some(), "pickup"),
            (self.prop.is_some(), "prop"),
        ];
        all.into_iter().filter(|(puts, _)| *puts).map(|(_, noun)| noun)
    }

    /// What it puts on the floor of its cell, as an author would call it.
    pub(crate) fn noun(&self) -> Option<&'static str> {
        self.bodies().next().or(self.turn.map(|_| "turn point"))
    }

    /// What is wrong with what it builds, if anything.
    pub(crate) fn mistake(&self) -> Option<String> {
        if let [first, second, ..] = self.fills()[..] {
            return Some(format!("this character is a {first} and a {second} at once; a cell holds only one of them"));
        }
        let needs = if self.lift.is_some() && self.wall.is_none() {
            "a lift switch is on a wall: it needs a `wall` too"
        } else if self.overlay.is_some() && self.wall.is_none() {
            "an overlay lies on a wall: it needs a `wall` too"
        } else if let Some(what) = self.stairs.as_deref().and_then(|name| self.mistake_about_stairs(name)) {
            return Some(what);
        } else if self.switch.is_some() && self.wall.is_none() {
            "a switch is on a wall: it needs a `wall` too"
        } else if self.switch.is_some() && self.lift.is_some() {
            "the wall has a lift's switch already: leave out `lift` or `switch`"
        } else if self.conduit.is_some() && self.wall.is_none() {
            "a conduit is on a wall: it needs a `wall` too"
        } else if self.conduit.is_some() && (self.switch.is_some() || self.lift.is_some()) {
            "the wall has a conduit already: leave out `switch` or `lift`"
        } else if self.face.is_some() && (self.overlay.is_none() || !self.is_used()) {
            "only a switch, a lift or stairs that are an `overlay` have a `face`: on the other sides the bare wall shows"
        } else if self.secret && self.lift.is_none() {
            "only a lift leads to a secret deck: it needs a `lift` too"
        } else if (self.push_way.is_some() || self.push_cells.is_some()) && self.push.is_none() {
            "only a push-wall is pushed: it needs a `push` too"
        } else if self.thin && (self.wall.is_none() || self.is_used()) {
            "only a wall without a switch is `thin`"
        } else if self.breaks.is_some() && self.window.is_none() {
            "only a window `breaks` or does not: a wall that does is `thin`"
        } else if self.hang.is_some() && self.door.is_none() {
            "only a door hangs: it needs a `door` too"
        } else if (self.lock.is_some() || self.locks_behind) && self.door.is_none() {
            "only a door has a lock: it needs a `door` too"
        } else {
            return None;
        };
        Some(needs.to_owned())
    }

    /// True if the wall carries a switch or stairs.
    fn is_used(&self) -> bool {
        self.switch.is_some() || self.lift.is_some() || self.stairs.is_some()
    }

    /// What is wrong with stairs of this name, if anything.
    fn mistake_about_stairs(&self, name: &str) -> Option<String> {
        if self.wall.is_none() {
            return Some("stairs lead on through a wall: they need a `wall` too".to_owned());
        }
        if self.switch.is_some() || self.lift.is_some() || self.conduit.is_some() {
            return Some("the wall has stairs already: leave out `lift`, `switch` or `conduit`".to_owned());
        }
        match name.chars().count() {
            1..=100 if [LIFT, SECRET_LIFT].contains(&name) => {
                Some(format!("stairs cannot be called '{name}': the lift is"))
            }
            1..=100 => None,
            _ => Some("stairs are called by 1 to 100 letters".to_owned()),
        }
    }

    /// What is wrong with what it says of a thing, if anything, where `who` stands in its cell.
    pub(crate) fn mistake_about(&self, who: Option<ThingKind>) -> Option<String> {
        let is_monster = matches!(who, Some(ThingKind::Monster(_)));
        let mut bodies = self.bodies();
        if let (Some(one), Some(other)) = (bodies.next(), bodies.next()) {
            return Some(format!("a `{one}` and a `{other}` at once; a cell holds only one of them"));
        }
        let what = if self.ambush && self.patrol {
            "`ambush` and `patrol` at once; a monster does only one of them"
        } else if self.ambush && !is_monster {
            "`ambush` needs a monster, and none stands here"
        } else if self.patrol && !is_monster {
            "`patrol` needs a monster, and none stands here"
        } else if self.facing.is_some() && who.is_none() {
            "`facing` needs a thing or a monster, and none stands here"
        } else if self.skill.is_some() && who.is_none() {
            "`skill` needs a thing or a monster, and none stands here"
        } else if self.waits && matches!(who, None | Some(ThingKind::Player)) {
            "`waits` needs a thing or a monster, and none stands here"
        } else if self.skill.is_some() && who == Some(ThingKind::Player) {
            "the player has no `skill`: he is there on each of them"
        } else {
            return None;
        };
        Some(what.to_owned())
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
#[serde(try_from = "Entry")]
pub(crate) struct Listed {
    /// Column and row, from 0.
    pub(crate) at: (usize, usize),
    pub(crate) entry: Entry,
}

impl TryFrom<Entry> for Listed {
    type Error = &'static str;

    fn try_from(mut entry: Entry) -> Result<Self, Self::Error> {
        let at = entry.at.take().ok_or("the field `at` is missing: it says which cell, as (COLUMN, ROW)")?;
        Ok(Listed { at, entry })
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
                if entry.at.is_some() {
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
