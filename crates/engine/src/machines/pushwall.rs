//! Push-walls: when used, they slide away from the player, once. Some move in one direction only, and some move when a
//! trigger pushes them. They push bodies along and crush those that cannot move away.
//!
//! The rule is that nothing that gets in a wall's way during play stops it permanently. It pushes living bodies and
//! corpses along, breaks breakable props, and carries pickups ([`carried_over`](crate::machines::carried_over)). Only
//! unbreakable props stop it, in front of the cell they are in.

use crate::{
    air::hull::Hull,
    bodies::body::{self, Body, Immovable, Position, PreviousPosition},
    bodies::spatial_index::{SpatialIndex, Standing},
    bodies::wound::{Wound, Wounds},
    deck::cell_geometry::outline,
    deck::grid::Grid,
    deck::shape::Shape,
    events::damage_source::DamageSource,
    events::event_log::{EventLog, EventRecord},
    events::game_event::GameEvent,
    machines::trigger::{ActionHandlers, PendingActions},
    monsters::monster::Monster,
    player::player::Player,
    rules::push_wall_rules::PushWallRules,
    rules::rules::Rules,
    state::part::{Bounds, Flaw, Numbered, SavedComponent, ensure},
    things::prop::Prop,
    tick::game_rng::GameRng,
    tick::id::{Id, InOrder},
    tick::run::{Deck, Run},
    tick::tick::Step,
};
use bevy::prelude::*;
use level::{Axis, CellShape, Direction, Level, TriggerAction};
use serde::{Deserialize, Serialize};
use std::cell::LazyCell;

/// Gap left between a wall and the bodies it pushes, in tiles.
const EPSILON: f32 = 1e-3;
/// Maximum number of bodies, one behind the other, that a wall pushes.
const QUEUE: usize = 64;
/// Radius of a corpse, in tiles.
const CORPSE: f32 = 0.3;

/// The state of a push-wall.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "dev", derive(Reflect), reflect(opaque))]
pub struct PushWall {
    x: u16,
    y: u16,
    state: PushWallState,
    /// The only direction in which it moves, if there is only one.
    way: Option<Direction>,
    /// Number of cells it moves if nothing stops it.
    cells: u16,
    /// Ticks per cell.
    pace: u32,
    /// True if pushing it reveals a secret.
    secret: bool,
    /// The step from cell to cell on its path; zero before it is pushed.
    step: IVec2,
    /// Ticks for which it has moved.
    moved: u32,
    /// True if a trigger has pushed it. It then waits until nothing blocks it, because the trigger may never do so
    /// again.
    ordered: bool,
}

/// The phases of a push-wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PushWallState {
    /// At its place in the level.
    Still,
    /// Moving, or waiting until the body wedged in front of it is dead or gone. A wall pushed by a trigger may also
    /// wait before it starts.
    Moving,
    /// Arrived, permanently.
    Done,
}

impl PushWall {
    /// Creates the push-wall of a cell of the level, which moves as the rules define. Returns `None` if there is none.
    pub(crate) fn at(level: &Level, x: usize, y: usize, rules: &PushWallRules) -> Option<Self> {
        let CellShape::Push { way, cells, secret, .. } = level.cell(x, y).shape else { return None };
        let (cells, pace) = (cells.unwrap_or(rules.cells), rules.pace());
        let ((x, y), state) = ((x as u16, y as u16), PushWallState::Still);
        Some(PushWall { x, y, state, way, cells, pace, secret, step: IVec2::ZERO, moved: 0, ordered: false })
    }

    /// Returns its cell in the level, whose textures it keeps.
    pub fn home(&self) -> IVec2 {
        IVec2::new(i32::from(self.x), i32::from(self.y))
    }

    /// Returns its phase.
    pub fn state(&self) -> PushWallState {
        self.state
    }

    /// Returns true while it is on its path, even if something blocks it for a moment.
    pub fn slides(&self) -> bool {
        self.state == PushWallState::Moving && self.moved > 0
    }

    /// Returns true if pushing it reveals a secret.
    pub fn is_secret(&self) -> bool {
        self.secret
    }

    /// Returns the step of the only direction in which it moves, if there is only one.
    pub(crate) fn only_way(&self) -> Option<IVec2> {
        self.way.map(|way| IVec2::from(way.step()))
    }

    /// Returns the offset from its home cell, in tiles.
    pub fn offset(&self) -> Vec2 {
        self.step.as_vec2() * (self.moved as f32 / self.pace as f32)
    }

    /// Returns the cell it is in, or the two cells if it is between them, with its shape in each.
    pub fn parts(&self) -> impl Iterator<Item = (IVec2, Shape)> {
        let behind = self.home() + self.step * (self.moved / self.pace) as i32;
        let share = (self.moved % self.pace) as f32 / self.pace as f32;
        let along = if self.step.x != 0 { Axis::X } else { Axis::Y };
        let sign = self.step.element_sum() as f32;
        let part = |shift| Shape::PushWall { along, shift: sign * shift };
        let (first, second) = if share == 0.0 {
            ((behind, Shape::Solid), None)
        } else {
            ((behind, part(share)), Some((behind + self.step, part(share - 1.0))))
        };
        std::iter::once(first).chain(second)
    }

    /// Returns its centre, in tiles.
    pub(crate) fn middle(&self) -> Vec2 {
        Grid::middle(self.home()) + self.offset()
    }

    /// Returns the step from cell to cell on its path; zero before it is pushed.
    pub(crate) fn step(&self) -> IVec2 {
        self.step
    }

    /// Returns true if a trigger has pushed it.
    pub(crate) fn is_ordered(&self) -> bool {
        self.ordered
    }

    /// Returns all cells it is in or has left.
    pub fn trail(&self) -> impl Iterator<Item = IVec2> {
        let (home, step) = (self.home(), self.step);
        (0..=self.moved.div_ceil(self.pace) as i32).map(move |cells| home + step * cells)
    }

    /// Pushes it in a direction, if it has not been pushed yet. Reports that it is stuck if it does not move that way.
    pub(crate) fn push(&mut self, step: IVec2, events: &mut EventLog) {
        if self.state == PushWallState::Still {
            if self.only_way().is_none_or(|way| way == step) {
                (self.state, self.step) = (PushWallState::Moving, step);
            } else {
                events.emit(EventRecord::new(GameEvent::PushWallStuck, Grid::middle(self.home())));
            }
        }
    }

    /// Returns true if this is a valid state of a push-wall of the level.
    pub(crate) fn is_valid(&self, level: &Level, rules: &PushWallRules) -> bool {
        let shape = |cell: IVec2| level.shape_at(cell.x, cell.y);
        if shape(self.home()).is_none() {
            return false;
        }
        let PushWall { state, step, moved, ordered, .. } = *self;
        let whole = PushWall::at(level, self.x.into(), self.y.into(), rules);
        if whole.map(|wall| PushWall { state, step, moved, ordered, ..wall }) != Some(*self) {
            return false;
        }
        let farthest = u32::from(self.cells) * self.pace;
        let moved = match self.state {
            PushWallState::Still => self.moved == 0 && self.step == IVec2::ZERO,
            PushWallState::Moving => (u32::from(!ordered)..farthest).contains(&self.moved),
            PushWallState::Done => (self.pace..=farthest).contains(&self.moved) && self.moved.is_multiple_of(self.pace),
        };
        let steps = [IVec2::X, IVec2::Y, IVec2::NEG_X, IVec2::NEG_Y];
        let is_step = self.state == PushWallState::Still
            || steps.contains(&self.step) && self.only_way().is_none_or(|way| way == self.step);
        let is_way = |cell| matches!(shape(cell), Some(CellShape::Open | CellShape::Push { .. }));
        let is_order = !ordered || self.way.is_some();
        moved && is_step && is_order && self.trail().all(is_way)
    }

    /// Stops it, permanently if it has moved at all.
    fn stop(&mut self, events: &mut EventLog) {
        let what = if self.moved == 0 { GameEvent::PushWallStuck } else { GameEvent::PushWallStops };
        events.emit(EventRecord::new(what, Grid::middle(self.home()) + self.offset()));
        if self.moved == 0 {
            *self = PushWall { state: PushWallState::Still, step: IVec2::ZERO, ..*self };
        } else {
            self.state = PushWallState::Done;
        }
    }

    /// Returns how far a circle must be moved along the wall's path to be clear of it, if they overlap.
    fn overlap(&self, at: Vec2, radius: f32) -> Option<f32> {
        let overlaps = |(cell, shape)| body::overlaps(&outline(shape), cell, at, radius);
        if !self.parts().any(overlaps) {
            return None;
        }
        let step = self.step.as_vec2();
        let front = (Grid::middle(self.home()) + self.offset()).dot(step) + 0.5;
        Some((front + radius - at.dot(step)).max(0.0))
    }
}

/// Requires one push-wall for each in the level, and no two in the same cell.
impl SavedComponent for PushWall {
    fn validate(all: &Numbered<Self>, &Bounds { level, rules, .. }: &Bounds) -> Result<(), Flaw> {
        let damage = "the push-walls do not match the level";
        ensure(all.values().all(|wall| wall.is_valid(level, &rules.push_walls)), damage)?;
        let differ = |cells: &mut Vec<[i32; 2]>| {
            cells.sort_unstable();
            cells.windows(2).all(|pair| pair[0] != pair[1])
        };
        let mut homes: Vec<_> = all.values().map(|wall| wall.home().to_array()).collect();
        let mut cells: Vec<_> = all.values().flat_map(PushWall::parts).map(|(cell, _)| cell.to_array()).collect();
        let in_level = level.cells.iter().filter(|cell| matches!(cell.shape, CellShape::Push { .. })).count();
        ensure(homes.len() == in_level && differ(&mut homes) && differ(&mut cells), damage)
    }
}

pub(crate) fn plugin(app: &mut App) {
    let move_on = (advance.in_set(Step::MovePushWalls), sweep.in_set(Step::SweepBodies));
    app.add_systems(FixedUpdate, move_on.run_if(any_moves));
    app.add_systems(FixedUpdate, obey.in_set(Step::RunPushWallActions).in_set(ActionHandlers));
}

/// Returns true while any push-wall moves.
fn any_moves(walls: Query<&PushWall>) -> bool {
    walls.iter().any(|wall| wall.state == PushWallState::Moving)
}

/// Moves the walls that triggers push.
fn obey(orders: Res<PendingActions>, deck: Res<Deck>, mut walls: Query<&mut PushWall>, mut events: EventLog) {
    for act in &orders.0 {
        let TriggerAction::Push(place) = act else { continue };
        let place = deck.0.place(*place);
        for mut wall in walls.iter_mut().filter(|wall| place.has(wall.x.into(), wall.y.into())) {
            if let Some(step) = wall.only_way() {
                wall.ordered = wall.state != PushWallState::Done;
                wall.push(step, &mut events);
            }
        }
    }
}

/// Advances the moving walls by one tick.
pub(crate) fn advance(
    grid: Res<Grid>,
    mut places: ResMut<SpatialIndex>,
    (rules, hull): (Res<Rules>, Res<Hull>),
    (victims, heavy): (Query<(Option<&Monster>, Option<&Prop>)>, Query<(), With<Immovable>>),
    (mut walls, mut bodies): (Query<(&Id, &mut PushWall)>, Query<&mut Position, With<Body>>),
    mut run: ResMut<Run>,
    mut chance: ResMut<GameRng>,
    mut wounds: ResMut<Wounds>,
    mut events: EventLog,
) {
    let mut moving: Vec<_> = walls.iter_mut().filter(|(_, wall)| wall.state == PushWallState::Moving).collect();
    // If two walls reach a cell in the same tick, the one with the lower id gets it.
    moving.sort_unstable_by_key(|(id, _)| **id);
    let mut taken = Vec::new();
    let skill = run.skill;
    let crush = LazyCell::new(|| rules.push_walls.damage.mean(skill, 0.0).unwrap_or_default());
    // Unbreakable props and bodies that walls do not hurt.
    let withstands = |victim: Entity| {
        let resistances = match victims.get(victim) {
            Ok((_, Some(prop))) if prop.stands_for_good(&rules) => return true,
            Ok((_, Some(prop))) => prop.resistances(&rules),
            Ok((Some(monster), _)) => Some(&monster.kind_of(&rules).resistances),
            _ => None,
        };
        resistances.is_some_and(|resistances| resistances.apply(&crush).total() < 0.5)
    };
    for (_, wall) in &mut moving {
        if wall.moved.is_multiple_of(wall.pace) {
            let next = wall.home() + wall.step * (wall.moved / wall.pace + 1) as i32;
            // No body may be in the next cell when the wall starts; later the wall pushes bodies along.
            let in_the_way =
                |standing: &Standing| body::overlaps(&outline(Shape::Solid), next, standing.at, standing.radius);
            let standing = || places.near(Grid::middle(next), 1.0).filter(|standing| in_the_way(standing));
            let is_held = standing().any(|standing| heavy.contains(standing.entity) && withstands(standing.entity));
            let is_hole = grid.index(next).is_some_and(|index| hull.is_broken(index));
            let free = grid.shape(next) == Shape::Open
                && !is_hole
                && !taken.contains(&next)
                && !is_held
                && (wall.moved > 0 || standing().next().is_none());
            if !free {
                // A wall pushed by a trigger waits for bodies in its way; unbreakable props never move away.
                if wall.moved > 0 || !wall.ordered || is_held {
                    wall.stop(&mut events);
                }
                continue;
            }
            taken.push(next);
            if wall.moved == 0 {
                events.emit(EventRecord::new(GameEvent::PushWallMoves, Grid::middle(wall.home())));
                if wall.secret {
                    run.found += 1;
                    events.emit(EventRecord::new(GameEvent::SecretFound, Grid::middle(wall.home())));
                }
            }
        }
        let further = PushWall { moved: wall.moved + 1, ..**wall };
        match Shifts::before(&further, &grid, &places, &|body| heavy.contains(body)) {
            Ok(shifts) => {
                for (standing, to) in shifts {
                    let spot = places.index_of(standing.id, &mut 0).and_then(|index| places.spot_of(index));
                    if let (Ok(mut at), Some(spot)) = (bodies.get_mut(standing.entity), spot) {
                        at.0 = to;
                        places.put(spot, to);
                    }
                }
                **wall = further;
                if wall.moved == u32::from(wall.cells) * wall.pace {
                    wall.stop(&mut events);
                }
            }
            Err(wedged) if run.tick.is_multiple_of(u64::from(rules.push_walls.every.max(1))) => {
                // Bodies that withstand the wall hold it up and are not hurt.
                for standing in wedged.into_iter().filter(|standing| !withstands(standing.entity)) {
                    let towards = wall.step.as_vec2();
                    let damage = rules.push_walls.damage.roll(run.skill, 0.0, &mut chance);
                    wounds.0.push(Wound {
                        target: standing.entity,
                        damage,
                        towards,
                        by: None,
                        cause: DamageSource::Crushed,
                        push: 0.0,
                        burn_ticks: 0,
                    });
                    events.emit(EventRecord::new(GameEvent::Crushed, standing.at));
                }
            }
            Err(_) => {}
        }
    }
}

/// The bodies that give way to a wall, and their new positions.
struct Shifts<'a> {
    grid: &'a Grid,
    places: &'a SpatialIndex,
    is_heavy: &'a dyn Fn(Entity) -> bool,
    all: Vec<(Standing, Vec2)>,
}

impl<'a> Shifts<'a> {
    /// Returns the new positions of the bodies in front of a wall and of those behind them. If some cannot give way
    /// because something behind them does not move, returns these instead.
    fn before(
        wall: &PushWall,
        grid: &'a Grid,
        places: &'a SpatialIndex,
        is_heavy: &'a dyn Fn(Entity) -> bool,
    ) -> Result<Vec<(Standing, Vec2)>, Vec<Standing>> {
        let middle = Grid::middle(wall.home()) + wall.offset();
        let step = wall.step.as_vec2();
        let mut shifts = Shifts { grid, places, is_heavy, all: Vec::new() };
        let mut wedged = Vec::new();
        for standing in places.near(middle, 1.0) {
            let Some(way) = wall.overlap(standing.at, standing.radius) else { continue };
            let aside = (standing.at - middle).dot(step.perp());
            // A body that is hit only by the wall's edge slips off to the side.
            let slips = standing.radius + 0.5 - aside.abs();
            let to_side = step.perp() * aside.signum() * (slips + EPSILON);
            let ways = [step * (way + EPSILON), to_side];
            let near = |way: &Vec2| way.length() < 2.0 * EPSILON + 2.0 / wall.pace as f32;
            if !ways.into_iter().filter(near).any(|way| shifts.give_way(standing, way)) {
                wedged.push(*standing);
            }
        }
        if wedged.is_empty() { Ok(shifts.all) } else { Err(wedged) }
    }

    /// Shifts a body, and with it all bodies in its way. Returns false, and shifts none of them, if one cannot give
    /// way.
    fn give_way(&mut self, standing: &Standing, way: Vec2) -> bool {
        let before = self.all.len();
        let gives_way = self.shift(standing, way);
        if !gives_way {
            self.all.truncate(before);
        }
        gives_way
    }

    fn shift(&mut self, standing: &Standing, way: Vec2) -> bool {
        if self.all.iter().any(|(other, _)| other.id == standing.id) {
            return true;
        }
        let to = standing.at + way;
        if (self.is_heavy)(standing.entity)
            || !body::is_clear(self.grid, to, standing.radius)
            || self.all.len() >= QUEUE
        {
            return false;
        }
        self.all.push((*standing, to));
        let in_the_way = |other: &&Standing| {
            other.id != standing.id && other.at.distance_squared(to) < other.at.distance_squared(standing.at)
        };
        self.places.near(to, standing.radius).filter(in_the_way).all(|other| self.shift(other, way))
    }
}

/// Pushes corpses out of the way of the walls, as far as there is room.
fn sweep(
    grid: Res<Grid>,
    walls: Query<(Entity, &Id, &PushWall)>,
    mut dead: Query<(&mut Position, &mut PreviousPosition), (Or<(With<Monster>, With<Player>)>, Without<Body>)>,
    mut order: Local<InOrder>,
) {
    let moving = walls.iter().filter(|(.., wall)| wall.state == PushWallState::Moving);
    for &(_, wall) in order.of(moving.map(|(entity, id, _)| (*id, entity))) {
        let Ok((.., wall)) = walls.get(wall) else { continue };
        for (mut at, mut previous) in &mut dead {
            let Some(way) = wall.overlap(at.0, CORPSE) else { continue };
            let to = at.0 + wall.step.as_vec2() * way;
            if body::is_clear(&grid, to, CORPSE / 2.0) {
                (previous.0, at.0) = (to, to);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moved(step: IVec2, moved: u32) -> Vec<(IVec2, Shape)> {
        let (way, state) = (None, PushWallState::Moving);
        PushWall { x: 5, y: 5, state, way, cells: 2, pace: 120, secret: true, step, moved, ordered: false }
            .parts()
            .collect()
    }

    #[test]
    fn wall_between_two_cells_is_in_both() {
        let part = |along, shift| Shape::PushWall { along, shift };
        assert_eq!(moved(IVec2::X, 0), [(IVec2::new(5, 5), Shape::Solid)]);
        assert_eq!(
            moved(IVec2::X, 30),
            [(IVec2::new(5, 5), part(Axis::X, 0.25)), (IVec2::new(6, 5), part(Axis::X, -0.75))]
        );
        assert_eq!(
            moved(IVec2::NEG_Y, 150),
            [(IVec2::new(5, 4), part(Axis::Y, -0.25)), (IVec2::new(5, 3), part(Axis::Y, 0.75))]
        );
        assert_eq!(moved(IVec2::NEG_X, 240), [(IVec2::new(3, 5), Shape::Solid)]);
    }
}
