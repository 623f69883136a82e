//! Queries of the test harness about all living bodies: where they are, and whether they overlap.

use crate::scenario::Scenario;
use bevy::prelude::{IVec2, Vec2};
use engine::{Body, Grid, Height, Monster, Position, Prop, Rules, Shape, outline};

impl Scenario {
    /// Returns the position of a living body inside a wall, a pane, a pillar or another solid shape, if there is one.
    pub(crate) fn stuck_body(&mut self) -> Option<(f32, f32)> {
        let mut query = self.headless.world_mut().query::<(&Position, &Body)>();
        let all = query.iter(self.headless.world()).map(|(at, body)| ((at.0.x, at.0.y), body.radius));
        let bodies: Vec<_> = all.collect();
        let grid = self.headless.world().resource::<Grid>();
        let near = |middle: f32| middle as i32 - 1..=middle as i32 + 1;
        let stuck = |&((x, y), radius): &((f32, f32), f32)| {
            let cells = near(y).flat_map(|row| near(x).map(move |column| IVec2::new(column, row)));
            cells.into_iter().any(|cell| gap(grid.shape(cell), Vec2::new(x, y) - cell.as_vec2()) < radius - 1e-3)
        };
        let stuck = bodies.iter().find(|body| stuck(body));
        stuck.map(|body| self.orientation.point_as_drawn(body.0.into()).into())
    }

    /// Returns the largest overlap of two living bodies, in tiles.
    pub(crate) fn overlap(&mut self) -> f32 {
        let world = self.headless.world_mut();
        let mut query = world.query::<(&Position, &Body, &Height, Option<&Monster>, Option<&Prop>)>();
        let rules = world.resource::<Rules>();
        let tall = |monster: Option<&Monster>, prop: Option<&Prop>| match (monster, prop) {
            (Some(monster), _) => rules.monsters[usize::from(monster.kind())].1.tall,
            (_, Some(prop)) => rules.props[usize::from(prop.kind())].1.tall,
            _ => 0.65,
        };
        let all = query
            .iter(world)
            .map(|(at, body, height, monster, prop)| (at.0, body.radius, height.at, height.at + tall(monster, prop)));
        let all: Vec<_> = all.collect();
        let mut deepest = 0.0_f32;
        for (number, one) in all.iter().enumerate() {
            for other in &all[..number] {
                let aside = one.1 + other.1 - one.0.distance(other.0);
                let upright = one.3.min(other.3) - one.2.max(other.2);
                deepest = deepest.max(aside.min(upright as f32));
            }
        }
        deepest
    }

    /// Returns centres and radii of all living bodies.
    pub(crate) fn bodies(&mut self) -> Vec<((f32, f32), f32)> {
        let mut query = self.headless.world_mut().query::<(&Position, &Body)>();
        let as_drawn = |at: &Position| self.orientation.point_as_drawn(at.0).into();
        query.iter(self.headless.world()).map(|(at, body)| (as_drawn(at), body.radius)).collect()
    }
}

/// Returns the distance from a point to a shape, in the coordinates of the shape; 0 inside.
fn gap(shape: Shape, point: Vec2) -> f32 {
    let outline = outline(shape);
    let to_edge = |edge: &engine::Edge| {
        let way = edge.to - edge.from;
        let share = ((point - edge.from).dot(way) / way.dot(way)).clamp(0.0, 1.0);
        point.distance(edge.from + way * share)
    };
    let to_part = |part: &[engine::Edge]| {
        let inside = part.iter().all(|edge| edge.out().dot(point - edge.from) < 0.0);
        if inside { 0.0 } else { part.iter().map(to_edge).fold(f32::INFINITY, f32::min) }
    };
    let round = outline.circle.map_or(f32::INFINITY, |circle| point.distance(circle.middle) - circle.radius);
    outline.parts().map(to_part).fold(round, f32::min)
}
