//! Obstacles: where props stand, for those who look for a way. A way leads round them if it can.

use crate::deck::grid::Grid;
use bevy::prelude::*;

/// A line that comes so much nearer to a prop than it may does not count, in tiles: bodies lean on each other.
const LEEWAY: f32 = 0.01;

/// A prop that is so near to a body, in tiles from edge to edge, is touched by it.
const TOUCH: f32 = 0.05;
/// The cosine of how far to each side a prop is still straight ahead: past others a body slides by itself.
const AHEAD: f32 = 0.8;

/// The props that stand on the deck.
#[derive(Clone, Debug, Default)]
pub(crate) struct Obstacles {
    /// The middle and the radius of each, in a fixed order.
    standing: Vec<(Vec2, f32)>,
    /// Those of them that are rails.
    rails: Vec<(Vec2, f32)>,
    /// True for the cells in which they stand, row by row; empty if there are none.
    cells: Vec<bool>,
    /// How many cells a row has.
    width: usize,
    /// The same with whether each is a rail, as they were last told, in whatever order that was.
    told: Vec<(Vec2, f32, bool)>,
}

impl Obstacles {
    /// Those that were told on a grid.
    fn of(told: Vec<(Vec2, f32, bool)>, grid: &Grid) -> Self {
        let mut standing: Vec<(Vec2, f32)> = told.iter().map(|&(at, radius, _)| (at, radius)).collect();
        standing.sort_unstable_by(|(a, wide), (b, other)| {
            a.y.total_cmp(&b.y).then(a.x.total_cmp(&b.x)).then(wide.total_cmp(other))
        });
        let rails = told.iter().filter(|(.., is_rail)| *is_rail).map(|&(at, radius, _)| (at, radius)).collect();
        let mut cells = vec![false; if standing.is_empty() { 0 } else { grid.len() }];
        for cell in standing.iter().filter_map(|(at, _)| grid.index(Grid::cell_at(*at))) {
            cells[cell] = true;
        }
        Obstacles { standing, rails, cells, width: grid.size().x as usize, told }
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.told.len()
    }

    /// True if a prop stands in one of the cells from one to another, both included; what is off the map does not count.
    fn is_about(&self, least: IVec2, most: IVec2) -> bool {
        let (left, right) = (least.x.max(0) as usize, (most.x + 1).clamp(0, self.width as i32) as usize);
        let rows = self.cells.chunks_exact(self.width.max(1)).skip(least.y.max(0) as usize);
        let mut rows = rows.take((most.y + 1).max(0) as usize - least.y.max(0) as usize);
        rows.any(|row| row[left.min(right)..right].contains(&true))
    }

    /// True if a rail is within reach of a point, in tiles from there to its edge.
    pub(crate) fn is_rail_near(&self, at: Vec2, reach: f32) -> bool {
        self.rails.iter().any(|(rail, own)| rail.distance_squared(at) < (reach + own) * (reach + own))
    }

    /// True if a prop stands in the cell of this number.
    pub(crate) fn is_in(&self, cell: usize) -> bool {
        self.cells.get(cell).is_some_and(|taken| *taken)
    }

    /// The middle of the nearest prop that a body touches straight ahead.
    pub(crate) fn ahead(&self, at: Vec2, radius: f32, way: Vec2) -> Option<Vec2> {
        let (least, most) = (Grid::cell_at(at - radius - 0.5), Grid::cell_at(at + radius + 0.5));
        if self.standing.is_empty() || !self.is_about(least, most) {
            return None;
        }
        let bars = |&&(prop, own): &&(Vec2, f32)| {
            let to = prop - at;
            to.length() < own + radius + TOUCH && to.dot(way) > AHEAD * to.length()
        };
        let nearer = |a: &&(Vec2, f32), b: &&(Vec2, f32)| a.0.distance_squared(at).total_cmp(&b.0.distance_squared(at));
        self.standing.iter().filter(bars).min_by(nearer).map(|(prop, _)| *prop)
    }

    /// True if a body of this radius can walk in a straight line without touching a prop, or at least without coming nearer to
    /// one that it touches already.
    pub(crate) fn lets_pass(&self, from: Vec2, to: Vec2, radius: f32) -> bool {
        if self.standing.is_empty() {
            return true;
        }
        let (least, most) = (from.min(to) - radius, from.max(to) + radius);
        // A prop reaches half a tile at most; most of the time there is none about.
        if !self.is_about(Grid::cell_at(least - 0.5), Grid::cell_at(most + 0.5)) {
            return true;
        }
        let is_near = |at: Vec2, own: f32| (at + own).cmpge(least).all() && (at - own).cmple(most).all();
        let mut near = self.standing.iter().filter(|(at, own)| is_near(*at, *own));
        !near.any(|&(at, own)| {
            let way = to - from;
            let along = ((at - from).dot(way) / way.length_squared().max(f32::MIN_POSITIVE)).clamp(0.0, 1.0);
            let wanted = (own + radius).min(from.distance(at));
            (from + way * along).distance(at) + LEEWAY < wanted
        })
    }
}

impl Grid {
    /// Takes props, each with its middle and its radius, whether it is a rail, and in any order, for the obstacles; true if they
    /// are others than before.
    pub(crate) fn set_obstacles(&mut self, props: impl Iterator<Item = (Vec2, f32, bool)> + Clone) -> bool {
        // Nearly always they stand as they did, and come in the same order.
        if props.clone().eq(self.obstacles.told.iter().copied()) {
            return false;
        }
        let now = Obstacles::of(props.collect(), self);
        let changes = now.standing != self.obstacles.standing;
        self.obstacles = now;
        changes
    }
}
