//! Grid synchronization: doors, push-walls and props are entities, and only this module writes their shapes into the
//! grid.

use crate::{
    air::hull::Hull,
    bodies::body::{Body, Immovable, Position},
    deck::grid::Grid,
    deck::shape::Shape,
    machines::breach::may_change,
    machines::door::Door,
    machines::pushwall::{PushWall, PushWallState},
    machines::trigger::PendingActions,
    monsters::fields::Fields,
    things::prop::Prop,
    tick::change_detection::touched,
    tick::run::Deck,
    tick::tick::Step,
};
use bevy::{ecs::change_detection::ContiguousRef, prelude::*};
use level::Level;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(FixedUpdate, update.in_set(Step::UpdateGrid));
    app.add_systems(FixedUpdate, follow_orders.in_set(Step::RunPendingActions).run_if(may_change));
    app.add_systems(FixedUpdate, notice_obstacles.in_set(Step::NoticeObstacles));
}

/// Writes the shapes of the doors that have moved and of the push-walls.
fn update(doors: Query<&Door, Changed<Door>>, walls: Query<Ref<PushWall>>, mut grid: ResMut<Grid>) {
    grid.settle();
    show(&mut grid, doors, walls);
}

/// Writes the changes that triggers have made to doors and push-walls after that, and the state of the hull. Between
/// ticks the grid must equal the one of a restored run, so no change may wait for the next tick.
fn follow_orders(
    orders: Res<PendingActions>,
    (deck, hull): (Res<Deck>, Res<Hull>),
    doors: Query<&Door, Changed<Door>>,
    walls: Query<Ref<PushWall>>,
    mut grid: ResMut<Grid>,
) {
    if !orders.0.is_empty() {
        show(&mut grid, doors, walls);
    }
    grid.change(|grid| show_hull(grid, &deck.0, &hull));
}

/// Writes the cells of the hull that are broken or sealed.
pub(crate) fn show_hull(grid: &mut Grid, level: &Level, hull: &Hull) {
    hull.shapes(level).for_each(|(index, shape)| grid.set(grid.cell(index), shape));
}

fn show(grid: &mut Grid, doors: Query<&Door, Changed<Door>>, walls: Query<Ref<PushWall>>) {
    // A wall may move into a cell that another has left, so if one has moved, all are written.
    let have_moved = walls.iter().any(|wall| wall.is_changed());
    grid.change(|grid| {
        doors.iter().for_each(|door| show_door(grid, door));
        if have_moved {
            show_push_walls(grid, walls.iter().map(Ref::into_inner));
        }
    });
}

/// Writes the cell of a door.
pub(crate) fn show_door(grid: &mut Grid, door: &Door) {
    grid.set(door.cell(), door.shape());
}

/// Writes the cells of the push-walls.
pub(crate) fn show_push_walls<'a>(grid: &mut Grid, walls: impl Iterator<Item = &'a PushWall> + Clone) {
    let pushed = walls.filter(|wall| wall.state() != PushWallState::Still);
    // A wall may be in a cell that another has left, so all cells are cleared first.
    pushed.clone().flat_map(PushWall::trail).for_each(|cell| grid.set(cell, Shape::Open));
    pushed.flat_map(PushWall::parts).for_each(|(cell, shape)| grid.set(cell, shape));
}

/// Updates the obstacles at the end of each tick if props have appeared, moved or broken, and marks the fields as out
/// of date.
fn notice_obstacles(
    props: Query<(&Position, &Body, &Immovable), With<Prop>>,
    places: Query<Ref<Position>, (With<Body>, With<Immovable>, With<Prop>)>,
    mut grid: ResMut<Grid>,
    mut fields: ResMut<Fields>,
) {
    // If no prop has appeared, moved or disappeared, nothing changes.
    let moved = |at: ContiguousRef<Position>| {
        touched([at.changed_ticks_slice()], at.last_run_tick(), at.this_run_tick()).next().is_some()
    };
    if props.iter().len() == grid.obstacles.count() && !places.contiguous_iter().into_iter().flatten().any(moved) {
        return;
    }
    if show_obstacles(&mut grid, props.iter()) {
        fields.invalidate();
    }
}

/// Writes the present props without marking anything as changed.
pub(crate) fn settle_obstacles(world: &mut World) {
    let mut props = world.query_filtered::<(&Position, &Body, &Immovable), With<Prop>>();
    world.resource_scope(|world, mut grid: Mut<Grid>| show_obstacles(&mut grid, props.iter(world)));
}

/// Sets the obstacles. Returns true if they differ from those before.
fn show_obstacles<'a>(
    grid: &mut Grid,
    props: impl Iterator<Item = (&'a Position, &'a Body, &'a Immovable)> + Clone,
) -> bool {
    grid.set_obstacles(props.map(|(at, body, heavy)| (at.0, body.radius, heavy.is_rail)))
}
