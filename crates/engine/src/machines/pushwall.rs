//! Push-walls: used, they slide away from the player, once; some only one way, and some because a trigger says so. They
//! push bodies along and crush whoever cannot give way.
//!
//! The rule: nothing that comes into a wall's way during play stops it for good. It pushes along the living and the dead, breaks what
//! breaks and carries over what lies there ([`carried_over`](crate::machines::carried_over)). Furniture alone stops it, before the cell
//! that it stands in.

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

/// How much farther than the wall whoever gives way to it must get, in tiles.
const EPSILON: f32 = 1e-3;
/// So many bodies at most a wall pushes along, one behind the other.
const QUEUE: usize = 64;
/// How much room a corpse needs, in tiles round its middle.
const CORPSE: f32 = 0.3;

/// A wall that can be pushed.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PushWall {
    x: u16,
    y: u16,
    state: PushWallState,
    /// The only way that it goes, if there is one.
    way: Option<Direction>,
    /// How many cells it goes, if nothing stops it.
    cells: u16,
    /// The ticks that it takes for each of them.
    pace: u32,
    /// Whoever finds it has found a secret.
    secret: bool,
    /// The step from cell to cell on its way; zero before it was pushed.
    step: IVec2,
    /// The ticks that it has moved for.
    moved: u32,
    /// A trigger has pushed it: it waits until nobody stands in its way, since the trigger may never do so again.
    ordered: bool,
}

/// What a push-wall does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PushWallState {
    /// It stands where the level has it.
    Still,
    /// It is on its way, or waits until whoever is wedged in before it is dead or gone; so does one that a trigger pushed
    /// from the start.
    Moving,
    /// It has arrived, and stays.
    Done,
}

impl PushWall {
    /// The push-wall that stands in a cell, as the level has it and as the rules move it; none if there is none.
    pub(crate) fn at(level: &Level, x: usize, y: usize, rules: &PushWallRules) -> Option<Self> {
        let CellShape::Push { way, cells, secret, .. } = level.cell(x, y).shape else { return None };
        let (cells, pace) = (cells.unwrap_or(rules.cells), rules.pace());
        let ((x, y), state) = ((x as u16, y as u16), PushWallState::Still);
        Some(PushWall { x, y, state, way, cells, pace, secret, step: IVec2::ZERO, moved: 0, ordered: false })
    }

    /// The cell in which the level has it, and whose look it carries along.
    pub fn home(&self) -> IVec2 {
        IVec2::new(i32::from(self.x), i32::from(self.y))
    }

    /// What it does.
    pub fn state(&self) -> PushWallState {
        self.state
    }

    /// True while it is on its way, also if somebody holds it up for a moment.
    pub fn slides(&self) -> bool {
        self.state == PushWallState::Moving && self.moved > 0
    }

    /// True if whoever finds it has found a secret.
    pub fn is_secret(&self) -> bool {
        self.secret
    }

    /// The step from cell to cell that is the only way it goes, if there is one.
    pub(crate) fn only_way(&self) -> Option<IVec2> {
        self.way.map(|way| IVec2::from(way.step()))
    }

    /// How far it is from its home, in tiles.
    pub fn offset(&self) -> Vec2 {
        self.step.as_vec2() * (self.moved as f32 / self.pace as f32)
    }

    /// The cells that it stands in, one or, between two, both, and what of it is in each.
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

    /// Its middle, in tiles.
    pub(crate) fn middle(&self) -> Vec2 {
        Grid::middle(self.home()) + self.offset()
    }

    /// The step from cell to cell on its way; zero before it was pushed.
    pub(crate) fn step(&self) -> IVec2 {
        self.step
    }

    /// True if a trigger has pushed it.
    pub(crate) fn is_ordered(&self) -> bool {
        self.ordered
    }

    /// All cells that it stands in or has left.
    pub fn trail(&self) -> impl Iterator<Item = IVec2> {
        let (home, step) = (self.home(), self.step);
        (0..=self.moved.div_ceil(self.pace) as i32).map(move |cells| home + step * cells)
    }

    /// Pushes it one way, as long as it has not been pushed and goes that way.
    pub(crate) fn push(&mut self, step: IVec2, events: &mut EventLog) {
        if self.state == PushWallState::Still {
            if self.only_way().is_none_or(|way| way == step) {
                (self.state, self.step) = (PushWallState::Moving, step);
            } else {
                events.emit(EventRecord::new(GameEvent::PushWallStuck, Grid::middle(self.home())));
            }
        }
    }

    /// True if a push-wall of the level can be so.
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

    /// Comes to rest: for good if it has moved at all.
    fn stop(&mut self, events: &mut EventLog) {
        let what = if self.moved == 0 { GameEvent::PushWallStuck } else { GameEvent::PushWallStops };
        events.emit(EventRecord::new(what, Grid::middle(self.home()) + self.offset()));
        if self.moved == 0 {
            *self = PushWall { state: PushWallState::Still, step: IVec2::ZERO, ..*self };
        } else {
            self.state = PushWallState::Done;
        }
    }

    /// How far something round must be moved along its way to be clear of it, if it overlaps.
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

/// One push-wall for each of the level's, no two in each other.
impl SavedComponent for PushWall {
    fn validate(all: &Numbered<Self>, &Bounds { level, rules, .. }: &Bounds) -> Result<(), Flaw> {
        let damage = "the push-walls are not those of the level";
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

/// True while any of them moves.
fn any_moves(walls: Query<&PushWall>) -> bool {
    walls.iter().any(|wall| wall.state == PushWallState::Moving)
}

/// Moves the walls that triggers move.
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

/// Moves the pushed walls on.
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
    // Of two that come to one cell in one tick, it is always the same one that gets it.
    moving.sort_unstable_by_key(|(id, _)| **id);
    let mut taken = Vec::new();
    let skill = run.skill;
    let crush = LazyCell::new(|| rules.push_walls.damage.mean(skill, 0.0).unwrap_or_default());
    // What neither breaks nor is hurt by walls.
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
            // Nobody may stand right behind it when it starts; later it pushes along whoever it meets.
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
                // One that a trigger pushed waits until nobody stands in its way; furniture stays.
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
                // Whoever withstands it holds it up, and nothing is crushed.
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

/// Who gives way to a wall, and where he gets.
struct Shifts<'a> {
    grid: &'a Grid,
    places: &'a SpatialIndex,
    is_heavy: &'a dyn Fn(Entity) -> bool,
    all: Vec<(Standing, Vec2)>,
}

impl<'a> Shifts<'a> {
    /// Where those get who are before a wall, and whoever stands behind them; or those who cannot give way, for what is behind them
    /// does not move.
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
            // Who is met by the wall's edge only slips off it to the side.
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

    /// Shifts somebody, and with him all who stand in his way; false if one of them cannot give way, and then nobody does.
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

/// Pushes the dead out of the way of the walls, as far as there is room.
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
    fn between_two_cells_it_stands_in_both() {
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
