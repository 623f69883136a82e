//! The things of a deck: monsters, pickups, props, doors, lifts, switches and windows, each with its present position.

use crate::{
    perception::memory::{Key, Memory},
    perception::symbols::{self, Symbol},
    words::compass::Compass,
};
use bevy::{
    math::{IVec2, Vec2},
    prelude::{Has, World},
};
use engine::{
    Body, Deck, Door, Grid, Id, LiftSwitch, Monster, Pickup, Position, Prop, Rules, Run, Terminal, TerminalBoard,
    called,
};
use level::{CellShape, Direction, PaneKind};

/// A thing on the deck.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Thing {
    pub(crate) key: Key,
    /// The name of its kind.
    pub(crate) kind: String,
    /// Its own name, if the level gives it one.
    pub(crate) called: Option<String>,
    pub(crate) sort: Sort,
    /// The position, in tiles.
    pub(crate) at: Vec2,
    /// The side from which it is visible, if it is on a wall.
    face: Option<Direction>,
    pub(crate) symbol: Option<Symbol>,
}

/// The sorts of things.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Sort {
    /// A living monster.
    Undead,
    /// A dead monster.
    Corpse,
    Pickup,
    /// The switch of a lift, or another switch.
    Switch,
    Prop,
    /// The remains of a prop.
    Wreck,
    Door,
    Pane,
}

impl Sort {
    /// Returns true if seeing one for the first time interrupts.
    pub(crate) fn is_news(self) -> bool {
        matches!(self, Sort::Undead | Sort::Pickup | Sort::Switch)
    }

    /// Returns true for things that get a number and are described.
    pub(crate) fn is_spoken_of(self) -> bool {
        !matches!(self, Sort::Corpse | Sort::Wreck)
    }
}

impl Thing {
    /// Returns the cell of the thing.
    pub(crate) fn cell(&self) -> IVec2 {
        Grid::cell_at(self.at)
    }

    /// Returns true if a viewer at this point is on the visible side.
    pub(crate) fn shows_to(&self, eye: Vec2) -> bool {
        self.face.is_none_or(|face| IVec2::from(face.step()).as_vec2().dot(eye - self.at) > 0.0)
    }

    /// Returns its own name, or its kind, with the number of its kind.
    pub(crate) fn name(&self, memory: &Memory) -> String {
        let name = self.called.as_ref().unwrap_or(&self.kind);
        match memory.number(self.key) {
            Some(number) => format!("{name} {number}"),
            None => name.clone(),
        }
    }

    /// Returns true if a word of the player means it: its kind, a part of that, or a part of its own name.
    pub(crate) fn is_meant_by(&self, word: &str) -> bool {
        let is_part = |name: &String| {
            name.eq_ignore_ascii_case(word) || name.split([' ', ',']).any(|part| part.eq_ignore_ascii_case(word))
        };
        self.kind == word
            || self.kind.split(' ').any(|part| part == word)
            || format!("{}s", self.kind) == word
            || self.called.as_ref().is_some_and(is_part)
    }
}

/// Returns the direction and the distance in cells from one point to another.
pub(crate) fn bearing(from: Vec2, to: Vec2) -> (Compass, i32) {
    (Compass::of(to - from), from.distance(to).round() as i32)
}

/// Returns all things that move, appear or disappear, seen or not, sorted by sort and number.
pub(crate) fn movable(world: &mut World) -> Vec<Thing> {
    let mut things = undead(world);
    things.extend(pickups_and_props(world));
    things
}

/// Returns the monsters, alive and dead.
fn undead(world: &mut World) -> Vec<Thing> {
    let mut monsters = world.query::<(&Id, &Monster, &Position, Has<Body>)>();
    let (rules, level) = (world.resource::<Rules>(), &world.resource::<Deck>().0);
    let skill = world.get_resource::<Run>().map_or(1, |run| run.skill);
    let thing = |(id, monster, position, stands): (&Id, &Monster, &Position, bool)| {
        let kind = rules.monsters.get(usize::from(monster.kind())).map_or("undead", |(name, _)| name);
        let (sort, symbol) =
            if stands { (Sort::Undead, symbols::of_undead(kind)) } else { (Sort::Corpse, symbols::CORPSE) };
        let called = called(level, rules, skill, *id).map(str::to_owned);
        Thing { called, ..new(Key::Thing(id.0), kind, sort, position.0, Some(symbol)) }
    };
    monsters.iter(world).sort::<&Id>().map(thing).collect()
}

fn new(key: Key, kind: &str, sort: Sort, at: Vec2, symbol: Option<Symbol>) -> Thing {
    Thing { key, kind: kind.to_owned(), called: None, sort, at, face: None, symbol }
}

fn pickups_and_props(world: &mut World) -> Vec<Thing> {
    let mut pickups = world.query::<(&Id, &Pickup)>();
    let mut props = world.query::<(&Id, &Prop, &Position)>();
    let rules = world.resource::<Rules>();
    let mut things = Vec::new();
    for (id, pickup) in pickups.iter(world).sort::<&Id>() {
        let kind = rules.pickups.get(usize::from(pickup.kind)).map_or("thing", |(name, _)| name);
        things.push(new(Key::Thing(id.0), kind, Sort::Pickup, pickup.at, Some(symbols::of_thing(kind))));
    }
    for (id, prop, position) in props.iter(world).sort::<&Id>() {
        let Some((kind, prop_kind)) = rules.props.get(usize::from(prop.kind())) else { continue };
        let (sort, symbol) = match prop_kind.health {
            _ if prop.is_wreck() => (Sort::Wreck, symbols::WRECK),
            None => (Sort::Prop, symbols::FURNITURE),
            Some(_) => (Sort::Prop, symbols::of_thing(kind)),
        };
        things.push(new(Key::Thing(id.0), kind, sort, position.0, Some(symbol)));
    }
    things
}

/// Returns the fixtures: lifts, switches, doors and panes.
pub(crate) fn fittings(world: &mut World) -> Vec<Thing> {
    let mut doors = world.query::<(&Id, &Door)>();
    let mut lifts = world.query::<(&Id, &LiftSwitch)>();
    let mut terminals = world.query::<(&Id, &Terminal)>();
    let level = &world.resource::<Deck>().0;
    let mut things = Vec::new();
    for (id, lift) in lifts.iter(world).sort::<&Id>() {
        let (x, y) = lift.cell().into();
        let face = level.shape_at(x, y).and_then(CellShape::face);
        let symbol = Some(symbols::LIFT);
        let kind = if level.stairs_at(x as usize, y as usize).is_some() { "stairs" } else { "lift" };
        things.push(Thing { face, ..new(Key::Thing(id.0), kind, Sort::Switch, Grid::middle(lift.cell()), symbol) });
    }
    for (id, terminal) in terminals.iter(world).sort::<&Id>() {
        let (x, y) = terminal.cell().into();
        let face = level.shape_at(x, y).and_then(CellShape::face);
        let (kind, symbol) = match terminal.board {
            // A table is drawn by the shape of its cell.
            TerminalBoard::Table(_) => ("table", None),
            TerminalBoard::Conduit(_) => ("lock", Some(symbols::CONDUIT)),
        };
        things.push(Thing { face, ..new(Key::Thing(id.0), kind, Sort::Switch, Grid::middle(terminal.cell()), symbol) });
    }
    for (id, door) in doors.iter(world).sort::<&Id>() {
        // The shape of its cell shows whether it is open.
        things.push(new(Key::Thing(id.0), "door", Sort::Door, Grid::middle(door.cell()), None));
    }
    for (index, cell) in level.cells.iter().enumerate() {
        let (x, y) = ((index % level.width) as i32, (index / level.width) as i32);
        let (kind, sort, symbol) = match cell.shape {
            CellShape::Switch { .. } => ("switch", Sort::Switch, Some(symbols::SWITCH)),
            CellShape::Pane { kind: PaneKind::Window, .. } => ("window", Sort::Pane, None),
            CellShape::Pane { kind: PaneKind::Grating, .. } => ("grating", Sort::Pane, None),
            CellShape::Pane { kind: PaneKind::Barrier, .. } => ("barrier", Sort::Pane, None),
            _ => continue,
        };
        let at = Grid::middle(IVec2::new(x, y));
        let called = level.called_at(x as usize, y as usize).filter(|_| sort == Sort::Switch).map(str::to_owned);
        things.push(Thing { face: cell.shape.face(), called, ..new(Key::Cell(x, y), kind, sort, at, symbol) });
    }
    things
}
