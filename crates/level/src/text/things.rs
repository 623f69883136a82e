//! Reads things, monsters and turn points, drawn on the map or listed by cell.

use crate::{
    model::cell::CellShape,
    model::level::{Level, MAX_THINGS},
    model::thing::{MonsterIndex, PickupIndex, PropIndex, Thing, ThingKind, Turn},
    text::builder::Builder,
    text::legend::{Entry, EntryText},
    text::numbers::PatrolTo,
    text::quoted::Quoted,
};
use std::collections::BTreeMap;

impl Builder<'_> {
    /// Returns the kind of thing that an entry places, if any.
    fn kind(&mut self, entry: &EntryText) -> Option<ThingKind> {
        let monster = entry.monster.as_ref().map(|name| ThingKind::Monster(MonsterIndex(self.monsters.index(name))));
        let pickup = entry.pickup.as_ref().map(|name| ThingKind::Pickup(PickupIndex(self.pickups.index(name))));
        let prop = entry.prop.as_ref().map(|name| ThingKind::Prop(PropIndex(self.props.index(name))));
        entry.thing.or(monster).or(pickup).or(prop)
    }

    /// Places what a character of the map stands for in its cell.
    pub(crate) fn drawn(
        &mut self,
        level: &mut Level,
        row: Quoted,
        (x, y): (usize, usize),
        character: char,
        entry: &EntryText,
    ) {
        let shape = level.cells[y * level.width + x].shape;
        if shape != CellShape::Open
            && let Some(noun) = entry.noun()
        {
            self.diagnostic(row, x, format!("'{character}': a {noun} must be on open floor, found a {}", shape.noun()));
            return;
        }
        let kind = self.kind(entry);
        if let Some(what) = entry.mistake_about(kind) {
            self.diagnostic(row, x, format!("'{character}': {what}"));
        }
        put(level, (x, y), kind, entry);
    }

    /// Reads the list by cell: things that the map does not draw, and more fields for those that it does.
    pub(crate) fn things(&mut self, level: &mut Level) {
        let mut there: BTreeMap<_, _> = level.things.iter().map(|thing| (thing.x, thing.y)).zip(0..).collect();
        for (number, listed) in self.text.things.iter().enumerate() {
            let (x, y) = listed.at;
            let wrong = |what: &str| format!("things[{number}] at ({x}, {y}): {what}");
            if x >= level.width || y >= level.height {
                let what = format!("the cell must be on the map, which has {} by {} cells", level.width, level.height);
                self.mistake_of_map(wrong(&what));
                continue;
            }
            let (Entry { fill, said }, shape) = (&listed.entry, level.cell(x, y).shape);
            let kind = self.kind(said);
            let before: Option<usize> = there.get(&(x, y)).copied();
            let what = match fill {
                Err(what) => Some(what.clone()),
                Ok(fill) if fill.shape != CellShape::Open => {
                    Some(format!("a {} cannot be listed: draw it on the map", fill.shape.noun()))
                }
                Ok(_) if *said == EntryText::default() => {
                    let what = "the entry must have a `thing`, `monster`, `pickup`, `prop`, `turn` or `name`";
                    Some(format!("{what}, or change what the map draws"))
                }
                Ok(_) if shape != CellShape::Open && said.noun().is_some() => {
                    Some(format!("the cell must be open floor, found a {}", shape.noun()))
                }
                Ok(_) if kind.is_some() && before.is_some() => Some("the cell is already occupied".to_owned()),
                Ok(_) => said.mistake_about(kind.or(before.map(|index| level.things[index].kind))),
            };
            let row = self.text.map[y];
            if let Some(what) = what {
                self.diagnostic(row, x, wrong(&what));
                continue;
            }
            self.lay_over(level, row, (x, y), said);
            match before {
                Some(index) => said.apply(&mut level.things[index]),
                None if kind.is_some() => drop(there.insert((x, y), level.things.len())),
                None => {}
            }
            put(level, (x, y), kind, said);
        }
        self.count_things(level);
    }

    /// Sorts things and turn points and checks that each cell has at most one turn point.
    fn count_things(&mut self, level: &mut Level) {
        level.things.sort_by_key(|thing| (thing.y, thing.x));
        self.check_max(level.things.len(), MAX_THINGS, "things");
        level.turns.sort_by_key(|turn| (turn.y, turn.x));
        for pair in level.turns.windows(2).filter(|pair| (pair[0].y, pair[0].x) == (pair[1].y, pair[1].x)) {
            self.diagnostic(
                self.text.map[pair[0].y],
                pair[0].x,
                "a cell can have only one turn point, found two".to_owned(),
            );
        }
    }

    /// Moves the one player out of the list of things.
    pub(crate) fn player(&mut self, level: &mut Level) {
        let (players, things): (Vec<_>, Vec<_>) =
            level.things.drain(..).partition(|thing| thing.kind == ThingKind::Player);
        level.things = things;
        match players[..] {
            [] => self.mistake_of_map("the map must have one cell with `thing: Player`, found none".to_owned()),
            [player, ..] => level.player = player,
        }
        for again in players.iter().skip(1) {
            let what = format!("the map must have only one player; the first is in row {}", players[0].y + 1);
            self.diagnostic(self.text.map[again.y], again.x, what);
        }
    }
}

/// Adds the thing and the turn point of an entry to the level.
fn put(level: &mut Level, (x, y): (usize, usize), kind: Option<ThingKind>, entry: &EntryText) {
    if let Some(kind) = kind {
        let mut thing = Thing::new(kind, x, y);
        entry.apply(&mut thing);
        level.things.push(thing);
    }
    if let Some(PatrolTo(to)) = entry.turn {
        level.turns.push(Turn { x, y, to });
    }
}
