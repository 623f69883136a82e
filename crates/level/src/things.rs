//! What stands in the cells: things, monsters and turn points, drawn on the map or listed by cell.

use crate::layers::{Builder, name};
use crate::legend::{Facing, Skill, TurnTo};
use crate::model::MAX_THINGS;
use crate::text::Row;
use crate::{CellShape, Habit, Level, MonsterIndex, PickupIndex, PropIndex, Thing, ThingKind, Turn};
use serde::Deserialize;
use std::collections::BTreeMap;

/// A thing in the list by cell, or more about one that the map draws.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ThingAt {
    /// Column and row, from 0.
    at: (usize, usize),
    #[serde(default)]
    thing: Option<ThingKind>,
    #[serde(default)]
    monster: Option<String>,
    #[serde(default)]
    pickup: Option<String>,
    #[serde(default)]
    prop: Option<String>,
    #[serde(default)]
    facing: Option<Facing>,
    #[serde(default)]
    ambush: bool,
    #[serde(default)]
    patrol: bool,
    #[serde(default)]
    skill: Option<Skill>,
    #[serde(default)]
    waits: bool,
    #[serde(default)]
    turn: Option<TurnTo>,
    #[serde(default)]
    name: Option<String>,
}

impl ThingAt {
    fn thing(&self) -> ThingText<'_> {
        let ThingAt { thing, ref monster, ref pickup, ref prop, facing, ambush, patrol, .. } = *self;
        let ThingAt { skill, waits, turn, .. } = *self;
        let (monster, pickup, prop) = (monster.as_deref(), pickup.as_deref(), prop.as_deref());
        ThingText { thing, monster, pickup, prop, facing, ambush, patrol, skill, waits, turn }
    }
}

/// What an entry of the legend or of the list by cell says of whoever stands in its cell.
#[derive(Clone, Copy)]
pub(crate) struct ThingText<'a> {
    pub(crate) thing: Option<ThingKind>,
    pub(crate) monster: Option<&'a str>,
    pub(crate) pickup: Option<&'a str>,
    pub(crate) prop: Option<&'a str>,
    pub(crate) facing: Option<Facing>,
    pub(crate) ambush: bool,
    pub(crate) patrol: bool,
    pub(crate) skill: Option<Skill>,
    pub(crate) waits: bool,
    pub(crate) turn: Option<TurnTo>,
}

impl ThingText<'_> {
    /// What it puts into its cell, as an author would call it.
    pub(crate) fn noun(&self) -> Option<&'static str> {
        self.bodies().next().or(self.turn.map(|_| "turn point"))
    }

    /// What it puts there beside a turn point; a cell holds one at most.
    fn bodies(&self) -> impl Iterator<Item = &'static str> {
        let all = [
            (self.thing.is_some(), "thing"),
            (self.monster.is_some(), "monster"),
            (self.pickup.is_some(), "pickup"),
            (self.prop.is_some(), "prop"),
        ];
        all.into_iter().filter(|(puts, _)| *puts).map(|(_, noun)| noun)
    }

    /// True if it says nothing at all.
    fn is_empty(&self) -> bool {
        let Self { facing, ambush, patrol, skill, waits, .. } = *self;
        self.noun().is_none() && facing.is_none() && !ambush && !patrol && skill.is_none() && !waits
    }

    /// What is wrong with it, if anything, where `who` stands in its cell.
    fn mistake(&self, who: Option<ThingKind>) -> Option<String> {
        let is_monster = matches!(who, Some(ThingKind::Monster(_)));
        let mut bodies = self.bodies();
        if let (Some(one), Some(other)) = (bodies.next(), bodies.next()) {
            return Some(format!("a `{one}` and a `{other}` at once; a cell holds only one of them"));
        }
        let what = if self.ambush && self.patrol {
            Some("`ambush` and `patrol` at once; a monster does only one of them")
        } else if self.ambush && !is_monster {
            Some("`ambush` needs a monster, and none stands here")
        } else if self.patrol && !is_monster {
            Some("`patrol` needs a monster, and none stands here")
        } else if self.facing.is_some() && who.is_none() {
            Some("`facing` needs a thing or a monster, and none stands here")
        } else if self.skill.is_some() && who.is_none() {
            Some("`skill` needs a thing or a monster, and none stands here")
        } else if self.waits && matches!(who, None | Some(ThingKind::Player)) {
            Some("`waits` needs a thing or a monster, and none stands here")
        } else if self.skill.is_some() && who == Some(ThingKind::Player) {
            Some("the player has no `skill`: he is there on each of them")
        } else {
            None
        };
        what.map(str::to_owned)
    }

    /// Makes a thing what it says of it.
    fn apply(&self, thing: &mut Thing) {
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

impl Builder<'_> {
    /// What a text puts into its cell beside a turn point.
    fn kind(&mut self, text: &ThingText) -> Option<ThingKind> {
        let monster = text.monster.map(|name| ThingKind::Monster(MonsterIndex(self.monsters.index(name))));
        let pickup = text.pickup.map(|name| ThingKind::Pickup(PickupIndex(self.pickups.index(name))));
        let prop = text.prop.map(|name| ThingKind::Prop(PropIndex(self.props.index(name))));
        text.thing.or(monster).or(pickup).or(prop)
    }

    /// Puts what a character of the map stands for into its cell.
    pub(crate) fn drawn(
        &mut self,
        level: &mut Level,
        row: Row,
        (x, y): (usize, usize),
        character: char,
        text: ThingText,
    ) {
        let shape = level.cells[y * level.width + x].shape;
        if shape != CellShape::Open
            && let Some(noun) = text.noun()
        {
            self.mistake(row, x, format!("'{character}' puts a {noun} into a {}", name(shape)));
            return;
        }
        let kind = self.kind(&text);
        if let Some(what) = text.mistake(kind) {
            self.mistake(row, x, format!("'{character}': {what}"));
        }
        put(level, (x, y), kind, &text);
    }

    /// The list by cell: what the map does not draw, and more about the things that it does.
    pub(crate) fn things(&mut self, level: &mut Level) {
        let mut there: BTreeMap<_, _> = level.things.iter().map(|thing| (thing.x, thing.y)).zip(0..).collect();
        for (number, listed) in self.text.things.iter().enumerate() {
            let (x, y) = listed.at;
            let wrong = |what: &str| format!("things[{number}] at ({x}, {y}): {what}");
            if x >= level.width || y >= level.height {
                let size = format!("the map has only {} by {} cells", level.width, level.height);
                self.mistake_of_map(wrong(&size));
                continue;
            }
            let shape = level.cell(x, y).shape;
            let text = listed.thing();
            let kind = self.kind(&text);
            let before: Option<usize> = there.get(&(x, y)).copied();
            if let Some(name) = &listed.name {
                self.name(level, (x, y), name);
            }
            let what = if text.is_empty() && listed.name.is_none() {
                let what = "it needs a `thing`, a `monster`, a `pickup`, a `prop`, a `turn` or a `name`";
                Some(format!("{what}, or more about what the map draws"))
            } else if shape != CellShape::Open && text.noun().is_some() {
                Some(format!("a {} stands there", name(shape)))
            } else if kind.is_some() && before.is_some() {
                Some("something stands there already".to_owned())
            } else {
                text.mistake(kind.or(before.map(|index| level.things[index].kind)))
            };
            if let Some(what) = what {
                self.mistake(self.text.map[y], x, wrong(&what));
                continue;
            }
            match before {
                Some(index) => text.apply(&mut level.things[index]),
                None if kind.is_some() => drop(there.insert((x, y), level.things.len())),
                None => {}
            }
            put(level, (x, y), kind, &text);
        }
        self.count_things(level);
    }

    /// Puts things and turn points into their order; of these each cell has one at most.
    fn count_things(&mut self, level: &mut Level) {
        level.things.sort_by_key(|thing| (thing.y, thing.x));
        if level.things.len() > MAX_THINGS {
            self.mistake_of_map(format!("{} things stand on the deck; at most {MAX_THINGS} can", level.things.len()));
        }
        level.turns.sort_by_key(|turn| (turn.y, turn.x));
        for pair in level.turns.windows(2).filter(|pair| (pair[0].y, pair[0].x) == (pair[1].y, pair[1].x)) {
            self.mistake(self.text.map[pair[0].y], pair[0].x, "two turn points lie in this cell".to_owned());
        }
    }

    /// Takes the one player out of the things.
    pub(crate) fn player(&mut self, level: &mut Level) {
        let (players, things): (Vec<_>, Vec<_>) =
            level.things.drain(..).partition(|thing| thing.kind == ThingKind::Player);
        level.things = things;
        match players[..] {
            [] => self.mistake_of_map("no player: one cell needs `thing: Player`".to_owned()),
            [player, ..] => level.player = player,
        }
        for again in players.iter().skip(1) {
            let what = format!("a second player; the first stands in row {}", players[0].y + 1);
            self.mistake(self.text.map[again.y], again.x, what);
        }
    }
}

/// Adds a thing and a turn point to the level, where the text has them.
fn put(level: &mut Level, (x, y): (usize, usize), kind: Option<ThingKind>, text: &ThingText) {
    if let Some(kind) = kind {
        let mut thing = Thing::new(kind, x, y);
        text.apply(&mut thing);
        level.things.push(thing);
    }
    if let Some(TurnTo(to)) = text.turn {
        level.turns.push(Turn { x, y, to });
    }
}
