//! What stands in the cells: things, monsters and turn points, drawn on the map or listed by cell.

use crate::{
    model::cell::CellShape,
    model::level::{Level, MAX_THINGS},
    model::thing::{MonsterIndex, PickupIndex, PropIndex, Thing, ThingKind, Turn},
    text::builder::Builder,
    text::legend::{Entry, EntryText},
    text::numbers::TurnTo,
    text::quoted::Quoted,
};
use std::collections::BTreeMap;

impl Builder<'_> {
    /// What an entry puts into its cell beside a turn point.
    fn kind(&mut self, entry: &EntryText) -> Option<ThingKind> {
        let monster = entry.monster.as_ref().map(|name| ThingKind::Monster(MonsterIndex(self.monsters.index(name))));
        let pickup = entry.pickup.as_ref().map(|name| ThingKind::Pickup(PickupIndex(self.pickups.index(name))));
        let prop = entry.prop.as_ref().map(|name| ThingKind::Prop(PropIndex(self.props.index(name))));
        entry.thing.or(monster).or(pickup).or(prop)
    }

    /// Puts what a character of the map stands for into its cell.
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
            self.mistake(row, x, format!("'{character}' puts a {noun} into a {}", shape.noun()));
            return;
        }
        let kind = self.kind(entry);
        if let Some(what) = entry.mistake_about(kind) {
            self.mistake(row, x, format!("'{character}': {what}"));
        }
        put(level, (x, y), kind, entry);
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
            let (Entry { fill, said }, shape) = (&listed.entry, level.cell(x, y).shape);
            let kind = self.kind(said);
            let before: Option<usize> = there.get(&(x, y)).copied();
            let what = match fill {
                Err(what) => Some(what.clone()),
                Ok(fill) if fill.shape != CellShape::Open => {
                    Some(format!("a {} fills its cell: draw it on the map", fill.shape.noun()))
                }
                Ok(_) if *said == EntryText::default() => {
                    let what = "it needs a `thing`, a `monster`, a `pickup`, a `prop`, a `turn` or a `name`";
                    Some(format!("{what}, or more about what the map draws"))
                }
                Ok(_) if shape != CellShape::Open && said.noun().is_some() => {
                    Some(format!("a {} stands there", shape.noun()))
                }
                Ok(_) if kind.is_some() && before.is_some() => Some("something stands there already".to_owned()),
                Ok(_) => said.mistake_about(kind.or(before.map(|index| level.things[index].kind))),
            };
            let row = self.text.map[y];
            if let Some(what) = what {
                self.mistake(row, x, wrong(&what));
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

    /// Puts things and turn points into their order; of these each cell has one at most.
    fn count_things(&mut self, level: &mut Level) {
        level.things.sort_by_key(|thing| (thing.y, thing.x));
        self.at_most(level.things.len(), MAX_THINGS, "things stand on the deck");
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

/// Adds a thing and a turn point to the level, where the entry has them.
fn put(level: &mut Level, (x, y): (usize, usize), kind: Option<ThingKind>, entry: &EntryText) {
    if let Some(kind) = kind {
        let mut thing = Thing::new(kind, x, y);
        entry.apply(&mut thing);
        level.things.push(thing);
    }
    if let Some(TurnTo(to)) = entry.turn {
        level.turns.push(Turn { x, y, to });
    }
}
