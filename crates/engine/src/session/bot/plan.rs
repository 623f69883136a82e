//! The bot's plan if no path leads on: it fetches keys, uses switches, steps on plates, plays at terminals and
//! pushes walls.

use crate::{
    bodies::keys::Keys,
    deck::grid::Grid,
    deck::nav_grid::{NavGrid, SIDES},
    deck::paths,
    deck::ray::{self, Ray},
    deck::shape::Shape,
    machines::door::Door,
    machines::pushwall::PushWallState,
    session::bot::furniture::Furniture,
    session::bot::queries::View,
    things::pickup::Pickup,
    tick::id::Id,
};
use bevy::prelude::*;
use level::{Trigger, TriggerAction, TriggerCause, Walker};
use std::collections::BTreeMap;

/// Maximum distance for shooting at a target, in cells.
const RANGE: i32 = 8;

/// Path cost of stepping on an open hatch: the bot takes long detours, and falls only if it wants to.
const HATCH_COST: u32 = 60;
/// Path cost of a cell with furniture, which leaves hardly any room.
const FURNITURE_COST: u32 = 40;

/// Distance in tiles that it keeps from the edge of a hatch.
const BERTH: f32 = 0.2;

/// A job, and where to do it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Job {
    /// The subject of the job, for which the bot counts its attempts.
    pub(super) what: What,
    /// The cell to stand in.
    pub(super) stand: IVec2,
    /// Action to perform there.
    pub(super) does: Does,
}

/// The subject of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum What {
    /// A place with air.
    Air,
    /// The switch of the lift.
    Lift,
    /// A pickup, by its id.
    Pickup(u32),
    /// A trigger, by its index.
    Trigger(usize),
    /// A push-wall, by its id.
    Wall(u32),
}

/// Action at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Does {
    /// Nothing more than going there.
    Comes,
    /// Use the object in this cell.
    Uses(IVec2),
    /// Shoot at the object in this cell.
    Shoots(IVec2),
}

/// Number of attempts for each subject.
pub(super) type Attempts = BTreeMap<What, u32>;

/// The obstacles on a deck for a walking player.
pub(super) struct InWay {
    /// Cells of shutters, and of doors that are locked for a player with these keys.
    locked: Vec<IVec2>,
    /// Cells of open hatches, through which the player would fall.
    pub(super) hatches: Vec<IVec2>,
    /// Cells that contain furniture.
    pub(super) furnished: Vec<IVec2>,
}

/// Returns true if a straight line comes too close to one of these cells, except at its end.
pub(super) fn crosses(cells: &[IVec2], from: Vec2, to: Vec2) -> bool {
    let (way, end) = (to - from, Grid::cell_at(to));
    let steps = (way.length() * 8.0) as u32 + 1;
    let is_near = |at: Vec2, cell: IVec2| (at - Grid::middle(cell)).abs().max_element() < 0.5 + BERTH;
    let near = |at: Vec2| cells.iter().any(|cell| *cell != end && is_near(at, *cell));
    !cells.is_empty() && (0..=steps).any(|step| near(from + way * (step as f32 / steps as f32)))
}

/// Returns the navigation grid of a deck with these obstacles.
pub(super) fn ground(grid: &Grid, in_way: &InWay) -> NavGrid<impl Fn(usize) -> i32 + use<>> {
    // Each search reads the same cells many times.
    let mut costs: Vec<u32> = (0..grid.len()).map(|index| cost(grid.shape_of(index))).collect();
    let mut change = |cells: &[IVec2], to: &dyn Fn(Shape) -> Option<u32>| {
        for index in cells.iter().filter_map(|cell| grid.index(*cell)) {
            costs[index] = to(grid.shape_of(index)).unwrap_or(costs[index]);
        }
    };
    let open = |cost: u32| move |shape: Shape| (shape == Shape::Open).then_some(cost);
    change(&in_way.furnished, &open(FURNITURE_COST));
    change(&in_way.hatches, &open(HATCH_COST));
    // A door that is locked for this player is a wall.
    change(&in_way.locked, &|shape| matches!(shape, Shape::Locked { .. }).then_some(0));
    NavGrid::new(grid.size(), move |index| costs[index] as i32)
}

/// Returns the path cost of a cell with this shape, without other obstacles. The bot breaks what it can.
fn cost(shape: Shape) -> u32 {
    match shape {
        Shape::Locked { .. } => paths::DOOR_COST,
        shape => paths::shape_cost(shape).unwrap_or(0),
    }
}

/// Returns the obstacles for a player with these keys.
pub(super) fn in_way(view: &View, keys: Keys) -> InWay {
    let keeps_out = |door: &&Door| door.lock().is_some_and(|lock| lock.key().is_none_or(|key| !keys.has(key)));
    let grid = &view.grid;
    let shutters: Vec<IVec2> = view.hull.sealed().map(|cell| grid.cell(cell)).collect();
    let level = &view.deck.0;
    let drops = |trigger: &&Trigger| {
        trigger.on == TriggerCause::Step && trigger.actions.iter().any(|act| matches!(act, TriggerAction::Drop(..)))
    };
    let cells = level.triggers.iter().filter(drops).flat_map(|trigger| &level.place(trigger.at).cells);
    let hatches = cells.map(|(x, y)| IVec2::new(*x as i32, *y as i32)).collect();
    let locked = view.doors.iter().filter(keeps_out).map(Door::cell).chain(shutters).collect();
    InWay { locked, hatches, furnished: Furniture::of(view).cells() }
}

/// Returns the cell to stand in for a point: its own cell, or the nearest adjacent one if a pane or a shutter is there.
pub(super) fn reach(grid: &Grid, at: Vec2) -> IVec2 {
    let own = Grid::cell_at(at);
    let is_free = |cell: &IVec2| paths::shape_cost(grid.shape(*cell)).is_some();
    let off = |cell: &IVec2| Grid::middle(*cell).distance_squared(at);
    let cells = std::iter::once(own).chain(SIDES.into_iter().map(|side| own + side));
    let free = cells.filter(is_free).map(|cell| (cell != own, off(&cell), cell));
    free.min_by(|one, two| one.0.cmp(&two.0).then(one.1.total_cmp(&two.1))).map_or(own, |(.., cell)| cell)
}

/// Returns the next job: the nearest of the least-tried ones.
pub(super) fn choose(view: &View, here: IVec2, keys: Keys, tried: &Attempts) -> Option<Job> {
    let in_way = in_way(view, keys);
    let jobs = jobs(view, keys);
    let grid = &view.grid;
    let costs = ground(grid, &in_way).costs_from(grid.index(here)?);
    let distance = |cell: IVec2| costs.get(&grid.index(cell)?).copied();
    let rated = jobs.into_iter().filter_map(|job| {
        let times = tried.get(&job.what).copied().unwrap_or(0);
        // Pickups are fetched first, and walls are tried last.
        let kind = match job.what {
            What::Air | What::Lift | What::Pickup(_) => 0,
            What::Trigger(_) => 1,
            What::Wall(_) => 2,
        };
        Some(((times, kind, distance(job.stand)?), job))
    });
    rated.min_by_key(|(rating, job)| (*rating, job.what, job.stand.to_array())).map(|(_, job)| job)
}

/// Returns all jobs that might open a path.
fn jobs(view: &View, keys: Keys) -> Vec<Job> {
    let mut jobs = Vec::new();
    let rules = &view.rules;
    let mut pickups: Vec<(&Id, &Pickup)> = view.pickups.iter().collect();
    pickups.sort_unstable_by_key(|(id, _)| **id);
    for (id, pickup) in pickups {
        let (_, kind) = &rules.pickups[usize::from(pickup.kind)];
        if kind.key.is_some_and(|key| !keys.has(key)) {
            let (what, stand) = (What::Pickup(id.0), reach(&view.grid, pickup.at));
            jobs.push(Job { what, stand, does: Does::Comes });
        }
    }
    for (id, wall) in view.walls.iter().filter(|(_, wall)| wall.state() == PushWallState::Still) {
        for step in SIDES.into_iter().filter(|step| wall.only_way().is_none_or(|way| way == *step)) {
            let stand = wall.home() - step;
            jobs.push(Job { what: What::Wall(id.0), stand, does: Does::Uses(wall.home()) });
        }
    }
    let (deck, triggers, grid) = (&view.deck, &view.triggers, &view.grid);
    for (number, trigger) in deck.0.triggers.iter().enumerate() {
        let opens = |act: &TriggerAction| {
            matches!(
                act,
                TriggerAction::Open(_)
                    | TriggerAction::Unlock(_)
                    | TriggerAction::Push(_)
                    | TriggerAction::Spawn(_)
                    | TriggerAction::Teleport(..)
                    | TriggerAction::Drop(..)
            ) || matches!(act, TriggerAction::Exit | TriggerAction::SecretExit)
        };
        let is_spent = trigger.repeat == level::Repeat::Once && triggers.was_used(number);
        let is_theirs = trigger.by == Walker::Undead;
        if is_spent || is_theirs || !trigger.actions.iter().any(opens) {
            continue;
        }
        for &(x, y) in &deck.0.place(trigger.at).cells {
            let (what, cell) = (What::Trigger(number), IVec2::new(x as i32, y as i32));
            let face = deck.0.cell(x, y).shape.face().map(|face| IVec2::from(face.step()));
            let sides = SIDES.into_iter().filter(|side| face.is_none_or(|face| face == *side));
            match trigger.on {
                TriggerCause::Step => jobs.push(Job { what, stand: cell, does: Does::Comes }),
                // Using the terminal begins the game, which the bot then plays to win.
                TriggerCause::Use | TriggerCause::Won | TriggerCause::Solved | TriggerCause::SolvedBest => {
                    let stands = sides.map(|side| cell + side);
                    jobs.extend(stands.map(|stand| Job { what, stand, does: Does::Uses(cell) }));
                }
                TriggerCause::Lost | TriggerCause::LostThreeTimes => {}
                // The bot fights whatever it meets.
                TriggerCause::Death => {
                    let monsters = view.watch.monsters(number);
                    let living = view.monsters.iter().filter(|(id, ..)| monsters.contains(id));
                    jobs.extend(living.map(|(_, at, _)| Job { what, stand: reach(grid, at.0), does: Does::Comes }));
                }
                TriggerCause::Shot => {
                    let stands = sides.flat_map(|side| (1..=RANGE).map(move |far| cell + side * far));
                    let sees = |stand: &IVec2| {
                        let (from, to) = (Grid::middle(*stand), Grid::middle(cell));
                        let hit = ray::cast(grid, Ray::Shot, from, (to - from).normalize_or_zero(), RANGE as f32 + 1.0);
                        hit.is_some_and(|hit| hit.cell == cell)
                    };
                    jobs.extend(stands.filter(sees).map(|stand| Job { what, stand, does: Does::Shoots(cell) }));
                }
            }
        }
    }
    jobs
}
