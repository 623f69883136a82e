//! The identity of a level.
//!
//! All types are destructured without `..`, so a new field forces a decision here: does the simulation read it?

use crate::{session::identity::Identity, session::identity::known::known};
use level::{
    Arrival, Cell, CellShape, Conduit, Lamp, Level, NamedArea, PlacedTerminal, Repeat, Stairs, TableGame, TerminalGame,
    Thing, ThingKind, Trigger, TriggerAction, Turn,
};

/// Returns the identity of a level: a hash of everything that the simulation reads from it.
pub(crate) fn level_identity(level: &Level) -> u64 {
    let Level {
        // For people only.
        name: _,
        messages: _,
        names: _,
        par: _,
        allow: _,
        called: _,
        orientation: _,
        // Visible only. Open sky and the kinds of things do matter, and are added below.
        textures: _,
        monsters: _,
        pickups: _,
        props: _,
        fog: _,
        sky: _,
        width,
        height,
        cells,
        player,
        things,
        damage_zones,
        turns,
        places,
        triggers,
        lamps,
        arrivals,
        terminals,
        stairs,
    } = level;
    let mut identity = Identity::default();
    identity.put(&(width, height, damage_zones)).put(&cells.len());
    for (index, cell) in cells.iter().enumerate() {
        put_cell(&mut identity, cell);
        identity.put(&level.is_space(index));
    }
    put_thing(&mut identity, level, player);
    let number = identity
        .put_each(things, |identity, thing| put_thing(identity, level, thing))
        .put_each(turns, |identity, &Turn { x, y, to }| {
            identity.put(&(x, y, to));
        })
        .put_each(places, |identity, NamedArea { name: _, cells }| {
            identity.put(cells);
        })
        .put_each(triggers, put_trigger)
        .put_each(lamps, put_lamp)
        .put_each(arrivals, |identity, Arrival { name, x, y, facing }| {
            identity.put(&(name, x, y, facing));
        })
        .put_each(terminals, put_terminal)
        .put_each(stairs, |identity, Stairs { x, y, name }| {
            identity.put(&(x, y, name));
        })
        .number();
    known(number)
}

fn put_cell(identity: &mut Identity, cell: &Cell) {
    // `breaks` is covered by `can_break`.
    let Cell { shape, floor: _, ceiling: _, light, damage_zone, breaks: _, air } = cell;
    identity.put(&(light, damage_zone.map(|damage_zone| damage_zone.0), cell.can_break(), air));
    match *shape {
        CellShape::Open => identity.put(&0_u8),
        CellShape::Wall { texture: _, overlay: _ } => identity.put(&1_u8),
        CellShape::Lift { texture: _, overlay: _, thrown: _, face, secret } => identity.put(&(2_u8, face, secret)),
        CellShape::Switch { texture: _, overlay: _, thrown: _, face } => identity.put(&(3_u8, face)),
        // Whether it locks later follows from the triggers.
        CellShape::Door { panel: _, jamb: _, along, hang, lock, locks_behind, locks_later: _ } => {
            identity.put(&(4_u8, along, hang, lock, locks_behind))
        }
        CellShape::Pane { texture: _, jamb: _, along, kind } => identity.put(&(5_u8, along, kind)),
        CellShape::Pillar { texture: _ } => identity.put(&6_u8),
        CellShape::Diagonal { texture: _, corner } => identity.put(&(7_u8, corner)),
        // Whether it is a secret follows from the triggers.
        CellShape::Push { texture: _, way, cells, secret: _ } => identity.put(&(8_u8, way, cells)),
        CellShape::Table => identity.put(&9_u8),
        CellShape::Space => identity.put(&10_u8),
    };
}

fn put_thing(identity: &mut Identity, level: &Level, thing: &Thing) {
    let Thing { kind, x, y, facing, habit, skill, waits } = thing;
    identity.put(&(x, y, facing, habit, skill, waits));
    match *kind {
        ThingKind::Player => identity.put(&0_u8),
        ThingKind::Key(key) => identity.put(&(1_u8, key)),
        ThingKind::Monster(index) => identity.put(&(2_u8, level.monster(index))),
        ThingKind::Pickup(index) => identity.put(&(3_u8, level.pickup(index))),
        ThingKind::Prop(index) => identity.put(&(4_u8, level.prop(index))),
    };
}

fn put_trigger(identity: &mut Identity, trigger: &Trigger) {
    let Trigger { at, on, by, repeat, after, actions } = trigger;
    identity.put(&(at.0, on, by, after));
    match *repeat {
        Repeat::Once => identity.put(&0_u8),
        Repeat::Always => identity.put(&1_u8),
        Repeat::Toggle => identity.put(&2_u8),
        Repeat::Timed(seconds) => identity.put(&(3_u8, seconds)),
        Repeat::WhileHeld => identity.put(&4_u8),
    };
    identity.put_each(actions, |identity, act| put_act(identity, *act));
}

fn put_act(identity: &mut Identity, act: TriggerAction) {
    match act {
        TriggerAction::Open(place) => identity.put(&(0_u8, place.0)),
        TriggerAction::Close(place) => identity.put(&(1_u8, place.0)),
        TriggerAction::Lock(place) => identity.put(&(2_u8, place.0)),
        TriggerAction::Unlock(place) => identity.put(&(3_u8, place.0)),
        TriggerAction::Push(place) => identity.put(&(4_u8, place.0)),
        TriggerAction::Light(place, light) => identity.put(&(5_u8, place.0, light)),
        TriggerAction::Lamps(place, on) => identity.put(&(6_u8, place.0, on)),
        TriggerAction::Wake(place) => identity.put(&(7_u8, place.0)),
        TriggerAction::Spawn(place) => identity.put(&(8_u8, place.0)),
        // The message has no effect on the simulation.
        TriggerAction::Say(_) => identity.put(&9_u8),
        TriggerAction::Teleport(from, to) => identity.put(&(10_u8, from.0, to.0)),
        TriggerAction::Exit => identity.put(&11_u8),
        TriggerAction::SecretExit => identity.put(&12_u8),
        TriggerAction::Vent(place) => identity.put(&(13_u8, place.0)),
        TriggerAction::Seal(place) => identity.put(&(14_u8, place.0)),
        TriggerAction::Break(place) => identity.put(&(15_u8, place.0)),
        TriggerAction::Drop(from, to) => identity.put(&(16_u8, from.0, to.0)),
        TriggerAction::Gravity(place, pull) => identity.put(&(17_u8, place.map(|place| place.0), pull)),
    };
}

fn put_lamp(identity: &mut Identity, lamp: &Lamp) {
    // Scripts read the amount of light, but not its colour.
    let Lamp { x, y, colour, reach, mood: _, off } = lamp;
    identity.put(&(x, y, colour.iter().max(), reach, off));
}

fn put_terminal(identity: &mut Identity, terminal: &PlacedTerminal) {
    let PlacedTerminal { x, y, game } = terminal;
    identity.put(&(x, y));
    match *game {
        TerminalGame::Table(TableGame { level, player_begins, undos, position }) => {
            identity.put(&(0_u8, level, player_begins, undos, position))
        }
        TerminalGame::Conduit(Conduit::Drawn(board)) => identity.put(&(1_u8, board)),
        TerminalGame::Conduit(Conduit::Made { optimum, seed, centreline }) => {
            identity.put(&(2_u8, optimum, seed, centreline))
        }
    };
}
