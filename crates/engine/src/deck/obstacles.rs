//! Obstacles: the positions of props, for pathfinding. Paths avoid them if possible.

use crate::deck::grid::Grid;
use bevy::prelude::*;

/// Overlap with a prop that a straight walk may have, in tiles: bodies lean on each other.
const LEEWAY: f32 = 0.01;

/// Distance within which a body touches a prop, in tiles from edge to edge.
const TOUCH: f32 = 0.05;
/// Cosine of the angle within which a prop counts as straight ahead. A body slides past others by itself.
const AHEAD: f32 = 0.8;

/// The props on the deck.
#[derive(Clone, Debug, Default)]
pub(crate) struct Obstacles {
    /// The centre and the radius of each prop, in a fixed order.
    standing: Vec<(Vec2, f32)>,
    /// The rails among them.
    rails: Vec<(Vec2, f32)>,
    /// True for the cells that contain a prop, row by row; empty if there are no props.
    cells: Vec<bool>,
    /// The number of cells per row.
    width: usize,
    /// The props as they were passed in last, with a flag for rails, in that order.
    told: Vec<(Vec2, f32, bool)>,
}

impl Obstacles {
    /// Creates the obstacles from props on a grid.
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

    /// Returns the number of props.
    pub(crate) fn count(&self) -> usize {
        self.told.len()
    }

    /// Returns true if a prop is in a rectangle of cells, including both corners. Cells off the map are ignored.
    fn is_about(&self, least: IVec2, most: IVec2) -> bool {
        let (left, right) = (least.x.max(0) as usize, (most.x + 1).clamp(0, self.width as i32) as usize);
        let rows = self.cells.chunks_exact(self.width.max(1)).skip(least.y.max(0) as usize);
        let mut rows = rows.take((most.y + 1).max(0) as usize - least.y.max(0) as usize);
        rows.any(|row| row[left.min(right)..right].contains(&true))
    }

    /// Returns true if the edge of a rail is within reach of a point, in tiles.
    pub(crate) fn is_rail_near(&self, at: Vec2, reach: f32) -> bool {
        self.rails.iter().any(|(rail, own)| rail.distance_squared(at) < (reach + own) * (reach + own))
    }

    /// Returns true if a prop is in the cell at an index.
    pub(crate) fn is_in(&self, cell: usize) -> bool {
        self.cells.get(cell).is_some_and(|taken| *taken)
    }

    /// Returns the centre of the nearest prop that a body touches straight ahead.
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

    /// Returns true if a body of this radius can walk in a straight line without touching a prop, or at least without
    /// getting closer to one that it touches already.
    pub(crate) fn lets_pass(&self, from: Vec2, to: Vec2, radius: f32) -> bool {
        if self.standing.is_empty() {
            return true;
        }
        let (least, most) = (from.min(to) - radius, from.max(to) + radius);
        // A prop has a radius of at most half a tile; most of the time none is near.
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
    /// Sets the props (centre, radius, and whether it is a rail), in any order. Returns true if they differ from those
    /// before.
    pub(crate) fn set_obstacles(&mut self, props: impl Iterator<Item = (Vec2, f32, bool)> + Clone) -> bool {
        // Nearly always they have not moved and come in the same order.
        if props.clone().eq(self.obstacles.told.iter().copied()) {
            return false;
        }
        let now = Obstacles::of(props.collect(), self);
        let changes = now.standing != self.obstacles.standing;
        self.obstacles = now;
        changes
    }
}
