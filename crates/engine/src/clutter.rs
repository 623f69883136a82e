//! Clutter: where props stand, for those who look for a way. A way leads round them if it can.

use crate::body::{Body, Position};
use crate::fields::Fields;
use crate::grid::Grid;
use crate::prop::Prop;
use crate::tick::Tick;
use bevy::prelude::*;

/// A line that comes so much nearer to a prop than it may does not count, in tiles: bodies lean on each other.
const LEEWAY: f32 = 0.01;

/// The props that stand on the deck.
#[derive(Clone, Debug, Default)]
pub(crate) struct Clutter {
    /// The middle and the radius of each, in a fixed order.
    standing: Vec<(Vec2, f32)>,
    /// True for the cells in which they stand, row by row; empty if there are none.
    cells: Vec<bool>,
    /// How many cells a row has.
    width: usize,
}

impl Clutter {
    /// That of some props on a grid, each with its middle and its radius.
    fn of(standing: Vec<(Vec2, f32)>, grid: &Grid) -> Self {
        let mut cells = vec![false; if standing.is_empty() { 0 } else { grid.len() }];
        for cell in standing.iter().filter_map(|(at, _)| grid.index(Grid::cell_at(*at))) {
            cells[cell] = true;
        }
        Clutter { standing, cells, width: grid.size().x as usize }
    }

    /// True if a prop stands in one of the cells from one to another, both included; what is off the map does not count.
    fn is_about(&self, least: IVec2, most: IVec2) -> bool {
        let (left, right) = (least.x.max(0) as usize, (most.x + 1).clamp(0, self.width as i32) as usize);
        let rows = self.cells.chunks_exact(self.width.max(1)).skip(least.y.max(0) as usize);
        let mut rows = rows.take((most.y + 1).max(0) as usize - least.y.max(0) as usize);
        rows.any(|row| row[left.min(right)..right].contains(&true))
    }

    /// True if a prop stands in the cell of this number.
    pub(crate) fn is_in(&self, cell: usize) -> bool {
        self.cells.get(cell).is_some_and(|taken| *taken)
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

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(FixedUpdate, update.in_set(Tick::Report));
}

/// Notices at the end of each tick which props have come and which are broken; the ways are other ones then.
fn update(props: Query<(&Position, &Body), With<Prop>>, mut grid: ResMut<Grid>, mut fields: ResMut<Fields>) {
    if show(&mut grid, props.iter()) {
        fields.spoil();
    }
}

/// Writes down the props that stand now, as if they always had.
pub(crate) fn look(world: &mut World) {
    let mut props = world.query_filtered::<(&Position, &Body), With<Prop>>();
    world.resource_scope(|world, mut grid: Mut<Grid>| show(&mut grid, props.iter(world)));
}

/// True if they are others than before.
fn show<'a>(grid: &mut Grid, props: impl Iterator<Item = (&'a Position, &'a Body)>) -> bool {
    let mut standing: Vec<(Vec2, f32)> = props.map(|(at, body)| (at.0, body.radius)).collect();
    standing.sort_unstable_by(|(a, wide), (b, other)| {
        a.y.total_cmp(&b.y).then(a.x.total_cmp(&b.x)).then(wide.total_cmp(other))
    });
    let changes = standing != grid.clutter.standing;
    if changes {
        grid.clutter = Clutter::of(standing, grid);
    }
    changes
}
