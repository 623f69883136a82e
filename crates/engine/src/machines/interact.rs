//! The use key: with each press, the player opens or closes the door ahead, throws a lift's switch, pushes a wall, or
//! steps up to a terminal.

use crate::{
    bodies::body::{Body, Heading, Position},
    deck::grid::Grid,
    deck::ray::{self, Ray},
    deck::shape::Shape,
    deck::tick_interactions::TickInteractions,
    events::event_log::{EventLog, EventRecord},
    events::game_event::GameEvent,
    machines::door::Door,
    machines::lift::LiftSwitch,
    machines::pushwall::{PushWall, PushWallState},
    machines::terminal::{AtTerminal, Terminal},
    machines::trigger::Triggers,
    player::acts::PlayerActs,
    player::player::Player,
    tick::id::Id,
    tick::intent::Intent,
    tick::run::Deck,
    tick::tick::Step,
};
use bevy::prelude::*;
use level::{CellShape, Level, PaneKind};

/// Reach of the player's hand, in tiles from the player's centre.
pub const HAND_REACH: f32 = 1.1;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(FixedUpdate, use_ahead.in_set(Step::Use).in_set(PlayerActs));
}

/// Uses the thing ahead of the player each time the use key is pressed: a door, a lift's switch, a push-wall or a
/// terminal.
fn use_ahead(
    intent: Res<Intent>,
    grid: Res<Grid>,
    player: Single<(&Position, &Heading, &mut Player), With<Body>>,
    mut doors: Query<&mut Door>,
    mut lifts: Query<&mut LiftSwitch>,
    mut walls: Query<&mut PushWall>,
    (mut at, terminals): (ResMut<AtTerminal>, Query<(&Id, &Terminal)>),
    (deck, triggers): (Res<Deck>, Res<Triggers>),
    mut tried: ResMut<TickInteractions>,
    mut events: EventLog,
) {
    let (position, heading, mut player) = player.into_inner();
    let pressed = intent.use_ && !player.used;
    player.used = intent.use_;
    if !pressed || at.0.is_some() {
        return;
    }
    let Some((cell, point)) = in_reach(&grid, position.0, heading.direction()) else { return };
    let side = Grid::side(cell, point);
    tried.used.push((cell, side));
    if let Some(mut door) = doors.iter_mut().find(|door| door.cell() == cell) {
        door.toggle(position.0, player.keys, &mut events);
    }
    if let Some(mut lift) = lifts.iter_mut().find(|lift| lift.cell() == cell && lift.works_from(side)) {
        lift.throw(&mut events);
    }
    let still = |wall: &Mut<PushWall>| wall.state() == PushWallState::Still && wall.home() == cell;
    if let Some(mut wall) = walls.iter_mut().find(still) {
        wall.push(-side, &mut events);
    }
    if let Some((id, _)) = terminals.iter().find(|(_, terminal)| terminal.cell() == cell) {
        at.0 = Some(*id);
    }
    if matches!(grid.shape(cell), Shape::Pane { kind: PaneKind::Grating, .. }) {
        events.emit(EventRecord::new(GameEvent::BarsRefuse, Grid::middle(cell)));
    }
    let shape = deck.0.shape_at(cell.x, cell.y);
    let works = shape.is_some_and(|shape| shape.face().is_none_or(|face| IVec2::from(face.step()) == side));
    if works && triggers.are_spent(&deck.0, (cell.x as usize, cell.y as usize)) {
        events.emit(EventRecord::new(GameEvent::SwitchRefuses, Grid::middle(cell)));
    }
}

/// Returns true if the use key does something to what is ahead of the player: it reads a screen, throws a switch, calls a
/// lift, or opens a board. Doors are obvious, and push-walls are secrets, so they do not count.
pub fn is_usable_ahead(level: &Level, grid: &Grid, triggers: &Triggers, from: Vec2, direction: Vec2) -> bool {
    let Some((cell, point)) = in_reach(grid, from, direction) else { return false };
    let Some(shape) = level.shape_at(cell.x, cell.y) else { return false };
    let side = Grid::side(cell, point);
    if shape.face().is_some_and(|face| IVec2::from(face.step()) != side) {
        return false;
    }
    let (x, y) = (cell.x as usize, cell.y as usize);
    matches!(shape, CellShape::Lift { .. })
        || level.terminal_at(x, y).is_some()
        || triggers.wait_for_use(level, (x, y), matches!(shape, CellShape::Switch { .. }))
}

/// Returns the cell of the first thing within the hand's reach and the point where the hand meets it. Open doors count,
/// too.
fn in_reach(grid: &Grid, from: Vec2, direction: Vec2) -> Option<(IVec2, Vec2)> {
    let hit = ray::cast(grid, Ray::Body, from, direction, HAND_REACH);
    let reach = hit.map_or(HAND_REACH, |hit| hit.distance);
    let samples = 16;
    let open_door = (1..=samples)
        .map(|sample| from + direction * (reach * sample as f32 / samples as f32))
        .map(|point| (Grid::cell_at(point), point))
        .find(|&(cell, _)| matches!(grid.shape(cell), Shape::Door { .. } | Shape::Leaves { .. }));
    open_door.or(hit.map(|hit| (hit.cell, from + direction * hit.distance)))
}
