//! Marks: which walls and floors have bullet holes and blood. `decals.rs` draws them.
//!
//! Marks follow from events alone and never from what was drawn, so a run gives the same marks whether every tick of it
//! is shown or only the last. Marks are not part of a run's state: a restored run begins without marks, until
//! `restore_marks` adds the saved ones.

use bevy::prelude::*;
use engine::ticks;
use level::{CellShape, Level, SKY};
use serde::{Deserialize, Serialize};

/// The maximum number of walls and floors with marks. Beyond it, the surface that has gone longest without a new mark
/// is cleaned.
pub(crate) const MAX_SURFACES: usize = 96;
/// The maximum number of marks on one surface; beyond it, the oldest is removed.
const MAX_MARKS: usize = 16;
/// The maximum distance in front of a wall, along the shot's direction, at which a hit counts as on the wall, in tiles.
const NEAR: f32 = 0.03;
/// The delay from a death to the start of its pool, in ticks; the body is on the floor by then.
pub(crate) const POOL_DELAY: u64 = ticks(0.5) as u64;
/// The number of steps in which a pool spreads, and the duration of each, in ticks.
const POOL_STEPS: usize = 6;
const POOL_STEP: u64 = ticks(0.3) as u64;

/// The images of all marks, which are textures.
pub(crate) const PICTURES: [&str; 11] = [
    "mark_blood1",
    "mark_blood2",
    "mark_blood3",
    "mark_bullet1",
    "mark_bullet2",
    "pool_blood1",
    "pool_blood2",
    "pool_blood3",
    "mark_scorch",
    "pool_scorch1",
    "pool_scorch2",
];

/// A kind of mark; the number selects one of its images.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Stain {
    /// Blood on a wall.
    Blood(usize),
    /// A bullet hole.
    Bullet(usize),
    /// Blood that spreads on the floor.
    Pool(usize),
    /// The burn of a bolt.
    Scorch,
    /// Soot on the floor.
    Soot(usize),
}

impl Stain {
    /// Returns the index of its image in [`PICTURES`].
    pub(crate) fn picture(self) -> usize {
        match self {
            Stain::Blood(which) => which % 3,
            Stain::Bullet(which) => 3 + which % 2,
            Stain::Pool(which) => 5 + which % 3,
            Stain::Scorch => 8,
            Stain::Soot(which) => 9 + which % 2,
        }
    }

    /// Returns the stain with this image.
    pub(crate) fn of_picture(number: usize) -> Stain {
        match number {
            ..3 => Stain::Blood(number),
            3..5 => Stain::Bullet(number - 3),
            5..8 => Stain::Pool(number - 5),
            8 => Stain::Scorch,
            _ => Stain::Soot(number - 9),
        }
    }

    /// Returns its final width and height, in tiles.
    fn size(self) -> f32 {
        match self {
            Stain::Blood(_) => 0.5,
            Stain::Bullet(_) => 0.125,
            Stain::Pool(_) => 0.75,
            Stain::Scorch => 0.4,
            Stain::Soot(_) => 0.95,
        }
    }

    /// Returns its width and height at each of its steps, in tiles.
    pub(crate) fn sizes(self) -> impl Iterator<Item = f32> {
        let steps = if matches!(self, Stain::Pool(_)) { POOL_STEPS } else { 1 };
        (1..=steps).map(move |step| self.size() * (0.3 + 0.7 * step as f32 / steps as f32))
    }
}

/// The side of a cell that has marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Side {
    /// The face of a wall that looks towards y = 0.
    North,
    /// The face that looks along x.
    East,
    /// The face that looks along y.
    South,
    /// The face that looks towards x = 0.
    West,
    /// The floor.
    Floor,
}

impl Side {
    pub(crate) const FACES: [Side; 4] = [Side::North, Side::East, Side::South, Side::West];

    /// Returns the direction in which it faces; a floor has none on the map.
    pub(crate) fn out(self) -> IVec2 {
        match self {
            Side::North => IVec2::NEG_Y,
            Side::East => IVec2::X,
            Side::South => IVec2::Y,
            Side::West => IVec2::NEG_X,
            Side::Floor => IVec2::ZERO,
        }
    }

    /// Returns the direction of its texture's columns on the map: to the right for a viewer who looks at the face.
    fn right(self) -> IVec2 {
        match self {
            Side::North => IVec2::NEG_X,
            Side::East => IVec2::NEG_Y,
            Side::South | Side::Floor => IVec2::X,
            Side::West => IVec2::Y,
        }
    }

    /// Returns the direction on the map in which its texture's rows follow each other; zero for a wall, whose rows
    /// follow each other downwards.
    fn down(self) -> IVec2 {
        if self == Side::Floor { IVec2::Y } else { IVec2::ZERO }
    }
}

/// The face of a wall, or the floor of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Surface {
    pub(crate) cell: IVec2,
    pub(crate) side: Side,
}

impl Surface {
    /// Returns the wall that a shot hits at this position, slightly in front of the wall; `None` if it is not a whole
    /// wall.
    pub(crate) fn struck(level: &Level, at: Vec2, towards: Vec2) -> Option<Surface> {
        let cell = at.floor().as_ivec2();
        let way = |side: &Side| {
            let out = side.out().as_vec2();
            // The wall is next to the cell, on the side opposite to the direction that its face looks in.
            let gap = 0.5 + (at - cell.as_vec2() - 0.5).dot(out);
            gap / -towards.dot(out)
        };
        let near = |side: &Side| {
            let wall = cell - side.out();
            (0.0..NEAR).contains(&way(side)) && fills(level, wall)
        };
        let side = Side::FACES.into_iter().filter(near).min_by(|a, b| way(a).total_cmp(&way(b)))?;
        Some(Surface { cell: cell - side.out(), side })
    }

    /// Returns the floor at a position.
    pub(crate) fn below(at: Vec2) -> Surface {
        Surface { cell: at.floor().as_ivec2(), side: Side::Floor }
    }

    /// Returns the position on the surface: 0 to 1 from left to right, and from top to bottom.
    fn place(self, at: Vec2, height: f32) -> Vec2 {
        let from_middle = at - self.cell.as_vec2() - 0.5;
        let down = if self.side == Side::Floor { from_middle.y } else { 0.5 - height };
        Vec2::new(from_middle.dot(self.side.right().as_vec2()), down) + 0.5
    }

    /// Returns true if it is open to the sky.
    pub(crate) fn is_sky(self, level: &Level) -> bool {
        let texture = match (self.side, shape(level, self.cell)) {
            (Side::Floor, Some(_)) => level.cell(self.cell.x as usize, self.cell.y as usize).floor,
            (_, Some(CellShape::Wall { texture, .. })) => texture,
            _ => return false,
        };
        level.texture(texture) == SKY
    }

    /// Returns true if the surface is valid on this level, also for values from a file.
    fn is_valid(self, level: &Level) -> bool {
        let size = IVec2::new(level.width as i32, level.height as i32);
        self.cell.cmpge(IVec2::ZERO).all() && self.cell.cmplt(size).all() && self.bears(level)
    }

    /// Returns true if it can have marks: it does not move or change, and it is visible.
    fn bears(self, level: &Level) -> bool {
        let is_there = match self.side {
            Side::Floor => !fills(level, self.cell),
            side => {
                matches!(shape(level, self.cell), Some(CellShape::Wall { .. })) && !fills(level, self.cell + side.out())
            }
        };
        is_there && !self.is_sky(level)
    }
}

/// Returns the shape in a cell of the map.
fn shape(level: &Level, cell: IVec2) -> Option<CellShape> {
    let (x, y) = (usize::try_from(cell.x).ok()?, usize::try_from(cell.y).ok()?);
    (x < level.width && y < level.height).then(|| level.cell(x, y).shape)
}

/// Returns true if a wall of any kind fills a cell.
fn fills(level: &Level, cell: IVec2) -> bool {
    let is_wall = |shape: CellShape| shape.is_wall() || matches!(shape, CellShape::Push { .. });
    shape(level, cell).is_none_or(is_wall)
}

/// A mark on a surface.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Mark {
    pub(crate) stain: Stain,
    /// Its centre on the surface, 0 to 1 from left to right and from top to bottom; it may be beyond the edges.
    pub(crate) at: Vec2,
    /// The tick from which it is visible.
    pub(crate) born: u64,
}

impl Mark {
    /// Returns the tick of its cause. For blood that flies to a wall, it is the tick in which the blood arrives.
    fn left(&self) -> u64 {
        match self.stain {
            Stain::Pool(_) => self.born.saturating_sub(POOL_DELAY),
            _ => self.born,
        }
    }

    /// Returns the index of its step in this tick, if it is visible.
    pub(crate) fn step(&self, tick: u64) -> Option<usize> {
        let age = tick.checked_sub(self.born)?;
        match self.stain {
            Stain::Pool(_) => Some(usize::try_from(age / POOL_STEP).map_or(POOL_STEPS - 1, |s| s.min(POOL_STEPS - 1))),
            _ => Some(0),
        }
    }
}

/// The marks of a surface.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Marked {
    pub(crate) surface: Surface,
    /// The marks, from the oldest to the newest.
    pub(crate) marks: Vec<Mark>,
    /// The number of its newest mark among all marks ever made; it shows whether the surface has changed.
    pub(crate) newest: u64,
}

/// All marks of a level.
#[derive(Resource, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Marks {
    surfaces: Vec<Marked>,
    /// The number of marks ever made.
    count: u64,
}

impl Marks {
    /// Returns the surfaces with marks, at most [`MAX_SURFACES`]; a surface keeps its index until another replaces it.
    pub(crate) fn surfaces(&self) -> &[Marked] {
        &self.surfaces
    }

    /// Removes all marks.
    pub(crate) fn clear(&mut self) {
        self.surfaces.clear();
    }

    /// Marks a surface at a position on the map and a height (on a wall; 0 to 1), and the adjacent surfaces if the mark
    /// crosses a common edge. It is visible from the tick `born` on.
    pub(crate) fn add(&mut self, level: &Level, surface: Surface, at: Vec2, height: f32, stain: Stain, born: u64) {
        let place = surface.place(at, height);
        let half = stain.size() / 2.0;
        let rows = if surface.side == Side::Floor { -1..=1 } else { 0..=0 };
        for step in rows.flat_map(|y| (-1..=1).map(move |x| IVec2::new(x, y))) {
            let there = place - step.as_vec2();
            let overlaps = there.cmpgt(Vec2::splat(-half)).all() && there.cmplt(Vec2::splat(1.0 + half)).all();
            let cell = surface.cell + surface.side.right() * step.x + surface.side.down() * step.y;
            let beside = Surface { cell, ..surface };
            if overlaps && beside.bears(level) {
                self.push(beside, Mark { stain, at: there, born });
            }
        }
    }

    /// Removes the marks made after a tick, because the run has been rewound to it.
    pub fn forget_after(&mut self, tick: u64) {
        for marked in &mut self.surfaces {
            let before = marked.marks.len();
            marked.marks.retain(|mark| mark.left() <= tick);
            if marked.marks.len() < before {
                self.count += 1;
                marked.newest = self.count; // the decal must be repainted
            }
        }
        self.surfaces.retain(|marked| !marked.marks.is_empty());
    }

    /// Replaces all marks by saved ones, as far as they are valid on this level and existed in this tick; a save file
    /// may be damaged.
    pub(crate) fn take_back(&mut self, kept: &Marks, level: &Level, tick: u64) {
        self.clear();
        let is_valid =
            |mark: &&Mark| mark.at.abs().cmple(Vec2::splat(2.0)).all() && mark.born <= tick.saturating_add(POOL_DELAY);
        for Marked { surface, marks, .. } in kept.surfaces.iter().filter(|marked| marked.surface.is_valid(level)) {
            marks.iter().filter(is_valid).for_each(|mark| self.push(*surface, *mark));
        }
    }

    fn push(&mut self, surface: Surface, mark: Mark) {
        self.count += 1;
        let newest = self.count;
        let marked = self.take_up(surface);
        if marked.marks.len() == MAX_MARKS {
            marked.marks.remove(0);
        }
        marked.marks.push(mark);
        marked.newest = newest;
    }

    /// Returns the entry for a surface's marks, reusing that of another surface if there are too many.
    fn take_up(&mut self, surface: Surface) -> &mut Marked {
        let known = self.surfaces.iter().position(|marked| marked.surface == surface);
        let index = known.unwrap_or_else(|| {
            if self.surfaces.len() < MAX_SURFACES {
                self.surfaces.push(Marked { surface, marks: Vec::with_capacity(MAX_MARKS), newest: 0 });
                return self.surfaces.len() - 1;
            }
            let oldest = (0..MAX_SURFACES).min_by_key(|&index| self.surfaces[index].newest).unwrap_or(0);
            self.surfaces[oldest].surface = surface;
            self.surfaces[oldest].marks.clear();
            oldest
        });
        &mut self.surfaces[index]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::level;

    /// Returns a long corridor with a lift and a door.
    fn corridor(length: usize) -> std::sync::Arc<Level> {
        let (wall, floor) = ("#".repeat(length), format!("#@{}>", " ".repeat(length - 3)));
        level(&[&wall, &floor, &wall])
    }

    fn bullet(marks: &mut Marks, level: &Level, x: f32) {
        let wall = Surface::struck(level, Vec2::new(x, 1.01), Vec2::NEG_Y).unwrap();
        marks.add(level, wall, Vec2::new(x, 1.0), 0.5, Stain::Bullet(0), 0);
    }

    #[test]
    fn valid_saved_marks_are_restored() {
        let level = corridor(30);
        let mut marks = Marks::default();
        (1..9).for_each(|x| bullet(&mut marks, &level, x as f32 + 0.5));
        let taken_back = |kept: &Marks| {
            let mut marks = Marks::default();
            marks.take_back(kept, &level, 0);
            marks
        };
        assert_eq!(taken_back(&marks), marks);
        let wild = |change: fn(&mut Marked)| {
            let mut wild = marks.clone();
            wild.surfaces.iter_mut().for_each(change);
            taken_back(&wild)
        };
        assert_eq!(wild(|marked| marked.surface.cell.x = i32::MAX), Marks::default());
        assert_eq!(wild(|marked| marked.marks[0].at.x = f32::NAN), Marks::default());
        assert_eq!(wild(|marked| marked.marks[0].born = u64::MAX), Marks::default(), "from the future");
    }

    #[test]
    fn forget_after_removes_only_later_marks() {
        let level = corridor(30);
        let mut marks = Marks::default();
        let wall = |x: f32| Surface::struck(&level, Vec2::new(x, 1.01), Vec2::NEG_Y).unwrap();
        for (x, born) in [(2.5, 10), (2.6, 20), (5.5, 20)] {
            marks.add(&level, wall(x), Vec2::new(x, 1.0), 0.5, Stain::Bullet(0), born);
        }
        let at = Vec2::new(8.5, 1.5);
        marks.add(&level, Surface::below(at), at, 0.0, Stain::Pool(0), 15 + POOL_DELAY);
        let left = |tick: u64| {
            let mut marks = marks.clone();
            marks.forget_after(tick);
            let cells = marks.surfaces().iter().map(|marked| (marked.surface.cell.x, marked.marks.len()));
            cells.collect::<Vec<_>>()
        };
        assert_eq!(left(20), [(2, 2), (5, 1), (8, 1)]);
        assert_eq!(left(15), [(2, 1), (8, 1)], "a pool that is not visible yet must stay");
        assert_eq!(left(14), [(2, 1)]);
        assert_eq!(left(9), []);
        let newest = marks.surfaces()[0].newest;
        marks.forget_after(15);
        assert!(marks.surfaces()[0].newest > newest, "the surface must be repainted");
    }

    #[test]
    fn surface_with_the_oldest_marks_is_reused() {
        let level = corridor(300);
        let mut marks = Marks::default();
        for x in 1..=MAX_SURFACES {
            bullet(&mut marks, &level, x as f32 + 0.5);
        }
        bullet(&mut marks, &level, 1.5); // the first surface now has the newest mark
        bullet(&mut marks, &level, 200.5);
        let cells: Vec<i32> = marks.surfaces().iter().map(|marked| marked.surface.cell.x).collect();
        assert_eq!(cells.len(), MAX_SURFACES);
        assert!(cells.contains(&1) && cells.contains(&200) && !cells.contains(&2) && cells.contains(&3));
        let new = marks.surfaces().iter().find(|marked| marked.surface.cell.x == 200).unwrap();
        assert_eq!(new.marks.len(), 1, "the other surface's marks must be gone");
        for _ in 0..100 {
            bullet(&mut marks, &level, 5.5);
        }
        assert!(marks.surfaces().iter().all(|marked| marked.marks.len() <= MAX_MARKS));
    }

    #[test]
    fn marks_across_edges_continue_on_adjacent_surfaces() {
        let level = level(&["######", "#@   #", "#    #", "######"]);
        let mut marks = Marks::default();
        bullet(&mut marks, &level, 2.02);
        let of = |marks: &Marks| marks.surfaces().iter().map(|marked| marked.surface.cell).collect::<Vec<_>>();
        assert_eq!(of(&marks), [IVec2::new(1, 0), IVec2::new(2, 0)], "from left to right, as seen from the front");
        let places: Vec<Vec2> = marks.surfaces().iter().map(|marked| marked.marks[0].at).collect();
        assert!(places[0].distance(Vec2::new(1.02, 0.5)) < 1e-5 && places[1].distance(Vec2::new(0.02, 0.5)) < 1e-5);
        let pool = |at: Vec2| {
            let mut marks = Marks::default();
            marks.add(&level, Surface::below(at), at, 0.0, Stain::Pool(0), 0);
            of(&marks)
        };
        assert_eq!(pool(Vec2::new(2.5, 1.5)), [IVec2::new(2, 1)]);
        assert_eq!(pool(Vec2::new(3.0, 2.0)), [(2, 1), (3, 1), (2, 2), (3, 2)].map(IVec2::from));
        assert_eq!(pool(Vec2::new(1.1, 1.1)), [IVec2::new(1, 1)], "no pool under the walls");
    }

    #[test]
    fn changing_and_partial_walls_have_no_marks() {
        let level = level(&["######", "#@ + #", "#  ###", "#    >", "######"]);
        let struck = |x, y, towards| Surface::struck(&level, Vec2::new(x, y), towards);
        assert_eq!(struck(3.39, 1.5, Vec2::X), None, "the panel of a door");
        let switch = struck(4.99, 3.5, Vec2::X).unwrap();
        assert!(!switch.bears(&level), "the switch of the lift");
        assert_eq!(struck(2.5, 1.5, Vec2::X), None, "nothing");
        assert_eq!(struck(2.99, 2.5, Vec2::X), Some(Surface { cell: IVec2::new(3, 2), side: Side::West }));
        assert_eq!(struck(2.99, 2.5, Vec2::NEG_X), None, "away from it");
        // In a corner, only the wall that is hit first counts.
        let slanting = Vec2::new(1.0, 1.0).normalize();
        assert_eq!(struck(2.995, 1.99, slanting), None, "there is no wall in front of an open cell");
        assert_eq!(struck(2.995, 2.5, slanting).map(|wall| wall.side), Some(Side::West));
    }

    #[test]
    fn pool_spreads_and_then_stops() {
        let mark = Mark { stain: Stain::Pool(0), at: Vec2::ZERO, born: 100 };
        assert_eq!(mark.step(99), None);
        assert_eq!(mark.step(100), Some(0));
        let steps: Vec<usize> = (100..1000).filter_map(|tick| mark.step(tick)).collect();
        assert!(steps.is_sorted());
        assert_eq!(mark.step(u64::MAX), Some(POOL_STEPS - 1));
        let sizes: Vec<f32> = mark.stain.sizes().collect();
        assert!(sizes.is_sorted() && sizes.len() == POOL_STEPS && sizes[POOL_STEPS - 1] == mark.stain.size());
    }

    #[test]
    fn each_image_belongs_to_one_stain() {
        for number in 0..PICTURES.len() {
            assert_eq!(Stain::of_picture(number).picture(), number);
        }
    }
}
