//! What prefab rooms add to a level besides cells and things: damage zones, tables, and gravity.

use crate::{graph::graph::Graph, graph::node::Kind, mapper::names::Names};
use level::{
    DamageZoneIndex, Level, NamedArea, NamedAreaIndex, PlacedTerminal, Pull, Repeat, TerminalGame, Trigger,
    TriggerAction, TriggerCause, Walker,
};

/// Adds damage zones, tables and the gravity of weightless rooms.
pub(super) fn put_prefabs(graph: &Graph, level: &mut Level) {
    let mut zones = Names::default();
    for (place, dress) in graph.dress.iter() {
        if let Some(zone) = &dress.damage_zone {
            level.cells[place].damage_zone = Some(DamageZoneIndex(zones.index(zone)));
        }
    }
    level.damage_zones = zones.all;
    put_tables(graph, level);
    put_gravity(graph, level);
}

/// Adds the board games of tables, and triggers for their prizes.
fn put_tables(graph: &Graph, level: &mut Level) {
    for (number, table) in graph.tables.iter().enumerate() {
        let (x, y) = graph.at(table.place);
        level.terminals.push(PlacedTerminal { x, y, game: TerminalGame::Table(table.game) });
        let at = named(level, format!("table {}", number + 1), vec![(x, y)]);
        let mut actions = Vec::new();
        if !table.prizes.is_empty() {
            let cells = table.prizes.iter().map(|&place| graph.at(place)).collect();
            actions.push(TriggerAction::Spawn(named(level, format!("prizes {}", number + 1), cells)));
        }
        actions.push(TriggerAction::Say(level.messages.len() as u16));
        level.messages.push("The ship concedes. Something clicks open in this room.".to_owned());
        level.triggers.push(trigger(at, TriggerCause::Won, actions));
    }
}

/// Adds triggers that turn off the gravity of weightless rooms when the player enters.
fn put_gravity(graph: &Graph, level: &mut Level) {
    for prefab in graph.prefabs.iter().filter(|prefab| prefab.room.weightless) {
        let inside = |place: &usize| graph.places[*place].room == prefab.number;
        let all: Vec<usize> = (0..graph.places.len()).filter(inside).collect();
        let floor = all.iter().filter(|&&place| graph.kind(place) == Kind::Floor);
        let floor = floor.map(|&place| graph.at(place)).collect();
        let at = named(level, format!("entry {}", prefab.number), floor);
        let inside = all.iter().map(|&place| graph.at(place)).collect();
        let place = named(level, format!("weightless {}", prefab.number), inside);
        let Some(none) = Pull::from_share(0.0) else { continue };
        let actions = vec![TriggerAction::Gravity(Some(place), none), TriggerAction::Say(level.messages.len() as u16)];
        level.messages.push("The gravity plates in here have failed.".to_owned());
        level.triggers.push(trigger(at, TriggerCause::Step, actions));
    }
}

/// Adds a named area.
fn named(level: &mut Level, name: String, cells: Vec<(usize, usize)>) -> NamedAreaIndex {
    level.places.push(NamedArea { name, cells });
    NamedAreaIndex(level.places.len() as u16 - 1)
}

/// Returns a trigger that the player sets off once.
fn trigger(at: NamedAreaIndex, on: TriggerCause, actions: Vec<TriggerAction>) -> Trigger {
    Trigger { at, on, by: Walker::Player, repeat: Repeat::Once, after: 0.0, actions }
}
