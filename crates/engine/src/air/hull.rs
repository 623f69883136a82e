//! The hull: its windows and thin walls, which crack, break and are sealed again; and what of a grid lets air pass.

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

/// A shot breaks what it hits in one case of three, a blast in two.
const CASES: i32 = 3;
/// How long what has cracked holds.
const HOLDS: u32 = ticks(1.0);
/// How long after a hole is made its shutter falls.
const SHUTTER: u32 = ticks(8.0);

/// How much room a shutter or a patch needs, in tiles round the middle of its cell: whose body comes nearer stands in its way.
const ROOM: f32 = 0.25;

/// What has become of the windows and thin walls of the deck, by the numbers of their cells.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hull {
    damage: BTreeMap<u32, Damage>,
    /// What has cracked and broken in this tick, until it is told; empty between ticks.
    #[serde(skip)]
    news: Vec<(usize, Damage)>,
}

/// What has become of a window or a thin wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Damage {
    /// It is cracked, and breaks in so many ticks.
    Cracked(u32),
    /// It is gone; so many ticks ago if there is a shutter that will fall.
    Broken(u32),
    /// A shutter has fallen in its place.
    Sealed,
}

/// What hits a window or a thin wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HullImpact {
    /// A bullet, or whatever else flies.
    Shot,
    /// The shock wave of an explosion.
    Blast,
}

impl Hull {
    /// Something hits a cell. If it can break, one number is drawn: a lucky shot cracks it, and so it breaks a second later or at
    /// the next hit; a blast breaks it at once.
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

    /// The windows and thin walls that can break and are whole, or cracked, within a distance of a point, row by row.
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

    /// The window or thin wall in the cell of a number becomes so.
    pub(crate) fn set_damage(&mut self, index: usize, damage: Damage) {
        self.damage.insert(index as u32, damage);
        self.news.push((index, damage));
    }

    /// A shutter opens: what it closed is a hole again.
    pub(crate) fn open_shutter(&mut self, index: usize) {
        self.damage.insert(index as u32, Damage::Broken(0));
    }

    /// The hole that somebody aims at from a point, the nearest that nothing hides within reach, and in which nobody stands.
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

    /// True if nobody stands where a shutter falls or a patch sets.
    pub(crate) fn has_room(&self, grid: &Grid, places: &SpatialIndex, cell: usize) -> bool {
        places.near(Grid::middle(grid.cell(cell)), ROOM).next().is_none()
    }

    /// A patch closes a hole, as a shutter would.
    pub(crate) fn patch(&mut self, index: usize) {
        self.damage.insert(index as u32, Damage::Sealed);
    }

    /// What has become of the window or thin wall in the cell of a number, if it is no longer whole.
    pub(crate) fn damage(&self, index: usize) -> Option<Damage> {
        self.damage.get(&u32::try_from(index).ok()?).copied()
    }

    /// True while every window and thin wall is whole.
    pub(crate) fn is_whole(&self) -> bool {
        self.damage.is_empty()
    }

    /// True if the window or thin wall in the cell of a number is cracked.
    pub fn is_cracked(&self, index: usize) -> bool {
        matches!(self.damage(index), Some(Damage::Cracked(_)))
    }

    /// True if the window or thin wall in the cell of a number is gone.
    pub fn is_broken(&self, index: usize) -> bool {
        matches!(self.damage(index), Some(Damage::Broken(_)))
    }

    /// True if a shutter has fallen in the cell of a number.
    pub fn is_sealed(&self, index: usize) -> bool {
        matches!(self.damage(index), Some(Damage::Sealed))
    }

    /// True if the window or thin wall in the cell of a number is gone, whether there is a shutter in its place or not.
    pub(crate) fn is_gone(&self, index: usize) -> bool {
        self.is_broken(index) || self.is_sealed(index)
    }

    /// The numbers of the cells that are cracked, broken or sealed.
    pub fn cells(&self) -> impl Iterator<Item = usize> + '_ {
        self.damage.keys().map(|cell| *cell as usize)
    }

    /// The cells with shutters that have fallen.
    pub(crate) fn sealed(&self) -> impl Iterator<Item = usize> + '_ {
        self.damage.iter().filter(|(_, damage)| **damage == Damage::Sealed).map(|(cell, _)| *cell as usize)
    }

    /// One tick: what is cracked breaks when its time has come. Says which holes wait for their shutters to fall.
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

    /// Takes what is new in this tick, for whoever tells it.
    pub(crate) fn drain_events(&mut self) -> Vec<(usize, Damage)> {
        std::mem::take(&mut self.news)
    }

    /// What fills the cells that are broken or sealed now.
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

    /// True if it can be that of a level.
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

/// What a cell of this shape is to the air.
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

/// What the cell of a number is to the air: walls of sky are outside, too.
fn passage_at(level: &Level, grid: &Grid, index: usize) -> Passage {
    if level.is_space(index) { Passage::Space } else { passage(grid.shape_of(index)) }
}

impl Air {
    /// The air of a level as it begins: full where the level says nothing else, none in walls.
    pub(crate) fn of_level(level: &Level, grid: &Grid) -> Self {
        Air::new(grid.size(), |index| {
            let pressure = level.cells[index].air.map_or(1.0, |air| f64::from(air) / 1000.0);
            let is_solid = grid.shape_of(index) == Shape::Solid;
            (passage_at(level, grid, index), if is_solid { 0.0 } else { pressure })
        })
    }

    /// The air as it was saved, over the grid of then; none if it cannot be that.
    pub(crate) fn restored(level: &Level, grid: &Grid, saved: &SavedAir) -> Option<Self> {
        Air::restore(grid.size(), |index| passage_at(level, grid, index), saved)
    }
}

impl SavedResource for Hull {
    fn validate(&self, bounds: &Bounds) -> Result<(), Flaw> {
        ensure(self.is_valid(bounds.level), "the hull is not that of the level")
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(FixedUpdate, mix.in_set(Step::MixAir));
    app.add_systems(FixedUpdate, drain.in_set(Step::Drain));
}

/// Joins and parts sections where the grid has changed in this tick.
fn mix(grid: Res<Grid>, deck: Res<Deck>, mut air: ResMut<Air>) {
    for (cell, before, now) in grid.changed_cells() {
        let opens = passage(now) == Passage::Open;
        if opens != (passage(before) == Passage::Open) && grid.index(cell).is_some_and(|index| !deck.0.is_space(index))
        {
            air.set_open(cell, opens);
        }
    }
}

/// Lets the air out of what is open to space, and the tanks of shutters feed what they have closed.
fn drain(grid: Res<Grid>, hull: Res<Hull>, mut air: ResMut<Air>) {
    // Still air has not changed, so that whoever follows it may rest, too.
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
    fn a_shot_cracks_one_window_of_three_and_a_blast_breaks_two() {
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
        assert_eq!(chance, GameRng::new(7), "a wall that is not thin draws no number");
    }

    #[test]
    fn air_that_is_saved_is_that_of_its_level() {
        let text = "(name: \"\", legend: { '#': (wall: \"\"), '@': (thing: Player), '+': (door: \"\"), '.': (), ' ': (space: true) },
            map: [\"#######\", \"#@+.# #\", \"#######\"])";
        let level = Level::read("", text.as_bytes()).unwrap();
        let grid = Grid::new(&level);
        let saved = Air::of_level(&level, &grid).save();
        let restored = Air::restored(&level, &grid, &saved).expect("it is the same level");
        assert_eq!(restored.save(), saved);
        let other = Level::read("", text.replace("@+.", "@..").as_bytes()).unwrap();
        assert!(Air::restored(&other, &Grid::new(&other), &saved).is_none());
    }

    #[test]
    fn what_is_cracked_breaks_a_second_later_or_at_the_next_hit() {
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
