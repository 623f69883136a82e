//! The hull: windows and thin walls, which crack, break and are sealed again, and which shapes of the grid let air
//! through.

use crate::{
    air::air::{Air, SavedAir},
    air::sections::Passage,
    bodies::spatial_index::SpatialIndex,
    deck::grid::Grid,
    deck::ray::{self, Ray},
    deck::shape::Shape,
    state::part::{Bounds, Flaw, SavedResource, ensure},
    tick::game_rng::GameRng,
    tick::run::Deck,
    tick::tick::{Step, ticks},
};
use bevy::prelude::*;
use level::{CellShape, Hang, Level, PaneKind};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Breakage odds: a shot cracks one window in three, a blast breaks two in three.
const CASES: i32 = 3;
/// Ticks until a cracked window breaks.
const HOLDS: u32 = ticks(1.0);
/// Ticks from the moment a hole is made until its shutter falls.
const SHUTTER: u32 = ticks(8.0);

/// Free radius that a shutter or a patch needs around the middle of its cell, in tiles. A body that is closer blocks
/// it.
const ROOM: f32 = 0.25;

/// The damage to the windows and thin walls of the deck, by cell index.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "dev", derive(Reflect), reflect(opaque))]
pub struct Hull {
    damage: BTreeMap<u32, Damage>,
    /// Events of panes and walls that have cracked or broken in this tick, until they are drained; empty between ticks.
    #[serde(skip)]
    news: Vec<(usize, Damage)>,
}

/// The damage to a window or a thin wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Damage {
    /// Cracked; breaks in this number of ticks.
    Cracked(u32),
    /// Broken; the value is the number of ticks since then, up to the fall of the shutter.
    Broken(u32),
    /// Sealed by a shutter or a patch.
    Sealed,
}

/// The kinds of impact on a window or a thin wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HullImpact {
    /// A bullet or another projectile.
    Shot,
    /// The shock wave of an explosion.
    Blast,
}

impl Hull {
    /// Applies an impact to a cell. If the cell can break, one random number is drawn. A shot may crack it, and it then
    /// breaks a second later or at the next hit; a blast may break it at once.
    pub(crate) fn strike(&mut self, grid: &Grid, level: &Level, cell: IVec2, blow: HullImpact, chance: &mut GameRng) {
        let Some(index) = grid.index(cell).filter(|index| level.cells[*index].can_break()) else { return };
        match (self.damage.get(&(index as u32)), blow) {
            (Some(Damage::Broken(_) | Damage::Sealed), _) => {}
            (Some(Damage::Cracked(_)), _) => self.set_damage(index, Damage::Broken(0)),
            (None, HullImpact::Shot) => {
                if chance.roll(1..=CASES) == 1 {
                    self.set_damage(index, Damage::Cracked(HOLDS));
                }
            }
            (None, HullImpact::Blast) => {
                if chance.roll(1..=CASES) != 1 {
                    self.set_damage(index, Damage::Broken(0));
                }
            }
        }
    }

    /// Returns the breakable windows and thin walls, whole or cracked, in the square around a point, row by row.
    pub(crate) fn breakable_near<'a>(
        &'a self,
        grid: &'a Grid,
        level: &'a Level,
        at: Vec2,
        reach: f32,
    ) -> impl Iterator<Item = IVec2> + 'a {
        let (from, to) = (Grid::cell_at(at - reach), Grid::cell_at(at + reach));
        let cells = (from.y..=to.y).flat_map(move |y| (from.x..=to.x).map(move |x| IVec2::new(x, y)));
        cells.filter(move |cell| {
            let index = grid.index(*cell).filter(|index| level.cells[*index].can_break());
            index.is_some_and(|index| !self.is_gone(index))
        })
    }

    /// Sets the damage of the window or thin wall at a cell index and queues the change for its event.
    pub(crate) fn set_damage(&mut self, index: usize, damage: Damage) {
        self.damage.insert(index as u32, damage);
        self.news.push((index, damage));
    }

    /// Opens the shutter in a cell, so that the cell is a hole again.
    pub(crate) fn open_shutter(&mut self, index: usize) {
        self.damage.insert(index as u32, Damage::Broken(0));
    }

    /// Returns the nearest hole in the line of aim from a point that is within reach, not hidden, and free of bodies.
    pub(crate) fn hole_ahead(
        &self,
        grid: &Grid,
        places: &SpatialIndex,
        from: Vec2,
        towards: Vec2,
        reach: f32,
    ) -> Option<usize> {
        let along = |cell: &usize| (Grid::middle(grid.cell(*cell)) - from).dot(towards);
        let is_aimed_at = |cell: &usize| {
            let middle = Grid::middle(grid.cell(*cell));
            let off = (middle - from).perp_dot(towards).abs();
            (0.0..=reach).contains(&along(cell)) && off <= 0.5 && ray::clear(grid, Ray::Shot, from, middle)
        };
        let holes = self.cells().filter(|cell| self.is_broken(*cell)).filter(is_aimed_at);
        let free = holes.filter(|cell| self.has_room(grid, places, *cell));
        free.min_by(|one, other| along(one).total_cmp(&along(other)))
    }

    /// Returns true if no body blocks the shutter or patch of a cell.
    pub(crate) fn has_room(&self, grid: &Grid, places: &SpatialIndex, cell: usize) -> bool {
        places.near(Grid::middle(grid.cell(cell)), ROOM).next().is_none()
    }

    /// Seals a hole with a patch. The result is the same as with a shutter.
    pub(crate) fn patch(&mut self, index: usize) {
        self.damage.insert(index as u32, Damage::Sealed);
    }

    /// Returns the damage at a cell index, or `None` if the window or thin wall is whole.
    pub(crate) fn damage(&self, index: usize) -> Option<Damage> {
        self.damage.get(&u32::try_from(index).ok()?).copied()
    }

    /// Returns true while every window and thin wall is whole.
    pub(crate) fn is_whole(&self) -> bool {
        self.damage.is_empty()
    }

    /// Returns true if the window or thin wall at a cell index is cracked.
    pub fn is_cracked(&self, index: usize) -> bool {
        matches!(self.damage(index), Some(Damage::Cracked(_)))
    }

    /// Returns true if the window or thin wall at a cell index is broken and not sealed.
    pub fn is_broken(&self, index: usize) -> bool {
        matches!(self.damage(index), Some(Damage::Broken(_)))
    }

    /// Returns true if the cell at an index is sealed.
    pub fn is_sealed(&self, index: usize) -> bool {
        matches!(self.damage(index), Some(Damage::Sealed))
    }

    /// Returns the ticks since the last hole was made, counted up to the fall of its shutter. `None` without a hole.
    pub(crate) fn age_of_newest_hole(&self) -> Option<u32> {
        let age = |damage: &Damage| if let Damage::Broken(age) = damage { Some(*age) } else { None };
        self.damage.values().filter_map(age).min()
    }

    /// Returns true if the window or thin wall at a cell index is gone, whether it has been sealed or not.
    pub(crate) fn is_gone(&self, index: usize) -> bool {
        self.is_broken(index) || self.is_sealed(index)
    }

    /// Returns the indices of the cells that are cracked, broken or sealed.
    pub fn cells(&self) -> impl Iterator<Item = usize> + '_ {
        self.damage.keys().map(|cell| *cell as usize)
    }

    /// Returns the indices of the sealed cells.
    pub(crate) fn sealed(&self) -> impl Iterator<Item = usize> + '_ {
        self.damage.iter().filter(|(_, damage)| **damage == Damage::Sealed).map(|(cell, _)| *cell as usize)
    }

    /// Advances by one tick: cracked cells break when their time is up. Returns the holes whose shutters are due.
    pub(crate) fn age(&mut self) -> Vec<usize> {
        let (mut due, mut breaks) = (Vec::new(), Vec::new());
        for (&cell, damage) in &mut self.damage {
            match damage {
                Damage::Cracked(0) => breaks.push(cell as usize),
                Damage::Cracked(left) => *left -= 1,
                Damage::Broken(age) => {
                    *age = (*age + 1).min(SHUTTER);
                    if *age == SHUTTER {
                        due.push(cell as usize);
                    }
                }
                Damage::Sealed => {}
            }
        }
        breaks.into_iter().for_each(|cell| self.set_damage(cell, Damage::Broken(0)));
        due
    }

    /// Drains the changes of this tick so that they can be reported as events.
    pub(crate) fn drain_events(&mut self) -> Vec<(usize, Damage)> {
        std::mem::take(&mut self.news)
    }

    /// Returns the shapes of the cells that are broken or sealed now.
    pub(crate) fn shapes<'a>(&'a self, level: &'a Level) -> impl Iterator<Item = (usize, Shape)> + 'a {
        self.damage.iter().filter_map(|(&cell, damage)| {
            let cell = cell as usize;
            let shutter = match level.cells[cell].shape {
                CellShape::Pane { along, .. } => Shape::Locked { along, hang: Hang::Sliding, key: None },
                _ => Shape::Solid,
            };
            match damage {
                Damage::Cracked(_) => None,
                Damage::Broken(_) => Some((cell, Shape::Open)),
                Damage::Sealed => Some((cell, shutter)),
            }
        })
    }

    /// Returns true if this hull state is valid for a level.
    pub(crate) fn is_valid(&self, level: &Level) -> bool {
        self.damage.iter().all(|(&cell, damage)| {
            let is_window = |shape| matches!(shape, CellShape::Pane { kind: PaneKind::Window, .. });
            let fits = level.cells.get(cell as usize).is_some_and(|cell| cell.can_break() || is_window(cell.shape));
            fits && match damage {
                Damage::Cracked(left) => *left <= HOLDS,
                Damage::Broken(age) => *age <= SHUTTER,
                Damage::Sealed => true,
            }
        })
    }
}

/// Returns how the air treats a cell of this shape.
fn passage(shape: Shape) -> Passage {
    let open = match shape {
        Shape::Space => return Passage::Space,
        Shape::Open
        | Shape::Pillar
        | Shape::Table
        | Shape::Diagonal { .. }
        | Shape::Pane { kind: PaneKind::Grating | PaneKind::Barrier, .. } => true,
        Shape::Door { open, .. } => open > 0.0,
        Shape::Leaves { turn, .. } => turn != 0.0,
        Shape::Solid | Shape::Locked { .. } | Shape::Pane { .. } | Shape::PushWall { .. } => false,
    };
    if open { Passage::Open } else { Passage::Shut }
}

/// Returns how the air treats the cell at an index; sky walls count as space, too.
fn passage_at(level: &Level, grid: &Grid, index: usize) -> Passage {
    if level.is_space(index) { Passage::Space } else { passage(grid.shape_of(index)) }
}

impl Air {
    /// Creates the initial air of a level: full pressure where the level does not set another one, and none in walls.
    pub(crate) fn of_level(level: &Level, grid: &Grid) -> Self {
        Air::new(grid.size(), |index| {
            let pressure = level.cells[index].air.map_or(1.0, |air| f64::from(air) / 1000.0);
            let is_solid = grid.shape_of(index) == Shape::Solid;
            (passage_at(level, grid, index), if is_solid { 0.0 } else { pressure })
        })
    }

    /// Restores saved air over the grid of that time. Returns `None` if the save data does not fit.
    pub(crate) fn restored(level: &Level, grid: &Grid, saved: &SavedAir) -> Option<Self> {
        Air::restore(grid.size(), |index| passage_at(level, grid, index), saved)
    }
}

impl SavedResource for Hull {
    fn validate(&self, bounds: &Bounds) -> Result<(), Flaw> {
        ensure(self.is_valid(bounds.level), "the hull does not match the level")
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(FixedUpdate, mix.in_set(Step::MixAir));
    app.add_systems(FixedUpdate, drain.in_set(Step::Drain));
}

/// Joins and splits sections where the grid has changed during this tick.
fn mix(grid: Res<Grid>, deck: Res<Deck>, mut air: ResMut<Air>) {
    for (cell, before, now) in grid.changed_cells() {
        let opens = passage(now) == Passage::Open;
        if opens != (passage(before) == Passage::Open) && grid.index(cell).is_some_and(|index| !deck.0.is_space(index))
        {
            air.set_open(cell, opens);
        }
    }
}

/// Drains the sections that are open to space, and lets the tanks of shutters refill the sections they have closed.
fn drain(grid: Res<Grid>, hull: Res<Hull>, mut air: ResMut<Air>) {
    // Air at rest must not count as changed, so that the systems that follow it can be skipped.
    if air.bypass_change_detection().pass_tick() {
        air.set_changed();
    }
    for cell in hull.sealed() {
        air.feed(grid.cell(cell));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shots_crack_a_third_of_windows_blasts_break_two_thirds() {
        let text =
            "(name: \"\", legend: { '#': (wall: \"\"), '@': (thing: Player), 'W': (window: \"\"), ' ': (space: true) },
            map: [\"#####\", \"#@W #\", \"#####\"])";
        let level = Level::read("", text.as_bytes()).unwrap();
        let grid = Grid::new(&level);
        let cell = IVec2::new(2, 1);
        let count = |blow: HullImpact| {
            let mut chance = GameRng::new(7);
            let hit = |_: &i32| {
                let mut hull = Hull::default();
                hull.strike(&grid, &level, cell, blow, &mut chance);
                !hull.damage.is_empty()
            };
            (0..3000).filter(hit).count()
        };
        assert!((900..1100).contains(&count(HullImpact::Shot)), "{}", count(HullImpact::Shot));
        assert!((1900..2100).contains(&count(HullImpact::Blast)), "{}", count(HullImpact::Blast));
        let mut chance = GameRng::new(7);
        Hull::default().strike(&grid, &level, IVec2::new(1, 0), HullImpact::Blast, &mut chance);
        assert_eq!(chance, GameRng::new(7), "a wall that is not thin must not draw a random number");
    }

    #[test]
    fn saved_air_is_restored_only_for_its_own_level() {
        let text = "(name: \"\", legend: { '#': (wall: \"\"), '@': (thing: Player), '+': (door: \"\"), '.': (), ' ': (space: true) },
            map: [\"#######\", \"#@+.# #\", \"#######\"])";
        let level = Level::read("", text.as_bytes()).unwrap();
        let grid = Grid::new(&level);
        let saved = Air::of_level(&level, &grid).save();
        let restored = Air::restored(&level, &grid, &saved).expect("the level is the same");
        assert_eq!(restored.save(), saved);
        let other = Level::read("", text.replace("@+.", "@..").as_bytes()).unwrap();
        assert!(Air::restored(&other, &Grid::new(&other), &saved).is_none());
    }

    #[test]
    fn cracked_window_breaks_after_a_second_or_at_the_next_hit() {
        let mut hull = Hull::default();
        hull.set_damage(3, Damage::Cracked(HOLDS));
        (0..120).for_each(|_| _ = hull.age());
        assert!(hull.is_cracked(3));
        hull.age();
        assert!(hull.is_broken(3));
        let news: Vec<Damage> = hull.drain_events().into_iter().map(|(_, damage)| damage).collect();
        assert_eq!(news, [Damage::Cracked(HOLDS), Damage::Broken(0)]);
    }
}
